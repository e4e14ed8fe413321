//! Checks of limits: depth, nodes, time, clocks of all kinds, mates.

use std::time::Duration;

use super::talk::{SMALL_SEARCH, begin, judge_best, line_of, search, stop};
use crate::compliance::probe::{Probe, seconds};
use crate::compliance::{CheckFailure, Facts, Group, Outcome, failed, warned};

pub const GROUP: Group = Group {
    name: "limits",
    checks: &checks! {
        "depth" => depth,
            demands "go depth 3 ends on its own, at depth 3",
            remedy "end the iterative deepening there";
        "nodes" => nodes,
            demands "go nodes 5000 ends on its own, soon after 5000 nodes",
            remedy "check the counter often enough, about every thousand nodes";
        "movetime" => movetime,
            demands "go movetime 300 replies in about that time",
            remedy "check the clock every few thousand nodes, and subtract the time for the reply";
        "combined-limits" => combined,
            demands "with several limits the first one met ends the search",
            remedy "test all of them, not only the last one";
        "clock-of-one-side" => one_side,
            demands "a clock without the opponent's is enough",
            remedy "treat a missing clock as 0 or as the other side's, and never divide by it";
        "clock-with-increment" => increments,
            demands "increments and movestogo are understood with every clock",
            remedy "never use more than the clock has for this move";
        "clock-nearly-over" => nearly_over,
            demands "clocks of 1, 0 and negative milliseconds get a legal move at once",
            remedy "clamp the time for a move to at least a millisecond, and have a move ready before \
                    checking the clock";
        "mate-limit" => mate,
            demands "go mate 2 ends on its own if there is a mate in two",
            remedy "end the search when a mate that short is found";
    },
};

/// Tolerance beyond the allowed time, on a machine that does other things too.
const LATE: Duration = Duration::from_millis(400);

fn depth(probe: &mut Probe, _: &Facts) -> Outcome {
    let search = search(probe, "startpos", "go depth 3", SMALL_SEARCH)?;
    judge_best(&search, false)?;
    let deepest = search.infos.iter().filter_map(|line| line.info.plain.depth).max().unwrap_or(0);
    if deepest > 3 {
        warned(format!("it went to depth {deepest}"))
    } else {
        Ok(format!("depth {deepest} after {}", seconds(search.took)))
    }
}

fn nodes(probe: &mut Probe, _: &Facts) -> Outcome {
    let search = search(probe, "startpos", "go nodes 5000", Duration::from_secs(5))?;
    judge_best(&search, false)?;
    let most = search.infos.iter().filter_map(|line| line.info.plain.nodes).max().unwrap_or(0);
    if most > 10_000 { warned(format!("{most} nodes")) } else { Ok(format!("{most} nodes")) }
}

fn movetime(probe: &mut Probe, _: &Facts) -> Outcome {
    let mut longest = Duration::ZERO;
    for position in ["startpos", "startpos moves e2e4 e7e5"] {
        longest = longest.max(timed(probe, position, "go movetime 300", Duration::from_millis(300))?);
    }
    let seen = format!("at most {}", seconds(longest));
    if longest > Duration::from_millis(400) { warned(seen) } else { Ok(seen) }
}

/// Runs a search with a time limit and returns the time taken.
fn timed(probe: &mut Probe, position: &str, go: &str, allowed: Duration) -> Result<Duration, CheckFailure> {
    let search = search(probe, position, go, SMALL_SEARCH)?;
    judge_best(&search, false)?;
    if search.took > allowed + LATE {
        return failed(format!("\"{go}\" took {}", seconds(search.took)));
    }
    Ok(search.took)
}

/// Runs several searches and reports the longest.
fn all_timed(probe: &mut Probe, cases: &[(&str, &str, u64)]) -> Outcome {
    let mut longest = (Duration::ZERO, "");
    for &(position, go, allowed) in cases {
        longest = longest.max((timed(probe, position, go, Duration::from_millis(allowed))?, go));
    }
    Ok(format!("{} searches, the longest \"{}\" with {}", cases.len(), longest.1, seconds(longest.0)))
}

fn combined(probe: &mut Probe, _: &Facts) -> Outcome {
    let white = "startpos";
    all_timed(
        probe,
        &[
            (white, "go depth 100 movetime 200", 200),
            (white, "go depth 2 movetime 5000", 1000),
            (white, "go wtime 60000 btime 60000 movetime 150", 150),
            (white, "go wtime 60000 btime 60000 depth 2", 1000),
        ],
    )
}

fn one_side(probe: &mut Probe, _: &Facts) -> Outcome {
    let (white, black) = ("startpos", "startpos moves e2e4");
    all_timed(
        probe,
        &[
            (white, "go wtime 100", 100),
            (black, "go btime 100", 100),
            (white, "go wtime 300 winc 10", 310),
            (black, "go btime 300 binc 10 movestogo 5", 310),
        ],
    )
}

fn increments(probe: &mut Probe, _: &Facts) -> Outcome {
    let (white, black) = ("startpos", "startpos moves e2e4");
    all_timed(
        probe,
        &[
            (white, "go wtime 100 btime 100 winc 100 binc 100", 200),
            (black, "go wtime 100 btime 100 winc 100 binc 100", 200),
            (white, "go wtime 200 btime 200 winc 0 binc 0 movestogo 40", 200),
            (black, "go movestogo 1 btime 200 wtime 200", 200),
            (white, "go binc 0 winc 0 btime 150 wtime 150", 150),
        ],
    )
}

fn nearly_over(probe: &mut Probe, _: &Facts) -> Outcome {
    let (white, black) = ("startpos", "startpos moves e2e4");
    all_timed(
        probe,
        &[
            (white, "go wtime 1 btime 1", 1),
            (white, "go wtime 0 btime 0", 0),
            (black, "go wtime 1000 btime -50", 0),
            (white, "go wtime -1 btime -1 winc -5 binc -5", 0),
            (white, "go wtime 1 btime 60000 winc 0 binc 0 movestogo 1", 1),
            (white, "go movetime 1", 1),
            (white, "go movetime 0", 0),
        ],
    )
}

fn mate(probe: &mut Probe, _: &Facts) -> Outcome {
    const POSITION: &str = "fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1";
    begin(probe, POSITION, "go mate 2");
    match super::talk::answer(probe, line_of(POSITION)?, Duration::from_secs(3)) {
        Ok(search) => {
            judge_best(&search, false)?;
            Ok(format!("\"{}\" after {}", search.line, seconds(search.took)))
        }
        Err(CheckFailure::Failed(seen)) => {
            stop(probe, line_of(POSITION)?)?;
            warned(seen)
        }
        Err(other) => Err(other),
    }
}
