//! Tests of documents in both languages: recent files, dropped files, titles, undo and redo, tabs, exports.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui::{Key, Modifiers, vec2};
use heirloom_desk::model::command::{EditCommand, FileCommand, TabCommand};
use heirloom_desk::model::export::ExportKind;
use heirloom_desk::model::history::ChangeKind;
use heirloom_desk::roster::BuiltInEngines;
use heirloom_desk::texts::Language;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::{Driver, in_both};

const GAME: &str = "[White \"Anderssen, Adolf\"]\n[Black \"Dufresne, Jean\"]\n\n1. e4 e5 2. Nf3 *\n";

/// Creates files of these names.
fn files(names: &[(&str, &str)]) -> (tempfile::TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |(name, text): &(&str, &str)| {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        path
    };
    let paths = names.iter().map(write).collect();
    (folder, paths)
}

#[test]
fn files_that_are_dropped_are_opened_and_listed_as_recent() {
    let engine = "#!/bin/sh\n";
    let puzzle = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n\
        00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,\
        f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1852,76,95,6230,crushing,,\n";
    in_both(|driver, texts| {
        let (folder, paths) = files(&[
            ("games.pgn", GAME),
            ("one.epd", "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\n"),
            ("puzzles.csv", puzzle),
            ("library.txt", "# Heirloom opening library\n"),
            ("engine.exe", engine),
        ]);
        driver.drop_file(&paths[0]);
        assert_eq!(driver.tag("White"), "Anderssen, Adolf");
        assert_eq!(driver.desk().title(), "Anderssen – Dufresne, games.pgn – Heirloom");
        driver.drop_file(&paths[1]);
        assert!(driver.record().position().fen().starts_with("4k3/"));
        driver.drop_file(&paths[2]);
        driver.wait("the puzzle", |model| model.puzzles.current.is_some());
        assert!(driver.is_open(Window::Puzzles));
        driver.drop_file(&paths[3]);
        driver.wait("the library", |model| model.library.path.is_some());
        assert!(driver.is_open(Window::Library));
        driver.drop_file(&paths[4]);
        driver.wait_to_see(texts.program_file());
        driver.press(Key::Escape);
        let expected: Vec<PathBuf> = paths[..4].iter().rev().cloned().collect();
        assert_eq!(driver.model().files.recent(), expected);
        driver.menu(texts.menu_game(), texts.open_recent());
        driver.click("games.pgn");
        assert_eq!(driver.tag("White"), "Anderssen, Adolf");
        fs::remove_file(&paths[1]).expect("a file");
        driver.command(FileCommand::OpenAny(paths[1].clone()));
        assert!(driver.model().files.is_missing(&paths[1]));
        driver.menu(texts.menu_game(), texts.open_recent());
        assert!(driver.sees(&texts.missing_file("one.epd")));
        driver.click(texts.clear_recent());
        assert!(driver.model().files.recent().is_empty());
        drop(folder);
    });
}

#[test]
fn files_above_the_window_are_announced() {
    in_both(|driver, _| {
        let (_folder, paths) = files(&[("games.pgn", GAME)]);
        let before = driver.shapes().to_vec();
        driver.hover_file(&paths[0]);
        assert!(driver.shapes() != before);
    });
}

#[test]
fn changes_are_undone_and_done_again_by_keys() {
    in_both(|driver, texts| {
        driver.paste(GAME);
        driver.press_all(&[Key::End]);
        driver.press_command(Key::Delete);
        assert_eq!(driver.last_san(), "e5");
        assert!(driver.desk().title().contains(" •"));
        driver.play("d4");
        for _ in 0..2 {
            driver.press_command(Key::Z);
        }
        assert_eq!((driver.last_san().as_str(), driver.plies()), ("Nf3", 3));
        driver.press_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
        assert_eq!(driver.last_san(), "e5");
        driver.press_command(Key::Y);
        assert_eq!(driver.last_san(), "d4");
        driver.menu(texts.menu_move(), texts.undo());
        driver.menu(texts.menu_move(), texts.redo());
        assert_eq!(driver.last_san(), "d4");
        driver.command(EditCommand::Tag("Event".into(), "Berlin".into()));
        driver.hover(texts.undo());
        let help = texts.undo_of(&texts.change_name(&ChangeKind::Data.into()));
        assert!(driver.sees_part(&help), "{help}: {:?}, {:?}", driver.notices(), driver.record().undoes());
    });
}

