//! Tests of short matches, with a model and no window.

use super::*;
use crate::model::Model;
use crate::roster::BuiltInEngines;

fn plan() -> MatchPlan {
    let engines = vec!["rajah".into(), "firstchess".into()];
    MatchPlan { engines, games: 2, control: "depth=1".into(), openings: None, sprt: None, file: None }
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
        (MatchPlan { engines: vec!["rajah".into(), "/no/such/engine".into()], ..plan() }, "/no/such/engine"),
    ] {
        start(&mut model, wrong);
        settle(&mut model);
        assert!(model.has_reported("Not possible: ", expected), "{expected}");
    }
    start(&mut model, MatchPlan { control: "inf".into(), ..plan() });
    model.command(MatchCommand::Abandon);
    assert!(!model.matches.is_running() && model.matches.live.is_none());
}
