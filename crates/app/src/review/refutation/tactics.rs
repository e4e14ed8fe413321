//! Tactics that win material, recognized only if the line cashes them in.

use heirloom_chess::{Move, PieceType, Position, Square, attacks, see};

use super::Tactic;

/// Returns the tactic of the first move of a line, based on what the same side captures with its second move.
pub fn of(position: &Position, line: &[Move]) -> Option<Tactic> {
    let &first = line.first()?;
    let attacker = position.piece_at(first.from())?.piece_type();
    if let Some(taken) = position.captured(first) {
        // A piece taken at once was hanging, unless it costs a piece of the same value.
        let gain = see::VALUES[taken.piece_type().index()] - see::VALUES[attacker.index()];
        if gain < see::VALUES[PieceType::Pawn.index()]
            && line.get(1).is_some_and(|reply| reply.to() == first.to())
        {
            return None;
        }
        let free = see::at_least(position, first, see::VALUES[PieceType::Pawn.index()], &see::VALUES);
        return free.then(|| Tactic::Hanging(taken.piece_type(), victim_square(first)));
    }
    let &[_, reply, second, ..] = line else { return None };
    let (mut after, mut then) = (position.clone(), position.clone());
    after.try_play(first).ok()?;
    then.try_play(first).ok()?;
    then.try_play(reply).ok()?;
    // A recapture is not a tactic of the first move.
    let taken = then.captured(second).filter(|_| after.captured(reply).is_none())?.piece_type();
    let target = victim_square(second);
    if second.from() == first.to() {
        let fork = || fork(&after, first, attacker, target, taken);
        skewer(&after, first, reply, target, taken)
            .or_else(|| pin(&after, first, target, taken))
            .or_else(fork)
    } else {
        pin(&after, first, target, taken).or_else(|| discovered(position, &after, first, second, target))
    }
}

/// Returns the square of the captured piece, which differs from the target for en passant.
fn victim_square(mv: Move) -> Square {
    match mv.kind() {
        heirloom_chess::MoveKind::EnPassant => Square::new(mv.to().file(), mv.from().rank()),
        _ => mv.to(),
    }
}

/// The moved piece attacks two important targets and takes one of them.
fn fork(
    after: &Position,
    first: Move,
    attacker: PieceType,
    target: Square,
    taken: PieceType,
) -> Option<Tactic> {
    let attacker = first.promotion_piece().unwrap_or(attacker);
    let victims = after.colored(after.turn());
    let attacked = attacks::piece(!after.turn(), attacker, first.to(), after.occupied()) & victims;
    if !attacked.contains(target) {
        return None;
    }
    let matters = |square: Square| {
        let piece = after.piece_at(square)?.piece_type();
        let worth = see::VALUES[piece.index()];
        let unprotected = (after.attackers_to(square, after.occupied()) & victims).is_empty();
        let dear = worth > see::VALUES[attacker.index()] || unprotected && piece != PieceType::Pawn;
        (piece == PieceType::King || dear).then_some(piece)
    };
    matters(target)?;
    let other = attacked.into_iter().filter(|&square| square != target).filter_map(matters).max()?;
    let pair = if other > taken { [other, taken] } else { [taken, other] };
    Some(Tactic::Fork(attacker, first.to(), pair))
}

/// The front piece leaves, and the one behind it on the same line is taken.
fn skewer(after: &Position, first: Move, reply: Move, target: Square, taken: PieceType) -> Option<Tactic> {
    let front = reply.from();
    let in_front = after.piece_at(front)?.piece_type();
    let on_line = attacks::between(first.to(), target).contains(front);
    let clear = (attacks::between(first.to(), target) & after.occupied()).count() == 1;
    let dearer = in_front == PieceType::King || see::VALUES[in_front.index()] >= see::VALUES[taken.index()];
    (on_line && clear && dearer).then_some(Tactic::Skewer(in_front, taken))
}

/// The captured piece was pinned by the first move.
fn pin(after: &Position, first: Move, target: Square, taken: PieceType) -> Option<Tactic> {
    let king = after.king(after.turn());
    let pinned = after.pinned().contains(target) && attacks::between(king, first.to()).contains(target);
    // It was not pinned before the move.
    let fresh = !attacks::between(king, first.from()).contains(target);
    (pinned && fresh).then_some(Tactic::Pin(taken, target))
}

/// The capturing piece was behind the one that moved away.
fn discovered(
    before: &Position,
    after: &Position,
    first: Move,
    second: Move,
    target: Square,
) -> Option<Tactic> {
    let hidden = attacks::between(second.from(), target).contains(first.from());
    let piece = after.piece_at(second.from())?.piece_type();
    let attacks_now = attacks::reaches(!after.turn(), piece, second.from(), target, after.occupied());
    let attacked_before = attacks::reaches(!after.turn(), piece, second.from(), target, before.occupied());
    (hidden && attacks_now && !attacked_before).then_some(Tactic::Discovered(piece))
}
