//! The engine over UCI.

use std::time::{Duration, Instant};

use heirloom_chess::notation::uci;
use heirloom_chess::{Color, Line, Move, MoveKind};
use heirloom_protocol::uci::{Command, GoText};

use crate::input::{Event, Input};
use crate::{Faults, choose, say};

/// A search: the answer is known from the start, only the time to print it is not.
struct Search {
    answer: String,
    /// `None` until it is stopped.
    end: Option<Instant>,
    /// The remaining thinking time after a ponder hit.
    after_hit: Duration,
}

#[derive(Default)]
pub struct Engine {
    faults: Faults,
    line: Line,
    chess960: bool,
    multipv: usize,
    search: Option<Search>,
    owed: usize,
    stopped: bool,
}

impl Engine {
    pub fn new(faults: Faults) -> Engine {
        Engine { faults, multipv: 1, ..Engine::default() }
    }

    pub fn run(&mut self) {
        if self.faults.has("early-word") {
            say("uciok");
        }
        let input = Input::new();
        loop {
            match input.next(self.search.as_ref().and_then(|search| search.end)) {
                Event::Line(line) if line == "quit" => break,
                Event::Line(line) => self.hear(&line),
                Event::Time => self.answer(),
                Event::End if self.faults.has("ignores-end") => std::thread::sleep(Duration::from_secs(5)),
                Event::End => return,
            }
        }
        if self.faults.has("stays") {
            std::thread::sleep(Duration::from_secs(5));
        }
    }

    fn hear(&mut self, line: &str) {
        match Command::parse(line) {
            Ok(Some(Command::Uci)) => self.introduce(),
            Ok(Some(Command::IsReady)) if self.faults.has("late-readyok") && self.search.is_some() => {
                self.owed += 1
            }
            Ok(Some(Command::IsReady)) => say("readyok"),
            Ok(Some(Command::Position(text))) => {
                if let Ok((line, _)) = text.line() {
                    self.line = line;
                }
            }
            Ok(Some(Command::Go(go))) => self.go(&go),
            Ok(Some(Command::Stop)) => self.stop(),
            Ok(Some(Command::PonderHit)) => {
                if let Some(search) = self.search.as_mut().filter(|search| search.end.is_none()) {
                    search.end = Some(Instant::now() + search.after_hit);
                }
            }
            Ok(Some(Command::NewGame)) => self.stop_running(),
            Ok(Some(Command::SetOption { name, value })) => {
                self.set(&name, value.as_deref().unwrap_or_default())
            }
            _ if line.starts_with("joho") && self.faults.has("dies-unknown") => std::process::exit(1),
            _ => {}
        }
    }

    fn introduce(&self) {
        say("id name Faulty 1");
        if !self.faults.has("no-author") {
            say("id author nobody");
        }
        let default = if self.faults.has("default-range") { 128 } else { 16 };
        say(&format!("option name Hash type spin default {default} min 1 max 64"));
        say("option name Threads type spin default 1 min 1 max 1");
        say("option name MultiPV type spin default 1 min 1 max 64");
        say("option name UCI_Chess960 type check default false");
        if self.faults.has("twin-options") {
            say("option name hash type spin default 1 min 1 max 2");
        }
        say("uciok");
    }

    fn set(&mut self, name: &str, value: &str) {
        match name.to_ascii_lowercase().as_str() {
            "uci_chess960" => self.chess960 = value == "true",
            "multipv" => self.multipv = value.parse().unwrap_or(1),
            _ => {}
        }
    }

    fn stop(&mut self) {
        self.stopped = self.search.is_none();
        self.stop_running();
    }

    fn stop_running(&mut self) {
        if self.search.is_some() {
            if self.faults.has("slow-stop") {
                std::thread::sleep(Duration::from_secs(1));
            }
            self.answer();
        }
    }

    fn answer(&mut self) {
        let Some(search) = self.search.take() else { return };
        say(&search.answer);
        if self.faults.has("two-best-moves") {
            say(&search.answer);
        }
        for _ in 0..std::mem::take(&mut self.owed) {
            say("readyok");
        }
    }

    fn go(&mut self, go: &GoText) {
        self.stop_running();
        let answer = self.think(go);
        let millis = |time: i64| Duration::from_millis(time.max(0).unsigned_abs());
        let clock = if self.line.position().turn() == Color::White { go.wtime } else { go.btime };
        let time = match (go.movetime, clock) {
            (Some(time), _) if self.faults.has("overrun") => millis(time) + Duration::from_secs(1),
            (Some(time), _) => millis(time) * 3 / 4,
            (None, Some(clock)) => millis(clock) / 40,
            (None, None) => Duration::ZERO,
        };
        let at_once = go.depth.is_some() || go.nodes.is_some() || go.mate.is_some();
        let waits = (go.infinite && !self.faults.has("early-infinite"))
            || (go.ponder && !self.faults.has("early-ponder"));
        let waits = waits && !(std::mem::take(&mut self.stopped) && self.faults.has("remembers-stop"));
        let end = (!waits).then(|| Instant::now() + if at_once { Duration::ZERO } else { time });
        let silent = answer.is_empty();
        self.search = Some(Search { answer, end, after_hit: time });
        if silent {
            self.search = None;
        }
    }

    /// Prints its analysis, and returns its answer.
    fn think(&mut self, go: &GoText) -> String {
        let position = self.line.position();
        let asked = |mv: &Move| {
            go.searchmoves
                .as_ref()
                .is_none_or(|moves| moves.contains(&uci::format(position, *mv, self.chess960)))
        };
        let free = |mv: &Move| self.faults.has("ignores-searchmoves") || asked(mv);
        let moves: Vec<Move> = position.legal_moves().iter().copied().filter(free).collect();
        let Some((best, mates)) = choose(&self.line, &moves) else {
            let silent = self.faults.has("silent-mate");
            return if silent { String::new() } else { "bestmove (none)".into() };
        };
        let text = self.written(best);
        let lines = if self.faults.has("many-lines") { self.multipv } else { self.multipv.min(moves.len()) };
        let others = moves.iter().copied().filter(|&mv| mv != best);
        let firsts: Vec<Move> = std::iter::once(best).chain(others).cycle().take(lines).collect();
        let number = if self.faults.has("float-info") { "1.5" } else { "0" };
        for (index, &mv) in firsts.iter().enumerate() {
            let score = match mates && index == 0 {
                _ if self.faults.has("bare-score") => "12",
                true => "mate 1",
                false => "cp 12",
            };
            let multipv = if self.multipv > 1 { format!(" multipv {}", index + 1) } else { String::new() };
            let beyond = if mates && index == 0 && self.faults.has("line-after-mate") { " a2a3" } else { "" };
            let first = self.written(mv);
            say(&format!("info depth 1{multipv} score {score} nodes 20 time {number} pv {first}{beyond}"));
        }
        if self.faults.has("falling-nodes") {
            say(&format!("info depth 1 score cp 12 nodes 7 time 0 pv {text}"));
        }
        if self.faults.has("illegal-move") {
            return "bestmove a1a1".into();
        }
        let other = moves.iter().find(|&&mv| mv != best && self.faults.has("other-move"));
        format!("bestmove {}", other.map_or(text, |&mv| self.written(mv)))
    }

    fn written(&self, mv: Move) -> String {
        let position = self.line.position();
        let chess960 = self.chess960 != (self.faults.has("castling-rook") && mv.kind() == MoveKind::Castling);
        let text = uci::format(position, mv, chess960);
        if self.faults.has("upper-promotion") && text.len() == 5 {
            return text[..4].to_owned() + &text[4..].to_ascii_uppercase();
        }
        text
    }
}
