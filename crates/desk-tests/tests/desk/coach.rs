//! Tests of the coach, the look back at a game and the user's rating, in both languages.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use eframe::egui::{Key, Modifiers, vec2};
use heirloom_chess::{Color, Position, Square};
use heirloom_desk::model::Stage;
use heirloom_desk::model::command::{AnalysisCommand, Command, PlayCommand};
use heirloom_desk::model::level::Level;
use heirloom_desk::model::notice::Notice;
use heirloom_desk::model::players::Player;
use heirloom_desk::roster::{BuiltInEngines, EngineFactory, Roster};
use heirloom_desk::settings::Settings;
use heirloom_desk::texts::Language;
use heirloom_desk_tests::driver::{Driver, in_both};
use heirloom_engine::{BestMove, EngineError, Transcript};
use heirloom_testing::Scripted;

/// White can lose the queen on h7, or win a knight on a5.
const QUEEN: &str = "r1bqkb1r/ppp2ppp/4pn2/n2p4/1P1P4/3Q4/P1P1PPPP/RNB1KBNR w KQkq - 0 1";

fn level(elo: u32) -> Player {
    Player::Limited("heirloom".into(), elo)
}

/// Begins a game from the position with the queen.
fn begin(driver: &mut Driver, players: [Player; 2]) {
    let start = Some(Box::new(Position::from_fen(QUEEN).expect("a position")));
    driver.command(PlayCommand::NewGame { players, level: Level::Depth(1), start });
}

fn with_coach(driver: &mut Driver) {
    let settings = Settings { coach: true, ..driver.settings().clone() };
    driver.apply(Command::Settings(Box::new(settings)));
}

#[test]
fn the_coach_warns_and_the_user_decides() {
    in_both(|driver, texts| {
        driver.menu(texts.menu_mode(), texts.coach());
        assert!(driver.settings().coach);
        begin(driver, [Player::Human, level(600)]);
        driver.drag(Square::D3, Square::H7);
        driver.wait("the warning", |model| model.coach.warning.is_some());
        assert_eq!(driver.plies(), 0);
        driver.click(texts.take_it_back());
        assert!(driver.plies() == 0 && driver.model().coach.warning.is_none());
        driver.drag(Square::D3, Square::H7);
        driver.wait("the warning", |model| model.coach.warning.is_some());
        // Another move ends the warning; a good one is played.
        driver.drag(Square::B4, Square::A5);
        driver.wait("both moves", |model| model.record().line().moves().len() == 2);
        driver.command(PlayCommand::TakeBack);
        driver.drag(Square::D3, Square::H7);
        driver.wait("the warning", |model| model.coach.warning.is_some());
        driver.click(texts.play_it_anyway());
        driver.wait("both moves", |model| model.record().line().moves().len() == 2);
        assert_eq!(driver.tag("Help"), "3 warnings, 1 takeback");
        driver.command(PlayCommand::Resign);
        let help = driver.model().play.help();
        assert!(driver.sees(&texts.help_in_game(&help)));
    });
}

#[test]
fn the_coach_is_silent_unless_it_is_on_and_between_people() {
    in_both(|driver, _| {
        begin(driver, [Player::Human, level(600)]);
        driver.drag(Square::D3, Square::H7);
        driver.wait("both moves", |model| model.record().line().moves().len() == 2);
        driver.command(PlayCommand::Resign);
        with_coach(driver);
        begin(driver, [Player::Human, Player::Human]);
        driver.drag(Square::D3, Square::H7);
        assert_eq!(driver.plies(), 1);
        assert_eq!(driver.tag("Help"), "");
    });
}

#[test]
fn threats_and_hanging_pieces_are_shown_and_counted() {
    in_both(|driver, texts| {
        begin(driver, [Player::Human, level(600)]);
        driver.menu(texts.menu_move(), texts.mark_hanging());
        let marked = |driver: &Driver| driver.model().coach.marked(driver.record()).to_vec();
        assert!(marked(driver).contains(&Square::A5));
        driver.menu(texts.menu_move(), texts.mark_hanging());
        assert!(marked(driver).is_empty());
        driver.menu(texts.menu_move(), texts.show_threat());
        driver.wait("the threat", |model| model.analysis.threatened.is_some());
        let threat = driver.model().analysis.threatened.expect("a threat");
        let moved = driver.record().position().piece_at(threat.from()).expect("a piece");
        assert_eq!(moved.color(), Color::Black);
        assert_eq!(driver.tag("Help"), "1 threat, 1 look at hanging pieces");
        driver.command(AnalysisCommand::Hint);
        driver.wait("the hint", |model| model.analysis.hint.is_some());
        driver.press(Key::Escape);
        assert_eq!(driver.model().analysis.threatened, None);
        assert_eq!(driver.tag("Help"), "1 hint, 1 threat, 1 look at hanging pieces");
    });
}

