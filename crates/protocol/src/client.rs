//! An external UCI program as an engine like any other: started, asked, and ended when it does not answer.
//!
//! The program's life (pipes, threads, a kill in the end) is in `process`; here is what is said to it and understood of it.

mod perft;
mod process;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use heirloom_chess::notation::uci::parse;
use heirloom_chess::{Color, Line, Move, Position};
use heirloom_engine::{
    BestMove, Engine, EngineError, EngineOption, Info, Limits, OptionKind, OptionValue, Origin, Signals, Speaker, Transcript,
};

use crate::uci::{Command, GoText, InfoText, Message, PositionText};
use process::{Process, Silence, Stamp};

/// A program to start.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The file, or a name to be found in the search path.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder to start it in; the current one if `None`.
    pub folder: Option<PathBuf>,
}

impl Program {
    /// A program without arguments.
    pub fn new(path: impl Into<PathBuf>) -> Program {
        Program { path: path.into(), ..Program::default() }
    }

    /// The name of the file, for messages until the program has told its own.
    fn file_name(&self) -> String {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str());
        name.to_string_lossy().into_owned()
    }
}

/// How long a program may take for what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For its introduction, nets and tablebases loaded.
    pub start: Duration,
    /// For `readyok`: a new game may clear gigabytes.
    pub ready: Duration,
    /// Beyond its clock or the time for its move, until it is told to stop.
    pub overrun: Duration,
    /// From `stop` to the best move, until it is killed.
    pub stop: Duration,
    /// From `quit` to its end, until it is killed.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            start: Duration::from_secs(20),
            ready: Duration::from_secs(60),
            overrun: Duration::from_secs(5),
            stop: Duration::from_secs(5),
            quit: Duration::from_secs(2),
        }
    }
}

/// A running UCI program. Dropping it says `quit`, waits a little, and kills what is left.
pub struct Client {
    process: Process,
    name: String,
    author: String,
    options: Vec<EngineOption>,
    patience: Patience,
    /// What `UCI_Chess960` was last set to.
    chess960: bool,
    /// What went wrong where nobody could be told; it is the answer to the next search.
    failure: Option<EngineError>,
    transcript: Transcript,
    /// From `go` or `ponderhit` to the best move of the last search.
    thinking: Option<Duration>,
}

const CHESS960: &str = "UCI_Chess960";

impl Client {
    /// Starts a program and lets it introduce itself.
    ///
    /// # Errors
    /// [`EngineError::Start`], [`EngineError::Hangs`] or [`EngineError::Died`].
    pub fn start(program: &Program, patience: Patience) -> Result<Client, EngineError> {
        Client::start_with_transcript(program, patience, Transcript::new())
    }

    /// [`Client::start`] with every line said kept in a transcript.
    ///
    /// # Errors
    /// As there.
    pub fn start_with_transcript(program: &Program, patience: Patience, transcript: Transcript) -> Result<Client, EngineError> {
        let mut client = Client {
            process: Process::start(program, patience.quit, &transcript)?,
            name: program.file_name(),
            author: String::new(),
            options: Vec::new(),
            patience,
            chess960: false,
            failure: None,
            transcript,
            thinking: None,
        };
        client.introduce()?;
        client.wait_until_ready()?;
        Ok(client)
    }

    fn introduce(&mut self) -> Result<(), EngineError> {
        self.send(&Command::Uci);
        let deadline = Instant::now() + self.patience.start;
        loop {
            match self.next_message(Some(deadline), "uciok")? {
                Some(Message::Name(name)) if !name.is_empty() => self.name = name,
                Some(Message::Author(author)) => self.author = author,
                Some(Message::Option(option)) => self.add_option(option),
                Some(Message::UciOk) => return Ok(()),
                _ => {}
            }
        }
    }

    /// An option that is named twice counts once.
    fn add_option(&mut self, option: EngineOption) {
        if EngineOption::find(&self.options, &option.name).is_err() {
            if let OptionKind::Check { default: true } = option.kind {
                self.chess960 |= option.name.eq_ignore_ascii_case(CHESS960);
            }
            self.options.push(option);
        }
    }

    /// Asks for `readyok` and passes over everything that comes before it, such as a second best move of the last search.
    fn wait_until_ready(&mut self) -> Result<(), EngineError> {
        self.send(&Command::IsReady);
        let deadline = Instant::now() + self.patience.ready;
        while self.next_message(Some(deadline), "readyok")? != Some(Message::ReadyOk) {}
        Ok(())
    }

    fn send(&self, command: &Command) -> Stamp {
        self.process.send(command.to_string())
    }

