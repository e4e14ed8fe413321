//! Tests of the analysis: what is held, restricted and compared, and lines that are put into the game.

use heirloom_chess::game::NodeId;
use heirloom_chess::notation::san;
use heirloom_chess::{Line, Move};

use crate::model::command::{AnalysisCommand, EditCommand, FileCommand, PlayCommand, Step};
use crate::model::insertion::Insertion;
use crate::model::level::Level;
use crate::model::notice::Notice;
use crate::model::players::Player;
use crate::model::{Model, Stage};
use crate::roster::BuiltInEngines;

/// An analysis of a game, at its start.
fn analysis() -> Model {
    let mut model = Model::with(BuiltInEngines);
    model.command(FileCommand::Paste("1. e4 e5 2. Nf3 Nc6 *".into()));
    model.command(AnalysisCommand::Engine("rajah".into()));
    model.command(AnalysisCommand::Switch(true));
    model
}

fn searched(model: &Model) -> &Line {
    model.analysis.line.as_ref().unwrap()
}

fn first(model: &Model) -> Option<Move> {
    model.analysis.seat.as_ref()?.progress.first()?.pv.first().copied()
}

#[test]
fn a_held_engine_stays_where_it_is() {
    let mut model = analysis();
    model.command(PlayCommand::Go(Step::Forward));
    model.command(AnalysisCommand::Hold(true));
    let began = model.analysis.seat.as_ref().unwrap().report.began();
    let (held, node) = (searched(&model).clone(), model.record().node());
    model.command(PlayCommand::Go(Step::Last));
    assert_eq!((searched(&model), model.analysis.node(model.record())), (&held, Some(node)));
    assert_eq!(model.analysis.seat.as_ref().unwrap().report.began(), began, "the search goes on");
    // In another game the position may be missing.
    model.command(FileCommand::Paste("1. d4 *".into()));
    assert_eq!((searched(&model), model.analysis.node(model.record())), (&held, None));
    model.command(AnalysisCommand::Hold(false));
    assert_eq!(searched(&model), model.record().line());
}

#[test]
fn a_search_goes_on_if_only_words_change() {
    let mut model = analysis();
    let began = model.analysis.seat.as_ref().unwrap().report.began();
    model.command(EditCommand::Tag("Event".into(), "Test".into()));
    assert_eq!(model.analysis.seat.as_ref().unwrap().report.began(), began);
    model.command(AnalysisCommand::Lines(2));
    assert_ne!(model.analysis.seat.as_ref().unwrap().report.began(), began);
}

#[test]
fn only_some_moves_are_searched_until_the_board_changes() {
    let mut model = analysis();
    let moves = ["a3", "h3"].map(|text| san::parse(model.record().position(), text).unwrap());
    model.command(AnalysisCommand::Only(moves.to_vec()));
    model.wait("a line", |model| first(model).is_some());
    assert!(moves.contains(&first(&model).unwrap()));
    assert_eq!(model.analysis.searched_moves(model.record().position()).len(), 2);
    assert_eq!(model.analysis.values.of(model.record().position()), None, "this is not the value");
    model.command(PlayCommand::Go(Step::Forward));
    assert!(model.analysis.only.is_none());
    model.command(AnalysisCommand::Only(model.record().position().legal_moves().to_vec()));
    assert!(model.analysis.only.is_none(), "all moves are no restriction");
}

#[test]
fn any_number_of_engines_analyze() {
    let mut model = analysis();
    let engines = ["firstchess", "rajah", "rdchess", "firstchess"].map(str::to_owned);
    model.command(AnalysisCommand::Others(engines.to_vec()));
    assert_eq!(model.analysis.engines().collect::<Vec<_>>(), ["rajah", "firstchess", "rdchess"]);
    model.wait("lines of all", |model| {
        model
            .analysis
            .engines()
            .all(|engine| model.analysis.seat_of(engine).is_some_and(|seat| seat.progress.first().is_some()))
    });
    let began = model.analysis.seat_of("rdchess").unwrap().report.began();
    model.command(AnalysisCommand::Others(vec!["rdchess".into()]));
    assert!(model.analysis.seat_of("firstchess").is_none());
    assert_eq!(model.analysis.seat_of("rdchess").unwrap().report.began(), began, "its search goes on");
    model.command(AnalysisCommand::Others(vec!["no such engine".into(), "rdchess".into()]));
    model.wait("a message", |model| matches!(model.notices().last(), Some(Notice::AnalysisFailed { .. })));
    assert_eq!(model.analysis.others, ["rdchess"]);
    model.command(AnalysisCommand::Switch(false));
    model.wait("the end", |model| model.analysis.seats().all(|seat| !seat.is_thinking()));
}

fn insertion(model: &Model, from: NodeId, line: &str, is_main: bool, goes_there: bool) -> EditCommand {
    let (mut position, mut moves) = (model.record().game().position(from).unwrap(), Vec::new());
    for text in line.split_whitespace() {
        let mv = san::parse(&position, text).unwrap();
        position.try_play(mv).unwrap();
        moves.push(mv);
    }
    EditCommand::Insert(Insertion { from, moves, is_main, goes_there })
}

#[test]
fn lines_go_into_the_game_and_out_again() {
    let mut model = Model::bare();
    model.command(FileCommand::Paste("1. e4 e5 2. Nf3 *".into()));
    let first = model.record().game().main_line().next().unwrap();
    let changed = |model: &Model| model.record().game().move_count();
    model.command(insertion(&model, first, "c5 Nf3 d6", false, false));
    assert_eq!((changed(&model), model.plies()), (6, 0));
    // What is known is only gone to.
    model.command(insertion(&model, first, "c5 Nf3", false, true));
    assert_eq!((changed(&model), model.last_san().as_str()), (6, "Nf3"));
    model.command(insertion(&model, first, "c5 Nf3 d6", true, false));
    assert_eq!(model.record().game().main_line().count(), 4);
    model.command(PlayCommand::Undo);
    assert_eq!(model.record().game().main_line().count(), 3);
    model.command(PlayCommand::Undo);
    assert_eq!(changed(&model), 3);
}

#[test]
fn games_that_are_played_or_have_ended_stay_as_they_are() {
    let mut model = Model::bare();
    model.command(FileCommand::Paste("1. e4 e5 2. Nf3 1-0".into()));
    model.command(PlayCommand::Go(Step::Last));
    let (game, end) = (model.record().id(), model.record().node());
    model.command(insertion(&model, end, "Nc6", false, true));
    assert_ne!(model.record().id(), game, "it goes into a copy");
    assert_eq!((model.last_san().as_str(), model.tag("Result")), ("Nc6", None));
    model.command(PlayCommand::NewGame {
        players: [Player::Human, Player::Human],
        level: Level::Unlimited,
        start: None,
    });
    assert_eq!(model.play.stage(), Stage::Playing);
    model.command(insertion(&model, NodeId::START, "e4", false, true));
    assert_eq!((model.record().game().move_count(), model.notices().last()), (0, Some(&Notice::NotNow)));
}
