//! Switches set at the root of a search: the game phase, the kings' wings, and the value of pawn advances.

use crate::rdchess::board::{Kind, SQUARES, Side, all_squares, file_of, own_rank};
use crate::rdchess::position::{Position, castling_rights};

/// Centipawns of all officers at the start of a game.
pub const ALL_OFFICERS: i32 = 2 * (900 + 2 * 510 + 4 * 325);
/// A king becomes active once the hostile officers are worth at most this, in centipawns.
const KING_COMES_OUT: i32 = 1500;
/// With more officers than this on the board, in centipawns, the game is in its early phase.
const EARLY: i32 = 4800;
/// The advance bonus by the pawn's own rank, in centipawns.
const BY_RANK: [i32; 8] = [0, 0, 1, 3, 6, 11, 18, 0];
/// The weight of the advance by file in the middlegame: central pawns first.
const BY_FILE: [i32; 8] = [3, 5, 8, 13, 13, 6, 4, 3];

/// A wing of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wing {
    /// Files a to c.
    Queen,
    /// Files f to h.
    King,
}

/// The state of the game at the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Switches {
    /// True while most officers are on the board.
    pub early: bool,
    /// True for a side whose king is active instead of hiding.
    pub king_is_active: [bool; 2],
    /// The wing to which a side has castled.
    pub castled: [Option<Wing>; 2],
    /// The advance bonus of a side's pawn on each square, in centipawns.
    advance: [[i16; SQUARES]; 2],
}

impl Switches {
    /// Sets the switches for a search from this position.
    pub fn at_root(position: &Position) -> Switches {
        let officers = Side::BOTH.map(|side| position.context.officer_material(side));
        let mut switches = Switches {
            early: officers[0] + officers[1] > EARLY,
            king_is_active: [officers[1] <= KING_COMES_OUT, officers[0] <= KING_COMES_OUT],
            castled: Side::BOTH.map(|side| castled(position, side)),
            advance: [[0; SQUARES]; 2],
        };
        let left = (officers[0] + officers[1]).min(ALL_OFFICERS);
        for side in Side::BOTH {
            for square in all_squares() {
                let value = switches.advance_on(side, file_of(square), own_rank(side, square), left);
                switches.advance[side as usize][square as usize] = value as i16;
            }
        }
        switches
    }

    /// Returns true if it is an endgame for both sides.
    pub fn endgame(&self) -> bool {
        self.king_is_active == [true, true]
    }

    /// Returns a pawn's bonus for its advance to a square, in centipawns.
    #[inline]
    pub fn advance(&self, side: Side, square: u8) -> i32 {
        i32::from(self.advance[side as usize][square as usize])
    }

    fn advance_on(&self, side: Side, file: u8, rank: u8, officers_left: i32) -> i32 {
        let wing = match file {
            0..=2 => Some(Wing::Queen),
            5..=7 => Some(Wing::King),
            _ => None,
        };
        let own = self.castled[side as usize];
        let mut weight = BY_FILE[file as usize];
        if wing.is_some() && own.is_some() {
            // Pawns before the own king stay; on the other wing they storm, more so against the king.
            weight = match (wing == own, wing == self.castled[side.other() as usize]) {
                (true, _) => 0,
                (false, false) => weight + 2,
                (false, true) => weight + 5,
            };
        }
        // With fewer officers files and wings lose their meaning, and the rank counts more.
        let middle = BY_RANK[rank as usize] * weight / 6;
        let end = BY_RANK[rank as usize] * 2;
        (middle * officers_left + end * (ALL_OFFICERS - officers_left)) / ALL_OFFICERS
    }
}

/// Returns the wing of a king that has left the center permanently without locking its rook in.
pub fn castled(position: &Position, side: Side) -> Option<Wing> {
    let [short, long] = castling_rights(side);
    let king = position.board.king(side);
    if position.context.castling & (short | long) != 0 || own_rank(side, king) > 1 {
        return None;
    }
    let rook_inside = |edge: std::ops::Range<u8>| {
        let mut rooks = position.board.list(side).of(Kind::Rook);
        rooks.any(|rook| own_rank(side, rook) == 0 && edge.contains(&file_of(rook)))
    };
    match file_of(king) {
        file @ 0..=2 if !rook_inside(0..file) => Some(Wing::Queen),
        file @ 6..=7 if !rook_inside(file + 1..8) => Some(Wing::King),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rdchess::board::parse_square;

    fn switches(fen: &str) -> Switches {
        Switches::at_root(&Position::from_fen(fen).unwrap())
    }

    /// Returns the bonus of a white pawn on a square.
    fn advance(switches: &Switches, square: &str) -> i32 {
        switches.advance(Side::White, parse_square(square).unwrap())
    }

    #[test]
    fn pawns_storm_the_wing_of_the_hostile_king() {
        let storm = |white_king: &str, black_king: &str| {
            let fen = format!("rn1q{black_king}/pppppppp/8/8/8/8/PPPPPPPP/RN1Q{white_king} w - - 0 1");
            advance(&switches(&fen), "b5")
        };
        // Neither side castled; White castled short; both castled on opposite wings.
        let (quiet, away) = (storm("K2R", "k2r"), storm("1RK1", "k2r"));
        assert!(away > quiet, "{away} {quiet}");
        let storm = switches("1nkr1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 w - - 0 1");
        assert_eq!(storm.castled, [Some(Wing::King), Some(Wing::Queen)]);
        assert!(advance(&storm, "b5") > away && advance(&storm, "g5") < advance(&storm, "b5"));
    }

    #[test]
    fn advance_is_worth_more_and_kings_come_out_as_material_falls() {
        let full = switches(crate::seam::START);
        let bare = switches("4k1n1/pppppppp/8/8/8/8/PPPPPPPP/4K1N1 w - - 0 1");
        assert!(full.early && !full.endgame() && !bare.early && bare.endgame());
        assert!(advance(&bare, "h6") > advance(&full, "h6"));
    }
}
