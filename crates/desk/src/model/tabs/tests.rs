//! Tests of tabs: their order, games that continue in them, and the return after the end of the program.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use heirloom_chess::notation::pgn;

use super::*;
use crate::model::command::{Command, FileCommand, GamesCommand, LeaveChoice, PlayCommand};
use crate::model::level::Level;
use crate::model::players::Player;
use crate::model::{Model, Stage};
use crate::roster::BuiltInEngines;
use crate::texts::Language;

fn kept(folder: &Path) -> Model {
    let mut model = Model::with(BuiltInEngines);
    model.keep_in(folder.into());
    model
}

fn titles(model: &Model) -> Vec<String> {
    model.tabs.all(&model.play).map(|play| Language::English.game_name(play.record())).collect()
}

fn open(model: &mut Model, name: &str) {
    model.command(TabCommand::New);
    model.command(FileCommand::Paste(format!("[White \"{name}\"]\n\n1. e4 *")));
}

#[test]
fn tabs_keep_their_order() {
    let mut model = Model::bare();
    model.command(FileCommand::Paste("[White \"A\"]\n\n1. e4 *".into()));
    for name in ["B", "C", "D"] {
        open(&mut model, name);
    }
    assert_eq!((titles(&model), model.tabs.active()), (["A", "B", "C", "D"].map(String::from).into(), 3));
    for (place, name) in [(1, "B"), (3, "D"), (0, "A"), (2, "C"), (2, "C"), (9, "C")] {
        model.command(TabCommand::Show(place));
        assert_eq!(titles(&model), ["A", "B", "C", "D"]);
        assert_eq!(model.tag("White"), Some(name));
    }
    model.command(TabCommand::Step(1));
    model.command(TabCommand::Step(1));
    assert_eq!(model.tag("White"), Some("A"));
    model.command(TabCommand::Step(-1));
    assert_eq!(model.tag("White"), Some("D"));
    model.command(TabCommand::Close(1));
    assert_eq!((titles(&model), model.tag("White")), (["A", "C", "D"].map(String::from).into(), Some("D")));
    model.command(TabCommand::Close(2));
    assert_eq!((titles(&model), model.tag("White")), (["A", "C"].map(String::from).into(), Some("C")));
    model.command(TabCommand::Show(0));
    model.command(TabCommand::Close(0));
    model.command(TabCommand::Close(0));
    assert_eq!((titles(&model), model.tabs.active()), (vec!["New game".into()], 0));
}

#[test]
fn tabs_come_back_with_their_changes() {
    let folder = tempfile::tempdir().unwrap();
    let mut model = kept(folder.path());
    model.command(FileCommand::Paste("[White \"A\"]\n\n1. e4 *".into()));
    for name in ["B", "C"] {
        open(&mut model, name);
        model.type_move("d4");
        model.type_move("d5");
        model.command(PlayCommand::Undo);
    }
    model.command(TabCommand::Show(1));
    model.keep_now();
    drop(model);
    let mut model = kept(folder.path());
    assert_eq!((titles(&model), model.tabs.active()), (["A", "B", "C"].map(String::from).into(), 1));
    assert_eq!(model.notices(), [Notice::Recovered]);
    for _ in 0..2 {
        assert_eq!((model.last_san().as_str(), model.tag("White")), ("d4", Some("B")));
        model.command(PlayCommand::Redo);
        assert_eq!(model.last_san(), "d5");
        model.command(PlayCommand::Undo);
        model.command(PlayCommand::Undo);
        assert_eq!((model.plies(), model.record().game().move_count()), (0, 1));
        model.command(PlayCommand::Undo);
        assert_eq!(model.take_notice(), Some(Notice::NothingToUndo));
        model.command(PlayCommand::Redo);
        model.keep_now();
        drop(model);
        model = kept(folder.path());
    }
    model.command(TabCommand::Close(2));
    model.keep_now();
    let shelf = model.play.earlier_games().unwrap();
    drop(model);
    let text = std::fs::read_to_string(shelf).unwrap();
    assert!(text.contains("[White \"C\"]"), "{text}");
    let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let games = names.filter(|name| name.to_string_lossy().starts_with("game")).count();
    assert_eq!((games, titles(&kept(folder.path())).len()), (2, 2));
}

