//! What a reader tells of the games that it meets.

use super::{PgnError, Place, Text};
use crate::game::{GameResult, Nag};
use crate::{Move, Position};

/// Should the moves of a game be told, too?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Tell them.
    Read,
    /// Pass over them: they are neither checked nor told, and the game ends with [`Visitor::end_game`].
    Skip,
}

/// A move that a reader has met.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The move as it is written.
    pub text: Text<'a>,
    /// The position before the move and the move itself; none when skimming.
    pub checked: Option<(&'a Position, Move)>,
}

/// Listens to a [`super::Reader`]. Every method may be left out.
///
/// The order is: `begin_game`, then `tag` and `comment`, `begin_moves`, then moves and all that belongs to them, `end_game`. A damaged game has `damaged` before
/// its end. When a game is refused, the visitor hears no more of it.
pub trait Visitor {
    /// A game begins here.
    fn begin_game(&mut self, _place: Place) {}

    /// A tag of the game, with escapes already resolved.
    fn tag(&mut self, _name: &str, _value: Text<'_>) {}

    /// The tags are over and the start position is known (not when skimming).
    fn begin_moves(&mut self, _start: Option<&Position>) -> Flow {
        Flow::Read
    }

    /// The next move of the current line.
    fn mv(&mut self, _played: Played<'_>) {}

    /// A mark of the last move, or of the next one where a line begins.
    fn nag(&mut self, _nag: Nag) {}

    /// A comment without its braces, after the last move or, where a line begins, before the next one.
    fn comment(&mut self, _text: Text<'_>) {}

    /// An alternative to the last move begins.
    fn begin_variation(&mut self) {}

    /// The variation ends; what follows belongs after the move that it is an alternative to.
    fn end_variation(&mut self) {}

    /// The game is damaged: `error` says where and why, `rest` is the text from there on that belongs to the game and is not read. In a variation the rest is
    /// that of the variation, and the game goes on after it.
    fn damaged(&mut self, _error: PgnError, _rest: Text<'_>) {}

    /// Something is odd, but the game is read.
    fn warning(&mut self, _warning: PgnError) {}

    /// The game is over.
    fn end_game(&mut self, _result: GameResult) {}
}

/// Ignores everything: to count games, or to find errors only.
impl Visitor for () {}
