//! The review of the game on the board: an engine evaluates its positions, from which each move is judged.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use heirloom_app::review::annotate::{self, Style};
use heirloom_app::review::judgement::{Judgement, JudgementRules};
use heirloom_app::review::walk::{known, walk};
use heirloom_app::review::{Evaluation, Review};
use heirloom_chess::game::{Game, NodeId, Step as Walked};
use heirloom_chess::{Line, Move, Position};
use heirloom_engine::Limits;
use heirloom_workshop::review::html;

use super::context::{Context, Effect};
use super::history::ChangeKind;
use super::live_marks::LiveMarks;
use super::new_file;
use super::notice::Notice;
use super::play::Play;
use super::players::title;
use super::record::{Record, Step};
use super::strength;
use super::suite::Limit;
use super::task::{Job, Progress, Reports, Task};
use crate::roster::Roster;

/// The usual limit for each position.
pub const USUAL: Limit = Limit::Time(Duration::from_millis(500));

/// What can be asked of reviews.
#[derive(Clone, PartialEq, Debug)]
pub enum ReviewCommand {
    /// Reviews the main line of the game on the board with an engine, within a limit for each position.
    Start(String, Limit),
    /// Ends the review; what is known by then is judged.
    Stop,
    /// Writes marks, evaluations, better lines and comments into the game, which can be undone.
    Annotate,
    /// Writes the review as an HTML page into a new file.
    Save(PathBuf),
    /// Forgets the review.
    Close,
    /// Goes to the next bad move of the main line, or to the one before.
    Mistake {
        /// Whether it is the next one.
        next: bool,
    },
}

/// A review of a game.
#[derive(Debug, Default)]
pub struct GameReview {
    /// The engine.
    pub engine: Option<String>,
    /// The engine and its limit in words.
    reviewer: String,
    /// The evaluations of the positions of the game so far, by ply.
    pub evaluations: Vec<Option<Evaluation>>,
    start: Option<Position>,
    moves: Vec<(NodeId, Move)>,
    judged: HashMap<NodeId, Judgement>,
    review: Option<Box<Review>>,
    running: Option<Job<(usize, Evaluation), Made>>,
    /// A report that is being written.
    saving: Option<Task<Notice>>,
}

/// The result of a review, with what went wrong.
#[derive(Debug)]
struct Made {
    review: Box<Review>,
    fault: Option<String>,
}

impl GameReview {
    /// Returns true if an engine is evaluating positions.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Returns the share that is done, from 0 to 1.
    pub fn progress(&self) -> Option<f32> {
        self.running.as_ref()?.progress()?.share()
    }

    /// Returns true if the review is of this game, or of its beginning.
    fn fits(&self, game: &Game) -> bool {
        let mut line = game.main_line();
        self.start.as_ref() == Some(game.start())
            && self.moves.iter().all(|&(node, mv)| line.next() == Some(node) && game.mv(node) == Some(mv))
    }
}

/// Returns the moves of the main line.
fn main_line(game: &Game) -> Line {
    game.line(game.last()).unwrap_or_else(|_| Line::new(game.start().clone()))
}

