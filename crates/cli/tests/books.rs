//! Tests of `heirloom book` and of the engines' book options.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;

fn run(folder: &Path, arguments: &[&str], input: &str) -> Output {
    fed(program(PROGRAM).args(arguments).current_dir(folder), input)
}

/// Returns the standard output of `heirloom book`, which must succeed.
fn book(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, &[&["book"], arguments].concat(), "");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    said(&output)
}

const GAMES: &str =
    "1. e4 e5 2. Nf3 1-0\n\n1. e4 c5 2. Nf3 1-0\n\n1. d4 d5 1/2-1/2\n\n[Event \"bad\"]\n\n1. e4 Ke6 *\n";

#[test]
fn books_are_built_shown_joined_and_exported() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let built = run(at, &["book", "build", "-", "-o", "a.bin", "--min-games", "1"], GAMES);
    let said = complained(&built);
    assert!(
        built.status.success() && said.contains("4 games") && said.contains("1 game is damaged"),
        "{said}"
    );
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
    assert!(
        book(at, &["export", "builtin", "--form", "pgn", "--plies", "4"])
            .contains("[Event \"Opening book\"]")
    );

    let nothing = run(at, &["book", "build", "-", "-o", "c.bin", "--min-games", "9"], GAMES);
    assert!(!nothing.status.success() && complained(&nothing).contains("nothing was written"));
    std::fs::write(at.join("bad.bin"), [0; 20]).expect("written");
    let bad = run(at, &["book", "info", "bad.bin"], "");
    assert!(!bad.status.success() && complained(&bad).contains("bad.bin: not a Polyglot book: 20 bytes"));
}

#[test]
fn libraries_are_edited_by_hand() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    book(at, &["add", "mine.txt", "1.", "e4", "e5", "--note", "open"]);
    book(at, &["add", "mine.txt", "e4", "c5", "--passive"]);
    book(at, &["annotate", "mine.txt", "e4", "--note", "first"]);
    assert_eq!(
        book(at, &["list", "mine.txt"]),
        " : e4 {first}\ne4 : e5 {open} (c5)    # B00 King's Pawn Game\n"
    );
    book(at, &["passivate", "mine.txt", "e4", "e5"]);
    book(at, &["activate", "mine.txt", "e4", "c5"]);
    book(at, &["remove", "mine.txt", "e4", "e5"]);
    assert!(book(at, &["list", "mine.txt", "e4"]).starts_with("e4 : c5"));
    let unknown = run(at, &["book", "activate", "mine.txt", "e4", "e5"], "");
    let said = complained(&unknown);
    assert!(!unknown.status.success() && said.contains("does not have this move here"), "{said}");
}

#[test]
fn every_engine_plays_from_books_and_teaches_libraries() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    std::fs::write(at.join("mine.txt"), "a3 a6 {odd}\n").expect("written");
    let setup = "setoption name Book File value mine.txt\nsetoption name OwnBook value true\nsetoption name \
        Book Learn value true\n";
    for (name, own) in [("heirloom", "g2g3"), ("roce", "h2h3")] {
        let game = format!(
            "uci\n{setup}ucinewgame\nposition startpos\ngo depth 1\nposition startpos moves a2a3 a7a6 \
                {own}\ngo depth 1\nquit\n"
        );
        let output = run(at, &["--engine", name, "uci"], &game);
        let text = said(&output);
        assert!(text.contains("option name Book File type string default <empty>"), "{name}: {text}");
        has(&text, &["info string book move a3", "bestmove a2a3 ponder a7a6"]);
        assert!(text.contains("info string the opening library learned"), "{name}: {text}");
    }
    let library = std::fs::read_to_string(at.join("mine.txt")).expect("a library");
    assert_eq!(
        library,
        "a3 a6 {odd}\n1nbqkbnr/"
            .replace("1nbqkbnr/", "rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - : (g3) (h3)\n")
    );
}

