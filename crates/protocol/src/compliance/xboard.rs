//! The requirements of the XBoard protocol, in groups. Features that a program does not offer are skipped.

mod analysis;
mod clock;
mod ends;
mod handshake;
mod play;
mod settings;
mod talk;

use super::preparation::Preparation;
use super::{Group, tidiness};

/// The preparation for the XBoard protocol.
pub const PREPARATION: Preparation =
    Preparation { introduce: handshake::introduce, read: handshake::read, reset: talk::reset };

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
