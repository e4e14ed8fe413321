//! Roce's evaluation, our own: material, piece-square tables, pawns, mobility and kings, tapered by phase.

use super::attacks::{BISHOP_STEPS, KING_STEPS, KNIGHT_STEPS, ROOK_STEPS};
use super::board::{BISHOP, BLACK, Board, EMPTY, KING, KNIGHT, OUTSIDE, PAWN, QUEEN, ROOK, WHITE, index};
use super::search::{MATE, MATE_RANGE};
use super::squares::{all_squares, file, rank};
use super::tables::{FULL_PHASE, PHASES, Pair, VALUES, own_rank, square_bonus};

/// The names of the terms, in the order of [`Sheet::terms`].
pub const TERMS: [&str; 9] =
    ["material", "tables", "pawns", "passed pawns", "mobility", "rooks", "bishops", "kings", "turn"];

const MATERIAL: usize = 0;
const TABLES: usize = 1;
const PAWNS: usize = 2;
const PASSED: usize = 3;
const MOBILITY: usize = 4;
const ROOKS: usize = 5;
const BISHOPS: usize = 6;
const KINGS: usize = 7;
const TURN: usize = 8;

const DOUBLED: Pair = [-8, -16];
const ISOLATED: Pair = [-12, -12];
/// By rank from the pawn's own side.
const PASSED_BY_RANK: [Pair; 8] = [[0, 0], [2, 6], [4, 10], [8, 20], [18, 38], [36, 66], [60, 105], [0, 0]];
const OPEN_FILE: Pair = [20, 10];
const HALF_OPEN_FILE: Pair = [10, 6];
const BISHOP_PAIR: Pair = [28, 40];
const TO_MOVE: Pair = [10, 4];
/// Penalties for a file in front of the king without an own pawn, and with one that has moved.
const SHELTER: [i32; 2] = [-18, -6];
/// Knight to queen: the value of each reachable square, and the usual number of them.
const REACH: [(Pair, i32); 7] =
    [([0; 2], 0), ([0; 2], 0), ([4, 4], 4), ([5, 5], 6), ([2, 4], 7), ([1, 3], 13), ([0; 2], 0)];
/// The danger of each attacked square next to the king, by attacker.
const DANGER: [i32; 7] = [0, 0, 2, 2, 3, 4, 0];

/// The evaluation term by term.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// For each term and side, middlegame and endgame values in centipawns; positive is good for that side.
    pub terms: [[Pair; 2]; TERMS.len()],
    /// The share of the middlegame, up to [`FULL_PHASE`].
    pub phase: i32,
    /// True if neither side can win.
    pub dead: bool,
}

impl Sheet {
    fn add(&mut self, term: usize, side: i8, value: Pair) {
        let sum = &mut self.terms[term][index(side)];
        *sum = [sum[0] + value[0], sum[1] + value[1]];
    }

    /// Returns the total in centipawns from White's point of view.
    pub fn score(&self) -> i32 {
        if self.dead {
            return 0;
        }
        let sum =
            |stage: usize| self.terms.iter().map(|[white, black]| white[stage] - black[stage]).sum::<i32>();
        self.tapered([sum(0), sum(1)])
    }

    /// Interpolates between a middlegame and an endgame value by the game phase.
    pub fn tapered(&self, value: Pair) -> i32 {
        (value[0] * self.phase + value[1] * (FULL_PHASE - self.phase)) / FULL_PHASE
    }
}

/// The pawns by side and file: a bit for each rank from the side's own end. The outer files are empty.
#[derive(Clone, Copy, Debug, Default)]
struct PawnFiles([[u8; 10]; 2]);

impl PawnFiles {
    /// Returns the pawns of a side on a file, which may be -1 or 8.
    fn on(&self, side: i8, file: i8) -> u8 {
        self.0[index(side)][(file + 1) as usize]
    }
}

