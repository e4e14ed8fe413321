//! Compares every window and every dialog, in both languages, with approved pictures.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p heirloom-desk-tests` writes new pictures; check them.

#![cfg(unix)]

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use web_time::{Duration, Instant, SystemTime};

use eframe::egui::{Key, Modifiers, Vec2, vec2};
use heirloom_desk::dock::Dock;
use heirloom_desk::model::command::{AnalysisCommand, Command, FileCommand, GamesCommand, PlayCommand, Step};
use heirloom_desk::model::level::Level;
use heirloom_desk::settings::Settings;
use heirloom_desk::texts::Language;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::Driver;
use heirloom_desk_tests::picture;
use heirloom_desk_tests::scripted::{ITERATIONS, ScriptedRoster};

/// A game with variations, comments and marks.
const GAME: &str = r#"[White "Morphy, Paul"]
[Black "Duke of Brunswick and Count Isouard"]
[Event "Paris Opera"]
[Date "1858.11.02"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4?! {This pin costs the pair of bishops.} (3... exd4 4. Nxd4 Nf6) 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6
7. Qb3! Qe7 8. Nc3 c6 9. Bg5 b5? 10. Nxb5! cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+!! Nxb8
17. Rd8# 1-0
"#;

/// The number of pixels that may differ before a picture counts as different.
const ODD_PIXELS: usize = 30;

/// Compares pictures with the snapshots, and reports at the end which ones differ.
struct Album {
    folder: PathBuf,
    faults: Vec<String>,
}

impl Album {
    fn new() -> Album {
        // Texts that depend on the current directory are then the same everywhere.
        env::set_current_dir("/").expect("every system has a root");
        Album { folder: Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots"), faults: Vec::new() }
    }

    fn check(&mut self, name: &str, driver: &Driver) {
        let [path, new] = ["png", "new.png"].map(|ending| self.folder.join(format!("{name}.{ending}")));
        let image = driver.picture();
        let _ = fs::remove_file(&new);
        let fault = match picture::read(&path) {
            Ok(known) => {
                let differences = picture::differences(&known, &image);
                (differences > ODD_PIXELS).then(|| format!("{name}: {differences} pixels differ"))
            }
            Err(reason) => Some(reason),
        };
        let Some(fault) = fault else { return };
        if env::var_os("UPDATE_SNAPSHOTS").is_some() {
            fs::create_dir_all(&self.folder).expect("a folder for snapshots");
            picture::write(&path, &image).expect("a snapshot");
        } else {
            let _ = picture::write(&new, &image);
            self.faults.push(fault);
        }
    }

    fn done(self) {
        let advice = "look at the new ones (*.new.png next to them); where they are right, write them with UPDATE_SNAPSHOTS=1";
        assert!(self.faults.is_empty(), "{}\n{advice}", self.faults.join("\n"));
    }
}

/// The smallest supported size.
const SMALL: Vec2 = vec2(800.0, 600.0);
const USUAL: Vec2 = vec2(1180.0, 800.0);
const LARGE: Vec2 = vec2(1920.0, 1080.0);

fn empty(size: Vec2, language: Language, dark: bool) -> Driver {
    Driver::sized(size, language, dark, Arc::new(ScriptedRoster))
}

fn opened(size: Vec2, language: Language, dark: bool) -> Driver {
    let mut driver = empty(size, language, dark);
    driver.paste(GAME);
    for _ in 0..17 {
        driver.command(PlayCommand::Go(Step::Forward));
    }
    driver
}

/// Waits until the engine has made all its reports.
fn wait_for_analysis(driver: &mut Driver) {
    driver.command(AnalysisCommand::Switch(true));
    driver.wait("the last iteration", |model| {
        let report = model.analysis.seat.as_ref().map(|seat| &seat.report);
        report.is_some_and(|report| report.iterations.iter().any(|iteration| iteration.depth == ITERATIONS))
            && report.is_some_and(|report| report.insights.hash.is_some() && report.insights.ages.len() == 4)
    });
}

fn code(language: Language) -> &'static str {
    if language == Language::English { "en" } else { "de" }
}

#[test]
fn every_window() {
    let mut album = Album::new();
    for language in Language::ALL {
        for window in Window::all() {
            let mut driver = opened(vec2(620.0, 440.0), language, language == Language::English);
            driver.desk().dock = Dock::of(&[window]);
            driver.settle();
            wait_for_analysis(&mut driver);
            match window {
                Window::Evaluation => driver.wait("it", |model| model.insight.evaluation.answer.is_some()),
                Window::MoveOrder => driver.wait("it", |model| model.insight.generation.answer.is_some()),
                Window::Games | Window::OpeningTree => {
                    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/games.pgn");
                    driver.command(GamesCommand::List(games));
                    driver.wait("the list", |model| {
                        model.games.progress().is_none() && !model.games.rows.is_empty()
                    });
                }
                _ => {}
            }
            driver.leave();
            album.check(&format!("{}-{window:?}", code(language)), &driver);
        }
    }
    album.done();
}

#[test]
fn whole_layouts() {
    let mut album = Album::new();
    for (name, language, dark, (size, zoom), dock) in [
        ("playing", Language::English, true, (USUAL, 100), Dock::playing as fn() -> Dock),
        ("playing-light", Language::German, false, (USUAL, 100), Dock::playing),
        ("analysing", Language::English, false, (USUAL, 100), Dock::analysing),
        ("searching", Language::German, true, (vec2(1280.0, 860.0), 100), Dock::searching),
        ("small", Language::German, true, (SMALL, 100), Dock::playing),
        ("large-playing", Language::German, true, (LARGE, 100), Dock::playing),
        ("large-analysing", Language::English, false, (LARGE, 100), Dock::analysing),
        ("double-playing", Language::English, false, (LARGE, 200), Dock::playing),
        ("double-analysing", Language::German, true, (LARGE, 200), Dock::analysing),
    ] {
        let mut driver = opened(size, language, dark);
        driver.desk().dock = dock();
        let settings = Settings { zoom, ..driver.settings().clone() };
        driver.apply(Command::Settings(Box::new(settings)));
        wait_for_analysis(&mut driver);
        driver.leave();
        album.check(&format!("layout-{name}"), &driver);
    }
    album.done();
}

#[test]
fn every_dialog() {
    let mut album = Album::new();
    for texts in Language::ALL {
        let dialogs = [
            ("new-game", texts.menu_game(), texts.new_game()),
            ("game-data", texts.menu_game(), texts.edit_game_data()),
            ("set-up", texts.menu_game(), texts.set_up()),
            ("level", texts.menu_mode(), texts.set_level()),
            ("engines", texts.menu_options(), texts.manage_engines()),
            ("settings", texts.menu_options(), texts.open_settings()),
            ("keys", texts.menu_help(), texts.keys()),
            ("about", texts.menu_help(), texts.about()),
        ];
        for (name, menu, item) in dialogs {
            let mut driver = opened(SMALL, texts, texts == Language::German);
            driver.menu(menu, item);
            album.check(&format!("{}-dialog-{name}", code(texts)), &driver);
        }
    }
    album.done();
}

/// Creates a home directory with some files, always the same.
fn home() -> PathBuf {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("home");
    let _ = fs::remove_dir_all(&home);
    let noon = |day: u64| SystemTime::UNIX_EPOCH + Duration::from_secs(86400 * day + 43200);
    let files = [
        ("candidates-1959.pgn", 187_000, 20_100),
        ("endgames.pgn", 4_700, 20_315),
        ("opera.pgn", 740, 19_990),
        ("strategic-test-suite.epd", 96_000, 18_250),
        ("world-championship.pgn", 1_640_000, 20_400),
    ];
    for (name, size, day) in files {
        let path = home.join("Chess").join(name);
        fs::create_dir_all(home.join("Chess")).expect("a home");
        let file = File::create(path).expect("a file");
        file.set_len(size).expect("a size");
        file.set_modified(noon(day)).expect("a date");
    }
    let folders = [("Documents", 20_000), ("Downloads", 20_000), ("Matches", 20_000)];
    for (name, day) in folders.into_iter().chain([("Chess/Openings", 20_200), ("Chess/Studies", 19_800)]) {
        let path = home.join(name);
        fs::create_dir_all(&path).expect("a home");
        File::open(path).and_then(|folder| folder.set_modified(noon(day))).expect("a date");
    }
    home
}

#[test]
fn files_are_chosen() {
    let mut album = Album::new();
    let home = home();
    for texts in Language::ALL {
        let desk = || {
            let mut driver = opened(SMALL, texts, texts == Language::German);
            driver.desk().files.live_in(&home);
            for name in ["Matches", "Chess"] {
                driver.command(FileCommand::Visited(home.join(name)));
            }
            driver
        };
        let mut driver = desk();
        driver.menu(texts.menu_game(), texts.open());
        driver.press_all(&[Key::ArrowDown; 3]);
        album.check(&format!("{}-dialog-open", code(texts)), &driver);
        let mut driver = desk();
        driver.menu(texts.menu_game(), texts.save_as());
        driver.paste("opera");
        driver.press(Key::Enter);
        album.check(&format!("{}-dialog-save", code(texts)), &driver);
    }
    album.done();
}

#[test]
fn games_that_end_and_games_that_are_left() {
    let mut album = Album::new();
    for language in Language::ALL {
        for (name, last) in [
            ("dialog-leave", Command::File(FileCommand::Paste(GAME.into()))),
            ("over", Command::Play(PlayCommand::Resign)),
        ] {
            let mut driver = empty(SMALL, language, language == Language::English);
            // All commands have the same time, so that the clocks stay the same.
            let now = Instant::now();
            let (players, level) = (Default::default(), Level::default());
            let begin = Command::Play(PlayCommand::NewGame { players, level, start: None });
            for command in [begin, Command::Play(PlayCommand::Type("e4".into())), last] {
                driver.desk().model.apply(command, now);
            }
            driver.settle();
            driver.leave();
            album.check(&format!("{}-{name}", code(language)), &driver);
        }
    }
    album.done();
}

#[test]
fn the_home_page_fits_every_screen() {
    let mut album = Album::new();
    for language in Language::ALL {
        for (name, size) in [("small", SMALL), ("usual", USUAL), ("large", LARGE)] {
            let mut driver = empty(size, language, (language == Language::English) == (size == USUAL));
            driver.press_with(Modifiers::ALT, Key::Home);
            album.check(&format!("{}-home-{name}", code(language)), &driver);
            driver.click(language.home_play());
            album.check(&format!("{}-home-{name}-play", code(language)), &driver);
        }
    }
    album.done();
}

#[test]
fn an_empty_desk_says_how_to_begin() {
    let mut album = Album::new();
    for language in Language::ALL {
        let driver = empty(USUAL, language, language == Language::English);
        album.check(&format!("{}-empty", code(language)), &driver);
    }
    album.done();
}
