//! A closer look at single moves by searches of their own: how hard a mistake was to see, what older engines
//! would have played, and whether a good move was the only one.
//!
//! The searches are limited by nodes and begin with empty tables, so the same position always gives the same
//! result.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use heirloom_ancestors::Ancestor;
use heirloom_chess::{Color, Line, Move};
use heirloom_engine::progress::Change;
use heirloom_engine::{EngineError, Limits, Score, SearchRequest, Session};
use heirloom_flagship::Flagship;

use super::accuracy::win_percent_of;
use super::judgement::{Judgement, JudgementRules};
use super::refutation::Reason;
use super::walk::known;
use super::{Review, Reviewed};

/// Nodes of each search by Heirloom.
pub const NODES: u64 = 100_000;
/// Nodes of each search by an ancestor.
pub const ERA_NODES: u64 = 30_000;
/// A reason is confirmed if its line changes the win percentage by at least this much.
const CONFIRMED: f64 = 4.0;
/// A position this decided has no only moves.
const DECIDED: f64 = 95.0;

/// What a closer look at a move found out; empty until there was one.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MoveStudy {
    /// How hard a mistake was to see.
    pub visibility: Option<Visibility>,
    /// What the ancestors would have played instead of a mistake, oldest ancestor first.
    pub eras: Vec<EraOpinion>,
    /// True if every other move would have been at least a mistake.
    pub only: bool,
    /// The indices of the reasons against a mistake that the searches do not confirm.
    pub unconfirmed: Vec<usize>,
}

/// How hard a mistake was to see for Heirloom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Visibility {
    /// When the search after the move shows at least half of its cost.
    pub refutation: Sight,
    /// When the search before the move prefers another move.
    pub better: Sight,
}

/// The iteration of a search from which on it sees something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// From this depth in plies on, reached after this many nodes.
    From(u32, u64),
    /// Not even at this depth, reached after this many nodes.
    NotBy(u32, u64),
}

/// How hard something is to see, from the depth that shows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Difficulty {
    /// At most 3 plies.
    Easy,
    /// At most 7 plies.
    Moderate,
    /// At most 13 plies.
    Hard,
    /// Deeper.
    VeryHard,
}

/// What an ancestor would have played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EraOpinion {
    /// The identifier of the ancestor.
    pub ancestor: &'static str,
    /// Its move.
    pub choice: Move,
    /// Whether and when it prefers the better move.
    pub sees: Sight,
}

/// The last report of an iteration; the score is White's.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Iteration {
    depth: u32,
    nodes: u64,
    score: Score,
    first: Move,
}

impl Visibility {
    /// Returns what was easier to see: the refutation of the move, or that another move is better.
    pub fn easier(&self) -> Sight {
        if self.is_better_easier() { self.better } else { self.refutation }
    }

    /// Returns true if a better move was easier to see than the refutation.
    pub fn is_better_easier(&self) -> bool {
        let plies = |sight: Sight| match sight {
            Sight::From(depth, _) => depth,
            Sight::NotBy(depth, _) => depth.saturating_add(1000),
        };
        plies(self.better) < plies(self.refutation)
    }
}

impl Sight {
    /// Returns the depth at which it is seen.
    pub fn depth(self) -> Option<u32> {
        match self {
            Sight::From(depth, _) => Some(depth),
            Sight::NotBy(..) => None,
        }
    }

    /// Returns how hard it is to see.
    pub fn difficulty(self) -> Difficulty {
        match self.depth() {
            Some(0..=3) => Difficulty::Easy,
            Some(4..=7) => Difficulty::Moderate,
            Some(8..=13) => Difficulty::Hard,
            _ => Difficulty::VeryHard,
        }
    }

    /// Returns from which iteration on something holds, through the end.
    fn settled(iterations: &[Iteration], holds: impl Fn(&Iteration) -> bool) -> Option<Sight> {
        let last = iterations.last()?;
        let from = iterations.iter().rposition(|iteration| !holds(iteration)).map_or(0, |index| index + 1);
        Some(match iterations.get(from) {
            Some(first) => Sight::From(first.depth, first.nodes),
            None => Sight::NotBy(last.depth, last.nodes),
        })
    }
}

