//! Tests of listing, searching, sorting and exploring a file, with a model and no window.

use super::*;
use crate::model::Model;
use crate::model::command::{EditCommand, FileCommand, PlayCommand, Step};

/// Returns a file of games with different players, ratings, openings and results.
fn file(games: usize) -> String {
    let one = |number: usize| {
        let (name, elo) = (["Tal", "Karpov", "Polgar"][number % 3], 2400 + number % 50);
        let moves = [
            "1. e4 e5 2. Nf3 Nc6 1-0",
            "1. d4 d5 2. c4 dxc4 0-1",
            "1. e4 c5 2. Nf3 d6 3. d4 cxd4 1/2-1/2",
            "1. Nf3 c5 2. e4 d6 *",
        ][number % 4];
        let result = moves.rsplit(' ').next().unwrap_or("*");
        format!(
            "[Event \"e{number}\"]\n[White \"{name}\"]\n[Black \"b\"]\n[Result \"{result}\"]\n[WhiteElo \"{elo}\"]\n[Annotator \"a{}\"]\n\n{moves}\n\n",
            number % 5
        )
    };
    (0..games).map(one).collect()
}

/// Waits until nothing is being read any more.
fn settle(model: &mut Model) {
    model.wait("the file", |model| model.games.progress().is_none() && !model.games.is_fetching());
}

fn listed(games: usize) -> (tempfile::TempDir, Model) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, file(games)).unwrap();
    let mut model = Model::bare();
    ask(&mut model, GamesCommand::List(path));
    (folder, model)
}

fn ask(model: &mut Model, command: GamesCommand) {
    model.command(command);
    settle(model);
}

/// Changes the file, and waits for the list.
fn change(model: &mut Model, command: GamesCommand) {
    model.command(command);
    model.wait("the change", |model| model.games.editing.is_none());
    settle(model);
}

#[test]
fn games_may_be_listed_last_first() {
    let (folder, mut model) = listed(120);
    let [path, other] = ["games.pgn", "other.pgn"].map(|name| folder.path().join(name));
    std::fs::copy(&path, &other).unwrap();
    ask(&mut model, GamesCommand::ListLastFirst(path.clone()));
    assert_eq!(model.games.rows[..3], [119, 118, 117]);
    ask(&mut model, GamesCommand::List(path));
    assert_eq!(model.games.rows[0], 119, "the same file keeps its order");
    ask(&mut model, GamesCommand::List(other));
    assert_eq!(model.games.rows[0], 0);
}

fn find(model: &mut Model, words: &str, material: &str) -> usize {
    ask(model, GamesCommand::Find(Query { words: words.into(), position: None, material: material.into() }));
    model.games.rows.len()
}

#[test]
fn games_are_listed_sorted_and_shown() {
    let (_folder, mut model) = listed(120);
    assert_eq!((model.games.rows.len(), model.notices().len()), (120, 0));
    ask(&mut model, GamesCommand::Sort(GameColumn::WhiteElo));
    ask(&mut model, GamesCommand::Sort(GameColumn::WhiteElo));
    assert_eq!(model.games.rows[..3], [49, 99, 48]);
    ask(&mut model, GamesCommand::Sort(GameColumn::White));
    assert_eq!(model.games.rows[0], 1);
    ask(&mut model, GamesCommand::Show(2));
    assert_eq!(model.tag("Event"), Some("e2"));
    assert_eq!((model.play.record.game().move_count(), model.games.shown), (6, Some(2)));
}

