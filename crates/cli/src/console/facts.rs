//! Facts about the position at the console: castling rights, clocks, keys, moves.

use std::fmt::Write as _;

use heirloom_chess::notation::san;
use heirloom_workshop::plural::counted;

use super::Console;

impl Console {
    /// Returns the board, castling rights, clocks and keys.
    pub(super) fn info(&self) -> String {
        let (line, position) = (&self.table.line, self.table.line.position());
        let fen = position.fen();
        let rights = fen.split(' ').nth(2).unwrap_or("-");
        let passed = position.en_passant().map_or("-".into(), |square| square.to_string());
        let checkers: Vec<String> =
            position.checkers().into_iter().map(|square| square.to_string()).collect();
        let checkers = if checkers.is_empty() { "-".into() } else { checkers.join(" ") };
        let mut text = self.table.view.draw(line);
        let _ = writeln!(text, "\nTo move     {}, move {}", position.turn(), position.fullmove_number());
        let _ = writeln!(text, "Castling    {rights}");
        let _ = writeln!(text, "En passant  {passed}");
        let _ = writeln!(
            text,
            "Fifty moves {} of 100 plies without a capture or pawn move",
            position.halfmove_clock()
        );
        let _ = writeln!(text, "Repeated    {}", times(line.repetitions()));
        let _ = writeln!(text, "Checkers    {checkers}");
        let _ = writeln!(text, "Key         {:016X}, pawns {:016X}", position.key(), position.pawn_key());
        let _ = writeln!(text, "FEN         {fen}");
        text
    }

    /// Returns all legal moves in alphabetical order.
    pub(super) fn legal_moves(&self) -> String {
        let position = self.table.line.position();
        let mut moves: Vec<String> =
            position.legal_moves().iter().map(|&mv| san::format(position, mv)).collect();
        moves.sort();
        format!("{} ({})", moves.join(" "), counted(moves.len(), "move", "moves"))
    }
}

fn times(repetitions: usize) -> String {
    match repetitions {
        0 => "never".into(),
        1 => "once".into(),
        2 => "twice".into(),
        more => format!("{more} times"),
    }
}
