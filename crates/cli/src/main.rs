//! The `heirloom` program: reads its arguments and starts a verb, or the console when there is none.
//!
//! There is one file per verb. `matches/dialect` translates command lines of other match programs before anything else reads them; `matches/entrant`
//! reads the words after an engine's name, for suites and tuning as well. `suite/run` searches all positions of a suite, `suite/history` keeps runs. `thinking`
//! holds engine and limits for suites, analysis and puzzles. `perft_compare` walks down to where another program counts differently. Console and
//! terminal game share `table` (a line, moves taken back, a session, the board). The console becomes a UCI server when a line says so, with that line as its
//! first. `words` reads positions and moves from a command, `input` the lines that a user types (with the clock of a game in the prompt), `refusal`
//! rewords errors in arguments, and `progress` shows progress bars and messages unless `--quiet` is given.

#![allow(rustdoc::broken_intra_doc_links, reason = "doc comments of arguments are help texts for a terminal")]

mod analyse;
mod ancestors;
mod average;
mod bench;
mod board_view;
mod book;
mod columns;
mod completions;
mod compliance;
mod config;
mod console;
mod count;
mod data;
mod datagen;
mod eval;
mod exit;
mod genfens;
mod input;
mod interrupt;
mod man;
mod matches;
mod perft_compare;
mod perft_suite;
mod perft_walk;
mod pgn;
mod picture;
mod play;
mod plural;
mod progress;
mod puzzle;
mod refusal;
mod review;
mod rise;
mod roster;
mod score_sheet;
mod screen;
mod spsa;
mod streams;
mod suite;
mod table;
mod thinking;
mod train;
mod tune;
mod uci;
mod words;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use heirloom_app::config::Config;
use heirloom_app::identity;
use heirloom_protocol::Dialect;
use roster::Own;

use crate::exit::Exit;

/// A chess program: a UCI engine, an interactive console, a terminal board and tools for engine developers.
///
/// Without a verb it starts the console. In a pipe it takes the same commands, and prints nothing until it gets one.
#[derive(Parser)]
#[command(name = "heirloom", version = identity::version(), long_version = identity::report(), max_term_width = 100, after_help = EXAMPLES)]
struct Arguments {
    /// The engine to use: heirloom or an ancestor; a copy of this program that has an engine's name uses that engine
    #[arg(long, value_parser = roster::own)]
    engine: Option<Own>,
    /// Print only results and errors, no progress or remarks
    #[arg(long, global = true, help_heading = config::EVERYWHERE)]
    quiet: bool,
    #[command(flatten)]
    configuration: config::Choice,
    #[command(subcommand)]
    verb: Option<Verb>,
}

const EXAMPLES: &str = "Examples:
  heirloom                          interactive console
  heirloom play --color black       play a game with the black pieces
  heirloom --engine roce play       play against an ancestor
  heirloom uci                      the command for a chess GUI
  heirloom perft 6                  count the leaves of the game tree
  heirloom perft 5 --compare stockfish
  heirloom suite wac.epd --movetime 500ms
  heirloom analyse game.pgn --move 23w --lines 3
  heirloom review games.pgn --html report.html
  heirloom match --engine heirloom --engine 'gnuchess --uci' --control 2+0.02 --games 20";