/// The engines that take a closer look.
pub struct Examiner {
    flagship: Session,
    ancestors: Vec<(&'static Ancestor, Session)>,
}

impl Examiner {
    /// Starts Heirloom and, if `eras` are wanted, its ancestors, all with default options. Fails if an engine
    /// cannot be started.
    pub fn start(eras: bool) -> Result<Examiner, EngineError> {
        let flagship = Session::start(Box::new(Flagship::new()?))?;
        let ancestors = heirloom_ancestors::ALL.iter().filter(|_| eras);
        let ancestors = ancestors.map(|ancestor| Ok((ancestor, Session::start((ancestor.create)()?)?)));
        Ok(Examiner { flagship, ancestors: ancestors.collect::<Result<_, EngineError>>()? })
    }

    /// Takes a closer look at a move of a review, if there is something to find out; `game` is its main line.
    /// Returns `None` if `stop` was set before the end. Fails if an engine fails.
    pub fn study(
        &mut self,
        review: &Review,
        game: &Line,
        ply: usize,
        stop: &AtomicBool,
    ) -> Result<Option<MoveStudy>, EngineError> {
        let Some(reviewed) = review.moves.get(ply) else { return Ok(Some(MoveStudy::default())) };
        let mut line = Line::new(game.start().clone());
        for &mv in &game.moves()[..ply] {
            // Cannot fail, since the moves of a line are legal.
            let _ = line.push(mv);
        }
        if reviewed.judgement().is_none() {
            let only = self.is_only(review, &line, ply, stop)?;
            return Ok(only.map(|only| MoveStudy { only, ..MoveStudy::default() }));
        }
        let Some(visibility) = self.visibility(reviewed, &line, stop)? else { return Ok(None) };
        let eras = match review.better(ply).and_then(<[Move]>::first) {
            Some(&better) => self.eras(&line, better, stop)?,
            None => Some(Vec::new()),
        };
        let Some(eras) = eras else { return Ok(None) };
        let seen = visibility.is_some_and(|seen| seen.refutation.depth().is_some());
        let unconfirmed = self.unconfirmed(reviewed, &line, seen, stop)?;
        Ok(unconfirmed.map(|unconfirmed| MoveStudy { visibility, eras, only: false, unconfirmed }))
    }

    /// Returns how hard a mistake was to see; none if the searches say nothing.
    fn visibility(
        &mut self,
        reviewed: &Reviewed,
        before: &Line,
        stop: &AtomicBool,
    ) -> Result<Option<Option<Visibility>>, EngineError> {
        let Some(quality) = reviewed.quality else { return Ok(Some(None)) };
        let mut after = before.clone();
        let Ok(()) = after.push(reviewed.mv).map(drop) else { return Ok(Some(None)) };
        let limits = Limits::nodes(NODES);
        let Some(refuting) = iterations(&mut self.flagship, &after, &limits, stop)? else { return Ok(None) };
        let Some(choosing) = iterations(&mut self.flagship, before, &limits, stop)? else { return Ok(None) };
        let half = quality.lost() / 2.0;
        let refutation = Sight::settled(&refuting, |iteration| {
            quality.win.0 - win_percent_of(reviewed.mover, iteration.score) >= half
        });
        let better = Sight::settled(&choosing, |iteration| iteration.first != reviewed.mv);
        Ok(Some(refutation.zip(better).map(|(refutation, better)| Visibility { refutation, better })))
    }

