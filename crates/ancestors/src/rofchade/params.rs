//! Search parameters: margins in centipawns, depths in plies. The description gives no numbers.

use std::sync::LazyLock;

/// The maximum iteration depth.
pub const MAX_DEPTH: u32 = 100;

/// Razoring: the maximum depth.
pub const RAZOR_DEPTH: i32 = 3;
/// Razoring: the margin below alpha per ply.
pub const RAZOR_MARGIN: i32 = 220;

/// Reverse futility pruning: the maximum depth.
pub const NODE_FUTILITY_DEPTH: i32 = 8;
/// Reverse futility pruning: the margin above beta per ply.
pub const NODE_FUTILITY_MARGIN: i32 = 75;

/// Futility pruning of a quiet move: the limit of its depth after reduction.
pub const FUTILITY_DEPTH: i32 = 7;
/// Futility pruning: the margin at depth zero.
pub const FUTILITY_BASE: i32 = 90;
/// Futility pruning: the margin added per ply.
pub const FUTILITY_MARGIN: i32 = 90;

/// Null move: the minimum depth.
pub const NULL_DEPTH: i32 = 3;
/// Null move: the base reduction, plus a quarter of the depth.
pub const NULL_REDUCTION: i32 = 3;
/// Null move: one more ply of reduction per this lead over beta, at most three.
pub const NULL_LEAD: i32 = 180;

/// Internal iterative deepening: the minimum depth in PV nodes and in others.
pub const IID_DEPTH: [i32; 2] = [5, 8];
/// Internal iterative deepening: the reduction.
pub const IID_REDUCTION: i32 = 3;

/// Late move pruning: the maximum depth.
pub const LMP_DEPTH: i32 = 8;

/// ProbCut: the minimum depth.
pub const PROBCUT_DEPTH: i32 = 5;
/// ProbCut: the margin above beta.
pub const PROBCUT_MARGIN: i32 = 150;
/// ProbCut: the reduction.
pub const PROBCUT_REDUCTION: i32 = 4;

/// Singular extensions: the minimum depth.
pub const SINGULAR_DEPTH: i32 = 8;

/// Quiescence: the most that a capture may gain beyond the captured piece.
pub const DELTA_MARGIN: i32 = 150;

/// Aspiration windows: the minimum depth.
pub const ASPIRATION_DEPTH: u32 = 5;
/// Aspiration windows: the half widths for even and odd workers.
pub const ASPIRATION: [i32; 2] = [18, 36];

/// Returns the number of quiet moves tried at a depth before late move pruning.
pub fn late_moves(depth: i32, improving: bool) -> usize {
    ((3 + depth * depth) / if improving { 1 } else { 2 }) as usize
}

/// Returns the reduction of the `number`th move, which grows with the logarithms of depth and number.
pub fn reduction(depth: i32, number: usize) -> i32 {
    static TABLE: LazyLock<[[i8; 64]; 64]> = LazyLock::new(|| {
        let entry = |depth: usize, number: usize| {
            0.6 + (depth.max(1) as f64).ln() * (number.max(1) as f64).ln() / 2.1
        };
        std::array::from_fn(|depth| std::array::from_fn(|number| entry(depth, number) as i8))
    });
    TABLE[depth.clamp(0, 63) as usize][number.min(63)].into()
}
