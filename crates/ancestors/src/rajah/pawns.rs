//! Pawn structure, with one byte of ranks per file, and passed pawns.

use super::board::*;
use super::eval::distance;

/// The ranks of pawns by file, from one side's point of view: rank 0 is its first. The outer files are empty.
pub struct Files {
    own: [u8; 10],
    enemy: [u8; 10],
}

impl Files {
    /// Returns the pawns from the point of view of `side`.
    pub fn new(board: &Board, side: Side) -> Files {
        let seen = |pawns: &[u8; 8]| {
            let mut files = [0; 10];
            for (file, &ranks) in pawns.iter().enumerate() {
                files[file + 1] = if side == WHITE { ranks } else { ranks.reverse_bits() };
            }
            files
        };
        Files { own: seen(&board.pawns[index(side)]), enemy: seen(&board.pawns[index(opponent(side))]) }
    }

    /// Returns true if the side has a pawn on the square's file.
    pub fn has_own(&self, square: Square) -> bool {
        self.own[file(square) + 1] != 0
    }

    /// Returns true if the other side has a pawn on the square's file.
    pub fn has_enemy(&self, square: Square) -> bool {
        self.enemy[file(square) + 1] != 0
    }

    /// Returns own and enemy pawns on the square's file and the adjacent ones.
    pub fn around(&self, square: Square) -> impl Iterator<Item = (u8, u8)> + '_ {
        (file(square)..file(square) + 3).map(|file| (self.own[file], self.enemy[file]))
    }

    fn adjacent(files: &[u8; 10], square: Square) -> u8 {
        files[file(square)] | files[file(square) + 2]
    }

    /// Returns true if an own pawn defends the square.
    pub fn guards(&self, side: Side, square: Square) -> bool {
        Files::adjacent(&self.own, square) & 1 << rank_of(side, square) >> 1 != 0
    }

    /// Returns true if an enemy pawn could advance to attack the square.
    pub fn can_be_chased(&self, side: Side, square: Square) -> bool {
        Files::adjacent(&self.enemy, square) & ranks_above(rank_of(side, square)) != 0
    }
}

/// Returns the ranks above one.
fn ranks_above(rank: usize) -> u8 {
    (0xfe_u32 << rank) as u8
}

/// Returns the number of a side's pawns.
pub fn count(board: &Board, side: Side) -> i32 {
    u64::from_le_bytes(board.pawns[index(side)]).count_ones() as i32
}

/// The bonus for each rank advanced, by file.
const ADVANCE: [i32; 8] = [0, 1, 3, 5, 5, 3, 1, 0];

/// The passed pawn bonus by rank, with all enemy pieces and with none.
const PASSED: [(i32, i32); 8] = [(0, 0), (4, 10), (6, 14), (12, 26), (26, 48), (46, 82), (76, 130), (0, 0)];

/// Returns a pawn's centipawns beyond its material. `danger` is the other side's share of pieces, of 256.
pub fn pawn(board: &Board, side: Side, square: Square, files: &Files, danger: i32) -> i32 {
    let (line, up) = (file(square), rank_of(side, square));
    let (own, enemy) = (files.own[line + 1], files.enemy[line + 1]);
    let (friends, foes) = (Files::adjacent(&files.own, square), Files::adjacent(&files.enemy, square));
    let mut score = ADVANCE[line] * (up as i32 - 1);
    // Only pawns behind another of their own get the penalty.
    let doubled = own & ranks_above(up) != 0;
    score -= i32::from(doubled) * 14;
    let is_passed = !doubled && (enemy | foes) & ranks_above(up) == 0;
    let exposed = enemy == 0 && !is_passed;
    if friends == 0 {
        score -= if exposed { 20 } else { 12 };
    } else if friends & !ranks_above(up) == 0 && foes & 1 << up << 2 != 0 {
        // Backward: no adjacent pawn to support it, and an enemy pawn guards the square ahead.
        score -= if exposed { 14 } else { 8 };
    }
    let linked = friends & (1 << up | 1 << up >> 1) != 0;
    score += i32::from(linked) * 4;
    if is_passed {
        score += passed(board, side, square, linked, danger);
    }
    score
}

/// Returns the bonus of a passed pawn by its rank and the distances of the kings.
fn passed(board: &Board, side: Side, square: Square, linked: bool, danger: i32) -> i32 {
    let up = rank_of(side, square);
    let ahead = if side == WHITE { square + 16 } else { square - 16 };
    let (own_king, enemy_king) = (board.kings[index(side)], board.kings[index(opponent(side))]);
    let (mut early, mut late) = PASSED[up];
    late += (distance(enemy_king, ahead) * 5 - distance(own_king, ahead) * 3) * up as i32 / 3;
    if board.squares[usize::from(ahead)] != EMPTY {
        (early, late) = (early / 2, late * 2 / 3);
    }
    if linked {
        (early, late) = (early + early / 4, late + late / 4);
    }
    // The rule of the square: the king is too far away, and no other piece can help.
    if board.piece_material(opponent(side)) == 0 {
        let queening = if side == WHITE { 0x70 } else { 0 } | square & 7;
        let steps = (7 - up.max(2)) as i32;
        let late_by_one = i32::from(board.turn != side);
        if distance(enemy_king, queening) - late_by_one > steps && is_free(board, side, square) {
            late += 350;
        }
    }
    (early * danger + late * (256 - danger)) / 256
}

/// Returns true if the path to the last rank is empty.
fn is_free(board: &Board, side: Side, square: Square) -> bool {
    let step = super::moves::forward(side);
    let mut ahead = square.wrapping_add(step);
    while ahead & OFF_BOARD == 0 {
        if board.squares[usize::from(ahead)] != EMPTY {
            return false;
        }
        ahead = ahead.wrapping_add(step);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the value of White's pawn on a square beyond its material.
    fn value(fen: &str, square: &str) -> i32 {
        let board = Board::from_fen(fen);
        pawn(&board, WHITE, parse_square(square).expect("a square"), &Files::new(&board, WHITE), 256)
    }

    #[test]
    fn weak_pawns_are_penalized() {
        let healthy = value("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", "c2");
        let doubled = value("4k3/pppppppp/8/8/8/2P5/P1PPPPPP/4K3 w - - 0 1", "c2");
        let isolated = value("4k3/pppppppp/8/8/8/8/P1P1PPPP/4K3 w - - 0 1", "c2");
        assert!(doubled < healthy && isolated < healthy, "{healthy} {doubled} {isolated}");
        let backward = value("4k3/p2p4/8/8/2P1p3/8/P2P4/4K3 w - - 0 1", "d2");
        assert!(backward < value("4k3/p2p4/8/8/4p3/8/P1PP4/4K3 w - - 0 1", "d2"), "{backward}");
    }

    #[test]
    fn passed_pawns_count_by_rank_and_blockers() {
        let far = value("8/8/P7/8/8/8/7k/4K3 w - - 0 1", "a6");
        let near = value("8/8/8/8/P7/8/7k/4K3 w - - 0 1", "a4");
        let blocked = value("8/n7/P7/8/8/8/7k/4K3 w - - 0 1", "a6");
        assert!(far > near && far > blocked && far > 0, "{far} {near} {blocked}");
        // The king is one move too late, unless it is its turn.
        let board = |turn| Board::from_fen(&format!("8/8/8/P3k3/8/8/8/4K3 {turn} - - 0 1"));
        let late = |turn| super::super::eval::terms(&board(turn), WHITE)[usize::from(PAWN)];
        assert!(late("w") > late("b") + 300, "{} {}", late("w"), late("b"));
    }
}
