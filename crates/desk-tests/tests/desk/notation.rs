//! Tests of the move list: its three forms, folding, what it shows with the moves, in both languages.

use eframe::egui::{Key, Modifiers, vec2};
use heirloom_chess::game::{Nag, NodeId};
use heirloom_chess::{Piece, Square};
use heirloom_desk::dock::Dock;
use heirloom_desk::model::command::{FileCommand, PlayCommand, Step};
use heirloom_desk::model::level::Level;
use heirloom_desk::settings::NotationStyle;
use heirloom_desk::texts::sign;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::{Driver, in_both};

/// A game with nested variations, comments, clocks and evaluations.
const GAME: &str = r#"[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]
[WhiteElo "2600"]
[Event "London"]
[Date "1851.06.21"]
[TimeControl "300+3"]
[Result "1-0"]

{An immortal game.} 1. e4 {[%clk 0:04:58][%eval 0.31] best by test} e5 {[%clk 0:04:50]} ({or} 1... c5 2. Nf3 (2. Nc3 {closed} 2... Nc6) 2... d6)
2. f4 $1 {[%clk 0:04:31]} exf4 $6 3. Bc4 $16 1-0
"#;

#[test]
fn the_moves_are_shown_in_three_forms() {
    in_both(|driver, texts| {
        driver.desk().dock = Dock::of(&[Window::Journal]);
        driver.command(FileCommand::Paste(GAME.into()));
        let forms = [
            (NotationStyle::Paragraph, texts.notation_paragraph()),
            (NotationStyle::Tree, texts.notation_tree()),
            (NotationStyle::Table, texts.notation_table()),
        ];
        for (style, name) in forms {
            driver.click(name);
            assert_eq!(driver.settings().notation, style);
            for mv in
                ["1. e4", "1... e5", "1... c5", "2. Nc3", "2... Nc6", "2... d6", "2. f4!", "2... exf4?!"]
            {
                let name = texts.with_letters(mv);
                assert!(driver.sees(&name), "{style:?}: no {name}");
                driver.click(&name);
                assert_eq!(driver.last_san(), mv.split(' ').nth(1).unwrap().trim_end_matches(['!', '?']));
            }
            for words in ["An immortal game.", "best by test", "or", "closed"] {
                assert!(driver.sees(words), "{style:?}: no {words}");
            }
        }
    });
}

#[test]
fn what_is_known_of_the_game_is_above_its_moves() {
    in_both(|driver, _| {
        driver.paste(GAME);
        assert!(driver.sees("Anderssen, Adolf (2600) – Kieseritzky, Lionel   1-0"));
        assert!(driver.sees("London, 1851.06.21") && driver.sees_part("C33 King's Gambit Accepted"));
    });
}

#[test]
fn variations_are_folded_and_unfolded() {
    in_both(|driver, texts| {
        driver.paste(GAME);
        let [first, inner] = ["1... c5", "2. Nc3"].map(|mv| texts.with_letters(mv));
        for (item, inner_is_seen) in [(texts.fold_to_one(), false), (texts.unfold_all(), true)] {
            driver.click(texts.notation_view());
            driver.click(item);
            driver.press(Key::Escape);
            assert!(driver.sees(&texts.with_letters("2... d6")), "{item}");
            assert!(driver.sees(&inner) && driver.sees(&texts.with_letters("2... Nc6")) == inner_is_seen);
        }
        driver.click(texts.notation_view());
        driver.click(texts.fold_all());
        assert!(driver.sees(&first) && !driver.sees(&inner));
        driver.click(texts.unfold_variation());
        assert!(driver.sees(&inner));
        driver.click(&texts.with_letters("2... d6"));
        driver.click(texts.fold_variation());
        assert!(driver.last_san() == "c5" && !driver.sees(&inner), "the board shows what is visible");
        driver.press(Key::ArrowRight);
        assert!(driver.sees(&inner), "the current move is always visible");
    });
}

#[test]
fn times_and_evaluations_are_shown_with_the_moves() {
    in_both(|driver, texts| {
        driver.desk().dock = Dock::of(&[Window::Journal]);
        driver.paste(GAME);
        driver.click(texts.notation_view());
        for column in [texts.move_values(), texts.move_times(), texts.move_clocks()] {
            driver.click(column);
        }
        driver.press(Key::Escape);
        let settings = driver.settings();
        assert!(settings.move_values && settings.move_times && settings.move_clocks);
        driver.command(PlayCommand::Go(Step::Forward));
    });
}

