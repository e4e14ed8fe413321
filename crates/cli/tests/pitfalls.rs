//! Tests of what has broken engines in GUIs; the protocol's transcripts cover the rest of the list.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

/// Runs the program at a path, in a folder.
fn run(path: impl AsRef<OsStr>, folder: &Path, arguments: &[&str], input: &str) -> Output {
    fed(program(path).current_dir(folder).args(arguments), input)
}

/// Returns the output of a UCI session.
fn uci(folder: &Path, input: &str) -> String {
    let output = run(PROGRAM, folder, &["uci"], input);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    said(&output)
}

#[test]
fn a_session_leaves_no_files_and_no_words_on_the_error_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = "uci\nsetoption name OwnBook value true\nsetoption name Threads value \
        2\nucinewgame\nisready\ngo depth 6\nposition startpos moves e2e4\n\
                 setoption name OwnBook value false\ngo nodes 5000\n";
    assert_eq!(uci(folder.path(), input).matches("bestmove ").count(), 2);
    let output = run(
        PROGRAM,
        folder.path(),
        &["xboard"],
        "xboard\nprotover 2\nnew\nsd 4\nusermove e2e4\nping 1\nquit\n",
    );
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_table_beyond_all_memory_is_refused_and_the_game_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = uci(folder.path(), "setoption name Hash value 1048576\nisready\ngo depth 4\n");
    // A system that promises a terabyte may allocate it.
    assert!(said.contains("bestmove ") && said.contains("readyok"), "{said}");
}

#[test]
fn nets_are_found_in_folders_with_blanks_and_letters_of_any_kind() {
    let folder = tempfile::tempdir().expect("a folder");
    let nets = folder.path().join("meine Netze für später");
    fs::create_dir(&nets).expect("a folder");
    let net = nets.join("größtes Netz.net");
    let said = uci(
        folder.path(),
        &format!("export_net {0}\nsetoption name EvalFile value {0}\ngo depth 4\n", net.display()),
    );
    assert!(
        said.contains("the net was written to") && said.contains("bestmove ") && !said.contains("stays"),
        "{said}"
    );
    // The same file from its own folder, and a file that does not exist.
    let from = |name: &str| uci(&nets, &format!("setoption name EvalFile value {name}\ngo depth 4\n"));
    assert!(!from("größtes Netz.net").contains("keeping the current one"));
    assert!(from("kleinstes Netz.net").contains("keeping the current one"));
}

#[cfg(unix)]
#[test]
fn what_is_not_in_the_current_folder_is_sought_beside_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let [program, other] = ["engines", "somewhere else"].map(|name| folder.path().join(name));
    fs::create_dir(&program).expect("a folder");
    fs::create_dir(&other).expect("a folder");
    let copy = program.join("heirloom");
    fs::copy(PROGRAM, &copy).expect("a copy");
    fs::write(program.join("mine.txt"), "a3 a6\n").expect("a book");
    run(&copy, &program, &["uci"], "export_net mine.net\n");
    let input = "setoption name EvalFile value mine.net\nsetoption name OwnBook value true\nsetoption name \
        Book File value mine.txt\ngo depth 3\n";
    let said = String::from_utf8(run(&copy, &other, &["uci"], input).stdout).expect("text");
    assert!(
        said.contains("bestmove a2a3") && !said.contains("stays") && !said.contains("without a book"),
        "{said}"
    );
}

#[test]
fn names_of_options_contain_none_of_the_words_that_describe_options() {
    let said = uci(Path::new("."), "uci\n");
    let names: Vec<&str> = said
        .lines()
        .filter_map(|line| Some(line.strip_prefix("option name ")?.split_once(" type ")?.0))
        .collect();
    assert!(names.len() > 20, "{said}");
    for name in names {
        let words = ["name", "type", "default", "min", "max", "var", "value"];
        assert!(name.split(' ').all(|word| !words.contains(&word)), "{name}");
    }
}
