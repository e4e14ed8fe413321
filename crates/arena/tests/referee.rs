//! The referee against engines that play normally, think too long, crash, hang, cheat or ponder.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use web_time::{Duration, Instant};

use heirloom_arena::adjudicate::{Adjudicated, Adjudication, Adjudicator, Resign};
use heirloom_arena::game::{EngineFault, FinishedGame, GameEnd, GameRules, MoveRecord, Player, play};
use heirloom_chess::game::GameResult;
use heirloom_chess::{Color, Line, Move, Outcome, Position, Square};
use heirloom_engine::{BestMove, EngineError, Info, Origin, Score, Session, Transcript};
use heirloom_testing::{Calls, Scripted};

#[derive(Clone, Copy, PartialEq)]
enum Habit {
    /// Plays the first legal move.
    Honest,
    /// Thinks forever, but obeys a stop.
    Slow,
    /// Ignores a stop and takes three seconds.
    Deaf,
    /// Fails on its third move.
    Crashing,
    /// Sends an illegal move.
    Cheating,
    /// Reports a lost position.
    Hopeless,
    /// Resigns on its third move.
    Resigning,
    /// Claims a draw on its third move.
    Claiming,
    /// Offers a draw with every move.
    Peaceful,
    /// Searches until the ponder hit, then for five more milliseconds; expects the first legal move.
    Pondering,
}

/// Creates an engine with this habit.
fn toy(habit: Habit) -> Scripted {
    let toy = Scripted::with(move |search| {
        let is_third_move = search.line.moves().len() / 2 == 2;
        let mut best = search.first_move();
        match habit {
            Habit::Slow => search.wait_for_stop(),
            Habit::Deaf => std::thread::sleep(Duration::from_secs(3)),
            Habit::Crashing if is_third_move => panic!("third move"),
            Habit::Resigning if is_third_move => return Err(EngineError::Resigns { name: "toy".into() }),
            Habit::Claiming if is_third_move => {
                return Err(EngineError::Claims {
                    name: "toy".into(),
                    result: GameResult::Draw,
                    said: "1/2-1/2 {Draw}".into(),
                });
            }
            Habit::Cheating => best = Some(Move::normal(Square::A1, Square::H8)),
            Habit::Hopeless => search.report(Info {
                score: Some(Score::Cp(-700)),
                depth: Some(5),
                nodes: Some(99),
                ..Info::default()
            }),
            Habit::Pondering => {
                search.wait_for_ponder_hit();
                std::thread::sleep(Duration::from_millis(5));
            }
            _ => {}
        }
        let mut after = search.line.clone();
        let ponder = best
            .filter(|&best| after.push(best).is_ok())
            .and_then(|_| after.position().legal_moves().first().copied());
        Ok(BestMove { best, ponder, offers_draw: habit == Habit::Peaceful, ..BestMove::default() })
    });
    toy.named("toy")
}

fn player_with(habit: Habit, control: &str) -> (Player, Calls) {
    let toy = toy(habit);
    let calls = toy.calls();
    let player = Player {
        name: "toy".into(),
        session: Session::start(toy.boxed()).unwrap(),
        control: control.parse().unwrap(),
        margin: Duration::from_millis(20),
        ponder: true,
        transcript: Transcript::new(),
    };
    (player, calls)
}

fn player(habit: Habit) -> Player {
    player_with(habit, "0.2+0.01").0
}

fn rules() -> GameRules {
    rules_to_move(30)
}

fn rules_to_move(max_moves: u32) -> GameRules {
    let adjudication = Adjudication { max_moves, ..Adjudication::default() };
    GameRules { adjudication, grace: Duration::from_millis(100), ..GameRules::default() }
}

fn played(players: [&mut Player; 2], rules: &GameRules) -> FinishedGame {
    play(players, Line::default(), rules, &AtomicBool::new(false))
}

fn game(white: Habit, black: Habit, rules: &GameRules) -> FinishedGame {
    played([&mut player(white), &mut player(black)], rules)
}

