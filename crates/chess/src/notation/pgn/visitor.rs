//! The events that a reader reports about games.

use super::{PgnError, Text, TextPlace};
use crate::game::{GameResult, Nag};
use crate::{Move, Position};

/// Whether to read the moves of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Read and report them.
    Read,
    /// Skip them: they are neither checked nor reported, and the game ends with [`Visitor::end_game`].
    Skip,
}

/// A move reported by a reader.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The move as written.
    pub text: Text<'a>,
    /// The position before the move, and the move; none if moves are not checked.
    pub checked: Option<(&'a Position, Move)>,
}

/// Receives the events of a [`super::Reader`]. All methods are optional.
///
/// The order is `begin_game`, then `tag` and `comment`, `begin_moves`, the moves with everything that
/// belongs to them, `end_game`. A damaged game reports `damaged` before its end. A rejected game reports no
/// further events.
pub trait Visitor {
    /// A game begins.
    fn begin_game(&mut self, _place: TextPlace) {}

    /// A tag of the game, with escapes already resolved.
    fn tag(&mut self, _name: &str, _value: Text<'_>) {}

    /// The tags are complete; the start position is known unless moves are not checked.
    fn begin_moves(&mut self, _start: Option<&Position>) -> Flow {
        Flow::Read
    }

    /// The next move of the current line.
    fn mv(&mut self, _played: Played<'_>) {}

    /// An annotation of the last move, or of the next one at the beginning of a line.
    fn nag(&mut self, _nag: Nag) {}

    /// A comment without its braces, after the last move or, at the beginning of a line, before the next
    /// one.
    fn comment(&mut self, _text: Text<'_>) {}

    /// An alternative to the last move begins.
    fn begin_variation(&mut self) {}

    /// The variation ends; what follows comes after the move that it is an alternative to.
    fn end_variation(&mut self) {}

    /// The game is damaged: `error` reports where and why, `rest` is the unread text of the game from there
    /// on. In a variation, `rest` is that of the variation, and the game continues after it.
    fn damaged(&mut self, _error: PgnError, _rest: Text<'_>) {}

    /// The game is read in spite of an irregularity.
    fn warning(&mut self, _warning: PgnError) {}

    /// The game is over.
    fn end_game(&mut self, _result: GameResult) {}
}

/// Ignores everything; for counting games or checking for errors.
impl Visitor for () {}
