//! The requirements of UCI, in groups: the 2006 specification and what GUIs and match programs have come to
//! expect.

mod ends;
mod fields;
mod game;
pub(super) mod handshake;
mod legality;
mod limits;
mod lines;
mod options;
mod state;
pub(super) mod talk;
mod timing;

use super::{Group, tidiness};

/// All groups, in the order in which they run.
pub const GROUPS: &[Group] = &[
    handshake::GROUP,
    state::GROUP,
    legality::GROUP,
    fields::GROUP,
    lines::GROUP,
    limits::GROUP,
    timing::GROUP,
    options::GROUP,
    game::GROUP,
    ends::GROUP,
    tidiness::GROUP,
];
