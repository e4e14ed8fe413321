//! The strictly legal move generator: all moves, captures, captures out of check, other check evasions.
//!
//! It never generates a move that leaves the king in check, so no move has to be made for a test (except en
//! passant, where two pawns leave a line at once). Pins come from the pin records, the king's safe squares
//! from the hostile attack table, which reaches through the king to the squares behind it.

use super::attacks;
use super::board::{Kind, NORTH, Piece, Side, Square, own_rank, step};
use super::directions::Directions;
use super::moves::{Move, MoveLists, MoveType};
use super::pins::{Threats, checkers};
use super::position::{Position, castling_rights};

/// Routine 1, not in check: captures and normal moves.
pub fn full(position: &Position, threats: &Threats, directions: &Directions, lists: &mut MoveLists) {
    Generator { captures: true, normals: true, ..Generator::new(position, threats, directions, lists) }.run();
}

/// Routine 2, not in check: captures, en passant and promotions. Routine 3, in check: those that answer the
/// check, and captures by the king.
pub fn captures(position: &Position, threats: &Threats, directions: &Directions, lists: &mut MoveLists) {
    Generator { captures: true, ..Generator::new(position, threats, directions, lists) }.run();
}

/// Routine 4, in check: non-capturing evasions, by king moves or by blocking.
pub fn escape_check(position: &Position, threats: &Threats, directions: &Directions, lists: &mut MoveLists) {
    Generator { normals: true, ..Generator::new(position, threats, directions, lists) }.run();
}

/// Generates all legal moves with the routines that apply.
pub fn legal(position: &Position, threats: &Threats, directions: &Directions, lists: &mut MoveLists) {
    lists.clear();
    if threats.in_check {
        captures(position, threats, directions, lists);
        escape_check(position, threats, directions, lists);
    } else {
        full(position, threats, directions, lists);
    }
}

/// Returns all legal moves, in the directions of a search from this position.
pub fn legal_moves(position: &Position) -> MoveLists {
    let mut lists = MoveLists::default();
    legal(position, &Threats::of(position), &Directions::of(&position.board), &mut lists);
    lists
}

/// Returns the targets that answer a check for pieces other than the king: none in double check.
fn targets(position: &Position) -> Vec<Square> {
    let king = position.board.king(position.context.side);
    let checkers = checkers(&position.board, position.context.side);
    let [checker] = checkers[..] else { return Vec::new() };
    let mut targets = vec![checker];
    if matches!(position.board.at(checker).kind(), Some(Kind::Bishop | Kind::Rook | Kind::Queen)) {
        let way = way_between(king, checker);
        let mut square = step(king, way);
        while square != checker && targets.len() < 8 {
            targets.push(square);
            square = step(square, way);
        }
    }
    targets
}

/// Returns the step from one square toward another on the same line.
fn way_between(from: Square, to: Square) -> i8 {
    let (from, to) = (i32::from(from), i32::from(to));
    let (ranks, files) = (to / 12 - from / 12, to % 12 - from % 12);
    (12 * ranks.signum() + files.signum()) as i8
}

struct Generator<'a> {
    position: &'a Position,
    threats: &'a Threats,
    directions: &'a Directions,
    lists: &'a mut MoveLists,
    side: Side,
    /// In check, the only useful targets of pieces other than the king.
    targets: Option<Vec<Square>>,
    captures: bool,
    normals: bool,
}

