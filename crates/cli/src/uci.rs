//! `heirloom uci` and `heirloom xboard`: the engine served over a protocol, with additional commands.

use std::io::{BufReader, Cursor, Read};

use anyhow::{Context, Result};
use heirloom_app::config::Config;
use heirloom_app::identity;
use heirloom_chess::{Line, notation};
use heirloom_engine::{BenchWork, EngineError};
use heirloom_protocol::Protocol;
use heirloom_protocol::server::{Extra, Handled, serve};
use heirloom_training::datagen::genfens;
use heirloom_workshop::evaluation;
use heirloom_workshop::perft::count;
use heirloom_workshop::speedtest;

use crate::board_view::BoardView;
use crate::invocation::{Invocation, NoArguments};
use crate::roster::BuiltIn;
use crate::{bench, configuration};

/// Serves UCI until `quit` or the end of the input.
pub fn uci(_: &NoArguments, invocation: &Invocation<'_>) -> Result<()> {
    run(invocation.own, Protocol::Uci, &invocation.config()?, None)
}

/// Serves the XBoard protocol; see [`run`].
pub fn xboard(_: &NoArguments, invocation: &Invocation<'_>) -> Result<()> {
    run(invocation.own, Protocol::XBoard, &invocation.config()?, None)
}

/// Serves a protocol on standard input and output; `first` is a line that was already read. Fails if the
/// engine cannot be created.
pub fn run(own: BuiltIn, dialect: Protocol, config: &Config, first: Option<&str>) -> Result<()> {
    let first = first.map(|line| format!("{line}\n")).unwrap_or_default();
    let input = BufReader::new(Cursor::new(first.into_bytes()).chain(std::io::stdin()));
    let mut extras = |line: &str, extra: &mut Extra<'_>| answer(own, line, extra);
    serve(dialect, &mut || configuration::create(own, config), input, std::io::stdout(), &mut extras).context(
        match dialect {
            Protocol::Uci => "UCI session",
            Protocol::XBoard => "XBoard session",
        },
    )
}

/// Answers an additional command.
fn answer(own: BuiltIn, line: &str, extra: &mut Extra<'_>) -> Handled {
    let mut words = line.split_whitespace();
    let (word, argument) = (words.next().unwrap_or_default(), words.next());
    // The server notices a closed output with its next line.
    let _ = match word {
        "d" => write!(extra.output, "{}", BoardView::framed(extra.line)),
        "eval" => with_engine(extra, |extra, session| {
            let explanation = session.explain(extra.line.position())?;
            let _ = write!(extra.output, "{}", evaluation::report(extra.line.position(), &explanation));
            Ok(())
        }),
        "bench" => with_engine(extra, |extra, session| {
            let result = session.bench(bench_work(line), extra.signals, |_| {})?;
            let _ = write!(extra.output, "{}", bench::report(&result));
            Ok(())
        }),
        "genfens" => {
            genfens::write(&line.split_whitespace().skip(1).collect::<Vec<_>>(), extra.signals, extra.output)
        }
        "flip" => flip(extra),
        "speedtest" => {
            let words = line.trim_start().strip_prefix(word).unwrap_or_default();
            match extra.session {
                None => writeln!(extra.output, "{BUSY}"),
                Some(_) => match speedtest::run(words, own, extra.signals, extra.output) {
                    Ok(()) => Ok(()),
                    Err(error) => writeln!(extra.output, "info string {error}"),
                },
            }
        }
        "compiler" => writeln!(extra.output, "{}", identity::details()),
        "license" => writeln!(extra.output, "{LICENSE}"),
        "help" => writeln!(extra.output, "{HELP}"),
        "go" => {
            match words.next().and_then(|depth| depth.parse().ok()).filter(|depth| (1..=30).contains(depth)) {
                Some(depth) => write_perft(extra, depth),
                None => writeln!(
                    extra.output,
                    "info string go perft needs a depth from 1 to 30, such as go perft 5"
                ),
            }
        }
        _ => match (count::Kind::from_name(word), argument.map(str::parse::<u32>)) {
            (Some(kind), Some(Ok(depth))) if depth <= 30 => write_count(extra, kind, depth),
            (Some(_), _) => {
                writeln!(extra.output, "info string {word} needs a depth from 0 to 30, such as {word} 5")
            }
            (None, _) => return own_word(line, extra),
        },
    };
    Handled::Done
}

