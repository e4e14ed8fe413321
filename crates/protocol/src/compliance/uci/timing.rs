//! Checks of when a search ends: stop, infinite, ponder, and one best move for each `go`.

use std::time::Duration;

use super::talk::{
    EXTRA_WAIT, SMALL_SEARCH, STOP, answer, begin, is_best_move, judge_best, line_of, no_best_move, ready,
    search, stop,
};
use crate::compliance::probe::{Probe, seconds};
use crate::compliance::{Facts, Group, Outcome, failed, warned};

pub const GROUP: Group = Group {
    name: "timing",
    checks: &checks! {
        "stop-latency" => stop_latency,
            demands "stop is answered within half a second, preferably a quarter",
            remedy "check the stop flag every few thousand nodes, also while probing and sorting";
        "immediate-stop" => immediate_stop,
            demands "go and stop a hundred times without a pause: one legal best move each",
            remedy "honor a stop that arrives before the search has started; have a move ready from the \
                    start";
        "infinite-waits" => infinite_waits,
            demands "go infinite sends no best move before stop: with one legal move, near mate, in dead \
                     draws, in mate",
            remedy "if the search ends on its own, wait for stop before sending the best move";
        "ponder-waits" => ponder_waits,
            demands "go ponder sends no best move before ponderhit or stop, whatever the clock says",
            remedy "wait for ponderhit, and start the clock then";
        "ponderhit" => ponderhit,
            demands "after ponderhit the best move arrives within the time of the clock",
            remedy "turn the search into one with a clock; reply at once if it has ended on its own";
        "ponder-stop" => ponder_stop,
            demands "stop ends pondering with a best move",
            remedy "treat it as in any other search; the GUI discards the move";
        "one-best-move" => one_best_move,
            demands "each go has exactly one best move",
            remedy "send it in one place, when the search ends";
        "late-stop" => late_stop,
            demands "a stop that crosses the best move gets no reply and does not end the next search",
            remedy "clear the stop flag when a search starts, not when it ends";
    },
};

fn stop_latency(probe: &mut Probe, _: &Facts) -> Outcome {
    let mut longest = Duration::ZERO;
    for (position, go) in [
        ("startpos", "go infinite"),
        ("startpos moves e2e4", "go depth 100"),
        ("startpos", "go nodes 1000000000000"),
        ("startpos moves d2d4", "go movetime 600000"),
        ("startpos", "go wtime 6000000 btime 6000000"),
    ] {
        begin(probe, position, go);
        if probe.listen(Duration::from_millis(150))?.iter().any(|line| is_best_move(&line.text)) {
            continue;
        }
        let search = stop(probe, line_of(position)?)?;
        judge_best(&search, false)?;
        if search.took > STOP {
            return failed(format!("{} after stop in \"{go}\"", seconds(search.took)));
        }
        longest = longest.max(search.took);
    }
    let seen = format!("at most {}", seconds(longest));
    if longest > Duration::from_millis(250) { warned(seen) } else { Ok(seen) }
}

fn immediate_stop(probe: &mut Probe, _: &Facts) -> Outcome {
    let mut longest = Duration::ZERO;
    for _ in 0..100 {
        begin(probe, "startpos", "go infinite");
        let search = stop(probe, line_of("startpos")?)?;
        judge_best(&search, false)?;
        longest = longest.max(search.took);
    }
    no_best_move(&probe.listen(EXTRA_WAIT)?, "is one too many")?;
    let seen = format!("at most {}", seconds(longest));
    if longest > STOP { failed(seen) } else { Ok(seen) }
}

/// A single legal move; close to mate; a draw by material that any depth reaches at once; and mated.
const SHORT: &[&str] = &[
    "startpos",
    "fen 1r5k/8/8/8/8/p7/8/K7 w - - 0 1",
    "fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
    "fen 8/8/4k3/8/8/4K3/8/8 w - - 0 1",
    "startpos moves f2f3 e7e5 g2g4 d8h4",
];

fn infinite_waits(probe: &mut Probe, _: &Facts) -> Outcome {
    for position in SHORT {
        begin(probe, position, "go infinite");
        let lines = probe.listen(Duration::from_millis(500))?;
        no_best_move(&lines, &format!("came before stop in \"position {position}\""))?;
        stop(probe, line_of(position)?)?;
    }
    Ok(format!("in {} positions", SHORT.len()))
}

const PONDER: &str = "startpos moves e2e4 e7e5";

fn ponder_waits(probe: &mut Probe, _: &Facts) -> Outcome {
    for (position, go) in [
        (PONDER, "go ponder wtime 100 btime 100"),
        (PONDER, "go ponder movetime 50"),
        (PONDER, "go ponder depth 1 wtime 1000 btime 1000"),
        (SHORT[1], "go ponder wtime 1000 btime 1000 winc 0 binc 0"),
    ] {
        begin(probe, position, go);
        no_best_move(
            &probe.listen(Duration::from_millis(500))?,
            &format!("came before ponderhit after \"{go}\""),
        )?;
        stop(probe, line_of(position)?)?;
    }
    Ok("it waited".into())
}

fn ponderhit(probe: &mut Probe, _: &Facts) -> Outcome {
    let mut longest = Duration::ZERO;
    for pause in [0, 300] {
        begin(probe, PONDER, "go ponder wtime 1000 btime 1000 winc 0 binc 0");
        no_best_move(&probe.listen(Duration::from_millis(pause))?, "came before ponderhit")?;
        probe.send("ponderhit");
        let search = answer(probe, line_of(PONDER)?, SMALL_SEARCH)?;
        judge_best(&search, false)?;
        longest = longest.max(search.took);
    }
    let seen = format!("at most {} of 1000 ms", seconds(longest));
    if longest > Duration::from_millis(1300) { failed(seen) } else { Ok(seen) }
}

fn ponder_stop(probe: &mut Probe, _: &Facts) -> Outcome {
    begin(probe, PONDER, "go ponder wtime 1000 btime 1000");
    no_best_move(&probe.listen(Duration::from_millis(100))?, "came before stop")?;
    let search = stop(probe, line_of(PONDER)?)?;
    judge_best(&search, false)?;
    if search.took > STOP {
        failed(format!("after {}", seconds(search.took)))
    } else {
        Ok(format!("after {}", seconds(search.took)))
    }
}

fn one_best_move(probe: &mut Probe, _: &Facts) -> Outcome {
    for go in ["go depth 2", "go movetime 50", "go nodes 500", "go wtime 200 btime 200"] {
        search(probe, "startpos", go, SMALL_SEARCH)?;
        let mut lines = ready(probe, SMALL_SEARCH)?;
        lines.extend(probe.listen(EXTRA_WAIT)?);
        no_best_move(&lines, &format!("is the second one after \"{go}\""))?;
    }
    begin(probe, "startpos", "go infinite");
    probe.listen(Duration::from_millis(50))?;
    stop(probe, line_of("startpos")?)?;
    no_best_move(&probe.listen(EXTRA_WAIT)?, "is the second one after \"stop\"")?;
    Ok("in five searches".into())
}

fn late_stop(probe: &mut Probe, _: &Facts) -> Outcome {
    for _ in 0..5 {
        search(probe, "startpos", "go depth 1", SMALL_SEARCH)?;
        probe.send("stop");
        begin(probe, "startpos", "go infinite");
        no_best_move(
            &probe.listen(Duration::from_millis(100))?,
            "came before stop: a late stop ended the next search",
        )?;
        stop(probe, line_of("startpos")?)?;
    }
    Ok("it has none".into())
}
