//! An attempt at a puzzle: checks moves and makes the replies.

use heirloom_chess::{Line, Move, Outcome};

use super::record::Puzzle;

/// A puzzle being solved.
#[derive(Clone, Debug)]
pub struct Attempt {
    puzzle: Puzzle,
    /// The line up to the current position.
    line: Line,
    /// Number of solution moves played, including replies.
    played: usize,
}

/// The verdict on a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Not the solution; nothing was played.
    Wrong,
    /// Right, with the reply.
    Right(Move),
    /// Right, and the puzzle is solved.
    Solved,
}

impl Attempt {
    /// Starts an attempt at a puzzle.
    pub fn new(puzzle: &Puzzle) -> Attempt {
        Attempt { puzzle: puzzle.clone(), line: puzzle.line(), played: 0 }
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Returns the line up to the current position.
    pub fn line(&self) -> &Line {
        &self.line
    }

    /// Returns the move to find; `None` if the puzzle is solved.
    pub fn expected(&self) -> Option<Move> {
        self.puzzle.solution().get(self.played).copied()
    }

    /// Returns the rest of the solution.
    pub fn rest(&self) -> &[Move] {
        &self.puzzle.solution()[self.played.min(self.puzzle.solution().len())..]
    }

    /// Tries the solver's legal move. As on lichess, any mate is accepted.
    pub fn play(&mut self, mv: Move) -> Verdict {
        if self.expected() != Some(mv) {
            let mut line = self.line.clone();
            if line.push(mv).is_ok() && matches!(line.outcome(), Some(Outcome::Checkmate { .. })) {
                self.line = line;
                self.played = self.puzzle.solution().len();
                return Verdict::Solved;
            }
            return Verdict::Wrong;
        }
        if self.line.push(mv).is_err() {
            return Verdict::Wrong;
        }
        self.played += 1;
        let Some(reply) = self.expected() else { return Verdict::Solved };
        // The reply was checked when the puzzle was read.
        let _ = self.line.push(reply);
        self.played += 1;
        Verdict::Right(reply)
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Rows;
    use super::*;
    use heirloom_chess::notation::uci;

    fn puzzle(fen: &str, moves: &str) -> Puzzle {
        Rows::new(format!("p,{fen},{moves}\n").as_bytes()).next().unwrap().unwrap()
    }

    #[test]
    fn a_solution_is_followed_to_its_end() {
        let puzzle =
            puzzle("r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24", "f2g3 e6e7 b2b1 b3c1 b1c1 h6c1");
        let mut attempt = Attempt::new(&puzzle);
        let mut play = |text: &str| {
            let mv = uci::parse(attempt.line().position(), text).unwrap();
            match attempt.play(mv) {
                Verdict::Wrong => "wrong".to_owned(),
                Verdict::Right(reply) => format!("{reply:?}"),
                Verdict::Solved => "solved".to_owned(),
            }
        };
        assert_eq!(
            [play("h2g3"), play("e6e7"), play("b3c1"), play("h6c1")],
            ["wrong", "b2b1", "b1c1", "solved"]
        );
        assert!(attempt.rest().is_empty() && attempt.expected().is_none());
    }

    #[test]
    fn any_mate_is_accepted() {
        // Either rook can mate.
        let puzzle = puzzle("7k/8/6K1/8/8/8/8/RR6 b - - 0 1", "h8g8 a1a8");
        let mut attempt = Attempt::new(&puzzle);
        let mv = uci::parse(attempt.line().position(), "b1b8").unwrap();
        assert_eq!(attempt.play(mv), Verdict::Solved);
    }
}
