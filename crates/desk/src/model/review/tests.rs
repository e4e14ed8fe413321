//! Tests of reviews in the model: started, stopped early, kept, undone, and of another game.

use super::*;
use crate::model::Model;
use crate::model::command::{FileCommand, PlayCommand};
use crate::roster::BuiltInEngines;

/// White loses a queen.
const GAME: &str = "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. Nf3 *";

fn model() -> Model {
    let mut model = Model::with(BuiltInEngines);
    model.command(FileCommand::Paste(GAME.into()));
    model
}

fn ask(model: &mut Model, command: ReviewCommand) {
    model.command(command);
    model.wait("the review", |model| !model.review.is_running());
}

fn start() -> ReviewCommand {
    ReviewCommand::Start("rajah".into(), Limit::Depth(3))
}

#[test]
fn a_review_finds_the_mistake_and_can_be_kept_and_undone() {
    let mut model = model();
    ask(&mut model, start());
    let review = model.reviewed().expect("a review");
    assert_eq!(review.moves[4].judgement(), Some(Judgement::Blunder));
    let [white, black] = &review.sides;
    assert!(white.average_loss > black.average_loss && black.accuracy > white.accuracy);
    ask(&mut model, ReviewCommand::Mistake { next: true });
    assert_eq!(model.last_san(), "Qxf7+");
    ask(&mut model, ReviewCommand::Annotate);
    let node = model.play.record.node();
    assert!(model.play.record.game().nags(node).contains(&Judgement::Blunder.nag()));
    assert!(model.play.record.game().comments(node).iter().any(|comment| comment.contains("[%eval")));
    assert!(model.reviewed().is_some(), "it still tells of this game");
    model.command(PlayCommand::Undo);
    assert!(model.play.record.game().nags(node).is_empty());
}

#[test]
fn a_report_goes_to_a_new_file_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.html");
    let mut model = model();
    let save = |model: &mut Model| {
        model.command(ReviewCommand::Save(path.clone()));
        model.finish_saving();
        model.take_notice()
    };
    assert_eq!(save(&mut model), Some(Notice::NoReview));
    ask(&mut model, start());
    assert_eq!(save(&mut model), Some(Notice::Saved(path.clone())));
    let page = std::fs::read_to_string(&path).unwrap();
    assert!(page.contains("Reviewed with Rajah, depth=3 by Heirloom") && page.contains("Qxf7+"), "{page}");
    assert_eq!(save(&mut model), Some(Notice::Exists(path.clone())));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), page);
}

#[test]
fn mistakes_are_found_by_marks_and_from_variations() {
    let mut model = model();
    let text = "1. e4?! e5 2. Qh5? Nc6 (2... Nf6 3. Qxe5+) 3. Qxf7+?? Kxf7 *";
    model.command(FileCommand::Paste(text.into()));
    let mut go = |next| {
        model.command(ReviewCommand::Mistake { next });
        model.play.record.last_san()
    };
    assert_eq!([go(true), go(true), go(true), go(true)].map(Option::unwrap), ["e4", "Qh5", "Qxf7+", "Qxf7+"]);
    assert_eq!([go(false), go(false), go(false)].map(Option::unwrap), ["Qh5", "e4", "e4"]);
    assert_eq!(model.notices(), [Notice::NoMistake]);
    for step in [Step::Forward, Step::Forward, Step::Forward, Step::Variation(1)] {
        model.command(PlayCommand::Go(step));
    }
    model.command(ReviewCommand::Mistake { next: false });
    assert_eq!(model.last_san(), "Qh5");
}

#[test]
fn a_review_ends_when_it_is_stopped_and_belongs_to_its_game() {
    let mut model = model();
    let endless = ReviewCommand::Start("heirloom".into(), Limit::Time(Duration::from_secs(1000)));
    model.command(endless);
    // The first card is there long before the end, and stays when the rest is stopped.
    model.wait("the first card", |model| {
        model.reviewed().is_some_and(|review| review.moves[4].judgement() == Some(Judgement::Blunder))
    });
    assert!(model.review.is_running() && model.review.progress().is_none_or(|share| share < 0.5));
    ask(&mut model, ReviewCommand::Stop);
    assert_eq!(model.reviewed().unwrap().moves[4].judgement(), Some(Judgement::Blunder));
    model.command(FileCommand::Paste("1. d4 d5 *".into()));
    assert!(model.reviewed().is_none() && model.review_evaluations().is_empty());
    ask(&mut model, ReviewCommand::Annotate);
    assert_eq!(model.notices().last(), Some(&Notice::NoReview));
    ask(&mut model, ReviewCommand::Start("/no/such/engine".into(), Limit::Depth(2)));
    assert!(model.has_reported("Not possible: ", "/no/such/engine"));
    model.command(FileCommand::SetUp(Box::default()));
    ask(&mut model, start());
    assert_eq!(model.notices().last(), Some(&Notice::NothingToReview));
}

#[test]
fn bad_moves_get_a_closer_look() {
    let mut model = model();
    ask(&mut model, start());
    let review = model.reviewed().unwrap();
    let study = &review.moves[4].study;
    assert!(study.visibility.is_some_and(|seen| seen.easier().depth().is_some_and(|depth| depth <= 3)));
    assert_eq!(study.eras.len(), 5);
    assert_eq!(review.key_moments(), [4]);
}

