//! Opening names and ECO codes by position, independent of move order.
//!
//! The list is lichess's (see data/README.md); it is parsed on first use.

use std::collections::HashMap;
use std::sync::OnceLock;

use heirloom_chess::notation::san;
use heirloom_chess::{Line, Position};

const FILES: [&str; 5] = [
    include_str!("../data/eco-a.tsv"),
    include_str!("../data/eco-b.tsv"),
    include_str!("../data/eco-c.tsv"),
    include_str!("../data/eco-d.tsv"),
    include_str!("../data/eco-e.tsv"),
];

/// The name of an opening.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OpeningName {
    /// The ECO code, A00 to E99.
    pub code: &'static str,
    /// The name, from general to specific: `Sicilian Defense: Najdorf Variation`.
    pub name: &'static str,
}

impl std::fmt::Display for OpeningName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.code, self.name)
    }
}

/// Returns the name of exactly this position, if it has one.
pub fn name(position: &Position) -> Option<OpeningName> {
    static NAMES: OnceLock<HashMap<u64, OpeningName>> = OnceLock::new();
    NAMES
        .get_or_init(|| entries().filter_map(|(name, moves)| Some((played(moves)?.key(), name))).collect())
        .get(&position.key())
        .copied()
}

/// Returns the opening of a game: the name of the last named position, with its ply.
pub fn opening(line: &Line) -> Option<(usize, OpeningName)> {
    let mut position = line.start().clone();
    let mut found = name(&position).map(|name| (0, name));
    for (index, &mv) in line.moves().iter().enumerate() {
        position.play(mv);
        found = name(&position).map(|name| (index + 1, name)).or(found);
    }
    found
}

/// Iterates over all names with their moves.
fn entries() -> impl Iterator<Item = (OpeningName, &'static str)> {
    let rows = FILES.iter().flat_map(|file| file.lines().skip(1));
    rows.filter_map(|row| {
        let mut cells = row.split('\t');
        Some((OpeningName { code: cells.next()?, name: cells.next()? }, cells.next()?))
    })
}

/// Returns the position after numbered SAN moves.
fn played(moves: &str) -> Option<Position> {
    let mut position = Position::startpos();
    for word in moves.split_whitespace().filter(|word| !word.ends_with('.')) {
        let mv = san::parse(&position, word).ok()?;
        position.play(mv);
    }
    Some(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::uci;
    use std::collections::HashSet;

    fn opening_of(moves: &str) -> String {
        let line = uci::parse_line(Position::startpos(), moves).unwrap();
        opening(&line).map_or("none".into(), |(plies, name)| format!("{plies} {name}"))
    }

    #[test]
    fn every_row_leads_to_a_different_position() {
        let mut keys = HashSet::new();
        for (name, moves) in entries() {
            let position = played(moves).unwrap_or_else(|| panic!("{name}: {moves}"));
            assert!(keys.insert(position.key()), "{name}: {moves}");
            assert!(matches!(name.code.as_bytes(), [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']), "{name}");
        }
        assert_eq!(keys.len(), 3807);
    }

    #[test]
    fn the_last_named_position_counts() {
        assert_eq!(opening_of(""), "none");
        let expected = "10 B90 Sicilian Defense: Najdorf Variation";
        assert_eq!(opening_of("e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6"), expected);
        assert_eq!(opening_of("e2e4 e7e5 g1f3 b8c6 f1b5 h7h5 a2a4"), "5 C60 Ruy Lopez");
    }

    #[test]
    fn transpositions_have_the_same_name() {
        let queens_gambit = "D30 Queen's Gambit Declined";
        assert_eq!(opening_of("d2d4 d7d5 c2c4 e7e6"), format!("4 {queens_gambit}"));
        assert_eq!(opening_of("c2c4 e7e6 d2d4 d7d5"), format!("4 {queens_gambit}"));
    }

    #[test]
    fn other_starts_have_names_only_from_named_positions() {
        let start = Position::from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").unwrap();
        assert_eq!(opening(&Line::new(start)).map(|(plies, name)| (plies, name.code)), Some((0, "B00")));
        let endgame = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
        assert_eq!(opening(&Line::new(endgame)), None);
    }
}