#[derive(Subcommand)]
enum Verb {
    /// Play against the engine in the terminal
    Play(play::Arguments),
    /// Run as a UCI engine (for chess GUIs)
    Uci,
    /// Run as an XBoard engine (for chess GUIs)
    #[command(aliases = ["/xb", "/wb"])]
    Xboard,
    /// Count the leaves of the game tree
    Perft(count::Arguments),
    /// Count the leaves below each move
    Divide(count::Arguments),
    /// Count the nodes of the game tree at all depths
    Perft2(count::Arguments),
    /// Count the nodes below each move at all depths
    Divide2(count::Arguments),
    /// Check the move generator against a suite of known counts
    Testmovegen(perft_suite::Arguments),
    /// Search a fixed set of positions and print nodes and nodes per second
    Bench(bench::Arguments),
    /// Break down the evaluation of a position
    Eval(eval::Arguments),
    /// Analyze positions with an engine: several lines, live, as text, JSON or EPD
    #[command(alias = "analyze")]
    Analyse(Box<analyse::Arguments>),
    /// Play games between engines: matches, tournaments, strength tests
    Match(Box<matches::Arguments>),
    /// Run test suites: positions with known best moves, in EPD or PGN
    Suite(Box<suite::Arguments>),
    /// Solve puzzles, list them, test engines on them, make them from annotated games
    Puzzle(Box<puzzle::Arguments>),
    /// Annotate games: judge each move and refute the bad ones
    Review(Box<review::Arguments>),
    /// Check an engine's protocol compliance
    Compliance(Box<compliance::Arguments>),
    /// Tune evaluation weights on labeled positions and games
    Tune(Box<tune::Arguments>),
    /// Tune engine parameters by self-play (SPSA)
    Spsa(Box<spsa::Arguments>),
    /// Generate self-play training data
    Datagen(Box<datagen::Arguments>),
    /// Train a net on training data
    Train(Box<train::Arguments>),
    /// Average several nets trained from the same net
    Average(average::Arguments),
    /// Count, check, merge and split files of training data
    Data(Box<data::Arguments>),
    /// Count, list, filter, split, clean and convert PGN files
    Pgn(Box<pgn::Arguments>),
    /// Build, show, merge and edit opening books
    Book(Box<book::Arguments>),
    /// Draw boards and games as SVG, PNG or GIF
    Picture(Box<picture::Arguments>),
    /// List the five historical engines
    Ancestors(ancestors::Arguments),
    /// Show what each historical engine contributed, and where it survives
    Genealogy,
    /// Show and change the configuration: engine options and program settings
    Config(config::Arguments),
    /// Print a shell completion script
    Completions(completions::Arguments),
    /// Write manual pages to a folder
    #[command(hide = true)]
    Man(man::Arguments),
}

impl Verb {
    /// What to write instead of `--engine` before a verb that does not take it; nothing for those that do.
    fn remedy_for_engine(&self) -> Option<&'static str> {
        match self {
            Verb::Play(_) | Verb::Uci | Verb::Xboard | Verb::Bench(_) | Verb::Eval(_) | Verb::Analyse(_) => None,
            Verb::Perft(_) | Verb::Divide(_) | Verb::Perft2(_) | Verb::Divide2(_) => None,
            Verb::Match(_) => Some("give each engine after the verb: heirloom match --engine NAME --engine NAME"),
            Verb::Suite(_) => Some("give the engine after the verb: heirloom suite FILE --engine NAME"),
            Verb::Puzzle(_) => Some("give the engine after the verb: heirloom puzzle solve FILE --engine NAME"),
            Verb::Review(_) => Some("give the engine after the verb: heirloom review FILE --engine NAME"),
            Verb::Compliance(_) => Some("give the engine after the verb: heirloom compliance NAME"),
            Verb::Spsa(_) => Some("give the engine after the verb: heirloom spsa FILE --engine NAME"),
            Verb::Testmovegen(_) => Some("to check an ancestor, use its console: heirloom --engine NAME, then testmovegen"),
            Verb::Tune(_) | Verb::Datagen(_) | Verb::Train(_) | Verb::Data(_) => Some("omit it: this verb works only with heirloom"),
            Verb::Average(_)
            | Verb::Pgn(_)
            | Verb::Book(_)
            | Verb::Picture(_)
            | Verb::Ancestors(_)
            | Verb::Genealogy
            | Verb::Completions(_)
            | Verb::Man(_) => Some("omit it: this verb uses no engine"),
            Verb::Config(_) => Some("put the engine into the key: heirloom config set NAME.OPTION VALUE"),
        }
    }

    /// Does it start engines with the options of the configuration? Matches, tests and counts take theirs from the command line alone, so
    /// that they give the same everywhere.
    fn reads_configuration(&self) -> bool {
        matches!(self, Verb::Play(_) | Verb::Uci | Verb::Xboard | Verb::Eval(_) | Verb::Analyse(_) | Verb::Config(_))
    }
}

fn main() -> ExitCode {
    run().into()
}

