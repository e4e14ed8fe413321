//! Suites as work: all their positions before engines, sums of the results, and runs that are kept.

pub mod compare;
pub mod document;
pub mod history;
pub mod minimum;
pub mod report;
pub mod run;
pub mod totals;
