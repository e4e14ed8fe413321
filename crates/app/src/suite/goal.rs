//! The goals of suite positions: best moves, moves to avoid, moves with points, or a mate.

use heirloom_chess::notation::epd::{Epd, EpdError, Operation};
use heirloom_chess::notation::san;
use heirloom_chess::{Move, Position};
use heirloom_engine::Score;

/// What solves a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Goal {
    /// Best moves (`bm`).
    best: Vec<Move>,
    /// Moves to avoid (`am`).
    avoid: Vec<Move>,
    /// Moves with points.
    points: Vec<(Move, u32)>,
    /// Moves to mate, negative if the side to move is mated; only if no moves are given.
    mate: Option<i32>,
    /// Moves to mate, as above, also if moves are given.
    distance: Option<i32>,
}

/// Why a line has no usable goal.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum GoalError {
    /// An operand is not a legal move.
    #[error("column {}: {}", .0.column, .0.reason)]
    Move(EpdError),
    /// The number of points differs from the number of moves.
    #[error("c8 and c9 (or c7) differ in length: {numbers} and {moves}")]
    Uneven {
        /// The number of points in `c8`.
        numbers: usize,
        /// The number of moves.
        moves: usize,
    },
    /// A move with points is not legal.
    #[error("{opcode}: {error}")]
    Points {
        /// The opcode of the operation.
        opcode: &'static str,
        /// Why the move is not legal.
        error: san::SanError,
    },
    /// There is nothing to solve.
    #[error(
        "nothing to solve: expected bm, am, dm, points in c0 (\"Nf3=10, e4=5\"), \
         or points in c8 and moves in c9"
    )]
    Nothing,
}

impl Goal {
    /// Reads the goal from the operations of an EPD line. Fails for illegal moves and for lines without a
    /// goal.
    pub fn read(epd: &Epd) -> Result<Goal, GoalError> {
        let (best, avoid) =
            (epd.best_moves().map_err(GoalError::Move)?, epd.avoid_moves().map_err(GoalError::Move)?);
        let points = read_points(epd)?;
        let named = !(best.is_empty() && avoid.is_empty() && points.is_empty());
        let distance = epd.mate_in().filter(|&moves| moves != 0);
        let mate = if named { None } else { distance };
        if !named && mate.is_none() || epd.position.legal_moves().is_empty() {
            return Err(GoalError::Nothing);
        }
        Ok(Goal { best, avoid, points, mate, distance })
    }

    /// Returns true if this move solves the position or, if a mate is asked for, this score of the side to
    /// move does.
    pub fn is_met(&self, mv: Move, score: Option<Score>) -> bool {
        if self.avoid.contains(&mv) {
            return false;
        }
        if !self.best.is_empty() || !self.points.is_empty() {
            return self.best.contains(&mv)
                || self.max_points() > 0 && self.points_of(mv) == self.max_points();
        }
        match (self.mate, score) {
            (None, _) => true,
            (Some(asked), Some(Score::Mate(found))) if asked > 0 => (1..=asked).contains(&found),
            (Some(asked), Some(Score::Mate(found))) => (asked..0).contains(&found),
            _ => false,
        }
    }

    /// Returns the known distance to mate in moves; negative if the side to move is mated.
    pub fn distance(&self) -> Option<i32> {
        self.distance
    }

    /// Returns true if the score, not the move, solves the position.
    pub fn is_mate(&self) -> bool {
        self.mate.is_some()
    }

    /// Returns the points for a move; 0 for moves that are not listed.
    pub fn points_of(&self, mv: Move) -> u32 {
        self.points.iter().find(|(known, _)| *known == mv).map_or(0, |&(_, points)| points)
    }

    /// Returns the maximum points for a move; 0 if there are no points.
    pub fn max_points(&self) -> u32 {
        self.points.iter().map(|&(_, points)| points).max().unwrap_or(0)
    }

