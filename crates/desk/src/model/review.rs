//! The review of the game on the board: an engine is asked about all of its positions, and what each move was worth follows from that.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use heirloom_app::review::annotate::{self, Style};
use heirloom_app::review::judgement::{Judgement, Rules};
use heirloom_app::review::walk::{known, walk};
use heirloom_app::review::{Evaluation, Review};
use heirloom_chess::game::{Game, NodeId};
use heirloom_chess::{Line, Move, Position};
use heirloom_engine::{Limits, Session};

use super::Model;
use super::notice::Notice;
use super::strength;
use super::suite::Limit;
use super::task::{Progress, Task};
use super::worker::Wake;
use crate::command::Step;
use crate::roster::Roster;

/// How long each position is looked at if nobody says otherwise.
pub const USUAL: Limit = Limit::Time(Duration::from_millis(500));

/// What can be asked of reviews.
#[derive(Clone, PartialEq, Debug)]
pub enum ReviewCommand {
    /// Reviews the main line of the game on the board: who is asked, and how much about each position.
    Start(String, Limit),
    /// Ends it; what is known by then is judged.
    Stop,
    /// Writes marks, evaluations, better lines and words into the game; that can be undone.
    Annotate,
    /// Forgets the review.
    Close,
    /// Goes to the next bad move of the main line, or to the one before.
    Mistake {
        /// The next one?
        next: bool,
    },
}

/// See the file's head.
#[derive(Debug, Default)]
pub struct GameReview {
    /// Who is asked, or was asked last.
    pub engine: Option<String>,
    /// What is known of the positions of the game, by plies.
    pub evaluations: Vec<Option<Evaluation>>,
    start: Option<Position>,
    moves: Vec<(NodeId, Move)>,
    judged: HashMap<NodeId, Judgement>,
    review: Option<Box<Review>>,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    found: Receiver<(usize, Evaluation)>,
    task: Option<Task<Made>>,
}

/// What has come of a review: what is known, and what went wrong.
#[derive(Debug)]
struct Made {
    review: Box<Review>,
    fault: Option<String>,
}

impl GameReview {
    /// Is an engine being asked?
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// How much is done, from 0 to 1.
    pub fn progress(&self) -> Option<f32> {
        self.running.as_ref()?.task.as_ref()?.progress.share()
    }

    /// Does it tell of this game, or of the beginning of it?
    fn fits(&self, game: &Game) -> bool {
        let mut line = game.main_line();
        self.start.as_ref() == Some(game.start())
            && self.moves.iter().all(|&(node, mv)| line.next() == Some(node) && game.mv(node) == Some(mv))
    }
}

/// The moves of the main line.
fn main_line(game: &Game) -> Line {
    game.line(game.last()).unwrap_or_else(|_| Line::new(game.start().clone()))
}

/// Asks about all positions, the last one first.
fn run(
    roster: &dyn Roster,
    engine: &str,
    game: &Game,
    limits: &Limits,
    progress: &Progress,
    (told, wake): (Sender<(usize, Evaluation)>, Wake),
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
        let mut session = Session::start(strength::maker(roster.maker(engine), None)()?)
            .map_err(|error| error.to_string())?;
        let note = &mut |ply: usize, evaluation: Evaluation| {
            evaluations[ply] = Some(evaluation.clone());
            progress.done.fetch_add(1, Ordering::Relaxed);
            // Whoever no longer listens has stopped the task.
            let _ = told.send((ply, evaluation));
            wake();
        };
        walk(&mut session, &line, |_| true, limits, progress.stopped(), note)
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    let fault = ask().err();
    Made { review: Box::new(Review::new(game, evaluations, &Rules::LICHESS)), fault }
}

impl Model {
    /// Carries out a command for reviews.
    pub(super) fn review(&mut self, command: ReviewCommand) {
        match command {
            ReviewCommand::Start(engine, limit) => self.begin_review(engine, limit),
            ReviewCommand::Stop => {
                if let Some(task) = self.review.running.as_ref().and_then(|running| running.task.as_ref()) {
                    task.progress.stop();
                }
            }
            ReviewCommand::Annotate => match self.reviewed().cloned() {
                Some(review) => self.edit(|game| {
                    annotate::write(game, &review, &Style::default());
                    Ok(())
                }),
                None => self.tell(Notice::NoReview),
            },
            ReviewCommand::Close => self.review = GameReview::default(),
            ReviewCommand::Mistake { next } => match self.mistake(next) {
                Some(node) => {
                    self.record.go(Step::To(node));
                    self.moved();
                }
                None => self.tell(Notice::NoMistake),
            },
        }
    }

