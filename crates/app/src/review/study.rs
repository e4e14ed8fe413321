//! A closer look at single moves by searches of their own: how hard a mistake was to see, whether the reasons
//! against it hold, what older engines would have played, and whether a good move was the only one.
//!
//! The searches are limited by nodes and begin with empty tables, so the same position always gives the same
//! result.

mod confirm;
mod own;
mod searching;
mod sight;

use std::sync::atomic::AtomicBool;

use heirloom_ancestors::Ancestor;
use heirloom_chess::{Line, Move};
use heirloom_engine::{EngineError, Limits, Session};
use heirloom_flagship::Flagship;

use super::accuracy::win_percent_of;
use super::judgement::{Judgement, JudgementRules};
use super::refutation::Reason;
use super::{Review, Reviewed};
use confirm::{Judge, Searched};
use searching::{Halt, Searches, extended, iterations, last};
pub use sight::{Difficulty, Sight, Visibility};

/// Nodes of each search by Heirloom.
pub const NODES: u64 = 100_000;
/// Nodes of the searches that confirm what shorter ones found.
const SURE_NODES: u64 = 3 * NODES;
/// Nodes of each search by an ancestor.
pub const ERA_NODES: u64 = 30_000;
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
    /// The reasons against a mistake that only the closer look found.
    pub found: Vec<Reason>,
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
        match self.look(review, game, ply, stop) {
            Ok(study) => Ok(Some(study)),
            Err(Halt::Stopped) => Ok(None),
            Err(Halt::Failed(error)) => Err(error),
        }
    }

    fn look(
        &mut self,
        review: &Review,
        game: &Line,
        ply: usize,
        stop: &AtomicBool,
    ) -> Result<MoveStudy, Halt> {
        let Some(reviewed) = review.moves.get(ply) else { return Ok(MoveStudy::default()) };
        let before = extended(&Line::new(game.start().clone()), &game.moves()[..ply]);
        let mut searches = Searches { session: &mut self.flagship, stop, nodes: NODES };
        let (Some(quality), Some(_)) = (reviewed.quality, reviewed.judgement()) else {
            let only = is_only(reviewed, &before, &mut searches)?;
            return Ok(MoveStudy { only, ..MoveStudy::default() });
        };
        let after = extended(&before, &[reviewed.mv]);
        let refuting = searches.iterations(&after)?;
        let choosing = searches.iterations(&before)?;
        let half = quality.lost() / 2.0;
        let refutation = Sight::settled(&refuting, |iteration| {
            quality.win.0 - win_percent_of(reviewed.mover, iteration.score) >= half
        });
        let better = Sight::settled(&choosing, |iteration| iteration.first != reviewed.mv);
        let visibility = refutation.zip(better).map(|(refutation, better)| Visibility { refutation, better });
        let mut judge = Judge::new(Searched {
            reviewed,
            before: &before,
            choosing: last(&choosing),
            refuting: last(&refuting),
            win: quality.win,
        });
        let mut unconfirmed = Vec::new();
        for (index, reason) in reviewed.reasons.iter().enumerate() {
            if !judge.confirms(reason, &mut searches)? {
                unconfirmed.push(index);
            }
        }
        let better = review.better(ply).and_then(<[Move]>::first).copied();
        let found = match better {
            Some(better) if unconfirmed.len() == reviewed.reasons.len() => {
                own::reasons(&mut judge, better, &mut searches)?
            }
            _ => Vec::new(),
        };
        let eras = better.map_or_else(|| Ok(Vec::new()), |better| self.eras(&before, better, stop))?;
        Ok(MoveStudy { visibility, eras, only: false, unconfirmed, found })
    }

    /// Asks the ancestors.
    fn eras(&mut self, before: &Line, better: Move, stop: &AtomicBool) -> Result<Vec<EraOpinion>, Halt> {
        let mut opinions = Vec::new();
        for (ancestor, session) in &mut self.ancestors {
            let found = iterations(session, before, &Limits::nodes(ERA_NODES), stop)?;
            let sees = Sight::settled(&found, |iteration| iteration.first == better);
            if let (Some(last), Some(sees)) = (found.last(), sees) {
                opinions.push(EraOpinion { ancestor: ancestor.id, choice: last.first, sees });
            }
        }
        Ok(opinions)
    }
}

/// Returns true if the engine's choice was played and every other move is at least a mistake.
fn is_only(reviewed: &Reviewed, before: &Line, searches: &mut Searches<'_>) -> Result<bool, Halt> {
    let Some(quality) = reviewed.quality.filter(|_| may_be_only(reviewed)) else { return Ok(false) };
    let second = searches.with(NODES / 4).find_without(before, reviewed.mv)?.and_then(|found| found.score);
    Ok(second.is_some_and(|second| {
        JudgementRules::LICHESS.judge(reviewed.mover, quality.scores.0, second) >= Some(Judgement::Mistake)
    }))
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
    use heirloom_engine::Score;

    use crate::review::Evaluation;
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

    #[test]
    fn a_closer_look_finds_reasons_of_its_own() {
        let game = pgn::parse("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *").unwrap().unwrap();
        let line = game.line(game.last()).unwrap();
        let position = game.position(game.parent(game.last()).unwrap()).unwrap();
        let best = heirloom_chess::notation::uci::parse(&position, "f1c4").unwrap();
        // The evaluations come without lines, so that nothing follows from them.
        let before = Evaluation { line: vec![best], ..Evaluation::of_score(Score::Cp(0)) };
        let after = Evaluation::of_score(Score::Cp(-900));
        let mut evaluations = vec![None; 4];
        evaluations.extend([Some(before), Some(after)]);
        let mut review = Review::new(&game, evaluations, &JudgementRules::LICHESS);
        assert!(review.moves[4].judgement().is_some() && review.moves[4].reasons.is_empty());
        let mut examiner = Examiner::start(false).unwrap();
        let study = examiner.study(&review, &line, 4, &AtomicBool::new(false)).unwrap().unwrap();
        assert!(matches!(study.found[..], [Reason::Loses { .. }]), "{:?}", study.found);
        review.add_study(4, study);
        assert_eq!(review.moves[4].reasons.len(), 1);
    }
}
