//! Whole matches of toy engines: pairs, several slots, restarted engines, truncated journals, resumed
//! matches.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use heirloom_arena::adjudicate::Adjudication;
use heirloom_arena::contestant::Contestant;
use heirloom_arena::game::GameRules;
use heirloom_arena::journal::{FORMAT, Header, Journal, JournalError};
use heirloom_arena::schedule::{Schedule, TournamentFormat};
use heirloom_arena::sprt::{Decision, Model, Sprt};
use heirloom_arena::standings::{GameEntry, Standings};
use heirloom_arena::tournament::{MatchEnd, MatchEvent, Records, StopFlags, Tournament, TournamentError};
use heirloom_book::Openings;
use heirloom_engine::{BestMove, Info, Score};
use heirloom_testing::Scripted;
use parking_lot::Mutex;

/// Plays the first legal move. `Hopeless` reports a lost position, `Crashing` fails on its third move.
#[derive(Clone, Copy, PartialEq)]
enum Habit {
    Plain,
    Hopeless,
    Crashing,
}

fn toy(habit: Habit) -> Scripted {
    Scripted::with(move |search| {
        assert!(habit != Habit::Crashing || search.line.moves().len() < 4, "third move");
        let score = Score::Cp(if habit == Habit::Hopeless { -900 } else { 0 });
        search.report(Info { score: Some(score), depth: Some(1), ..Info::default() });
        Ok(BestMove { best: search.first_move(), ..BestMove::default() })
    })
}

static STARTED: AtomicU32 = AtomicU32::new(0);

fn contestant(name: &str, habit: Habit) -> Contestant {
    Contestant {
        name: name.into(),
        factory: Box::new(move |_| {
            STARTED.fetch_add(1, Ordering::SeqCst);
            Ok(toy(habit).boxed())
        }),
        control: "nodes=1".parse().unwrap(),
        margin: Duration::ZERO,
        ponder: false,
        restart: false,
    }
}

/// Returns a tournament in one slot.
fn tournament<'a>(contestants: &'a [Contestant], openings: &'a Openings) -> Tournament<'a> {
    Tournament {
        contestants,
        openings,
        rules: GameRules::default(),
        sprt: None,
        slots: vec![Vec::new()],
        tags: Vec::new(),
        transcripts: None,
        strict: false,
    }
}

/// Plays the games not in `standings`; returns them with the final standings and how the match ended.
fn play(
    contestants: &[Contestant],
    standings: Standings,
    records: Records,
    sprt: Option<Sprt>,
    slots: usize,
) -> (Vec<GameEntry>, Standings, MatchEnd) {
    let resign = heirloom_arena::adjudicate::Resign { moves: 2, score: 500, two_sided: false };
    let adjudication = Adjudication { max_moves: 6, resign: Some(resign), draw: None };
    let openings = Openings::startpos();
    let tournament = Tournament {
        rules: GameRules { adjudication, ..GameRules::default() },
        sprt,
        slots: vec![Vec::new(); slots],
        ..tournament(contestants, &openings)
    };
    let played = Mutex::new(Vec::new());
    let listener = |event: &MatchEvent<'_>| {
        if let MatchEvent::Finished { entry, .. } = event {
            played.lock().push((*entry).clone());
        }
    };
    let (standings, finish) = tournament.run(standings, records, &StopFlags::default(), &listener).unwrap();
    (played.into_inner(), standings, finish)
}

fn two(games: usize) -> Standings {
    Standings::new(Schedule::new(2, TournamentFormat::RoundRobin, games, true), 2)
}

#[test]
fn matches_count_pairs_and_start_crashed_engines_anew() {
    let contestants = [contestant("plain", Habit::Plain), contestant("crashing", Habit::Crashing)];
    let before = STARTED.load(Ordering::SeqCst);
    let (played, standings, finish) = play(&contestants, two(6), Records::default(), None, 2);
    let results = standings.results_of_first();
    assert_eq!(
        (results.wins, results.games(), results.pairs, finish),
        (6, 6, [0, 0, 0, 0, 3], MatchEnd::Played)
    );
    assert_eq!(standings.engine_totals()[0].faults.total(), 0);
    assert_eq!(standings.engine_totals()[1].faults.crashes, 6);
    assert!(STARTED.load(Ordering::SeqCst) >= before + 8, "six of the one, one or two of the other");
    let mut numbers: Vec<usize> = played.iter().map(|entry| entry.game).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5]);
    assert_eq!(standings.terminations().get("abandoned"), Some(&6));
}

