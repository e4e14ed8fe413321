//! The static evaluation: the kind of position and the sum of its terms.
//!
//! Each term enters its centipawns into a [`Ledger`]: a plain sum during the search, or an account by term
//! and square for explanations. Material dominates; all other terms together rarely reach two pawns.

pub mod endings;
pub mod kingpawn;
pub mod material;
pub mod officers;
pub mod race;
pub mod surroundings;
pub mod switches;

use super::board::{SQUARES, Side, Square};
use super::named;
use super::pins::Threats;
use super::position::Position;
use endings::Ending;
use kingpawn::{Facts, KingPawnTable};
use switches::Switches;

/// The usual limit in centipawns of the sum of positional terms outside endgames, for lazy evaluation.
pub const POSITIONAL_MAX: i32 = 200;

/// The value of a drawn position.
pub const DRAW: i32 = 0;

named! {
    /// A term of the evaluation.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Term;

    /// The value of the pieces.
    Material = "material";
    /// The side ahead prefers to trade pieces and pawns.
    TradeDown = "trade down";
    /// Attacked squares, weighted.
    FieldControl = "square control";
    /// Isolated, doubled and backward pawns.
    PawnStructure = "pawn structure";
    /// The advance of pawns.
    PawnAdvance = "pawn advance";
    /// Passed pawns.
    PassedPawns = "passed pawns";
    /// The squares in front of passed pawns.
    PassedPath = "path of passed pawns";
    /// The race to promote in a pawn ending.
    PawnRace = "pawn race";
    /// Pawns in front of the king.
    KingShelter = "king shelter";
    /// A king without shelter, while the opponent has pieces.
    KingExposure = "king exposure";
    /// Castling, or obstacles to it.
    Castling = "castling";
    /// The endgame king: near the center and the pawns.
    KingActivity = "king activity";
    /// Officers on the first rank, and an early queen.
    Development = "development";
    /// Control of the center and the squares around the hostile king by officers.
    OfficerControl = "control by pieces";
    /// Rooks on open files and good ranks.
    Rooks = "rooks";
    /// The bishop pair.
    BishopPair = "bishop pair";
    /// Pawns on the color of the bishops, in endgames.
    BishopColors = "bishop colors";
    /// Hanging pieces of the side to move.
    Hung = "hanging pieces";
    /// Pinned pieces of the side to move.
    Pinned = "pinned pieces";
    /// Driving a bare king to where it can be mated.
    Mating = "mating";
}

/// Collects the values of terms.
pub trait Ledger {
    /// Enters a term's centipawns for `side`, with the `square` of the piece if it is about one.
    fn enter(&mut self, term: Term, side: Side, square: Option<Square>, value: i32);
}

/// The sum in centipawns from White's point of view.
#[derive(Clone, Copy, Default, Debug)]
pub struct Sum(pub i32);

impl Ledger for Sum {
    #[inline]
    fn enter(&mut self, _: Term, side: Side, _: Option<Square>, value: i32) {
        self.0 += side.sign() * value;
    }
}

/// The evaluation by term and square.
#[derive(Clone, Debug)]
pub struct Account {
    /// Centipawns of each term for White and for Black, each from its own point of view.
    pub terms: [[i32; 2]; Term::ALL.len()],
    /// The value of each square's piece in centipawns from White's point of view.
    pub squares: [i32; SQUARES],
}

impl Account {
    /// Returns a side's value of a term in centipawns.
    pub fn of(&self, term: Term, side: Side) -> i32 {
        self.terms[term as usize][side as usize]
    }

    /// Returns the total in centipawns from White's point of view.
    pub fn total(&self) -> i32 {
        self.terms.iter().map(|[white, black]| white - black).sum()
    }
}

impl Ledger for Account {
    fn enter(&mut self, term: Term, side: Side, square: Option<Square>, value: i32) {
        self.terms[term as usize][side as usize] += value;
        if let Some(square) = square {
            self.squares[square as usize] += side.sign() * value;
        }
    }
}

/// Returns the value of a position in centipawns for the side to move.
pub fn evaluate(
    position: &Position,
    threats: &Threats,
    switches: &Switches,
    table: &mut KingPawnTable,
) -> i32 {
    let mut sum = Sum::default();
    match endings::classify(position) {
        Some(Ending::Draw) => return DRAW,
        Some(ending) => endings::enter(position, ending, &mut sum),
        None => {
            let facts = table.look_up(position, switches, &mut sum);
            standard(position, threats, switches, &facts, &mut sum);
        }
    }
    sum.0 * position.context.side.sign()
}

/// Returns the evaluation term by term and square by square.
pub fn explain(position: &Position, threats: &Threats, switches: &Switches) -> Account {
    let mut account = Account { terms: [[0; 2]; Term::ALL.len()], squares: [0; SQUARES] };
    match endings::classify(position) {
        Some(Ending::Draw) => {}
        Some(ending) => endings::enter(position, ending, &mut account),
        None => {
            let facts = kingpawn::assess(&position.board, switches, &mut account);
            standard(position, threats, switches, &facts, &mut account);
        }
    }
    account
}

/// Enters all terms except those of kings and pawns alone and of special endings.
fn standard(
    position: &Position,
    threats: &Threats,
    switches: &Switches,
    facts: &Facts,
    ledger: &mut impl Ledger,
) {
    material::enter(position, ledger);
    if position.context.officers == [0, 0] {
        race::enter(position, facts, ledger);
        return;
    }
    surroundings::enter(position, threats, switches, facts, ledger);
    officers::field_control(threats, ledger);
    for side in Side::BOTH {
        officers::development(position, switches, side, ledger);
        officers::control(position, threats, side, ledger);
        officers::rooks(position, switches, facts, side, ledger);
        officers::bishops(position, switches, side, ledger);
    }
    officers::hung(position, threats, ledger);
    officers::pinned(position, threats, ledger);
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns the account of a position, with the switches set as at the root.
    pub fn account(fen: &str) -> Account {
        let position = Position::from_fen(fen).unwrap();
        explain(&position, &Threats::of(&position), &Switches::at_root(&position))
    }

    /// Returns the value of a term, White's minus Black's centipawns.
    pub fn term(term: Term, fen: &str) -> i32 {
        let account = account(fen);
        account.of(term, Side::White) - account.of(term, Side::Black)
    }

    const POSITIONS: [&str; 7] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
        "8/5pk1/3b2p1/1P1P4/8/2B3P1/5PK1/8 w - - 0 1",
        "8/2k5/8/P7/8/5p2/8/6K1 b - - 0 1",
        "8/8/3k4/8/8/2BNK3/8/8 w - - 0 1",
        "8/8/3k4/8/8/4K3/4Q3/8 b - - 0 1",
    ];

    #[test]
    fn evaluation_is_symmetric() {
        for fen in POSITIONS {
            assert_eq!(account(fen).total(), -account(&crate::seam::mirrored(fen)).total(), "{fen}");
        }
    }

    #[test]
    fn the_table_does_not_change_the_sum_of_terms() {
        let mut table = KingPawnTable::new(10);
        for fen in POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            let (threats, switches) = (Threats::of(&position), Switches::at_root(&position));
            table.prepare(&switches);
            let total = account(fen).total() * position.context.side.sign();
            assert_eq!(evaluate(&position, &threats, &switches, &mut table), total, "{fen}");
            assert_eq!(evaluate(&position, &threats, &switches, &mut table), total, "{fen}");
            assert_eq!(2 * table.hits, table.probes);
        }
    }
}
