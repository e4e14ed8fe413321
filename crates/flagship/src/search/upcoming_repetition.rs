//! Upcoming repetitions: positions from which the side to move can repeat an earlier one with a single move,
//! and so has at least a draw.

use std::sync::LazyLock;

use heirloom_chess::{Bitboard, Color, Piece, PieceType, Position, Square, attacks, zobrist};

use super::Worker;
use super::listener::Listener;

/// The slots of the table, a power of two, for 3668 moves.
const SIZE: usize = 8192;

/// All reversible moves, by the change they make to the key: a cuckoo hash table with two slots for each (van
/// Kervinck 2013).
struct CuckooTable {
    keys: Vec<u64>,
    moves: Vec<(Square, Square)>,
}

impl CuckooTable {
    fn table() -> &'static CuckooTable {
        static TABLE: LazyLock<CuckooTable> = LazyLock::new(CuckooTable::new);
        &TABLE
    }

    fn new() -> CuckooTable {
        let mut table = CuckooTable { keys: vec![0; SIZE], moves: vec![(Square::A1, Square::A1); SIZE] };
        for piece in Piece::ALL.into_iter().filter(|piece| piece.piece_type() != PieceType::Pawn) {
            for from in Square::ALL {
                let later = attacks::piece(piece.color(), piece.piece_type(), from, Bitboard::EMPTY);
                for to in later.into_iter().filter(|to| to.index() > from.index()) {
                    table.insert(
                        zobrist::piece(piece, from) ^ zobrist::piece(piece, to) ^ zobrist::black_to_move(),
                        (from, to),
                    );
                }
            }
        }
        table
    }

    /// Inserts a move into one of its slots; an occupant moves on to its other slot.
    fn insert(&mut self, mut key: u64, mut mv: (Square, Square)) {
        let mut slot = first_slot(key);
        while key != 0 {
            std::mem::swap(&mut self.keys[slot], &mut key);
            std::mem::swap(&mut self.moves[slot], &mut mv);
            slot = if slot == first_slot(key) { second_slot(key) } else { first_slot(key) };
        }
    }

    /// Returns the squares of the move that makes this change to the key.
    #[inline]
    fn find(&self, change: u64) -> Option<(Square, Square)> {
        let slot =
            [first_slot(change), second_slot(change)].into_iter().find(|&slot| self.keys[slot] == change)?;
        Some(self.moves[slot])
    }
}

#[inline]
fn first_slot(key: u64) -> usize {
    key as usize % SIZE
}

#[inline]
fn second_slot(key: u64) -> usize {
    (key >> 16) as usize % SIZE
}

impl<L: Listener> Worker<'_, L> {
    /// Returns true if the side to move can repeat a position of the current line with one move, and so has
    /// at least a draw.
    pub(super) fn has_upcoming_repetition(&self, position: &Position, ply: usize) -> bool {
        let reversible = usize::from(position.halfmove_clock())
            .min(self.keys.len() - self.last_null_move)
            .min(ply.saturating_sub(1));
        if reversible < 3 {
            return false;
        }
        let table = CuckooTable::table();
        (3..=reversible).step_by(2).any(|back| {
            let earlier = self.keys[self.keys.len() - back];
            table
                .find(position.key() ^ earlier)
                .is_some_and(|(from, to)| can_play(position, position.turn(), from, to))
        })
    }
}

/// Returns true if the path is empty and a piece of this color is at one of its ends.
fn can_play(position: &Position, us: Color, from: Square, to: Square) -> bool {
    let moved = position.piece_at(from).or_else(|| position.piece_at(to));
    (attacks::between(from, to) & position.occupied()).is_empty()
        && moved.is_some_and(|piece| piece.color() == us)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reversible_move_has_a_slot() {
        let table = CuckooTable::new();
        assert_eq!(table.keys.iter().filter(|&&key| key != 0).count(), 3668);
        let start = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        let mut moved = start.clone();
        moved.play(heirloom_chess::Move::normal(Square::A1, Square::A7));
        assert_eq!(table.find(start.key() ^ moved.key()), Some((Square::A1, Square::A7)));
        assert_eq!(table.find(start.key()), None);
    }
}
