//! Checks of options with values of all kinds: the program accepts or rejects each, and keeps working.

use std::time::Duration;

use heirloom_engine::{EngineOption, OptionKind};

use super::talk::{SMALL_SEARCH, answer, begin, line_of, ready};
use crate::compliance::probe::Probe;
use crate::compliance::{CheckFailure, Facts, Group, Outcome, failed, skipped};

pub const GROUP: Group = Group {
    name: "options",
    checks: &checks! {
        "options-default" => defaults,
            demands "each option accepts its default, and buttons can be pressed",
            remedy "accept the values you have announced";
        "options-least" => least,
            demands "each option accepts its minimum, false, and its first choice",
            remedy "raise the minimum to what works";
        "options-most" => most,
            demands "each option accepts its maximum (a moderate one for Hash, Threads and similar \
                     options), true, and its last choice",
            remedy "lower the maximum to what works";
        "options-nonsense" => nonsense,
            demands "invalid values and unknown options do no harm",
            remedy "check the type and the range, and keep the old value";
        "options-case" => case,
            demands "the case of option names is ignored",
            remedy "compare names ignoring case";
    },
};

/// Moderate maximums of memory, threads and lines that most programs can handle.
const MODERATE: &[(&str, i64)] =
    &[("hash", 64), ("thread", 4), ("core", 4), ("multipv", 8), ("cache", 16), ("memory", 64)];
/// The maximum for other numbers.
const HIGHEST: i64 = 10_000;

/// Returns true for text options. Arbitrary values could make a program write or open files.
fn is_text(option: &EngineOption) -> bool {
    matches!(option.kind, OptionKind::Text { .. })
}

/// Sets options one by one; then a small search must answer, however slow a setting makes it.
fn set_all(probe: &mut Probe, facts: &Facts, value: impl Fn(&EngineOption) -> Option<String>) -> Outcome {
    let mut count = 0;
    for option in &facts.options {
        let Some(value) = value(option) else { continue };
        let line = if option.kind == OptionKind::Button {
            format!("setoption name {}", option.name)
        } else {
            format!("setoption name {} value {value}", option.name)
        };
        probe.send(&line);
        if let Err(CheckFailure::Failed(seen)) = ready(probe, SMALL_SEARCH) {
            return failed(format!("{seen}, sent after \"{line}\""));
        }
        count += 1;
    }
    if count == 0 {
        return skipped("there are none");
    }
    begin(probe, "startpos", "go depth 1");
    if probe.listen(Duration::from_millis(300))?.iter().all(|line| !super::talk::is_best_move(&line.text)) {
        probe.send("stop");
        answer(probe, line_of("startpos")?, SMALL_SEARCH)?;
    }
    // The effect of the options is unknown, so the next check gets a new program.
    probe.kill();
    Ok(format!("{count} options"))
}

fn defaults(probe: &mut Probe, facts: &Facts) -> Outcome {
    set_all(probe, facts, |option| {
        Some(match &option.kind {
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Combo { default, .. } => default.clone(),
            OptionKind::Text { default } if default.is_empty() => "<empty>".into(),
            OptionKind::Text { default } => default.clone(),
            OptionKind::Button => String::new(),
        })
    })
}

fn least(probe: &mut Probe, facts: &Facts) -> Outcome {
    set_all(probe, facts, |option| match &option.kind {
        OptionKind::Check { .. } => Some("false".into()),
        OptionKind::Spin { min, .. } => Some(min.to_string()),
        OptionKind::Combo { choices, .. } => choices.first().cloned(),
        OptionKind::Text { .. } | OptionKind::Button => None,
    })
}

fn most(probe: &mut Probe, facts: &Facts) -> Outcome {
    set_all(probe, facts, |option| match &option.kind {
        OptionKind::Check { .. } => Some("true".into()),
        OptionKind::Spin { min, max, .. } => {
            let name = option.name.to_ascii_lowercase();
            let moderate =
                MODERATE.iter().find(|(word, _)| name.contains(word)).map_or(HIGHEST, |&(_, number)| number);
            Some(moderate.clamp(*min, (*max).max(*min)).to_string())
        }
        OptionKind::Combo { choices, .. } => choices.last().cloned(),
        OptionKind::Text { .. } | OptionKind::Button => None,
    })
}

fn nonsense(probe: &mut Probe, facts: &Facts) -> Outcome {
    probe.send_all(&[
        "setoption name No Such Option value 1",
        "setoption name No Such Option",
        "setoption name value",
        "setoption value 3",
        "setoption name  value  ",
    ]);
    ready(probe, SMALL_SEARCH)?;
    for value in ["joho", "", "-99999999999999999999", "1.5", "<empty>"] {
        let set = set_all(probe, facts, |option| {
            (!is_text(option) && option.kind != OptionKind::Button).then(|| value.into())
        });
        if let Err(CheckFailure::Failed(seen)) = set {
            return failed(seen);
        }
        // `set_all` has killed it.
        super::PREPARATION.prepare(probe, facts)?;
    }
    Ok("no harm".into())
}

fn case(probe: &mut Probe, facts: &Facts) -> Outcome {
    let Some(option) = facts.options.iter().find(|option| option.name.eq_ignore_ascii_case("MultiPV")) else {
        return skipped("there is no option MultiPV to test it with");
    };
    let name: String = option
        .name
        .chars()
        .map(|c| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() })
        .collect();
    probe.send(&format!("setoption name {name} value 2"));
    let search = super::talk::search(probe, "startpos", "go depth 2", SMALL_SEARCH)?;
    probe.send("setoption name MultiPV value 1");
    if search.infos.iter().any(|line| line.info.plain.multipv == Some(2)) {
        Ok(format!("{name} is understood"))
    } else {
        crate::compliance::warned(format!("\"setoption name {name} value 2\" did nothing"))
    }
}
