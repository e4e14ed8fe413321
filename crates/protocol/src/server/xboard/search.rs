//! One search for XBoard: why it runs, what it has told, and which lines it prints.

use std::time::{Duration, Instant};

use heirloom_chess::{Line, Move, Position};
use heirloom_engine::{Bound, Info, Score, Ticket};

use crate::uci::info::until_the_end;
use crate::xboard::{Message, moves, thinking};

/// Bounds are told only of searches that take longer than this.
const QUIET: Duration = Duration::from_secs(3);

/// Why the engine thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// To make its move.
    Move,
    /// In the opponent's time, on this move of the opponent.
    Ponder(Move),
    /// For a person who analyses.
    Analysis,
}

/// A search under way.
pub(super) struct Search {
    pub(super) ticket: Ticket,
    pub(super) purpose: Purpose,
    /// What is searched; while pondering the expected move stands at the end.
    pub(super) line: Line,
    /// When it began, or when the expected move was played.
    pub(super) started: Instant,
    /// Milliseconds that it believes to be on the engine's clock.
    pub(super) believed: i64,
    /// The best line told.
    pub(super) best_line: Vec<Move>,
    /// The last score that was no bound.
    pub(super) score: Option<Score>,
    depth: u32,
    nodes: u64,
    current: Option<(Move, u32)>,
}

impl Search {
    pub(super) fn new(ticket: Ticket, purpose: Purpose, line: Line, believed: i64) -> Search {
        let started = Instant::now();
        Search { ticket, purpose, line, started, believed, best_line: Vec::new(), score: None, depth: 0, nodes: 0, current: None }
    }

    /// Takes note of news; the line to print, if it is for people.
    pub(super) fn info(&mut self, mut news: Info) -> Option<String> {
        news.pv = until_the_end(&news.pv, &self.line);
        self.depth = news.depth.unwrap_or(self.depth);
        self.nodes = news.nodes.unwrap_or(self.nodes).max(self.nodes);
        self.current = news.current_move.or(self.current);
        let is_main = news.multipv.unwrap_or(1) == 1;
        if is_main && news.score.is_some() && news.bound == Bound::Exact {
            self.score = news.score;
        }
        if is_main && news.score.is_some() && news.bound != Bound::Upper && !news.pv.is_empty() {
            self.best_line.clone_from(&news.pv);
        }
        if news.bound != Bound::Exact && self.started.elapsed() < QUIET {
            return None;
        }
        let before = self.before_expected();
        let expected = before.as_ref().and_then(|before| Some((before, self.expected()?)));
        thinking::write(&news, self.line.position(), expected)
    }

    fn expected(&self) -> Option<Move> {
        if let Purpose::Ponder(mv) = self.purpose { Some(mv) } else { None }
    }

    /// The position on the board while the opponent's move is only expected.
    fn before_expected(&self) -> Option<Position> {
        self.expected()?;
        let mut line = self.line.clone();
        line.pop()?;
        Some(line.position().clone())
    }

    /// How far it has come: `stat01: time nodes ply mvleft mvtot mv`.
    pub(super) fn status(&self, fischerandom: bool) -> String {
        let position = self.line.position();
        let (time, all) = (self.started.elapsed().as_millis() / 10, position.legal_moves().len());
        let mut text = format!("{time} {} {}", self.nodes, self.depth);
        match self.current.filter(|(mv, _)| position.is_legal(*mv)) {
            Some((mv, number)) => {
                let left = all.saturating_sub(number as usize);
                text.push_str(&format!(" {left} {all} {}", moves::format(position, mv, fischerandom)));
            }
            None => text.push_str(&format!(" 0 {all}")),
        }
        Message::Status(text).to_string()
    }
}
