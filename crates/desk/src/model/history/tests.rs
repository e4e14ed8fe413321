//! Tests of undo and redo: every change, over restarts, and with random changes.

use web_time::Instant;

use super::*;
use crate::model::Model;
use crate::model::command::{EditCommand, FileCommand, PlayCommand, Step};
use crate::model::level::Level;
use crate::model::notice::Notice;
use crate::model::players::Player;
use crate::texts::Language;

const GAME: &str = "[White \"Tal\"]\n\n1. e4 e5 (1... c5 2. Nf3 {open} (2. c3)) 2. Nf3 $1 Nc6 *";

fn model() -> Model {
    let mut model = Model::bare();
    model.command(FileCommand::Paste(GAME.into()));
    model
}

fn text(model: &Model) -> String {
    pgn::to_string(model.record().game())
}

fn node(model: &Model, number: usize) -> NodeId {
    let game = model.record().game();
    let nodes: Vec<NodeId> = game
        .walk()
        .filter_map(|step| match step {
            heirloom_chess::game::Step::Move(node) => Some(node),
            _ => None,
        })
        .collect();
    nodes[number % nodes.len()]
}

/// Makes a change that depends on a number.
fn change(model: &mut Model, number: usize) {
    if model.record().game().move_count() == 0 {
        return model.type_move("e4");
    }
    let at = node(model, number / 7);
    match number % 7 {
        0 => model.command(EditCommand::Annotate(at, format!("word {number} ä → {{x}}"), Vec::new())),
        1 => model.command(EditCommand::Promote(at)),
        2 => model.command(EditCommand::PromoteToMainLine(at)),
        3 => model.command(EditCommand::Tag("Event".into(), format!("Ünïon \"{number}\""))),
        4 if model.record().game().move_count() > 3 => model.command(EditCommand::Delete(at)),
        _ => {
            model.command(PlayCommand::Go(Step::To(at)));
            let legal = model.record().position().legal_moves();
            let mv = legal.iter().copied().nth(number % legal.len().max(1));
            mv.into_iter().for_each(|mv| model.command(PlayCommand::Move(mv)));
        }
    }
}

#[test]
fn each_change_is_undone_and_done_again() {
    for snapshots in [true, false] {
        let mut model = model();
        let mut texts = vec![text(&model)];
        for number in 0..300 {
            change(&mut model, number * 31 + 5);
            if !snapshots {
                model.play.record.history.done.iter_mut().for_each(|change| change.game = None);
            }
            let now = text(&model);
            if texts.last() != Some(&now) {
                texts.push(now);
            }
        }
        assert!(texts.len() > 150, "{}", texts.len());
        for round in 0..2 {
            for before in texts.iter().rev().skip(1) {
                model.command(PlayCommand::Undo);
                assert_eq!((&text(&model), model.notices().len()), (before, 0), "{round}");
            }
            model.command(PlayCommand::Undo);
            assert_eq!(model.take_notice(), Some(Notice::NothingToUndo));
            for after in texts.iter().skip(1) {
                model.command(PlayCommand::Redo);
                assert_eq!(&text(&model), after, "{round}");
            }
        }
    }
}

#[test]
fn changes_are_named() {
    let mut model = model();
    let knight = node(&model, 5);
    let named = |model: &Model, language: Language| {
        let record = model.record();
        record.undoes().map(|change| language.change_name(change)).unwrap_or_default()
    };
    model.command(EditCommand::Annotate(knight, "developing".into(), Vec::new()));
    assert_eq!(named(&model, Language::German), "2. Sf3 kommentieren");
    model.command(EditCommand::Delete(knight));
    assert_eq!(named(&model, Language::English), "delete 2. Nf3");
    model.type_move("d4");
    assert_eq!(named(&model, Language::English), "1. d4");
    model.command(PlayCommand::TakeBack);
    assert_eq!(named(&model, Language::German), "1. d4 zurücknehmen");
    model.command(PlayCommand::Undo);
    assert_eq!(
        (model.last_san().as_str(), model.record().redoes().unwrap().kind),
        ("d4", ChangeKind::TakeBack)
    );
}

