//! Requests of a user during a game, except for moves: a move by the computer, taking back moves, a draw,
//! the end.

use web_time::{Duration, Instant};

use heirloom_app::coach::help::{self, Help, HelpCount};
use heirloom_chess::game::{Game, GameResult};
use heirloom_chess::notation::typed;
use heirloom_chess::{Position, Square};
use heirloom_engine::Limits;

use super::{Pending, Play, Stage};
use crate::model::clocks::Clocks;
use crate::model::context::{Context, Effect};
use crate::model::ending::Ending;
use crate::model::notice::Notice;
use crate::model::players::{self, Player};
use crate::model::record::{Record, Step};

/// How long the computer thinks about a move for the user if the level sets no limit.
const FOR_USER: Duration = Duration::from_secs(3);

impl Play {
    pub(super) fn move_for_me(&mut self, context: &mut Context, now: Instant) {
        if self.thinking().is_some()
            || self.record.line().outcome().is_some()
            || matches!(self.stage, Stage::Over(_))
        {
            return context.notify(Notice::NotNow);
        }
        let turn = self.record.position().turn();
        if self.stage == Stage::Playing && self.record.is_at_end() && *self.player(turn) != Player::Human {
            return self.search(context, now);
        }
        let level = self.clocks.level();
        let limits =
            if level.has_no_end() { Limits::move_time(FOR_USER) } else { self.clocks.limits(turn, now) };
        self.note_help(Help::Hint);
        context.ask(Effect::MoveForUser(Box::new(limits)));
    }

    pub(super) fn move_now(&self, context: &mut Context) {
        match self.thinking().and_then(|color| self.seats.of(color)) {
            Some(seat) => seat.worker.stop(),
            None => context.ask(Effect::Hurry),
        }
    }

    /// Stops the engine that is thinking; engines wait until a move is made or asked for.
    pub(super) fn abort(&mut self, context: &mut Context, now: Instant) {
        if self.thinking().is_some() {
            self.stop_engines();
            self.clocks.pause(now);
            self.pending.idle = true;
        } else {
            context.ask(Effect::Cancel);
        }
    }

    /// Plays a move that was typed; while the engine thinks, it is a premove.
    pub(super) fn type_move(&mut self, text: &str, context: &mut Context) {
        let waits = self.thinking().is_some_and(|color| *self.player(!color) == Player::Human);
        let mut position = self.record.position().clone();
        let passes = waits && self.record.is_at_end();
        if passes && !position.in_check() {
            position.play_null();
        }
        match typed::parse(&position, text) {
            Ok(mv) if passes => self.pending.premove = Some((mv.from(), mv.to())),
            Ok(mv) => context.ask(Effect::Enter(mv, None)),
            Err(error) => match squares(text).filter(|_| passes) {
                // It may become legal by the engine's move.
                Some(premove) => self.pending.premove = Some(premove),
                None => context.notify(Notice::Typed(error)),
            },
        }
    }

    fn engine_to_move(&self) -> bool {
        *self.player(self.record.position().turn()) != Player::Human
    }

    /// Takes back moves until the user is to move: their own, and the engine's answer to it.
    pub(super) fn take_back(&mut self, context: &mut Context, now: Instant) {
        if !self.record.is_at_end() || self.record.last_move().is_none() {
            return context.notify(Notice::NothingToTakeBack);
        }
        let has_user = self.players.contains(&Player::Human);
        self.stop_engines();
        let playing = self.stage != Stage::Free;
        self.record.take_back(playing);
        self.clocks.take_back(now);
        if playing && has_user && self.engine_to_move() && self.record.last_move().is_some() {
            self.record.take_back(playing);
            self.clocks.take_back(now);
        }
        if matches!(self.stage, Stage::Over(_)) {
            self.stage = Stage::Playing;
        }
        self.note_help(Help::TakeBack);
        self.resume(context, now);
    }

    /// Returns true if Undo takes a move back: in a game that is being played, if nothing was changed since.
    pub fn undo_takes_back(&self) -> bool {
        self.stage == Stage::Playing && self.record.undoes().is_none()
    }

    /// Undoes the last change of the text, or takes a move of the game back.
    pub(super) fn undo(&mut self, context: &mut Context, now: Instant) {
        if self.undo_takes_back() {
            return self.take_back(context, now);
        }
        if !self.record.undo() {
            context.notify(Notice::NothingToUndo);
        }
        context.ask(Effect::Moved);
    }

