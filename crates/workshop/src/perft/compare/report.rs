//! Reports of perft comparisons as text and JSON.

use std::fmt::Write as _;

use heirloom_app::coordinates;
use heirloom_chess::notation::san;
use serde_json::{Value, json};

use super::{Finding, PerftDifference};

impl PerftDifference {
    /// Returns the counts of one depth as text.
    pub fn row(&self, depth: u32, other: &str) -> String {
        let [ours, theirs] = self.sums;
        let verdict = match ours == theirs {
            true if self.is_none() => "same count".to_owned(),
            true => format!("{other} has the same count, but different moves"),
            false => format!("{other} counts {theirs}"),
        };
        format!("depth {depth}: {ours} leaves, {verdict}")
    }
}

impl Finding {
    /// Returns a text report of where the counters disagree.
    pub fn words(&self, other: &str) -> String {
        let position = self.line.position();
        let path = coordinates::of_line(self.line.start(), self.line.moves());
        let place =
            if path.is_empty() { "in this position".to_owned() } else { format!("after {}", path.join(" ")) };
        let mut text = String::new();
        if let Some([ours, theirs]) = self.earlier {
            let _ = writeln!(
                text,
                "{place}: {other} agrees with our count here, but counted {theirs} instead of {ours} \
                    from one move earlier"
            );
            let _ = writeln!(text, "  {}", position.fen());
            let _ = writeln!(
                text,
                "  check what it keeps from one count to the next, such as a perft hash table"
            );
            return text;
        }
        let [ours, theirs] = self.difference.sums;
        let unit =
            if self.depth == 1 { "moves".to_owned() } else { format!("leaves at depth {}", self.depth) };
        let _ = writeln!(text, "{place}: {ours} {unit}, {other} finds {theirs}");
        let _ = writeln!(text, "  {}", position.fen());
        let list = |moves: Vec<String>| moves.join(" ");
        let name = |mv| coordinates::of_move(position, mv);
        let PerftDifference { missing, extra, unequal, .. } = &self.difference;
        if !missing.is_empty() {
            let _ = writeln!(text, "  missing: {}", list(missing.iter().map(|&mv| name(mv)).collect()));
        }
        if !extra.is_empty() {
            let _ = writeln!(text, "  extra: {}", list(extra.iter().map(|(mv, _)| mv.clone()).collect()));
        }
        for &(mv, [ours, theirs]) in unequal {
            let _ = writeln!(text, "  {}: {ours}, {other} counts {theirs}", name(mv));
        }
        match self.right_by_fen {
            Some(true) => {
                let _ = writeln!(
                    text,
                    "  set up from this FEN, {other} counts correctly: check how it makes the moves before"
                );
            }
            Some(false) => {
                let _ = writeln!(
                    text,
                    "  set up from this FEN, the count is also wrong: check the move generation"
                );
            }
            None => {}
        }
        text
    }

    /// Returns the report as JSON.
    pub fn document(&self) -> Value {
        let (start, moves, position) = (self.line.start(), self.line.moves(), self.line.position());
        let name = |mv| coordinates::of_move(position, mv);
        let PerftDifference { missing, extra, unequal, sums } = &self.difference;
        let unequal: Vec<Value> = unequal
            .iter()
            .map(|&(mv, [ours, theirs])| json!({"move": name(mv), "ours": ours, "theirs": theirs}))
            .collect();
        json!({
            "path": coordinates::of_line(start, moves), "path_san": san::format_line(start, moves),
            "fen": position.fen(), "depth": self.depth, "ours": sums[0], "theirs": sums[1],
            "missing": missing.iter().map(|&mv| name(mv)).collect::<Vec<_>>(),
            "extra": extra.iter().map(|(mv, _)| mv).collect::<Vec<_>>(), "unequal": unequal,
            "right_by_fen": self.right_by_fen,
            "counted_before": self.earlier.map(|[ours, theirs]| json!({"ours": ours, "theirs": theirs})),
        })
    }
}
