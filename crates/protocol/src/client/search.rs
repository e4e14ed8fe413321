//! A search by an external UCI program: starting, following, stopping and timing it.

use web_time::{Duration, Instant};

use heirloom_chess::{Color, Line, Position};
use heirloom_engine::{BestMove, EngineError, Info, Limits, Origin, Signals};

use super::Client;
use super::process::Stamp;
use crate::uci::{Command, GoText, InfoText, Message, PositionText};

/// A running search: what was sent to the program, and its deadline.
struct RunningSearch<'a> {
    signals: &'a Signals,
    position: &'a Position,
    /// How long the limits allow it to search; `None` without a clock.
    allowed_time: Option<Duration>,
    /// When the clock started.
    started: Instant,
    /// When the command that started the clock was written.
    written: Stamp,
    pondering: bool,
    stop_sent: Option<Instant>,
}

impl Client {
    /// Starts a search and follows it.
    pub(super) fn run_search(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        let chess960 = self.set_chess960(line);
        let position = line.position();
        self.connection.wake_on(signals);
        self.wait_until_ready()?;
        self.send(&Command::Position(PositionText::of(line, chess960)));
        let written =
            self.send(&Command::Go(Box::new(GoText::of(&explicit_limits(limits), position, chess960))));
        let mut search = RunningSearch {
            signals,
            position,
            allowed_time: allowed_time(limits, position.turn()),
            started: Instant::now(),
            written,
            pondering: limits.ponder,
            stop_sent: None,
        };
        self.follow(&mut search, report)
    }

    /// Follows the search until its best move.
    fn follow(
        &mut self,
        search: &mut RunningSearch<'_>,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        let mut origin = Origin::Searched;
        loop {
            let allowed = search.allowed_time.filter(|_| !search.pondering);
            let deadline = self.connection.timeouts.deadline(search.started, allowed, search.stop_sent);
            let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if search.stop_sent.is_none() && (late || search.signals.is_stopped()) {
                self.send(&Command::Stop);
                search.stop_sent = Some(Instant::now());
                continue;
            }
            if search.pondering && !search.signals.is_pondering() {
                search.written = self.send(&Command::PonderHit);
                (search.pondering, search.started, origin) = (false, Instant::now(), Origin::Pondering);
                continue;
            }
            let line = match search.stop_sent {
                Some(_) => self.connection.next_line(deadline, "bestmove")?,
                // A late program is not killed yet: the next iteration sends `stop`.
                None => self.connection.next_line_by(deadline, "bestmove")?,
            };
            let message = line.as_deref().and_then(Message::parse);
            match message {
                Some(Message::Info(text)) => self.pass_on(&text, search.position, report),
                Some(Message::BestMove { best, ponder }) => {
                    self.connection.answered(&search.written);
                    return self.best_move(search.position, best.as_deref(), ponder.as_deref(), origin);
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
                text: Some(format!("{} has the illegal move {mv} in its line", self.connection.name)),
                ..Info::default()
            });
        }
    }
}

/// The longest time that the limits allow the side to move.
pub(super) fn allowed_time(limits: &Limits, turn: Color) -> Option<Duration> {
    let by_clock = limits.clocks.map(|clocks| {
        let time = clocks.time_of(turn).max(0).saturating_add(clocks.increment_of(turn).max(0));
        Duration::from_millis(time.unsigned_abs())
    });
    limits.move_time.into_iter().chain(by_clock).min().filter(|_| !limits.infinite)
}

/// Converts limits for external programs: `infinite` is explicit if nothing else ends the search, since
/// programs understand it better than a bare `go`; and a soft node limit becomes a hard one.
fn explicit_limits(limits: &Limits) -> Limits {
    let nodes = limits.soft_nodes.or(limits.nodes);
    let ends =
        limits.clocks.is_some() || limits.move_time.is_some() || limits.depth.is_some() || nodes.is_some();
    Limits {
        nodes,
        infinite: limits.infinite || !ends && limits.mate.is_none() && !limits.ponder,
        ..limits.clone()
    }
}
