//! Reasons to leave a node early, or to skip moves in it.

use heirloom_chess::Position;

use super::params;
use super::score;

/// Reverse futility: so far above beta that the opponent will hardly come back within the plies left. Worse positions than two plies ago
/// need a larger lead.
pub fn is_far_above_beta(eval: i32, beta: i32, depth: i32, improving: bool) -> bool {
    let margin = params::rfp_margin() * (depth - i32::from(improving));
    depth <= params::rfp_depth() && eval - margin >= beta && !score::is_mate(beta)
}

/// May the turn be passed to see whether the position is good enough even so? Not with pawns alone: having to move may be the problem.
pub fn may_pass(position: &Position, eval: i32, beta: i32, depth: i32) -> bool {
    depth >= params::null_depth() && eval >= beta && position.has_pieces(position.turn()) && !score::is_mate(beta)
}

/// How many plies less the position is searched after passing.
pub fn null_reduction(eval: i32, beta: i32, depth: i32) -> i32 {
    params::null_base() + depth / params::null_divisor() + ((eval - beta) / params::null_eval_divisor()).min(3)
}

/// Late move pruning: after so many moves near the leaves no quiet move is expected to help.
pub fn is_late(depth: i32, number: usize, improving: bool) -> bool {
    depth <= 6 && number as i32 >= (4 + depth * depth) / (2 - i32::from(improving))
}
