//! A report of the changes to each term.

use std::fmt::Write as _;

use super::model::{Model, PHASE_TERM};

/// The change of one term.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// Its name.
    pub term: String,
    /// The number of its parameters, and of those that were tuned.
    pub parameters: (usize, usize),
    /// Number of training samples that use its most frequent parameter; 0 for the phase.
    pub seen: u32,
    /// Mean absolute change of the tuned middlegame and endgame values, in centipawns.
    pub mean: [f64; 2],
    /// Largest absolute change of any value.
    pub largest: f64,
}

/// Returns all terms in order. `seen` is the number of samples for each parameter; `tuned` is in the order of
/// [`Model::values`].
pub fn rows(before: &Model, after: &Model, seen: &[u32], tuned: &[bool]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (index, (old, new)) in before.parameters.iter().zip(&after.parameters).enumerate() {
        if rows.last().is_none_or(|row| row.term != old.term) {
            rows.push(Row {
                term: old.term.clone(),
                parameters: (0, 0),
                seen: 0,
                mean: [0.0; 2],
                largest: 0.0,
            });
        }
        let Some(row) = rows.last_mut() else { continue };
        row.parameters.0 += 1;
        row.parameters.1 += usize::from(tuned[2 * index]);
        row.seen = row.seen.max(seen[index]);
        for side in 0..2 {
            let change = (new.value[side] - old.value[side]).abs();
            row.mean[side] += change;
            row.largest = row.largest.max(change);
        }
    }
    for row in &mut rows {
        row.mean = row.mean.map(|sum| sum / row.parameters.1.max(1) as f64);
    }
    rows
}

/// Formats the report as a table, largest changes first, followed by the phase.
pub fn table(before: &Model, after: &Model, seen: &[u32], tuned: &[bool]) -> String {
    let mut rows = rows(before, after, seen, tuned);
    rows.sort_by(|a, b| b.largest.total_cmp(&a.largest));
    let width = rows.iter().map(|row| row.term.len()).max().unwrap_or(0).max(12);
    let mut text = format!(
        "{:<width$}  {:>9}  {:>10}  {:>8}  {:>8}  {:>8}\n",
        "term", "tuned", "positions", "mg", "eg", "largest"
    );
    for row in &rows {
        let share = format!("{}/{}", row.parameters.1, row.parameters.0);
        let _ = writeln!(
            text,
            "{:<width$}  {share:>9}  {:>10}  {:>8.1}  {:>8.1}  {:>8.0}",
            row.term, row.seen, row.mean[0], row.mean[1], row.largest
        );
    }
    let weights = |model: &Model| model.phase.weights.map(|weight| format!("{weight:.2}")).join(" ");
    let _ = writeln!(
        text,
        "{PHASE_TERM:<width$}  {} -> {} of {}",
        weights(before),
        weights(after),
        after.phase.total
    );
    text
}