/// Returns the output to a GUI, which sends the last lines after a line that begins with `until`.
fn converse(folder: &Path, arguments: &[&str], lines: &str, until: &str, last: &str) -> String {
    let mut command = program(PROGRAM);
    command
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(lines.as_bytes()).expect("the program reads");
    let (mut said, mut output) =
        (String::new(), BufReader::new(child.stdout.take().expect("a pipe")).lines());
    for line in output.by_ref() {
        let line = line.expect("text");
        said += &format!("{line}\n");
        if line.starts_with(until) {
            break;
        }
    }
    input.write_all(last.as_bytes()).expect("the program reads");
    output.map_while(Result::ok).for_each(|line| said += &format!("{line}\n"));
    assert!(child.wait().expect("the program ends").success());
    said
}

const ENGINES: [&str; 6] = ["heirloom", "firstchess", "rajah", "roce", "rdchess", "rofchade"];

#[test]
fn a_book_of_no_use_is_named_and_the_game_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    std::fs::write(at.join("short.bin"), [0; 25]).expect("written");
    std::fs::write(at.join("empty.bin"), "").expect("written");
    std::fs::write(at.join("games.pgn"), "[Event \"x\"]\n\n1. a3 *\n").expect("written");
    std::fs::write(at.join("wrong.txt"), "# Heirloom opening library\ne4 Ke7\n").expect("written");
    std::fs::create_dir(at.join("folder")).expect("made");
    for (file, complaint) in [
        ("missing.bin", "cannot read the book missing.bin: "),
        ("folder", "cannot read the book folder: "),
        ("short.bin", "short.bin: not a Polyglot book: 25 bytes"),
        ("empty.bin", "empty.bin: the book is empty"),
        ("games.pgn", "games.pgn: this is not a book, but text such as PGN games"),
        ("wrong.txt", "wrong.txt, line 2: Ke7 is not a legal move for Black"),
    ] {
        let config =
            ENGINES.map(|name| format!("[engine.{name}]\nOwnBook = true\n\"Book File\" = '{file}'\n"));
        std::fs::write(at.join("heirloom.toml"), config.concat()).expect("written");
        for name in ENGINES {
            let options = ["--config", "heirloom.toml", "--engine", name];
            let uci = converse(
                at,
                &[&options[..], &["uci"]].concat(),
                "ucinewgame\nposition startpos moves e2e4\ngo depth 1\n",
                "bestmove ",
                "quit\n",
            );
            assert_eq!(uci.matches(&format!("info string {complaint}")).count(), 1, "{name}, {file}: {uci}");
            assert!(uci.contains("\nbestmove "), "{name}, {file}: {uci}");
            let game = "xboard\nprotover 2\nnew\nsd 1\nusermove e2e4\n";
            let xboard = converse(at, &[&options[..], &["xboard"]].concat(), game, "move ", "quit\n");
            assert_eq!(xboard.matches("tellusererror ").count(), 1, "{name}, {file}: {xboard}");
            has(&xboard, &[&format!("tellusererror {complaint}"), "\nmove "]);
        }
        // The terminal game reports it on standard error.
        let played = run(
            at,
            &["--config", "heirloom.toml", "play", "--color", "white", "--level", "depth=1"],
            "e4\nquit\n",
        );
        let said = complained(&played);
        assert!(
            played.status.success() && said.contains(&format!("heirloom: {complaint}")),
            "{file}: {said}"
        );
        // The check reports it before a game begins.
        let check = run(at, &["config", "check", "--config", "heirloom.toml"], "");
        let said = complained(&check);
        let is_book = file == "wrong.txt";
        assert_eq!(
            (check.status.code(), said.matches("expected a book (").count()),
            if is_book { (Some(0), 0) } else { (Some(1), 6) },
            "{said}"
        );
    }
}

