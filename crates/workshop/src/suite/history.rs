//! Stored suite runs, as files of JSON lines, and their overview by version.

use std::fs::OpenOptions;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::columns::aligned;
use crate::plural::counted;

/// A position in a stored run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// The name.
    pub id: String,
    /// The FEN of the position.
    pub fen: String,
    /// The expected solution.
    pub expected: String,
    /// The move the engine finally chose.
    pub played: String,
    /// True if the move was a solution.
    pub solved: bool,
    /// The points scored.
    pub points: u64,
    /// When the engine settled on the solution, in milliseconds.
    pub solution: Option<f64>,
    /// The search time, in milliseconds.
    pub time: f64,
}

/// A stored run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Run {
    /// The source of the run: `wac.jsonl#3`.
    pub name: String,
    /// The start date.
    pub date: String,
    /// The version of this program.
    pub version: String,
    /// The engine's name.
    pub engine: String,
    /// The search limits and settings as text.
    pub settings: String,
    /// The suite files.
    pub files: Vec<String>,
    /// The positions.
    pub records: Vec<Record>,
    /// The maximum number of points.
    pub max_points: u64,
    /// The median time to a solution, in milliseconds.
    pub median: Option<f64>,
    /// True if all positions were searched.
    pub complete: bool,
}

impl Run {
    /// Parses a run; returns `None` if the document is something else.
    fn read(name: String, document: &Value) -> Option<Run> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let record = |value: &Value| Record {
            id: text(&value["id"]),
            fen: text(&value["fen"]),
            expected: text(&value["expected"]),
            played: text(&value["played"]),
            solved: value["solved"] == true,
            points: value["points"].as_u64().unwrap_or(0),
            solution: value["solution"]["time_ms"].as_f64().filter(|_| value["solved"] == true),
            time: value["time_ms"].as_f64().unwrap_or(0.0),
        };
        let words = [&document["limits"], &document["settings"]].map(text);
        Some(Run {
            name,
            date: text(&document["date"]),
            version: text(&document["heirloom"]),
            engine: text(&document["engine"]),
            settings: words.iter().filter(|words| !words.is_empty()).cloned().collect::<Vec<_>>().join(", "),
            files: document["files"].as_array()?.iter().map(|file| text(&file["file"])).collect(),
            records: document["positions"].as_array()?.iter().map(record).collect(),
            max_points: document["total"]["max_points"].as_u64().unwrap_or(0),
            median: document["time_to_solution"]["median_ms"].as_f64(),
            complete: document["complete"] == true,
        })
    }

    /// Returns the number of positions solved.
    pub fn solved(&self) -> usize {
        self.records.iter().filter(|record| record.solved).count()
    }

    /// Returns the total number of points scored.
    pub fn points(&self) -> u64 {
        self.records.iter().map(|record| record.points).sum()
    }
}

/// Appends a run to a file. Fails if the file cannot be written.
pub fn append(path: &Path, document: &Value) -> Result<()> {
    let write = || -> std::io::Result<()> {
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        let mut line = format!("{document}\n");
        // Terminate an incomplete last line, which is left if the program is killed.
        if file.seek(SeekFrom::End(-1)).is_ok() {
            let mut last = [0];
            file.read_exact(&mut last)?;
            if last != *b"\n" {
                line.insert(0, '\n');
            }
        }
        file.write_all(line.as_bytes())
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// Returns the runs in a file, which may be a history or the output of `--json`. Invalid lines are skipped
/// and reported to `report`. Fails if the file cannot be read or contains no run.
pub fn read(path: &Path, report: &dyn Fn(&str)) -> Result<Vec<Run>> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    if let Ok(document) = serde_json::from_str::<Value>(&text)
        && let Some(run) = Run::read(shown.to_string(), &document)
    {
        return Ok(vec![run]);
    }
    let mut runs = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let name = format!("{shown}#{}", runs.len() + 1);
        match serde_json::from_str(line).ok().and_then(|document| Run::read(name, &document)) {
            Some(run) => runs.push(run),
            None => report(&format!("{shown}, line {}: not a suite run; skipped", index + 1)),
        }
    }
    if runs.is_empty() {
        bail!("{shown} contains no run; expected a file written by heirloom suite with --json or --history");
    }
    Ok(runs)
}