    /// The next message; `None` for a line that is not of the protocol and for a signal. A program that is silent too long is killed.
    fn next_message(&mut self, deadline: Option<Instant>, expected: &'static str) -> Result<Option<Message>, EngineError> {
        let line = self.process.next_line(deadline).map_err(|silence| self.failed(silence, expected))?;
        Ok(line.as_deref().and_then(Message::parse))
    }

    /// What silence means; a program that is late is killed.
    fn failed(&mut self, silence: Silence, expected: &'static str) -> EngineError {
        let name = self.name.clone();
        match silence {
            Silence::Late => {
                self.transcript.note(Speaker::Remark, &format!("no {expected} in time: killed"));
                self.process.kill();
                EngineError::Hangs { name, expected }
            }
            Silence::Ended => EngineError::Died { name, last_lines: self.process.last_words() },
        }
    }

    /// Castling is sent as king takes rook where the line began so.
    fn choose_notation(&mut self, line: &Line) -> bool {
        let wanted = line.start().is_chess960();
        if wanted != self.chess960 && EngineOption::find(&self.options, CHESS960).is_ok() {
            let value = Some(wanted.to_string());
            self.send(&Command::SetOption { name: CHESS960.into(), value });
            self.chess960 = wanted;
        }
        wanted
    }

    fn nonsense(&self, said: String) -> EngineError {
        EngineError::Nonsense { name: self.name.clone(), said }
    }

    /// Reads the answer; a move to ponder on that is not legal is left out.
    fn best_move(&self, position: &Position, best: Option<&str>, ponder: Option<&str>, origin: Origin) -> Result<BestMove, EngineError> {
        let text = best.ok_or_else(|| self.nonsense(format!("bestmove (none) in {}", position.fen())))?;
        let best = parse(position, text).map_err(|error| self.nonsense(format!("bestmove {text} ({error}) in {}", position.fen())))?;
        let mut after = position.clone();
        after.play(best);
        let ponder = ponder.and_then(|text| parse(&after, text).ok());
        Ok(BestMove { best: Some(best), ponder, origin })
    }
}

/// A search under way: what has been said to the program, and when patience ends.
struct Asked<'a> {
    signals: &'a Signals,
    position: &'a Position,
    /// How long the limits let it think; `None` without a clock.
    allowed: Option<Duration>,
    /// When the clock began.
    begun: Instant,
    /// When what began it was written.
    written: Stamp,
    pondering: bool,
    told_to_stop: Option<Instant>,
}

impl Asked<'_> {
    /// When the program has to be told to stop, or to be killed.
    fn deadline(&self, patience: &Patience) -> Option<Instant> {
        match self.told_to_stop {
            Some(told) => Some(told + patience.stop),
            None if self.pondering => None,
            None => self.begun.checked_add(self.allowed?)?.checked_add(patience.overrun),
        }
    }
}

impl Client {
    /// Asks for a search and follows it.
    fn ask(&mut self, line: &Line, limits: &Limits, signals: &Signals, report: &mut dyn FnMut(Info)) -> Result<BestMove, EngineError> {
        let chess960 = self.choose_notation(line);
        let position = line.position();
        self.process.listen_to(signals);
        self.wait_until_ready()?;
        self.send(&Command::Position(PositionText::of(line, chess960)));
        let written = self.send(&Command::Go(Box::new(GoText::of(&asked_plainly(limits), position, chess960))));
        let mut asked = Asked {
            signals,
            position,
            allowed: allowed(limits, position.turn()),
            begun: Instant::now(),
            written,
            pondering: limits.ponder,
            told_to_stop: None,
        };
        self.follow(&mut asked, report)
    }

    /// Follows the search to its best move.
    fn follow(&mut self, asked: &mut Asked<'_>, report: &mut dyn FnMut(Info)) -> Result<BestMove, EngineError> {
        let mut origin = Origin::Searched;
        loop {
            let deadline = asked.deadline(&self.patience);
            let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if asked.told_to_stop.is_none() && (late || asked.signals.is_stopped()) {
                self.send(&Command::Stop);
                asked.told_to_stop = Some(Instant::now());
                continue;
            }
            if asked.pondering && !asked.signals.is_pondering() {
                asked.written = self.send(&Command::PonderHit);
                (asked.pondering, asked.begun, origin) = (false, Instant::now(), Origin::Pondering);
                continue;
            }
            let line = match self.process.next_line(deadline) {
                // Lateness alone is no reason to kill: the next turn of the loop says stop.
                Err(Silence::Late) if asked.told_to_stop.is_none() => continue,
                outcome => outcome.map_err(|silence| self.failed(silence, "bestmove"))?,
            };
            let message = line.as_deref().and_then(Message::parse);
            match message {
                Some(Message::Info(text)) => self.pass_on(&text, asked.position, report),
                Some(Message::BestMove { best, ponder }) => {
                    self.thinking = asked.written.until(self.process.read_at());
                    return self.best_move(asked.position, best.as_deref(), ponder.as_deref(), origin);
                }
                _ => {}
            }
        }
    }

