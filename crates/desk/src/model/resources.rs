//! What engines get of the machine: threads and memory for an analysis, and time for the windows in a game.

use heirloom_app::roster::BuiltIn;
use heirloom_engine::{Engine, OptionKind};

use crate::roster::EngineFactory;

/// The size of the hash table, at most, in MiB.
const HASH: i64 = 256;
/// The share of the memory for it.
const SHARE: u64 = 8;
/// The time that the windows may take per move, in milliseconds.
const OVERHEAD: i64 = 50;

/// Returns a factory of the same engine with half of the processors and an eighth of the memory, if it is
/// built-in and the user has not set these options. Other programs are left as they are configured.
pub fn for_analysis(id: &str, make: EngineFactory) -> EngineFactory {
    if BuiltIn::find(id).is_none() {
        return make;
    }
    Box::new(move || {
        let mut engine = make()?;
        give(engine.as_mut(), &[("Threads", 1, threads()), ("Hash", 16, hash())]);
        Ok(engine)
    })
}

/// Returns a factory of the same engine that leaves some time for the windows in a game with a clock, if it
/// is built-in and the user has not set this option.
pub fn for_play(id: &str, make: EngineFactory) -> EngineFactory {
    if BuiltIn::find(id).is_none() {
        return make;
    }
    Box::new(move || {
        let mut engine = make()?;
        give(engine.as_mut(), &[("Move Overhead", 10, OVERHEAD)]);
        Ok(engine)
    })
}

/// Sets options (name, usual default, value) that still have the defaults of the engine.
fn give(engine: &mut dyn Engine, values: &[(&str, i64, i64)]) {
    for option in engine.options().to_vec() {
        let OptionKind::Spin { default, min, max } = option.kind else { continue };
        let known = values.iter().find(|(name, usual, _)| *name == option.name && *usual == default);
        let Some(&(_, _, wanted)) = known else { continue };
        // With less than the default there is too little memory, which the engine will report.
        let _ = engine.set_option(&option.name, &wanted.max(default).max(min).min(max).to_string());
    }
}

fn threads() -> i64 {
    std::thread::available_parallelism().map_or(1, |count| (count.get() / 2).max(1) as i64)
}

fn hash() -> i64 {
    let eighth = memory().map(|memory| i64::try_from(memory / SHARE).unwrap_or(HASH));
    eighth.map_or(HASH, |eighth| eighth.min(HASH))
}

/// Returns the memory of the machine in MiB, where the system says it in a file.
fn memory() -> Option<u64> {
    total(&std::fs::read_to_string("/proc/meminfo").ok()?)
}

fn total(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roster::{BuiltInEngines, Roster};

    #[test]
    fn our_engines_get_what_the_user_has_not_set() {
        let mut engine = BuiltInEngines.factory("heirloom")().unwrap();
        give(engine.as_mut(), &[("Threads", 1, 2), ("Hash", 16, 64), ("Move Overhead", 10, 90)]);
        let id = "nowhere/program";
        assert!(for_analysis(id, BuiltInEngines.factory(id))().is_err());
        for make in [for_analysis, for_play] {
            assert!(make("rajah", BuiltInEngines.factory("rajah"))().is_ok());
        }
    }

    #[test]
    fn the_memory_is_read() {
        assert_eq!(total("MemTotal:       16384000 kB\nMemFree: 1 kB\n"), Some(16000));
        assert_eq!(total("noise"), None);
        assert!((1..=HASH).contains(&hash()) && threads() >= 1);
    }
}
