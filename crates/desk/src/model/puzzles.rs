//! Puzzles on the board: a file of them, the one that is being solved, hints, and how well a person solves them.

mod taking;

use std::collections::VecDeque;
use std::path::PathBuf;

use heirloom_app::puzzle::attempt::{Attempt, Verdict};
use heirloom_app::puzzle::progress::{Progress, ProgressError};
use heirloom_app::puzzle::record::Puzzle;
use heirloom_chess::game::Game;
use heirloom_chess::{Color, Move, PieceType, Square};

use super::Model;
use super::notice::Notice;
use super::record::Record;
use super::task::{self, Task};
use crate::command::Step;
pub use taking::Choice;
use taking::{Taken, take};

/// What can be asked of puzzles.
#[derive(Clone, PartialEq, Debug)]
pub enum PuzzleCommand {
    /// Takes puzzles from a file, and puts the first one on the board.
    Open(PathBuf, Choice),
    /// No longer reads the file; what was found by then is taken.
    Stop,
    /// Puts the next one on the board.
    Next,
    /// Says which piece moves, and then where to; the puzzle counts as not solved.
    Hint,
    /// Shows the solution; the puzzle counts as not solved.
    Solution,
}

/// How a try stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// A move is to be found.
    Open,
    /// The last move was wrong.
    Wrong,
    /// This piece moves.
    Hinted(PieceType, Square),
    /// All moves were found.
    Solved,
    /// The solution was shown.
    Shown,
}

/// A puzzle that is being solved, or was.
#[derive(Clone, Debug)]
pub struct Trial {
    attempt: Attempt,
    /// How it stands.
    pub state: State,
    /// There was a wrong move or a hint.
    pub failed: bool,
    /// How the rating changed by it, once that is known.
    pub change: Option<f64>,
}

impl Trial {
    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        self.attempt.puzzle()
    }

    /// The side that solves it.
    pub fn solver(&self) -> Color {
        !self.puzzle().start.turn()
    }

    /// Is it over?
    pub fn is_over(&self) -> bool {
        matches!(self.state, State::Solved | State::Shown)
    }
}

/// See the file's head.
#[derive(Debug)]
pub struct Puzzles {
    /// The file.
    pub path: Option<PathBuf>,
    /// The puzzle on the board.
    pub trial: Option<Trial>,
    /// How many were solved and how many were tried since the start of the program.
    pub score: (u32, u32),
    /// The person's rating, and what was tried before.
    pub progress: Progress,
    waiting: VecDeque<Puzzle>,
    reading: Option<Task<Result<Taken, String>>>,
    writing: Option<Task<Result<(), ProgressError>>>,
    unwritten: bool,
}

impl Default for Puzzles {
    fn default() -> Puzzles {
        Puzzles {
            path: None,
            trial: None,
            score: (0, 0),
            progress: Progress::forgetful(),
            waiting: VecDeque::new(),
            reading: None,
            writing: None,
            unwritten: false,
        }
    }
}

impl Puzzles {
    /// How many puzzles wait.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// How far the file has been read, while it is being read.
    pub fn reading(&self) -> Option<&task::Progress> {
        self.reading.as_ref().map(|task| &task.progress)
    }
}

impl Model {
    /// From now on a person's progress with puzzles is kept in this file; what it holds counts. Says what is wrong with it, and leaves it alone
    /// then.
    pub fn keep_puzzles_in(&mut self, path: PathBuf) {
        match Progress::load(Some(path)) {
            Ok(progress) => self.puzzles.progress = progress,
            Err(error) => self.tell(Notice::Progress(error.to_string())),
        }
    }

    /// Carries out a command for puzzles.
    pub(super) fn puzzles(&mut self, command: PuzzleCommand) {
        match command {
            PuzzleCommand::Open(path, choice) => {
                let known = self.puzzles.progress.clone();
                (self.puzzles.path, self.puzzles.waiting) = (Some(path.clone()), VecDeque::new());
                self.puzzles.reading =
                    Some(Task::start(&self.wake, move |progress| take(&path, &choice, &known, progress)));
            }
            PuzzleCommand::Stop => self.puzzles.reading.iter().for_each(|task| task.progress.stop()),
            PuzzleCommand::Next => self.next_puzzle(),
            PuzzleCommand::Hint => self.puzzle_hint(),
            PuzzleCommand::Solution => self.show_solution(),
        }
    }

    /// Takes over what has been read and written.
    pub(super) fn poll_puzzles(&mut self) {
        match Task::finish(&mut self.puzzles.reading) {
            None => {}
            Some(Ok(taken)) => {
                self.puzzles.waiting = taken.puzzles;
                if let Some(wrong) = taken.wrong {
                    self.tell(Notice::WrongPositions(wrong, taken.wrongs));
                }
                self.next_puzzle();
            }
            Some(Err(reason)) => {
                let path = self.puzzles.path.take().unwrap_or_default();
                self.tell(Notice::File(path, reason));
            }
        }
        if let Some(Err(error)) = Task::finish(&mut self.puzzles.writing) {
            self.tell(Notice::Progress(error.to_string()));
        }
        if self.puzzles.unwritten && self.puzzles.writing.is_none() {
            self.puzzles.unwritten = false;
            let progress = self.puzzles.progress.clone();
            self.puzzles.writing = Some(Task::start(&self.wake, move |_| progress.save()));
        }
    }

