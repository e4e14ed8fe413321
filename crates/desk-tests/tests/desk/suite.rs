//! Test runs at the desk, in both languages.

use heirloom_desk::model::command::SuiteCommand;
use heirloom_desk::model::suite::Limit;
use heirloom_desk::settings::Details;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::in_both;

const SUITE: &str = "7k/8/5K2/8/8/8/8/R7 w - - bm Kf7; id \"mate\";\n";

#[test]
fn finished_runs_are_kept_and_compared() {
    in_both(|driver, texts| {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("suite.epd");
        std::fs::write(&path, SUITE).expect("a suite");
        driver.desk().model.keep_in(folder.path().join("desk"));
        driver.bring(Window::Suite);
        driver.click(texts.open_suite());
        driver.type_into(texts.file_name(), &path.display().to_string());
        driver.wait("the suite", |model| !model.test_run.suite.tasks.is_empty());
        for (runs, depth) in [(1, 1), (2, 6)] {
            driver.command(SuiteCommand::Run("rajah".into(), Limit::Depth(depth)));
            driver.wait("a finished run", |model| model.test_run.past.len() == runs);
            assert!(driver.sees(&texts.past_runs(runs)) && driver.sees(texts.difference()));
        }
        assert!(driver.sees("depth=1, rajah") && driver.sees("depth=6, rajah"));
        driver.show_details(Details::Basic);
        assert!(!driver.sees("depth=6, rajah") && driver.sees(texts.difference()));
        let kept = folder.path().join("desk/suites.jsonl");
        assert_eq!(std::fs::read_to_string(kept).expect("runs").lines().count(), 2);
    });
}
