//! Suites: positions whose best moves are known, and how an engine solves one of them.
//!
//! `positions` reads them, lines of EPD or games (`games`); `goal` says what solves a position, `solving` follows one search, and `mate` holds an
//! announced mate to its line.

mod games;
pub mod goal;
pub mod mate;
pub mod positions;
pub mod solving;
