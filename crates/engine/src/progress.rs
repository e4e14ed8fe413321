//! Combines the reports of one search: its lines, score and counts, even if an iteration is interrupted.
//!
//! The rules, for everything that follows a search:
//!
//! - A line is replaced only by a newer exact score with its moves. While an iteration fails high or low, the
//!   last full line stays.
//! - A bound is not a score. It is kept separately, until the next exact score of the first line.
//! - A move that failed high and is then played becomes the first line, marked as a lower bound.
//! - A move that failed low is only known to be worse than expected: its moves are not a line to show.

use std::cmp::Reverse;

use heirloom_chess::Move;

use crate::{BestMove, Bound, Info, Score, Wdl};

/// Maximum number of lines kept; no front end shows more.
pub const MAX_LINES: usize = 256;

/// The combined reports of one search. Scores are from the side to move's point of view.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Progress {
    /// The last full report of each line, best first; a line without a score has not been reported yet.
    lines: Vec<Info>,
    /// The newest exact score of the first line, with or without its moves.
    exact: Option<Value>,
    /// The newest report of the first line if it is a bound.
    bound: Option<Info>,
    /// The newest lower bound of the first line.
    rise: Option<Info>,
    /// The newest moves of the first line, unless it failed low.
    leading: Vec<Move>,
    latest: usize,
    /// The newest of each count and time.
    totals: Info,
    decision: Option<BestMove>,
}

/// The value of the position as far as it is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// The score, from the side to move's point of view.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Expected outcomes, from the side to move's point of view.
    pub wdl: Option<Wdl>,
    /// Depth of its iteration, in plies.
    pub depth: Option<u32>,
    /// The longest line searched so far, in plies.
    pub selective_depth: Option<u32>,
}

/// What a report changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// This line, counted from 1, has a new exact score and moves.
    Line(usize),
    /// The search of the first line has failed high or low.
    Bound,
    /// Counts or texts at most.
    Rest,
}

impl Progress {
    /// Adds a report.
    pub fn note(&mut self, info: &Info) -> Change {
        self.note_totals(info);
        let index = info.multipv.map_or(0, |number| number.saturating_sub(1) as usize);
        if index == 0 && info.bound != Bound::Upper && !info.pv.is_empty() {
            self.leading.clone_from(&info.pv);
        }
        let Some(value) = Value::of(info) else { return Change::Rest };
        if info.bound != Bound::Exact {
            return if index == 0 { self.note_bound(info) } else { Change::Rest };
        }
        if index == 0 {
            (self.exact, self.bound) = (Some(value), None);
        }
        if info.pv.is_empty() || index >= MAX_LINES {
            return Change::Rest;
        }
        if self.lines.len() <= index {
            self.lines.resize(index + 1, Info::default());
        }
        self.lines[index] = Info { insight: None, ..info.clone() };
        self.latest = index;
        Change::Line(index + 1)
    }

    fn note_totals(&mut self, info: &Info) {
        let totals = &mut self.totals;
        totals.depth = info.depth.or(totals.depth);
        totals.selective_depth = info.selective_depth.or(totals.selective_depth);
        totals.nodes = info.nodes.or(totals.nodes);
        totals.nps = info.nps.or(totals.nps);
        totals.hashfull = info.hashfull.or(totals.hashfull);
        totals.tbhits = info.tbhits.or(totals.tbhits);
        totals.time = info.time.or(totals.time);
        totals.current_move = info.current_move.or(totals.current_move);
    }

    fn note_bound(&mut self, info: &Info) -> Change {
        let info = Info { insight: None, ..info.clone() };
        if info.bound == Bound::Lower {
            self.rise = Some(info.clone());
        }
        self.bound = Some(info);
        Change::Bound
    }

    /// Adds the decision. The first line then begins with its move, if any report did.
    pub fn conclude(&mut self, decision: BestMove) {
        let begins = |info: &Info| decision.best.is_some() && info.pv.first() == decision.best.as_ref();
        if let Some(rise) = self.rise.take().filter(|rise| begins(rise) && !self.first().is_some_and(begins))
        {
            // A search that ends in its first iteration may have reported nothing but this bound.
            self.lines.resize(self.lines.len().max(1), Info::default());
            self.lines[0] = rise;
            self.latest = 0;
        }
        if self.leading.first() != decision.best.as_ref() {
            self.leading = decision.best.into_iter().collect();
        }
        self.decision = Some(decision);
    }

