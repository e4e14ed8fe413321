//! Adjudication: games that the referee ends early, by scores, by length, or because the result of the
//! position is known.

use std::fmt;

use heirloom_chess::game::GameResult;
use heirloom_chess::{Color, Line};
use heirloom_engine::Score;
use serde::{Deserialize, Serialize};

/// A source of known results for positions, such as endgame tablebases.
pub trait Adjudicator: Send + Sync {
    /// Returns the result of the current position, if it is known.
    fn verdict(&self, line: &Line) -> Option<Adjudicated>;
}

/// A result given by the referee.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Adjudicated {
    /// The result.
    pub result: GameResult,
    /// The reason, for the game record.
    pub reason: String,
}

/// Resignation: a side loses after reporting hopeless scores for several moves in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resign {
    /// Number of consecutive moves.
    pub moves: u32,
    /// Threshold for a hopeless score in centipawns, as a positive number.
    pub score: i32,
    /// True if the winner's scores must agree in those moves.
    pub two_sided: bool,
}

/// Draw adjudication: both sides report scores near zero for several moves in a row, without a capture or
/// pawn move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawAgreement {
    /// First move number at which a draw is possible, by the position's full move number.
    pub from_move: u32,
    /// Number of consecutive moves by both sides.
    pub moves: u32,
    /// Largest absolute score in centipawns that counts as near zero.
    pub score: i32,
}

/// All rules for ending games early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Adjudication {
    /// Resignation.
    pub resign: Option<Resign>,
    /// Draws by adjudication.
    pub draw: Option<DrawAgreement>,
    /// Number of full moves, including the opening, after which a game is drawn; 0 for no limit.
    pub max_moves: u32,
}

/// Tracks the scores of one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoreWatch {
    rules: Adjudication,
    /// Consecutive moves with a hopeless score, by side.
    hopeless: [u32; 2],
    /// Consecutive moves with a winning score, by side.
    winning: [u32; 2],
    /// Consecutive plies with a score near zero.
    quiet: u32,
}

impl ScoreWatch {
    pub(crate) fn new(rules: Adjudication) -> ScoreWatch {
        ScoreWatch { rules, hopeless: [0; 2], winning: [0; 2], quiet: 0 }
    }

    /// Adds the score of the move `color` just made, from that side's point of view. A move without a score
    /// resets the counts. `progress` is true for captures and pawn moves.
    pub(crate) fn note(&mut self, color: Color, score: Option<Score>, progress: bool) {
        let score = score.map(Score::centipawns);
        let continued = |count: u32, holds: bool| if holds { count + 1 } else { 0 };
        let side = color.index();
        if let Some(resign) = self.rules.resign {
            self.hopeless[side] =
                continued(self.hopeless[side], score.is_some_and(|score| score <= -resign.score));
            self.winning[side] =
                continued(self.winning[side], score.is_some_and(|score| score >= resign.score));
        }
        if let Some(draw) = self.rules.draw {
            self.quiet =
                continued(self.quiet, !progress && score.is_some_and(|score| score.abs() <= draw.score));
        }
    }

    /// Returns the adjudication after the latest move, if any.
    pub(crate) fn verdict(&self, line: &Line) -> Option<Adjudicated> {
        let played = line.moves().len() / 2;
        self.resignation().or_else(|| self.agreement(line)).or_else(|| {
            let max_moves = self.rules.max_moves as usize;
            (max_moves > 0 && played >= max_moves)
                .then(|| verdict(GameResult::Draw, format!("{max_moves} moves were played")))
        })
    }

    fn resignation(&self) -> Option<Adjudicated> {
        let resign = self.rules.resign?;
        let gives_up = |loser: Color| {
            let agreed = !resign.two_sided || self.winning[(!loser).index()] >= resign.moves;
            agreed && self.hopeless[loser.index()] >= resign.moves
        };
        let loser = Color::ALL.into_iter().find(|&color| gives_up(color))?;
        let result = if loser == Color::White { GameResult::BlackWins } else { GameResult::WhiteWins };
        Some(verdict(result, format!("{} wins by adjudication", !loser)))
    }

