//! Tests of what distributed testing needs: openings on demand, and games imported from PGN.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::path::Path;

use heirloom_chess::Position;
use heirloom_training::games::reader::Reader;

fn heirloom(arguments: &[&str]) -> Output {
    program(PROGRAM).args(arguments).stdin(std::process::Stdio::null()).output().expect("the program starts")
}

fn openings(words: &str) -> Vec<String> {
    let text = said(&heirloom(&[words, "quit"]));
    text.lines()
        .map(|line| line.strip_prefix("info string genfens ").unwrap_or_else(|| panic!("{text}")).to_owned())
        .collect()
}

#[test]
fn openings_come_as_asked_and_again_the_same() {
    let first = openings("genfens 5 seed 7 book None nodes=300");
    assert_eq!(first.len(), 5);
    for fen in &first {
        assert_eq!(Position::from_fen(fen).map(|position| position.fen()).as_ref(), Ok(fen));
        assert_eq!(fen.split(' ').count(), 6);
    }
    assert_eq!(openings("genfens 5 seed 7 book None nodes=300"), first);
    assert!(openings("genfens 5 seed 8 book none nodes=300").iter().all(|fen| !first.contains(fen)));
}

#[test]
fn openings_may_follow_a_book() {
    let folder = tempfile::tempdir().expect("a folder");
    let book = folder.path().join("book.epd");
    std::fs::write(&book, "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1\n").expect("a file");
    let fens = openings(&format!("genfens 3 seed 1 book {} plies=2 nodes=300", book.display()));
    assert!(fens.len() == 3 && fens.iter().all(|fen| fen.len() < 50), "{fens:?}");
    // One side is a queen ahead, whatever happens.
    std::fs::write(&book, "4k3/8/8/8/8/8/PPPP4/3QK3 w - - 0 1\n").expect("a file");
    let text =
        said(&heirloom(&[&format!("genfens 3 seed 1 book {} plies=0 nodes=20", book.display()), "quit"]));
    assert!(text.contains("info string found no balanced opening") && !text.contains("genfens"), "{text}");
}

#[test]
fn wrong_wishes_are_answered_in_one_line() {
    for (words, answer) in [
        ("genfens 5", "usage: genfens COUNT"),
        ("genfens x seed 1 book None", "'x' is not a whole number"),
        ("genfens 5 seed 1 book None plies=99", "invalid argument 'plies=99'"),
        ("genfens 5 seed 1 book missing.epd", "cannot read the openings missing.epd"),
    ] {
        let text = said(&heirloom(&[words, "quit"]));
        assert!(text.contains(answer) && text.lines().count() == 1, "{words}: {text}");
    }
}

#[test]
fn games_are_taken_from_pgn() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let pgn = "[Result \"1-0\"]\n\n1. e4 {+0.30/9 0.1s} e5 {-0.20/9 0.1s, raw -25} 2. Qh5 1-0\n\n[Round \
        \"2\"]\n\n1. e5 1-0\n\n[Round \"3\"]\n\n1. d4 *\n";
    std::fs::write(path("match.pgn"), pgn).expect("a file");
    let output = heirloom(&["data", "import", &text(&path("match.pgn")), "--out", &text(&path("games"))]);
    let remarks = complained(&output);
    assert!(output.status.success() && remarks.contains(": 1 game; 2 skipped"), "{remarks}");
    assert!(remarks.contains("line 7") && remarks.contains("game without a result"), "{remarks}");
    let mut reader = Reader::open(&path("games"), Default::default()).expect("games");
    let game = reader.next_game().expect("a game").expect("one game");
    assert_eq!(game.plies.iter().map(|ply| ply.score).collect::<Vec<_>>(), [Some(30), Some(25), None]);
    let missing = heirloom(&["data", "import", "missing.pgn", "--out", &text(&path("more"))]);
    assert!(!missing.status.success() && !path("more").exists());
}
