//! Reviews as JSON. Scores are from White's point of view, lines are in SAN.

use heirloom_app::coordinates;
use heirloom_app::review::phase::Phase;
use heirloom_app::review::refutation::{self, Reason};
use heirloom_app::review::study::Sight;
use heirloom_app::review::{Evaluation, Review, Reviewed, Side};
use heirloom_chess::notation::san;
use heirloom_chess::{Color, Move};
use serde_json::{Map, Value, json};

use super::TURNING_POINTS;
use super::run::Finished;
use crate::documents;

/// Returns a game with its tags, figures and moves.
pub fn game(finished: &Finished) -> Value {
    let Finished { found, review } = finished;
    let tags: Map<String, Value> =
        found.game.tags().iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    let opening =
        review.opening.map(|(plies, name)| json!({"eco": name.code, "name": name.name, "plies": plies}));
    // Plies count from 1; a phase that begins with the last position has no move.
    let first_move =
        |begin: Option<usize>| begin.map(|plies| plies + 1).filter(|&ply| ply <= review.moves.len());
    let turning_points: Vec<usize> =
        review.turning_points(TURNING_POINTS).into_iter().map(|ply| ply + 1).collect();
    let key_moments: Vec<usize> = review.key_moments().into_iter().map(|ply| ply + 1).collect();
    let moves: Vec<Value> = (0..review.moves.len()).map(|ply| reviewed(review, ply)).collect();
    json!({
        "file": found.file, "line": found.line, "tags": tags, "result": found.game.result().as_str(),
        "start": found.game.start().fen(),
        "opening": opening, "middlegame_from_ply": first_move(review.division.middlegame),
        "endgame_from_ply": first_move(review.division.endgame),
        "players": {"white": side(&review.sides[0]), "black": side(&review.sides[1])},
        "key_moments": key_moments, "turning_points": turning_points, "before": evaluation(review, 0), "moves": moves,
    })
}

fn side(side: &Side) -> Value {
    let Side { accuracy, average_loss, losses, counts, good, missed_wins, rating, seconds } = side;
    let rating = rating.map(|estimate| json!({"rating": estimate.rating, "error": estimate.error}));
    let phases: Map<String, Value> = Phase::ALL
        .into_iter()
        .zip(losses)
        .map(|(phase, loss)| (phase.word().to_owned(), json!(loss)))
        .collect();
    json!({
        "accuracy": accuracy, "average_loss": average_loss, "average_loss_by_phase": phases,
        "good": good[0], "best": good[1], "only": good[2],
        "inaccuracies": counts[0], "mistakes": counts[1], "blunders": counts[2],
        "missed_wins": missed_wins, "estimated_rating": rating,
        "seconds_per_move": seconds[0], "seconds_per_bad_move": seconds[1],
    })
}

fn reviewed(review: &Review, ply: usize) -> Value {
    let (before, reviewed) = (&review.positions[ply], &review.moves[ply]);
    let Reviewed { mv, mover, origin, phase, quality, time, study, .. } = reviewed;
    let eras = study.eras.iter().map(|opinion| {
        json!({
            "engine": opinion.ancestor, "san": san::format(before, opinion.choice),
            "better_move": sight(opinion.sees),
        })
    });
    let eras: Vec<Value> = eras.collect();
    let reasons = reviewed.reasons.iter().map(|reason| {
        let proof = reason.proof(*mv).map(|proof| coordinates::of_line(before, &proof).join(" "));
        let against = match reason {
            Reason::Worsens { better, .. } => Some(coordinates::of_line(before, better).join(" ")),
            Reason::AllowsPlan(plan) | Reason::MissesPlan(plan) => {
                plan.against().map(|moves| coordinates::of_line(before, moves).join(" "))
            }
            _ => None,
        };
        let sentence = refutation::say(reason, before, *mv);
        json!({"kind": reason.word(), "sentence": sentence, "proof_uci": proof, "compared_with_uci": against})
    });
    let reasons: Vec<Value> = reasons.collect();
    json!({
        "ply": ply + 1, "number": before.fullmove_number(),
        "color": if *mover == Color::White { "white" } else { "black" },
        "san": san::format(before, *mv), "uci": coordinates::of_move(before, *mv),
        "fen": review.positions[ply + 1].fen(),
        "origin": origin.word(), "phase": phase.word(),
        "judgement": reviewed.judgement().map(|judgement| judgement.word()),
        "grade": reviewed.grade().map(|grade| grade.words()),
        "missed_win": quality.map(|quality| quality.misses_win()),
        "seconds": time.map(|time| time.as_secs_f64()),
        "win_before": quality.map(|quality| quality.win.0), "win_after": quality.map(|quality| quality.win.1),
        "accuracy": quality.map(|quality| quality.accuracy), "loss": quality.map(|quality| quality.loss),
        "best": best(review, ply).map(|mv| san::format(before, mv)),
        "best_uci": best(review, ply).map(|mv| coordinates::of_move(before, mv)),
        "words": review.words(ply), "reasons": reasons, "after": evaluation(review, ply + 1),
        "visibility": study.visibility.map(|seen| {
            json!({"refutation": sight(seen.refutation), "better_move": sight(seen.better)})
        }),
        "eras": eras,
    })
}

/// Returns when something is seen in a search.
fn sight(sight: Sight) -> Value {
    match sight {
        Sight::From(depth, nodes) => json!({"seen": true, "depth": depth, "nodes": nodes}),
        Sight::NotBy(depth, nodes) => json!({"seen": false, "depth": depth, "nodes": nodes}),
    }
}

fn evaluation(review: &Review, ply: usize) -> Option<Value> {
    let Evaluation { score, depth, selective_depth, nodes, line } = review.evaluations[ply].as_ref()?;
    let position = &review.positions[ply];
    Some(json!({
        "score": documents::score(*score), "depth": depth, "selective_depth": selective_depth, "nodes": nodes,
        "line": san::format_line(position, line),
    }))
}

/// Returns the best move in the position before a ply.
pub(super) fn best(review: &Review, ply: usize) -> Option<Move> {
    review.evaluations[ply].as_ref()?.line.first().copied()
}