    fn begin_review(&mut self, engine: String, limit: Limit) {
        let game = self.record.game().clone();
        if game.move_count() == 0 {
            return self.tell(Notice::NothingToReview);
        }
        let moves: Vec<(NodeId, Move)> =
            game.main_line().filter_map(|node| Some((node, game.mv(node)?))).collect();
        let (sender, found) = mpsc::channel();
        let (roster, told, limits) =
            (Arc::clone(&self.roster), (sender, Wake::clone(&self.wake)), limit.limits());
        self.review = GameReview {
            engine: Some(engine.clone()),
            evaluations: vec![None; moves.len() + 1],
            start: Some(game.start().clone()),
            moves,
            ..GameReview::default()
        };
        let task = Task::start(&self.wake, move |progress| {
            run(roster.as_ref(), &engine, &game, &limits, progress, told)
        });
        self.review.running = Some(Running { found, task: Some(task) });
    }

    /// Takes over what has been found out.
    pub(super) fn poll_review(&mut self) {
        let GameReview { running, evaluations, .. } = &mut self.review;
        let Some(Running { found, task }) = running else { return };
        let ended = Task::finish(task);
        let is_over = task.is_none();
        for (ply, evaluation) in found.try_iter() {
            if let Some(place) = evaluations.get_mut(ply) {
                *place = Some(evaluation);
            }
        }
        if is_over {
            *running = None;
        }
        let Some(Made { review, fault }) = ended else { return };
        let judged =
            review.moves.iter().filter_map(|reviewed| Some((reviewed.node, reviewed.judgement()?))).collect();
        self.review.evaluations.clone_from(&review.evaluations);
        (self.review.judged, self.review.review) = (judged, Some(review));
        if let Some(reason) = fault {
            let name = self.review.engine.clone().unwrap_or_default();
            self.tell(Notice::Refused(format!("{name}: {reason}")));
        }
    }

    /// The review of the game on the board, if there is one.
    pub fn reviewed(&self) -> Option<&Review> {
        self.review.review.as_deref().filter(|_| self.review.fits(self.record.game()))
    }

    /// What is known so far of the positions of the game on the board by a review that goes on or has ended.
    pub fn review_evaluations(&self) -> &[Option<Evaluation>] {
        if self.review.fits(self.record.game()) { &self.review.evaluations } else { &[] }
    }

    /// How bad moves are: by the review, and where there is none, by the marks in the game.
    pub fn judgements(&self) -> Judgements<'_> {
        Judgements { game: self.record.game(), judged: self.reviewed().map(|_| &self.review.judged) }
    }

    /// The ply of the main line that the board shows, or that the variation on it comes from.
    pub fn main_line_ply(&self) -> usize {
        let game = self.record.game();
        let path = game.path(self.record.node());
        game.main_line().zip(path).take_while(|(main, on_board)| main == on_board).count()
    }

    fn mistake(&self, next: bool) -> Option<NodeId> {
        let (judgements, here, on_board) = (self.judgements(), self.main_line_ply(), self.record.node());
        let bad = |&(_, node): &(usize, NodeId)| judgements.of(node).is_some();
        let mut plies = self.record.game().main_line().enumerate().map(|(before, node)| (before + 1, node));
        let found = if next {
            plies.find(|mv| mv.0 > here && bad(mv))
        } else {
            // Out of a variation, the move that it comes from is one before.
            plies.take_while(|&(ply, node)| ply < here || ply == here && node != on_board).filter(bad).last()
        };
        found.map(|(_, node)| node)
    }
}

/// See [`Model::judgements`].
#[derive(Clone, Copy, Debug)]
pub struct Judgements<'a> {
    game: &'a Game,
    judged: Option<&'a HashMap<NodeId, Judgement>>,
}

impl Judgements<'_> {
    /// How bad a move is, if it is.
    pub fn of(&self, node: NodeId) -> Option<Judgement> {
        let by_review = self.judged.and_then(|judged| judged.get(&node).copied());
        by_review.or_else(|| self.game.nags(node).iter().find_map(|&nag| Judgement::from_nag(nag)))
    }
}

#[cfg(test)]
mod tests;