/// Returns the run specified by `FILE` or `FILE#N`: run N, counted from 1 or, if negative, from the end; by
/// default, the last one. Invalid lines are reported to `report`. Fails if the file cannot be read or has no
/// such run.
pub fn find(text: &str, report: &dyn Fn(&str)) -> Result<Run> {
    let (path, number) = match text.rsplit_once('#') {
        Some((path, number)) if !Path::new(text).exists() => (
            path,
            number
                .parse::<isize>()
                .with_context(|| format!("{text}: expected a run number after #, such as #2 or #-1"))?,
        ),
        _ => (text, -1),
    };
    let mut runs = read(Path::new(path), report)?;
    let index =
        if number < 0 { runs.len().checked_add_signed(number) } else { usize::try_from(number - 1).ok() };
    match index.filter(|&index| index < runs.len()) {
        Some(index) => Ok(runs.swap_remove(index)),
        None => bail!("{path} has {}; there is no run {number}", counted(runs.len(), "run", "runs")),
    }
}

/// Formats all runs of a history as a table.
pub fn table(runs: &[Run]) -> String {
    let header = "run date version engine settings suites positions solved % points median";
    let mut table = vec![header.split(' ').map(String::from).collect::<Vec<_>>()];
    for (index, run) in runs.iter().enumerate() {
        let (positions, solved) = (run.records.len(), run.solved());
        table.push(vec![
            (index + 1).to_string(),
            run.date.get(..16).unwrap_or(&run.date).replace('T', " "),
            run.version.clone(),
            run.engine.clone(),
            run.settings.clone(),
            run.files.join(" "),
            if run.complete { positions.to_string() } else { format!("{positions}, ended early") },
            solved.to_string(),
            format!("{:.1}", solved as f64 * 100.0 / positions.max(1) as f64),
            if run.max_points > 0 { format!("{}/{}", run.points(), run.max_points) } else { "-".into() },
            run.median.map_or_else(|| "-".into(), |median| format!("{:.3} s", median / 1000.0)),
        ]);
    }
    aligned(&table, &[0, 6, 7, 8, 9, 10])
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn document(solved: &[bool]) -> Value {
        let position = |(index, &solved): (usize, &bool)| {
            json!({"id": format!("P.{index}"), "fen": "x", "solved": solved, "time_ms": 5.0,
                "solution": {"time_ms": 2.0}})
        };
        let positions: Vec<Value> = solved.iter().enumerate().map(position).collect();
        json!({"engine": "E", "limits": "st=1", "complete": true, "files": [{"file": "a.epd"}],
            "positions": positions})
    }

    #[test]
    fn runs_are_stored_and_found() {
        let (folder, ignored) = (tempfile::tempdir().unwrap(), |_: &str| ());
        let path = folder.path().join("h.jsonl");
        let named = path.to_str().unwrap();
        append(&path, &document(&[true, false])).unwrap();
        std::fs::write(&path, std::fs::read_to_string(&path).unwrap() + "{\"torn\": 1").unwrap();
        append(&path, &document(&[true, true])).unwrap();
        let runs = read(&path, &ignored).unwrap();
        assert_eq!(runs.iter().map(Run::solved).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(find(named, &ignored).unwrap().solved(), 2);
        let numbered = |number: &str| find(&format!("{named}#{number}"), &ignored);
        assert_eq!(["1", "-2"].map(|number| numbered(number).unwrap().solved()), [1, 1]);
        assert!(numbered("3").unwrap_err().to_string().contains("has 2 runs; there is no run 3"));
        assert!(numbered("x").unwrap_err().to_string().contains("expected a run number"));
        assert!(numbered("0").is_err());
        let lines: Vec<String> = table(&runs).lines().map(String::from).collect();
        assert!(lines[1].starts_with("  1  "), "{lines:?}");
        assert!(lines[1].contains("st=1"), "{lines:?}");
        assert!(lines[2].contains("100.0"), "{lines:?}");
        std::fs::write(&path, format!("{:#}", document(&[true]))).unwrap();
        assert_eq!(read(&path, &ignored).unwrap().len(), 1, "a document of --json is a run");
    }
}
