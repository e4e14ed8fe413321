//! Parts that several JSON documents have.

use heirloom_book::eco::OpeningName;
use heirloom_engine::Score;
use serde_json::{Value, json};

/// Returns a score in centipawns or moves to mate.
pub(crate) fn score(score: Score) -> Value {
    match score {
        Score::Cp(centipawns) => json!({"cp": centipawns}),
        Score::Mate(moves) => json!({"mate": moves}),
    }
}

/// Returns the code and the name of an opening.
pub(crate) fn opening(name: OpeningName) -> Value {
    json!({"eco": name.code, "name": name.name})
}
