//! Tests of dialogs with the keyboard, and of buttons that keep their places, in both languages.

use std::path::Path;
use std::sync::Arc;

use eframe::egui::{Key, Modifiers};
use heirloom_app::paths::Location;
use heirloom_desk::model::Stage;
use heirloom_desk::model::command::{AnalysisCommand, FileCommand, PlayCommand, Step};
use heirloom_desk::roster::ConfiguredEngines;
use heirloom_desk::texts::Language;
use heirloom_desk_tests::driver::{Driver, in_both};

/// Opens a desk that keeps its settings and engines in this folder.
fn configured(folder: &Path, texts: Language) -> Driver {
    let [path, store] = ["toml", "json"].map(|ending| folder.join(format!("{texts:?}.{ending}")));
    let engines = ConfiguredEngines::new(Location { path: Some(path), named: true });
    let mut driver = Driver::stored(&store, Arc::new(engines));
    driver.desk().settings.language = texts;
    driver.settle();
    driver
}

#[test]
fn a_file_is_found_by_keys_and_by_typing() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("matches");
    std::fs::create_dir(&inner).unwrap();
    for (path, white) in [
        (folder.path().join("alpha.pgn"), "Alpha"),
        (inner.join("world.pgn"), "World"),
        (inner.join("zeta.pgn"), "Zeta"),
    ] {
        std::fs::write(path, format!("[White \"{white}\"]\n\n1. e4 *\n")).unwrap();
    }
    in_both(|driver, _| {
        driver.command(FileCommand::OpenFile(folder.path().join("alpha.pgn")));
        driver.press_command(Key::O);
        for text in ["mat", "wo"] {
            driver.write(text);
            driver.press(Key::Enter);
        }
        assert_eq!(driver.tag("White"), "World");
        driver.press_command(Key::O);
        driver.press_all(&[Key::ArrowDown, Key::ArrowDown, Key::Enter]);
        assert_eq!(driver.tag("White"), "Zeta");
        driver.press_command(Key::O);
        driver.press_all(&[Key::Backspace, Key::ArrowUp, Key::Enter]);
        assert_eq!(driver.tag("White"), "Alpha");
        // Typed text replaces the name selected with the arrow keys.
        driver.press_command(Key::O);
        driver.press(Key::ArrowDown);
        driver.write("al");
        driver.press(Key::Enter);
        assert!(!driver.has_dialog() && driver.notices().is_empty(), "{:?}", driver.notices());
        driver.press_command(Key::O);
        driver.press(Key::Escape);
        assert!(!driver.has_dialog());
    });
}

#[test]
fn dialogs_take_the_keyboard() {
    in_both(|driver, texts| {
        driver.paste("1. e4 e5 *");
        driver.command(PlayCommand::Go(Step::Forward));
        driver.press_command(Key::K);
        driver.write("better space");
        driver.press_command(Key::Enter);
        let record = driver.record();
        assert_eq!(record.game().comments(record.node()), ["better space"]);
        driver.press_command(Key::D);
        driver.press_command(Key::A);
        driver.write("Linares");
        driver.press(Key::Enter);
        assert_eq!(driver.tag("Event"), "Linares");
        driver.press_command(Key::L);
        driver.press(Key::Enter);
        assert!(!driver.has_dialog(), "Enter does not confirm a level");
        driver.press_command(Key::N);
        driver.press(Key::Enter);
        assert_eq!((driver.stage(), !driver.has_dialog()), (Stage::Playing, true));
        driver.press(Key::F1);
        driver.press(Key::Enter);
        assert!(!driver.has_dialog() && !driver.sees(texts.help_begin()));
    });
}

#[test]
fn settings_are_not_dropped_in_silence_and_their_buttons_stay() {
    let folder = tempfile::tempdir().unwrap();
    for texts in Language::ALL {
        let driver = &mut configured(folder.path(), texts);
        driver.menu(texts.menu_options(), texts.open_settings());
        driver.choose(texts.settings_of(), "Heirloom");
        driver.wait("the options", |model| model.engines.sheet.is_some());
        assert!(!driver.sees("UCI_Elo") && driver.sees(texts.strength_is_chosen()));
        let before = driver.rect(texts.close());
        for value in ["48", "99999999999"] {
            driver.type_into("Hash", value);
            let jump = driver.rect(texts.close()).center() - before.center();
            assert!(jump.length() < 1.0, "{value}: a button jumps by {jump:?}");
        }
        driver.press(Key::Escape);
        assert!(driver.has_dialog() && driver.sees(texts.unsaved_changes()));
        driver.click(texts.close());
        assert!(driver.has_dialog());
        driver.click(texts.discard());
        driver.click(texts.close());
        assert!(!driver.has_dialog());
    }
}

#[test]
fn escape_closes_only_the_list_that_is_open() {
    in_both(|driver, texts| {
        driver.press_command(Key::Comma);
        driver.click(texts.zoom());
        assert!(driver.sees(&texts.percent(150)));
        driver.press(Key::Escape);
        assert!(driver.has_dialog() && !driver.sees(&texts.percent(150)));
        driver.press(Key::Escape);
        assert!(!driver.has_dialog());
        driver.press(Key::Escape);
        driver.press_with(Modifiers::ALT, Key::Home);
        driver.click(texts.menu_help());
        driver.press(Key::Escape);
        assert!(driver.desk().home.is_open());
    });
}

#[test]
fn the_keyboard_chooses_from_a_list_and_closes_it() {
    in_both(|driver, texts| {
        driver.press_command(Key::Comma);
        driver.focus(texts.zoom());
        driver.press(Key::Enter);
        driver.focus(&texts.percent(125));
        driver.press(Key::Enter);
        assert!(driver.settings().zoom == 125 && !driver.sees(&texts.percent(150)));
        // The list has the focus again.
        driver.press(Key::Enter);
        assert!(driver.sees(&texts.percent(150)));
    });
}

#[test]
fn buttons_of_a_running_engine_are_pressed() {
    let folder = tempfile::tempdir().unwrap();
    for texts in Language::ALL {
        let driver = &mut configured(folder.path(), texts);
        driver.press_command(Key::Comma);
        driver.choose(texts.settings_of(), "Heirloom");
        driver.wait("the options", |model| model.engines.sheet.is_some());
        assert!(!driver.sees(texts.running_engine()), "the engine is not running");
        driver.command(AnalysisCommand::Switch(true));
        driver.wait_to_see("Clear Hash");
        driver.command(AnalysisCommand::Switch(false));
        driver.click("Clear Hash");
        driver.settle();
        assert!(driver.notices().is_empty(), "{:?}", driver.notices());
    }
}
