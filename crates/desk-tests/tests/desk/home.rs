//! Tests of the home page and of the ways to the board by keyboard and wheel, in both languages.

use std::sync::Arc;
use web_time::{Duration, Instant};

use eframe::egui::{Key, Modifiers, vec2};
use heirloom_chess::{Color, Position, Square};
use heirloom_desk::model::Stage;
use heirloom_desk::model::command::{LibraryCommand, PlayCommand, Step, TabCommand};
use heirloom_desk::model::level::Level;
use heirloom_desk::model::players::Player;
use heirloom_desk::roster::BuiltInEngines;
use heirloom_desk::texts::Language;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::{Driver, in_both};

fn opened(driver: &mut Driver) {
    driver.press_with(Modifiers::ALT, Key::Home);
    assert!(driver.desk().home.is_open());
}

#[test]
fn a_game_starts_with_two_clicks() {
    in_both(|driver, texts| {
        opened(driver);
        driver.click(texts.home_play());
        driver.click(texts.home_play_strength());
        assert!(!driver.desk().home.is_open());
        assert_eq!(driver.stage(), Stage::Playing);
        let limited = Player::Limited("heirloom".into(), 1000);
        assert_eq!(*driver.model().play.players(), [Player::Human, limited.clone()]);
        driver.command(PlayCommand::Resign);
        // The next time, the same opponent is offered first.
        opened(driver);
        driver.click(texts.home_play());
        driver.click(texts.black());
        driver.click(texts.home_again());
        assert_eq!(driver.stage(), Stage::Playing);
        assert_eq!(*driver.model().play.players(), [Player::Human, limited]);
    });
}

#[test]
fn the_slider_chooses_a_strength_and_cards_a_character() {
    in_both(|driver, texts| {
        opened(driver);
        driver.click(texts.home_play());
        assert!(driver.sees_part(texts.about_strength(Some(1000))));
        // The slider ends before the field with its number.
        let end = driver.rect_part(texts.home_strength()).left_center() - vec2(16.0, 0.0);
        driver.click_at(end);
        assert!(driver.sees_part(texts.about_strength(Some(2850))));
        assert!(driver.sees("Pip") && driver.sees("Maxim"));
        driver.click("Mina");
        assert_eq!(driver.stage(), Stage::Playing);
        assert_eq!(*driver.model().play.players(), [Player::Human, Player::Engine("Mina".into())]);
        driver.command(PlayCommand::Resign);
        // The same character is offered again.
        opened(driver);
        driver.click(texts.home_play());
        driver.click(texts.home_again());
        assert_eq!(*driver.model().play.players(), [Player::Human, Player::Engine("Mina".into())]);
    });
}

#[test]
fn color_and_time_are_chosen_before_the_opponent() {
    in_both(|driver, texts| {
        opened(driver);
        driver.click(texts.home_play());
        assert!(driver.sees_part("1996") || driver.sees("Rajah"));
        driver.click(texts.black());
        driver.click(texts.home_no_clock());
        driver.click("FirstChess");
        let players = [Player::Engine("firstchess".into()), Player::Human];
        assert_eq!(*driver.model().play.players(), players);
        assert!(matches!(driver.model().play.clocks().level(), Level::PerMove(_)));
        assert!(driver.model().play.is_flipped());
    });
}

#[test]
fn every_choice_works_without_any_games() {
    in_both(|driver, texts| {
        opened(driver);
        driver.click(texts.home_games());
        assert!(driver.sees(texts.home_no_games()));
        driver.click(texts.home_back());
        driver.click(texts.home_openings());
        assert!(!driver.desk().home.is_open() && driver.is_open(Window::Library));
        opened(driver);
        driver.click(texts.home_solve());
        assert!(!driver.desk().home.is_open() && driver.is_open(Window::Puzzles));
        driver.wait("a puzzle", |model| model.puzzles.current.is_some());
        opened(driver);
        driver.click(texts.home_analyse());
        driver.click(texts.start_position());
        assert!(driver.model().analysis.on && driver.is_open(Window::Analysis));
        opened(driver);
        driver.click(texts.home_inside());
        driver.click("RDChess");
        assert!(driver.model().analysis.on && driver.is_open(Window::RootMoves));
        assert_eq!(driver.model().analysis.engine, "rdchess");
        driver.menu(texts.menu_windows(), texts.previous_layout());
        assert!(driver.is_open(Window::Puzzles) && !driver.is_open(Window::RootMoves));
    });
}

#[test]
fn keys_lead_through_the_page_and_back() {
    in_both(|driver, texts| {
        opened(driver);
        // The first choice has the focus.
        driver.press(Key::Enter);
        assert!(driver.sees(texts.home_history()));
        driver.press(Key::Escape);
        assert!(driver.sees(texts.home_question()));
        driver.press(Key::Escape);
        assert!(!driver.desk().home.is_open());
        driver.menu(texts.menu_game(), texts.home());
        assert!(driver.desk().home.is_open());
        driver.drop_file("/nowhere/games.pgn");
        assert!(!driver.desk().home.is_open() && driver.notices().len() == 1);
        driver.click(texts.to_home_page());
        assert!(driver.desk().home.is_open());
    });
}

#[test]
fn the_page_fits_on_a_small_screen() {
    for texts in Language::ALL {
        let mut driver = Driver::sized(vec2(800.0, 600.0), texts, true, Arc::new(BuiltInEngines));
        opened(&mut driver);
        for title in [texts.home_play(), texts.home_analyse(), texts.home_inside()] {
            let card = driver.rect(title);
            assert!(card.min.x >= 0.0 && card.max.x <= 800.0 && card.max.y <= 600.0, "{title}: {card:?}");
        }
    }
}

