//! Why moves are bad: reasons that follow from the engine's lines and the rules. The submodule `english` puts
//! them into words.
//!
//! Nothing is guessed. Material counts only once a line is quiet and only if the balance holds to its end; a
//! tactic is named only if the line itself cashes it in. If there is nothing of this kind, the terms of the
//! classical evaluation are compared at the quiet ends of both lines (`quiet`), and only what the search
//! confirms is said.

mod balance;
mod english;
mod mates;
mod quiet;
mod tactics;

use heirloom_chess::{Color, DrawReason, Line, Move, Outcome, PieceType, Position, Square};
use heirloom_engine::Score;

use super::Evaluation;
use super::accuracy::clamped;
use super::judgement::{MateChange, mate_change};
use balance::{Settled, settled};
pub use english::{numbered, say};
pub use quiet::{Change, Theme};

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
            | Reason::Worsens { .. } => false,
        }
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
            | Reason::Worsens { line, .. } => after(line),
            Reason::MissesMate { line, .. }
            | Reason::MissesPromotion { line }
            | Reason::MissesGain { line, .. } => line.clone(),
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
    reasons.extend(material(case, position, after.position()));
    if reasons.is_empty() {
        reasons.extend(quiet::reason(case));
    }
    reasons
}

/// Gains smaller than this must show nearly in full in the score, in centipawns.
const CERTAIN_GAIN: i32 = 150;

fn draw(after: &Line) -> Option<Reason> {
    match after.outcome()? {
        Outcome::Draw(DrawReason::Stalemate) => Some(Reason::Stalemates),
        Outcome::Draw(DrawReason::InsufficientMaterial) => Some(Reason::LeavesTooLittle),
        Outcome::Draw(DrawReason::ThreefoldRepetition) => Some(Reason::Repeats),
        _ => None,
    }
}

/// Returns the material that the move loses compared to the best line, or that the best line wins and the
/// move does not.
fn material(case: &JudgedMove<'_>, before: &Position, after: &Position) -> Option<Reason> {
    let played: Vec<Move> = std::iter::once(case.mv).chain(case.after.line.iter().copied()).collect();
    let (played, best) = (settled(before, &played), settled(before, &case.before.line)?);
    // Without a settled line, there is nothing to compare.
    let played = played?;
    if best.value - played.value < balance::CLEAR_GAIN {
        return None;
    }
    let mover = before.turn();
    let of_mover = |score: Score| clamped(if mover == Color::White { score } else { score.flipped() });
    let drop = of_mover(case.before.score) - of_mover(case.after.score);
    // Material given up for compensation, or of little importance, does not explain the score.
    let explains = |value: i32| {
        let least = if value.abs() < CERTAIN_GAIN { value.abs() * 9 / 10 } else { value.abs() / 2 };
        drop >= least
    };
    if played.value <= -balance::CLEAR_GAIN {
        if !explains(played.value) {
            return None;
        }
        let line: Vec<Move> = case.after.line.iter().copied().take(played.plies.saturating_sub(1)).collect();
        if played.lets_promote {
            return Some(Reason::AllowsPromotion { line });
        }
        // A recapture is not a tactic by the opponent.
        let worth = |piece: Option<heirloom_chess::Piece>| {
            piece.map_or(0, |piece| heirloom_chess::see::VALUES[piece.piece_type().index()])
        };
        let is_trade =
            worth(before.captured(case.mv)) > worth(before.piece_at(case.mv.from())) - balance::CLEAR_GAIN;
        let recaptures = is_trade && line.first().is_some_and(|reply| reply.to() == case.mv.to());
        let tactic = tactics::of(after, &line).filter(|_| !recaptures);
        return Some(Reason::Loses { trade: trade(&played), tactic, line }).filter(has_line);
    }
    // A capture does not miss the gain of the better move: only the difference counts, which cannot be named.
    if best.value >= balance::CLEAR_GAIN && !before.is_capture(case.mv) && explains(best.value) {
        let line: Vec<Move> = case.before.line.iter().copied().take(best.plies).collect();
        if best.promotes {
            return Some(Reason::MissesPromotion { line });
        }
        let tactic = tactics::of(before, &line);
        let Trade { lost, won } = trade(&best);
        return Some(Reason::MissesGain { trade: Trade { lost: won, won: lost }, tactic, line })
            .filter(has_line);
    }
    None
}

fn has_line(reason: &Reason) -> bool {
    match reason {
        Reason::Loses { line, trade, .. } | Reason::MissesGain { line, trade, .. } => {
            !line.is_empty() && !trade.lost.is_empty()
        }
        _ => true,
    }
}

fn trade(settled: &Settled) -> Trade {
    let (mut lost, mut won) = (Vec::new(), Vec::new());
    for piece_type in PieceType::ALL.into_iter().rev() {
        let net = settled.net[piece_type.index()];
        let side = if net < 0 { &mut lost } else { &mut won };
        side.extend(std::iter::repeat_n(piece_type, net.unsigned_abs() as usize));
    }
    // A knight for a bishop is an even trade.
    while let Some(place) = lost.iter().position(|&piece| is_minor(piece)) {
        let Some(other) = won.iter().position(|&piece| is_minor(piece)) else { break };
        lost.remove(place);
        won.remove(other);
    }
    Trade { lost, won }
}

fn is_minor(piece_type: PieceType) -> bool {
    matches!(piece_type, PieceType::Knight | PieceType::Bishop)
}

#[cfg(test)]
mod tests;
