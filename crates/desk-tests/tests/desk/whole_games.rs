//! Tests of whole games: opponents, interruptions, ends, and what is kept, in both languages.

use std::path::Path;
use std::time::Duration;

use eframe::egui::Key;
use heirloom_chess::game::GameResult;
use heirloom_chess::{Color, Square};
use heirloom_desk::dock::Dock;
use heirloom_desk::model::Stage;
use heirloom_desk::model::command::{
    AnalysisCommand, Command, FileCommand, LeaveChoice, PlayCommand, Step, SuiteCommand,
};
use heirloom_desk::model::level::Level;
use heirloom_desk::model::notice::Notice;
use heirloom_desk::model::players::{Player, Seat};
use heirloom_desk::texts::Language;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::{Driver, in_both};

/// A game other than the one being played.
const OTHER: &str = "[White \"Tal\"]\n\n1. d4 d5 *";

/// Starts a game between two people, in which no engine moves, and plays these moves.
fn play(driver: &mut Driver, moves: &[&str]) {
    driver.new_game(Default::default(), Level::default());
    driver.command(Command::Leave(LeaveChoice::Keep));
    driver.play_all(moves);
}

fn moves(driver: &Driver) -> usize {
    driver.record().game().move_count()
}

fn wait_for_file(path: &Path) {
    for _ in 0..2000 {
        if std::fs::read_to_string(path).is_ok_and(|text| !text.is_empty()) {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("there is no {}", path.display());
}

#[test]
fn an_opponent_is_limited_to_an_elo() {
    in_both(|driver, texts| {
        driver.menu(texts.menu_game(), texts.new_game());
        driver.wait("what it can", |model| model.engines.strengths.range("heirloom").is_some());
        driver.click(&format!("{}: {}", texts.black(), texts.limit_to_elo()));
        driver.click(texts.start());
        assert_eq!(*driver.model().play.players(), [Player::Human, Player::Limited("heirloom".into(), 1500)]);
        assert!(driver.sees("Elo 1500"));
    });
}

#[test]
fn a_running_game_is_not_thrown_away_without_a_question() {
    in_both(|driver, texts| {
        for (answer, left) in
            [(texts.cancel(), false), (texts.keep_and_leave(), true), (texts.resign_and_leave(), true)]
        {
            play(driver, &["e4"]);
            driver.paste(OTHER);
            assert_eq!((moves(driver), driver.running_clock()), (1, None), "{answer}");
            assert!(driver.sees(texts.game_is_played()));
            driver.click(answer);
            assert!(!driver.sees(texts.game_is_played()));
            assert_eq!(driver.tag("White") == "Tal", left);
            assert_eq!(driver.running_clock(), (!left).then_some(Color::Black));
        }
        play(driver, &["e4"]);
        driver.new_game(Default::default(), Level::default());
        assert!(moves(driver) == 1 && driver.sees(texts.game_is_played()), "a new game throws it away");
        driver.click(texts.keep_and_leave());
        assert_eq!(moves(driver), 0);
        play(driver, &["e4"]);
        driver.paste(OTHER);
        driver.press(Key::Escape);
        assert_eq!((moves(driver), driver.running_clock()), (1, Some(Color::Black)));
        // A position of a suite and a file named at the start need an answer as well.
        let file = FileCommand::OpenFile("games.pgn".into());
        for command in [Command::Suite(SuiteCommand::Show(0)), Command::File(file)] {
            driver.command(command);
            assert!(driver.sees(texts.game_is_played()) && moves(driver) == 1);
            driver.press(Key::Escape);
        }
        // A text that is not a game does not replace the game.
        driver.paste("hello world");
        assert!(matches!(driver.notice(), Some(Notice::Pasted(_))) && !driver.sees(texts.game_is_played()));
    });
}

#[test]
fn the_end_of_a_game_is_announced() {
    in_both(|driver, texts| {
        play(driver, &["e4", "e5"]);
        driver.menu(texts.menu_game(), texts.resign());
        assert_eq!(driver.stage(), Stage::Playing, "it was resigned without a question");
        driver.click(texts.resign());
        let Stage::Over(ending) = driver.stage() else { panic!("it goes on") };
        assert!(driver.sees("0-1") && driver.sees(&texts.ending(ending)));
        driver.click(texts.save());
        assert!(driver.sees(texts.file_name()));
        driver.press(Key::Escape);
        driver.click(texts.rematch());
        assert_eq!((driver.stage(), moves(driver)), (Stage::Playing, 0));
        assert!(!driver.sees(&texts.ending(ending)));
    });
}

#[test]
fn moves_after_the_end_leave_the_game_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    for texts in Language::ALL {
        let driver = &mut Driver::new(texts);
        let folder = folder.path().join(texts.name());
        driver.desk().model.keep_in(folder.clone());
        play(driver, &["e4", "e5"]);
        driver.command(PlayCommand::Resign);
        driver.drag(Square::G1, Square::F3);
        let game = driver.record().game();
        assert_eq!((game.result(), game.move_count(), driver.stage()), (GameResult::Unknown, 3, Stage::Free));
        let kept = folder.join("unsaved.pgn");
        wait_for_file(&kept);
        let kept = std::fs::read_to_string(kept).unwrap();
        assert!(kept.contains("0-1") && !kept.contains("Nf3"), "{kept}");
    }
}

#[test]
fn earlier_games_are_one_click_away() {
    let folder = tempfile::tempdir().unwrap();
    for texts in Language::ALL {
        let driver = &mut Driver::new(texts);
        driver.menu(texts.menu_game(), texts.earlier_games());
        assert_eq!(driver.notice(), Some(&Notice::NoEarlierGames));
        let folder = folder.path().join(texts.name());
        driver.desk().model.keep_in(folder.clone());
        driver.paste("1. c4 *");
        driver.command(PlayCommand::Go(Step::Last));
        driver.play("c5");
        driver.paste(OTHER);
        wait_for_file(&folder.join("unsaved.pgn"));
        driver.click(texts.open_it());
        driver
            .wait("the game", |model| model.record().game().move_count() == 2 && model.games.shown.is_some());
        assert_eq!(driver.tag("White"), "?");
        driver.menu(texts.menu_game(), texts.earlier_games());
        driver.wait_for_games(1);
        assert!(driver.is_open(Window::Games));
    }
}

#[test]
fn a_game_that_was_interrupted_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    for texts in Language::ALL {
        let folder = folder.path().join(texts.name());
        let mut first = Driver::new(texts);
        first.desk().model.keep_in(folder.clone());
        let players = [Player::Human, Player::Engine("firstchess".into())];
        first.new_game(players, Level::Depth(1));
        first.command(PlayCommand::Continuous(false));
        first.play("e4");
        first.desk().keep_now();
        drop(first);
        let driver = &mut Driver::new(texts);
        driver.desk().model.keep_in(folder);
        driver.settle();
        assert_eq!((driver.running_clock(), driver.thinking()), (None, None));
        assert!(driver.sees(&texts.interrupted(Some("FirstChess"), 1)));
        driver.click(texts.continue_game());
        driver.wait("its move", |model| model.record().line().moves().len() == 2);
        assert_eq!(driver.running_clock(), Some(Color::White));
        assert!(!driver.sees(texts.continue_game()));
    }
}