#[test]
fn the_wheel_and_fast_keys_step_through_the_game() {
    in_both(|driver, _| {
        driver.paste("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *");
        driver.command(PlayCommand::Go(Step::First));
        driver.press_fast(Key::ArrowRight, 12);
        assert_eq!(driver.plies(), 12);
        driver.wheel(Square::E4, 3.0);
        assert_eq!(driver.plies(), 9);
        driver.wheel(Square::E4, -2.0);
        assert_eq!(driver.plies(), 11);
    });
}

#[test]
fn a_key_leads_to_the_board_and_another_to_typed_moves() {
    in_both(|driver, texts| {
        driver.press(Key::F6);
        // From the white king to the pawn before it.
        driver.press_all(&[Key::ArrowUp, Key::Enter, Key::ArrowUp, Key::ArrowUp, Key::Enter]);
        assert_eq!(driver.last_san(), "e4");
        driver.press(Key::F7);
        driver.write(&texts.with_letters("Nf6"));
        driver.press(Key::Enter);
        assert_eq!(driver.last_san(), "Nf6");
        assert_eq!(driver.record().position().turn(), Color::White);
    });
}

#[test]
fn taking_back_gives_the_time_back_and_typed_moves_wait_for_their_turn() {
    in_both(|driver, texts| {
        let level = Level::Increment { base: Duration::from_secs(300), increment: Duration::from_secs(3) };
        driver.new_game([Player::Human, Player::Human], level);
        let start = Instant::now();
        let after = |driver: &mut Driver, seconds, command: PlayCommand| {
            driver.desk().model.apply(command, start + Duration::from_secs(seconds));
        };
        after(driver, 60, PlayCommand::Type("e4".into()));
        after(driver, 70, PlayCommand::TakeBack);
        let clocks = driver.model().play.clocks();
        let left = clocks.left(Color::White, start + Duration::from_secs(70)).unwrap();
        assert!(left > Duration::from_secs(299), "{left:?}");
        // A premove is typed while the engine thinks.
        driver.new_game([Player::Engine("heirloom".into()), Player::Human], Level::Unlimited);
        driver.wait("the engine", |model| model.play.thinking().is_some());
        driver.type_into(texts.typed_move(), &texts.with_letters("Nf6"));
        assert_eq!(driver.model().play.pending().premove, Some((Square::G8, Square::F6)));
        driver.type_into(texts.typed_move(), "d7d5");
        assert_eq!(driver.model().play.pending().premove, Some((Square::D7, Square::D5)));
        driver.command(PlayCommand::MoveNow);
        driver.wait("the premove", |model| model.record().line().moves().len() >= 2);
    });
}

#[test]
fn the_board_turns_back_after_a_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.csv");
    let text = "PuzzleId,FEN,Moves,Rating,Themes\nb,rr6/8/8/8/8/6k1/8/7K w - - 0 1,h1g1 a8a1,700,mateIn1\n";
    std::fs::write(&path, text).unwrap();
    in_both(|driver, _| {
        driver.drop_file(path.to_str().unwrap());
        driver.wait("a puzzle", |model| model.puzzles.current.is_some());
        assert!(driver.model().play.is_flipped());
        driver.paste("1. e4 e5 *");
        assert!(!driver.model().play.is_flipped());
    });
}

#[test]
fn what_is_recorded_can_be_undone() {
    in_both(|driver, texts| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.txt");
        driver.bring(Window::Library);
        driver.command(LibraryCommand::Begin(path.clone()));
        driver.wait("the library", |model| model.library.path.is_some());
        driver.click(texts.learn());
        driver.play("e4");
        assert!(driver.sees(&texts.recorded(1, "1. e4")));
        driver.activate(texts.undo_recorded());
        assert!(!driver.sees(texts.undo_recorded()));
    });
}

#[test]
fn recent_files_are_a_click_away() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tal.pgn");
    std::fs::write(&path, "[White \"Tal\"]\n\n1. e4 e5 *\n").unwrap();
    in_both(|driver, texts| {
        opened(driver);
        assert!(!driver.sees(texts.home_recent()));
        driver.drop_file(path.to_str().unwrap());
        assert_eq!(driver.tag("White"), "Tal");
        driver.paste("1. d4 *");
        opened(driver);
        assert!(driver.sees(texts.home_recent()));
        driver.click("tal.pgn");
        assert!(!driver.desk().home.is_open() && driver.tag("White") == "Tal");
    });
}

#[test]
fn openings_begin_at_the_initial_position_and_nothing_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tal.pgn");
    std::fs::write(&path, "[White \"Tal\"]\n\n1. e4 e5 *\n").unwrap();
    in_both(|driver, texts| {
        let openings = |driver: &mut Driver| {
            opened(driver);
            driver.click(texts.home_openings());
            assert!(driver.is_open(Window::Library) && driver.is_open(Window::Board));
            assert_eq!(*driver.record().position(), Position::startpos());
            driver.model().tabs.count()
        };
        // A game of a file that is unchanged is still in its file.
        driver.drop_file(path.to_str().unwrap());
        driver.press(Key::End);
        assert_eq!(openings(driver), 1);
        // A position that was set up is in no file.
        driver.paste("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        assert_eq!(openings(driver), 2);
        driver.command(TabCommand::Show(0));
        assert_eq!(openings(driver), 2);
        driver.play("e4");
        assert_eq!(openings(driver), 3);
    });
}
