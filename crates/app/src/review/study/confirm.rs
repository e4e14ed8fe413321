//! Whether the reasons for a bad move hold: searches at the ends of their lines must agree with them.

use heirloom_chess::{Line, Move};

use super::SURE_NODES;
use super::searching::{Found, Halt, Searches, extended};
use crate::review::Reviewed;
use crate::review::refutation::{Plan, Prevented, Reason, gained};

/// A reason is confirmed if its line changes the win percentage by at least this much.
pub const CONFIRMED: f64 = 4.0;
/// Two lines must differ by this much: the errors of two searches add up.
const APART: f64 = 6.0;
/// The best defense may keep this much of a gain, in centipawns.
const KEPT: i32 = 50;

/// A bad move with what the searches before and after it found.
pub struct Searched<'a> {
    /// The move.
    pub reviewed: &'a Reviewed,
    /// The game up to the position before the move.
    pub before: &'a Line,
    /// The search before the move.
    pub choosing: Found,
    /// The search after the move.
    pub refuting: Found,
    /// The win percentages before and after the move that lines are compared with.
    pub win: (f64, f64),
}

/// Judges reasons, with more nodes if a quick look confirms them.
pub struct Judge<'a> {
    /// The searches of the quick look.
    pub quick: Searched<'a>,
    sure: Option<Searched<'a>>,
}

impl<'a> Judge<'a> {
    /// Judges by these searches first.
    pub fn new(quick: Searched<'a>) -> Judge<'a> {
        Judge { quick, sure: None }
    }

    /// Returns true if searches confirm a reason. Mates and draws need none.
    pub fn confirms(&mut self, reason: &Reason, searches: &mut Searches<'_>) -> Result<bool, Halt> {
        if reason.is_certain() {
            return Ok(true);
        }
        Ok(self.quick.confirms(reason, searches)? && self.is_sure(reason, searches)?)
    }

    /// Returns true if searches with more nodes confirm a reason.
    pub fn is_sure(&mut self, reason: &Reason, searches: &mut Searches<'_>) -> Result<bool, Halt> {
        self.sure(searches)?.confirms(reason, &mut searches.with(SURE_NODES))
    }

    /// Returns what searches with more nodes find before and after the move.
    pub fn sure(&mut self, searches: &mut Searches<'_>) -> Result<&Searched<'a>, Halt> {
        let sure = match self.sure.take() {
            Some(sure) => sure,
            None => self.quick.again(&mut searches.with(SURE_NODES))?,
        };
        Ok(self.sure.insert(sure))
    }
}

impl<'a> Searched<'a> {
    /// Returns the same move with new searches.
    fn again(&self, searches: &mut Searches<'_>) -> Result<Searched<'a>, Halt> {
        let Searched { reviewed, before, .. } = *self;
        let choosing = searches.find(before)?;
        let refuting = searches.find_after(before, &[reviewed.mv])?;
        let win = (choosing.win(reviewed.mover), refuting.win(reviewed.mover));
        Ok(Searched { reviewed, before, choosing, refuting, win })
    }

    /// Returns true if these searches prefer another move and find the played one bad.
    pub fn finds_bad(&self) -> bool {
        let player = self.reviewed.mover;
        let lost = self.choosing.win(player) - self.refuting.win(player);
        self.choosing.line.first() != Some(&self.reviewed.mv) && lost >= CONFIRMED
    }

    /// Returns true if these searches find the move bad, and a search at the end of the line of a reason
    /// agrees with it.
    fn confirms(&self, reason: &Reason, searches: &mut Searches<'_>) -> Result<bool, Halt> {
        let Some(proof) = reason.proof(self.reviewed.mv).filter(|_| self.finds_bad()) else {
            return Ok(false);
        };
        let player = self.reviewed.mover;
        let end = searches.find_after(self.before, &proof)?.win(player);
        Ok(match reason {
            Reason::Worsens { better, .. } => {
                searches.find_after(self.before, better)?.win(player) - end >= APART
            }
            Reason::MissesGain { line, .. } => {
                end - self.win.1 >= CONFIRMED && self.wins_against_best_defense(line, searches)?
            }
            Reason::MissesPromotion { .. } => end - self.win.1 >= CONFIRMED,
            Reason::AllowsPlan(plan) => {
                self.win.0 - end >= CONFIRMED && self.is_strongest_reply(plan, searches)?
            }
            Reason::MissesPlan(plan) => {
                end - self.win.1 >= CONFIRMED && self.is_strongest_move(plan, searches)?
            }
            _ => self.win.0 - end >= CONFIRMED,
        })
    }

    /// Returns true if the first move of a winning line wins as much against the defense that a search
    /// prefers.
    fn wins_against_best_defense(&self, line: &[Move], searches: &mut Searches<'_>) -> Result<bool, Halt> {
        let position = self.before.position();
        let (Some(wanted), Some(&first)) = (gained(position, line), line.first()) else { return Ok(false) };
        let mut defense = vec![first];
        defense.extend(searches.find_after(self.before, &[first])?.line);
        if gained(position, &defense).is_none() {
            let more = searches.find(&extended(self.before, &defense))?.line;
            defense.extend(more);
        }
        Ok(gained(position, &defense).is_some_and(|value| value >= wanted - KEPT))
    }

    /// Returns true if the move loses less without a reply that it allows, and the reply is a mistake where
    /// the plan says so.
    fn is_strongest_reply(&self, plan: &Plan, searches: &mut Searches<'_>) -> Result<bool, Halt> {
        let player = self.reviewed.mover;
        let after = extended(self.before, &[self.reviewed.mv]);
        let Some(&reply) = plan.line.first() else { return Ok(false) };
        let Some(without) = searches.find_without(&after, reply)? else { return Ok(false) };
        if without.win(player) - self.win.1 < CONFIRMED {
            return Ok(false);
        }
        let Some(Prevented::Mistake(moves)) = &plan.prevented else { return Ok(true) };
        let best = searches.find_after(self.before, &moves[..1])?.win(player);
        Ok(searches.find_after(self.before, &moves[..2])?.win(player) - best >= CONFIRMED)
    }

    /// Returns true if every other move loses too, and the missed move is a mistake where the plan says so.
    fn is_strongest_move(&self, plan: &Plan, searches: &mut Searches<'_>) -> Result<bool, Halt> {
        let player = self.reviewed.mover;
        let Some(&better) = plan.line.first() else { return Ok(false) };
        let Some(without) = searches.find_without(self.before, better)? else { return Ok(false) };
        if self.win.0 - without.win(player) < CONFIRMED {
            return Ok(false);
        }
        let Some(Prevented::Mistake(moves)) = &plan.prevented else { return Ok(true) };
        let best = searches.find_after(self.before, &moves[..2])?.win(player);
        Ok(best - searches.find_after(self.before, &moves[..3])?.win(player) >= CONFIRMED)
    }
}
