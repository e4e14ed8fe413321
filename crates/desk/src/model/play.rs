//! A game between two players: whose move it is, what an engine is asked, and how it ends.

use std::time::{Duration, Instant};

use heirloom_chess::game::{Game, GameResult};
use heirloom_chess::{Color, Move, Position};
use heirloom_engine::{BestMove, Limits};

use super::clocks::Clocks;
use super::ending::Ending;
use super::level::Level;
use super::notice::Notice;
use super::players::Player;
use super::record::Record;
use super::{Model, Stage};

impl Model {
    pub(super) fn new_game(&mut self, players: [Player; 2], level: Level, start: Option<Position>, now: Instant) {
        self.stop_engines();
        let mut game = start.map_or_else(Game::new, Game::from_position);
        for (name, player) in ["White", "Black"].into_iter().zip(&players) {
            game.tags_mut().set(name, player.name("Human"));
        }
        game.tags_mut().set("TimeControl", &level.to_string());
        self.record = Record::new(game);
        self.players = players;
        self.clocks = Clocks::new(level);
        self.analysis.hint = None;
        self.begin(now);
    }

    /// Seats the players and lets the one to move begin.
    fn begin(&mut self, now: Instant) {
        self.stage = Stage::Playing;
        for color in Color::ALL {
            self.seats.seat(color, &self.players[color.index()], self.roster.as_ref(), &self.wake);
            if let Some(seat) = self.seats.of(color) {
                seat.new_game();
            }
        }
        // A person with Black sits at the bottom.
        self.flipped = matches!(self.players, [Player::Engine(_), Player::Human]);
        self.moved();
        self.hand_over(now);
    }

    pub(super) fn take_seat(&mut self, color: Color, player: Player, now: Instant) {
        if self.thinking() == Some(color) {
            self.abort(now);
        }
        self.seats.seat(color, &player, self.roster.as_ref(), &self.wake);
        self.players[color.index()] = player;
        self.ask_if_due(now);
    }

    /// A move that a person has entered.
    pub(super) fn enter(&mut self, mv: Move, now: Instant) {
        let turn = self.record.position().turn();
        if self.stage == Stage::Playing && self.record.is_at_end() && self.thinking().is_some() {
            return self.tell(Notice::NotNow);
        }
        let in_game = self.stage == Stage::Playing && self.record.is_at_end();
        if let Err(error) = self.record.play(mv) {
            return self.tell(Notice::Refused(error.to_string()));
        }
        if in_game {
            self.clocks.press(turn, now);
            self.hand_over(now);
        }
        self.moved();
    }

    /// After a move of the game: it may be over; else the next player's clock runs.
    fn hand_over(&mut self, now: Instant) {
        if let Some(outcome) = self.record.line().outcome() {
            return self.end(Ending::Rules(outcome), now);
        }
        self.clocks.start(self.record.position().turn(), now);
        self.ask_if_due(now);
    }

    /// Asks the engine whose turn it is, if engines answer at once.
    pub(super) fn ask_if_due(&mut self, now: Instant) {
        if self.continuous && self.stage == Stage::Playing && self.record.is_at_end() && self.thinking().is_none() {
            self.ask(now, false);
        }
    }

    fn ask(&mut self, now: Instant, draw_offered: bool) {
        let turn = self.record.position().turn();
        self.seats.seat(turn, &self.players[turn.index()], self.roster.as_ref(), &self.wake);
        let Some(seat) = self.seats.of_mut(turn) else { return };
        if self.clocks.running() != Some(turn) {
            self.clocks.start(turn, now);
        }
        let limits = Limits { draw_offered, ..self.clocks.limits(turn, now) };
        let line = self.record.line().clone();
        seat.go(line.clone(), limits, self.looking.attention.search);
        self.asked = Some((turn, line));
    }

    pub(super) fn engine_moved(&mut self, color: Color, best: BestMove, now: Instant) {
        let Some((_, line)) = self.asked.take_if(|(asked, _)| *asked == color) else { return };
        if line != *self.record.line() || self.stage != Stage::Playing {
            return;
        }
        let Some(mv) = best.best else { return };
        if let Err(error) = self.record.play(mv) {
            return self.tell(Notice::Refused(error.to_string()));
        }
        self.clocks.press(color, now);
        self.moved();
        self.hand_over(now);
    }

    pub(super) fn move_for_me(&mut self, now: Instant) {
        if self.thinking().is_some() || self.record.line().outcome().is_some() || matches!(self.stage, Stage::Over(_)) {
            return self.tell(Notice::NotNow);
        }
        let turn = self.record.position().turn();
        if self.stage == Stage::Playing && self.record.is_at_end() && self.players[turn.index()] != Player::Human {
            return self.ask(now, false);
        }
        let limits = match self.clocks.level() {
            Level::Unlimited => Limits::move_time(Duration::from_secs(3)),
            _ => self.clocks.limits(turn, now),
        };
        self.think_for_person(limits);
    }

