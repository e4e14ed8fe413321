//! Tests of the windows that look inside a search, in both languages: engines count only if one is open.

use heirloom_chess::Square;
use heirloom_desk::model::Model;
use heirloom_desk::model::command::{AnalysisCommand, InsightCommand};
use heirloom_desk::model::search_report::SearchReport;
use heirloom_desk::texts::Language;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::{Driver, in_both};
use heirloom_engine::insight::Exit;

fn toggle(driver: &mut Driver, window: Window) {
    driver.desk().dock.toggle(window);
    driver.settle();
}

fn report(model: &Model) -> &SearchReport {
    &model.analysis.seat.as_ref().expect("an analysis").report
}

#[test]
fn the_windows_show_a_search_at_work() {
    for (texts, engine) in [(Language::English, "rdchess"), (Language::German, "heirloom")] {
        let mut driver = Driver::new(texts);
        driver.command(AnalysisCommand::Engine(engine.into()));
        driver.command(AnalysisCommand::Switch(true));
        driver.wait("iterations", |model| report(model).iterations.len() > 3);
        let before = report(driver.model());
        assert!(!before.counts && before.insights.hash.is_none() && before.insights.exits.is_empty());

        // Opening a window makes the analysis start again, with counts.
        toggle(&mut driver, Window::Watchdog);
        driver.wait("counts", |model| {
            let report = report(model);
            report.counts
                && report.insights.left_by(Exit::FirstMove) > 0
                && report.at_work.is_some() == (engine == "heirloom")
        });
        let began = report(driver.model()).began();
        for words in [texts.alpha(), texts.beta(), texts.line(), texts.whose_search()] {
            assert!(driver.sees_part(words), "{words}");
        }
        let statistics = [texts.technique(), texts.by_first_move(), texts.exit(Exit::FirstMove)];
        let shown: [(Window, &[&str]); 4] = [
            (Window::RootMoves, &[texts.by_effort(), texts.node_share()]),
            (Window::Statistics, &statistics),
            (Window::HashTable, &[texts.hash_fill(), texts.hash_hits(), texts.cutoffs_in_quiescence()]),
            (Window::MoveOrder, &[texts.moves_generated(), texts.order_reasons()]),
        ];
        for (window, expected) in shown {
            toggle(&mut driver, window);
            expected.iter().for_each(|words| assert!(driver.sees_part(words), "{words}"));
        }
        driver.wait("the order of generation", |model| model.insight.generation.answer.is_some());
        assert_eq!(driver.model().insight.generation.engine, engine);
        assert!(driver.sees_part("(+"));
        // The first iterations may leave the sample of the hash table empty, and then it has no ages yet.
        driver.wait("what only one of the two reports", |model| {
            let insights = &report(model).insights;
            (insights.king_pawn.is_some(), insights.ages.is_empty())
                == (engine == "rdchess", engine == "rdchess")
        });
        assert_eq!(
            report(driver.model()).began(),
            began,
            "looking at something else is no reason to restart"
        );

        // After all windows are closed, the next search counts nothing.
        for window in shown.map(|(window, _)| window).into_iter().chain([Window::Watchdog]) {
            while driver.is_open(window) {
                toggle(&mut driver, window);
            }
        }
        driver.play("e4");
        let report = report(driver.model());
        assert!(!report.counts && report.began() != began);
    }
}

#[test]
fn the_evaluation_follows_the_board() {
    in_both(|driver, texts| {
        assert!(driver.model().insight.evaluation.answer.is_none(), "nobody has looked");
        toggle(driver, Window::Evaluation);
        let follows = |model: &Model| {
            let answer = model.insight.evaluation.answer.as_ref();
            answer.is_some_and(|answer| {
                answer.position == *model.record().position() && answer.explanation.is_ok()
            })
        };
        driver.wait("an evaluation", follows);
        driver.play("e4");
        driver.wait("that of the next position", follows);
        assert!(driver.sees_part(texts.value_for_white()));
        let pawn = driver.record().position().piece_at(Square::E4);
        assert!(driver.sees_part(&format!("{}: ", texts.square(Square::E4, pawn))));
        let terms = |model: &Model| {
            let explanation = model.insight.evaluation.answer.as_ref()?.explanation.as_ref();
            explanation.ok().map(|explanation| explanation.rows.len())
        };
        let net = terms(driver.model());
        driver.command(InsightCommand::Explain { engine: "heirloom".into(), kind: Some("classical".into()) });
        driver.wait("the terms", |model| terms(model) > net);
        driver.command(InsightCommand::Explain { engine: "rofchade".into(), kind: None });
        let is_small = |model: &Model| terms(model).is_some_and(|terms| terms <= 7);
        driver.wait("another engine", |model| is_small(model) && follows(model));
    });
}

/// A program that always plays a pawn to e4.
#[cfg(unix)]
const TOY: &str = r#"while read line; do case "$line" in
    uci) echo "id name Toy"; echo uciok ;;
    isready) echo readyok ;;
    go*) echo "info depth 1 score cp 10 pv e2e4"; echo "bestmove e2e4" ;;
    quit) exit ;;
esac; done"#;

#[cfg(unix)]
#[test]
fn what_is_said_to_a_program_is_logged() {
    use heirloom_desk::model::level::Level;
    use heirloom_desk::model::players::Player;
    use heirloom_desk::model::protocol_log::LogCommand;
    let folder = tempfile::tempdir().expect("a folder");
    let (script, log) = (folder.path().join("toy.sh"), folder.path().join("said.log"));
    std::fs::write(&script, TOY).expect("a script");
    in_both(|driver, texts| {
        toggle(driver, Window::ProtocolLog);
        assert!(driver.sees_part(texts.nothing_said()));
        let toy = Player::Engine(format!("sh {}", script.display()));
        driver.new_game([toy, Player::Human], Level::Depth(1));
        driver.wait("a move", |model| model.record().line().moves().len() == 1);
        assert!(driver.sees_part("> uci") && driver.sees_part("< bestmove e2e4"));
        driver.command(InsightCommand::Log(LogCommand::Save(log.clone())));
        let saved = std::fs::read_to_string(&log).expect("the log");
        assert!(saved.contains(" > position ") && saved.contains(" < bestmove e2e4"), "{saved}");
    });
}
