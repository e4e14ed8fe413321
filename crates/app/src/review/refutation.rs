//! Why moves are bad: reasons that follow from the engine's lines and the rules. The submodule `english` puts
//! them into words.
//!
//! Nothing is guessed. Material counts only once a line is quiet and only if the balance holds to its end; a
//! tactic is named only if the line itself cashes it in. If there is nothing of this kind, the terms of the
//! classical evaluation are compared at the quiet ends of both lines (`quiet`), and only what the search
//! confirms is said.

mod balance;
mod english;
mod facts;
mod material;
mod mates;
mod plan;
mod quiet;
mod tactics;

use heirloom_chess::{Color, DrawReason, Line, Move, Outcome, PieceType, Position, Square};
use heirloom_engine::Score;

use super::Evaluation;
use super::judgement::{MateChange, mate_change};
use balance::settled;
pub use english::{numbered, say};
pub use facts::{Fact, Theme};
pub use plan::{Idea, Plan, Prevented, hanging, purpose};
pub use quiet::Change;

/// Why a move is bad.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It stalemates.
    Stalemates,
    /// It leaves insufficient mating material.
    LeavesTooLittle,
    /// It repeats the position for the third time, so the opponent can claim a draw.
    Repeats,
    /// It allows a forced mate.
    AllowsMate {
        /// The number of moves to mate.
        moves: u32,
        /// True for a mate on the back rank, with the king hemmed in by its own pieces.
        back_rank: bool,
        /// The mating line, starting with the opponent's reply.
        line: Vec<Move>,
    },
    /// It misses a forced mate.
    MissesMate {
        /// The number of moves to mate.
        moves: u32,
        /// The mating line, starting with the better move.
        line: Vec<Move>,
    },
    /// It lets the opponent promote a pawn to a piece that survives.
    AllowsPromotion {
        /// The line, starting with the opponent's reply.
        line: Vec<Move>,
    },
    /// It misses a winning promotion.
    MissesPromotion {
        /// The line, starting with the better move.
        line: Vec<Move>,
    },
    /// It loses material.
    Loses {
        /// The material lost and gained.
        trade: Trade,
        /// The tactic.
        tactic: Option<Tactic>,
        /// The line, starting with the opponent's reply.
        line: Vec<Move>,
    },
    /// It misses a gain of material.
    MissesGain {
        /// The material that could have been won, and its price.
        trade: Trade,
        /// The tactic.
        tactic: Option<Tactic>,
        /// The line, starting with the better move.
        line: Vec<Move>,
    },
    /// It makes the position worse by the terms of the classical evaluation, when both lines have become
    /// quiet.
    Worsens {
        /// What has become worse, most important first.
        changes: Vec<Change>,
        /// The line, starting with the opponent's reply.
        line: Vec<Move>,
        /// The line that it is compared with, starting with the better move.
        better: Vec<Move>,
    },
    /// It allows a reply without which it would cost at most half as much.
    AllowsPlan(Plan),
    /// It misses a move; every other move costs at least half as much.
    MissesPlan(Plan),
}

impl Reason {
    /// Returns the kind of reason in a word or two.
    pub const fn word(&self) -> &'static str {
        match self {
            Reason::Stalemates => "stalemates",
            Reason::LeavesTooLittle => "leaves too little",
            Reason::Repeats => "repeats",
            Reason::AllowsMate { .. } => "allows mate",
            Reason::MissesMate { .. } => "misses mate",
            Reason::AllowsPromotion { .. } => "allows promotion",
            Reason::MissesPromotion { .. } => "misses promotion",
            Reason::Loses { .. } => "loses",
            Reason::MissesGain { .. } => "misses gain",
            Reason::Worsens { .. } => "worsens",
            Reason::AllowsPlan(_) => "allows plan",
            Reason::MissesPlan(_) => "misses plan",
        }
    }

    /// Returns true if the rules alone prove the reason: draws and mates.
    pub const fn is_certain(&self) -> bool {
        match self {
            Reason::Stalemates
            | Reason::LeavesTooLittle
            | Reason::Repeats
            | Reason::AllowsMate { .. }
            | Reason::MissesMate { .. } => true,
            Reason::AllowsPromotion { .. }
            | Reason::MissesPromotion { .. }
            | Reason::Loses { .. }
            | Reason::MissesGain { .. }
            | Reason::Worsens { .. }
            | Reason::AllowsPlan(_)
            | Reason::MissesPlan(_) => false,
        }
    }

    /// Returns true if the reason is neither a draw, a mate nor material.
    pub const fn is_quiet(&self) -> bool {
        matches!(self, Reason::Worsens { .. } | Reason::AllowsPlan(_) | Reason::MissesPlan(_))
    }

    /// Returns the line that proves the reason, from the position before the bad move `mv`; `None` if the
    /// move itself is the proof.
    pub fn proof(&self, mv: Move) -> Option<Vec<Move>> {
        let after = |line: &[Move]| std::iter::once(mv).chain(line.iter().copied()).collect();
        let proof: Vec<Move> = match self {
            Reason::Stalemates | Reason::LeavesTooLittle | Reason::Repeats => return None,
            Reason::AllowsMate { line, .. }
            | Reason::AllowsPromotion { line }
            | Reason::Loses { line, .. }
            | Reason::Worsens { line, .. }
            | Reason::AllowsPlan(Plan { line, .. }) => after(line),
            Reason::MissesMate { line, .. }
            | Reason::MissesPromotion { line }
            | Reason::MissesGain { line, .. }
            | Reason::MissesPlan(Plan { line, .. }) => line.clone(),
        };
        Some(proof)
    }
}