/// Reads `bench [DEPTH]`, or `bench HASH THREADS DEPTH ...` as scripts for Stockfish write it; other words
/// have no effect.
fn bench_work(line: &str) -> BenchWork {
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let depth = |word: &str| word.parse().ok();
    match words[..] {
        [hash, threads, last, ..] => {
            let options =
                [("Hash", hash), ("Threads", threads)].map(|(name, value)| (name.into(), value.into()));
            BenchWork { depth: depth(last), options: options.into() }
        }
        [first, ..] => BenchWork { depth: depth(first), ..BenchWork::default() },
        [] => BenchWork::default(),
    }
}

/// Exchanges the colors; the moves are forgotten, because they led to another position.
fn flip(extra: &mut Extra<'_>) -> std::io::Result<()> {
    match extra.line.position().mirrored() {
        Ok(position) => *extra.line = Line::new(position),
        Err(error) => writeln!(extra.output, "info string {error}")?,
    }
    Ok(())
}

/// Passes a line to the engine.
fn own_word(line: &str, extra: &mut Extra<'_>) -> Handled {
    let asked = extra.session.as_mut().map(|session| session.console(&*extra.line, line));
    let _ = match asked {
        None | Some(Err(EngineError::Unsupported(_))) => return Handled::Unknown,
        Some(Ok(text)) => writeln!(extra.output, "{}", text.trim_end()),
        Some(Err(error)) => writeln!(extra.output, "info string {error}"),
    };
    Handled::Done
}

/// Counts as the console does, on the engine's own board.
fn write_count(extra: &mut Extra<'_>, kind: count::Kind, depth: u32) -> std::io::Result<()> {
    let (position, signals) = (extra.line.position().clone(), extra.signals.clone());
    with_engine(extra, |extra, session| {
        let mut text = Vec::new();
        match count::write_count(&mut text, kind, &position, depth, &mut |position, plies| {
            Ok(session.divide(position, plies, &signals)?)
        }) {
            Ok(()) => _ = extra.output.write_all(&text),
            Err(error) => _ = writeln!(extra.output, "info string {error}"),
        }
        Ok(())
    })
}

/// Answers `go perft` as Stockfish does, for scripts, on the engine's own board.
fn write_perft(extra: &mut Extra<'_>, depth: u32) -> std::io::Result<()> {
    with_engine(extra, |extra, session| {
        let position = extra.line.position();
        let by_move = session.divide(position, depth, extra.signals)?;
        for (mv, leaves) in &by_move {
            let _ =
                writeln!(extra.output, "{}: {leaves}", notation::uci::format(position, *mv, extra.chess960));
        }
        let sum: u64 = by_move.iter().map(|(_, leaves)| leaves).sum();
        let _ = writeln!(extra.output, "\nNodes searched: {sum}\n");
        Ok(())
    })
}

/// Works with the idle engine, or prints why it cannot.
fn with_engine(
    extra: &mut Extra<'_>,
    work: impl FnOnce(&mut Extra<'_>, &mut heirloom_engine::Session) -> Result<(), EngineError>,
) -> std::io::Result<()> {
    let Some(session) = extra.session.take() else {
        return writeln!(extra.output, "{BUSY}");
    };
    match work(extra, session) {
        Ok(()) => Ok(()),
        Err(error) => writeln!(extra.output, "info string {error}"),
    }
}

const HELP: &str = "UCI: uci isready ucinewgame setoption position go stop ponderhit quit
also: d (board), flip, eval, bench [DEPTH], speedtest [THREADS [MIB [SECONDS]]], perft N, divide N, perft2 \
N, divide2 N,
export_net [FILE], genfens (openings), compiler, license, help";

const BUSY: &str = "info string the engine is searching; stop it first";

const LICENSE: &str = "Heirloom is free software under the GNU General Public License, version 3 or later; \
    it comes with no warranty.";