#[test]
fn undo_in_a_game_takes_back_what_was_not_edited() {
    let mut model = Model::bare();
    let (players, level) = ([Player::Human, Player::Human], Level::Unlimited);
    model.command(PlayCommand::NewGame { players, level, start: None });
    model.type_move("e4");
    model.type_move("e5");
    let last = model.record().node();
    model.command(EditCommand::Annotate(last, "solid".into(), Vec::new()));
    assert!(!model.play.undo_takes_back());
    model.command(PlayCommand::Undo);
    assert_eq!((model.plies(), model.play.undo_takes_back()), (2, true));
    model.command(PlayCommand::Undo);
    model.command(PlayCommand::Undo);
    assert_eq!(model.plies(), 0);
    model.command(PlayCommand::Redo);
    assert_eq!(model.last_san(), "e4");
    model.command(PlayCommand::Resign);
    model.command(PlayCommand::Undo);
    assert_eq!(model.take_notice(), Some(Notice::NothingToUndo));
    assert_eq!(model.plies(), 1);
}

#[test]
fn histories_are_read_as_far_as_they_fit() {
    let mut model = model();
    for number in 0..60 {
        change(&mut model, number * 31 + 5);
    }
    for _ in 0..4 {
        model.command(PlayCommand::Undo);
    }
    let history = &mut model.play.record.history;
    let (done, undone) = (history.done.len(), history.undone.len());
    let extent = history.extent();
    let lines = history.take_unwritten();
    assert_eq!((lines.len(), history.extent()), (extent.1, extent));
    let file = lines.concat();
    let read = History::read(&format!("{file}{{\"Done\": to"), extent);
    assert_eq!((read.done.len(), read.undone.len(), read.extent()), (done, undone, extent));
    let torn = History::read(&file[..file.len() - 4], extent);
    assert_eq!((torn.done.len(), torn.undone.len()), (0, 0));
    // What does not fit the game is forgotten.
    model.play.record.history = read;
    model.play.record.history.done.push(Change {
        name: ChangeName::default(),
        at: 3,
        removed: String::new(),
        added: "nonsense".into(),
        places: Default::default(),
        game: None,
    });
    let before = text(&model);
    model.command(PlayCommand::Undo);
    assert_eq!((text(&model), model.record().undoes()), (before, None));
}

#[test]
#[ignore = "prints the time and the space that changes take"]
fn measures() {
    for plies in [80, 2000, 10_000] {
        let mut moves = ["Nf3", "Nf6", "Ng1", "Ng8"].into_iter().cycle();
        let mut game = Game::new();
        let mut cursor = heirloom_chess::game::Cursor::new(&game);
        for ply in 0..plies {
            if ply % 400 == 0 {
                cursor.to_start(&game);
                let mv = cursor.position().legal_moves().iter().copied().nth(ply / 400 % 20).unwrap();
                cursor.play(&mut game, mv).unwrap();
                moves = ["Nf6", "Nf3", "Ng8", "Ng1"].into_iter().cycle();
            }
            let mv = san::parse(cursor.position(), moves.next().unwrap());
            let mv = mv.unwrap_or_else(|_| cursor.position().legal_moves()[0]);
            cursor.play(&mut game, mv).unwrap();
        }
        let mut model = Model::bare();
        model.command(FileCommand::Paste(pgn::to_string(&game)));
        let (start, count) = (Instant::now(), 100);
        for number in 0..count {
            let at = node(&model, number * 97);
            model.command(EditCommand::Annotate(at, "a comment of some words".into(), Vec::new()));
        }
        let edit = start.elapsed() / count as u32;
        let lines = model.play.record.history.take_unwritten();
        let bytes = lines.iter().map(String::len).sum::<usize>() / lines.len();
        let start = Instant::now();
        for _ in 0..count {
            model.command(PlayCommand::Undo);
        }
        println!("{plies} plies: edit {edit:?}, {bytes} bytes, undo {:?}", start.elapsed() / count as u32);
    }
}
