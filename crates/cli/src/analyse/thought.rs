//! What an engine has said of a position so far.

use std::time::Duration;

use heirloom_chess::Color;
use heirloom_engine::{BestMove, Bound, Info, Score, Wdl};

use crate::rise::Rise;

/// The most lines that are kept.
const MOST: usize = 256;

/// See the file's head.
#[derive(Clone, Debug, Default)]
pub struct Thought {
    /// What the engine calls itself.
    pub engine: String,
    /// The last exact news of each line, the best first; a line without a score was not told of yet.
    lines: Vec<Info>,
    /// A move that has just proved better than the first line's.
    rise: Rise,
    /// The line that was told of last.
    pub latest: usize,
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// The longest line looked at.
    pub selective_depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// How full the table is, in permille.
    pub hashfull: Option<u32>,
    /// Tablebase positions found.
    pub tbhits: Option<u64>,
    /// Time since the search began.
    pub time: Option<Duration>,
    /// What it decided in the end.
    pub best: Option<BestMove>,
    /// The user ended it.
    pub interrupted: bool,
}

impl Thought {
    /// Nothing yet.
    pub fn new(engine: &str) -> Thought {
        Thought { engine: engine.to_owned(), ..Thought::default() }
    }

    /// Takes news in; tells whether a line is new.
    pub fn note(&mut self, info: Info) -> bool {
        self.nodes = info.nodes.or(self.nodes);
        self.nps = info.nps.or(self.nps);
        self.hashfull = info.hashfull.or(self.hashfull);
        self.tbhits = info.tbhits.or(self.tbhits);
        self.time = info.time.or(self.time);
        self.selective_depth = info.selective_depth.or(self.selective_depth);
        let index = info.multipv.map_or(0, |number| number.saturating_sub(1) as usize);
        self.rise.note(&info);
        if info.score.is_none() || info.pv.is_empty() || info.bound != Bound::Exact || index >= MOST {
            return false;
        }
        self.depth = info.depth.or(self.depth);
        if self.lines.len() <= index {
            self.lines.resize(index + 1, Info::default());
        }
        self.lines[index] = info;
        self.latest = index;
        true
    }

    /// Takes the decision; the first line begins with it if anything is known of it.
    pub fn conclude(&mut self, best: BestMove) {
        if let Some(rise) = std::mem::take(&mut self.rise).of_played(&best, self.first()) {
            self.depth = rise.depth.or(self.depth);
            // A search that ends in its first iteration may have told of nothing else.
            self.lines.resize(self.lines.len().max(1), Info::default());
            self.lines[0] = rise;
        }
        self.best = Some(best);
    }

    /// The lines with their numbers, the best being 1.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &Info)> {
        self.lines.iter().enumerate().filter(|(_, info)| info.score.is_some()).map(|(index, info)| (index + 1, info))
    }

    /// The best line; none before the first.
    pub fn first(&self) -> Option<&Info> {
        self.lines.first().filter(|info| info.score.is_some())
    }

    /// The line that was told of last, with its number.
    pub fn last_told(&self) -> Option<(usize, &Info)> {
        self.lines.get(self.latest).map(|info| (self.latest + 1, info))
    }

    /// Nodes per second, from nodes and time where the engine does not say.
    pub fn speed(&self) -> Option<u64> {
        self.nps.or_else(|| Some((self.nodes? as f64 / self.time?.as_secs_f64().max(1e-3)) as u64))
    }
}

/// A score of the side to move from White's view.
pub fn whites(score: Score, turn: Color) -> Score {
    if turn == Color::White { score } else { score.flipped() }
}

/// Chances of the side to move from White's view.
pub fn whites_chances(wdl: Wdl, turn: Color) -> Wdl {
    if turn == Color::White { wdl } else { Wdl { win: wdl.loss, draw: wdl.draw, loss: wdl.win } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::Position;

    #[test]
    fn lines_keep_their_last_exact_news() {
        let position = Position::startpos();
        let mv = position.legal_moves()[0];
        let info = |multipv, depth, cp| Info { multipv, depth: Some(depth), score: Some(Score::Cp(cp)), pv: vec![mv], ..Info::default() };
        let mut thought = Thought::new("E");
        assert!(thought.note(info(Some(2), 5, 10)) && thought.first().is_none());
        assert!(thought.note(info(None, 5, 30)));
        assert!(!thought.note(Info { bound: Bound::Lower, ..info(Some(1), 6, 90) }));
        assert!(!thought.note(Info { nodes: Some(500), time: Some(Duration::from_millis(250)), ..Info::default() }));
        let lines: Vec<(usize, Option<Score>)> = thought.lines().map(|(number, info)| (number, info.score)).collect();
        assert_eq!(lines, [(1, Some(Score::Cp(30))), (2, Some(Score::Cp(10)))]);
        assert_eq!((thought.speed(), thought.depth), (Some(2000), Some(5)));
        assert!(!thought.note(info(Some(4_000_000_000), 5, 10)));
    }

    #[test]
    fn the_first_line_begins_with_the_move_that_is_played() {
        let moves = Position::startpos().legal_moves();
        let info = |mv, depth, cp| Info { depth: Some(depth), score: Some(Score::Cp(cp)), pv: vec![mv], ..Info::default() };
        for (played, expected) in [(moves[0], Score::Cp(30)), (moves[1], Score::Cp(45)), (moves[2], Score::Cp(30))] {
            let mut thought = Thought::new("E");
            thought.note(info(moves[0], 5, 30));
            thought.note(Info { bound: Bound::Lower, ..info(moves[1], 6, 45) });
            thought.conclude(BestMove { best: Some(played), ..BestMove::default() });
            assert_eq!(thought.first().and_then(|first| first.score), Some(expected));
        }
        let mut thought = Thought::new("E");
        thought.note(Info { bound: Bound::Lower, ..info(moves[1], 1, 45) });
        thought.conclude(BestMove { best: Some(moves[1]), ..BestMove::default() });
        assert_eq!(thought.lines().map(|(number, info)| (number, info.score)).collect::<Vec<_>>(), [(1, Some(Score::Cp(45)))]);
    }
}
