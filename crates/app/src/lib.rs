//! What the command line and a desktop program share: the engines by name, the configuration and where it lies.

pub mod config;
pub mod configured;
pub mod paths;
pub mod roster;
pub mod words;
