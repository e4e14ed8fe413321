//! Checks of the introduction: `protover 2` to `done=1`, features and options.

use std::time::Duration;

use crate::compliance::probe::{Probe, ReceivedLine, seconds, shortened};
use crate::compliance::{CheckFailure, Facts, Group, Outcome, failed, warned};
use crate::xboard::{Message, feature};

pub const GROUP: Group = Group {
    name: "handshake",
    checks: &checks! {
        "introduction" => introduction,
            demands "protover 2 is answered with features that end in done=1, within two seconds unless \
                     done=0 asks for more",
            remedy "send feature done=0 before anything slow, and feature done=1 at the end";
        "silent-start" => silent_start,
            demands "nothing is written before the first command, unless it begins with #",
            remedy "print a greeting only if the input is a terminal";
        "features-well-formed" => well_formed,
            demands "features are name=value pairs of the protocol, texts in double quotes",
            remedy "correct the name; GUIs reply rejected at best";
        "features-expected" => expected,
            demands "ping=1, setboard=1, usermove and myname are sent",
            remedy "offer ping and setboard: some GUIs refuse programs without them";
        "features-harmless" => harmless,
            demands "reuse, sigint, sigterm and san do not have values that GUIs reject",
            remedy "send reuse=1 sigint=0 sigterm=0 san=0 explicitly";
        "options-well-formed" => options,
            demands "options have a name, one of the types, and defaults within their ranges",
            remedy "write option=\"NAME -spin VALUE MIN MAX\" and similar";
    },
};

/// The features of the protocol.
const KNOWN: &str = "ping setboard playother san usermove time draw sigint sigterm reuse analyze myname \
                     variants colors ics name pause nps debug memory smp egt option exclude setscore \
                     highlight done";

/// Requests the features and returns them; a program that sends `done=0` gets more time.
pub fn introduce(probe: &mut Probe) -> Result<Vec<ReceivedLine>, CheckFailure> {
    probe.send_all(&["xboard", "protover 2"]);
    let is_done = |line: &str, value: &str| {
        line.starts_with("feature") && feature::parse(line).contains(&("done".into(), value.into()))
    };
    let mut slow = false;
    let lines = probe.wait_for("feature done=1", Duration::from_secs(10), |line| {
        slow |= is_done(line, "0");
        slow || is_done(line, "1")
    })?;
    if !slow || lines.last().is_some_and(|line| is_done(&line.text, "1")) {
        return Ok(lines);
    }
    let more = probe.wait_for("feature done=1", Duration::from_secs(60), |line| is_done(line, "1"))?;
    Ok(lines.into_iter().chain(more).collect())
}

/// Parses the introduction.
pub fn read(facts: &mut Facts) {
    for line in &facts.introduction {
        if let Some(Message::Features(pairs)) = Message::parse(&line.text) {
            let options = pairs.iter().filter(|(name, _)| name == "option");
            facts.options.extend(options.filter_map(|(_, value)| feature::parse_option(value)));
            facts.features.extend(pairs);
        }
    }
    if let Some(name) = facts.feature("myname").map(String::from) {
        facts.name = name;
    }
}

fn introduction(_: &mut Probe, facts: &Facts) -> Outcome {
    let seen = format!("{} features after {}", facts.features.len(), seconds(facts.took));
    let in_time =
        facts.took <= Duration::from_secs(2) || facts.features.contains(&("done".into(), "0".into()));
    if in_time { Ok(seen) } else { warned(seen) }
}

fn silent_start(_: &mut Probe, facts: &Facts) -> Outcome {
    match facts.early.iter().find(|line| !line.text.starts_with('#') && !line.text.is_empty()) {
        Some(line) => warned(format!("\"{}\" before any command", shortened(&line.text))),
        None => Ok("silent".into()),
    }
}

fn well_formed(_: &mut Probe, facts: &Facts) -> Outcome {
    for line in facts.introduction.iter().filter(|line| line.text.starts_with("feature")) {
        if line.text.matches('"').count() % 2 == 1 {
            return failed(format!("unclosed quote in \"{}\"", shortened(&line.text)));
        }
    }
    let is_unknown = |name: &&str| !KNOWN.split(' ').any(|known| known == *name);
    match facts.features.iter().map(|(name, _)| name.as_str()).find(is_unknown) {
        Some(name) => warned(format!("the feature {name} is unknown")),
        None => Ok("they are".into()),
    }
}

fn expected(_: &mut Probe, facts: &Facts) -> Outcome {
    for name in ["ping", "setboard"] {
        if !facts.offers(name, false) {
            return warned(format!("{name}=1 is missing"));
        }
    }
    match ["myname", "usermove"].into_iter().find(|name| facts.feature(name).is_none()) {
        Some(name) => warned(format!("{name} is missing")),
        None => Ok("they are".into()),
    }
}

fn harmless(_: &mut Probe, facts: &Facts) -> Outcome {
    for (name, default, wanted) in
        [("reuse", true, true), ("sigint", true, false), ("sigterm", true, false), ("san", false, false)]
    {
        if facts.offers(name, default) != wanted {
            return warned(format!("{name}={} is requested, or missing", i32::from(!wanted)));
        }
    }
    Ok("they are".into())
}

fn options(_: &mut Probe, facts: &Facts) -> Outcome {
    let mut count = 0;
    for (_, value) in facts.features.iter().filter(|(name, _)| name == "option") {
        count += 1;
        let Some(option) = feature::parse_option(value) else {
            return failed(format!("option=\"{}\"", shortened(value)));
        };
        if let heirloom_engine::OptionKind::Spin { default, min, max } = option.kind
            && !(min..=max).contains(&default)
        {
            return failed(format!("{}: default {default} is outside {min} to {max}", option.name));
        }
    }
    Ok(format!("{count} options"))
}
