//! Tests of the desk's own file dialog, in both languages: places, typed names and paths, existing files.

use std::fs;
use std::path::Path;

use eframe::egui::Key;
use heirloom_desk::model::command::{EditCommand, FileCommand};
use heirloom_desk::texts::{Language, without_dots};
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::Driver;

/// Creates a home directory with games, some of them hidden.
fn home() -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a home");
    for folder in ["Documents", "Chess/Matches"] {
        fs::create_dir_all(home.path().join(folder)).expect("a home");
    }
    let chess = home.path().join("Chess");
    for (name, white) in [("Tal", "Tal"), ("petrosian", "Petrosian"), (".hidden", "Hidden")] {
        let text = format!("[White \"{white}\"]\n\n1. e4 *\n");
        fs::write(chess.join(name).with_added_extension("pgn"), text).expect("a home");
    }
    fs::write(chess.join("notes.txt"), "").expect("a home");
    home
}

/// Runs a test in each language, each time in a new home directory.
fn in_both(check: impl Fn(&mut Driver, Language, &Path)) {
    for language in Language::ALL {
        let home = home();
        let mut driver = Driver::new(language);
        driver.desk().files.live_in(home.path());
        driver.command(FileCommand::Visited(home.path().join("Documents")));
        check(&mut driver, language, home.path());
    }
}

/// Returns true if the list has a row for a file of this name.
fn lists(driver: &Driver, name: &str) -> bool {
    driver.sees_part(&format!("{name}, "))
}

#[test]
fn places_paths_and_letters_lead_to_a_file() {
    in_both(|driver, texts, home| {
        driver.press_command(Key::O);
        assert!(driver.sees(texts.home_folder()));
        assert!(driver.sees(texts.documents()) && !driver.sees(texts.downloads()));
        assert!(driver.sees("~/Documents") || cfg!(windows));
        driver.click(texts.home_folder());
        assert!(driver.sees("~"));
        driver.write("~/Chess/");
        assert!(lists(driver, "Tal.pgn") && lists(driver, "petrosian.pgn"));
        assert!(!lists(driver, ".hidden.pgn") && !lists(driver, "notes.txt"));
        driver.click(texts.hidden_files());
        assert!(lists(driver, ".hidden.pgn"));
        driver.click(texts.hidden_files());
        driver.write_into(texts.file_name(), "sian");
        assert!(!lists(driver, "Tal.pgn") && lists(driver, "petrosian.pgn"));
        driver.press(Key::Enter);
        assert_eq!((driver.tag("White"), !driver.has_dialog()), ("Petrosian", true));
        // The folder is now among the recent folders.
        assert_eq!(driver.model().files.folders(), [home.join("Chess"), home.join("Documents")]);
        driver.press_command(Key::O);
        assert!(driver.sees(texts.recent_folders()) && driver.sees("Chess"));
        driver.choose(texts.kind_of_files(), texts.files_all());
        assert!(lists(driver, "notes.txt"));
        driver.click(texts.column_name());
        driver.press(Key::Escape);
        assert!(!driver.has_dialog());
    });
}

#[test]
fn what_is_not_there_costs_one_sentence() {
    in_both(|driver, texts, home| {
        driver.press_command(Key::O);
        driver.type_into(texts.file_name(), "missing.pgn");
        let missing = home.join("Documents/missing.pgn");
        assert!(driver.sees_part(&missing.display().to_string()) && driver.has_dialog());
        driver.write_into(texts.file_name(), "nowhere/");
        assert!(driver.sees_part(&home.join("Documents/nowhere/").display().to_string()));
        driver.click(texts.cancel());
        assert!(!driver.has_dialog() && driver.notices().is_empty());
        // A folder that no longer exists is not offered, and the dialog starts in the home directory.
        driver.command(FileCommand::Visited(home.join("Gone")));
        driver.press_command(Key::O);
        assert!(driver.sees("~") && !driver.sees("Gone"));
    });
}

#[test]
fn games_are_added_to_a_file_that_is_there_after_a_question() {
    in_both(|driver, texts, home| {
        let path = home.join("Chess/Tal.pgn");
        let games = || fs::read_to_string(&path).unwrap().matches("[White ").count();
        driver.paste("[White \"Botvinnik\"]\n\n1. d4 d5 *");
        driver.menu(texts.menu_game(), texts.save_as());
        driver.type_into(texts.file_name(), "~/Chess/Tal");
        assert!(driver.sees(&texts.add_to_file("Tal.pgn")) && games() == 1);
        driver.press(Key::Escape);
        assert!(!driver.sees(&texts.add_to_file("Tal.pgn")) && driver.has_dialog());
        driver.type_into(texts.file_name(), "~/Chess/Tal");
        driver.click(texts.another_name());
        assert!(driver.has_dialog() && games() == 1);
        driver.type_into(texts.file_name(), "~/Chess/Tal.pgn");
        driver.press(Key::Enter);
        driver.wait("the file", |model| model.record().file.is_some());
        assert_eq!((games(), !driver.has_dialog()), (2, true));
        // The file now belongs to this game, which is saved in its place.
        driver.command(EditCommand::Tag("Event".into(), "Moscow".into()));
        driver.menu(texts.menu_game(), texts.save_as());
        driver.press(Key::Enter);
        driver.wait("the file", |model| !model.record().changed);
        assert_eq!((games(), !driver.has_dialog()), (2, true));
    });
}

#[test]
fn a_library_never_takes_the_place_of_a_file() {
    in_both(|driver, texts, home| {
        driver.bring(Window::Library);
        driver.choose(texts.file_name(), texts.library_begin());
        driver.type_into(texts.file_name(), "~/Chess/notes.txt");
        assert!(driver.sees_part("notes.txt") && driver.has_dialog());
        driver.type_into(texts.file_name(), "~/Chess/mine");
        driver.wait("the library", |model| model.library.path.is_some());
        assert_eq!(driver.model().library.path, Some(home.join("Chess/mine.txt")));
    });
}

#[test]
fn a_folder_is_chosen_for_a_program() {
    in_both(|driver, texts, home| {
        driver.menu(texts.menu_options(), texts.manage_engines());
        let browse = format!("{}: {}", texts.program_folder(), without_dots(texts.browse()));
        for (typed, chosen) in [("~/Chess/", "Chess"), ("~/Chess/Matches", "Chess/Matches")] {
            driver.click(&browse);
            driver.write_into(texts.file_name(), typed);
            driver.click(texts.choose_folder());
            driver.wait_to_see(texts.program_file());
            assert_eq!(driver.model().files.folders()[0], home.join(chosen));
        }
        driver.click(&browse);
        driver.press(Key::Escape);
        driver.wait_to_see(texts.program_file());
        assert!(driver.has_dialog());
    });
}

#[test]
fn the_dialogs_of_the_system_can_be_switched_off() {
    in_both(|driver, texts, _| {
        assert!(driver.desk().settings.system_dialogs);
        driver.menu(texts.menu_options(), texts.open_settings());
        driver.scroll_to(texts.system_dialogs());
        driver.click(texts.system_dialogs());
        assert!(!driver.desk().settings.system_dialogs);
    });
}
