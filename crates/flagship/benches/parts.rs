//! The speed of the net and of the move picker, each as a ratio to a reference in the same run.
//!
//! `cargo bench -p heirloom-flagship` prints how many times faster each is than its reference, as the median
//! of rounds in which both take turns, with half the distance between the quartiles. The references are the
//! portable code of the net, and sorting all legal moves before the first is tried. On a busy AMD EPYC:
//!
//! | | AVX2 | AVX-512 |
//! |---|---|---|
//! | net: inputs and hidden layer of an unrelated position (refresh) | 2.1 | 2.2 |
//! | net: inputs and hidden layer after a move (update) | 2.3 | 2.4 |
//! | net: output | 4.1 | 4.7 |
//!
//! | picker: the first move | the first three | all moves |
//! |---|---|---|
//! | 2.5 | 1.4 | 0.6 |

use std::hint::black_box;

use heirloom_chess::{Move, Position, see};
use heirloom_flagship::bench::POSITIONS;
use heirloom_flagship::measured::{History, Huge, MovePicker, TranspositionTable, captured_type};
use heirloom_flagship::net::{self, Accumulators, Level};
use web_time::Instant;

/// The number of rounds.
const ROUNDS: usize = 1001;
/// The least time of each side of a round in seconds: short, so that few are interrupted by other programs.
const LEAST: f64 = 0.0005;

fn main() {
    let positions: Vec<Position> =
        POSITIONS.iter().map(|fen| Position::from_fen(fen).expect("legal")).collect();
    for level in Level::available().into_iter().filter(|&level| level != Level::Portable) {
        measure(
            &format!("net, refresh, {level:?}"),
            refresh(&positions, Level::Portable),
            refresh(&positions, level),
        );
        measure(
            &format!("net, update, {level:?}"),
            update(&positions, Level::Portable),
            update(&positions, level),
        );
        measure(
            &format!("net, output, {level:?}"),
            output(&positions, Level::Portable),
            output(&positions, level),
        );
    }
    let (history, table) = (trained(&positions), TranspositionTable::new(1).expect("memory"));
    for (name, most) in [("first move", 1), ("three moves", 3), ("all moves", usize::MAX)] {
        let sort = || positions.iter().for_each(|position| _ = black_box(sorted(position, &history)));
        let pick = || {
            for position in &positions {
                let mut picker = MovePicker::all(None, [None; 2], [None; 3], None);
                let moves = std::iter::from_fn(|| picker.next(position, &history, &table));
                _ = black_box(moves.take(most).last());
            }
        };
        measure(&format!("picker, {name}"), sort, pick);
    }
}

/// Prints how many times faster `candidate` is than `reference`.
fn measure(name: &str, mut reference: impl FnMut(), mut candidate: impl FnMut()) {
    let seconds = |work: &mut dyn FnMut(), times: usize| {
        let start = Instant::now();
        (0..times).for_each(|_| work());
        start.elapsed().as_secs_f64()
    };
    // Also warms up both.
    let enough = |work: &mut dyn FnMut()| {
        (0..).map(|power| 1 << power).find(|&times| seconds(work, times) >= LEAST).unwrap_or(1)
    };
    let (of_reference, of_candidate) = (enough(&mut reference), enough(&mut candidate));
    let mut round = |_| {
        let reference = seconds(&mut reference, of_reference) / of_reference as f64;
        reference * of_candidate as f64 / seconds(&mut candidate, of_candidate)
    };
    let mut ratios: Vec<f64> = (0..ROUNDS).map(&mut round).collect();
    ratios.sort_by(f64::total_cmp);
    let spread = (ratios[ROUNDS * 3 / 4] - ratios[ROUNDS / 4]) / 2.0;
    println!("{name:24} {:6.2} ± {spread:.2}", ratios[ROUNDS / 2]);
}

fn accumulators(plies: usize, level: Level) -> Accumulators {
    Accumulators::with_level(net::embedded().expect("a net"), plies, level)
}

/// Computes the inputs and the hidden layer of unrelated positions.
fn refresh(positions: &[Position], level: Level) -> impl FnMut() {
    let mut accumulators = accumulators(1, level);
    move || {
        for position in positions {
            accumulators.push(position, 0);
            accumulators.update_ply(position, 0);
        }
    }
}

/// Computes the inputs and the hidden layer after each move of evaluated positions.
fn update(positions: &[Position], level: Level) -> impl FnMut() {
    let mut accumulators = accumulators(2, level);
    let after = |position: &Position, mv: Move| {
        let mut child = position.clone();
        child.play(mv);
        child
    };
    let children: Vec<Vec<Position>> = positions
        .iter()
        .map(|position| position.legal_moves().iter().map(|&mv| after(position, mv)).collect())
        .collect();
    move || {
        for (position, children) in positions.iter().zip(&children) {
            accumulators.push(position, 0);
            accumulators.update_ply(position, 0);
            for child in children {
                accumulators.push(child, 1);
                accumulators.update_ply(child, 1);
            }
        }
    }
}

/// Computes the output from hidden layers.
fn output(positions: &[Position], level: Level) -> impl FnMut() {
    let mut accumulators = accumulators(positions.len(), level);
    for (ply, position) in positions.iter().enumerate() {
        accumulators.push(position, ply);
        accumulators.update_ply(position, ply);
    }
    move || {
        for (ply, position) in positions.iter().enumerate() {
            black_box(accumulators.evaluate(position, ply, || 0));
        }
    }
}

/// Returns histories with random scores for the moves of the positions.
fn trained(positions: &[Position]) -> Huge<History> {
    let (mut history, mut random) = (Huge::<History>::zeroed(), fastrand::Rng::with_seed(1));
    for position in positions {
        for &mv in &position.legal_moves() {
            if let Some(moved) = position.piece_at(mv.from()) {
                history.update_quiet(position, mv, moved, &[None; 3], random.i32(-1000..1000));
            }
        }
    }
    history
}

/// Returns all legal moves, captures by victim first, then quiet moves, both by history.
fn sorted(position: &Position, history: &History) -> Vec<Move> {
    let score = |&mv: &Move| {
        let moved = position.piece_at(mv.from())?;
        Some(if position.is_noisy(mv) {
            let captured = captured_type(position, mv);
            (see::VALUES[captured.index()] << 16) + history.noisy(mv, moved, captured)
        } else {
            history.quiet(position, mv, moved, &[None; 3])
        })
    };
    let mut moves = position.legal_moves().to_vec();
    moves.sort_by_cached_key(|mv| std::cmp::Reverse(score(mv)));
    moves
}
