//! Tests of the window with what is known of the position, and of engines found on the machine, in both
//! languages.

use heirloom_app::paths::Location;
use heirloom_app::programs::Program;
use heirloom_desk::dock::Dock;
use heirloom_desk::model::command::{AnalysisCommand, EnginesCommand, FileCommand, TablebaseCommand};
use heirloom_desk::roster::ConfiguredEngines;
use heirloom_desk::texts::Language;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::{Driver, in_both};
use heirloom_testing::{needs_sample_data, sample_data};
use std::sync::Arc;

/// Shows nothing but the window with what is known of the position.
fn only(driver: &mut Driver) {
    driver.desk().dock = Dock::of(&[Window::Position]);
    driver.settle();
}

#[test]
fn what_is_missing_is_offered() {
    in_both(|driver, texts| {
        only(driver);
        driver.wait_to_see(texts.no_tables());
        assert!(driver.sees(texts.choose_tables()));
        assert!(driver.sees(texts.no_games_listed()) && driver.sees(texts.list_games()));
        assert!(driver.sees(texts.no_notes()));
        // The library knows the first position; a click plays its move.
        driver.click(&texts.with_letters("e4"));
        assert_eq!(driver.last_san(), "e4");
        driver.command(FileCommand::Paste("1. a4 {odd} h5 2. Ra3 {really odd} *".into()));
        driver.press(eframe::egui::Key::End);
        assert!(driver.sees(texts.not_in_library()) && driver.sees(texts.open_book()));
        assert!(driver.sees("really odd"));
        driver.click(texts.annotate());
        assert!(driver.has_dialog());
    });
}

#[needs_sample_data("syzygy")]
#[test]
fn tablebases_know_the_result_of_each_move() {
    in_both(|driver, texts| {
        only(driver);
        driver.command(TablebaseCommand::Use(sample_data("syzygy")));
        driver.command(FileCommand::Paste("8/8/8/8/8/4k3/8/R3K3 w - - 0 1".into()));
        let white = texts.side_wins(heirloom_chess::Color::White);
        driver.wait_to_see(white);
        // The shortest way to win leads over Ra4, which takes 21 plies to the capture or mate.
        assert!(driver.sees(&texts.with_dtz(white, 21)) && driver.sees(&texts.with_letters("Ra3+")));
        driver.click(&texts.with_letters("Ra3+"));
        assert_eq!(driver.plies(), 1);
    });
}

#[cfg(unix)]
#[test]
fn an_engine_that_is_found_analyzes_after_a_click() {
    const TOY: &str = "while read line; do case $line in uci) echo id name Toy; echo uciok ;; \
                       isready) echo readyok ;; go*) echo info depth 1 score cp 10 pv e2e4 ;; \
                       stop) echo bestmove e2e4 ;; quit) exit ;; esac; done";
    for texts in Language::ALL {
        let folder = tempfile::tempdir().expect("a folder");
        let script = folder.path().join("toy.sh");
        std::fs::write(&script, TOY).expect("a script");
        let place = Location { path: Some(folder.path().join("heirloom.toml")), named: true };
        let engines = Arc::new(ConfiguredEngines::new(place));
        let mut driver = Driver::sized(eframe::egui::vec2(1280.0, 860.0), texts, true, engines);
        let program = |name: &str| Program {
            name: name.into(),
            command: format!("sh {}", script.display()),
            ..Program::default()
        };
        driver.desk().model.engines.found = Some(vec![program("Toy")]);
        driver.choose(texts.add_engine(), "Toy");
        driver.wait("the engine", |model| model.analysis.others == ["Toy"]);
        assert!(driver.model().engines.found.as_ref().is_some_and(Vec::is_empty));
        driver.command(AnalysisCommand::Switch(true));
        driver.wait("its line", |model| {
            model.analysis.seat_of("Toy").is_some_and(|seat| seat.progress.first().is_some())
        });
        driver.command(EnginesCommand::Forget("Toy".into()));
        driver.wait("the end", |model| model.engines.programs.is_empty());
        // The dialog offers it as well.
        driver.desk().model.engines.found = Some(vec![program("Fish")]);
        driver.menu(texts.menu_options(), texts.manage_engines());
        driver.wait("the programs", |model| !model.engines.is_busy());
        driver.click(&texts.add_found("Fish"));
        driver.wait("the list", |model| model.engines.programs.iter().any(|known| known.name == "Fish"));
    }
}
