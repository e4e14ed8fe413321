//! The searches of a closer look: by Heirloom, with empty tables and a limit in nodes.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use heirloom_chess::{Color, Line, Move};
use heirloom_engine::progress::Change;
use heirloom_engine::{EngineError, Limits, Score, SearchRequest, Session};

use crate::review::accuracy::{win_percent, win_percent_of};
use crate::review::walk::known;

/// Why a closer look ends early.
#[derive(Debug)]
pub enum Halt {
    /// The user stopped it.
    Stopped,
    /// An engine failed.
    Failed(EngineError),
}

impl From<EngineError> for Halt {
    fn from(error: EngineError) -> Halt {
        Halt::Failed(error)
    }
}

/// The last report of an iteration; the score is White's.
#[derive(Clone, PartialEq, Debug)]
pub struct Iteration {
    /// The depth in plies.
    pub depth: u32,
    /// Nodes searched until then.
    pub nodes: u64,
    /// The score from White's point of view.
    pub score: Score,
    /// The first move of the line.
    pub first: Move,
    /// The line.
    pub line: Vec<Move>,
}

/// What a search finds in a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The score from White's point of view; none in a checkmate.
    pub score: Option<Score>,
    /// The line; empty in a finished game.
    pub line: Vec<Move>,
    /// White's win percentage.
    white: f64,
}

impl Found {
    /// Returns the win percentage of a player.
    pub fn win(&self, player: Color) -> f64 {
        if player == Color::White { self.white } else { 100.0 - self.white }
    }
}

/// An engine at work, until the user stops it.
pub struct Searches<'a> {
    /// The engine.
    pub session: &'a mut Session,
    /// Set by the user.
    pub stop: &'a AtomicBool,
    /// The nodes of each search.
    pub nodes: u64,
}

impl Searches<'_> {
    /// Returns the same engine at work with another number of nodes.
    pub fn with(&mut self, nodes: u64) -> Searches<'_> {
        Searches { session: self.session, stop: self.stop, nodes }
    }

    /// Searches the position at the end of a line and returns the iterations.
    pub fn iterations(&mut self, line: &Line) -> Result<Vec<Iteration>, Halt> {
        iterations(self.session, line, &Limits::nodes(self.nodes), self.stop)
    }

    /// Searches the position at the end of a line unless the game is over there.
    pub fn find(&mut self, line: &Line) -> Result<Found, Halt> {
        let over = |score: Option<Score>, white| Found { score, line: Vec::new(), white };
        match known(line) {
            // The side to move has lost.
            Some(None) => Ok(over(None, if line.position().turn() == Color::White { 0.0 } else { 100.0 })),
            Some(Some(draw)) => Ok(over(Some(draw.score), win_percent(draw.score))),
            None => Ok(last(&self.iterations(line)?)),
        }
    }

    /// Searches the position after more moves, up to the first that is illegal.
    pub fn find_after(&mut self, before: &Line, moves: &[Move]) -> Result<Found, Halt> {
        self.find(&extended(before, moves))
    }

    /// Searches all moves but one; none if there is no other move.
    pub fn find_without(&mut self, line: &Line, without: Move) -> Result<Option<Found>, Halt> {
        let moves = line.position().legal_moves();
        let others: Vec<Move> = moves.iter().copied().filter(|&mv| mv != without).collect();
        if others.is_empty() {
            return Ok(None);
        }
        let limits = Limits { search_moves: others, ..Limits::nodes(self.nodes) };
        iterations(self.session, line, &limits, self.stop).map(|found| Some(last(&found)))
    }
}

/// Returns what the last iteration found; a draw if there is none.
pub fn last(iterations: &[Iteration]) -> Found {
    let draw = Found { score: Some(Score::Cp(0)), line: Vec::new(), white: 50.0 };
    iterations.last().map_or(draw, |last| Found {
        score: Some(last.score),
        line: last.line.clone(),
        white: win_percent_of(Color::White, last.score),
    })
}

/// Returns a line with more moves, up to the first that is illegal.
pub fn extended(before: &Line, moves: &[Move]) -> Line {
    let mut line = before.clone();
    let _ = moves.iter().try_for_each(|&mv| line.push(mv).map(drop));
    line
}

/// Searches the position at the end of a line with empty tables and returns the iterations.
pub fn iterations(
    session: &mut Session,
    line: &Line,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<Vec<Iteration>, Halt> {
    session.new_game()?;
    let turn = line.position().turn();
    let mut found: Vec<Iteration> = Vec::new();
    let answered = SearchRequest::new(limits).stop(stop).ask(session, line, |step| {
        if let (Some(info), Change::Line(1)) = (step.report, step.change)
            && let (Some(depth), Some(score), Some(&first)) = (info.depth, info.score, info.pv.first())
        {
            found.pop_if(|last| last.depth >= depth);
            let (nodes, line) = (info.nodes.unwrap_or(0), info.pv.clone());
            found.push(Iteration { depth, nodes, score: score.for_white(turn), first, line });
        }
        ControlFlow::Continue(())
    })?;
    if answered.interrupted {
        return Err(Halt::Stopped);
    }
    answered.outcome?;
    Ok(found)
}
