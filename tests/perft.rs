//! All available perft suites on all our boards, up to the number of leaves in the environment variable
//! `PERFT_LEAVES`.

use std::path::PathBuf;

use heirloom_ancestors::ALL;
use heirloom_chess::Move;
use heirloom_chess::perft::{self, Options, suite};
use heirloom_engine::{Engine, EngineError, Signals};
use heirloom_testing::{needs_sample_data, sample_data};

/// Deep enough to meet every rule, short enough for every run.
const DEFAULT_LEAVES: u64 = 100_000;

/// The boards of the ancestors are slower.
const DEFAULT_LEAVES_OF_ANCESTORS: u64 = 5_000;

fn limit(default: u64) -> u64 {
    std::env::var("PERFT_LEAVES").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn read(name: &str, text: &str) -> Vec<suite::Case> {
    let cases = suite::parse(text).unwrap_or_else(|error| panic!("{name}, {error}"));
    assert!(!cases.is_empty(), "{name} has no positions");
    cases
}

/// Counts each position at each depth up to the limit; an error names position, depth and the count of each
/// move. Positions that are not supported are skipped.
fn count(
    name: &str,
    cases: &[suite::Case],
    limit: u64,
    mut divide: impl FnMut(&suite::Case, u32) -> Option<Vec<(Move, u64)>>,
) {
    let (mut counted, mut leaves, mut unsupported) = (0, 0, 0);
    for case in cases {
        for &(depth, expected) in case.counts.iter().filter(|(_, expected)| *expected <= limit) {
            let Some(by_move) = divide(case, depth) else {
                unsupported += 1;
                break;
            };
            let found: u64 = by_move.iter().map(|(_, count)| count).sum();
            let place = format!("{name}, line {}: {} at depth {depth}", case.line, case.fen);
            assert_eq!(found, expected, "{place}: {by_move:?}");
            counted += 1;
            leaves += found;
        }
    }
    println!("{name}: {counted} counts, {leaves} leaves, {unsupported} positions not supported");
}

fn check(name: &str, text: &str) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let options = Options { threads, ..Options::default() };
    count(name, &read(name, text), limit(DEFAULT_LEAVES), |case, depth| {
        Some(perft::divide(&case.position, depth, &options, &|| false).expect("never stopped"))
    });
}

/// Does the same on the board of each ancestor.
fn check_ancestors(name: &str, text: &str) {
    let cases = read(name, text);
    std::thread::scope(|scope| {
        for ancestor in ALL {
            scope.spawn(|| {
                let mut engine = (ancestor.create)().expect("memory");
                let name = format!("{name}, {}", ancestor.name);
                let limit = limit(DEFAULT_LEAVES_OF_ANCESTORS);
                count(&name, &cases, limit, |case, depth| divide(&mut *engine, case, depth));
            });
        }
    });
}

fn divide(engine: &mut dyn Engine, case: &suite::Case, depth: u32) -> Option<Vec<(Move, u64)>> {
    match engine.divide(&case.position, depth, &Signals::new()) {
        Ok(by_move) => Some(by_move),
        // Old programs do not support Chess960 or more pieces than a game can have.
        Err(EngineError::Unsupported(_)) if case.position.is_chess960() || is_crowded(&case.fen) => None,
        Err(error) => panic!("{}: {error}", case.fen),
    }
}

/// Returns true if a side has more pieces than a game can have.
fn is_crowded(fen: &str) -> bool {
    let board = fen.split(' ').next().unwrap_or_default();
    let white = board.chars().filter(char::is_ascii_uppercase).count();
    let black = board.chars().filter(char::is_ascii_lowercase).count();
    white.max(black) > 16
}

#[test]
fn built_in_suite() {
    check("built-in suite", suite::BUILT_IN);
    check_ancestors("built-in suite", suite::BUILT_IN);
}

#[test]
fn double_chess960() {
    check("dfrc-generated.epd", include_str!("data/dfrc-generated.epd"));
    check_ancestors("dfrc-generated.epd", include_str!("data/dfrc-generated.epd"));
}

#[needs_sample_data("perft")]
#[test]
fn shared_suites() {
    let mut files: Vec<PathBuf> = sample_data("perft")
        .read_dir()
        .expect("readable")
        .map(|entry| entry.expect("readable").path())
        .collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("readable");
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        check(&name, &text);
        check_ancestors(&name, &text);
    }
}
