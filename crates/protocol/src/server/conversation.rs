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
use super::{Answer, Ending, ServeError, is_fatal};
use crate::text::excerpt;
use crate::uci::{Command, CommandError, GoText, Message, info};

/// How long to wait for the last best move if the program ends during a search.
const FAREWELL: Duration = Duration::from_millis(300);

/// How long a command of the program itself waits for a stopped search to end, so that it can use the engine.
const ENDING: Duration = Duration::from_secs(1);

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
    refused: bool,
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
            refused: false,
        }
    }

    /// Runs until `quit`, the end of the input or a switch to the other protocol; `first` is a line that was
    /// already read.
    pub(super) fn run(&mut self, first: Option<String>) -> Result<Ending, ServeError> {
        if let Some(line) = first {
            self.host.postpone(Input::Line(line));
        }
        while let Some(input) = self.host.next() {
            if let Input::Line(line) = &input {
                self.host.output.heard(line);
            }
            match input {
                Input::Line(line) => match Command::parse(&line) {
                    Ok(None) => {}
                    Ok(Some(Command::Quit)) => break,
                    Ok(Some(Command::Other(word))) if word.trim() == "xboard" && self.searches.is_empty() => {
                        return Ok(Ending::Switch(word));
                    }
                    Ok(Some(command)) => self.obey(command)?,
                    Err(error) => self.refuse(&error)?,
                },
                Input::Overlong => self.remark("a line of more than a megabyte was skipped")?,
                Input::End => {
                    self.finish()?;
                    break;
                }
                news => self.hear(news)?,
            }
        }
        self.end_game();
        self.farewell()?;
        Ok(Ending::Over)
    }

    /// Handles input from the engine; ignores anything else.
    fn hear(&mut self, news: Input) -> Written {
        match news {
            Input::Event(event) => self.report(event),
            Input::Ready => {
                self.host.paid();
                self.host.say(&Message::ReadyOk.to_string())
            }
            Input::Remark(text) => self.remark(&text),
            _ => Ok(()),
        }
    }

    /// At the end of the input: waits for a search that was piped in and ends by itself.
    fn finish(&mut self) -> Written {
        if self.searches.back().is_some_and(Search::is_piped_work) {
            while !self.searches.is_empty()
                && let Some(news) = self.host.next()
            {
                self.hear(news)?;
            }
        }
        Ok(())
    }

    /// Sends the last best moves and pending answers, but does not wait long.
    fn farewell(&mut self) -> Written {
        self.stop();
        let deadline = Instant::now() + FAREWELL;
        while (!self.searches.is_empty() || self.host.owes())
            && let Some(news) = self.host.next_by(deadline)
        {
            self.hear(news)?;
        }
        Ok(())
    }

    /// Waits until stopped searches have answered; lines that arrive meanwhile are postponed.
    fn settle(&mut self, patience: Duration) -> Written {
        let deadline = Instant::now() + patience;
        while !self.searches.is_empty()
            && let Some(input) = self.host.newest_by(deadline)
        {
            match input {
                Input::Line(_) | Input::Overlong | Input::End => self.host.postpone(input),
                news => self.hear(news)?,
            }
        }
        Ok(())
    }

    fn obey(&mut self, command: Command) -> Written {
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
                    (self.line, self.refused) = (line, false);
                    for remark in remarks {
                        self.remark(&remark.to_string())?;
                    }
                }
                Err(error) => {
                    self.refused = true;
                    self.refuse(&error)?;
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
            return self.host.say(&Message::ReadyOk.to_string());
        }
        self.host.owe(Input::Ready);
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
            self.refuse(error)?;
        }
        self.abandon();
        if self.refused {
            self.remark("no move: the last position was rejected")?;
            self.searches.push_back(Search::refused(limits));
            return self.answer_itself();
        }
        if nothing_to_search {
            return self.go_nowhere(&limits);
        }
        let chess960 = self.chess960 || self.line.start().is_chess960();
        let ticket = self.host.session.go(self.line.clone(), limits.clone());
        self.searches.push_back(Search::new(ticket, self.line.clone(), limits, chess960, self.wdl));
        Ok(())
    }

    /// There is no move to search: the engine is not called, but the answer waits for `stop` like any other.
    fn go_nowhere(&mut self, limits: &Limits) -> Written {
        self.searches.push_back(Search::nowhere(self.line.clone(), limits.clone()));
        self.answer_itself()
    }

    /// Sends the answers of searches without moves or with a failed engine, in order, once nothing holds them
    /// back.
    fn answer_itself(&mut self) -> Written {
        while let Some(answer) = self.searches.front().and_then(Search::own_answer) {
            for line in answer {
                self.host.say(line)?;
            }
            self.searches.pop_front();
        }
        Ok(())
    }

    /// Ends all searches; their moves will not be played.
    fn abandon(&mut self) {
        self.searches.iter_mut().for_each(Search::forget);
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
        let _ = self.answer_itself();
    }

    fn ponder_hit(&mut self) -> Written {
        self.host.session.ponder_hit();
        if let Some(search) = self.searches.back_mut() {
            search.ponder_hit();
        }
        self.answer_itself()
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
                Some(line) => self.host.say(&line),
                None => Ok(()),
            },
            Event::Done(_, outcome) => {
                match outcome {
                    Ok(answer) => {
                        let Some(search) = self.searches.remove(index) else { return Ok(()) };
                        self.played = search.played(&answer).or(self.played.take());
                        for line in search.last_lines(Some(&answer)) {
                            self.host.say(&line)?;
                        }
                    }
                    Err(error) => {
                        self.searches[index].fail();
                        self.remark(&error.to_string())?;
                        self.answer_itself()?;
                        if is_fatal(&error) {
                            self.replace_engine()?;
                        }
                    }
                }
                self.answer_itself()
            }
        }
    }

    /// Replaces a failed engine by a new one with the same settings, unless searches still wait for the old
    /// one.
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
            self.settle(ENDING)?;
        }
        let chess960 = self.chess960 || self.line.start().is_chess960();
        if self.host.obey_extra(line, &mut self.line, !self.searches.is_empty(), chess960)? == Answer::Done {
            return Ok(());
        }
        match Command::parse_after_unknown(line) {
            Ok(Some(command)) if command != Command::Quit => self.obey(command),
            Err(error) => self.refuse(&error),
            _ => self.remark(&format!("unknown command \"{}\"", excerpt(line))),
        }
    }

    fn refuse(&mut self, error: &CommandError) -> Written {
        let consequence = match error {
            CommandError::Fen { .. } | CommandError::Move { .. } | CommandError::PositionMissing => {
                "; there is no current position"
            }
            _ => "",
        };
        self.remark(&format!("{error}{consequence}"))
    }

    fn remark(&mut self, text: &str) -> Written {
        self.host.say(&format!("info string {}", info::one_line(text)))
    }
}
