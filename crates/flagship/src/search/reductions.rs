//! Late move reductions: how much less deep a move late in the order is searched.

#[cfg(not(feature = "tune"))]
use std::sync::LazyLock;

use super::Worker;
use super::listener::Listener;
use crate::params;

/// A ply in the unit of reductions.
pub const ONE_PLY: i32 = 1024;

/// Reductions in 1024ths of a ply by depth and move number, for captures and promotions and for quiet moves.
pub struct Reductions([[[i32; 64]; 64]; 2]);

/// A worker's reference to the tables.
#[cfg(not(feature = "tune"))]
pub type Table = &'static Reductions;

/// A worker's reference to the tables for the parameters of its engine.
#[cfg(feature = "tune")]
pub type Table = std::sync::Arc<Reductions>;

impl Reductions {
    /// Returns the tables, which are computed once.
    #[cfg(not(feature = "tune"))]
    pub fn table() -> Table {
        static TABLE: LazyLock<Reductions> = LazyLock::new(Reductions::new);
        &TABLE
    }

    /// Returns the tables for the parameters of this thread, recomputed if they have changed since the last
    /// call.
    #[cfg(feature = "tune")]
    pub fn table() -> Table {
        use std::cell::RefCell;
        thread_local! {
            static LAST: RefCell<Option<([i32; 4], Table)>> = const { RefCell::new(None) };
        }
        let made_for = [
            params::lmr_base(),
            params::lmr_divisor(),
            params::lmr_noisy_base(),
            params::lmr_noisy_divisor(),
        ];
        LAST.with_borrow_mut(|last| match last {
            Some((same, table)) if *same == made_for => table.clone(),
            _ => last.insert((made_for, Table::new(Reductions::new()))).1.clone(),
        })
    }

    /// Computes base + ln(depth) * ln(number) / divisor.
    fn new() -> Reductions {
        let noisy = logarithms(params::lmr_noisy_base(), params::lmr_noisy_divisor());
        Reductions([noisy, logarithms(params::lmr_base(), params::lmr_divisor())])
    }

    /// Returns the base reduction of a move by depth and move number, which is counted from 1.
    #[inline]
    pub fn base(&self, depth: i32, number: usize, quiet: bool) -> i32 {
        self.0[usize::from(quiet)][depth.clamp(0, 63) as usize][number.min(63)]
    }

    /// Returns the reduction of a move: less if it is promising or dangerous, more if a cutoff by another
    /// move is expected.
    pub fn adjusted(&self, depth: i32, number: usize, traits: Traits) -> i32 {
        let mut reduction = self.base(depth, number, traits.quiet);
        reduction += if traits.cut_node { params::lmr_cut_node() } else { 0 };
        reduction += if traits.improving { 0 } else { params::lmr_not_improving() };
        reduction += if traits.table_noisy { params::lmr_table_noisy() } else { 0 };
        reduction += if traits.many_cutoffs { params::lmr_many_cutoffs() } else { 0 };
        reduction -= if traits.was_pv { params::lmr_was_pv() } else { 0 };
        reduction -= if traits.pv { params::lmr_pv() } else { 0 };
        reduction -= if traits.root { params::lmr_root() } else { 0 };
        reduction -= if traits.gives_check { params::lmr_check() } else { 0 };
        reduction -= if traits.threatens_mate { params::lmr_threat() } else { 0 };
        reduction -= if traits.killer { params::lmr_killer() } else { 0 };
        let divisor = if traits.quiet { params::lmr_history() } else { params::lmr_noisy_history() };
        reduction - traits.history * ONE_PLY / divisor
    }
}

/// Computes one table; `base` and `divisor` are in hundredths.
fn logarithms(base: i32, divisor: i32) -> [[i32; 64]; 64] {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, reduction) in row.iter_mut().enumerate().skip(1) {
            let product = (depth as f64).ln() * (number as f64).ln();
            *reduction = ((f64::from(base) / 100.0 + product * 100.0 / f64::from(divisor))
                * f64::from(ONE_PLY)) as i32;
        }
    }
    table
}

/// Traits of a move and its node that make it more or less promising than its number suggests.
#[derive(Clone, Copy, Default, Debug)]
pub struct Traits {
    /// The move is neither a capture nor a promotion.
    pub quiet: bool,
    /// The node is a PV node.
    pub pv: bool,
    /// The node is or was on a principal variation.
    pub was_pv: bool,
    /// The node is expected to fail high.
    pub cut_node: bool,
    /// The static evaluation is better than two plies ago.
    pub improving: bool,
    /// The node is the root.
    pub root: bool,
    /// The move gives check.
    pub gives_check: bool,
    /// The move threatens mate in one.
    pub threatens_mate: bool,
    /// The move is a killer.
    pub killer: bool,
    /// The table's move for this node is a capture, which quiet moves hardly match.
    pub table_noisy: bool,
    /// Many nodes one ply below have cut off.
    pub many_cutoffs: bool,
    /// The history score of the move.
    pub history: i32,
}

impl<L: Listener> Worker<'_, L> {
    /// Adjusts the depth of a node once its evaluation is known: one ply more if the reduced move that led
    /// here did its side no harm, one less if the side to move is better off than before it.
    pub(super) fn hindsight_depth(&self, ply: usize, depth: i32) -> i32 {
        let (Some(eval), Some(earlier)) = (self.stack.at(ply).eval, self.stack.before(ply, 1)) else {
            return depth;
        };
        let Some(earlier_eval) = earlier.eval else { return depth };
        if earlier.reduction >= params::hindsight_deeper() && eval + earlier_eval <= 0 {
            depth + 1
        } else if earlier.reduction >= params::hindsight_shallower()
            && depth >= 2
            && eval + earlier_eval > params::hindsight_margin()
        {
            depth - 1
        } else {
            depth
        }
    }
}
