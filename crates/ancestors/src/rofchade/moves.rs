//! Moves in sixteen bits, their staged generator, and legality tests.

use super::attacks;
use super::board::{BISHOP, Board, KINDS, KNIGHT, PAWN, QUEEN, ROOK, WHITE, squares};

/// From, to (six bits each) and a mark: 0 none, 1-4 promotion to that type, 5 castling, 6 en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Move(pub u16);

const CASTLING: u16 = 5;
const EN_PASSANT: u16 = 6;

impl Move {
    /// No move: from a1 to a1.
    pub const NONE: Move = Move(0);

    const fn new(from: usize, to: usize, mark: u16) -> Move {
        Move(from as u16 | (to as u16) << 6 | mark << 12)
    }

    /// Returns the origin square.
    pub const fn from(self) -> usize {
        self.0 as usize & 63
    }

    /// Returns the target square; for castling the king's.
    pub const fn to(self) -> usize {
        (self.0 >> 6) as usize & 63
    }

    /// Returns the promotion piece.
    pub fn promotion(self) -> Option<usize> {
        Some((self.0 >> 12) as usize).filter(|mark| (KNIGHT..=QUEEN).contains(mark))
    }

    /// Returns true for castling.
    pub const fn is_castling(self) -> bool {
        self.0 >> 12 == CASTLING
    }

    /// Returns true for an en passant capture.
    pub const fn is_en_passant(self) -> bool {
        self.0 >> 12 == EN_PASSANT
    }
}

impl std::fmt::Display for Move {
    /// Formats the move in UCI notation.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = |square: usize| {
            format!("{}{}", char::from(b'a' + square as u8 % 8), char::from(b'1' + square as u8 / 8))
        };
        let promotion = ["", "n", "b", "r", "q"][self.promotion().unwrap_or(0)];
        write!(f, "{}{}{promotion}", name(self.from()), name(self.to()))
    }
}

/// The moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Captures, including those that promote.
    Captures,
    /// All others, including promotions.
    Quiets,
    /// All moves that may answer a check.
    Evasions,
}

/// Generates moves of the pieces in `movers`. Some may leave the king in check: see [`is_legal`].
pub fn generate(board: &Board, kind: Kind, movers: u64, add: &mut impl FnMut(Move)) {
    let (us, occupied) = (board.turn & 1, board.occupied());
    let (own, king) = (board.colors[us], board.king(us));
    let targets = match kind {
        Kind::Captures => board.colors[us ^ 1],
        Kind::Quiets => !occupied,
        // Other pieces can capture or block a single checker; with two checkers only the king can move.
        Kind::Evasions if board.checkers.count_ones() > 1 => 0,
        Kind::Evasions => board.checkers | attacks::between(king, board.checkers.trailing_zeros() as usize),
    };
    if movers >> king & 1 != 0 {
        add_all(king, attacks::king(king) & if kind == Kind::Evasions { !own } else { targets }, add);
    }
    let pieces = movers & own;
    add_pawns(board, kind, board.kinds[PAWN] & pieces, targets, add);
    squares(board.kinds[KNIGHT] & pieces)
        .for_each(|from| add_all(from, attacks::knight(from) & targets, add));
    squares(board.diagonal() & pieces)
        .for_each(|from| add_all(from, attacks::bishop(from, occupied) & targets, add));
    squares(board.straight() & pieces)
        .for_each(|from| add_all(from, attacks::rook(from, occupied) & targets, add));
    if kind == Kind::Quiets && movers >> king & 1 != 0 {
        let castles = [king + 2, king.wrapping_sub(2)].into_iter().filter(|&to| can_castle(board, to));
        castles.for_each(|to| add(Move::new(king, to, CASTLING)));
    }
}

/// Returns all legal moves in generation order.
pub fn legal(board: &Board) -> Vec<Move> {
    let (mut list, pinned) = (Vec::with_capacity(64), board.pinned());
    let kinds: &[Kind] =
        if board.checkers != 0 { &[Kind::Evasions] } else { &[Kind::Captures, Kind::Quiets] };
    kinds.iter().for_each(|&kind| {
        generate(board, kind, !0, &mut |mv| list.extend(is_legal(board, mv, pinned).then_some(mv)))
    });
    list
}

