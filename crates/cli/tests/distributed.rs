//! Tests of what distributed testing needs: openings on demand, and games imported from PGN.

#[path = "start/program.rs"]
mod start;
use start::*;

use heirloom_chess::Position;
use heirloom_training::games::reader::Reader;

/// Runs the program as test clients do: the words are one argument.
fn genfens(folder: &Folder, words: &str) -> Run {
    folder.run(&format!("'genfens {words}' quit"))
}

fn openings(folder: &Folder, words: &str) -> Vec<String> {
    let run = genfens(folder, words);
    let fen = |line: &str| line.strip_prefix("info string genfens ").map(str::to_owned);
    run.out.lines().map(|line| fen(line).unwrap_or_else(|| panic!("{run:?}"))).collect()
}

#[test]
fn openings_come_as_asked_and_again_the_same() {
    let folder = Folder::new();
    let first = openings(&folder, "5 seed 7 book None nodes=300");
    assert_eq!(first.len(), 5);
    for fen in &first {
        assert_eq!(Position::from_fen(fen).map(|position| position.fen()).as_ref(), Ok(fen));
        assert_eq!(fen.split(' ').count(), 6);
    }
    assert_eq!(openings(&folder, "5 seed 7 book None nodes=300"), first);
    let others = openings(&folder, "5 seed 8 book none nodes=300");
    assert!(others.iter().all(|fen| !first.contains(fen)));
}

#[test]
fn openings_may_follow_a_book() {
    let folder = Folder::with("book.epd", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1\n");
    let fens = openings(&folder, "3 seed 1 book book.epd plies=2 nodes=300");
    assert!(fens.len() == 3 && fens.iter().all(|fen| fen.len() < 50), "{fens:?}");
    // One side is a queen ahead, whatever happens.
    folder.write("book.epd", "4k3/8/8/8/8/8/PPPP4/3QK3 w - - 0 1\n");
    genfens(&folder, "3 seed 1 book book.epd plies=0 nodes=20")
        .prints(&["info string found no balanced opening"])
        .omits(&["genfens"]);
}

#[test]
fn wrong_wishes_are_answered_in_one_line() {
    let folder = Folder::new();
    for (words, answer) in [
        ("5", "usage: genfens COUNT"),
        ("x seed 1 book None", "'x' is not a whole number"),
        ("5 seed 1 book None plies=99", "invalid argument 'plies=99'"),
        ("5 seed 1 book missing.epd", "cannot read the openings missing.epd"),
    ] {
        let run = genfens(&folder, words).prints(&[answer]);
        assert_eq!(run.out.lines().count(), 1, "{run:?}");
    }
}

#[test]
fn games_are_taken_from_pgn() {
    let pgn = "[Result \"1-0\"]\n\n1. e4 {+0.30/9 0.1s} e5 {-0.20/9 0.1s, raw -25} 2. Qh5 1-0\n\n[Round \
        \"2\"]\n\n1. e5 1-0\n\n[Round \"3\"]\n\n1. d4 *\n";
    let folder = Folder::with("match.pgn", pgn);
    folder.run("data import match.pgn --out games").succeeds().complains(&[
        ": 1 game; 2 skipped",
        "line 7",
        "game without a result",
    ]);
    let mut reader = Reader::open(&folder.path("games"), Default::default()).expect("games");
    let game = reader.next_game().expect("a game").expect("one game");
    assert_eq!(game.plies.iter().map(|ply| ply.score).collect::<Vec<_>>(), [Some(30), Some(25), None]);
    let missing = folder.run("data import missing.pgn --out more");
    assert!(missing.code != Some(0) && !folder.path("more").exists());
}
