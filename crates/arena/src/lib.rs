//! Games between engines: clocks, a referee, schedules and their journal, and what results say about strength.
//!
//! [`tournament::Tournament`] plays the games of a [`schedule::Schedule`] in several slots at a time; everything that is known of a match
//! ([`standings::Standings`]) follows from its finished games, which a [`journal::Journal`] keeps.
//!
//! # Design
//!
//! - [`game`] plays one game and is the only judge of clocks and rules. Each side is a seat, which asks, waits without polling, and ponders. The time charged is
//!   the session's thinking time; for an external program the client measures it at the pipe, in the threads that write and read.
//! - Engines end games themselves by an error, by resigning or by claiming, and offer draws with their best move; claims are checked against the rules.
//! - `schedule` computes from a game's number who plays it with which color and opening. Nothing about the future is stored, and more rounds only
//!   add games at the end.
//! - `standings` follow from finished games alone, in any order, each counted once. That is why a journal needs nothing else.
//! - [`journal`] appends a line for each game before the game is added to the PGN file, and contains the game's text; after a crash [`pgn_file`] is completed from
//!   it. A truncated line is cut off; nothing else is ever rewritten. The journal is locked while it is open.
//! - [`tournament`] runs slots, each with its own engines ([`contestant`]), which are restarted after every fault. One lock guards what games share; a
//!   listener gets the events of each in order.
//! - [`rating`] and [`sprt`] count pairs if there are any, else games. Both are pure functions of results.
//! - [`pool`] are workers side by side, for matches, suites, reviews, puzzles, self-play and tuning: they take what is next, start an engine again that has
//!   failed, deliver in order, and end together.
//! - [`affinity`] binds a slot's thread before it starts engines, so their threads and programs inherit its processors.
//! - [`adjudicate::Adjudicator`] lets tablebases end games without the arena knowing of them.

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
