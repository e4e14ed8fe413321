//! The review of the game on the board: an engine evaluates its positions, from which each move is judged.

mod judgements;
mod kept;
mod walkthrough;
mod withdrawn;
mod work;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use heirloom_app::review::annotate::{self, Style};
use heirloom_app::review::judgement::Judgement;
use heirloom_app::review::{Evaluation, Review};
use heirloom_chess::game::{Game, GameError, NodeId};
use heirloom_chess::{Move, Position};
use heirloom_workshop::review::html;

use super::context::{Context, Effect};
use super::history::ChangeKind;
use super::new_file;
use super::notice::Notice;
use super::play::Play;
use super::players::title;
use super::record::{Record, Step};
use super::suite::Limit;
use super::task::{Job, Progress, Task};
pub use judgements::Judgements;
use kept::Kept;
pub use walkthrough::{Tried, WalkStage, Walkthrough};
use withdrawn::Shown;
pub use withdrawn::Withdrawn;
pub(in crate::model) use work::main_line;
use work::{Finding, Work};

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
    /// Forgets the review, which can be restored.
    Close,
    /// Restores the review that was forgotten last.
    Restore,
    /// Goes to the next bad move of the main line, or to the one before.
    Mistake {
        /// Whether it is the next one.
        next: bool,
    },
    /// Begins a walk through the mistakes, goes to its next moment, or ends it after the last one.
    Walk,
    /// Shows the better move of the moment.
    ShowBetter,
    /// Ends the walk.
    EndWalk,
    /// Enters a line, which begins before the move with this index, into the game, and goes to where it
    /// leaves the main line.
    PlayOut(usize, Vec<Move>),
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
    /// How often something has been found.
    version: u64,
    running: Option<Job<Finding, Option<String>>>,
    /// The walk through the mistakes.
    walk: Option<Walkthrough>,
    /// Where reviews are kept.
    kept: Kept,
    /// A report that is being written.
    saving: Option<Task<Notice>>,
    /// What has been shown about its moves so far.
    shown: Shown,
    /// The review that was discarded last.
    discarded: Option<Box<GameReview>>,
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

    /// Returns another value whenever something has been found.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns what was shown about the move with this index and is no longer true.
    pub fn withdrawn(&self, ply: usize) -> Option<Withdrawn> {
        self.shown.withdrawn(self.review.as_ref()?, ply)
    }

    /// Returns the walk through the mistakes of a game, if there is one.
    pub fn walk_of(&self, game: &Game) -> Option<&Walkthrough> {
        self.walk.as_ref().filter(|_| self.fits(game))
    }

    /// Returns true if the review is of this game, or of its beginning.
    fn fits(&self, game: &Game) -> bool {
        let mut line = game.main_line();
        self.start.as_ref() == Some(game.start())
            && self.moves.iter().all(|&(node, mv)| line.next() == Some(node) && game.mv(node) == Some(mv))
    }
}

impl GameReview {
    /// Carries a command out.
    pub fn apply(&mut self, command: ReviewCommand, play: &mut Play, context: &mut Context) {
        match command {
            ReviewCommand::Start(engine, limit) => self.start(engine, limit, play.record().game(), context),
            ReviewCommand::Stop => {
                self.running.as_ref().and_then(Job::progress).into_iter().for_each(Progress::stop)
            }
            ReviewCommand::Annotate => self.annotate(play, context),
            ReviewCommand::Save(path) => self.save(path, play.record().game(), context),
            ReviewCommand::Close => self.discard(context),
            ReviewCommand::Restore => match self.discarded.take() {
                Some(before) => {
                    let (saving, version) = (self.saving.take(), self.version + 1);
                    *self = GameReview { saving, version, ..*before };
                }
                None => context.notify(Notice::NothingToUndo),
            },
            ReviewCommand::Mistake { next } => match self.mistake(next, play.record()) {
                Some(node) => {
                    play.record.go(Step::To(node));
                    context.ask(Effect::Moved);
                }
                None => context.notify(Notice::NoMistake),
            },
            ReviewCommand::Walk => self.advance(play, context),
            ReviewCommand::ShowBetter => self.show_better(play, context),
            ReviewCommand::EndWalk => self.walk = None,
            ReviewCommand::PlayOut(ply, line) => self.play_out(ply, &line, play, context),
        }
    }

