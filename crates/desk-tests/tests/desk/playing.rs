//! Tests of playing and the journal: menus and keys during a game and for its text, in both languages.

use std::time::Duration;

use eframe::egui::Key;
use heirloom_chess::game::{GameResult, Nag};
use heirloom_chess::{Color, Square};
use heirloom_desk::model::Stage;
use heirloom_desk::model::command::{PlayCommand, Step};
use heirloom_desk::model::ending::Ending;
use heirloom_desk::model::level::Level;
use heirloom_desk::model::notice::Notice;
use heirloom_desk::model::players::{Player, Seat};
use heirloom_desk::texts::sign;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::in_both;

/// A game with a variation, a comment and an evaluation.
const GAME: &str = "1. e4 {[%eval 0.31,12] best by test} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *";

fn engine(name: &str) -> Player {
    Player::Engine(name.into())
}

#[test]
fn the_computer_helps_and_waits() {
    in_both(|driver, texts| {
        driver.new_game([Player::Human, engine("firstchess")], Level::Depth(2));
        driver.menu(texts.menu_move(), texts.hint());
        driver.wait("a hint", |model| model.analysis.hint.is_some());
        driver.press(Key::Escape);
        assert_eq!(driver.model().analysis.hint, None);
        driver.menu(texts.menu_move(), texts.move_for_me());
        driver.wait("both moves", |model| model.record().line().moves().len() == 2);
        driver.menu(texts.menu_mode(), texts.step_by_step());
        driver.play("h3");
        assert_eq!((driver.thinking(), driver.plies()), (None, 3));
        driver.menu(texts.menu_move(), texts.move_for_me());
        driver.wait("its move", |model| model.record().line().moves().len() == 4);
        // The search result is in the comment of the move.
        let game = driver.record().game();
        assert!(game.comments(game.last()).first().is_some_and(|comment| comment.starts_with("[%eval ")));
    });
}

#[test]
fn moves_are_taken_back_and_played_again() {
    in_both(|driver, texts| {
        driver.new_game([Player::Human, engine("firstchess")], Level::Depth(1));
        driver.drag(Square::E2, Square::E4);
        driver.wait("its move", |model| model.record().line().moves().len() == 2);
        let moves = driver.record().line().moves().to_vec();
        driver.menu(texts.menu_move(), texts.take_back());
        assert_eq!((driver.plies(), driver.running_clock()), (0, Some(Color::White)));
        driver.menu(texts.menu_move(), texts.redo());
        assert_eq!(driver.record().line().moves(), moves);
        driver.menu(texts.menu_move(), texts.redo());
        assert_eq!(driver.notice(), Some(&Notice::NothingToTakeBack));
    });
}

#[test]
fn thinking_is_cut_short_or_given_up() {
    in_both(|driver, texts| {
        driver.new_game([Player::Human, engine("heirloom")], Level::Unlimited);
        driver.play("e4");
        let has_line = |seat: &Seat| seat.progress.first().is_some();
        driver.wait("a line", |model| model.play.seat(Color::Black).is_some_and(has_line));
        driver.menu(texts.menu_move(), texts.abort());
        assert_eq!((driver.thinking(), driver.plies(), driver.running_clock()), (None, 1, None));
        driver.menu(texts.menu_move(), texts.move_for_me());
        assert_eq!(driver.thinking(), Some(Color::Black));
        // Meanwhile, a user may enter a premove and cancel it.
        driver.drag(Square::G1, Square::F3);
        assert!(driver.model().play.pending().premove.is_some());
        driver.press(Key::Escape);
        assert!(driver.model().play.pending().premove.is_none());
        driver.menu(texts.menu_move(), texts.move_now());
        driver.wait("its move", |model| model.record().line().moves().len() == 2);
        driver.click(texts.menu_move());
        assert!(!driver.is_enabled(texts.move_now()) && driver.is_enabled(texts.move_for_me()));
    });
}

#[test]
fn what_is_half_entered_is_dropped() {
    in_both(|driver, _| {
        driver.keys(Square::E2, Square::E2);
        driver.drag(Square::E2, Square::E4);
        driver.keys(Square::E7, Square::D7);
        assert_eq!(driver.desk().board.chosen, Some(Square::D7));
        driver.press(Key::Escape);
        assert_eq!((driver.desk().board.chosen, driver.plies()), (None, 1));
    });
}

#[test]
fn games_end_by_will() {
    in_both(|driver, texts| {
        driver.new_game([Player::Human, Player::Human], Level::default());
        driver.menu(texts.menu_game(), texts.draw());
        assert_eq!(driver.stage(), Stage::Over(Ending::Agreed));
        assert_eq!(driver.record().game().result(), GameResult::Draw);
        driver.new_game([Player::Human, engine("firstchess")], Level::Depth(1));
        driver.menu(texts.menu_game(), texts.resign());
        driver.click(texts.resign());
        assert_eq!(driver.stage(), Stage::Over(Ending::Resigned(Color::White)));
        assert!(driver.sees(texts.you_resigned()) && !driver.sees(texts.to_move()));
        driver.new_game([Player::Human, engine("firstchess")], Level::Depth(1));
        // A tool does the same.
        driver.click(texts.resign());
        driver.click(texts.resign());
        assert!(driver.sees(texts.you_resigned()));
        driver.click(texts.menu_game());
        assert!(!driver.is_enabled(texts.resign()) && driver.is_enabled(texts.set_up()));
        driver.press(Key::Escape);
        // Moves can still be tried out after the end of a game.
        driver.drag(Square::E2, Square::E4);
        assert_eq!((driver.plies(), driver.thinking()), (1, None));
        driver.new_game([Player::Human, engine("firstchess")], Level::Depth(1));
        driver.menu(texts.menu_game(), texts.draw());
        assert_eq!(driver.notice(), Some(&Notice::DrawAsked));
        driver.play("e4");
        driver.wait("the refusal", |model| model.notices().last() == Some(&Notice::DrawRefused));
    });
}

