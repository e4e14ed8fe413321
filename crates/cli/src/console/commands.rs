//! The console's commands, one line each in the list that help prints and misspellings are compared with.

use std::fmt::Write as _;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use heirloom_chess::notation::san;
use heirloom_chess::perft::{Options, suite};
use heirloom_chess::{Position, chess960};
use heirloom_engine::option::nearest;
use heirloom_engine::{Bound, Event, Limits};

use super::Console;
use super::input::Input;
use crate::table::{Table, fit};
use crate::{bench, count, eval, interrupt, perft_suite};

/// Whether the console goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It reads the next line.
    On,
    /// It ends.
    Quit,
}

/// All commands with what they do: most are those of Roce's console.
const COMMANDS: &[(&str, &str)] = &[
    ("MOVE", "play it: e2e4, e7e8q, Nf3, O-O; the engine answers"),
    ("go", "let the engine move now, and answer for that side from then on"),
    ("force", "the engine no longer answers"),
    ("st SECONDS", "the engine thinks that long for a move"),
    ("sd DEPTH", "the engine searches that many plies"),
    ("hint", "what would the engine play?"),
    ("undo", "take a move back"),
    ("redo", "play it again"),
    ("new", "a new game"),
    ("clear", "forget what the engine remembers of the game"),
    ("disp", "the board (also d)"),
    ("flip", "turn the board"),
    ("fen", "the position as FEN"),
    ("setboard FEN", "another position"),
    ("chess960 NUMBER", "a Chess960 start position, 0 to 959; without a number at random"),
    ("info", "board, rights, clocks, keys"),
    ("show", "the legal moves"),
    ("sort", "the legal moves in the order of a short search, with scores"),
    ("stack", "the moves played"),
    ("eval", "the evaluation, term by term"),
    ("analyze", "think until Enter"),
    ("perft N", "leaves after N plies"),
    ("perft2 N", "nodes of all plies up to N"),
    ("divide N", "leaves behind each move"),
    ("divide2 N", "nodes behind each move"),
    ("testmovegen", "the move generator against its built-in suite"),
    ("bench", "nodes and nodes per second of a fixed search"),
    ("uci", "speak UCI from now on"),
    ("help", "this list"),
    ("quit", "leave"),
];

