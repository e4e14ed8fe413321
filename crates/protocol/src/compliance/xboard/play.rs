//! Checks of play: who moves when, which moves are legal, and taking moves back.

use std::time::Duration;

use heirloom_chess::{Line, Position};

use super::talk::{MOVE, answer, legal_answer, line_of, no_move, ready, rejection, user_move, user_moves};
use crate::compliance::probe::{Probe, shortened};
use crate::compliance::{CheckFailure, Facts, Group, Outcome, failed, skipped, warned};
use crate::xboard::Message;

pub const GROUP: Group = Group {
    name: "play",
    checks: &checks! {
        "ping-idle" => ping_idle,
            demands "ping N is answered with pong N",
            remedy "repeat the number when everything before is done";
        "ping-after-move" => ping_after_move,
            demands "ping during a search for a move is answered after the move",
            remedy "hold it until the move has been sent";
        "new-plays-black" => new_plays_black,
            demands "after new the program replies to White's move at once, without go",
            remedy "new leaves force mode and sets the program to play Black";
        "force-is-silent" => force_is_silent,
            demands "in force mode moves are accepted without a reply",
            remedy "check and play them, and do not think";
        "force-ends-search" => force_ends_search,
            demands "force ends a search without a move",
            remedy "read the input during the search; discard its move";
        "go-plays-both" => go_plays,
            demands "go plays the side to move, whichever that is",
            remedy "take the color from the position when go comes";
        "playother" => play_other,
            demands "playother plays the side not to move",
            remedy "leave force mode, wait for the user's move, reply to it";
        "illegal-move" => illegal_move,
            demands "an illegal move is answered with Illegal move, and the position is unchanged",
            remedy "send \"Illegal move (reason): e2e5\"; play nothing";
        "setboard" => set_board,
            demands "setboard sets any legal position, and the reply is a legal move in coordinate notation",
            remedy "read all of the FEN: castling rights, en passant, counters; write e1g1, a7a8q";
        "edit" => edit,
            demands "edit sets a position if setboard is not offered",
            remedy "read c, #, Pa4 and the dot; the first half is White's";
        "setboard-illegal" => illegal_position,
            demands "an illegal position is answered with tellusererror, and does no harm",
            remedy "send \"tellusererror Illegal position\"";
        "undo" => undo,
            demands "undo takes back one ply in force mode",
            remedy "restore rights, counters and repetitions with it";
        "remove" => remove,
            demands "remove takes back two plies",
            remedy "take back one ply twice, keeping the side to move";
        "mate-reported" => mate_reported,
            demands "the end of the game is announced as a result, and no move follows",
            remedy "send \"0-1 {Black mates}\" after the move, whichever side made it";
    },
};

fn ping_idle(probe: &mut Probe, facts: &Facts) -> Outcome {
    facts.require("ping", false)?;
    for number in [1, 32_000] {
        probe.send(&format!("ping {number}"));
        let pong = format!("pong {number}");
        probe.wait_for(&pong, Duration::from_secs(1), |line| line == pong)?;
    }
    Ok("answered".into())
}

fn ping_after_move(probe: &mut Probe, facts: &Facts) -> Outcome {
    facts.require("ping", false)?;
    probe.send_all(&["new", "st 1"]);
    user_move(probe, facts, "a2a4");
    probe.send("ping 5");
    let (_, lines, _) = answer(probe, MOVE)?;
    if lines.iter().any(|line| line.text == "pong 5") {
        return failed("\"pong 5\" came before the move");
    }
    probe.wait_for("pong 5", Duration::from_secs(2), |line| line == "pong 5")?;
    Ok("after the move".into())
}

/// Starts a game; the program must reply to the first move.
pub fn new_plays_black(probe: &mut Probe, facts: &Facts) -> Outcome {
    probe.send_all(&["new", "st 1"]);
    user_move(probe, facts, "e2e4");
    legal_answer(probe, facts, line_of("e2e4")?.position(), MOVE)?;
    Ok("it replies".into())
}

fn force_is_silent(probe: &mut Probe, facts: &Facts) -> Outcome {
    probe.send("st 1");
    user_moves(probe, facts, "e2e4 e7e5 g1f3 b8c6");
    let lines = probe.listen(Duration::from_millis(1500))?;
    no_move(&lines, "in force mode")?;
    match rejection(&lines) {
        Some(line) => failed(format!("\"{}\" for a legal move", shortened(&line.text))),
        None => Ok("silent".into()),
    }
}

fn force_ends_search(probe: &mut Probe, facts: &Facts) -> Outcome {
    probe.send_all(&["new", "st 2"]);
    user_move(probe, facts, "h2h4");
    if no_move(&probe.listen(Duration::from_millis(200))?, "").is_err() {
        return skipped("it replies too quickly");
    }
    probe.send("force");
    let lines = probe.listen(Duration::from_millis(2500))?;
    no_move(&lines, "after force")?;
    Ok("no move".into())
}