#[test]
fn an_opened_game_shows_ratings_and_clocks() {
    in_both(|driver, texts| {
        driver.paste("[White \"Tal\"]\n[WhiteElo \"2705\"]\n\n1. e4 {[%clk 1:23:45]} e5 {[%clk 0:59:00]} *");
        driver.command(PlayCommand::Go(Step::Last));
        assert!(driver.sees("1:23:45") && driver.sees("59:00"));
        assert!(driver.sees(&format!("{} 2705", texts.column_elo())));
        driver.command(PlayCommand::Go(Step::Back));
        assert!(driver.sees("1:23:45") && !driver.sees("59:00"));
    });
}

#[test]
fn draws_of_the_rules_end_games_by_themselves() {
    in_both(|driver, texts| {
        driver.new_game([Player::Human, Player::Human], Level::default());
        driver.play_all(&["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"]);
        let Stage::Over(ending) = driver.stage() else { panic!("it goes on") };
        assert!(matches!(ending, Ending::Rules(_)) && ending.result() == GameResult::Draw);
        driver.bring(Window::Status);
        assert!(driver.sees_part(&texts.ending(ending)));
    });
}

#[test]
fn a_game_goes_on_from_any_place() {
    in_both(|driver, texts| {
        driver.paste(GAME);
        driver.command(PlayCommand::Go(Step::Forward));
        driver.menu(texts.menu_mode(), texts.play_from_here());
        assert_eq!((driver.stage(), driver.plies()), (Stage::Playing, 1));
        let [white, black] = driver.model().play.players().clone();
        assert!(white == engine("heirloom") && black == Player::Human && driver.model().play.is_flipped());
    });
}

#[test]
fn a_game_plays_itself() {
    in_both(|driver, texts| {
        driver.paste(GAME);
        driver.command(PlayCommand::Replay(Some(20)));
        driver.wait("the end", |model| model.record().line().moves().len() == 4);
        driver.wait("the rest", |model| model.play.replay().is_none());
        driver.menu(texts.menu_mode(), texts.replay());
        let pace = driver.model().play.replay().map(|replay| replay.pace);
        assert_eq!((driver.plies(), pace), (0, Some(Duration::from_secs(1))));
        driver.press(Key::Escape);
        assert!(driver.model().play.replay().is_none());
    });
}

#[test]
fn the_journal_is_read_two_ways_at_two_levels() {
    in_both(|driver, texts| {
        driver.paste(GAME);
        assert!(driver.sees("1. e4") && driver.sees("best by test") && !driver.sees_part("%eval"));
        driver.click(texts.notation_view());
        driver.click(texts.journal_figures());
        assert!(driver.sees("[%eval 0.31,12]"));
        driver.click(texts.long_notation());
        driver.press(Key::Escape);
        assert!(driver.sees("1. e2-e4") && driver.sees(&texts.with_letters("2. Ng1-f3")));
        driver.command(PlayCommand::Go(Step::Forward));
        driver.bring(Window::Status);
        assert!(driver.sees("+0.31") && driver.sees_part("B00"));
    });
}

#[test]
fn the_journal_is_written() {
    in_both(|driver, texts| {
        driver.paste(GAME);
        driver.press_all(&[Key::ArrowRight, Key::ArrowRight, Key::ArrowDown]);
        assert_eq!(driver.last_san(), "c5");
        driver.press(Key::ArrowUp);
        assert_eq!(driver.last_san(), "e5");
        driver.press(Key::ArrowDown);
        driver.press_command(Key::ArrowUp);
        let game = driver.record().game();
        assert_eq!(game.main_line().count(), 3);
        driver.press(Key::ArrowLeft);
        driver.menu(texts.menu_move(), texts.annotate());
        for nag in [Nag(1), Nag(10)] {
            driver.click(&format!("{} {}", sign(nag).unwrap(), texts.nag(nag)));
        }
        driver.write_into(texts.words_after(), "the king's pawn");
        driver.click(texts.take_over());
        let (game, node) = (driver.record().game(), driver.record().node());
        assert_eq!(game.comments(node), ["[%eval 0.31,12] the king's pawn"]);
        assert_eq!(game.nags(node), [Nag(1), Nag(10)]);
        driver.press(Key::ArrowRight);
        driver.menu(texts.menu_move(), texts.delete_from_here());
        assert_eq!((driver.last_san().as_str(), driver.record().game().main_line().count()), ("e4", 4));
        driver.menu(texts.menu_move(), texts.undo());
        assert_eq!(driver.record().game().main_line().count(), 3);
    });
}

#[cfg(unix)]
#[test]
fn a_program_that_crashes_costs_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("crashes");
    let text = "while read word rest; do case $word in uci) echo uciok;; isready) echo readyok;; go) exit 1;; esac; done\n";
    std::fs::write(&script, text).unwrap();
    let crashes = format!("sh {}", script.display());
    in_both(|driver, texts| {
        driver.new_game([Player::Human, engine(&crashes)], Level::Depth(1));
        driver.drag(Square::E2, Square::E4);
        driver.wait("the message", |model| !model.notices().is_empty());
        let notice = driver.notices()[0].clone();
        assert!(matches!(&notice, Notice::EngineFailed { name, .. } if *name == crashes));
        assert!(driver.sees(&texts.notice(&notice)));
        driver.menu(texts.menu_mode(), texts.black());
        driver.click("FirstChess");
        driver.wait("another engine's move", |model| model.record().line().moves().len() == 2);
    });
}
