//! Tests of the analysis window in both languages: its figures, its lines and what can be done with them.

use std::sync::Arc;

use eframe::egui::{Key, Modifiers, vec2};
use heirloom_app::review::judgement::Judgement;
use heirloom_desk::dock::Dock;
use heirloom_desk::model::command::{AnalysisCommand, FileCommand, PlayCommand, Step};
use heirloom_desk::model::level::Level;
use heirloom_desk::model::notice::Notice;
use heirloom_desk::model::players::Player;
use heirloom_desk::settings::Details;
use heirloom_desk::texts::Language;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::{Driver, in_both};
use heirloom_desk_tests::scripted::{ITERATIONS, ScriptedRoster};

/// Analyzes a game at its first position with a scripted engine, in each language.
fn in_scripted(check: impl Fn(&mut Driver, Language)) {
    for language in Language::ALL {
        let mut driver = Driver::sized(vec2(1280.0, 860.0), language, true, Arc::new(ScriptedRoster));
        driver.desk().dock = Dock::of(&[Window::Board, Window::Journal, Window::Analysis]);
        driver.command(FileCommand::Paste("1. e4 e5 2. Nf3 Nc6 *".into()));
        driver.command(AnalysisCommand::Switch(true));
        driver.wait("the last iteration", |model| {
            let seat = model.analysis.seat.as_ref();
            seat.is_some_and(|seat| seat.progress.depth() == Some(ITERATIONS))
        });
        check(&mut driver, language);
    }
}

/// Returns the first move of the best line, as it is written in the window.
fn word(driver: &Driver, texts: Language, ply: usize) -> String {
    let seat = driver.model().analysis.seat.as_ref().expect("an engine");
    let line = &seat.progress.ranked()[0].pv;
    texts.words_of_line(driver.record().position(), line)[ply].clone()
}

#[test]
fn figures_are_words() {
    in_scripted(|driver, texts| {
        assert!(driver.sees(&texts.tile_depth(ITERATIONS)) && driver.sees(texts.white_view()));
        assert!(driver.sees(&texts.tile_speed(&texts.large_number(1_234_000))));
        assert!(driver.sees("+0.75") && driver.sees(&texts.line_named(2, "+0.44")));
        driver.click(&texts.fold_engine("Heirloom"));
        assert!(!driver.sees(&texts.tile_depth(ITERATIONS)) && driver.sees("+0.75"));
    });
}

#[test]
fn each_move_of_a_line_leads_to_its_position() {
    in_scripted(|driver, texts| {
        let moves = driver.record().game().move_count();
        let third = word(driver, texts, 2);
        driver.click(&third);
        assert_eq!((driver.plies(), driver.record().game().move_count()), (3, moves + 3));
        let notice = Notice::Inserted { plies: 3, main: false };
        assert!(driver.notice() == Some(&notice) && driver.sees(&texts.notice(&notice)));
        driver.click(texts.undo());
        assert_eq!(driver.record().game().move_count(), moves);
        assert!(driver.notice().is_none());
    });
}

#[test]
fn a_move_that_is_pointed_at_shows_its_position() {
    in_scripted(|driver, texts| {
        let seat = driver.model().analysis.seat.as_ref().expect("an engine");
        let line = seat.progress.ranked()[0].pv.clone();
        let after = |count: usize| {
            let mut position = driver.record().position().clone();
            line.iter().take(count).for_each(|&mv| position.try_play(mv).expect("a legal move"));
            position.fen()
        };
        let (first, third, fifth) = (after(1), after(3), after(5));
        driver.hover(&word(driver, texts, 0));
        assert!(driver.sees(&first) && !driver.sees(&third));
        driver.turn_wheel(-2.0, Modifiers::SHIFT);
        assert!(driver.sees(&third) && !driver.sees(&first));
        driver.turn_wheel(-2.0, Modifiers::SHIFT);
        assert!(driver.sees(&fifth));
        driver.turn_wheel(4.0, Modifiers::SHIFT);
        assert!(driver.sees(&first));
        // Without Shift, it does not lead along the line.
        driver.turn_wheel(-2.0, Modifiers::NONE);
        assert!(!driver.sees(&third));
        driver.leave();
        assert!(!driver.sees(&first));
        assert_eq!(driver.plies(), 0);
    });
}

#[test]
fn the_board_of_a_line_leaves_the_lines_readable() {
    in_scripted(|driver, texts| {
        let words = word(driver, texts, 0);
        let mut position = driver.record().position().clone();
        let best = driver.model().analysis.seat.as_ref().map(|seat| seat.progress.ranked()[0].pv[0]);
        position.try_play(best.expect("a line")).expect("a legal move");
        driver.hover(&words);
        let board = driver.rect(&position.fen());
        for number in 1..=3 {
            let name = texts.line_named(number, ["+0.75", "+0.44", "+0.13"][number - 1]);
            assert!(!board.intersects(driver.rect(&name)), "{board:?} covers line {number}");
        }
        assert!(!board.intersects(driver.rect(&words)));
    });
}

