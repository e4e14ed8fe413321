//! What refutes a bad move: the reasons that can be proved from the engine's lines and the rules, as values; `english` puts them into words.
//!
//! Nothing is guessed. Material counts only once a line has come to rest and stays so to its end; a tactic is named only if the line itself
//! cashes it in. A move that is bad for reasons that no piece pays for has no reason here.

mod balance;
mod english;
mod mates;
mod tactics;

use heirloom_chess::{Color, DrawReason, Line, Move, Outcome, PieceType, Position, Square};
use heirloom_engine::Score;

use super::Evaluation;
use super::accuracy::clamped;
use super::judgement::{MateChange, mate_change};
use balance::{Settled, settled};
pub use english::{numbered, say};

/// Why a move is bad.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It gives stalemate.
    Stalemates,
    /// It leaves too little material to mate.
    LeavesTooLittle,
    /// The position stands for the third time, so that the opponent may claim a draw.
    Repeats,
    /// It lets the opponent force mate.
    AllowsMate {
        /// In so many moves.
        moves: u32,
        /// Along the back rank, behind pawns of one's own.
        back_rank: bool,
        /// How, from the opponent's reply on.
        line: Vec<Move>,
    },
    /// There was a mate, and now there is none.
    MissesMate {
        /// In so many moves.
        moves: u32,
        /// How, from the better move on.
        line: Vec<Move>,
    },
    /// It lets a pawn of the opponent become a piece that stays.
    AllowsPromotion {
        /// How, from the opponent's reply on.
        line: Vec<Move>,
    },
    /// It misses a promotion that wins.
    MissesPromotion {
        /// How, from the better move on.
        line: Vec<Move>,
    },
    /// It loses material.
    Loses {
        /// What goes, and what comes for it.
        trade: Trade,
        /// By which means.
        tactic: Option<Tactic>,
        /// How, from the opponent's reply on.
        line: Vec<Move>,
    },
    /// It misses a gain of material.
    MissesGain {
        /// What was to be had, and what was to be paid.
        trade: Trade,
        /// By which means.
        tactic: Option<Tactic>,
        /// How, from the better move on.
        line: Vec<Move>,
    },
}

/// Pieces that change hands for good, equal ones left out; the most valuable first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trade {
    /// What one side loses.
    pub lost: Vec<PieceType>,
    /// What it gets for it.
    pub won: Vec<PieceType>,
}

/// By which means material is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tactic {
    /// A piece can simply be taken.
    Hanging(PieceType, Square),
    /// One piece attacks two: the forking one, its square, and what it attacks.
    Fork(PieceType, Square, [PieceType; 2]),
    /// A piece may not leave its line, for the king is behind it.
    Pin(PieceType, Square),
    /// A piece has to leave its line, and another one is behind it: what leaves, and what is taken.
    Skewer(PieceType, PieceType),
    /// A piece steps aside, and the one behind it attacks: this one.
    Discovered(PieceType),
}

/// A move with what was known before and after it; scores are White's.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The game up to the position before the move.
    pub line: &'a Line,
    /// The move.
    pub mv: Move,
    /// The position before it.
    pub before: &'a Evaluation,
    /// The position after it.
    pub after: &'a Evaluation,
}

/// Why a bad move is bad; the weightiest reason first. Nothing where no reason is plain.
pub fn reasons(case: &Case<'_>) -> Vec<Reason> {
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
    reasons
}

fn draw(after: &Line) -> Option<Reason> {
    match after.outcome()? {
        Outcome::Draw(DrawReason::Stalemate) => Some(Reason::Stalemates),
        Outcome::Draw(DrawReason::InsufficientMaterial) => Some(Reason::LeavesTooLittle),
        Outcome::Draw(DrawReason::ThreefoldRepetition) => Some(Reason::Repeats),
        _ => None,
    }
}

/// Material that the played line loses and the best line keeps, or that the best line wins and the played one does not.
fn material(case: &Case<'_>, before: &Position, after: &Position) -> Option<Reason> {
    let played: Vec<Move> = std::iter::once(case.mv).chain(case.after.line.iter().copied()).collect();
    let (played, best) = (settled(before, &played), settled(before, &case.before.line)?);
    // Without a reply there is only what the move itself takes.
    let played = played?;
    if best.value - played.value < balance::PLAIN {
        return None;
    }
    let mover = before.turn();
    let of_mover = |score: Score| clamped(if mover == Color::White { score } else { score.flipped() });
    let drop = of_mover(case.before.score) - of_mover(case.after.score);
    // Material that was given for something, or that matters little, does not explain the score.
    let explains = |value: i32| drop * 2 >= value.abs();
    if played.value <= -balance::PLAIN {
        if !explains(played.value) {
            return None;
        }
        let line: Vec<Move> = case.after.line.iter().copied().take(played.plies.saturating_sub(1)).collect();
        if played.lets_promote {
            return Some(Reason::AllowsPromotion { line });
        }
        // Who takes back has not been offered anything.
        let worth = |piece: Option<heirloom_chess::Piece>| {
            piece.map_or(0, |piece| heirloom_chess::see::VALUES[piece.piece_type().index()])
        };
        let is_trade =
            worth(before.captured(case.mv)) > worth(before.piece_at(case.mv.from())) - balance::PLAIN;
        let takes_back = is_trade && line.first().is_some_and(|reply| reply.to() == case.mv.to());
        let tactic = tactics::of(after, &line).filter(|_| !takes_back);
        return Some(Reason::Loses { trade: trade(&played), tactic, line }).filter(has_line);
    }
    // A move that takes something itself does not miss what the better one would have taken: only the difference counts, and nobody can name that.
    if best.value >= balance::PLAIN && !before.is_capture(case.mv) && explains(best.value) {
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
    // A knight for a bishop is no loss of either.
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
