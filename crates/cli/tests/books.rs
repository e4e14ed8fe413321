//! Tests of `heirloom book` and of the engines' book options.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::io::{BufRead, BufReader, Write};

const GAMES: &str =
    "1. e4 e5 2. Nf3 1-0\n\n1. e4 c5 2. Nf3 1-0\n\n1. d4 d5 1/2-1/2\n\n[Event \"bad\"]\n\n1. e4 Ke6 *\n";

impl Folder {
    /// Returns the standard output of `heirloom book`, which must succeed.
    #[track_caller]
    fn book(&self, line: &str) -> String {
        self.run(&format!("book {line}")).succeeds().out
    }

    /// Runs `heirloom book` with the games as standard input; it must fail.
    #[track_caller]
    fn refuse(&self, line: &str, reason: &str) {
        let run = self.talk(&format!("book {line}"), GAMES).complains(&[reason]);
        assert_ne!(run.code, Some(0), "{run:?}");
    }
}

#[test]
fn books_are_built_shown_joined_and_exported() {
    let folder = Folder::new();
    folder.talk("book build - -o a.bin --min-games 1", GAMES).succeeds().complains(&[
        "4 games",
        "1 game is damaged",
        "line 9, column 7",
    ]);
    has(&folder.book("probe a.bin"), &["e4            4   80.0%           0  B00 King's Pawn Game\n"]);
    let json = folder.run("book probe a.bin e4 c5 --json").succeeds().json();
    holds(&json, json!({"opening": {"eco": "B20"}, "moves": [{"san": "Nf3", "weight": 2}]}));
    has(&folder.book("info a.bin"), &["moves                5\npositions            4\n"]);

    folder.book("convert a.bin -o a.txt");
    folder.book("merge a.bin a.txt builtin -o b.bin");
    has(&folder.book("probe b.bin"), &["e4            6"]);
    assert_eq!(folder.book("list a.txt e4 c5"), "e4 c5 : Nf3    # B20 Sicilian Defense\n");
    assert_eq!(folder.book("export a.bin --form csv").lines().count(), 6);
    has(&folder.book("export builtin --form pgn --plies 4"), &["[Event \"Opening book\"]"]);

    folder.refuse("build - -o c.bin --min-games 9", "nothing was written");
    folder.write("bad.bin", [0; 20]);
    folder.refuse("info bad.bin", "bad.bin: not a Polyglot book: 20 bytes");
}

#[test]
fn libraries_are_edited_by_hand() {
    let folder = Folder::new();
    folder.book("add mine.txt 1. e4 e5 --note open");
    folder.book("add mine.txt e4 c5 --passive");
    folder.book("annotate mine.txt e4 --note first");
    let listed = folder.book("list mine.txt");
    assert_eq!(listed, " : e4 {first}\ne4 : e5 {open} (c5)    # B00 King's Pawn Game\n");
    folder.book("passivate mine.txt e4 e5");
    folder.book("activate mine.txt e4 c5");
    folder.book("remove mine.txt e4 e5");
    assert!(folder.book("list mine.txt e4").starts_with("e4 : c5"));
    folder.refuse("activate mine.txt e4 e5", "does not have this move here");
}

#[test]
fn every_engine_plays_from_books_and_teaches_libraries() {
    let folder = Folder::with("mine.txt", "a3 a6 {odd}\n");
    let setup = "setoption name Book File value mine.txt\nsetoption name OwnBook value true\nsetoption name \
        Book Learn value true\n";
    for (name, own) in [("heirloom", "g2g3"), ("roce", "h2h3")] {
        let game = format!(
            "uci\n{setup}ucinewgame\nposition startpos\ngo depth 1\nposition startpos moves a2a3 a7a6 \
                {own}\ngo depth 1\nquit\n"
        );
        folder
            .talk(&format!("--engine {name} uci"), game)
            .prints(&["option name Book File type string default <empty>"])
            .prints(&["info string book move a3", "bestmove a2a3 ponder a7a6"])
            .prints(&["info string the opening library learned"]);
    }
    let learned = "rnbqkbnr/1ppppppp/p7/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - : (g3) (h3)\n";
    assert_eq!(folder.read("mine.txt"), format!("a3 a6 {{odd}}\n{learned}"));
}

