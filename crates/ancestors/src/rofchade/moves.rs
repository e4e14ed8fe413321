//! Moves in sixteen bits, their generator by stages, and which of them are legal.

use super::attacks;
use super::board::{BISHOP, Board, KINDS, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE, squares};

/// From, to (six bits each) and a mark: 0 nothing, 1-4 promotion to that piece type, 5 castling, 6 en passant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Move(pub u16);

const CASTLING: u16 = 5;
const EN_PASSANT: u16 = 6;

impl Move {
    /// No move: from a1 to a1.
    pub const NONE: Move = Move(0);

    #[inline]
    const fn new(from: usize, to: usize, mark: u16) -> Move {
        Move(from as u16 | (to as u16) << 6 | mark << 12)
    }

    /// Where it begins.
    #[inline]
    pub const fn from(self) -> usize {
        self.0 as usize & 63
    }

    /// Where it ends; castling ends where the king does.
    #[inline]
    pub const fn to(self) -> usize {
        (self.0 >> 6) as usize & 63
    }

    /// What the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<usize> {
        let mark = (self.0 >> 12) as usize;
        if mark >= KNIGHT && mark <= QUEEN { Some(mark) } else { None }
    }

    /// Does the king castle?
    #[inline]
    pub const fn is_castling(self) -> bool {
        self.0 >> 12 == CASTLING
    }

    /// Does a pawn take en passant?
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.0 >> 12 == EN_PASSANT
    }
}

impl std::fmt::Display for Move {
    /// As UCI writes it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letter = |byte: usize, first: u8| char::from(first + byte as u8);
        let (from, to) = (self.from(), self.to());
        write!(f, "{}{}{}{}", letter(from % 8, b'a'), letter(from / 8, b'1'), letter(to % 8, b'a'), letter(to / 8, b'1'))?;
        self.promotion().map_or(Ok(()), |kind| write!(f, "{}", ["n", "b", "r", "q"][kind - 1]))
    }
}

/// A move with its place in the order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The move.
    pub mv: Move,
    /// The higher, the sooner it is tried.
    pub rank: i32,
}

/// Which moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Captures, those that promote included.
    Captures,
    /// All others, promotions included.
    Quiets,
    /// All moves that may answer a check.
    Evasions,
}

/// Adds the moves of a kind to the list. Some of them may leave the king in check: see [`is_legal`].
pub fn generate(board: &Board, kind: Kind, list: &mut Vec<Ranked>) {
    let (us, occupied) = (board.turn(), board.occupied());
    let (own, enemy) = (board.color(us), board.color(us ^ 1));
    let king = board.king(us);
    let targets = match kind {
        Kind::Captures => enemy,
        Kind::Quiets => !occupied,
        Kind::Evasions => escape_targets(board),
    };
    let king_targets = if kind == Kind::Evasions { !own } else { targets };
    push_all(list, king, attacks::king(king) & king_targets);
    if targets == 0 {
        return;
    }
    if kind != Kind::Quiets {
        pawn_captures(board, targets & enemy, list);
    }
    if kind != Kind::Captures {
        pawn_pushes(board, targets, list);
    }
    for from in squares(board.of(us, KNIGHT)) {
        push_all(list, from, attacks::knight(from) & targets);
    }
    for from in squares((board.kind(BISHOP) | board.kind(QUEEN)) & own) {
        push_all(list, from, attacks::bishop(from, occupied) & targets);
    }
    for from in squares((board.kind(ROOK) | board.kind(QUEEN)) & own) {
        push_all(list, from, attacks::rook(from, occupied) & targets);
    }
    if kind == Kind::Quiets {
        for to in [king + 2, king.wrapping_sub(2)] {
            if can_castle(board, to) {
                push(list, Move::new(king, to, CASTLING));
            }
        }
    }
}

/// All legal moves in the order of the generator.
pub fn legal(board: &Board, list: &mut Vec<Ranked>) {
    let first = list.len();
    if board.checkers() != 0 {
        generate(board, Kind::Evasions, list);
    } else {
        generate(board, Kind::Captures, list);
        generate(board, Kind::Quiets, list);
    }
    let pinned = board.pinned();
    let mut kept = first;
    for index in first..list.len() {
        if is_legal(board, list[index].mv, pinned) {
            list.swap(kept, index);
            kept += 1;
        }
    }
    list.truncate(kept);
}

/// Where a piece other than the king helps against a check: on the checker or before it; nowhere against two.
#[inline]
fn escape_targets(board: &Board) -> u64 {
    let checkers = board.checkers();
    if checkers & checkers.wrapping_sub(1) != 0 {
        return 0;
    }
    checkers | attacks::between(board.king(board.turn()), checkers.trailing_zeros() as usize)
}

#[inline]
fn push(list: &mut Vec<Ranked>, mv: Move) {
    list.push(Ranked { mv, rank: 0 });
}

#[inline]
fn push_all(list: &mut Vec<Ranked>, from: usize, targets: u64) {
    for to in squares(targets) {
        push(list, Move::new(from, to, 0));
    }
}

/// A pawn's move, once for each piece it may become.
#[inline]
fn push_pawn(list: &mut Vec<Ranked>, from: usize, to: usize) {
    if (8..56).contains(&to) {
        push(list, Move::new(from, to, 0));
    } else {
        [QUEEN, KNIGHT, ROOK, BISHOP].into_iter().for_each(|kind| push(list, Move::new(from, to, kind as u16)));
    }
}

