//! The conversation with a GUI: obeys its commands one by one and tells it what the engine reports.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use heirloom_chess::Line;
use heirloom_engine::{EngineError, EngineOption, Event, Limits, OptionValue, Session};

use super::input::{Guard, Input};
use super::log::Log;
use super::search::Search;
use super::{Answer, Ending, Extra, Extras, Factory, ServeError, is_fatal, start};
use crate::uci::message::write_option;
use crate::uci::{Command, CommandError, GoText, Message, info, quoted};

const CHESS960: &str = "UCI_Chess960";
const LOG_FILE: &str = "Debug Log File";
const SHOW_WDL: &str = "UCI_ShowWDL";

/// How long the last best move is waited for when the program ends in the middle of a search.
const FAREWELL: Duration = Duration::from_millis(300);

/// How long a command of the program's own waits for a stopped search to end, so that it can have the engine.
const ENDING: Duration = Duration::from_secs(1);

/// All that is known while a GUI is served.
pub(super) struct Conversation<'a, 'f, W> {
    factory: &'a mut Factory<'f>,
    output: Log<W>,
    session: Session,
    options: Vec<EngineOption>,
    sender: Sender<Input>,
    inbox: &'a Receiver<Input>,
    /// What came while something else was waited for.
    postponed: VecDeque<Input>,
    guard: Guard,
    extras: &'a mut Extras<'f>,
    line: Line,
    /// The game up to the engine's last move: what is known of it when it is over.
    played: Option<Line>,
    /// What was set, in order, to be set again on an engine that replaces a failed one.
    settings: Vec<(String, String)>,
    /// The searches that have not answered yet, oldest first; all but the last have been stopped.
    searches: VecDeque<Search>,
    /// How many `readyok` wait for the session to have done what was asked before them.
    owed: usize,
    chess960: bool,
    wdl: bool,
    debug: bool,
}

type Written = Result<(), std::io::Error>;

