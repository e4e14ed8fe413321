//! Tests of short matches, with a model and no window.

use web_time::Instant;

use super::*;
use crate::model::Model;
use crate::roster::BuiltInEngines;

fn plan() -> MatchPlan {
    let engines = vec!["rajah".into(), "firstchess".into()];
    MatchPlan { engines, games: 2, control: "depth=1".into(), openings: None, sprt: None, file: None }
}

fn model() -> Model {
    Model::new(Arc::new(BuiltInEngines), Arc::new(|| {}))
}

fn start(model: &mut Model, plan: MatchPlan) {
    model.apply(MatchCommand::Start(Box::new(plan)), Instant::now());
}

fn settle(model: &mut Model) {
    let end = Instant::now() + Duration::from_secs(200);
    while model.matches.is_running() {
        model.poll(Instant::now());
        assert!(Instant::now() < end);
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_match_is_played_counted_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut model = model();
    let file = folder.path().join("match.pgn");
    start(&mut model, MatchPlan { file: Some(file.clone()), ..plan() });
    settle(&mut model);
    assert_eq!(
        (model.matches.games.len(), model.matches.finish),
        (2, Some(MatchEnd::Played)),
        "{:?}",
        model.notices()
    );
    let standings = model.matches.standings.as_ref().unwrap();
    assert_eq!(standings.total(0).games(), 2);
    model.apply(MatchCommand::Show(1), Instant::now());
    assert_eq!(model.play.record.game().tags().get("White"), Some("firstchess"));
    assert_eq!(std::fs::read_to_string(&file).unwrap().matches("[Event ").count(), 2);
}

#[test]
fn games_without_a_file_of_their_own_outlive_the_match_and_the_plan_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut model = model();
    model.keep_in(folder.path().into());
    let kept = model.play().earlier_matches().unwrap();
    start(&mut model, plan());
    let end = Instant::now() + Duration::from_secs(200);
    while model.matches.games.is_empty() {
        model.poll(Instant::now());
        assert!(Instant::now() < end);
        std::thread::sleep(Duration::from_millis(2));
    }
    // Finished games are in the file, whatever happens next.
    assert!(std::fs::read_to_string(&kept).unwrap().contains("[Event "));
    settle(&mut model);
    assert_eq!(std::fs::read_to_string(&kept).unwrap().matches("[Event ").count(), 2);
    let text = serde_json::to_string(&model.recent_choices()).unwrap();
    drop(model);
    let mut again = self::model();
    again.restore_choices(serde_json::from_str(&text).unwrap());
    assert_eq!(again.usual_match(), plan());
}

#[test]
fn what_cannot_be_played_is_told_and_a_match_can_be_ended() {
    let mut model = model();
    start(&mut model, MatchPlan { engines: vec!["rajah".into()], ..plan() });
    assert_eq!(model.context.notices.dismiss(), Some(Notice::TwoEngines));
    for (wrong, told) in [
        (MatchPlan { control: "soon".into(), ..plan() }, "soon"),
        (MatchPlan { openings: Some("/no/such/file.epd".into()), ..plan() }, "/no/such/file.epd"),
        (MatchPlan { sprt: Some((5, 0)), ..plan() }, "5"),
        (MatchPlan { engines: vec!["rajah".into(), "/no/such/engine".into()], ..plan() }, "/no/such/engine"),
    ] {
        start(&mut model, wrong);
        settle(&mut model);
        assert!(
            matches!(model.context.notices.dismiss(), Some(Notice::Refused(reason)) if reason.contains(told)),
            "{told}"
        );
    }
    start(&mut model, MatchPlan { control: "inf".into(), ..plan() });
    model.apply(MatchCommand::Abandon, Instant::now());
    assert!(!model.matches.is_running() && model.matches.live.is_none());
}