fn pawn_captures(board: &Board, targets: u64, list: &mut Vec<Ranked>) {
    let us = board.turn();
    for from in squares(board.of(us, PAWN)) {
        for to in squares(attacks::pawn(us, from) & targets) {
            push_pawn(list, from, to);
        }
    }
    if let Some(to) = board.en_passant() {
        for from in squares(attacks::pawn(us ^ 1, to) & board.of(us, PAWN)) {
            push(list, Move::new(from, to, EN_PASSANT));
        }
    }
}

fn pawn_pushes(board: &Board, targets: u64, list: &mut Vec<Ranked>) {
    let (pawns, empty) = (board.of(board.turn(), PAWN), !board.occupied());
    let white = board.turn() == WHITE;
    let up = |set: u64| if white { set << 8 } else { set >> 8 };
    let once = up(pawns) & empty;
    let twice = up(once & if white { 0xff << 16 } else { 0xff << 40 }) & empty & targets;
    for to in squares(once & targets) {
        push_pawn(list, if white { to - 8 } else { to + 8 }, to);
    }
    for to in squares(twice) {
        push(list, Move::new(if white { to - 16 } else { to + 16 }, to, 0));
    }
}

/// May the king castle to this square? Not out of check; the squares between king and rook empty, those the king crosses not attacked.
fn can_castle(board: &Board, to: usize) -> bool {
    let (us, king) = (board.turn(), board.king(board.turn()));
    let short = to > king;
    if board.castling() >> (2 * us + usize::from(!short)) & 1 == 0 || board.checkers() != 0 {
        return false;
    }
    let rook = if short { king + 3 } else { king - 4 };
    let crossed = if short { [king + 1, king + 2] } else { [king - 1, king - 2] };
    attacks::between(king, rook) & board.occupied() == 0
        && crossed.iter().all(|&square| board.attackers(square, board.occupied()) & board.color(us ^ 1) == 0)
}

/// Does a move of the generator leave the own king safe? `pinned` is [`Board::pinned`]; a check must be answered by the move already.
#[inline]
pub fn is_legal(board: &Board, mv: Move, pinned: u64) -> bool {
    let (us, from, to) = (board.turn(), mv.from(), mv.to());
    let king = board.king(us);
    if from == king {
        // The king must not hide behind itself.
        return mv.is_castling() || board.attackers(to, board.occupied() ^ 1 << from) & board.color(us ^ 1) == 0;
    }
    if mv.is_en_passant() {
        // Two pawns leave their line at once: look at the board as it will be.
        let taken = 1u64 << (to ^ 8);
        let occupied = (board.occupied() ^ 1 << from ^ taken) | 1 << to;
        return board.attackers(king, occupied) & board.color(us ^ 1) & !taken == 0;
    }
    pinned >> from & 1 == 0 || attacks::line(king, from) >> to & 1 != 0
}

/// Is it a move that [`generate`] could give here? Moves from the table and killers come from other positions.
pub fn is_possible(board: &Board, mv: Move) -> bool {
    let (us, from, to) = (board.turn(), mv.from(), mv.to());
    let (kind, bit) = (board.at(from), 1u64 << to);
    if mv == Move::NONE || board.color(us) >> from & 1 == 0 || kind == KINDS {
        return false;
    }
    if mv.is_castling() {
        return kind == KING && from.abs_diff(to) == 2 && can_castle(board, to);
    }
    if mv.is_en_passant() {
        return kind == PAWN && board.en_passant() == Some(to) && attacks::pawn(us, from) & bit != 0;
    }
    let promotes = kind == PAWN && !(8..56).contains(&to);
    if board.color(us) & bit != 0 || promotes != mv.promotion().is_some() || mv.0 >> 12 > EN_PASSANT {
        return false;
    }
    if kind != KING && board.checkers() != 0 && escape_targets(board) & bit == 0 {
        return false;
    }
    match kind {
        PAWN => is_possible_pawn(board, from, to),
        KNIGHT => attacks::knight(from) & bit != 0,
        BISHOP => attacks::bishop(from, board.occupied()) & bit != 0,
        ROOK => attacks::rook(from, board.occupied()) & bit != 0,
        QUEEN => (attacks::bishop(from, board.occupied()) | attacks::rook(from, board.occupied())) & bit != 0,
        _ => attacks::king(from) & bit != 0,
    }
}

fn is_possible_pawn(board: &Board, from: usize, to: usize) -> bool {
    let us = board.turn();
    if board.occupied() >> to & 1 != 0 {
        return attacks::pawn(us, from) & board.color(us ^ 1) & 1 << to != 0;
    }
    let (forward, home) = if us == WHITE { (to.wrapping_sub(from), 1) } else { (from.wrapping_sub(to), 6) };
    forward == 8 || forward == 16 && from / 8 == home && board.at((from + to) / 2) == KINDS
}

/// Leaves `depth` plies below, counted without making the last ply.
pub fn perft(board: &Board, depth: u32, list: &mut Vec<Ranked>, is_stopped: &dyn Fn() -> bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let first = list.len();
    legal(board, list);
    let mut leaves = 0;
    if depth == 1 {
        leaves = (list.len() - first) as u64;
    } else if !is_stopped() {
        for index in first..list.len() {
            let after = board.after(list[index].mv);
            leaves += perft(&after, depth - 1, list, is_stopped);
        }
    }
    list.truncate(first);
    leaves
}
