//! Tests of opening, changing and teaching an opening library, with a model and no window.

use heirloom_chess::notation::san;

use web_time::Instant;

use super::*;
use crate::model::Model;
use crate::model::command::{Command, FileCommand, GamesCommand, LeaveChoice, PlayCommand, Step};
use crate::model::level::Level;
use crate::model::players::Player;
use crate::roster::BuiltInEngines;

fn ask(model: &mut Model, command: LibraryCommand) {
    model.command(command);
    model.wait("the file", |model| model.library.opening.is_none() && model.library.saving.is_none());
}

fn opened(text: &str) -> (tempfile::TempDir, PathBuf, Model) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.txt");
    std::fs::write(&path, text).unwrap();
    let mut model = Model::bare();
    ask(&mut model, LibraryCommand::Open(path.clone()));
    (folder, path, model)
}

#[test]
fn moves_are_changed_and_written() {
    let (_folder, path, mut model) = opened("e4 (c5)\nd4\n");
    assert_eq!(model.library.extent, Extent { positions: 2, active: 2, passive: 1, ..Extent::default() });
    let start = Position::startpos();
    let mv = |text: &str| san::parse(&start, text).unwrap();
    ask(&mut model, LibraryCommand::Activate(mv("e4"), false));
    ask(&mut model, LibraryCommand::Activate(mv("c4"), true));
    ask(&mut model, LibraryCommand::Annotate(Some(mv("d4")), "calm".into()));
    ask(&mut model, LibraryCommand::Annotate(None, "the start".into()));
    let known = model.library.known(&start);
    let seen: Vec<(Move, bool, &str)> =
        known.iter().map(|known| (known.mv, known.active, known.note.as_str())).collect();
    assert_eq!(seen, [(mv("e4"), false, ""), (mv("d4"), true, "calm"), (mv("c4"), true, "")]);
    assert_eq!((model.library.note(&start), model.notices().len()), ("the start", 0));
    ask(&mut model, LibraryCommand::Forget(mv("e4")));
    let again = Library::open(&path).unwrap();
    assert_eq!(again.moves(&start).len(), 2);
}

#[test]
fn engines_play_from_the_library_until_the_game_leaves_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.txt");
    std::fs::write(&path, "e4 e5 Nf3\n").unwrap();
    let mut model = Model::with(BuiltInEngines);
    ask(&mut model, LibraryCommand::Open(path));
    model.set_figures(true);
    model.command(PlayCommand::UseLibrary(true));
    let players = [Player::Human, Player::Engine("rdchess".into())];
    model.command(PlayCommand::NewGame { players, level: Level::Depth(2), start: None });
    model.type_move("e4");
    assert_eq!(model.last_san(), "e5", "without a search");
    model.wait("the state", |model| model.library.state == LibraryState::Inside);
    model.type_move("Nf3");
    model.wait("the end of the library", |model| matches!(model.library.state, LibraryState::Ended(..)));
    model.wait("a search", |model| model.play.record.line().moves().len() == 4);
    let game = model.play.record.game();
    let noted: Vec<&str> = game.main_line().map(|node| game.comments(node)[1].as_str()).collect();
    assert_eq!(noted[..3], ["P", "B", "P"]);
    assert!(noted[3].starts_with("C ") && noted[3].contains("/NSWh:"), "{noted:?}");
    model.command(PlayCommand::NewGame { players: Default::default(), level: Level::Depth(2), start: None });
    model.command(Command::Leave(LeaveChoice::Keep));
    model.type_move("d4");
    model.poll(Instant::now());
    assert!(
        matches!(&model.library.state, LibraryState::Left(before, _) if **before == Position::startpos())
    );
    model.command(PlayCommand::Go(Step::First));
    model.poll(Instant::now());
    assert_eq!(model.library.state, LibraryState::Inside);
    model.command(FileCommand::Paste("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1".into()));
    model.command(Command::Leave(LeaveChoice::Keep));
    model.poll(Instant::now());
    assert_eq!(model.library.state, LibraryState::Elsewhere);
}

