//! Tests of saving, saving again and appending games, with a model and no window.

use std::fs::File;
use std::path::Path;

use super::*;
use crate::model::Model;
use crate::model::command::{Command, FileCommand, GamesCommand, PlayCommand, Step};

const FILE: &str = "[Event \"first\"]\n\n1. e4 *\n\n[Event \"second\"]\n\n1. d4 d5 {calm} *\n\n\
    [Event \"third\"]\n\n1. c4 *\n";

fn ask(model: &mut Model, command: impl Into<Command>) {
    model.command(command);
    model.finish_saving();
    model.wait("the list", |model| model.games.progress().is_none() && !model.games.is_fetching());
}

fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

fn events(path: &Path) -> Vec<(String, usize)> {
    let games = pgn::Reader::new(File::open(path).unwrap()).games().map(Result::unwrap);
    games.map(|game| (game.tags().get("Event").unwrap_or_default().to_owned(), game.move_count())).collect()
}

fn named(events: &[(&str, usize)]) -> Vec<(String, usize)> {
    events.iter().map(|(event, moves)| ((*event).to_owned(), *moves)).collect()
}

#[test]
fn a_game_is_saved_in_its_place() {
    let (_folder, path) = file(FILE);
    let mut model = Model::bare();
    ask(&mut model, FileCommand::Open(path.clone(), 1));
    for text in ["c4", "e6"] {
        ask(&mut model, PlayCommand::Go(Step::Last));
        ask(&mut model, PlayCommand::Type(text.into()));
        assert!(model.play.record.changed);
        ask(&mut model, FileCommand::Save(path.clone()));
        assert!(!model.play.record.changed);
    }
    assert_eq!(events(&path), named(&[("first", 1), ("second", 4), ("third", 1)]));
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with(&FILE[..28]) && text.ends_with("\n\n[Event \"third\"]\n\n1. c4 *\n"), "{text}");
    assert_eq!(model.notices(), [Notice::Saved(path)]);
}

#[test]
fn the_last_game_and_one_of_the_list_are_saved_in_their_places() {
    let (_folder, path) = file(FILE);
    let mut model = Model::bare();
    for number in [2, 0] {
        ask(&mut model, GamesCommand::List(path.clone()));
        ask(&mut model, GamesCommand::Show(number));
        ask(&mut model, PlayCommand::Go(Step::Last));
        ask(&mut model, PlayCommand::Type("Nf6".into()));
        ask(&mut model, FileCommand::Save(path.clone()));
    }
    assert_eq!(events(&path), named(&[("first", 2), ("second", 2), ("third", 2)]));
}

#[test]
fn what_has_changed_meanwhile_is_not_written_over() {
    let (_folder, path) = file(FILE);
    let mut model = Model::bare();
    ask(&mut model, FileCommand::Open(path.clone(), 0));
    let other = format!("[Event \"zeroth\"]\n\n1. g3 *\n\n{FILE}");
    std::fs::write(&path, other).unwrap();
    ask(&mut model, PlayCommand::Type("Nf3".into()));
    ask(&mut model, FileCommand::Save(path.clone()));
    assert_eq!(events(&path)[..4], named(&[("zeroth", 1), ("first", 1), ("second", 2), ("third", 1)]));
    assert_eq!(events(&path).len(), 5);
}

#[test]
fn new_games_go_to_the_end_once() {
    for text in ["", "[Event \"first\"]\n\n1. e4 *", FILE] {
        let (_folder, path) = file(text);
        let before = events(&path);
        let mut model = Model::bare();
        ask(&mut model, PlayCommand::Type("e4".into()));
        ask(&mut model, FileCommand::Save(path.clone()));
        ask(&mut model, PlayCommand::Type("e5".into()));
        ask(&mut model, FileCommand::Save(path.clone()));
        let after = events(&path);
        assert!(after.starts_with(&before) && after.len() == before.len() + 1);
        assert_eq!(after[before.len()].1, 2);
    }
}

#[test]
fn files_that_are_no_games_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let packed = folder.path().join("games.pgn.zst");
    let bytes =
        ruzstd::encoding::compress_to_vec(FILE.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest);
    std::fs::write(&packed, &bytes).unwrap();
    let epd = folder.path().join("suite.epd");
    std::fs::write(&epd, "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\n").unwrap();
    let mut model = Model::bare();
    for path in [&packed, &epd] {
        ask(&mut model, FileCommand::Open(path.clone(), 0));
        assert_eq!(model.play.record.file, None);
    }
    ask(&mut model, FileCommand::Save(packed.clone()));
    assert!(model.has_reported(&packed.display().to_string(), "another name"));
    assert_eq!(std::fs::read(&packed).unwrap(), bytes);
}

#[test]
fn what_cannot_be_written_costs_a_message() {
    let (folder, path) = file(FILE);
    let mut model = Model::bare();
    ask(&mut model, PlayCommand::Type("e4".into()));
    let mut refused =
        vec![folder.path().to_owned(), folder.path().join("none/games.pgn"), path.join("games.pgn")];
    let protected = folder.path().join("protected.pgn");
    std::fs::write(&protected, FILE).unwrap();
    let mut permissions = std::fs::metadata(&protected).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&protected, permissions).unwrap();
    refused.push(protected.clone());
    if cfg!(target_os = "linux") {
        refused.push("/dev/full".into());
    }
    for path in refused {
        ask(&mut model, FileCommand::Save(path.clone()));
        let begin = format!("{}: ", path.display());
        assert!(model.has_reported(&begin, ""), "{path:?}: {:?}", model.notices());
        assert!(model.play.record.changed && model.notices().len() == 1);
    }
    assert_eq!((events(&path).len(), std::fs::read_to_string(&protected).unwrap().as_str()), (3, FILE));
}
