//! The coach of a terminal game: it asks before a move is played that loses much.

use anyhow::Result;
use heirloom_app::coach::{self, Loss};
use heirloom_chess::{Line, Move};
use heirloom_engine::{Engine, Session};

/// The coach, with its engine at full strength.
pub struct Coach {
    session: Session,
    /// The move that it has warned of.
    warned: Option<(Line, Move)>,
}

impl Coach {
    /// Starts the coach. Fails if its engine cannot be started.
    pub fn new(engine: Box<dyn Engine>) -> Result<Coach> {
        Ok(Coach { session: Session::start(engine)?, warned: None })
    }

    /// Returns what a legal move loses if that is much; none if the coach has just warned of it. Fails if its
    /// engine does.
    pub fn warning(&mut self, line: &Line, mv: Move) -> Result<Option<Loss>> {
        if self.warned.take().is_some_and(|(at, warned)| at == *line && warned == mv) {
            return Ok(None);
        }
        let loss = coach::examine(&mut self.session, line, mv, coach::USUAL)?;
        self.warned = loss.map(|_| (line.clone(), mv));
        Ok(loss)
    }
}
