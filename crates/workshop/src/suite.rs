//! Suites as work: all their positions before engines, sums of the results, and runs that are kept.

pub mod compare;
pub mod history;
pub mod run;
pub mod totals;
