//! Checks of commands in all states: idle, searching, malformed, unknown.

use web_time::{Duration, Instant};

use super::talk::{
    EXTRA_WAIT, SMALL_SEARCH, answer, begin, is_best_move, judge_best, line_of, no_best_move, ready, search,
    stop,
};
use crate::compliance::probe::{Probe, seconds};
use crate::compliance::{CheckFailure, Facts, Group, Outcome, failed, warned};

pub const GROUP: Group = Group {
    name: "state",
    checks: &checks! {
        "isready-idle" => isready_idle,
            demands "isready is answered at once",
            remedy "reply when everything before is done, and flush";
        "isready-searching" => isready_searching,
            demands "isready is answered during a search, at once and without ending it",
            remedy "read the input on a separate thread, and reply there";
        "newgame-searching" => newgame_searching,
            demands "ucinewgame during a search does no harm",
            remedy "stop the search, send its best move, then start the new game";
        "setoption-searching" => setoption_searching,
            demands "setoption during a search does no harm",
            remedy "apply it when the search has ended";
        "go-searching" => go_searching,
            demands "go during a search does no harm",
            remedy "stop the running search, or ignore the new one";
        "position-after-stop" => position_after_stop,
            demands "stop, position and go without a pause: both searches reply, the second one for the \
                     last position",
            remedy "keep commands in order; wait for the search to end before setting the position";
        "stop-idle" => stop_idle,
            demands "stop and ponderhit without a search do nothing, nor do they end the next search",
            remedy "clear the stop flag when a search starts";
        "unknown-commands" => unknown_commands,
            demands "unknown commands are ignored",
            remedy "skip unknown words";
        "empty-lines" => empty_lines,
            demands "empty lines and lines of spaces are ignored",
            remedy "skip them";
        "line-ends-and-blanks" => line_ends,
            demands "CRLF, tabs and repeated spaces are understood",
            remedy "split lines at any whitespace";
        "no-utf8" => no_utf8,
            demands "bytes that are not text do no harm",
            remedy "read bytes, not strings";
        "long-lines" => long_lines,
            demands "a game of 700 plies and a word of 100,000 letters are read",
            remedy "read lines into buffers that grow";
        "short-fen" => short_fen,
            demands "a FEN without its two counters is understood",
            remedy "use 0 and 1 for them";
        "bad-position" => bad_position,
            demands "illegal positions and moves do no harm",
            remedy "send an info string and keep the previous position";
        "debug" => debug,
            demands "debug on and debug off are accepted",
            remedy "ignore them if you do not need them";
    },
};

fn isready_idle(probe: &mut Probe, _: &Facts) -> Outcome {
    let started = Instant::now();
    ready(probe, Duration::from_secs(1))?;
    Ok(format!("after {}", seconds(started.elapsed())))
}

fn isready_searching(probe: &mut Probe, _: &Facts) -> Outcome {
    begin(probe, "startpos", "go infinite");
    no_best_move(&probe.listen(Duration::from_millis(100))?, "came before stop")?;
    let started = Instant::now();
    let lines = ready(probe, Duration::from_secs(1))?;
    let took = started.elapsed();
    no_best_move(&lines, "came before stop")?;
    stop(probe, line_of("startpos")?)?;
    Ok(format!("after {}", seconds(took)))
}

/// Checks that the program still works: it answers and finds a legal move.
fn check_works(probe: &mut Probe) -> Result<(), CheckFailure> {
    ready(probe, SMALL_SEARCH)?;
    judge_best(&search(probe, "startpos", "go depth 2", SMALL_SEARCH)?, false).map(drop)
}

/// Sends a line during a search; the search may end, but must send exactly one best move.
fn disturb(probe: &mut Probe, line: &str) -> Outcome {
    begin(probe, "startpos", "go infinite");
    probe.listen(Duration::from_millis(100))?;
    probe.send(line);
    let lines = probe.listen(EXTRA_WAIT)?;
    let mut count = lines.iter().filter(|line| is_best_move(&line.text)).count();
    probe.send("stop");
    if count == 0 {
        answer(probe, line_of("startpos")?, SMALL_SEARCH)?;
        count = 1;
    }
    let rest = ready(probe, SMALL_SEARCH)?;
    count += rest.iter().filter(|line| is_best_move(&line.text)).count();
    if count > 1 {
        return failed(format!("{count} best moves for one search"));
    }
    check_works(probe)?;
    Ok("one best move, and it continues".into())
}

fn newgame_searching(probe: &mut Probe, _: &Facts) -> Outcome {
    disturb(probe, "ucinewgame")
}

fn setoption_searching(probe: &mut Probe, facts: &Facts) -> Outcome {
    if facts.has_spin("Hash") {
        disturb(probe, "setoption name Hash value 16")
    } else {
        disturb(probe, "setoption name Nothing value 1")
    }
}

fn go_searching(probe: &mut Probe, _: &Facts) -> Outcome {
    begin(probe, "startpos", "go infinite");
    probe.listen(Duration::from_millis(100))?;
    probe.send("go depth 2");
    let mut lines = probe.listen(EXTRA_WAIT)?;
    probe.send("stop");
    lines.extend(ready(probe, SMALL_SEARCH)?);
    lines.extend(probe.listen(EXTRA_WAIT)?);
    let count = lines.iter().filter(|line| is_best_move(&line.text)).count();
    check_works(probe)?;
    match count {
        0 | 3.. => failed(format!("{count} best moves for two searches")),
        _ => Ok(format!("{count} best moves")),
    }
}

