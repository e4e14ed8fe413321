//! Tests of the review of a game, the evaluation graph and the evaluation bar, in both languages.

use std::time::Duration;

use eframe::egui::{Key, Modifiers, vec2};
use heirloom_app::review::judgement::Judgement;
use heirloom_chess::Square;
use heirloom_desk::model::command::{PlayCommand, ReviewCommand, Step};
use heirloom_desk::model::notice::Notice;
use heirloom_desk::model::suite::Limit;
use heirloom_desk::roster::BuiltInEngines;
use heirloom_desk::settings::Details;
use heirloom_desk::texts::{FileError, Language};
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::{Driver, in_both};

/// Ctrl and Shift.
const SHIFTED: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

/// White loses a queen.
const GAME: &str = "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. Nf3 *";

#[test]
fn a_game_is_reviewed() {
    in_both(|driver, texts| {
        driver.bring(Window::Review);
        assert!(driver.sees(texts.review_explained()));
        driver.paste(GAME);
        driver.command(ReviewCommand::Start("rajah".into(), Limit::Depth(3)));
        driver.wait("the review", |model| model.reviewed().is_some());
        assert!(
            driver.sees(texts.accuracy())
                && driver.sees(texts.average_loss())
                && driver.sees(texts.blunders())
        );
        assert!(driver.sees(texts.missed_wins()) && driver.sees(texts.only_moves_played()));
        assert!(driver.sees(texts.key_moments()) && driver.sees(texts.bad_moves()));
        // The journal has colors and signs before anything is written into the game.
        assert!(driver.sees(&texts.with_letters("3. Qxf7+??")));
        driver.click(texts.next_mistake());
        assert_eq!(driver.last_san(), "Qxf7+");
        assert!(
            driver.sees_part(texts.judgement(Judgement::Blunder)) && driver.sees_part(texts.better_move())
        );
        driver.click(texts.annotate_game());
        let node = driver.record().node();
        assert!(driver.record().game().nags(node).contains(&Judgement::Blunder.nag()));
        let review = driver.model().reviewed().expect("a review");
        let bad = review.moves.iter().filter(|reviewed| reviewed.judgement().is_some()).count();
        let notice = Notice::Annotated { comments: bad, symbols: bad };
        assert!(driver.notice() == Some(&notice) && driver.sees(&texts.notice(&notice)));
        driver.click(texts.annotate_game());
        assert_eq!(driver.notice(), Some(&Notice::AnnotatedAlready));
        driver.press_command(Key::Z);
        assert!(driver.record().game().nags(node).is_empty());
        driver.click(texts.annotate_game());
        driver.click(texts.undo());
        assert!(driver.record().game().nags(node).is_empty());
        driver.press(Key::Home);
        driver.press(Key::PageDown);
        assert_eq!(driver.last_san(), "Qxf7+");
        let home = tempfile::tempdir().expect("a folder");
        let page = home.path().join("report.html");
        for _ in 0..2 {
            driver.click(texts.save_report());
            driver.type_into(texts.file_name(), &page.display().to_string());
            if driver.has_dialog() {
                assert!(driver.sees(&texts.file_error(&FileError::Exists(page.clone()))));
                driver.press(Key::Escape);
            }
            let saved = Notice::Saved(page.clone());
            driver.wait("the report", |model| model.notices().contains(&saved));
        }
        let page = std::fs::read_to_string(page).expect("a report");
        assert!(page.contains("Reviewed with Rajah, depth=3") && page.contains("Key moments"));
        driver.show_details(Details::Basic);
        assert!(driver.sees(texts.accuracy()) && !driver.sees(texts.average_loss()));
        driver.click(texts.close_review());
        assert!(driver.model().reviewed().is_none());
        assert!(driver.sees(&texts.notice(&Notice::ReviewDiscarded)));
        driver.click(texts.undo());
        assert!(driver.model().reviewed().is_some() && driver.sees(texts.key_moments()));
        driver.click(texts.close_review());
        driver.press(Key::Home);
        assert!(driver.model().reviewed().is_none() && driver.notice().is_none());
    });
}

#[test]
fn nothing_moves_when_a_review_ends() {
    in_both(|driver, texts| {
        driver.bring(Window::Review);
        driver.paste(GAME);
        driver.command(ReviewCommand::Start("heirloom".into(), Limit::Time(Duration::from_secs(1000))));
        driver.wait("the first card", |model| model.reviewed().is_some());
        let buttons = [texts.walk(), texts.next_mistake(), texts.annotate_game(), texts.close_review()];
        let places = buttons.map(|name| driver.rect(name));
        assert!(driver.sees_part(texts.refining()));
        driver.click(texts.stop());
        driver.wait("the end", |model| !model.review.is_running());
        assert_eq!(buttons.map(|name| driver.rect(name)), places);
        assert!(driver.sees(&texts.reviewed_by("Heirloom")));
        // The button that discards the review is far from those of the walk.
        driver.click(texts.walk());
        let finish = driver.rect(texts.finish_walk());
        driver.click(texts.finish_walk());
        assert!(!driver.rect(texts.close_review()).intersects(finish));
    });
}