#[test]
fn nothing_hangs_at_the_start_and_there_is_no_threat_in_check() {
    in_both(|driver, texts| {
        driver.menu(texts.menu_move(), texts.mark_hanging());
        assert_eq!(driver.notice(), Some(&Notice::NothingHangs));
        driver.paste("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
        driver.menu(texts.menu_move(), texts.show_threat());
        assert_eq!(driver.notice(), Some(&Notice::NoThreat));
    });
}

#[test]
fn a_game_is_looked_back_at_and_played_again_from_a_key_moment() {
    in_both(|driver, texts| {
        begin(driver, [Player::Human, level(800)]);
        driver.drag(Square::D3, Square::H7);
        driver.wait("both moves", |model| model.record().line().moves().len() == 2);
        driver.command(PlayCommand::Resign);
        driver.click(texts.look_back());
        driver.wait("the review", |model| model.reviewed().is_some() && !model.review.is_running());
        driver.wait("the beliefs", |model| {
            let beliefs = model.look_back.of(model.record().game()).map(|(_, beliefs)| beliefs);
            beliefs.is_some_and(|beliefs| beliefs[1].is_some())
        });
        let course = driver.model().course();
        assert!(course[1].believed.is_none() && course[2].believed.is_some());
        assert!(driver.sees(texts.true_evaluation()) && driver.sees(&texts.believed_by("Heirloom")));
        assert!(driver.sees(texts.key_moments()));
        // The key moments are below the visible part of the window.
        driver.activate(texts.again_from_here());
        assert_eq!(driver.stage(), Stage::Playing);
        assert_eq!(*driver.model().play.players(), [Player::Human, level(800)]);
        assert!(driver.plies() < 2 && driver.tag("Help") == "1 change");
        assert!(!driver.sees(&texts.believed_by("Heirloom")));
    });
}

/// A roster whose engines resign at their second move.
struct Resigning;

impl Roster for Resigning {
    fn names(&self) -> Vec<String> {
        BuiltInEngines.names()
    }

    fn factory_with_transcript(&self, _: &str, _: Transcript) -> EngineFactory {
        Box::new(|| {
            let engine = Scripted::with(|search| match search.position().fullmove_number() {
                1 => {
                    let best = search.position().legal_moves().first().copied();
                    Ok(BestMove { best, ..BestMove::default() })
                }
                _ => Err(EngineError::Resigns { name: "Scripted".into() }),
            });
            Ok(engine.boxed())
        })
    }
}

fn opened(texts: Language, path: &Path) -> Driver {
    let mut driver = Driver::sized(vec2(1280.0, 860.0), texts, true, Arc::new(Resigning));
    driver.desk().model.keep_rating_in(path.to_owned());
    driver
}

/// Wins a game against a level.
fn win(driver: &mut Driver, help: bool) {
    driver.new_game([Player::Human, level(900)], Level::Depth(1));
    driver.play("e4");
    driver.wait("its move", |model| model.record().line().moves().len() == 2);
    if help {
        driver.command(AnalysisCommand::ShowThreat);
    }
    driver.play("h4");
    let number = driver.record().id();
    driver.wait("the rating", |model| model.own_rating.of(number).is_some());
    assert!(matches!(driver.stage(), Stage::Over(_)));
}

/// Returns a desk after a game won without help, and the folder of its list of games.
fn won(texts: Language) -> (tempfile::TempDir, Driver) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut driver = opened(texts, &folder.path().join("played.json"));
    win(&mut driver, false);
    (folder, driver)
}

#[test]
fn the_status_bar_says_whether_a_game_is_rated_and_coached() {
    in_both(|driver, texts| {
        let rated = format!(" · {}", texts.rated());
        driver.new_game([Player::Human, level(600)], Level::Depth(1));
        assert!(driver.sees_part(&rated));
        assert!(!driver.sees_part(texts.coach_is_on()));
        with_coach(driver);
        assert!(driver.sees_part(&format!("{rated} · {}", texts.coach_is_on())));
        driver.play("e4");
        driver.wait("both moves", |model| model.record().line().moves().len() == 2);
        driver.command(PlayCommand::TakeBack);
        assert!(driver.sees_part(texts.not_rated_with_help()));
        driver.command(PlayCommand::Resign);
        assert!(!driver.sees_part(texts.coach_is_on()));
        // A position that was set up is not noted at all.
        begin(driver, [Player::Human, level(600)]);
        assert!(!driver.sees_part(&rated) && !driver.sees_part(texts.not_rated_with_help()));
    });
}

