//! Helpers for the XBoard checks: commands, moves, and judging moves.

use web_time::{Duration, Instant};

use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Move, Position};

use crate::compliance::probe::{Probe, ReceivedLine, shortened};
use crate::compliance::{CheckFailure, Facts, failed};
use crate::xboard::{Message, moves};

/// Time for `pong` of an idle program.
pub const READY: Duration = Duration::from_secs(10);
/// Time for a move with a second or less on the clock.
pub const MOVE: Duration = Duration::from_secs(10);

/// Ends any search and starts a new game in force mode.
pub fn reset(probe: &mut Probe, facts: &Facts) -> Result<(), CheckFailure> {
    probe.send_all(&["force", "new", "force", "easy", "post"]);
    ready(probe, facts).map(drop)
}

/// Waits until all earlier commands are done, as far as the program can tell; returns all lines.
pub fn ready(probe: &mut Probe, facts: &Facts) -> Result<Vec<ReceivedLine>, CheckFailure> {
    if !facts.offers("ping", false) {
        return probe.listen(Duration::from_millis(300));
    }
    probe.send("ping 77");
    probe.wait_for("pong 77", READY, |line| line == "pong 77")
}

/// Sends a user move in the form that the program expects.
pub fn user_move(probe: &mut Probe, facts: &Facts, text: &str) {
    if facts.offers("usermove", false) { probe.send(&format!("usermove {text}")) } else { probe.send(text) }
}

/// Sends several user moves.
pub fn user_moves(probe: &mut Probe, facts: &Facts, texts: &str) {
    for text in texts.split_whitespace() {
        user_move(probe, facts, text);
    }
}

/// Returns the text of a move if the line is one.
pub fn move_of(line: &str) -> Option<String> {
    match Message::parse(line) {
        Some(Message::Move(text)) => Some(text),
        _ => None,
    }
}

/// Waits for a move; returns it, all lines, and the time taken.
pub fn answer(
    probe: &mut Probe,
    patience: Duration,
) -> Result<(String, Vec<ReceivedLine>, Duration), CheckFailure> {
    let started = Instant::now();
    let lines = probe.wait_for("move", patience, |line| move_of(line).is_some())?;
    let last = lines.last().map_or(started, |line| line.at);
    let text = lines.last().and_then(|line| move_of(&line.text)).unwrap_or_default();
    Ok((text, lines, last.saturating_duration_since(started)))
}

/// Waits for a move and judges it.
pub fn legal_answer(
    probe: &mut Probe,
    facts: &Facts,
    position: &Position,
    patience: Duration,
) -> Result<(Move, Duration), CheckFailure> {
    let (text, _, took) = answer(probe, patience)?;
    Ok((judge(facts, position, &text)?, took))
}

/// Parses a move and checks its form: legal, and in coordinates unless `san=1` was sent.
fn judge(facts: &Facts, position: &Position, text: &str) -> Result<Move, CheckFailure> {
    let Ok(mv) = moves::parse(position, text) else {
        return failed(format!("\"move {text}\" is not legal in {}", position.fen()));
    };
    let form = uci::format(position, mv, false);
    if form != text && !facts.offers("san", false) {
        return failed(format!("\"move {text}\" should be \"move {form}\""));
    }
    Ok(mv)
}

/// Fails if a move is among these lines.
pub fn no_move(lines: &[ReceivedLine], why: &str) -> Result<(), CheckFailure> {
    match lines.iter().find(|line| move_of(&line.text).is_some()) {
        Some(line) => failed(format!("\"{}\" {why}", shortened(&line.text))),
        None => Ok(()),
    }
}

/// Returns the line that rejects a move, if any.
pub fn rejection(lines: &[ReceivedLine]) -> Option<&ReceivedLine> {
    lines.iter().find(|line| matches!(Message::parse(&line.text), Some(Message::IllegalMove(_))))
}

/// Parses the moves of a game from the start position.
pub fn line_of(texts: &str) -> Result<Line, CheckFailure> {
    let line = uci::parse_line(Position::startpos(), texts);
    line.map_err(|error| CheckFailure::Skipped(format!("the check is wrong: {texts}: {error}")))
}