#[test]
fn faults_are_named_and_lose() {
    let ending = |white, black| game(white, black, &rules()).ending;
    let late = ending(Habit::Honest, Habit::Slow);
    assert!(
        matches!(late, GameEnd::Time(Color::Black, by)
            if by > Duration::from_millis(10) && by < Duration::from_secs(2)),
        "{late}"
    );
    assert_eq!((late.fault(), late.termination()), (Some((Color::Black, EngineFault::Time)), "time forfeit"));
    let crashed = ending(Habit::Crashing, Habit::Honest);
    assert!(matches!(crashed, GameEnd::Failure(Color::White, EngineError::Panicked(_))));
    assert_eq!(crashed.result(), GameResult::BlackWins);
    assert_eq!(crashed.fault(), Some((Color::White, EngineFault::Crash)));
    let cheated = ending(Habit::Honest, Habit::Cheating);
    assert_eq!(cheated.fault(), Some((Color::Black, EngineFault::Illegal)));
    assert_eq!(cheated.termination(), "rules infraction");
    let honest = ending(Habit::Honest, Habit::Honest);
    assert!(honest.fault().is_none(), "{honest}");
}

#[test]
fn engines_that_hang_are_given_up() {
    let start = Instant::now();
    let (mut white, mut black) = (player(Habit::Honest), player(Habit::Deaf));
    // The referee waits a few seconds longer than its grace time for a killed program to be reported; this
    // engine answers earlier, but too late.
    let ending = played([&mut white, &mut black], &rules()).ending;
    assert_eq!(ending.fault(), Some((Color::Black, EngineFault::Time)), "{ending}");
    assert!(start.elapsed() < Duration::from_secs(5));
    // Without a clock, patience is the limit.
    let (mut white, _) = player_with(Habit::Slow, "nodes=1000");
    let rules = GameRules { patience: Duration::from_millis(60), ..rules() };
    let ending = played([&mut white, &mut black], &rules).ending;
    assert_eq!(ending.fault(), Some((Color::White, EngineFault::Time)), "{ending}");
}

#[test]
fn a_game_that_is_over_is_not_played_on() {
    let mated = Position::from_fen("7k/5KQ1/8/8/8/8/8/8 b - - 0 1").unwrap();
    let (mut white, mut black) = (player(Habit::Honest), player(Habit::Slow));
    let played =
        play([&mut white, &mut black], Line::new(mated), &GameRules::default(), &AtomicBool::new(false));
    assert_eq!(played.ending, GameEnd::Rules(Outcome::Checkmate { winner: Color::White }));
    assert!(played.records.is_empty());
    let game = played.record(["a", "b"], [white.control; 2]);
    assert_eq!(game.result().as_str(), "1-0");
    let played =
        play([&mut white, &mut black], Line::default(), &GameRules::default(), &AtomicBool::new(true));
    assert_eq!((played.ending.termination(), played.ending.result()), ("unterminated", GameResult::Unknown));
}

#[test]
fn records_say_what_engines_said() {
    let rules = GameRules {
        adjudication: Adjudication {
            resign: Some(Resign { moves: 3, score: 600, two_sided: false }),
            ..rules().adjudication
        },
        ..rules()
    };
    let played = game(Habit::Honest, Habit::Hopeless, &rules);
    assert_eq!(played.ending.to_string(), "White wins by adjudication");
    assert_eq!(played.line.moves().len(), 6);
    assert_eq!(played.ending.result(), GameResult::WhiteWins);
    assert_eq!(played.ending.termination(), "adjudication");
    let usage = played.usage();
    assert_eq!((usage[0].moves, usage[1].moves, usage[1].nodes, usage[1].depths), (3, 3, 297, 15));
    let control = "nodes=5".parse().unwrap();
    let text = heirloom_chess::notation::pgn::to_string(&played.record(["a", "b"], [control, control]));
    assert!(text.contains("[Termination \"adjudication\"]"), "{text}");
    assert!(text.contains("[TimeControl \"nodes=5\"]"), "{text}");
    assert!(text.contains("{-7.00/5 0.0"), "{text}");
    assert!(
        text.replace('\n', " ")
            .contains("s, n=99, White wins by adjudication [%origin permanent brain]} 1-0"),
        "{text}"
    );
}

