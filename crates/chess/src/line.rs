//! A start position with the moves played from it: the history that repetitions and the fifty-move rule
//! need.

use std::fmt;

use crate::{Color, IllegalMove, Move, Position};

/// A game as the rules see it: a start position, the moves played and the current position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    start: Position,
    moves: Vec<Move>,
    keys: Vec<u64>,
    position: Position,
}

/// How a game ends by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side to move is checkmated.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The game is drawn.
    Draw(DrawReason),
}

/// Why a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawReason {
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The same position has occurred for the third time.
    ThreefoldRepetition,
    /// Fifty moves by each side without a capture or a pawn move.
    FiftyMoves,
    /// Neither side can ever give mate.
    InsufficientMaterial,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Checkmate { winner } => write!(f, "{winner} mates"),
            Outcome::Draw(DrawReason::Stalemate) => write!(f, "draw by stalemate"),
            Outcome::Draw(DrawReason::ThreefoldRepetition) => write!(f, "draw by threefold repetition"),
            Outcome::Draw(DrawReason::FiftyMoves) => write!(f, "draw by the fifty-move rule"),
            Outcome::Draw(DrawReason::InsufficientMaterial) => write!(f, "draw by insufficient material"),
        }
    }
}

impl Line {
    /// Returns a line without moves.
    pub fn new(start: Position) -> Line {
        Line { position: start.clone(), start, moves: Vec::new(), keys: Vec::new() }
    }

    /// Returns the start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the moves played, oldest first.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the keys of all earlier positions, oldest first, without the current one.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Plays a move at the end.
    ///
    /// # Errors
    /// [`IllegalMove`]; the line is unchanged.
    pub fn push(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let key = self.position.key();
        self.position.try_play(mv)?;
        self.moves.push(mv);
        self.keys.push(key);
        Ok(())
    }

    /// Undoes the last move and returns it.
    pub fn pop(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.keys.pop();
        self.position = self.start.clone();
        for &earlier in &self.moves {
            self.position.play(earlier);
        }
        Some(mv)
    }

    /// Returns how many times the current position has occurred before.
    pub fn repetitions(&self) -> usize {
        let reversible = usize::from(self.position.halfmove_clock()).min(self.keys.len());
        let recent = &self.keys[self.keys.len() - reversible..];
        recent.iter().filter(|&&key| key == self.position.key()).count()
    }

    /// Returns the outcome if the game has ended here. Checkmate takes precedence over the fifty-move rule.
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.position.has_legal_move() {
            return Some(if self.position.in_check() {
                Outcome::Checkmate { winner: !self.position.turn() }
            } else {
                Outcome::Draw(DrawReason::Stalemate)
            });
        }
        if self.position.is_insufficient_material() {
            Some(Outcome::Draw(DrawReason::InsufficientMaterial))
        } else if self.position.halfmove_clock() >= 100 {
            Some(Outcome::Draw(DrawReason::FiftyMoves))
        } else if self.repetitions() >= 2 {
            Some(Outcome::Draw(DrawReason::ThreefoldRepetition))
        } else {
            None
        }
    }
}

impl Default for Line {
    /// Returns a line from the standard start position, without moves.
    fn default() -> Line {
        Line::new(Position::startpos())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::uci;

    fn line(fen: &str, moves: &str) -> Line {
        uci::parse_line(Position::from_fen(fen).unwrap(), moves).unwrap()
    }

    #[test]
    fn the_third_occurrence_draws() {
        let mut game = line("4k2r/8/8/8/8/8/8/4K2R w - - 0 1", "h1h2 h8h7 h2h1 h7h8 h1h2 h8h7 h2h1");
        assert_eq!(game.outcome(), None);
        game.push(uci::parse(game.position(), "h7h8").unwrap()).unwrap();
        assert_eq!(game.outcome(), Some(Outcome::Draw(DrawReason::ThreefoldRepetition)));
        game.pop();
        assert_eq!(game.outcome(), None);
        assert_eq!(game.moves().len(), 7);
    }

    #[test]
    fn a_lost_castling_right_makes_a_different_position() {
        let game = line("4k2r/8/8/8/8/8/8/4K2R w K - 0 1", "h1h2 h8h7 h2h1 h7h8 h1h2 h8h7 h2h1 h7h8");
        assert_eq!(game.repetitions(), 1);
    }

    #[test]
    fn mate_takes_precedence_over_the_fifty_move_rule() {
        let mated = line("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8");
        assert_eq!(mated.outcome(), Some(Outcome::Checkmate { winner: Color::White }));
        let drawn = line("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a7");
        assert_eq!(drawn.outcome(), Some(Outcome::Draw(DrawReason::FiftyMoves)));
    }

    #[test]
    fn dead_positions_are_drawn() {
        for (fen, dead) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
            ("4k1b1/8/8/8/8/8/8/4KB2 w - - 0 1", true),
            ("4kb2/8/8/8/8/8/8/4KB2 w - - 0 1", false),
            ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false),
            ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", false),
        ] {
            assert_eq!(line(fen, "").position().is_insufficient_material(), dead, "{fen}");
        }
    }
}
