//! What the command line and a desktop program share: the engines by name, the configuration and where it lies, the review of games, and puzzles.

pub mod config;
pub mod configured;
pub mod date;
pub mod identity;
pub mod paths;
pub mod programs;
pub mod puzzle;
pub mod review;
pub mod roster;
pub mod suite;
pub mod words;
