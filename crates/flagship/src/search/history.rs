//! Move histories: how well each move has done lately, for move ordering and pruning.

use bytemuck::Zeroable;
use heirloom_chess::{Color, Move, Piece, PieceType, Position};

use super::continuation::{PreviousMoves, piece_to_index};
use super::correction::CorrectionHistory;
use crate::params;
use crate::prefetch::prefetch;

/// The largest absolute value of an entry.
pub const LIMIT: i32 = 16_384;

/// The number of buckets for pawn structures, a power of two.
const STRUCTURES: usize = 512;

/// The tables of one thread, initially all zero; they persist between searches.
#[derive(Zeroable)]
pub struct History {
    /// Quiet moves by side, origin and target ("butterfly boards").
    butterfly: [[[i16; 64]; 64]; 2],
    /// Captures and promotions by piece, target and captured piece (king for none).
    noisy: [[[i16; 6]; 64]; 12],
    /// Quiet moves by piece and target of a previous move, then by piece and target ("continuation" history,
    /// formerly "countermove" history).
    continuation: [PieceToTable; 12 * 64],
    /// Quiet moves by the pawn structure, then by piece and target.
    pawns: [PieceToTable; STRUCTURES],
    /// The errors of static evaluations.
    pub corrections: CorrectionHistory,
}

/// A table by piece and target.
type PieceToTable = [[i16; 64]; 12];

/// The continuation history if there is no previous move.
static NO_CONTINUATION: PieceToTable = [[0; 64]; 12];

/// The parts of the tables that apply to the quiet moves of one position.
pub struct QuietHistory<'a> {
    butterfly: &'a [[i16; 64]; 64],
    pawns: &'a PieceToTable,
    continuation: [&'a PieceToTable; 3],
}

impl QuietHistory<'_> {
    /// Prefetches the entries for the moves of a side: a row of 64 numbers fills two cache lines.
    #[inline(always)]
    pub fn prefetch(&self, turn: Color) {
        for table in self.continuation.into_iter().chain([self.pawns]) {
            for kind in PieceType::ALL {
                let row = &table[Piece::new(turn, kind).index()];
                prefetch(&row[0]);
                prefetch(&row[32]);
            }
        }
    }

    /// Returns the score of a move.
    #[inline]
    pub fn of(&self, mv: Move, moved: Piece) -> i32 {
        let (from, to, moved) = (mv.from().index(), mv.to().index(), moved.index());
        let continued: i32 = self.continuation.iter().map(|table| i32::from(table[moved][to])).sum();
        i32::from(self.butterfly[from][to]) + i32::from(self.pawns[moved][to]) + continued
    }
}

impl History {
    /// Clears everything in place, since the memory is already mapped.
    pub fn clear(&mut self) {
        self.butterfly = [[[0; 64]; 64]; 2];
        self.noisy = [[[0; 6]; 64]; 12];
        self.continuation.fill([[0; 64]; 12]);
        self.pawns.fill([[0; 64]; 12]);
        self.corrections.clear();
    }

    /// Returns the tables for the quiet moves of one position, given the previous moves.
    #[inline]
    pub fn quiet_history(&self, position: &Position, before: &PreviousMoves) -> QuietHistory<'_> {
        QuietHistory {
            butterfly: &self.butterfly[position.turn().index()],
            pawns: &self.pawns[structure(position)],
            continuation: before.map(|earlier| {
                earlier.map_or(&NO_CONTINUATION, |earlier| &self.continuation[piece_to_index(earlier)])
            }),
        }
    }

    /// Returns the score of a quiet move, given the previous moves.
    #[inline]
    pub fn quiet(&self, position: &Position, mv: Move, moved: Piece, before: &PreviousMoves) -> i32 {
        self.quiet_history(position, before).of(mv, moved)
    }

    /// Returns the score of a capture or promotion.
    #[inline]
    pub fn noisy(&self, mv: Move, moved: Piece, captured_type: PieceType) -> i32 {
        i32::from(self.noisy[moved.index()][mv.to().index()][captured_type.index()])
    }

    /// Adds a bonus to a quiet move; a negative one is a malus.
    pub fn update_quiet(
        &mut self,
        position: &Position,
        mv: Move,
        moved: Piece,
        before: &PreviousMoves,
        bonus: i32,
    ) {
        adjust(&mut self.butterfly[position.turn().index()][mv.from().index()][mv.to().index()], bonus);
        adjust(&mut self.pawns[structure(position)][moved.index()][mv.to().index()], bonus);
        for &earlier in before.iter().flatten() {
            adjust(&mut self.continuation[piece_to_index(earlier)][moved.index()][mv.to().index()], bonus);
        }
    }

    /// Adds a bonus to a quiet move that has already been played, in the butterfly table only.
    pub fn update_butterfly(&mut self, turn: Color, mv: Move, bonus: i32) {
        adjust(&mut self.butterfly[turn.index()][mv.from().index()][mv.to().index()], bonus);
    }

    /// Adds a bonus to a capture or promotion; a negative one is a malus.
    pub fn update_noisy(&mut self, mv: Move, moved: Piece, captured_type: PieceType, bonus: i32) {
        adjust(&mut self.noisy[moved.index()][mv.to().index()][captured_type.index()], bonus);
    }
}

/// Returns the piece type that a legal move captures; king for none.
#[inline]
pub fn captured_type(position: &Position, mv: Move) -> PieceType {
    position.captured(mv).map_or(PieceType::King, Piece::piece_type)
}

#[inline]
fn structure(position: &Position) -> usize {
    position.pawn_key() as usize % STRUCTURES
}

/// Returns the bonus for a move that cut off at this depth.
pub fn bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth - params::history_bonus_offset()).min(params::history_max_bonus())
}

/// Returns the malus for a move tried before the one that cut off at this depth.
pub fn malus(depth: i32) -> i32 {
    (params::history_malus() * depth - params::history_malus_offset()).min(params::history_max_malus())
}

/// Moves an entry toward the bonus, more slowly near the limit ("gravity"), so that old entries fade.
#[inline]
fn adjust(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_within_their_limit_and_can_change_sign() {
        let mut entry = 0;
        for _ in 0..10_000 {
            adjust(&mut entry, 1600);
        }
        assert!(i32::from(entry) <= LIMIT && i32::from(entry) > LIMIT / 2);
        for _ in 0..10_000 {
            adjust(&mut entry, -1600);
        }
        assert!(i32::from(entry) >= -LIMIT && i32::from(entry) < -LIMIT / 2);
    }
}
