//! Test suites: positions with known best moves, and how an engine solves them.
//!
//! `positions` reads them from EPD lines or games (`games`), `goal` defines what solves a position, `solving`
//! follows a search, and `mate` checks the line of an announced mate.

mod games;
pub mod goal;
pub mod mate;
pub mod positions;
pub mod solving;
