//! The turns of a game: moves of users and engines, the clocks between them, and pondering.

use web_time::Instant;

use heirloom_chess::{Color, Move};
use heirloom_engine::{BestMove, Limits, Origin};

use super::{Play, Stage};
use crate::model::context::{Context, Effect};
use crate::model::ending::Ending;
use crate::model::figures;
use crate::model::found_move::FoundMove;
use crate::model::notice::Notice;
use crate::model::players::Player;

impl Play {
    /// Plays a move that the user has entered, or has let an engine find.
    pub(in crate::model) fn enter(
        &mut self,
        mv: Move,
        found: Option<FoundMove>,
        context: &mut Context,
        now: Instant,
    ) {
        let turn = self.record.position().turn();
        let in_game = self.stage == Stage::Playing && self.record.is_at_end();
        if in_game && self.thinking().is_some() {
            return context.notify(Notice::NotNow);
        }
        if !in_game && self.record.is_decided_here() {
            self.try_out(context);
        }
        let before = self.record.position().clone();
        let played = if in_game { self.record.play(mv) } else { self.record.enter(mv) };
        if let Err(error) = played {
            return context.notify(Notice::Refused(error.to_string()));
        }
        context.ask(Effect::Learn(Box::new(before), mv));
        context.ask(Effect::Moved);
        if in_game {
            (self.pending.idle, self.pending.interrupted) = (false, false);
            // A move declines the opponent's offer of a draw.
            self.pending.offer = self.pending.offer.filter(|offers| *offers == turn);
            self.press_clock(turn, found, context, now);
            self.hand_over(context, now);
        }
    }

    /// A side has moved, perhaps with what an engine has found: its clock stops, and the comment of the move
    /// is written.
    fn press_clock(&mut self, color: Color, found: Option<FoundMove>, context: &Context, now: Instant) {
        let taken = self.clocks.since(color, now);
        self.clocks.press(color, now);
        let value = found.as_ref().and_then(|found| found.value);
        let comment = figures::comment(color, value, taken, self.clocks.left(color, now));
        let figures = match found {
            Some(found) => found.figures,
            None => Some(figures::of_player()),
        };
        match figures.filter(|_| context.figures) {
            Some(figures) => self.record.remark(&[&comment, &figures.to_string()]),
            None => self.record.remark(&[&comment]),
        }
    }

    /// After a move of the game: it may be over; else the next player's clock runs.
    pub(super) fn hand_over(&mut self, context: &mut Context, now: Instant) {
        if let Some(outcome) = self.record.line().outcome() {
            return self.end(Ending::Rules(outcome), now);
        }
        let turn = self.record.position().turn();
        self.clocks.start(turn, now);
        self.ask_if_due(context, now);
        if *self.player(turn) == Player::Human
            && let Some((from, to)) = self.pending.premove.take()
        {
            let legal = self.record.position().legal_moves();
            // The first promotion in the list of moves is to a queen.
            if let Some(mv) = legal.iter().copied().find(|mv| (mv.from(), mv.to()) == (from, to)) {
                self.enter(mv, None, context, now);
            }
        }
    }

    /// Plays the engine's move that has waited for the board to return to its place.
    pub(super) fn play_held(&mut self, context: &mut Context, now: Instant) {
        let here = self.pending.searching.as_ref().is_some_and(|(_, line)| line == self.record.line());
        if let Some(color) = self.thinking().filter(|_| here)
            && let Some(best) = self.pending.held.take()
        {
            self.engine_moved(color, best, context, now);
        }
    }

    /// Lets the engine whose turn it is search, if engines answer at once.
    pub(super) fn ask_if_due(&mut self, context: &mut Context, now: Instant) {
        let waits = !self.continuous || self.pending.idle || self.thinking().is_some();
        if !waits && self.stage == Stage::Playing && self.record.is_at_end() {
            self.search(context, now);
        }
    }