#[test]
fn the_report_card_fits_its_window() {
    let name = "Wolfeschlegelsteinhausenbergerdorff, Hubert Blaine the Elder of Philadelphia";
    let game = format!("[White \"{name}\"]\n[Black \"{name} II\"]\n\n{GAME}");
    for language in Language::ALL {
        let mut driver =
            Driver::sized(vec2(1180.0, 800.0), language, true, std::sync::Arc::new(BuiltInEngines));
        driver.bring(Window::Review);
        driver.paste(&game);
        driver.command(ReviewCommand::Start("rajah".into(), Limit::Depth(3)));
        driver.wait("the review", |model| model.reviewed().is_some() && !model.review.is_running());
        assert!(driver.rect(name).right() < 1180.0 && driver.rect(&format!("{name} II")).right() < 1180.0);
        assert!(driver.rect(language.course_of_game()).bottom() < 770.0, "the graph is seen at once");
    }
}

#[test]
fn mistakes_are_walked_through_by_keyboard() {
    in_both(|driver, texts| {
        driver.bring(Window::Review);
        driver.paste(GAME);
        driver.command(ReviewCommand::Start("rajah".into(), Limit::Depth(3)));
        driver.wait("the review", |model| model.reviewed().is_some() && !model.review.is_running());
        driver.press_with(SHIFTED, Key::W);
        assert!(driver.sees(&texts.moment(1, 1)));
        assert!(driver.sees(&texts.what_would_you_play(&texts.with_letters("3. Qxf7+"))));
        driver.type_into(texts.typed_move(), &texts.with_letters("Qxf7"));
        let walk = driver.model().walkthrough().expect("the walk");
        assert_eq!(walk.tried().map(|mv| [mv.from(), mv.to()]), Some([Square::H5, Square::F7]));
        assert!(driver.sees_part(&texts.with_letters("3. Qxf7+")) && driver.sees_part(texts.answered_by()));
        driver.press_with(SHIFTED, Key::B);
        let review = driver.model().reviewed().expect("a review");
        let seen = review.moves[4].study.visibility.expect("a closer look");
        let (before, reviewed) = (review.positions[4].clone(), review.moves[4].clone());
        assert!(driver.sees(&texts.visibility(&seen)));
        for opinion in &reviewed.study.eras {
            let choice = texts.era(opinion, &before, &reviewed);
            assert!(driver.sees(&format!("{}: {choice}", texts.era_engine(opinion))));
        }
        // The sentence leads to its line.
        driver.activate(&texts.reason(&reviewed.reasons[0], &before, reviewed.mv));
        assert_eq!(driver.last_san(), "Kxf7");
        driver.press_with(SHIFTED, Key::W);
        assert!(driver.model().walkthrough().is_none() && driver.sees(texts.report_card()));
    });
}

#[test]
fn a_review_is_begun_from_the_menu_and_stopped() {
    in_both(|driver, texts| {
        driver.paste(GAME);
        driver.menu(texts.menu_mode(), texts.review_game());
        assert!(driver.is_open(Window::Review) && driver.model().review.is_running());
        driver.click(texts.stop());
        driver.wait("the end", |model| !model.review.is_running());
        assert!(driver.model().reviewed().is_some());
    });
}

#[test]
fn the_graph_leads_to_its_moves_and_the_bar_says_who_is_better() {
    in_both(|driver, texts| {
        driver.bring(Window::Graph);
        assert!(driver.sees(texts.graph_explained()));
        driver.paste("1. e4 {[%eval 0.30]} e5 {[%eval 0.20]} 2. Nf3 {[%eval 3.25]} Nc6 {[%eval #4]} *");
        let graph = driver.rect(texts.course_of_game());
        driver.click_at(graph.right_center());
        assert_eq!(driver.last_san(), "Nc6");
        assert!(driver.sees(&format!("{}: #4", texts.evaluation_bar())));
        driver.command(PlayCommand::Go(Step::Back));
        assert!(
            driver.sees(&format!("{}: +3.2", texts.evaluation_bar()))
                || driver.sees(&format!("{}: +3.3", texts.evaluation_bar()))
        );
        driver.menu(texts.menu_options(), texts.evaluation_bar());
        assert!(!driver.desk().settings.evaluation_bar);
    });
}
