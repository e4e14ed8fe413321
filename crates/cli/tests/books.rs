//! `heirloom book` and the options of books as users meet them.

#[path = "start/program.rs"]
mod start;

use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};

fn run(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = start::program(env!("CARGO_BIN_EXE_heirloom"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the program reads");
    child.wait_with_output().expect("the program ends")
}

/// What `heirloom book` says on standard output; it must not fail.
fn book(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, &[&["book"], arguments].concat(), "");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}

const GAMES: &str = "1. e4 e5 2. Nf3 1-0\n\n1. e4 c5 2. Nf3 1-0\n\n1. d4 d5 1/2-1/2\n\n[Event \"bad\"]\n\n1. e4 Ke6 *\n";

#[test]
fn books_are_built_shown_joined_and_exported() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let built = run(at, &["book", "build", "-", "-o", "a.bin", "--min-games", "1"], GAMES);
    let said = String::from_utf8_lossy(&built.stderr).into_owned();
    assert!(built.status.success() && said.contains("3 games") && said.contains("1 games cannot be read"), "{said}");
    assert!(said.contains("line 9, column 7"), "{said}");
    let probed = book(at, &["probe", "a.bin"]);
    assert!(probed.contains("e4            4   80.0%           0  B00 King's Pawn Game\n"), "{probed}");
    let probed = book(at, &["probe", "a.bin", "e4", "c5", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&probed).expect("JSON");
    assert_eq!(json["opening"]["eco"], "B20");
    assert_eq!((&json["moves"][0]["san"], &json["moves"][0]["weight"]), (&"Nf3".into(), &2.into()));
    assert!(book(at, &["info", "a.bin"]).contains("moves                5\npositions            4\n"));

    book(at, &["convert", "a.bin", "-o", "a.txt"]);
    book(at, &["merge", "a.bin", "a.txt", "builtin", "-o", "b.bin"]);
    assert!(book(at, &["probe", "b.bin"]).contains("e4            6"));
    let listed = book(at, &["list", "a.txt", "e4", "c5"]);
    assert_eq!(listed, "e4 c5 : Nf3    # B20 Sicilian Defense\n");
    assert_eq!(book(at, &["export", "a.bin", "--form", "csv"]).lines().count(), 6);
    assert!(book(at, &["export", "builtin", "--form", "pgn", "--plies", "4"]).contains("[Event \"Opening book\"]"));

    let nothing = run(at, &["book", "build", "-", "-o", "c.bin"], GAMES);
    assert!(!nothing.status.success() && String::from_utf8_lossy(&nothing.stderr).contains("nothing was written"));
    std::fs::write(at.join("bad.bin"), [0; 20]).expect("written");
    let bad = run(at, &["book", "info", "bad.bin"], "");
    assert!(!bad.status.success() && String::from_utf8_lossy(&bad.stderr).contains("bad.bin: 20 bytes are no Polyglot book"));
}

#[test]
fn libraries_are_edited_by_hand() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    book(at, &["add", "mine.txt", "1.", "e4", "e5", "--note", "open"]);
    book(at, &["add", "mine.txt", "e4", "c5", "--passive"]);
    book(at, &["annotate", "mine.txt", "e4", "--note", "first"]);
    assert_eq!(book(at, &["list", "mine.txt"]), " : e4 {first}\ne4 : e5 {open} (c5)    # B00 King's Pawn Game\n");
    book(at, &["passivate", "mine.txt", "e4", "e5"]);
    book(at, &["activate", "mine.txt", "e4", "c5"]);
    book(at, &["remove", "mine.txt", "e4", "e5"]);
    assert!(book(at, &["list", "mine.txt", "e4"]).starts_with("e4 : c5"));
    let unknown = run(at, &["book", "activate", "mine.txt", "e4", "e5"], "");
    let said = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert!(!unknown.status.success() && said.contains("does not know this move here"), "{said}");
}

#[test]
fn every_engine_plays_from_books_and_teaches_libraries() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    std::fs::write(at.join("mine.txt"), "a3 a6 {odd}\n").expect("written");
    let setup = "setoption name Book File value mine.txt\nsetoption name OwnBook value true\nsetoption name Book Learn value true\n";
    for (name, own) in [("heirloom", "g2g3"), ("roce", "h2h3")] {
        let game =
            format!("uci\n{setup}ucinewgame\nposition startpos\ngo depth 1\nposition startpos moves a2a3 a7a6 {own}\ngo depth 1\nquit\n");
        let output = run(at, &["--engine", name, "uci"], &game);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("option name Book File type string default <empty>"), "{name}: {text}");
        assert!(text.contains("info string book move a3") && text.contains("bestmove a2a3 ponder a7a6"), "{name}: {text}");
        assert!(text.contains("info string the opening library learned"), "{name}: {text}");
    }
    let library = std::fs::read_to_string(at.join("mine.txt")).expect("a library");
    assert_eq!(
        library,
        "a3 a6 {odd}\n1nbqkbnr/".replace("1nbqkbnr/", "rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - : (g3) (h3)\n")
    );
}
