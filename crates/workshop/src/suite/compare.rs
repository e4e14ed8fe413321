//! Comparison of two runs on the same positions: solutions gained and lost, and solution times.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::history::{Record, Run};
use crate::columns::{WIDEST, aligned, cut};
use crate::plural::counted;

/// A comparison of two runs.
pub struct Comparison<'a> {
    runs: [&'a Run; 2],
    /// Positions in both runs, in the order of the second.
    pairs: Vec<[&'a Record; 2]>,
    /// Number of positions that are in only one of the runs.
    alone: [usize; 2],
}

impl<'a> Comparison<'a> {
    /// Matches positions by name and FEN.
    pub fn new(a: &'a Run, b: &'a Run) -> Comparison<'a> {
        let key = |record: &'a Record| (record.id.as_str(), record.fen.as_str());
        let mut known: HashMap<_, Vec<&Record>> = HashMap::new();
        // Duplicate positions are paired in order.
        for record in a.records.iter().rev() {
            known.entry(key(record)).or_default().push(record);
        }
        let pairs: Vec<[&Record; 2]> = b
            .records
            .iter()
            .filter_map(|record| Some([known.get_mut(&key(record))?.pop()?, record]))
            .collect();
        let alone = [a.records.len() - pairs.len(), b.records.len() - pairs.len()];
        Comparison { runs: [a, b], pairs, alone }
    }

    /// Returns the positions solved only by the second run.
    pub fn gained(&self) -> impl Iterator<Item = &[&'a Record; 2]> {
        self.pairs.iter().filter(|[a, b]| !a.solved && b.solved)
    }

    /// Returns the positions solved only by the first run.
    pub fn lost(&self) -> impl Iterator<Item = &[&'a Record; 2]> {
        self.pairs.iter().filter(|[a, b]| a.solved && !b.solved)
    }

    /// The mean times of the solutions found by both runs, in milliseconds; `None` if there are none.
    fn mean_times(&self) -> Option<[f64; 2]> {
        let both: Vec<[f64; 2]> =
            self.pairs.iter().filter_map(|[a, b]| Some([a.solution?, b.solution?])).collect();
        let mean = |side: usize| both.iter().map(|times| times[side]).sum::<f64>() / both.len() as f64;
        (!both.is_empty()).then(|| [mean(0), mean(1)])
    }

    /// The probability of a difference at least this large by chance, if each changed position could have
    /// gone either way.
    fn chance(&self) -> f64 {
        sign_test(self.gained().count(), self.lost().count())
    }

    /// Returns the comparison as text.
    pub fn report(&self) -> String {
        let mut text = String::new();
        for (letter, run) in ["A", "B"].iter().zip(self.runs) {
            let date = run.date.get(..16).unwrap_or(&run.date).replace('T', " ");
            let ended = if run.complete { "" } else { ", ended early" };
            let _ = writeln!(text, "{letter}: {}  {date}  {}, {}{ended}", run.name, run.engine, run.settings);
        }
        let _ = write!(text, "{} in both", counted(self.pairs.len(), "position", "positions"));
        let _ = writeln!(text, "; {} only in A, {} only in B\n", self.alone[0], self.alone[1]);
        for (heading, changed) in
            [("gained", self.gained().collect::<Vec<_>>()), ("lost", self.lost().collect())]
        {
            if !changed.is_empty() {
                let _ = writeln!(text, "{heading}:\n{}", changes(&changed));
            }
        }
        text.push_str(&self.sums());
        let (gained, lost) = (self.gained().count(), self.lost().count());
        let _ = writeln!(text, "gained {gained}, lost {lost}; p = {:.3} (sign test)", self.chance());
        text
    }

    fn sums(&self) -> String {
        let row = |name: &str, a: f64, b: f64, digits: usize, unit: &str| {
            vec![
                name.to_owned(),
                format!("{a:.digits$}{unit}"),
                format!("{b:.digits$}{unit}"),
                format!("{:+.digits$}{unit}", b - a),
            ]
        };
        let sum = |of: &dyn Fn(&Record) -> f64| {
            [0, 1].map(|side| self.pairs.iter().map(|pair| of(pair[side])).sum::<f64>())
        };
        let [a, b] = sum(&|record| f64::from(u8::from(record.solved)));
        let mut table = vec![["", "A", "B", "B - A"].map(String::from).to_vec(), row("solved", a, b, 0, "")];
        if self.runs.iter().any(|run| run.max_points > 0) {
            let [a, b] = sum(&|record| record.points as f64);
            table.push(row("points", a, b, 0, ""));
        }
        if let Some([a, b]) = self.mean_times() {
            table.push(row("mean time to solution (both solved)", a / 1000.0, b / 1000.0, 3, " s"));
        }
        let [a, b] = sum(&|record| record.time);
        table.push(row("total search time", a / 1000.0, b / 1000.0, 1, " s"));
        aligned(&table, &[1, 2, 3])
    }

    /// Returns the comparison as JSON.
    pub fn document(&self) -> Value {
        let run = |run: &Run| {
            json!({
                "run": run.name, "date": run.date, "heirloom": run.version, "engine": run.engine,
                "settings": run.settings, "complete": run.complete, "positions": run.records.len(),
                "solved": run.solved(), "points": run.points(), "max_points": run.max_points,
            })
        };
        let change = |[a, b]: &[&Record; 2]| {
            json!({"id": b.id, "fen": b.fen, "expected": b.expected, "a_played": a.played,
                "b_played": b.played, "a_solution_ms": a.solution, "b_solution_ms": b.solution})
        };
        json!({
            "a": run(self.runs[0]), "b": run(self.runs[1]), "both": self.pairs.len(),
            "only_a": self.alone[0], "only_b": self.alone[1],
            "gained": self.gained().map(change).collect::<Vec<_>>(),
            "lost": self.lost().map(change).collect::<Vec<_>>(),
            "mean_solution_ms": self.mean_times().map(|[a, b]| json!({"a": a, "b": b})),
            "chance": self.chance(),
        })
    }
}

