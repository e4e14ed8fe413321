//! Reported lines. A mate is only reported with its complete line: legal, as long as the score says, and
//! ending in mate.

use heirloom_chess::{Move, Position};
use heirloom_engine::Score;

use super::listener::Listener;
use super::{RootMove, Worker};
use crate::score::{self, DECISIVE};

impl<L: Listener> Worker<'_, L> {
    /// Returns the score and the line of a root move for a report. A truncated mating line is completed from
    /// the table; if that does not end in mate, the score only says that the game is decided.
    pub(super) fn reported_line(&self, line: &RootMove, searched: i32) -> (Score, Vec<Move>) {
        let reported = score::to_reported(line.reported_score(searched));
        let Score::Mate(moves) = reported else { return (reported, line.pv.clone()) };
        let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
        match self.mating_line(self.task.line.position(), &line.pv, plies as usize) {
            Some(mating) => (reported, mating),
            None => (score::to_reported(searched.signum() * (DECISIVE - 1)), line.pv.clone()),
        }
    }

    /// Returns the line completed to this many plies, or `None` unless it ends in mate.
    fn mating_line(&self, root: &Position, pv: &[Move], plies: usize) -> Option<Vec<Move>> {
        let (mut position, mut line) = (root.clone(), Vec::with_capacity(plies));
        for ply in 0..plies {
            let known = || self.table.probe(position.key(), ply, position.halfmove_clock())?.best;
            let mv = pv.get(ply).copied().or_else(known).filter(|&mv| position.is_legal(mv))?;
            position.play(mv);
            line.push(mv);
        }
        (position.in_check() && !position.has_legal_move()).then_some(line)
    }
}
