//! Puzzles on the board: a file of them, the one that is being solved, hints, and the user's progress.

mod making;
mod selection;

use std::collections::VecDeque;
use std::path::PathBuf;

use heirloom_app::puzzle::attempt::{Attempt, Verdict};
use heirloom_app::puzzle::progress::{ProgressError, SolverProgress};
use heirloom_app::puzzle::record::Puzzle;
use heirloom_chess::game::Game;
use heirloom_chess::{Color, Line, Move, PieceType, Square};

use super::context::{Context, Effect};
use super::notice::Notice;
use super::play::Play;
use super::record::{Record, Step};
use super::task::{self, Task};
pub use making::{MakeOrder, Making, MakingProgress};
pub use selection::PuzzleFilter;
use selection::{Taken, take};

/// What can be asked of puzzles.
#[derive(Clone, PartialEq, Debug)]
pub enum PuzzleCommand {
    /// Takes puzzles from a file, and shows the first one.
    Open(PathBuf, PuzzleFilter),
    /// Stops reading the file; the puzzles found so far are taken.
    Stop,
    /// Shows the next puzzle.
    Next,
    /// Shows which piece moves, and then its destination; the puzzle counts as not solved.
    Hint,
    /// Shows the solution; the puzzle counts as not solved.
    Solution,
    /// Makes puzzles from games.
    Make(MakeOrder),
    /// Stops making puzzles; those found so far are written.
    StopMaking,
}

/// The state of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleState {
    /// The user is to find a move.
    Open,
    /// The last move was right; the user is to find the next one.
    Right,
    /// The last move was wrong.
    Wrong,
    /// The piece that moves was shown.
    Hinted(PieceType, Square),
    /// All moves were found.
    Solved,
    /// The solution was shown.
    Shown,
}

/// A puzzle on the board, with the attempt to solve it.
#[derive(Clone, Debug)]
pub struct CurrentPuzzle {
    attempt: Attempt,
    /// The state.
    pub state: PuzzleState,
    /// Whether there was a wrong move or a hint.
    pub failed: bool,
    /// The number of moves that were tried.
    pub tries: u32,
    /// The change of the user's rating, once it is known.
    pub change: Option<f64>,
}

impl CurrentPuzzle {
    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        self.attempt.puzzle()
    }

    /// Returns the side that solves it.
    pub fn solver(&self) -> Color {
        !self.puzzle().start.turn()
    }

    /// Returns the moves up to the position to be solved.
    pub fn line(&self) -> &Line {
        self.attempt.line()
    }

    /// Returns true if the attempt is over.
    pub fn is_over(&self) -> bool {
        matches!(self.state, PuzzleState::Solved | PuzzleState::Shown)
    }
}

/// The puzzles of a file, and the user's progress.
#[derive(Debug)]
pub struct Puzzles {
    /// The file.
    pub path: Option<PathBuf>,
    /// The puzzle on the board.
    pub current: Option<CurrentPuzzle>,
    /// How many puzzles were solved and tried since the program was started.
    pub score: (u32, u32),
    /// The user's rating, and what was tried before.
    pub progress: SolverProgress,
    /// The making of puzzles from games.
    pub making: Making,
    waiting: VecDeque<Puzzle>,
    reading: Option<Task<Result<Taken, String>>>,
    writing: Option<Task<Result<(), ProgressError>>>,
    unwritten: bool,
}

impl Default for Puzzles {
    fn default() -> Puzzles {
        Puzzles {
            path: None,
            current: None,
            score: (0, 0),
            progress: SolverProgress::forgetful(),
            making: Making::default(),
            waiting: VecDeque::new(),
            reading: None,
            writing: None,
            unwritten: false,
        }
    }
}

impl Puzzles {
    /// Returns the number of puzzles that follow.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Returns true if the puzzle on the board is still to be solved.
    pub fn is_open_at(&self, line: &Line) -> bool {
        self.current.as_ref().is_some_and(|puzzle| !puzzle.is_over() && puzzle.attempt.line() == line)
    }

    /// Returns the progress of reading the file.
    pub fn reading(&self) -> Option<&task::Progress> {
        self.reading.as_ref().map(|task| &task.progress)
    }
}

