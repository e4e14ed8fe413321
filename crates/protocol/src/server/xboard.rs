//! Serves an engine over XBoard's protocol: keeps the game, obeys the GUI, tells it what the engine thinks and plays.
//!
//! Here stand the state and the way of a line to what it does; [`play`] thinks, moves and claims, [`board`] changes what stands on the board,
//! [`settings`] is the introduction and the options.

mod board;
mod clock;
mod play;
mod search;
mod settings;

use std::io::Write;
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use heirloom_chess::{Color, Line, Move};
use heirloom_engine::{EngineError, Score, Session};

use super::input::{Guard, Input};
use super::{Answer, Ending, Extra, Extras, Factory, ServeError, start};
use crate::uci::quoted;
use crate::xboard::{Command, Edit, Message, moves};
use clock::Clock;
use search::{Purpose, Search};

/// How long the answers that are still owed are waited for when the program ends.
const FAREWELL: Duration = Duration::from_millis(300);

/// Whom the engine plays for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Nobody.
    Force,
    /// A side.
    Playing(Color),
    /// It only thinks.
    Analyzing,
}

/// All that is known while a GUI is served.
pub(super) struct Conversation<'a, 'f, W> {
    factory: &'a mut Factory<'f>,
    output: W,
    extras: &'a mut Extras<'f>,
    session: Session,
    sender: Sender<Input>,
    inbox: &'a Receiver<Input>,
    guard: Guard,
    line: Line,
    /// The GUI has set up something that is no position; no move is legal until there is another.
    illegal: bool,
    fischerandom: bool,
    mode: Mode,
    clock: Clock,
    search: Option<Search>,
    edit: Option<Edit>,
    /// What was thought about when everything was stopped.
    paused: Option<Purpose>,
    /// Root moves that are left out of the next search.
    excluded: Vec<Move>,
    /// The reply that the engine expects to its last move.
    expected: Option<Move>,
    /// What the engine thought of its last move.
    last_score: Option<Score>,
    /// What was set, in order, to be set again on an engine that replaces a failed one.
    settings: Vec<(String, String)>,
    /// How many `pong` wait for the engine.
    owed: usize,
    hard: bool,
    post: bool,
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
            output,
            extras,
            session,
            sender,
            inbox,
            guard,
            line: Line::default(),
            illegal: false,
            fischerandom: false,
            mode: Mode::Force,
            clock: Clock::default(),
            search: None,
            edit: None,
            paused: None,
            excluded: Vec::new(),
            expected: None,
            last_score: None,
            settings: Vec::new(),
            owed: 0,
            hard: false,
            post: false,
            debug: false,
        })
    }

    /// Goes on until `quit` or the end of the input, or until another protocol is asked for.
    pub(super) fn run(&mut self) -> Result<Ending, ServeError> {
        while let Ok(input) = self.inbox.recv() {
            match input {
                Input::Line(line) => {
                    if let Some(ending) = self.hear(line.trim())? {
                        if ending == Ending::Over {
                            break;
                        }
                        return Ok(ending);
                    }
                }
                Input::Overlong => self.say("Error (too long): a line of more than a megabyte")?,
                Input::End => break,
                Input::Event(event) => self.report(event)?,
                Input::Pong(number) => self.pong(number)?,
                Input::Ready => {}
                Input::Remark(text) => self.say(&Message::Tell(text).to_string())?,
            }
        }
        self.end_game();
        self.pay()?;
        Ok(Ending::Over)
    }

    /// Says every `pong` that is still owed, so that `ping` and `quit` piped in together are both obeyed.
    fn pay(&mut self) -> Written {
        let deadline = Instant::now() + FAREWELL;
        while self.owed > 0 {
            match self.inbox.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Input::Pong(number)) => self.pong(number)?,
                Ok(_) => {}
                Err(_) => break,
            }
        }
        Ok(())
    }

    /// One line of the GUI.
    fn hear(&mut self, line: &str) -> Result<Option<Ending>, std::io::Error> {
        if line.starts_with('#') && self.edit.is_none() {
            return Ok(None);
        }
        match Command::parse(line) {
            Ok(Some(Command::Quit)) => return Ok(Some(Ending::Over)),
            Ok(Some(Command::Uci)) if self.search.is_none() && self.line.moves().is_empty() => {
                return Ok(Some(Ending::Switch(line.to_owned())));
            }
            _ if self.edit.is_some() => self.edit(line)?,
            Ok(None) => {}
            Ok(Some(command)) => self.obey(command)?,
            Err(error) => self.say(&error.to_string())?,
        }
        Ok(None)
    }

    fn obey(&mut self, command: Command) -> Written {
        match command {
            Command::ProtoVer(version) if version >= 2 => self.introduce()?,
            Command::New => self.new_game(),
            Command::Variant(variant) => self.variant(&variant)?,
            Command::Force => self.force(),
            Command::Go => self.go()?,
            Command::PlayOther => self.play_other(),
            Command::White => self.play_against(Color::White),
            Command::Black => self.play_against(Color::Black),
            Command::UserMove(text) => self.user_move(&text)?,
            Command::MoveNow => self.move_now(),
            Command::Ping(number) => self.ping(number)?,
            Command::Draw => self.consider_draw()?,
            Command::Result(_) if self.mode != Mode::Analyzing => {
                self.end_game();
                self.force();
            }
            Command::SetBoard(fen) => self.set_board(&fen)?,
            Command::Edit => self.edit = Some(Edit::new(self.line.position())),
            Command::Undo => self.take_back(1)?,
            Command::Remove => self.take_back(2)?,
            Command::Hint => self.hint()?,
            // A line that begins with a blank, and an empty one as the end.
            Command::Book => self.say(" no book: every move is thought out\n")?,
            Command::Analyze => self.analyze(),
            Command::Exit => self.force(),
            Command::Status => self.status()?,
            Command::Pause => self.pause(),
            Command::Resume => self.resume()?,
            Command::Exclude(text) => self.exclude(text.as_deref())?,
            Command::Include(text) => self.include(text.as_deref())?,
            Command::Uci => self.say("Error (a game is running): uci")?,
            Command::Other(line) => self.other(&line)?,
            setting => self.obey_setting(setting)?,
        }
        Ok(())
    }

    fn obey_setting(&mut self, command: Command) -> Written {
        match command {
            Command::Accepted(feature) if feature == "debug" => self.debug = true,
            Command::Level(level) => self.clock.set_level(level, self.line.moves().len()),
            Command::MoveTime(time) => self.clock.set_move_time(time),
            Command::Depth(plies) => self.clock.set_depth(plies),
            Command::NodeRate(rate) => self.clock.set_rate(rate),
            Command::Time(hundredths) => self.clock.set_own(hundredths),
            Command::OpponentTime(hundredths) => self.clock.set_other(hundredths),
            Command::Post => self.post = true,
            Command::NoPost => self.post = false,
            Command::Hard => {
                self.hard = true;
                self.ponder();
            }
            Command::Easy => {
                self.hard = false;
                self.abandon_unless_moving();
            }
            Command::Memory(megabytes) => self.set_memory(megabytes)?,
            Command::Cores(threads) => self.set_cores(threads)?,
            Command::TablePath { kind, path } => self.set_tables(&kind, path)?,
            Command::Option { name, value } => self.set_option(&name, value.unwrap_or_default())?,
            // What is left means nothing to us, or nothing at all.
            _ => {}
        }
        Ok(())
    }

    /// At once while the engine thinks for its pleasure, else when all that was asked before is done: after its move, if it makes one.
    fn ping(&mut self, number: String) -> Written {
        self.owed += 1;
        if self.search.as_ref().is_some_and(|search| search.purpose != Purpose::Move) {
            return self.pong(number);
        }
        let sender = self.sender.clone();
        self.session.post(move |_| drop(sender.send(Input::Pong(number))));
        Ok(())
    }

    fn pong(&mut self, number: String) -> Written {
        self.owed = self.owed.saturating_sub(1);
        self.say(&Message::Pong(number).to_string())
    }

    /// A move without `usermove`, a command of the program's own, or nothing we know.
    fn other(&mut self, line: &str) -> Written {
        if !line.contains(char::is_whitespace) && moves::looks_like_move(line) {
            return self.user_move(line);
        }
        let signals = self.guard.begin();
        let chess960 = self.fischerandom || self.line.start().is_chess960();
        let mut extra = Extra {
            line: &mut self.line,
            session: self.search.is_none().then_some(&mut self.session),
            output: &mut self.output,
            signals: &signals,
            chess960,
        };
        let answer = (self.extras)(line, &mut extra);
        self.guard.end();
        self.output.flush()?;
        match answer {
            Answer::Done => Ok(()),
            Answer::Unknown => self.say(&format!("Error (unknown command): {}", quoted(line))),
        }
    }

    /// A remark for whoever looks for mistakes, if the GUI takes such.
    fn remark(&mut self, text: &str) -> Written {
        if self.debug { self.say(&Message::Comment(text.to_owned()).to_string()) } else { Ok(()) }
    }

    /// One line at a time, and at once.
    fn say(&mut self, line: &str) -> Written {
        self.output.write_all(format!("{line}\n").as_bytes())?;
        self.output.flush()
    }
}
