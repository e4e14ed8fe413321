//! `heirloom play`: a game in the terminal, with colors, levels, clocks, hints, undo and PGN.

mod advice;
mod coaching;
mod commands;
mod drawing;
mod end;
mod ending;
mod game;
mod level;
mod saving;

use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use heirloom_app::config::Config;
use heirloom_engine::Engine;
use heirloom_workshop::entrant::{self, EngineSettings, Entrant, MARGIN};
use heirloom_workshop::thinking::GRACE;

use crate::configuration;
use crate::input::Input;
use crate::interrupt;
use crate::invocation::Invocation;
use crate::opponents;
use crate::roster::BuiltIn;
use game::Play;
use level::Level;
use saving::SaveAnswer;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom play --color black --level 5+3      5 minutes + 3 seconds per move
  heirloom play --engine rajah                 play against an ancestor
  heirloom play --engine 'stockfish option.Hash=64'
  heirloom play --elo 1200                     play at 1200 Elo
  heirloom play --opponent mina                play against a character
  heirloom play --level depth=4                search to depth 4
  heirloom play --chess960 518 --figures       Chess960, with chess symbols
  heirloom play --color both --save games.pgn  two players at one board
  heirloom play --load games.pgn               continue a game

Ctrl-C makes the engine move at once. In the game, type help for the commands.")]
pub struct Arguments {
    /// Your opponent: a built-in or configured engine, or a command; with option.NAME=VALUE for options
    #[arg(long, value_name = "ENGINE")]
    engine: Option<String>,
    /// Your opponent: a character or an ancestor; 'heirloom opponents' lists them
    #[arg(long, value_name = "NAME", conflicts_with_all = ["engine", "elo"])]
    opponent: Option<String>,
    /// Your color
    #[arg(long, value_enum, default_value_t = Side::White)]
    color: Side,
    /// Strength in Elo, from 600 for a beginner [default: full strength]
    #[arg(long)]
    elo: Option<i64>,
    /// Limit: depth=N, nodes=N, time per move such as 2s, or MINUTES+SECONDS
    #[arg(long, visible_alias = "time", default_value = "1s")]
    level: Level,
    /// Start from this position
    #[arg(long, conflicts_with_all = ["chess960", "load"])]
    fen: Option<String>,
    /// Start from a Chess960 start position, 0 to 959
    #[arg(long, conflicts_with = "load", value_parser = clap::value_parser!(u16).range(0..960))]
    chess960: Option<u16>,
    /// Continue a game of this PGN file from its last position
    #[arg(long)]
    load: Option<String>,
    /// Append the game to this PGN file when it ends
    #[arg(long)]
    save: Option<String>,
    /// Ask before a move is played that loses much
    #[arg(long)]
    coach: bool,
    /// Show pieces as chess symbols instead of letters
    #[arg(long)]
    figures: bool,
    /// Show moves as coordinates instead of SAN
    #[arg(long)]
    coordinates: bool,
}

/// Which side the user plays.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
    /// Choose at random
    Random,
    /// Two players at one board
    Both,
    /// The engine plays against itself
    None,
}

/// Plays until the user leaves, against the given engine or else `own`.
pub fn run(arguments: &Arguments, invocation: &Invocation<'_>) -> Result<()> {
    let config = &invocation.config()?;
    if let Some(path) = &arguments.save
        && let Some(folder) =
            Path::new(path).parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir())
    {
        bail!("cannot write {path}: the folder {} does not exist", folder.display());
    }
    let mut play = Play::new(arguments, opponent(arguments, invocation.own, config)?, config)?;
    let asks = std::io::stdin().is_terminal();
    let mut input = Input::new(asks)?;
    // In a game of the engine with itself, Ctrl-C between two moves applies to the next one.
    let _caught = (!play.has_people()).then(interrupt::catch);
    let mut out = anstream::stdout();
    writeln!(out, "{}\n\n{}", play.greeting(), play.board())?;
    loop {
        if play.announce_end(&mut out)? {
            save_at_the_end(&mut play, arguments, asks.then_some(&mut input), &mut out)?;
            if !play.has_people() {
                return Ok(());
            }
        }
        if play.is_engines_turn() {
            play.engine_moves(&mut out)?;
            continue;
        }
        let line = match play.countdown() {
            Some(countdown) => {
                let (line, reported) = input.line_by_clock(countdown)?;
                if reported {
                    play.flag_was_reported();
                }
                line
            }
            None => input.line(&play.prompt())?,
        };
        let line = line.unwrap_or_else(|| "quit".into());
        // Both end the current game.
        if matches!(line.split_whitespace().next(), Some("new" | "load")) {
            save_at_the_end(&mut play, arguments, asks.then_some(&mut input), &mut out)?;
        }
        match play.obey(line.trim(), &mut out) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => {
                return save_at_the_end(&mut play, arguments, asks.then_some(&mut input), &mut out);
            }
            Err(error) if crate::exit::is_closed_pipe(&error) => return Err(error),
            Err(error) => writeln!(out, "{error:#}")?,
        }
    }
}

/// Starts the given engine, or else `own`.
fn opponent(arguments: &Arguments, own: BuiltIn, config: &Config) -> Result<Box<dyn Engine>> {
    if let Some(name) = &arguments.opponent {
        return opponents::create(name);
    }
    let words = EngineSettings::read(arguments.engine.as_deref().unwrap_or(own.id()), "--engine")?;
    if words.has_control() {
        bail!("--engine: set clocks and limits with --level, such as --level 5+3 or --level nodes=5000");
    }
    let entrant = Entrant::new(words, &EngineSettings::default(), Duration::from_millis(MARGIN))?;
    configuration::start(entrant.spec(), entrant::timeouts(GRACE), config)
        .with_context(|| format!("{} does not start", entrant.name))
}

/// Appends the game to the given file, or asks for one. A failure is printed, but does not end the program.
fn save_at_the_end(
    play: &mut Play,
    arguments: &Arguments,
    input: Option<&mut Input>,
    out: &mut dyn Write,
) -> Result<()> {
    if play.is_saved() {
        return Ok(());
    }
    let saved = match (&arguments.save, input) {
        (Some(path), _) => play.save(path),
        (None, Some(input)) => return ask_to_save(play, input, out),
        (None, None) => return Ok(()),
    };
    writeln!(out, "{}", saved.unwrap_or_else(|error| format!("{error:#}")))?;
    Ok(())
}

/// Asks until the game is saved or the user declines.
fn ask_to_save(play: &mut Play, input: &mut Input, out: &mut dyn Write) -> Result<()> {
    loop {
        let question = format!("Save the game? y ({}), n, or a file name: ", saving::DEFAULT_FILE);
        let Some(answer) = input.answer(&question)? else {
            return Ok(());
        };
        match SaveAnswer::of(&answer).and_then(|wish| match wish {
            SaveAnswer::No => {
                play.forget_saving();
                Ok(None)
            }
            SaveAnswer::File(path) => play.save(path).map(Some),
        }) {
            Ok(None) => return Ok(()),
            Ok(Some(saved)) => {
                writeln!(out, "{saved}")?;
                return Ok(());
            }
            Err(error) => writeln!(out, "{error:#}")?,
        }
    }
}
