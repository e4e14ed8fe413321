//! `heirloom uci`: the engine over UCI on standard input and output, with our own commands beside the protocol's.

use std::io::{BufReader, Cursor, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use heirloom_chess::perft::Options;
use heirloom_engine::EngineError;
use heirloom_protocol::server::{Answer, Extra, serve};

use crate::board_view::BoardView;
use crate::{bench, count, eval, roster};

/// Serves until `quit` or the end of the input; `first` is a line that was read already.
///
/// # Errors
/// An engine that cannot be started, and an output that is closed.
pub fn run(first: Option<&str>) -> Result<()> {
    let first = first.map(|line| format!("{line}\n")).unwrap_or_default();
    let input = BufReader::new(Cursor::new(first.into_bytes()).chain(std::io::stdin()));
    let mut extras = |line: &str, extra: &mut Extra<'_>| answer(line, extra);
    serve(&mut roster::flagship, input, std::io::stdout(), &mut extras).context("UCI session")
}

/// Our own words: d, eval, bench, perft and its relatives, help.
fn answer(line: &str, extra: &mut Extra<'_>) -> Answer {
    let mut words = line.split_whitespace();
    let (word, argument) = (words.next().unwrap_or_default(), words.next());
    // What cannot be written is noticed by the server with its next line.
    let _ = match word {
        "d" => write!(extra.output, "{}", BoardView::default().with_facts(extra.line)),
        "eval" => with_engine(extra, |extra, session| {
            let explanation = session.explain(extra.line.position())?;
            let _ = write!(extra.output, "{}", eval::report(extra.line.position(), &explanation));
            Ok(())
        }),
        "bench" => with_engine(extra, |extra, session| {
            let result = session.bench(argument.and_then(|depth| depth.parse().ok()))?;
            let _ = write!(extra.output, "{}", bench::report(&result));
            Ok(())
        }),
        "help" => writeln!(extra.output, "{HELP}"),
        _ => match (count::Kind::from_name(word), argument.map(str::parse::<u32>)) {
            (Some(kind), Some(Ok(depth))) if depth <= 30 => write_count(extra, kind, depth),
            (Some(_), _) => writeln!(extra.output, "info string {word} needs a depth from 0 to 30, such as {word} 5"),
            (None, _) => return Answer::Unknown,
        },
    };
    Answer::Done
}

/// Counts until it is done or `stop` arrives.
fn write_count(extra: &mut Extra<'_>, kind: count::Kind, depth: u32) -> std::io::Result<()> {
    let (stop, done) = (AtomicBool::new(false), AtomicBool::new(false));
    let (position, signals) = (extra.line.position(), extra.signals);
    let mut text = Vec::new();
    let counted = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                if signals.is_stopped() {
                    stop.store(true, Ordering::Relaxed);
                }
                std::thread::sleep(Duration::from_millis(5));
            }
        });
        let counted = count::write_count(&mut text, kind, position, depth, &Options::default(), &stop);
        done.store(true, Ordering::Relaxed);
        counted
    });
    match counted {
        Ok(()) => extra.output.write_all(&text),
        Err(error) => writeln!(extra.output, "info string {error}"),
    }
}

/// Does something with the idle engine, or says why not.
fn with_engine(
    extra: &mut Extra<'_>,
    work: impl FnOnce(&mut Extra<'_>, &mut heirloom_engine::Session) -> Result<(), EngineError>,
) -> std::io::Result<()> {
    let Some(session) = extra.session.take() else {
        return writeln!(extra.output, "info string the engine is searching; stop it first");
    };
    match work(extra, session) {
        Ok(()) => Ok(()),
        Err(error) => writeln!(extra.output, "info string {error}"),
    }
}

const HELP: &str = "UCI: uci isready ucinewgame setoption position go stop ponderhit quit
besides: d (board), eval, bench [DEPTH], perft N, divide N, perft2 N, divide2 N, help";