/// Evaluates all positions, the last one first.
fn run(
    roster: &dyn Roster,
    engine: &str,
    game: &Game,
    limits: &Limits,
    progress: &Progress,
    found: &Reports<(usize, Evaluation)>,
) -> Made {
    let line = main_line(game);
    progress.expect(line.moves().len() as u64 + 1);
    let mut evaluations = vec![None; line.moves().len() + 1];
    let mut before = line.clone();
    for place in evaluations.iter_mut().rev() {
        *place = known(&before).flatten();
        before.pop();
    }
    let mut ask = || -> Result<(), String> {
        let mut session = strength::session(roster, engine)?;
        let note = &mut |ply: usize, evaluation: Evaluation| {
            evaluations[ply] = Some(evaluation.clone());
            progress.done.fetch_add(1, Ordering::Relaxed);
            // If no one reads it, the task is being stopped.
            let _ = found.send((ply, evaluation));
        };
        walk(&mut session, &line, |_| true, limits, progress.stopped(), note)
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    let fault = ask().err();
    Made { review: Box::new(Review::new(game, evaluations, &JudgementRules::LICHESS)), fault }
}

impl GameReview {
    /// Carries a command out.
    pub fn apply(&mut self, command: ReviewCommand, play: &mut Play, context: &mut Context) {
        match command {
            ReviewCommand::Start(engine, limit) => self.start(engine, limit, play.record().game(), context),
            ReviewCommand::Stop => {
                self.running.as_ref().and_then(Job::progress).into_iter().for_each(Progress::stop)
            }
            ReviewCommand::Annotate => match self.review_of(play.record().game()) {
                Some(review) => {
                    let annotate = |game: &mut Game| {
                        annotate::write(game, review, &Style::default());
                        Ok(())
                    };
                    play.edit(ChangeKind::Review.into(), annotate, context);
                }
                None => context.notify(Notice::NoReview),
            },
            ReviewCommand::Save(path) => self.save(path, play.record().game(), context),
            ReviewCommand::Close => {
                *self = GameReview { saving: self.saving.take(), ..GameReview::default() }
            }
            ReviewCommand::Mistake { next } => match self.mistake(next, play.record()) {
                Some(node) => {
                    play.record.go(Step::To(node));
                    context.ask(Effect::Moved);
                }
                None => context.notify(Notice::NoMistake),
            },
        }
    }

    fn start(&mut self, engine: String, limit: Limit, game: &Game, context: &mut Context) {
        let game = game.clone();
        if game.move_count() == 0 {
            return context.notify(Notice::NothingToReview);
        }
        let moves: Vec<(NodeId, Move)> =
            game.main_line().filter_map(|node| Some((node, game.mv(node)?))).collect();
        let (roster, limits) = (Arc::clone(&context.roster), limit.limits());
        *self = GameReview {
            engine: Some(engine.clone()),
            reviewer: format!("{}, {}", title(&engine), limit.words()),
            evaluations: vec![None; moves.len() + 1],
            start: Some(game.start().clone()),
            moves,
            saving: self.saving.take(),
            ..GameReview::default()
        };
        self.running = Some(Job::start(&context.wake, move |progress, found| {
            run(roster.as_ref(), &engine, &game, &limits, progress, found)
        }));
    }

    fn save(&mut self, path: PathBuf, game: &Game, context: &mut Context) {
        let Some(review) = self.review_of(game) else { return context.notify(Notice::NoReview) };
        let (game, review, reviewer) = (game.clone(), review.clone(), self.reviewer.clone());
        self.saving = Some(Task::start(&context.wake, move |_| {
            let page = html::page(&[html::game(&game, &review, 0)], &reviewer);
            new_file::write(path, page.as_bytes())
        }));
    }

    /// Waits until a report is saved, at the end of the program.
    pub fn finish_saving(&mut self, context: &mut Context) {
        if let Some(notice) = Task::wait(&mut self.saving) {
            context.notify(notice);
        }
    }

    /// Reads what has been found out.
    pub fn poll(&mut self, context: &mut Context) {
        if let Some(notice) = Task::finish(&mut self.saving) {
            context.notify(notice);
        }
        let (found, ended) = Job::poll(&mut self.running);
        for (ply, evaluation) in found {
            if let Some(place) = self.evaluations.get_mut(ply) {
                *place = Some(evaluation);
            }
        }
        let Some(Made { review, fault }) = ended else { return };
        let judged =
            review.moves.iter().filter_map(|reviewed| Some((reviewed.node, reviewed.judgement()?))).collect();
        self.evaluations.clone_from(&review.evaluations);
        (self.judged, self.review) = (judged, Some(review));
        if let Some(reason) = fault {
            let name = self.engine.clone().unwrap_or_default();
            context.notify(Notice::Refused(format!("{name}: {reason}")));
        }
    }

    /// Returns the review of a game, if there is one.
    pub fn review_of(&self, game: &Game) -> Option<&Review> {
        self.review.as_deref().filter(|_| self.fits(game))
    }

    /// Returns what is known so far of the positions of the main line of a game, by a review that is running
    /// or has ended.
    pub fn evaluations_of(&self, game: &Game) -> &[Option<Evaluation>] {
        if self.fits(game) { &self.evaluations } else { &[] }
    }

    /// Returns the judgements of the moves of a game: by its review, else by the marks in the game.
    pub fn judgements_of<'a>(&'a self, game: &'a Game) -> Judgements<'a> {
        Judgements { game, judged: self.review_of(game).map(|_| &self.judged), live: None }
    }

    /// Returns the next bad move of the main line, or the one before.
    fn mistake(&self, next: bool, record: &Record) -> Option<NodeId> {
        let (judgements, here, on_board) =
            (self.judgements_of(record.game()), record.main_line_ply(), record.node());
        let bad = |&(_, node): &(usize, NodeId)| judgements.of(node).is_some();
        let mut plies = record.game().main_line().enumerate().map(|(before, node)| (before + 1, node));
        let found = if next {
            plies.find(|mv| mv.0 > here && bad(mv))
        } else {
            // From a variation, the move that it starts from is the one before.
            plies.take_while(|&(ply, node)| ply < here || ply == here && node != on_board).filter(bad).last()
        };
        found.map(|(_, node)| node)
    }
}

/// How bad the moves of a game are.
#[derive(Clone, Copy, Debug)]
pub struct Judgements<'a> {
    game: &'a Game,
    judged: Option<&'a HashMap<NodeId, Judgement>>,
    /// The judgements made while one analyzes.
    live: Option<&'a LiveMarks>,
}

impl<'a> Judgements<'a> {
    /// Adds the judgements made while one analyzes, for moves without others.
    pub(super) fn with_live(self, live: Option<&'a LiveMarks>) -> Judgements<'a> {
        Judgements { live, ..self }
    }

    /// Returns a number that changes with the judgements.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for step in self.game.walk() {
            if let Walked::Move(node) = step
                && let Some(judgement) = self.of(node)
            {
                (node, judgement).hash(&mut hasher);
            }
        }
        hasher.finish()
    }

    /// Returns true if nobody has judged the moves of the main line.
    pub fn is_empty(&self) -> bool {
        self.judged.is_none() && self.game.main_line().all(|node| self.of(node).is_none())
    }

    /// Returns how bad a move is, if it is bad.
    pub fn of(&self, node: NodeId) -> Option<Judgement> {
        let by_review = self.judged.and_then(|judged| judged.get(&node).copied());
        let marked = || self.game.nags(node).iter().find_map(|&nag| Judgement::from_nag(nag));
        by_review.or_else(marked).or_else(|| self.live?.of(self.game, node))
    }
}

#[cfg(test)]
mod tests;
