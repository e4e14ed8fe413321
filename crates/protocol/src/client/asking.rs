//! A search by an external UCI program: starting, following, stopping and timing it.

use web_time::{Duration, Instant};

use heirloom_chess::{Color, Line, Position};
use heirloom_engine::{BestMove, EngineError, Info, Limits, Origin, Signals};

use super::process::Stamp;
use super::{Client, Patience};
use crate::uci::{Command, GoText, InfoText, Message, PositionText};

/// A running search: what was sent to the program, and its deadline.
struct Asked<'a> {
    signals: &'a Signals,
    position: &'a Position,
    /// How long the limits allow it to search; `None` without a clock.
    allowed: Option<Duration>,
    /// When the clock started.
    begun: Instant,
    /// When the command that started the clock was written.
    written: Stamp,
    pondering: bool,
    told_to_stop: Option<Instant>,
}

impl Asked<'_> {
    /// When the program must be stopped, or killed.
    fn deadline(&self, patience: &Patience) -> Option<Instant> {
        match self.told_to_stop {
            Some(told) => Some(told + patience.stop),
            None if self.pondering => None,
            None => self.begun.checked_add(self.allowed?)?.checked_add(patience.overrun),
        }
    }
}

impl Client {
    /// Starts a search and follows it.
    pub(super) fn ask(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        let chess960 = self.choose_notation(line);
        let position = line.position();
        self.partner.listen_to(signals);
        self.wait_until_ready()?;
        self.send(&Command::Position(PositionText::of(line, chess960)));
        let written =
            self.send(&Command::Go(Box::new(GoText::of(&asked_plainly(limits), position, chess960))));
        let mut asked = Asked {
            signals,
            position,
            allowed: allowed(limits, position.turn()),
            begun: Instant::now(),
            written,
            pondering: limits.ponder,
            told_to_stop: None,
        };
        self.follow(&mut asked, report)
    }

    /// Follows the search until its best move.
    fn follow(
        &mut self,
        asked: &mut Asked<'_>,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        let mut origin = Origin::Searched;
        loop {
            let deadline = asked.deadline(&self.partner.patience);
            let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if asked.told_to_stop.is_none() && (late || asked.signals.is_stopped()) {
                self.send(&Command::Stop);
                asked.told_to_stop = Some(Instant::now());
                continue;
            }
            if asked.pondering && !asked.signals.is_pondering() {
                asked.written = self.send(&Command::PonderHit);
                (asked.pondering, asked.begun, origin) = (false, Instant::now(), Origin::Pondering);
                continue;
            }
            let line = match asked.told_to_stop {
                Some(_) => self.partner.next_line(deadline, "bestmove")?,
                // A late program is not killed yet: the next iteration sends `stop`.
                None => self.partner.next_line_by(deadline, "bestmove")?,
            };
            let message = line.as_deref().and_then(Message::parse);
            match message {
                Some(Message::Info(text)) => self.pass_on(&text, asked.position, report),
                Some(Message::BestMove { best, ponder }) => {
                    self.partner.answered(&asked.written);
                    return self.best_move(asked.position, best.as_deref(), ponder.as_deref(), origin);
                }
                _ => {}
            }
        }
    }

    /// Reports a line with its moves checked; the first illegal move ends the line and is reported too.
    fn pass_on(&self, text: &InfoText, position: &Position, report: &mut dyn FnMut(Info)) {
        let (info, illegal) = text.values(position);
        report(info);
        if let Some(mv) = illegal {
            report(Info {
                text: Some(format!("{} has the illegal move {mv} in its line", self.partner.name)),
                ..Info::default()
            });
        }
    }
}

/// The longest time that the limits allow the side to move.
pub(super) fn allowed(limits: &Limits, turn: Color) -> Option<Duration> {
    let by_clock = limits.clocks.map(|clocks| {
        let time = clocks.time_of(turn).max(0).saturating_add(clocks.increment_of(turn).max(0));
        Duration::from_millis(time.unsigned_abs())
    });
    limits.move_time.into_iter().chain(by_clock).min().filter(|_| !limits.infinite)
}

/// Converts limits for external programs: `infinite` is explicit if nothing else ends the search, since
/// programs understand it better than a bare `go`; and a soft node limit becomes a hard one.
fn asked_plainly(limits: &Limits) -> Limits {
    let nodes = limits.soft_nodes.or(limits.nodes);
    let ends =
        limits.clocks.is_some() || limits.move_time.is_some() || limits.depth.is_some() || nodes.is_some();
    Limits {
        nodes,
        infinite: limits.infinite || !ends && limits.mate.is_none() && !limits.ponder,
        ..limits.clone()
    }
}
