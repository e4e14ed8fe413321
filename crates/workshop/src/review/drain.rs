//! Delivers reviewed games in the order in which they were read.

use anyhow::Result;
use heirloom_app::review::Review;
use heirloom_arena::pool::InOrder;

use super::games::ReadGame;

/// A reviewed game.
#[derive(Debug)]
pub struct Finished {
    /// The game as read, with its location.
    pub found: ReadGame,
    /// The review.
    pub review: Review,
}

/// Accepts games in any order and delivers them in their original order.
pub struct Drain<'a> {
    order: InOrder<Option<Finished>>,
    sink: &'a mut (dyn FnMut(Finished) -> Result<()> + Send),
    /// Number of games reviewed.
    pub done: usize,
    /// Number of games that could not be reviewed.
    pub left_out: usize,
}

impl<'a> Drain<'a> {
    /// Creates an empty drain, which delivers to `sink`.
    pub fn new(sink: &'a mut (dyn FnMut(Finished) -> Result<()> + Send)) -> Drain<'a> {
        Drain { order: InOrder::default(), sink, done: 0, left_out: 0 }
    }

    /// Adds a game, or `None` for one that is left out, and delivers all games whose predecessors are done.
    /// Fails if the sink fails.
    pub fn add(&mut self, number: usize, finished: Option<Finished>) -> Result<()> {
        self.done += usize::from(finished.is_some());
        self.left_out += usize::from(finished.is_none());
        self.order.add(number, finished).into_iter().flatten().try_for_each(&mut self.sink)
    }

    /// Delivers the games still held back by others that will not be finished. Fails if the sink fails.
    pub fn rest(&mut self) -> Result<()> {
        self.order.rest().flatten().try_for_each(&mut self.sink)
    }
}
