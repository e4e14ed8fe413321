//! Mates announced by engines: their length, and whether the line proves them.

use std::fmt;

use heirloom_chess::{Line, Move, Outcome, Position};

use super::goal::Goal;
use heirloom_engine::Score;

/// A mate announced in a position that has one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mate {
    /// The suite's distance to mate in moves; negative if the side to move is mated.
    pub asked: i32,
    /// The engine's distance, with the same sign convention.
    pub found: i32,
    /// Why the line does not prove the mate, if it does not.
    pub flaw: Option<Flaw>,
}

/// Why a line does not prove a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// There is no line.
    NoLine,
    /// The line is too short or continues with an illegal move: its length and the required length, in plies.
    Short(usize, usize),
    /// The line is too long: its length and the required length, in plies.
    Long(usize, usize),
    /// The game is drawn after this many plies, by repetition or the fifty-move rule.
    Drawn(usize),
    /// The line does not end in checkmate.
    NoMate,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::NoLine => f.write_str("no line"),
            Flaw::Short(plies, needed) => write!(f, "the line ends after {plies} of {needed} plies"),
            Flaw::Long(plies, needed) => write!(f, "the line has {plies} plies, not {needed}"),
            Flaw::Drawn(plies) => write!(f, "the game is drawn after {plies} plies"),
            Flaw::NoMate => f.write_str("the line does not end in mate"),
        }
    }
}

impl Mate {
    /// Returns the mate that the engine's final score announces, if a mate for the same side was to be found.
    pub fn announced(position: &Position, goal: &Goal, score: Option<Score>, line: &[Move]) -> Option<Mate> {
        let asked = goal.distance()?;
        match score {
            Some(Score::Mate(found)) if found.signum() == asked.signum() => {
                Some(Mate { asked, found, flaw: flaw(position, found, line) })
            }
            _ => None,
        }
    }

    /// Returns true if the mate is at least as short as the suite's.
    pub fn is_best(&self) -> bool {
        self.found.abs() <= self.asked.abs()
    }

    /// Returns the verdict: `best mate`, `mate found but longer`, `bad line`.
    pub fn verdict(&self) -> &'static str {
        match (&self.flaw, self.is_best()) {
            (Some(_), _) => "bad line",
            (None, true) => "best mate",
            (None, false) => "mate found but longer",
        }
    }
}

/// Checks that the line leads to mate in the number of plies that corresponds to the distance.
fn flaw(position: &Position, distance: i32, moves: &[Move]) -> Option<Flaw> {
    let plies = distance.unsigned_abs() as usize * 2 - usize::from(distance > 0);
    if moves.is_empty() {
        return Some(Flaw::NoLine);
    }
    let mut line = Line::new(position.clone());
    for (played, &mv) in moves.iter().enumerate() {
        if matches!(line.outcome(), Some(Outcome::Draw(_))) {
            return Some(Flaw::Drawn(played));
        }
        if line.push(mv).is_err() {
            return Some(Flaw::Short(played, plies));
        }
    }
    match moves.len() {
        length if length < plies => Some(Flaw::Short(length, plies)),
        length if length > plies => Some(Flaw::Long(length, plies)),
        _ if !matches!(line.outcome(), Some(Outcome::Checkmate { .. })) => Some(Flaw::NoMate),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::{epd::Epd, uci};

    /// Returns the verdict and flaw of a line in coordinate notation.
    fn judged(record: &str, score: Score, line: &str) -> Option<(&'static str, Option<Flaw>)> {
        let epd = Epd::parse(record).unwrap();
        let (goal, line) = (Goal::read(&epd).unwrap(), uci::parse_line(epd.position.clone(), line).unwrap());
        Mate::announced(&epd.position, &goal, Some(score), line.moves())
            .map(|mate| (mate.verdict(), mate.flaw))
    }

    #[test]
    fn lines_must_match_their_score() {
        // Mate in two: Kg6 Kg8 Ra8#.
        let two = "7k/8/5K2/8/8/8/8/R7 w - - bm #2;";
        let mated = "7k/8/6K1/8/8/8/8/R7 b - - dm -1;";
        let drawn = "7k/8/6K1/8/8/8/8/R7 b - - 99 80 dm -1;";
        for (record, moves, line, verdict, flaw) in [
            (two, 2, "f6g6 h8g8 a1a8", "best mate", None),
            (two, 2, "f6g6 h8g8", "bad line", Some(Flaw::Short(2, 3))),
            (two, 2, "f6g6 h8g8 a1a7", "bad line", Some(Flaw::NoMate)),
            (two, 1, "f6g6 h8g8 a1a8", "bad line", Some(Flaw::Long(3, 1))),
            (two, 3, "a1a2 h8g8 a2a1 g8h8 f6g6", "bad line", Some(Flaw::NoMate)),
            (two, 3, "f6g6 h8g8 a1a8", "bad line", Some(Flaw::Short(3, 5))),
            (two, 3, "a1a2 h8g8 f6g6 g8h8 a2a8", "mate found but longer", None),
            (two, 2, "", "bad line", Some(Flaw::NoLine)),
            (mated, -1, "h8g8 a1a8", "best mate", None),
            (drawn, -1, "h8g8 a1a8", "bad line", Some(Flaw::Drawn(1))),
        ] {
            assert_eq!(judged(record, Score::Mate(moves), line), Some((verdict, flaw)), "{line}");
        }
        assert_eq!((judged(two, Score::Mate(-2), ""), judged(two, Score::Cp(900), "")), (None, None));
    }
}
