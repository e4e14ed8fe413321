//! What an engine that fails, gives up or oversteps its time means for the game: a message, and the game goes on wherever it can.

use web_time::{Duration, Instant};

use heirloom_chess::game::GameResult;
use heirloom_chess::{Color, PieceType};

use super::ending::Ending;
use super::notice::Notice;
use super::players::Seat;
use super::{Model, Stage};

/// A program that hangs is killed within this time when the desk ends.
const FAREWELL: Duration = Duration::from_secs(8);

impl Model {
    /// Lets all engines go before the program ends, so that none that hangs is left behind.
    pub fn dismiss_engines(&mut self) {
        let seats =
            self.seats.clear().chain(self.analysis.seat.take()).chain(self.analysis.rival_seat.take());
        let leaving: Vec<_> = seats.filter_map(Seat::leave).collect();
        let end = Instant::now() + FAREWELL;
        while Instant::now() < end && leaving.iter().any(|thread| !thread.is_finished()) {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// An engine of the game is gone, or has answered with nonsense. Where it was to move, the game waits and its time is not counted; an
    /// engine that only thought in its opponent's time is started anew when it is asked again.
    pub(super) fn engine_failed(&mut self, color: Color, reason: String, now: Instant) {
        let name = self.players[color.index()].name("").to_owned();
        self.seats.vacate(color);
        self.table.pondering.take_if(|(pondering, _)| *pondering == color);
        if self.thinking() == Some(color) {
            self.stop_engines();
            if self.clocks.running() == Some(color) {
                self.clocks.forgive();
            }
            self.clocks.pause(now);
            self.table.idle = true;
        }
        self.tell(Notice::EngineFailed { name, reason });
    }

    /// An engine ends the game instead of moving: it gives up, or claims a result. A draw that it claims is one that it offers, for those of
    /// the rules come by themselves; any other result is its mistake.
    pub(super) fn engine_ends(&mut self, color: Color, claim: Option<GameResult>, now: Instant) {
        if self.stage != Stage::Playing || self.thinking() != Some(color) {
            return;
        }
        let Some(result) = claim.filter(|result| result.winner() != Some(!color)) else {
            return self.end(Ending::Resigned(color), now);
        };
        match result {
            GameResult::Draw if self.table.offer == Some(!color) => self.end(Ending::Agreed, now),
            GameResult::Draw => {
                self.stop_engines();
                self.clocks.pause(now);
                (self.table.idle, self.table.offer) = (true, Some(color));
                self.tell(Notice::DrawOffered(color));
            }
            wrong => self.engine_failed(color, format!("it claims {wrong} instead of making a move"), now),
        }
    }

    /// A flag that has fallen ends the game. An engine is told to move first: one that hangs costs a message instead.
    pub(super) fn poll_flags(&mut self, now: Instant) {
        if self.stage != Stage::Playing || self.serving.is_some() || self.table.overdue {
            return;
        }
        let Some(loser) = self.clocks.flag(now) else { return };
        match self.seats.of(loser).filter(|_| self.thinking() == Some(loser)) {
            Some(seat) => {
                seat.stop();
                self.table.overdue = true;
            }
            None => self.end_by_flag(loser, now),
        }
    }

    /// A player has no time left.
    pub(super) fn end_by_flag(&mut self, loser: Color, now: Instant) {
        let position = self.record.position();
        let mating = position.has_pieces(!loser) || position.pieces(!loser, PieceType::Pawn).any();
        self.end(Ending::Flag { loser, mating }, now);
    }
}