    /// Returns the expected solution in SAN: `Qg6`, `not Rb7`, `mate in 3`.
    pub fn expected(&self, position: &Position) -> String {
        let listed =
            |moves: &[Move]| moves.iter().map(|&mv| san::format(position, mv)).collect::<Vec<_>>().join(" ");
        let mut parts = Vec::new();
        let full = self
            .points
            .iter()
            .filter(|&&(_, points)| points > 0 && points == self.max_points())
            .map(|&(mv, _)| mv);
        let mut solutions = self.best.clone();
        solutions.extend(full.filter(|mv| !self.best.contains(mv)));
        if !solutions.is_empty() {
            parts.push(listed(&solutions));
        }
        if !self.avoid.is_empty() {
            parts.push(format!("not {}", listed(&self.avoid)));
        }
        parts.extend(self.mate.map(|moves| {
            if moves > 0 { format!("mate in {moves}") } else { format!("mated in {}", -moves) }
        }));
        parts.join(", ")
    }
}

/// Reads the points of moves in the usual formats: `c0 "f5=10, Be5+=2"`, or points in `c8` and moves in `c9`
/// (coordinates) or `c7` (SAN). Elsewhere, these operations are comments, which are ignored.
fn read_points(epd: &Epd) -> Result<Vec<(Move, u32)>, GoalError> {
    let text = |opcode: &str| epd.get(opcode).map(joined).unwrap_or_default();
    let legal = |opcode: &'static str, mv: &str| {
        san::parse(&epd.position, mv).map_err(|error| GoalError::Points { opcode, error })
    };
    let (comment, numbers) = (text("c0"), text("c8"));
    if let Some(pairs) = pairs_of(&comment) {
        return pairs.into_iter().map(|(mv, points)| Ok((legal("c0", mv)?, points))).collect();
    }
    let Some(numbers) = numbers_of(&numbers) else { return Ok(Vec::new()) };
    for opcode in ["c9", "c7"] {
        let moves = text(opcode);
        let moves: Vec<&str> = moves.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        if moves.is_empty() || moves.iter().any(|mv| san::check_form(mv.as_bytes()).is_err()) {
            continue;
        }
        if moves.len() != numbers.len() {
            return Err(GoalError::Uneven { numbers: numbers.len(), moves: moves.len() });
        }
        return moves.iter().zip(numbers).map(|(mv, points)| Ok((legal(opcode, mv)?, points))).collect();
    }
    Ok(Vec::new())
}

/// Joins all operands, without control characters that a terminal could interpret.
pub fn joined(operation: &Operation) -> String {
    let text = operation.operands.iter().map(|operand| operand.text.as_str()).collect::<Vec<_>>().join(" ");
    text.replace(char::is_control, "").trim().to_owned()
}

/// Parses `f5=10, Be5+=2` to pairs, if the whole text has this form.
fn pairs_of(text: &str) -> Option<Vec<(&str, u32)>> {
    let pair = |item| {
        let (mv, points) = str::rsplit_once(item, '=')?;
        san::check_form(mv.trim().as_bytes()).ok()?;
        Some((mv.trim(), points.trim().parse().ok()?))
    };
    let pairs: Option<Vec<(&str, u32)>> =
        text.split(',').filter(|item| !item.trim().is_empty()).map(pair).collect();
    pairs.filter(|pairs| !pairs.is_empty())
}

