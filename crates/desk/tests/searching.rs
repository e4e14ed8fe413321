//! Tests of the windows that look inside a search, in both languages: engines count only if one is open.

use std::sync::Arc;
use std::thread;
use web_time::{Duration, Instant};

use eframe::egui::Vec2;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use heirloom_desk::app::Desk;
use heirloom_desk::model::Model;
use heirloom_desk::model::command::{AnalysisCommand, Command, InsightCommand, PlayCommand};
use heirloom_desk::model::level::Level;
use heirloom_desk::model::players::Player;
use heirloom_desk::model::protocol_log::LogCommand;
use heirloom_desk::model::search_report::SearchReport;
use heirloom_desk::roster::BuiltInEngines;
use heirloom_desk::settings::Settings;
use heirloom_desk::texts::Language;
use heirloom_desk::windows::Window;

/// The time limit for every wait.
const PATIENCE: Duration = Duration::from_secs(60);

struct Person(Harness<'static, Desk>);

impl Person {
    fn new(language: Language) -> Person {
        let settings = Settings { language, animation: false, ..Settings::default() };
        let built = Harness::builder()
            .with_size(Vec2::new(1280.0, 860.0))
            .build_eframe(|creation| Desk::new(&creation.egui_ctx, Arc::new(BuiltInEngines), settings));
        Person(built)
    }

    fn command(&mut self, command: impl Into<Command>) {
        self.0.state_mut().model.apply(command, Instant::now());
        self.0.step();
    }

    /// Opens or closes a window.
    fn toggle(&mut self, window: Window) {
        self.0.state_mut().dock.toggle(window);
        // The frames lay it out, draw it, and show what it has requested.
        (0..3).for_each(|_| self.0.step());
    }

    fn model(&self) -> &Model {
        &self.0.state().model
    }

    fn report(&self) -> &SearchReport {
        &self.model().analysis().seat.as_ref().expect("somebody analyses").report
    }

    fn wait(&mut self, what: &str, has_come: impl Fn(&Person) -> bool) {
        let start = Instant::now();
        while !has_come(self) {
            assert!(
                start.elapsed() < PATIENCE,
                "waited in vain: {what}; notices: {:?}",
                self.model().notices()
            );
            thread::sleep(Duration::from_millis(5));
            self.0.step();
        }
    }

    fn sees(&mut self, words: &str) {
        self.0.step();
        assert!(self.0.query_all_by_label_contains(words).next().is_some(), "{words:?} is not there");
    }
}

#[test]
fn the_windows_show_a_search_at_work() {
    for (texts, engine) in [(Language::English, "rdchess"), (Language::German, "heirloom")] {
        let mut person = Person::new(texts);
        person.command(AnalysisCommand::Engine(engine.into()));
        person.command(AnalysisCommand::Switch(true));
        person.wait("news", |person| person.report().iterations.len() > 3);
        assert!(
            !person.report().counts
                && person.report().insights.hash.is_none()
                && person.report().insights.exits.is_empty()
        );

        // Opening a window makes the analysis start again, with counts.
        person.toggle(Window::Watchdog);
        person.wait("counts", |person| {
            person.report().counts
                && !person.report().insights.exits.is_empty()
                && person.report().at_work.is_some() == (engine == "heirloom")
        });
        let began = person.report().began();
        for words in [texts.alpha(), texts.beta(), texts.line(), texts.whose_search()] {
            person.sees(words);
        }
        let shown: [(Window, &[&str]); 4] = [
            (Window::RootMoves, &[texts.by_effort(), texts.node_share()]),
            (
                Window::Statistics,
                &[
                    texts.technique(),
                    texts.by_first_move(),
                    texts.exit(heirloom_engine::insight::Exit::FirstMove),
                ],
            ),
            (Window::HashTable, &[texts.hash_fill(), texts.hash_hits(), texts.cutoffs_in_quiescence()]),
            (Window::MoveOrder, &[texts.moves_generated(), texts.order_reasons()]),
        ];
        for (window, expected) in shown {
            person.toggle(window);
            expected.iter().for_each(|words| person.sees(words));
        }
        person.wait("the order of generation", |person| person.model().insight().generation.answer.is_some());
        assert_eq!(person.model().insight().generation.engine, engine);
        person.sees("(+");
        // The first iterations may leave the sample of the hash table empty, and then it has no ages yet.
        person.wait("what only one of the two tells", |person| {
            (person.report().insights.king_pawn.is_some(), person.report().insights.ages.is_empty())
                == (engine == "rdchess", engine == "rdchess")
        });
        assert_eq!(person.report().began(), began, "looking at something else is no reason to begin anew");

        // After all windows are closed, the next search counts nothing.
        for window in
            [Window::Watchdog, Window::RootMoves, Window::Statistics, Window::HashTable, Window::MoveOrder]
        {
            while person.0.state().dock.is_open(window) {
                person.toggle(window);
            }
        }
        person.command(PlayCommand::Type("e4".into()));
        assert!(!person.report().counts && person.report().began() != began);
    }
}

#[test]
fn the_evaluation_follows_the_board() {
    for texts in Language::ALL {
        let mut person = Person::new(texts);
        person.0.step();
        assert!(person.model().insight().evaluation.answer.is_none(), "nobody has looked");
        person.toggle(Window::Evaluation);
        let follows = |person: &Person| {
            let answer = person.model().insight().evaluation.answer.as_ref();
            answer.is_some_and(|answer| {
                answer.position == *person.model().record().position() && answer.explanation.is_ok()
            })
        };
        person.wait("an evaluation", follows);
        person.command(PlayCommand::Type("e4".into()));
        person.wait("that of the next position", follows);
        person.sees(texts.value_for_white());
        let pawn = person.model().record().position().piece_at(heirloom_chess::Square::E4);
        person.sees(&format!("{}: ", texts.square(heirloom_chess::Square::E4, pawn)));
        let terms = |person: &Person| {
            person
                .model()
                .insight()
                .evaluation
                .answer
                .clone()
                .and_then(|answer| answer.explanation.ok())
                .map(|told| told.rows.len())
        };
        let net = terms(&person);
        person.command(InsightCommand::Explain { engine: "heirloom".into(), kind: Some("classical".into()) });
        person.wait("the terms", |person| terms(person) > net);
        person.command(InsightCommand::Explain { engine: "rofchade".into(), kind: None });
        person.wait("another engine", |person| {
            terms(person).is_some_and(|terms| terms <= 7) && follows(person)
        });
    }
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
    let folder = tempfile::tempdir().expect("a folder");
    let (script, log) = (folder.path().join("toy.sh"), folder.path().join("said.log"));
    std::fs::write(&script, TOY).expect("a script");
    for texts in Language::ALL {
        let mut person = Person::new(texts);
        person.toggle(Window::ProtocolLog);
        person.sees(texts.nothing_said());
        let toy = Player::Engine(format!("sh {}", script.display()));
        person.command(PlayCommand::NewGame {
            players: [toy, Player::Human],
            level: Level::Depth(1),
            start: None,
        });
        person.wait("a move", |person| person.model().record().line().moves().len() == 1);
        person.sees("> uci");
        person.sees("< bestmove e2e4");
        person.command(InsightCommand::Log(LogCommand::Save(log.clone())));
        let saved = std::fs::read_to_string(&log).expect("the log");
        assert!(saved.contains(" > position ") && saved.contains(" < bestmove e2e4"), "{saved}");
    }
}
