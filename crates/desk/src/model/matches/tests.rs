//! Tests of short matches, with a model and no window.

use super::*;
use crate::model::Model;
use crate::roster::BuiltInEngines;

fn plan() -> MatchPlan {
    let engines = vec!["rajah".into(), "firstchess".into()];
    MatchPlan { engines, games: 2, control: "depth=1".into(), ..MatchPlan::default() }
}

fn start(model: &mut Model, plan: MatchPlan) {
    model.command(MatchCommand::Start(Box::new(plan)));
}

fn settle(model: &mut Model) {
    model.wait("the end of the match", |model| !model.matches.is_running());
}

#[test]
fn a_match_is_played_counted_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut model = Model::with(BuiltInEngines);
    let file = folder.path().join("match.pgn");
    start(&mut model, MatchPlan { file: Some(file.clone()), ..plan() });
    settle(&mut model);
    assert_eq!(model.matches.finish, Some(MatchEnd::Played), "{:?}", model.notices());
    assert_eq!(model.matches.games.len(), 2);
    let standings = model.matches.standings.as_ref().unwrap();
    assert_eq!(standings.total(0).games(), 2);
    model.command(MatchCommand::Show(1));
    assert_eq!(model.tag("White"), Some("firstchess"));
    assert_eq!(std::fs::read_to_string(&file).unwrap().matches("[Event ").count(), 2);
}

#[test]
fn games_without_a_file_of_their_own_outlive_the_match_and_the_plan_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut model = Model::with(BuiltInEngines);
    model.keep_in(folder.path().into());
    let kept = model.play.earlier_matches().unwrap();
    start(&mut model, plan());
    model.wait("a game", |model| !model.matches.games.is_empty());
    // Finished games are in the file, whatever happens next.
    assert!(std::fs::read_to_string(&kept).unwrap().contains("[Event "));
    settle(&mut model);
    assert_eq!(std::fs::read_to_string(&kept).unwrap().matches("[Event ").count(), 2);
    let text = serde_json::to_string(&model.recent_choices()).unwrap();
    drop(model);
    let mut again = Model::with(BuiltInEngines);
    again.restore_choices(serde_json::from_str(&text).unwrap());
    assert_eq!(again.usual_match(), plan());
}

#[test]
fn what_cannot_be_played_is_reported_and_a_match_can_be_ended() {
    let mut model = Model::with(BuiltInEngines);
    start(&mut model, MatchPlan { engines: vec!["rajah".into()], ..plan() });
    assert_eq!(model.take_notice(), Some(Notice::TwoEngines));
    for (wrong, expected) in [
        (MatchPlan { control: "soon".into(), ..plan() }, "soon"),
        (MatchPlan { openings: Some("/no/such/file.epd".into()), ..plan() }, "/no/such/file.epd"),
        (MatchPlan { sprt: Some((5, 0)), ..plan() }, "5"),
        (MatchPlan { tablebases: Some("/no/such/folder".into()), ..plan() }, "/no/such/folder"),
        (MatchPlan { engines: vec!["rajah".into(), "/no/such/engine".into()], ..plan() }, "/no/such/engine"),
    ] {
        start(&mut model, wrong);
        settle(&mut model);
        assert!(model.has_reported("Not possible: ", expected), "{expected}");
    }
    start(&mut model, MatchPlan { control: "inf".into(), ..plan() });
    model.command(MatchCommand::Abandon);
    assert!(!model.matches.is_running() && model.matches.live.is_empty());
}

#[test]
fn several_games_are_played_at_once_and_the_first_meets_all() {
    let mut model = Model::with(BuiltInEngines);
    let engines = ["rajah", "firstchess", "roce"].map(String::from).to_vec();
    start(&mut model, MatchPlan { engines, gauntlet: true, concurrency: 2, adjudicate: true, ..plan() });
    model.wait("two games", |model| model.matches.live.len() == 2 || !model.matches.is_running());
    settle(&mut model);
    assert_eq!(model.matches.games.len(), 4);
    assert!(model.matches.games.iter().all(|game| game.players.contains(&0)));
    assert!(model.matches.live.is_empty());
}

#[test]
fn a_match_is_resumed_after_it_was_stopped_and_after_the_end_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.pgn");
    let long = MatchPlan { games: 40, file: Some(file.clone()), ..plan() };
    let mut model = Model::with(BuiltInEngines);
    model.keep_in(folder.path().into());
    start(&mut model, long.clone());
    model.wait("a game", |model| !model.matches.games.is_empty());
    model.command(MatchCommand::Abandon);
    let unfinished = model.matches.unfinished.clone().unwrap();
    assert_eq!((&unfinished.plan, unfinished.games), (&long, 40));
    model.command(MatchCommand::Resume);
    model.wait("two more games", |model| model.matches.games.len() > unfinished.played + 1);
    // The end of the program.
    drop(model);
    let mut model = Model::with(BuiltInEngines);
    let journal = folder.path().join("match.jsonl");
    model.wait("the end of the games", |_| unfinished::is_free(&journal));
    model.keep_in(folder.path().into());
    let played = model.matches.unfinished.as_ref().unwrap().played;
    assert!(played > unfinished.played);
    model.command(MatchCommand::Resume);
    settle(&mut model);
    assert_eq!((model.matches.games.len(), model.matches.finish), (40, Some(MatchEnd::Played)));
    assert_eq!(std::fs::read_to_string(&file).unwrap().matches("[Event ").count(), 40);
    assert!(!journal.exists());
}
