//! The leaf evaluation: material with a trade-down bonus, piece placement, pawns and king safety.
//!
//! Rajah's own terms were never published. These follow Chess 4.5 (Slate and Atkin 1977), from which its
//! author started, with our own numbers. Each leaf is evaluated independently: nothing is precomputed at the
//! root, so the evaluation does not depend on the distance from it.

use super::board::*;
use super::moves::steps;
use super::pawns::{self, Files};

/// Bonus for the side to move in centipawns.
const TURN: i32 = 8;

/// The initial pieces of a side, without pawns and king, in centipawns: the scale of king terms.
const INITIAL_PIECES: i32 = 2 * (325 + 350 + 500) + 900;

/// The terms of one side in centipawns, positive if good for it. Each kind of piece is its own term number.
pub type Terms = [i32; 9];

/// The names of the terms.
pub const NAMES: [&str; 9] = [
    "Material",
    "Pawns",
    "Knights",
    "Bishops",
    "Rooks",
    "Queens",
    "Own king",
    "Trade-down",
    "Attack on the king",
];

const TRADE_DOWN: usize = 7;
const ATTACK: usize = 8;

/// Returns the evaluation in centipawns for the side to move.
pub fn evaluate(board: &Board) -> i32 {
    let score = board_score(board, &terms(board, WHITE), &terms(board, BLACK));
    (if board.turn == WHITE { score } else { -score }) + TURN
}

/// Returns the score in centipawns for White, without the bonus for the side to move.
pub fn board_score(board: &Board, white: &Terms, black: &Terms) -> i32 {
    let score = white.iter().sum::<i32>() - black.iter().sum::<i32>();
    let ahead = if score > 0 { WHITE } else { BLACK };
    // Without pawns, an advantage of a minor piece or less seldom wins, and a lone minor piece never does.
    let extra = board.material[index(ahead)] - board.material[index(opponent(ahead))];
    if pawns::count(board, ahead) > 0 || extra >= VALUE[usize::from(ROOK)] {
        return score;
    }
    let lone_minor = board.material[index(ahead)] <= VALUE[usize::from(BISHOP)];
    if lone_minor {
        0
    } else if extra <= VALUE[usize::from(BISHOP)] {
        score / 8
    } else {
        score
    }
}

/// Returns the terms of a side.
pub fn terms(board: &Board, side: Side) -> Terms {
    let (own, files) = (index(side), Files::new(board, side));
    // Of 256: the danger of the other side's pieces to a king.
    let danger = (board.piece_material(opponent(side)) * 256 / INITIAL_PIECES).min(256);
    let aggression = (board.piece_material(side) * 256 / INITIAL_PIECES).min(256);
    let (mut terms, mut hits) = ([0; 9], 0);
    terms[0] = board.material[own];
    terms[TRADE_DOWN] = trade_down(board, side);
    for &square in board.pieces(side) {
        let kind = board.squares[usize::from(square)] & KIND;
        terms[usize::from(kind)] += match kind {
            PAWN => pawns::pawn(board, side, square, &files, danger),
            KNIGHT => knight(board, side, square, &files, &mut hits),
            BISHOP => bishop(board, side, square, &mut hits),
            ROOK => rook(board, side, square, &files, &mut hits),
            QUEEN => queen(board, side, square, &mut hits),
            _ => king(board, side, square, &files, danger),
        };
    }
    terms[ATTACK] = hits.min(14) * hits.min(14) * aggression / 256;
    terms
}

/// The trade-down bonus of Slate and Atkin: being ahead in material counts more the less is left, and more
/// with pawns that may still promote.
fn trade_down(board: &Board, side: Side) -> i32 {
    let [white, black] = board.material;
    let ahead = if side == WHITE { white - black } else { black - white };
    if ahead <= 0 {
        return 0;
    }
    let (pawns, left) = (pawns::count(board, side), (8000 - white - black).max(0));
    ahead.min(1600) * pawns * left / (6400 * (pawns + 1))
}

/// Returns the distance between two squares in king moves.
pub fn distance(from: Square, to: Square) -> i32 {
    file(from).abs_diff(file(to)).max(rank(from).abs_diff(rank(to))) as i32
}

/// Returns the distance from the four center squares along ranks and files: 0 to 6.
fn to_center(square: Square) -> i32 {
    let steps = |line: usize| if line < 4 { 3 - line } else { line - 4 } as i32;
    steps(file(square)) + steps(rank(square))
}

/// Returns the number of squares a piece reaches; `hits` counts those next to the enemy king.
fn mobility(board: &Board, side: Side, from: Square, hits: &mut i32) -> i32 {
    let kind = board.squares[usize::from(from)] & KIND;
    let (king, mut count) = (board.kings[index(opponent(side))], 0);
    for &step in steps(kind) {
        let mut to = from.wrapping_add(step);
        while to & OFF_BOARD == 0 {
            // The difference to a square next to the king is one of nine.
            *hits += i32::from(matches!(to.wrapping_sub(king), 0 | 1 | 15 | 16 | 17 | 255 | 241 | 240 | 239));
            let piece = board.squares[usize::from(to)];
            if piece != EMPTY {
                count += i32::from(piece & side == 0);
                break;
            }
            count += 1;
            if kind == KNIGHT {
                break;
            }
            to = to.wrapping_add(step);
        }
    }
    count
}

