//! The sample: one JSON object per line for each bad move, with the evaluations before and after it.

use heirloom_app::coordinates;
use heirloom_app::review::judgement::JudgementRules;
use heirloom_app::review::{Evaluation, Review};
use heirloom_chess::game::Game;
use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Move, Position};
use heirloom_engine::Score;
use serde_json::{Value, json};

use crate::Failure;

/// A bad move of a game.
pub struct Case {
    /// The game up to and including the move.
    pub line: Line,
    /// The evaluations before and after the move.
    pub evaluations: [Option<Evaluation>; 2],
}

impl Case {
    /// Returns the case as a line of text.
    pub fn text(&self) -> String {
        let before = self.before();
        let mut after = before.clone();
        // It is legal, since it is part of a line.
        let _ = self.line.moves().last().map(|&mv| after.push(mv));
        let [first, second] = &self.evaluations;
        json!({
            "moves": coordinates::of_line(self.line.start(), self.line.moves()).join(" "),
            "before": first.as_ref().map(|found| written(found, before.position())),
            "after": second.as_ref().map(|found| written(found, after.position())),
        })
        .to_string()
    }

    /// Reads a case of a game from the usual start position.
    pub fn read(text: &str) -> Result<Case, Failure> {
        let value: Value = serde_json::from_str(text)?;
        let line = uci::parse_line(Position::startpos(), value["moves"].as_str().unwrap_or_default())?;
        let mut before = line.clone();
        before.pop();
        let first = read(&value["before"], before.position())?;
        let second = read(&value["after"], line.position())?;
        Ok(Case { line, evaluations: [first, second] })
    }

    /// Returns the game up to the position before the move.
    pub fn before(&self) -> Line {
        let mut before = self.line.clone();
        before.pop();
        before
    }

    /// Returns a review that judges the move, which is its last one.
    pub fn review(&self) -> Review {
        let plies = self.line.moves().len();
        let mut evaluations = vec![None; plies + 1];
        let [before, after] = self.evaluations.clone();
        (evaluations[plies - 1], evaluations[plies]) = (before, after);
        Review::new(&Game::from_line(&self.line), evaluations, &JudgementRules::LICHESS)
    }
}

fn written(evaluation: &Evaluation, position: &Position) -> Value {
    let score = match evaluation.score {
        Score::Cp(centipawns) => json!({ "cp": centipawns }),
        Score::Mate(moves) => json!({ "mate": moves }),
    };
    json!({ "score": score, "line": coordinates::of_line(position, &evaluation.line).join(" ") })
}

fn read(value: &Value, position: &Position) -> Result<Option<Evaluation>, Failure> {
    if value.is_null() {
        return Ok(None);
    }
    let number = |name: &str| value["score"][name].as_i64().and_then(|number| i32::try_from(number).ok());
    let score = number("mate").map(Score::Mate).or_else(|| number("cp").map(Score::Cp));
    let line = uci::parse_line(position.clone(), value["line"].as_str().unwrap_or_default())?;
    let moves: Vec<Move> = line.moves().to_vec();
    Ok(Some(Evaluation { line: moves, ..Evaluation::of_score(score.ok_or("a score is missing")?) }))
}
