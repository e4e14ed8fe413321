//! Reviewed games on their way out, in the order in which they were read.

use anyhow::Result;
use heirloom_app::review::Review;
use heirloom_arena::pool::InOrder;

use super::games::Found;

/// A game that was reviewed.
#[derive(Debug)]
pub struct Finished {
    /// The game as it was read, with its place.
    pub found: Found,
    /// What came of it.
    pub review: Review,
}

/// Takes games as they are finished and hands them on in their order.
pub struct Drain<'a> {
    order: InOrder<Option<Finished>>,
    sink: &'a mut (dyn FnMut(Finished) -> Result<()> + Send),
    /// Games that were reviewed.
    pub done: usize,
    /// Games that could not be.
    pub left_out: usize,
}

impl<'a> Drain<'a> {
    /// Nothing has been done yet; `sink` gets what will be.
    pub fn new(sink: &'a mut (dyn FnMut(Finished) -> Result<()> + Send)) -> Drain<'a> {
        Drain { order: InOrder::default(), sink, done: 0, left_out: 0 }
    }

    /// Hands on a game, or none for one that is left out, as soon as all before it have come.
    ///
    /// # Errors
    /// What the sink refuses.
    pub fn add(&mut self, number: usize, finished: Option<Finished>) -> Result<()> {
        self.done += usize::from(finished.is_some());
        self.left_out += usize::from(finished.is_none());
        self.order.add(number, finished).into_iter().flatten().try_for_each(&mut self.sink)
    }

    /// Hands on what still waits for games that will not be finished.
    ///
    /// # Errors
    /// What the sink refuses.
    pub fn rest(&mut self) -> Result<()> {
        self.order.rest().flatten().try_for_each(&mut self.sink)
    }
}
