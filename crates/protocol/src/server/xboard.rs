//! Serves an engine over XBoard's protocol: keeps the game, obeys the GUI, tells it what the engine thinks and plays.
//!
//! Here stand the state and the way of a line to what it does; [`play`] thinks and takes the user's moves, [`answers`] tells what the engine
//! thinks, plays and claims, [`board`] changes what stands on the board, [`settings`] is the introduction and the options.

mod answers;
mod board;
mod clock;
mod play;
mod search;
mod settings;

use std::io::Write;
use web_time::{Duration, Instant};

use heirloom_chess::{Color, Line, Move};
use heirloom_engine::Score;

use super::host::{Host, Written};
use super::input::Input;
use super::{Answer, Ending, ServeError};
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
    host: Host<'a, 'f, W>,
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
    hard: bool,
    post: bool,
    debug: bool,
    /// Lines of thinking have four numbers and no more.
    four_numbers: bool,
}

impl<'a, 'f, W: Write> Conversation<'a, 'f, W> {
    pub(super) fn new(host: Host<'a, 'f, W>) -> Conversation<'a, 'f, W> {
        Conversation {
            host,
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
            hard: false,
            post: false,
            debug: false,
            four_numbers: false,
        }
    }

    /// Goes on until `quit` or the end of the input, or until another protocol is asked for.
    pub(super) fn run(&mut self) -> Result<Ending, ServeError> {
        while let Some(input) = self.host.next() {
            match input {
                Input::Line(line) => {
                    self.host.output.heard(&line);
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
                Input::Book(lines) => self.tell_book(&lines)?,
            }
        }
        self.end_game();
        self.pay()?;
        Ok(Ending::Over)
    }

    /// Says everything that is still owed, so that `ping` and `quit` piped in together are both obeyed.
    fn pay(&mut self) -> Written {
        let deadline = Instant::now() + FAREWELL;
        while self.host.owes()
            && let Some(input) = self.host.next_by(deadline)
        {
            match input {
                Input::Pong(number) => self.pong(number)?,
                Input::Book(lines) => self.tell_book(&lines)?,
                _ => {}
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
            Command::Book => self.ask_book(),
            Command::Analyze => self.analyze(),
            Command::Exit if self.mode == Mode::Analyzing => self.force(),
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
            // Scid rejects this and reads only lines of the oldest form.
            Command::Rejected(feature) if feature == "analyze" => self.four_numbers = true,
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
        if self.search.as_ref().is_some_and(|search| search.purpose != Purpose::Move) {
            return self.answer_ping(number);
        }
        self.host.owe(Input::Pong(number));
        Ok(())
    }

    fn pong(&mut self, number: String) -> Written {
        self.host.paid();
        self.answer_ping(number)
    }

    fn answer_ping(&mut self, number: String) -> Written {
        self.say(&Message::Pong(number).to_string())?;
        let line = self.search.as_mut().and_then(Search::pinged).filter(|_| self.post);
        line.map_or(Ok(()), |line| self.say_thinking(&line))
    }

    /// A move without `usermove`, a command of the program's own, or nothing we know.
    fn other(&mut self, line: &str) -> Written {
        if !line.contains(char::is_whitespace) && moves::looks_like_move(line) {
            return self.user_move(line);
        }
        let chess960 = self.fischerandom || self.line.start().is_chess960();
        match self.host.obey_extra(line, &mut self.line, self.search.is_some(), chess960)? {
            Answer::Done => Ok(()),
            Answer::Unknown => self.say(&format!("Error (unknown command): {}", quoted(line))),
        }
    }

    /// A remark for whoever looks for mistakes, if the GUI takes such.
    fn remark(&mut self, text: &str) -> Written {
        if self.debug { self.say(&Message::Comment(text.to_owned()).to_string()) } else { Ok(()) }
    }

    fn say(&mut self, line: &str) -> Written {
        self.host.say(line)
    }
}
