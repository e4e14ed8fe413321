//! What is analyzed: the position on the board or one that is held, with all its moves or only some.

use heirloom_chess::game::NodeId;
use heirloom_chess::{Line, Move, Position};
use heirloom_engine::Limits;

use super::Analysis;
use crate::model::insertion::Insertion;
use crate::model::record::Record;

/// A position that the engines stay on.
#[derive(Clone, PartialEq, Debug)]
pub struct Held {
    /// The position, with the moves that lead to it.
    pub line: Line,
    /// The game that it is in, and its place there.
    game: u64,
    node: NodeId,
}

impl Held {
    pub(super) fn here(record: &Record) -> Held {
        Held { line: record.line().clone(), game: record.id(), node: record.node() }
    }

    /// Returns the place in the game on the board, if the position is in it.
    pub fn node(&self, record: &Record) -> Option<NodeId> {
        let is_there = || record.game().line(self.node).is_ok_and(|line| line == self.line);
        (self.game == record.id() && is_there()).then_some(self.node)
    }
}

/// The only moves of a position that are searched.
#[derive(Clone, PartialEq, Debug)]
pub struct OnlyMoves {
    position: u64,
    /// The moves, at least one.
    pub moves: Vec<Move>,
}

impl OnlyMoves {
    /// Returns a restriction to these moves; none if it would be to all of them or to none.
    pub(super) fn of(moves: Vec<Move>, line: &Line) -> Option<OnlyMoves> {
        let legal = line.position().legal_moves();
        let moves: Vec<Move> = legal.iter().copied().filter(|mv| moves.contains(mv)).collect();
        let restricts = !moves.is_empty() && moves.len() < legal.len();
        restricts.then(|| OnlyMoves { position: line.position().key(), moves })
    }

    /// Returns true if these are moves of this position.
    pub(super) fn fits(&self, position: &Position) -> bool {
        self.position == position.key()
    }
}

impl Analysis {
    /// Returns what is analyzed: the game up to the board or up to the held position, or that position with
    /// the other side to move, if it can be.
    pub(super) fn analyzed(&self, record: &Record) -> Line {
        let line = self.held.as_ref().map_or(record.line(), |held| &held.line);
        let mut passed = line.position().clone();
        if !self.threat || passed.in_check() {
            return line.clone();
        }
        passed.play_null();
        Line::new(passed)
    }

    pub(super) fn limits(&self) -> Limits {
        let search_moves = self.only.as_ref().map_or_else(Vec::new, |only| only.moves.clone());
        Limits { search_moves, ..Limits::infinite() }
    }

    /// Returns the moves that are searched in the position that is analyzed.
    pub fn searched_moves(&self, position: &Position) -> Vec<Move> {
        match &self.only {
            Some(only) if only.fits(position) => only.moves.clone(),
            _ => position.legal_moves().to_vec(),
        }
    }

    /// Returns the best line, up to this many plies, as it would be put into the game; none if no line of a
    /// position of the game is known.
    pub fn best_line(&self, record: &Record, plies: usize) -> Option<Insertion> {
        let from = self.node(record)?;
        let ranked = self.seat.as_ref()?.progress.ranked();
        let moves: Vec<Move> = ranked.first()?.pv.iter().copied().take(plies).collect();
        Some(Insertion { from, moves, is_main: false, goes_there: false })
    }

    /// Returns the place in the game of the position that is analyzed, if it is there.
    pub fn node(&self, record: &Record) -> Option<NodeId> {
        let line = self.line.as_ref()?;
        if line == record.line() {
            return Some(record.node());
        }
        self.held.as_ref().filter(|held| held.line == *line)?.node(record)
    }
}
