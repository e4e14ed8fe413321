//! Sessions: one best move for each `go`, held back under `infinite` and `ponder`; engines that fail.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::mpsc;
use std::time::Duration;

use heirloom_chess::{Line, Move, Position, Square};
use heirloom_engine::{BestMove, EngineError, EngineOption, Event, Info, Limits, Session, Signals};
use heirloom_testing::{Answer, Scripted};

fn first_move(line: &Line) -> Option<Move> {
    line.position().legal_moves().first().copied()
}

fn reporting(answer: Answer) -> Answer {
    answer.reporting(Info { depth: Some(1), ..Info::default() })
}

fn following(answers: impl IntoIterator<Item = Answer>) -> Session {
    Session::start(Scripted::new(answers).boxed()).unwrap()
}

/// A session with an engine that reports once and plays the first legal move.
fn session() -> Session {
    following([reporting(Answer::first_move())])
}

const SHORT: Duration = Duration::from_millis(50);

#[test]
fn one_best_move_for_each_go() {
    let mut session = session();
    for _ in 0..3 {
        session.go(Line::default(), Limits::depth(1));
        let mut news = 0;
        assert_eq!(session.wait(|_| news += 1).unwrap().best, first_move(&Line::default()));
        assert_eq!(news, 1);
        assert!(!session.is_searching());
        assert_eq!(session.next_event(SHORT), None);
    }
}

#[test]
fn illegal_moves_are_rejected() {
    let illegal = Move::normal(Square::A1, Square::H8);
    let with_illegal_ponder = Scripted::with(move |search| {
        Ok(BestMove { best: search.first_move(), ponder: Some(illegal), ..BestMove::default() })
    });
    let mut session = following([Answer::best(illegal)]);
    session.go(Line::default(), Limits::depth(1));
    let Err(EngineError::InvalidReply { reply: said, .. }) = session.wait(|_| {}) else { panic!("accepted") };
    assert!(said.starts_with("a1h8 in rnbq"), "{said}");
    let mut session = Session::start(with_illegal_ponder.boxed()).unwrap();
    session.go(Line::default(), Limits::depth(1));
    assert_eq!(session.wait(|_| {}).unwrap().ponder, None);
}

#[test]
fn posted_tasks_run_in_turn() {
    let mut session = session();
    let (sender, receiver) = mpsc::channel();
    session.go(Line::default(), Limits::infinite());
    session.post(move |engine| sender.send(engine.name().to_owned()).unwrap());
    assert!(receiver.recv_timeout(SHORT).is_err());
    session.stop();
    assert_eq!(receiver.recv_timeout(Duration::from_secs(5)).unwrap(), "scripted");
}

#[test]
fn infinite_holds_the_move_back_until_stop() {
    let mut session = session();
    let ticket = session.go(Line::default(), Limits::infinite());
    assert!(matches!(session.next_event(Duration::from_secs(5)), Some(Event::Info(..))));
    assert_eq!(session.next_event(SHORT), None);
    assert!(session.is_searching());
    session.stop();
    assert!(matches!(session.next_event(Duration::from_secs(5)),
        Some(Event::Done(ended, Ok(_))) if ended == ticket));
}

#[test]
fn a_failure_is_reported_at_once() {
    let illegal = Answer::best(Move::normal(Square::A1, Square::H8));
    let mut session = following([illegal, Answer::panic("thirteen")]);
    for limits in [Limits::infinite(), Limits { ponder: true, ..Limits::depth(1) }] {
        session.go(Line::default(), limits);
        assert!(session.wait(|_| {}).is_err());
    }
}

#[test]
fn pondering_holds_the_move_back_until_the_hit() {
    let mut session = session();
    session.go(Line::default(), Limits { ponder: true, ..Limits::depth(1) });
    assert!(matches!(session.next_event(Duration::from_secs(5)), Some(Event::Info(..))));
    assert_eq!(session.next_event(SHORT), None);
    session.ponder_hit();
    assert!(session.wait(|_| {}).is_ok());
}

#[test]
fn a_late_stop_does_not_end_the_next_search() {
    let mut session = session();
    session.go(Line::default(), Limits::depth(1));
    assert!(session.wait(|_| {}).is_ok());
    session.stop();
    session.go(Line::default(), Limits::infinite());
    assert!(matches!(session.next_event(Duration::from_secs(5)), Some(Event::Info(..))));
    assert_eq!(session.next_event(SHORT), None);
}

#[test]
fn an_engine_that_fails_is_reported_and_lives_on() {
    let engine = Scripted::new([Answer::panic("thirteen"), Answer::first_move()]);
    let engine =
        engine.options([EngineOption::spin("Hash", 1, 1, 9)]).on_option(|_, name, _| panic!("{name}"));
    let mut session = Session::start(engine.boxed()).unwrap();
    session.go(Line::default(), Limits::depth(1));
    assert!(matches!(session.wait(|_| {}),
        Err(EngineError::Panicked(message)) if message.contains("thirteen")));
    assert_eq!(session.set_option("Hash", "1"), Err(EngineError::Panicked("Hash".into())));
    session.go(Line::default(), Limits::depth(1));
    assert!(session.wait(|_| {}).is_ok());
    assert_eq!(
        session.perft(&Position::startpos(), 1, &Signals::new()),
        Err(EngineError::Unsupported("perft"))
    );
}
