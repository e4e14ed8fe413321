//! Games between engines: clocks, a referee, schedules and their journal, and what results say about strength.
//!
//! [`tournament::Tournament`] plays the games of a [`schedule::Schedule`] on several slots at a time; everything that is known of a match
//! ([`standings::Standings`]) follows from its finished games, which a [`journal::Journal`] keeps.

pub mod adjudicate;
pub mod affinity;
pub mod clock;
pub mod contestant;
pub mod game;
pub mod journal;
pub mod pgn_file;
pub mod rating;
pub mod schedule;
pub mod sprt;
pub mod standings;
pub mod tournament;