fn knight(board: &Board, side: Side, square: Square, files: &Files, hits: &mut i32) -> i32 {
    mobility(board, side, square, hits);
    let tropism = 5 - distance(square, board.kings[index(opponent(side))]);
    let outpost = (3..6).contains(&rank_of(side, square))
        && files.guards(side, square)
        && !files.can_be_chased(side, square);
    let undeveloped = rank_of(side, square) == 0;
    14 - 5 * to_center(square) + 2 * tropism + i32::from(outpost) * 14 - i32::from(undeveloped) * 6
}

fn bishop(board: &Board, side: Side, square: Square, hits: &mut i32) -> i32 {
    let undeveloped = rank_of(side, square) == 0;
    4 * (mobility(board, side, square, hits) - 6) - i32::from(undeveloped) * 8
}

fn rook(board: &Board, side: Side, square: Square, files: &Files, hits: &mut i32) -> i32 {
    let enemy_king = board.kings[index(opponent(side))];
    let line = match (files.has_own(square), files.has_enemy(square)) {
        (false, false) => 15,
        (false, true) => 8,
        _ => 0,
    };
    let seventh = rank_of(side, square) == 6 && rank_of(side, enemy_king) == 7;
    2 * (mobility(board, side, square, hits) - 7) + line + i32::from(seventh) * 20
}

fn queen(board: &Board, side: Side, square: Square, hits: &mut i32) -> i32 {
    let tropism = 4 - distance(square, board.kings[index(opponent(side))]);
    mobility(board, side, square, hits) - 12 + 2 * tropism
}

/// King bonuses by file on the first rank, good for castled kings.
const KING_FILES: [i32; 8] = [12, 16, 4, -12, -8, -8, 18, 12];

/// Shelter by rank of the nearest pawn in front of the king, on its own and adjacent files; 0 for none.
const SHELTER: [i32; 8] = [-26, 0, -8, -16, -20, -22, -24, -24];

fn king(board: &Board, side: Side, square: Square, files: &Files, danger: i32) -> i32 {
    let up = rank_of(side, square) as i32;
    let shelter: i32 =
        files.around(square).map(|(own, enemy)| SHELTER[nearest(own, up)] - i32::from(enemy == 0) * 8).sum();
    let sheltered = KING_FILES[file(square)] - 14 * up.min(4) + shelter;
    let mut bare = 12 - 6 * to_center(square);
    if board.material[index(side)] == 0 {
        // A lone king is driven to the edge, and away from the other king.
        bare = -14 * to_center(square) + 5 * distance(square, board.kings[index(opponent(side))]);
    }
    (sheltered * danger + bare * (256 - danger)) / 256
}

/// Returns the nearest rank with a pawn on or in front of a king's rank `up`, 0 for none.
fn nearest(ranks: u8, up: i32) -> usize {
    let ahead = ranks & (0xff << up);
    if ahead == 0 { 0 } else { ahead.trailing_zeros() as usize }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seam::{START, mirrored};

    fn score(fen: &str) -> i32 {
        evaluate(&Board::from_fen(fen))
    }

    #[test]
    fn evaluation_is_symmetric() {
        for fen in [
            "r1bq1rk1/pp3ppp/2n1pn2/2bp4/8/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 1",
            "8/5k2/3p4/1P6/8/2K3n1/8/R7 w - - 0 1",
        ] {
            assert_eq!(score(fen), score(&mirrored(fen)), "{fen}");
        }
        assert_eq!(score(START), TURN);
    }

    #[test]
    fn the_side_ahead_trades_pieces_but_not_pawns() {
        // A knight ahead.
        let [much, rooks_gone, pawns_gone, no_pawns] = [
            "r2qk2r/pppppppp/8/8/8/8/PPPPPPPP/RN1QK2R w - - 0 1",
            "3qk3/pppppppp/8/8/8/8/PPPPPPPP/1N1QK3 w - - 0 1",
            "3qk3/7p/8/8/8/8/7P/1N1QK3 w - - 0 1",
            "3qk3/8/8/8/8/8/8/1N1QK3 w - - 0 1",
        ]
        .map(|fen| trade_down(&Board::from_fen(fen), WHITE));
        assert!(much < rooks_gone, "{much} {rooks_gone}");
        assert!(no_pawns < pawns_gone && no_pawns == 0, "{pawns_gone} {no_pawns}");
    }

    #[test]
    fn kings_hide_from_pieces_and_come_out_in_endgames() {
        for (better, worse) in [
            (
                "r2q1rk1/ppp2ppp/8/8/8/8/PPP2PPP/R2Q1RK1 w - - 0 1",
                "r2q1rk1/ppp2ppp/8/8/8/5PPP/PPP5/R2Q1RK1 w - - 0 1",
            ),
            ("8/ppp2kpp/8/8/4K3/8/PPP3PP/8 w - - 0 1", "8/ppp2kpp/8/8/8/8/PPP3PP/7K w - - 0 1"),
        ] {
            assert!(score(better) > score(worse), "{better}");
        }
    }

    #[test]
    fn a_lone_minor_piece_wins_nothing() {
        assert!(score("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1").abs() <= TURN);
        assert!(score("4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1") < 650);
        assert!(score("4k3/8/8/8/8/8/8/R3K3 w - - 0 1") > 400);
    }
}
