//! The display of a terminal game: the board with the players next to it, and the prompt.

use heirloom_chess::{Color, PieceType, Position};

use super::end::out_of_time;
use super::game::Play;
use crate::clocks::minutes;
use crate::input::Countdown;

/// The prompt when the game is over.
const OVER: &str = "game over> ";

impl Play {
    /// Returns the text above the first board.
    pub fn greeting(&self) -> String {
        let sides = match self.people[..] {
            [color] => format!("You play {color} against {}", self.table.session.name()),
            [] => format!("{} plays against itself; Ctrl-C interrupts it", self.table.session.name()),
            _ => "Two players at one board".into(),
        };
        // A limited engine seldom uses its whole limit.
        let strength = self.elo.map(|elo| format!(" about {elo} Elo, at most")).unwrap_or_default();
        format!("{sides},{strength} {}.\nType a move such as e4, or help.", self.level)
    }

    /// Returns the board; at a terminal with players, clocks and moves next to it.
    pub fn board(&self) -> String {
        if !self.terminal {
            return self.table.board();
        }
        let bottom = if self.table.view.flipped { Color::Black } else { Color::White };
        self.table.board_with_moves(self.player(!bottom), self.player(bottom))
    }

    /// Returns name, clock and material advantage of a side.
    fn player(&self, color: Color) -> String {
        let ahead = wood(self.table.line.position(), color) - wood(self.table.line.position(), !color);
        let ahead = if ahead > 0 { format!("+{ahead}") } else { String::new() };
        let clock = self.clocks().map(|clocks| minutes(clocks.left(color))).unwrap_or_default();
        format!("{:<20} {clock:>6} {ahead}", self.name(color)).trim_end().to_string()
    }

    /// Returns the name of a side.
    pub(super) fn name(&self, color: Color) -> &str {
        if self.people.contains(&color) { "Player" } else { self.table.session.name() }
    }

    /// Returns the prompt without a clock: move number and side.
    pub fn prompt(&self) -> String {
        if self.is_over() { OVER.into() } else { format!("{}> ", self.turn()) }
    }

    /// Returns the clock of the side to move, for the prompt.
    pub fn countdown(&self) -> Option<Countdown> {
        let turn = self.table.line.position().turn();
        let left = self.clocks().filter(|_| !self.is_over() && !self.paused)?.left(turn);
        Some(Countdown::new(
            self.turn(),
            self.turn_began.checked_add(left)?,
            out_of_time(turn).to_string(),
            OVER.into(),
        ))
    }

    fn turn(&self) -> String {
        let position = self.table.line.position();
        format!("{} {}", position.fullmove_number(), position.turn())
    }

    /// Turns the board toward the player.
    pub(super) fn face_the_player(&mut self) {
        self.table.view.flipped = match self.people[..] {
            [color] => color == Color::Black,
            [] => false,
            _ => self.table.line.position().turn() == Color::Black,
        };
    }
}

/// Returns the material of a side in pawns.
fn wood(position: &Position, color: Color) -> i64 {
    let worth = [
        (PieceType::Pawn, 1),
        (PieceType::Knight, 3),
        (PieceType::Bishop, 3),
        (PieceType::Rook, 5),
        (PieceType::Queen, 9),
    ];
    worth
        .iter()
        .map(|&(piece_type, pawns)| i64::from(position.pieces(color, piece_type).count()) * pawns)
        .sum()
}
