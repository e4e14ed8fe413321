//! The board from Forsyth-Edwards notation.

use super::board::{BLACK, Board, KINDS, KING, NOWHERE, ROOK, WHITE};
use super::eval::Score;
use super::keys;

impl Board {
    /// Reads Forsyth-Edwards notation; none where it is not understood or a king is missing. Castling is that of orthodox chess.
    pub fn from_fen(fen: &str) -> Option<Board> {
        let mut board = Board {
            kinds: [0; KINDS],
            colors: [0; 2],
            squares: [KINDS as u8; 64],
            key: 0,
            checkers: 0,
            score: Score::default(),
            phase: 0,
            turn: 0,
            castling: 0,
            en_passant: NOWHERE,
            fifty: 0,
        };
        let mut fields = fen.split_whitespace();
        let (mut file, mut rank) = (0, 7);
        for letter in fields.next()?.chars() {
            match letter {
                '/' => (file, rank) = (0, rank - 1),
                '1'..='8' => file += letter.to_digit(10)? as i32,
                _ => {
                    let kind = "pnbrqk".find(letter.to_ascii_lowercase())?;
                    if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                        return None;
                    }
                    board.put(usize::from(letter.is_ascii_lowercase()), kind, (rank * 8 + file) as usize);
                    file += 1;
                }
            }
        }
        if fields.next()? == "b" {
            board.turn = BLACK as u8;
            board.key ^= keys::TURN;
        }
        for letter in fields.next().unwrap_or("-").chars() {
            let at_home = |bit: usize| {
                let (color, rook) = (bit / 2, [7, 0, 63, 56][bit]);
                board.of(color, KING) >> (4 + 56 * color) & 1 != 0 && board.of(color, ROOK) >> rook & 1 != 0
            };
            board.castling |= "KQkq".find(letter).filter(|&bit| at_home(bit)).map_or(0, |bit| 1 << bit);
        }
        board.key ^= keys::CASTLING[usize::from(board.castling)];
        if let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = *fields.next().unwrap_or("-").as_bytes() {
            board.set_en_passant(usize::from(rank - b'1') * 8 + usize::from(file - b'a'));
        }
        board.fifty = fields.next().and_then(|count| count.parse().ok()).map_or(0, |count: u32| count.min(200) as u8);
        let kings = |color: usize| (board.kinds[KING] & board.colors[color]).count_ones();
        if kings(WHITE) != 1 || kings(BLACK) != 1 {
            return None;
        }
        board.checkers = board.attackers(board.king(board.turn()), board.occupied()) & board.colors[board.turn() ^ 1];
        Some(board)
    }
}
