//! The UCI conversation with a GUI: executes its commands and sends it the engine's reports.

mod settings;

use std::collections::VecDeque;
use std::io::Write;
use web_time::{Duration, Instant};

use heirloom_chess::Line;
use heirloom_chess::game::GameResult;
use heirloom_engine::{EngineOption, Event, Limits};

use super::host::{Host, Written};
use super::input::Input;
use super::search::Search;
use super::{Ending, Handled, ServeError, is_fatal};
use crate::text::excerpt;
use crate::uci::{Command, CommandError, GoText, Message, info};

/// How long to wait for the last best move if the program ends during a search.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);

/// How long a command of the program itself waits for a stopped search to end, so that it can use the engine.
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// The state of a UCI conversation.
pub(super) struct Conversation<'a, 'f, W> {
    host: Host<'a, 'f, W>,
    options: Vec<EngineOption>,
    line: Line,
    /// The game up to the engine's last move: as far as it is known when it is over.
    played: Option<Line>,
    /// Searches that have not answered yet, oldest first; all but the last have been stopped.
    searches: VecDeque<Search>,
    chess960: bool,
    wdl: bool,
    debug: bool,
    /// True if the last position was rejected: the current position is not the GUI's.
    position_rejected: bool,
}

impl<'a, 'f, W: Write> Conversation<'a, 'f, W> {
    pub(super) fn new(host: Host<'a, 'f, W>) -> Conversation<'a, 'f, W> {
        let options = super::log::with_log(host.session.options());
        let (line, played, searches) = (Line::default(), None, VecDeque::new());
        Conversation {
            host,
            options,
            line,
            played,
            searches,
            chess960: false,
            wdl: false,
            debug: false,
            position_rejected: false,
        }
    }

    /// Runs until `quit`, the end of the input or a switch of protocols; `first` is a line already read.
    pub(super) fn run(&mut self, first: Option<String>) -> Result<Ending, ServeError> {
        if let Some(line) = first {
            self.host.postpone(Input::Line(line));
        }
        while let Some(input) = self.host.next() {
            if let Input::Line(line) = &input {
                self.host.output.log_input(line);
            }
            match input {
                Input::Line(line) => match Command::parse(&line) {
                    Ok(None) => {}
                    Ok(Some(Command::Quit)) => break,
                    Ok(Some(Command::Other(word))) if word.trim() == "xboard" && self.searches.is_empty() => {
                        return Ok(Ending::Switch(word));
                    }
                    Ok(Some(command)) => self.execute(command)?,
                    Err(error) => self.report_error(&error)?,
                },
                Input::Overlong => self.remark("a line of more than a megabyte was skipped")?,
                Input::End => {
                    self.finish_piped_work()?;
                    break;
                }
                input => self.handle_engine(input)?,
            }
        }
        self.end_game();
        self.wait_for_answers()?;
        Ok(Ending::Over)
    }

    /// Handles input from the engine; ignores anything else.
    fn handle_engine(&mut self, input: Input) -> Written {
        match input {
            Input::Event(event) => self.report(event),
            Input::Ready => {
                self.host.answered();
                self.host.send_line(&Message::ReadyOk.to_string())
            }
            Input::Remark(text) => self.remark(&text),
            _ => Ok(()),
        }
    }

    /// At the end of the input: waits for a search that was piped in and ends by itself.
    fn finish_piped_work(&mut self) -> Written {
        if self.searches.back().is_some_and(Search::is_piped_work) {
            while !self.searches.is_empty()
                && let Some(input) = self.host.next()
            {
                self.handle_engine(input)?;
            }
        }
        Ok(())
    }

    /// Sends the last best moves and pending answers, but does not wait long.
    fn wait_for_answers(&mut self) -> Written {
        self.stop();
        let deadline = Instant::now() + EXIT_TIMEOUT;
        while (!self.searches.is_empty() || self.host.has_pending())
            && let Some(input) = self.host.next_by(deadline)
        {
            self.handle_engine(input)?;
        }
        Ok(())
    }

    /// Waits until stopped searches have answered; lines that arrive meanwhile are postponed.
    fn wait_for_stopped(&mut self, patience: Duration) -> Written {
        let deadline = Instant::now() + patience;
        while !self.searches.is_empty()
            && let Some(input) = self.host.new_input_by(deadline)
        {
            match input {
                Input::Line(_) | Input::Overlong | Input::End => self.host.postpone(input),
                input => self.handle_engine(input)?,
            }
        }
        Ok(())
    }

    fn execute(&mut self, command: Command) -> Written {
        match command {
            Command::Uci => self.introduce()?,
            Command::Debug(on) => self.debug = on,
            Command::IsReady => self.ready()?,
            Command::SetOption { name, value } => self.set_option(&name, &value.unwrap_or_default())?,
            Command::NewGame => {
                self.end_game();
                self.host.session.post(|engine| engine.new_game());
            }
            Command::Position(text) => match text.line() {
                Ok((line, remarks)) => {
                    (self.line, self.position_rejected) = (line, false);
                    for remark in remarks {
                        self.remark(&remark.to_string())?;
                    }
                }
                Err(error) => {
                    self.position_rejected = true;
                    self.report_error(&error)?;
                }
            },
            Command::Go(go) => self.go(&go)?,
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit()?,
            Command::Other(line) => self.other(&line)?,
            // The loop handles `quit`, and registration is not needed.
            Command::Quit | Command::Register => {}
        }
        Ok(())
    }

