//! What the command line and the desk share: engines by name, the configuration, game reviews, suites and puzzles.
//!
//! - [`paths`] finds the configuration and [`config`] reads it: `lines` reads every statement separately, so a broken one affects no other; `reading` finds its
//!   owner and checks it against the `schema` (engine options, and one list of settings); an error is a `mistake` with its line. A section that cannot be read takes
//!   its entries along, because they would otherwise go to the section before. `edit` changes one entry of the text and nothing else.
//! - [`engine_spec`] is the one way from words to a running engine: ours, a remembered program, or any other. `config/programs` are the external programs in
//!   the configuration; [`programs`] examines new ones.
//! - [`configured`] is an engine with the configured values. It offers them as defaults, because GUIs send only what differs from a default.
//! - [`suite`] are positions with known answers: `goal` says what solves one, `solving` follows one search, `mate` checks a mate's line.
//! - [`review`] judges games: `walk` searches the positions of a game, the last one first; `Review::new` turns evaluations from any source into figures
//!   (`accuracy`, `judgement`, `phase`) and reasons (`refutation`, put into words by `english`); `annotate` writes all of it into a game and reads it
//!   back. Only the engine's output is stored; the rest follows from it.
//! - [`puzzle`] reads puzzles (`record`), follows one attempt (`attempt`), and keeps a rating (`progress`, by `glicko`).
//!
//! Only what people start by hand reads the configuration; bench, matches and tuning give the same results everywhere.

pub mod config;
pub mod configured;
pub mod date;
pub mod engine_spec;
pub mod identity;
pub mod paths;
pub mod programs;
pub mod puzzle;
pub mod review;
pub mod roster;
pub mod suite;
pub mod words;
