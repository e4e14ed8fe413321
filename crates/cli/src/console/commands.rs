//! The console's commands, in a list that `help` prints and typing errors are compared with.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use heirloom_chess::notation::typed;
use heirloom_chess::perft::Options;
use heirloom_chess::{Position, chess960};
use heirloom_engine::option::nearest;
use heirloom_engine::{BenchWork, EngineError, Limits};
use heirloom_protocol::uci::Command;
use heirloom_workshop::columns::definitions;
use heirloom_workshop::evaluation;
use heirloom_workshop::perft::count::{Kind, write_count};
use heirloom_workshop::perft::suite::Generator;

use super::Console;
use crate::input::Input;
use crate::table::score;
use crate::words;
use crate::{bench, interrupt, perft_suite, screen};

/// All commands with their descriptions; most are those of Roce's console.
const COMMANDS: &[(&str, &str)] = &[
    ("MOVE", "play a move: e2e4, e7e8q, Nf3, O-O; the engine replies"),
    (
        "go",
        "let the engine move now and reply from then on; with limits for this move: go depth 12, go movetime \
            500",
    ),
    ("force", "stop the engine from replying"),
    ("st SECONDS", "set the engine's time per move"),
    ("sd DEPTH", "set the engine's search depth in plies"),
    ("hint", "show the move the engine would play"),
    ("undo", "take a move back"),
    ("redo", "replay the move taken back"),
    ("new", "start a new game"),
    ("clear", "clear the engine's memory of the game"),
    ("disp", "show the board (also d)"),
    ("flip", "flip the board"),
    ("figures", "switch between chess symbols and letters on the board"),
    ("fen", "print the position as FEN"),
    ("setboard FEN", "set up a position"),
    ("position ...", "set up a position as in UCI: position startpos moves e2e4 e7e5"),
    ("chess960 NUMBER", "set up Chess960 start position 0 to 959 [default: random]"),
    ("info", "show the board, castling rights, counters and keys"),
    ("show", "list the legal moves"),
    ("sort", "list the legal moves with scores from a short search, best first"),
    ("stack", "list the moves played"),
    ("eval", "show the evaluation, term by term"),
    ("analyze", "analyze until Enter is pressed"),
    (
        "watch",
        "search and show search statistics: watch, watch depth 12, watch movetime 3000; Ctrl-C stops it",
    ),
    ("perft N", "count the leaves at depth N"),
    ("perft2 N", "count the nodes at all depths up to N"),
    ("divide N", "count the leaves below each move"),
    ("divide2 N", "count the nodes below each move"),
    (
        "testmovegen",
        "check the move generator against the built-in suite, or a suite: testmovegen FILE; Ctrl-C stops it",
    ),
    ("bench", "search a fixed set of positions; print nodes and nodes per second; Ctrl-C stops it"),
    ("uci", "switch to UCI"),
    ("help", "show this list"),
    ("quit", "quit the console"),
];