#[test]
fn games_that_end_are_rated_and_survive_a_restart() {
    for texts in Language::ALL {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("played.json");
        let mut driver = opened(texts, &path);
        // A game without a move of both sides was aborted.
        driver.new_game([Player::Human, level(900)], Level::Depth(1));
        driver.command(PlayCommand::Resign);
        win(&mut driver, false);
        let games = driver.model().own_rating.games.clone();
        assert_eq!((games.rated(), games.latest().count()), (1, 1));
        assert!(games.rating.rating > 1100.0);
        let rated = driver.model().own_rating.of(driver.record().id()).expect("a rating");
        assert!(driver.sees(&texts.rating_now(&games, rated.change)));
        // A game with help is listed, but not rated.
        win(&mut driver, true);
        let again = driver.model().own_rating.games.clone();
        assert_eq!((again.rating, again.latest().count()), (games.rating, 2));
        assert!(driver.sees_part(texts.not_rated()));
        drop(driver);

        let mut driver = opened(texts, &path);
        assert_eq!(driver.model().own_rating.games, again);
        driver.press_with(Modifiers::ALT, Key::Home);
        driver.click(texts.home_play());
        assert!(driver.sees(&texts.rating_and_games(&again)));
        driver.click(texts.latest_games());
        let latest = again.latest().next().expect("a game");
        assert!(driver.sees(&texts.listed_game(latest)));
        // Nothing was kept in a file.
        driver.click(texts.earlier_games());
        assert_eq!(driver.notice(), Some(&Notice::NoEarlierGames));
        assert!(!driver.sees(&texts.listed_game(latest)));
    }
}

#[test]
fn a_game_counts_once_even_if_its_end_is_taken_back() {
    for texts in Language::ALL {
        let (_folder, mut driver) = won(texts);
        let games = driver.model().own_rating.games.clone();
        assert!(driver.record().is_at_end());
        driver.command(PlayCommand::TakeBack);
        assert_eq!(driver.stage(), Stage::Playing);
        // What follows changes no rating, and the status bar does not promise it.
        assert!(!driver.sees_part(&format!(" · {}", texts.rated())));
        assert!(!driver.sees_part(texts.not_rated_with_help()));
        driver.command(PlayCommand::Resign);
        driver.run_for(Duration::from_millis(100));
        assert!(matches!(driver.stage(), Stage::Over(_)));
        assert_eq!(driver.model().own_rating.games, games);
    }
}

#[test]
fn adaptive_chooses_the_level_of_the_user() {
    for texts in Language::ALL {
        let (_folder, mut driver) = won(texts);
        let elo = driver.model().own_rating.games.adaptive();
        assert!(elo > 1100);
        driver.press_with(Modifiers::ALT, Key::Home);
        driver.click(texts.home_play());
        driver.click(&texts.adaptive(elo));
        assert_eq!(*driver.model().play.players(), [Player::Human, level(elo)]);
    }
}

#[test]
fn a_broken_list_of_games_is_reported_and_kept() {
    for texts in Language::ALL {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("played.json");
        std::fs::write(&path, "nonsense").expect("a file");
        let mut driver = opened(texts, &path);
        assert!(matches!(driver.notice(), Some(Notice::OwnRating(_))));
        win(&mut driver, false);
        assert_eq!(driver.model().own_rating.games.rated(), 1);
        assert_eq!(std::fs::read_to_string(&path).expect("the file"), "nonsense");
    }
}

#[test]
fn a_game_against_a_character_is_set_up_with_the_coach() {
    in_both(|driver, texts| {
        driver.menu(texts.menu_game(), texts.new_game());
        driver.choose(texts.color(Color::Black), "Rosa (800 Elo)");
        // A character has a strength of its own.
        assert!(!driver.is_enabled(&format!("{}: {}", texts.color(Color::Black), texts.limit_to_elo())));
        driver.click(texts.coach());
        driver.click(texts.start());
        assert_eq!(*driver.model().play.players(), [Player::Human, Player::Engine("Rosa".into())]);
        assert!(driver.settings().coach && driver.stage() == Stage::Playing);
    });
}
