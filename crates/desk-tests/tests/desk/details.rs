//! Tests of what RDChess's windows offered: levels of detail, the state in the status bar, the manual, game
//! data that stay in view, menus of windows, and engines that play from the opening book.

use eframe::egui::Key;
use heirloom_desk::model::command::{FileCommand, PlayCommand, Step};
use heirloom_desk::model::level::Level;
use heirloom_desk::model::library::LibraryState;
use heirloom_desk::model::players::Player;
use heirloom_desk::settings::Details;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::{Driver, in_both};

const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 \
    Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 *";

fn set_details(driver: &mut Driver, details: Details) {
    let texts = driver.texts();
    driver.menu(texts.menu_options(), texts.details());
    driver.click(texts.detail_level(details));
    driver.press(Key::Escape);
}

#[test]
fn the_status_bar_says_how_the_game_is() {
    in_both(|driver, texts| {
        assert!(driver.sees_part(&texts.move_and_turn(1, texts.white())));
        driver.play_all(&["e4", "e5", "Qh5", "Ke7"]);
        assert!(driver.sees_part(&texts.move_and_turn(3, texts.white())));
        driver.command(PlayCommand::Go(Step::Back));
        driver.play_all(&["Nc6", "Qxf7"]);
        assert!(driver.sees_part(&format!(" · {}", texts.in_check())));
        driver.paste("1. f3 e5 2. g4 Qh4# 0-1");
        driver.press(Key::End);
        assert!(!driver.sees_part(&format!(" · {}", texts.in_check())) && driver.sees_part(" · "));
        driver.new_game(Default::default(), Level::Depth(3));
        assert!(driver.sees_part(&format!(" · {}", texts.level_in_words(Level::Depth(3)))));
    });
}

#[test]
fn the_manual_is_read_in_the_language_of_the_desk() {
    in_both(|driver, texts| {
        driver.menu(texts.menu_help(), texts.manual());
        let (first, other) = match texts.name() {
            "English" => ("What Heirloom is", "Was Heirloom ist"),
            _ => ("Was Heirloom ist", "What Heirloom is"),
        };
        assert!(driver.sees(first) && !driver.sees(other) && driver.sees_part("heirloom --version"));
        driver.click(texts.close());
        assert!(!driver.has_dialog());
        driver.menu(texts.menu_help(), texts.about());
        assert!(driver.sees(texts.copyright()));
    });
}

#[test]
fn windows_leave_out_what_only_experts_look_for() {
    in_both(|driver, texts| {
        driver.bring(Window::Clocks);
        assert!(driver.sees_part(&format!(" {}", texts.used())));
        driver.bring(Window::Status);
        assert!(driver.sees(texts.castling()));
        set_details(driver, Details::Basic);
        assert_eq!(driver.settings().details, Details::Basic);
        assert!(!driver.sees(texts.castling()) && driver.sees(texts.last_move()));
        driver.bring(Window::Clocks);
        assert!(!driver.sees_part(&format!(" {}", texts.used())));
        // Every window can be drawn.
        for window in Window::all() {
            driver.bring(window);
            assert!(driver.is_open(window));
        }
        set_details(driver, Details::Full);
        driver.bring(Window::Status);
        assert!(driver.sees(texts.castling()));
    });
}

#[test]
fn game_data_stay_in_view_and_are_taken_over() {
    in_both(|driver, texts| {
        driver.bring(Window::GameData);
        driver.type_into("Event", "Hastings");
        assert_eq!(driver.tag("Event"), "Hastings");
        driver.type_into("bm", "Nf3");
        assert_eq!((driver.tag("bm"), driver.tag("pv")), ("Nf3", ""));
        driver.write_into(texts.another_tag(), "Annotator");
        driver.click(texts.add());
        driver.type_into("Annotator", "Posch");
        assert_eq!(driver.tag("Annotator"), "Posch");
        driver.command(FileCommand::Paste("[Event \"Linz\"]\n\n1. d4 *".into()));
        assert_eq!(driver.tag("Event"), "Linz");
        driver.type_into("Event", "Wien");
        assert_eq!((driver.tag("Event"), driver.tag("bm")), ("Wien", ""));
        driver.click(&format!("{} Event", texts.remove()));
        assert_eq!(driver.tag("Event"), "?");
    });
}