    /// Answers `isready`: at once during a search, otherwise after everything before it is done.
    fn ready(&mut self) -> Written {
        if self.searches.back().is_some_and(|search| !search.is_stopped()) {
            return self.host.send_line(&Message::ReadyOk.to_string());
        }
        self.host.queue_answer(Input::Ready);
        Ok(())
    }

    fn go(&mut self, go: &GoText) -> Written {
        if let Some(depth) = go.perft {
            return self.other(&format!("go perft {}", depth.max(0)));
        }
        let position = self.line.position();
        let (limits, ignored) = go.limits(position);
        let nothing_to_search = !position.has_legal_move() || go.leaves_nothing(position);
        for error in &ignored {
            self.report_error(error)?;
        }
        self.abandon();
        if self.position_rejected {
            self.remark("no move: the last position was rejected")?;
            self.searches.push_back(Search::rejected(limits));
            return self.send_own_answers();
        }
        if nothing_to_search {
            return self.answer_without_search(&limits);
        }
        let chess960 = self.chess960 || self.line.start().is_chess960();
        let ticket = self.host.session.go(self.line.clone(), limits.clone());
        self.searches.push_back(Search::new(ticket, self.line.clone(), limits, chess960, self.wdl));
        Ok(())
    }

    /// There is no move to search: the engine is not called, but the answer waits for `stop` like any other.
    fn answer_without_search(&mut self, limits: &Limits) -> Written {
        self.searches.push_back(Search::without_moves(self.line.clone(), limits.clone()));
        self.send_own_answers()
    }

    /// Sends the answers of searches that no engine runs, in order, once nothing holds them back.
    fn send_own_answers(&mut self) -> Written {
        while let Some(answer) = self.searches.front().and_then(Search::own_answer) {
            for line in answer {
                self.host.send_line(line)?;
            }
            self.searches.pop_front();
        }
        Ok(())
    }

    /// Ends all searches; their moves will not be played.
    fn abandon(&mut self) {
        self.searches.iter_mut().for_each(Search::ignore);
        self.stop();
    }

    /// Reports the end of the previous game to the engine, as far as the game is known here.
    fn end_game(&mut self) {
        self.abandon();
        if let Some(line) = self.played.take() {
            self.host.session.end_game(line, GameResult::Unknown, "");
        }
    }

    fn stop(&mut self) {
        self.host.session.stop();
        if let Some(search) = self.searches.back_mut() {
            search.stop();
        }
        // A write error means that the output is closed, which the next line will show.
        let _ = self.send_own_answers();
    }

    fn ponder_hit(&mut self) -> Written {
        self.host.session.ponder_hit();
        if let Some(search) = self.searches.back_mut() {
            search.ponder_hit();
        }
        self.send_own_answers()
    }

    fn report(&mut self, event: Event) -> Written {
        let ticket = match &event {
            Event::Info(ticket, _) | Event::Done(ticket, _) => *ticket,
        };
        let Some(index) = self.searches.iter().position(|search| search.ticket == Some(ticket)) else {
            return Ok(());
        };
        match event {
            Event::Info(_, info) => match self.searches[index].info(info) {
                Some(line) => self.host.send_line(&line),
                None => Ok(()),
            },
            Event::Done(_, outcome) => {
                match outcome {
                    Ok(answer) => {
                        let Some(search) = self.searches.remove(index) else { return Ok(()) };
                        self.played = search.played(&answer).or(self.played.take());
                        for line in search.last_lines(Some(&answer)) {
                            self.host.send_line(&line)?;
                        }
                    }
                    Err(error) => {
                        self.searches[index].fail();
                        self.remark(&error.to_string())?;
                        self.send_own_answers()?;
                        if is_fatal(&error) {
                            self.replace_engine()?;
                        }
                    }
                }
                self.send_own_answers()
            }
        }
    }

    /// Replaces a failed engine, unless searches still wait for it.
    fn replace_engine(&mut self) -> Written {
        if self.searches.iter().any(|search| search.ticket.is_some()) {
            return Ok(());
        }
        let outcome = self.host.replace_engine();
        self.remark(&outcome)
    }

    /// Handles a command of the program itself, a command after unknown words, or an unknown line.
    fn other(&mut self, line: &str) -> Written {
        if self.searches.back().is_some_and(Search::is_stopped) {
            self.wait_for_stopped(STOP_TIMEOUT)?;
        }
        let chess960 = self.chess960 || self.line.start().is_chess960();
        if self.host.run_extra(line, &mut self.line, !self.searches.is_empty(), chess960)? == Handled::Done {
            return Ok(());
        }
        match Command::parse_after_unknown(line) {
            Ok(Some(command)) if command != Command::Quit => self.execute(command),
            Err(error) => self.report_error(&error),
            _ => self.remark(&format!("unknown command \"{}\"", excerpt(line))),
        }
    }

    fn report_error(&mut self, error: &CommandError) -> Written {
        let consequence = match error {
            CommandError::Fen { .. } | CommandError::Move { .. } | CommandError::PositionMissing => {
                "; there is no current position"
            }
            _ => "",
        };
        self.remark(&format!("{error}{consequence}"))
    }

    fn remark(&mut self, text: &str) -> Written {
        self.host.send_line(&format!("info string {}", info::one_line(text)))
    }
}
