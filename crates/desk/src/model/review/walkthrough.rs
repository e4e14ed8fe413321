//! The walk through the mistakes of a reviewed game: at each the user looks for a better move, and then sees
//! why it is better.

use std::sync::Arc;

use heirloom_app::review::accuracy::win_percent_of;
use heirloom_app::review::grade::GOOD;
use heirloom_app::review::judgement::Judgement;
use heirloom_app::review::walk::{evaluate, known};
use heirloom_app::review::{Evaluation, Review};
use heirloom_chess::game::NodeId;
use heirloom_chess::{Color, Line, Move};
use heirloom_engine::Limits;

use crate::model::context::Context;
use crate::model::strength;
use crate::model::task::Task;

/// Nodes for judging a move that the user tries.
const NODES: u64 = 200_000;

/// The state of a moment.
#[derive(Clone, PartialEq, Debug)]
pub enum WalkStage {
    /// The user is to find a better move.
    Asked,
    /// An engine judges the move that was tried.
    Judging(Move),
    /// The move that was tried has been judged.
    Tried(Tried),
    /// The better move is shown.
    Shown,
}

/// A move that the user tried.
#[derive(Clone, PartialEq, Debug)]
pub struct Tried {
    /// The move.
    pub mv: Move,
    /// The points of win percentage that it loses.
    pub lost: f64,
    /// What follows it, starting with the opponent's reply.
    pub line: Vec<Move>,
}

impl Tried {
    /// Returns true if the move is as good as the best one.
    pub fn is_good(&self) -> bool {
        self.lost <= GOOD
    }
}

/// The walk: its moments and the state of the present one.
#[derive(Debug)]
pub struct Walkthrough {
    plies: Vec<usize>,
    at: usize,
    /// The state of the moment.
    pub stage: WalkStage,
    judging: Option<Task<Result<Evaluation, String>>>,
}

impl Walkthrough {
    /// Begins a walk through the mistakes and blunders of a review or, if there are none, its inaccuracies.
    pub fn new(review: &Review) -> Option<Walkthrough> {
        let of = |least: Judgement| -> Vec<usize> {
            (0..review.moves.len())
                .filter(|&ply| review.moves[ply].judgement() >= Some(least))
                .filter(|&ply| review.better(ply).is_some())
                .collect()
        };
        let mut plies = of(Judgement::Mistake);
        if plies.is_empty() {
            plies = of(Judgement::Inaccuracy);
        }
        (!plies.is_empty()).then(|| Walkthrough { plies, at: 0, stage: WalkStage::Asked, judging: None })
    }

    /// Returns the ply of the present moment: the number of moves before the mistake.
    pub fn ply(&self) -> usize {
        self.plies[self.at]
    }

    /// Returns the number of the present moment, counted from 1, and of all moments.
    pub fn place(&self) -> (usize, usize) {
        (self.at + 1, self.plies.len())
    }

    /// Goes to the next moment; returns false if there is none.
    pub fn advance(&mut self) -> bool {
        let follows = self.at + 1 < self.plies.len();
        if follows {
            (self.at, self.stage, self.judging) = (self.at + 1, WalkStage::Asked, None);
        }
        follows
    }

    /// Returns true if the user may try a move: none has been good enough, and the better one is hidden.
    pub fn is_open(&self) -> bool {
        match &self.stage {
            WalkStage::Asked => true,
            WalkStage::Tried(tried) => !tried.is_good(),
            WalkStage::Judging(_) | WalkStage::Shown => false,
        }
    }

    /// Returns the move that the user has tried at the present moment.
    pub fn tried(&self) -> Option<Move> {
        match &self.stage {
            WalkStage::Judging(mv) => Some(*mv),
            WalkStage::Tried(tried) => Some(tried.mv),
            WalkStage::Asked | WalkStage::Shown => None,
        }
    }

    /// Returns the player whose mistakes these are; none if both players made some.
    pub fn player(&self, review: &Review) -> Option<Color> {
        let mover = review.moves[self.ply()].mover;
        self.plies.iter().all(|&ply| review.moves[ply].mover == mover).then_some(mover)
    }

    /// Shows the better move.
    pub fn show(&mut self) {
        (self.stage, self.judging) = (WalkStage::Shown, None);
    }

    /// Tries a move in the position before the mistake; `line` leads to it.
    pub fn attempt(&mut self, mv: Move, line: &Line, review: &Review, engine: &str, context: &Context) {
        let ply = self.ply();
        let Some(quality) = review.moves[ply].quality else { return };
        if let Some(best) = review.better(ply).filter(|best| best.first() == Some(&mv)) {
            self.stage = WalkStage::Tried(Tried { mv, lost: 0.0, line: best[1..].to_vec() });
            return;
        }
        if mv == review.moves[ply].mv {
            let line = review.evaluations[ply + 1].as_ref().map(|found| found.line.clone());
            let tried = Tried { mv, lost: quality.lost(), line: line.unwrap_or_default() };
            self.stage = WalkStage::Tried(tried);
            return;
        }
        let mut line = line.clone();
        if line.push(mv).is_err() {
            return;
        }
        self.stage = WalkStage::Judging(mv);
        let (roster, engine) = (Arc::clone(&context.roster), engine.to_owned());
        self.judging = Some(Task::start(&context.wake, move |progress| {
            if let Some(found) = known(&line) {
                // Checkmate by the user; nothing follows it.
                let mate = heirloom_engine::Score::Mate(1).for_white(!line.position().turn());
                return Ok(found.unwrap_or_else(|| Evaluation::of_score(mate)));
            }
            let mut session = strength::session(roster.as_ref(), &engine)?;
            let found = evaluate(&mut session, &line, &Limits::nodes(NODES), progress.stopped());
            found.map_err(|error| error.to_string())?.ok_or_else(|| "stopped".to_owned())
        }));
    }

    /// Reads the judgement of the move that was tried; returns what went wrong.
    pub fn poll(&mut self, review: &Review) -> Option<String> {
        let found = Task::finish(&mut self.judging)?;
        let WalkStage::Judging(mv) = self.stage else { return None };
        let reviewed = &review.moves[self.ply()];
        let (Ok(found), Some(quality)) = (&found, reviewed.quality) else {
            self.stage = WalkStage::Asked;
            return found.err();
        };
        let lost = (quality.win.0 - win_percent_of(reviewed.mover, found.score)).max(0.0);
        self.stage = WalkStage::Tried(Tried { mv, lost, line: found.line.clone() });
        None
    }

    /// Returns the node of the moment's position in the game, and of the mistake.
    pub fn nodes(&self, review: &Review) -> (NodeId, NodeId) {
        let ply = self.ply();
        let before = ply.checked_sub(1).map_or(NodeId::START, |ply| review.moves[ply].node);
        (before, review.moves[ply].node)
    }
}
