//! The speed test of an engine, with the threads and memory it would have in games.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use heirloom_app::roster::BuiltIn;
use heirloom_chess::{Line, Position};
use heirloom_engine::{Engine, EngineError, Limits, Signals};
use heirloom_flagship::bench::POSITIONS;
use web_time::Instant;

/// The default duration in seconds.
const SECONDS: u64 = 30;

/// The longest test, in seconds.
const LONGEST: u64 = 3600;

/// The default size of the hash table in MiB per thread.
const HASH: u64 = 32;

/// Searches to warm up, which do not count.
const WARM_UP: usize = 3;

/// The settings of a test.
struct Setting {
    threads: u64,
    hash: u64,
    seconds: u64,
}

impl Setting {
    /// Reads `[threads] [hash] [seconds]`. By default there is a thread for each CPU, and memory for each
    /// thread.
    fn read(words: &str) -> Result<Setting, String> {
        let mut words = words.split_whitespace();
        let mut number = |what: &str, usual: u64, most: u64| match words.next().map(str::parse::<u64>) {
            None => Ok(usual),
            Some(Ok(number)) if (1..=most).contains(&number) => Ok(number),
            Some(_) => Err(format!(
                "speedtest takes threads, hash size in MiB and seconds, such as speedtest 4 256 30; {what} \
                    must be from 1 to {most}"
            )),
        };
        let processors = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
        let threads = number("threads", processors, 512)?;
        let hash = number("MiB", HASH * threads, 1 << 20)?;
        Ok(Setting { threads, hash, seconds: number("seconds", SECONDS, LONGEST)? })
    }
}

/// Measures a new engine, so that the engine of a session is not affected, and writes the result. Fails on
/// invalid numbers, on threads or memory that the system refuses, and if `signals` stop it.
pub fn run(words: &str, own: BuiltIn, signals: &Signals, out: &mut dyn Write) -> Result<()> {
    let setting = Setting::read(words).map_err(anyhow::Error::msg)?;
    let mut engine = own.create()?;
    for (name, value) in [("Threads", setting.threads), ("Hash", setting.hash)] {
        // An engine without threads has one.
        match engine.set_option(name, &value.to_string()) {
            Ok(()) | Err(EngineError::UnknownOption { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    let positions: Vec<Position> =
        POSITIONS.iter().filter_map(|fen| Position::from_fen(fen).ok()).filter(has_play).collect();
    let share = Duration::from_secs(setting.seconds) / (positions.len() + WARM_UP) as u32;
    let (mut nodes, mut time, mut full) = (0, Duration::ZERO, 0);
    for (index, position) in positions.iter().take(WARM_UP).chain(&positions).enumerate() {
        let begun = Instant::now();
        let (searched, hashfull) = search(engine.as_mut(), position, share, signals)?;
        if index >= WARM_UP {
            nodes += searched;
            time += begun.elapsed();
            full = full.max(hashfull);
        }
    }
    let milliseconds = time.as_millis().max(1);
    writeln!(out, "Engine          : {}", engine.name())?;
    writeln!(out, "Threads         : {}", setting.threads)?;
    writeln!(out, "Hash (MiB)      : {}, filled to {:.1}%", setting.hash, f64::from(full) / 10.0)?;
    writeln!(out, "Total time (ms) : {milliseconds}")?;
    writeln!(out, "Nodes searched  : {nodes}")?;
    writeln!(out, "Nodes/second    : {}", u128::from(nodes) * 1000 / milliseconds)?;
    Ok(())
}

/// Returns false for positions with few pieces, which are searched to their end at once.
fn has_play(position: &Position) -> bool {
    position.occupied().count() > 12 && position.legal_moves().len() > 1
}

/// Returns the nodes and the fill of the hash table in permille.
fn search(
    engine: &mut dyn Engine,
    position: &Position,
    time: Duration,
    signals: &Signals,
) -> Result<(u64, u32), EngineError> {
    let (mut nodes, mut full) = (0, 0);
    // New signals, because the time counts from their creation; a stop takes effect between two of the many
    // short searches.
    engine.search(&Line::new(position.clone()), &Limits::move_time(time), &Signals::new(), &mut |info| {
        nodes = info.nodes.unwrap_or(nodes);
        full = info.hashfull.unwrap_or(full);
    })?;
    if signals.is_stopped() { Err(EngineError::Stopped) } else { Ok((nodes, full)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read() {
        let read =
            |words| Setting::read(words).map(|setting| (setting.threads, setting.hash, setting.seconds));
        assert_eq!(read("2 64 5"), Ok((2, 64, 5)));
        assert_eq!(read("3"), Ok((3, 3 * HASH, SECONDS)));
        for words in ["x", "0", "2 64 99999", "-1"] {
            assert!(read(words).is_err_and(|error| error.contains("speedtest 4 256 30")), "{words}");
        }
    }
}
