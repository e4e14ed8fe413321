//! Searches for a move, pondering and analysis; and the moves of the user.

use std::io::Write;

use heirloom_chess::game::GameResult;
use heirloom_chess::{Color, Line, Move};
use heirloom_engine::Limits;

use super::search::{Purpose, Search};
use super::{Conversation, Mode, Written};
use crate::xboard::{Message, moves};

/// Milliseconds by which the clock may be below the assumed one if pondering is to count.
const CLOCK_TOLERANCE: i64 = 100;

impl<W: Write> Conversation<'_, '_, W> {
    /// Makes the engine play neither side and stop searching.
    pub(super) fn force(&mut self) {
        self.abandon();
        self.paused = None;
        self.mode = Mode::Force;
    }

    /// Makes the engine play the side to move.
    pub(super) fn go(&mut self) -> Written {
        if self.is_moving() {
            return Ok(());
        }
        self.abandon();
        self.mode = Mode::Playing(self.line.position().turn());
        self.think()
    }

    /// Makes the engine play the side not to move.
    pub(super) fn play_other(&mut self) {
        self.play_against(self.line.position().turn());
    }

    /// Makes the engine play against `turn`, if that side is to move.
    pub(super) fn play_against(&mut self, turn: Color) {
        if self.line.position().turn() == turn {
            self.abandon();
            self.mode = Mode::Playing(!turn);
            self.ponder();
        }
    }

    /// Reports the game to the engine, unless it was only analyzed.
    pub(super) fn end_game(&mut self) {
        self.abandon();
        if self.mode != Mode::Analyzing && !self.line.moves().is_empty() {
            self.host.session.end_game(self.line.clone(), GameResult::Unknown, "");
        }
    }

    pub(super) fn analyze(&mut self) {
        // Moves tried out from now on are not part of the game.
        self.end_game();
        self.mode = Mode::Analyzing;
        self.continue_thinking();
    }

    /// Ends a search whose result is not needed.
    pub(super) fn abandon(&mut self) {
        if self.search.take().is_some() {
            self.host.session.stop();
        }
    }

    pub(super) fn abandon_unless_moving(&mut self) {
        if !self.is_moving() && self.mode != Mode::Analyzing {
            self.abandon();
        }
    }

    pub(super) fn is_moving(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Move)
    }

    pub(super) fn move_now(&mut self) {
        if self.is_moving() {
            self.host.session.stop();
        }
    }

    /// Continues pondering or analysis, depending on the mode.
    pub(super) fn continue_thinking(&mut self) {
        match self.mode {
            Mode::Force => {}
            Mode::Playing(_) => self.ponder(),
            Mode::Analyzing => self.start_analysis(),
        }
    }

    /// Starts a search for the engine's move, or sends the result of a finished game.
    pub(super) fn think(&mut self) -> Written {
        let Mode::Playing(color) = self.mode else { return Ok(()) };
        if self.illegal {
            return self.send_line(&Message::Tell("Illegal position".into()).to_string());
        }
        if !self.line.position().has_legal_move() {
            return self.line.outcome().map_or(Ok(()), |outcome| self.claim(outcome));
        }
        // If all moves are excluded, the restriction is ignored.
        let search_moves = self.root_moves().unwrap_or_default();
        let limits = Limits { search_moves, ..self.clock.limits(&self.line, color) };
        self.begin(Purpose::Move, self.line.clone(), limits);
        Ok(())
    }

    /// Ponders, if enabled and a reply is expected.
    pub(super) fn ponder(&mut self) {
        let Mode::Playing(color) = self.mode else { return };
        if !self.hard || self.search.is_some() || self.line.position().turn() == color {
            return;
        }
        let Some(expected) = self.expected else { return };
        let mut line = self.line.clone();
        if line.push(expected).is_ok() && line.outcome().is_none() {
            let limits = Limits { ponder: true, ..self.clock.limits(&line, color) };
            self.begin(Purpose::Ponder(expected), line, limits);
        }
    }

    fn start_analysis(&mut self) {
        if self.illegal || !self.line.position().has_legal_move() {
            return;
        }
        if let Some(search_moves) = self.root_moves() {
            self.begin(Purpose::Analysis, self.line.clone(), Limits { search_moves, ..Limits::infinite() });
        }
    }

    fn begin(&mut self, purpose: Purpose, line: Line, limits: Limits) {
        let ticket = self.host.session.go(line.clone(), limits);
        self.search = Some(Search::new(ticket, purpose, line, self.clock.own()));
    }

    /// The root moves to search: empty means all, `None` that all are excluded.
    fn root_moves(&self) -> Option<Vec<Move>> {
        if self.excluded.is_empty() {
            return Some(Vec::new());
        }
        let legal = self.line.position().legal_moves();
        let included: Vec<Move> = legal.iter().copied().filter(|mv| !self.excluded.contains(mv)).collect();
        (!included.is_empty()).then_some(included)
    }

    /// Plays a move of the opponent, or of either side in force mode.
    pub(super) fn user_move(&mut self, text: &str) -> Written {
        let parsed = if self.illegal {
            Err("the position is illegal".to_owned())
        } else if self.is_moving() {
            Err("it is not your turn".to_owned())
        } else {
            moves::parse(self.line.position(), text).map_err(|error| error.to_string())
        };
        let mv = match parsed {
            Ok(mv) => mv,
            Err(reason) => {
                return self.send_line(&Message::IllegalMove(format!("({reason}): {text}")).to_string());
            }
        };
        let was_expected = self.search.as_ref().is_some_and(|search| {
            search.purpose == Purpose::Ponder(mv)
                && self.clock.own() >= search.assumed_clock - CLOCK_TOLERANCE
        });
        if !was_expected {
            self.abandon();
        }
        if self.line.push(mv).is_err() {
            return Ok(());
        }
        self.excluded.clear();
        self.expected = None;
        match (self.mode, self.search.as_mut()) {
            (Mode::Playing(_), Some(search)) => {
                search.ponder_hit();
                self.host.session.ponder_hit();
                Ok(())
            }
            (Mode::Playing(color), None) if self.line.position().turn() == color => match self.line.outcome()
            {
                Some(outcome) => self.claim(outcome),
                None => self.think(),
            },
            _ => {
                self.continue_thinking();
                Ok(())
            }
        }
    }

    /// Stops the search and its clock.
    pub(super) fn pause(&mut self) {
        if let Some(search) = &self.search {
            if search.purpose == Purpose::Move {
                self.clock.spend(search.started.elapsed());
            }
            self.paused = Some(search.purpose);
            self.abandon();
        }
    }

    /// Restarts what was stopped; the transposition table still has most of it.
    pub(super) fn resume(&mut self) -> Written {
        match self.paused.take() {
            Some(Purpose::Move) if self.search.is_none() => self.think()?,
            Some(Purpose::Ponder(_) | Purpose::Analysis) => self.continue_thinking(),
            _ => {}
        }
        Ok(())
    }
}
