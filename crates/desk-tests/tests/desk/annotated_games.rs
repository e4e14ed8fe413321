//! Games with annotations of every kind are saved by the desk and read back without a difference.

use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn;
use heirloom_desk_tests::annotator::Annotator;

#[test]
fn annotated_games_are_saved_and_read_without_a_difference() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("annotated.pgn");
    let mut games: Vec<Game> = Vec::new();
    for seed in 0..40 {
        let mut annotator = Annotator::new(seed);
        annotator.annotate(10 + seed as usize, 20 + 4 * seed as usize);
        annotator.save(&path);
        assert!(!annotator.model().record().changed, "{:?}", annotator.model().notices());
        games.push(annotator.game().clone());
    }
    let text = std::fs::read_to_string(&path).unwrap();
    let read: Vec<Game> = pgn::Reader::new(text.as_bytes()).games().map(Result::unwrap).collect();
    assert_eq!(read.len(), games.len());
    for (seed, (read, game)) in read.iter().zip(&games).enumerate() {
        assert!(read == game, "game {seed} was written as\n{game:?}\nand read as\n{read:?}");
    }
    let again: String = read.iter().map(pgn::to_string).collect();
    assert!(again == text, "writing the games again changes them");
    let all = ["[%clk", "[%eval", "[%emt", "[%cal", "[%csl", " $1", "(", "{"];
    all.iter().for_each(|part| assert!(text.contains(part), "no {part}"));
}
