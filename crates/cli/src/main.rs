//! The `heirloom` program: parses its arguments and starts a verb, or without one the console.
//!
//! There is one file per verb, with its arguments and its output. The libraries do the work, above all
//! `heirloom_workshop`. Verbs share `thinking` (the arguments for engine and limits), `named` (arguments that
//! name a value), `words` (positions and moves from the command line), `streams` (files and standard input),
//! `destination` (files and standard output), `progress` (bars and messages unless `--quiet` is given),
//! `refusal` (errors in arguments, reworded) and `exit` (exit codes). Console and terminal game share `table`
//! (a line, undone moves, a session, the board) and `input` (lines that a user types, with a clock in the
//! prompt). The console becomes a UCI server if a line says so, and that line is the first one it serves.

#![allow(rustdoc::broken_intra_doc_links, reason = "doc comments of arguments are help texts for a terminal")]

mod agreement;
mod alone;
mod analyse;
mod ancestors;
mod average;
mod bench;
mod board_view;
mod book;
mod clocks;
mod completions;
mod compliance;
mod config;
mod configuration;
mod console;
mod count;
mod data;
mod datagen;
mod destination;
#[cfg(test)]
mod documented;
mod eval;
mod exit;
mod input;
mod interrupt;
mod invocation;
mod levels;
mod man;
mod matches;
mod named;
mod opponents;
mod perft_suite;
mod pgn;
mod picture;
mod play;
mod progress;
mod puzzle;
mod refusal;
mod review;
mod roster;
mod screen;
mod spsa;
mod streams;
mod suite;
mod table;
mod thinking;
mod train;
mod tune;
mod uci;
mod verbs;
mod words;

use std::process::ExitCode;

use clap::Parser;
use heirloom_app::config::Config;
use heirloom_app::identity;
use heirloom_protocol::Protocol;
use heirloom_workshop::dialect;
use roster::BuiltIn;

use crate::exit::Exit;
use crate::invocation::Invocation;
use crate::verbs::Verb;

/// A chess program: a UCI engine, an interactive console, a terminal board and tools for engine developers.
///
/// Without a verb it starts the console. In a pipe it takes the same commands, and prints nothing until it
/// gets one.
#[derive(Parser)]
#[command(name = "heirloom", version = identity::version(), long_version = identity::report(),
    max_term_width = 100, after_help = EXAMPLES)]
struct Arguments {
    /// The engine to use: heirloom or an ancestor; a copy of this program named after an engine uses that
    /// engine
    #[arg(long, value_parser = roster::own)]
    engine: Option<BuiltIn>,
    /// Print only results and errors, no progress or remarks
    #[arg(long, global = true, help_heading = configuration::EVERYWHERE)]
    quiet: bool,
    #[command(flatten)]
    configuration: configuration::ConfigurationArguments,
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

fn main() -> ExitCode {
    run().into()
}

fn run() -> Exit {
    let (words, remarks) = match arguments() {
        Ok(words) => words,
        Err(error) => return Exit::of(Err(error)),
    };
    // Distributed testing passes UCI commands as arguments: heirloom "genfens 10 seed 1 book None" quit.
    if words.get(1).is_some_and(|word| word.contains(' ')) {
        let served = uci::run(
            BuiltIn::of_program(&words[0]),
            Protocol::Uci,
            &Config::default(),
            Some(&words[1..].join("\n")),
        );
        return Exit::of(served.map(Exit::from));
    }
    let arguments: Arguments = refusal::parse(&words);
    progress::set_quiet(arguments.quiet);
    for remark in remarks {
        progress::remark!("heirloom: {remark}");
    }
    let verb = arguments.verb.as_ref();
    if let (Some(_), Some(remedy)) =
        (arguments.engine, verb.and_then(|verb| verb.globals().instead_of_engine()))
    {
        anstream::eprintln!("heirloom: --engine before the verb does not apply here; {remedy}");
        return Exit::FAILED;
    }
    let choice = &arguments.configuration;
    if choice.is_given() && verb.is_some_and(|verb| !verb.globals().configuration()) {
        anstream::eprintln!(
            "heirloom: --config and --profile do not apply here; this verb takes options only from the \
                command line"
        );
        return Exit::FAILED;
    }
    let own = arguments.engine.unwrap_or_else(|| BuiltIn::of_program(&words[0]));
    let invocation = Invocation { own, choice, words: &words };
    Exit::of(match verb {
        None => console::run(&invocation).map(Exit::from),
        Some(verb) => verb.run(&invocation),
    })
}

/// Returns the command line, with the arguments of other match programs translated, and remarks about them.
fn arguments() -> anyhow::Result<(Vec<String>, Vec<String>)> {
    let mut words: Vec<String> =
        std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut remarks = Vec::new();
    if words.get(1).is_some_and(|verb| verb == "match")
        && let Some(ours) = dialect::translate(&words[2..], &mut remarks)?
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
