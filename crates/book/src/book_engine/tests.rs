//! Tests of an engine with a book: its answers, options, remarks and learning.

use std::path::Path;

use heirloom_chess::game::GameResult;
use heirloom_chess::notation::{san, uci};
use heirloom_chess::{Line, Position};
use heirloom_engine::{Engine, EngineOption, Intercepted, Limits, Origin, Session, Signals};
use heirloom_testing::{Calls, Scripted};
use tempfile::TempDir;

use super::BookEngine;
use crate::Library;
use crate::polyglot::{Record, Tally, key};

fn book_engine(options: &[(&str, &str)]) -> Intercepted<BookEngine> {
    with_calls(options).0
}

/// Returns an engine with a book, and the calls of the engine that has none. That engine has one option of
/// its own and one that the book overrides.
fn with_calls(options: &[(&str, &str)]) -> (Intercepted<BookEngine>, Calls) {
    let own = [EngineOption::spin("Hash", 16, 1, 64), EngineOption::check("ownbook", true)];
    let engine = Scripted::first_move().options(own);
    let calls = engine.calls();
    let mut engine = BookEngine::with_seed(engine.boxed(), 7);
    options.iter().for_each(|(name, value)| engine.set_option(name, value).unwrap());
    (engine, calls)
}

fn line(moves: &str) -> Line {
    uci::parse_line(Position::startpos(), moves).unwrap()
}

/// Returns the answer, a book move with its ponder move, and the reported text.
fn ask(engine: &mut Intercepted<BookEngine>, line: &Line, limits: &Limits) -> (String, String) {
    let mut output = Vec::new();
    let best = engine.search(line, limits, &Signals::new(), &mut |info| output.extend(info.text)).unwrap();
    let mv = san::format(line.position(), best.best.unwrap());
    let answer = match best.origin {
        Origin::Book => format!("{mv} {:?}", best.ponder),
        _ => "searched".into(),
    };
    (answer, output.join(" | "))
}

/// Returns the answer and the text after these moves.
fn played(engine: &mut Intercepted<BookEngine>, moves: &str) -> (String, String) {
    ask(engine, &line(moves), &Limits::depth(1))
}

fn asked(engine: &mut Intercepted<BookEngine>, moves: &str) -> String {
    played(engine, moves).0
}

/// Returns a new folder, and the path of a file in it that does not exist yet.
fn book_path(name: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name).into_os_string().into_string().unwrap();
    (folder, path)
}

