//! Solves a position with an engine: when it settled on the solution, and what it finally played.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use heirloom_chess::{Line, Move, Position};
use heirloom_engine::request::{SearchReply, SearchRequest, SearchStep};
use heirloom_engine::{Bound, EngineError, Limits, Score, Session};

use super::goal::Goal;
use super::mate::Mate;
use super::positions::Task;

/// A moment in a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moment {
    /// The time since the start of the search.
    pub time: Duration,
    /// The depth of the iteration, in plies, if reported.
    pub depth: Option<u32>,
    /// Nodes searched, if reported.
    pub nodes: Option<u64>,
}

/// The result for a position.
#[derive(Clone, Debug, Default)]
pub struct Solution {
    /// The final move.
    pub best: Option<Move>,
    /// True if the position was solved.
    pub solved: bool,
    /// The points scored.
    pub points: u32,
    /// The depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// The last exact score, from the side to move's point of view.
    pub score: Option<Score>,
    /// The line with that score.
    pub line: Vec<Move>,
    /// The mate announced, if one was to be found.
    pub mate: Option<Mate>,
    /// Nodes searched.
    pub nodes: u64,
    /// The search time.
    pub time: Duration,
    /// When the engine settled on the solution.
    pub found: Option<Moment>,
    /// If not solved: when the engine last abandoned a solution, if it had one.
    pub lost: Option<Moment>,
    /// True if the engine exceeded its limits and had to be stopped.
    pub overran: bool,
    /// The error, if the engine failed.
    pub fault: Option<String>,
}

/// How much effort is spent on each position.
#[derive(Clone, Debug)]
pub struct Effort {
    /// The limits of each search.
    pub limits: Limits,
    /// The number of consecutive iterations with the solution as best move after which the search ends.
    pub stable: Option<u32>,
    /// True if mates count only when their lines prove them.
    pub proved: bool,
}

/// Searches a position; returns `None` if `stop` was set before the answer. Fails if the engine fails; the
/// session cannot be used afterward.
pub fn solve(
    session: &mut Session,
    task: &Task,
    effort: &Effort,
    stop: &AtomicBool,
) -> Result<Option<Solution>, EngineError> {
    session.new_game()?;
    let mut watch = Watch::new(&task.position, &task.goal);
    let follow = |step: SearchStep<'_>| {
        watch.note(&step);
        if effort.stable.is_some_and(|stable| watch.stable_iterations >= stable) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let answered = SearchRequest::new(&effort.limits).stop(stop).ask(
        session,
        &Line::new(task.position.clone()),
        follow,
    )?;
    if answered.interrupted {
        return Ok(None);
    }
    watch.answer(answered, session.thinking_time(), effort.proved).map(Some)
}

/// Follows a search.
struct Watch<'a> {
    position: &'a Position,
    goal: &'a Goal,
    found: Option<Moment>,
    lost: Option<Moment>,
    /// Number of consecutive iterations that ended with a solution.
    stable_iterations: u32,
    last: Moment,
    iteration: u32,
}

