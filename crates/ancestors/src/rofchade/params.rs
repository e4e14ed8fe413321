//! The numbers of the search: margins in centipawns, depths in plies. The description names the techniques; the numbers are ours.

use std::sync::LazyLock;

/// The deepest iteration.
pub const MAX_DEPTH: u32 = 100;

/// Razoring: at most at this depth, and this far below alpha for each ply.
pub const RAZOR_DEPTH: i32 = 3;
/// See [`RAZOR_DEPTH`].
pub const RAZOR_MARGIN: i32 = 220;

/// Futility at a node: so far above beta for each ply, no reply brings the score back.
pub const NODE_FUTILITY_DEPTH: i32 = 8;
/// See [`NODE_FUTILITY_DEPTH`].
pub const NODE_FUTILITY_MARGIN: i32 = 75;

/// Futility of a quiet move, with the depth that is left after its reduction.
pub const FUTILITY_DEPTH: i32 = 7;
/// The margin at depth zero.
pub const FUTILITY_BASE: i32 = 90;
/// What each ply adds.
pub const FUTILITY_MARGIN: i32 = 90;

/// Null move: least depth, and plies less for the opponent's reply.
pub const NULL_DEPTH: i32 = 3;
/// See [`NULL_DEPTH`]; a quarter of the depth comes on top.
pub const NULL_REDUCTION: i32 = 3;
/// A ply more for each such lead over beta, at most three.
pub const NULL_LEAD: i32 = 180;

/// Internal iterative deepening: least depth at a node of the principal variation and elsewhere, and how much less deep it looks.
pub const IID_DEPTH: [i32; 2] = [5, 8];
/// See [`IID_DEPTH`].
pub const IID_REDUCTION: i32 = 3;

/// Late move pruning: up to this depth.
pub const LMP_DEPTH: i32 = 8;

/// ProbCut: least depth, margin above beta, plies less.
pub const PROBCUT_DEPTH: i32 = 5;
/// See [`PROBCUT_DEPTH`].
pub const PROBCUT_MARGIN: i32 = 150;
/// See [`PROBCUT_DEPTH`].
pub const PROBCUT_REDUCTION: i32 = 4;

/// Singular extensions: least depth.
pub const SINGULAR_DEPTH: i32 = 8;

/// Quiescence: what a capture may bring beyond the piece it takes.
pub const DELTA_MARGIN: i32 = 150;

/// The aspiration window begins at this depth, with these half widths for one half of the workers and the other.
pub const ASPIRATION_DEPTH: u32 = 5;
/// See [`ASPIRATION_DEPTH`].
pub const ASPIRATION: [i32; 2] = [18, 36];

/// Quiet moves that are tried at a depth before all others are pruned.
pub fn late(depth: i32, improving: bool) -> usize {
    ((3 + depth * depth) / if improving { 1 } else { 2 }) as usize
}

/// Plies less for the `number`th move of a node, which grows with the logarithms of depth and number.
pub fn reduction(depth: i32, number: usize) -> i32 {
    static TABLE: LazyLock<[[i8; 64]; 64]> = LazyLock::new(|| {
        let entry = |depth: usize, number: usize| {
            0.6 + (depth.max(1) as f64).ln() * (number.max(1) as f64).ln() / 2.1
        };
        std::array::from_fn(|depth| std::array::from_fn(|number| entry(depth, number) as i8))
    });
    TABLE[depth.clamp(0, 63) as usize][number.min(63)].into()
}