/// Formats a table of positions whose outcome changed.
fn changes(changed: &[&[&Record; 2]]) -> String {
    let time = |record: &Record| {
        record.solution.map_or_else(|| "-".into(), |time| format!("{:.3} s", time / 1000.0))
    };
    let mut table = vec![
        ["position", "expected", "A played", "B played", "A solution", "B solution"]
            .map(String::from)
            .to_vec(),
    ];
    for [a, b] in changed {
        table.push(vec![
            cut(&b.id, WIDEST),
            cut(&b.expected, WIDEST),
            a.played.clone(),
            b.played.clone(),
            time(a),
            time(b),
        ]);
    }
    aligned(&table, &[4, 5])
}

/// The two-sided sign test: the probability that `gained + lost` tosses of a fair coin are split at least
/// this unevenly.
fn sign_test(gained: usize, lost: usize) -> f64 {
    let (tosses, few) = (gained + lost, gained.min(lost));
    // Logarithms avoid underflow and overflow.
    let mut ways = -(tosses as f64) * std::f64::consts::LN_2;
    let mut sum = 0.0;
    for count in 0..=few {
        sum += ways.exp();
        ways += ((tosses - count) as f64).ln() - ((count + 1) as f64).ln();
    }
    (2.0 * sum).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_is_that_of_coin_tosses() {
        assert_eq!((sign_test(0, 0), sign_test(3, 3), sign_test(1, 0)), (1.0, 1.0, 1.0));
        assert!((sign_test(5, 0) - 0.0625).abs() < 1e-9 && (sign_test(1, 9) - 22.0 / 1024.0).abs() < 1e-9);
        assert!(sign_test(3000, 3200) > 0.01 && sign_test(3000, 3400) < 1e-5);
    }

    #[test]
    fn changes_are_listed() {
        let record = |id: &str, solved, time: f64| {
            let played = if solved { "Qg6" } else { "Kh1" };
            let solution = solved.then_some(time);
            Record { id: id.into(), played: played.into(), solved, solution, time, ..Record::default() }
        };
        let a = Run {
            records: vec![
                record("1", true, 100.0),
                record("2", false, 200.0),
                record("3", true, 50.0),
                record("9", true, 1.0),
            ],
            ..Run::default()
        };
        let b = Run {
            records: vec![record("1", true, 60.0), record("2", true, 90.0), record("3", false, 50.0)],
            ..Run::default()
        };
        let comparison = Comparison::new(&a, &b);
        let text = comparison.report();
        assert!(text.contains("3 positions in both; 1 only in A, 0 only in B"), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        let row = |start: &str| {
            lines
                .iter()
                .find(|line| line.starts_with(start))
                .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        };
        assert_eq!(row("2 ").as_deref(), Some("2 Kh1 Qg6 - 0.090 s"));
        assert_eq!(row("solved").as_deref(), Some("solved 2 2 +0"));
        assert_eq!(
            row("mean").as_deref(),
            Some("mean time to solution (both solved) 0.100 s 0.060 s -0.040 s")
        );
        assert!(text.ends_with("gained 1, lost 1; p = 1.000 (sign test)\n"), "{text}");
        let document = comparison.document();
        assert_eq!(document["gained"][0]["id"], "2");
        assert_eq!(document["lost"][0]["id"], "3");
        assert_eq!(document["both"], 3);
    }
}
