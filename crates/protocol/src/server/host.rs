//! What the conversations of both protocols share: the engine with its settings, the input and the output.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::mpsc::{Receiver, Sender};
use web_time::Instant;

use heirloom_chess::Line;
use heirloom_engine::{EngineError, Session};

use super::input::{Guard, Input};
use super::log::Log;
use super::{Extra, Extras, Factory, Handled, start};

pub(super) type Written = Result<(), std::io::Error>;

/// The engine with its settings, the input and the output of a conversation.
pub(super) struct Host<'a, 'f, W> {
    factory: &'a mut Factory<'f>,
    extras: &'a mut Extras<'f>,
    pub(super) session: Session,
    pub(super) output: Log<W>,
    sender: Sender<Input>,
    inbox: &'a Receiver<Input>,
    /// Input that arrived while waiting for something else.
    postponed: VecDeque<Input>,
    guard: Guard,
    /// Options that were set, in order, for an engine that replaces a failed one.
    settings: Vec<(String, String)>,
    /// Number of answers that wait for the engine to finish earlier requests.
    pending: usize,
}

impl<'a, 'f, W: Write> Host<'a, 'f, W> {
    pub(super) fn new(
        factory: &'a mut Factory<'f>,
        output: W,
        extras: &'a mut Extras<'f>,
        (sender, inbox): (Sender<Input>, &'a Receiver<Input>),
        guard: Guard,
    ) -> Result<Host<'a, 'f, W>, EngineError> {
        let session = start(factory, &sender)?;
        let (postponed, settings) = (VecDeque::new(), Vec::new());
        Ok(Host {
            factory,
            extras,
            session,
            output: Log::new(output),
            sender,
            inbox,
            postponed,
            guard,
            settings,
            pending: 0,
        })
    }

    /// Returns the next input.
    pub(super) fn next(&mut self) -> Option<Input> {
        self.postponed.pop_front().or_else(|| self.inbox.recv().ok())
    }

    /// Returns the next input, if it arrives by the deadline.
    pub(super) fn next_by(&mut self, deadline: Instant) -> Option<Input> {
        self.postponed.pop_front().or_else(|| self.new_input_by(deadline))
    }

    /// Returns new input, if it arrives by the deadline; postponed input keeps its place.
    pub(super) fn new_input_by(&mut self, deadline: Instant) -> Option<Input> {
        self.inbox.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok()
    }

    /// Postpones input, in order.
    pub(super) fn postpone(&mut self, input: Input) {
        self.postponed.push_back(input);
    }

    /// Queues an answer as input once the engine has finished all earlier requests; it is pending until
    /// [`Host::answered`].
    pub(super) fn queue_answer(&mut self, answer: Input) {
        self.pending += 1;
        let sender = self.sender.clone();
        self.session.post(move |_| drop(sender.send(answer)));
    }

    pub(super) fn answered(&mut self) {
        self.pending = self.pending.saturating_sub(1);
    }

    pub(super) fn has_pending(&self) -> bool {
        self.pending > 0
    }

    /// Sets an option after all earlier requests; with `keep` also on an engine that replaces this one.
    pub(super) fn set_option(&mut self, name: String, value: String, keep: bool) {
        if keep {
            self.settings.retain(|(earlier, _)| *earlier != name);
            self.settings.push((name.clone(), value.clone()));
        }
        self.post_option(name, value);
    }

    fn post_option(&mut self, name: String, value: String) {
        let sender = self.sender.clone();
        self.session.post(move |engine| {
            if let Err(error) = engine.set_option(&name, &value) {
                let _ = sender.send(Input::Remark(error.to_string()));
            }
        });
    }

    /// Queries the engine's book after all earlier requests; [`Input::Book`] is pending until
    /// [`Host::answered`].
    pub(super) fn ask_book(&mut self, line: Line) {
        self.pending += 1;
        let sender = self.sender.clone();
        self.session.post(move |engine| drop(sender.send(Input::Book(engine.book_lines(&line)))));
    }

    /// Replaces a failed engine by a new one with the same settings; returns a message for the user.
    pub(super) fn replace_engine(&mut self) -> String {
        match start(self.factory, &self.sender) {
            Err(error) => format!("cannot restart the engine: {error}"),
            Ok(session) => {
                self.session = session;
                for (name, value) in self.settings.clone() {
                    self.post_option(name, value);
                }
                "the engine was restarted".into()
            }
        }
    }

    /// Executes a command of the program itself, which may use the engine unless it is `busy`.
    pub(super) fn run_extra(
        &mut self,
        text: &str,
        line: &mut Line,
        busy: bool,
        chess960: bool,
    ) -> Result<Handled, std::io::Error> {
        let signals = self.guard.begin();
        let session = (!busy).then_some(&mut self.session);
        let mut extra = Extra { line, session, output: &mut self.output, signals: &signals, chess960 };
        let answer = (self.extras)(text, &mut extra);
        self.guard.end();
        self.output.flush()?;
        Ok(answer)
    }

    /// Writes a line and flushes it.
    pub(super) fn send_line(&mut self, line: &str) -> Written {
        self.output.write_all(format!("{line}\n").as_bytes())?;
        self.output.flush()
    }
}
