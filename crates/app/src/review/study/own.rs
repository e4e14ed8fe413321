//! Reasons from lines of the closer look's own: both the move and the better move are followed until the
//! lines are quiet; then strong replies and missed moves without which the loss is at most half as large.

use heirloom_chess::{Line, Move};
use heirloom_engine::Score;

use super::confirm::{CONFIRMED, Judge, Searched};
use super::searching::{Found, Halt, Searches, extended};
use crate::review::Evaluation;
use crate::review::refutation::{self, Idea, JudgedMove, Plan, Prevented, Reason, is_quiet, purpose};

/// The number of plies that each search adds to a line: the rest of its line is uncertain.
const STEP: usize = 6;
/// A line is followed for at least this many plies.
const LONG: usize = 10;
/// A line is followed for at most this many plies.
const LONGEST: usize = 16;
/// A move is a mistake if it costs at least this many points of win percentage.
const MISTAKE: f64 = 6.0;
/// The plies shown of the line of a plan.
const SHOWN: usize = 5;

/// Returns the reasons that lines of its own give for a bad move, each confirmed.
pub fn reasons(
    judge: &mut Judge<'_>,
    better: Move,
    searches: &mut Searches<'_>,
) -> Result<Vec<Reason>, Halt> {
    let case = judge.sure(searches)?;
    if !case.finds_bad() {
        return Ok(Vec::new());
    }
    let best = if case.choosing.line.first() == Some(&better) {
        case.choosing.clone()
    } else {
        let mut found = searches.find_after(case.before, &[better])?;
        found.line.insert(0, better);
        found
    };
    for reason in along_lines(case, &best, searches)? {
        if !reason.is_certain() && judge.confirms(&reason, searches)? {
            return Ok(vec![reason]);
        }
    }
    for plan in [allowed, missed] {
        if let Some(reason) = plan(judge.sure(searches)?, &best, searches)?
            && judge.is_sure(&reason, searches)?
        {
            return Ok(vec![reason]);
        }
    }
    Ok(Vec::new())
}

/// Returns reasons from following both lines until they are quiet.
fn along_lines(case: &Searched<'_>, best: &Found, searches: &mut Searches<'_>) -> Result<Vec<Reason>, Halt> {
    let (Some(Score::Cp(before)), Some(Score::Cp(after))) = (best.score, case.refuting.score) else {
        return Ok(Vec::new());
    };
    let mut played = vec![case.reviewed.mv];
    played.extend(case.refuting.line.iter().take(STEP));
    let played = settle(case.before, played, searches)?;
    let better = settle(case.before, best.line.iter().copied().take(STEP + 1).collect(), searches)?;
    let evaluation =
        |cp, line: &[Move]| Evaluation { line: line.to_vec(), ..Evaluation::of_score(Score::Cp(cp)) };
    let (before, after) = (evaluation(before, &better), evaluation(after, &played[1..]));
    let (line, mv) = (case.before, case.reviewed.mv);
    let judged = JudgedMove { line, mv, before: &before, after: &after, is_checked: true };
    Ok(refutation::reasons(&judged))
}

/// Follows a line by searches at its end, until it is long enough and quiet.
fn settle(before: &Line, mut moves: Vec<Move>, searches: &mut Searches<'_>) -> Result<Vec<Move>, Halt> {
    loop {
        let end = extended(before, &moves);
        moves.truncate(end.moves().len() - before.moves().len());
        let settled = moves.len() >= LONG && is_quiet(end.position());
        if settled || moves.len() >= LONGEST || end.outcome().is_some() {
            return Ok(moves);
        }
        let more = searches.find(&end)?.line;
        if more.is_empty() {
            return Ok(moves);
        }
        moves.extend(more.into_iter().take(STEP));
    }
}

/// Returns the strong reply that the move allows: every other reply leaves it half of the loss.
fn allowed(case: &Searched<'_>, best: &Found, searches: &mut Searches<'_>) -> Result<Option<Reason>, Halt> {
    let player = case.reviewed.mover;
    let after = extended(case.before, &[case.reviewed.mv]);
    let line = &case.refuting.line;
    let (Some(&reply), Some(&better)) = (line.first(), best.line.first()) else { return Ok(None) };
    // Taking back is no plan.
    let retakes = case.before.position().is_capture(case.reviewed.mv) && reply.to() == case.reviewed.mv.to();
    let Some(idea) = purpose(after.position(), line).filter(|_| !retakes) else { return Ok(None) };
    let (now, then) = (case.refuting.win(player), best.win(player));
    let Some(without) = searches.find_without(&after, reply)? else { return Ok(None) };
    if without.win(player) - now < ((then - now) / 2.0).max(CONFIRMED) {
        return Ok(None);
    }
    let prevented = prevented(case.before, &[better], reply, searches, |found| found.win(player) - then)?;
    Ok(Some(Reason::AllowsPlan(plan(idea, line, prevented))))
}

/// Returns the move that was missed: every other move costs half as much.
fn missed(case: &Searched<'_>, best: &Found, searches: &mut Searches<'_>) -> Result<Option<Reason>, Halt> {
    let (player, mv) = (case.reviewed.mover, case.reviewed.mv);
    let (Some(&reply), Some(&better)) = (case.refuting.line.first(), best.line.first()) else {
        return Ok(None);
    };
    let position = case.before.position();
    let Some(idea) = purpose(position, &best.line) else { return Ok(None) };
    // The move played may do the same in another way.
    let mut played = vec![mv];
    played.extend(&case.refuting.line);
    let saved = matches!(idea, Idea::Saves(_, square) if square == mv.from());
    if saved || purpose(position, &played) == Some(idea) {
        return Ok(None);
    }
    let (now, then) = (case.refuting.win(player), best.win(player));
    let Some(without) = searches.find_without(case.before, better)? else { return Ok(None) };
    if then - without.win(player) < ((then - now) / 2.0).max(CONFIRMED) {
        return Ok(None);
    }
    let prevented = prevented(case.before, &[mv, reply], better, searches, |found| now - found.win(player))?;
    Ok(Some(Reason::MissesPlan(plan(idea, &best.line, prevented))))
}

fn plan(idea: Idea, line: &[Move], prevented: Option<Prevented>) -> Plan {
    Plan { idea, line: line.iter().copied().take(SHOWN).collect(), prevented }
}

/// Returns how a move is prevented after other moves; `cost` is what it costs its player there.
fn prevented(
    before: &Line,
    others: &[Move],
    mv: Move,
    searches: &mut Searches<'_>,
    cost: impl Fn(&Found) -> f64,
) -> Result<Option<Prevented>, Halt> {
    let line = extended(before, others);
    if !line.position().is_legal(mv) {
        return Ok(Some(Prevented::Illegal(others.to_vec())));
    }
    let found = searches.find(&extended(&line, &[mv]))?;
    let mut moves = others.to_vec();
    moves.push(mv);
    moves.extend(found.line.iter().take(1));
    Ok((cost(&found) >= MISTAKE).then_some(Prevented::Mistake(moves)))
}
