//! The game of another program that uses the desk as its engine: the board only follows it.

use web_time::Instant;

use heirloom_chess::game::{Game, GameResult};
use heirloom_chess::{Color, Line, Move, Outcome};
use heirloom_engine::{Limits, Origin};

use super::{Pending, Play, Stage};
use crate::model::clocks::Clocks;
use crate::model::context::{Context, Effect};
use crate::model::ending::Ending;
use crate::model::figures;
use crate::model::level::Level;
use crate::model::names::tag;
use crate::model::players::Seat;
use crate::model::record::{Record, Step};

impl Play {
    /// Shows the other program's game: as a continuation of the present one if it is one.
    pub(in crate::model) fn follow_game(&mut self, line: &Line, context: &mut Context, now: Instant) {
        let game = self.record.game();
        let known = game.line(game.last()).unwrap_or_default();
        let continues = self.stage == Stage::Playing
            && known.start() == line.start()
            && line.moves().starts_with(known.moves());
        if continues {
            self.record.go(Step::Last);
            for &mv in &line.moves()[known.moves().len()..] {
                // The moves are legal, or the server would have refused them.
                let _ = self.record.play(mv);
                if context.figures {
                    self.record.remark(&[&figures::of_player().to_string()]);
                }
            }
        } else {
            let game = Game::from_line(line);
            self.record = Record::new(game);
            self.record.go(Step::Last);
            self.clocks = Clocks::new(Level::Unlimited);
            self.stage = Stage::Playing;
        }
        self.pending = Pending::default();
        self.finish_if_over(now);
        context.ask(Effect::Moved);
    }

    /// Shows that the engine of this name searches the end of a line.
    pub(in crate::model) fn follow_search(
        &mut self,
        line: &Line,
        limits: &Limits,
        engine: &str,
        context: &mut Context,
        now: Instant,
    ) {
        self.follow_game(line, context, now);
        let turn = line.position().turn();
        if !limits.infinite {
            self.seat_served(turn, engine);
        }
        self.clocks.set_left(limits.clocks.as_ref().map(|clocks| clocks.time));
        if !limits.infinite {
            self.clocks.start(turn, now);
        }
        self.pending.searching = Some((turn, line.clone()));
    }

    /// Shows that the engine has finished its search of a line, with the move that it plays there.
    pub(in crate::model) fn follow_answer(
        &mut self,
        played: Option<(&Line, Move)>,
        context: &mut Context,
        now: Instant,
    ) {
        self.pending.searching = None;
        self.clocks.pause(now);
        if let Some((line, mv)) = played.filter(|(line, _)| *line == self.record.line()) {
            self.clocks.press(line.position().turn(), now);
            // The server reports an illegal move to the other program.
            let _ = self.record.play(mv);
            self.clocks.start(self.record.position().turn(), now);
            self.finish_if_over(now);
            context.ask(Effect::Moved);
        }
    }

    /// Notes the figures of the engine's move, which the board shows.
    pub(in crate::model) fn note_figures(&mut self, color: Color, origin: Option<Origin>, seat: &Seat) {
        let shown = self.record.position().turn() == !color;
        let source = origin.filter(|_| shown);
        if let Some(figures) = source.and_then(|source| figures::journal(color, source, Some(seat))) {
            self.record.remark(&[&figures.to_string()]);
        }
    }

    /// The engine plays this side, which is at the bottom, as its operator sees it.
    fn seat_served(&mut self, color: Color, engine: &str) {
        if self.record.game().tags().get(tag(color)) == Some(engine) {
            return;
        }
        self.turn_to(color);
        let _ = self.record.set(|game| {
            game.tags_mut().set(tag(color), engine);
            game.tags_mut().remove(tag(!color));
            Ok(())
        });
    }

    /// Shows a checkmate as the end of the game; about any other end the other program decides.
    fn finish_if_over(&mut self, now: Instant) {
        let outcome = self.record.line().outcome();
        let result = if let Some(outcome @ Outcome::Checkmate { .. }) = outcome {
            self.clocks.pause(now);
            self.stage = Stage::Over(Ending::Rules(outcome));
            outcome.into()
        } else {
            GameResult::Unknown
        };
        if self.record.game().result() != result {
            let _ = self.record.set(|game| {
                game.set_result(result);
                Ok(())
            });
        }
    }
}
