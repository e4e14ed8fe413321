//! The tunable parameters of the search, its table and its time management, one line each.
//!
//! Other numbers in the code are structural: single plies, table sizes, score units, and the interval of
//! limit checks.

mod values;

pub use values::Values;

/// Turns each line into a function of its name: a constant, or with the feature `tune` a value of this
/// thread's engine.
macro_rules! params {
    ($($(#[$doc:meta])*
       $name:ident = $value:literal in $min:literal ..= $max:literal step $step:literal;)*) => {
        #[cfg(not(feature = "tune"))]
        mod access {
            $($(#[$doc])* #[inline(always)] pub const fn $name() -> i32 { $value })*
        }

        #[cfg(feature = "tune")]
        mod access {
            /// The index of each parameter in the list.
            #[allow(non_camel_case_types, reason = "named like the parameters")]
            enum Index { $($name),* }

            $($(#[$doc])* #[inline] pub fn $name() -> i32 { super::values::current(Index::$name as usize) })*
        }

        pub use access::*;

        /// All parameters in order.
        pub const PARAMETERS: &[Parameter] = &[
            $(Parameter { name: stringify!($name), value: $value, min: $min, max: $max, step: $step }),*
        ];
    };
}

/// A parameter of the search with its range for a tuner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameter {
    /// Its name, which is also that of its UCI option.
    pub name: &'static str,
    /// Its default value.
    pub value: i32,
    /// The smallest value that makes sense.
    pub min: i32,
    /// The largest value that makes sense.
    pub max: i32,
    /// The step by which a tuner finally varies it.
    pub step: f64,
}

params! {
    /// Half the width of the initial aspiration window, centipawns.
    aspiration_delta = 9 in 5..=60 step 4.0;
    /// Aspiration window: iterations before this one search the full window.
    aspiration_depth = 5 in 2..=8 step 1.0;
    /// Aspiration window: widening after a failure, percent.
    aspiration_widening = 50 in 20..=200 step 10.0;
    /// Aspiration window: beyond this many centipawns the window is opened fully.
    aspiration_max_delta = 600 in 150..=2000 step 80.0;
    /// Aspiration window: largest depth reduction after fail highs, plies.
    aspiration_max_reduction = 3 in 0..=6 step 0.5;
    /// Aspiration window: the initial width varies between threads by up to this many centipawns.
    aspiration_threads = 8 in 1..=32 step 2.0;
    /// Transposition table: no cutoffs once the fifty-move clock reaches this many plies.
    table_max_clock = 90 in 60..=100 step 4.0;
    /// Transposition table: beyond this depth, cutoffs may contradict the expected kind of node.
    table_any_node_depth = 5 in 0..=12 step 1.0;
    /// Transposition table: plies of depth that an entry loses for each search since it was written.
    table_age = 4 in 0..=16 step 1.0;
    /// Transposition table: an entry of this search stays if it is deeper by more than this many plies.
    table_keep = 3 in 0..=10 step 1.0;
    /// Beyond this depth a node that fails low below a former PV node counts as one itself.
    was_pv_depth = 3 in 0..=10 step 1.0;
    /// Internal iterative reduction: smallest depth.
    iir_depth = 4 in 2..=10 step 1.0;
    /// Tablebases: plies by which a stored result is worth more than the search it replaces.
    tablebase_depth = 6 in 0..=12 step 1.0;
    /// Static evaluation: multiplied by this minus the plies of the fifty-move clock, and divided by this.
    clock_damping = 200 in 110..=400 step 20.0;
    /// Reverse futility: largest depth.
    rfp_depth = 7 in 4..=12 step 1.0;
    /// Reverse futility: centipawns per ply of depth.
    rfp_margin = 38 in 30..=150 step 6.0;
    /// Null move: smallest depth.
    null_depth = 3 in 2..=6 step 1.0;
    /// Null move: smallest reduction, plies.
    null_base = 4 in 2..=5 step 0.5;
    /// Null move: one more ply of reduction per this many plies of depth.
    null_divisor = 3 in 2..=8 step 0.5;
    /// Null move: one more ply of reduction per this many centipawns above beta.
    null_eval_divisor = 250 in 100..=400 step 20.0;
    /// Null move: largest reduction for centipawns above beta, plies.
    null_max_eval = 3 in 1..=6 step 0.5;
    /// Null move: from this depth on, a success is verified by a reduced search.
    null_verify_depth = 12 in 8..=20 step 1.0;
    /// Null move: plies of a verification without another null move, percent of its depth.
    null_verify_plies = 75 in 0..=100 step 10.0;
    /// Null move: not if beta is this many centipawns below a draw.
    null_hopeless = 400 in 200..=2000 step 50.0;
    /// ProbCut: smallest depth.
    probcut_depth = 5 in 3..=8 step 1.0;
    /// ProbCut: depth reduction, plies.
    probcut_reduction = 4 in 3..=6 step 0.5;
    /// ProbCut: centipawns above beta.
    probcut_margin = 190 in 80..=400 step 20.0;
    /// ProbCut: centipawns less if improving.
    probcut_improving = 50 in 0..=150 step 10.0;
    /// Razoring: largest depth.
    razor_depth = 3 in 1..=6 step 1.0;
    /// Razoring: base margin below alpha, centipawns.
    razor_base = 150 in 100..=500 step 25.0;
    /// Razoring: centipawns per squared ply of depth.
    razor_margin = 105 in 60..=400 step 20.0;
    /// Late move pruning: largest depth.
    late_depth = 8 in 4..=12 step 1.0;
    /// Late move pruning: base number of moves.
    late_base = 5 in 1..=8 step 0.5;
    /// Futility: largest reduced depth.
    futility_depth = 8 in 4..=12 step 1.0;
    /// Futility: base margin below alpha, centipawns.
    futility_base = 60 in 20..=250 step 15.0;
    /// Futility: centipawns per ply of reduced depth.
    futility_margin = 50 in 40..=200 step 10.0;
    /// History pruning: largest reduced depth.
    bad_history_depth = 4 in 1..=8 step 1.0;
    /// History pruning: negative history per ply of reduced depth.
    bad_history_margin = 3500 in 1000..=8000 step 400.0;
    /// SEE pruning of quiet moves: centipawns per squared ply of reduced depth.
    see_quiet_margin = 19 in 5..=60 step 4.0;
    /// SEE pruning of captures: centipawns per ply of depth.
    see_noisy_margin = 115 in 40..=200 step 10.0;
    /// SEE pruning: largest depth.
    see_depth = 9 in 4..=14 step 1.0;
    /// Singular extension: smallest depth.
    singular_depth = 5 in 4..=10 step 1.0;
    /// Singular extension: margin of the other moves below the table's score, hundredths of a centipawn per
    /// ply.
    singular_margin = 125 in 50..=400 step 20.0;
    /// Singular extension: further centipawns for a double extension.
    singular_double_margin = 12 in 5..=60 step 4.0;
    /// Singular extension: the table's entry is at most this many plies shallower than the node.
    singular_entry_depth = 3 in 1..=6 step 0.5;
    /// Singular extension: depth of the search of the other moves, percent of the remaining depth.
    singular_search_depth = 50 in 25..=75 step 5.0;
    /// Singular extension: largest ply, percent of the depth of the iteration.
    singular_max_plies = 200 in 100..=400 step 25.0;
    /// Singular extension: most double extensions in one line.
    singular_max_double = 8 in 0..=20 step 1.0;
    /// Singular extension: plies less if another move may be as good and the table's score is at least beta.
    singular_negative = 2 in 0..=3 step 0.5;
    /// Late move reductions: smallest depth.
    lmr_depth = 2 in 2..=5 step 0.5;
    /// Late move reductions: number of moves that are not reduced; one more in a PV node.
    lmr_moves = 1 in 1..=4 step 0.5;
    /// Late move reductions at the root: smallest depth.
    lmr_root_depth = 3 in 2..=6 step 0.5;
    /// Late move reductions at the root: number of moves that are not reduced.
    lmr_root_moves = 2 in 1..=6 step 0.5;
    /// Late move reductions: more than this many cutoffs one ply below count as many.
    lmr_cutoffs = 3 in 1..=8 step 0.5;
    /// Late move reductions: base, hundredths of a ply.
    lmr_base = 88 in 0..=200 step 10.0;
    /// Late move reductions: divisor of ln(depth) * ln(move), hundredths.
    lmr_divisor = 238 in 150..=400 step 15.0;
    /// Late move reductions of captures: base, hundredths of a ply.
    lmr_noisy_base = 20 in -50..=150 step 10.0;
    /// Late move reductions of captures: divisor of ln(depth) * ln(move), hundredths.
    lmr_noisy_divisor = 340 in 200..=600 step 20.0;
    /// Late move reductions, 1024ths of a ply: more in a cut node.
    lmr_cut_node = 1450 in 300..=2600 step 120.0;
    /// More if not improving.
    lmr_not_improving = 700 in 100..=2000 step 100.0;
    /// More if the table's move is a capture.
    lmr_table_noisy = 800 in 0..=2000 step 100.0;
    /// More if there were many cutoffs one ply below.
    lmr_many_cutoffs = 850 in 0..=2000 step 100.0;
    /// Less if the node is or was on a principal variation.
    lmr_was_pv = 1000 in 0..=2000 step 100.0;
    /// Less in a PV node.
    lmr_pv = 400 in 0..=2000 step 100.0;
    /// Less at the root.
    lmr_root = 1024 in 0..=3000 step 150.0;
    /// Less for a check.
    lmr_check = 1500 in 0..=2000 step 100.0;
    /// Less for a killer.
    lmr_killer = 900 in 0..=2000 step 100.0;
    /// Late move reductions: history that reduces by one ply less.
    lmr_history = 11000 in 4000..=30000 step 1000.0;
    /// Late move reductions of captures: history that reduces by one ply less.
    lmr_noisy_history = 7700 in 3000..=20000 step 800.0;
    /// Less for a threat of mate.
    lmr_threat = 2000 in 0..=3000 step 150.0;
    /// After a reduced search: a ply deeper if the score beats the best by this many centipawns.
    deeper_base = 40 in 10..=120 step 8.0;
    /// After a reduced search: further centipawns per ply of depth.
    deeper_margin = 2 in 0..=10 step 1.0;
    /// After a reduced search: a ply less deep if the score beats the best by less than this many centipawns.
    shallower_margin = 8 in 0..=40 step 3.0;
    /// History: bonus per ply of depth.
    history_bonus = 170 in 60..=400 step 20.0;
    /// History: subtracted from the bonus.
    history_bonus_offset = 80 in 0..=400 step 20.0;
    /// History: largest bonus.
    history_max_bonus = 1900 in 600..=4000 step 200.0;
    /// History: malus per ply of depth.
    history_malus = 200 in 60..=600 step 20.0;
    /// History: subtracted from the malus.
    history_malus_offset = 80 in 0..=400 step 20.0;
    /// History: largest malus.
    history_max_malus = 1500 in 600..=4000 step 200.0;
    /// Move ordering: per centipawn that a capture or promotion gains.
    capture_weight = 32 in 8..=64 step 4.0;
    /// Move ordering: per centipawn of a piece that a quiet move saves from a lesser piece, or hangs.
    escape_weight = 20 in 0..=60 step 2.0;
    /// Move ordering: for a quiet check.
    check_bonus = 16384 in 0..=40000 step 1500.0;
    /// Move ordering: largest loss of such a check, centipawns.
    check_loss = 75 in 0..=300 step 15.0;
    /// Move ordering: for a quiet move that threatens mate in one.
    threat_bonus = 12000 in 0..=40000 step 1500.0;
    /// Move ordering: quiet moves with a lower score come after losing captures.
    bad_quiet = -8000 in -30000..=0 step 1000.0;
    /// Correction by pawns, percent.
    correction_pawns = 90 in 0..=200 step 10.0;
    /// Correction by pieces of each color, percent.
    correction_pieces = 60 in 0..=200 step 10.0;
    /// Correction by the last two moves, percent.
    correction_moves = 60 in 0..=200 step 10.0;
    /// Correction: largest weight of a new error.
    correction_max_weight = 16 in 4..=64 step 3.0;
    /// Correction: total weight of the old error and the new one.
    correction_inertia = 256 in 128..=1024 step 40.0;
    /// Correction: limit of one table, centipawns.
    correction_limit = 64 in 16..=127 step 6.0;
    /// Futility of captures: largest depth.
    noisy_futility_depth = 6 in 2..=12 step 1.0;
    /// Futility of captures: history worth one centipawn.
    noisy_futility_history = 32 in 8..=128 step 6.0;
    /// Futility of captures: base margin below alpha, centipawns.
    noisy_futility_base = 230 in 80..=500 step 30.0;
    /// Futility of captures: centipawns per ply of depth.
    noisy_futility_margin = 220 in 80..=500 step 30.0;
    /// Hindsight: a ply less if the position got worse by this many centipawns for the side that made a
    /// reduced move.
    hindsight_margin = 170 in 60..=400 step 20.0;
    /// Hindsight: least reduction for a ply less, plies.
    hindsight_shallower = 2 in 1..=5 step 0.5;
    /// Hindsight: least reduction for a ply more if the move did its side no harm, plies.
    hindsight_deeper = 3 in 1..=6 step 0.5;
    /// Mate threats: smallest depth at which threatening moves are kept; threats against the side to move
    /// count from one ply less.
    threat_depth = 4 in 3..=12 step 1.0;
    /// Mate threats: most flight squares of the king.
    threat_flights = 2 in 0..=8 step 1.0;
    /// Quiescence: margin on top of the captured piece, centipawns.
    delta_margin = 180 in 80..=400 step 20.0;
    /// Threads: centipawns added to each lead, so that even the worst vote counts (as in Stockfish).
    vote_lead = 14 in 1..=60 step 3.0;
    /// Time: number of moves that a clock without increment must last.
    time_sudden_death_moves = 30 in 15..=60 step 2.0;
    /// Time: number of moves that a clock with increment must last.
    time_increment_moves = 22 in 10..=50 step 2.0;
    /// Time: most moves to the next control.
    time_max_moves = 50 in 20..=80 step 3.0;
    /// Time: least part of the clock that is left if the increment is smaller than the overhead, percent.
    time_min_left = 25 in 5..=60 step 4.0;
    /// Time: part of the increment used per move, percent.
    time_increment = 90 in 40..=110 step 5.0;
    /// Time: hard limit relative to the soft limit, percent.
    time_hard = 350 in 150..=800 step 30.0;
    /// Time: largest part of the clock for a move, percent.
    time_ceiling = 50 in 20..=80 step 4.0;
    /// Time: part of the increment that is added to this, percent.
    time_increment_ceiling = 30 in 0..=80 step 5.0;
    /// Time before a control: part of the increment used per move, percent.
    time_control_increment = 75 in 40..=110 step 5.0;
    /// Time before a control: soft limit relative to the fair share, percent.
    time_control_soft = 80 in 40..=120 step 5.0;
    /// Time before a control: hard limit relative to the fair share, percent.
    time_control_hard = 400 in 150..=800 step 30.0;
    /// Time before a control: largest part of the clock for a move, percent.
    time_control_ceiling = 70 in 30..=90 step 4.0;
    /// Time before a control: the same for the last move before it.
    time_control_last = 90 in 50..=95 step 3.0;
    /// Time: factor of the soft limit if the engine ponders, percent.
    time_ponder = 125 in 100..=160 step 5.0;
    /// Time: iterations before this one do not scale the soft limit.
    time_first_depth = 5 in 2..=10 step 1.0;
    /// Time: factor after an iteration that changed the best move, percent.
    time_unchanged_0 = 145 in 80..=250 step 8.0;
    /// Time: factor after one iteration without change, percent.
    time_unchanged_1 = 120 in 70..=200 step 8.0;
    /// Time: factor after two iterations without change, percent.
    time_unchanged_2 = 105 in 60..=180 step 6.0;
    /// Time: factor after three iterations without change, percent.
    time_unchanged_3 = 95 in 50..=160 step 6.0;
    /// Time: factor after four iterations without change, percent.
    time_unchanged_4 = 88 in 50..=150 step 5.0;
    /// Time: factor after five iterations without change, percent.
    time_unchanged_5 = 82 in 40..=140 step 5.0;
    /// Time: factor after six or more iterations without change, percent.
    time_unchanged_6 = 78 in 40..=130 step 5.0;
    /// Time: the factor for effort is this minus the share of nodes of the best move, percent.
    time_effort = 160 in 110..=220 step 6.0;
    /// Time: least factor for effort, percent.
    time_effort_min = 60 in 20..=100 step 5.0;
    /// Time: largest factor for effort, percent.
    time_effort_max = 150 in 100..=220 step 6.0;
    /// Time: thousandths more for each centipawn that the score has fallen.
    time_trend = 6 in 0..=20 step 1.0;
    /// Time: least factor for a rising score, percent.
    time_trend_min = 80 in 40..=100 step 4.0;
    /// Time: largest factor for a falling score, percent.
    time_trend_max = 150 in 100..=250 step 8.0;
    /// Time: scores are limited to this many centipawns.
    time_max_score = 1500 in 400..=4000 step 150.0;
    /// Time: least total factor, percent.
    time_scale_min = 40 in 20..=100 step 4.0;
    /// Time: largest total factor, percent.
    time_scale_max = 250 in 120..=500 step 20.0;
}

/// Converts a parameter in percent to a factor.
pub fn percent(value: i32) -> f64 {
    f64::from(value) / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_within_its_range() {
        for &Parameter { name, value, min, max, step } in PARAMETERS {
            assert!((min..=max).contains(&value) && step > 0.0, "{name}");
        }
    }
}
