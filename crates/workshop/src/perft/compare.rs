//! Compares our perft counts with those of another engine, down to the first move that it counts differently.

mod other;
mod report;

use anyhow::Result;
use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Move, Position};
use heirloom_engine::Signals;
use heirloom_protocol::client::ReportedCounts;

pub use other::Other;

/// Counts the leaves below each move at a depth.
pub type Divide<'a> = dyn FnMut(&Position, u32) -> Result<Vec<(Move, u64)>> + 'a;

/// The place where two counters disagree.
pub struct Finding {
    /// The line from the given position to the one where they disagree.
    line: Line,
    /// The depth at which they disagree there.
    depth: u32,
    /// The difference there.
    difference: PerftDifference,
    /// True if the other counter is right when the position is set up by FEN; `None` if it already was.
    right_by_fen: Option<bool>,
    /// If the move before was counted wrongly but this position is counted correctly: the earlier counts,
    /// ours and theirs.
    earlier: Option<[u64; 2]>,
}

/// The difference between two counts of the same position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PerftDifference {
    /// Moves that only we have.
    missing: Vec<Move>,
    /// Moves that only the other counter has or that it lists twice, with its counts.
    extra: Vec<(String, u64)>,
    /// Common moves with different leaf counts, ours and theirs.
    unequal: Vec<(Move, [u64; 2])>,
    /// The total leaf counts, ours and theirs.
    pub sums: [u64; 2],
}

impl PerftDifference {
    /// Compares two counts of a position. If the other counter lists no moves, only the totals are compared.
    fn of(position: &Position, ours: &[(Move, u64)], theirs: &ReportedCounts) -> PerftDifference {
        let sums = [ours.iter().map(|(_, leaves)| leaves).sum(), theirs.sum];
        let mut difference = PerftDifference { sums, ..PerftDifference::default() };
        if theirs.by_move.is_empty() && theirs.sum > 0 {
            return difference;
        }
        let mut unmatched = ours.to_vec();
        for (text, leaves) in &theirs.by_move {
            let known = uci::parse(position, text)
                .ok()
                .and_then(|mv| unmatched.iter().position(|&(own, _)| own == mv));
            match known.map(|place| unmatched.remove(place)) {
                Some((mv, own)) if own != *leaves => difference.unequal.push((mv, [own, *leaves])),
                Some(_) => {}
                None => difference.extra.push((text.clone(), *leaves)),
            }
        }
        difference.missing = unmatched.into_iter().map(|(mv, _)| mv).collect();
        difference
    }

    /// Returns true if both count the same.
    pub fn is_none(&self) -> bool {
        !self.has_other_moves() && self.unequal.is_empty() && self.sums[0] == self.sums[1]
    }

    fn has_other_moves(&self) -> bool {
        !(self.missing.is_empty() && self.extra.is_empty())
    }
}

/// A comparison with another counter.
pub struct Comparison<'a> {
    ours: &'a mut Divide<'a>,
    other: Other,
    signals: Signals,
}

impl<'a> Comparison<'a> {
    /// Creates a comparison of `ours` with `other`, which `signals` can stop.
    pub fn new(ours: &'a mut Divide<'a>, other: Other, signals: Signals) -> Comparison<'a> {
        Comparison { ours, other, signals }
    }

    /// Returns the name of the other counter.
    pub fn other(&self) -> &str {
        self.other.name()
    }

    /// Compares both counts of the position at the end of a line. If the other counter lists no moves and its
    /// total differs, it is queried after each of our moves. Fails if an engine cannot count, fails or is
    /// stopped.
    pub fn look(&mut self, line: &Line, depth: u32) -> Result<PerftDifference> {
        let ours = (self.ours)(line.position(), depth)?;
        let mut theirs = self.other.count(line, depth, &self.signals)?;
        let differs = theirs.sum != ours.iter().map(|(_, leaves)| leaves).sum::<u64>();
        if theirs.by_move.is_empty() && differs && depth > 1 {
            for &(mv, _) in &ours {
                let sum = self.other.count(&after(line, mv)?, depth - 1, &self.signals)?.sum;
                theirs.by_move.push((uci::format(line.position(), mv, line.start().is_chess960()), sum));
            }
        }
        Ok(PerftDifference::of(line.position(), &ours, &theirs))
    }

    /// Follows the first move that is counted differently until the lists of moves differ or there is no
    /// difference. Fails as [`Comparison::look`] does.
    pub fn walk(&mut self, start: &Line, depth: u32, difference: PerftDifference) -> Result<Finding> {
        let (mut line, mut depth, mut difference, mut earlier) = (start.clone(), depth, difference, None);
        while !difference.has_other_moves() && depth > 1 {
            let Some(&(mv, counts)) = difference.unequal.first() else { break };
            line = after(&line, mv)?;
            depth -= 1;
            difference = self.look(&line, depth)?;
            if difference.is_none() {
                earlier = Some(counts);
                break;
            }
        }
        let right_by_fen = match line.moves() {
            [] => None,
            _ if earlier.is_some() => None,
            _ => Some(self.look(&Line::new(line.position().clone()), depth)?.is_none()),
        };
        Ok(Finding { line, depth, difference, right_by_fen, earlier })
    }
}

fn after(line: &Line, mv: Move) -> Result<Line> {
    let mut line = line.clone();
    line.push(mv)?;
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::perft;

    #[test]
    fn moves_are_compared_by_value() {
        let position = Position::from_fen("8/8/8/8/8/2k5/8/K7 w - - 0 1").unwrap();
        let ours = perft::divide(&position, 2, &perft::Options::default(), &|| false).unwrap();
        let counted = |by_move: &[(&str, u64)], sum| ReportedCounts {
            by_move: by_move.iter().map(|&(mv, leaves)| (mv.into(), leaves)).collect(),
            sum,
        };
        let of = |theirs: ReportedCounts| PerftDifference::of(&position, &ours, &theirs);
        assert!(of(counted(&[("a1b1", 6), ("a1a2", 6)], 12)).is_none());
        assert!(of(counted(&[], 12)).is_none(), "a sum is enough");
        assert!(!of(counted(&[], 11)).is_none());
        let other = of(counted(&[("a1a2", 5), ("a1b2", 3), ("a1a2", 6)], 14));
        assert_eq!(other.missing.iter().map(|mv| format!("{mv:?}")).collect::<Vec<_>>(), ["a1b1"]);
        assert_eq!(other.extra, [("a1b2".to_owned(), 3), ("a1a2".to_owned(), 6)]);
        assert_eq!(other.unequal.iter().map(|(_, counts)| *counts).collect::<Vec<_>>(), [[6, 5]]);
    }
}
