//! Tests of the keys that can be changed, in both languages.

use std::sync::Arc;

use eframe::egui::Key;
use heirloom_desk::roster::BuiltInEngines;
use heirloom_desk_tests::driver::{Driver, in_both};

fn open_keys(driver: &mut Driver) {
    driver.press(Key::F2);
    assert!(driver.has_dialog());
}

#[test]
fn a_key_is_changed_and_the_menu_shows_it() {
    in_both(|driver, texts| {
        open_keys(driver);
        driver.activate(&format!("{}: ", texts.flip()));
        assert!(driver.sees(&format!("{}: {}", texts.flip(), texts.press_a_key())));
        driver.press(Key::X);
        assert!(driver.sees(&format!("{}: X", texts.flip())));
        driver.press(Key::Escape);
        driver.press(Key::X);
        assert!(driver.model().play.is_flipped());
        // The usual key does nothing now.
        driver.press_command(Key::F);
        assert!(driver.model().play.is_flipped());
        driver.click(texts.menu_options());
        assert!(driver.sees(&format!("{} X", texts.flip())));
        driver.press(Key::Escape);
        open_keys(driver);
        driver.activate(&texts.usual_key(texts.flip()));
        driver.press(Key::Escape);
        driver.press_command(Key::F);
        assert!(!driver.model().play.is_flipped());
    });
}

#[test]
fn a_key_that_is_taken_changes_hands_only_when_asked() {
    in_both(|driver, texts| {
        open_keys(driver);
        driver.activate(&format!("{}: ", texts.flip()));
        driver.press_command(Key::H);
        let taken = texts.key_is_taken(&texts.shortcut("Ctrl+H"), texts.hint());
        assert!(driver.sees(&taken));
        driver.activate(texts.take_key());
        assert!(!driver.sees(&taken) && driver.sees(&format!("{}: -", texts.hint())));
        driver.press(Key::Escape);
        driver.press_command(Key::H);
        assert!(driver.model().play.is_flipped());
        open_keys(driver);
        driver.click(texts.usual_keys());
        assert!(driver.settings().keys.is_empty());
    });
}

#[test]
fn changed_keys_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.json");
    let mut driver = Driver::stored(&path, Arc::new(BuiltInEngines));
    let texts = driver.texts();
    open_keys(&mut driver);
    driver.activate(&format!("{}: ", texts.flip()));
    driver.press(Key::F3);
    driver.desk().keep_now();
    let mut driver = Driver::stored(&path, Arc::new(BuiltInEngines));
    driver.press(Key::F3);
    assert!(driver.model().play.is_flipped());
}
