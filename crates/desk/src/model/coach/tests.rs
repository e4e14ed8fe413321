//! Tests of the coach in the model: no move waits long for it, and failures cost nothing.

use web_time::{Duration, Instant};

use heirloom_engine::Transcript;

use super::super::Model;
use crate::model::command::{CoachCommand, PlayCommand};
use crate::model::level::Level;
use crate::model::notice::Notice;
use crate::model::players::Player;
use crate::roster::{EngineFactory, NoEngines, Roster};

/// A roster whose engines take long to start.
struct Slow;

impl Roster for Slow {
    fn names(&self) -> Vec<String> {
        vec!["slow".into()]
    }

    fn factory_with_transcript(&self, _: &str, _: Transcript) -> EngineFactory {
        Box::new(|| {
            std::thread::sleep(Duration::from_secs(3));
            Err("no engine here".into())
        })
    }
}

fn begin(model: &mut Model) -> Instant {
    let now = Instant::now();
    model.set_coach(Some(150));
    let players = [Player::Human, Player::Engine("slow".into())];
    model.apply(PlayCommand::NewGame { players, level: Level::default(), start: None }, now);
    model.apply(PlayCommand::Type("f3".into()), now);
    now
}

#[test]
fn with_a_clock_a_move_waits_less_than_a_third_of_a_second() {
    let mut model = Model::with(Slow);
    let now = begin(&mut model);
    assert!(model.coach.waiting().is_some() && model.coach.rest(now).is_some());
    // Entered twice, it is still one move.
    model.apply(PlayCommand::Type("f3".into()), now);
    model.poll(now + Duration::from_millis(299));
    assert_eq!(model.plies(), 0);
    model.poll(now + Duration::from_millis(300));
    assert_eq!((model.plies(), model.coach.waiting()), (1, None));
}

#[test]
fn a_move_that_no_longer_fits_is_dropped() {
    let mut model = Model::with(Slow);
    let now = begin(&mut model);
    model.apply(PlayCommand::Resign, now);
    model.poll(now + Duration::from_secs(1));
    assert_eq!((model.plies(), model.coach.waiting()), (0, None));
}

#[test]
fn without_an_engine_moves_are_played() {
    let mut model = Model::with(NoEngines);
    begin(&mut model);
    model.wait("the move", |model| model.plies() == 1);
    assert!(model.coach.warning.is_none());
    for command in [CoachCommand::PlayAnyway, CoachCommand::TakeBack] {
        model.command(command);
        assert_eq!(model.take_notice(), Some(Notice::NotNow));
    }
}
