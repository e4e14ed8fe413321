//! Checks of everything else that a GUI sends: options, formalities, offers, results, nonsense.

use std::time::Duration;

use heirloom_engine::OptionKind;

use super::play::new_plays_black;
use super::talk::{no_move, ready, user_move};
use crate::compliance::probe::{Probe, shortened};
use crate::compliance::{Facts, Group, Outcome, failed, skipped, warned};
use crate::xboard::Message;

pub const GROUP: Group = Group {
    name: "settings",
    checks: &checks! {
        "unknown-command" => unknown,
            demands "unknown commands are answered with Error, and do no harm",
            remedy "send \"Error (unknown command): joho\"";
        "formalities" => formalities,
            demands "accepted, rejected, random, computer, name, rating, ics and draw do no harm",
            remedy "silently ignore what you do not need";
        "odd-lines" => odd_lines,
            demands "empty lines, CRLF and a word of 10,000 letters do no harm",
            remedy "read lines into buffers that grow, and trim whitespace";
        "result" => result,
            demands "result during a search ends it without a move",
            remedy "treat it as force";
        "memory-and-cores" => memory,
            demands "memory and cores are accepted if offered",
            remedy "use the nearest possible number";
        "options" => options,
            demands "each option accepts its default and its minimum",
            remedy "read \"option NAME=VALUE\", with 0 and 1 for checks";
    },
};

/// Checks that the program still works.
fn check_works(probe: &mut Probe, facts: &Facts) -> Outcome {
    new_plays_black(probe, facts)?;
    Ok("no harm".into())
}

fn unknown(probe: &mut Probe, facts: &Facts) -> Outcome {
    probe.send("joho");
    let lines = ready(probe, facts)?;
    let reported = lines
        .iter()
        .any(|line| matches!(Message::parse(&line.text), Some(Message::Error(_) | Message::IllegalMove(_))));
    check_works(probe, facts)?;
    if reported { Ok("reported".into()) } else { warned("it was not reported") }
}

fn formalities(probe: &mut Probe, facts: &Facts) -> Outcome {
    probe.send_all(&[
        "accepted setboard",
        "rejected highlight",
        "random",
        "computer",
        "name Opponent",
        "rating 1500 1600",
        "ics -",
        "draw",
        "hard",
        "easy",
    ]);
    no_move(&ready(probe, facts)?, "in force mode")?;
    check_works(probe, facts)
}

fn odd_lines(probe: &mut Probe, facts: &Facts) -> Outcome {
    probe.send_bytes(b"\n\r\n  \nforce\r\n");
    probe.send(&"x".repeat(10_000));
    ready(probe, facts)?;
    check_works(probe, facts)
}

fn result(probe: &mut Probe, facts: &Facts) -> Outcome {
    probe.send_all(&["new", "st 2"]);
    user_move(probe, facts, "h2h4");
    if no_move(&probe.listen(Duration::from_millis(200))?, "").is_err() {
        return skipped("it replies too quickly");
    }
    probe.send("result 1-0 {White wins on time}");
    no_move(&probe.listen(Duration::from_millis(2500))?, "after result")?;
    check_works(probe, facts)
}

fn memory(probe: &mut Probe, facts: &Facts) -> Outcome {
    let words = [("memory", "memory 16"), ("smp", "cores 1")];
    let lines: Vec<&str> =
        words.iter().filter(|(name, _)| facts.offers(name, false)).map(|(_, line)| *line).collect();
    if lines.is_empty() {
        return skipped("it offers neither");
    }
    for line in &lines {
        probe.send(line);
    }
    let lines = ready(probe, facts)?;
    if let Some(line) =
        lines.iter().find(|line| matches!(Message::parse(&line.text), Some(Message::Error(_))))
    {
        return failed(format!("\"{}\"", shortened(&line.text)));
    }
    check_works(probe, facts)
}

fn options(probe: &mut Probe, facts: &Facts) -> Outcome {
    let mut count = 0;
    for option in &facts.options {
        let values = match &option.kind {
            OptionKind::Check { default } => vec!["0".to_owned(), i32::from(*default).to_string()],
            OptionKind::Spin { default, min, .. } => vec![min.to_string(), default.to_string()],
            OptionKind::Combo { default, .. } => vec![default.clone()],
            OptionKind::Text { .. } | OptionKind::Button => continue,
        };
        for value in values {
            probe.send(&format!("option {}={value}", option.name));
        }
        ready(probe, facts)?;
        count += 1;
    }
    if count == 0 {
        return skipped("there are none");
    }
    check_works(probe, facts)?;
    probe.kill();
    Ok(format!("{count} options"))
}
