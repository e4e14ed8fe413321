//! Checks, for this platform, that the desk reuses what was built for the engine: each library that they
//! share has the features of the engine in the desk, too.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use heirloom_tests::root;

/// Returns the libraries that a package needs, each with its sets of features.
fn libraries(package: &str) -> BTreeMap<String, BTreeSet<String>> {
    let arguments = ["tree", "--locked", "--edges", "normal,build", "--prefix", "none"];
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--format", "{p};{f}", "--package", package])
        .current_dir(root())
        .output()
        .expect("cargo");
    assert!(output.status.success(), "cargo tree: {}", String::from_utf8_lossy(&output.stderr));
    let mut libraries = BTreeMap::<String, BTreeSet<String>>::new();
    for line in String::from_utf8_lossy(&output.stdout).lines().filter(|line| !line.is_empty()) {
        let (name, features) = line.split_once(';').expect("features");
        let features = features.trim_end_matches(" (*)").to_owned();
        libraries.entry(name.to_owned()).or_default().insert(features);
    }
    libraries
}

#[test]
fn no_library_is_built_twice_for_the_two_programs() {
    let (engine, desk) = (libraries("heirloom-cli"), libraries("heirloom-desk"));
    assert!(engine.len() > 100, "cargo tree lists {} libraries", engine.len());
    let other = engine.iter().filter_map(|(name, features)| {
        let desk = desk.get(name)?;
        (!features.is_subset(desk)).then(|| format!("{name}\n  engine {features:?}\n  desk   {desk:?}\n"))
    });
    let other: String = other.collect();
    assert!(other.is_empty(), "add the missing features to crates/features/Cargo.toml:\n{other}");
}
