//! An evaluation as one JSON document, for programs.

use heirloom_chess::Position;
use heirloom_engine::{Explanation, Score};
use serde_json::{Map, Value, json};

/// Everything in centipawns; scores and squares from White's view, terms as they are good for each side.
pub fn document(engine: &str, position: &Position, explanation: &Explanation) -> Value {
    let score = match explanation.score {
        Score::Cp(centipawns) => json!({"cp": centipawns}),
        Score::Mate(moves) => json!({"mate": moves}),
    };
    let phases = |(middlegame, endgame): (i32, i32)| json!({"mg": middlegame, "eg": endgame});
    let terms = explanation
        .rows
        .iter()
        .map(|row| json!({"term": row.term, "white": phases(row.white), "black": phases(row.black)}));
    let squares: Map<String, Value> =
        explanation.squares.iter().map(|(square, value)| (square.to_string(), (*value).into())).collect();
    json!({"engine": engine, "fen": position.fen(), "score": score, "terms": terms.collect::<Vec<_>>(), "squares": squares})
}