#[test]
fn a_test_ends_the_match() {
    let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05, Model::Logistic).ok();
    let contestants = [contestant("plain", Habit::Plain), contestant("hopeless", Habit::Hopeless)];
    let (played, standings, finish) = play(&contestants, two(10_000), Records::default(), sprt, 3);
    assert_eq!(finish, MatchEnd::Decided(Decision::H1));
    assert!(played.len() < 200 && standings.results_of_first().losses == 0);
    // Nothing is played afterwards.
    let (more, _, finish) = play(&contestants, standings, Records::default(), sprt, 3);
    assert_eq!((more.len(), finish), (0, MatchEnd::Decided(Decision::H1)));
}

#[test]
fn everyone_plays_everyone() {
    let contestants =
        [contestant("a", Habit::Plain), contestant("b", Habit::Hopeless), contestant("c", Habit::Plain)];
    let standings = Standings::new(Schedule::new(3, TournamentFormat::RoundRobin, 4, true), 3);
    let (_, standings, _) = play(&contestants, standings, Records::default(), None, 2);
    assert_eq!((standings.games(), standings.total(1).losses, standings.total(0).games()), (12, 8, 8));
    assert_eq!(standings.between(1, 0), standings.between(0, 1).reversed());
    assert_eq!(standings.between(2, 0).draws, 4);
    assert_eq!(standings.opponents(2), [0, 1]);
}

fn header(name: &str) -> Header {
    let settings = BTreeMap::from([("engine".to_owned(), name.to_owned())]);
    Header {
        format: FORMAT.into(),
        settings,
        arguments: vec!["--engine".into()],
        folder: "/".into(),
        pgn_begin: 7,
    }
}

fn temporary(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("heirloom-arena-{}-{name}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn a_journal_cut_anywhere_loses_only_the_line_that_was_cut() {
    let path = temporary("cut.journal");
    let contestants = [contestant("plain", Habit::Plain), contestant("hopeless", Habit::Hopeless)];
    let (journal, _, none) = Journal::open(&path, &header("a")).unwrap();
    assert!(none.is_empty());
    let (played, _, _) = play(&contestants, two(4), Records { journal: Some(journal), pgn: None }, None, 1);
    let whole = std::fs::read(&path).unwrap();
    let ends = |cut: usize| whole[cut.saturating_sub(2)..(cut + 2).min(whole.len())].contains(&b'\n');
    for cut in (0..=whole.len()).filter(|&cut| cut % 25 == 0 || ends(cut)) {
        std::fs::write(&path, &whole[..cut]).unwrap();
        let (journal, found, games) = Journal::open(&path, &header("a")).unwrap();
        let lines = whole[..cut].iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!((found, games.len()), (header("a"), lines.saturating_sub(1)), "cut after {cut} bytes");
        assert_eq!(games[..], played[..games.len()]);
        if cut % 50 == 0 {
            let mut standings = two(4);
            games.iter().for_each(|game| standings.add(game));
            let (more, standings, _) =
                play(&contestants, standings, Records { journal: Some(journal), pgn: None }, None, 1);
            assert_eq!(more.len() + games.len(), 4);
            assert_eq!(standings.games(), 4);
            assert_eq!(standings.results_of_first().pairs[4], 2);
            assert_eq!(std::fs::read(&path).unwrap().iter().filter(|&&byte| byte == b'\n').count(), 5);
        }
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn journals_belong_to_one_match_and_one_program() {
    let path = temporary("own.journal");
    let (journal, _, _) = Journal::open(&path, &header("a")).unwrap();
    assert!(matches!(Journal::open(&path, &header("a")), Err(JournalError::Locked(_))));
    drop(journal);
    let error = Journal::open(&path, &header("b")).unwrap_err().to_string();
    assert!(error.contains("engine was a, now b"), "{error}");
    assert_eq!(Journal::read_header(&path).unwrap(), Some(header("a")));
    let mut text = std::fs::read_to_string(&path).unwrap();
    text.push_str("{\"game\":1}\nmore\n");
    std::fs::write(&path, &text).unwrap();
    let error = Journal::open(&path, &header("a")).unwrap_err().to_string();
    assert!(error.contains("line 2: missing field"), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "it is left as it was");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn chess960_needs_an_engine_that_knows_it() {
    let path = temporary("960.epd");
    std::fs::write(&path, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\n").unwrap();
    let openings = Openings::open(&heirloom_book::OpeningOptions::new(&path)).unwrap();
    std::fs::remove_file(path).unwrap();
    let contestants = [contestant("a", Habit::Plain), contestant("b", Habit::Plain)];
    let tournament = tournament(&contestants, &openings);
    let outcome = tournament.run(two(2), Records::default(), &StopFlags::default(), &|_| {});
    assert!(matches!(outcome, Err(TournamentError::NoChess960(name)) if name == "a"));
}
