//! Tests of reviews in the model: started, stopped early, kept, undone, and of another game.

use web_time::Instant;

use super::*;
use crate::model::Model;
use crate::model::command::{Command, FileCommand, PlayCommand};
use crate::roster::BuiltInEngines;

/// White loses a queen.
const GAME: &str = "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. Nf3 *";

fn model() -> Model {
    let mut model = Model::new(Arc::new(BuiltInEngines), Arc::new(|| {}));
    model.apply(FileCommand::Paste(GAME.into()), Instant::now());
    model
}

fn ask(model: &mut Model, command: ReviewCommand) {
    model.apply(Command::Review(command), Instant::now());
    let end = Instant::now() + Duration::from_secs(100);
    while model.review.is_running() {
        model.poll(Instant::now());
        assert!(Instant::now() < end);
        std::thread::sleep(Duration::from_millis(2));
    }
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
    assert!(
        review.sides[0].average_loss > review.sides[1].average_loss
            && review.sides[1].accuracy > review.sides[0].accuracy
    );
    ask(&mut model, ReviewCommand::Mistake { next: true });
    assert_eq!(model.play.record.last_san().as_deref(), Some("Qxf7+"));
    ask(&mut model, ReviewCommand::Annotate);
    let node = model.play.record.node();
    assert!(model.play.record.game().nags(node).contains(&Judgement::Blunder.nag()));
    assert!(model.play.record.game().comments(node).iter().any(|comment| comment.contains("[%eval")));
    assert!(model.reviewed().is_some(), "it still tells of this game");
    model.apply(PlayCommand::Undo, Instant::now());
    assert!(model.play.record.game().nags(node).is_empty());
}

#[test]
fn a_report_goes_to_a_new_file_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.html");
    let mut model = model();
    let save = |model: &mut Model| {
        model.apply(ReviewCommand::Save(path.clone()), Instant::now());
        model.finish_saving();
        model.context.notices.dismiss()
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
    let paste = Command::File(FileCommand::Paste(
        "1. e4?! e5 2. Qh5? Nc6 (2... Nf6 3. Qxe5+) 3. Qxf7+?? Kxf7 *".into(),
    ));
    model.apply(paste, Instant::now());
    let mut go = |next| {
        model.apply(ReviewCommand::Mistake { next }, Instant::now());
        model.play.record.last_san()
    };
    assert_eq!([go(true), go(true), go(true), go(true)].map(Option::unwrap), ["e4", "Qh5", "Qxf7+", "Qxf7+"]);
    assert_eq!([go(false), go(false), go(false)].map(Option::unwrap), ["Qh5", "e4", "e4"]);
    assert_eq!(model.notices(), [Notice::NoMistake]);
    for step in [Step::Forward, Step::Forward, Step::Forward, Step::Variation(1)] {
        model.apply(PlayCommand::Go(step), Instant::now());
    }
    model.apply(ReviewCommand::Mistake { next: false }, Instant::now());
    assert_eq!(model.play.record.last_san().as_deref(), Some("Qh5"));
}

#[test]
fn a_review_ends_when_it_is_stopped_and_belongs_to_its_game() {
    let mut model = model();
    let endless = ReviewCommand::Start("heirloom".into(), Limit::Time(Duration::from_secs(1000)));
    model.apply(Command::Review(endless), Instant::now());
    assert!(model.review.is_running() && model.review.progress().is_none_or(|share| share < 0.1));
    ask(&mut model, ReviewCommand::Stop);
    assert!(
        model
            .reviewed()
            .is_some_and(|review| review.moves.iter().all(|reviewed| reviewed.judgement().is_none()))
    );
    model.apply(FileCommand::Paste("1. d4 d5 *".into()), Instant::now());
    assert!(model.reviewed().is_none() && model.review_evaluations().is_empty());
    ask(&mut model, ReviewCommand::Annotate);
    assert_eq!(model.notices().last(), Some(&Notice::NoReview));
    ask(&mut model, ReviewCommand::Start("/no/such/engine".into(), Limit::Depth(2)));
    assert!(
        matches!(model.notices().last(), Some(Notice::Refused(reason)) if reason.contains("/no/such/engine"))
    );
    model.apply(FileCommand::SetUp(Box::default()), Instant::now());
    ask(&mut model, start());
    assert_eq!(model.notices().last(), Some(&Notice::NothingToReview));
}
