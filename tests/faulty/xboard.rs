//! The engine over the XBoard protocol.

use std::time::{Duration, Instant};

use heirloom_chess::notation::uci;
use heirloom_chess::{Color, Line, Move};
use heirloom_protocol::xboard::{Command, moves};

use crate::input::{Event, Input};
use crate::{Faults, choose, say};

#[derive(Default)]
pub struct Engine {
    faults: Faults,
    line: Line,
    /// The side it plays; `None` in force mode.
    side: Option<Color>,
    analyzing: bool,
    post: bool,
    time: Duration,
    /// The time to move.
    end: Option<Instant>,
    owed: Vec<String>,
}

impl Engine {
    pub fn new(faults: Faults) -> Engine {
        Engine { faults, time: Duration::from_millis(500), ..Engine::default() }
    }

    pub fn run(&mut self) {
        let input = Input::new();
        loop {
            match input.next(self.end) {
                Event::Line(line) if line == "quit" => break,
                Event::Line(line) => self.hear(&line),
                Event::Time => self.play(),
                Event::End => return,
            }
        }
        if self.faults.has("stays") {
            std::thread::sleep(Duration::from_secs(5));
        }
    }

    fn hear(&mut self, line: &str) {
        match Command::parse(line) {
            Ok(Some(Command::ProtoVer(_))) => self.introduce(),
            Ok(Some(Command::New)) => {
                (self.line, self.side, self.end) = (Line::default(), Some(Color::Black), None)
            }
            Ok(Some(Command::Force | Command::Result(_))) => {
                self.side = None;
                if !self.faults.has("thinks-on") {
                    self.end = None;
                }
            }
            Ok(Some(Command::Exit)) => (self.analyzing, self.side) = (false, None),
            Ok(Some(Command::Go)) => self.play_for(self.line.position().turn()),
            Ok(Some(Command::PlayOther)) => self.play_for(!self.line.position().turn()),
            Ok(Some(Command::Analyze)) => {
                self.analyzing = true;
                self.think();
            }
            Ok(Some(Command::Status)) if self.analyzing => say("stat01: 10 100 1 0 20"),
            Ok(Some(Command::UserMove(text))) => self.user_move(&text),
            Ok(Some(Command::MoveNow)) if self.end.is_some() && !self.faults.has("deaf-to-move-now") => {
                self.play()
            }
            Ok(Some(Command::Ping(number))) if self.end.is_some() && !self.faults.has("early-pong") => {
                self.owed.push(number)
            }
            Ok(Some(Command::Ping(number))) => say(&format!("pong {number}")),
            Ok(Some(Command::SetBoard(fen))) => match heirloom_chess::Position::from_fen(&fen) {
                Ok(position) => self.line = Line::new(position),
                Err(_) => say("tellusererror Illegal position"),
            },
            Ok(Some(Command::Undo)) => self.take_back(1),
            Ok(Some(Command::Remove)) => self.take_back(if self.faults.has("short-remove") { 1 } else { 2 }),
            Ok(Some(Command::MoveTime(time))) => self.time = time / 2,
            Ok(Some(Command::Level(_))) => self.time = Duration::from_millis(10),
            Ok(Some(Command::Post)) => self.post = true,
            Ok(Some(Command::NoPost)) => self.post = self.faults.has("never-silent"),
            Ok(Some(Command::Other(word))) => self.other(&word),
            _ => {}
        }
    }

    fn introduce(&self) {
        let quote = if self.faults.has("open-quote") { "" } else { "\"" };
        say(&format!(
            "feature ping=1 setboard=1 playother=1 usermove=1 analyze=1 sigint=0 sigterm=0 san=0 reuse=1 \
             myname=\"Faulty 1{quote}"
        ));
        let default = if self.faults.has("default-range") { 9 } else { 1 };
        say(&format!("feature option=\"Style -spin {default} 0 2\" done=1"));
    }

    fn other(&self, word: &str) {
        if self.faults.has("dies-unknown") && word.starts_with("joho") {
            std::process::exit(1);
        }
        say(&format!("Error (unknown command): {}", word.chars().take(20).collect::<String>()));
    }

    fn take_back(&mut self, plies: usize) {
        for _ in 0..plies {
            self.line.pop();
        }
        if self.analyzing {
            self.think();
        }
    }

    fn play_for(&mut self, side: Color) {
        self.side = Some(side);
        self.consider();
    }

    /// Begins to think if it is to move.
    fn consider(&mut self) {
        if self.side == Some(self.line.position().turn()) && self.line.position().has_legal_move() {
            self.end = Some(Instant::now() + self.time);
            self.think();
        }
    }

    fn user_move(&mut self, text: &str) {
        match moves::parse(self.line.position(), text) {
            Ok(mv) => {
                // It is legal.
                let _ = self.line.push(mv);
                if self.analyzing {
                    self.think();
                } else {
                    self.consider();
                }
                if self.side.is_none() && self.faults.has("moves-in-force") {
                    self.end = Some(Instant::now());
                }
            }
            Err(_) if self.faults.has("takes-illegal") => {}
            Err(error) => say(&format!("Illegal move ({error}): {text}")),
        }
    }

    fn choice(&self) -> Option<Move> {
        let moves: Vec<Move> = self.line.position().legal_moves().iter().copied().collect();
        choose(&self.line, &moves).map(|(mv, _)| mv)
    }

    fn think(&self) {
        let Some(mv) = self.choice().filter(|_| self.post || self.analyzing) else { return };
        let time = if self.faults.has("float-time") { "0.5" } else { "0" };
        say(&format!("1 12 {time} 20 {}", uci::format(self.line.position(), mv, false)));
    }

    fn play(&mut self) {
        self.end = None;
        let Some(mv) = self.choice() else { return };
        let text = uci::format(self.line.position(), mv, false);
        if self.faults.has("illegal-move") {
            say("move a1a1");
        } else if self.faults.has("hyphens") {
            say(&format!("move {}-{}", &text[..2], &text[2..]));
        } else if self.faults.has("upper-case") {
            say(&format!("move {}", text.to_ascii_uppercase()));
        } else {
            say(&format!("move {text}"));
        }
        // It is legal.
        let _ = self.line.push(mv);
        if let Some(heirloom_chess::Outcome::Checkmate { winner }) = self.line.outcome() {
            say(if winner == Color::White { "1-0 {White mates}" } else { "0-1 {Black mates}" });
        }
        for number in std::mem::take(&mut self.owed) {
            say(&format!("pong {number}"));
        }
    }
}
