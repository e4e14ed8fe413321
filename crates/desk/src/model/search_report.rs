//! What an engine has reported of its latest search and the inside of it, for the windows that show a search
//! at work.

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::mem;
use web_time::{Duration, Instant};

use heirloom_chess::notation::san;
use heirloom_chess::{Line, Move, Position};
use heirloom_engine::insight::{Insights, SearchWindow};
use heirloom_engine::{Bound, Info, Insight, Score};

/// The number of iterations kept.
const ITERATIONS: usize = 500;

/// The number of remarks kept.
const REMARKS: usize = 20;

/// The latest reports of each kind, of one search.
#[derive(Debug, Default)]
pub struct SearchReport {
    began: Option<Instant>,
    /// The position that is searched.
    pub root: Option<Position>,
    /// Whether the engine was asked for insights; otherwise it has counted nothing.
    pub counts: bool,
    /// Its iterations, the latest last.
    pub iterations: Vec<Iteration>,
    /// The root move that is being searched, its number from 1, and the depth of its iteration.
    pub at_work: Option<(u32, Move, u32)>,
    /// The insights that are shown, the latest of each kind or nearly so.
    pub insights: Insights,
    /// Those not shown yet, at most one of each kind, the one that has waited longest first.
    waiting: VecDeque<Insight>,
    /// The texts the engine has reported.
    pub remarks: VecDeque<String>,
}

/// An iteration, or an attempt at one whose score fell outside its window.
#[derive(Clone, Debug)]
pub struct Iteration {
    /// The depth in plies.
    pub depth: u32,
    /// The selective depth in plies.
    pub selective_depth: u32,
    /// The number of the line, the best being 1.
    pub line: u32,
    /// The aspiration window, from the point of view of the side to move, if it is known.
    pub window: Option<SearchWindow>,
    /// The score, from the point of view of the side to move.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Time since the search began.
    pub time: Option<Duration>,
    /// Nodes since the search began.
    pub nodes: Option<u64>,
    /// The principal variation.
    pub pv: Vec<Move>,
    written: OnceCell<String>,
}

impl Iteration {
    /// Returns the principal variation in SAN, which is worked out when it is first asked for.
    pub fn san(&self, root: &Position) -> &str {
        self.written.get_or_init(|| san::format_line(root, &self.pv))
    }
}

impl SearchReport {
    /// Starts the report of another search.
    pub fn begin(&mut self, line: &Line, counts: bool) {
        *self = SearchReport {
            began: Some(Instant::now()),
            root: Some(line.position().clone()),
            counts,
            ..SearchReport::default()
        };
    }

    /// Returns when the search began.
    pub fn began(&self) -> Option<Instant> {
        self.began
    }

    /// Notes a report of the engine.
    pub fn note(&mut self, info: &Info) {
        match info.insight.as_deref() {
            // Iterations refer to their windows.
            Some(insight @ Insight::Window(_)) => self.insights.note(insight),
            Some(insight) => self.keep_waiting(insight.clone()),
            None => {}
        }
        if let Some(text) = &info.text {
            if self.remarks.len() == REMARKS {
                self.remarks.pop_front();
            }
            self.remarks.push_back(text.clone());
        }
        if let Some((mv, number)) = info.current_move {
            self.at_work =
                Some((info.depth.or(self.at_work.map(|(depth, ..)| depth)).unwrap_or_default(), mv, number));
        }
        if let (Some(depth), Some(score)) = (info.depth, info.score) {
            self.iterate(depth, score, info);
        }
    }

    fn keep_waiting(&mut self, insight: Insight) {
        let kind = mem::discriminant(&insight);
        match self.waiting.iter_mut().find(|known| mem::discriminant(*known) == kind) {
            Some(known) => *known = insight,
            None => self.waiting.push_back(insight),
        }
    }

    /// Shows one of the insights that wait. Engines report many kinds at once; windows that all changed in
    /// the same frame would hold it up.
    pub fn show_next(&mut self) {
        if let Some(insight) = self.waiting.pop_front() {
            self.insights.note(&insight);
        }
    }

