//! The requirements of UCI, in groups: the 2006 specification and later expectations of GUIs.

mod ends;
mod fields;
mod game;
mod handshake;
mod legality;
mod limits;
mod lines;
mod options;
mod state;
mod talk;
mod timing;

use super::preparation::Preparation;
use super::{Group, tidiness};

/// The preparation for UCI.
pub const PREPARATION: Preparation = Preparation {
    introduce: handshake::introduce,
    read: handshake::read,
    reset: |probe, _| talk::reset(probe),
};

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