fn add_all(from: usize, targets: u64, add: &mut impl FnMut(Move)) {
    squares(targets).for_each(|to| add(Move::new(from, to, 0)));
}

/// Adds a pawn move, or all four promotions.
fn add_pawn(from: usize, to: usize, add: &mut impl FnMut(Move)) {
    if (8..56).contains(&to) {
        add(Move::new(from, to, 0));
    } else {
        [QUEEN, KNIGHT, ROOK, BISHOP].into_iter().for_each(|kind| add(Move::new(from, to, kind as u16)));
    }
}

fn add_pawns(board: &Board, kind: Kind, pawns: u64, targets: u64, add: &mut impl FnMut(Move)) {
    let (empty, white) = (!board.occupied(), board.turn == WHITE);
    if kind != Kind::Quiets {
        for from in squares(pawns) {
            squares(attacks::pawn(board.turn, from) & targets & !empty)
                .for_each(|to| add_pawn(from, to, add));
        }
        if let Some(to) = board.en_passant.map(usize::from) {
            squares(attacks::pawn(board.turn ^ 1, to) & pawns)
                .for_each(|from| add(Move::new(from, to, EN_PASSANT)));
        }
    }
    let up = |set: u64| if white { set << 8 } else { set >> 8 };
    let once = up(pawns) & empty;
    let twice = up(once & if white { 0xff << 16 } else { 0xff << 40 }) & empty & targets;
    squares(once & targets).for_each(|to| add_pawn(if white { to - 8 } else { to + 8 }, to, add));
    squares(twice).for_each(|to| add(Move::new(if white { to - 16 } else { to + 16 }, to, 0)));
}

/// Returns true if the king may castle to this square.
fn can_castle(board: &Board, to: usize) -> bool {
    let (us, king) = (board.turn & 1, board.king(board.turn));
    let (right, rook) = if to > king { (2 * us, king + 3) } else { (2 * us + 1, king.wrapping_sub(4)) };
    board.castling >> right & 1 != 0
        && board.checkers == 0
        && attacks::between(king, rook) & board.occupied() == 0
        && squares(attacks::between(king, to) | 1 << to)
            .all(|square| board.attackers(square, board.occupied()) & board.colors[us ^ 1] == 0)
}

/// Returns true if a generated move leaves the king safe; it must already answer any check.
pub fn is_legal(board: &Board, mv: Move, pinned: u64) -> bool {
    let (us, from, to) = (board.turn & 1, mv.from(), mv.to());
    let king = board.king(us);
    if from == king {
        // The king does not shield itself.
        return mv.is_castling()
            || board.attackers(to, board.occupied() ^ 1 << from) & board.colors[us ^ 1] == 0;
    }
    if mv.is_en_passant() {
        // Two pawns leave their line at once: test the resulting board.
        let taken = 1u64 << (to ^ 8);
        let occupied = (board.occupied() ^ 1 << from ^ taken) | 1 << to;
        return board.attackers(king, occupied) & board.colors[us ^ 1] & !taken == 0;
    }
    pinned >> from & 1 == 0 || attacks::line(king, from) >> to & 1 != 0
}

/// Returns true if a move captures.
pub fn is_capture(board: &Board, mv: Move) -> bool {
    mv.is_en_passant() || board.at(mv.to()) != KINDS && !mv.is_castling()
}

/// Returns true if [`generate`] yields the move here. Hash moves and killers come from other positions.
pub fn is_possible(board: &Board, mv: Move) -> bool {
    let unless_in_check = if is_capture(board, mv) { Kind::Captures } else { Kind::Quiets };
    let kind = if board.checkers != 0 { Kind::Evasions } else { unless_in_check };
    let mut found = false;
    generate(board, kind, 1 << mv.from(), &mut |own| found |= own == mv);
    found
}

/// Counts the leaves `depth` plies below; the moves of the last ply are not made.
pub fn perft(board: &Board, depth: u32, is_stopped: &dyn Fn() -> bool) -> u64 {
    match depth {
        0 => 1,
        1 => legal(board).len() as u64,
        _ if is_stopped() => 0,
        _ => legal(board).iter().map(|&mv| perft(&board.after(mv), depth - 1, is_stopped)).sum(),
    }
}