/// Returns a folder with a library of this text, and the path of the library.
fn library(text: &str) -> (TempDir, String) {
    let (folder, path) = book_path("mine.txt");
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

fn text(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn the_book_answers_until_it_ends() {
    let (_folder, path) = library("e4 {the best} e5 Nf3\n(e4) (c5)\n");
    let mut engine = book_engine(&[("Book File", &path)]);
    assert_eq!(asked(&mut engine, ""), "searched");
    engine.set_option("ownbook", "true").unwrap();
    let (answer, output) = ask(&mut engine, &line(""), &Limits::infinite());
    assert_eq!(answer, "e4 Some(e7e5)");
    assert_eq!(output, "book move e4 of e4 100%; B00 King's Pawn Game; the best");
    assert_eq!(asked(&mut engine, "e2e4"), "e5 Some(g1f3)");
    assert_eq!(asked(&mut engine, "e2e4 e7e5 g1f3"), "searched");
    assert_eq!(asked(&mut engine, "e2e4 c7c5"), "searched");
    let d4 = uci::parse(&Position::startpos(), "d2d4").unwrap();
    let only_d4 = Limits { search_moves: vec![d4], ..Limits::default() };
    for limits in [only_d4, Limits { mate: Some(3), ..Limits::default() }] {
        assert_eq!(ask(&mut engine, &line(""), &limits).0, "searched");
    }
    engine.set_option("Book Depth", "1").unwrap();
    assert_eq!(asked(&mut engine, ""), "e4 Some(e7e5)");
    assert_eq!(asked(&mut engine, "e2e4"), "searched");
    assert_eq!(text(&path), "e4 {the best} e5 Nf3\n(e4) (c5)\n", "nothing is learned by default");
}

#[test]
fn the_built_in_library_opens_a_game() {
    let mut engine = book_engine(&[("OwnBook", "true")]);
    let first: Vec<String> = (0..30).map(|_| asked(&mut engine, "")).collect();
    assert!(first.iter().all(|answer| answer != "searched"));
    assert!(first.iter().any(|answer| *answer != first[0]), "always the same: {first:?}");
    let mut again = book_engine(&[("OwnBook", "true")]);
    assert_eq!((0..30).map(|_| asked(&mut again, "")).collect::<Vec<_>>(), first, "the seed decides");
    engine.set_option("Best Book Move", "true").unwrap();
    assert_eq!(asked(&mut engine, ""), asked(&mut engine, ""));
}

#[test]
fn options_of_engine_and_book_are_offered() {
    let (mut engine, calls) = with_calls(&[("hash", "32")]);
    let names: Vec<&str> = engine.options().iter().map(|option| option.name.as_str()).collect();
    assert_eq!(names, ["Hash", "OwnBook", "Book File", "Book Depth", "Best Book Move", "Book Learn"]);
    assert_eq!(calls.options(), [("hash".into(), "32".into())]);
    assert!(engine.set_option("Book Depth", "-1").is_err());
    let error = engine.set_option("Book Fire", "x").unwrap_err().to_string();
    assert!(error.contains("did you mean 'Book File'"), "{error}");
}

#[test]
fn problems_are_reported_once_and_the_game_continues() {
    let (_folder, path) = book_path("book.bin");
    let mut engine = book_engine(&[("OwnBook", "true"), ("Book File", &path)]);
    let (answer, output) = played(&mut engine, "");
    assert_eq!(answer, "searched");
    assert!(output.contains("cannot read the book"), "{output}");
    assert!(output.ends_with("continuing without a book"), "{output}");
    assert_eq!(played(&mut engine, "").1, "");

    std::fs::write(&path, [0; 25]).unwrap();
    engine.set_option("Book File", &path).unwrap();
    let output = played(&mut engine, "").1;
    assert!(output.contains("book.bin: not a Polyglot book: 25 bytes"), "{output}");
    assert!(output.contains("(byte 16)"), "{output}");

    let start = Position::startpos();
    let mut bytes = Vec::new();
    Record { key: key(&start), mv: 0o1444, weight: 9, learn: 0 }.write(&mut bytes);
    std::fs::write(&path, &bytes).unwrap();
    engine.set_option("Book File", &path).unwrap();
    let (answer, output) = played(&mut engine, "");
    assert_eq!(answer, "searched");
    assert!(output.contains("book.bin, record 1 (byte 0): e2e5 cannot be played"), "{output}");
    assert_eq!(played(&mut engine, "").1, "");

    let mut tally = Tally::new();
    tally.add(&start, uci::parse(&start, "e2e4").unwrap(), 0);
    std::fs::write(&path, tally.into_book().to_bytes()).unwrap();
    engine.set_option("Book File", &path).unwrap();
    let output = played(&mut engine, "").1;
    assert!(output.contains("has only moves of weight 0"), "{output}");
}

#[test]
fn games_teach_the_library() {
    let (_folder, path) = book_path("mine.txt");
    let mut engine = book_engine(&[("OwnBook", "true"), ("Book File", &path), ("Book Learn", "true")]);
    let output = played(&mut engine, "").1;
    assert!(output.contains("created the empty opening library"), "{output}");
    assert_eq!(text(&path), "# Heirloom opening library\n");
    // Each game teaches one move.
    let output = played(&mut engine, "e2e4 e7e5").1;
    assert!(output.contains("learned e4 in rnbqkbnr/"), "{output}");
    assert_eq!(played(&mut engine, "e2e4 e7e5 g1f3 b8c6").1, "");
    engine.new_game();
    assert_eq!(ask(&mut engine, &line("e2e4 e7e5"), &Limits::infinite()).1, "", "analysis teaches nothing");
    played(&mut engine, "e2e4 e7e5");
    // The file is edited in the meantime.
    std::fs::write(&path, text(&path) + "# by hand\n(c4) e5\n").unwrap();
    engine.new_game();
    played(&mut engine, "d2d4 d7d5");
    assert!(text(&path).contains("# by hand\n(c4) e5\n"));
    let library = Library::open(path.as_ref()).unwrap();
    let first: Vec<String> = library
        .moves(&Position::startpos())
        .iter()
        .map(|known| format!("{:?} {}", known.mv, known.active))
        .collect();
    // The line about the position counts, not the line of moves.
    assert_eq!(first, ["e2e4 false", "d2d4 false"]);
    assert_eq!(library.len(), 3);
    // Learned moves are played if there is nothing better.
    assert_eq!(asked(&mut engine, "e2e4"), "e5 None");
}

#[test]
fn the_last_moves_of_a_game_are_learned_too() {
    let (_folder, path) = library("e4 e5 Nf3\n");
    let mut engine = book_engine(&[("Book File", &path), ("Book Learn", "true")]);
    let learned =
        || Library::open(path.as_ref()).unwrap().entries().map(|entry| entry.moves.len()).sum::<usize>() - 3;
    engine.end_game(&line("d2d4"), GameResult::Unknown, "");
    assert_eq!(learned(), 0, "a game that was only viewed teaches nothing");
    played(&mut engine, "e2e4 e7e5");
    assert_eq!(learned(), 0);
    engine.end_game(&line("e2e4 e7e5 b1c3"), GameResult::Unknown, "");
    assert_eq!(learned(), 1);
    engine.end_game(&line("e2e4 e7e5 b1c3 b8c6"), GameResult::Unknown, "");
    engine.new_game();
    engine.end_game(&line("e2e4 c7c5"), GameResult::Unknown, "");
    assert_eq!(learned(), 1, "viewing another game teaches nothing");
    // A game that already taught a move teaches none when it ends.
    let output = played(&mut engine, "e2e4 c7c5").1;
    // Moves learned at the end of a game are reported with the next search.
    assert_eq!(output.matches("the opening library learned").count(), 2, "{output}");
    engine.end_game(&line("e2e4 c7c5 g1f3"), GameResult::Unknown, "");
    assert_eq!(learned(), 2);
}

#[test]
fn the_book_shows_its_choices() {
    let (_folder, path) = library("e4 e5 Nf3\ne4 e5 (Nc3)\ne4 c5\n");
    let mut engine = book_engine(&[("Book File", &path)]);
    assert_eq!(engine.book_lines(&line("e2e4")), [""; 0], "the book is off without OwnBook");
    engine.set_option("OwnBook", "true").unwrap();
    assert_eq!(engine.book_lines(&line("e2e4")), ["B00 King's Pawn Game", "e5       50%", "c5       50%"]);
    assert_eq!(engine.book_lines(&line("e2e4 e7e5"))[1..], ["Nf3     100%", "Nc3       0%  passive"]);
    assert_eq!(engine.book_lines(&line("e2e4 e7e5 d2d4")), [""; 0]);
}

#[test]
fn an_expected_move_teaches_nothing() {
    let (_folder, path) = library("e4 e5\n");
    let mut engine = book_engine(&[("Book File", &path), ("Book Learn", "true")]);
    ask(&mut engine, &line("e2e4 c7c5"), &Limits { ponder: true, ..Limits::depth(1) });
    assert_eq!(text(&path), "e4 e5\n");
    ask(&mut engine, &line("e2e4 c7c5 g1f3 d7d6"), &Limits { ponder: true, ..Limits::depth(1) });
    assert!(text(&path).ends_with(" : e5 (c5)\n"), "{}", text(&path));
}

#[test]
fn important_remarks_are_warnings() {
    let folder = tempfile::tempdir().unwrap();
    let warnings = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let file = path.to_str().unwrap();
        let mut engine = book_engine(&[("OwnBook", "true"), ("Book Learn", "true"), ("Book File", file)]);
        let mut reported = Vec::new();
        engine
            .search(&line(""), &Limits::depth(1), &Signals::new(), &mut |info| {
                reported.push((info.warning, info.text.unwrap()))
            })
            .unwrap();
        assert!(reported.iter().all(|(_, text)| !text.contains('\n')), "{reported:?}");
        reported.iter().filter(|(warning, _)| *warning).count()
    };
    assert_eq!(warnings("sound.txt", b"e4 e5\n"), 0);
    assert_eq!(warnings("damaged.txt", b"e4 e5\nd5\nd6\nd7\nd8\nd9\n"), 4);
    assert_eq!(warnings("empty.txt", b""), 1);
    assert_eq!(warnings("games.txt", b"[Event \"x\"]\n\n1. a3 *\n"), 1);
    // A file that is not a library is never written.
    assert_eq!(text(folder.path().join("games.txt")), "[Event \"x\"]\n\n1. a3 *\n");
    let record = Record { key: key(&Position::startpos()), mv: 0o1444, weight: 9, learn: 0 };
    let mut bytes = Vec::new();
    (0..500).for_each(|_| record.write(&mut bytes));
    // The last one says that such a book cannot learn.
    assert_eq!(warnings("illegal.bin", &bytes), super::MAX_REPORTED + 1);
    let inner = folder.path().join("folder");
    std::fs::create_dir(&inner).unwrap();
    let mut engine = book_engine(&[("OwnBook", "true"), ("Book File", inner.to_str().unwrap())]);
    let (answer, output) = played(&mut engine, "");
    assert_eq!(answer, "searched");
    assert!(output.contains("folder: ") && output.ends_with("continuing without a book"), "{output}");
}

#[test]
fn games_that_end_simultaneously_all_teach() {
    let (_folder, path) = library("# mine\n");
    let path = path.as_str();
    std::thread::scope(|scope| {
        for first in ["a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3", "g2g3", "h2h3"] {
            scope.spawn(move || {
                let mut engine = book_engine(&[("Book File", path), ("Book Learn", "true")]);
                ask(&mut engine, &line(&format!("{first} e7e5")), &Limits::depth(1));
            });
        }
    });
    assert_eq!(Library::open(path.as_ref()).unwrap().moves(&Position::startpos()).len(), 8);
}

#[test]
fn a_read_only_library_learns_nothing() {
    let (_folder, path) = library("e4 e5\n");
    let mut permissions = std::fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&path, permissions).unwrap();
    let mut engine = book_engine(&[("OwnBook", "true"), ("Book File", &path), ("Book Learn", "true")]);
    let (answer, output) = played(&mut engine, "d2d4");
    assert_eq!(answer, "searched");
    assert!(output.contains("mine.txt cannot be updated: it is write-protected"), "{output}");
    assert_eq!(asked(&mut engine, ""), "e4 Some(e7e5)", "it is played from all the same");
    assert_eq!(text(&path), "e4 e5\n");
}

#[test]
fn only_user_libraries_learn() {
    let mut engine = book_engine(&[("Book Learn", "true")]);
    let output = played(&mut engine, "a2a3 a7a6").1;
    assert!(output.contains("only an opening library set in Book File"), "{output}");
    assert_eq!(played(&mut engine, "a2a3 a7a6").1, "");
}

#[test]
fn a_session_delays_the_book_move() {
    let mut session = Session::start(Box::new(book_engine(&[("OwnBook", "true")]))).unwrap();
    session.go(Line::default(), Limits::infinite());
    std::thread::sleep(std::time::Duration::from_millis(50));
    assert!(session.is_searching());
    session.stop();
    assert_eq!(session.wait(|_| {}).unwrap().origin, Origin::Book);
}
