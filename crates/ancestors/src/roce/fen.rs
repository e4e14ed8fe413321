//! Roce's positions as text: FEN in both directions, with the castling rights of Chess960.

use super::board::{BLACK, Board, EMPTY, KING, OUTSIDE, ROOK, WHITE, index};
use super::keys;
use super::squares::{all_squares, file, from_name, name, square};

/// The letters of the pieces, at the place of their number.
pub const LETTERS: &str = " PNBRQK";

/// The letter of a piece, capital for White.
pub fn letter(piece: i8) -> char {
    let letter = LETTERS.chars().nth(usize::from(piece.unsigned_abs())).unwrap_or('?');
    if piece > 0 { letter } else { letter.to_ascii_lowercase() }
}

impl Board {
    /// A board without pieces.
    pub(super) fn empty() -> Board {
        let mut squares = [OUTSIDE; 120];
        all_squares().for_each(|square| squares[usize::from(square)] = EMPTY);
        let (kings, castling) = ([0; 2], [0; 4]);
        Board { squares, turn: WHITE, kings, castling, en_passant: 0, fifty: 0, number: 1, key: 0, stack: Vec::new() }
    }

    /// Reads a FEN; castling rights as `KQkq`, where the outermost rook is meant, or as the files of the rooks. `None` if it is no FEN.
    pub fn from_fen(fen: &str) -> Option<Board> {
        let mut fields = fen.split_whitespace();
        let (pieces, turn, castling, passed) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
        let mut board = Board::empty();
        let mut places = all_squares();
        for letter in pieces.chars().filter(|&letter| letter != '/') {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                places.nth(empty as usize - 1)?;
                continue;
            }
            let (at, side) = (places.next()?, if letter.is_ascii_uppercase() { WHITE } else { BLACK });
            let piece = LETTERS.find(letter.to_ascii_uppercase()).filter(|&piece| piece > 0)? as i8;
            board.put(at, piece * side);
            if piece == KING {
                board.kings[index(side)] = at;
            }
        }
        board.turn = if turn == "w" { WHITE } else { BLACK };
        board.key ^= if board.turn == BLACK { keys::BLACK_TO_MOVE } else { 0 };
        if places.next().is_some() || board.kings.contains(&0) {
            return None;
        }
        for letter in castling.chars().filter(|&letter| letter != '-') {
            board.grant(letter)?;
        }
        if passed != "-" {
            board.set_en_passant(from_name(passed)?);
        }
        board.fifty = fields.next().and_then(|number| number.parse().ok()).unwrap_or(0);
        board.number = fields.next().and_then(|number| number.parse().ok()).unwrap_or(1);
        Some(board)
    }

    /// Gives the right to castle that a letter of a FEN stands for.
    fn grant(&mut self, letter: char) -> Option<()> {
        let side = if letter.is_ascii_uppercase() { WHITE } else { BLACK };
        let (king, home) = (self.kings[index(side)], if side == WHITE { 0 } else { 7 });
        let is_rook = |&at: &u8| self.squares[usize::from(at)] == ROOK * side;
        let rook = match letter.to_ascii_lowercase() {
            'k' => (0..8).rev().map(|file| square(file, home)).find(is_rook),
            'q' => (0..8).map(|file| square(file, home)).find(is_rook),
            file @ 'a'..='h' => Some(square(file as u8 - b'a', home)).filter(is_rook),
            _ => None,
        }?;
        let right = index(side) * 2 + usize::from(rook < king);
        self.castling[right] = rook;
        self.key ^= keys::castling(right, rook);
        Some(())
    }

    /// The position as FEN; castling rights as files where a king or rook stands elsewhere than in the usual game.
    pub fn fen(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..8).rev() {
            let (mut row, mut empty) = (String::new(), 0);
            for file in 0..8 {
                let piece = self.squares[usize::from(square(file, rank))];
                if piece == EMPTY {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    row += &empty.to_string();
                    empty = 0;
                }
                row.push(letter(piece));
            }
            rows.push(if empty > 0 { format!("{row}{empty}") } else { row });
        }
        let turn = if self.turn == WHITE { 'w' } else { 'b' };
        let passed = if self.en_passant == 0 { "-".into() } else { name(self.en_passant) };
        format!("{} {turn} {} {passed} {} {}", rows.join("/"), self.rights(), self.fifty, self.number)
    }

    /// The rights to castle as in a FEN.
    pub fn rights(&self) -> String {
        let chess960 = self.is_chess960();
        let letters = (0..4).filter(|&right| self.castling[right] != 0).map(|right| {
            let usual = if right % 2 == 0 { 'K' } else { 'Q' };
            let letter = if chess960 { char::from(b'A' + file(self.castling[right])) } else { usual };
            if right < 2 { letter } else { letter.to_ascii_lowercase() }
        });
        let text: String = letters.collect();
        if text.is_empty() { "-".into() } else { text }
    }

    /// May somebody castle as only Chess960 allows?
    pub fn is_chess960(&self) -> bool {
        let usual = [(98, 95), (91, 95), (28, 25), (21, 25)];
        (0..4).any(|right| self.castling[right] != 0 && (self.castling[right], self.kings[right / 2]) != usual[right])
    }
}
