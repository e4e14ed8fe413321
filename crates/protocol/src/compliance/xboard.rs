//! The requirements of the XBoard protocol, in groups. Features that a program does not offer are skipped.

mod analysis;
mod clock;
mod ends;
pub(super) mod handshake;
mod play;
mod settings;
pub(super) mod talk;

use super::{Group, tidiness};

/// All groups, in the order in which they run.
pub const GROUPS: &[Group] = &[
    handshake::GROUP,
    play::GROUP,
    clock::GROUP,
    analysis::GROUP,
    settings::GROUP,
    ends::GROUP,
    tidiness::GROUP,
];
