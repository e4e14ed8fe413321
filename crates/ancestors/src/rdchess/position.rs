//! A position with its context, which is updated as moves are made and undone.

use super::board::{
    Board, Kind, NORTH, Piece, SetupError, Side, Square, file_of, own_rank, parse_square, rank_of, step,
};
use super::keys;
use super::moves::{Move, MoveType};

/// White may castle kingside.
pub const WHITE_SHORT: u8 = 1;
/// White may castle queenside.
pub const WHITE_LONG: u8 = 2;
/// Black may castle kingside.
pub const BLACK_SHORT: u8 = 4;
/// Black may castle queenside.
pub const BLACK_LONG: u8 = 8;

/// Returns the rights of a side to castle kingside and queenside.
pub fn castling_rights(side: Side) -> [u8; 2] {
    if side == Side::White { [WHITE_SHORT, WHITE_LONG] } else { [BLACK_SHORT, BLACK_LONG] }
}

/// The state of one position, copied when a move is made.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Context {
    /// The side to move.
    pub side: Side,
    /// Four bits of castling rights.
    pub castling: u8,
    /// Plies since the last capture or pawn move.
    pub fifty: u16,
    /// The pawn that has just advanced two squares, if a hostile pawn is next to it; else 0.
    pub en_passant: Square,
    /// The last move; [`Move::NONE`] at the start and after a null move.
    pub previous: Move,
    /// True if `previous` was a capture.
    pub captured: bool,
    /// Knights, bishops, rooks and queens of each side.
    pub officers: [u8; 2],
    /// Pawns of each side.
    pub pawns: [u8; 2],
    /// Centipawns of each side without the king.
    pub material: [i32; 2],
    /// The key of the position: a sum of random numbers.
    pub key: u64,
    /// The key of kings and pawns alone.
    pub king_pawn_key: u32,
}

impl Context {
    /// Returns the centipawns of a side's officers.
    #[inline]
    pub fn officer_material(&self, side: Side) -> i32 {
        self.material[side as usize] - i32::from(self.pawns[side as usize]) * Kind::Pawn.value()
    }

    /// Updates counts, material and keys when a piece is added or removed.
    #[inline]
    fn count(&mut self, side: Side, piece: Piece, square: Square, is_added: bool) {
        let (sign, number) = (if is_added { 1 } else { -1 }, keys::of_piece(piece, square));
        self.add(number, is_added);
        let index = side as usize;
        match piece.kind() {
            Some(Kind::King) => self.add_king_pawn(number, is_added),
            Some(Kind::Pawn) => {
                self.add_king_pawn(number, is_added);
                self.pawns[index] = self.pawns[index].wrapping_add_signed(sign);
                self.material[index] += i32::from(sign) * Kind::Pawn.value();
            }
            _ => {
                self.officers[index] = self.officers[index].wrapping_add_signed(sign);
                self.material[index] += i32::from(sign) * piece.value();
            }
        }
    }

    /// Updates the keys when a piece moves.
    #[inline]
    fn move_piece(&mut self, piece: Piece, from: Square, to: Square) {
        let difference = keys::of_piece(piece, to).wrapping_sub(keys::of_piece(piece, from));
        self.key = self.key.wrapping_add(difference);
        if matches!(piece.kind(), Some(Kind::King | Kind::Pawn)) {
            self.king_pawn_key = self.king_pawn_key.wrapping_add(difference as u32);
        }
    }

    fn add(&mut self, number: u64, is_added: bool) {
        self.key = if is_added { self.key.wrapping_add(number) } else { self.key.wrapping_sub(number) };
    }

    fn add_king_pawn(&mut self, number: u64, is_added: bool) {
        let number = number as u32;
        let key = self.king_pawn_key;
        self.king_pawn_key = if is_added { key.wrapping_add(number) } else { key.wrapping_sub(number) };
    }

    /// Returns the numbers for the state that is not on the board.
    fn state_number(&self) -> u64 {
        keys::of_side(self.side)
            .wrapping_add(keys::of_castling(self.castling))
            .wrapping_add(keys::of_en_passant(self.en_passant))
    }
}

/// The data needed to undo a move.
#[derive(Clone, Debug)]
struct Undo {
    context: Context,
    captured: Piece,
    square: Square,
    place: u8,
}

/// A position and the moves that led to it.
#[derive(Clone, Debug)]
pub struct Position {
    /// The board with its piece lists.
    pub board: Board,
    /// The rest of the state.
    pub context: Context,
    undo: Vec<Undo>,
}

impl Position {
    /// Sets up a position. Fails if the FEN is invalid or does not fit this board.
    pub fn from_fen(fen: &str) -> Result<Position, SetupError> {
        let mut fields = fen.split_whitespace();
        let board = Board::from_fen(fields.next().unwrap_or_default())?;
        let side = if fields.next() == Some("b") { Side::Black } else { Side::White };
        let rights = fields.next().unwrap_or("-");
        let castling = [('K', WHITE_SHORT), ('Q', WHITE_LONG), ('k', BLACK_SHORT), ('q', BLACK_LONG)]
            .iter()
            .filter(|(letter, _)| rights.contains(*letter))
            .fold(0, |sum, (_, right)| sum | right);
        let target = fields.next().and_then(parse_square);
        let fifty = fields.next().and_then(|count| count.parse().ok()).unwrap_or(0);
        let mut context = Context { side, castling, fifty, ..Context::default() };
        for owner in Side::BOTH {
            for &(piece, square) in board.list(owner).entries() {
                context.count(owner, piece, square, true);
            }
        }
        let mut position = Position { board, context, undo: Vec::new() };
        if let Some(target) = target {
            let other = side.other();
            position.context.en_passant = position.capturable(other, step(target, other.forward()));
        }
        position.context.key = position.context.key.wrapping_add(position.context.state_number());
        Ok(position)
    }

