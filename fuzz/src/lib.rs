//! The functions behind the fuzz targets: no input may panic, and what is read must survive a round trip.
//!
//! The functions are used by the fuzzers in `fuzz_targets` and by the replay of the corpora, which runs on
//! stable. A new target is a function here, a line in [`TARGETS`], a file in `fuzz_targets` and a folder of
//! seeds in `corpus`.

#![forbid(unsafe_code)]

mod books;
mod configuration;
mod files;
mod games;
mod moves;
mod positions;
mod protocols;
mod workshop;

pub use books::{library, polyglot};
pub use configuration::configuration;
pub use files::packed;
pub use games::{epd, pgn};
pub use moves::{legal_moves, san, uci_move};
pub use positions::fen;
pub use protocols::{uci, xboard};
pub use workshop::{games, puzzles, questions, review};

/// A target: takes any bytes and panics if something is wrong.
pub type Target = fn(&[u8]);

/// All targets, each with the name of its folder of seeds.
pub const TARGETS: [(&str, Target); 16] = [
    ("configuration", configuration),
    ("epd", epd),
    ("fen", fen),
    ("games", games),
    ("legal_moves", legal_moves),
    ("library", library),
    ("packed", packed),
    ("pgn", pgn),
    ("polyglot", polyglot),
    ("puzzles", puzzles),
    ("questions", questions),
    ("review", review),
    ("san", san),
    ("uci", uci),
    ("uci_move", uci_move),
    ("xboard", xboard),
];