/// Returns the evaluation in centipawns for the side to move, always below the mate scores.
pub fn evaluate(board: &Board) -> i32 {
    let limit = MATE - MATE_RANGE - 1;
    sheet(board).score().clamp(-limit, limit) * i32::from(board.turn)
}

/// Returns the evaluation with all its terms.
pub fn sheet(board: &Board) -> Sheet {
    let (mut sheet, mut pawns, mut counts) = (Sheet::default(), PawnFiles::default(), [[0u8; 7]; 2]);
    for square in all_squares() {
        let piece = board.squares[usize::from(square)];
        if piece != EMPTY {
            let (side, piece) = (piece.signum(), piece.abs());
            counts[index(side)][piece as usize] += 1;
            sheet.add(MATERIAL, side, VALUES[piece as usize]);
            sheet.add(TABLES, side, square_bonus(piece, square, side));
            sheet.phase += PHASES[piece as usize];
            if piece == PAWN {
                pawns.0[index(side)][usize::from(file(square)) + 1] |= 1 << own_rank(square, side);
            }
        }
    }
    sheet.phase = sheet.phase.min(FULL_PHASE);
    sheet.dead = is_dead(&counts);
    let mut danger = [0; 2];
    for square in all_squares() {
        let piece = board.squares[usize::from(square)];
        let side = piece.signum();
        match piece.abs() {
            EMPTY => {}
            PAWN => pawn(&mut sheet, board, &pawns, square, side),
            KING => king(&mut sheet, &pawns, square, side),
            piece => {
                let (reach, attacked) = reach(board, square, piece);
                let (worth, usual) = REACH[piece as usize];
                sheet.add(MOBILITY, side, worth.map(|worth| worth * (reach - usual)));
                danger[index(side)] += attacked * DANGER[piece as usize];
                if piece == ROOK {
                    rook(&mut sheet, &pawns, square, side);
                }
            }
        }
    }
    for side in [WHITE, BLACK] {
        // Attackers support each other, so danger grows quadratically.
        let attack = danger[index(side)].min(30);
        sheet.add(KINGS, side, [attack * attack / 4, 0]);
        if counts[index(side)][BISHOP as usize] >= 2 {
            sheet.add(BISHOPS, side, BISHOP_PAIR);
        }
    }
    sheet.add(TURN, board.turn, TO_MOVE);
    sheet
}

/// Returns true if neither side has a pawn, rook or queen, or more than one minor piece or two knights.
fn is_dead(counts: &[[u8; 7]; 2]) -> bool {
    counts.iter().all(|of| {
        let minor = of[KNIGHT as usize] + of[BISHOP as usize];
        of[PAWN as usize] + of[ROOK as usize] + of[QUEEN as usize] == 0
            && (minor <= 1 || minor == 2 && of[BISHOP as usize] == 0)
    })
}

/// Returns the number of squares a piece can move to, and how many of them are next to the enemy king.
fn reach(board: &Board, from: u8, piece: i8) -> (i32, i32) {
    let side = board.squares[usize::from(from)].signum();
    let steps: &[i8] = match piece {
        KNIGHT => &KNIGHT_STEPS,
        BISHOP => &BISHOP_STEPS,
        ROOK => &ROOK_STEPS,
        _ => &KING_STEPS,
    };
    let (king, mut reach, mut attacked) = (board.kings[index(-side)], 0, 0);
    for &step in steps {
        let mut to = from.wrapping_add_signed(step);
        loop {
            let target = board.squares[usize::from(to)];
            if target == OUTSIDE || target * side > 0 {
                break;
            }
            reach += 1;
            attacked += i32::from(is_adjacent(to, king));
            if target != EMPTY || piece == KNIGHT {
                break;
            }
            to = to.wrapping_add_signed(step);
        }
    }
    (reach, attacked)
}

/// Returns true if two squares are at most one file and one rank apart.
#[inline(always)]
fn is_adjacent(a: u8, b: u8) -> bool {
    matches!(a.abs_diff(b), 0 | 1 | 9 | 10 | 11)
}

