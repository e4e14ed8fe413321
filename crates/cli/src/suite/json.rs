//! A run of suites as one JSON document, for other programs.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use heirloom_app::suite::positions::{Suites, Task};
use heirloom_app::suite::solving::{Answer, Moment};
use heirloom_chess::notation::{san, uci};
use heirloom_engine::Score;
use heirloom_workshop::suite::totals::{FileTally, Tally, Totals};
use serde_json::{Value, json};

/// The run: who, how, the sums, and each position that was searched.
pub fn document(
    suites: &Suites,
    answers: &[Option<Answer>],
    totals: &Totals,
    setting: &Setting<'_>,
) -> Value {
    let searched =
        suites.tasks.iter().zip(answers).filter_map(|(task, answer)| Some((task, answer.as_ref()?)));
    let positions: Vec<Value> =
        searched.map(|(task, answer)| position(&suites.files[task.file], task, answer)).collect();
    let wrong: Vec<Value> = suites
        .wrong
        .iter()
        .map(|wrong| json!({"file": wrong.file, "line": wrong.line, "reason": wrong.reason}))
        .collect();
    let time_to_solution = json!({
        "median_ms": totals.found_within(50).map(milliseconds), "mean_ms": totals.mean_found().map(milliseconds),
        "ninety_percent_ms": totals.found_within(90).map(milliseconds), "longest_ms": totals.found_within(100).map(milliseconds),
    });
    json!({
        "heirloom": heirloom_app::identity::version(), "date": setting.date, "engine": setting.engine, "limits": setting.limits,
        "settings": setting.settings, "complete": setting.complete,
        "total": tally(&totals.all), "files": totals.files.iter().map(file).collect::<Vec<_>>(),
        "time_to_solution": time_to_solution, "wrong_lines": wrong, "positions": positions,
    })
}

/// How the positions were searched.
pub struct Setting<'a> {
    /// What the engine calls itself.
    pub engine: &'a str,
    /// Its limits in words.
    pub limits: &'a str,
    /// What else was said of the search.
    pub settings: &'a str,
    /// When the run began.
    pub date: &'a str,
    /// Were all positions searched?
    pub complete: bool,
}

fn milliseconds(time: Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

fn tally(tally: &Tally) -> Value {
    json!({
        "positions": tally.positions, "solved": tally.solved, "percent": tally.percent(), "points": tally.points,
        "max_points": tally.max_points, "points_percent": tally.points_percent(), "faults": tally.faults, "overruns": tally.overruns, "nodes": tally.nodes,
        "mates": json!({
            "asked": tally.mates.asked, "found": tally.mates.found, "best": tally.mates.best, "bad_lines": tally.mates.bad_lines,
        }),
        "time_ms": milliseconds(tally.time),
    })
}

fn file(file: &FileTally) -> Value {
    let themes: Vec<Value> =
        file.themes.iter().map(|(name, sums)| json!({"theme": name, "total": tally(sums)})).collect();
    json!({"file": file.name, "total": tally(&file.all), "themes": themes, "wrong_lines": file.wrong})
}

fn position(file: &str, task: &Task, answer: &Answer) -> Value {
    let start = &task.position;
    let moment = |moment: Moment| json!({"time_ms": milliseconds(moment.time), "depth": moment.depth, "nodes": moment.nodes});
    let score = answer.score.map(|score| match score {
        Score::Cp(cp) => json!({"cp": cp}),
        Score::Mate(moves) => json!({"mate": moves}),
    });
    let mate = answer.mate.as_ref().map(
        |mate| json!({"asked": mate.asked, "found": mate.found, "verdict": mate.verdict(), "flaw": mate.flaw.map(|flaw| flaw.to_string())}),
    );
    json!({
        "file": file, "line": task.line, "id": task.id, "fen": start.fen(), "expected": task.goal.expected(start),
        "played": answer.best.map(|mv| san::format(start, mv)),
        "played_uci": answer.best.map(|mv| uci::format(start, mv, start.is_chess960())),
        "solved": answer.solved, "points": answer.points, "max_points": task.goal.max_points(), "depth": answer.depth, "score": score,
        "pv": san::format_line(start, &answer.line), "mate": mate,
        "nodes": answer.nodes, "time_ms": milliseconds(answer.time), "solution": answer.found.map(moment), "lost": answer.lost.map(moment),
        "overran": answer.overran, "fault": answer.fault,
    })
}

/// Makes sure before a long run that the file can be written.
///
/// # Errors
/// A file that cannot.
pub fn check(path: &Path) -> Result<()> {
    if path != Path::new("-") {
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        file.with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Writes the document to a file, or to the standard output (`-`).
///
/// # Errors
/// A file that cannot be written.
pub fn write(path: &Path, document: &Value) -> Result<()> {
    let text = serde_json::to_string_pretty(document)? + "\n";
    if path == Path::new("-") {
        std::io::stdout().write_all(text.as_bytes())?;
        return Ok(());
    }
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