impl Console {
    /// Obeys a line, and breaks if the user leaves. Fails with the reason in one sentence.
    pub fn obey(&mut self, line: &str, input: &mut Input, out: &mut dyn Write) -> Result<ControlFlow<()>> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        self.screen.keep();
        match word {
            "" => {}
            _ if word.starts_with('#') => {}
            "quit" | "exit" => return Ok(ControlFlow::Break(())),
            "help" | "?" => self.help(out)?,
            // Counts can be interrupted, the engine's own commands cannot.
            _ if let Some(kind) = Kind::from_name(word) => self.count(kind, word, rest, out)?,
            _ if self.own_word(line, out)? => {}
            "new" => self.set_up(Position::startpos(), out)?,
            "clear" => self.table.session.new_game()?,
            "setboard" => self.set_up(words::position(rest)?, out)?,
            "chess960" => self.chess960(rest, out)?,
            "position" => self.position(line, out)?,
            "disp" | "d" => write!(out, "{}", self.board())?,
            "flip" => {
                self.table.view.flipped = !self.table.view.flipped;
                write!(out, "{}", self.board())?;
            }
            "figures" => {
                self.table.view.figures = !self.table.view.figures;
                write!(out, "{}", self.board())?;
            }
            "fen" => writeln!(out, "{}", self.table.line.position().fen())?,
            "info" => write!(out, "{}", self.info())?,
            "show" => writeln!(out, "{}", self.legal_moves())?,
            "sort" => self.sort(out)?,
            "stack" => writeln!(out, "{}", self.table.moves())?,
            "undo" => {
                self.table.undo()?;
                self.draw(out)?;
            }
            "redo" => {
                self.table.redo()?;
                self.draw(out)?;
            }
            "st" => self.limits = Limits::move_time(seconds(rest)?),
            "sd" => self.limits = Limits::depth(number(rest, "sd", 1..=100)?),
            "go" => {
                let limits = self.limits_of(line)?;
                self.answers = true;
                self.engine_moves(limits, out)?;
            }
            "force" => self.answers = false,
            "hint" => self.hint(out)?,
            "eval" => {
                let explanation = self.table.session.explain(self.table.line.position())?;
                write!(out, "{}", evaluation::report(self.table.line.position(), &explanation))?;
            }
            "watch" => {
                let limits = self.limits_of(&format!("go {rest}"))?;
                self.watch(limits, out)?;
            }
            "analyze" | "analyse" => self.analyze(input, out)?,
            "testmovegen" => {
                let file = (!rest.is_empty()).then(|| Path::new(rest));
                let suite = perft_suite::read(file, u64::MAX)?;
                perft_suite::test(&suite, &mut Generator::Own(Options::default()), out, None, false)?;
            }
            "bench" => self.bench(rest, out)?,
            _ => self.play(word, out)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Counts on the engine's own board.
    fn count(&mut self, kind: Kind, word: &str, depth: &str, out: &mut dyn Write) -> Result<()> {
        let depth = number(depth, word, 0..=30)?;
        let caught = interrupt::catch();
        let (position, signals) = (self.table.line.position(), caught.signals());
        let session = &mut self.table.session;
        write_count(out, kind, position, depth, &mut |position, plies| {
            Ok(session.divide(position, plies, &signals)?)
        })
    }

    /// Prints all commands, the engine's own last.
    fn help(&mut self, out: &mut dyn Write) -> Result<()> {
        write!(out, "{}", definitions(COMMANDS, screen::columns()))?;
        if let Ok(own) = self.table.session.console(&self.table.line, "help") {
            writeln!(out, "commands of {}: {}", self.table.session.name(), own.trim_end())?;
        }
        Ok(())
    }

    /// Passes a line to the engine; returns false if the engine does not have such a command.
    fn own_word(&mut self, line: &str, out: &mut dyn Write) -> Result<bool> {
        match self.table.session.console(&self.table.line, line) {
            Ok(text) => writeln!(out, "{}", text.trim_end())?,
            Err(EngineError::Unsupported(_)) => return Ok(false),
            Err(error) => return Err(error.into()),
        }
        Ok(true)
    }

    /// Plays a move and, unless the game is over, the engine's reply.
    fn play(&mut self, text: &str, out: &mut dyn Write) -> Result<()> {
        if !typed::looks_like_move(text) {
            let names = COMMANDS.iter().map(|(name, _)| name.split(' ').next().unwrap_or(name));
            return Err(match nearest(text, names) {
                Some(name) => anyhow!("unknown command '{}'; did you mean {name}?", short(text)),
                None => anyhow!("unknown command '{}'; type help for a list", short(text)),
            });
        }
        let mv = self.table.read_move(text)?;
        self.table.play(mv)?;
        self.draw(out)?;
        if self.announce_end(out)? || !self.answers {
            Ok(())
        } else {
            self.engine_moves(self.limits.clone(), out)
        }
    }

    fn engine_moves(&mut self, limits: Limits, out: &mut dyn Write) -> Result<()> {
        let thought = self.table.think(limits)?;
        let mv = thought.best.best.context("the game is over; type new or undo")?;
        let score = thought
            .progress
            .first()
            .and_then(|info| score(&self.table.line, info))
            .map(|score| format!("  ({score})"))
            .unwrap_or_default();
        let text = if self.terminal {
            self.table.numbered(mv) + &score
        } else {
            format!("move {}", self.table.coordinates(mv))
        };
        self.table.play(mv)?;
        self.draw(out)?;
        self.screen.keep();
        writeln!(out, "{text}")?;
        self.announce_end(out)?;
        Ok(())
    }

    /// Returns the limits of a line such as `go depth 12`; a plain `go` has those of `st` or `sd`.
    fn limits_of(&self, line: &str) -> Result<Limits> {
        let Some(Command::Go(go)) = Command::parse(line)? else { bail!("cannot read the go command") };
        let (limits, remarks) = go.limits(self.table.line.position());
        if let Some(remark) = remarks.first() {
            bail!("{remark}");
        }
        if limits.infinite || limits.ponder {
            bail!("type analyze for an infinite search");
        }
        Ok(if limits == Limits::default() { self.limits.clone() } else { limits })
    }

    /// Obeys `position startpos moves ...` or `position fen ...`.
    fn position(&mut self, line: &str, out: &mut dyn Write) -> Result<()> {
        let Some(Command::Position(text)) = Command::parse(line)? else {
            bail!("cannot read the position command")
        };
        let (line, remarks) = text.line()?;
        for remark in remarks {
            writeln!(out, "{remark}")?;
        }
        self.table.set_up(line.start().clone())?;
        self.table.line = line;
        self.draw(out)
    }

    /// Prints how the game ended, if it has; returns true if so.
    fn announce_end(&mut self, out: &mut dyn Write) -> Result<bool> {
        let Some(outcome) = self.table.line.outcome() else { return Ok(false) };
        self.screen.keep();
        writeln!(out, "{outcome}")?;
        Ok(true)
    }

    /// Draws the board at a terminal.
    fn draw(&mut self, out: &mut dyn Write) -> Result<()> {
        if self.terminal {
            let drawing = format!("\n{}\n", self.board());
            self.screen.show(out, &drawing)?;
        }
        Ok(())
    }

    fn set_up(&mut self, position: Position, out: &mut dyn Write) -> Result<()> {
        self.table.set_up(position)?;
        self.answers = true;
        self.draw(out)
    }

    /// Runs the bench; Ctrl-C ends it.
    fn bench(&mut self, depth: &str, out: &mut dyn Write) -> Result<()> {
        let depth = if depth.is_empty() { None } else { Some(number(depth, "bench", 1..=64)?) };
        let (work, bar) = (BenchWork { depth, ..BenchWork::default() }, Arc::new(bench::BenchBar::new()));
        let shown = Arc::clone(&bar);
        let result = self
            .table
            .session
            .bench(work, &interrupt::catch().signals(), move |progress| shown.show(progress));
        bar.clear();
        Ok(write!(out, "{}", bench::report(&result?))?)
    }

    fn chess960(&mut self, text: &str, out: &mut dyn Write) -> Result<()> {
        let number = if text.is_empty() { fastrand::u16(..960) } else { text.parse().unwrap_or(u16::MAX) };
        let position = chess960::start_position(number)?;
        self.table.chess960 = true;
        writeln!(out, "start position {number}")?;
        self.set_up(position, out)
    }
}

fn number(text: &str, word: &str, range: std::ops::RangeInclusive<u32>) -> Result<u32> {
    let found = text.parse().ok().filter(|number| range.contains(number));
    found.with_context(|| {
        format!(
            "{word} needs a number from {} to {}, such as {word} {}",
            range.start(),
            range.end(),
            range.start().max(&4)
        )
    })
}

fn seconds(text: &str) -> Result<Duration> {
    match text.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        Some(time) if !time.is_zero() && time <= Duration::from_secs(86_400) => Ok(time),
        _ => bail!("st needs a number of seconds, such as st 5"),
    }
}

/// Shortens text for one line of a message.
fn short(text: &str) -> String {
    text.chars().take(30).flat_map(char::escape_default).collect()
}