#[test]
fn arrows_and_circles_are_kept_with_the_move() {
    in_both(|driver, texts| {
        driver.paste("1. e4 {best by test [%csl Rd5]} e5 *");
        driver.press(Key::ArrowRight);
        assert!(driver.sees("best by test"));
        for (from, to, keys) in [
            (Square::E4, Square::E5, Modifiers::NONE),
            (Square::G1, Square::F3, Modifiers::SHIFT),
            (Square::F1, Square::B5, Modifiers::ALT),
            (Square::D4, Square::D4, Modifiers::SHIFT | Modifiers::ALT),
        ] {
            driver.draw(from, to, keys);
        }
        let comments = |driver: &Driver| driver.record().game().comments(driver.record().node()).to_vec();
        assert_eq!(comments(driver), ["[%csl Rd5,Yd4][%cal Ge4e5,Rg1f3,Bf1b5] best by test"]);
        assert!(driver.sees("best by test") && !driver.sees_part("%cal"));
        driver.draw(Square::G1, Square::F3, Modifiers::SHIFT);
        driver.draw(Square::E4, Square::E5, Modifiers::SHIFT);
        assert_eq!(comments(driver), ["[%csl Rd5,Yd4][%cal Bf1b5,Re4e5] best by test"]);
        driver.press(Key::Escape);
        assert_eq!(comments(driver), ["best by test"]);
        driver.press_command(Key::Z);
        assert_eq!(comments(driver), ["[%csl Rd5,Yd4][%cal Bf1b5,Re4e5] best by test"]);
        // A piece that can move is selected; another square removes the marks.
        driver.click(&texts.square(Square::E7, Some(Piece::BlackPawn)));
        driver.press(Key::Escape);
        assert!(comments(driver)[0].contains("%cal"), "Escape deselects the piece first");
        driver.click(&texts.square(Square::E6, None));
        assert_eq!(comments(driver), ["best by test"]);
    });
}

#[test]
fn arrows_during_a_game_are_not_kept() {
    in_both(|driver, _| {
        driver.new_game(Default::default(), Level::default());
        driver.draw(Square::E2, Square::E4, Modifiers::NONE);
        assert_eq!(driver.desk().board.drawn.arrows.len(), 1);
        assert!(driver.record().game().comments(driver.record().node()).is_empty());
        driver.press(Key::Escape);
        assert!(driver.desk().board.drawn.is_empty());
    });
}

#[test]
fn the_time_graph_leads_to_its_moves() {
    in_both(|driver, texts| {
        driver.bring(Window::Graph);
        assert!(!driver.sees(texts.times_of_game()));
        driver.paste(GAME);
        let graph = driver.rect(texts.times_of_game());
        driver.click_at(graph.left_center() + vec2(graph.width() * 0.5, 0.0));
        assert_eq!(driver.last_san(), "f4");
        driver.click_at(graph.left_center() + vec2(2.0, 0.0));
        assert_eq!(driver.last_san(), "e4");
    });
}

#[test]
fn symbols_are_typed_and_chosen_from_menus() {
    in_both(|driver, texts| {
        driver.paste("1. e4 e5 *");
        driver.write("!");
        assert!(driver.record().game().nags(NodeId::START).is_empty(), "the start has no symbols");
        driver.press(Key::ArrowRight);
        let nags = |driver: &Driver| driver.record().game().nags(driver.record().node()).to_vec();
        for (typed, expected) in [("!", 1), ("?", 5), ("?", 2), ("?", 4)] {
            driver.write(typed);
            assert_eq!(nags(driver), [Nag(expected)]);
        }
        driver.write("?");
        assert!(nags(driver).is_empty());
        let choose = |driver: &mut Driver, group: &str, nag: Nag| {
            driver.menu(texts.menu_move(), texts.symbols());
            driver.click(group);
            driver.click(&format!("{}   {}", sign(nag).unwrap(), texts.nag(nag)));
        };
        choose(driver, texts.symbols_of_positions(), Nag(14));
        choose(driver, texts.symbols_of_positions(), Nag(16));
        choose(driver, texts.other_symbols(), Nag(36));
        choose(driver, texts.symbols_of_moves(), Nag(3));
        assert_eq!(nags(driver), [16, 36, 3].map(Nag));
        assert!(driver.sees(&format!("1. e4!! ± {}", sign(Nag(36)).unwrap())));
        driver.press_command(Key::Z);
        assert_eq!(nags(driver), [16, 36].map(Nag));
        driver.press(Key::ArrowRight);
        choose(driver, texts.other_symbols(), Nag(37));
        assert_eq!(nags(driver), [Nag(37)]);
    });
}

#[test]
fn comments_are_written_before_and_after_a_move() {
    in_both(|driver, texts| {
        driver.paste("1. e4 e5 (1... c5 {[%csl Gc5][%clk 0:01:00] old}) *");
        driver.click("1... c5");
        driver.press_command(Key::K);
        driver.write_into(texts.words_before(), "or");
        driver.write_into(texts.words_after(), "the Sicilian");
        driver.click(texts.take_over());
        let (game, node) = (driver.record().game(), driver.record().node());
        assert_eq!(game.comments_before(node), ["or"]);
        assert_eq!(game.comments(node), ["[%csl Gc5] [%clk 0:01:00] the Sicilian"]);
        driver.click("1. e4");
        driver.press_command(Key::K);
        driver.write_into(texts.words_before(), "a beginning");
        driver.click(texts.take_over());
        assert_eq!(driver.record().game().comments(NodeId::START), ["a beginning"]);
        driver.press(Key::ArrowRight);
        driver.press_command(Key::K);
        assert!(!driver.sees(texts.words_before()), "the comment before is that after the move before");
        driver.press(Key::Escape);
    });
}
