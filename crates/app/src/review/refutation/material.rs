//! Material that a move loses, or that it misses a chance to win.

use heirloom_chess::{Color, Move, Piece, PieceType, Position, see};
use heirloom_engine::Score;

use super::balance::{self, Settled, settled};
use super::{JudgedMove, Reason, Trade, is_minor, tactics};
use crate::review::accuracy::clamped;

/// Gains smaller than this must show nearly in full in the score, in centipawns.
const CERTAIN_GAIN: i32 = 150;

/// Returns the material that the move loses compared to the best line, or that the best line wins and the
/// move does not.
pub fn reason(case: &JudgedMove<'_>, before: &Position, after: &Position) -> Option<Reason> {
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
        let in_full = value.abs() < CERTAIN_GAIN && !case.is_checked;
        let least = if in_full { value.abs() * 9 / 10 } else { value.abs() / 2 };
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
        let worth = |piece: Option<Piece>| piece.map_or(0, |piece| see::VALUES[piece.piece_type().index()]);
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
