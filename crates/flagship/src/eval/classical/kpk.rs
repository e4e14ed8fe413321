//! King and pawn against king: a bitbase of all positions, generated once by retrograde analysis.

use std::sync::LazyLock;

use heirloom_chess::{Bitboard, Color, Square, attacks};

/// The number of positions: side to move, both kings, and a white pawn on files a to d and ranks two to
/// seven.
const COUNT: usize = 2 * 64 * 64 * 24;

/// One bit for each position, set if White wins.
struct Bitbase(Vec<u64>);

static BITBASE: LazyLock<Bitbase> = LazyLock::new(Bitbase::generate);

/// Generates the bitbase ahead of time, which takes a few milliseconds, so that it does not cost clock time.
pub fn prepare() {
    LazyLock::force(&BITBASE);
}

/// Returns true if the side with the pawn wins with `turn` to move.
pub fn is_won(strong: Color, strong_king: Square, pawn: Square, weak_king: Square, turn: Color) -> bool {
    // The bitbase holds white pawns on the left half; other positions are mirrored.
    let normalized = |square: Square| {
        let square = square.relative_to(strong);
        if pawn.file().index() > 3 { square.flip_file() } else { square }
    };
    let index = index(turn == strong, normalized(strong_king), normalized(weak_king), normalized(pawn));
    BITBASE.0[index / 64] >> (index % 64) & 1 != 0
}

fn index(white_to_move: bool, white: Square, black: Square, pawn: Square) -> usize {
    let pawn = (pawn.rank().index() - 1) * 4 + pawn.file().index();
    ((pawn * 64 + black.index()) * 64 + white.index()) * 2 + usize::from(white_to_move)
}

/// What is known of a position so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Impossible,
    Unknown,
    Drawn,
    Won,
}

/// A position given by its pieces; White has the pawn.
#[derive(Clone, Copy)]
struct Pieces {
    white_to_move: bool,
    white: Square,
    black: Square,
    pawn: Square,
}

impl Bitbase {
    fn generate() -> Bitbase {
        let all: Vec<Pieces> = (0..COUNT).map(Pieces::from_index).collect();
        let mut states: Vec<State> = all.iter().map(Pieces::immediate_state).collect();
        loop {
            let mut changed = false;
            for index in 0..COUNT {
                if states[index] == State::Unknown {
                    states[index] = all[index].state_after_moves(&states);
                    changed |= states[index] != State::Unknown;
                }
            }
            if !changed {
                break;
            }
        }
        let mut bits = vec![0; COUNT / 64];
        for (index, _) in states.iter().enumerate().filter(|(_, state)| **state == State::Won) {
            bits[index / 64] |= 1 << (index % 64);
        }
        Bitbase(bits)
    }
}

impl Pieces {
    fn from_index(index: usize) -> Pieces {
        let pawn = index >> 13;
        Pieces {
            white_to_move: index & 1 != 0,
            white: Square::from_index(index >> 1 & 63),
            black: Square::from_index(index >> 7 & 63),
            pawn: Square::from_index((pawn / 4 + 1) * 8 + pawn % 4),
        }
    }

    /// Returns the state as far as it does not depend on other positions.
    fn immediate_state(&self) -> State {
        let Pieces { white_to_move, white, black, pawn } = *self;
        let attacked = attacks::pawn(Color::White, pawn);
        if white.distance(black) <= 1
            || white == pawn
            || black == pawn
            || (white_to_move && attacked.contains(black))
        {
            return State::Impossible;
        }
        if white_to_move {
            // The pawn promotes where the new queen cannot be captured immediately.
            let target = Square::from_index(pawn.index() + 8);
            let promotes = target.rank().index() == 7 && white != target && black != target;
            let safe = black.distance(target) > 1 || white.distance(target) == 1;
            return if promotes && safe { State::Won } else { State::Unknown };
        }
        let free = attacks::king(black).without(attacks::king(white) | attacked);
        let takes_pawn = free.contains(pawn);
        if free.is_empty() && !attacked.contains(black) || takes_pawn { State::Drawn } else { State::Unknown }
    }

    /// Derives the state from the positions after each move: White needs a won one, Black a drawn one.
    fn state_after_moves(&self, states: &[State]) -> State {
        let Pieces { white_to_move, white, black, pawn } = *self;
        let (good, bad) = if white_to_move { (State::Won, State::Drawn) } else { (State::Drawn, State::Won) };
        let mut result = bad;
        let mut consider = |state: State| match state {
            State::Unknown if result == bad => result = State::Unknown,
            state if state == good => result = good,
            _ => {}
        };
        if white_to_move {
            for to in attacks::king(white) {
                consider(states[index(false, to, black, pawn)]);
            }
            let step = Square::from_index(pawn.index() + 8);
            let is_free = |square: Square| square != white && square != black;
            if step.rank().index() < 7 && is_free(step) {
                consider(states[index(false, white, black, step)]);
                let double = Square::from_index((pawn.index() + 16) & 63);
                if pawn.rank().index() == 1 && is_free(double) {
                    consider(states[index(false, white, black, double)]);
                }
            }
        } else {
            let free: Bitboard = attacks::king(black).without(attacks::king(white));
            for to in free {
                consider(states[index(true, white, to, pawn)]);
            }
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn textbook_positions() {
        let won = |white, pawn, black, turn| is_won(Color::White, white, pawn, black, turn);
        // The opposition: the side to move loses it.
        for (white, pawn, black, turn, is_won) in [
            (Square::E6, Square::E5, Square::E8, Color::White, true),
            (Square::E6, Square::E5, Square::E8, Color::Black, true),
            (Square::E5, Square::E4, Square::E7, Color::White, false),
            (Square::E5, Square::E4, Square::E7, Color::Black, true),
            // A rook pawn does not win against a king in its corner.
            (Square::G6, Square::H6, Square::H8, Color::White, false),
            (Square::B6, Square::A6, Square::A8, Color::Black, false),
            // The king is too far away to catch the pawn.
            (Square::A1, Square::H4, Square::A5, Color::White, true),
            (Square::A1, Square::H4, Square::E5, Color::Black, false),
        ] {
            assert_eq!(won(white, pawn, black, turn), is_won, "{white} {pawn} {black} {turn:?}");
        }
        // The same for Black.
        assert!(is_won(Color::Black, Square::E3, Square::E4, Square::E1, Color::White));
    }

    #[test]
    fn the_number_of_won_positions_is_known() {
        // The number that several engines' bitbases agree on.
        let won = Bitbase::generate().0.iter().map(|bits| bits.count_ones()).sum::<u32>();
        assert_eq!(won, 111_282);
    }
}