impl Puzzles {
    /// Keeps the user's progress in this file, and continues from what it holds. A file that cannot be read
    /// is reported and left alone.
    pub fn keep_in(&mut self, path: PathBuf, context: &mut Context) {
        match SolverProgress::load(Some(path)) {
            Ok(progress) => self.progress = progress,
            Err(error) => context.notify(Notice::Progress(error.to_string())),
        }
    }

    /// Carries a command out.
    pub fn apply(&mut self, command: PuzzleCommand, play: &mut Play, context: &mut Context) {
        match command {
            PuzzleCommand::Open(path, choice) => {
                let known = self.progress.clone();
                (self.path, self.waiting) = (Some(path.clone()), VecDeque::new());
                self.reading =
                    Some(Task::start(&context.wake, move |progress| take(&path, &choice, &known, progress)));
            }
            PuzzleCommand::Stop => self.reading.iter().for_each(|task| task.progress.stop()),
            PuzzleCommand::Next => self.show_next(play, context),
            PuzzleCommand::Hint => self.hint(play, context),
            PuzzleCommand::Solution => self.show_solution(play, context),
            PuzzleCommand::Make(order) => self.making.start(order, context),
            PuzzleCommand::StopMaking => self.making.stop(),
        }
    }

    /// Shows what has been read, and writes the progress.
    pub fn poll(&mut self, play: &mut Play, context: &mut Context) {
        self.making.poll(context);
        match Task::finish(&mut self.reading) {
            None => {}
            Some(Ok(taken)) => {
                self.waiting = taken.puzzles;
                if let Some(wrong) = taken.wrong {
                    context.notify(Notice::WrongPositions(wrong, taken.wrongs));
                }
                self.show_next(play, context);
            }
            Some(Err(reason)) => {
                let path = self.path.take().unwrap_or_default();
                context.notify(Notice::File(path, reason));
            }
        }
        if let Some(Err(error)) = Task::finish(&mut self.writing) {
            context.notify(Notice::Progress(error.to_string()));
        }
        if self.unwritten && self.writing.is_none() {
            self.unwritten = false;
            let progress = self.progress.clone();
            self.writing = Some(Task::start(&context.wake, move |_| progress.save()));
        }
    }

    /// Writes the progress now, even if another thread is about to.
    pub fn save_now(&self) {
        if self.unwritten || self.writing.is_some() {
            // The program ends: there is no way to report a failure.
            let _ = self.progress.save();
        }
    }

    fn show_next(&mut self, play: &mut Play, context: &mut Context) {
        self.give_up();
        let Some(puzzle) = self.take_next() else {
            self.current = None;
            return context.notify(Notice::NoPuzzle);
        };
        context.ask(Effect::StopAnalysis);
        let attempt = Attempt::new(&puzzle);
        let mut game = Game::from_line(attempt.line());
        game.tags_mut().set("Event", &format!("Puzzle {}", puzzle.id));
        if !puzzle.url.is_empty() {
            game.tags_mut().set("Site", &puzzle.url);
        }
        play.show(game, context);
        play.record.go(Step::Last);
        let trial =
            CurrentPuzzle { attempt, state: PuzzleState::Open, failed: false, tries: 0, change: None };
        play.turn_for_puzzle(trial.solver());
        self.current = Some(trial);
        context.ask(Effect::Moved);
    }

    /// Takes the puzzle that is nearest to the solver's level: one deviation below the rating, so that the
    /// first ones are easy, while the rating is uncertain.
    fn take_next(&mut self) -> Option<Puzzle> {
        let level = self.progress.rating.rating - self.progress.rating.deviation;
        let distance = |puzzle: &Puzzle| (puzzle.rating - level).abs();
        let by_distance = |a: &Puzzle, b: &Puzzle| distance(a).total_cmp(&distance(b));
        let (nearest, _) = self.waiting.iter().enumerate().min_by(|(_, a), (_, b)| by_distance(a, b))?;
        self.waiting.remove(nearest)
    }

    /// Counts a puzzle that is left if there was a wrong move.
    fn give_up(&mut self) {
        if self.current.as_ref().is_some_and(|trial| trial.failed && !trial.is_over()) {
            self.note_try(false);
        }
    }

