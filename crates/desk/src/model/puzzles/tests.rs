//! Tests of puzzles in the model: solved, missed, solved with a hint, shown, and kept.

use super::*;
use crate::model::Model;
use crate::model::command::{FileCommand, PlayCommand};
use crate::model::suite::Limit;
use crate::roster::BuiltInEngines;

const FILE: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes\n\
    a,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1250,75,94,5852,crushing middlegame\n\
    nonsense\n\
    b,7k/8/6K1/8/8/8/8/RR6 b - - 0 1,h8g8 a1a8,750,80,90,10,mateIn1\n\
    c,7k/8/6K1/8/8/8/8/RR6 b - - 0 1,h8g8 b1b8,700,80,90,10,mateIn1\n";

fn settle(model: &mut Model) {
    model.wait("the files", |Model { puzzles, .. }| {
        puzzles.reading.is_none() && puzzles.writing.is_none() && !puzzles.unwritten
    });
}

fn ask(model: &mut Model, command: PuzzleCommand) {
    model.command(command);
    settle(model);
}

fn play(model: &mut Model, text: &str) -> PuzzleState {
    model.type_move(text);
    settle(model);
    model.puzzles.current.as_ref().unwrap().state
}

#[test]
fn puzzles_are_solved_missed_shown_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (path, kept) = (folder.path().join("p.csv"), folder.path().join("new/progress.json"));
    std::fs::write(&path, FILE).unwrap();
    let mut model = Model::with(BuiltInEngines);
    model.keep_puzzles_in(kept.clone());
    ask(&mut model, PuzzleCommand::Open(path.clone(), PuzzleFilter::default()));
    assert!(matches!(model.take_notice(), Some(Notice::WrongPositions(why, 1)) if why.contains("line 3")));
    assert_eq!(
        (model.puzzles.waiting(), model.play.is_flipped(), model.play.record.last_san().as_deref()),
        (2, false, Some("Bxg3"))
    );
    assert_eq!(play(&mut model, "Rxe7"), PuzzleState::Right);
    assert_eq!(model.last_san(), "Qb1+", "the reply is played");
    assert_eq!(play(&mut model, "Nc1"), PuzzleState::Right);
    assert_eq!(play(&mut model, "Qxc1"), PuzzleState::Solved);
    assert_eq!(
        (model.puzzles.score, model.puzzles.progress.solved(), model.play.record.changed),
        ((1, 1), (1, 1), false)
    );

    ask(&mut model, PuzzleCommand::Next);
    assert_eq!(play(&mut model, "Ra7"), PuzzleState::Wrong);
    assert_eq!(model.plies(), 1, "nothing was played");
    ask(&mut model, PuzzleCommand::Hint);
    assert_eq!(
        model.puzzles.current.as_ref().unwrap().state,
        PuzzleState::Hinted(PieceType::Rook, Square::A1)
    );
    assert!(model.analysis.hint.is_none());
    model.command(PlayCommand::Go(Step::First));
    ask(&mut model, PuzzleCommand::Hint);
    assert!(model.analysis.hint.is_some() && model.plies() == 1);
    assert_eq!(play(&mut model, "Rb8"), PuzzleState::Solved, "any mate is right");
    assert_eq!(model.puzzles.score, (1, 2));

    ask(&mut model, PuzzleCommand::Next);
    model.command(FileCommand::Paste("1. e4 *".into()));
    ask(&mut model, PuzzleCommand::Solution);
    assert_eq!((model.puzzles.score, model.play.record.game().move_count()), ((1, 3), 2));
    ask(&mut model, PuzzleCommand::Next);
    assert_eq!(model.take_notice(), Some(Notice::NoPuzzle));

    // In a later session, no puzzle is asked twice.
    let mut model = Model::with(BuiltInEngines);
    model.keep_puzzles_in(kept.clone());
    ask(&mut model, PuzzleCommand::Open(path, PuzzleFilter::default()));
    assert_eq!((model.puzzles.progress.solved(), model.take_notice()), ((1, 3), Some(Notice::NoPuzzle)));
    std::fs::write(&kept, "[]").unwrap();
    model.keep_puzzles_in(kept);
    assert!(matches!(
        model.take_notice(),
        Some(Notice::Progress(why)) if why.contains("is not a puzzle progress file")
    ));
}

#[test]
fn puzzles_are_made_from_games() {
    let folder = tempfile::tempdir().unwrap();
    let (games, file) = (folder.path().join("g.pgn"), folder.path().join("g-puzzles.csv"));
    let text = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n1. f3 e5 2. g4?? Qh4# 0-1\n\n1. d4 d5 *\n";
    std::fs::write(&games, text).unwrap();
    let mut model = Model::with(BuiltInEngines);
    let order = |games: &PathBuf, engine: &str, plies| {
        let (games, engine, limit, file) = (games.clone(), engine.into(), Limit::Depth(plies), file.clone());
        PuzzleCommand::Make(MakeOrder { games, engine, limit, file })
    };
    let make = |model: &mut Model, order: PuzzleCommand| {
        model.command(order);
        model.wait("the puzzles", |model| model.puzzles.making.progress().is_none());
        model.take_notice()
    };
    let missing = folder.path().join("missing.pgn");
    assert!(
        matches!(make(&mut model, order(&missing, "heirloom", 5)), Some(Notice::File(path, _)) if path == missing)
    );
    assert!(
        matches!(make(&mut model, order(&games, "rajah", 5)), Some(Notice::Refused(why)) if why.contains("one line"))
    );
    // One that is stopped writes nothing if nothing was found.
    model.command(order(&games, "heirloom", 100));
    let stopped = make(&mut model, PuzzleCommand::StopMaking);
    assert_eq!((stopped, file.exists()), (Some(Notice::NoPuzzlesMade(0)), false));

    assert_eq!(make(&mut model, order(&games, "heirloom", 5)), Some(Notice::Saved(file.clone())));
    assert_eq!(model.puzzles.making.made, Some((file.clone(), 2)));
    assert_eq!(make(&mut model, order(&games, "heirloom", 5)), Some(Notice::Exists(file.clone())));
    ask(&mut model, PuzzleCommand::Open(file, PuzzleFilter::default()));
    assert_eq!(play(&mut model, "Qxf7"), PuzzleState::Solved);
}

#[test]
fn puzzles_are_chosen_by_rating_and_theme() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.csv");
    std::fs::write(&path, FILE).unwrap();
    let mut model = Model::with(BuiltInEngines);
    ask(
        &mut model,
        PuzzleCommand::Open(path, PuzzleFilter { least: 720, most: 4000, theme: "matein1".into() }),
    );
    assert_eq!(
        (model.puzzles.waiting(), model.puzzles.current.as_ref().unwrap().puzzle().id.as_str()),
        (0, "b")
    );
    ask(&mut model, PuzzleCommand::Open("/no/such/file.csv".into(), PuzzleFilter::default()));
    assert!(matches!(model.notices().last(), Some(Notice::File(..))));
}