#[test]
fn engines_may_end_games_themselves() {
    let ended = |white, black| {
        let played = game(white, black, &rules());
        (
            played.ending.to_string(),
            played.ending.result(),
            played.ending.termination(),
            played.line.moves().len(),
        )
    };
    assert_eq!(
        ended(Habit::Honest, Habit::Resigning),
        ("Black resigns".into(), GameResult::WhiteWins, "normal", 5)
    );
    // The rules do not confirm it.
    let (words, result, termination, _) = ended(Habit::Claiming, Habit::Honest);
    assert_eq!((result, termination), (GameResult::BlackWins, "rules infraction"));
    assert_eq!(words, "White fails: toy sent '1/2-1/2 {Draw}' instead of a move");
    // An offer can only be accepted with the next move.
    assert_eq!(
        ended(Habit::Peaceful, Habit::Peaceful),
        ("draw by agreement".into(), GameResult::Draw, "normal", 2)
    );
    assert_eq!(ended(Habit::Peaceful, Habit::Resigning).0, "Black resigns");
}

#[test]
fn engines_are_told_of_offers_and_of_the_end() {
    let (mut white, of_white) = player_with(Habit::Peaceful, "nodes=9");
    let (mut black, of_black) = player_with(Habit::Resigning, "nodes=9");
    (white.ponder, black.ponder) = (false, false);
    played([&mut white, &mut black], &rules());
    assert!(of_black.limits().iter().all(|limits| limits.draw_offered));
    // The engine handles this only after the end of the game.
    white.session.new_game().unwrap();
    assert_eq!(of_white.endings(), ["1-0 Black resigns"]);
}

/// Declares every position a draw.
struct Peace;

impl Adjudicator for Peace {
    fn verdict(&self, _: &Line) -> Option<Adjudicated> {
        Some(Adjudicated { result: GameResult::Draw, reason: "peace".into() })
    }
}

#[test]
fn who_knows_the_result_ends_the_game() {
    let rules = GameRules { adjudicators: vec![Arc::new(Peace)], ..rules() };
    let played = game(Habit::Honest, Habit::Honest, &rules);
    assert_eq!(played.line.moves().len(), 1, "openings are left alone");
    assert_eq!(played.ending.to_string(), "peace", "openings are left alone");
}

#[test]
fn pondering_costs_no_time_when_it_hits() {
    // The slow side takes 5 ms after each hit; its opponent always plays the expected move.
    let (mut white, _) = player_with(Habit::Honest, "1+0");
    let (mut black, calls) = player_with(Habit::Pondering, "1+0");
    let played = played([&mut white, &mut black], &rules_to_move(12));
    assert!(played.ending.fault().is_none(), "{}", played.ending);
    let black_moves: Vec<_> = played.records.iter().skip(1).step_by(2).collect();
    assert!(black_moves.iter().skip(1).all(|record| record.origin == Origin::Pondering), "{black_moves:?}");
    assert!(black_moves.iter().all(|record| record.time >= Duration::from_millis(4)), "{black_moves:?}");
    assert!(black_moves.iter().all(|record| record.time < Duration::from_millis(300)), "{black_moves:?}");
    let seen = calls.limits();
    assert!(!seen[0].ponder && seen[1..].iter().all(|limits| limits.ponder && limits.clocks.is_some()));
    let text = heirloom_chess::notation::pgn::to_string(&played.record(["a", "b"], [white.control; 2]));
    assert!(
        text.replace('\n', " ").matches(" [%origin permanent brain]}").count() >= black_moves.len() - 1,
        "{text}"
    );
}

#[test]
fn records_tell_where_moves_come_from() {
    let record = MoveRecord { score: Some(Score::Cp(30)), depth: Some(13), ..MoveRecord::default() };
    let comment = |origin, end| MoveRecord { origin, ..record }.comment(end);
    assert_eq!(comment(Origin::Searched, None), "+0.30/13 0.000s");
    assert_eq!(comment(Origin::OnlyMove, Some("peace")), "+0.30/13 0.000s, peace [%origin only move]");
    assert_eq!(comment(Origin::Book, None), "book");
    assert_eq!(comment(Origin::Book, Some("peace")), "book, peace");
}

#[test]
fn pondering_ends_when_another_move_is_played() {
    // White ponders on the opponent's first legal move; Black crashes on its third move.
    let (mut white, _) = player_with(Habit::Pondering, "1+0");
    let (mut black, calls) = player_with(Habit::Crashing, "1+0");
    let ending = played([&mut white, &mut black], &rules()).ending;
    assert_eq!(ending.fault(), Some((Color::Black, EngineFault::Crash)));
    assert!(calls.searches() >= 3);
    // The session that pondered can be used in the next game.
    let ending = played([&mut white, &mut player(Habit::Honest)], &rules_to_move(3)).ending;
    assert!(ending.fault().is_none(), "{ending}");
}