#[test]
fn a_game_says_who_played_it_and_when() {
    in_both(|driver, _| {
        driver.desk().settings.name = "Beth Harmon".into();
        driver.settle();
        let players = [Player::Human, Player::Limited("heirloom".into(), 1200)];
        let level = Level::Increment { base: Duration::from_secs(60), increment: Duration::ZERO };
        driver.new_game(players, level);
        driver.play("e4");
        driver.wait("its move", |model| model.record().line().moves().len() == 2);
        let (game, tag) = (driver.record().game(), |name| driver.tag(name));
        assert_eq!((tag("Event"), tag("White"), tag("BlackElo")), ("Casual game", "Beth Harmon", "1200"));
        assert!(tag("Black").starts_with("Heirloom "), "{}", tag("Black"));
        assert!(tag("Date").len() == 10 && !tag("Date").contains('?'));
        for node in game.main_line() {
            let comments = game.comments(node);
            assert!(comments.len() == 1 && comments[0].contains("[%clk 0:0"), "{comments:?}");
        }
    });
}

#[test]
fn a_position_that_was_set_up_is_played() {
    in_both(|driver, texts| {
        driver.paste("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        driver.click(texts.to_home_page());
        driver.click(texts.home_play());
        driver.activate("FirstChess");
        assert!(driver.record().position().fen().starts_with("4k3/8/8/8/8/8/4P3/4K3"));
        assert_eq!((driver.stage(), driver.record().game().move_count()), (Stage::Playing, 0));
    });
}

#[test]
fn several_games_are_listed_wherever_they_come_from() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("two.pgn");
    let text = "[White \"Tal\"]\n\n1. e4 e5 *\n\n[White \"Keres\"]\n\n1. d4 *\n";
    std::fs::write(&file, text).unwrap();
    for texts in Language::ALL {
        for pasted in [false, true] {
            let driver = &mut Driver::new(texts);
            if pasted {
                driver.paste(text);
            } else {
                driver.command(FileCommand::OpenFile(file.clone()));
            }
            driver.wait_for_games(2);
            assert_eq!(driver.tag("White"), "Tal");
            assert!(driver.is_open(Window::Games) && driver.sees_part("Keres"));
            // A pasted list has no file to save to.
            assert_eq!(driver.record().file.is_none(), pasted);
        }
    }
}

