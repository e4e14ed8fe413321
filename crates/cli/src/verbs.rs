//! The verbs of the program. A new verb needs a module, declared in `main.rs`, and a line here: help text,
//! arguments, function, and which options before the verb apply.

use anyhow::Result;
use clap::Subcommand;

use crate::exit::Exit;
use crate::invocation::{Invocation, NoArguments};
use crate::*;

/// Which options before the verb apply to it. Matches, tests and counts read no configuration, so that they
/// give the same results everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Globals {
    /// An engine and a configuration.
    All,
    /// An engine.
    Engine,
    /// A configuration; with a remedy for an engine.
    Configuration(&'static str),
    /// Neither; with a remedy for an engine.
    None(&'static str),
}

impl Globals {
    const ONLY_HEIRLOOM: Globals = Globals::None("omit it: this verb works only with heirloom");
    const NO_ENGINE: Globals = Globals::None("omit it: this verb uses no engine");

    /// Returns true if the verb reads the configuration.
    pub fn configuration(self) -> bool {
        matches!(self, Globals::All | Globals::Configuration(_))
    }

    /// Returns the remedy for `--engine` before the verb; none if it applies.
    pub fn instead_of_engine(self) -> Option<&'static str> {
        match self {
            Globals::All | Globals::Engine => None,
            Globals::Configuration(instead) | Globals::None(instead) => Some(instead),
        }
    }
}

macro_rules! verbs {
    ($($(#[$about:meta])+ $name:ident($arguments:ty) => $run:path, $globals:expr;)+) => {
        /// A verb with its arguments.
        #[derive(Subcommand)]
        pub enum Verb {
            $($(#[$about])+ $name(Box<$arguments>),)+
        }

        impl Verb {
            /// Returns which options before the verb apply to it.
            pub fn globals(&self) -> Globals {
                match self {
                    $(Verb::$name(_) => $globals,)+
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
    Play(play::Arguments) => play::run, Globals::All;
    /// List the characters and ancestors to play against
    Opponents(NoArguments) => opponents::run, Globals::NO_ENGINE;
    /// Run as a UCI engine (for chess GUIs)
    Uci(NoArguments) => uci::uci, Globals::All;
    /// Run as an XBoard engine (for chess GUIs)
    #[command(aliases = ["/xb", "/wb"])]
    Xboard(NoArguments) => uci::xboard, Globals::All;
    /// Count the leaves of the game tree
    Perft(count::Arguments) => count::perft, Globals::Engine;
    /// Count the leaves below each move
    Divide(count::Arguments) => count::divide, Globals::Engine;
    /// Count the nodes of the game tree at all depths
    Perft2(count::Arguments) => count::perft2, Globals::Engine;
    /// Count the nodes below each move at all depths
    Divide2(count::Arguments) => count::divide2, Globals::Engine;
    /// Check the move generator against a suite of known counts
    Testmovegen(perft_suite::Arguments) => perft_suite::run, Globals::Engine;
    /// Search a fixed set of positions and print nodes and nodes per second
    Bench(bench::Arguments) => bench::run, Globals::Engine;
    /// Break down the evaluation of a position
    Eval(eval::Arguments) => eval::run, Globals::All;
    /// Analyze positions with an engine: several lines, live, as text, JSON or EPD
    #[command(alias = "analyze")]
    Analyse(analyse::Arguments) => analyse::run, Globals::All;
    /// Play games between engines: matches, tournaments, strength tests
    Match(matches::Arguments) => matches::run, Globals::None("give each engine after the verb: heirloom match \
        --engine NAME --engine NAME");
    /// Run test suites: positions with known best moves, in EPD or PGN
    Suite(suite::Arguments) => suite::run, Globals::None("give the engine after the verb: heirloom suite FILE \
        --engine NAME");
    /// Solve puzzles, list them, test engines on them, make them from annotated games
    Puzzle(puzzle::Arguments) => puzzle::run, Globals::None("give the engine after the verb: heirloom puzzle \
        solve FILE --engine NAME");
    /// Fit the levels to games of people
    Levels(levels::Arguments) => levels::run, Globals::ONLY_HEIRLOOM;
    /// Compare an engine's moves with those of people, by rating
    Agreement(agreement::Arguments) => agreement::run, Globals::None("give the engine after the verb: heirloom \
        agreement FILE --engine NAME");
    /// Annotate games: judge each move and refute the bad ones
    Review(review::Arguments) => review::run, Globals::None("give the engine after the verb: heirloom review \
        FILE --engine NAME");
    /// Check an engine's protocol compliance
    Compliance(compliance::Arguments) => compliance::run, Globals::None("give the engine after the verb: \
        heirloom compliance NAME");
    /// Tune evaluation weights on labeled positions and games
    Tune(tune::Arguments) => tune::run, Globals::ONLY_HEIRLOOM;
    /// Tune engine parameters by self-play (SPSA)
    Spsa(spsa::Arguments) => spsa::run, Globals::None("give the engine after the verb: heirloom spsa FILE \
        --engine NAME");
    /// Generate self-play training data
    Datagen(datagen::Arguments) => datagen::run, Globals::ONLY_HEIRLOOM;
    /// Train a net on training data
    Train(train::Arguments) => train::run, Globals::ONLY_HEIRLOOM;
    /// Average several nets trained from the same net
    Average(average::Arguments) => average::run, Globals::NO_ENGINE;
    /// Count, check, merge and split files of training data
    Data(data::Arguments) => data::run, Globals::ONLY_HEIRLOOM;
    /// Count, list, filter, split, clean and convert PGN files
    Pgn(pgn::Arguments) => pgn::run, Globals::NO_ENGINE;
    /// Build, show, merge and edit opening books
    Book(book::Arguments) => book::run, Globals::NO_ENGINE;
    /// Draw boards and games as SVG, PNG or GIF
    Picture(picture::Arguments) => picture::run, Globals::NO_ENGINE;
    /// List the five historical engines
    Ancestors(ancestors::Arguments) => ancestors::run, Globals::NO_ENGINE;
    /// Show what each historical engine contributed, and where it survives
    Genealogy(NoArguments) => ancestors::genealogy, Globals::NO_ENGINE;
    /// Show and change the configuration: engine options and program settings
    Config(config::Arguments) => config::run, Globals::Configuration("put the engine into the key: \
        heirloom config set NAME.OPTION VALUE");
    /// Print a shell completion script
    Completions(completions::Arguments) => completions::run, Globals::NO_ENGINE;
    /// Write manual pages to a folder
    #[command(hide = true)]
    Man(man::Arguments) => man::run, Globals::NO_ENGINE;
}
