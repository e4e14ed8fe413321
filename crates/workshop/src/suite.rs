//! Running test suites: search of all positions, totals, and stored runs.

pub mod compare;
pub mod history;
pub mod run;
pub mod totals;
