//! A game, a puzzle and a review by keyboard and screen reader alone, in both languages: elements are found
//! by their names, and what happens is read from the live region.

use eframe::egui::{Key, Modifiers};
use heirloom_chess::Color;
use heirloom_chess::Outcome;
use heirloom_desk::model::Stage;
use heirloom_desk::model::ending::Ending;
use heirloom_desk::model::puzzles::PuzzleState;
use heirloom_desk::texts::Language;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::{Driver, in_both};

/// Types a move with the keyboard; returns what is announced.
fn typed(driver: &mut Driver, texts: Language, san: &str) -> String {
    driver.press(Key::F7);
    driver.write(&texts.with_letters(san));
    driver.press(Key::Enter);
    driver.announced()
}

#[test]
fn a_whole_game_is_played_and_heard() {
    in_both(|driver, texts| {
        assert_eq!(typed(driver, texts, "f3"), "f3");
        assert_eq!(typed(driver, texts, "e5"), "e5");
        assert_eq!(typed(driver, texts, "Nh3"), texts.spoken("Nh3"));
        // A wrong move is announced, too.
        assert!(typed(driver, texts, "Qe4").contains(texts.notice(driver.notice().unwrap()).as_str()));
        assert_eq!(typed(driver, texts, "d5"), "d5");
        // With the arrow keys: from the white king to the pawn g2, and two squares up.
        driver.press(Key::F6);
        driver.press_all(&[Key::ArrowUp, Key::ArrowRight, Key::ArrowRight, Key::Enter]);
        driver.press_all(&[Key::ArrowUp, Key::ArrowUp, Key::Enter]);
        assert_eq!(driver.announced(), "g4");
        assert_eq!(typed(driver, texts, "Bxg4"), texts.spoken("Bxg4"));
        assert_eq!(typed(driver, texts, "fxg4"), texts.spoken("fxg4"));
        assert_eq!(typed(driver, texts, "Qh4+"), texts.spoken("Qh4+"));
        driver.press(Key::Escape);
        driver.press(Key::ArrowLeft);
        assert_eq!(driver.announced(), texts.spoken("fxg4"));
        driver.press(Key::Home);
        assert_eq!(driver.announced(), texts.start_position());
        driver.press(Key::F5);
        assert!(driver.announced().contains(&texts.spoken_position(driver.record().position())));
    });
}

#[test]
fn a_game_against_an_engine_is_heard_to_its_end() {
    in_both(|driver, texts| {
        driver.press_with(Modifiers::ALT, Key::Home);
        driver.press(Key::Enter);
        driver.activate(texts.home_no_clock());
        driver.activate("FirstChess");
        assert_eq!(driver.stage(), Stage::Playing);
        driver.press(Key::F7);
        driver.write("e4");
        driver.press(Key::Enter);
        driver.wait("the answer", |model| model.record().line().moves().len() == 2);
        let answer = texts.spoken(&driver.last_san());
        assert!(driver.announced().ends_with(&answer), "{} {answer}", driver.announced());
        driver.press(Key::F9);
        assert!(driver.announced().contains(texts.no_clock()));
        driver.menu(texts.menu_game(), texts.resign());
        driver.activate(texts.resign());
        assert!(driver.announced().contains(texts.you_resigned()));
    });
}

#[test]
fn checkmate_is_heard() {
    in_both(|driver, texts| {
        driver.press_command(Key::N);
        driver.choose(texts.black(), texts.human());
        driver.activate(texts.start());
        for san in ["f3", "e5", "g4"] {
            typed(driver, texts, san);
        }
        let end = typed(driver, texts, "Qh4#");
        let wins = texts.ending(Ending::Rules(Outcome::Checkmate { winner: Color::Black }));
        assert_eq!(end, format!("{}. {wins}", texts.spoken("Qh4#")));
        driver.press(Key::F8);
        assert!(!driver.announced().is_empty());
    });
}

#[test]
fn a_puzzle_is_solved_by_keyboard() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.csv");
    let text = "PuzzleId,FEN,Moves,Rating,Themes\na,rr6/8/8/8/8/6k1/8/7K w - - 0 1,h1g1 a8a1,700,mateIn1\n";
    std::fs::write(&path, text).unwrap();
    in_both(|driver, texts| {
        driver.bring(Window::Puzzles);
        driver.activate(texts.open_puzzles());
        driver.type_into(texts.file_name(), &path.display().to_string());
        driver.wait("a puzzle", |model| model.puzzles.current.is_some());
        let task = texts.puzzle_task(texts.color(Color::Black));
        assert!(driver.announced().contains(&task), "{}", driver.announced());
        let wrong = texts.puzzle_state(PuzzleState::Wrong, true);
        assert!(typed(driver, texts, "Ra2").contains(&wrong), "{}", driver.announced());
        let solved = texts.puzzle_state(PuzzleState::Solved, true);
        assert!(typed(driver, texts, "Ra1#").contains(&solved), "{}", driver.announced());
    });
}

#[test]
fn a_review_is_heard() {
    in_both(|driver, texts| {
        driver.paste("1. e4 e5 2. Qh5 Ke7 3. Qxe5# *");
        driver.press_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::R);
        driver.wait("the review", |model| model.reviewed().is_some());
        driver.press(Key::Home);
        driver.press(Key::PageDown);
        let node = driver.record().node();
        let judgement = driver.model().judgements().of(node).expect("a mistake");
        assert!(driver.announced().ends_with(texts.judgement(judgement)), "{}", driver.announced());
    });
}
