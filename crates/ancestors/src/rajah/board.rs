//! The 0x88 board: sixteen squares a row, eight of them real, pieces coded with a bit for their color.
//!
//! A square is `16 * rank + file`. The left half of the 128 squares is the board, the right half is never used: a step off the board
//! leaves one of the bits 0x80 and 0x08 behind, so that a single `& 0x88` finds it.

use super::hash::{CASTLING_KEYS, EN_PASSANT_KEYS, PIECE_KEYS, TURN_KEY};
use super::moves::Move;

/// A square: `16 * rank + file`, a1 is 0x00 and h8 is 0x77.
pub type Square = u8;
/// What stands on a square: one of the kinds below together with [`WHITE`] or [`BLACK`], or [`EMPTY`].
pub type Piece = u8;
/// One of the two color bits.
pub type Side = u8;

/// The bits that no real square has.
pub const OFF_BOARD: u8 = 0x88;
/// Nothing stands here.
pub const EMPTY: Piece = 0;
/// The six kinds of pieces.
pub const PAWN: Piece = 1;
pub const KNIGHT: Piece = 2;
pub const BISHOP: Piece = 3;
pub const ROOK: Piece = 4;
pub const QUEEN: Piece = 5;
pub const KING: Piece = 6;
/// The bits that tell the kind.
pub const KIND: u8 = 7;
/// The bit of all white pieces: `piece & WHITE` is the test for them.
pub const WHITE: Side = 8;
/// The bit of all black pieces.
pub const BLACK: Side = 16;

/// Castling rights: White's king side and queen side, then Black's.
pub const WHITE_SHORT: u8 = 1;
pub const WHITE_LONG: u8 = 2;
pub const BLACK_SHORT: u8 = 4;
pub const BLACK_LONG: u8 = 8;

/// Centipawns by kind. Those of Chess 4.5; the king's is for exchanges only.
pub const VALUE: [i32; 8] = [0, 100, 325, 350, 500, 900, 10_000, 0];

/// The other color.
#[inline]
pub fn opponent(side: Side) -> Side {
    side ^ (WHITE | BLACK)
}

/// 0 for White, 1 for Black.
#[inline]
pub fn index(side: Side) -> usize {
    usize::from(side & BLACK != 0)
}

/// 0 for the a-file.
#[inline]
pub fn file(square: Square) -> usize {
    usize::from(square & 7)
}

/// 0 for the first rank.
#[inline]
pub fn rank(square: Square) -> usize {
    usize::from(square >> 4 & 7)
}

/// The rank as `side` counts: 0 is where its officers begin, 7 where its pawns promote.
#[inline]
pub fn rank_of(side: Side, square: Square) -> usize {
    if side == WHITE { rank(square) } else { 7 - rank(square) }
}

/// What a move must remember to be taken back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    pub(super) captured: Piece,
    /// Where the move went; off the board for a pass.
    pub(super) target: Square,
    pub(super) castling: u8,
    pub(super) en_passant: Option<Square>,
    pub(super) quiet_plies: u32,
    pub(super) key: u64,
}

/// A position with the way that led there.
#[derive(Clone, Debug)]
pub struct Board {
    /// What stands where; half of it is never used.
    pub squares: [Piece; 128],
    /// The side to move.
    pub turn: Side,
    /// Bits of the castling rights.
    pub castling: u8,
    /// The square behind a pawn that has just gone two steps, if it can be captured there.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub quiet_plies: u32,
    /// Names the position: equal positions have equal keys.
    pub key: u64,
    /// Centipawns of all men but the king, by side: what the first layer of quiescence looks at.
    pub material: [i32; 2],
    /// For each side and file the ranks with a pawn of that side, bit 0 for the first rank.
    pub pawns: [[u8; 8]; 2],
    /// Where the kings stand.
    pub kings: [Square; 2],
    /// What each move played needs to be taken back.
    pub history: Vec<Undo>,
    lists: [[Square; 64]; 2],
    counts: [usize; 2],
    /// Where in its side's list the piece on a square stands.
    slots: [u8; 128],
}