    /// Returns the pawn of `side` on `square` if it can be captured en passant, else 0.
    fn capturable(&self, side: Side, square: Square) -> Square {
        let hostile = Piece::new(side.other(), Kind::Pawn);
        let attackable =
            self.board.at(step(square, 1)) == hostile || self.board.at(step(square, -1)) == hostile;
        if attackable && self.board.at(square) == Piece::new(side, Kind::Pawn) { square } else { 0 }
    }

    /// Makes a legal move.
    pub fn make(&mut self, mv: Move) {
        let (side, other) = (self.context.side, self.context.side.other());
        let target = if mv.kind == MoveType::EnPassant { step(mv.to, -side.forward()) } else { mv.to };
        let captured = self.board.at(target);
        let mut undo = Undo { context: self.context, captured, square: target, place: 0 };
        let context = &mut self.context;
        context.key = context.key.wrapping_sub(context.state_number());
        context.fifty = context.fifty.saturating_add(1);
        if captured != Piece::FREE {
            undo.place = self.board.remove(other, target);
            context.count(other, captured, target, false);
            context.fifty = 0;
        }
        let mover = mv.mover(side);
        self.board.shift(side, mv.from, mv.to);
        context.move_piece(mover, mv.from, mv.to);
        if mv.kind == MoveType::Promotion {
            self.board.replace(side, mv.piece, mv.to);
            context.count(side, mover, mv.to, false);
            context.count(side, mv.piece, mv.to, true);
        } else if mv.kind == MoveType::Castling {
            let (from, to) = castling_rook(mv.to);
            self.board.shift(side, from, to);
            context.move_piece(Piece::new(side, Kind::Rook), from, to);
        }
        if mv.is_pawn_move() {
            context.fifty = 0;
        }
        context.castling &= rights_left(mv.from) & rights_left(mv.to);
        context.side = other;
        context.previous = mv;
        context.captured = captured != Piece::FREE;
        let double = mv.is_pawn_move() && mv.from.abs_diff(mv.to) == 2 * NORTH as u8;
        self.context.en_passant = if double { self.capturable(side, mv.to) } else { 0 };
        self.context.key = self.context.key.wrapping_add(self.context.state_number());
        self.undo.push(undo);
    }

    /// Undoes the last move, if there is one.
    pub fn unmake(&mut self) {
        let Some(undo) = self.undo.pop() else { return };
        let (mv, side) = (self.context.previous, undo.context.side);
        self.context = undo.context;
        if mv == Move::NONE {
            return;
        }
        if mv.kind == MoveType::Promotion {
            self.board.replace(side, Piece::new(side, Kind::Pawn), mv.to);
        } else if mv.kind == MoveType::Castling {
            let (from, to) = castling_rook(mv.to);
            self.board.shift(side, to, from);
        }
        self.board.shift(side, mv.to, mv.from);
        if undo.captured != Piece::FREE {
            self.board.restore(side.other(), undo.captured, undo.square, undo.place);
        }
    }

    /// Makes a null move. Undone by [`Position::unmake`].
    pub fn make_null(&mut self) {
        self.undo.push(Undo { context: self.context, captured: Piece::FREE, square: 0, place: 0 });
        let context = &mut self.context;
        context.key = context.key.wrapping_sub(context.state_number());
        context.side = context.side.other();
        context.en_passant = 0;
        context.previous = Move::NONE;
        context.captured = false;
        context.key = context.key.wrapping_add(context.state_number());
    }

    /// Returns true if this position occurred before, in the game or in the current line.
    pub fn is_repeated(&self) -> bool {
        let mut after = &self.context;
        for (back, undo) in self.undo.iter().rev().take(self.context.fifty as usize).enumerate() {
            // Nothing before a null move counts.
            if after.previous == Move::NONE {
                return false;
            }
            if back % 2 == 1 && undo.context.key == self.context.key {
                return true;
            }
            after = &undo.context;
        }
        false
    }

    /// Returns the material balance in centipawns for the side to move.
    #[inline]
    pub fn balance(&self) -> i32 {
        (self.context.material[0] - self.context.material[1]) * self.context.side.sign()
    }

    /// Computes the key from scratch, to verify the incremental one.
    #[cfg(test)]
    pub fn computed_key(&self) -> u64 {
        let all = Side::BOTH.into_iter().flat_map(|side| self.board.list(side).entries().to_vec());
        all.fold(self.context.state_number(), |sum, (piece, square)| {
            sum.wrapping_add(keys::of_piece(piece, square))
        })
    }
}

/// Returns the rook's origin and target when the king castles to `king_to`.
pub fn castling_rook(king_to: Square) -> (Square, Square) {
    if file_of(king_to) == 6 { (king_to + 1, king_to - 1) } else { (king_to - 2, king_to + 1) }
}

/// Returns the castling rights that remain when a piece leaves or reaches a square.
#[inline]
fn rights_left(at: Square) -> u8 {
    match (file_of(at), rank_of(at)) {
        (0, 0) => !WHITE_LONG,
        (4, 0) => !(WHITE_LONG | WHITE_SHORT),
        (7, 0) => !WHITE_SHORT,
        (0, 7) => !BLACK_LONG,
        (4, 7) => !(BLACK_LONG | BLACK_SHORT),
        (7, 7) => !BLACK_SHORT,
        _ => !0,
    }
}

/// Returns true if the move brought a pawn to its seventh rank.
pub fn is_pawn_on_seventh(mv: Move, side: Side) -> bool {
    mv != Move::NONE && mv.kind != MoveType::Promotion && mv.is_pawn_move() && own_rank(side, mv.to) == 6
}