    /// The full lines and their numbers from 1. Scores are exact, unless a line that failed high was played.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &Info)> {
        self.lines
            .iter()
            .enumerate()
            .filter(|(_, info)| info.score.is_some())
            .map(|(index, info)| (index + 1, info))
    }

    /// Returns a full line by its number, starting at 1.
    pub fn line(&self, number: usize) -> Option<&Info> {
        self.lines.get(number.checked_sub(1)?).filter(|info| info.score.is_some())
    }

    /// The best full line.
    pub fn first(&self) -> Option<&Info> {
        self.line(1)
    }

    /// The most recently reported full line and its number.
    pub fn newest_line(&self) -> Option<(usize, &Info)> {
        Some((self.latest + 1, self.line(self.latest + 1)?))
    }

    /// Depth of the newest full line, in plies.
    pub fn depth(&self) -> Option<u32> {
        self.newest_line().and_then(|(_, info)| info.depth)
    }

    /// The full lines, best score first; of lines with the same first move only the deepest.
    pub fn ranked(&self) -> Vec<&Info> {
        let mut ranked: Vec<&Info> = Vec::new();
        for (_, line) in self.lines() {
            match ranked.iter_mut().find(|other| other.pv.first() == line.pv.first()) {
                Some(other) if other.depth < line.depth => *other = line,
                Some(_) => {}
                None => ranked.push(line),
            }
        }
        ranked.sort_by_key(|line| Reverse(line.score.map(Score::centipawns)));
        ranked
    }

    /// The newest exact value of the first line.
    pub fn exact(&self) -> Option<Value> {
        self.exact
    }

    /// The newest exact score of the first line.
    pub fn score(&self) -> Option<Score> {
        self.exact.map(|value| value.score)
    }

    /// The newest exact value of the position; a bound only if nothing else is known.
    pub fn value(&self) -> Option<Value> {
        self.exact.or_else(|| self.bound.as_ref().or(self.rise.as_ref()).or(self.first()).and_then(Value::of))
    }

    /// The bound that the current iteration has found if its last report was one; `None` after the end.
    pub fn bound(&self) -> Option<&Info> {
        self.bound.as_ref().filter(|_| self.decision.is_none())
    }

    /// The moves of the best known line, even if it failed high; after the decision they begin with its move.
    pub fn leading(&self) -> &[Move] {
        &self.leading
    }

    /// The expected reply to a move, if the best known line begins with that move.
    pub fn reply_to(&self, mv: Move) -> Option<Move> {
        self.leading.get(1).copied().filter(|_| self.leading.first() == Some(&mv))
    }

    /// The totals of the whole search: the newest depth, counts, times and current move, without a line.
    pub fn totals(&self) -> &Info {
        &self.totals
    }

    /// The decision, after the end.
    pub fn decision(&self) -> Option<&BestMove> {
        self.decision.as_ref()
    }
}

