//! Runs every target over its seeds and past findings, on stable.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn every_seed_passes() {
    for (name, target) in heirloom_fuzz::TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
        let mut paths: Vec<PathBuf> =
            fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        assert!(!paths.is_empty(), "{name} has no seeds");
        for path in paths {
            // The name of the file is needed if the target fails.
            eprintln!("{name} {}", path.display());
            target(&fs::read(&path).unwrap());
        }
    }
}

#[test]
fn damaged_seeds_pass_too() {
    for (name, target) in heirloom_fuzz::TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let seed = fs::read(&path).unwrap();
            eprintln!("{name} {}", path.display());
            // Truncated, with a byte removed, and with a byte changed, at about forty places each.
            for place in (0..seed.len()).step_by(seed.len() / 40 + 1) {
                target(&seed[..place]);
                target(&[&seed[..place], &seed[place + 1..]].concat());
                let mut changed = seed.clone();
                changed[place] ^= 1 << (place % 8);
                target(&changed);
            }
        }
    }
}