#[test]
fn what_belongs_to_another_position_goes() {
    in_both(|driver, _| {
        driver.command(AnalysisCommand::Switch(true));
        let has_line = |seat: &Seat| seat.progress.first().is_some();
        driver.wait("a line", |model| model.analysis.seat.as_ref().is_some_and(has_line));
        driver.command(AnalysisCommand::Switch(false));
        let has_ended = |seat: &Seat| !seat.is_thinking();
        driver.wait("the end", |model| model.analysis.seat.as_ref().is_some_and(has_ended));
        assert!(driver.model().analysis.line.is_some(), "they are still about this position");
        driver.play("e4");
        let analysis = &driver.model().analysis;
        assert!(analysis.line.is_none() && analysis.seat.as_ref().is_some_and(|seat| !has_line(seat)));
    });
}

#[test]
fn messages_go_when_they_are_no_longer_true() {
    in_both(|driver, _| {
        driver.play("Qh8");
        assert!(matches!(driver.notices()[..], [Notice::Typed(_)]));
        driver.play("e4");
        assert!(driver.notices().is_empty(), "{:?}", driver.notices());
        driver.command(FileCommand::Paste("hello world".into()));
        driver.command(FileCommand::Paste("4k3/8/8/8/8/8/8/4K2R w K - 0 1".into()));
        assert!(driver.notices().iter().all(|notice| !matches!(notice, Notice::Pasted(_))));
        play(driver, &["e4"]);
        driver.command(PlayCommand::SetPlayer(Color::Black, Player::Engine("firstchess".into())));
        driver.command(PlayCommand::Draw);
        driver.command(PlayCommand::Resign);
        assert!(!driver.notices().contains(&Notice::DrawAsked), "{:?}", driver.notices());
    });
}

#[test]
fn the_move_list_follows_the_current_move() {
    let long: String = (1..=60)
        .map(|pair| format!("{}. Nf3 {{a word or two on this}} Nf6 {}. Ng1 Ng8 ", 2 * pair - 1, 2 * pair))
        .collect();
    in_both(|driver, texts| {
        driver.desk().dock = Dock::of(&[Window::Journal]);
        driver.paste(&format!("{long} *"));
        let journal = driver.rect(texts.notation_view());
        for (step, name) in [(Step::Last, "120. Ng1"), (Step::First, "1. Nf3"), (Step::Last, "120. Ng1")] {
            driver.command(PlayCommand::Go(step));
            let place = driver.rect(&texts.with_letters(name));
            assert!(place.top() > journal.bottom() && place.bottom() < 860.0, "{step:?}: {place:?}");
        }
        for _ in 0..101 {
            driver.press(Key::ArrowLeft);
        }
        let place = driver.rect(&texts.with_letters("70. Ng1"));
        let (middle, height) = ((journal.bottom() + 860.0) / 2.0, 860.0 - journal.bottom());
        assert!((place.center().y - middle).abs() < height / 4.0, "{place:?} is not in the middle");
    });
}

#[test]
fn positions_are_repaired_and_moves_typed_in_any_form() {
    in_both(|driver, texts| {
        driver.paste("4k3/8/8/8/8/8/4P3/4K2R w KQ e6 0 1");
        assert_eq!(driver.record().position().fen(), "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1");
        let said: String = driver.notices().iter().map(|notice| texts.notice(notice)).collect();
        assert!(said.contains("castling Q ignored") || said.contains("Rochaderecht Q entfernt"), "{said}");
        play(driver, &["1. e4", "c5", "Sf3", "nc6"]);
        assert_eq!(moves(driver), 4, "{:?} {:?}", texts, driver.notices());
    });
}
