//! Tests of collections: list of games, opening tree, opening library, game data, engines and settings.

use eframe::egui::{Key, Modifiers, vec2};
use heirloom_desk::model::command::{FileCommand, GamesCommand, LibraryCommand, PlayCommand, Step};
use heirloom_desk::model::games::GameColumn;
use heirloom_desk::settings::Appearance;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::in_both;

const GAMES: &str = "[White \"Tal\"]\n[Black \"Keres\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White \"Polgar\"]\n[Black \"Tal\"]\n\n1. e4 c5 0-1\n\n\
    [White \"Karpov\"]\n[Black \"Kasparov\"]\n\n1. d4 d5 1/2-1/2\n\n";

#[test]
fn games_are_listed_searched_and_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, GAMES).unwrap();
    in_both(|driver, texts| {
        driver.bring(Window::Games);
        assert!(driver.sees(texts.games_explained()));
        driver.command(GamesCommand::List(path.clone()));
        driver.wait_for_games(3);
        assert!(driver.sees_part("Karpov, Kasparov"));
        driver.click(texts.games_column(GameColumn::White));
        driver.wait("the order", |model| model.games.rows[..] == [2, 1, 0]);
        driver.type_into(texts.search_words(), "tal");
        driver.wait("the search", |model| model.games.rows[..] == [1, 0]);
        assert!(!driver.sees_part("Karpov, Kasparov"));
        driver.activate("1, Tal, Keres");
        driver.wait("the game", |model| model.record().game().move_count() == 3);
        assert_eq!(driver.tag("Black"), "Keres");
    });
}

#[test]
fn the_opening_tree_plays_moves() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, GAMES).unwrap();
    in_both(|driver, texts| {
        driver.bring(Window::OpeningTree);
        driver.command(GamesCommand::List(path.clone()));
        driver.wait_for_games(3);
        driver.click(texts.count_moves());
        driver.wait("the tree", |model| model.games.explorer.known.is_some());
        driver.activate("e4, 2");
        assert_eq!(driver.last_san(), "e4");
    });
}

#[test]
fn the_library_teaches_and_learns() {
    let folder = tempfile::tempdir().unwrap();
    in_both(|driver, texts| {
        let path = folder.path().join(format!("{}.txt", texts.name()));
        std::fs::write(&path, "e4 (c5)\nd4\n").unwrap();
        driver.bring(Window::Library);
        assert!(driver.sees(texts.library_builtin()));
        driver.command(LibraryCommand::Open(path.clone()));
        driver.wait("the library", |model| model.library.path.is_some());
        driver.click(&format!("d4, {}", texts.active()));
        driver.wait("the change", |model| model.library.extent.passive == 2);
        driver.click(texts.learn());
        driver.play("c4");
        driver.type_into(texts.new_position(), "English");
        driver.wait("the note", |model| model.library.note(model.record().position()) == "English");
        driver.click(texts.stop_learning());
        assert!(!driver.model().library.learning);
        driver.command(PlayCommand::Go(Step::First));
        driver.desk().model.keep_now();
    });
}

#[test]
fn game_data_are_edited() {
    in_both(|driver, texts| {
        driver.command(FileCommand::Paste("1. e4 e5 *".into()));
        driver.menu(texts.menu_game(), texts.edit_game_data());
        driver.write_into("Event", "London");
        driver.write_into("Date", "soon");
        assert!(driver.sees_part("2024.12.31"));
        driver.write_into("Date", "1851.06.21");
        driver.write_into(texts.comment_before(), "immortal");
        driver.click(texts.take_over());
        let game = driver.record().game();
        assert_eq!((driver.tag("Event"), driver.tag("Date")), ("London", "1851.06.21"));
        assert_eq!(game.comments(heirloom_chess::game::NodeId::START), ["immortal"]);
    });
}

#[test]
fn settings_of_the_desk_change_at_once() {
    in_both(|driver, texts| {
        driver.menu(texts.menu_options(), texts.open_settings());
        let appearance = driver.settings().appearance;
        driver.click(if appearance == Appearance::Dark { texts.light() } else { texts.dark() });
        assert_ne!(driver.settings().appearance, appearance);
        driver.click(texts.close());
        // This desk has no configuration, so an attempt to change it gets a message.
        driver.menu(texts.menu_options(), texts.manage_engines());
        assert!(driver.sees(texts.add_program()) && driver.notices().len() == 1);
    });
}

#[test]
fn menus_of_rows_open_by_keyboard() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    std::fs::write(&path, GAMES).unwrap();
    in_both(|driver, texts| {
        driver.bring(Window::Games);
        driver.command(GamesCommand::List(path.clone()));
        driver.wait_for_games(3);
        driver.activate("Tal, Keres");
        driver.wait("the game", |model| model.record().game().move_count() == 3);
        for (modifiers, key) in [(Modifiers::NONE, Key::Menu), (Modifiers::SHIFT, Key::F10)] {
            driver.press_with(modifiers, key);
            assert!(driver.sees(texts.delete_game()));
            driver.press(Key::Escape);
            assert!(!driver.sees(texts.delete_game()));
            driver.activate("Tal, Keres");
        }
        driver.press(Key::Menu);
        driver.press_all(&[Key::ArrowDown, Key::Enter]);
        driver.wait("the tab", |model| model.tabs.count() == 2);
    });
}

#[test]
fn tags_are_edited_in_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    in_both(|driver, texts| {
        std::fs::write(&path, GAMES).unwrap();
        let text = || std::fs::read_to_string(&path).unwrap();
        driver.bring(Window::Games);
        driver.command(GamesCommand::List(path.clone()));
        driver.wait_for_games(3);
        driver.right_click_part("Tal, Keres");
        driver.click_part(texts.edit_tag());
        driver.click(&texts.tag_of(GameColumn::Black));
        driver.type_into(texts.games_column(GameColumn::Black), "Keres, Paul");
        driver.wait_to_see(texts.undo());
        driver.wait("the file", |_| text().contains("[Black \"Keres, Paul\"]\n\n1. e4 e5 2. Nf3 1-0"));
        driver.wait("the new list", |model| {
            let index = &model.games.index;
            index.get(0).is_some_and(|game| index.tag(game, "Black") == "Keres, Paul")
        });
        driver.wait_for_games(3);
        driver.click(texts.undo());
        driver.wait("the file as it was", |_| text() == GAMES);
        // It is listed again a moment after it was written.
        driver.wait("the list as it was", |model| {
            let index = &model.games.index;
            index.get(0).is_some_and(|game| index.tag(game, "Black") == "Keres")
        });
        driver.wait_for_games(3);
        // A double click opens a game; on the one that is open, it edits a cell.
        let place = driver.rect_part("Polgar, Tal").left_center() + vec2(80.0, 0.0);
        driver.double_click_at(place);
        driver.wait("the game", |model| model.games.shown == Some(1));
        driver.double_click_at(place);
        driver.press_command(Key::A);
        driver.write("Polgár, J.");
        driver.press(Key::Enter);
        driver.wait("the file", |_| text().contains("[White \"Polgár, J.\"]"));
        // The open game follows a moment after the file was written.
        driver.wait("the open game", |model| {
            model.record().game().tags().get("White").is_some_and(|name| name == "Polgár, J.")
        });
    });
}
