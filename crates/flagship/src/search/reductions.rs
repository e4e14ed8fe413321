//! Late move reductions: how much less deep a move is searched that comes late in the order.

#[cfg(not(feature = "tune"))]
use std::sync::LazyLock;

use super::Worker;
use super::listener::Listener;
use crate::params;

/// Reductions are counted in this part of a ply.
pub const GRAIN: i32 = 1024;

/// Reductions in 1024ths of a ply by depth and number of the move, for noisy moves and for quiet ones.
pub struct Reductions([[[i32; 64]; 64]; 2]);

/// How a worker holds the tables.
#[cfg(not(feature = "tune"))]
pub type Table = &'static Reductions;

/// How a worker holds the tables: those of its own engine's parameters.
#[cfg(feature = "tune")]
pub type Table = std::sync::Arc<Reductions>;

impl Reductions {
    /// The tables, made once.
    #[cfg(not(feature = "tune"))]
    pub fn table() -> Table {
        static TABLE: LazyLock<Reductions> = LazyLock::new(Reductions::new);
        &TABLE
    }

    /// The tables for the parameters of this thread, made again when those have changed since it asked last.
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

    /// base + ln(depth) * ln(number) / divisor.
    fn new() -> Reductions {
        let noisy = logarithms(params::lmr_noisy_base(), params::lmr_noisy_divisor());
        Reductions([noisy, logarithms(params::lmr_base(), params::lmr_divisor())])
    }

    /// The reduction of the move with this number (counted from 1) at this depth, before anything else is
    /// known of it.
    #[inline]
    pub fn base(&self, depth: i32, number: usize, quiet: bool) -> i32 {
        self.0[usize::from(quiet)][depth.clamp(0, 63) as usize][number.min(63)]
    }

    /// The reduction of a move: less for what is promising or dangerous, more where a cutoff is expected from
    /// another move.
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
        reduction - traits.history * GRAIN / divisor
    }
}

/// `base` and `divisor` in hundredths.
fn logarithms(base: i32, divisor: i32) -> [[i32; 64]; 64] {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, reduction) in row.iter_mut().enumerate().skip(1) {
            let product = (depth as f64).ln() * (number as f64).ln();
            *reduction =
                ((f64::from(base) / 100.0 + product * 100.0 / f64::from(divisor)) * f64::from(GRAIN)) as i32;
        }
    }
    table
}

/// What makes a move more or less promising than its number says.
#[derive(Clone, Copy, Debug)]
pub struct Traits {
    /// The move is neither a capture nor a promotion.
    pub quiet: bool,
    /// The node lies on the principal variation.
    pub pv: bool,
    /// The node lies or lay on a principal variation.
    pub was_pv: bool,
    /// The node is expected to fail high.
    pub cut_node: bool,
    /// The static evaluation is better than two plies ago.
    pub improving: bool,
    /// The node is the root.
    pub root: bool,
    /// The move gives check.
    pub gives_check: bool,
    /// The move threatens to mate with the next one.
    pub threatens_mate: bool,
    /// The move cut off elsewhere at this ply.
    pub killer: bool,
    /// The table's move for this node is a capture: quiet ones hardly compare.
    pub table_noisy: bool,
    /// The opponent has refuted several moves of this node already.
    pub many_cutoffs: bool,
    /// How often the move was good lately.
    pub history: i32,
}

impl<L: Listener> Worker<'_, L> {
    /// The depth of a node, seen again now that its evaluation is known: the reduced move that led here
    /// deserves more if it did its side no harm, and less if the side to move is even better off than before
    /// it.
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