fn go_plays(probe: &mut Probe, facts: &Facts) -> Outcome {
    probe.send_all(&["st 1", "go"]);
    let (mv, _) = legal_answer(probe, facts, &Position::startpos(), MOVE)?;
    probe.send("force");
    let mut line = Line::default();
    // It was judged to be legal.
    let _ = line.push(mv);
    probe.send("go");
    legal_answer(probe, facts, line.position(), MOVE)?;
    Ok("both sides".into())
}

fn play_other(probe: &mut Probe, facts: &Facts) -> Outcome {
    facts.require("playother", false)?;
    probe.send("st 1");
    user_move(probe, facts, "e2e4");
    probe.send("playother");
    no_move(&probe.listen(Duration::from_millis(300))?, "while it is the user's turn")?;
    user_move(probe, facts, "e7e5");
    legal_answer(probe, facts, line_of("e2e4 e7e5")?.position(), MOVE)?;
    Ok("it replies".into())
}

fn illegal_move(probe: &mut Probe, facts: &Facts) -> Outcome {
    for text in ["e2e5", "e7e5", "e1g1", "a1a1"] {
        user_move(probe, facts, text);
        let lines = ready(probe, facts)?;
        if rejection(&lines).is_none() {
            return failed(format!("no \"Illegal move\" after {text}"));
        }
    }
    user_move(probe, facts, "e2e4");
    let lines = ready(probe, facts)?;
    match rejection(&lines) {
        Some(line) => failed(format!("\"{}\" for a legal move after illegal ones", shortened(&line.text))),
        None => Ok("rejected, and it continues".into()),
    }
}

/// Positions with castling, en passant, promotions and checks.
const POSITIONS: &[&str] = &[
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
    "7k/P7/8/8/8/8/8/7K w - - 0 1",
    "7K/8/8/8/8/8/p7/7k b - - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
];

fn set_board(probe: &mut Probe, facts: &Facts) -> Outcome {
    facts.require("setboard", false)?;
    for fen in POSITIONS {
        let position = Position::from_fen(fen).map_err(|error| CheckFailure::Skipped(error.to_string()))?;
        probe.send_all(&["new", "force", "st 1"]);
        probe.send(&format!("setboard {fen}"));
        probe.send("go");
        legal_answer(probe, facts, &position, MOVE)?;
        probe.send("force");
    }
    Ok(format!("{} positions", POSITIONS.len()))
}

fn edit(probe: &mut Probe, facts: &Facts) -> Outcome {
    if facts.offers("setboard", false) {
        return skipped("it offers setboard, so that GUIs never use edit");
    }
    probe.send_all(&["st 1", "edit", "#", "Ra1", "Kg1", "c", "Kg8", "Pf7", "Pg7", "Ph7", ".", "go"]);
    let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
        .map_err(|error| CheckFailure::Skipped(error.to_string()))?;
    legal_answer(probe, facts, &position, MOVE)?;
    Ok("understood".into())
}

fn illegal_position(probe: &mut Probe, facts: &Facts) -> Outcome {
    facts.require("setboard", false)?;
    let mut reported = true;
    for fen in ["joho", "8/8/8/8/8/8/8/8 w - - 0 1"] {
        probe.send(&format!("setboard {fen}"));
        let lines = ready(probe, facts)?;
        reported &= lines
            .iter()
            .any(|line| matches!(Message::parse(&line.text), Some(Message::Tell(_) | Message::Error(_))));
    }
    probe.send("new");
    ready(probe, facts)?;
    if reported { Ok("reported".into()) } else { warned("it was not reported") }
}

/// Takes moves back with a command; then a move must be legal that was not legal before.
fn check_take_back(probe: &mut Probe, facts: &Facts, word: &str, then: &str) -> Outcome {
    user_moves(probe, facts, "e2e4 e7e5");
    probe.send(word);
    user_moves(probe, facts, then);
    let lines = ready(probe, facts)?;
    if let Some(line) = rejection(&lines) {
        return failed(format!("\"{}\" after \"{word}\"", shortened(&line.text)));
    }
    probe.send_all(&["st 1", "go"]);
    let line = if word == "undo" { line_of(&format!("e2e4 {then}"))? } else { line_of(then)? };
    legal_answer(probe, facts, line.position(), MOVE)?;
    Ok("taken back".into())
}

fn undo(probe: &mut Probe, facts: &Facts) -> Outcome {
    check_take_back(probe, facts, "undo", "d7d5")
}

fn remove(probe: &mut Probe, facts: &Facts) -> Outcome {
    check_take_back(probe, facts, "remove", "d2d4")
}

fn mate_reported(probe: &mut Probe, facts: &Facts) -> Outcome {
    user_moves(probe, facts, "f2f3 e7e5 g2g4");
    probe.send_all(&["st 1", "go"]);
    let (text, mut lines, _) = answer(probe, MOVE)?;
    lines.extend(probe.listen(Duration::from_millis(500))?);
    if text != "d8h4" {
        return skipped(format!("it plays {text} instead of mate in one"));
    }
    let reported = lines
        .iter()
        .any(|line| matches!(Message::parse(&line.text), Some(Message::Result { .. } | Message::Resign)));
    if reported { Ok("reported".into()) } else { warned("no result after mate") }
}
