//! Tests of libraries: choosing, adding, merging and saving moves.

use super::*;
use heirloom_chess::notation::{san, uci};

fn mv(position: &Position, text: &str) -> Move {
    san::parse(position, text).unwrap()
}

fn names(library: &Library, position: &Position) -> Vec<String> {
    library.candidates(position).map(|known| san::format(position, known.mv)).collect()
}

#[test]
fn passive_moves_are_played_only_without_active_ones() {
    let start = Position::startpos();
    let mut library = Library::default();
    assert!(library.add(&start, mv(&start, "e4"), false));
    assert!(library.add(&start, mv(&start, "d4"), false));
    assert!(!library.add(&start, mv(&start, "d4"), true), "an existing move is unchanged");
    assert_eq!(names(&library, &start), ["e4", "d4"]);
    library.set_active(&start, mv(&start, "d4"), true).unwrap();
    assert_eq!(names(&library, &start), ["d4"]);
    assert_eq!(library.set_active(&start, mv(&start, "c4"), true), Err(NotInLibrary));
    library.annotate_move(&start, mv(&start, "e4"), "the best").unwrap();
    library.remove(&start, mv(&start, "d4")).unwrap();
    let text = String::from_utf8(library.to_bytes()).unwrap();
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    assert_eq!(text, format!("{HEADER}\n{fen} : (e4) {{the best}}\n"));
}

#[test]
fn a_merged_library_has_the_moves_of_both() {
    let mut library = Library::parse(b"e4 {mine}\n(d4)\n");
    library.merge(&Library::parse(b"d4 {theirs}\ne4 {theirs} c5\n"));
    let entry = library.entry(&Position::startpos()).unwrap();
    let moves: Vec<(bool, &str)> =
        entry.moves.iter().map(|known| (known.active, known.note.as_str())).collect();
    assert_eq!(moves, [(true, "mine"), (true, "theirs")]);
    let same = Library::parse(b"# remark\ne4 {mine}\nno move\n");
    let mut grown = same.clone();
    grown.merge(&Library::parse(b"e4 {theirs}\n"));
    assert_eq!(grown.to_bytes(), same.to_bytes(), "what says no more leaves the text alone");
    assert_eq!(library.len(), 2);
}

#[test]
fn the_built_in_library_is_valid() {
    let library = Library::builtin();
    assert!(library.invalid_lines().is_empty(), "{:#?}", library.invalid_lines());
    assert!(library.len() > 2000, "{}", library.len());
    let start = Position::startpos();
    assert_eq!(names(library, &start), ["e4", "d4", "c4", "Nf3"]);
    let mut after = start.clone();
    after.play(mv(&start, "e4"));
    assert_eq!(names(library, &after), ["e5", "c5", "e6", "c6", "d6", "g6", "Nf6", "d5"]);
    // Every first move of White has an answer, even the unusual ones.
    for known in library.moves(&start) {
        let mut after = start.clone();
        after.play(known.mv);
        assert!(library.candidates(&after).next().is_some(), "{:?}", known.mv);
    }
    assert_eq!(Library::parse(&library.to_bytes()).len(), library.len());
}

#[test]
fn the_departure_is_the_first_unknown_move() {
    let library = Library::parse(b"e4 e5 Nf3\n");
    let departure = |moves: &str| {
        let line = uci::parse_line(Position::startpos(), moves).unwrap();
        library.departure(&line).map(|left| format!("{} {:?}", left.ply, left.mv))
    };
    assert_eq!(departure("e2e4 e7e5"), None);
    assert_eq!(departure("e2e4 c7c5 g1f3"), Some("1 c7c5".into()));
    assert_eq!(departure("e2e4 e7e5 g1f3 b8c6 f1b5"), Some("3 b8c6".into()));
    assert_eq!(departure("a2a3"), Some("0 a2a3".into()));
    let elsewhere = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    assert_eq!(library.departure(&uci::parse_line(elsewhere, "e2e4").unwrap()), None);
}

#[test]
fn a_library_file_is_replaced_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.txt");
    let mut library = Library::default();
    library.save(&path).unwrap();
    assert!(Library::open(&path).unwrap().is_empty());
    let start = Position::startpos();
    library.add(&start, mv(&start, "Nf3"), true);
    library.save(&path).unwrap();
    assert_eq!(names(&Library::open(&path).unwrap(), &start), ["Nf3"]);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
    assert!(library.save(&folder.path().join("missing/library.txt")).is_err());
}