    pub(super) fn move_now(&mut self) {
        match self.thinking().and_then(|color| self.seats.of(color)) {
            Some(seat) => seat.stop(),
            None => match &self.analysis.seat {
                Some(seat) if seat.is_thinking() && !self.analysis.on => seat.stop(),
                _ => self.tell(Notice::NobodyThinks),
            },
        }
    }

    /// The engine that thinks stops and plays nothing; engines wait until they are asked.
    pub(super) fn abort(&mut self, now: Instant) {
        let Some((color, _)) = self.asked.take() else { return self.tell(Notice::NobodyThinks) };
        if let Some(seat) = self.seats.of(color) {
            seat.stop();
        }
        self.clocks.pause(now);
        self.continuous = false;
    }

    /// Takes back so much that a person is to move: its own move, and the engine's answer to it.
    pub(super) fn take_back(&mut self, now: Instant) {
        let persons = self.players.contains(&Player::Human);
        if !self.record.is_at_end() || self.record.last_move().is_none() {
            return self.tell(Notice::NothingToTakeBack);
        }
        if self.thinking().is_some() {
            self.stop_engines();
        }
        self.record.take_back();
        let engine_to_move = |model: &Model| model.players[model.record.position().turn().index()] != Player::Human;
        if self.stage != Stage::Free && persons && engine_to_move(self) && self.record.last_move().is_some() {
            self.record.take_back();
        }
        if matches!(self.stage, Stage::Over(_)) {
            self.stage = Stage::Playing;
        }
        let _ = self.record.edit(|game| {
            game.set_result(GameResult::Unknown);
            Ok(())
        });
        self.moved();
        if self.stage == Stage::Playing {
            self.clocks.start(self.record.position().turn(), now);
        }
    }

    pub(super) fn redo(&mut self, now: Instant) {
        let Some(mv) = self.record.next_redo() else { return self.tell(Notice::NothingToTakeBack) };
        let turn = self.record.position().turn();
        if self.thinking().is_some() {
            self.stop_engines();
        }
        if self.record.play(mv).is_ok() {
            self.moved();
            if self.stage == Stage::Playing {
                self.clocks.press(turn, now);
                self.clocks.start(!turn, now);
            }
        }
    }

    pub(super) fn resign(&mut self, now: Instant) {
        if self.stage != Stage::Playing {
            return self.tell(Notice::NotNow);
        }
        let loser = match &self.players {
            [Player::Human, Player::Engine(_)] => Color::White,
            [Player::Engine(_), Player::Human] => Color::Black,
            _ => self.record.position().turn(),
        };
        self.end(Ending::Resigned(loser), now);
    }

    /// Two persons agree at once. An engine is asked with the next move it has to make; it takes the draw where it sees nothing better.
    pub(super) fn draw(&mut self, now: Instant) {
        if self.stage != Stage::Playing {
            return self.tell(Notice::NotNow);
        }
        match &self.players {
            [Player::Human, Player::Human] => self.end(Ending::Agreed, now),
            _ => {
                let last = self.seats.of(Color::White).or(self.seats.of(Color::Black)).and_then(|seat| seat.lines.first()?.score);
                if last.is_some_and(|score| score.centipawns() <= 0) && self.record.line().moves().len() >= 40 {
                    self.end(Ending::Agreed, now);
                } else {
                    self.tell(Notice::DrawRefused);
                }
            }
        }
    }

    pub(super) fn play_from_here(&mut self, now: Instant) {
        self.stop_engines();
        let game = Game::from_line(self.record.line());
        let tags: Vec<(String, String)> =
            self.record.game().tags().iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        self.record = Record::new(game);
        let _ = self.record.edit(|game| {
            tags.iter().for_each(|(name, value)| game.tags_mut().set(name, value));
            game.set_result(GameResult::Unknown);
            Ok(())
        });
        self.record.go(crate::command::Step::Last);
        self.clocks = Clocks::new(self.clocks.level());
        self.begin(now);
    }

    pub(super) fn end(&mut self, ending: Ending, now: Instant) {
        self.stop_engines();
        self.clocks.pause(now);
        self.stage = Stage::Over(ending);
        let _ = self.record.edit(|game| {
            game.set_result(ending.result());
            game.tags_mut().set("Termination", ending.termination());
            Ok(())
        });
    }

    /// Nobody thinks for the game any more; what engines still say of it is dropped.
    pub(super) fn stop_engines(&mut self) {
        self.asked = None;
        for color in Color::ALL {
            if let Some(seat) = self.seats.of(color) {
                seat.stop();
            }
        }
    }
}
