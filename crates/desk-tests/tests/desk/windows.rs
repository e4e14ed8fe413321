//! Tests of every window in both languages: it opens, shows the state of the model, and changes it.

use eframe::egui::Key;
use heirloom_chess::{Color, Piece, Position, SetupError, Square};
use heirloom_desk::dock::Dock;
use heirloom_desk::model::Stage;
use heirloom_desk::model::command::{AnalysisCommand, FileCommand, PlayCommand, Step};
use heirloom_desk::model::level::Level;
use heirloom_desk::model::players::Seat;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::in_both;

/// A game with variations, comments and marks.
const GAME: &str = "1. e4 e5 (1... c5 2. Nf3 {open}) 2. Nf3 Nc6 3. Bb5! a6 {the Morphy defence} *";

#[test]
fn every_window_opens() {
    in_both(|driver, texts| {
        driver.command(FileCommand::Paste(GAME.into()));
        driver.command(PlayCommand::Go(Step::Last));
        for window in Window::all() {
            if !driver.is_open(window) {
                driver.desk().dock.toggle(window);
            }
            driver.settle();
            assert!(driver.is_open(window), "{window:?}");
            assert!(driver.sees(window.title(texts)), "{window:?} has no title in {texts:?}");
        }
    });
}

#[test]
fn moves_after_a_variation_are_written_from_where_they_are_played() {
    in_both(|driver, texts| {
        driver.paste("1. e4 (1. Nf3 d5 (1... e5 2. Nxe5) 2. g3) 1... c5 2. Nc3 *");
        ["1... c5", "2. Nxe5", "2. Nc3"]
            .iter()
            .for_each(|mv| assert!(driver.sees(&texts.with_letters(mv)), "no {mv}"));
    });
}

#[test]
fn every_window_is_in_the_menu() {
    in_both(|driver, texts| {
        for window in Window::all() {
            let open = driver.is_open(window);
            driver.menu(texts.menu_windows(), window.title(texts));
            assert_ne!(driver.is_open(window), open, "{window:?}");
            driver.desk().dock = Dock::playing();
            driver.press(Key::Escape);
        }
    });
}

#[test]
fn the_board_takes_moves() {
    in_both(|driver, texts| {
        driver.drag(Square::E2, Square::E4);
        driver.click_click(Square::E7, Square::E5);
        driver.keys(Square::G1, Square::F3);
        driver.type_into(texts.typed_move(), &texts.with_letters("Nc6"));
        assert_eq!(driver.plies(), 4);
        driver.type_into(texts.typed_move(), "Qh8");
        assert_eq!((driver.plies(), driver.notices().len()), (4, 1));
        driver.click(texts.dismiss());
        assert!(driver.notices().is_empty());
        driver.menu(texts.menu_options(), texts.flip());
        driver.drag(Square::F1, Square::B5);
        assert_eq!(driver.last_san(), "Bb5");
    });
}

#[test]
fn a_pawn_asks_what_it_becomes() {
    in_both(|driver, texts| {
        driver.paste("8/P6k/8/8/8/8/8/K7 w - - 0 1");
        driver.drag(Square::A7, Square::A8);
        assert_eq!(driver.plies(), 0);
        driver.click(&format!("{} {}", texts.promote_to(), texts.rook()));
        assert_eq!(driver.last_san(), "a8=R");
    });
}

#[test]
fn the_journal_leads_to_its_moves() {
    in_both(|driver, texts| {
        driver.paste(GAME);
        driver.click("1... c5");
        assert_eq!(driver.last_san(), "c5");
        driver.click(&texts.with_letters("3. Bb5!"));
        assert_eq!(driver.last_san(), "Bb5");
    });
}

#[test]
fn status_and_clocks_follow() {
    in_both(|driver, texts| {
        driver.desk().dock.toggle(Window::Status);
        driver.paste("4k3/8/8/8/8/8/8/4K2R b K - 7 30");
        assert!(driver.sees(texts.black()) && driver.sees(texts.castling()));
        driver.new_game(Default::default(), Level::default());
        assert!(driver.stage() == Stage::Playing && driver.sees_part("5:00"));
    });
}

