//! One whole story: a game with a historical engine, take back, save, reload, review, flip, use German.

use eframe::egui::Key;
use heirloom_chess::notation::uci;
use heirloom_chess::{Move, MoveKind};
use heirloom_desk::model::Stage;
use heirloom_desk::model::command::ReviewCommand;
use heirloom_desk::model::level::Level;
use heirloom_desk::model::players::Player;
use heirloom_desk::model::suite::Limit;
use heirloom_desk::texts::Language;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::Driver;

/// The moves to play, in this order, as long as they are legal. They do not lose quickly.
const PLAN: [&str; 16] = [
    "d2d3", "g1f3", "e2e3", "f1e2", "e1g1", "c2c3", "b1d2", "d1c2", "h2h3", "a2a3", "f1e1", "b2b3", "c1b2",
    "a1d1", "e2f1", "d2c4",
];

/// Returns the next move of the plan that is legal, or any other move if there is none.
fn planned(driver: &Driver) -> Move {
    let position = driver.record().position();
    let planned = PLAN.iter().find_map(|text| uci::parse(position, text).ok());
    planned.unwrap_or_else(|| {
        position.legal_moves().iter().copied().find(|mv| mv.kind() == MoveKind::Normal).expect("a plain move")
    })
}

/// Reviews the game with a historical engine, and steps through it with the keyboard.
fn review(driver: &mut Driver) {
    let texts = driver.texts();
    driver.bring(Window::Review);
    driver.command(ReviewCommand::Start("rajah".into(), Limit::Depth(3)));
    driver.wait("the review", |model| model.reviewed().is_some());
    assert!(driver.sees(texts.accuracy()) && driver.sees(texts.average_loss()));
    driver.press(Key::Home);
    assert!(driver.plies() == 0);
    driver.press(Key::PageDown);
    let review = driver.model().reviewed().expect("a review");
    let judged = review.moves.iter().any(|reviewed| reviewed.judgement().is_some());
    assert_eq!(driver.plies() == 0, !judged);
    driver.click(texts.last());
    assert!(driver.record().is_at_end());
}

#[test]
fn a_game_against_an_ancestor() {
    let folder = tempfile::tempdir().unwrap();
    let mut driver = Driver::new(Language::English);
    let texts = driver.texts();

    driver.menu(texts.menu_game(), texts.new_game());
    driver.choose(texts.black(), "RDChess");
    driver.choose(texts.level(), texts.level_nodes());
    driver.click(texts.start());
    assert_eq!(*driver.model().play.players(), [Player::Human, Player::Engine("rdchess".into())]);
    assert!(matches!(driver.model().play.clocks().level(), Level::Nodes(_)));
    assert_eq!(driver.stage(), Stage::Playing);

    for turn in 0..10 {
        if driver.stage() != Stage::Playing {
            break;
        }
        let mv = planned(&driver);
        match turn % 3 {
            0 => driver.drag(mv.from(), mv.to()),
            1 => driver.keys(mv.from(), mv.to()),
            _ => driver.type_into(texts.typed_move(), &uci::format(driver.record().position(), mv, false)),
        }
        let plies = 2 * turn + 2;
        driver.wait("the answer", |model| {
            model.record().line().moves().len() == plies || model.play.stage() != Stage::Playing
        });
    }
    assert!(driver.stage() == Stage::Playing, "the moves were too bad: {:?}", driver.stage());

    driver.click(texts.undo());
    assert_eq!(driver.plies(), 18);

    let path = folder.path().join("story.pgn");
    driver.menu(texts.menu_game(), texts.save_as());
    driver.type_into(texts.file_name(), &path.display().to_string());
    driver.wait("the file", |model| !model.record().changed);
    assert!(path.exists());
    let moves = driver.record().line().moves().to_vec();

    driver.paste("8/8/8/8/8/8/8/K1k5 w - - 0 1");
    driver.click(texts.keep_and_leave());
    assert!(driver.plies() == 0);
    driver.menu(texts.menu_game(), texts.open());
    driver.type_into(texts.file_name(), &path.display().to_string());
    driver.click(texts.last());
    assert_eq!(driver.record().line().moves(), moves);

    review(&mut driver);

    driver.click(texts.flip());
    assert!(driver.model().play.is_flipped());

    driver.menu(texts.menu_options(), texts.language());
    driver.click(Language::German.name());
    assert!(driver.sees(Language::German.menu_game()) && driver.sees(Language::German.journal()));
}