    /// Does the last change again that was undone; if there is none, plays moves again that were taken back,
    /// until the user is to move.
    pub(super) fn redo(&mut self, context: &mut Context, now: Instant) {
        if self.record.redo() {
            return context.ask(Effect::Moved);
        }
        if self.record.next_redo().is_none() {
            return context.notify(Notice::NothingToTakeBack);
        }
        self.stop_engines();
        let has_user = self.players.contains(&Player::Human);
        while let Some(mv) = self.record.next_redo() {
            let free = self.stage == Stage::Free;
            let played = if free { self.record.enter(mv) } else { self.record.play(mv) };
            if played.is_err() {
                break;
            }
            self.clocks.redo(now);
            if free || !has_user || !self.engine_to_move() {
                break;
            }
        }
        self.resume(context, now);
    }

    /// Continues the game from another position; engines wait until the user moves.
    fn resume(&mut self, context: &mut Context, now: Instant) {
        self.pending = Pending { idle: true, ..Default::default() };
        context.ask(Effect::Moved);
        if self.stage == Stage::Playing {
            self.clocks.start(self.record.position().turn(), now);
        }
    }

    pub(super) fn resign(&mut self, context: &mut Context, now: Instant) {
        if self.stage != Stage::Playing {
            return context.notify(Notice::NotNow);
        }
        let loser = players::person(&self.players).unwrap_or(self.record.position().turn());
        self.end(Ending::Resigned(loser), now);
    }

    /// Accepts a draw, or offers one. Two people agree at once; an engine is asked with its next move. Draws
    /// by the rules need no claim, since they end the game anyway.
    pub(super) fn draw(&mut self, context: &mut Context, now: Instant) {
        if self.stage != Stage::Playing {
            return context.notify(Notice::NotNow);
        }
        let Some(person) = players::person(&self.players) else {
            let both = self.players.iter().all(|player| *player == Player::Human);
            return if both { self.end(Ending::Agreed, now) } else { context.notify(Notice::NotNow) };
        };
        if self.pending.offer == Some(!person) {
            return self.end(Ending::Agreed, now);
        }
        self.pending.offer = Some(person);
        context.notify(Notice::DrawAsked);
    }

    /// Starts another game of the same players with colors exchanged, from the same start position.
    pub(super) fn rematch(&mut self, context: &mut Context, now: Instant) {
        let Stage::Over(_) = self.stage else { return context.notify(Notice::NotNow) };
        let [white, black] = self.players.clone();
        let start = self.record.game().start().clone();
        let start = (start != Position::startpos()).then_some(start);
        self.new_game([black, white], self.clocks.level(), start, context, now);
    }

    /// Puts a copy of a decided game on the board for moves after its end; the game itself stays as it is.
    pub(super) fn try_out(&mut self, context: &mut Context) {
        let mut game = self.record.game().clone();
        game.set_result(GameResult::Unknown);
        game.tags_mut().remove("Termination");
        context.notify(Notice::TriedOut);
        self.show(game, context);
        self.record.go(Step::Last);
    }

    /// Continues a game that was interrupted: the player to move thinks, and the clock runs.
    pub(super) fn continue_game(&mut self, context: &mut Context, now: Instant) {
        if self.stage != Stage::Playing || !self.pending.interrupted {
            return context.notify(Notice::NotNow);
        }
        let last = self.record.game().last();
        self.record.go(Step::To(last));
        (self.pending.idle, self.pending.interrupted) = (false, false);
        context.ask(Effect::Moved);
        self.hand_over(context, now);
    }

    pub(super) fn play_from_here(&mut self, context: &mut Context, now: Instant) {
        self.stop_engines();
        let mut game = Game::from_line(self.record.line());
        for (name, value) in self.record.game().tags().iter() {
            game.tags_mut().set(name, value);
        }
        ["Termination", help::TAG].iter().for_each(|tag| game.tags_mut().remove(tag));
        game.set_result(GameResult::Unknown);
        let mut players = self.players.clone();
        if players == [Player::Human, Player::Human]
            && let Some(name) = context.roster.names().first()
        {
            let engine = !self.record.position().turn();
            players[engine.index()] = Player::Engine(name.clone());
        }
        let mut help = HelpCount::default();
        if players::person(&players).is_some() {
            help.note(Help::Change);
            game.tags_mut().set(help::TAG, &help.to_string());
        }
        self.replace(Record::new(game), context);
        self.record.go(Step::Last);
        self.players = players;
        self.clocks = Clocks::new(self.clocks.level());
        self.start(context, now);
        self.help = help;
    }
}

/// Returns the squares of a move in coordinates, such as `g1f3`.
fn squares(text: &str) -> Option<(Square, Square)> {
    let text = text.trim();
    Some((text.get(0..2)?.parse().ok()?, text.get(2..4)?.parse().ok()?))
}
