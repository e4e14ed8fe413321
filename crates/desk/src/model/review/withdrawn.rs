//! What was shown about moves while their review was made, and is no longer true after a deeper look.

use heirloom_app::review::Review;

/// What was shown about a move, and was found wrong by a deeper look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Withdrawn {
    /// That it is a bad move.
    Judgement,
    /// A reason why it is bad.
    Reason,
}

/// What has been shown about each move so far: whether it is bad, and the most reasons.
#[derive(Debug, Default)]
pub struct Shown(Vec<(bool, usize)>);

impl Shown {
    /// Notes what a review says.
    pub fn note(&mut self, review: &Review) {
        self.0.resize(review.moves.len(), (false, 0));
        for ((bad, reasons), reviewed) in self.0.iter_mut().zip(&review.moves) {
            *bad |= reviewed.judgement().is_some();
            *reasons = (*reasons).max(reviewed.reasons.len());
        }
    }

    /// Returns what was shown about the move with this index and is not in the present review.
    pub fn withdrawn(&self, review: &Review, ply: usize) -> Option<Withdrawn> {
        let &(bad, reasons) = self.0.get(ply)?;
        let reviewed = review.moves.get(ply)?;
        match reviewed.judgement() {
            None => bad.then_some(Withdrawn::Judgement),
            Some(_) => (reviewed.reasons.len() < reasons).then_some(Withdrawn::Reason),
        }
    }
}
