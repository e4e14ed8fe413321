//! The coach of a terminal game: it asks before a move is played that loses much.

use anyhow::Result;
use heirloom_app::coach;
use heirloom_chess::{Line, Move};
use heirloom_engine::Session;

use super::game::Play;

/// The coach, with its engine at full strength.
pub struct Coach {
    session: Session,
    /// The move that it has warned of.
    warned: Option<(Line, Move)>,
}

impl Play {
    /// Starts the coach. Fails if its engine cannot be started.
    pub(super) fn start_coach(&mut self) -> Result<()> {
        self.coach = Some(Coach { session: Session::start(self.adviser()?)?, warned: None });
        Ok(())
    }

    /// Returns a warning if a move in a game against an engine loses much; none if the coach is off, or has
    /// warned of it before. Fails if its engine does.
    pub(super) fn warning(&mut self, mv: Move) -> Result<Option<String>> {
        let named = self.table.numbered(mv);
        let Some(coach) = self.coach.as_mut().filter(|_| self.people.len() == 1) else { return Ok(None) };
        let line = &self.table.line;
        if coach.warned.take().is_some_and(|(at, warned)| at == *line && warned == mv) {
            return Ok(None);
        }
        let Some(loss) = coach::examine(&mut coach.session, line, mv, coach::USUAL)? else {
            return Ok(None);
        };
        coach.warned = Some((line.clone(), mv));
        let pawns = f64::from(loss) / 100.0;
        Ok(Some(format!("{named} loses about {pawns:.1} pawns; type it again to play it anyway")))
    }
}
