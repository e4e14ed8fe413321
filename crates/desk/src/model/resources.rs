//! The threads and the memory of an engine that analyzes: enough of the machine to be useful, and enough left
//! for everything else.

use heirloom_app::roster::BuiltIn;
use heirloom_engine::{Engine, OptionKind};

use crate::roster::EngineFactory;

/// The size of the hash table, at most, in MiB.
const HASH: i64 = 256;
/// The share of the memory for it.
const SHARE: u64 = 8;

/// Returns a factory of the same engine with half of the processors and an eighth of the memory, if it is
/// one of ours and the user has not set these options. Other programs are left as they are configured.
pub fn for_analysis(id: &str, make: EngineFactory) -> EngineFactory {
    if BuiltIn::find(id).is_none() {
        return make;
    }
    Box::new(move || {
        let mut engine = make()?;
        give(engine.as_mut(), threads(), hash());
        Ok(engine)
    })
}

/// Sets the options that still have the defaults of the engine.
fn give(engine: &mut dyn Engine, threads: i64, hash: i64) {
    for option in engine.options().to_vec() {
        let OptionKind::Spin { default, min, max } = option.kind else { continue };
        let wanted = match option.name.as_str() {
            "Threads" if default == 1 => threads,
            "Hash" if default <= 16 => hash,
            _ => continue,
        };
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
        give(engine.as_mut(), 2, 64);
        let id = "nowhere/program";
        assert!(for_analysis(id, BuiltInEngines.factory(id))().is_err());
        assert!(for_analysis("rajah", BuiltInEngines.factory("rajah"))().is_ok());
    }

    #[test]
    fn the_memory_is_read() {
        assert_eq!(total("MemTotal:       16384000 kB\nMemFree: 1 kB\n"), Some(16000));
        assert_eq!(total("noise"), None);
        assert!((1..=HASH).contains(&hash()) && threads() >= 1);
    }
}
