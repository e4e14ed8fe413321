//! Games between engines: clocks, a referee, schedules and their journal, and statistics of results.
//!
//! [`tournament::Tournament`] plays the games of a [`schedule::Schedule`] in several slots at a time.
//! Everything known about a match ([`standings::Standings`]) follows from its finished games, which a
//! [`journal::Journal`] keeps.
//!
//! # Design
//!
//! - [`game`] plays one game and is the only judge of clocks and rules. Each side has a seat, which starts
//!   searches, waits without polling, and ponders. The time deducted is the session's thinking time; for an
//!   external program the client measures it at the pipe, in the threads that write and read.
//! - Engines can end games themselves by an error, a resignation or a claim, and offer draws with their best
//!   move; claims are checked against the rules.
//! - `schedule` computes the players, colors and opening of a game from its number. Nothing about the future
//!   is stored, and more rounds only add games at the end.
//! - `standings` follow from finished games alone, in any order, each counted once. That is why a journal
//!   needs nothing else.
//! - [`journal`] appends a line for each game before the game is added to the PGN file, and contains the
//!   game's text; after a crash [`pgn_file`] is completed from it. A truncated line is cut off; nothing else
//!   is ever rewritten. The journal is locked while it is open.
//! - [`tournament`] runs slots, each with its own engines ([`contestant`]), which are restarted after every
//!   fault. One lock guards what games share; a listener gets the events of each in order.
//! - [`rating`] and [`sprt`] count pairs if there are any, else games. Both are pure functions of results.
//! - [`pool`] runs parallel workers for matches, suites, reviews, puzzles, self-play and tuning: they take
//!   the next piece of work, restart failed engines, deliver results in order, and end together.
//! - [`affinity`] binds a slot's thread before it starts engines, so that their threads and programs inherit
//!   its processors.
//! - [`adjudicate::Adjudicator`] lets tablebases end games without the arena depending on them.

pub mod adjudicate;
pub mod affinity;
pub mod clock;
pub mod contestant;
pub mod game;
pub mod journal;
pub mod pgn_file;
pub mod pool;
pub mod rating;
pub mod schedule;
pub mod sprt;
pub mod standings;
pub mod tournament;