#[test]
fn progress_never_falls() {
    let mut model = model();
    model.command(ReviewCommand::Start("heirloom".into(), Limit::Nodes(60_000)));
    let seen = std::cell::Cell::new(0.0_f32);
    model.wait("the end", |model| {
        let share = model.review.progress();
        assert!(share.is_none_or(|share| share >= seen.get()), "{share:?} after {seen:?}");
        seen.set(share.unwrap_or(seen.get()));
        !model.review.is_running()
    });
    assert!(seen.get() > 0.0);
}

#[test]
fn what_is_no_longer_true_is_withdrawn() {
    let mut model = model();
    ask(&mut model, start());
    let mut review = model.reviewed().unwrap().clone();
    assert!(!review.moves[4].reasons.is_empty());
    assert_eq!(model.review.withdrawn(4), None);
    review.moves[4].reasons.clear();
    model.review.take(Box::new(review.clone()));
    assert_eq!(model.review.withdrawn(4), Some(Withdrawn::Reason));
    review.moves[4].quality = None;
    model.review.take(Box::new(review));
    assert_eq!(model.review.withdrawn(4), Some(Withdrawn::Judgement));
    ask(&mut model, ReviewCommand::Close);
    assert_eq!((model.review.withdrawn(4), model.take_notice()), (None, Some(Notice::ReviewDiscarded)));
    ask(&mut model, ReviewCommand::Restore);
    assert!(model.reviewed().is_some());
}

/// Lets the engine judge a move that is tried.
fn attempt(model: &mut Model, san: &str) -> WalkStage {
    model.command(PlayCommand::Type(san.into()));
    model.wait("a judgement", |model| {
        model.walkthrough().is_some_and(|walk| !matches!(walk.stage, WalkStage::Judging(_)))
    });
    model.walkthrough().unwrap().stage.clone()
}

#[test]
fn a_walk_asks_for_better_moves() {
    let mut model = model();
    model.command(ReviewCommand::Walk);
    assert_eq!(model.notices().last(), Some(&Notice::NoReview));
    model.command(ReviewCommand::ShowBetter);
    assert_eq!(model.notices().last(), Some(&Notice::NoWalk));
    ask(&mut model, start());
    model.command(ReviewCommand::Walk);
    assert_eq!(model.walkthrough().map(|walk| (walk.ply(), walk.place())), Some((4, (1, 1))));
    assert_eq!(model.last_san(), "Nc6");
    let moves = model.record().game().move_count();
    // The blunder again, another bad move, a good one.
    for san in ["Qxf7", "Qxh7"] {
        let WalkStage::Tried(tried) = attempt(&mut model, san) else { panic!("not judged") };
        assert!(!tried.is_good() && !tried.line.is_empty(), "{tried:?}");
    }
    let review = model.reviewed().unwrap();
    let best = heirloom_chess::notation::san::format(&review.positions[4], review.better(4).unwrap()[0]);
    let WalkStage::Tried(tried) = attempt(&mut model, &best) else { panic!("not judged") };
    assert!(tried.is_good());
    assert_eq!((model.record().game().move_count(), model.last_san().as_str()), (moves, "Nc6"));
    model.command(ReviewCommand::ShowBetter);
    assert!(model.analysis.hint.is_some());
    model.command(ReviewCommand::Walk);
    assert!(model.walkthrough().is_none(), "it was the last moment");
}

#[test]
fn a_line_is_played_out_in_the_game() {
    let mut model = model();
    ask(&mut model, start());
    let review = model.reviewed().unwrap();
    let better = review.better(4).unwrap().to_vec();
    let reason = review.moves[4].reasons[0].proof(review.moves[4].mv).unwrap();
    let moves = model.record().game().move_count();
    model.command(ReviewCommand::PlayOut(4, better.clone()));
    assert_eq!(model.record().line().moves().last(), Some(&better[0]));
    assert!(model.record().game().move_count() > moves);
    let version = model.record().revision();
    model.command(ReviewCommand::PlayOut(4, better));
    assert_eq!(model.record().revision(), version, "it is in the game already");
    model.command(PlayCommand::Undo);
    assert_eq!(model.record().game().move_count(), moves);
    // The refutation follows the game to its end here.
    model.command(ReviewCommand::PlayOut(4, reason[..2].to_vec()));
    assert_eq!(model.last_san(), "Kxf7");
}

#[test]
fn a_review_outlives_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let started = || {
        let mut model = Model::with(BuiltInEngines);
        model.keep_in(folder.path().to_owned());
        model
    };
    let mut model = started();
    model.command(FileCommand::Paste(GAME.into()));
    ask(&mut model, start());
    let before = model.reviewed().unwrap().evaluations.clone();
    model.keep_now();
    drop(model);
    let mut model = started();
    model.wait("the review of before", |model| model.reviewed().is_some());
    assert_eq!(model.reviewed().unwrap().evaluations, before);
    assert_eq!(model.review.engine.as_deref(), Some("rajah"));
    model.command(ReviewCommand::Walk);
    assert!(model.walkthrough().is_some());
}