fn run() -> Exit {
    let (words, remarks) = match arguments() {
        Ok(words) => words,
        Err(error) => return Exit::of(Err(error)),
    };
    // Distributed testing speaks UCI in arguments: heirloom "genfens 10 seed 1 book None" quit.
    if words.get(1).is_some_and(|word| word.contains(' ')) {
        let served = uci::run(Own::of_program(&words[0]), Dialect::Uci, &Config::default(), Some(&words[1..].join("\n")));
        return Exit::of(served.map(done));
    }
    let arguments: Arguments = refusal::parse(&words);
    progress::set_quiet(arguments.quiet);
    for remark in remarks {
        progress::remark!("heirloom: {remark}");
    }
    if let (Some(_), Some(remedy)) = (arguments.engine, arguments.verb.as_ref().and_then(Verb::remedy_for_engine)) {
        anstream::eprintln!("heirloom: --engine before the verb does not apply here; {remedy}");
        return Exit::FAILED;
    }
    let configuration = arguments.configuration;
    if configuration.is_given() && arguments.verb.as_ref().is_some_and(|verb| !verb.reads_configuration()) {
        anstream::eprintln!("heirloom: --config and --profile do not apply here; this verb takes options only from the command line");
        return Exit::FAILED;
    }
    let own = arguments.engine.unwrap_or_else(|| Own::of_program(&words[0]));
    let outcome = match arguments.verb {
        None => configuration.read().and_then(|config| console::run(own, &config)).map(done),
        Some(Verb::Play(arguments)) => configuration.read().and_then(|config| play::run(&arguments, own, &config)).map(done),
        Some(Verb::Uci) => configuration.read().and_then(|config| uci::run(own, Dialect::Uci, &config, None)).map(done),
        Some(Verb::Xboard) => configuration.read().and_then(|config| uci::run(own, Dialect::XBoard, &config, None)).map(done),
        Some(Verb::Config(arguments)) => config::run(&arguments, &configuration),
        Some(Verb::Perft(arguments) | Verb::Divide(arguments)) if arguments.compare.is_some() => perft_compare::run(own, &arguments),
        Some(Verb::Perft(arguments)) => count::run(count::Kind::Perft, own, &arguments).map(done),
        Some(Verb::Divide(arguments)) => count::run(count::Kind::Divide, own, &arguments).map(done),
        Some(Verb::Perft2(arguments)) => count::run(count::Kind::Perft2, own, &arguments).map(done),
        Some(Verb::Divide2(arguments)) => count::run(count::Kind::Divide2, own, &arguments).map(done),
        Some(Verb::Testmovegen(arguments)) => perft_suite::run(&arguments).map(done),
        Some(Verb::Bench(arguments)) => bench::run(&arguments, own).map(done),
        Some(Verb::Eval(arguments)) => configuration.read().and_then(|config| eval::run(&arguments, own, &config)).map(done),
        Some(Verb::Analyse(arguments)) => configuration.read().and_then(|config| analyse::run(&arguments, own, &config)),
        Some(Verb::Tune(arguments)) => tune::run(&arguments).map(done),
        Some(Verb::Spsa(arguments)) => spsa::run(&arguments).map(done),
        Some(Verb::Datagen(arguments)) => datagen::run(&arguments).map(done),
        Some(Verb::Train(arguments)) => train::run(&arguments).map(done),
        Some(Verb::Average(arguments)) => average::run(&arguments).map(done),
        Some(Verb::Data(arguments)) => data::run(&arguments),
        Some(Verb::Match(arguments)) => matches::run(&arguments, &words[2..]),
        Some(Verb::Suite(arguments)) => suite::run(&arguments),
        Some(Verb::Puzzle(arguments)) => puzzle::run(&arguments),
        Some(Verb::Review(arguments)) => review::run(&arguments),
        Some(Verb::Compliance(arguments)) => compliance::run(&arguments),
        Some(Verb::Pgn(arguments)) => pgn::run(&arguments),
        Some(Verb::Book(arguments)) => book::run(&arguments).map(done),
        Some(Verb::Picture(arguments)) => picture::run(&arguments).map(done),
        Some(Verb::Ancestors(arguments)) => ancestors::run(&arguments).map(done),
        Some(Verb::Genealogy) => ancestors::genealogy().map(done),
        Some(Verb::Completions(arguments)) => completions::run(&arguments).map(done),
        Some(Verb::Man(arguments)) => man::run(&arguments).map(done),
    };
    Exit::of(outcome)
}

/// The end of a verb that either does all it is asked to or fails.
fn done((): ()) -> Exit {
    Exit::DONE
}

/// The words that the program was started with, those of other match programs in place of ours, and remarks about them.
fn arguments() -> anyhow::Result<(Vec<String>, Vec<String>)> {
    let mut words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut remarks = Vec::new();
    if words.get(1).is_some_and(|verb| verb == "match")
        && let Some(ours) = matches::dialect::translate(&words[2..], &mut remarks)?
    {
        words.splice(2.., ours);
    }
    Ok((words, remarks))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_consistent() {
        Arguments::command().debug_assert();
    }
}
