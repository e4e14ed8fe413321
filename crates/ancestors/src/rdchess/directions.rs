//! Direction tables: for each square the steps, forward and toward the enemy king first.
//!
//! They are built once per search from the king squares at the root.

use super::board::{Board, JUMPS, ROYAL, SQUARES, Side, Square, all_squares, file_of, rank_of};

/// The order of steps for one side.
#[derive(Clone, Debug)]
struct Table {
    ways: [[i8; 8]; SQUARES],
    jumps: [[i8; 8]; SQUARES],
}

/// The tables of both sides.
#[derive(Clone, Debug)]
pub struct Directions {
    tables: [Box<Table>; 2],
}

impl Directions {
    /// Builds the tables for the kings of this board.
    pub fn of(board: &Board) -> Directions {
        Directions { tables: Side::BOTH.map(|side| Box::new(Table::toward(side, board.king(side.other())))) }
    }

    /// Returns the eight steps of king and sliders from a square, best first.
    #[inline]
    pub fn ways(&self, side: Side, from: Square) -> &[i8; 8] {
        &self.tables[side as usize].ways[from as usize]
    }

    /// Returns the eight jumps of a knight from a square, best first.
    #[inline]
    pub fn jumps(&self, side: Side, from: Square) -> &[i8; 8] {
        &self.tables[side as usize].jumps[from as usize]
    }
}

impl Table {
    fn toward(side: Side, king: Square) -> Table {
        let mut table = Table { ways: [ROYAL; SQUARES], jumps: [JUMPS; SQUARES] };
        for from in all_squares() {
            let merit = |&way: &i8| std::cmp::Reverse(merit(side, from, king, way));
            table.ways[from as usize].sort_by_key(merit);
            table.jumps[from as usize].sort_by_key(merit);
        }
        table
    }
}

/// Scores a step by its direction toward the king, which counts twice, and forward.
fn merit(side: Side, from: Square, king: Square, way: i8) -> i32 {
    // A step of -25..=25 is ranks * 12 + files, with files in -2..=2.
    let ranks = (i32::from(way) + 6).div_euclid(12);
    let files = i32::from(way) - 12 * ranks;
    let to_king = |own: u8, other: u8| (i32::from(other) - i32::from(own)).signum();
    let toward =
        files * to_king(file_of(from), file_of(king)) + ranks * to_king(rank_of(from), rank_of(king));
    2 * toward + ranks * side.sign()
}

#[cfg(test)]
mod tests {
    use super::super::board::{EAST, NORTH, parse_square};
    use super::*;

    #[test]
    fn steps_toward_the_king_come_first() {
        let at = |name| parse_square(name).unwrap();
        let directions = Directions::of(&Board::from_fen("6k1/8/8/8/8/8/8/6K1").unwrap());
        assert_eq!(directions.ways(Side::White, at("c3"))[0], NORTH + EAST);
        assert_eq!(directions.ways(Side::White, at("c3"))[7], -NORTH - EAST);
        assert_eq!(directions.ways(Side::Black, at("g7"))[0], -NORTH);
        assert_eq!(directions.jumps(Side::Black, at("b8"))[0], -2 * NORTH + EAST);
    }
}