impl Board {
    /// Reads a FEN; fields that cannot be read are left as in an empty position. The seam only hands over legal ones.
    pub fn from_fen(fen: &str) -> Board {
        let mut board = Board {
            squares: [EMPTY; 128],
            turn: WHITE,
            castling: 0,
            en_passant: None,
            quiet_plies: 0,
            key: 0,
            material: [0; 2],
            pawns: [[0; 8]; 2],
            kings: [0; 2],
            history: Vec::with_capacity(256),
            lists: [[0; 64]; 2],
            counts: [0; 2],
            slots: [0; 128],
        };
        let mut fields = fen.split_whitespace();
        for (row, text) in fields.next().unwrap_or_default().split('/').take(8).enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                if let Some(gap) = letter.to_digit(10) {
                    file += gap as u8;
                } else if let Some(kind) = " pnbrqk".find(letter.to_ascii_lowercase()).filter(|_| file < 8) {
                    let side = if letter.is_ascii_uppercase() { WHITE } else { BLACK };
                    board.put(kind as u8 | side, (7 - row as u8) << 4 | file);
                    file += 1;
                }
            }
        }
        if fields.next() == Some("b") {
            board.turn = BLACK;
            board.key ^= TURN_KEY;
        }
        let rights = fields.next().unwrap_or_default().chars().filter_map(|letter| "KQkq".find(letter));
        board.castling = rights.fold(0, |rights, bit| rights | 1 << bit);
        board.key ^= CASTLING_KEYS[usize::from(board.castling)];
        board.set_en_passant(parse_square(fields.next().unwrap_or_default()));
        board.quiet_plies = fields.next().and_then(|text| text.parse().ok()).unwrap_or(0);
        board
    }

    /// The squares of all men of a side, in no particular order.
    #[inline]
    pub fn men(&self, side: Side) -> &[Square] {
        &self.lists[index(side)][..self.counts[index(side)]]
    }

    /// Centipawns of material, the mover's less the opponent's.
    #[inline]
    pub fn balance(&self) -> i32 {
        self.material[index(self.turn)] - self.material[index(opponent(self.turn))]
    }

    /// Centipawns of a side's officers: all but pawns and king.
    #[inline]
    pub fn officers(&self, side: Side) -> i32 {
        let pawns: u32 = self.pawns[index(side)].iter().map(|ranks| ranks.count_ones()).sum();
        self.material[index(side)] - pawns as i32 * VALUE[usize::from(PAWN)]
    }

    #[inline]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        let side = index(piece);
        let slot = self.counts[side];
        self.squares[usize::from(square)] = piece;
        self.lists[side][slot] = square;
        self.slots[usize::from(square)] = slot as u8;
        self.counts[side] += 1;
        self.count(piece, square, 1);
    }

    #[inline]
    pub(super) fn remove(&mut self, square: Square) -> Piece {
        let piece = self.squares[usize::from(square)];
        let side = index(piece);
        self.squares[usize::from(square)] = EMPTY;
        // The last of the list fills the gap.
        self.counts[side] -= 1;
        let (slot, last) = (self.slots[usize::from(square)], self.lists[side][self.counts[side]]);
        self.lists[side][usize::from(slot)] = last;
        self.slots[usize::from(last)] = slot;
        self.count(piece, square, -1);
        piece
    }

    #[inline]
    pub(super) fn shift(&mut self, from: Square, to: Square) {
        let piece = self.squares[usize::from(from)];
        let slot = self.slots[usize::from(from)];
        self.squares[usize::from(from)] = EMPTY;
        self.squares[usize::from(to)] = piece;
        self.lists[index(piece)][usize::from(slot)] = to;
        self.slots[usize::from(to)] = slot;
        self.count(piece, from, -1);
        self.count(piece, to, 1);
    }

    /// Key, material, pawns and kings, as a piece comes or goes.
    #[inline]
    fn count(&mut self, piece: Piece, square: Square, sign: i32) {
        let (side, kind) = (index(piece), piece & KIND);
        self.key ^= PIECE_KEYS[usize::from(piece & 31)][usize::from(square)];
        if kind == KING {
            self.kings[side] = square;
            return;
        }
        self.material[side] += sign * VALUE[usize::from(kind)];
        if kind == PAWN {
            self.pawns[side][file(square)] ^= 1 << rank(square);
        }
    }

    /// Remembers the square only if an enemy pawn stands ready: otherwise the position is the same as without it.
    pub(super) fn set_en_passant(&mut self, square: Option<Square>) {
        if let Some(old) = self.en_passant {
            self.key ^= EN_PASSANT_KEYS[file(old)];
        }
        // The capturing pawn stands beside the one that moved, which is on the mover's fifth rank.
        let behind: i16 = if self.turn == WHITE { -16 } else { 16 };
        self.en_passant = square.filter(|&square| {
            [behind - 1, behind + 1].iter().any(|step| {
                let from = (i16::from(square) + step) as u8;
                from & OFF_BOARD == 0 && self.squares[usize::from(from)] == PAWN | self.turn
            })
        });
        if let Some(new) = self.en_passant {
            self.key ^= EN_PASSANT_KEYS[file(new)];
        }
    }

    /// Has this position stood on the board before? A search takes the first repetition for a draw.
    pub fn is_repeated(&self) -> bool {
        let back = self.history.iter().rev().take(self.quiet_plies as usize);
        back.skip(1).step_by(2).any(|undo| undo.key == self.key)
    }

    /// Plays a move that [`Board::generate`] made. It may leave the own king in check.
    pub fn play(&mut self, mv: Move) {
        let (side, piece) = (self.turn, self.squares[usize::from(mv.from)]);
        let kind = piece & KIND;
        let target = self.capture_square(mv);
        let captured = self.squares[usize::from(target)];
        let castling = self.castling;
        self.remember(captured, mv.to);
        self.quiet_plies += 1;
        if captured != EMPTY {
            self.remove(target);
            self.quiet_plies = 0;
        }
        self.shift(mv.from, mv.to);
        let mut passed = None;
        if kind == PAWN {
            self.quiet_plies = 0;
            if mv.promotion != EMPTY {
                self.remove(mv.to);
                self.put(mv.promotion | side, mv.to);
            } else if mv.from.abs_diff(mv.to) == 32 {
                passed = Some((mv.from + mv.to) / 2);
            }
        } else if let Some((rook_from, rook_to)) = castling_rook(kind, mv) {
            self.shift(rook_from, rook_to);
        }
        self.castling &= rights_left(mv.from) & rights_left(mv.to);
        self.key ^= CASTLING_KEYS[usize::from(castling)] ^ CASTLING_KEYS[usize::from(self.castling)] ^ TURN_KEY;
        self.turn = opponent(side);
        self.set_en_passant(passed);
    }

    /// Takes the last move back; it must be `mv`.
    pub fn take_back(&mut self, mv: Move) {
        let Some(undo) = self.history.pop() else { return };
        self.turn = opponent(self.turn);
        if mv.promotion != EMPTY {
            self.remove(mv.to);
            self.put(PAWN | self.turn, mv.to);
        }
        self.shift(mv.to, mv.from);
        if let Some((rook_from, rook_to)) = castling_rook(self.squares[usize::from(mv.from)] & KIND, mv) {
            self.shift(rook_to, rook_from);
        }
        self.restore(undo);
        if undo.captured != EMPTY {
            let square = self.capture_square(mv);
            self.put(undo.captured, square);
        }
        self.key = undo.key;
    }

    /// Lets the mover pass, which no rule allows: the null move.
    pub fn pass(&mut self) {
        self.remember(EMPTY, OFF_BOARD);
        self.turn = opponent(self.turn);
        self.key ^= TURN_KEY;
        // No repetition reaches back beyond a pass.
        self.quiet_plies = 0;
        self.set_en_passant(None);
    }

    /// Takes a pass back.
    pub fn take_back_pass(&mut self) {
        if let Some(undo) = self.history.pop() {
            self.turn = opponent(self.turn);
            self.restore(undo);
            self.key = undo.key;
        }
    }

    fn remember(&mut self, captured: Piece, target: Square) {
        let (castling, en_passant, quiet_plies, key) = (self.castling, self.en_passant, self.quiet_plies, self.key);
        self.history.push(Undo { captured, target, castling, en_passant, quiet_plies, key });
    }

    fn restore(&mut self, undo: Undo) {
        (self.castling, self.en_passant, self.quiet_plies) = (undo.castling, undo.en_passant, undo.quiet_plies);
    }

    /// Where the captured man stands: on the target, or beside the pawn that captures en passant.
    #[inline]
    pub fn capture_square(&self, mv: Move) -> Square {
        let is_pawn = self.squares[usize::from(mv.from)] & KIND == PAWN;
        if is_pawn && Some(mv.to) == self.en_passant { mv.from & 0x70 | mv.to & 0x07 } else { mv.to }
    }
}

