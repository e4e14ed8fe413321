//! What the command line and a desktop program share: the configuration and where it lies.

pub mod config;
pub mod configured;
pub mod paths;
