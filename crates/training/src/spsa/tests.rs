//! Tests of the loop with a judge that knows the right values, and with real games.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use heirloom_arena::contestant::Contestant;
use heirloom_arena::game::GameRules;
use heirloom_book::Openings;
use heirloom_flagship::Flagship;

use super::games::{GamesError, MatchJudge, MatchSettings};
use super::journal::{Journal, JournalError};
use super::parameter::parse;
use super::plot;
use super::run::{Judge, RunError, run};
use super::schedule::Schedule;
use super::tuning::{PairScore, Trial, Tuning, TuningPlan};

fn plan(iterations: u32) -> TuningPlan {
    let parameters =
        parse("a, int, 20, 0, 100, 5, 0.002\nb, float, 0.9, 0, 1, 0.05, 0.002\nc, int, 50, 0, 100, 5, 0.002")
            .unwrap();
    TuningPlan { parameters, schedule: Schedule::new(iterations), pairs: 8, seed: 7, setting: "test".into() }
}

/// Scores by the distance of the values from (70, 0.3); the third value does not matter.
struct Known(fastrand::Rng);

impl Judge for Known {
    type Error = String;

    fn judge(&mut self, trial: &Trial, _stop: &AtomicBool) -> Result<Option<PairScore>, String> {
        let worth = |values: &[f64]| -((values[0] - 70.0) / 20.0).powi(2) - ((values[1] - 0.3) / 0.2).powi(2);
        let elo = 10.0 * (worth(&trial.values[0]) - worth(&trial.values[1]));
        let chance = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let mut score = PairScore::default();
        for _ in 0..16 {
            match self.0.f64() {
                draw if draw < 0.4 => score.draws += 1,
                _ if self.0.f64() < chance => score.wins += 1,
                _ => score.losses += 1,
            }
        }
        Ok(Some(score))
    }
}

fn judges(count: u64) -> Vec<Known> {
    (0..count).map(|seed| Known(fastrand::Rng::with_seed(seed))).collect()
}

#[test]
fn better_values_are_found_in_the_noise() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(20_000);
    let mut journal = Journal::create(&folder.path().join("journal"), &plan).unwrap();
    let mut tuning = Tuning::new(plan);
    run(&mut tuning, &HashSet::new(), &mut journal, &mut judges(1), &AtomicBool::new(false), &mut |_| {})
        .unwrap();
    let [a, b, c] = tuning.values[..] else { panic!() };
    assert!(
        (a - 70.0).abs() < 12.0 && (b - 0.3).abs() < 0.12 && (c - 50.0).abs() < 15.0,
        "{:?}",
        tuning.values
    );
    assert_eq!(tuning.done, 20_000);
    assert_eq!(tuning.score.wins + tuning.score.draws + tuning.score.losses, 320_000);
    assert!(tuning.path.len() > 1000 && tuning.path.len() <= 2001 && tuning.path.last().unwrap().0 == 20_000);
    plot::write(&folder.path().join("path.png"), &tuning).unwrap();
}

#[test]
fn a_killed_tuning_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let plan = plan(50);
    let mut tuning = Tuning::new(plan.clone());
    let stop = AtomicBool::new(false);
    let mut journal = Journal::create(&path, &plan).unwrap();
    let mut report = |tuning: &Tuning| stop.store(tuning.done >= 20, Ordering::Relaxed);
    run(&mut tuning, &HashSet::new(), &mut journal, &mut judges(3), &stop, &mut report).unwrap();
    assert!((20..23).contains(&tuning.done), "{}", tuning.done);
    drop(journal);
    // A kill in the middle of a line.
    let mut text = std::fs::read_to_string(&path).unwrap();
    text.push_str("{\"iteration\":33,\"si");
    std::fs::write(&path, &text).unwrap();
    let (mut journal, mut resumed, done) = Journal::resume(&path, &plan).unwrap();
    assert_eq!((&resumed, done.len() as u32), (&tuning, tuning.done));
    run(&mut resumed, &done, &mut journal, &mut judges(2), &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!(resumed.done, 50);
    let (_, again, done) = Journal::resume(&path, &plan).unwrap();
    assert_eq!((again.values, done.len()), (resumed.values, 50));

    assert!(
        matches!(Journal::create(&path, &plan), Err(JournalError::Io(_))),
        "a journal is never overwritten"
    );
    let other = TuningPlan { pairs: 4, ..plan.clone() };
    assert!(matches!(Journal::resume(&path, &other), Err(JournalError::Plan(_))));
    std::fs::write(&path, text.replace("\"iteration\":2,", "\"iteration\":x,") + "\n").unwrap();
    assert!(matches!(Journal::resume(&path, &plan), Err(JournalError::Line(_))));
}

#[test]
fn a_failing_judge_ends_the_tuning() {
    struct Broken;
    impl Judge for Broken {
        type Error = String;
        fn judge(&mut self, _: &Trial, _: &AtomicBool) -> Result<Option<PairScore>, String> {
            Err("no engine".into())
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(50);
    let mut journal = Journal::create(&folder.path().join("journal"), &plan).unwrap();
    let outcome = run(
        &mut Tuning::new(plan),
        &HashSet::new(),
        &mut journal,
        &mut [Broken, Broken],
        &AtomicBool::new(false),
        &mut |_| {},
    );
    assert!(matches!(outcome, Err(RunError::Judge(error)) if error == "no engine"));
}

#[test]
fn real_games_are_played_with_both_colors() {
    let contestant = Contestant {
        name: "heirloom".into(),
        factory: Box::new(|_| Ok(Box::new(Flagship::new()?))),
        control: "depth=1".parse().unwrap(),
        margin: Duration::ZERO,
        ponder: false,
        restart: false,
    };
    // Options of every build stand in for search parameters.
    let parameters =
        parse("Move Overhead, int, 10, 0, 20, 5, 0.002\nMultiPV, int, 1, 1, 2, 1, 0.002").unwrap();
    let openings = Openings::startpos();
    let rules = GameRules::default();
    let (contestant, openings) = (&contestant, &openings);
    let two_pairs =
        MatchSettings { contestant, rules: rules.clone(), openings, pairs: 2, parameters: &parameters };
    let plan = TuningPlan {
        parameters: parameters.clone(),
        schedule: Schedule::new(2),
        pairs: 2,
        seed: 1,
        setting: String::new(),
    };
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(&folder.path().join("journal"), &plan).unwrap();
    let mut tuning = Tuning::new(plan);
    let mut judges = [MatchJudge::new(&two_pairs).unwrap()];
    run(&mut tuning, &HashSet::new(), &mut journal, &mut judges, &AtomicBool::new(false), &mut |_| {})
        .unwrap();
    assert_eq!(tuning.score.wins + tuning.score.draws + tuning.score.losses, 8);
    // The same engine plays both sides of the same opening, so one side wins the first game with one color
    // exactly if the other side wins the second game with it.
    assert_eq!(tuning.score.difference(), 0.0);

    for (line, words) in [
        ("Move Overhaed, int, 1, 0, 2, 1, 1", "did you mean 'Move Overhead'"),
        ("MultiPV, int, 1, 0, 2, 1, 1", "from 1 to 256"),
        ("MultiPV, float, 1, 1, 2, 1, 1", "use int"),
    ] {
        let (rules, parameters) = (rules.clone(), &parse(line).unwrap());
        let one_pair = MatchSettings { contestant, rules, openings, pairs: 1, parameters };
        let Err(error @ GamesError::Option(..)) = MatchJudge::new(&one_pair) else { panic!("{line}") };
        assert!(error.to_string().contains(words), "{error}");
    }
}
