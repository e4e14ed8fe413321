//! Tests of puzzles at the desk, in both languages.

use heirloom_chess::Square;
use heirloom_desk::model::puzzles::PuzzleState;
use heirloom_desk::texts::without_dots;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::in_both;

#[test]
fn puzzles_are_made_from_games_and_solved() {
    in_both(|driver, texts| {
        let folder = tempfile::tempdir().expect("a folder");
        let (games, file) = (folder.path().join("games.pgn"), folder.path().join("new.csv"));
        std::fs::write(&games, "1. f3 e5 2. g4?? Qh4# 0-1\n").expect("games");
        driver.bring(Window::Puzzles);
        driver.click(texts.make_puzzles());
        driver.type_into(texts.file_name(), &games.display().to_string());
        // The dialog for the new file follows at once.
        assert!(driver.has_dialog() && driver.sees(without_dots(texts.save_puzzles())));
        driver.type_into(texts.file_name(), &file.display().to_string());
        driver.wait("puzzles", |model| model.puzzles.making.made.is_some());
        assert!(driver.sees(&texts.puzzles_made("new.csv", 1)));
        driver.click(texts.solve_made());
        driver.wait("a puzzle", |model| model.puzzles.current.is_some());
        driver.drag(Square::D8, Square::H4);
        assert!(driver.sees(&texts.puzzle_state(PuzzleState::Solved, false)));
    });
}

const FILE: &str = "PuzzleId,FEN,Moves,Rating,Themes\n\
    a,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1250,crushing\n\
    b,rr6/8/8/8/8/6k1/8/7K w - - 0 1,h1g1 a8a1,700,mateIn1\n";

#[test]
fn puzzles_are_solved_on_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.csv");
    std::fs::write(&path, FILE).unwrap();
    in_both(|driver, texts| {
        driver.bring(Window::Puzzles);
        assert!(driver.sees(texts.puzzles_explained()));
        driver.click(texts.open_puzzles());
        driver.type_into(texts.file_name(), &path.display().to_string());
        driver.wait("a puzzle", |model| model.puzzles.current.is_some());
        assert!(driver.sees(&texts.puzzle_number("a")));
        assert!(driver.sees(&texts.puzzle_state(PuzzleState::Open, false)));
        driver.drag(Square::H6, Square::H7);
        assert!(driver.sees(&texts.puzzle_state(PuzzleState::Wrong, true)));
        driver.drag(Square::E6, Square::E7);
        driver.click(texts.puzzle_solution());
        assert!(driver.sees(&texts.puzzle_state(PuzzleState::Shown, true)));
        assert!(driver.sees(&texts.theme_name("crushing")));
        let rating = driver.model().puzzles.progress.rating;
        let change = driver.model().puzzles.current.as_ref().and_then(|trial| trial.change);
        assert!(change.is_some_and(|change| change < 0.0));
        assert!(driver.sees(&texts.puzzle_facts(1250.0, rating, change)));
        driver.click(texts.next_puzzle());
        assert!(driver.model().play.is_flipped() && driver.sees(&texts.puzzle_number("b")));
        driver.click(texts.puzzle_hint());
        driver.click_click(Square::A8, Square::A1);
        assert!(driver.sees(&texts.puzzle_state(PuzzleState::Solved, true)));
        assert!(driver.sees(&texts.puzzles_today(0, 2)));
    });
}

#[test]
fn a_theme_is_chosen_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("p.csv");
    std::fs::write(&path, FILE).unwrap();
    in_both(|driver, texts| {
        driver.drop_file(&path);
        driver.wait("a puzzle", |model| model.puzzles.current.is_some());
        driver.click(texts.theme());
        driver.scroll_to(&texts.theme_name("mateIn1"));
        driver.click(&texts.theme_name("mateIn1"));
        driver.click(texts.choose_puzzles());
        driver.wait("the other puzzle", |model| {
            model.puzzles.current.as_ref().is_some_and(|trial| trial.puzzle().id == "b")
        });
        assert!(driver.sees(&texts.puzzle_number("b")));
    });
}