    /// News with its moves checked; an illegal one ends the line and is named.
    fn pass_on(&self, text: &InfoText, position: &Position, report: &mut dyn FnMut(Info)) {
        let (info, illegal) = text.values(position);
        report(info);
        if let Some(mv) = illegal {
            report(Info { text: Some(format!("{} has the illegal move {mv} in its line", self.name)), ..Info::default() });
        }
    }
}

/// How long the limits let the side to move think at most.
fn allowed(limits: &Limits, turn: Color) -> Option<Duration> {
    let by_clock = limits.clocks.map(|clocks| {
        let time = clocks.time_of(turn).max(0).saturating_add(clocks.increment_of(turn).max(0));
        Duration::from_millis(time.unsigned_abs())
    });
    limits.move_time.into_iter().chain(by_clock).min().filter(|_| !limits.infinite)
}

/// Nothing that ends the search by itself is asked as `infinite`, which other programs understand better than nothing at all.
fn asked_plainly(limits: &Limits) -> Limits {
    let ends = limits.clocks.is_some() || limits.move_time.is_some() || limits.depth.is_some() || limits.nodes.is_some();
    Limits { infinite: limits.infinite || !ends && limits.mate.is_none() && !limits.ponder, ..limits.clone() }
}

impl Client {
    /// What the program counts, unless it is gone; that it went is remembered.
    fn counted(&mut self, position: &Position, depth: u32, signals: &Signals) -> Result<perft::Counted, EngineError> {
        if let Some(error) = &self.failure {
            return Err(error.clone());
        }
        let counted = self.count_leaves(position, depth, signals);
        if let Err(error @ (EngineError::Hangs { .. } | EngineError::Died { .. })) = &counted {
            self.failure = Some(error.clone());
        }
        counted
    }
}

impl Engine for Client {
    fn name(&self) -> &str {
        &self.name
    }

    fn author(&self) -> &str {
        &self.author
    }

    fn options(&self) -> &[EngineOption] {
        &self.options
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = EngineOption::find(&self.options, name)?;
        let parsed = option.parse(value)?;
        let name = option.name.clone();
        let value = match parsed {
            OptionValue::Check(on) => Some(on.to_string()),
            OptionValue::Spin(number) => Some(number.to_string()),
            OptionValue::Combo(choice) => Some(choice),
            OptionValue::Text(text) if text.is_empty() => Some("<empty>".into()),
            OptionValue::Text(text) => Some(text.replace(['\n', '\r'], " ")),
            OptionValue::Press => None,
        };
        if name.eq_ignore_ascii_case(CHESS960) {
            self.chess960 = value.as_deref() == Some("true");
        }
        self.send(&Command::SetOption { name, value });
        Ok(())
    }

    fn new_game(&mut self) {
        self.send(&Command::NewGame);
        if let Err(error) = self.wait_until_ready() {
            self.failure = Some(error);
        }
    }

    fn search(&mut self, line: &Line, limits: &Limits, signals: &Signals, report: &mut dyn FnMut(Info)) -> Result<BestMove, EngineError> {
        if let Some(error) = &self.failure {
            return Err(error.clone());
        }
        if !line.position().has_legal_move() {
            // Many programs answer this with nonsense, some with a crash.
            return Ok(BestMove::default());
        }
        self.thinking = None;
        let answer = self.ask(line, limits, signals, report);
        if let Err(error @ (EngineError::Hangs { .. } | EngineError::Died { .. })) = &answer {
            self.failure = Some(error.clone());
        }
        answer
    }

    fn thinking_time(&self) -> Option<Duration> {
        self.thinking
    }

    fn perft(&mut self, position: &Position, depth: u32, signals: &Signals) -> Result<u64, EngineError> {
        Ok(self.counted(position, depth, signals)?.sum)
    }

    fn divide(&mut self, position: &Position, depth: u32, signals: &Signals) -> Result<Vec<(Move, u64)>, EngineError> {
        Ok(self.counted(position, depth, signals)?.by_move)
    }
}
