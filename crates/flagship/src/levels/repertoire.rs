//! The openings that an opponent prefers, as lines of moves.

use std::collections::HashMap;

use heirloom_chess::notation::san;
use heirloom_chess::{Color, Move, Position};

/// The moves that an opponent plays in the positions of its openings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Repertoire {
    moves: HashMap<u64, Vec<Move>>,
}

impl Repertoire {
    /// Reads lines of moves in SAN, separated by commas: first those with White, then after a slash those
    /// with Black, such as `e4 e5 f4, d4 / e4 c5`. Fails with a message if a move is not legal.
    pub fn read(text: &str) -> Result<Repertoire, String> {
        let mut repertoire = Repertoire::default();
        for (color, lines) in Color::ALL.into_iter().zip(text.splitn(2, '/')) {
            for line in lines.split(',') {
                let mut position = Position::startpos();
                for word in line.split_whitespace() {
                    let mv = san::parse(&position, word).map_err(|error| error.to_string())?;
                    if position.turn() == color {
                        let known = repertoire.moves.entry(position.key()).or_default();
                        // A move in several lines is as likely as all of them.
                        known.push(mv);
                    }
                    position.play(mv);
                }
            }
        }
        Ok(repertoire)
    }

    /// Returns a move for a position of the repertoire. `chance` is from 0 to 1.
    pub fn choose(&self, position: &Position, chance: f64) -> Option<Move> {
        let moves = self.moves.get(&position.key())?;
        let index = (chance * moves.len() as f64) as usize;
        moves.get(index.min(moves.len() - 1)).copied().filter(|&mv| position.is_legal(mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(moves: &str) -> Position {
        let mut position = Position::startpos();
        for word in moves.split_whitespace() {
            position.play(san::parse(&position, word).unwrap());
        }
        position
    }

    #[test]
    fn each_color_has_its_own_lines() {
        let repertoire = Repertoire::read("e4 e5 f4, e4 c5 b4, d4 / e4 c5, d4 f5").unwrap();
        let choose = |moves: &str, chance: f64| {
            let position = after(moves);
            repertoire.choose(&position, chance).map(|mv| san::format(&position, mv).to_string())
        };
        assert_eq!(choose("", 0.0).as_deref(), Some("e4"));
        assert_eq!(choose("", 0.99).as_deref(), Some("d4"));
        assert_eq!(choose("e4 e5", 0.5).as_deref(), Some("f4"));
        assert_eq!(choose("e4", 0.1).as_deref(), Some("c5"), "Black does not play White's lines");
        assert_eq!(choose("d4", 1.0).as_deref(), Some("f5"));
        assert_eq!(choose("c4", 0.5), None);
        assert_eq!(Repertoire::read("").unwrap(), Repertoire::default());
        assert!(Repertoire::read("e4 e5 Ke3").unwrap_err().contains("Ke3"));
    }
}
