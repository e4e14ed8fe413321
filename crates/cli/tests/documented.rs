//! A test of the code blocks in the docs marked `console`: each command prints what the page shows.
//!
//! A line `$ heirloom ...` is run, the lines below it are its output on both streams. `[..]` matches any text
//! within a line and `...` any number of lines. The commands of a page run in one folder, with the program's
//! `data`.

#[path = "start/program.rs"]
mod start;

use std::fs;
use std::path::{Path, PathBuf};

use start::command;

/// A command and its expected output.
struct Shown {
    command: String,
    output: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    for folder in ["docs", "docs/manual"] {
        pages
            .extend(fs::read_dir(root().join(folder)).expect("a folder").flatten().map(|entry| entry.path()));
    }
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    pages
}

fn shown(page: &str) -> Vec<Shown> {
    let blocks =
        page.split("\n```console\n").skip(1).map(|rest| rest.split("\n```").next().unwrap_or_default());
    let mut all: Vec<Shown> = Vec::new();
    for line in blocks.flat_map(str::lines) {
        match (line.strip_prefix("$ "), all.last_mut()) {
            (Some(command), _) => all.push(Shown { command: command.to_owned(), output: String::new() }),
            (None, Some(last)) => last.output.push_str(&format!("{line}\n")),
            (None, None) => panic!("output without a command: {line}"),
        }
    }
    all
}

/// Returns the output of a command on both streams, without trailing blanks.
fn printed(line: &str, folder: &Path) -> String {
    let words = line.strip_prefix("heirloom ").unwrap_or_else(|| panic!("only heirloom is run: {line}"));
    let output = command(words).current_dir(folder).output().expect("runs");
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8_lossy(&text).lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[test]
fn marked_commands_print_what_the_docs_say() {
    let mut count = 0;
    for page in pages() {
        let all = shown(&fs::read_to_string(&page).expect("readable"));
        let folder = tempfile::tempdir().expect("a folder");
        if !all.is_empty() {
            fs::create_dir(folder.path().join("data")).expect("a folder");
            for name in ["games.pgn", "endgames.pgn", "puzzles.csv"] {
                fs::copy(root().join("data").join(name), folder.path().join("data").join(name))
                    .expect("data of the program");
            }
        }
        for Shown { command, output } in all {
            count += 1;
            let name = format!("{}: {command}", page.display());
            snapbox::Assert::new()
                .try_eq(Some(&name), printed(&command, folder.path()).into(), output.into())
                .unwrap_or_else(|difference| panic!("{difference}"));
        }
    }
    assert!(count >= 15, "only {count} commands are marked");
}