/// Where the rook of a castling move comes from and goes to.
#[inline]
fn castling_rook(kind: Piece, mv: Move) -> Option<(Square, Square)> {
    if kind != KING || mv.from.abs_diff(mv.to) != 2 {
        return None;
    }
    Some(if mv.to > mv.from { (mv.from + 3, mv.from + 1) } else { (mv.from - 4, mv.from - 1) })
}

/// The rights that remain when a man leaves or reaches a square.
#[inline]
fn rights_left(square: Square) -> u8 {
    match square {
        0x00 => !WHITE_LONG,
        0x04 => !(WHITE_SHORT | WHITE_LONG),
        0x07 => !WHITE_SHORT,
        0x70 => !BLACK_LONG,
        0x74 => !(BLACK_SHORT | BLACK_LONG),
        0x77 => !BLACK_SHORT,
        _ => !0,
    }
}

/// Reads `e3`; anything else is no square.
pub fn parse_square(text: &str) -> Option<Square> {
    let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = text.as_bytes() else { return None };
    Some((rank - b'1') << 4 | (file - b'a'))
}

/// Writes a square as `e3`.
pub fn square_name(square: Square) -> String {
    format!("{}{}", char::from(b'a' + file(square) as u8), rank(square) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn real_squares_and_steps_off_the_board_differ_in_two_bits() {
        let real = (0..=255u8).filter(|square| square & OFF_BOARD == 0).count();
        assert_eq!(real, 64);
        let h4 = parse_square("h4").expect("a square");
        assert_ne!((h4 + 1) & OFF_BOARD, 0, "one file on");
        assert_ne!((h4 & 0x0f | 0x70).wrapping_add(16) & OFF_BOARD, 0, "one rank on");
    }

    #[test]
    fn whatever_is_played_can_be_taken_back() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 b kq - 0 1",
            "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
        ] {
            let mut board = Board::from_fen(fen);
            let before = board.clone();
            let mut moves = Vec::new();
            board.generate(&mut moves);
            for mv in moves {
                board.play(mv);
                assert_eq!(board.key, computed_key(&board), "{mv}");
                board.take_back(mv);
                assert_eq!((board.key, board.squares), (before.key, before.squares), "{mv}");
                assert_eq!((board.material, board.pawns, board.kings), (before.material, before.pawns, before.kings), "{mv}");
                let sorted = |side| {
                    let mut men = board.men(side).to_vec();
                    men.sort_unstable();
                    men
                };
                let all: Vec<u8> = (0..128).filter(|&square| board.squares[usize::from(square)] & WHITE != 0).collect();
                assert_eq!(sorted(WHITE), all, "{mv}");
            }
        }
    }

    fn computed_key(board: &Board) -> u64 {
        let mut key = if board.turn == BLACK { TURN_KEY } else { 0 } ^ CASTLING_KEYS[usize::from(board.castling)];
        key ^= board.en_passant.map_or(0, |square| EN_PASSANT_KEYS[file(square)]);
        let pieces = board.squares.iter().enumerate().filter(|(_, piece)| **piece != EMPTY);
        pieces.fold(key, |key, (square, &piece)| key ^ PIECE_KEYS[usize::from(piece)][square])
    }

    #[test]
    fn a_position_that_returns_is_known() {
        let mut board = Board::from_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
        let play = |board: &mut Board, text: &str| {
            let mv = board.find(text).expect("a move");
            board.play(mv);
            board.is_repeated()
        };
        // The right to castle goes with the first rook move, so the second return counts.
        let game = ["a1a2", "e8e7", "a2a1", "e7e8", "a1a2", "e8e7"];
        let repeated: Vec<bool> = game.iter().map(|text| play(&mut board, text)).collect();
        assert_eq!(repeated, [false, false, false, false, true, true]);
    }
}
