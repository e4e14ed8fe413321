//! The rules of the house: who may use whom, how files open, who may print, where unsafe code is.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace")
}

/// All Rust files under a folder of the workspace, with their text.
fn sources(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(folder) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() && !path.ends_with("target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
                found.push((name, fs::read_to_string(&path).expect("readable")));
            }
        }
    }
    found.sort();
    found
}

/// The rows of ARCHITECTURE.md's layer table: crate to the crates it may use.
fn layer_table() -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let rows = text.lines().filter(|line| line.starts_with("| ") && line.contains('`'));
    rows.filter_map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [_, name, _, uses] = cells[..] else { return None };
        let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(String::from).collect::<Vec<_>>();
        Some((names(name).first()?.clone(), names(uses)))
    })
    .collect()
}

#[test]
fn crates_use_only_what_the_layer_table_allows() {
    let table = layer_table();
    for entry in fs::read_dir(root().join("crates")).expect("crates").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let allowed = table.get(&name).unwrap_or_else(|| panic!("crate {name} is missing from ARCHITECTURE.md's layer table"));
        let manifest = fs::read_to_string(entry.path().join("Cargo.toml")).expect("manifest");
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default().split("\n[").next().unwrap_or_default();
        for used in dependencies.lines().filter_map(|line| line.strip_prefix("heirloom-")) {
            let used = used.split(['.', ' ', '=']).next().unwrap_or_default();
            assert!(allowed.iter().any(|name| name == used), "{name} uses {used}, which the layer table does not allow");
        }
    }
}

#[test]
fn every_file_opens_with_a_sentence() {
    for (name, text) in sources("crates").into_iter().chain(sources("tests")) {
        let first = text.lines().next().unwrap_or_default();
        assert!(first.starts_with("//! ") && first.len() > 20, "{name} does not say in its first line what lives there");
    }
}

#[test]
fn only_the_programs_print() {
    for (name, text) in sources("crates") {
        let program = name.starts_with("crates/cli/") || name.starts_with("crates/desk/");
        let source = name.contains("/src/") && !program;
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for word in ["println!(", "print!(", "eprintln!(", "eprint!(", "io::stdout()", "io::stdin()"] {
            assert!(!source || !code.contains(word), "{name} has {word}; only cli and desk touch standard input and output");
        }
    }
}

#[test]
fn unsafe_code_is_named_here() {
    const ALLOWED: &[&str] = &[
        "crates/chess/src/attacks/sliders.rs",
        "crates/chess/src/moves.rs",
        "crates/flagship/src/eval/nnue/rays.rs",
        "crates/flagship/src/eval/nnue/simd.rs",
        "crates/flagship/src/huge.rs",
        "crates/flagship/src/prefetch.rs",
        "crates/tablebase/src/files.rs",
    ];
    for (name, text) in sources("crates") {
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let is_unsafe = line.contains("unsafe {") || line.contains("unsafe impl") || line.contains("unsafe fn");
            if is_unsafe && !line.trim_start().starts_with("//") {
                assert!(ALLOWED.contains(&name.as_str()), "{name} has unsafe code; name it in this test and say why");
                let explained = lines[index.saturating_sub(4)..index].iter().any(|line| line.contains("SAFETY:"));
                assert!(explained, "{name}:{} has no SAFETY comment", index + 1);
            }
        }
    }
}

#[test]
fn no_catch_all_names() {
    for (name, _) in sources("crates") {
        for word in ["util", "common", "manager", "helper", "misc", "/mod.rs"] {
            assert!(!name.contains(word), "{name}: name what lives there");
        }
    }
}

#[test]
fn tests_start_the_program_without_the_users_configuration() {
    for (name, text) in sources("crates/cli/tests") {
        // `kill` has no configuration.
        let starts = text.matches("Command::new(").count() - text.matches("Command::new(\"kill\")").count();
        assert!(starts == 0 || name.ends_with("/start/program.rs"), "{name} starts a program by itself; let start::program do it");
    }
}
