//! Late move reductions: how much less deep a move is searched that comes late in the order.

use std::sync::LazyLock;

use super::params;

/// Reductions in plies by depth and number of the move.
pub struct Reductions([[i32; 64]; 64]);

impl Reductions {
    /// The table, made once: base + ln(depth) * ln(number) / divisor.
    pub fn table() -> &'static Reductions {
        static TABLE: LazyLock<Reductions> = LazyLock::new(|| {
            let mut table = [[0; 64]; 64];
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (number, reduction) in row.iter_mut().enumerate().skip(1) {
                    let logarithms = (depth as f64).ln() * (number as f64).ln();
                    *reduction = (f64::from(params::lmr_base()) / 100.0 + logarithms * 100.0 / f64::from(params::lmr_divisor())) as i32;
                }
            }
            Reductions(table)
        });
        &TABLE
    }

    /// The reduction of the move with this number (counted from 1) at this depth.
    #[inline]
    fn at(&self, depth: i32, number: usize) -> i32 {
        self.0[depth.clamp(0, 63) as usize][number.min(63)]
    }

    /// The reduction in plies of a quiet move: less in PV nodes, for killers and checks and for moves with a good history, more in cut nodes.
    pub fn of_quiet(&self, depth: i32, number: usize, history: i32, traits: Traits) -> i32 {
        let mut reduction = self.at(depth, number);
        reduction -= i32::from(traits.pv);
        reduction += i32::from(traits.cut_node);
        reduction += i32::from(!traits.improving);
        reduction -= i32::from(traits.gives_check || traits.in_check);
        reduction -= i32::from(traits.killer);
        reduction - history / params::lmr_history()
    }
}

/// What makes a move more or less promising than its number says.
#[derive(Clone, Copy, Debug)]
pub struct Traits {
    /// The node lies on the principal variation.
    pub pv: bool,
    /// The node is expected to fail high.
    pub cut_node: bool,
    /// The side to move stands better than two plies ago.
    pub improving: bool,
    /// The side to move is in check.
    pub in_check: bool,
    /// The move gives check.
    pub gives_check: bool,
    /// The move cut off elsewhere at this ply.
    pub killer: bool,
}
