//! Finds the position and moves that make a perft count wrong, with the help of a second counter.

use std::fmt::Write as _;

use anyhow::Result;
use heirloom_app::coordinates;
use heirloom_chess::{Move, Position};

/// Counts the leaves of a position at a depth.
pub type Counter<'a> = &'a mut dyn FnMut(&Position, u32) -> Result<u64>;

/// The place where two counters disagree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divergence {
    /// The moves that lead there.
    pub path: Vec<Move>,
    /// The position in which the number of moves differs.
    pub position: Position,
    /// The number of moves there, ours and theirs.
    pub moves: [u64; 2],
}

/// Follows moves whose counts differ until the lists of moves themselves differ. It starts at the smallest
/// depth with a difference, so no other path is shorter. Returns `None` if both counts agree. Fails if a
/// counter fails.
pub fn walk(
    position: &Position,
    depth: u32,
    ours: Counter<'_>,
    theirs: Counter<'_>,
) -> Result<Option<Divergence>> {
    let mut wrong_depth = None;
    for depth in 1..=depth {
        if ours(position, depth)? != theirs(position, depth)? {
            wrong_depth = Some(depth);
            break;
        }
    }
    let Some(depth) = wrong_depth else { return Ok(None) };
    let (mut position, mut path) = (position.clone(), Vec::new());
    for depth in (1..depth).rev() {
        let mut wrong = None;
        for &mv in &position.legal_moves() {
            let mut child = position.clone();
            child.play(mv);
            if ours(&child, depth)? != theirs(&child, depth)? {
                wrong = Some((mv, child));
                break;
            }
        }
        let Some((mv, child)) = wrong else { break };
        path.push(mv);
        position = child;
    }
    let moves = [ours(&position, 1)?, theirs(&position, 1)?];
    Ok(Some(Divergence { path, position, moves }))
}

impl Divergence {
    /// Returns the finding as text; `other` names the second counter.
    pub fn report(&self, start: &Position, other: &str) -> String {
        let mut text = String::new();
        let path = coordinates::of_line(start, &self.path);
        let after = if path.is_empty() {
            "in this position".to_string()
        } else {
            format!("after {}", path.join(" "))
        };
        let [ours, theirs] = self.moves;
        let _ = writeln!(text, "  {after}: {ours} moves, {other} finds {theirs}");
        let _ = writeln!(text, "  {}", self.position.fen());
        let position = &self.position;
        let moves: Vec<String> =
            position.legal_moves().iter().map(|&mv| coordinates::of_move(position, mv)).collect();
        let _ = writeln!(text, "  ours: {}", moves.join(" "));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::perft::perft;

    #[test]
    fn a_missing_move_is_found() {
        // The second counter omits a move whenever a knight is on h3.
        fn forgetful(position: &Position, depth: u32) -> u64 {
            if depth == 0 {
                return 1;
            }
            let knight = position.piece_at("h3".parse().unwrap()).is_some_and(|piece| piece.letter() == 'N');
            let skipped = usize::from(knight && position.turn() == heirloom_chess::Color::Black);
            let moves = position.legal_moves();
            let leaves = |&mv: &Move| {
                let mut child = position.clone();
                child.play(mv);
                forgetful(&child, depth - 1)
            };
            moves.iter().skip(skipped).map(leaves).sum()
        }
        let start = Position::startpos();
        let mut ours = |position: &Position, depth: u32| Ok(perft(position, depth));
        let found = walk(&start, 4, &mut ours, &mut |position, depth| Ok(forgetful(position, depth)))
            .unwrap()
            .unwrap();
        assert_eq!(found.moves, [20, 19]);
        assert_eq!(format!("{:?}", found.path), "[g1h3]");
        assert!(found.report(&start, "another").starts_with("  after g1h3: 20 moves, another finds 19\n"));
        let same = walk(&start, 3, &mut |position, depth| Ok(perft(position, depth)), &mut ours).unwrap();
        assert_eq!(same, None);
    }
}