#[test]
fn games_are_searched_by_words_position_and_material() {
    let (_folder, mut model) = listed(120);
    assert_eq!(find(&mut model, "tal", ""), 40);
    assert_eq!(find(&mut model, "TAL whiteelo:2403", ""), 1);
    assert_eq!(find(&mut model, "event:tal", ""), 0);
    assert_eq!(find(&mut model, "annotator:a1", ""), 24);
    assert_eq!(find(&mut model, "", "KQR2B2N2P8 KQR2B2N2P7"), 60);
    assert_eq!(find(&mut model, "polgar annotator:a2", ""), 8);
    assert_eq!(find(&mut model, "", "*/*/*/2p*/4P*/*/*/*"), 60, "pawns on c5 and e4");
    let position = heirloom_games::after_moves("c4 c5 e4 d6 Nc3").unwrap();
    assert_eq!(find(&mut model, "", &pawn_structure(&position)), 0);
    let position = heirloom_games::after_moves("e4 d6 Nf3 c5").unwrap();
    assert_eq!(find(&mut model, "", &pawn_structure(&position)), 60, "in another order as well");
    find(&mut model, "", "KRX");
    assert!(
        matches!(model.notices(), [Notice::File(_, reason)] if reason.contains("KRPKR")),
        "{:?}",
        model.notices()
    );
    let sicilian = heirloom_games::after_moves("e4 c5 Nf3 d6").unwrap();
    let query = Query { position: Some(Box::new(sicilian)), ..Query::default() };
    ask(&mut model, GamesCommand::Find(query));
    assert_eq!(model.games.rows.len(), 60);
    // A game that is found by a position opens there.
    let found = model.games.rows[0];
    ask(&mut model, GamesCommand::Show(found));
    assert_eq!((model.play.record.line().moves().len(), model.last_san()), (4, "d6".into()));
}

#[test]
fn the_tree_follows_the_board_and_the_list() {
    let (_folder, mut model) = listed(120);
    ask(&mut model, GamesCommand::Explore(true));
    let (score, moves) = model.games.explorer.known.clone().unwrap();
    assert_eq!((score.games(), moves.len(), moves[0].score.games()), (120, 3, 60));
    model.type_move("e4");
    settle(&mut model);
    let (score, moves) = model.games.explorer.known.clone().unwrap();
    assert_eq!((score.wins, score.draws, score.games(), moves.len()), (30, 30, 60, 2));
    model.command(PlayCommand::Go(Step::First));
    find(&mut model, "result:1/2", "");
    let (score, moves) = model.games.explorer.known.clone().unwrap();
    assert_eq!((score.games(), moves.len()), (30, 1));
}

#[test]
fn reading_can_be_stopped_and_a_missing_file_is_named() {
    let (folder, mut model) = listed(3);
    let path = folder.path().join("games.pgn");
    model.command(GamesCommand::List(path));
    model.command(GamesCommand::Stop);
    assert!(model.games.progress().is_none() && model.games.incomplete && model.games.path.is_none());
    ask(&mut model, GamesCommand::List(folder.path().join("none.pgn")));
    assert!(matches!(model.notices(), [Notice::File(path, _)] if path.ends_with("none.pgn")));
}

#[test]
fn packed_files_are_read_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn.zst");
    let packed =
        ruzstd::encoding::compress_to_vec(file(30).as_bytes(), ruzstd::encoding::CompressionLevel::Fastest);
    std::fs::write(&path, packed).unwrap();
    let mut model = Model::bare();
    ask(&mut model, GamesCommand::List(path));
    ask(&mut model, GamesCommand::Show(17));
    assert_eq!((model.games.rows.len(), model.tag("Event")), (30, Some("e17")));
}

#[test]
fn material_is_written_as_it_is_read() {
    let position = Position::from_fen("4k3/4r3/8/8/8/8/P7/R3K3 w - - 0 1").unwrap();
    assert_eq!(material(&position), "KRPKR");
    assert!(
        material(&Position::startpos())
            .parse::<heirloom_games::Material>()
            .unwrap()
            .matches(&Position::startpos())
    );
}

