//! Where a game is, seen from the opening library.

use heirloom_chess::{Line, Move, Position};

use super::OpeningLibrary;

/// Where the game on the board is, seen from the library.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum LibraryState {
    /// The position is in the library.
    #[default]
    Inside,
    /// The library ends after this move, played in this position.
    Ended(Box<Position>, Move),
    /// The game left it with this move, played in this position.
    Left(Box<Position>, Move),
    /// The game begins at a position that is not in the library.
    Elsewhere,
}

impl LibraryState {
    /// Returns where a line has led.
    pub fn of(library: &OpeningLibrary, line: &Line) -> LibraryState {
        let mut position = line.start().clone();
        let begins_inside = library.contains(&position);
        let mut state = if begins_inside { LibraryState::Inside } else { LibraryState::Elsewhere };
        for &mv in line.moves() {
            let before = position.clone();
            position.play(mv);
            if library.contains(&position) {
                state = LibraryState::Inside;
            } else if state == LibraryState::Inside {
                let is_known = library.known(&before).iter().any(|known| known.mv == mv);
                let leave = if is_known { LibraryState::Ended } else { LibraryState::Left };
                state = leave(Box::new(before), mv);
            }
        }
        state
    }
}
