//! `heirloom perft --compare`: our counts next to those of another engine.

use std::io::Write;

use anyhow::Result;
use heirloom_chess::{Line, Position, perft};
use heirloom_workshop::perft::compare::{Comparison, Other};
use serde_json::json;

use super::Arguments;
use crate::exit::{self, Exit};
use crate::interrupt::{self, InterruptGuard};
use crate::roster::BuiltIn;

/// Compares and prints the counts. The exit code is 0 if all counts agree, 1 if they differ, 2 if they cannot
/// be compared.
pub fn run(own: BuiltIn, arguments: &Arguments) -> Result<Exit> {
    let caught = interrupt::catch();
    match compare(own, arguments, &caught) {
        Ok(same) => Ok(Exit::of_check(same)),
        Err(error) if caught.take() => Err(exit::interrupted(format!("{error:#}"))),
        Err(error) => Err(error),
    }
}

fn compare(own: BuiltIn, arguments: &Arguments, caught: &InterruptGuard) -> Result<bool> {
    anyhow::ensure!(arguments.depth > 0, "nothing to compare at depth 0; use depth 1 or more");
    let start = Line::new(super::position(arguments.fen.as_deref())?);
    let (options, stop, signals) = (arguments.counting.options(), caught.asked(), caught.signals());
    let mut engine = arguments.ancestor(own)?;
    let name = engine.as_ref().map_or("heirloom", |_| own.id());
    let mut ours = |position: &Position, plies: u32| match &mut engine {
        Some(engine) => Ok(engine.divide(position, plies, &signals)?),
        None => Ok(perft::divide(position, plies, &options, &stop)?),
    };
    let other = Other::start(arguments.compare.as_deref().unwrap_or_default())?;
    let mut comparison = Comparison::new(&mut ours, other, signals.clone());
    let (mut rows, mut finding) = (Vec::new(), None);
    let mut out = std::io::stdout();
    for depth in 1..=arguments.depth {
        let difference = comparison.look(&start, depth)?;
        rows.push((depth, difference.sums));
        if !arguments.json {
            writeln!(out, "{}", difference.row(depth, comparison.other()))?;
        }
        if !difference.is_none() {
            finding = Some(comparison.walk(&start, depth, difference)?);
            break;
        }
    }
    if arguments.json {
        let rows: Vec<_> = rows
            .iter()
            .map(|(depth, [ours, theirs])| json!({"depth": depth, "ours": ours, "theirs": theirs}))
            .collect();
        let document = json!({
            "engine": comparison.other(), "ours": name, "fen": start.position().fen(),
            "same": finding.is_none(), "depths": rows,
            "finding": finding.as_ref().map(|finding| finding.document()),
        });
        writeln!(out, "{document:#}")?;
    } else if let Some(finding) = &finding {
        write!(out, "{}", finding.words(comparison.other()))?;
    }
    Ok(finding.is_none())
}