impl<'a, 'f, W: Write> Conversation<'a, 'f, W> {
    pub(super) fn new(
        factory: &'a mut Factory<'f>,
        output: W,
        extras: &'a mut Extras<'f>,
        (sender, inbox): (Sender<Input>, &'a Receiver<Input>),
        guard: Guard,
    ) -> Result<Conversation<'a, 'f, W>, EngineError> {
        let session = start(factory, &sender)?;
        Ok(Conversation {
            factory,
            output: Log::new(output),
            options: offered(session.options()),
            session,
            sender,
            inbox,
            postponed: VecDeque::new(),
            guard,
            extras,
            line: Line::default(),
            played: None,
            settings: Vec::new(),
            searches: VecDeque::new(),
            owed: 0,
            chess960: false,
            wdl: false,
            debug: false,
        })
    }

    /// Goes on until `quit` or the end of the input, or until another protocol is asked for; `first` is a line that was read already.
    pub(super) fn run(&mut self, first: Option<String>) -> Result<Ending, ServeError> {
        self.postponed.extend(first.map(Input::Line));
        while let Some(input) = self.postponed.pop_front().or_else(|| self.inbox.recv().ok()) {
            if let Input::Line(line) = &input {
                self.output.heard(line);
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
                Input::End => break,
                Input::Event(event) => self.report(event)?,
                Input::Ready => self.say_ready()?,
                Input::Remark(text) => self.remark(&text)?,
                Input::Pong(_) => {}
            }
        }
        // Who still listens gets the best moves, but nobody waits long.
        self.end_game();
        self.settle(FAREWELL)?;
        self.pay(FAREWELL)?;
        Ok(Ending::Over)
    }

    /// Says every `readyok` that is still owed, so that `isready` and `quit` piped in together are both obeyed.
    fn pay(&mut self, patience: Duration) -> Written {
        let deadline = Instant::now() + patience;
        while self.owed > 0 {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.postponed.pop_front().or_else(|| self.inbox.recv_timeout(left).ok()) {
                Some(Input::Ready) => self.say_ready()?,
                Some(_) => {}
                None => break,
            }
        }
        Ok(())
    }

    fn say_ready(&mut self) -> Written {
        self.owed = self.owed.saturating_sub(1);
        self.say(&Message::ReadyOk.to_string())
    }

    /// Waits until the searches that have been stopped have answered; everything else that comes meanwhile is postponed.
    fn settle(&mut self, patience: Duration) -> Written {
        let deadline = Instant::now() + patience;
        while !self.searches.is_empty() {
            match self.inbox.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Input::Event(event)) => self.report(event)?,
                Ok(other) => self.postponed.push_back(other),
                Err(_) => break,
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
                self.session.post(|engine| engine.new_game());
            }
            Command::Position(text) => match text.line() {
                Ok(line) => self.line = line,
                Err(error) => self.refuse(&error)?,
            },
            Command::Go(go) => self.go(&go)?,
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit()?,
            Command::Other(line) => self.other(&line)?,
            // Quit is seen to by the loop, and there is nothing to register.
            Command::Quit | Command::Register => {}
        }
        Ok(())
    }

    fn introduce(&mut self) -> Written {
        let mut lines = vec![Message::Name(self.session.name().to_owned()).to_string()];
        lines.push(Message::Author(self.session.author().to_owned()).to_string());
        lines.extend(self.options.iter().map(write_option));
        lines.push(Message::UciOk.to_string());
        lines.iter().try_for_each(|line| self.say(line))
    }

    /// During a search the answer comes at once; otherwise when all that was asked before is done.
    fn ready(&mut self) -> Written {
        if self.searches.back().is_some_and(|search| !search.is_stopped()) {
            return self.say(&Message::ReadyOk.to_string());
        }
        let sender = self.sender.clone();
        self.owed += 1;
        self.session.post(move |_| drop(sender.send(Input::Ready)));
        Ok(())
    }

    /// The value is checked at once; obeying waits for the end of a search.
    fn set_option(&mut self, name: &str, value: &str) -> Written {
        let checked = EngineOption::find(&self.options, name).and_then(|option| Ok((option.name.clone(), option.parse(value)?)));
        let (name, parsed) = match checked {
            Ok(checked) => checked,
            Err(error) => return self.remark(&error.to_string()),
        };
        match (name.as_str(), &parsed) {
            (CHESS960, OptionValue::Check(on)) => self.chess960 = *on,
            (SHOW_WDL, OptionValue::Check(on)) => self.wdl = *on,
            (LOG_FILE, OptionValue::Text(path)) if let Err(error) = self.output.keep(path) => {
                return self.remark(&format!("cannot write the log {path}: {error}; nothing is logged"));
            }
            _ => {}
        }
        if self.debug {
            self.remark(&format!("option {name} set to \"{value}\""))?;
        }
        if EngineOption::find(self.session.options(), &name).is_ok() {
            if parsed != OptionValue::Press {
                self.settings.retain(|(earlier, _)| *earlier != name);
                self.settings.push((name.clone(), value.to_owned()));
            }
            self.post_option(name, value.to_owned());
        }
        Ok(())
    }

    fn post_option(&mut self, name: String, value: String) {
        let sender = self.sender.clone();
        self.session.post(move |engine| {
            if let Err(error) = engine.set_option(&name, &value) {
                let _ = sender.send(Input::Remark(error.to_string()));
            }
        });
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
        if nothing_to_search {
            return self.go_nowhere(&limits);
        }
        let chess960 = self.chess960 || self.line.start().is_chess960();
        let ticket = self.session.go(self.line.clone(), limits.clone());
        self.searches.push_back(Search::new(Some(ticket), self.line.clone(), limits, chess960, self.wdl));
        Ok(())
    }

    /// No move can be searched: the engine is not bothered, but the answer waits for `stop` like any other.
    fn go_nowhere(&mut self, limits: &Limits) -> Written {
        self.searches.push_back(Search::new(None, self.line.clone(), limits.clone(), self.chess960, self.wdl));
        self.answer_empty_searches()
    }

    /// Searches without moves answer in their turn, once nothing holds them back.
    fn answer_empty_searches(&mut self) -> Written {
        while let Some(search) = self.searches.front().filter(|search| search.ticket.is_none() && search.is_free()) {
            for line in search.lines_without_moves() {
                self.say(&line)?;
            }
            self.searches.pop_front();
        }
        Ok(())
    }

    /// Ends all searches without a thought for what they answer.
    fn abandon(&mut self) {
        self.searches.iter_mut().for_each(Search::forget);
        self.stop();
    }

    /// Another game begins, or none: the engine learns how the last one went, as far as it was told here.
    fn end_game(&mut self) {
        self.abandon();
        if let Some(line) = self.played.take() {
            self.session.game_over(line);
        }
    }

    fn stop(&mut self) {
        self.session.stop();
        if let Some(search) = self.searches.back_mut() {
            search.stop();
        }
        // Writing can only fail when nobody listens, which the next line finds out.
        let _ = self.answer_empty_searches();
    }

    fn ponder_hit(&mut self) -> Written {
        self.session.ponder_hit();
        if let Some(search) = self.searches.back_mut() {
            search.ponder_hit();
        }
        self.answer_empty_searches()
    }

    fn report(&mut self, event: Event) -> Written {
        let ticket = match &event {
            Event::Info(ticket, _) | Event::Done(ticket, _) => *ticket,
        };
        let Some(index) = self.searches.iter().position(|search| search.ticket == Some(ticket)) else { return Ok(()) };
        match event {
            Event::Info(_, info) => match self.searches[index].info(info) {
                Some(line) => self.say(&line),
                None => Ok(()),
            },
            Event::Done(_, outcome) => {
                let Some(search) = self.searches.remove(index) else { return Ok(()) };
                match &outcome {
                    Ok(answer) => self.played = search.played(answer).or(self.played.take()),
                    Err(error) => self.remark(&error.to_string())?,
                }
                for line in search.last_lines(outcome.as_ref().ok()) {
                    self.say(&line)?;
                }
                if outcome.is_err_and(|error| is_fatal(&error)) {
                    self.replace_engine()?;
                }
                self.answer_empty_searches()
            }
        }
    }

    /// A failed engine makes room for a new one with the same settings, unless searches still wait for the old one.
    fn replace_engine(&mut self) -> Written {
        if self.searches.iter().any(|search| search.ticket.is_some()) {
            return Ok(());
        }
        match start(self.factory, &self.sender) {
            Err(error) => self.remark(&format!("the engine could not be started anew: {error}")),
            Ok(session) => {
                self.session = session;
                for (name, value) in self.settings.clone() {
                    self.post_option(name, value);
                }
                self.remark("the engine was started anew")
            }
        }
    }

    /// A command of the program's own; or unknown words with a command behind them; or nothing we know.
    fn other(&mut self, line: &str) -> Written {
        if self.searches.back().is_some_and(Search::is_stopped) {
            self.settle(ENDING)?;
        }
        let signals = self.guard.begin();
        let searching = !self.searches.is_empty();
        let chess960 = self.chess960 || self.line.start().is_chess960();
        let mut extra = Extra {
            line: &mut self.line,
            session: (!searching).then_some(&mut self.session),
            output: &mut self.output,
            signals: &signals,
            chess960,
        };
        let answer = (self.extras)(line, &mut extra);
        self.guard.end();
        self.output.flush()?;
        if answer == Answer::Done {
            return Ok(());
        }
        match Command::parse_after_unknown(line) {
            Ok(Some(command)) if command != Command::Quit => self.obey(command),
            Err(error) => self.refuse(&error),
            _ => self.remark(&format!("unknown command \"{}\"", quoted(line))),
        }
    }

    fn refuse(&mut self, error: &CommandError) -> Written {
        let consequence = match error {
            CommandError::Fen { .. } | CommandError::Move { .. } | CommandError::PositionMissing => "; the position before stays",
            _ => "",
        };
        self.remark(&format!("{error}{consequence}"))
    }

    fn remark(&mut self, text: &str) -> Written {
        self.say(&format!("info string {}", info::one_line(text)))
    }

    /// One line at a time, and at once.
    fn say(&mut self, line: &str) -> Written {
        self.output.write_all(format!("{line}\n").as_bytes())?;
        self.output.flush()
    }
}

/// The engine's options and those that are the server's business.
fn offered(options: &[EngineOption]) -> Vec<EngineOption> {
    let mut offered = options.to_vec();
    if EngineOption::find(options, CHESS960).is_err() {
        offered.push(EngineOption::check(CHESS960, false));
    }
    if EngineOption::find(options, LOG_FILE).is_err() {
        offered.push(EngineOption::text(LOG_FILE, ""));
    }
    offered
}
