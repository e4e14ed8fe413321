//! A legal position: what stands where, and what follows from it. `play` makes moves on it, `checks` looks at its kings.

mod checks;
mod play;

use std::fmt;

pub use play::IllegalMove;
pub(crate) use play::{castling_targets, en_passant_victim};

use crate::notation::fen::{self, FenError};
use crate::{Bitboard, Board, Color, File, Move, MoveKind, Piece, PieceType, Rank, Setup, Square};
use crate::{attacks, zobrist};

/// A legal position: pieces, side to move, castling rights, en passant, clocks and the key.
///
/// Cheap to copy: to take a move back, keep the position from before it. Checkers and pins are always known.
#[derive(Clone)]
pub struct Position {
    board: Board,
    key: u64,
    pawn_key: u64,
    castling_rooks: Bitboard,
    checkers: Bitboard,
    pinned: Bitboard,
    halfmove_clock: u16,
    fullmove_number: u16,
    en_passant: Option<Square>,
    turn: Color,
}

impl Position {
    /// The position every game starts from.
    pub fn startpos() -> Position {
        let mut setup = Setup::empty();
        let back = [
            PieceType::Rook,
            PieceType::Knight,
            PieceType::Bishop,
            PieceType::Queen,
            PieceType::King,
            PieceType::Bishop,
            PieceType::Knight,
            PieceType::Rook,
        ];
        for (file, piece_type) in File::ALL.into_iter().zip(back) {
            for color in Color::ALL {
                setup
                    .board
                    .add(Piece::new(color, piece_type), Square::new(file, Rank::First.relative_to(color)));
                setup.board.add(
                    Piece::new(color, PieceType::Pawn),
                    Square::new(file, Rank::Second.relative_to(color)),
                );
            }
        }
        setup.castling_rooks = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect();
        Position::from_checked(&setup)
    }

    /// Reads a FEN with four to six fields; castling as `KQkq` (X-FEN) or with file letters (Shredder-FEN).
    ///
    /// # Errors
    /// A [`FenError`] that names the field and the reason.
    pub fn from_fen(text: &str) -> Result<Position, FenError> {
        Ok(fen::parse(text)?.position()?)
    }

    /// This position as FEN, castling as X-FEN: `KQkq`, with a file letter only where that would be ambiguous.
    pub fn fen(&self) -> String {
        fen::write(&self.setup(), false)
    }

    /// This position as FEN with castling rights as file letters, the form for Chess960.
    pub fn shredder_fen(&self) -> String {
        fen::write(&self.setup(), true)
    }