/// Returns the output to a GUI, which sends the last lines after a line that begins with `until`.
fn converse(folder: &Folder, line: &str, lines: &str, until: &str, last: &str) -> String {
    let mut command = folder.command(line);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
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
    let folder = Folder::with("short.bin", [0; 25]);
    folder.write("empty.bin", "");
    folder.write("games.pgn", "[Event \"x\"]\n\n1. a3 *\n");
    folder.write("wrong.txt", "# Heirloom opening library\ne4 Ke7\n");
    std::fs::create_dir(folder.path("folder")).expect("made");
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
        folder.write("heirloom.toml", config.concat());
        for name in ENGINES {
            let options = format!("--config heirloom.toml --engine {name}");
            let game = "ucinewgame\nposition startpos moves e2e4\ngo depth 1\n";
            let uci = converse(&folder, &format!("{options} uci"), game, "bestmove ", "quit\n");
            assert_eq!(uci.matches(&format!("info string {complaint}")).count(), 1, "{name}, {file}: {uci}");
            has(&uci, &["\nbestmove "]);
            let game = "xboard\nprotover 2\nnew\nsd 1\nusermove e2e4\n";
            let xboard = converse(&folder, &format!("{options} xboard"), game, "move ", "quit\n");
            assert_eq!(xboard.matches("tellusererror ").count(), 1, "{name}, {file}: {xboard}");
            has(&xboard, &[&format!("tellusererror {complaint}"), "\nmove "]);
        }
        // The terminal game reports it on standard error.
        folder
            .talk("--config heirloom.toml play --color white --level depth=1", "e4\nquit\n")
            .succeeds()
            .complains(&[&format!("heirloom: {complaint}")]);
        // The check reports it before a game begins.
        let check = folder.run("config check --config heirloom.toml");
        let expected = if file == "wrong.txt" { (Some(0), 0) } else { (Some(1), 6) };
        assert_eq!((check.code, check.err.matches("expected a book (").count()), expected, "{check:?}");
    }
}

#[test]
fn the_last_move_of_a_game_is_learned_whoever_makes_it() {
    let folder = Folder::new();
    let any = "rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b KQkq - : a6 a5 b6 b5 c6 c5 d6 d5 e6 e5 f6 f5 \
        g6 g5 h6 h5 Na6 Nc6 Nf6 Nh6\n";
    for name in ENGINES {
        // Over UCI it is the engine's move.
        let game = "setoption name Book File value mine.txt\nsetoption name Book Learn value true\n\
            ucinewgame\nposition startpos moves e2e4 e7e5\ngo depth 1\n";
        for last in ["quit\n", "ucinewgame\nquit\n"] {
            folder.write("mine.txt", "e4 e5\n");
            let said = converse(&folder, &format!("--engine {name} uci"), game, "bestmove ", last);
            let library = folder.read("mine.txt");
            assert!(library.starts_with("e4 e5\n"), "{name}: {said}{library}");
            assert_eq!(library.matches(" : (").count(), 1, "{name}: {said}{library}");
        }
        // Over XBoard it may be the opponent's move, after which the engine resigns or loses on time.
        folder.write("mine.txt", format!("f3\n{any}"));
        let game =
            "xboard\nprotover 2\nnew\noption Book File=mine.txt\noption Book Learn=1\nsd 1\nusermove f2f3\n";
        let last = "usermove a2a3\nresult 1-0 {Black resigns}\nquit\n";
        let said = converse(&folder, &format!("--engine {name} xboard"), game, "move ", last);
        let library = folder.read("mine.txt");
        assert!(library.starts_with(&format!("f3\n{any}")), "{name}: {said}{library}");
        assert!(library.ends_with(" : (a3)\n"), "{name}: {said}{library}");
    }
}

#[test]
fn a_book_that_is_not_built_to_the_end_leaves_the_old_one() {
    let folder = Folder::new();
    let line = "book build - -o a.bin --min-games 1";
    folder.talk(line, GAMES).succeeds();
    let old = folder.bytes("a.bin");
    let mut command = folder.command(line);
    let mut child = command.stdin(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(GAMES.repeat(2000).as_bytes()).expect("the program reads");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert_eq!((folder.bytes("a.bin"), folder.count()), (old, 1));
}

#[test]
fn nothing_but_books_makes_room_for_books() {
    let folder = Folder::with("games.pgn", GAMES);
    folder.write("tagged.pgn", format!("[Event \"x\"]\n\n{GAMES}"));
    for games in ["games.pgn", "tagged.pgn"] {
        let before = folder.read(games);
        // As the shell expands `-o *.pgn`.
        folder.refuse(&format!("build -o {games} games.pgn"), "choose another name, or remove it first");
        folder.refuse(&format!("merge builtin -o {games}"), "neither a Polyglot book nor a library");
        assert_eq!(folder.read(games), before);
    }
    folder.refuse("build - -o missing/a.bin", "its folder does not exist");
    folder.refuse("build - -o .", "it is a folder");
    folder.write("mine.txt", "# mine\ne4 {best}\nno move\n");
    folder.refuse("export mine.txt -o mine.txt", "is the book itself");
    // A library merged into itself keeps its text.
    folder.write("other.txt", "d4\n");
    folder.book("merge mine.txt other.txt -o mine.txt");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - : e4 {best} d4\n";
    assert_eq!(folder.read("mine.txt"), format!("# mine\ne4 {{best}}\nno move\n{start}"));
    folder.book("build games.pgn -o a.txt --min-games 1");
    folder.book("build games.pgn -o a.txt --min-games 1");
}
