//! Helpers for the UCI checks: positions, searches, and judging moves.

use web_time::{Duration, Instant};

use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Move, Position};

use crate::compliance::probe::{Probe, ReceivedLine, shortened};
use crate::compliance::{CheckFailure, failed};
use crate::uci::{Command, InfoText, Message};

/// Time for `readyok` of an idle program.
pub const READY: Duration = Duration::from_secs(10);
/// Time from `stop` to the best move; more is a failure.
pub const STOP: Duration = Duration::from_millis(500);
/// Time for a search of a few plies or nodes on a busy machine.
pub const SMALL_SEARCH: Duration = Duration::from_secs(15);
/// Time within which a second or early best move would arrive.
pub const EXTRA_WAIT: Duration = Duration::from_millis(200);

/// An `info` line of a search.
pub struct InfoLine {
    /// The line as received.
    pub text: String,
    /// The parsed line.
    pub info: InfoText,
}

/// A search from `go` to `bestmove`.
pub struct Search {
    /// The position searched, with its game.
    pub at: Line,
    /// Its `info` lines.
    pub infos: Vec<InfoLine>,
    /// Its `bestmove` line.
    pub line: String,
    /// Its best move; `None` for `(none)`, `0000` and similar.
    pub best: Option<String>,
    /// Its ponder move.
    pub ponder: Option<String>,
    /// The time from `go` to `bestmove`.
    pub took: Duration,
}

impl Search {
    /// Returns the last line of the best variation with an exact score, or with any score if none is exact.
    pub fn last_line(&self) -> Option<&InfoLine> {
        let first = |line: &&InfoLine| line.info.plain.multipv.unwrap_or(1) == 1 && !line.info.pv.is_empty();
        let exact = |line: &&InfoLine| line.info.plain.bound == heirloom_engine::Bound::Exact;
        self.infos.iter().rev().filter(first).find(exact).or_else(|| self.infos.iter().rev().find(first))
    }
}

/// Stops any search and starts a new game.
pub fn reset(probe: &mut Probe) -> Result<(), CheckFailure> {
    probe.send_all(&["stop", "isready", "ucinewgame"]);
    probe.wait_for("readyok", READY, |line| line == "readyok")?;
    ready(probe, READY).map(drop)
}

/// Sends `isready` and returns all lines up to the answer.
pub fn ready(probe: &mut Probe, patience: Duration) -> Result<Vec<ReceivedLine>, CheckFailure> {
    probe.send("isready");
    probe.wait_for("readyok", patience, |line| line == "readyok")
}

/// Parses a position such as `startpos moves e2e4`.
pub fn line_of(position: &str) -> Result<Line, CheckFailure> {
    match Command::parse(&format!("position {position}")) {
        Ok(Some(Command::Position(text))) => text
            .line()
            .map(|(line, _)| line)
            .map_err(|error| CheckFailure::Skipped(format!("the check is wrong: {error}"))),
        _ => Err(CheckFailure::Skipped(format!("the check is wrong: {position}"))),
    }
}

/// Sets a position and searches it to the end.
pub fn search(
    probe: &mut Probe,
    position: &str,
    go: &str,
    patience: Duration,
) -> Result<Search, CheckFailure> {
    begin(probe, position, go);
    answer(probe, line_of(position)?, patience)
}

/// Sets a position and starts a search.
pub fn begin(probe: &mut Probe, position: &str, go: &str) {
    probe.send(&format!("position {position}"));
    probe.send(go);
}

/// Waits for the best move of a search that was just started or stopped.
pub fn answer(probe: &mut Probe, at: Line, patience: Duration) -> Result<Search, CheckFailure> {
    let started = Instant::now();
    let lines = probe.wait_for("bestmove", patience, is_best_move)?;
    let took = lines.last().map_or(started.elapsed(), |last| last.at.saturating_duration_since(started));
    let mut search = Search { at, infos: Vec::new(), line: String::new(), best: None, ponder: None, took };
    for line in lines {
        match Message::parse(&line.text) {
            Some(Message::Info(info)) => search.infos.push(InfoLine { text: line.text, info: *info }),
            Some(Message::BestMove { best, ponder }) => {
                (search.best, search.ponder, search.line) = (best, ponder, line.text)
            }
            _ => {}
        }
    }
    Ok(search)
}

/// Sends `stop` and waits for the best move.
pub fn stop(probe: &mut Probe, at: Line) -> Result<Search, CheckFailure> {
    probe.send("stop");
    answer(probe, at, SMALL_SEARCH)
}

/// Returns true if a line ends a search.
pub fn is_best_move(line: &str) -> bool {
    line.split_whitespace().next() == Some("bestmove")
}

/// Fails if a best move is among these lines.
pub fn no_best_move(lines: &[ReceivedLine], why: &str) -> Result<(), CheckFailure> {
    match lines.iter().find(|line| is_best_move(&line.text)) {
        Some(line) => failed(format!("\"{}\" {why}", shortened(&line.text))),
        None => Ok(()),
    }
}

/// Parses a move and checks its form: legal, promotion in lower case, castling in the requested notation.
pub fn judge(position: &Position, text: &str, chess960: bool, source: &str) -> Result<Move, CheckFailure> {
    let Ok(mv) = uci::parse(position, text) else {
        return failed(format!("{text} in \"{}\" is not legal in {}", shortened(source), position.fen()));
    };
    let form = uci::format(position, mv, chess960);
    if form != text {
        return failed(format!("{text} in \"{}\" should be written {form}", shortened(source)));
    }
    Ok(mv)
}

/// Judges the best move of a search.
pub fn judge_best(search: &Search, chess960: bool) -> Result<Move, CheckFailure> {
    let Some(text) = &search.best else {
        return failed(format!("\"{}\" in {}", search.line, search.at.position().fen()));
    };
    judge(search.at.position(), text, chess960, &search.line)
}
