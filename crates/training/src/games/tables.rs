//! Statistics of games and fitted outcomes as tables.

use std::io::{self, Write};

use heirloom_flagship::outcome::Model;

use super::game::StoredEnd;
use super::statistics::{SCORE_STEP, SCORE_STEPS, Statistics};

/// Writes all counts. Fails if the output does.
pub fn statistics(all: &Statistics, out: &mut impl Write) -> io::Result<()> {
    let Statistics { games, plies, quiet, results, endings, other_starts, pieces, scores, points } = all;
    let share = |count: u64, of: u64| 100.0 * count as f64 / of.max(1) as f64;
    writeln!(out, "games             {games:>12}")?;
    writeln!(out, "plies             {plies:>12}   {:.1} per game", *plies as f64 / (*games).max(1) as f64)?;
    writeln!(out, "quiet positions   {quiet:>12}   {:.1}%", share(*quiet, *plies))?;
    writeln!(out, "non-standard      {other_starts:>12}   {:.1}%", share(*other_starts, *games))?;
    for (name, count) in ["Black won", "drawn", "White won"].into_iter().zip(results) {
        writeln!(out, "{name:<17} {count:>12}   {:.1}%", share(*count, *games))?;
    }
    for (ending, count) in StoredEnd::ALL.into_iter().zip(endings).filter(|(_, count)| **count > 0) {
        writeln!(out, "{:<17} {count:>12}   {:.1}%", ending.to_string(), share(*count, *games))?;
    }
    writeln!(out, "\npieces      positions      %")?;
    for (from, to) in [(2, 4), (5, 8), (9, 12), (13, 16), (17, 20), (21, 24), (25, 28), (29, 32)] {
        let count = pieces[from - 1..to].iter().sum::<u64>();
        writeln!(out, "{from:>2} to {to:>2} {count:>12} {:>6.1}", share(count, *quiet))?;
    }
    writeln!(out, "\nscore           positions      %  points of the better side, %")?;
    for step in 0..SCORE_STEPS {
        let name = match step {
            step if step + 1 == SCORE_STEPS => format!("{} or more", step * SCORE_STEP),
            step => format!("{} to {}", step * SCORE_STEP, (step + 1) * SCORE_STEP - 1),
        };
        writeln!(
            out,
            "{name:<12} {:>12} {:>6.1} {:>6.1}",
            scores[step],
            share(scores[step], *quiet),
            share(points[step], 2 * scores[step])
        )?;
    }
    Ok(())
}

/// Writes a fitted model: its numbers as source code, and the meaning of scores with much and little
/// material. Fails if the output does.
pub fn outcomes(model: &Model, positions: u64, out: &mut impl Write) -> io::Result<()> {
    let list = |values: [f64; 4]| values.map(|value| format!("{value:.3}")).join(", ");
    writeln!(out, "// Fitted to {positions} positions.")?;
    writeln!(out, "Model {{ even: [{}], spread: [{}] }}", list(model.even), list(model.spread))?;
    writeln!(
        out,
        "\nmaterial  50% win at cp  win, draw, loss per mille at   +0.50         +1.00         +2.00"
    )?;
    for material in [20, 30, 40, 50, 60, 70, 78] {
        write!(out, "{material:>8}  {:>14.0}                           ", model.at(material).0)?;
        for score in [50, 100, 200] {
            let chances = model.chances(score, material);
            write!(out, "  {:>4}{:>5}{:>4}", chances.win, chances.draw, chances.loss)?;
        }
        writeln!(out)?;
    }
    Ok(())
}