impl<'a> Generator<'a> {
    fn new(
        position: &'a Position,
        threats: &'a Threats,
        directions: &'a Directions,
        lists: &'a mut MoveLists,
    ) -> Generator<'a> {
        let (side, targets) = (position.context.side, threats.in_check.then(|| targets(position)));
        Generator { position, threats, directions, lists, side, targets, captures: false, normals: false }
    }

    fn run(&mut self) {
        self.pieces();
        self.king();
        if self.captures && self.normals {
            self.castling();
        }
    }

    #[inline]
    fn helps(&self, to: Square) -> bool {
        self.targets.as_ref().is_none_or(|targets| targets.contains(&to))
    }

    /// Generates the moves of all pieces but the king, the least valuable first.
    fn pieces(&mut self) {
        let position = self.position;
        for (kind, from) in position.board.list(self.side).by_value() {
            match kind {
                Kind::Pawn => self.pawn(from),
                Kind::Knight => self.knight(from),
                Kind::King => {}
                _ => self.slider(kind, from),
            }
        }
    }

    /// Enters a move of an officer or king; returns false if the line ends here.
    #[inline]
    fn enter(&mut self, piece: Piece, from: Square, to: Square) -> bool {
        let content = self.position.board.at(to);
        if content == Piece::FREE {
            if self.normals && self.helps(to) {
                self.lists.normals.push(Move { from, to, kind: MoveType::Normal, piece });
            }
            return true;
        }
        if self.captures && content.is_of(self.side.other()) && self.helps(to) {
            self.lists.captures.push(Move { from, to, kind: MoveType::Capture, piece });
        }
        false
    }

    fn slider(&mut self, kind: Kind, from: Square) {
        let (piece, directions) = (Piece::new(self.side, kind), self.directions);
        for &way in directions.ways(self.side, from) {
            // The straight steps are 1 and 12, either way.
            let straight = matches!(way, 1 | -1 | NORTH) || way == -NORTH;
            let slides = kind == Kind::Queen || (kind == Kind::Rook) == straight;
            if slides && self.threats.pins.allows(from, way) {
                let mut to = step(from, way);
                while self.enter(piece, from, to) {
                    to = step(to, way);
                }
            }
        }
    }

    fn knight(&mut self, from: Square) {
        let (piece, directions) = (Piece::new(self.side, Kind::Knight), self.directions);
        // A pinned knight cannot move.
        if self.threats.pins.records().iter().any(|pin| pin.pinned_square == from) {
            return;
        }
        for &jump in directions.jumps(self.side, from) {
            self.enter(piece, from, step(from, jump));
        }
    }

    fn pawn(&mut self, from: Square) {
        let (board, side, forward) = (&self.position.board, self.side, self.side.forward());
        let promotes = own_rank(side, from) == 6;
        if self.captures {
            for way in [forward - 1, forward + 1] {
                let to = step(from, way);
                if board.at(to).is_of(side.other()) && self.threats.pins.allows(from, way) && self.helps(to) {
                    self.pawn_move(from, to, MoveType::Capture, promotes);
                }
            }
            self.en_passant(from);
        }
        let to = step(from, forward);
        if board.at(to) != Piece::FREE || !self.threats.pins.allows(from, forward) {
            return;
        }
        if promotes {
            if self.captures && self.helps(to) {
                self.pawn_move(from, to, MoveType::Normal, true);
            }
        } else if self.normals {
            // The double step first: on average it is the better one.
            let double = step(to, forward);
            if own_rank(side, from) == 1 && board.at(double) == Piece::FREE && self.helps(double) {
                self.pawn_move(from, double, MoveType::Normal, false);
            }
            if self.helps(to) {
                self.pawn_move(from, to, MoveType::Normal, false);
            }
        }
    }

    fn pawn_move(&mut self, from: Square, to: Square, kind: MoveType, promotes: bool) {
        if promotes {
            for promoted in [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight] {
                let (kind, piece) = (MoveType::Promotion, Piece::new(self.side, promoted));
                self.lists.captures.push(Move { from, to, kind, piece });
            }
            return;
        }
        let list = if kind == MoveType::Normal { &mut self.lists.normals } else { &mut self.lists.captures };
        list.push(Move { from, to, kind, piece: Piece::new(self.side, Kind::Pawn) });
    }

    fn en_passant(&mut self, from: Square) {
        let victim = self.position.context.en_passant;
        if victim != 0 && from.abs_diff(victim) == 1 {
            let to = step(victim, self.side.forward());
            if en_passant_is_legal(self.position, from, victim, to) {
                self.pawn_move(from, to, MoveType::EnPassant, false);
            }
        }
    }

    fn king(&mut self) {
        let (piece, from, directions) =
            (Piece::new(self.side, Kind::King), self.position.board.king(self.side), self.directions);
        // The king is not restricted to these targets.
        self.targets = None;
        for &way in directions.ways(self.side, from) {
            let to = step(from, way);
            if self.threats.tables.by(self.side.other(), to) == 0 {
                self.enter(piece, from, to);
            }
        }
    }

    fn castling(&mut self) {
        let [short, long] = castling_rights(self.side);
        let from = self.position.board.king(self.side);
        let (board, tables, other) = (&self.position.board, &self.threats.tables, self.side.other());
        for (right, way, free) in [(short, 1, 2), (long, -1, 3)] {
            let free = (1..=free).all(|steps| board.at(step(from, way * steps)) == Piece::FREE);
            let safe = (1..=2).all(|steps| tables.by(other, step(from, way * steps)) == 0);
            if self.position.context.castling & right != 0 && free && safe {
                let (to, kind, piece) =
                    (step(from, 2 * way), MoveType::Castling, Piece::new(self.side, Kind::King));
                self.lists.normals.push(Move { from, to, kind, piece });
            }
        }
    }
}

/// Returns true if the king is safe after both pawns have left their squares.
pub fn en_passant_is_legal(position: &Position, from: Square, victim: Square, to: Square) -> bool {
    let side = position.context.side;
    let mut board = position.board.clone();
    if board.at(victim) != Piece::new(side.other(), Kind::Pawn) || board.at(to) != Piece::FREE {
        return false;
    }
    board.remove(side.other(), victim);
    board.shift(side, from, to);
    !attacks::is_attacked(&board, side.other(), board.king(side))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the moves of a routine in generation order.
    fn moves(fen: &str, routine: fn(&Position, &Threats, &Directions, &mut MoveLists)) -> String {
        let position = Position::from_fen(fen).unwrap();
        let directions = Directions::of(&position.board);
        let mut lists = MoveLists::default();
        routine(&position, &Threats::of(&position), &directions, &mut lists);
        lists.all().map(Move::text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn each_routine_has_its_own_moves() {
        let check = "4r1k1/8/8/8/8/5N2/3P4/3QK3 w - - 0 1";
        assert_eq!(moves(check, captures), "");
        assert_eq!(moves(check, escape_check), "f3e5 d1e2 e1f2 e1f1");
        let near = "6k1/8/8/8/8/8/3PrN2/3QK3 w - - 0 1";
        assert_eq!(moves(near, captures), "d1e2 e1e2");
        assert_eq!(moves(near, escape_check), "e1f1");
        assert_eq!(moves("6k1/4P3/8/2p5/1P6/8/8/4K3 w - - 0 1", captures), "e7e8q e7e8r e7e8b e7e8n b4c5");
    }

    #[test]
    fn double_steps_and_moves_toward_the_king_come_first() {
        let list = moves("6k1/8/8/8/8/8/P7/B3K3 w - - 0 1", full);
        assert!(list.starts_with("a2a4 a2a3 a1b2 a1c3 "), "{list}");
        assert!(list.contains("e1f2 e1e2"), "{list}");
    }

    #[test]
    fn captures_by_lesser_pieces_come_first() {
        assert_eq!(moves("4k3/8/8/Q2r3R/4P3/2N5/8/4K3 w - - 0 1", captures), "e4d5 c3d5 h5d5 a5d5");
    }
}
