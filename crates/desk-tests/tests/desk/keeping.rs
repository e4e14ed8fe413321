//! Tests of what survives the program: settings, layout, and the options of engines in the configuration.

use std::sync::Arc;

use eframe::egui::Key;
use heirloom_app::config::{Config, text};
use heirloom_app::paths::Location;
use heirloom_app::roster::schema;
use heirloom_desk::dock::Dock;
use heirloom_desk::model::command::GamesCommand;
use heirloom_desk::model::level::Level;
use heirloom_desk::model::players::Player;
use heirloom_desk::roster::{BuiltInEngines, ConfiguredEngines};
use heirloom_desk::texts::Language;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::Driver;

#[test]
fn settings_and_layout_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.json");
    for texts in Language::ALL {
        let _ = std::fs::remove_file(&path);
        let mut first = Driver::stored(&path, Arc::new(BuiltInEngines));
        first.desk().settings.language = texts;
        first.settle();
        first.menu(texts.menu_options(), texts.mark_check());
        first.press(Key::Escape);
        first.menu(texts.menu_windows(), texts.library());
        first.press(Key::Escape);
        let players = [Player::Engine("rajah".into()), Player::Human];
        first.new_game(players.clone(), Level::Depth(1));
        first.desk().keep_now();
        drop(first);

        let mut again = Driver::stored(&path, Arc::new(BuiltInEngines));
        assert_eq!((again.texts(), again.desk().settings.mark_check), (texts, false));
        assert!(again.is_open(Window::Library));
        assert_eq!(again.model().usual_game(), (players, Level::Depth(1)));
        again.menu(texts.menu_windows(), texts.reset_layout());
        assert!(!again.is_open(Window::Library));
        again.menu(texts.menu_windows(), texts.analysis_layout());
        assert!(again.is_open(Window::Graph));
    }
}

#[test]
fn the_games_that_were_listed_are_offered_again() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.pgn");
    std::fs::write(&games, "1. e4 *\n\n1. d4 *\n").unwrap();
    for texts in Language::ALL {
        let path = folder.path().join(format!("{texts:?}.json"));
        let mut first = Driver::stored(&path, Arc::new(BuiltInEngines));
        first.desk().settings.language = texts;
        first.command(GamesCommand::List(games.clone()));
        first.wait_for_games(2);
        first.desk().keep_now();
        drop(first);

        let mut again = Driver::stored(&path, Arc::new(BuiltInEngines));
        again.bring(Window::Games);
        again.click(&texts.list_again("games.pgn"));
        again.wait_for_games(2);
    }
}

#[test]
fn a_broken_file_costs_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.json");
    std::fs::write(&path, "{\"settings\": {\"language\": \"German\", \"dark\": 7}}").unwrap();
    let mut driver = Driver::stored(&path, Arc::new(BuiltInEngines));
    assert_eq!(driver.texts(), Language::German);
    assert!(driver.sees_part("settings.dark") && driver.sees_part("settings.json.broken1"));
    driver.desk().keep_now();
    drop(driver);
    assert!(Driver::stored(&path, Arc::new(BuiltInEngines)).notices().is_empty());
    let broken = std::fs::read_to_string(folder.path().join("settings.json.broken1")).unwrap();
    assert!(broken.contains("\"dark\": 7"));
}

#[test]
fn options_are_checked_in_words_and_go_into_the_configuration() {
    let folder = tempfile::tempdir().unwrap();
    let place = Location { path: Some(folder.path().join("heirloom.toml")), named: true };
    for texts in Language::ALL {
        let engines = Arc::new(ConfiguredEngines::new(place.clone()));
        let mut driver = Driver::stored(&folder.path().join("desk.json"), engines);
        driver.desk().settings.language = texts;
        driver.desk().dock = Dock::playing();
        driver.settle();
        driver.menu(texts.menu_options(), texts.open_settings());
        driver.choose(texts.settings_of(), "Heirloom");
        driver.wait("the options", |model| model.engines.sheet.is_some());
        driver.type_into("Hash", "99999999999");
        assert!(driver.sees_part("99999999999") && driver.sees_part(range(texts)));
        let size = if texts == Language::English { "48" } else { "64" };
        driver.type_into("Hash", size);
        driver.scroll_to(texts.save());
        driver.click(texts.save());
        driver.wait("the file", |model| !model.engines.is_busy() && !model.notices().is_empty());
        let config = Config::load(&place, &schema());
        let entry = config.entry("heirloom", "Hash").map(|entry| text(&entry.value));
        assert_eq!((entry.as_deref(), config.errors.len()), (Some(size), 0));
        driver.press(Key::Escape);
    }
}

/// Returns the beginning of the message about a range of numbers.
fn range(texts: Language) -> &'static str {
    if texts == Language::English { "a whole number from" } else { "eine ganze Zahl von" }
}
