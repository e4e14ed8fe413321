//! What a search reports of its inner workings, as tables.

use std::fmt::Write as _;

use heirloom_chess::Position;
use heirloom_engine::insight::{HashUse, Insights, TimeUse};

use crate::score_sheet::Style;

/// Rows of a table of moves.
const MOVES_SHOWN: usize = 12;

/// Characters of the longest bar.
const BAR: usize = 40;

/// Returns the tables of a search from this position, with moves in this style; empty if the engine reports
/// nothing.
pub fn tables(insights: &Insights, position: &Position, style: Style) -> String {
    let mut text = String::new();
    moves(insights, position, style, &mut text);
    counts(insights, &mut text);
    rest(insights, &mut text);
    text
}

/// Root moves with their nodes, next to the order in which a node would try them. Some engines report only
/// one of them.
fn moves(insights: &Insights, position: &Position, style: Style, text: &mut String) {
    let write = |mv| style.write(position, mv);
    let all: u64 = insights.efforts.iter().map(|effort| effort.nodes).sum();
    let rows = insights.efforts.len().max(insights.order.len());
    let effort = |row: usize| {
        let Some(effort) = insights.efforts.get(row) else { return " ".repeat(38) };
        let score = effort
            .score
            .map_or_else(|| "-".to_string(), |score| score.for_white(position.turn()).to_string());
        format!("{:<8} {:>12} {:>6} {score:>8}", write(effort.mv), effort.nodes, percent(effort.nodes, all))
    };
    let order = |row: usize| {
        insights.order.get(row).map_or_else(String::new, |(mv, reason)| format!("{:<9} {reason}", write(*mv)))
    };
    let (has_efforts, has_order) = (!insights.efforts.is_empty(), !insights.order.is_empty());
    let _ = match (has_efforts, has_order) {
        (true, true) => writeln!(text, "\nroot move       nodes  share    score    order     reason"),
        (true, false) => writeln!(text, "\nroot move       nodes  share    score"),
        (false, true) => writeln!(text, "\norder     reason"),
        (false, false) => Ok(()),
    };
    for row in 0..rows.min(MOVES_SHOWN) {
        let columns = [has_efforts.then(|| effort(row)), has_order.then(|| order(row))];
        let columns: Vec<String> = columns.into_iter().flatten().collect();
        let _ = writeln!(text, "{}", columns.join("    ").trim_end());
    }
    if rows > MOVES_SHOWN {
        let _ = writeln!(text, "and {} more", rows - MOVES_SHOWN);
    }
}

/// Nodes by their exit, and by their distance from the root.
fn counts(insights: &Insights, text: &mut String) {
    let all: u64 = insights.exits.iter().map(|(_, count)| count).sum();
    if all > 0 {
        let _ = writeln!(text, "\nnode exit                      nodes  share");
    }
    for &(exit, count) in insights.exits.iter().filter(|(_, count)| *count > 0) {
        let _ = writeln!(text, "{exit:<24} {count:>11} {:>6} {}", percent(count, all), bar(count, all));
    }
    let most = insights.plies.iter().copied().max().unwrap_or(0);
    if most > 0 {
        let _ = writeln!(text, "\nply        nodes");
    }
    for (index, &count) in insights.plies.iter().enumerate() {
        let _ = writeln!(text, "{:>3} {count:>12} {}", index + 1, bar(count, most));
    }
}

fn rest(insights: &Insights, text: &mut String) {
    if insights.hash.is_some() || !insights.threads.is_empty() || insights.time.is_some() {
        text.push('\n');
    }
    let use_of = |name: &str, HashUse { fill, probes, hits }: HashUse| {
        let (full, hits) = (f64::from(fill) / 10.0, percent(hits, probes));
        format!("{name} {full:.1}% full, {probes} probes, {hits} hits\n")
    };
    text.extend(insights.hash.map(|hash| use_of("hash table", hash)));
    if insights.ages.len() > 1 {
        let ages: Vec<String> =
            insights.ages.iter().map(|&permille| percent(u64::from(permille), 1000)).collect();
        let _ = writeln!(text, "           by age, newest first: {}", ages.join(", "));
    }
    text.extend(insights.king_pawn.map(|hash| use_of("king-pawn ", hash)));
    for (index, thread) in insights.threads.iter().enumerate() {
        let _ = writeln!(
            text,
            "thread {:<3} depth {}/{}, {} nodes",
            index + 1,
            thread.depth,
            thread.selective_depth,
            thread.nodes
        );
    }
    if let Some(TimeUse { used, soft, hard }) = insights.time {
        let [used, soft, hard] = [used, soft, hard].map(|time| time.as_millis());
        let _ = writeln!(text, "time       {used} ms used; limits: {soft} soft, {hard} hard");
    }
}

fn percent(part: u64, whole: u64) -> String {
    format!("{:.1}%", part as f64 * 100.0 / whole.max(1) as f64)
}

fn bar(part: u64, whole: u64) -> String {
    "#".repeat((part as f64 * BAR as f64 / whole.max(1) as f64).round() as usize)
}
