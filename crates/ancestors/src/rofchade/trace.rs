//! The evaluation taken apart, for the tuner and for whoever asks why: which weights a position uses, and how often.

use super::board::{Board, KINDS, WHITE};
use super::eval::Score;
use super::weights::{MATERIAL, TABLES};

/// A run of weights that belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// As in the source text of the weights, followed by the piece for tables.
    pub name: &'static str,
    /// The number of its first weight.
    pub start: usize,
    /// How many there are.
    pub len: usize,
}

const fn table(name: &'static str, kind: usize) -> Term {
    Term { name, start: MATERIAL.len() + 64 * kind, len: 64 }
}

/// All terms in the order of their weights: material pawn to queen, then the six tables.
pub const TERMS: [Term; 7] = [
    Term { name: "MATERIAL", start: 0, len: MATERIAL.len() },
    table("PAWN", 0),
    table("KNIGHT", 1),
    table("BISHOP", 2),
    table("ROOK", 3),
    table("QUEEN", 4),
    table("KING", 5),
];

/// How many weights there are, those of the phase not counted.
pub const WEIGHTS: usize = MATERIAL.len() + 64 * KINDS;

/// The value of a weight by its number; zero beyond the last.
pub fn weight(number: usize) -> Score {
    match number.checked_sub(MATERIAL.len()) {
        None => MATERIAL[number],
        Some(place) => TABLES.get(place / 64).map_or(Score::default(), |table| table[place % 64]),
    }
}

/// What of the evaluation a position uses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// The number of a weight, how often it counts for White, how often for Black; each weight at most once, in order.
    pub coefficients: Vec<(u16, i16, i16)>,
    /// Pieces of both colors, pawn to king: they give the phase.
    pub pieces: [u8; KINDS],
}

/// The trace of a position: the sum of its weights times (White's - Black's) is the score from White's view, before the taper.
pub fn trace(board: &Board) -> Trace {
    let (mut counts, mut pieces) = ([[0i16; 2]; WEIGHTS], [0u8; KINDS]);
    for (color, kind, square) in board.pieces() {
        let own = if color == WHITE { square } else { square ^ 56 };
        counts[MATERIAL.len() + 64 * kind + own][color] += 1;
        if kind < MATERIAL.len() {
            counts[kind][color] += 1;
        }
        pieces[kind] += 1;
    }
    let used = counts.iter().enumerate().filter(|(_, count)| **count != [0, 0]);
    Trace { coefficients: used.map(|(number, count)| (number as u16, count[0], count[1])).collect(), pieces }
}

/// A term summed up: middlegame and endgame centipawns for White and for Black, each from the own view.
pub fn sum(trace: &Trace, term: &Term) -> [Score; 2] {
    let mut sums = [Score::default(); 2];
    for &(number, white, black) in &trace.coefficients {
        if (term.start..term.start + term.len).contains(&usize::from(number)) {
            let value = weight(number.into());
            for (sum, count) in sums.iter_mut().zip([white, black]) {
                (0..count).for_each(|_| *sum = sum.plus(value));
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_trace_explains_the_evaluation() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ] {
            let board = Board::from_fen(fen).unwrap();
            let trace = trace(&board);
            let mut score = Score::default();
            for term in &TERMS {
                let [white, black] = sum(&trace, term);
                score = score.plus(white).minus(black);
            }
            assert_eq!(score, board.score(), "{fen}");
            assert_eq!(trace.pieces.iter().map(|&count| u32::from(count)).sum::<u32>(), board.occupied().count_ones());
        }
    }

    #[test]
    fn terms_cover_the_weights_without_a_gap() {
        let end = TERMS.iter().fold(0, |end, term| {
            assert_eq!(term.start, end, "{}", term.name);
            end + term.len
        });
        assert_eq!(end, WEIGHTS);
        assert_eq!((weight(4), weight(WEIGHTS - 1), weight(WEIGHTS)), (MATERIAL[4], TABLES[5][63], Score::default()));
    }
}
