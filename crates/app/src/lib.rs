//! Shared by the command line and the desk: engines by name, the configuration, game reviews, suites and
//! puzzles.
//!
//! - [`paths`] finds the configuration and [`config`] reads it. `lines` parses every statement separately, so
//!   a broken one affects no other. `reading` finds its owner and checks it against the `schema` (engine
//!   options and program settings). Every error is a `mistake` with its line. If a section header is broken,
//!   its entries are ignored, since they would otherwise belong to the preceding section. `edit` changes a
//!   single entry of the text.
//! - [`engine_spec`] leads from text to a running engine: built-in, configured or any other program.
//!   `config::programs` holds the external programs in the configuration, and [`programs`] examines new ones.
//! - [`characters`] are opponents with a name, each a level of Heirloom with openings, tastes and habits.
//! - [`configured`] is an engine with the configured options. It offers them as its defaults, because GUIs
//!   send only what differs from a default.
//! - [`suite`] is about positions with known solutions: `goal` defines what solves one, `solving` follows a
//!   search, and `mate` checks the line of a mate.
//! - [`review`] judges games. `walk` searches the positions of a game, last one first. `Review::new` turns
//!   evaluations from any source into figures (`accuracy`, `judgement`, `phase`) and reasons (`refutation`,
//!   put into words by `english`). `annotate` writes it all to a game and reads it back. Only the engine's
//!   output is stored; the rest follows from it.
//! - [`puzzle`] reads puzzles (`record`), follows an attempt (`attempt`) and keeps a rating (`progress`, by
//!   `glicko`).
//! - [`coach`] looks at a move before it is played, and counts the help in a game. [`played`] keeps the
//!   user's rating against levels and characters, and [`belief`] says what such an opponent saw in its moves.
//!
//! Only interactive commands read the configuration; bench, matches and tuning give the same results
//! everywhere.

pub mod belief;
pub mod characters;
pub mod coach;
pub mod config;
pub mod configured;
pub mod coordinates;
pub mod date;
pub mod engine_spec;
pub mod identity;
pub mod paths;
pub mod played;
pub mod programs;
pub mod puzzle;
pub mod review;
pub mod roster;
pub mod suite;
pub mod words;
