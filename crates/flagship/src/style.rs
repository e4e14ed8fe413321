//! What an engine likes to play (trades, attacks, closed positions), and what that is worth to it at full
//! strength.

use heirloom_chess::{Color, PieceType, Position, attacks};
use heirloom_engine::{EngineOption, OptionValue};

use crate::outcome;

/// The largest value of each taste.
pub const MOST: i64 = 100;

/// What trading all pieces would be worth to an engine that likes trades most, in centipawns.
const TRADES: i32 = 100;
/// What each attack on a square next to the enemy king is worth to one that likes attacks most.
const ATTACK: i32 = 14;
/// What each pair of pawns that block each other is worth to one that likes closed positions most.
const CLOSED: i32 = 25;

/// The points of all pieces of the initial position.
const ALL_PIECES: i32 = 62;

/// The tastes of an engine, each from -100 (avoids) to 100 (seeks).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Trades of pieces.
    pub trades: i64,
    /// Attacks on the enemy king.
    pub attack: i64,
    /// Positions with locked pawns.
    pub closed: i64,
}

impl Style {
    /// Returns the options.
    pub fn options() -> [EngineOption; 3] {
        ["Style Trades", "Style Attack", "Style Closed"].map(|name| EngineOption::spin(name, 0, -MOST, MOST))
    }

    /// Sets an option. Returns false if the name is not one of these.
    pub fn set(&mut self, name: &str, value: &OptionValue) -> bool {
        let taste = match name {
            "Style Trades" => &mut self.trades,
            "Style Attack" => &mut self.attack,
            "Style Closed" => &mut self.closed,
            _ => return false,
        };
        if let OptionValue::Spin(value) = value {
            *taste = *value;
        }
        true
    }

    /// Returns true if it likes everything alike.
    pub fn is_neutral(self) -> bool {
        self == Style::default()
    }

    /// Returns what a position is worth to an engine with this style on top of its evaluation, in centipawns
    /// from the view of `side`, the side that the engine plays.
    pub fn value(self, position: &Position, side: Color) -> i32 {
        let (mut value, most) = (0, MOST as i32);
        if self.trades != 0 {
            let pawns = Color::ALL.into_iter().map(|color| position.pieces(color, PieceType::Pawn).count());
            let left = (outcome::material(position) - pawns.sum::<u32>()) as i32;
            value += self.trades as i32 * TRADES * (ALL_PIECES - left) / (ALL_PIECES * most);
        }
        if self.attack != 0 {
            value += self.attack as i32 * ATTACK * attacks_on_king(position, side) / most;
        }
        if self.closed != 0 {
            let [white, black] = Color::ALL.map(|color| position.pieces(color, PieceType::Pawn));
            let blocked = (white.forward(Color::White) & black).count() as i32;
            value += self.closed as i32 * CLOSED * blocked / most;
        }
        value
    }
}

/// Returns the number of attacks by pieces of `side` on squares next to the enemy king.
fn attacks_on_king(position: &Position, side: Color) -> i32 {
    let near = attacks::king(position.king(!side));
    let occupied = position.occupied();
    let mut count = 0;
    for kind in [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen] {
        for square in position.pieces(side, kind) {
            count += (attacks::piece(side, kind, square, occupied) & near).count() as i32;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the value of a position for White with this style.
    fn value(fen: &str, style: Style) -> i32 {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(Style::default().value(&position, Color::White), 0);
        style.value(&position, Color::White)
    }

    #[test]
    fn each_taste_values_what_it_is_about() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let no_queens = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1";
        let trades = Style { trades: 100, ..Style::default() };
        assert_eq!(value(start, trades), 0);
        assert_eq!(value(no_queens, trades), TRADES * 18 / ALL_PIECES);
        assert_eq!(value(no_queens, Style { trades: -100, ..trades }), -(TRADES * 18 / ALL_PIECES));
        let attack = Style { attack: 50, ..Style::default() };
        // The queen attacks g7 and, along the file, nothing beyond.
        assert_eq!(value("6k1/5ppp/8/8/6Q1/8/8/6K1 w - - 0 1", attack), ATTACK / 2);
        assert_eq!(value(start, attack), 0);
        let closed = Style { closed: 100, ..Style::default() };
        assert_eq!(value("4k3/4p3/3pP3/2pP4/2P5/8/8/4K3 w - - 0 1", closed), 3 * CLOSED);
    }

    #[test]
    fn promoted_pieces_do_not_overflow() {
        let style = Style { trades: 100, attack: 100, closed: 100 };
        assert!(value("QQQQQQQk/QQ6/8/8/8/8/8/K7 b - - 0 1", style).abs() < 2000);
    }
}