#[test]
fn a_menu_begins_a_move() {
    in_both(|driver, texts| {
        driver.menu(texts.menu_move(), texts.type_move());
        driver.write("e4");
        driver.press(Key::Enter);
        assert_eq!(driver.last_san(), "e4");
    });
}

#[test]
fn keys_walk_and_page_through_the_moves() {
    in_both(|driver, _| {
        driver.paste(GAME);
        driver.press_all(&[Key::End, Key::ArrowUp]);
        assert_eq!(driver.plies(), 21);
        driver.press(Key::PageUp);
        assert_eq!(driver.plies(), 1);
        driver.press_all(&[Key::PageDown, Key::ArrowDown]);
        assert_eq!(driver.plies(), 23);
        // Variations and mistakes come first.
        driver.paste("1. e4 (1. d4) 1... e5 2. Nf3? Nc6 *");
        driver.press_all(&[Key::ArrowRight, Key::ArrowDown]);
        assert_eq!((driver.last_san().as_str(), driver.plies()), ("d4", 1));
        driver.press_all(&[Key::Home, Key::PageDown]);
        assert_eq!(driver.last_san(), "Nf3");
    });
}

#[test]
fn windows_have_menus() {
    in_both(|driver, texts| {
        driver.bring(Window::Clocks);
        driver.right_click(texts.reset());
        driver.press(Key::Escape);
        driver.right_click_part(texts.used());
        assert!(driver.sees(texts.reset_clocks()));
        driver.click(texts.set_level());
        assert!(driver.has_dialog());
        driver.press(Key::Escape);
        driver.bring(Window::Status);
        driver.right_click(texts.castling());
        assert!(driver.sees(texts.copy_status()));
        driver.click(texts.edit_game_data());
        assert!(driver.has_dialog());
        driver.press(Key::Escape);
        driver.paste("[White \"Tal\"]\n\n1. e4 *\n\n[White \"Keres\"]\n\n1. d4 *\n");
        driver.wait_for_games(2);
        driver.bring(Window::Games);
        driver.right_click_part("Keres, ");
        driver.click(texts.open_game());
        driver.wait("the game", |model| model.record().game().tags().get("White") == Some("Keres"));
    });
}

#[test]
fn the_evaluation_shows_the_pawns() {
    in_both(|driver, texts| {
        driver.paste("4k3/p1p3p1/1p4p1/8/3PP3/2P5/P1P4P/4K3 w - - 0 1");
        driver.bring(Window::Evaluation);
        driver.wait("an evaluation", |model| model.insight.evaluation.answer.is_some());
        assert!(driver.sees(texts.pawn_structure()) && driver.sees("e4") && driver.sees("c2 c3"));
    });
}

#[test]
fn engines_play_from_the_book_if_they_are_to() {
    in_both(|driver, texts| {
        driver.bring(Window::Library);
        assert!(driver.sees_part(&texts.in_library(&LibraryState::Inside)));
        driver.menu(texts.menu_mode(), texts.use_library());
        assert!(driver.model().play.plays_from_library());
        let engine = Player::Engine("rdchess".into());
        driver.new_game([Player::Human, engine], Level::Depth(1));
        driver.play("e4");
        // The answer comes without a search.
        assert_eq!(driver.plies(), 2);
        driver.play("a3");
        driver.wait("a move", |model| model.record().line().moves().len() == 4);
        let LibraryState::Left(before, mv) = driver.model().library.state.clone() else {
            panic!("{:?}", driver.model().library.state)
        };
        assert_eq!(texts.san(&before, mv), "a3");
        assert!(driver.sees_part(&texts.in_library(&driver.model().library.state)));
        driver.click(texts.use_library());
        assert!(!driver.model().play.plays_from_library());
        driver.press_command(Key::N);
        driver.click(texts.use_library());
        driver.click(texts.start());
        assert!(driver.model().play.plays_from_library());
    });
}
