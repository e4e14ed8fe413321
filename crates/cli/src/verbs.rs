//! The verbs of the program. A new verb needs a module, declared in `main.rs`, and a line here: help text,
//! arguments, function, and which words before the verb apply.

use anyhow::Result;
use clap::Subcommand;

use crate::exit::Exit;
use crate::invocation::{Invocation, NoArguments};
use crate::*;

/// Which words before the verb apply to it. Matches, tests and counts read no configuration, so that they
/// give the same results everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// An engine and a configuration.
    Configuration,
    /// An engine.
    Engine,
    /// A configuration; with a remedy for an engine.
    ConfigurationOnly(&'static str),
    /// Neither; with a remedy for an engine.
    Words(&'static str),
}

impl Takes {
    const OURS: Takes = Takes::Words("omit it: this verb works only with heirloom");
    const NOTHING: Takes = Takes::Words("omit it: this verb uses no engine");

    /// Returns true if the verb reads the configuration.
    pub fn configuration(self) -> bool {
        matches!(self, Takes::Configuration | Takes::ConfigurationOnly(_))
    }

    /// Returns the remedy for `--engine` before the verb; none if it applies.
    pub fn instead_of_engine(self) -> Option<&'static str> {
        match self {
            Takes::Configuration | Takes::Engine => None,
            Takes::ConfigurationOnly(instead) | Takes::Words(instead) => Some(instead),
        }
    }
}

macro_rules! verbs {
    ($($(#[$about:meta])+ $name:ident($arguments:ty) => $run:path, $takes:expr;)+) => {
        /// A verb with its arguments.
        #[derive(Subcommand)]
        pub enum Verb {
            $($(#[$about])+ $name(Box<$arguments>),)+
        }

        impl Verb {
            /// Returns which words before the verb apply to it.
            pub fn takes(&self) -> Takes {
                match self {
                    $(Verb::$name(_) => $takes,)+
                }
            }

            /// Runs the verb.
            pub fn run(&self, invocation: &Invocation<'_>) -> Result<Exit> {
                match self {
                    $(Verb::$name(arguments) => Ok($run(arguments, invocation)?.into()),)+
                }
            }
        }
    };
}

verbs! {
    /// Play against the engine in the terminal
    Play(play::Arguments) => play::run, Takes::Configuration;
    /// Run as a UCI engine (for chess GUIs)
    Uci(NoArguments) => uci::uci, Takes::Configuration;
    /// Run as an XBoard engine (for chess GUIs)
    #[command(aliases = ["/xb", "/wb"])]
    Xboard(NoArguments) => uci::xboard, Takes::Configuration;
    /// Count the leaves of the game tree
    Perft(count::Arguments) => count::perft, Takes::Engine;
    /// Count the leaves below each move
    Divide(count::Arguments) => count::divide, Takes::Engine;
    /// Count the nodes of the game tree at all depths
    Perft2(count::Arguments) => count::perft2, Takes::Engine;
    /// Count the nodes below each move at all depths
    Divide2(count::Arguments) => count::divide2, Takes::Engine;
    /// Check the move generator against a suite of known counts
    Testmovegen(perft_suite::Arguments) => perft_suite::run, Takes::Words("to check an ancestor, use its \
        console: heirloom --engine NAME, then testmovegen");
    /// Search a fixed set of positions and print nodes and nodes per second
    Bench(bench::Arguments) => bench::run, Takes::Engine;
    /// Break down the evaluation of a position
    Eval(eval::Arguments) => eval::run, Takes::Configuration;
    /// Analyze positions with an engine: several lines, live, as text, JSON or EPD
    #[command(alias = "analyze")]
    Analyse(analyse::Arguments) => analyse::run, Takes::Configuration;
    /// Play games between engines: matches, tournaments, strength tests
    Match(matches::Arguments) => matches::run, Takes::Words("give each engine after the verb: heirloom match \
        --engine NAME --engine NAME");
    /// Run test suites: positions with known best moves, in EPD or PGN
    Suite(suite::Arguments) => suite::run, Takes::Words("give the engine after the verb: heirloom suite FILE \
        --engine NAME");
    /// Solve puzzles, list them, test engines on them, make them from annotated games
    Puzzle(puzzle::Arguments) => puzzle::run, Takes::Words("give the engine after the verb: heirloom puzzle \
        solve FILE --engine NAME");
    /// Annotate games: judge each move and refute the bad ones
    Review(review::Arguments) => review::run, Takes::Words("give the engine after the verb: heirloom review \
        FILE --engine NAME");
    /// Check an engine's protocol compliance
    Compliance(compliance::Arguments) => compliance::run, Takes::Words("give the engine after the verb: \
        heirloom compliance NAME");
    /// Tune evaluation weights on labeled positions and games
    Tune(tune::Arguments) => tune::run, Takes::OURS;
    /// Tune engine parameters by self-play (SPSA)
    Spsa(spsa::Arguments) => spsa::run, Takes::Words("give the engine after the verb: heirloom spsa FILE \
        --engine NAME");
    /// Generate self-play training data
    Datagen(datagen::Arguments) => datagen::run, Takes::OURS;
    /// Train a net on training data
    Train(train::Arguments) => train::run, Takes::OURS;
    /// Average several nets trained from the same net
    Average(average::Arguments) => average::run, Takes::NOTHING;
    /// Count, check, merge and split files of training data
    Data(data::Arguments) => data::run, Takes::OURS;
    /// Count, list, filter, split, clean and convert PGN files
    Pgn(pgn::Arguments) => pgn::run, Takes::NOTHING;
    /// Build, show, merge and edit opening books
    Book(book::Arguments) => book::run, Takes::NOTHING;
    /// Draw boards and games as SVG, PNG or GIF
    Picture(picture::Arguments) => picture::run, Takes::NOTHING;
    /// List the five historical engines
    Ancestors(ancestors::Arguments) => ancestors::run, Takes::NOTHING;
    /// Show what each historical engine contributed, and where it survives
    Genealogy(NoArguments) => ancestors::genealogy, Takes::NOTHING;
    /// Show and change the configuration: engine options and program settings
    Config(config::Arguments) => config::run, Takes::ConfigurationOnly("put the engine into the key: \
        heirloom config set NAME.OPTION VALUE");
    /// Print a shell completion script
    Completions(completions::Arguments) => completions::run, Takes::NOTHING;
    /// Write manual pages to a folder
    #[command(hide = true)]
    Man(man::Arguments) => man::run, Takes::NOTHING;
}