#[test]
fn games_are_in_tabs() {
    in_both(|driver, texts| {
        driver.paste(GAME);
        let title = texts.document(driver.record());
        assert!(!driver.sees(&title), "there is no strip for one game");
        driver.menu(texts.menu_game(), texts.new_tab());
        assert!(driver.sees(&title) && driver.sees(texts.untitled_game()));
        driver.play("d4");
        assert!(driver.sees(&format!("{} •", texts.untitled_game())));
        driver.press_with(Modifiers::CTRL, Key::Tab);
        assert_eq!(driver.tag("White"), "Anderssen, Adolf");
        driver.press_with(Modifiers::CTRL | Modifiers::SHIFT, Key::Tab);
        assert_eq!(driver.last_san(), "d4");
        driver.click(&title);
        assert_eq!(driver.tag("White"), "Anderssen, Adolf");
        driver.click(&texts.close_tab_of(&title));
        assert_eq!((driver.last_san().as_str(), driver.model().tabs.count()), ("d4", 1));
        driver.press_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
        assert_eq!((driver.plies(), driver.model().tabs.count()), (0, 2));
        driver.press_command(Key::W);
        assert_eq!((driver.last_san().as_str(), driver.model().tabs.count()), ("d4", 1));
    });
}

#[test]
fn a_game_is_exported_with_a_preview() {
    in_both(|driver, texts| {
        let folder = tempfile::tempdir().expect("a folder");
        driver.paste(GAME);
        let save = |driver: &mut Driver, kind: ExportKind, name: &str| {
            driver.menu(texts.menu_game(), texts.export());
            driver.choose(texts.export_as(), &texts.export_kind(kind));
            assert!(driver.sees(texts.export_preview()), "{kind:?}");
            driver.click(texts.export_save());
            let path = folder.path().join(name);
            driver.type_into(texts.file_name(), &path.display().to_string());
            driver.wait("the file", |_| path.exists());
            assert!(!driver.has_dialog());
        };
        save(driver, ExportKind::Png, "board.png");
        save(driver, ExportKind::Gif, "game.gif");
        save(driver, ExportKind::AnnotatedPgn, "game.pgn");
        driver.menu(texts.menu_game(), texts.export());
        driver.choose(texts.export_as(), &texts.export_kind(ExportKind::Page));
        assert!(driver.sees(texts.export_plain_page()));
        driver.click(texts.export_save());
        let path = folder.path().join("game.html");
        driver.type_into(texts.file_name(), &path.display().to_string());
        driver.wait("the page", |_| path.exists());
        let page = fs::read_to_string(&path).expect("the page");
        assert!(page.contains("Anderssen, Adolf") && page.contains("2."));
    });
}

#[test]
fn the_position_is_copied_by_the_usual_keys() {
    in_both(|driver, _| {
        driver.paste(GAME);
        driver.press(Key::End);
        driver.copy(false);
        let fen = driver.record().position().fen();
        assert_eq!(driver.copied(), Some(fen));
        driver.copy(true);
        assert!(driver.has_copied_picture());
    });
}

#[test]
fn the_active_tab_is_in_view_and_all_are_listed() {
    for texts in Language::ALL {
        let mut driver = Driver::sized(vec2(800.0, 600.0), texts, true, Arc::new(BuiltInEngines));
        let mut titles = Vec::new();
        for number in 1..=8 {
            if number > 1 {
                driver.command(TabCommand::New);
            }
            driver.paste(&format!("[White \"White {number}\"]\n[Black \"Black {number}\"]\n\n1. e4 *\n"));
            titles.push(texts.document(driver.record()));
        }
        let is_in_view = |driver: &Driver, number: usize| {
            let tab = driver.rect(&titles[number]);
            tab.min.x >= 0.0 && tab.max.x < driver.rect(texts.all_tabs()).min.x
        };
        assert!(is_in_view(&driver, 7) && !is_in_view(&driver, 0));
        driver.press_with(Modifiers::CTRL, Key::Tab);
        assert!(is_in_view(&driver, 0) && !is_in_view(&driver, 7));
        driver.choose(texts.all_tabs(), &titles[4]);
        assert!(is_in_view(&driver, 4) && driver.tag("White") == "White 5");
        assert!(driver.rect(texts.all_tabs()).max.x <= 800.0);
    }
}

#[test]
fn pasting_has_an_entry_with_its_key() {
    in_both(|driver, texts| {
        driver.click(texts.menu_game());
        assert!(driver.sees(&format!("{} {}", texts.paste(), texts.shortcut("Ctrl+V"))));
        driver.press(Key::Escape);
        driver.press(Key::F2);
        assert!(driver.sees(&format!("{}: {}", texts.paste(), texts.shortcut("Ctrl+V"))));
    });
}

#[test]
fn the_files_of_the_desk_have_titles() {
    in_both(|driver, texts| {
        let folder = tempfile::tempdir().expect("a folder");
        driver.desk().model.keep_in(folder.path().to_owned());
        driver.play("b3");
        driver.command(FileCommand::Paste(GAME.into()));
        driver.menu(texts.menu_game(), texts.earlier_games());
        driver.wait_for_games(1);
        assert!(driver.sees(texts.home_games()) && !driver.sees_part("unsaved.pgn"));
    });
}
