//! The annotation of a move in RDChess's journal, such as `{C 1.48/ 218.888/MxViT:14/NSWh:15}`.

use super::board::Side;
use super::search::{MATE, MATE_FOUND};
use super::statistics::Statistics;

/// The source of a move. The journal also has P (the player's) and B (from the opening library).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// C: the computer searched it.
    Computer,
    /// 1: the only legal move.
    OnlyMove,
    /// D: found while pondering and played at once.
    Direct,
}

/// The level of detail, for the two "test level" switches of the configuration.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Detail {
    /// Source and value.
    Plain,
    /// Also the nodes searched and the deepest line (test level 1).
    Level1,
    /// Also the statistics of the search techniques (test level 2).
    Level2,
}

/// Formats the annotation of a move by `side`, whose value is in centipawns from its point of view. Shown is
/// White's: plus is good for White, `M5` is mate in five. MxViT is the deepest line in plies, NSWh counts
/// re-searches, NM# null moves, NM-ßCut their cutoffs; HTU and Ha-ßCut are hash table use and cutoffs.
pub fn annotation(
    source: Source,
    side: Side,
    value: i32,
    statistics: &Statistics,
    use_count: u32,
    detail: Detail,
) -> String {
    let letter = match source {
        Source::Computer => 'C',
        Source::OnlyMove => '1',
        Source::Direct => 'D',
    };
    let white = value * side.sign();
    let value = if white.abs() > MATE_FOUND {
        format!("{}M{}", if white < 0 { "-" } else { "" }, (MATE - white.abs() + 1) / 2)
    } else {
        format!("{:.2}", f64::from(white) / 100.0)
    };
    let mut text = format!("{{{letter} {value}");
    if detail >= Detail::Level1 {
        text += &format!("/ {}/MxViT:{}", grouped(statistics.nodes), statistics.deepest);
    }
    if detail >= Detail::Level2 {
        let Statistics { repeated, null_moves, null_cutoffs, hash_cutoffs, .. } = statistics;
        text += &format!(
            "/NSWh:{repeated}/NM#:{null_moves}/NM-ßCut:{null_cutoffs}\
             /HTU:{use_count}/Ha-ßCut:{hash_cutoffs}"
        );
    }
    text + "}"
}

/// Formats 218888 as in the journal: 218.888.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push('.');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_manual_is_reproduced() {
        let statistics = Statistics {
            nodes: 218_888,
            deepest: 14,
            repeated: 15,
            null_moves: 6667,
            null_cutoffs: 5732,
            hash_cutoffs: 6550,
            ..Statistics::default()
        };
        let full = "{C 1.48/ 218.888/MxViT:14/NSWh:15/NM#:6667/NM-ßCut:5732/HTU:6/Ha-ßCut:6550}";
        for (source, value, detail, expected) in [
            (Source::Computer, -148, Detail::Level2, full),
            (Source::Computer, -148, Detail::Level1, "{C 1.48/ 218.888/MxViT:14}"),
            (Source::Computer, -148, Detail::Plain, "{C 1.48}"),
            (Source::Direct, MATE - 9, Detail::Plain, "{D -M5}"),
        ] {
            assert_eq!(annotation(source, Side::Black, value, &statistics, 6, detail), expected);
        }
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1.000", "1.234.567"]);
    }
}
