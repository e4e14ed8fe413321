//! The cost of generating only legal moves, on the two boards whose authors disagree about it: Roce's and
//! RDChess's.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use heirloom_ancestors::rdchess::perft::{self as rdchess, Generation};
use heirloom_ancestors::rdchess::position::Position;
use heirloom_ancestors::roce::attacks::is_attacked;
use heirloom_ancestors::roce::board::{Board, index};
use heirloom_ancestors::roce::moves::{Move, Wanted, generate};
use heirloom_ancestors::seam;

use super::{POSITIONS, shortest};

/// Walks the tree of a position on one of the boards and returns its leaves.
type Count = fn(&str, u32, bool) -> Result<u64>;

/// Each board with its kinds of move generation, the legal one first.
const BOARDS: &[(&str, &[Count])] = &[
    (
        "Roce",
        &[
            |fen, plies, cut| on_roce(fen, plies, cut, Wanted::All),
            |fen, plies, cut| on_roce(fen, plies, cut, Wanted::PseudoLegal),
        ],
    ),
    (
        "RDChess",
        &[
            |fen, plies, cut| on_rdchess(fen, plies, cut, Generation::Legal),
            |fen, plies, cut| on_rdchess(fen, plies, cut, Generation::PseudoLegal),
            |fen, plies, cut| on_rdchess(fen, plies, cut, Generation::PseudoLegalWithTables),
        ],
    ),
];

fn on_roce(fen: &str, plies: u32, cutoffs: bool, wanted: Wanted) -> Result<u64> {
    let mut board = Board::new(&seam::setup(&heirloom_chess::Position::from_fen(fen)?)?);
    Ok(play_on_roce(&mut board, wanted, cutoffs, &mut vec![Vec::with_capacity(64); plies as usize]))
}

/// Plays all moves on Roce's board, including those of the last ply, as `rdchess::played` does on the other
/// board; `lists` has a move list for each remaining ply.
fn play_on_roce(board: &mut Board, wanted: Wanted, cutoffs: bool, lists: &mut [Vec<Move>]) -> u64 {
    let single = cutoffs && lists.len() % 2 == 1;
    let Some((list, deeper)) = lists.split_first_mut() else { return 1 };
    list.clear();
    generate(board, wanted, list);
    let mut leaves = 0;
    for &mv in list.iter() {
        board.make(mv);
        // Only after a pseudo-legal move is made can it be seen to leave the king in check.
        let is_legal = wanted == Wanted::All
            || !is_attacked(&board.squares, board.kings[index(-board.turn)], board.turn);
        if is_legal {
            leaves += play_on_roce(board, wanted, cutoffs, deeper);
        }
        board.undo();
        if is_legal && single {
            break;
        }
    }
    leaves
}

fn on_rdchess(fen: &str, plies: u32, cutoffs: bool, generation: Generation) -> Result<u64> {
    let mut position = Position::from_fen(fen).ok().context("RDChess cannot set up this position")?;
    Ok(rdchess::played(&mut position, plies, generation, cutoffs))
}

/// Writes a table of seconds; each walk is repeated for `time`. Fails if the counts differ or the output is
/// closed.
pub fn run(out: &mut dyn Write, time: Duration, stop: &AtomicBool) -> Result<()> {
    writeln!(
        out,
        "| board | tree | legal moves only, s | pseudo-legal, s | pseudo-legal with attack tables, s |"
    )?;
    writeln!(out, "|---|---|---:|---:|---:|")?;
    for &(name, ways) in BOARDS {
        for (tree, cutoffs) in [("every move played", false), ("cutoffs", true)] {
            let mut cells = String::new();
            for way in ways {
                let seconds = seconds(*way, ways[0], cutoffs, time, stop)?;
                if stop.load(Ordering::SeqCst) {
                    return Ok(());
                }
                cells += &format!(" {seconds:.3} |");
            }
            cells += &" |".repeat(3 - ways.len());
            writeln!(out, "| {name} | {tree} |{cells}")?;
        }
    }
    Ok(())
}

/// Returns the sum of the shortest times over all positions.
fn seconds(way: Count, legal: Count, cutoffs: bool, time: Duration, stop: &AtomicBool) -> Result<f64> {
    let mut sum = Duration::ZERO;
    for &(fen, plies, leaves) in POSITIONS {
        // With a single move in every second ply the tree is thin, so it takes more plies: an even number, as
        // the single moves come last.
        let plies = if cutoffs { plies.next_multiple_of(2) + 2 } else { plies };
        let leaves = if cutoffs { legal(fen, plies, true)? } else { leaves };
        sum += shortest(time, stop, || {
            let counted = way(fen, plies, cutoffs)?;
            ensure!(
                counted == leaves,
                "{counted} leaves at depth {plies} of {fen}; the correct count is {leaves}"
            );
            Ok(())
        })?;
    }
    Ok(sum.as_secs_f64())
}