/// Pieces permanently exchanged, without equal ones, most valuable first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trade {
    /// What one side loses.
    pub lost: Vec<PieceType>,
    /// What it gets in return.
    pub won: Vec<PieceType>,
}

/// A tactic that wins material.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tactic {
    /// A piece can simply be taken.
    Hanging(PieceType, Square),
    /// A piece attacks two others: the forking piece, its square, and its targets.
    Fork(PieceType, Square, [PieceType; 2]),
    /// A piece cannot move off a line because its king is behind it.
    Pin(PieceType, Square),
    /// A piece has to leave a line, exposing another: the front piece and the one taken.
    Skewer(PieceType, PieceType),
    /// A piece moves off a line, so that the one behind it attacks: the attacking piece.
    Discovered(PieceType),
}

/// A move with the evaluations before and after it; scores are White's.
#[derive(Clone, Copy, Debug)]
pub struct JudgedMove<'a> {
    /// The game up to the position before the move.
    pub line: &'a Line,
    /// The move.
    pub mv: Move,
    /// The evaluation before the move.
    pub before: &'a Evaluation,
    /// The evaluation after the move.
    pub after: &'a Evaluation,
    /// True if searches check each reason: then small gains need not show nearly in full in the score.
    pub is_checked: bool,
}

/// Returns why a bad move is bad, most important reason first; empty if there is no clear reason.
pub fn reasons(case: &JudgedMove<'_>) -> Vec<Reason> {
    let position = case.line.position();
    let mut after = case.line.clone();
    if after.push(case.mv).is_err() {
        return Vec::new();
    }
    let mover = position.turn();
    let view = |score: Score| if mover == Color::White { score } else { score.flipped() };
    let mut reasons: Vec<Reason> = draw(&after).into_iter().collect();
    match (
        mate_change(view(case.before.score), view(case.after.score)),
        view(case.before.score),
        view(case.after.score),
    ) {
        (Some(MateChange::Lost), Score::Mate(moves), now) => {
            if let Score::Mate(allowed) = now {
                reasons.push(mates::allowed(allowed, after.position(), &case.after.line));
            }
            reasons.push(Reason::MissesMate { moves: moves.unsigned_abs(), line: case.before.line.clone() });
            return reasons;
        }
        (Some(MateChange::Created), _, Score::Mate(moves)) => {
            reasons.push(mates::allowed(moves, after.position(), &case.after.line));
            return reasons;
        }
        _ => {}
    }
    reasons.extend(material::reason(case, position, after.position()));
    if reasons.is_empty() {
        reasons.extend(quiet::reason(case));
    }
    reasons
}

/// Returns the material that a line wins for the side that moves first once it is quiet, in centipawns; none
/// if it is never quiet.
pub fn gained(position: &Position, line: &[Move]) -> Option<i32> {
    settled(position, line).map(|settled| settled.value)
}

/// Returns true if the side to move is not in check and can win no material immediately.
pub fn is_quiet(position: &Position) -> bool {
    !position.in_check() && !balance::is_noisy(position)
}

fn draw(after: &Line) -> Option<Reason> {
    match after.outcome()? {
        Outcome::Draw(DrawReason::Stalemate) => Some(Reason::Stalemates),
        Outcome::Draw(DrawReason::InsufficientMaterial) => Some(Reason::LeavesTooLittle),
        Outcome::Draw(DrawReason::ThreefoldRepetition) => Some(Reason::Repeats),
        _ => None,
    }
}

fn is_minor(piece_type: PieceType) -> bool {
    matches!(piece_type, PieceType::Knight | PieceType::Bishop)
}

#[cfg(test)]
mod tests;
