//! Every number of the search that could be tuned, one line each.

mod values;

pub use values::Values;

/// Makes of each line a function with its name: a constant, or with the feature `tune` what the engine of this thread was told.
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
    /// Null move: one more ply for each of these centipawns above beta, three at most.
    null_eval_divisor = 190 in 100..=400 step 20.0;
    /// Null move: from this depth on a success is verified by a reduced search.
    null_verify_depth = 12 in 8..=20 step 1.0;
    /// Null move: not where beta lies so many centipawns below a draw.
    null_hopeless = 400 in 200..=2000 step 50.0;
    /// ProbCut: shallowest node.
    probcut_depth = 5 in 3..=8 step 1.0;
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
    /// Futility of captures: centipawns below alpha at least.
    noisy_futility_base = 230 in 80..=500 step 30.0;
    /// Futility of captures: centipawns for each ply.
    noisy_futility_margin = 220 in 80..=500 step 30.0;
    /// A reduced move made things worse for its author by so many centipawns: a ply less.
    hindsight_margin = 170 in 60..=400 step 20.0;
    /// Threats to mate: shallowest node where moves that threaten are kept; who is threatened is warned a ply nearer to the leaves.
    threat_depth = 4 in 3..=12 step 1.0;
    /// Threats to mate: the king has at most so many squares to go to.
    threat_flights = 2 in 0..=8 step 1.0;
    /// Quiescence: centipawns added to what a capture takes before it is given up.
    delta_margin = 180 in 80..=400 step 20.0;
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
