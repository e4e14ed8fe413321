//! One engine at the board: its searches, its clock, and its pondering in the opponent's time.

use std::sync::atomic::{AtomicBool, Ordering};
use web_time::{Duration, Instant};

use heirloom_chess::{Color, Line, Move};
use heirloom_engine::session::Ticket;
use heirloom_engine::{BestMove, Clocks, EngineError, Event, Limits, Origin, Progress, Speaker};

use super::{GameEnd, GameRules, MoveRecord, Player, uci_text};
use crate::clock::{Clock, Time};

/// How often a wait for an engine checks whether the match has ended. Answers are noticed at once.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// Time a move may take from the engine's thread to the referee before it counts as late; thinking time is
/// measured before.
const DELIVERY_TIME: Duration = Duration::from_millis(20);
/// Added to the grace time, so that the client can kill the program and report first.
const REPORT_TIME: Duration = Duration::from_secs(5);

/// Why there is no move.
pub(super) enum NoMove {
    /// It was late, by this much.
    Late(Duration),
    /// The engine failed.
    Failed(EngineError),
    /// The match has ended.
    Abandoned,
}

/// A move and what the engine reported about it.
pub(super) struct Answer {
    pub(super) mv: Move,
    /// The reply the engine expects, if it may ponder.
    pub(super) ponder: Option<Move>,
    pub(super) offers_draw: bool,
    pub(super) record: MoveRecord,
}

/// A player in a game.
pub(super) struct Seat<'a> {
    player: &'a mut Player,
    clock: Clock,
    rules: &'a GameRules,
    /// A search that nothing waits for, such as pondering, and the move it expects.
    pondering: Option<(Ticket, Option<Move>)>,
}

