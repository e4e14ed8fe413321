//! The referee against engines that play on, think too long, crash or cheat.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use heirloom_arena::clock::TimeControl;
use heirloom_arena::game::{Ending, Player, Rules, play};
use heirloom_arena::tournament::{Contestant, Match};
use heirloom_chess::{Color, Line, Move, Outcome, Position, Square};
use heirloom_engine::{BestMove, Engine, EngineError, EngineOption, Info, Limits, Session, Signals};

#[derive(Clone, Copy, PartialEq)]
enum Habit {
    /// Plays the first legal move.
    Honest,
    /// Thinks for ever, but obeys a stop.
    Slow,
    /// Fails on its third move.
    Crashing,
    /// Names a move that is not legal.
    Cheating,
}

struct Toy(Habit, u32);

impl Engine for Toy {
    fn name(&self) -> &str {
        "toy"
    }
    fn author(&self) -> &str {
        "nobody"
    }
    fn options(&self) -> &[EngineOption] {
        &[]
    }
    fn set_option(&mut self, name: &str, _: &str) -> Result<(), EngineError> {
        Err(EngineError::UnknownOption { name: name.into(), nearest: None })
    }
    fn new_game(&mut self) {
        self.1 = 0;
    }
    fn search(&mut self, line: &Line, _: &Limits, signals: &Signals, _: &mut dyn FnMut(Info)) -> Result<BestMove, EngineError> {
        self.1 += 1;
        let mut best = line.position().legal_moves().first().copied();
        match self.0 {
            Habit::Honest => {}
            Habit::Slow => {
                while !signals.is_stopped() {
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
            Habit::Crashing if self.1 == 3 => panic!("third move"),
            Habit::Crashing => {}
            Habit::Cheating => best = Some(Move::normal(Square::A1, Square::H8)),
        }
        Ok(BestMove { best, ..BestMove::default() })
    }
}

fn control() -> TimeControl {
    "0.2+0.01".parse().expect("a time control")
}

fn player(habit: Habit) -> Player {
    let session = Session::start(Box::new(Toy(habit, 0))).expect("a thread");
    Player { name: "toy".into(), session, control: control() }
}

fn ending(white: Habit, black: Habit) -> Ending {
    let (mut white, mut black) = (player(white), player(black));
    play([&mut white, &mut black], Line::default(), &Rules { max_plies: 60, ..Rules::default() }).ending
}

#[test]
fn faults_are_named_and_lose() {
    assert!(matches!(ending(Habit::Honest, Habit::Slow), Ending::Time(Color::Black, _)));
    assert!(matches!(ending(Habit::Crashing, Habit::Honest), Ending::Failure(Color::White, EngineError::Panicked(_))));
    assert!(matches!(ending(Habit::Honest, Habit::Cheating), Ending::Failure(Color::Black, _)));
    assert!(matches!(ending(Habit::Honest, Habit::Honest), Ending::TooLong | Ending::Rules(_)));
}

#[test]
fn a_game_that_is_over_is_not_played_on() {
    let mated = Position::from_fen("7k/5KQ1/8/8/8/8/8/8 b - - 0 1").expect("legal");
    let (mut white, mut black) = (player(Habit::Honest), player(Habit::Slow));
    let played = play([&mut white, &mut black], Line::new(mated), &Rules::default());
    assert_eq!(played.ending, Ending::Rules(Outcome::Checkmate { winner: Color::White }));
    assert!(played.records.is_empty());
    let game = played.record(["a", "b"], [control(); 2]);
    assert_eq!(game.result().as_str(), "1-0");
}

#[test]
fn a_match_counts_pairs_and_starts_crashed_engines_anew() {
    let contestant = |habit| Contestant {
        name: "toy".into(),
        factory: Box::new(move || Ok(Box::new(Toy(habit, 0)) as Box<dyn Engine>)),
        control: control(),
    };
    let contestants = [contestant(Habit::Honest), contestant(Habit::Crashing)];
    let rules = Rules { max_plies: 40, ..Rules::default() };
    let games = Match { contestants, openings: &[Line::default()], pairs: 3, concurrency: 2, rules };
    let seen = Mutex::new(Vec::new());
    let summary =
        games.run(&AtomicBool::new(false), &|finished, _| seen.lock().expect("no panic").push(finished.number)).expect("engines start");
    assert_eq!((summary.results.wins, summary.results.games(), summary.results.pairs[4]), (6, 6, 3));
    assert_eq!((summary.faults[0].failures, summary.faults[1].failures), (0, 6));
    let mut seen = seen.into_inner().expect("no panic");
    seen.sort();
    assert_eq!(seen, [0, 1, 2, 3, 4, 5]);
}