impl<'a> Watch<'a> {
    fn new(position: &'a Position, goal: &'a Goal) -> Watch<'a> {
        let last = Moment { time: Duration::ZERO, depth: None, nodes: None };
        Watch { position, goal, found: None, lost: None, stable_iterations: 0, last, iteration: 0 }
    }

    /// Processes a report. Our own clock is used if the engine does not report the time.
    fn note(&mut self, step: &SearchStep<'_>) {
        let Some(info) = step.report.filter(|info| info.multipv.is_none_or(|number| number == 1)) else {
            return;
        };
        let totals = step.progress.totals();
        self.last =
            Moment { time: info.time.unwrap_or(step.elapsed), depth: totals.depth, nodes: totals.nodes };
        // A move that failed low is only known to be worse than expected.
        let Some(&first) = info.pv.first().filter(|_| info.bound != Bound::Upper) else { return };
        let met = self.goal.is_met(first, info.score);
        self.set(met);
        let exact = info.bound == Bound::Exact && info.score.is_some();
        if let Some(depth) = info.depth.filter(|&depth| exact && depth > self.iteration) {
            self.iteration = depth;
            self.stable_iterations = if met { self.stable_iterations + 1 } else { 0 };
        } else if !met {
            self.stable_iterations = 0;
        }
    }

    /// Updates the state depending on whether the best move is a solution.
    fn set(&mut self, met: bool) {
        if met {
            self.found.get_or_insert(self.last);
        } else if self.found.take().is_some() {
            self.lost = Some(self.last);
        }
    }

    fn answer(
        mut self,
        answered: SearchReply,
        time: Duration,
        proved: bool,
    ) -> Result<Solution, EngineError> {
        let best = answered.outcome?.best;
        let progress = answered.progress;
        self.last.time = time;
        let score = progress.score();
        // Some programs repeat a score without its line; a line with another score does not belong to it.
        let line = progress
            .first()
            .filter(|first| first.score == score)
            .map_or_else(Vec::new, |first| first.pv.clone());
        let mate = Mate::announced(self.position, self.goal, score, &line);
        let counts =
            !(proved && self.goal.is_mate() && mate.as_ref().is_some_and(|mate| mate.flaw.is_some()));
        let solved = counts && best.is_some_and(|mv| self.goal.is_met(mv, score));
        self.set(solved);
        Ok(Solution {
            best,
            solved,
            points: best.map_or(0, |mv| self.goal.points_of(mv)),
            depth: self.last.depth,
            score,
            line,
            mate,
            nodes: self.last.nodes.unwrap_or(0),
            time,
            found: self.found,
            lost: self.lost.filter(|_| !solved),
            overran: answered.overran,
            fault: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::epd::Epd;
    use heirloom_chess::notation::uci;
    use heirloom_engine::{BestMove, Info, Progress};

    const LINE: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;";

    fn mv(text: &str) -> Move {
        uci::parse(&Epd::parse(LINE).unwrap().position, text).unwrap()
    }

    fn note(watch: &mut Watch<'_>, progress: &mut Progress, info: &Info, elapsed: Duration) {
        let change = progress.note(info);
        watch.note(&SearchStep { report: Some(info), change, progress, elapsed });
    }

    fn answered(best: BestMove, mut progress: Progress) -> SearchReply {
        progress.conclude(best);
        SearchReply { outcome: Ok(best), progress, overran: false, interrupted: false }
    }

    /// Returns the answer after these reports (depth, first move, bound) at one node and millisecond each,
    /// and the final move; also the number of consecutive iterations with the solution.
    fn followed(news: &[(u32, &str, Bound)], best: &str) -> (Solution, u32) {
        let epd = Epd::parse(LINE).unwrap();
        let goal = Goal::read(&epd).unwrap();
        let mut watch = Watch::new(&epd.position, &goal);
        let mut progress = Progress::default();
        for (index, &(depth, first, bound)) in news.iter().enumerate() {
            let (score, nodes) = (Some(Score::Cp(10)), Some(index as u64 + 1));
            let info =
                Info { depth: Some(depth), score, bound, nodes, pv: vec![mv(first)], ..Info::default() };
            note(&mut watch, &mut progress, &info, Duration::from_millis(index as u64 + 1));
        }
        let stable_iterations = watch.stable_iterations;
        let best = BestMove { best: Some(mv(best)), ..BestMove::default() };
        (watch.answer(answered(best, progress), Duration::from_millis(99), false).unwrap(), stable_iterations)
    }

    #[test]
    fn a_solution_counts_from_when_the_engine_settled_on_it() {
        use Bound::{Exact, Lower, Upper};
        let news = [
            (1, "e2e4", Exact),
            (2, "e2e3", Exact),
            (3, "e2e4", Lower),
            (3, "e2e4", Exact),
            (4, "e2e4", Exact),
        ];
        let (answer, stable_iterations) = followed(&news, "e2e4");
        assert!(answer.solved && answer.lost.is_none());
        assert_eq!(answer.found.map(|found| (found.depth, found.nodes)), Some((Some(3), Some(3))));
        assert_eq!(stable_iterations, 2);
        let (answer, stable_iterations) =
            followed(&[(1, "e2e4", Exact), (2, "e2e3", Upper), (2, "e2e4", Exact)], "e2e4");
        assert_eq!(
            (answer.found.and_then(|found| found.depth), stable_iterations),
            (Some(1), 2),
            "a fail low is not another best move"
        );
        let (answer, stable_iterations) = followed(&[(1, "e2e4", Exact), (2, "e2e3", Exact)], "e2e3");
        assert_eq!(
            (answer.solved, answer.found, answer.lost.and_then(|lost| lost.depth), stable_iterations),
            (false, None, Some(2), 0)
        );
        let (answer, _) = followed(&[(1, "e2e3", Exact)], "e2e4");
        assert_eq!(
            answer.found.map(|found| found.time),
            Some(Duration::from_millis(99)),
            "only the last word was right"
        );
        let (answer, _) = followed(&[(1, "e2e4", Exact)], "e2e3");
        assert!(!answer.solved && answer.found.is_none() && answer.lost.is_some());
        assert!(followed(&[], "e2e4").0.solved);
    }

    #[test]
    fn a_mate_needs_proof_only_if_requested() {
        let epd = Epd::parse("7k/8/5K2/8/8/8/8/R7 w - - bm #2;").unwrap();
        let goal = Goal::read(&epd).unwrap();
        let solved = |pv: &[&str], proved| {
            let mut watch = Watch::new(&epd.position, &goal);
            let line = uci::parse_line(epd.position.clone(), &pv.join(" ")).unwrap().moves().to_vec();
            let best = BestMove { best: line.first().copied(), ..BestMove::default() };
            let info = Info { depth: Some(3), score: Some(Score::Mate(2)), pv: line, ..Info::default() };
            let mut progress = Progress::default();
            note(&mut watch, &mut progress, &info, Duration::ZERO);
            note(&mut watch, &mut progress, &Info { pv: Vec::new(), ..info }, Duration::ZERO);
            let answer = watch.answer(answered(best, progress), Duration::ZERO, proved).unwrap();
            (answer.solved, answer.mate.map(|mate| mate.flaw.is_none()))
        };
        assert_eq!(solved(&["f6g6", "h8g8", "a1a8"], true), (true, Some(true)));
        assert_eq!(solved(&["f6g6", "h8g8"], false), (true, Some(false)));
        assert_eq!(solved(&["f6g6", "h8g8"], true), (false, Some(false)));
    }
}
