//! Openings for distributed data generation, requested by OpenBench with the command `genfens`.

use std::io::{self, Write};
use std::ops::RangeInclusive;

use heirloom_book::openings::{OpeningOptions, OpeningOrder, Openings};
use heirloom_engine::Signals;

use super::player::Player;
use super::settings::Settings;
use super::{opening, words};

const USAGE: &str =
    "genfens COUNT seed SEED book FILE|None [plies=N|N-N] [balance=POINTS] [nodes=N] [chess960=SHARE]";

/// Random plies after a book position; without a book there are as many as in self-play.
const PLIES_AFTER_BOOK: RangeInclusive<u32> = 4..=5;

/// Attempts for one opening before its book is given up as useless.
const ATTEMPTS: usize = 10_000;

/// A parsed request.
#[derive(PartialEq, Debug)]
struct Request {
    count: usize,
    seed: u64,
    book: Option<String>,
    settings: Settings,
}

/// Writes the requested number of lines `info string genfens FEN`, or one line with an error.
pub fn write(words: &[&str], signals: &Signals, out: &mut dyn Write) -> io::Result<()> {
    match parse(words).and_then(|request| generate(&request, signals, out)) {
        Ok(()) => Ok(()),
        Err(Trouble::Message(reason)) => writeln!(out, "info string {reason}"),
        Err(Trouble::Io(error)) => Err(error),
    }
}

enum Trouble {
    Message(String),
    Io(io::Error),
}

fn message(reason: impl std::fmt::Display) -> Trouble {
    Trouble::Message(reason.to_string())
}

/// Reads the words after `genfens`.
fn parse(words: &[&str]) -> Result<Request, Trouble> {
    let [count, "seed", seed, "book", book, extra @ ..] = words else {
        return Err(message(format_args!("usage: {USAGE}")));
    };
    let number = |text: &str| {
        text.parse::<u64>()
            .map_err(|_| message(format_args!("'{text}' is not a whole number; usage: {USAGE}")))
    };
    let book = (!book.eq_ignore_ascii_case("none")).then(|| (*book).to_owned());
    // Chess960 start positions must be requested.
    let mut settings = Settings { chess960: 0.0, ..Settings::default() };
    if book.is_some() {
        settings.random_plies = PLIES_AFTER_BOOK;
    }
    for word in extra {
        let known = word.split_once('=').and_then(|(name, value)| set(&mut settings, name, value));
        known.ok_or_else(|| message(format_args!("invalid argument '{word}'; usage: {USAGE}")))?;
    }
    Ok(Request { count: number(count)? as usize, seed: number(seed)?, book, settings })
}

/// Changes a setting; returns none for an unknown setting or value.
fn set(settings: &mut Settings, name: &str, value: &str) -> Option<()> {
    match name {
        "plies" => settings.random_plies = words::plies(value).ok()?,
        "balance" => settings.balance = words::balance(value).ok()?,
        "nodes" => {
            settings.soft_nodes = value.parse().ok().filter(|nodes| (1..=1 << 40).contains(nodes))?;
            settings.hard_nodes = settings.soft_nodes * 8;
        }
        "chess960" => settings.chess960 = value.parse().ok().filter(|share| (0.0..=1.0).contains(share))?,
        _ => return None,
    }
    Some(())
}

fn generate(request: &Request, signals: &Signals, out: &mut dyn Write) -> Result<(), Trouble> {
    let mut player = Player::new(&request.settings, &[]).map_err(message)?;
    let mut random = fastrand::Rng::with_seed(request.seed);
    let choice = |path: &String| {
        Openings::open(&OpeningOptions {
            order: OpeningOrder::Random,
            seed: request.seed,
            ..OpeningOptions::new(path)
        })
    };
    let book = request.book.as_ref().map(choice).transpose().map_err(message)?;
    let mut tried = 0;
    for _ in 0..request.count {
        let first = tried;
        let line = loop {
            if signals.is_stopped() {
                return Ok(());
            }
            if tried - first == ATTEMPTS {
                return Err(message("found no balanced opening; try a smaller balance= or another book"));
            }
            let start = book.as_ref().map(|book| book.opening(tried).line.position().clone());
            tried += 1;
            let start = start.unwrap_or_else(|| opening::start(&request.settings, &mut random));
            if let Some(line) = player.opening(start, &mut random, signals) {
                break line;
            }
        };
        writeln!(out, "info string genfens {}", line.position().fen())
            .and_then(|()| out.flush())
            .map_err(Trouble::Io)?;
    }
    Ok(())
}