    /// Writes the review into the game.
    fn annotate(&self, play: &mut Play, context: &mut Context) {
        let Some(review) = self.review_of(play.record().game()) else {
            return context.notify(Notice::NoReview);
        };
        let before = play.record().game().clone();
        let annotate = |game: &mut Game| {
            annotate::write(game, review, &Style::default());
            Ok(())
        };
        play.edit(ChangeKind::Review.into(), annotate, context);
        let comments = (0..review.moves.len()).filter(|&ply| review.words(ply).is_some()).count();
        let symbols = review.moves.iter().filter(|reviewed| reviewed.judgement().is_some()).count();
        context.notify(if *play.record().game() == before {
            Notice::AnnotatedAlready
        } else {
            Notice::Annotated { comments, symbols }
        });
    }

    /// Forgets the review, which can be restored.
    fn discard(&mut self, context: &mut Context) {
        let (saving, version, kept) = (self.saving.take(), self.version + 1, self.kept.clone());
        let next = GameReview { saving, version, kept, ..GameReview::default() };
        let mut before = std::mem::replace(self, next);
        (before.running, before.walk, before.discarded) = (None, None, None);
        if before.review.is_some() {
            self.discarded = Some(Box::new(before));
            context.notify(Notice::ReviewDiscarded);
        }
    }

    /// Begins the walk or goes to its next moment.
    fn advance(&mut self, play: &mut Play, context: &mut Context) {
        let Some(review) = self.review.as_deref().filter(|_| self.fits(play.record().game())) else {
            return context.notify(Notice::NoReview);
        };
        match &mut self.walk {
            Some(walk) => {
                if !walk.advance() {
                    self.walk = None;
                    return;
                }
            }
            none => {
                *none = Walkthrough::new(review);
                // If both players made mistakes, the board stays as it is for the whole walk.
                if let Some(player) = none.as_ref().and_then(|walk| walk.player(review)) {
                    play.turn_to(player);
                }
            }
        }
        let Some(walk) = &self.walk else { return context.notify(Notice::NoMistake) };
        context.ask(Effect::StopAnalysis);
        play.record.go(Step::To(walk.nodes(review).0));
        context.ask(Effect::Moved);
    }

    fn show_better(&mut self, play: &mut Play, context: &mut Context) {
        let (Some(walk), Some(review)) = (&mut self.walk, &self.review) else {
            return context.notify(Notice::NoWalk);
        };
        walk.show();
        let better = review.better(walk.ply()).and_then(<[Move]>::first).copied();
        play.record.go(Step::To(walk.nodes(review).0));
        context.ask(Effect::Moved);
        context.ask(Effect::Hint(better));
    }

    /// Judges a move of the user if it is tried at the moment of the walk; returns true if it is.
    pub fn answer(&mut self, mv: Move, play: &Play, context: &Context) -> bool {
        let fits = self.fits(play.record().game());
        let (Some(walk), Some(review)) = (&mut self.walk, &self.review) else { return false };
        let here = walk.nodes(review).0 == play.record().node();
        if !fits || !here || !walk.is_open() || !play.record().position().is_legal(mv) {
            return false;
        }
        let engine = self.engine.clone().unwrap_or_default();
        walk.attempt(mv, play.record().line(), review, &engine, context);
        true
    }

