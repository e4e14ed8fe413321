//! Dialogs under the keys, and buttons that stay where they are, in both languages.

use std::sync::Arc;

use eframe::egui::Key;
use heirloom_app::paths::Place;
use heirloom_desk::command::{Command, Step};
use heirloom_desk::model::Stage;
use heirloom_desk::roster::Configured;
use heirloom_desk::texts::Language;

use crate::driver::Driver;

fn in_both(check: impl Fn(&mut Driver, Language)) {
    for language in Language::ALL {
        check(&mut Driver::new(language), language);
    }
}

#[test]
fn settings_are_not_dropped_in_silence_and_their_buttons_stay() {
    let folder = tempfile::tempdir().unwrap();
    for texts in Language::ALL {
        let place = Place { path: Some(folder.path().join(format!("{}.toml", texts.name()))), named: true };
        let driver = &mut Driver::kept(&folder.path().join("desk.json"), Arc::new(Configured::new(place)));
        driver.desk().settings.language = texts;
        driver.run();
        driver.menu(texts.menu_options(), texts.open_settings());
        driver.choose(texts.settings_of(), "Heirloom");
        driver.wait("the options", |model| model.engines.sheet.is_some());
        driver.run();
        assert!(!driver.sees("UCI_Elo") && driver.sees(texts.strength_is_chosen()));
        let before = driver.rect(texts.close());
        for value in ["48", "99999999999"] {
            driver.type_into("Hash", value);
            let after = driver.rect(texts.close());
            assert!((after.center() - before.center()).length() < 1.0, "{value}: a button jumps from {before:?} to {after:?}");
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