fn pawn(sheet: &mut Sheet, board: &Board, pawns: &PawnFiles, square: u8, side: i8) {
    let (file, own) = (file(square) as i8, own_rank(square, side));
    let ahead = 0xFEu8 << own;
    if pawns.on(side, file) & ahead != 0 {
        sheet.add(PAWNS, side, DOUBLED);
    }
    if pawns.on(side, file - 1) | pawns.on(side, file + 1) == 0 {
        sheet.add(PAWNS, side, ISOLATED);
    }
    // An enemy pawn's rank counts from the other end.
    let enemies = (file - 1..=file + 1).fold(0, |all, file| all | pawns.on(-side, file).reverse_bits());
    if enemies & ahead == 0 {
        let stop = square.wrapping_add_signed(-10 * side);
        let distance = |side: i8| i32::from(distance(board.kings[index(side)], stop));
        let race = (2 * distance(-side) - distance(side)) * i32::from(own);
        let [middlegame, endgame] = PASSED_BY_RANK[usize::from(own)];
        sheet.add(PASSED, side, [middlegame, endgame + race]);
    }
}

/// Returns the distance between two squares in king moves.
fn distance(a: u8, b: u8) -> u8 {
    file(a).abs_diff(file(b)).max(rank(a).abs_diff(rank(b)))
}

fn rook(sheet: &mut Sheet, pawns: &PawnFiles, square: u8, side: i8) {
    let file = file(square) as i8;
    match (pawns.on(side, file), pawns.on(-side, file)) {
        (0, 0) => sheet.add(ROOKS, side, OPEN_FILE),
        (0, _) => sheet.add(ROOKS, side, HALF_OPEN_FILE),
        _ => {}
    }
}

fn king(sheet: &mut Sheet, pawns: &PawnFiles, square: u8, side: i8) {
    let middle = file(square).clamp(1, 6) as i8;
    for file in middle - 1..=middle + 1 {
        let own = pawns.on(side, file);
        let value = match own {
            0 => SHELTER[0],
            own if own & 0b10 == 0 => SHELTER[1],
            _ => 0,
        };
        sheet.add(KINGS, side, [value, 0]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet_of(fen: &str) -> Sheet {
        sheet(&Board::from_fen(fen))
    }

    #[test]
    fn evaluation_is_symmetric() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let value = |fen: &str| evaluate(&Board::from_fen(fen));
            assert_eq!(value(fen), value(&crate::seam::mirrored(fen)), "{fen}");
        }
    }

    #[test]
    fn pawn_structure_is_scored() {
        let sheet = sheet_of("4k3/p6p/8/1P6/8/8/1P5P/4K3 w - - 0 1");
        assert_eq!(sheet.terms[PAWNS][0], [DOUBLED[0] + 3 * ISOLATED[0], DOUBLED[1] + 3 * ISOLATED[1]]);
        assert_eq!(sheet.terms[PASSED], [[0; 2]; 2]);
        let passed = sheet_of("4k3/8/8/1P6/8/8/7P/4K2r w - - 0 1");
        assert_eq!(passed.terms[PASSED][0][0], PASSED_BY_RANK[4][0] + PASSED_BY_RANK[1][0]);
    }

    #[test]
    fn evaluations_stay_below_mate_scores() {
        let board = Board::from_fen("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQ5/8/6pp/K6k w - - 0 1");
        assert_eq!(evaluate(&board), MATE - MATE_RANGE - 1);
    }

    #[test]
    fn dead_positions_are_drawn() {
        for (fen, dead) in
            [("4k3/8/8/8/8/8/8/3NKN2 w - - 0 1", true), ("4k3/8/8/8/8/8/8/3BKB2 w - - 0 1", false)]
        {
            assert_eq!(sheet_of(fen).score() == 0, dead, "{fen}");
        }
    }
}
