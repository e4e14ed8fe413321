//! What a person asks for during a game beside moves: help, another try, a draw, the end.

use web_time::{Duration, Instant};

use heirloom_chess::Position;
use heirloom_chess::game::{Game, GameResult};
use heirloom_engine::Limits;

use super::clocks::Clocks;
use super::ending::Ending;
use super::notice::Notice;
use super::players::{self, Player};
use super::record::Record;
use super::{Model, Stage};
use crate::command::Step;

/// How long a move for a person takes where the level gives no end.
const FOR_PERSON: Duration = Duration::from_secs(3);

impl Model {
    pub(super) fn move_for_me(&mut self, now: Instant) {
        if self.thinking().is_some()
            || self.record.line().outcome().is_some()
            || matches!(self.stage, Stage::Over(_))
        {
            return self.tell(Notice::NotNow);
        }
        let turn = self.record.position().turn();
        if self.stage == Stage::Playing
            && self.record.is_at_end()
            && self.players[turn.index()] != Player::Human
        {
            return self.ask(now);
        }
        let level = self.clocks.level();
        let limits =
            if level.has_no_end() { Limits::move_time(FOR_PERSON) } else { self.clocks.limits(turn, now) };
        self.think_for_person(limits);
    }

    pub(super) fn move_now(&mut self) {
        match self.thinking().and_then(|color| self.seats.of(color)) {
            Some(seat) => seat.stop(),
            None if self.analysis.hurry() => {}
            None => self.tell(Notice::NobodyThinks),
        }
    }

    /// The engine that thinks stops and plays nothing; engines wait until they are asked, or somebody moves.
    pub(super) fn abort(&mut self, now: Instant) {
        if self.thinking().is_some() {
            self.stop_engines();
            self.clocks.pause(now);
            self.table.idle = true;
        } else if self.analysis.drop_wish() {
            self.follow();
        } else {
            self.tell(Notice::NobodyThinks);
        }
    }

    fn engine_to_move(&self) -> bool {
        self.players[self.record.position().turn().index()] != Player::Human
    }

    /// Takes back so much that a person is to move: its own move, and the engine's answer to it.
    pub(super) fn take_back(&mut self, now: Instant) {
        if !self.record.is_at_end() || self.record.last_move().is_none() {
            return self.tell(Notice::NothingToTakeBack);
        }
        let persons = self.players.contains(&Player::Human);
        self.stop_engines();
        self.record.take_back();
        if self.stage != Stage::Free && persons && self.engine_to_move() && self.record.last_move().is_some()
        {
            self.record.take_back();
        }
        if matches!(self.stage, Stage::Over(_)) {
            self.stage = Stage::Playing;
        }
        let _ = self.record.edit(|game| {
            game.set_result(GameResult::Unknown);
            Ok(())
        });
        self.resume(now);
    }

    /// Plays again what was taken back: up to where a person is to move.
    pub(super) fn redo(&mut self, now: Instant) {
        if self.record.next_redo().is_none() {
            return self.tell(Notice::NothingToTakeBack);
        }
        self.stop_engines();
        let persons = self.players.contains(&Player::Human);
        while let Some(mv) = self.record.next_redo() {
            if self.record.play(mv).is_err()
                || self.stage == Stage::Free
                || !persons
                || !self.engine_to_move()
            {
                break;
            }
        }
        self.resume(now);
    }

    /// The game goes on from another position; engines wait until somebody moves.
    fn resume(&mut self, now: Instant) {
        self.table = super::play::Table { idle: true, ..Default::default() };
        self.moved();
        if self.stage == Stage::Playing {
            self.clocks.start(self.record.position().turn(), now);
        }
    }

    pub(super) fn resign(&mut self, now: Instant) {
        if self.stage != Stage::Playing {
            return self.tell(Notice::NotNow);
        }
        let loser = players::person(&self.players).unwrap_or(self.record.position().turn());
        self.end(Ending::Resigned(loser), now);
    }

    /// Takes a draw that is offered. Two persons agree at once; an engine is asked together with its next move. Draws that the rules give
    /// need no claim: the game ends by itself.
    pub(super) fn draw(&mut self, now: Instant) {
        if self.stage != Stage::Playing {
            return self.tell(Notice::NotNow);
        }
        let Some(person) = players::person(&self.players) else {
            let both = self.players.iter().all(|player| *player == Player::Human);
            return if both { self.end(Ending::Agreed, now) } else { self.tell(Notice::NotNow) };
        };
        if self.table.offer == Some(!person) {
            return self.end(Ending::Agreed, now);
        }
        self.table.offer = Some(person);
        self.tell(Notice::DrawAsked);
    }

    /// The same players exchange colors and play again, from the same start.
    pub(super) fn rematch(&mut self, now: Instant) {
        let Stage::Over(_) = self.stage else { return self.tell(Notice::NotNow) };
        let [white, black] = self.players.clone();
        let start = self.record.game().start().clone();
        let start = (start != Position::startpos()).then_some(start);
        self.new_game([black, white], self.clocks.level(), start, now);
    }

    /// Moves after the end of a decided game are tried on a copy of it; the game stays as it is.
    pub(super) fn try_out(&mut self) {
        let mut game = self.record.game().clone();
        game.set_result(GameResult::Unknown);
        game.tags_mut().remove("Termination");
        self.tell(Notice::TriedOut);
        self.show(game);
        self.record.go(Step::Last);
    }

    /// Goes on with a game that was interrupted: the player to move thinks, and its clock runs on.
    pub(super) fn continue_game(&mut self, now: Instant) {
        if self.stage != Stage::Playing || !self.table.interrupted {
            return self.tell(Notice::NotNow);
        }
        let last = self.record.game().last();
        self.record.go(Step::To(last));
        (self.table.idle, self.table.interrupted) = (false, false);
        self.moved();
        self.hand_over(now);
    }

    pub(super) fn play_from_here(&mut self, now: Instant) {
        self.stop_engines();
        let mut game = Game::from_line(self.record.line());
        for (name, value) in self.record.game().tags().iter() {
            game.tags_mut().set(name, value);
        }
        game.tags_mut().remove("Termination");
        game.set_result(GameResult::Unknown);
        self.replace(Record::new(game));
        self.record.go(Step::Last);
        if self.players == [Player::Human, Player::Human]
            && let Some(name) = self.roster.names().first()
        {
            let engine = !self.record.position().turn();
            self.players[engine.index()] = Player::Engine(name.clone());
        }
        self.clocks = Clocks::new(self.clocks.level());
        self.begin(now);
    }
}
