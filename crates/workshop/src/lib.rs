//! Work with engines that the command line and the desk share: it takes hours, shows how far it is, and leaves records and reports.
//!
//! - [`entrant`] is an engine of a match, read from one line of words: where it comes from, its options and its clock. [`pairs`] reads the words,
//!   [`dialect`] translates the command lines of other match programs.
//! - [`thinking`] is an engine with the limits of its searches, for all work on positions.
//! - [`suite`] searches all positions of a suite, adds up the results, and keeps and compares runs.
//! - [`review`] reviews all games of files, with a journal, and makes the HTML report and the evaluation graph.
//! - [`puzzles`] makes puzzles from blunders in annotated games.
//! - [`perft`] compares counts with another program, down to the move that it counts differently.
//! - [`matches`] has the settings, tablebases and reports of matches, [`analysis`] positions to analyze and their results,
//!   [`evaluation`] and [`insights`] evaluations and searches taken apart, [`measure`] and [`speedtest`] the speed of engines.
//! - [`collection`] describes and splits collections of games, [`books`] shows and merges books, [`configuration`] lists and
//!   checks the configuration, [`typed_line`] reads lines that users type, [`score_sheet`] writes them.
//! - [`monitor`] is how work reports what it has done; [`streams`] opens files, [`columns`] and [`plural`] put results into words.
//!
//! Nothing here prints or reads standard input: callers pass readers, and a [`monitor::Monitor`] that shows what it likes.

pub mod analysis;
pub mod books;
pub mod collection;
pub mod columns;
pub mod configuration;
pub mod dialect;
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
