//! Puzzles solved at a terminal or from a pipe.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write};

use anyhow::Result;
use heirloom_app::puzzle::attempt::{Attempt, Verdict};
use heirloom_app::puzzle::progress::SolverProgress;
use heirloom_app::puzzle::record::Puzzle;
use heirloom_chess::notation::{san, typed};
use heirloom_chess::{Color, Line, Move};

use crate::board_view::BoardView;
use crate::input::Input;
use crate::screen::has_colors;
use heirloom_workshop::score_sheet::{Style, one_line};

const HELP: &str = "MOVE      try a move such as Nf3 or g1f3; only the first try counts
hint      show the piece to move, then its target; the puzzle counts as failed
give up   show the solution; the puzzle counts as failed
skip      go to the next puzzle; this one does not count unless already failed
board     show the board (also just Enter)
flip      flip the board
fen       print the position as FEN
themes    show the themes and the opening of the puzzle
rating    show the puzzle's rating and yours
quit      quit";

/// What happens after a command.
#[derive(PartialEq, Eq)]
enum Step {
    On,
    Next,
    Quit,
}

/// A puzzle being solved.
struct Trial<'a> {
    puzzle: &'a Puzzle,
    attempt: Attempt,
    view: BoardView,
    hints: u32,
    /// There was a wrong move or a hint, or the user gave up.
    failed: bool,
}

/// Shows one puzzle after another until there are no more or the user leaves. Fails if progress cannot be
/// saved.
pub fn run(puzzles: &[Puzzle], progress: &mut SolverProgress, figures: bool) -> Result<()> {
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let mut input = Input::new(terminal)?;
    let mut out = anstream::stdout();
    let view = BoardView { figures, colors: terminal && has_colors(), flipped: false };
    if terminal {
        writeln!(out, "Type a move, or help. Any checkmate is correct; only the first try counts.")?;
    }
    let mut solved = 0;
    for (number, puzzle) in puzzles.iter().enumerate() {
        let mut trial = Trial::new(puzzle, view);
        write!(out, "\n{}", trial.introduction(number + 1, puzzles.len()))?;
        let step = loop {
            out.flush()?;
            let prompt = if terminal { trial.prompt() } else { String::new() };
            let Some(line) = input.line(&prompt)? else { break Step::Quit };
            match trial.obey(line.trim(), progress, &mut out)? {
                Step::On => {}
                step => break step,
            }
        };
        let done = trial.attempt.expected().is_none();
        solved += usize::from(done && !trial.failed);
        if done || trial.failed {
            let change = progress.note(puzzle, !trial.failed)?;
            writeln!(out, "Your rating is {:.0} ({change:+.0}).", progress.rating.rating)?;
        }
        if step == Step::Quit {
            writeln!(out, "\n{solved} solved")?;
            return Ok(());
        }
    }
    writeln!(out, "\n{solved} of {} solved; no more puzzles", puzzles.len())?;
    Ok(())
}

impl<'a> Trial<'a> {
    fn new(puzzle: &'a Puzzle, view: BoardView) -> Trial<'a> {
        let attempt = Attempt::new(puzzle);
        let flipped = attempt.line().position().turn() == Color::Black;
        Trial { puzzle, attempt, view: BoardView { flipped, ..view }, hints: 0, failed: false }
    }

    fn introduction(&self, number: usize, count: usize) -> String {
        let line = self.attempt.line();
        let opponent =
            line.moves().first().map_or_else(String::new, |&mv| Style::San.write_numbered(line.start(), mv));
        format!(
            "Puzzle {number} of {count} ({}, rated {:.0}): {opponent}. {} to move.\n\n{}",
            self.puzzle.id,
            self.puzzle.rating,
            line.position().turn(),
            self.view.draw(line)
        )
    }

    fn prompt(&self) -> String {
        let position = self.attempt.line().position();
        format!("{} {}> ", position.fullmove_number(), position.turn())
    }

    fn obey(&mut self, word: &str, progress: &SolverProgress, out: &mut dyn Write) -> Result<Step> {
        let text = match word.to_ascii_lowercase().as_str() {
            "" | "board" => self.view.draw(self.attempt.line()),
            "quit" | "exit" => return Ok(Step::Quit),
            "skip" | "next" => return Ok(Step::Next),
            "help" | "?" => format!("{HELP}\n"),
            "flip" => {
                self.view.flipped = !self.view.flipped;
                self.view.draw(self.attempt.line())
            }
            "fen" => format!("{}\n", self.attempt.line().position().fen()),
            "themes" => {
                format!("{}\n{}\n", self.puzzle.themes.join(" "), self.puzzle.openings.replace('_', " "))
            }
            "rating" => format!("puzzle {:.0}, you {:.0}\n", self.puzzle.rating, progress.rating.rating),
            "hint" => self.hint(),
            "give up" | "giveup" | "solution" => {
                self.failed = true;
                writeln!(out, "The solution is {}{}", self.rest(), self.source())?;
                return Ok(Step::Next);
            }
            _ => return self.answer(word, out),
        };
        out.write_all(text.as_bytes())?;
        Ok(Step::On)
    }

    fn answer(&mut self, text: &str, out: &mut dyn Write) -> Result<Step> {
        let position = self.attempt.line().position();
        let mv = match typed::parse(position, text) {
            Ok(mv) => mv,
            Err(error) => {
                writeln!(out, "{error}; type help for a list of commands")?;
                return Ok(Step::On);
            }
        };
        let written = san::format(position, mv);
        match self.attempt.play(mv) {
            Verdict::Wrong => {
                self.failed = true;
                writeln!(out, "{written} is wrong. Try again, or type hint or give up.")?;
            }
            Verdict::Right(_) => {
                self.hints = 0;
                let line = self.attempt.line();
                let reply =
                    line.moves().last().map_or_else(String::new, |&reply| self.written_before_last(reply));
                writeln!(out, "{written} is correct. {reply}.\n\n{}", self.view.draw(line))?;
            }
            Verdict::Solved => {
                let how = if self.failed { "Solved, but not on the first try." } else { "Solved." };
                writeln!(out, "{written} is correct. {how}{}", self.source())?;
                return Ok(Step::Next);
            }
        }
        Ok(Step::On)
    }

    /// Returns the last move of the line with its number.
    fn written_before_last(&self, mv: Move) -> String {
        let mut line = self.attempt.line().clone();
        line.pop();
        Style::San.write_numbered(line.position(), mv)
    }

    fn hint(&mut self) -> String {
        let Some(mv) = self.attempt.expected() else { return String::new() };
        self.failed = true;
        self.hints += 1;
        let piece = self
            .attempt
            .line()
            .position()
            .piece_at(mv.from())
            .map_or("piece", |piece| piece.piece_type().name());
        let mut text = format!("the {piece} on {} moves", mv.from());
        if self.hints > 1 {
            let _ = write!(text, " to {}", mv.to());
        }
        text + "\n"
    }

    /// Returns the rest of the solution, with move numbers.
    fn rest(&self) -> String {
        let mut line = Line::new(self.attempt.line().position().clone());
        for &mv in self.attempt.rest() {
            // All moves were legal when the puzzle was read.
            let _ = line.push(mv);
        }
        one_line(&line, Style::San)
    }

    fn source(&self) -> String {
        if self.puzzle.url.is_empty() { String::new() } else { format!("  {}", self.puzzle.url) }
    }
}
