//! Tests of dialogs with the keyboard, and of buttons that keep their places, in both languages.

use std::sync::Arc;

use eframe::egui::Key;
use heirloom_app::paths::Location;
use heirloom_desk::model::Stage;
use heirloom_desk::model::command::{FileCommand, PlayCommand, Step};
use heirloom_desk::roster::ConfiguredEngines;
use heirloom_desk::texts::Language;

use crate::driver::Driver;

fn in_both(check: impl Fn(&mut Driver, Language)) {
    for language in Language::ALL {
        check(&mut Driver::new(language), language);
    }
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
        let white = |driver: &Driver| {
            driver.model().record().game().tags().get("White").unwrap_or_default().to_owned()
        };
        driver.command(FileCommand::OpenFile(folder.path().join("alpha.pgn")));
        driver.press_command(Key::O);
        driver.write("mat");
        driver.press(Key::Enter);
        driver.write("wo");
        driver.press(Key::Enter);
        assert_eq!(white(driver), "World");
        driver.press_command(Key::O);
        driver.press(Key::ArrowDown);
        driver.press(Key::ArrowDown);
        driver.press(Key::Enter);
        assert_eq!(white(driver), "Zeta");
        driver.press_command(Key::O);
        driver.press(Key::Backspace);
        driver.press(Key::ArrowUp);
        driver.press(Key::Enter);
        assert_eq!(white(driver), "Alpha");
        // Typed text replaces the name selected with the arrow keys.
        driver.press_command(Key::O);
        driver.press(Key::ArrowDown);
        driver.write("al");
        driver.press(Key::Enter);
        assert!(
            driver.desk().dialog.is_none() && driver.model().notices().is_empty(),
            "{:?}",
            driver.model().notices()
        );
        driver.press_command(Key::O);
        driver.press(Key::Escape);
        assert!(driver.desk().dialog.is_none());
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
        let record = driver.model().record();
        assert_eq!(record.game().comments(record.node()), ["better space"]);
        driver.press_command(Key::D);
        driver.press_command(Key::A);
        driver.write("Linares");
        driver.press(Key::Enter);
        assert_eq!(driver.model().record().game().tags().get("Event"), Some("Linares"));
        driver.press_command(Key::L);
        driver.press(Key::Enter);
        assert!(driver.desk().dialog.is_none(), "Enter does not confirm a level");
        driver.press_command(Key::N);
        driver.press(Key::Enter);
        assert_eq!((driver.model().play().stage(), driver.desk().dialog.is_none()), (Stage::Playing, true));
        driver.press(Key::F1);
        driver.press(Key::Enter);
        assert!(driver.desk().dialog.is_none() && !driver.sees(texts.help_begin()));
    });
}

#[test]
fn settings_are_not_dropped_in_silence_and_their_buttons_stay() {
    let folder = tempfile::tempdir().unwrap();
    for texts in Language::ALL {
        let place =
            Location { path: Some(folder.path().join(format!("{}.toml", texts.name()))), named: true };
        let driver =
            &mut Driver::kept(&folder.path().join("desk.json"), Arc::new(ConfiguredEngines::new(place)));
        driver.desk().settings.language = texts;
        driver.run();
        driver.menu(texts.menu_options(), texts.open_settings());
        driver.choose(texts.settings_of(), "Heirloom");
        driver.wait("the options", |model| model.engines().sheet.is_some());
        driver.run();
        assert!(!driver.sees("UCI_Elo") && driver.sees(texts.strength_is_chosen()));
        let before = driver.rect(texts.close());
        for value in ["48", "99999999999"] {
            driver.type_into("Hash", value);
            let after = driver.rect(texts.close());
            assert!(
                (after.center() - before.center()).length() < 1.0,
                "{value}: a button jumps from {before:?} to {after:?}"
            );
        }
        driver.press(Key::Escape);
        assert!(driver.desk().dialog.is_some() && driver.sees(texts.unsaved_changes()));
        driver.click(texts.close());
        assert!(driver.desk().dialog.is_some());
        driver.click(texts.discard());
        driver.click(texts.close());
        assert!(driver.desk().dialog.is_none());
    }
}