    /// Returns true if there are insights to show in the next frames.
    pub fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    fn iterate(&mut self, depth: u32, score: Score, info: &Info) {
        let line = info.multipv.unwrap_or(1).max(1);
        let iteration = Iteration {
            depth,
            selective_depth: info.selective_depth.unwrap_or(depth),
            line,
            window: self
                .insights
                .windows
                .iter()
                .find(|window| window.line == line && window.depth == depth)
                .copied(),
            score,
            bound: info.bound,
            time: info.time,
            nodes: info.nodes,
            pv: info.pv.clone(),
            written: OnceCell::new(),
        };
        // A later report of the same search of the root replaces the earlier one.
        let before = self
            .iterations
            .iter_mut()
            .rev()
            .take_while(|known| known.depth == depth)
            .find(|known| known.line == line);
        match before {
            Some(known) if known.bound == iteration.bound && known.window == iteration.window => {
                *known = iteration
            }
            _ => {
                if self.iterations.len() == ITERATIONS {
                    self.iterations.remove(0);
                }
                self.iterations.push(iteration);
            }
        }
    }

    /// Returns the number of the root move that is being searched, and the number of root moves.
    pub fn progress(&self) -> Option<(u32, u32)> {
        let (_, _, number) = self.at_work?;
        let all = match self.insights.efforts.len() {
            0 => self.root.as_ref()?.legal_moves().len(),
            known => known,
        };
        Some((number, (all as u32).max(number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(depth: u32, score: i32, bound: Bound) -> Info {
        let line = Line::default();
        Info {
            depth: Some(depth),
            score: Some(Score::Cp(score)),
            bound,
            pv: vec![line.position().legal_moves()[0]],
            ..Info::default()
        }
    }

    fn window(depth: u32, alpha: i32, beta: i32) -> Info {
        let window =
            SearchWindow { depth, line: 1, alpha: Some(Score::Cp(alpha)), beta: Some(Score::Cp(beta)) };
        Info { insight: Some(Box::new(Insight::Window(window))), ..Info::default() }
    }

    #[test]
    fn each_search_of_the_root_has_a_row() {
        let mut report = SearchReport::default();
        report.begin(&Line::default(), true);
        for info in
            [info(1, 20, Bound::Exact), window(2, 10, 30), info(2, 30, Bound::Lower), window(2, 10, 60)]
        {
            report.note(&info);
        }
        report.note(&info(2, 35, Bound::Exact));
        report.note(&info(2, 41, Bound::Exact));
        let rows: Vec<_> = report
            .iterations
            .iter()
            .map(|row| (row.depth, row.score, row.window.and_then(|window| window.beta)))
            .collect();
        let cp = Score::Cp;
        assert_eq!(rows, [(1, cp(20), None), (2, cp(30), Some(cp(30))), (2, cp(41), Some(cp(60)))]);
        let root = report.root.clone().unwrap();
        assert_eq!(report.iterations[0].san(&root), san::format(&root, root.legal_moves()[0]));
        report.begin(&Line::default(), false);
        assert!(report.iterations.is_empty() && !report.counts);
    }

    #[test]
    fn insights_are_shown_one_at_a_time_and_only_the_latest_of_each_kind() {
        let mut report = SearchReport::default();
        let insights = [Insight::Plies(vec![1]), Insight::HashAges(vec![1000]), Insight::Plies(vec![1, 20])];
        for insight in insights {
            report.note(&Info { insight: Some(Box::new(insight)), ..Info::default() });
        }
        assert!(report.insights == Insights::default() && report.has_waiting());
        report.show_next();
        assert_eq!(report.insights, Insights { plies: vec![1, 20], ..Insights::default() });
        report.show_next();
        assert_eq!(report.insights.ages, [1000]);
        assert!(!report.has_waiting());
    }

    #[test]
    fn a_flood_takes_no_memory() {
        let mut report = SearchReport::default();
        report.begin(&Line::default(), false);
        for depth in 0..2000 {
            report.note(&Info { text: Some("flood".into()), ..info(depth, 0, Bound::Exact) });
        }
        assert_eq!((report.iterations.len(), report.remarks.len()), (ITERATIONS, REMARKS));
        let mv = Line::default().position().legal_moves()[0];
        report.note(&Info { current_move: Some((mv, 99)), ..Info::default() });
        assert_eq!(report.progress(), Some((99, 99)));
    }
}
