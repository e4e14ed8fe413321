//! Tests of how the desk looks: contrasts, texts that are cut off, sizes, boards and pieces.

use std::sync::Arc;

use eframe::egui::{Key, Vec2, vec2};
use heirloom_chess::{Piece, Square};
use heirloom_desk::dock::Dock;
use heirloom_desk::model::command::{AnalysisCommand, Command, PlayCommand, Step};
use heirloom_desk::model::level::Level;
use heirloom_desk::model::players::Player;
use heirloom_desk::settings::{Appearance, OWN, Settings};
use heirloom_desk::texts::Language;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::{Driver, in_both};
use heirloom_desk_tests::inspection::{cut_texts, faint_texts};
use heirloom_desk_tests::scripted::ScriptedRoster;

/// A game with variations, comments and marks of every kind.
const GAME: &str = "[White \"Anderssen, Adolf\"]\n[Black \"Dufresne, Jean\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5?! {a comment that takes some room} 4. b4 $14 Bxb4 (4... Bb6? {quiet} \
    5. b5 Na5?? 6. Nxe5) 5. c3 Ba5 6. d4 exd4 1-0";

/// The windows that one after the other are shown next to the board.
fn windows() -> impl Iterator<Item = Window> {
    Window::all().filter(|window| *window != Window::Board)
}

/// The windows with tables that scroll to both sides, or with fields whose text scrolls.
const SCROLLING: [Window; 8] = [
    Window::GameData,
    Window::Watchdog,
    Window::RootMoves,
    Window::Statistics,
    Window::HashTable,
    Window::MoveOrder,
    Window::Evaluation,
    Window::ProtocolLog,
];

fn opened(size: Vec2, language: Language, dark: bool) -> Driver {
    let mut driver = Driver::sized(size, language, dark, Arc::new(ScriptedRoster));
    driver.paste(GAME);
    (0..9).for_each(|_| driver.command(PlayCommand::Go(Step::Forward)));
    driver.command(AnalysisCommand::Switch(true));
    driver
}

fn changed(driver: &mut Driver, change: impl FnOnce(&mut Settings)) {
    let mut settings = driver.settings().clone();
    change(&mut settings);
    driver.apply(Command::Settings(Box::new(settings)));
}

/// Opens each window and each dialog in turn.
fn everywhere(driver: &mut Driver, mut check: impl FnMut(&mut Driver, &str, Option<Window>)) {
    for (name, dock, window) in [
        ("playing", Dock::playing(), None),
        ("analysis", Dock::analysing(), None),
        ("search", Dock::searching(), Some(Window::Watchdog)),
    ] {
        driver.desk().dock = dock;
        driver.settle();
        check(driver, name, window);
    }
    for window in windows() {
        driver.desk().dock = Dock::playing();
        driver.bring(window);
        check(driver, "", Some(window));
    }
    driver.desk().dock = Dock::playing();
    for key in [Key::N, Key::L, Key::U, Key::K, Key::D, Key::E, Key::Comma, Key::F1, Key::F2] {
        match key {
            Key::F1 | Key::F2 => driver.press(key),
            _ => driver.press_command(key),
        }
        assert!(driver.has_dialog(), "{key:?} opens no dialog");
        check(driver, &format!("the dialog of {key:?}"), None);
        driver.press(Key::Escape);
    }
}

#[test]
fn all_texts_can_be_read() {
    let mut faint = Vec::new();
    for dark in [true, false] {
        let driver = &mut opened(vec2(1180.0, 800.0), Language::English, dark);
        everywhere(driver, |driver, place, window| {
            let found = faint_texts(driver.shapes());
            faint.extend(found.into_iter().map(|text| format!("dark: {dark}, {place} {window:?}: {text}")));
        });
    }
    assert!(faint.is_empty(), "{}", faint.join("\n"));
}

#[test]
fn no_text_is_cut_off() {
    let mut cut = Vec::new();
    for (size, zoom) in [
        (vec2(800.0, 600.0), 100),
        (vec2(1180.0, 800.0), 100),
        (vec2(1920.0, 1080.0), 100),
        (vec2(1920.0, 1080.0), 200),
    ] {
        for language in Language::ALL {
            let driver = &mut opened(size, language, false);
            changed(driver, |settings| settings.zoom = zoom);
            everywhere(driver, |driver, place, window| {
                if window.is_some_and(|window| SCROLLING.contains(&window)) {
                    return;
                }
                // Tabs scroll, too.
                let is_tab = |text: &String| Window::all().any(|window| window.title(language) == text);
                let found = cut_texts(driver.shapes()).into_iter().filter(|text| !is_tab(text));
                let at = format!("{size:?} {zoom} % {language:?} {place} {window:?}");
                cut.extend(found.map(|text| format!("{at}: {text}")));
            });
        }
    }
    assert!(cut.is_empty(), "{}", cut.join("\n"));
}