    /// Writes the progress, also where another thread is about to.
    pub fn save_puzzles_now(&self) {
        if self.puzzles.unwritten || self.puzzles.writing.is_some() {
            // The program ends: nobody can be told any more.
            let _ = self.puzzles.progress.save();
        }
    }

    fn next_puzzle(&mut self) {
        self.give_up();
        let Some(puzzle) = self.puzzles.waiting.pop_front() else {
            self.puzzles.trial = None;
            return self.tell(Notice::NoPuzzle);
        };
        self.analyse(false);
        let attempt = Attempt::new(&puzzle);
        let mut game = Game::from_line(attempt.line());
        game.tags_mut().set("Event", &format!("Puzzle {}", puzzle.id));
        if !puzzle.url.is_empty() {
            game.tags_mut().set("Site", &puzzle.url);
        }
        self.show(game);
        self.record.go(Step::Last);
        let trial = Trial { attempt, state: State::Open, failed: false, change: None };
        self.flipped = trial.solver() == Color::Black;
        self.puzzles.trial = Some(trial);
        self.moved();
    }

    /// A puzzle that is left counts if there was a wrong move.
    fn give_up(&mut self) {
        if self.puzzles.trial.as_ref().is_some_and(|trial| trial.failed && !trial.is_over()) {
            self.note_try(false);
        }
    }

    /// Judges a move of a person if it answers the puzzle on the board; says whether it does.
    pub(super) fn answer_puzzle(&mut self, mv: Move) -> bool {
        let Some(trial) = &mut self.puzzles.trial else { return false };
        if trial.is_over()
            || trial.attempt.line() != self.record.line()
            || !self.record.position().is_legal(mv)
        {
            return false;
        }
        let verdict = trial.attempt.play(mv);
        if verdict == Verdict::Wrong {
            (trial.state, trial.failed) = (State::Wrong, true);
            return true;
        }
        trial.state = if verdict == Verdict::Solved { State::Solved } else { State::Open };
        let solved = !trial.failed;
        let reply = if let Verdict::Right(reply) = verdict { Some(reply) } else { None };
        self.play_puzzle(std::iter::once(mv).chain(reply));
        if verdict == Verdict::Solved {
            self.note_try(solved);
        }
        true
    }

    /// Moves of the puzzle on the board; they are no change that somebody would want to keep.
    fn play_puzzle(&mut self, moves: impl IntoIterator<Item = Move>) {
        let changed = self.record.changed;
        for mv in moves {
            // It was legal when the puzzle was read.
            let _ = self.record.play(mv);
        }
        self.record.changed = changed;
        self.moved();
    }

    fn note_try(&mut self, solved: bool) {
        let Some(trial) = &mut self.puzzles.trial else { return };
        let puzzle = trial.attempt.puzzle().clone();
        trial.change = self.puzzles.progress.add(&puzzle, solved);
        let (right, tried) = self.puzzles.score;
        self.puzzles.score = (right + u32::from(solved), tried + 1);
        self.puzzles.unwritten |= trial.change.is_some();
    }

    fn puzzle_hint(&mut self) {
        let Some(trial) = self.puzzles.trial.as_mut().filter(|trial| !trial.is_over()) else {
            return self.tell(Notice::NoPuzzle);
        };
        let Some(mv) = trial.attempt.expected() else { return };
        trial.failed = true;
        let position = trial.attempt.line().position();
        let Some(piece) = position.piece_at(mv.from()) else { return };
        let hinted = State::Hinted(piece.piece_type(), mv.from());
        let again = trial.state == hinted;
        trial.state = hinted;
        self.show_puzzle();
        self.analysis.hint = Some(mv).filter(|_| again);
    }

    fn show_solution(&mut self) {
        let Some(trial) = self.puzzles.trial.as_mut().filter(|trial| !trial.is_over()) else {
            return self.tell(Notice::NoPuzzle);
        };
        trial.state = State::Shown;
        let rest = trial.attempt.rest().to_vec();
        self.show_puzzle();
        let here = self.record.node();
        self.play_puzzle(rest.iter().copied());
        self.record.go(Step::To(here));
        self.moved();
        self.analysis.hint = rest.first().copied();
        self.note_try(false);
    }

    /// Shows the position that is to be solved, whatever was looked at.
    fn show_puzzle(&mut self) {
        let Some(trial) = &self.puzzles.trial else { return };
        if trial.attempt.line() == self.record.line() {
            return;
        }
        let line = trial.attempt.line().clone();
        let game = self.record.game();
        let mut node = heirloom_chess::game::NodeId::START;
        for &mv in line.moves() {
            let next = game
                .children(node)
                .find(|&child| game.mv(child) == Some(mv))
                .filter(|_| game.start() == line.start());
            let Some(next) = next else {
                self.replace(Record::new(Game::from_line(&line)));
                self.record.go(Step::Last);
                return self.moved();
            };
            node = next;
        }
        self.record.go(Step::To(node));
        self.moved();
    }
}

#[cfg(test)]
mod tests;
