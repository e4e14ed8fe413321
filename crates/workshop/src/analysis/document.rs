//! An analysis as JSON and as EPD.

use heirloom_app::coordinates;
use heirloom_book::eco;
use heirloom_chess::notation::epd::{Epd, Operation};
use heirloom_chess::notation::san;
use heirloom_engine::{Bound, Info, Score};
use serde_json::{Value, json};

use super::SearchResult;
use super::subject::Subject;
use crate::documents;

/// Returns an analysis as one object; it is `finished` or still running.
pub fn document(subject: &Subject, number: usize, result: &SearchResult, finished: bool) -> Value {
    let position = subject.line.position();
    let opening = eco::opening(&subject.line).map(|(_, name)| documents::opening(name));
    let (progress, totals) = (&result.progress, result.progress.totals());
    let best = progress.decision().and_then(|best| best.best);
    json!({
        "number": number, "name": subject.name, "fen": position.fen(), "engine": result.engine,
        "finished": finished,
        "interrupted": result.interrupted, "opening": opening,
        "outcome": subject.line.outcome().map(|outcome| outcome.to_string()),
        "best": best.map(|mv| san::format(position, mv)),
        "best_uci": best.map(|mv| coordinates::of_move(position, mv)),
        "depth": progress.depth(), "seldepth": totals.selective_depth, "nodes": totals.nodes,
        "nps": totals.speed(),
        "hashfull": totals.hashfull, "tbhits": totals.tbhits,
        "time_ms": totals.time.map(|time| time.as_millis() as u64),
        "lines": progress.lines().map(|(number, info)| line(subject, number, info)).collect::<Vec<_>>(),
    })
}

/// Returns a line from White's point of view.
fn line(subject: &Subject, number: usize, info: &Info) -> Value {
    let (position, turn) = (subject.line.position(), subject.line.position().turn());
    let score = info.score.map(|score| documents::score(score.for_white(turn)));
    let wdl = info.wdl.map(|wdl| wdl.for_white(turn));
    let bound = match info.bound.for_white(turn) {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    json!({
        "line": number, "score": score, "bound": bound, "wdl": wdl.map(|wdl| json!({"win": wdl.win,
        "draw": wdl.draw, "loss": wdl.loss})),
        "depth": info.depth, "seldepth": info.selective_depth, "nodes": info.nodes,
        "pv": san::format_line(position, &info.pv),
        "pv_uci": coordinates::of_line(position, &info.pv),
    })
}

/// Returns the EPD with the results: `pv`, `ce` (side to move), `acd`, `acn`, `acs`, and `dm` for a mate.
pub fn epd(subject: &Subject, result: &SearchResult) -> Epd {
    let mut epd = subject.epd.clone();
    let Some(first) = result.progress.first() else { return epd };
    let pv = san::format_line(&epd.position, &first.pv);
    epd.set(Operation::new("pv", &pv.split(' ').collect::<Vec<_>>()));
    // A bound is not a score.
    if let Some(score) = result.progress.score() {
        epd.set(Operation::new("ce", &[centipawns(score).to_string().as_str()]));
        if let Score::Mate(moves) = score
            && moves > 0
        {
            epd.set(Operation::new("dm", &[moves.to_string().as_str()]));
        }
    }
    let totals = result.progress.totals();
    let numbers = [
        ("acd", result.progress.depth().map(u64::from)),
        ("acn", totals.nodes),
        ("acs", totals.time.map(|time| time.as_secs())),
    ];
    for (opcode, number) in numbers {
        if let Some(number) = number {
            epd.set(Operation::new(opcode, &[number.to_string().as_str()]));
        }
    }
    epd
}

/// Returns a score as EPD defines it: a mate is 32767 minus the plies to it.
fn centipawns(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp.clamp(-32_000, 32_000),
        Score::Mate(moves) if moves > 0 => 32_767 - (2 * moves - 1).min(766),
        Score::Mate(moves) => -32_767 + (-2 * moves).min(766),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_written_as_the_standard_has_them() {
        let scores = [
            Score::Mate(1),
            Score::Mate(5),
            Score::Mate(-1),
            Score::Mate(-5),
            Score::Mate(0),
            Score::Cp(-31),
        ];
        assert_eq!(scores.map(centipawns), [32_766, 32_758, -32_765, -32_757, -32_767, -31]);
    }
}
