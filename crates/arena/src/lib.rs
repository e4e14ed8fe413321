//! Games between engines: clocks, a referee, pairs of games, and what their results say about strength.

pub mod clock;
pub mod game;
pub mod rating;
pub mod tournament;