impl Value {
    fn of(info: &Info) -> Option<Value> {
        let Info { score, bound, wdl, depth, selective_depth, .. } = *info;
        Some(Value { score: score?, bound, wdl, depth, selective_depth })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::Position;
    use std::time::Duration;

    fn moves() -> Vec<Move> {
        Position::startpos().legal_moves().to_vec()
    }

    fn info(mv: Move, depth: u32, cp: i32) -> Info {
        Info { depth: Some(depth), score: Some(Score::Cp(cp)), pv: vec![mv], ..Info::default() }
    }

    fn bound(bound: Bound, info: Info) -> Info {
        Info { bound, ..info }
    }

    fn played(best: Move) -> BestMove {
        BestMove { best: Some(best), ..BestMove::default() }
    }

    #[test]
    fn lines_keep_their_newest_exact_report() {
        let mv = moves()[0];
        let line = |multipv, depth, cp| Info { multipv, ..info(mv, depth, cp) };
        let mut progress = Progress::default();
        assert_eq!(progress.note(&line(Some(2), 5, 10)), Change::Line(2));
        assert!(progress.first().is_none() && progress.score().is_none());
        assert_eq!(progress.note(&line(None, 5, 30)), Change::Line(1));
        assert_eq!(progress.note(&bound(Bound::Lower, line(Some(1), 6, 90))), Change::Bound);
        let counts = Info { nodes: Some(500), time: Some(Duration::from_millis(250)), ..Info::default() };
        assert_eq!(progress.note(&counts), Change::Rest);
        let lines: Vec<(usize, Option<Score>)> =
            progress.lines().map(|(number, info)| (number, info.score)).collect();
        assert_eq!(lines, [(1, Some(Score::Cp(30))), (2, Some(Score::Cp(10)))]);
        assert_eq!((progress.totals().speed(), progress.totals().depth), (Some(2000), Some(6)));
        assert_eq!(progress.note(&line(Some(4_000_000_000), 5, 10)), Change::Rest);
    }

    #[test]
    fn a_fail_low_is_neither_a_score_nor_a_line() {
        let moves = moves();
        let mut progress = Progress::default();
        progress.note(&info(moves[0], 9, 30));
        progress.note(&bound(Bound::Upper, info(moves[1], 10, -200)));
        assert_eq!(progress.first().and_then(|first| first.score), Some(Score::Cp(30)));
        assert_eq!((progress.score(), progress.leading()), (Some(Score::Cp(30)), &moves[..1]));
        assert_eq!(progress.value().map(|value| (value.bound, value.depth)), Some((Bound::Exact, Some(9))));
        assert_eq!(progress.bound().map(|info| (info.bound, info.depth)), Some((Bound::Upper, Some(10))));
        progress.conclude(played(moves[0]));
        assert_eq!((progress.bound(), progress.score()), (None, Some(Score::Cp(30))));
    }

    #[test]
    fn a_search_that_knows_only_a_bound_says_so() {
        let mut progress = Progress::default();
        progress.note(&bound(Bound::Upper, info(moves()[0], 1, -50)));
        progress.conclude(played(moves()[0]));
        assert_eq!((progress.score(), progress.first()), (None, None));
        assert_eq!(progress.leading(), &moves()[..1]);
        assert_eq!(
            progress.value().map(|value| (value.score, value.bound)),
            Some((Score::Cp(-50), Bound::Upper))
        );
    }

    #[test]
    fn the_first_line_begins_with_the_move_that_is_played() {
        let moves = moves();
        for (mv, expected) in
            [(moves[0], Score::Cp(30)), (moves[1], Score::Cp(45)), (moves[2], Score::Cp(30))]
        {
            let mut progress = Progress::default();
            progress.note(&info(moves[0], 5, 30));
            progress.note(&bound(Bound::Lower, info(moves[1], 6, 45)));
            assert_eq!(progress.leading(), &moves[1..2]);
            progress.conclude(played(mv));
            let first = progress.first().unwrap();
            assert_eq!((first.score, first.bound == Bound::Lower), (Some(expected), mv == moves[1]));
            assert_eq!(
                (progress.score(), progress.leading()),
                (Some(Score::Cp(30)), &[mv][..]),
                "the score is an exact one"
            );
        }
        let mut progress = Progress::default();
        progress.note(&bound(Bound::Lower, info(moves[1], 1, 45)));
        progress.conclude(played(moves[1]));
        assert_eq!(
            progress.lines().map(|(number, info)| (number, info.score)).collect::<Vec<_>>(),
            [(1, Some(Score::Cp(45)))]
        );
        assert_eq!(progress.value().map(|value| value.bound), Some(Bound::Lower));
    }

    #[test]
    fn a_score_without_moves_leaves_the_line() {
        let mv = moves()[0];
        let mut progress = Progress::default();
        progress.note(&info(mv, 5, 30));
        assert_eq!(progress.note(&Info { pv: Vec::new(), ..info(mv, 6, 40) }), Change::Rest);
        assert_eq!(progress.first().and_then(|first| first.score), Some(Score::Cp(30)));
        assert_eq!((progress.score(), progress.leading()), (Some(Score::Cp(40)), &[mv][..]));
    }

    #[test]
    fn lines_are_in_the_order_of_their_values() {
        let moves = moves();
        let mut progress = Progress::default();
        // Between two iterations the move of line 2 may already be first in the next one.
        let reports = [
            (1, 17, Score::Cp(-316)),
            (1, 16, Score::Cp(-320)),
            (2, 16, Score::Cp(-270)),
            (3, 16, Score::Mate(-4)),
        ];
        for (number, (index, depth, score)) in reports.into_iter().enumerate() {
            let multipv = Some(number as u32 + 1);
            progress.note(&Info { multipv, score: Some(score), ..info(moves[index], depth, 0) });
        }
        let ranked: Vec<_> = progress.ranked().iter().map(|line| (line.pv[0], line.depth)).collect();
        assert_eq!(ranked, [(moves[2], Some(16)), (moves[1], Some(17)), (moves[3], Some(16))]);
    }
}
