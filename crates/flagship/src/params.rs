//! Every number of the search, its table and its time management that games could tune, one line each.
//!
//! Other numbers in the code are its structure: single plies, sizes of tables, units of scores, and how often
//! the limits are looked at.

mod values;

pub use values::Values;

/// Makes of each line a function with its name: a constant, or with the feature `tune` a value of this
/// thread's engine.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:literal in $min:literal ..= $max:literal step $step:literal;)*) => {
        #[cfg(not(feature = "tune"))]
        mod access {
            $($(#[$doc])* #[inline(always)] pub const fn $name() -> i32 { $value })*
        }

        #[cfg(feature = "tune")]
        mod access {
            /// The place of each parameter in the list.
            #[allow(non_camel_case_types, reason = "named like the parameters")]
            enum Place { $($name),* }

            $($(#[$doc])* #[inline] pub fn $name() -> i32 { super::values::current(Place::$name as usize) })*
        }

        pub use access::*;

        /// All parameters in their order.
        pub const ALL: &[Parameter] = &[
            $(Parameter { name: stringify!($name), value: $value, min: $min, max: $max, step: $step }),*
        ];
    };
}

/// A number of the search with what a tuner needs to know of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameter {
    /// Its name, also that of its UCI option.
    pub name: &'static str,
    /// Its value in play.
    pub value: i32,
    /// The smallest value that makes sense.
    pub min: i32,
    /// The largest.
    pub max: i32,
    /// By how much a tuner changes it at the end to see a difference.
    pub step: f64,
}

params! {
    /// Half the first aspiration window, centipawns.
    aspiration_delta = 8 in 5..=60 step 4.0;
    /// Iterations before this one search the full window.
    aspiration_depth = 5 in 2..=8 step 1.0;
    /// Aspiration window: by how much it widens after a failure, percent.
    aspiration_widening = 50 in 20..=200 step 10.0;
    /// Aspiration window: beyond this many centipawns the window is opened.
    aspiration_max_delta = 600 in 150..=2000 step 80.0;
    /// Aspiration window: plies less deep after fail highs, at most.
    aspiration_max_reduction = 3 in 0..=6 step 0.5;
    /// Aspiration window: threads differ in the first one by up to this many centipawns.
    aspiration_threads = 8 in 1..=32 step 2.0;
    /// Transposition table: no cutoffs from this many plies on the clock of the fifty-move rule on.
    table_max_clock = 90 in 60..=100 step 4.0;
    /// Transposition table: beyond this depth also cutoffs that contradict the expected kind of node.
    table_any_node_depth = 5 in 0..=12 step 1.0;
    /// Transposition table: plies of depth that an entry loses for each search since it was written.
    table_age = 4 in 0..=16 step 1.0;
    /// Transposition table: an entry of this search stays if it is deeper by more than this number of plies.
    table_keep = 3 in 0..=10 step 1.0;
    /// From this depth on a node that fails low below a former PV node counts as one itself.
    was_pv_depth = 3 in 0..=10 step 1.0;
    /// Internal iterative reduction: shallowest node.
    iir_depth = 4 in 2..=10 step 1.0;
    /// Tablebases: plies by which a result is worth more than the search it replaces.
    tablebase_depth = 6 in 0..=12 step 1.0;
    /// Static evaluation: it is multiplied by this less the plies on the clock of the fifty-move rule, and
    /// divided by this.
    clock_damping = 200 in 110..=400 step 20.0;
    /// Reverse futility: deepest node.
    rfp_depth = 7 in 4..=12 step 1.0;
    /// Reverse futility: centipawns for each ply left.
    rfp_margin = 51 in 30..=150 step 6.0;
    /// Null move: shallowest node.
    null_depth = 3 in 2..=6 step 1.0;
    /// Null move: plies of reduction at least.
    null_base = 4 in 2..=5 step 0.5;
    /// Null move: one more ply for each of these.
    null_divisor = 3 in 2..=8 step 0.5;
    /// Null move: one more ply for each of these centipawns above beta.
    null_eval_divisor = 190 in 100..=400 step 20.0;
    /// Null move: plies for centipawns above beta, at most.
    null_max_eval = 3 in 1..=6 step 0.5;
    /// Null move: from this depth on a success is verified by a reduced search.
    null_verify_depth = 12 in 8..=20 step 1.0;
    /// Null move: no further one during a verification in its first plies, percent of its depth.
    null_verify_plies = 75 in 0..=100 step 10.0;
    /// Null move: not where beta is this number of centipawns below a draw.
    null_hopeless = 400 in 200..=2000 step 50.0;
    /// ProbCut: shallowest node.
    probcut_depth = 5 in 3..=8 step 1.0;
    /// ProbCut: plies less deep than the node.
    probcut_reduction = 4 in 3..=6 step 0.5;
    /// ProbCut: centipawns beyond beta.
    probcut_margin = 220 in 80..=400 step 20.0;
    /// ProbCut: less where things get better.
    probcut_improving = 50 in 0..=150 step 10.0;
    /// Razoring: deepest node.
    razor_depth = 3 in 1..=6 step 1.0;
    /// Razoring: centipawns below alpha at least.
    razor_base = 130 in 100..=500 step 25.0;
    /// Razoring: centipawns for the square of the depth.
    razor_margin = 120 in 60..=400 step 20.0;
    /// Late move pruning: deepest node.
    late_depth = 9 in 4..=12 step 1.0;
    /// Late move pruning: moves at least.
    late_base = 4 in 1..=8 step 0.5;
    /// Futility: deepest node after reduction.
    futility_depth = 8 in 4..=12 step 1.0;
    /// Futility: centipawns below alpha at least.
    futility_base = 52 in 20..=250 step 15.0;
    /// Futility: centipawns for each ply.
    futility_margin = 48 in 40..=200 step 10.0;
    /// History pruning: deepest node after reduction.
    bad_history_depth = 4 in 1..=8 step 1.0;
    /// History pruning: how bad for each ply.
    bad_history_margin = 4200 in 1000..=8000 step 400.0;
    /// Exchange pruning of quiet moves: centipawns for the square of the reduced depth.
    see_quiet_margin = 19 in 5..=60 step 4.0;
    /// Exchange pruning of captures: centipawns for each ply.
    see_noisy_margin = 100 in 40..=200 step 10.0;
    /// Exchange pruning: deepest node.
    see_depth = 9 in 4..=14 step 1.0;
    /// Singular extension: shallowest node.
    singular_depth = 5 in 4..=10 step 1.0;
    /// Singular extension: by how much the others must be worse, hundredths of centipawns for each ply.
    singular_margin = 130 in 50..=400 step 20.0;
    /// Singular extension: centipawns worse still for two plies.
    singular_double_margin = 14 in 5..=60 step 4.0;
    /// Singular extension: plies that the table's entry is shallower than the node at most.
    singular_entry_depth = 3 in 1..=6 step 0.5;
    /// Singular extension: depth of the search of the other moves, percent of the remaining depth.
    singular_search_depth = 50 in 25..=75 step 5.0;
    /// Singular extension: plies from the root, percent of the depth of the iteration at most.
    singular_max_plies = 200 in 100..=400 step 25.0;
    /// Singular extension: extensions by two plies in one line at most.
    singular_max_double = 8 in 0..=20 step 1.0;
    /// Singular extension: plies less where another move may be as good and the table's score is at least
    /// beta.
    singular_negative = 2 in 0..=3 step 0.5;
    /// Late move reductions: shallowest node.
    lmr_depth = 2 in 2..=5 step 0.5;
    /// Late move reductions: moves that are not reduced; one more in a PV node.
    lmr_moves = 1 in 1..=4 step 0.5;
    /// Late move reductions at the root: shallowest iteration.
    lmr_root_depth = 3 in 2..=6 step 0.5;
    /// Late move reductions at the root: moves that are not reduced.
    lmr_root_moves = 2 in 1..=6 step 0.5;
    /// Late move reductions: more than this many refutations by the opponent count as several.
    lmr_cutoffs = 3 in 1..=8 step 0.5;
    /// Late move reductions: hundredths of a ply.
    lmr_base = 88 in 0..=200 step 10.0;
    /// Late move reductions: hundredths; ln(depth) * ln(move) is divided by it.
    lmr_divisor = 227 in 150..=400 step 15.0;
    /// Late move reductions of captures: hundredths of a ply.
    lmr_noisy_base = 20 in -50..=150 step 10.0;
    /// Late move reductions of captures: hundredths; ln(depth) * ln(move) is divided by it.
    lmr_noisy_divisor = 340 in 200..=600 step 20.0;
    /// Late move reductions, 1024ths of a ply: more where a cutoff is expected.
    lmr_cut_node = 1650 in 300..=2600 step 120.0;
    /// More where things do not get better.
    lmr_not_improving = 700 in 100..=2000 step 100.0;
    /// More where the table's move is a capture.
    lmr_table_noisy = 700 in 0..=2000 step 100.0;
    /// More where the opponent has refuted several moves.
    lmr_many_cutoffs = 850 in 0..=2000 step 100.0;
    /// Less where the node is or was on a principal variation.
    lmr_was_pv = 1000 in 0..=2000 step 100.0;
    /// Less where it is now.
    lmr_pv = 250 in 0..=2000 step 100.0;
    /// Less at the root.
    lmr_root = 1024 in 0..=3000 step 150.0;
    /// Less for a check.
    lmr_check = 1250 in 0..=2000 step 100.0;
    /// Less for a killer.
    lmr_killer = 900 in 0..=2000 step 100.0;
    /// Late move reductions: history for one ply less.
    lmr_history = 12500 in 4000..=30000 step 1000.0;
    /// Late move reductions of captures: history for one ply less.
    lmr_noisy_history = 7700 in 3000..=20000 step 800.0;
    /// Less for a threat to mate.
    lmr_threat = 2000 in 0..=3000 step 150.0;
    /// After a reduced search: a ply deeper if the move is better by this number of centipawns.
    deeper_base = 40 in 10..=120 step 8.0;
    /// After a reduced search: centipawns more for each ply.
    deeper_margin = 2 in 0..=10 step 1.0;
    /// After a reduced search: a ply less deep if the move is not better by this number of centipawns.
    shallower_margin = 8 in 0..=40 step 3.0;
    /// History: bonus for each ply of depth.
    history_bonus = 170 in 60..=400 step 20.0;
    /// History: subtracted from the bonus.
    history_bonus_offset = 80 in 0..=400 step 20.0;
    /// History: largest bonus.
    history_max_bonus = 2200 in 600..=4000 step 200.0;
    /// History: malus for each ply of depth.
    history_malus = 235 in 60..=600 step 20.0;
    /// History: subtracted from the malus.
    history_malus_offset = 80 in 0..=400 step 20.0;
    /// History: largest malus.
    history_max_malus = 1500 in 600..=4000 step 200.0;
    /// Order: for each centipawn that a capture or promotion gains.
    capture_weight = 32 in 8..=64 step 4.0;
    /// Order: for each centipawn of a piece that a quiet move saves from a lesser one, or hangs.
    escape_weight = 20 in 0..=60 step 2.0;
    /// Order: for a quiet move that checks.
    check_bonus = 16384 in 0..=40000 step 1500.0;
    /// Order: what such a check may lose at most, in centipawns.
    check_loss = 75 in 0..=300 step 15.0;
    /// Order: for a quiet move that threatens to mate with the next one.
    threat_bonus = 12000 in 0..=40000 step 1500.0;
    /// Order: quiet moves worth less than this come after losing captures.
    bad_quiet = -6500 in -30000..=0 step 1000.0;
    /// Correction by pawns, percent.
    correction_pawns = 104 in 0..=200 step 10.0;
    /// Correction by pieces of each color, percent.
    correction_pieces = 66 in 0..=200 step 10.0;
    /// Correction by the last two moves, percent.
    correction_moves = 60 in 0..=200 step 10.0;
    /// Correction: weight of a new error at most.
    correction_max_weight = 16 in 4..=64 step 3.0;
    /// Correction: weight of all errors, old and new.
    correction_inertia = 256 in 128..=1024 step 40.0;
    /// Correction: centipawns of one table at most.
    correction_limit = 64 in 16..=127 step 6.0;
    /// Futility of captures: deepest node.
    noisy_futility_depth = 6 in 2..=12 step 1.0;
    /// Futility of captures: history for one centipawn.
    noisy_futility_history = 32 in 8..=128 step 6.0;
    /// Futility of captures: centipawns below alpha at least.
    noisy_futility_base = 230 in 80..=500 step 30.0;
    /// Futility of captures: centipawns for each ply.
    noisy_futility_margin = 220 in 80..=500 step 30.0;
    /// Hindsight: a ply less if a reduced move made things worse for its side by this number of centipawns.
    hindsight_margin = 170 in 60..=400 step 20.0;
    /// Hindsight: a ply less only after a reduction by this number of plies.
    hindsight_shallower = 2 in 1..=5 step 0.5;
    /// Hindsight: a ply more after a reduction by this number of plies that did its side no harm.
    hindsight_deeper = 3 in 1..=6 step 0.5;
    /// Threats to mate: shallowest node where moves that threaten are kept; threats against the side to move
    /// count a ply nearer to the leaves.
    threat_depth = 4 in 3..=12 step 1.0;
    /// Threats to mate: flight squares of the king at most.
    threat_flights = 2 in 0..=8 step 1.0;
    /// Quiescence: centipawns added to what a capture takes before it is given up.
    delta_margin = 180 in 80..=400 step 20.0;
    /// Threads: centipawns added to each lead, so that the worst vote counts (as in Stockfish).
    vote_lead = 14 in 1..=60 step 3.0;
    /// Time: moves that a clock without increment lasts for.
    time_sudden_death_moves = 30 in 15..=60 step 2.0;
    /// Time: moves that a clock with increment lasts for.
    time_increment_moves = 22 in 10..=50 step 2.0;
    /// Time: moves to the next control at most.
    time_max_moves = 50 in 20..=80 step 3.0;
    /// Time: what an increment that is smaller than the overhead leaves of the clock at least, percent.
    time_min_left = 25 in 5..=60 step 4.0;
    /// Time: part of the increment for a move, percent.
    time_increment = 90 in 40..=110 step 5.0;
    /// Time: the hard limit by the usual time, percent.
    time_hard = 350 in 150..=800 step 30.0;
    /// Time: part of the clock that a move takes at most, percent.
    time_ceiling = 50 in 20..=80 step 4.0;
    /// Time: part of the increment that is added to this, percent.
    time_increment_ceiling = 30 in 0..=80 step 5.0;
    /// Time before a control: part of the increment for a move, percent.
    time_control_increment = 75 in 40..=110 step 5.0;
    /// Time before a control: the usual time by the fair share, percent.
    time_control_soft = 80 in 40..=120 step 5.0;
    /// Time before a control: the hard limit by the fair share, percent.
    time_control_hard = 400 in 150..=800 step 30.0;
    /// Time before a control: part of the clock that a move takes at most, percent.
    time_control_ceiling = 70 in 30..=90 step 4.0;
    /// Time before a control: the same for the last move before it.
    time_control_last = 90 in 50..=95 step 3.0;
    /// Time: the usual time by that of an engine that does not ponder, percent.
    time_ponder = 125 in 100..=160 step 5.0;
    /// Time: iterations before this one do not change it.
    time_first_depth = 5 in 2..=10 step 1.0;
    /// Time: percent after an iteration that changed the best move.
    time_unchanged_0 = 145 in 80..=250 step 8.0;
    /// Time: percent after one iteration without change.
    time_unchanged_1 = 120 in 70..=200 step 8.0;
    /// Time: percent after two iterations without change.
    time_unchanged_2 = 105 in 60..=180 step 6.0;
    /// Time: percent after three iterations without change.
    time_unchanged_3 = 95 in 50..=160 step 6.0;
    /// Time: percent after four iterations without change.
    time_unchanged_4 = 88 in 50..=150 step 5.0;
    /// Time: percent after five iterations without change.
    time_unchanged_5 = 82 in 40..=140 step 5.0;
    /// Time: percent after six iterations without change and more.
    time_unchanged_6 = 78 in 40..=130 step 5.0;
    /// Time: percent, from which the nodes of the best move are subtracted, percent of all.
    time_effort = 160 in 110..=220 step 6.0;
    /// Time: the least of this difference, percent.
    time_effort_min = 60 in 20..=100 step 5.0;
    /// Time: the most of this difference, percent.
    time_effort_max = 150 in 100..=220 step 6.0;
    /// Time: thousandths more for each centipawn that the score has fallen.
    time_trend = 6 in 0..=20 step 1.0;
    /// Time: percent for a rising score at least.
    time_trend_min = 80 in 40..=100 step 4.0;
    /// Time: percent for a falling score at most.
    time_trend_max = 150 in 100..=250 step 8.0;
    /// Time: centipawns beyond which scores are equal.
    time_max_score = 1500 in 400..=4000 step 150.0;
    /// Time: percent of the usual time at least.
    time_scale_min = 40 in 20..=100 step 4.0;
    /// Time: percent of the usual time at most.
    time_scale_max = 250 in 120..=500 step 20.0;
}

/// A parameter in percent as a factor.
pub fn percent(value: i32) -> f64 {
    f64::from(value) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_lies_within_its_range() {
        for &Parameter { name, value, min, max, step } in ALL {
            assert!((min..=max).contains(&value) && step > 0.0, "{name}");
        }
    }
}
