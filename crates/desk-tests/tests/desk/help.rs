//! Tests of the help pages, in both languages and on a small screen.

use std::sync::Arc;

use eframe::egui::{Key, vec2};
use heirloom_desk::roster::BuiltInEngines;
use heirloom_desk::texts::Language;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::{Driver, in_both};

#[test]
fn help_says_how_to_begin_and_what_windows_show() {
    in_both(|driver, texts| {
        driver.press(Key::F1);
        assert!(driver.sees(texts.help_begin()) && driver.sees(texts.first_steps()[0].1));
        for window in Window::all() {
            assert!(driver.sees(window.help(texts)), "{window:?}");
        }
        driver.click(texts.close());
        assert!(!driver.sees(texts.help_begin()));
        driver.menu(texts.menu_help(), texts.about());
        assert!(driver.sees(texts.about_licence()) && driver.sees_part(env!("CARGO_PKG_VERSION")));
        driver.click(texts.close());
        driver.menu(texts.menu_help(), texts.keys());
        assert!(driver.sees(texts.help_next_mistake()) && driver.sees(texts.key_drag()));
    });
}

#[test]
fn pages_fit_on_a_small_screen() {
    for texts in Language::ALL {
        let mut driver = Driver::sized(vec2(800.0, 600.0), texts, true, Arc::new(BuiltInEngines));
        for key in [Key::F1, Key::F2] {
            driver.press(key);
            let close = driver.rect(texts.close());
            assert!(close.max.y < 600.0 && close.max.x < 800.0, "{close:?}");
            driver.press(Key::Escape);
        }
    }
}

#[test]
fn both_languages_begin_with_the_same_steps() {
    assert_eq!(Language::English.first_steps().len(), Language::German.first_steps().len());
}