#[test]
fn an_analysis_is_compared_and_shows_threats() {
    in_both(|driver, texts| {
        driver.paste("1. e4 e5 2. Bc4 Nc6 3. Qh5 *");
        driver.command(PlayCommand::Go(Step::Last));
        driver.choose(&format!("{}: Heirloom", texts.analysing_engine()), "RDChess");
        driver.choose(texts.add_engine(), "Rajah");
        driver.click(texts.threat());
        driver.command(AnalysisCommand::Switch(true));
        let mates = |seat: &Seat| {
            let first = seat.progress.first().and_then(|line| line.pv.first());
            first.is_some_and(|mv| (mv.from(), mv.to()) == (Square::H5, Square::F7))
        };
        driver.wait("the threat", |model| model.analysis.seats().filter(|seat| mates(seat)).count() == 2);
        assert!(driver.sees(&texts.if_it_were_to_move(texts.white())));
        assert!(driver.sees_part(&texts.with_letters("Qxf7#")));
        driver.click(texts.threat());
        assert_eq!(driver.model().analysis.line.as_ref(), Some(driver.record().line()));
        // Lines that come in move the button, so it is not clicked with the mouse.
        driver.activate(&texts.remove_engine("Rajah"));
        assert!(driver.model().analysis.other_seats.is_empty());
    });
}

#[test]
fn the_analysis_shows_lines() {
    in_both(|driver, texts| {
        driver.paste("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
        driver.click(texts.analyse());
        assert!(driver.model().analysis.on);
        let has_line = |seat: &Seat| seat.progress.first().is_some();
        driver.wait("a line", |model| model.analysis.seat.as_ref().is_some_and(has_line));
        driver.command(AnalysisCommand::Switch(false));
        assert!(!driver.model().analysis.on);
    });
}

#[test]
fn keys_do_what_menus_do() {
    in_both(|driver, texts| {
        driver.paste(GAME);
        driver.press(Key::End);
        assert!(driver.record().is_at_end());
        driver.press(Key::ArrowLeft);
        assert_eq!(driver.last_san(), "Bb5");
        driver.press_command(Key::F);
        assert!(driver.model().play.is_flipped());
        driver.press(Key::F2);
        assert!(driver.sees(texts.help_take_back()) && driver.sees(texts.key_escape()));
        driver.press(Key::Escape);
        assert!(!driver.sees(texts.key_escape()));
    });
}

#[test]
fn a_position_is_put_together() {
    in_both(|driver, texts| {
        driver.menu(texts.menu_game(), texts.set_up());
        assert!(driver.sees(texts.legal_position()));
        driver.click(texts.empty_board());
        assert!(driver.sees(&texts.setup_error(SetupError::KingMissing(Color::White))));
        driver.click(texts.take_position());
        assert_eq!(driver.record().position().fen(), Position::startpos().fen());
        for (piece, square) in
            [(Piece::WhiteKing, Square::E1), (Piece::BlackKing, Square::E8), (Piece::WhiteRook, Square::H1)]
        {
            driver.click(&texts.piece(piece));
            driver.click(&format!("{square}, {}", texts.empty()));
        }
        driver.click(&format!("O-O {}", texts.white()));
        driver.click(texts.take_position());
        assert_eq!(driver.record().position().fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    });
}

#[test]
fn a_level_is_set() {
    in_both(|driver, texts| {
        driver.menu(texts.menu_mode(), texts.set_level());
        driver.choose(texts.level(), texts.level_unlimited());
        driver.click(texts.take_over());
        assert_eq!(driver.model().play.clocks().level(), Level::Unlimited);
        driver.menu(texts.menu_mode(), texts.step_by_step());
        assert!(!driver.model().play.is_continuous());
    });
}

#[test]
fn settings_are_chosen_from_menus() {
    in_both(|driver, texts| {
        driver.menu(texts.menu_options(), texts.mark_check());
        assert!(!driver.desk().settings.mark_check);
    });
}

#[test]
fn an_empty_window_explains_itself_and_offers_the_next_step() {
    in_both(|driver, texts| {
        driver.paste("1. h4 h5 2. a4 a5 3. Rh3 Ra6 *");
        driver.press(Key::End);
        for (window, words, steps) in [
            (Window::Suite, texts.suite_explained(), vec![texts.open_suite()]),
            (Window::Matches, texts.matches_explained(), vec![texts.start_match()]),
            (Window::Library, texts.not_in_library(), vec![texts.first(), texts.open_book()]),
            (
                Window::Puzzles,
                texts.puzzles_explained(),
                vec![texts.included_puzzles(), texts.open_puzzles(), texts.make_puzzles()],
            ),
        ] {
            driver.bring(window);
            assert!(driver.sees(words), "{window:?}");
            steps.iter().for_each(|step| assert!(driver.sees(step), "{window:?}: no {step}"));
        }
        driver.click(texts.included_puzzles());
        driver.wait("a puzzle", |model| model.puzzles.current.is_some());
        assert!(!driver.sees(texts.puzzles_explained()));
        driver.paste("1. h4 h5 2. a4 a5 3. Rh3 Ra6 *");
        driver.press(Key::End);
        driver.bring(Window::Library);
        driver.click(texts.first());
        assert!(driver.plies() == 0 && !driver.sees(texts.not_in_library()));
    });
}