#[test]
fn games_are_copied_added_deleted_and_put_back() {
    let (folder, mut model) = listed(3);
    let path = folder.path().join("games.pgn");
    let read = || std::fs::read_to_string(&path).unwrap();
    let events = || -> Vec<String> {
        let text = read();
        let games = heirloom_chess::notation::pgn::Reader::new(text.as_bytes()).games();
        games.map(|game| game.unwrap().tags().get("Event").unwrap().to_owned()).collect()
    };
    model.command(GamesCommand::Copy(1));
    model.wait("the copy", |model| model.games.editing.is_none());
    assert!(model.games.take_copied().unwrap().contains("[Event \"e1\"]"));
    let other = folder.path().join("other.pgn");
    for _ in 0..2 {
        model.command(GamesCommand::CopyTo(2, other.clone()));
        model.wait("the copy", |model| model.games.editing.is_none());
    }
    assert_eq!(std::fs::read_to_string(&other).unwrap().matches("[Event \"e2\"]").count(), 2);
    // The game on the board is still saved in its place after another one is deleted before it.
    ask(&mut model, GamesCommand::Show(2));
    ask(&mut model, GamesCommand::Delete(1));
    model.wait("the list", |model| model.games.rows.len() == 2 && model.games.progress().is_none());
    assert_eq!(events(), ["e0", "e2"]);
    model.command(EditCommand::Tag("Event".into(), "changed".into()));
    model.command(FileCommand::Save(path.clone()));
    model.finish_saving();
    assert_eq!(events(), ["e0", "changed"]);
    model.command(EditCommand::Tag("Event".into(), "e2".into()));
    model.command(FileCommand::Save(path.clone()));
    model.finish_saving();
    settle(&mut model);
    model.command(GamesCommand::Restore);
    model.wait("the list", |model| model.games.rows.len() == 3 && model.games.progress().is_none());
    assert_eq!(events(), ["e0", "e1", "e2"]);
    // A game that is deleted is kept on the board, as one that is in no file.
    ask(&mut model, GamesCommand::Show(0));
    ask(&mut model, GamesCommand::Delete(0));
    model.wait("the list", |model| model.games.rows.len() == 2 && model.games.progress().is_none());
    assert!(model.record().is_unsaved() && events() == ["e1", "e2"]);
    // A list that is out of date deletes nothing.
    std::fs::write(&path, "% text\n[Event \"another file\"]\n\n1. d4 *\n").unwrap();
    ask(&mut model, GamesCommand::Delete(1));
    model.wait("the answer", |model| model.games.editing.is_none());
    assert_eq!(events(), ["another file"]);
    assert!(matches!(model.notices(), [.., Notice::File(..)]), "{:?}", model.notices());
    // A deleted game whose place is gone is put back at the end.
    change(&mut model, GamesCommand::Restore);
    assert_eq!(events(), ["another file", "e0"]);
}

#[test]
fn tags_are_set_in_the_file_and_that_is_undone() {
    let (folder, mut model) = listed(3);
    let path = folder.path().join("games.pgn");
    let before = std::fs::read_to_string(&path).unwrap();
    ask(&mut model, GamesCommand::Show(1));
    let set = |model: &mut Model, number: u32, value: &str| {
        change(model, GamesCommand::SetTag(number, "Event", value.into()));
    };
    set(&mut model, 0, "a much longer event");
    set(&mut model, 1, "Riga \"open\"");
    assert_eq!((model.tag("Event"), model.record().is_unsaved()), (Some("Riga \"open\""), false));
    assert!(matches!(model.notices(), [.., Notice::TagChanged(_)]), "{:?}", model.notices());
    // The game on the board is still saved in its place.
    model.type_move("a3");
    model.command(FileCommand::Save(path.clone()));
    model.finish_saving();
    settle(&mut model);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches("[Event ").count(), 3);
    // What has changed since is not overwritten.
    change(&mut model, GamesCommand::Restore);
    assert!(matches!(model.notices(), [.., Notice::File(..)]), "{:?}", model.notices());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    std::fs::write(&path, &before).unwrap();
    ask(&mut model, GamesCommand::List(path.clone()));
    settle(&mut model);
    ask(&mut model, GamesCommand::Show(2));
    set(&mut model, 2, "Riga");
    change(&mut model, GamesCommand::Restore);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
    assert_eq!(model.tag("Event"), Some("e2"));
}

#[test]
fn games_are_shown_in_tabs_of_their_own() {
    let (_folder, mut model) = listed(3);
    ask(&mut model, GamesCommand::Show(0));
    ask(&mut model, GamesCommand::ShowInTab(2));
    assert_eq!((model.tabs.count(), model.tag("Event")), (2, Some("e2")));
    assert_eq!(model.tabs.others()[0].record().game().tags().get("Event"), Some("e0"));
}