    /// Returns true if the board shows the position of a puzzle that is open.
    pub fn is_on_board(&self, record: &Record) -> bool {
        self.current.as_ref().is_some_and(|trial| !trial.is_over() && trial.attempt.line() == record.line())
    }

    /// Judges a move of the user if it answers the puzzle on the board; returns true if it does.
    pub fn answer(&mut self, mv: Move, play: &mut Play, context: &mut Context) -> bool {
        let is_on_board = self.is_on_board(&play.record);
        let Some(trial) = self.current.as_mut().filter(|_| is_on_board) else { return false };
        if !play.record.position().is_legal(mv) {
            return false;
        }
        trial.tries += 1;
        let verdict = trial.attempt.play(mv);
        if verdict == Verdict::Wrong {
            (trial.state, trial.failed) = (PuzzleState::Wrong, true);
            return true;
        }
        trial.state = if verdict == Verdict::Solved { PuzzleState::Solved } else { PuzzleState::Right };
        let solved = !trial.failed;
        let reply = if let Verdict::Right(reply) = verdict { Some(reply) } else { None };
        play_moves(play, context, std::iter::once(mv).chain(reply));
        if verdict == Verdict::Solved {
            self.note_try(solved);
        }
        true
    }

    fn note_try(&mut self, solved: bool) {
        let Some(trial) = &mut self.current else { return };
        let puzzle = trial.attempt.puzzle().clone();
        trial.change = self.progress.add(&puzzle, solved);
        let (right, tried) = self.score;
        self.score = (right + u32::from(solved), tried + 1);
        self.unwritten |= trial.change.is_some();
    }

    fn hint(&mut self, play: &mut Play, context: &mut Context) {
        let Some(trial) = self.current.as_mut().filter(|trial| !trial.is_over()) else {
            return context.notify(Notice::NoPuzzle);
        };
        let Some(mv) = trial.attempt.expected() else { return };
        trial.failed = true;
        let position = trial.attempt.line().position();
        let Some(piece) = position.piece_at(mv.from()) else { return };
        let hinted = PuzzleState::Hinted(piece.piece_type(), mv.from());
        let again = trial.state == hinted;
        trial.state = hinted;
        self.show_position(play, context);
        context.ask(Effect::Hint(Some(mv).filter(|_| again)));
    }

    fn show_solution(&mut self, play: &mut Play, context: &mut Context) {
        let Some(trial) = self.current.as_mut().filter(|trial| !trial.is_over()) else {
            return context.notify(Notice::NoPuzzle);
        };
        trial.state = PuzzleState::Shown;
        let rest = trial.attempt.rest().to_vec();
        self.show_position(play, context);
        let here = play.record.node();
        play_moves(play, context, rest.iter().copied());
        play.record.go(Step::To(here));
        context.ask(Effect::Moved);
        context.ask(Effect::Hint(rest.first().copied()));
        self.note_try(false);
    }

    /// Shows the position to be solved, if the board shows another one.
    fn show_position(&self, play: &mut Play, context: &mut Context) {
        let Some(trial) = &self.current else { return };
        if trial.attempt.line() == play.record.line() {
            return;
        }
        let line = trial.attempt.line().clone();
        let game = play.record.game();
        let mut node = heirloom_chess::game::NodeId::START;
        for &mv in line.moves() {
            let next = game
                .children(node)
                .find(|&child| game.mv(child) == Some(mv))
                .filter(|_| game.start() == line.start());
            let Some(next) = next else {
                play.replace(Record::new(Game::from_line(&line)), context);
                play.turn_for_puzzle(trial.solver());
                play.record.go(Step::Last);
                return context.ask(Effect::Moved);
            };
            node = next;
        }
        play.record.go(Step::To(node));
        context.ask(Effect::Moved);
    }
}

/// Plays moves of the puzzle on the board; they do not count as changes that the user would want to keep.
fn play_moves(play: &mut Play, context: &mut Context, moves: impl IntoIterator<Item = Move>) {
    let changed = play.record.changed;
    for mv in moves {
        // It was legal when the puzzle was read.
        let _ = play.record.play(mv);
    }
    play.record.changed = changed;
    context.ask(Effect::Moved);
}

#[cfg(test)]
mod tests;
