//! Engines that fail, resign or overstep their time: a message, and the game continues if it can.

use web_time::Instant;

use heirloom_chess::game::GameResult;
use heirloom_chess::{Color, PieceType};

use super::{Play, Stage};
use crate::model::context::Context;
use crate::model::ending::Ending;
use crate::model::notice::Notice;

impl Play {
    /// An engine of the game has ended or answered nonsense. If it was to move, the game waits and its time
    /// is not counted; one that was only pondering is started again for its next search.
    pub(super) fn engine_failed(
        &mut self,
        color: Color,
        reason: String,
        context: &mut Context,
        now: Instant,
    ) {
        let name = self.player(color).name("").to_owned();
        self.seats.vacate(color);
        self.pending.pondering.take_if(|(pondering, _)| *pondering == color);
        if self.thinking() == Some(color) {
            self.stop_engines();
            if self.clocks.running() == Some(color) {
                self.clocks.forgive();
            }
            self.clocks.pause(now);
            self.pending.idle = true;
        }
        context.notify(Notice::EngineFailed { name, reason });
    }

    /// An engine resigns or claims a result instead of moving. A draw that it claims is taken as an offer,
    /// since those of the rules end the game anyway; any other result is its mistake.
    pub(super) fn engine_ends(
        &mut self,
        color: Color,
        claim: Option<GameResult>,
        context: &mut Context,
        now: Instant,
    ) {
        if self.stage != Stage::Playing || self.thinking() != Some(color) {
            return;
        }
        let Some(result) = claim.filter(|result| result.winner() != Some(!color)) else {
            return self.end(Ending::Resigned(color), now);
        };
        match result {
            GameResult::Draw if self.pending.offer == Some(!color) => self.end(Ending::Agreed, now),
            GameResult::Draw => {
                self.stop_engines();
                self.clocks.pause(now);
                (self.pending.idle, self.pending.offer) = (true, Some(color));
                context.notify(Notice::DrawOffered(color));
            }
            wrong => {
                self.engine_failed(color, format!("it claims {wrong} instead of making a move"), context, now)
            }
        }
    }

    /// Ends the game if a flag has fallen. An engine is first asked to move, which separates a slow engine
    /// from a hanging one.
    pub(in crate::model) fn poll_flags(&mut self, now: Instant) {
        if self.stage != Stage::Playing || self.pending.overdue {
            return;
        }
        let Some(loser) = self.clocks.flag(now) else { return };
        match self.seats.of(loser).filter(|_| self.thinking() == Some(loser)) {
            Some(seat) => {
                seat.worker.stop();
                self.pending.overdue = true;
            }
            None => self.end_by_flag(loser, now),
        }
    }

    /// Ends the game, since a player has no time left.
    pub(super) fn end_by_flag(&mut self, loser: Color, now: Instant) {
        let position = self.record.position();
        let mating = position.has_pieces(!loser) || position.pieces(!loser, PieceType::Pawn).any();
        self.end(Ending::Flag { loser, mating }, now);
    }
}
