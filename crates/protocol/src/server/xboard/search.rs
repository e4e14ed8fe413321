//! One search for XBoard: its purpose, its reports, and the lines it prints.

use web_time::{Duration, Instant};

use heirloom_chess::{Line, Move, Position};
use heirloom_engine::{Info, Progress, Ticket};

use crate::server::printed::Printed;
use crate::uci::info::until_the_end;
use crate::xboard::{Message, moves, thinking};

/// Front ends attribute lines before `pong` to the last move; without `ping`, lines are held this long.
const PING_WAIT: Duration = Duration::from_secs(1);

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// To make a move.
    Move,
    /// To ponder on this move of the opponent.
    Ponder(Move),
    /// To analyze.
    Analysis,
}

/// A running search.
pub(super) struct Search {
    pub(super) ticket: Ticket,
    pub(super) purpose: Purpose,
    /// The line searched; while pondering it ends with the expected move.
    pub(super) line: Line,
    /// When it began, or when the expected move was played.
    pub(super) started: Instant,
    /// The engine's clock that it assumes, in milliseconds.
    pub(super) assumed_clock: i64,
    printed: Printed,
    /// True if a `ping` was answered since the search began.
    pinged: bool,
    /// The last line that waits for that.
    waiting: Option<String>,
}

impl Search {
    pub(super) fn new(ticket: Ticket, purpose: Purpose, line: Line, assumed_clock: i64) -> Search {
        let started = Instant::now();
        let printed = Printed::new();
        Search { ticket, purpose, line, started, assumed_clock, printed, pinged: false, waiting: None }
    }

    /// Adds a report; returns the line to print, if any.
    pub(super) fn info(&mut self, mut report: Info) -> Option<String> {
        report.pv = until_the_end(&report.pv, &self.line);
        let report = self.printed.select(report)?;
        let waits =
            matches!(self.purpose, Purpose::Ponder(_)) && !self.pinged && self.started.elapsed() < PING_WAIT;
        let line = self.write(&report);
        if waits {
            self.waiting = line.or(self.waiting.take());
            return None;
        }
        line
    }

    fn write(&self, report: &Info) -> Option<String> {
        let before = self.before_expected();
        let expected = before.as_ref().and_then(|before| Some((before, self.expected()?)));
        thinking::write(report, self.line.position(), expected)
    }

    /// The line to print before a move is played, so that the last one begins with it.
    pub(super) fn before_move(&self, best: Move) -> Option<String> {
        self.write(&self.printed.before_answer(Some(best))?)
    }

    /// All reports so far.
    pub(super) fn progress(&self) -> &Progress {
        self.printed.progress()
    }

    /// The expected move was played: the search is now for the engine's move, and lines begin with that move.
    pub(super) fn ponder_hit(&mut self) {
        (self.purpose, self.started, self.waiting) = (Purpose::Move, Instant::now(), None);
        self.printed.discard_printed();
    }

    /// Returns the line that waited for this answer to `ping`; later lines need not wait.
    pub(super) fn pinged(&mut self) -> Option<String> {
        self.pinged = true;
        self.waiting.take()
    }

    fn expected(&self) -> Option<Move> {
        if let Purpose::Ponder(mv) = self.purpose { Some(mv) } else { None }
    }

    /// The position on the board before the expected move.
    fn before_expected(&self) -> Option<Position> {
        self.expected()?;
        let mut line = self.line.clone();
        line.pop()?;
        Some(line.position().clone())
    }

    /// The progress as `stat01: time nodes ply mvleft mvtot mv`.
    pub(super) fn status(&self, fischerandom: bool) -> String {
        let position = self.line.position();
        let (time, all) = (self.started.elapsed().as_millis() / 10, position.legal_moves().len());
        let totals = self.progress().totals();
        let mut text = format!("{time} {} {}", totals.nodes.unwrap_or(0), totals.depth.unwrap_or(0));
        match totals.current_move.filter(|(mv, _)| position.is_legal(*mv)) {
            Some((mv, number)) => {
                let left = all.saturating_sub(number as usize);
                text.push_str(&format!(" {left} {all} {}", moves::format(position, mv, fischerandom)));
            }
            None => text.push_str(&format!(" 0 {all}")),
        }
        Message::Status(text).to_string()
    }
}
