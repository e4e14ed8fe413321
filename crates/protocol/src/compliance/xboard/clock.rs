//! Checks of time: levels, fixed times and depths, clocks, move now, pondering, and a short game.

use std::time::Duration;

use heirloom_chess::{Color, Line, Position};

use super::talk::{MOVE, legal_answer, line_of, no_move, ready, user_move};
use crate::compliance::probe::{Probe, seconds};
use crate::compliance::{Facts, Group, Outcome, failed, skipped};

pub const GROUP: Group = Group {
    name: "clock",
    checks: &checks! {
        "level" => level,
            demands "level is understood with moves, minutes with seconds, and increments",
            remedy "read \"0 0:02 0\" and \"40 1 0\" and decimals of the increment; time and otim are \
                    centiseconds";
        "st" => st,
            demands "st 1 replies in about a second",
            remedy "treat st as the exact time for each move, in seconds";
        "sd" => sd,
            demands "after sd 2 a search ends on its own",
            remedy "end the iterative deepening there";
        "move-now" => move_now,
            demands "? during a search sends the move at once, and is ignored otherwise",
            remedy "read the input during the search";
        "ponder" => ponder,
            demands "with hard, ping is answered while the program ponders, and the opponent's move is \
                     answered",
            remedy "read the input while pondering";
        "game-with-clock" => game,
            demands "a game of 20 plies with two seconds on the clock is played with legal moves and in time",
            remedy "time and otim are centiseconds of the engine and its opponent; keep a reserve";
    },
};

/// Tolerance beyond the allowed time.
const LATE: Duration = Duration::from_millis(600);

fn timed(probe: &mut Probe, facts: &Facts, lines: &[&str], allowed: Duration) -> Outcome {
    probe.send_all(&["new", "force"]);
    for line in lines {
        probe.send(line);
    }
    probe.send("go");
    let (_, took) = legal_answer(probe, facts, &Position::startpos(), allowed + MOVE)?;
    probe.send("force");
    if took > allowed + LATE {
        failed(format!("{} after {lines:?}", seconds(took)))
    } else {
        Ok(seconds(took))
    }
}

fn level(probe: &mut Probe, facts: &Facts) -> Outcome {
    for lines in [
        &["level 0 0:02 0", "time 200", "otim 200"][..],
        &["level 40 0:03 0", "time 300", "otim 300"],
        &["level 0 1 0.5", "time 100", "otim 6000"],
        &["level 0 5 12", "time 50", "otim 50"],
        &["level 40 5 0", "time 2", "otim 30000"],
    ] {
        timed(probe, facts, lines, Duration::from_secs(2))?;
    }
    Ok("five clocks".into())
}

fn st(probe: &mut Probe, facts: &Facts) -> Outcome {
    timed(probe, facts, &["st 1"], Duration::from_secs(1))
}

fn sd(probe: &mut Probe, facts: &Facts) -> Outcome {
    timed(probe, facts, &["level 0 60 0", "sd 2"], Duration::from_secs(2))
}

fn move_now(probe: &mut Probe, facts: &Facts) -> Outcome {
    probe.send("?");
    no_move(&ready(probe, facts)?, "after ? without a search")?;
    probe.send_all(&["new", "st 8"]);
    user_move(probe, facts, "b2b3");
    if no_move(&probe.listen(Duration::from_millis(300))?, "").is_err() {
        return skipped("it replies too quickly");
    }
    probe.send("?");
    let (_, took) = legal_answer(probe, facts, line_of("b2b3")?.position(), MOVE)?;
    if took > LATE {
        failed(format!("{} after ?", seconds(took)))
    } else {
        Ok(format!("after {}", seconds(took)))
    }
}

fn ponder(probe: &mut Probe, facts: &Facts) -> Outcome {
    probe.send_all(&["new", "hard", "st 1"]);
    user_move(probe, facts, "e2e4");
    let mut line = line_of("e2e4")?;
    let (mv, _) = legal_answer(probe, facts, line.position(), MOVE)?;
    // It was judged to be legal.
    let _ = line.push(mv);
    no_move(&probe.listen(Duration::from_millis(300))?, "in the opponent's time")?;
    ready(probe, facts)?;
    let Some(&reply) = line.position().legal_moves().iter().next() else {
        return skipped("the game is over");
    };
    user_move(probe, facts, &heirloom_chess::notation::uci::format(line.position(), reply, false));
    let _ = line.push(reply);
    legal_answer(probe, facts, line.position(), MOVE)?;
    probe.send("easy");
    Ok("it replies".into())
}

/// How much too late a move may arrive: the machine is shared.
const MARGIN: Duration = Duration::from_millis(150);

fn game(probe: &mut Probe, facts: &Facts) -> Outcome {
    probe.send_all(&["new", "level 0 0:02 0", "easy"]);
    let mut line = Line::default();
    let mut clock = Duration::from_secs(2);
    while line.moves().len() < 20 && line.outcome().is_none() {
        if line.position().turn() == Color::White {
            let moves = line.position().legal_moves();
            let Some(&mv) = moves.get(line.moves().len() % moves.len().max(1)) else { break };
            probe.send(&format!("time {}", clock.as_millis() / 10));
            probe.send("otim 200");
            user_move(probe, facts, &heirloom_chess::notation::uci::format(line.position(), mv, false));
            let _ = line.push(mv);
            continue;
        }
        let (mv, took) = legal_answer(probe, facts, line.position(), MOVE)?;
        if took > clock + MARGIN {
            return failed(format!("{} with {} on the clock", seconds(took), seconds(clock)));
        }
        clock = clock.saturating_sub(took);
        let _ = line.push(mv);
    }
    Ok(format!("{} plies, {} left", line.moves().len(), seconds(clock)))
}