impl Console {
    /// Obeys one line.
    ///
    /// # Errors
    /// What is wrong with it, in one sentence.
    pub fn obey(&mut self, line: &str, input: &mut Input, out: &mut dyn Write) -> Result<Step> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => {}
            "quit" | "exit" => return Ok(Step::Quit),
            "help" | "?" => write!(out, "{}", help())?,
            "new" => self.set_up(Position::startpos(), out)?,
            "clear" => self.table.session.new_game()?,
            "setboard" => self.set_up(Position::from_fen(rest)?, out)?,
            "chess960" => self.chess960(rest, out)?,
            "disp" | "d" => write!(out, "{}", self.table.board())?,
            "flip" => {
                self.table.view.flipped = !self.table.view.flipped;
                write!(out, "{}", self.table.board())?;
            }
            "fen" => writeln!(out, "{}", self.table.line.position().fen())?,
            "info" => write!(out, "{}", self.info())?,
            "show" => writeln!(out, "{}", self.legal_moves())?,
            "sort" => self.sort(out)?,
            "stack" => writeln!(out, "{}", san::format_line(self.table.line.start(), self.table.line.moves()))?,
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
                self.answers = true;
                self.engine_moves(out)?;
            }
            "force" => self.answers = false,
            "hint" => self.hint(out)?,
            "eval" => {
                let explanation = self.table.session.explain(self.table.line.position())?;
                write!(out, "{}", eval::report(self.table.line.position(), &explanation))?;
            }
            "analyze" | "analyse" => self.analyze(input, out)?,
            "testmovegen" => perft_suite::test(out, "the built-in suite", suite::BUILT_IN, u64::MAX, &Options::default())?,
            "bench" => write!(out, "{}", bench::report(&self.table.session.bench(None)?))?,
            _ => match count::Kind::from_name(word) {
                Some(kind) => {
                    let depth = number(rest, word, 0..=30)?;
                    count::write_count(out, kind, self.table.line.position(), depth, &Options::default(), interrupt::flag())?;
                }
                None => self.play(word, out)?,
            },
        }
        Ok(Step::On)
    }

    /// Plays what the user typed and, unless the game is over, the engine's answer.
    fn play(&mut self, text: &str, out: &mut dyn Write) -> Result<()> {
        if !Table::looks_like_move(text) {
            let names = COMMANDS.iter().map(|(name, _)| name.split(' ').next().unwrap_or(name));
            return Err(match nearest(text, names) {
                Some(name) => anyhow!("unknown command '{}'; did you mean {name}?", short(text)),
                None => anyhow!("unknown command '{}'; type help for a list", short(text)),
            });
        }
        let mv = self.table.read_move(text)?;
        self.table.play(mv)?;
        if !self.answers {
            return self.draw(out);
        }
        if self.announce_end(out)? { Ok(()) } else { self.engine_moves(out) }
    }

    fn engine_moves(&mut self, out: &mut dyn Write) -> Result<()> {
        let (best, info) = self.table.think(self.limits.clone())?;
        let mv = best.best.context("the game is over; type new or undo")?;
        let score = info.and_then(|info| info.score).map(|score| format!("  ({score})")).unwrap_or_default();
        let told = if self.terminal { self.table.numbered(mv) } else { format!("move {}", self.table.coordinates(mv)) };
        self.table.play(mv)?;
        self.draw(out)?;
        writeln!(out, "{told}{}", if self.terminal { score } else { String::new() })?;
        self.announce_end(out)?;
        Ok(())
    }

    /// Says how the game ended, if it has.
    fn announce_end(&mut self, out: &mut dyn Write) -> Result<bool> {
        let Some(outcome) = self.table.line.outcome() else { return Ok(false) };
        self.draw(out)?;
        writeln!(out, "{outcome}")?;
        Ok(true)
    }

    /// The board, if somebody looks on.
    fn draw(&self, out: &mut dyn Write) -> Result<()> {
        if self.terminal {
            write!(out, "\n{}\n", self.table.board())?;
        }
        Ok(())
    }

    fn set_up(&mut self, position: Position, out: &mut dyn Write) -> Result<()> {
        self.table.set_up(position)?;
        self.answers = true;
        self.draw(out)
    }

    fn chess960(&mut self, text: &str, out: &mut dyn Write) -> Result<()> {
        let number = if text.is_empty() { fastrand::u16(..960) } else { text.parse().unwrap_or(u16::MAX) };
        let position = chess960::start_position(number)?;
        self.table.chess960 = true;
        writeln!(out, "start position {number}")?;
        self.set_up(position, out)
    }

    fn info(&self) -> String {
        let position = self.table.line.position();
        let mut text = self.table.view.with_facts(&self.table.line);
        let (key, pawn_key) = (position.key(), position.pawn_key());
        let rights = position.shredder_fen();
        let rights = rights.split(' ').nth(2).unwrap_or("-");
        let _ = writeln!(text, "To move: {}", position.turn());
        let _ = writeln!(text, "Castling: {rights}, en passant: {}", position.en_passant().map_or("-".into(), |square| square.to_string()));
        let _ = writeln!(text, "Move {}, {} plies without capture or pawn move", position.fullmove_number(), position.halfmove_clock());
        let _ = writeln!(text, "Keys: {key:016X}, pawns {pawn_key:016X}; seen {} times before", self.table.line.repetitions());
        text
    }

    fn legal_moves(&self) -> String {
        let position = self.table.line.position();
        let mut moves: Vec<String> = position.legal_moves().iter().map(|&mv| san::format(position, mv)).collect();
        moves.sort();
        format!("{} ({} moves)", moves.join(" "), moves.len())
    }

    /// All legal moves by the score of a search of a few plies.
    fn sort(&mut self, out: &mut dyn Write) -> Result<()> {
        let lines = self.table.line.position().legal_moves().len().clamp(1, 256);
        self.table.session.set_option("MultiPV", &lines.to_string())?;
        let mut scores = Vec::new();
        self.table.session.go(self.table.line.clone(), Limits::depth(6));
        let outcome = self.table.session.wait(|info| {
            if let (Some(score), Some(&mv), Some(index)) = (info.score, info.pv.first(), info.multipv) {
                if index == 1 {
                    scores.clear();
                }
                scores.push((mv, score));
            }
        });
        self.table.session.set_option("MultiPV", "1")?;
        outcome?;
        for (mv, score) in scores {
            writeln!(out, "{:<8} {score}", san::format(self.table.line.position(), mv))?;
        }
        Ok(())
    }

    fn hint(&mut self, out: &mut dyn Write) -> Result<()> {
        let (best, info) = self.table.think(self.limits.clone())?;
        let mv = best.best.context("there is no move")?;
        let line = info.map(|info| self.table.thinking(&info)).unwrap_or_default();
        writeln!(out, "Hint: {}   {line}", san::format(self.table.line.position(), mv))?;
        Ok(())
    }

    /// Prints each finished depth until a line (or the end of the input) arrives.
    fn analyze(&mut self, input: &mut Input, out: &mut dyn Write) -> Result<()> {
        if self.terminal {
            writeln!(out, "Enter ends the analysis")?;
            out.flush()?;
        }
        let ended = AtomicBool::new(false);
        let ticket = self.table.session.go(self.table.line.clone(), Limits::infinite());
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let line = input.line("");
                ended.store(true, Ordering::Relaxed);
                line
            });
            loop {
                match self.table.session.next_event(Duration::from_millis(30)) {
                    Some(Event::Info(_, info)) if info.score.is_some() && info.bound == Bound::Exact => {
                        let thought = self.table.thinking(&info);
                        writeln!(out, "{}", if self.terminal { fit(&thought) } else { thought })?;
                        out.flush()?;
                    }
                    Some(Event::Done(done, outcome)) if done == ticket => {
                        outcome?;
                        return Ok(());
                    }
                    _ => {}
                }
                if ended.load(Ordering::Relaxed) {
                    self.table.session.stop();
                }
            }
        })
    }
}

fn help() -> String {
    COMMANDS.iter().fold(String::new(), |mut text, (name, what)| {
        let _ = writeln!(text, "  {name:<18}{what}");
        text
    })
}

fn number(text: &str, word: &str, range: std::ops::RangeInclusive<u32>) -> Result<u32> {
    let found = text.parse().ok().filter(|number| range.contains(number));
    found.with_context(|| {
        format!("{word} needs a number from {} to {}, such as {word} {}", range.start(), range.end(), range.start().max(&4))
    })
}

fn seconds(text: &str) -> Result<Duration> {
    match text.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
        Some(time) if !time.is_zero() && time <= Duration::from_secs(86_400) => Ok(time),
        _ => bail!("st needs a number of seconds, such as st 5"),
    }
}

/// Fit for one line of a message.
fn short(text: &str) -> String {
    text.chars().take(30).flat_map(char::escape_default).collect()
}
