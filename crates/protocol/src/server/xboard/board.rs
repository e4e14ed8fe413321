//! Commands that change the board, except moves, and commands that restrict the root moves.

use std::io::Write;

use heirloom_chess::{Color, Line, Move, Position};

use super::clock::Clock;
use super::search::Purpose;
use super::{Conversation, Mode, Written};
use crate::text::excerpt;
use crate::xboard::{Message, moves};

impl<W: Write> Conversation<'_, '_, W> {
    /// Sets up the start position, with the engine to play Black; an analysis continues.
    pub(super) fn new_game(&mut self) {
        self.set_line(Line::default());
        (self.fischerandom, self.last_score) = (false, None);
        if self.mode != Mode::Analyzing {
            self.mode = Mode::Playing(Color::Black);
        }
        Clock::new_game(&mut self.clock);
        self.host.session.post(|engine| engine.new_game());
        self.continue_thinking();
    }

    pub(super) fn variant(&mut self, variant: &str) -> Written {
        match variant {
            "normal" => self.fischerandom = false,
            "fischerandom" if self.plays_fischerandom() => self.fischerandom = true,
            _ => return self.send_line(&format!("Error (unsupported variant): {}", excerpt(variant))),
        }
        Ok(())
    }

    pub(super) fn set_board(&mut self, fen: &str) -> Written {
        self.abandon();
        let (position, remarks) = match Position::from_fen_repaired(fen) {
            Ok((position, remarks)) => (Ok(position), remarks),
            Err(error) => (Err(error.to_string()), Vec::new()),
        };
        self.set_up(position)?;
        remarks.iter().try_for_each(|remark| self.remark(&remark.to_string()))
    }

    /// Handles one line between `edit` and its dot.
    pub(super) fn edit(&mut self, line: &str) -> Written {
        if line == "." {
            self.abandon();
            let Some(edit) = self.edit.take() else { return Ok(()) };
            return self.set_up(edit.position(self.fischerandom).map_err(|error| error.to_string()));
        }
        let is_known = line.is_empty() || self.edit.as_mut().is_some_and(|edit| edit.execute(line));
        if is_known { Ok(()) } else { self.send_line(&format!("Error (unknown command): {}", excerpt(line))) }
    }

    fn set_up(&mut self, position: Result<Position, String>) -> Written {
        match position {
            Ok(position) => {
                self.set_line(Line::new(position));
                if self.mode == Mode::Analyzing {
                    self.continue_thinking();
                }
                Ok(())
            }
            Err(reason) => {
                self.illegal = true;
                self.send_line(&Message::Tell("Illegal position".into()).to_string())?;
                self.remark(&reason)
            }
        }
    }

    /// Starts another game; anything about earlier moves is reset.
    fn set_line(&mut self, line: Line) {
        self.end_game();
        self.line = line;
        (self.illegal, self.expected, self.paused) = (false, None, None);
        self.excluded.clear();
        self.edit = None;
    }

    /// Takes back `count` moves, if there are enough.
    pub(super) fn take_back(&mut self, count: usize) -> Written {
        if self.line.moves().len() < count {
            let command = if count == 1 { "undo" } else { "remove" };
            return self.send_line(&format!("Error (no move to take back): {command}"));
        }
        self.abandon();
        for _ in 0..count {
            self.line.pop();
        }
        self.expected = None;
        self.excluded.clear();
        self.continue_thinking();
        Ok(())
    }

    /// Leaves out a root move, or all of them.
    pub(super) fn exclude(&mut self, text: Option<&str>) -> Written {
        match text {
            None => self.excluded = self.line.position().legal_moves().iter().copied().collect(),
            Some(text) => match self.root_move(text)? {
                Some(mv) if !self.excluded.contains(&mv) => self.excluded.push(mv),
                _ => return Ok(()),
            },
        }
        self.search_again();
        Ok(())
    }

    /// Includes a root move again, or all of them.
    pub(super) fn include(&mut self, text: Option<&str>) -> Written {
        match text {
            None => self.excluded.clear(),
            Some(text) => {
                let mv = self.root_move(text)?;
                self.excluded.retain(|&other| Some(other) != mv);
            }
        }
        self.search_again();
        Ok(())
    }

    fn root_move(&mut self, text: &str) -> Result<Option<Move>, std::io::Error> {
        match moves::parse(self.line.position(), text) {
            Ok(mv) => Ok(Some(mv)),
            Err(error) => {
                self.send_line(&Message::IllegalMove(format!("({error}): {text}")).to_string()).map(|()| None)
            }
        }
    }

    /// Restarts an analysis with the current root moves; a search for a move is left alone.
    fn search_again(&mut self) {
        if self.mode == Mode::Analyzing
            && self.search.as_ref().is_none_or(|search| search.purpose == Purpose::Analysis)
        {
            self.abandon();
            self.continue_thinking();
        }
    }
}
