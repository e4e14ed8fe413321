//! Running test suites: search of all positions, totals, and stored runs.

pub mod compare;
pub mod document;
pub mod history;
pub mod minimum;
pub mod report;
pub mod run;
pub mod totals;
