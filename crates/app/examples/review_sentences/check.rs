//! Checks sentences by searches with more nodes than the review had.

use heirloom_app::review::Reviewed;
use heirloom_app::review::accuracy::win_percent_of;
use heirloom_app::review::refutation::{Plan, Prevented, Reason};
use heirloom_app::review::walk::{evaluate, known};
use heirloom_chess::{Color, Line, Move};
use heirloom_engine::{Limits, Session};
use heirloom_flagship::Flagship;

use crate::Failure;

/// A line must be worse or better by this many points of win percent.
const DIFFERENCE: f64 = 2.5;
/// A game is won from this win percentage on.
const WON: f64 = 90.0;

/// Checks sentences; a sentence is false if
///
/// - it names a mate, and there is no win for that side;
/// - it names a loss, and the end of its line is not worse for the player than the position before the move;
/// - it names a missed gain, and the end of its line is not better than the position after the move;
/// - it compares two lines, and the better one does not end better;
/// - it names the only strong reply, and without it the move is not better than with it;
/// - it names the only strong move, and another one is as good;
/// - it names a mistake in another line, and the move is none there.
pub struct Check {
    session: Session,
    nodes: u64,
}

impl Check {
    /// Starts the engine.
    pub fn start(nodes: u64) -> Result<Check, Failure> {
        Ok(Check { session: Session::start(Box::new(Flagship::new()?))?, nodes })
    }

    /// Returns true if the sentence of a reason is true.
    pub fn holds(&mut self, before: &Line, reviewed: &Reviewed, reason: &Reason) -> Result<bool, Failure> {
        let (player, mv) = (reviewed.mover, reviewed.mv);
        match reason {
            Reason::Stalemates | Reason::LeavesTooLittle | Reason::Repeats => Ok(true),
            Reason::AllowsMate { .. } => Ok(self.win(before, &[mv], !player)? >= WON),
            Reason::MissesMate { .. } => Ok(self.win(before, &[], player)? >= WON),
            Reason::Worsens { better, .. } => {
                let end = self.win(before, &reason.proof(mv).unwrap_or_default(), player)?;
                Ok(self.win(before, better, player)? - end >= DIFFERENCE)
            }
            Reason::MissesGain { line, .. } | Reason::MissesPromotion { line } => {
                Ok(self.win(before, line, player)? - self.win(before, &[mv], player)? >= DIFFERENCE)
            }
            Reason::AllowsPlan(plan) => {
                let Some(&reply) = plan.line.first() else { return Ok(false) };
                let end = self.win(before, &reason.proof(mv).unwrap_or_default(), player)?;
                let best = self.win(before, &[], player)?;
                let after = after(before, &[mv]);
                let spared = self.without(&after, reply, player)? - self.win(before, &[mv], player)?;
                let others = |line: &[Move]| line.iter().take(1).copied().collect::<Vec<_>>();
                let prevented = self.prevented(before, plan, player, others, 1.0)?;
                Ok(best - end >= DIFFERENCE && spared >= DIFFERENCE && prevented)
            }
            Reason::MissesPlan(plan) => {
                let Some(&better) = plan.line.first() else { return Ok(false) };
                let (best, played) =
                    (self.win(before, &plan.line, player)?, self.win(before, &[mv], player)?);
                let spared = self.win(before, &[], player)? - self.without(before, better, player)?;
                let others = |line: &[Move]| line.iter().take(2).copied().collect::<Vec<_>>();
                let prevented = self.prevented(before, plan, player, others, -1.0)?;
                Ok(best - played >= DIFFERENCE && spared >= DIFFERENCE && prevented)
            }
            Reason::AllowsPromotion { .. } | Reason::Loses { .. } => {
                let end = self.win(before, &reason.proof(mv).unwrap_or_default(), player)?;
                Ok(self.win(before, &[], player)? - end >= DIFFERENCE)
            }
        }
    }

    /// Returns true if a plan is a mistake where the sentence says so; `sign` is 1 for the opponent's.
    fn prevented(
        &mut self,
        before: &Line,
        plan: &Plan,
        player: Color,
        others: impl Fn(&[Move]) -> Vec<Move>,
        sign: f64,
    ) -> Result<bool, Failure> {
        let Some(Prevented::Mistake(moves)) = &plan.prevented else { return Ok(true) };
        let others = others(moves);
        let best = self.win(before, &others, player)?;
        let with = self.win(before, &moves[..=others.len()], player)?;
        Ok(sign * (with - best) >= DIFFERENCE)
    }

    /// Returns the win percentage of a player after some moves.
    fn win(&mut self, before: &Line, moves: &[Move], player: Color) -> Result<f64, Failure> {
        let line = after(before, moves);
        if let Some(found) = known(&line) {
            let mated = if line.position().turn() == player { 0.0 } else { 100.0 };
            return Ok(found.map_or(mated, |found| win_percent_of(player, found.score)));
        }
        self.search(&line, &Limits::nodes(self.nodes), player)
    }

    /// Returns the win percentage of a player if one move is not played.
    fn without(&mut self, line: &Line, without: Move, player: Color) -> Result<f64, Failure> {
        let moves = line.position().legal_moves();
        let others: Vec<Move> = moves.iter().copied().filter(|&mv| mv != without).collect();
        self.search(line, &Limits { search_moves: others, ..Limits::nodes(self.nodes) }, player)
    }

    fn search(&mut self, line: &Line, limits: &Limits, player: Color) -> Result<f64, Failure> {
        self.session.new_game()?;
        let stop = std::sync::atomic::AtomicBool::new(false);
        let found = evaluate(&mut self.session, line, limits, &stop)?.ok_or("the search was interrupted")?;
        Ok(win_percent_of(player, found.score))
    }
}

fn after(before: &Line, moves: &[Move]) -> Line {
    let mut line = before.clone();
    let _ = moves.iter().try_for_each(|&mv| line.push(mv).map(drop));
    line
}
