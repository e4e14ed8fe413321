//! Long-running work with engines, shared by the command line and the desk: it reports progress and produces
//! records and reports.
//!
//! - [`entrant`] is an engine of a match, parsed from one line of text: its origin, options and time control.
//!   [`pairs`] parses the `name=value` pairs, and [`dialect`] translates the command lines of other match
//!   programs.
//! - [`thinking`] is an engine with search limits, for all work on positions.
//! - [`suite`] searches all positions of a test suite, totals the results, and stores and compares runs.
//! - [`review`] reviews all games of files, with a journal, and creates the HTML report and the evaluation
//!   graph.
//! - [`puzzles`] makes puzzles from blunders in annotated games.
//! - [`perft`] compares perft counts with another program, down to the move that it counts differently.
//! - [`monitor`] is the interface for progress reports. [`streams`] opens files; [`columns`] and [`plural`]
//!   format results.
//!
//! Nothing here prints or reads standard input: callers pass readers and a [`monitor::Monitor`], which
//! decides what to show.

pub mod columns;
pub mod dialect;
pub mod entrant;
pub mod monitor;
pub mod pairs;
pub mod perft;
pub mod plural;
pub mod puzzles;
pub mod review;
pub mod streams;
pub mod suite;
pub mod thinking;
