//! A run of suites as a JSON document.

use std::time::Duration;

use heirloom_app::coordinates;
use heirloom_app::suite::positions::{Suites, Task};
use heirloom_app::suite::solving::{Moment, Solution};
use heirloom_chess::notation::san;
use serde_json::{Value, json};

use super::totals::{FileTally, SolvingTotals, Totals};
use crate::documents;

/// Returns the run: its setting, the totals, and each position that was searched.
pub fn document(
    suites: &Suites,
    answers: &[Option<Solution>],
    totals: &Totals,
    setting: &Setting<'_>,
) -> Value {
    let searched =
        suites.tasks.iter().zip(answers).filter_map(|(task, answer)| Some((task, answer.as_ref()?)));
    let positions: Vec<Value> =
        searched.map(|(task, answer)| position(&suites.files[task.file], task, answer)).collect();
    let wrong: Vec<Value> = suites
        .invalid
        .iter()
        .map(|wrong| json!({"file": wrong.file, "line": wrong.line, "reason": wrong.reason}))
        .collect();
    let time_to_solution = json!({
        "median_ms": totals.found_within(50).map(milliseconds),
        "mean_ms": totals.mean_found().map(milliseconds),
        "ninety_percent_ms": totals.found_within(90).map(milliseconds),
        "longest_ms": totals.found_within(100).map(milliseconds),
    });
    json!({
        "heirloom": heirloom_app::identity::version(), "date": setting.date, "engine": setting.engine,
        "limits": setting.limits,
        "settings": setting.settings, "complete": setting.complete,
        "total": tally(&totals.all), "files": totals.files.iter().map(file).collect::<Vec<_>>(),
        "time_to_solution": time_to_solution, "wrong_lines": wrong, "positions": positions,
    })
}

/// How the positions were searched.
pub struct Setting<'a> {
    /// The name that the engine reports.
    pub engine: &'a str,
    /// Its limits in words.
    pub limits: &'a str,
    /// The engine and its options, and how the positions were searched.
    pub settings: &'a str,
    /// The date and time at which the run began.
    pub date: &'a str,
    /// All positions were searched.
    pub complete: bool,
}

fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

fn tally(tally: &SolvingTotals) -> Value {
    json!({
        "positions": tally.positions, "solved": tally.solved, "percent": tally.percent(),
        "points": tally.points,
        "max_points": tally.max_points, "points_percent": tally.points_percent(), "faults": tally.faults,
        "overruns": tally.overruns, "nodes": tally.nodes,
        "mates": json!({
            "asked": tally.mates.asked, "found": tally.mates.found, "best": tally.mates.best,
            "bad_lines": tally.mates.bad_lines,
        }),
        "time_ms": milliseconds(tally.time),
    })
}

fn file(file: &FileTally) -> Value {
    let themes: Vec<Value> =
        file.themes.iter().map(|(name, sums)| json!({"theme": name, "total": tally(sums)})).collect();
    json!({"file": file.name, "total": tally(&file.all), "themes": themes, "wrong_lines": file.wrong})
}

fn position(file: &str, task: &Task, answer: &Solution) -> Value {
    let start = &task.position;
    let moment = |moment: Moment| {
        json!({"time_ms": milliseconds(moment.time), "depth": moment.depth,
    "nodes": moment.nodes})
    };
    let score = answer.score.map(documents::score);
    let mate = answer.mate.as_ref().map(|mate| {
        json!({"asked": mate.asked, "found": mate.found, "verdict": mate.verdict(),
        "flaw": mate.flaw.map(|flaw| flaw.to_string())})
    });
    json!({
        "file": file, "line": task.line, "id": task.id, "fen": start.fen(),
        "expected": task.goal.expected(start),
        "played": answer.best.map(|mv| san::format(start, mv)),
        "played_uci": answer.best.map(|mv| coordinates::of_move(start, mv)),
        "solved": answer.solved, "points": answer.points, "max_points": task.goal.max_points(),
        "depth": answer.depth, "score": score,
        "pv": san::format_line(start, &answer.line), "mate": mate,
        "nodes": answer.nodes, "time_ms": milliseconds(answer.time), "solution": answer.found.map(moment),
        "lost": answer.lost.map(moment),
        "overran": answer.overran, "fault": answer.fault,
    })
}
