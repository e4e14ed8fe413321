//! The engine's output: thinking, moves, the end of the game, draw offers, hints and book moves.

use std::io::Write;

use heirloom_chess::{Color, DrawReason, Outcome};
use heirloom_engine::{Event, Score, session};

use super::search::{Purpose, Search};
use super::{Conversation, Mode, Written};
use crate::server::is_fatal;
use crate::xboard::{Message, moves, thinking};

/// From this ply on, a draw is accepted in an equal position.
const LATE_PLY: usize = 60;

impl<W: Write> Conversation<'_, '_, W> {
    /// Handles an event of the session; reports of abandoned searches are dropped.
    pub(super) fn report(&mut self, event: Event) -> Written {
        match event {
            Event::Info(ticket, info) => {
                if let Some(text) = info.text.as_ref().filter(|_| info.warning) {
                    return self.send_line(&Message::Tell(text.clone()).to_string());
                }
                let Some(search) = self.search.as_mut().filter(|search| search.ticket == ticket) else {
                    return Ok(());
                };
                let text = info.text.clone();
                let line = search.info(info).filter(|_| self.post || search.purpose == Purpose::Analysis);
                text.map_or(Ok(()), |text| self.remark(&text))?;
                line.map_or(Ok(()), |line| self.send_thinking(&line))
            }
            Event::Done(ticket, outcome) => {
                let ended = self.search.take_if(|search| search.ticket == ticket);
                if let Err(error) = &outcome
                    && (ended.is_some() || self.search.is_none() && is_fatal(error))
                {
                    self.send_line(&Message::Tell(error.to_string()).to_string())?;
                    if is_fatal(error) {
                        let outcome = self.host.replace_engine();
                        self.remark(&outcome)?;
                    }
                }
                match ended {
                    Some(search) if search.purpose == Purpose::Move => self.make_move(&search, outcome),
                    _ => Ok(()),
                }
            }
        }
    }

    /// Sends a line of thinking, in the form that the front end reads.
    pub(super) fn send_thinking(&mut self, line: &str) -> Written {
        let short = thinking::four_numbers(line).filter(|_| self.four_numbers);
        self.send_line(short.as_deref().unwrap_or(line))
    }

    /// Plays the engine's move; if it failed, the best move known.
    fn make_move(&mut self, search: &Search, outcome: session::SearchOutcome) -> Written {
        let answer = outcome.unwrap_or_default();
        let known =
            || search.progress().leading().first().or(self.line.position().legal_moves().first()).copied();
        let Some(best) = answer.best.or_else(known) else { return Ok(()) };
        let text =
            moves::format(self.line.position(), best, self.fischerandom || self.line.start().is_chess960());
        if let Some(line) = search.before_move(best).filter(|_| self.post) {
            self.send_thinking(&line)?;
        }
        self.expected = answer.ponder.or_else(|| search.progress().reply_to(best));
        self.last_score = search.progress().score().or(self.last_score);
        if self.line.push(best).is_err() {
            return Ok(());
        }
        self.excluded.clear();
        self.clock.spend(search.started.elapsed());
        self.clock.moved(self.line.moves().len());
        let outcome = self.line.outcome();
        if let Some(Outcome::Draw(DrawReason::ThreefoldRepetition | DrawReason::FiftyMoves)) = outcome {
            // A claim of a draw by the move must precede it.
            self.send_line(&Message::OfferDraw.to_string())?;
        }
        self.send_line(&Message::Move(text).to_string())?;
        match outcome {
            Some(outcome) => self.claim(outcome),
            None => {
                self.ponder();
                Ok(())
            }
        }
    }

    /// Sends the result of a game that has ended by the rules.
    pub(super) fn claim(&mut self, outcome: Outcome) -> Written {
        let (result, reason) = match outcome {
            Outcome::Checkmate { winner: Color::White } => ("1-0", "White mates"),
            Outcome::Checkmate { winner: Color::Black } => ("0-1", "Black mates"),
            Outcome::Draw(DrawReason::Stalemate) => ("1/2-1/2", "Stalemate"),
            Outcome::Draw(DrawReason::ThreefoldRepetition) => ("1/2-1/2", "Draw by repetition"),
            Outcome::Draw(DrawReason::FiftyMoves) => ("1/2-1/2", "Draw by fifty-move rule"),
            Outcome::Draw(DrawReason::InsufficientMaterial) => {
                ("1/2-1/2", "Draw by insufficient mating material")
            }
        };
        self.send_line(&Message::Result { result: result.into(), reason: reason.into() }.to_string())
    }

    /// Accepts a draw if the engine is worse by half a pawn or, late in the game, not better.
    pub(super) fn consider_draw(&mut self) -> Written {
        let least = if self.line.moves().len() < LATE_PLY { -50 } else { 0 };
        let is_acceptable = self.last_score.map(Score::centipawns).is_some_and(|score| score <= least);
        if is_acceptable && matches!(self.mode, Mode::Playing(_)) {
            self.send_line(&Message::OfferDraw.to_string())
        } else {
            Ok(())
        }
    }

    /// Sends the move that the engine would play for the user, if known.
    pub(super) fn hint(&mut self) -> Written {
        let analysis = self.search.as_ref().filter(|search| search.purpose == Purpose::Analysis);
        let mv = analysis.map_or(self.expected, |search| search.progress().leading().first().copied());
        let position = self.line.position();
        let Some(mv) = mv.filter(|&mv| position.is_legal(mv)) else { return Ok(()) };
        let text = moves::format(position, mv, self.fischerandom || self.line.start().is_chess960());
        self.send_line(&Message::Hint(text).to_string())
    }

    /// Queries the book. Pondering or analysis is interrupted; a search for a move is finished first.
    pub(super) fn ask_book(&mut self) {
        let is_thinking = self.search.is_some() && !self.is_moving();
        if is_thinking {
            self.abandon();
        }
        self.host.ask_book(self.line.clone());
        if is_thinking {
            self.continue_thinking();
        }
    }

    /// Sends book lines: each begins with a space, and an empty line ends them.
    pub(super) fn send_book(&mut self, lines: &[String]) -> Written {
        self.host.answered();
        if lines.is_empty() {
            self.send_line(" no book moves; see the options OwnBook and Book File")?;
        }
        for line in lines {
            self.send_line(&format!(" {line}"))?;
        }
        self.send_line("")
    }

    /// Sends the progress of the analysis.
    pub(super) fn status(&mut self) -> Written {
        let fischerandom = self.fischerandom || self.line.start().is_chess960();
        let status = self.search.as_ref().map(|search| search.status(fischerandom));
        status.map_or(Ok(()), |status| self.send_line(&status))
    }
}