    /// Returns which reasons are not confirmed by searches at the ends of their lines. Mates need none; other
    /// reasons fall if the refutation of the move was not even `seen`.
    fn unconfirmed(
        &mut self,
        reviewed: &Reviewed,
        before: &Line,
        seen: bool,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<usize>>, EngineError> {
        let Some(quality) = reviewed.quality else { return Ok(Some(Vec::new())) };
        let mut unconfirmed = Vec::new();
        for (index, reason) in reviewed.reasons.iter().enumerate() {
            let (Some(proof), false) = (reason.proof(reviewed.mv), reason.is_certain()) else { continue };
            let Some(end) = self.win_after(before, &proof, reviewed.mover, stop)? else { return Ok(None) };
            let gap = match reason {
                Reason::Worsens { better, .. } => {
                    let other = self.win_after(before, better, reviewed.mover, stop)?;
                    let Some(other) = other else { return Ok(None) };
                    other - end
                }
                Reason::MissesGain { .. } | Reason::MissesPromotion { .. } => end - quality.win.1,
                _ => quality.win.0 - end,
            };
            if !seen || gap < CONFIRMED {
                unconfirmed.push(index);
            }
        }
        Ok(Some(unconfirmed))
    }

    /// Returns the win percentage of a player at the end of a line, as a search sees it.
    fn win_after(
        &mut self,
        before: &Line,
        moves: &[Move],
        player: Color,
        stop: &AtomicBool,
    ) -> Result<Option<f64>, EngineError> {
        let mut line = before.clone();
        for &mv in moves {
            if line.push(mv).is_err() {
                break;
            }
        }
        if let Some(found) = known(&line) {
            // None is a checkmate: the side to move has lost.
            let mated = if line.position().turn() == player { 0.0 } else { 100.0 };
            return Ok(Some(found.map_or(mated, |found| win_percent_of(player, found.score))));
        }
        let found = iterations(&mut self.flagship, &line, &Limits::nodes(NODES), stop)?;
        let win = |last: &Iteration| win_percent_of(player, last.score);
        Ok(found.map(|found| found.last().map_or(50.0, win)))
    }

    /// Asks the ancestors.
    fn eras(
        &mut self,
        before: &Line,
        better: Move,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<EraOpinion>>, EngineError> {
        let mut opinions = Vec::new();
        for (ancestor, session) in &mut self.ancestors {
            let Some(found) = iterations(session, before, &Limits::nodes(ERA_NODES), stop)? else {
                return Ok(None);
            };
            let sees = Sight::settled(&found, |iteration| iteration.first == better);
            if let (Some(last), Some(sees)) = (found.last(), sees) {
                opinions.push(EraOpinion { ancestor: ancestor.id, choice: last.first, sees });
            }
        }
        Ok(Some(opinions))
    }

    /// Returns true if the engine's choice was played and every other move is at least a mistake.
    fn is_only(
        &mut self,
        review: &Review,
        before: &Line,
        ply: usize,
        stop: &AtomicBool,
    ) -> Result<Option<bool>, EngineError> {
        let reviewed = &review.moves[ply];
        let Some(quality) = reviewed.quality.filter(|_| may_be_only(reviewed)) else {
            return Ok(Some(false));
        };
        let others: Vec<Move> =
            before.position().legal_moves().iter().copied().filter(|&mv| mv != reviewed.mv).collect();
        let limits = Limits { search_moves: others, ..Limits::nodes(NODES / 4) };
        let Some(found) = iterations(&mut self.flagship, before, &limits, stop)? else { return Ok(None) };
        let second = found.last().map(|last| last.score);
        Ok(Some(second.is_some_and(|second| {
            JudgementRules::LICHESS.judge(reviewed.mover, quality.scores.0, second)
                >= Some(Judgement::Mistake)
        })))
    }
}

/// Returns the moves about which a closer look can find something out: key moments first, then other bad
/// moves, then good ones.
pub fn worth_a_look(review: &Review) -> Vec<usize> {
    let key = review.key_moments();
    let rank = |ply: usize| {
        let reviewed = &review.moves[ply];
        match (key.contains(&ply), reviewed.judgement()) {
            (true, _) => Some(0),
            (false, Some(_)) => Some(1),
            (false, None) => may_be_only(reviewed).then_some(2),
        }
    };
    let mut plies: Vec<(u8, usize)> =
        (0..review.moves.len()).filter_map(|ply| Some((rank(ply)?, ply))).collect();
    plies.sort_unstable();
    plies.into_iter().map(|(_, ply)| ply).collect()
}

/// Returns true if the engine's choice was played in a position that is not decided.
fn may_be_only(reviewed: &Reviewed) -> bool {
    let undecided = |win: f64| (100.0 - DECIDED..=DECIDED).contains(&win);
    reviewed.chosen && !reviewed.forced && reviewed.quality.is_some_and(|quality| undecided(quality.win.0))
}

/// Searches the position at the end of a line with empty tables and returns the iterations; `None` if `stop`
/// was set before the end.
fn iterations(
    session: &mut Session,
    line: &Line,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<Option<Vec<Iteration>>, EngineError> {
    session.new_game()?;
    let white = line.position().turn() == Color::White;
    let mut found: Vec<Iteration> = Vec::new();
    let answered = SearchRequest::new(limits).stop(stop).ask(session, line, |step| {
        if let (Some(info), Change::Line(1)) = (step.report, step.change)
            && let (Some(depth), Some(score), Some(&first)) = (info.depth, info.score, info.pv.first())
        {
            let score = if white { score } else { score.flipped() };
            found.pop_if(|last| last.depth >= depth);
            found.push(Iteration { depth, nodes: info.nodes.unwrap_or(0), score, first });
        }
        ControlFlow::Continue(())
    })?;
    if answered.interrupted {
        return Ok(None);
    }
    answered.outcome?;
    Ok(Some(found))
}

impl std::fmt::Debug for Examiner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Examiner").field("ancestors", &self.ancestors.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::game::Game;
    use heirloom_chess::notation::pgn;

    use crate::review::walk::walk;

    fn reviewed(text: &str) -> (Game, Review, Line) {
        let game = pgn::parse(text).unwrap().unwrap();
        let line = game.line(game.last()).unwrap();
        let mut session = Session::start(Box::new(Flagship::new().unwrap())).unwrap();
        let mut evaluations = vec![None; line.moves().len() + 1];
        let (stop, limits) = (AtomicBool::new(false), Limits::nodes(10_000));
        walk(&mut session, &line, |_| true, &limits, &stop, &mut |ply, found| evaluations[ply] = Some(found))
            .unwrap();
        let review = Review::new(&game, evaluations, &JudgementRules::LICHESS);
        (game, review, line)
    }

    #[test]
    fn a_closer_look_says_who_sees_a_blunder() {
        let (_, mut review, line) = reviewed("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. Nf3 *");
        let mut examiner = Examiner::start(true).unwrap();
        let stop = AtomicBool::new(false);
        let study = examiner.study(&review, &line, 4, &stop).unwrap().unwrap();
        let visibility = study.visibility.unwrap();
        assert_eq!(visibility.easier().difficulty(), Difficulty::Easy, "{visibility:?}");
        assert_eq!(study.eras.len(), heirloom_ancestors::ALL.len());
        assert!(study.eras.iter().all(|opinion| opinion.choice != review.moves[4].mv), "{:?}", study.eras);
        let again = examiner.study(&review, &line, 4, &stop).unwrap().unwrap();
        assert_eq!(study, again, "the searches are reproducible");
        // Only a king can take the queen.
        review.add_study(4, study);
        assert!(review.moves[5].forced || !review.moves[5].study.only);
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(examiner.study(&review, &line, 4, &stop).unwrap(), None);
    }

    #[test]
    fn only_moves_are_those_without_an_alternative() {
        // Only the recapture keeps the balance.
        let text = "[FEN \"1k1r4/1ppq4/p7/8/8/P7/1PPQ4/1K5R w - - 0 1\"]\n\n1. Qxd7 Rxd7 2. Rh8+ Ka7 *";
        let (_, mut review, line) = reviewed(text);
        let mut examiner = Examiner::start(false).unwrap();
        let stop = AtomicBool::new(false);
        let study = examiner.study(&review, &line, 1, &stop).unwrap().unwrap();
        assert!(study.only && study.eras.is_empty(), "{study:?} {:?}", review.moves[1]);
        review.add_study(1, study);
        assert_eq!(
            (review.sides[1].graded(crate::review::grade::Grade::Only), review.moves[1].grade()),
            (1, Some(crate::review::grade::Grade::Only))
        );
    }
}
