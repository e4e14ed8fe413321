//! Checks of the introduction: `uci` to `uciok`, names and options.

use std::time::Duration;

use heirloom_engine::{EngineOption, OptionKind};

use crate::compliance::probe::{Probe, ReceivedLine, seconds, shortened};
use crate::compliance::{CheckFailure, Facts, Group, Outcome, failed, warned};
use crate::uci::Message;

pub const GROUP: Group = Group {
    name: "handshake",
    checks: &checks! {
        "introduction" => introduction,
            demands "uci is answered with uciok within ten seconds, preferably two",
            remedy "answer before loading nets and tables; flush the output after each line";
        "silent-start" => silent_start,
            demands "nothing is written before the first command",
            remedy "print a greeting only if the input is a terminal";
        "id" => id,
            demands "the handshake has id name and id author",
            remedy "write both before uciok";
        "introduction-lines" => introduction_lines,
            demands "the handshake contains only id, option, info, copyprotection and uciok",
            remedy "send remarks as info string";
        "options-well-formed" => options_well_formed,
            demands "each option has a name, one of the five types, and the fields its type needs",
            remedy "write: option name NAME type TYPE default VALUE, with min and max for spin and var for \
                    combo";
        "option-names" => option_names,
            demands "option names differ in more than case and contain no keyword of the option line",
            remedy "rename the option: GUIs compare names without case and look for name, type, default, \
                    min, max and var";
        "option-defaults" => option_defaults,
            demands "defaults lie within their ranges and among their choices",
            remedy "correct the default or the range: GUIs reject or clamp the option";
        "options-expected" => options_expected,
            demands "Hash and Threads are offered, UCI_Elo and UCI_LimitStrength only together",
            remedy "offer both, even if Threads has only 1: match programs and rating lists set them";
    },
};

/// The longest time that any GUI waits.
const PATIENCE: Duration = Duration::from_secs(10);

/// Sends `uci` and returns the introduction.
pub fn introduce(probe: &mut Probe) -> Result<Vec<ReceivedLine>, CheckFailure> {
    probe.send("uci");
    probe.wait_for("uciok", PATIENCE, |line| line == "uciok")
}

/// Parses the introduction.
pub fn read(facts: &mut Facts) {
    for line in &facts.introduction {
        match Message::parse(&line.text) {
            Some(Message::Name(name)) if !name.is_empty() => facts.name = name,
            Some(Message::Option(option)) => facts.options.push(option),
            _ => {}
        }
    }
}

fn introduction(_: &mut Probe, facts: &Facts) -> Outcome {
    let seen = format!("uciok after {}", seconds(facts.took));
    if facts.took > Duration::from_secs(2) { warned(seen) } else { Ok(seen) }
}

fn silent_start(_: &mut Probe, facts: &Facts) -> Outcome {
    let Some(first) = facts.early.first() else { return Ok("silent".into()) };
    let seen = format!("\"{}\" before any command", shortened(&first.text));
    // Lines of the protocol confuse GUIs that wait for them; a banner only those that show it.
    if facts.early.iter().any(|line| Message::parse(&line.text).is_some()) {
        failed(seen)
    } else {
        warned(seen)
    }
}

fn id(_: &mut Probe, facts: &Facts) -> Outcome {
    let value_of =
        |word: &str| facts.introduction.iter().find_map(|line| line.text.strip_prefix(word).map(str::trim));
    match (value_of("id name "), value_of("id author ")) {
        (Some(name), Some(author)) if !name.is_empty() && !author.is_empty() => {
            Ok(format!("{name} by {author}"))
        }
        (None | Some(""), _) => failed("there is no id name"),
        _ => failed("there is no id author"),
    }
}

fn introduction_lines(_: &mut Probe, facts: &Facts) -> Outcome {
    let words = ["id", "option", "uciok", "info", "copyprotection", "registration", ""];
    match facts
        .introduction
        .iter()
        .find(|line| !words.contains(&line.text.split_whitespace().next().unwrap_or_default()))
    {
        Some(line) => warned(format!("\"{}\"", shortened(&line.text))),
        None => Ok(format!("{} lines", facts.introduction.len())),
    }
}

/// Returns the lines that declare options.
fn option_lines(facts: &Facts) -> impl Iterator<Item = &str> {
    facts
        .introduction
        .iter()
        .map(|line| line.text.as_str())
        .filter(|line| line.split_whitespace().next() == Some("option"))
}

fn options_well_formed(_: &mut Probe, facts: &Facts) -> Outcome {
    let mut count = 0;
    for line in option_lines(facts) {
        count += 1;
        let Some(Message::Option(option)) = Message::parse(line) else {
            return failed(format!("\"{}\"", shortened(line)));
        };
        let tokens: Vec<&str> = line.split_whitespace().collect();
        let number = |key: &str| {
            let at = tokens.iter().rposition(|&token| token == key)?;
            tokens.get(at + 1)?.parse::<i64>().ok()
        };
        let fault = match &option.kind {
            OptionKind::Spin { .. } if number("default").is_none() => "has no whole number as its default",
            OptionKind::Spin { .. } if number("min").is_none() || number("max").is_none() => {
                "has no whole numbers as min and max"
            }
            OptionKind::Check { .. } if !matches!(tokens.last(), Some(&"true" | &"false")) => {
                "has neither true nor false as its default"
            }
            OptionKind::Combo { choices, .. } if choices.is_empty() => "has no var",
            OptionKind::Text { .. } if !tokens.contains(&"default") => "has no default",
            _ => continue,
        };
        if matches!(option.kind, OptionKind::Text { .. }) {
            return warned(format!("\"{}\" {fault}", shortened(line)));
        }
        return failed(format!("\"{}\" {fault}", shortened(line)));
    }
    Ok(format!("{count} options"))
}

fn option_names(_: &mut Probe, facts: &Facts) -> Outcome {
    for (index, option) in facts.options.iter().enumerate() {
        if facts.options[index + 1..].iter().any(|other| other.name.eq_ignore_ascii_case(&option.name)) {
            return failed(format!("the option {} occurs twice", option.name));
        }
    }
    let keywords = ["name", "type", "default", "min", "max", "var", "value"];
    let holds = |option: &&EngineOption| {
        option.name.split_whitespace().any(|word| keywords.contains(&word.to_ascii_lowercase().as_str()))
    };
    match facts.options.iter().find(holds) {
        Some(option) => warned(format!("the name {} contains a keyword", option.name)),
        None => Ok(format!("{} names", facts.options.len())),
    }
}

fn option_defaults(_: &mut Probe, facts: &Facts) -> Outcome {
    for EngineOption { name, kind } in &facts.options {
        match kind {
            OptionKind::Spin { default, min, max } if min > max || !(min..=max).contains(&default) => {
                return failed(format!("{name}: default {default} is outside {min} to {max}"));
            }
            OptionKind::Combo { default, choices } if !choices.contains(default) => {
                return failed(format!("{name}: default {default} is not a var"));
            }
            _ => {}
        }
    }
    Ok("all within".into())
}

fn options_expected(_: &mut Probe, facts: &Facts) -> Outcome {
    if let Some(name) = ["Hash", "Threads"].into_iter().find(|name| !facts.has_spin(name)) {
        return warned(format!("there is no option {name}"));
    }
    if facts.option("UCI_Elo").is_some() != facts.option("UCI_LimitStrength").is_some() {
        return warned("UCI_Elo and UCI_LimitStrength are not offered together");
    }
    Ok("they are".into())
}