    fn agreement(&self, line: &Line) -> Option<Adjudicated> {
        let draw = self.rules.draw?;
        // The number of the last full move.
        let number = u32::from(line.position().fullmove_number()).saturating_sub(1);
        (self.quiet >= draw.moves * 2 && number >= draw.from_move)
            .then(|| verdict(GameResult::Draw, "draw by adjudication".into()))
    }
}

fn verdict(result: GameResult, reason: String) -> Adjudicated {
    Adjudicated { result, reason }
}

impl fmt::Display for Adjudicated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::uci;

    /// Returns a line of `plies` plies in which the knights go out and back.
    fn line(plies: usize) -> Line {
        let mut line = Line::default();
        for mv in ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(plies) {
            line.push(uci::parse(line.position(), mv).unwrap()).unwrap();
        }
        line
    }

    /// Returns the ply at which the rules end a game with these scores, and how. White and Black report in
    /// turn, each from its own point of view.
    fn ended(rules: Adjudication, scores: &[i32]) -> Option<(usize, String)> {
        let mut watch = ScoreWatch::new(rules);
        for (index, &score) in scores.iter().enumerate() {
            let color = if index % 2 == 0 { Color::White } else { Color::Black };
            watch.note(color, Some(Score::Cp(score)), false);
            if let Some(verdict) = watch.verdict(&line(index + 1)) {
                return Some((index + 1, format!("{} {verdict}", verdict.result)));
            }
        }
        None
    }

    fn at(ply: usize, ending: &str) -> Option<(usize, String)> {
        Some((ply, ending.to_owned()))
    }

    #[test]
    fn a_hopeless_side_resigns() {
        let resign = |two_sided| Adjudication {
            resign: Some(Resign { moves: 2, score: 500, two_sided }),
            ..Adjudication::default()
        };
        let scores = [0, -600, 100, -500, 700, -499, 700, -900, 700, -900];
        assert_eq!(ended(resign(false), &scores), at(4, "1-0 White wins by adjudication"));
        assert_eq!(ended(resign(true), &scores), at(10, "1-0 White wins by adjudication"));
        assert_eq!(ended(resign(true), &[-600, 100, -600, 100, -600, 100]), None);
        assert_eq!(ended(resign(false), &[-500, 0, -500]), at(3, "0-1 Black wins by adjudication"));
        let mut watch = ScoreWatch::new(resign(false));
        watch.note(Color::Black, Some(Score::Mate(-3)), false);
        watch.note(Color::Black, None, false);
        watch.note(Color::Black, Some(Score::Mate(-2)), false);
        assert_eq!(watch.verdict(&line(6)), None, "a move without a score interrupts the row");
        watch.note(Color::Black, Some(Score::Mate(-1)), false);
        assert!(watch.verdict(&line(7)).is_some());
    }

    #[test]
    fn quiet_games_are_drawn() {
        let rules = Adjudication {
            draw: Some(DrawAgreement { from_move: 3, moves: 2, score: 10 }),
            ..Adjudication::default()
        };
        assert_eq!(ended(rules, &[0; 20]), at(6, "1/2-1/2 draw by adjudication"));
        assert_eq!(ended(rules, &[0, 0, 0, 11, 0, -10, 10, 0]), at(8, "1/2-1/2 draw by adjudication"));
        assert_eq!(ended(rules, &[0, 20].repeat(20)), None);
        let mut watch = ScoreWatch::new(rules);
        for ply in 0..7 {
            watch.note(Color::White, Some(Score::Cp(0)), ply == 3);
            assert_eq!(watch.verdict(&line(8)), None, "a pawn move begins a new row");
        }
        watch.note(Color::White, Some(Score::Cp(0)), false);
        assert!(watch.verdict(&line(8)).is_some());
    }

    #[test]
    fn long_games_are_drawn() {
        let rules = Adjudication { max_moves: 4, ..Adjudication::default() };
        assert_eq!(ended(rules, &[900; 20]), at(8, "1/2-1/2 4 moves were played"));
        assert_eq!(ended(Adjudication::default(), &[0; 40]), None);
    }
}
