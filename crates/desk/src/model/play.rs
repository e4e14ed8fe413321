//! A game between two players: whose move it is, what an engine is asked, and what comes of its answer.

use web_time::Instant;

use heirloom_chess::game::Game;
use heirloom_chess::{Color, Line, Move, Position, Square};
use heirloom_engine::{BestMove, Limits};

use super::clocks::Clocks;
use super::ending::Ending;
use super::level::Level;
use super::names::{EVENT, elo_tag, tag};
use super::notice::Notice;
use super::players::{self, Player};
use super::record::Record;
use super::{Model, Stage};

/// What goes on between the players, beside moves.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// The engine whose best move will be played, and the position it was asked about.
    pub(super) asked: Option<(Color, Line)>,
    /// The engine that thinks in its opponent's time, and the position it expects.
    pub(super) pondering: Option<(Color, Line)>,
    /// Engines wait until somebody moves or asks them: their thinking was aborted, or one has failed.
    pub(super) idle: bool,
    /// Who has offered a draw that is neither taken nor refused.
    pub offer: Option<Color>,
    /// A person's move that is played as soon as it is its turn.
    pub premove: Option<(Square, Square)>,
    /// The game was interrupted by the end of the program.
    pub interrupted: bool,
    /// The flag of the engine that is asked has fallen; it is told to answer.
    pub(super) overdue: bool,
    /// What the engine has answered while a person looks at another place of the game.
    pub(super) held: Option<BestMove>,
}

impl Model {
    pub(super) fn new_game(
        &mut self,
        players: [Player; 2],
        level: Level,
        start: Option<Position>,
        now: Instant,
    ) {
        let mut game = start.map_or_else(Game::new, Game::from_position);
        game.tags_mut().set("Event", EVENT);
        game.tags_mut().set("Date", &heirloom_app::date::today());
        for (color, player) in Color::ALL.into_iter().zip(&players) {
            game.tags_mut().set(tag(color), player.name(self.person_name()));
            if let Some(elo) = player.elo() {
                game.tags_mut().set(elo_tag(color), &elo.to_string());
            }
        }
        game.tags_mut().set("TimeControl", &level.time_control());
        self.replace(Record::new(game));
        (self.habits.players, self.habits.level) = (Some(players.clone()), Some(level));
        self.players = players;
        self.clocks = Clocks::new(level);
        self.begin(now);
    }

    /// Seats the players and lets the one to move begin.
    pub(super) fn begin(&mut self, now: Instant) {
        self.table = Table::default();
        self.stage = Stage::Playing;
        for color in Color::ALL {
            self.seats.seat(color, &self.players[color.index()], self.roster.as_ref(), &self.wake);
            if let Some(seat) = self.seats.of(color) {
                seat.new_game();
            }
        }
        // A person with Black sits at the bottom.
        self.flipped = players::person(&self.players) == Some(Color::Black);
        self.moved();
        self.hand_over(now);
    }

    pub(super) fn take_seat(&mut self, color: Color, player: Player, now: Instant) {
        if self.thinking() == Some(color) {
            self.stop_engines();
        }
        let (name, elo) = (player.name(self.person_name()).to_owned(), player.elo());
        let _ = self.record.edit(|game| {
            game.tags_mut().set(tag(color), &name);
            match elo {
                Some(elo) => game.tags_mut().set(elo_tag(color), &elo.to_string()),
                None => game.tags_mut().remove(elo_tag(color)),
            }
            Ok(())
        });
        // In the place of an engine that has failed, another one plays at once.
        let failed = self.seats.of(color).is_none() && self.players[color.index()] != Player::Human;
        self.table.idle &= !failed;
        self.seats.seat(color, &player, self.roster.as_ref(), &self.wake);
        self.players[color.index()] = player;
        self.ask_if_due(now);
    }

    /// From now on players think so long; an engine that is thinking begins anew with it.
    pub(super) fn set_level(&mut self, level: Level, now: Instant) {
        self.clocks.set_level(level);
        if self.thinking().is_some() && self.table.held.is_none() && self.record.is_at_end() {
            self.stop_engines();
            self.ask(now);
        }
    }

    /// A move that a person has entered.
    pub(super) fn enter(&mut self, mv: Move, now: Instant) {
        if self.answer_puzzle(mv) {
            return;
        }
        let turn = self.record.position().turn();
        let in_game = self.stage == Stage::Playing && self.record.is_at_end();
        if in_game && self.thinking().is_some() {
            return self.tell(Notice::NotNow);
        }
        if !in_game && self.record.is_decided_here() {
            self.try_out();
        }
        let before = self.record.position().clone();
        if let Err(error) = self.record.play(mv) {
            return self.tell(Notice::Refused(error.to_string()));
        }
        self.learn_move(&before, mv);
        self.moved();
        if in_game {
            (self.table.idle, self.table.interrupted) = (false, false);
            // Whoever moves on does not want the draw.
            self.table.offer = self.table.offer.filter(|offers| *offers == turn);
            let time = self.clocks.since(turn, now);
            self.clocks.press(turn, now);
            self.note_time(turn, None, time, now);
            self.hand_over(now);
        }
    }

    /// After a move of the game: it may be over; else the next player's clock runs.
    pub(super) fn hand_over(&mut self, now: Instant) {
        if let Some(outcome) = self.record.line().outcome() {
            return self.end(Ending::Rules(outcome), now);
        }
        let turn = self.record.position().turn();
        self.clocks.start(turn, now);
        self.ask_if_due(now);
        if self.players[turn.index()] == Player::Human
            && let Some((from, to)) = self.table.premove.take()
        {
            let legal = self.record.position().legal_moves();
            // The first promotion in the list of moves is to a queen.
            if let Some(mv) = legal.iter().copied().find(|mv| (mv.from(), mv.to()) == (from, to)) {
                self.enter(mv, now);
            }
        }
    }

