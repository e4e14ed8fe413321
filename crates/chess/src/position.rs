//! A legal position and the facts derived from it; `play` plays moves, `checks` finds checks and pins.

mod checks;
mod play;

pub use play::IllegalMove;
pub(crate) use play::{castling_targets, en_passant_victim};

use crate::{
    Bitboard, Board, Color, File, Move, MoveKind, Piece, PieceType, Rank, Setup, SetupError, Square,
};
use crate::{attacks, zobrist};

/// A legal position: pieces, side to move, castling rights, en passant, clocks and keys.
///
/// Cheap to copy: to undo a move, keep the position before it. Checkers and pins are always up to date.
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
    /// Returns the standard start position.
    pub fn startpos() -> Position {
        let mut setup = Setup::empty();
        let back = {
            use PieceType::{Bishop, King, Knight, Queen, Rook};
            [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook]
        };
        for (file, piece_type) in File::ALL.into_iter().zip(back) {
            for color in Color::ALL {
                for (piece_type, rank) in [(piece_type, Rank::First), (PieceType::Pawn, Rank::Second)] {
                    let square = Square::new(file, rank.relative_to(color));
                    setup.board.add(Piece::new(color, piece_type), square);
                }
            }
        }
        setup.castling_rooks = [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect();
        Position::from_checked(&setup)
    }

    /// Returns everything but the derived facts, for editing.
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

    /// Builds a position from a setup that has been checked.
    fn from_checked(setup: &Setup) -> Position {
        attacks::init();
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

    /// Computes the keys of the position and of its pawns from scratch. [`Position::key`] is updated
    /// incrementally.
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

    /// Returns the piece placement.
    #[inline(always)]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the side to move.
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the squares of all rooks with castling rights.
    #[inline(always)]
    pub const fn castling_rooks(&self) -> Bitboard {
        self.castling_rooks
    }

    /// Returns the rook with which `color` may still castle on its king's right (from White's view) or left.
    pub fn castling_rook(&self, color: Color, king_side: bool) -> Option<Square> {
        let own = self.castling_rooks & Bitboard::rank(Rank::First.relative_to(color));
        let king = self.king(color);
        own.into_iter().find(|rook| (rook.index() > king.index()) == king_side)
    }

    /// Returns true if castling rights exist only in Chess960: with a king off the e-file or a rook off the
    /// corners.
    pub fn is_chess960(&self) -> bool {
        let corners: Bitboard = Bitboard(0x8100_0000_0000_0081);
        self.castling_rooks.without(corners).any()
            || Color::ALL.into_iter().any(|color| {
                (self.castling_rooks & Bitboard::rank(Rank::First.relative_to(color))).any()
                    && self.king(color).file() != File::E
            })
    }

    /// Returns the square that a pawn has just passed over, if it can legally be captured there.
    #[inline(always)]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Returns the plies since the last capture or pawn move; a hundred are a draw.
    #[inline(always)]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Returns the move number, which starts at 1 and increases after each move by Black.
    #[inline(always)]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// Returns the enemy pieces that give check to the side to move.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Returns true if the side to move is in check.
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Returns the pinned pieces of the side to move: those alone between their king and an enemy slider.
    #[inline(always)]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Returns the Zobrist key: equal for positions that are the same by the laws of chess, ignoring the
    /// clocks.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Returns the Zobrist key of the pawns.
    #[inline(always)]
    pub const fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// Returns the square of a side's king.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        // A legal position has a king of each color, so the index is below 64.
        Square::from_index(self.board.pieces(color, PieceType::King).0.trailing_zeros() as usize)
    }

    /// Returns the squares of one side's pieces of a type.
    #[inline(always)]
    pub fn pieces(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.board.pieces(color, piece_type)
    }

    /// Returns the squares of one side's pieces.
    #[inline(always)]
    pub const fn colored(&self, color: Color) -> Bitboard {
        self.board.colored(color)
    }

    /// Returns all occupied squares.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    /// Returns the piece on a square.
    #[inline(always)]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// Returns the contents of each square.
    #[inline(always)]
    pub const fn squares(&self) -> &[Option<Piece>; 64] {
        self.board.squares()
    }

    /// Returns the pieces of both sides that attack a square, given the `occupied` squares that block
    /// sliders.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.board.attackers_to(square, occupied)
    }

    /// Returns true if this side has more than king and pawns. Otherwise zugzwang is likely.
    #[inline]
    pub fn has_pieces(&self, color: Color) -> bool {
        let kings_and_pawns = self.board.of_type(PieceType::King) | self.board.of_type(PieceType::Pawn);
        self.colored(color).without(kings_and_pawns).any()
    }

    /// Returns the piece that a legal move captures, including en passant.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        match mv.kind() {
            MoveKind::Castling => None,
            MoveKind::EnPassant => Some(Piece::new(!self.turn, PieceType::Pawn)),
            MoveKind::Normal | MoveKind::Promotion => self.piece_at(mv.to()),
        }
    }

    /// Returns the key after a move without playing it, for prefetching hash table entries. It ignores
    /// castling, en passant captures, promotions and changes of castling rights and en passant square, but
    /// is exact for other moves.
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

    /// Returns true if a legal move is a capture.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.captured(mv).is_some()
    }

    /// Returns true if a legal move is a capture or a promotion.
    #[inline]
    pub fn is_noisy(&self, mv: Move) -> bool {
        mv.kind() == MoveKind::Promotion || self.is_capture(mv)
    }

    /// Returns true if neither side can ever mate: bare kings, one minor piece, or bishops on squares of one
    /// color only.
    pub fn is_insufficient_material(&self) -> bool {
        let bishops = self.board.of_type(PieceType::Bishop);
        let kings = self.board.of_type(PieceType::King);
        let others = self.occupied().without(kings);
        if others == bishops {
            return (bishops & Bitboard::DARK).is_empty() || bishops.without(Bitboard::DARK).is_empty();
        }
        others == self.board.of_type(PieceType::Knight) && !others.has_multiple()
    }
}

impl PartialEq for Position {
    /// Compares all fields, including the clocks.
    fn eq(&self, other: &Position) -> bool {
        self.setup() == other.setup()
    }
}

impl Eq for Position {}

impl Setup {
    /// Returns the legal position.
    ///
    /// An en passant square where no legal capture is possible is dropped: such positions are equal by the
    /// laws of chess.
    ///
    /// # Errors
    /// The first [`SetupError`] found.
    pub fn position(&self) -> Result<Position, SetupError> {
        self.check()?;
        Ok(Position::from_checked(self))
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
    fn key_after_is_exact_for_piece_moves_and_captures() {
        let position = Position::from_fen("4r1k1/p4ppp/q7/2pN4/3n4/1P2R2P/P2Q1PP1/6K1 b - - 2 28").unwrap();
        for &mv in &position.legal_moves() {
            let mut child = position.clone();
            child.play(mv);
            assert_eq!(position.key_after(mv), child.key(), "{mv:?}");
        }
    }
}
