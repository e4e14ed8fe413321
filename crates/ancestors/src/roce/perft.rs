//! Roce's counts of the game tree, from which the console makes all four: perft, perft2, divide and divide2.

use super::attacks::is_attacked;
use super::board::{Board, index};
use super::moves::{Move, Wanted, generate, legal};

/// Whether somebody wants the count to end.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// The leaves `depth` plies below; `None` once `stop` says so. The last ply is only counted, never played: the generator is known to make
/// legal moves only.
pub fn perft(board: &mut Board, depth: u32, stop: Stop<'_>) -> Option<u64> {
    match depth {
        0 => Some(1),
        1 => Some(legal(board).len() as u64),
        _ => count(board, depth, &mut vec![Vec::with_capacity(64); depth as usize], stop),
    }
}

/// `lists` has a list of moves for each ply, so that memory is asked for once.
fn count(board: &mut Board, depth: u32, lists: &mut [Vec<Move>], stop: Stop<'_>) -> Option<u64> {
    if depth > 3 && stop() {
        return None;
    }
    let (list, deeper) = lists.split_first_mut()?;
    list.clear();
    generate(board, Wanted::All, list);
    if depth == 1 {
        return Some(list.len() as u64);
    }
    let mut leaves = 0;
    for &mv in list.iter() {
        board.make(mv);
        let below = count(board, depth - 1, deeper, stop);
        board.undo();
        leaves += below?;
    }
    Some(leaves)
}

/// The leaves behind each move.
pub fn divide(board: &mut Board, depth: u32, stop: Stop<'_>) -> Option<Vec<(Move, u64)>> {
    let mut counts = Vec::new();
    for mv in legal(board) {
        board.make(mv);
        let below = perft(board, depth.saturating_sub(1), stop);
        board.undo();
        counts.push((mv, below?));
    }
    Some(counts)
}

/// Which of the moves of a node are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    /// All.
    Every,
    /// All and a single one by turns, the single one last: the least that alpha-beta can do, where most moves are generated in vain.
    Cutoffs,
}

/// The leaves `depth` plies below, where moves are played, also those of the last ply: what a search would pay. With
/// [`Wanted::PseudoLegal`] a move is found out to leave the king in check after it was made.
pub fn played(board: &mut Board, depth: u32, wanted: Wanted, walk: Walk) -> u64 {
    play(board, wanted, walk, &mut vec![Vec::with_capacity(64); depth as usize])
}

/// `lists` has a list of moves for each ply that is left.
fn play(board: &mut Board, wanted: Wanted, walk: Walk, lists: &mut [Vec<Move>]) -> u64 {
    let single = walk == Walk::Cutoffs && lists.len() % 2 == 1;
    let Some((list, deeper)) = lists.split_first_mut() else { return 1 };
    list.clear();
    generate(board, wanted, list);
    let mut leaves = 0;
    for &mv in list.iter() {
        board.make(mv);
        let is_legal = wanted == Wanted::All || !is_attacked(&board.squares, board.kings[index(-board.turn)], board.turn);
        if is_legal {
            leaves += play(board, wanted, walk, deeper);
        }
        board.undo();
        if is_legal && single {
            break;
        }
    }
    leaves
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn find(counts: Option<Vec<(Move, u64)>>, text: &str) -> Option<u64> {
        counts?.iter().find(|(mv, _)| mv.to_string() == text).map(|(_, count)| *count)
    }

    #[test]
    fn counts_are_those_of_the_original() {
        let (mut board, on) = (Board::from_fen(START).expect("a board"), &|| false);
        assert_eq!(perft(&mut board, 3, on), Some(8902));
        assert_eq!(find(divide(&mut board, 3, on), "a2a3"), Some(380));
        assert_eq!(perft(&mut board, 5, on), Some(4_865_609));
        assert_eq!(perft(&mut board, 5, &|| true), None);
    }

    #[test]
    fn both_kinds_of_generation_count_alike() {
        for fen in
            [START, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"]
        {
            let mut board = Board::from_fen(fen).expect("a board");
            let legal = played(&mut board, 3, Wanted::All, Walk::Every);
            assert_eq!(played(&mut board, 3, Wanted::PseudoLegal, Walk::Every), legal, "{fen}");
            assert_eq!(perft(&mut board, 3, &|| false), Some(legal), "{fen}");
            let least = played(&mut board, 4, Wanted::All, Walk::Cutoffs);
            assert_eq!(played(&mut board, 4, Wanted::PseudoLegal, Walk::Cutoffs), least, "{fen}");
            assert!(least * 4 < legal, "{fen}");
        }
    }
}
