//! Serves an engine over the XBoard protocol: keeps the game, executes commands, sends reports and moves.
//!
//! This module has the state and dispatches lines; [`play`] searches and takes the user's moves, [`answers`]
//! reports the engine's output, moves and claims, [`board`] sets up positions, [`settings`] has the
//! introduction and the options.

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
use super::{Ending, Handled, ServeError};
use crate::text::excerpt;
use crate::xboard::{Command, Edit, Message, moves};
use clock::Clock;
use search::{Purpose, Search};

/// How long to wait for pending answers when the program ends.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);

/// What the engine does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// It plays neither side.
    Force,
    /// It plays this side.
    Playing(Color),
    /// It analyzes.
    Analyzing,
}

/// The state of an XBoard conversation.
pub(super) struct Conversation<'a, 'f, W> {
    host: Host<'a, 'f, W>,
    line: Line,
    /// True if the GUI has set up an illegal position; no move is legal until there is another.
    illegal: bool,
    fischerandom: bool,
    mode: Mode,
    clock: Clock,
    search: Option<Search>,
    edit: Option<Edit>,
    /// The purpose of the search that `pause` stopped.
    paused: Option<Purpose>,
    /// Root moves that the next search leaves out.
    excluded: Vec<Move>,
    /// The expected reply to the engine's last move.
    expected: Option<Move>,
    /// The score of the engine's last move.
    last_score: Option<Score>,
    hard: bool,
    post: bool,
    debug: bool,
    /// True if lines of thinking have only four numbers.
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

    /// Runs until `quit`, the end of the input or a switch to the other protocol.
    pub(super) fn run(&mut self) -> Result<Ending, ServeError> {
        while let Some(input) = self.host.next() {
            match input {
                Input::Line(line) => {
                    self.host.output.log_input(&line);
                    if let Some(ending) = self.handle_line(line.trim())? {
                        if ending == Ending::Over {
                            break;
                        }
                        return Ok(ending);
                    }
                }
                Input::Overlong => self.send_line("Error (too long): a line of more than a megabyte")?,
                Input::End => break,
                Input::Event(event) => self.report(event)?,
                Input::Pong(number) => self.pong(number)?,
                Input::Ready => {}
                Input::Remark(text) => self.send_line(&Message::Tell(text).to_string())?,
                Input::Book(lines) => self.send_book(&lines)?,
            }
        }
        self.end_game();
        self.send_pending()?;
        Ok(Ending::Over)
    }

    /// Sends all pending answers, so that `ping` and `quit` piped in together both work.
    fn send_pending(&mut self) -> Written {
        let deadline = Instant::now() + EXIT_TIMEOUT;
        while self.host.has_pending()
            && let Some(input) = self.host.next_by(deadline)
        {
            match input {
                Input::Pong(number) => self.pong(number)?,
                Input::Book(lines) => self.send_book(&lines)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Handles one line of the GUI.
    fn handle_line(&mut self, line: &str) -> Result<Option<Ending>, std::io::Error> {
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
            Ok(Some(command)) => self.execute(command)?,
            Err(error) => self.send_line(&error.to_string())?,
        }
        Ok(None)
    }

    fn execute(&mut self, command: Command) -> Written {
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
            Command::Uci => self.send_line("Error (a game is running): uci")?,
            Command::Other(line) => self.other(&line)?,
            setting => self.execute_setting(setting)?,
        }
        Ok(())
    }

    fn execute_setting(&mut self, command: Command) -> Written {
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
            // The rest needs no action.
            _ => {}
        }
        Ok(())
    }

    /// Answers `ping`: at once during pondering or analysis, otherwise after everything before it.
    fn ping(&mut self, number: String) -> Written {
        if self.search.as_ref().is_some_and(|search| search.purpose != Purpose::Move) {
            return self.answer_ping(number);
        }
        self.host.queue_answer(Input::Pong(number));
        Ok(())
    }

    fn pong(&mut self, number: String) -> Written {
        self.host.answered();
        self.answer_ping(number)
    }

    fn answer_ping(&mut self, number: String) -> Written {
        self.send_line(&Message::Pong(number).to_string())?;
        let line = self.search.as_mut().and_then(Search::pinged).filter(|_| self.post);
        line.map_or(Ok(()), |line| self.send_thinking(&line))
    }

    /// Handles a move without `usermove`, a command of the program itself, or an unknown line.
    fn other(&mut self, line: &str) -> Written {
        if !line.contains(char::is_whitespace) && moves::looks_like_move(line) {
            return self.user_move(line);
        }
        let chess960 = self.fischerandom || self.line.start().is_chess960();
        match self.host.run_extra(line, &mut self.line, self.search.is_some(), chess960)? {
            Handled::Done => Ok(()),
            Handled::Unknown => self.send_line(&format!("Error (unknown command): {}", excerpt(line))),
        }
    }

    /// Sends a debug message, if the GUI accepts them.
    fn remark(&mut self, text: &str) -> Written {
        if self.debug { self.send_line(&Message::Comment(text.to_owned()).to_string()) } else { Ok(()) }
    }

    fn send_line(&mut self, line: &str) -> Written {
        self.host.send_line(line)
    }
}