    /// Lets the engine whose turn it is move: from the opening library, or by a search. If it ponders on this
    /// position, its ponder move was hit.
    pub(super) fn search(&mut self, context: &mut Context, now: Instant) {
        let turn = self.record.position().turn();
        self.seats.seat(turn, &self.players[turn.index()], context);
        let Some(seat) = self.seats.of_mut(turn) else { return };
        (self.pending.idle, self.pending.interrupted) = (false, false);
        if self.clocks.running() != Some(turn) {
            self.clocks.start(turn, now);
        }
        let line = self.record.line().clone();
        let expected =
            self.pending.pondering.take().is_some_and(|pondering| pondering == (turn, line.clone()));
        self.pending.searching = Some((turn, line));
        if expected && self.pending.offer.is_none() {
            seat.worker.ponder_hit();
        } else if self.from_library {
            context.ask(Effect::Consult);
        } else {
            self.think(turn, context, now);
        }
    }

    /// The opening library has answered: its move is played, or the engine searches.
    pub(in crate::model) fn consulted(&mut self, mv: Option<Move>, context: &mut Context, now: Instant) {
        let here = self.searching_here().is_some();
        let Some(turn) = self.thinking().filter(|_| here) else { return };
        match mv {
            Some(mv) => {
                let best = BestMove { best: Some(mv), origin: Origin::Book, ..BestMove::default() };
                self.engine_moved(turn, best, context, now);
            }
            None => self.think(turn, context, now),
        }
    }

    /// The engine of the side to move searches the position on the board.
    fn think(&mut self, turn: Color, context: &Context, now: Instant) {
        let draw_offered = self.pending.offer == Some(!turn);
        let limits = Limits { draw_offered, ..self.clocks.limits(turn, now) };
        let line = self.record.line().clone();
        if let Some(seat) = self.seats.of_mut(turn) {
            seat.go(line, limits, context.insights);
        }
    }

    /// An engine has answered: its move is played, unless the game has ended or the board shows another
    /// place.
    pub(super) fn engine_moved(&mut self, color: Color, best: BestMove, context: &mut Context, now: Instant) {
        let Some((_, line)) = self.pending.searching.take_if(|(searching, _)| *searching == color) else {
            return;
        };
        if self.stage != Stage::Playing {
            return;
        }
        if std::mem::take(&mut self.pending.overdue) {
            return self.end_by_flag(color, now);
        }
        if line != *self.record.line() {
            // The move waits until the user returns to its place.
            self.clocks.pause(now);
            (self.pending.searching, self.pending.held) = (Some((color, line)), Some(best));
            return;
        }
        let offered = self.pending.offer.take() == Some(!color);
        if offered && (best.offers_draw || self.would_accept_draw(color)) {
            return self.end(Ending::Agreed, now);
        }
        let Some(mv) = best.best else { return };
        if let Err(error) = self.record.play(mv) {
            return context.notify(Notice::Refused(error.to_string()));
        }
        context.notices.remove(|notice| matches!(notice, Notice::EngineFailed { .. }));
        let found = figures::of_found(color, best.origin, self.seats.of(color));
        self.press_clock(color, Some(found), context, now);
        if offered {
            context.notify(Notice::DrawRefused);
        }
        if best.offers_draw {
            self.pending.offer = Some(color);
            context.notify(Notice::DrawOffered(color));
        }
        context.ask(Effect::Moved);
        self.hand_over(context, now);
        self.ponder_on(color, best, context, now);
    }

    /// Returns true if an engine that cannot be offered a draw would accept one: late in the game, if it is
    /// not better.
    fn would_accept_draw(&self, color: Color) -> bool {
        let score = self.seats.of(color).and_then(|seat| seat.progress.score());
        self.record.line().moves().len() >= 40 && score.is_some_and(|score| score.centipawns() <= 0)
    }

    /// Lets an engine that has moved ponder on the reply it expects.
    fn ponder_on(&mut self, color: Color, best: BestMove, context: &Context, now: Instant) {
        let turn = self.record.position().turn();
        let idle = self.pending.idle || !self.continuous || self.stage != Stage::Playing || turn == color;
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
            seat.go(line.clone(), limits, context.insights);
            self.pending.pondering = Some((color, line));
        }
    }

    /// Switches pondering on or off.
    pub(super) fn set_ponder(&mut self, on: bool) {
        self.ponder = on;
        if let Some((color, _)) = self.pending.pondering.take_if(|_| !on)
            && let Some(seat) = self.seats.of(color)
        {
            seat.worker.stop();
        }
    }
}

#[cfg(test)]
mod tests;
