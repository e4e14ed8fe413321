//! Statistics of a collection of games, as text and as JSON.

use std::fmt::Write as _;

use heirloom_games::{Mean, ResultCounts, Statistics};
use serde_json::{Value, json};

use super::Tally;
use crate::plural;

/// Returns the statistics as text, with the `top` openings and players.
pub fn table(all: &Statistics, tally: &Tally, top: usize) -> String {
    let mut text = format!("{}{}\n", plural::games(all.games()), tally.faults());
    // Writing to a string cannot fail.
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "{name:<16}{value}");
    };
    let share = |count: u64| format!("{count} ({:.1}%)", count as f64 * 100.0 / all.games().max(1) as f64);
    line("White wins", share(all.score.wins));
    line("draws", share(all.score.draws));
    line("Black wins", share(all.score.losses));
    if all.score.unknown > 0 {
        line("no result", share(all.score.unknown));
    }
    if all.chess960 > 0 {
        line("Chess960", share(all.chess960));
    }
    if let (Some(shortest), Some(longest), Some(median)) =
        (all.lengths.keys().next(), all.lengths.keys().next_back(), all.median_length())
    {
        let mean = all.plies() as f64 / all.games() as f64;
        line(
            "plies",
            format!("{} in total; {mean:.1} per game, median {median}, {shortest} to {longest}", all.plies()),
        );
    }
    if let Some(mean) = mean_elo(all) {
        let number = |mean: Mean| mean.value().map_or("-".into(), |mean| format!("{mean:.0}"));
        line(
            "Elo",
            format!(
                "{mean:.0}; White {}, Black {}, highest {}",
                number(all.elo[0]),
                number(all.elo[1]),
                all.highest_elo
            ),
        );
    }
    let years: Vec<(&u16, &u64)> = all.years.iter().filter(|(year, _)| **year > 0).collect();
    if let (Some((first, _)), Some((last, _))) = (years.first(), years.last()) {
        let (busiest, count) = years.iter().max_by_key(|(_, count)| **count).unwrap_or(&years[0]);
        line("years", format!("{first} to {last}; most in {busiest}: {}", plural::games(**count)));
    }
    scores(&mut text, "openings", "White's score", &all.most_common_openings(top));
    scores(&mut text, "players", "score", &all.most_active_players(top));
    text
}

fn scores(text: &mut String, title: &str, points: &str, rows: &[(&str, ResultCounts)]) {
    if rows.is_empty() {
        return;
    }
    let title = format!("most frequent {title}");
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(title.len());
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n{title:<width$}  {:>7}  {points}", "games");
    for (name, score) in rows {
        let name = if name.is_empty() { "unknown" } else { name };
        let percent = score.percent().map_or("-".into(), |percent| format!("{percent:.1}%"));
        let _ = writeln!(text, "{name:<width$}  {:>7}  {percent:>7}", score.games());
    }
}

fn mean_elo(all: &Statistics) -> Option<f64> {
    let mut both = all.elo[0];
    both.merge(all.elo[1]);
    both.value()
}

/// Returns the statistics as JSON, with the `top` openings and players.
pub fn document(all: &Statistics, tally: &Tally, top: usize) -> Value {
    let score = |score: &ResultCounts| {
        json!({ "games": score.games(), "wins": score.wins, "draws": score.draws,
    "losses": score.losses, "unknown": score.unknown })
    };
    let rows = |rows: Vec<(&str, ResultCounts)>, name: &str| -> Vec<Value> {
        rows.iter()
            .map(|(own, sums)| {
                let mut value = score(sums);
                value[name] = if own.is_empty() { Value::Null } else { (*own).into() };
                value["points_percent"] = sums.percent().into();
                value
            })
            .collect()
    };
    let years: serde_json::Map<String, Value> =
        all.years.iter().map(|(year, count)| (year.to_string(), (*count).into())).collect();
    json!({
        "games": all.games(), "damaged": tally.damaged, "left_out": tally.left_out,
        "warnings": tally.warnings, "plies": all.plies(), "chess960": all.chess960,
        "results": { "1-0": all.score.wins,
        "0-1": all.score.losses, "1/2-1/2": all.score.draws, "*": all.score.unknown },
        "lengths": {
            "shortest": all.lengths.keys().next(), "longest": all.lengths.keys().next_back(),
            "median": all.median_length(),
            "mean": (all.games() > 0).then(|| all.plies() as f64 / all.games() as f64),
        },
        "elo": { "mean": mean_elo(all), "white": all.elo[0].value(), "black": all.elo[1].value(),
        "highest": (all.highest_elo > 0).then_some(all.highest_elo) },
        "years": years, "terminations": all.terminations,
        "openings": rows(all.most_common_openings(top), "eco"),
        "players": rows(all.most_active_players(top), "player"),
    })
}