    /// Everything but the derived facts, free to be edited.
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.board.clone(),
            turn: self.turn,
            castling_rooks: self.castling_rooks,
            en_passant: self.en_passant,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        }
    }

    /// Only for setups that [`Setup::position`] found legal.
    pub(crate) fn from_checked(setup: &Setup) -> Position {
        attacks::choose();
        let mut position = Position {
            board: setup.board.clone(),
            key: 0,
            pawn_key: 0,
            castling_rooks: setup.castling_rooks,
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
            en_passant: None,
            turn: setup.turn,
        };
        position.find_checkers_and_pins();
        position.en_passant = setup.en_passant.filter(|&square| position.can_capture_en_passant(square));
        (position.key, position.pawn_key) = position.computed_keys();
        position
    }

    /// The keys from scratch: whole position and pawns. [`Position::key`] is kept equal to it step by step.
    pub fn computed_keys(&self) -> (u64, u64) {
        let (mut key, mut pawn_key) = (0, 0);
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                key ^= zobrist::piece(piece, square);
                if piece.piece_type() == PieceType::Pawn {
                    pawn_key ^= zobrist::piece(piece, square);
                }
            }
        }
        key ^= zobrist::castling(self.castling_rooks);
        key ^= self.en_passant.map_or(0, |square| zobrist::en_passant(square.file()));
        key ^= if self.turn == Color::Black { zobrist::black_to_move() } else { 0 };
        (key, pawn_key)
    }

    /// The pieces.
    #[inline(always)]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Who moves.
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The squares of all rooks that may still castle.
    #[inline(always)]
    pub const fn castling_rooks(&self) -> Bitboard {
        self.castling_rooks
    }

    /// The rook that `color` may still castle with on its king's right (White's view) or left.
    pub fn castling_rook(&self, color: Color, king_side: bool) -> Option<Square> {
        let own = self.castling_rooks & Bitboard::rank(Rank::First.relative_to(color));
        let king = self.king(color);
        own.into_iter().find(|rook| (rook.index() > king.index()) == king_side)
    }

    /// Do castling rights exist that only Chess960 has: a king off the e-file or a rook off the corners?
    pub fn is_chess960(&self) -> bool {
        let corners: Bitboard = Bitboard(0x8100_0000_0000_0081);
        self.castling_rooks.without(corners).any()
            || Color::ALL.into_iter().any(|color| {
                (self.castling_rooks & Bitboard::rank(Rank::First.relative_to(color))).any()
                    && self.king(color).file() != File::E
            })
    }

    /// The square a pawn has just passed over, if it can legally be captured there.
    #[inline(always)]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Plies since the last capture or pawn move; a hundred make a draw.
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Starts at 1 and grows after each move of Black.
    #[inline(always)]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// The enemy pieces that give check to the side to move.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Is the side to move in check?
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The pieces of the side to move that stand alone between their king and an enemy slider.
    #[inline(always)]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// The Zobrist key: equal for positions that are the same by the laws of chess, clocks left out.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The Zobrist key of the pawns alone.
    #[inline(always)]
    pub const fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// Where a side's king stands.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        // Every legal position has a king of each color: the index is below 64.
        Square::from_index(self.board.pieces(color, PieceType::King).0.trailing_zeros() as usize)
    }

    /// The squares of one side's pieces of a type.
    #[inline(always)]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.board.pieces(color, piece_type)
    }

    /// The squares of one side's pieces.
    #[inline(always)]
    pub const fn colored(&self, color: Color) -> Bitboard {
        self.board.colored(color)
    }

    /// All squares with a piece.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// The piece on a square.
    #[inline(always)]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// What stands on each square.
    #[inline(always)]
    pub const fn squares(&self) -> &[Option<Piece>; 64] {
        self.board.squares()
    }

    /// The pieces of both sides that attack a square when `occupied` squares stop sliders.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.board.attackers_to(square, occupied)
    }

    /// Has this side anything but king and pawns? Without it, having to move may be the problem.
    #[inline]
    pub fn has_pieces(&self, color: Color) -> bool {
        let kings_and_pawns = self.board.of_type(PieceType::King) | self.board.of_type(PieceType::Pawn);
        self.colored(color).without(kings_and_pawns).any()
    }

    /// What a legal move takes, en passant included.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        match mv.kind() {
            MoveKind::Castling => None,
            MoveKind::EnPassant => Some(Piece::new(!self.turn, PieceType::Pawn)),
            MoveKind::Normal | MoveKind::Promotion => self.piece_at(mv.to()),
        }
    }

    /// The key after a move, before it is played: right for most moves, and good enough to fetch the place in a table early. It leaves out
    /// castling, captures en passant, promotions and what a move changes for those of the next one.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let mut key = self.key ^ zobrist::black_to_move();
        if let Some(moved) = self.piece_at(mv.from()) {
            key ^= zobrist::piece(moved, mv.from()) ^ zobrist::piece(moved, mv.to());
        }
        if let Some(taken) = self.piece_at(mv.to()) {
            key ^= zobrist::piece(taken, mv.to());
        }
        key
    }

    /// Does a legal move take something?
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.captured(mv).is_some()
    }

    /// Is a legal move a capture or a promotion?
    #[inline]
    pub fn is_noisy(&self, mv: Move) -> bool {
        mv.kind() == MoveKind::Promotion || self.is_capture(mv)
    }

    /// Can neither side ever mate: bare kings, one minor piece, or bishops on squares of one color only?
    pub fn is_insufficient_material(&self) -> bool {
        let bishops = self.board.of_type(PieceType::Bishop);
        let kings = self.board.of_type(PieceType::King);
        let others = self.occupied().without(kings);
        if others == bishops {
            return (bishops & Bitboard::DARK).is_empty() || bishops.without(Bitboard::DARK).is_empty();
        }
        others == self.board.of_type(PieceType::Knight) && !others.many()
    }
}

impl PartialEq for Position {
    /// Equal in every field, clocks included.
    fn eq(&self, other: &Position) -> bool {
        self.setup() == other.setup()
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shredder_fen())
    }
}

impl Default for Position {
    fn default() -> Position {
        Position::startpos()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_known_ahead_where_only_pieces_move_and_are_taken() {
        let position = Position::from_fen("4r1k1/p4ppp/q7/2pN4/3n4/1P2R2P/P2Q1PP1/6K1 b - - 2 28").unwrap();
        for &mv in &position.legal_moves() {
            let mut child = position.clone();
            child.play(mv);
            assert_eq!(position.key_after(mv), child.key(), "{mv:?}");
        }
    }
}