impl<'a> Seat<'a> {
    pub(super) fn new(player: &'a mut Player, rules: &'a GameRules) -> Seat<'a> {
        let clock = Clock::new(player.control);
        Seat { player, clock, rules, pondering: None }
    }

    pub(super) fn clock(&self) -> &Clock {
        &self.clock
    }

    pub(super) fn new_game(&mut self) -> Result<(), EngineError> {
        self.player.transcript.turn_page();
        self.player.session.new_game()
    }

    pub(super) fn illegal_move(&self, mv: Move) -> EngineError {
        EngineError::InvalidReply { name: self.player.name.clone(), reply: format!("{mv:?}") }
    }

    /// Gets one move and deducts its time. A draw offer is passed on, unless the engine is already pondering
    /// on this position.
    pub(super) fn think(
        &mut self,
        line: &Line,
        opponent: &Clock,
        draw_offered: bool,
        stop: &AtomicBool,
    ) -> Result<Answer, NoMove> {
        let mut record = MoveRecord { left: self.clock.left(), ..MoveRecord::default() };
        let ticket = match self.pondering.take() {
            Some((ticket, expected)) if expected.is_some() && line.moves().last() == expected.as_ref() => {
                record.origin = Origin::Pondering;
                self.player.session.ponder_hit();
                ticket
            }
            other => {
                if let Some((ticket, _)) = other {
                    self.end_search(ticket).map_err(NoMove::Failed)?;
                }
                let limits = Limits { draw_offered, ..self.limits(line.position().turn(), opponent) };
                self.player.session.go(line.clone(), limits)
            }
        };
        let best = self.wait(ticket, &mut record, stop)?;
        let none = || {
            NoMove::Failed(EngineError::InvalidReply {
                name: self.player.name.clone(),
                reply: "no move".into(),
            })
        };
        let mv = best.best.ok_or_else(none)?;
        if best.origin != Origin::Searched {
            record.origin = best.origin;
        }
        Ok(Answer {
            mv,
            ponder: best.ponder.filter(|_| self.player.ponder),
            offers_draw: best.offers_draw,
            record,
        })
    }

    /// Waits for the best move. An engine that exceeds its time is stopped, and given up without an answer.
    fn wait(
        &mut self,
        ticket: Ticket,
        record: &mut MoveRecord,
        stop: &AtomicBool,
    ) -> Result<BestMove, NoMove> {
        let allowed =
            self.clock.left().map_or(self.rules.patience, |left| left.saturating_add(self.player.margin));
        let mut deadline = Instant::now() + allowed + DELIVERY_TIME;
        let (mut progress, mut stop_sent) = (Progress::default(), false);
        loop {
            match self
                .player
                .session
                .next_event(deadline.saturating_duration_since(Instant::now()).min(STOP_CHECK_INTERVAL))
            {
                Some(Event::Info(of, info)) if of == ticket => {
                    progress.note(&info);
                }
                Some(Event::Done(of, outcome)) if of == ticket => {
                    record.note(&progress);
                    record.time = self.player.session.thinking_time();
                    return self.check_time(outcome, record.time);
                }
                Some(_) => {}
                None if stop.load(Ordering::Relaxed) => {
                    self.pondering = Some((ticket, None));
                    return Err(NoMove::Abandoned);
                }
                None if Instant::now() < deadline => {}
                None if stop_sent => return Err(NoMove::Failed(self.hangs())),
                None => {
                    self.player.transcript.note(Speaker::Remark, "time is up: sent stop");
                    self.player.session.stop();
                    stop_sent = true;
                    deadline = Instant::now() + self.rules.grace + REPORT_TIME;
                }
            }
        }
    }

    fn check_time(
        &mut self,
        outcome: Result<BestMove, EngineError>,
        taken: Duration,
    ) -> Result<BestMove, NoMove> {
        let best = outcome.map_err(NoMove::Failed)?;
        let too_long = self.clock.left().is_none() && taken > self.rules.patience;
        let late = self
            .clock
            .spend(taken, self.player.margin)
            .or_else(|| too_long.then(|| taken.saturating_sub(self.rules.patience)));
        late.map_or(Ok(best), |by| Err(NoMove::Late(by)))
    }

    fn hangs(&self) -> EngineError {
        EngineError::Hangs { name: self.player.name.clone(), expected: "bestmove" }
    }

    /// Starts pondering, unless the game would be over after the expected move.
    pub(super) fn ponder(&mut self, line: &Line, expected: Move, opponent: &Clock) {
        let turn = !line.position().turn();
        let mut expected_line = line.clone();
        if line.outcome().is_some()
            || expected_line.push(expected).is_err()
            || expected_line.outcome().is_some()
        {
            return;
        }
        self.player.transcript.note(Speaker::Remark, &format!("ponders on {}", uci_text(line, expected)));
        let limits = Limits { ponder: true, ..self.limits(turn, opponent) };
        self.pondering = Some((self.player.session.go(expected_line, limits), Some(expected)));
    }

    /// Ends a search whose result is not needed; its time is not deducted.
    fn end_search(&mut self, ticket: Ticket) -> Result<(), EngineError> {
        self.player.session.stop();
        let deadline = Instant::now() + self.rules.grace + REPORT_TIME;
        loop {
            match self.player.session.next_event(deadline.saturating_duration_since(Instant::now())) {
                Some(Event::Done(of, outcome)) if of == ticket => return outcome.map(|_| ()),
                Some(_) => {}
                None => return Err(self.hangs()),
            }
        }
    }

    /// Stops pondering after the game and reports the ending to the engine.
    pub(super) fn end_game(&mut self, line: &Line, ending: &GameEnd) {
        if let Some((ticket, _)) = self.pondering.take() {
            // An engine that fails now is noticed at the start of the next game.
            let _ = self.end_search(ticket);
        }
        self.player.session.end_game(line.clone(), ending.result(), &ending.to_string());
    }

    fn limits(&self, turn: Color, opponent: &Clock) -> Limits {
        let control = self.clock.control();
        let limits = Limits { nodes: control.nodes, depth: control.depth, ..Limits::default() };
        match control.time {
            Time::Unlimited => limits,
            Time::PerMove(time) => Limits { move_time: Some(time), ..limits },
            Time::Clock { .. } => Limits { clocks: Some(self.both_clocks(turn, opponent)), ..limits },
        }
    }

    /// Returns the clocks for the engine. An opponent without a clock gets the engine's own time.
    fn both_clocks(&self, turn: Color, opponent: &Clock) -> Clocks {
        let milliseconds = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let has_clock = matches!(opponent.control().time, Time::Clock { .. });
        let mut clocks = Clocks { moves_to_go: self.clock.moves_to_go(), ..Clocks::default() };
        for color in Color::ALL {
            let clock = if color == turn || !has_clock { &self.clock } else { opponent };
            clocks.time[color.index()] = milliseconds(clock.left().unwrap_or_default());
            clocks.increment[color.index()] = milliseconds(clock.increment());
        }
        clocks
    }
}