#[test]
fn all_lines_are_seen_next_to_a_game() {
    for language in Language::ALL {
        let mut driver = Driver::sized(vec2(1280.0, 860.0), language, true, Arc::new(ScriptedRoster));
        driver.command(FileCommand::Paste("1. e4 e5 2. Nf3 Nc6 *".into()));
        driver.command(AnalysisCommand::Switch(true));
        driver.wait("the last iteration", |model| {
            let seat = model.analysis.seat.as_ref();
            seat.is_some_and(|seat| seat.progress.depth() == Some(ITERATIONS))
        });
        for (number, value) in [(1, "+0.75"), (2, "+0.44"), (3, "+0.13")] {
            // The status bar is below.
            assert!(driver.rect(&language.line_named(number, value)).bottom() < 820.0, "{number}");
        }
    }
}

#[test]
fn the_arrows_are_explained() {
    in_scripted(|driver, texts| {
        assert!(driver.sees(texts.arrows_of_lines()) && driver.sees(texts.arrow_of_game()));
        driver.command(AnalysisCommand::Switch(false));
        assert!(!driver.sees(texts.arrow_of_game()));
    });
}

#[test]
fn experts_see_more_figures() {
    in_scripted(|driver, texts| {
        let speed = texts.tile_speed(&texts.large_number(1_234_000));
        assert!(driver.sees(&speed));
        driver.show_details(Details::Basic);
        assert!(driver.sees(&texts.tile_depth(ITERATIONS)) && !driver.sees(&speed));
    });
}

#[test]
fn lines_have_a_menu() {
    in_scripted(|driver, texts| {
        let moves = driver.record().game().move_count();
        let line = texts.line_named(1, "+0.75");
        driver.choose(&line, texts.insert_move());
        assert_eq!((driver.plies(), driver.record().game().move_count()), (0, moves + 1));
        driver.choose(&line, texts.insert_line());
        assert_eq!(driver.record().game().move_count(), moves + ITERATIONS as usize);
        driver.choose(&line, texts.insert_main_line());
        assert_eq!(driver.record().game().main_line().count(), ITERATIONS as usize);
        driver.choose(&line, texts.copy_line());
        let first =
            texts.with_letters(&driver.model().analysis.seat.as_ref().map_or_else(String::new, |seat| {
                let position = driver.record().position();
                heirloom_chess::notation::san::format(position, seat.progress.ranked()[0].pv[0])
            }));
        driver.choose(&line, &texts.leave_out(&first));
        let position = driver.record().position().clone();
        assert_eq!(driver.model().analysis.searched_moves(&position).len(), 19);
        assert!(driver.sees_part(&texts.only_moves("")));
        driver.click(texts.all_moves());
        assert!(driver.model().analysis.only.is_none());
        driver.choose(texts.searched_moves(), &texts.with_letters("Nf3"));
        assert_eq!(driver.model().analysis.searched_moves(&position).len(), 19);
    });
}

#[test]
fn a_running_game_is_only_looked_at() {
    in_scripted(|driver, texts| {
        driver.new_game([Player::Human, Player::Human], Level::Unlimited);
        driver.wait("a line", |model| {
            model.analysis.seat.as_ref().is_some_and(|seat| seat.progress.depth() == Some(ITERATIONS))
        });
        let first = word(driver, texts, 0);
        driver.click(&first);
        assert_eq!((driver.plies(), driver.record().game().move_count()), (0, 0));
    });
}

#[test]
fn an_engine_can_be_held() {
    in_scripted(|driver, texts| {
        driver.click(texts.hold_position());
        driver.command(PlayCommand::Go(Step::Last));
        assert_ne!(driver.model().analysis.line.as_ref(), Some(driver.record().line()));
        assert!(driver.sees(&texts.held_at(&texts.place_after(None))));
        driver.click(texts.go_there());
        assert_eq!(driver.plies(), 0);
        driver.click(texts.hold_position());
        assert!(driver.model().analysis.held.is_none());
    });
}

#[test]
fn menus_offer_what_the_window_does() {
    in_scripted(|driver, texts| {
        let moves = driver.record().game().move_count();
        driver.menu(texts.menu_move(), texts.insert_best_move());
        assert_eq!(driver.record().game().move_count(), moves + 1);
        driver.menu(texts.menu_move(), texts.insert_best_line());
        assert_eq!(driver.record().game().move_count(), moves + ITERATIONS as usize);
        driver.menu(texts.menu_mode(), texts.hold_position());
        assert!(driver.model().analysis.held.is_some());
        driver.menu(texts.menu_mode(), texts.threat());
        assert!(driver.model().analysis.threat);
        driver.command(PlayCommand::Undo);
        driver.command(PlayCommand::Undo);
        assert_eq!(driver.record().game().move_count(), moves);
    });
}

#[test]
fn moves_are_marked_while_one_analyzes() {
    in_both(|driver, texts| {
        driver.command(FileCommand::Paste("1. e4 e5 2. Qh5 Nc6 3. Bc4 a6 4. d3 *".into()));
        driver.command(AnalysisCommand::Switch(true));
        for _ in 0..6 {
            driver.press(Key::ArrowRight);
            driver.wait("a value", |model| {
                let value = model.analysis.values.of(model.record().position());
                value.is_some_and(|value| value.depth.is_some_and(|depth| depth >= 10))
            });
        }
        let last = driver.record().node();
        let judged = driver.model().judgements().of(last);
        assert_eq!(judged, Some(Judgement::Blunder), "a6 allows mate in {texts:?}");
        assert!(driver.sees_part("a6??"));
    });
}