    /// Plays the move that has waited for the board to come back to its place.
    pub(super) fn play_held(&mut self, now: Instant) {
        let here =
            self.table.asked.as_ref().filter(|(_, line)| line == self.record.line()).map(|(color, _)| *color);
        if let Some((color, best)) = here.zip(self.table.held.take_if(|_| here.is_some())) {
            self.engine_moved(color, best, now);
        }
    }

    /// Asks the engine whose turn it is, if engines answer at once.
    pub(super) fn ask_if_due(&mut self, now: Instant) {
        let waits = !self.continuous || self.table.idle || self.thinking().is_some();
        if !waits && self.stage == Stage::Playing && self.record.is_at_end() {
            self.ask(now);
        }
    }

    /// Asks the engine whose turn it is, or tells it that what it expected has come.
    pub(super) fn ask(&mut self, now: Instant) {
        let turn = self.record.position().turn();
        self.seats.seat(turn, &self.players[turn.index()], self.roster.as_ref(), &self.wake);
        let Some(seat) = self.seats.of_mut(turn) else { return };
        (self.table.idle, self.table.interrupted) = (false, false);
        if self.clocks.running() != Some(turn) {
            self.clocks.start(turn, now);
        }
        let line = self.record.line().clone();
        let expected = self.table.pondering.take().is_some_and(|pondering| pondering == (turn, line.clone()));
        if expected && self.table.offer.is_none() {
            seat.ponder_hit();
        } else {
            let draw_offered = self.table.offer == Some(!turn);
            seat.go(
                line.clone(),
                Limits { draw_offered, ..self.clocks.limits(turn, now) },
                self.looking.attention.search,
            );
        }
        self.table.asked = Some((turn, line));
    }

    pub(super) fn engine_moved(&mut self, color: Color, best: BestMove, now: Instant) {
        let Some((_, line)) = self.table.asked.take_if(|(asked, _)| *asked == color) else { return };
        if self.stage != Stage::Playing {
            return;
        }
        if std::mem::take(&mut self.table.overdue) {
            return self.end_by_flag(color, now);
        }
        if line != *self.record.line() {
            // The move waits until the person who looks around comes back.
            self.clocks.pause(now);
            (self.table.asked, self.table.held) = (Some((color, line)), Some(best));
            return;
        }
        let offered = self.table.offer.take() == Some(!color);
        if offered && (best.offers_draw || self.would_take_a_draw(color)) {
            return self.end(Ending::Agreed, now);
        }
        let Some(mv) = best.best else { return };
        if let Err(error) = self.record.play(mv) {
            return self.tell(Notice::Refused(error.to_string()));
        }
        self.notices.retain(|notice| !matches!(notice, Notice::EngineFailed { .. }));
        let time = self.clocks.since(color, now);
        self.clocks.press(color, now);
        let found = self
            .seats
            .of(color)
            .and_then(|seat| seat.progress.exact())
            .map(|value| (value.score, value.depth));
        self.note_time(color, found, time, now);
        if offered {
            self.tell(Notice::DrawRefused);
        }
        if best.offers_draw {
            self.table.offer = Some(color);
            self.tell(Notice::DrawOffered(color));
        }
        self.moved();
        self.hand_over(now);
        self.ponder_on(color, best, now);
    }

    /// Engines that know nothing of offers take a draw late in the game where they see nothing better.
    fn would_take_a_draw(&self, color: Color) -> bool {
        let score = self.seats.of(color).and_then(|seat| seat.progress.score());
        self.record.line().moves().len() >= 40 && score.is_some_and(|score| score.centipawns() <= 0)
    }

    /// Lets an engine that has moved think about the reply it expects, while a person thinks about another one.
    fn ponder_on(&mut self, color: Color, best: BestMove, now: Instant) {
        let turn = self.record.position().turn();
        let idle = self.table.idle || !self.continuous || self.stage != Stage::Playing || turn == color;
        if !self.ponder || idle || self.clocks.level().has_no_end() {
            return;
        }
        let mut line = self.record.line().clone();
        let Some(reply) = best.ponder else { return };
        if line.push(reply).is_err() || line.outcome().is_some() {
            return;
        }
        let limits = Limits { ponder: true, ..self.clocks.limits(color, now) };
        if let Some(seat) = self.seats.of_mut(color) {
            seat.go(line.clone(), limits, self.looking.attention.search);
            self.table.pondering = Some((color, line));
        }
    }

    /// Lets engines think in the opponent's time, or not.
    pub(super) fn ponder(&mut self, on: bool) {
        self.ponder = on;
        if let Some((color, _)) = self.table.pondering.take_if(|_| !on)
            && let Some(seat) = self.seats.of(color)
        {
            seat.stop();
        }
    }

    pub(super) fn end(&mut self, ending: Ending, now: Instant) {
        self.stop_engines();
        self.clocks.pause(now);
        self.table = Table::default();
        self.stage = Stage::Over(ending);
        let _ = self.record.edit(|game| {
            game.set_result(ending.result());
            game.tags_mut().set("Termination", ending.termination());
            Ok(())
        });
    }

    /// Nobody thinks for the game any more; what engines still say of it is dropped.
    pub(super) fn stop_engines(&mut self) {
        (self.table.asked, self.table.pondering, self.table.held, self.table.overdue) =
            (None, None, None, false);
        for color in Color::ALL {
            if let Some(seat) = self.seats.of(color) {
                seat.stop();
            }
        }
    }
}

#[cfg(test)]
mod tests;