#[test]
fn the_last_move_of_a_game_is_learned_whoever_makes_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let path = at.join("mine.txt");
    let any = "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - : a6 a5 b6 b5 c6 c5 d6 d5 e6 e5 f6 f5 \
        g6 g5 h6 h5 Na6 Nc6 Nf6 Nh6\n";
    for name in ENGINES {
        // Over UCI it is the engine's move.
        let game = "setoption name Book File value mine.txt\nsetoption name Book Learn value \
            true\nucinewgame\n\
                    position startpos moves e2e4 e7e5\ngo depth 1\n";
        for last in ["quit\n", "ucinewgame\nquit\n"] {
            std::fs::write(&path, "e4 e5\n").expect("written");
            let said = converse(at, &["--engine", name, "uci"], game, "bestmove ", last);
            let library = std::fs::read_to_string(&path).expect("a library");
            assert!(
                library.starts_with("e4 e5\n") && library.matches(" : (").count() == 1,
                "{name}: {said}{library}"
            );
        }
        // Over XBoard it may be the opponent's move, after which the engine resigns or loses on time.
        std::fs::write(&path, format!("f3\n{any}")).expect("written");
        let game =
            "xboard\nprotover 2\nnew\noption Book File=mine.txt\noption Book Learn=1\nsd 1\nusermove f2f3\n";
        let last = "usermove a2a3\nresult 1-0 {Black resigns}\nquit\n";
        let said = converse(at, &["--engine", name, "xboard"], game, "move ", last);
        let library = std::fs::read_to_string(&path).expect("a library");
        assert!(
            library.starts_with(&format!("f3\n{any}")) && library.ends_with(" : (a3)\n"),
            "{name}: {said}{library}"
        );
    }
}

#[test]
fn a_book_that_is_not_built_to_the_end_leaves_the_old_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let names = || std::fs::read_dir(at).expect("a folder").count();
    assert!(run(at, &["book", "build", "-", "-o", "a.bin", "--min-games", "1"], GAMES).status.success());
    let old = std::fs::read(at.join("a.bin")).expect("a book");
    let mut command = program(PROGRAM);
    command
        .args(["book", "build", "-", "-o", "a.bin", "--min-games", "1"])
        .current_dir(at)
        .stdin(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(GAMES.repeat(2000).as_bytes()).expect("the program reads");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert_eq!((std::fs::read(at.join("a.bin")).expect("a book"), names()), (old, 1));
}

#[test]
fn nothing_but_books_makes_room_for_books() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let text = |name: &str| std::fs::read_to_string(at.join(name)).expect("a file");
    let refused = |arguments: &[&str]| {
        let output = run(at, &[&["book"], arguments].concat(), GAMES);
        assert!(!output.status.success(), "{arguments:?}");
        complained(&output)
    };
    std::fs::write(at.join("games.pgn"), GAMES).expect("written");
    std::fs::write(at.join("tagged.pgn"), format!("[Event \"x\"]\n\n{GAMES}")).expect("written");
    for games in ["games.pgn", "tagged.pgn"] {
        let before = text(games);
        // As the shell expands `-o *.pgn`.
        assert!(
            refused(&["build", "-o", games, "games.pgn"]).contains("choose another name, or remove it first")
        );
        assert!(
            refused(&["merge", "builtin", "-o", games]).contains("neither a Polyglot book nor a library")
        );
        assert_eq!(text(games), before);
    }
    assert!(refused(&["build", "-", "-o", "missing/a.bin"]).contains("its folder does not exist"));
    assert!(refused(&["build", "-", "-o", "."]).contains("it is a folder"));
    std::fs::write(at.join("mine.txt"), "# mine\ne4 {best}\nno move\n").expect("written");
    assert!(refused(&["export", "mine.txt", "-o", "mine.txt"]).contains("is the book itself"));
    // A library merged into itself keeps its text.
    std::fs::write(at.join("other.txt"), "d4\n").expect("written");
    book(at, &["merge", "mine.txt", "other.txt", "-o", "mine.txt"]);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - : e4 {best} d4\n";
    assert_eq!(text("mine.txt"), format!("# mine\ne4 {{best}}\nno move\n{start}"));
    book(at, &["build", "games.pgn", "-o", "a.txt", "--min-games", "1"]);
    book(at, &["build", "games.pgn", "-o", "a.txt", "--min-games", "1"]);
}
