//! Every number of the search that could be tuned, one line each.

/// Makes a constant of each line: name, value, the range that makes sense and the step a tuner would take.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $value:literal in $min:literal ..= $max:literal step $step:literal;)*) => {
        $($(#[$doc])* #[inline(always)] pub const fn $name() -> i32 { $value })*

        /// Name, value, smallest and largest value and step of each parameter.
        pub const ALL: &[(&str, i32, i32, i32, f64)] = &[$((stringify!($name), $value, $min, $max, $step)),*];
    };
}

params! {
    /// Half the first aspiration window, centipawns.
    aspiration_delta = 15 in 5..=60 step 4.0;
    /// Iterations before this one search the full window.
    aspiration_depth = 5 in 2..=8 step 1.0;
    /// Reverse futility: deepest node.
    rfp_depth = 8 in 4..=12 step 1.0;
    /// Reverse futility: centipawns for each ply left.
    rfp_margin = 77 in 30..=150 step 6.0;
    /// Null move: shallowest node.
    null_depth = 3 in 2..=6 step 1.0;
    /// Null move: plies of reduction at least.
    null_base = 3 in 2..=5 step 0.5;
    /// Null move: one more ply for each of these.
    null_divisor = 3 in 2..=8 step 0.5;
    /// Null move: one more ply for each of these centipawns above beta, three at most.
    null_eval_divisor = 200 in 100..=400 step 20.0;
    /// Null move: from this depth on a success is verified by a reduced search.
    null_verify_depth = 12 in 8..=20 step 1.0;
    /// Late move reductions: hundredths of a ply.
    lmr_base = 80 in 0..=200 step 10.0;
    /// Late move reductions: hundredths; ln(depth) * ln(move) is divided by it.
    lmr_divisor = 230 in 150..=400 step 15.0;
    /// Late move reductions: history for one ply less.
    lmr_history = 8000 in 3000..=20000 step 800.0;
    /// History: bonus for each ply of depth.
    history_bonus = 160 in 60..=400 step 20.0;
    /// History: largest bonus.
    history_max_bonus = 1600 in 600..=4000 step 200.0;
    /// Quiescence: centipawns added to what a capture takes before it is given up.
    delta_margin = 180 in 80..=400 step 20.0;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_lies_within_its_range() {
        for &(name, value, min, max, step) in ALL {
            assert!((min..=max).contains(&value) && step > 0.0, "{name}");
        }
    }
}
