//! Checks of thinking output: `post` and `nopost`, analysis, hints and book moves.

use std::time::Duration;

use heirloom_chess::{Line, Position};

use super::talk::{MOVE, answer, line_of, no_move, ready, user_move};
use crate::compliance::probe::{Probe, ReceivedLine, shortened};
use crate::compliance::{Facts, Group, Outcome, failed, warned};
use crate::xboard::{Message, Thinking};

pub const GROUP: Group = Group {
    name: "analysis",
    checks: &checks! {
        "post" => post,
            demands "with post, lines of ply, score, time, nodes and legal moves are shown",
            remedy "write four whole numbers and the line; the score in centipawns, the time in centiseconds";
        "nopost" => no_post,
            demands "with nopost, no thinking lines are shown",
            remedy "send thinking lines only after post";
        "analyze" => analyze,
            demands "analyze shows lines and plays no move, accepts moves and undo, and ends with exit",
            remedy "restart the analysis after each change of the position";
        "analyze-status" => status,
            demands ". during analysis is answered with stat01",
            remedy "send \"stat01: time nodes ply left moves move\"";
        "analyze-ping" => analyze_ping,
            demands "ping is answered at once during analysis",
            remedy "read the input during the search";
        "hint-and-book" => hint,
            demands "hint and bk do no harm",
            remedy "send \"Hint: e2e4\" or nothing; lines of bk begin with a space, and an empty line ends \
                    them";
    },
};

/// Returns the lines of thinking among all lines.
fn thinking_lines(lines: &[ReceivedLine]) -> Vec<(&ReceivedLine, Thinking)> {
    lines.iter().filter_map(|line| Some((line, Thinking::parse(&line.text)?))).collect()
}

fn post(probe: &mut Probe, facts: &Facts) -> Outcome {
    probe.send_all(&["new", "post", "st 1"]);
    user_move(probe, facts, "a2a3");
    let (_, lines, _) = answer(probe, MOVE)?;
    let position = line_of("a2a3")?.position().clone();
    let thinking_lines = thinking_lines(&lines);
    for line in
        lines.iter().filter(|line| line.text.trim_start().starts_with(|first: char| first.is_ascii_digit()))
    {
        if !matches!(
            Message::parse(&line.text),
            Some(Message::Thinking(_) | Message::Result { .. } | Message::Move(_))
        ) {
            return failed(format!("\"{}\" has no four whole numbers", shortened(&line.text)));
        }
    }
    if thinking_lines.is_empty() {
        return warned("no line at all, perhaps because of its book");
    }
    match thinking_lines
        .iter()
        .find(|(_, thinking)| !thinking.line.is_empty() && thinking.values(&position).pv.is_empty())
    {
        Some((line, _)) => warned(format!("no legal move in \"{}\"", shortened(&line.text))),
        None => Ok(format!("{} lines", thinking_lines.len())),
    }
}

fn no_post(probe: &mut Probe, facts: &Facts) -> Outcome {
    probe.send_all(&["new", "nopost", "st 1"]);
    user_move(probe, facts, "a2a3");
    let (_, lines, _) = answer(probe, MOVE)?;
    match thinking_lines(&lines).first() {
        Some((line, _)) => failed(format!("\"{}\" with nopost", shortened(&line.text))),
        None => Ok("silent".into()),
    }
}

/// Starts an analysis; skips the check if the program does not offer it.
fn begin(probe: &mut Probe, facts: &Facts) -> Result<(), crate::compliance::CheckFailure> {
    facts.require("analyze", true)?;
    probe.send_all(&["post", "analyze"]);
    Ok(())
}

fn end(probe: &mut Probe, facts: &Facts) -> Outcome {
    probe.send("exit");
    no_move(&ready(probe, facts)?, "after exit")?;
    Ok("as required".into())
}

fn analyze(probe: &mut Probe, facts: &Facts) -> Outcome {
    begin(probe, facts)?;
    for (word, position) in [
        ("", Position::startpos()),
        ("e2e4", line_of("e2e4")?.position().clone()),
        ("undo", Line::default().position().clone()),
    ] {
        match word {
            "" => {}
            "undo" => probe.send("undo"),
            text => user_move(probe, facts, text),
        }
        let lines = probe.listen(Duration::from_millis(700))?;
        no_move(&lines, "during analysis")?;
        let thinking_lines = thinking_lines(&lines);
        let Some((line, thinking)) = thinking_lines.last() else {
            return failed(format!("no lines during analysis after \"{word}\""));
        };
        if !thinking.line.is_empty() && thinking.values(&position).pv.is_empty() {
            return warned(format!("no legal move in \"{}\" after \"{word}\"", shortened(&line.text)));
        }
    }
    end(probe, facts)
}

fn status(probe: &mut Probe, facts: &Facts) -> Outcome {
    begin(probe, facts)?;
    probe.listen(Duration::from_millis(200))?;
    probe.send(".");
    let lines = probe.listen(Duration::from_millis(700))?;
    let reported = lines.iter().find(|line| line.text.starts_with("stat01:")).cloned();
    end(probe, facts)?;
    match reported {
        Some(line) => Ok(format!("\"{}\"", shortened(&line.text))),
        None => warned("no stat01"),
    }
}

fn analyze_ping(probe: &mut Probe, facts: &Facts) -> Outcome {
    facts.require("ping", false)?;
    begin(probe, facts)?;
    probe.listen(Duration::from_millis(200))?;
    probe.send("ping 9");
    probe.wait_for("pong 9", Duration::from_secs(1), |line| line == "pong 9")?;
    end(probe, facts)
}

fn hint(probe: &mut Probe, facts: &Facts) -> Outcome {
    probe.send_all(&["new", "hint", "bk", "force"]);
    no_move(&ready(probe, facts)?, "after hint and bk")?;
    Ok("no harm".into())
}