fn position_after_stop(probe: &mut Probe, _: &Facts) -> Outcome {
    const SECOND: &str = "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    begin(probe, "startpos", "go infinite");
    probe.listen(Duration::from_millis(100))?;
    probe.send("stop");
    begin(probe, SECOND, "go depth 2");
    judge_best(&answer(probe, line_of("startpos")?, SMALL_SEARCH)?, false)?;
    judge_best(&answer(probe, line_of(SECOND)?, SMALL_SEARCH)?, false)?;
    Ok("both replied".into())
}

fn stop_idle(probe: &mut Probe, _: &Facts) -> Outcome {
    probe.send_all(&["stop", "ponderhit", "stop"]);
    let mut lines = ready(probe, SMALL_SEARCH)?;
    lines.extend(probe.listen(Duration::from_millis(100))?);
    no_best_move(&lines, "without a search")?;
    probe.send("stop");
    begin(probe, "startpos", "go infinite");
    no_best_move(
        &probe.listen(2 * EXTRA_WAIT)?,
        "came before stop: a stop without a search ended the next one",
    )?;
    stop(probe, line_of("startpos")?)?;
    Ok("nothing happened".into())
}

fn unknown_commands(probe: &mut Probe, _: &Facts) -> Outcome {
    probe.send_all(&[
        "joho",
        "xyzzy 1 2 3",
        "register later",
        "GO",
        "info depth 1",
        "!\"#%&/()=?",
        "setoption",
        "position",
        "debug",
    ]);
    let lines = ready(probe, SMALL_SEARCH)?;
    no_best_move(&lines, "after unknown commands")?;
    check_works(probe)?;
    Ok("ignored".into())
}

fn empty_lines(probe: &mut Probe, _: &Facts) -> Outcome {
    probe.send_all(&["", "", "   ", "\t", "\r", ""]);
    check_works(probe)?;
    Ok("ignored".into())
}

fn line_ends(probe: &mut Probe, _: &Facts) -> Outcome {
    probe.send_bytes(b"isready\r\n");
    if let Err(CheckFailure::Failed(seen)) =
        probe.wait_for("readyok after CRLF", Duration::from_secs(3), |line| line == "readyok")
    {
        // Line endings usually follow the system, so only a GUI on another system is affected.
        probe.kill();
        return warned(seen);
    }
    probe.send_bytes(b"position   startpos\tmoves  e2e4\t \r\n\tgo \t depth   2\r\n");
    judge_best(&answer(probe, line_of("startpos moves e2e4")?, SMALL_SEARCH)?, false)?;
    Ok("understood".into())
}

fn no_utf8(probe: &mut Probe, _: &Facts) -> Outcome {
    probe.send_bytes(b"\xff\xfe joho \x80\x81\nposition startpos moves \xc3\x28\n\x01\x02\n");
    if let Err(CheckFailure::Failed(seen)) = check_works(probe) {
        return failed(seen);
    }
    Ok("no harm".into())
}

fn long_lines(probe: &mut Probe, _: &Facts) -> Outcome {
    // A draw by the rules long ago, but neither side has claimed it.
    let mut moves = String::new();
    for index in 0..175 {
        moves.push_str([" g1f3 g8f6 f3g1 f6g8", " b1c3 b8c6 c3b1 c6b8"][index % 2]);
    }
    judge_best(&search(probe, &format!("startpos moves{moves}"), "go depth 2", SMALL_SEARCH)?, false)?;
    probe.send(&"x".repeat(100_000));
    check_works(probe)?;
    Ok("read".into())
}

fn short_fen(probe: &mut Probe, _: &Facts) -> Outcome {
    const POSITION: &str = "fen 4k3/8/8/8/8/8/4P3/4K3 w - -";
    begin(probe, POSITION, "go depth 2");
    match answer(probe, line_of(POSITION)?, SMALL_SEARCH).and_then(|search| judge_best(&search, false)) {
        Ok(_) => Ok("understood".into()),
        Err(CheckFailure::Failed(seen)) => {
            probe.kill();
            warned(seen)
        }
        Err(other) => Err(other),
    }
}

fn bad_position(probe: &mut Probe, _: &Facts) -> Outcome {
    for line in [
        "position startpos moves e2e5",
        "position startpos moves e2e4 e2e4 a9a9",
        "position fen joho",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    ] {
        probe.send(line);
        if let Err(CheckFailure::Failed(seen)) = ready(probe, Duration::from_secs(2)) {
            // Stockfish exits here on purpose, since the specification leaves this open.
            probe.kill();
            return warned(seen);
        }
    }
    match check_works(probe) {
        Err(CheckFailure::Failed(seen)) => {
            probe.kill();
            warned(seen)
        }
        _ => Ok("no harm".into()),
    }
}

fn debug(probe: &mut Probe, _: &Facts) -> Outcome {
    probe.send("debug on");
    check_works(probe)?;
    probe.send("debug off");
    check_works(probe)?;
    Ok("accepted".into())
}