#[test]
fn learning_begins_at_a_known_position_asks_and_stops() {
    let (_folder, path, mut model) = opened("e4 e5\n");
    model.type_move("d4");
    ask(&mut model, LibraryCommand::Learn(true));
    assert_eq!((model.library.learning, model.notices().last()), (false, Some(&Notice::NotInLibrary)));
    model.command(PlayCommand::Go(Step::First));
    model.type_move("e4");
    ask(&mut model, LibraryCommand::Learn(true));
    assert!(model.library.learning);
    model.type_move("c5");
    let asked = model.library.asking.clone().unwrap();
    assert_eq!(*asked, *model.play.record.position());
    ask(&mut model, LibraryCommand::Note("Sicilian".into()));
    model.type_move("Nf3");
    model.type_move("d6");
    assert!(model.library.asking.is_some());
    ask(&mut model, LibraryCommand::Learn(false));
    model.type_move("d4");
    assert!(model.library.asking.is_none() && !model.library.contains(model.play.record.position()));
    let learned = Library::open(&path).unwrap();
    let after = heirloom_games::after_moves("e4 c5").unwrap();
    let entry = learned.entry(&after).unwrap();
    assert_eq!((entry.note.as_str(), entry.moves.len()), ("Sicilian", 1));
    assert_eq!(learned.moves(&heirloom_games::after_moves("e4 c5 Nf3").unwrap()).len(), 1);
}

#[test]
fn recorded_moves_are_listed_and_undone() {
    let (_folder, path, mut model) = opened("e4 e5\n");
    ask(&mut model, LibraryCommand::Learn(true));
    model.type_move("d4");
    model.type_move("d5");
    assert_eq!(model.library.recorded.len(), 2);
    ask(&mut model, LibraryCommand::UndoRecorded);
    ask(&mut model, LibraryCommand::UndoRecorded);
    ask(&mut model, LibraryCommand::UndoRecorded);
    assert!(model.library.recorded.is_empty() && model.library.asking.is_none());
    let library = Library::open(&path).unwrap();
    assert_eq!(library.moves(&Position::startpos()).len(), 1);
    assert!(library.moves(&heirloom_games::after_moves("d4").unwrap()).is_empty());
}

#[test]
fn what_cannot_be_changed_says_so() {
    let mut model = Model::bare();
    assert!(model.library.extent.positions > 0);
    ask(&mut model, LibraryCommand::Annotate(None, "x".into()));
    assert_eq!(model.notices().last(), Some(&Notice::LibraryWithoutFile));
    let folder = tempfile::tempdir().unwrap();
    let (polyglot, text) = (folder.path().join("book.bin"), folder.path().join("copy.txt"));
    let mut tally = heirloom_book::polyglot::Tally::new();
    let start = Position::startpos();
    tally.add(&start, san::parse(&start, "e4").unwrap(), 3);
    std::fs::write(&polyglot, tally.into_book().to_bytes()).unwrap();
    ask(&mut model, LibraryCommand::Open(polyglot));
    ask(&mut model, LibraryCommand::Learn(true));
    assert_eq!((model.library.is_library(), model.notices().last()), (false, Some(&Notice::BookIsFixed)));
    ask(&mut model, LibraryCommand::CopyTo(text.clone()));
    assert!(model.library.is_library() && text.exists());
    ask(&mut model, LibraryCommand::Begin(text));
    assert!(model.has_reported("Opening book: ", "another name"));
    model.command(GamesCommand::Stop);
}

#[test]
fn a_library_of_ones_own_begins_with_the_first_change() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new").join("library.txt");
    let mut model = Model::bare();
    ask(&mut model, LibraryCommand::OpenOwn(path.clone()));
    assert!(model.library.extent.positions > 0 && !path.exists());
    ask(&mut model, LibraryCommand::Annotate(None, "mine".into()));
    assert_eq!(Library::open(&path).unwrap().entry(&Position::startpos()).unwrap().note, "mine");
}