#[test]
fn a_game_goes_on_in_its_tab() {
    let mut model = Model::with(BuiltInEngines);
    let level = Level::Depth(1);
    let players = [Player::Engine("firstchess".into()), Player::Engine("rajah".into())];
    model.command(PlayCommand::NewGame { players: players.clone(), level, start: None });
    model.wait("a move", |model| model.plies() > 0);
    // Another game may take its place, or come into another tab.
    model.command(FileCommand::Paste("[White \"Other\"]\n\n1. d4 *".into()));
    assert!(model.asks_to_leave() && model.could_open_tab());
    model.command(Command::Leave(LeaveChoice::NewTab));
    assert_eq!((model.tag("White"), model.tabs.count()), (Some("Other"), 2));
    let moves = |model: &Model| model.tabs.others()[0].record().game().move_count();
    let before = moves(&model);
    model.wait("moves in the other tab", |model| moves(model) > before + 2);
    assert!(model.tabs.others()[0].goes_on());
    // Only one game is played at a time.
    let human = [Player::Human, Player::Human];
    model.command(PlayCommand::NewGame { players: human, level, start: None });
    assert!(!model.tabs.others()[0].goes_on() && model.play.goes_on());
    model.type_move("e4");
    model.command(TabCommand::Step(1));
    assert_eq!(model.play.stage(), Stage::Playing);
    model.command(PlayCommand::Continue);
    let before = model.record().game().move_count();
    model.wait("its next move", |model| {
        model.record().game().move_count() > before || model.play.stage() != Stage::Playing
    });
    assert!(!model.tabs.others()[0].goes_on());
}

#[test]
fn a_game_that_is_played_is_not_closed_without_a_question() {
    let folder = tempfile::tempdir().unwrap();
    let mut model = kept(folder.path());
    let (players, level) = ([Player::Human, Player::Human], Level::Unlimited);
    model.command(PlayCommand::NewGame { players, level, start: None });
    model.type_move("e4");
    model.command(TabCommand::New);
    model.command(TabCommand::Close(0));
    assert!(model.asks_to_leave() && !model.could_open_tab() && model.tabs.active() == 0);
    model.command(TabCommand::Step(1));
    assert!(!model.asks_to_leave() && model.tabs.count() == 2);
    model.command(TabCommand::Close(0));
    model.command(Command::Leave(LeaveChoice::Keep));
    assert_eq!((model.tabs.count(), model.plies()), (1, 0));
    let shelf = model.play.earlier_games().unwrap();
    let end = Instant::now() + Duration::from_secs(20);
    while model.play.stage() != Stage::Playing && Instant::now() < end {
        model.command(GamesCommand::ShowLast(shelf.clone()));
        for _ in 0..20 {
            std::thread::sleep(Duration::from_millis(10));
            model.poll(Instant::now());
        }
    }
    assert_eq!(model.play.stage(), Stage::Playing);
}

#[test]
fn what_is_saved_is_noted_in_its_tab() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["one.pgn", "two.pgn"].map(|name| folder.path().join(name));
    let mut model = Model::new(Arc::new(crate::roster::NoEngines), Arc::new(|| {}));
    for path in &paths {
        model.type_move("e4");
        model.command(FileCommand::Save(path.clone()));
        model.command(TabCommand::New);
    }
    model.finish_saving();
    let files: Vec<_> = model.tabs.others().iter().map(|play| play.record().file.clone()).collect();
    assert_eq!(files, paths.clone().map(Some));
    assert!(model.tabs.others().iter().all(|play| !play.record().changed));
    for path in &paths {
        assert!(pgn::parse(&std::fs::read_to_string(path).unwrap()).unwrap().is_ok());
    }
}
