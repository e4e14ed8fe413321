//! Every perft suite at hand, down to a number of leaves that the environment variable `PERFT_LEAVES` sets.

use std::path::{Path, PathBuf};

use heirloom_chess::perft::{self, Options, suite};

/// Deep enough to meet every rule, short enough for every run.
const DEFAULT_LEAVES: u64 = 100_000;

fn limit() -> u64 {
    std::env::var("PERFT_LEAVES").ok().and_then(|text| text.parse().ok()).unwrap_or(DEFAULT_LEAVES)
}

/// Counts each position at each depth up to the limit; a difference names position, depth and the count of each move.
fn check(name: &str, text: &str) {
    let (limit, never) = (limit(), || false);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let cases = suite::parse(text).unwrap_or_else(|error| panic!("{name}, {error}"));
    assert!(!cases.is_empty(), "{name} has no positions");
    let (mut counted, mut leaves) = (0, 0);
    for case in &cases {
        for &(depth, expected) in case.counts.iter().filter(|(_, expected)| *expected <= limit) {
            let by_move = perft::divide(&case.position, depth, &Options { threads, ..Options::default() }, &never).expect("never stopped");
            let found: u64 = by_move.iter().map(|(_, count)| count).sum();
            assert_eq!(found, expected, "{name}, line {}: {} at depth {depth}: {by_move:?}", case.line, case.fen);
            counted += 1;
            leaves += found;
        }
    }
    println!("{name}: {} positions, {counted} counts, {leaves} leaves", cases.len());
}

/// The project's shared data, if it lies beside the checkout.
fn shared(folder: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data").join(folder);
    if !path.exists() {
        println!("skipped: {} is not there", path.display());
        return None;
    }
    Some(path)
}

#[test]
fn built_in_suite() {
    check("built-in suite", suite::BUILT_IN);
}

#[test]
fn double_chess960() {
    check("dfrc-generated.epd", include_str!("data/dfrc-generated.epd"));
}

#[test]
fn shared_suites() {
    let Some(folder) = shared("perft") else { return };
    let mut files: Vec<PathBuf> = folder.read_dir().expect("readable").map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("readable");
        check(&file.file_name().unwrap_or_default().to_string_lossy(), &text);
    }
}
