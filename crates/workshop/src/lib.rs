//! The work behind the command line and the desk: runs with engines, which report progress and produce
//! records, and what both print about games, books, positions and evaluations.
//!
//! - [`entrant`] is an engine of a match, parsed from one line of text: its origin, options and time control.
//!   [`pairs`] parses the `name=value` pairs, and [`dialect`] translates the command lines of other match
//!   programs.
//! - [`thinking`] is an engine with search limits, for all work on positions.
//! - [`suite`] searches all positions of a test suite, totals the results, and stores and compares runs.
//! - [`review`] reviews all games of files, with a journal, and creates the HTML report and the evaluation
//!   graph.
//! - [`puzzles`] makes puzzles from blunders in annotated games. [`agreement`] compares the moves of an
//!   engine with those of people.
//! - [`perft`] compares perft counts with another program, down to the move that it counts differently.
//! - [`mod@matches`] has the settings, tablebases and reports of matches, [`analysis`] positions to analyze
//!   and their results, [`evaluation`] and [`insights`] evaluations and searches taken apart, [`measure`] and
//!   [`speedtest`] the speed of engines.
//! - [`collection`] describes and splits collections of games, [`books`] shows and merges books,
//!   [`configuration`] lists and checks the configuration, [`typed_line`] reads lines that users type, and
//!   [`score_sheet`] writes them.
//! - [`monitor`] is the interface for progress reports. [`streams`] opens files; [`columns`] and [`plural`]
//!   format results.
//!
//! Nothing here prints or reads standard input: callers pass readers and a [`monitor::Monitor`], which
//! decides what to show.

pub mod agreement;
pub mod analysis;
pub mod books;
pub mod collection;
pub mod columns;
pub mod configuration;
pub mod dialect;
mod documents;
pub mod entrant;
pub mod evaluation;
pub mod insights;
pub mod matches;
pub mod measure;
pub mod monitor;
pub mod pairs;
pub mod perft;
pub mod plural;
pub mod puzzles;
pub mod review;
pub mod score_sheet;
pub mod speedtest;
pub mod streams;
pub mod suite;
pub mod thinking;
pub mod typed_line;