fn numbers_of(text: &str) -> Option<Vec<u32>> {
    let numbers: Option<Vec<u32>> =
        text.split([' ', ',']).filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect();
    numbers.filter(|numbers| !numbers.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::uci;

    const BOARD: &str = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - -";

    fn position() -> Position {
        Position::from_fen(&format!("{BOARD} 0 1")).unwrap()
    }

    fn mv(text: &str) -> Move {
        uci::parse(&position(), text).unwrap()
    }

    fn read(operations: &str) -> Result<Goal, GoalError> {
        Goal::read(&Epd::parse(&format!("{BOARD} {operations}")).unwrap())
    }

    /// Returns which of these moves solve the position.
    fn solving(operations: &str, moves: &[&str]) -> Vec<String> {
        let goal = read(operations).unwrap();
        let solves = |text: &&&str| goal.is_met(mv(text), Some(Score::Cp(0)));
        moves.iter().filter(solves).map(ToString::to_string).collect()
    }

    fn points(operations: &str, text: &str) -> (u32, u32) {
        let goal = read(operations).unwrap();
        (goal.points_of(mv(text)), goal.max_points())
    }

    #[test]
    fn best_moves_and_moves_to_avoid() {
        let all = ["f4f5", "d4f2", "f3g4"];
        assert_eq!(solving("bm f5 Bf2;", &all), ["f4f5", "d4f2"]);
        assert_eq!(solving("am f5;", &all), ["d4f2", "f3g4"]);
        assert_eq!(solving("bm f5 Bf2; am Bf2;", &all), ["f4f5"]);
        assert_eq!(solving("bm f5; c0 \"f5=100, Bf2=100, Bg4=96\";", &all), ["f4f5", "d4f2"]);
        assert_eq!(solving("c0 \"Bf2=3, Bg4=2\";", &all), ["d4f2"]);
        assert_eq!(solving("bm f5; c0 \"DB/GK Philadelphia 1996, Game 1, move 7W (h3)\";", &all), ["f4f5"]);
        assert_eq!(
            solving("bm f5; dm 3;", &all),
            ["f4f5"],
            "where moves are named, the distance is a remark"
        );
    }

    #[test]
    fn all_formats_of_points_are_read() {
        let sts = "bm f5; c0 \"f5=10, Be5+=2, Bf2=3, Bg4=2\"; c7 \"f5 Be5+ Bf2 Bg4\"; c8 \"10 2 3 2\"; \
            c9 \"f4f5 d4e5 d4f2 f3g4\";";
        assert_eq!(points(sts, "d4f2"), (3, 10));
        assert_eq!(points(sts, "f4f5"), (10, 10));
        assert_eq!(points(sts, "g1g2"), (0, 10));
        assert_eq!(points("bm f5; c8 \"10 2 3\"; c9 \"f4f5 d4e5 d4f2\";", "d4f2"), (3, 10));
        assert_eq!(points("bm f5; c7 \"f5 Be5+ Bf2\"; c8 \"10 2 3\";", "d4f2"), (3, 10));
        assert_eq!(points("bm f5; c8 \"10 2 3\"; c9 \"by nobody\";", "f4f5"), (0, 0));
        assert_eq!(points("bm f5; c0 eval = draw, c1 diff=9", "f4f5"), (0, 0));
    }

    #[test]
    fn mates_are_solved_by_the_score() {
        let goal = read("bm #3;").unwrap();
        let mv = mv("f4f5");
        let met = |goal: &Goal, score| goal.is_met(mv, Some(score));
        assert_eq!([3, 2, 4, -3].map(|moves| met(&goal, Score::Mate(moves))), [true, true, false, false]);
        assert!(!met(&goal, Score::Cp(900)) && !goal.is_met(mv, None));
        let goal = read("dm -2;").unwrap();
        assert!(met(&goal, Score::Mate(-2)) && !met(&goal, Score::Mate(-3)) && !met(&goal, Score::Mate(2)));
        assert_eq!(goal.expected(&Position::startpos()), "mated in 2");
    }

    #[test]
    fn lines_without_a_goal_are_rejected() {
        let error = |operations: &str| read(operations).unwrap_err().to_string();
        assert!(error("id \"x\";").starts_with("nothing to solve: expected bm"));
        assert!(error("bm Ke8;").starts_with("column 58: bm: Ke8"));
        assert!(error("bm f5; c0 \"f5=10, Qh8=3\";").starts_with("c0: Qh8"));
        assert_eq!(error("bm f5; c8 \"10 2\"; c9 \"f4f5\";"), "c8 and c9 (or c7) differ in length: 2 and 1");
        let goal = read("am f5 Bf2; bm Bg4; c0 \"Bg2=5\"").unwrap();
        assert_eq!(goal.expected(&position()), "Bg4 Bg2, not f5 Bf2");
    }
}