    fn play_out(&self, ply: usize, line: &[Move], play: &mut Play, context: &mut Context) {
        let Some(review) = self.review_of(play.record().game()) else {
            return context.notify(Notice::NoReview);
        };
        let begin = match ply.checked_sub(1) {
            None => NodeId::START,
            Some(before) => match review.moves.get(before) {
                Some(reviewed) => reviewed.node,
                None => return,
            },
        };
        let main: Vec<NodeId> = review.moves.iter().map(|reviewed| reviewed.node).collect();
        let enter = |game: &mut Game| -> Result<Vec<NodeId>, GameError> {
            let mut at = begin;
            line.iter()
                .map(|&mv| {
                    at = game.play(at, mv)?;
                    Ok(at)
                })
                .collect()
        };
        let mut way = enter(&mut play.record().game().clone()).unwrap_or_default();
        if way.iter().any(|&node| !play.record().game().contains(node)) {
            let before = play.record().game().move_count();
            let insert = |game: &mut Game| enter(game).map(|entered| way = entered);
            play.edit(ChangeKind::Insert.into(), insert, context);
            let moves = play.record().game().move_count().saturating_sub(before);
            context.notify(Notice::Inserted { plies: moves, main: false });
        }
        if let Some(&first) = way.iter().find(|node| !main.contains(node)).or(way.last()) {
            play.record.go(Step::To(first));
            context.ask(Effect::Moved);
        }
    }

    fn start(&mut self, engine: String, limit: Limit, game: &Game, context: &mut Context) {
        if game.move_count() == 0 {
            return context.notify(Notice::NothingToReview);
        }
        self.begin(game, Some(engine.clone()), format!("{}, {}", title(&engine), limit.words()));
        let (roster, game, kept) = (Arc::clone(&context.roster), game.clone(), self.kept.clone());
        let settings = format!("{engine}, {}", limit.words());
        self.running = Some(Job::start(&context.wake, move |progress, found| {
            let (roster, kept) = (roster.as_ref(), (&kept, settings.as_str()));
            Work { roster, engine: &engine, game: &game, limit, kept, progress, found }.run()
        }));
    }

    /// Forgets the last review and prepares one of this game.
    fn begin(&mut self, game: &Game, engine: Option<String>, reviewer: String) {
        let moves = game.main_line().filter_map(|node| Some((node, game.mv(node)?)));
        let moves: Vec<(NodeId, Move)> = moves.collect();
        *self = GameReview {
            engine,
            reviewer,
            evaluations: vec![None; moves.len() + 1],
            start: Some(game.start().clone()),
            moves,
            version: self.version + 1,
            saving: self.saving.take(),
            kept: std::mem::take(&mut self.kept),
            ..GameReview::default()
        };
    }

    /// Keeps reviews in this folder from now on, and takes up the one of the game on the board.
    pub fn keep_in(&mut self, folder: &Path, game: &Game, context: &Context) {
        self.kept = Kept::within(folder);
        if !self.kept.exists() || game.move_count() == 0 {
            return;
        }
        self.begin(game, None, String::new());
        let (game, kept) = (game.clone(), self.kept.clone());
        self.running = Some(Job::start(&context.wake, move |_, found| work::take_up(&kept, &game, found)));
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
        self.version += found.len() as u64;
        for finding in found {
            match finding {
                Finding::Evaluated(ply, evaluation) => {
                    if let Some(place) = self.evaluations.get_mut(ply) {
                        *place = Some(evaluation);
                    }
                }
                Finding::Judged(review) => self.take(review),
                Finding::Kept(settings) => {
                    let (engine, limit) = settings.rsplit_once(", ").unwrap_or((&settings, ""));
                    self.reviewer = format!("{}, {limit}", title(engine));
                    self.engine = Some(engine.to_owned());
                }
            }
        }
        if let (Some(walk), Some(review)) = (&mut self.walk, &self.review)
            && let Some(reason) = walk.poll(review)
        {
            context.notify(Notice::Refused(reason));
        }
        if let Some(Some(reason)) = ended {
            let name = self.engine.clone().unwrap_or_default();
            context.notify(Notice::Refused(format!("{name}: {reason}")));
        }
    }

    /// Takes a review over.
    fn take(&mut self, review: Box<Review>) {
        let judged = review.moves.iter();
        self.judged = judged.filter_map(|reviewed| Some((reviewed.node, reviewed.judgement()?))).collect();
        self.evaluations.clone_from(&review.evaluations);
        self.shown.note(&review);
        self.review = Some(review);
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

#[cfg(test)]
mod tests;