#[test]
fn labels_are_level_with_their_fields() {
    let mut uneven = Vec::new();
    for language in Language::ALL {
        let driver = &mut opened(vec2(1280.0, 860.0), language, true);
        everywhere(driver, |driver, place, window| {
            let found = driver.uneven_labels().into_iter();
            uneven.extend(found.map(|label| format!("{language:?} {place} {window:?}: {label}")));
        });
    }
    assert!(uneven.is_empty(), "{}", uneven.join("\n"));
}

#[test]
fn the_zoom_is_changed_by_keys_and_kept() {
    in_both(|driver, texts| {
        driver.press_command(Key::Plus);
        assert_eq!(driver.settings().zoom, 110);
        driver.press_command(Key::Equals);
        assert_eq!(driver.settings().zoom, 125);
        driver.press_command(Key::Num0);
        driver.press_command(Key::Minus);
        assert_eq!(driver.settings().zoom, 90);
        driver.press_command(Key::Comma);
        driver.press_command(Key::Plus);
        assert_eq!(driver.settings().zoom, 100, "the zoom also works in dialogs");
        driver.choose(texts.zoom(), &texts.percent(75));
        assert_eq!(driver.settings().zoom, 75);
    });
}

#[test]
fn what_is_behind_a_dialog_gets_no_keys_and_no_clicks() {
    in_both(|driver, texts| {
        driver.play_all(&["e4", "e5"]);
        driver.press_command(Key::L);
        driver.press(Key::Home);
        driver.press_command(Key::T);
        driver.drag(Square::G1, Square::F3);
        assert!(driver.has_dialog() && driver.plies() == 2, "{texts:?}");
        driver.press(Key::Escape);
        assert!(!driver.has_dialog());
        driver.press(Key::Home);
        assert_eq!(driver.plies(), 0);
    });
}

#[test]
fn the_bars_show_material_result_and_clocks_only_where_there_are_some() {
    in_both(|driver, texts| {
        assert!(!driver.sees_part(texts.captured()) && !driver.sees("½"));
        driver.paste("[Result \"1/2-1/2\"]\n\n1. e4 d5 2. exd5 Nf6 1/2-1/2");
        driver.command(PlayCommand::Go(Step::Last));
        let words = format!("{}: {}", texts.captured(), texts.piece(Piece::BlackPawn));
        assert!(driver.sees(&words) && driver.sees("+1") && driver.sees("½"));
        driver.new_game([Player::Human, Player::Human], Level::Depth(3));
        assert!(!driver.sees("0:00"), "a game without a clock has none on the board");
        driver.new_game([Player::Human, Player::Human], Level::default());
        assert!(driver.sees("5:00"));
    });
}

#[test]
fn boards_pieces_and_appearances_are_chosen_in_the_settings() {
    in_both(|driver, texts| {
        driver.press_command(Key::Comma);
        driver.choose(texts.board_colors(), texts.board_lilac());
        driver.scroll_to(texts.piece_set());
        driver.choose(texts.piece_set(), texts.pieces_minimal());
        assert_eq!(
            (driver.settings().theme.as_str(), driver.settings().pieces.as_str()),
            ("lilac", "minimal")
        );
        driver.scroll_to(texts.like_system());
        driver.click(texts.like_system());
        assert_eq!(driver.settings().appearance, Appearance::System);
        driver.choose(texts.board_colors(), texts.own_colors());
        assert!(driver.settings().theme == OWN && driver.sees(texts.light_squares()));
        driver.scroll_to(texts.figurines());
        driver.click(texts.figurines());
        assert!(driver.settings().figurines);
        driver.press(Key::Escape);
        driver.play_all(&["Nf3"]);
        let name = format!("1. {}", texts.with_letters("Nf3"));
        assert!(driver.sees(&name), "screen readers get letters");
        driver.drag(Square::E7, Square::E5);
        assert_eq!(driver.plies(), 2);
    });
}

#[test]
fn colors_that_judge_avoid_red_and_green() {
    in_both(|driver, texts| {
        driver.paste("1. f3 e5 2. g4?? Qh4# *");
        let before = driver.shapes().to_vec();
        driver.menu(texts.menu_options(), texts.distinct_colors());
        driver.press(Key::Escape);
        assert!(driver.settings().distinct_colors && driver.shapes() != before);
        for appearance in [Appearance::Light, Appearance::Dark] {
            changed(driver, |settings| settings.appearance = appearance);
            let faint = faint_texts(driver.shapes());
            assert!(faint.is_empty(), "{}", faint.join("\n"));
        }
    });
}
