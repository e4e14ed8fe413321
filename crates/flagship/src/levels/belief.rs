//! What a level saw in the move that it chose, for a look back at a game.
//!
//! It never influences a search: the same looks by which levels choose are made again after the game.

use heirloom_chess::{Line, Move};
use heirloom_engine::Score;

use super::candidates::{self, Candidate, DEPTHS, Looker};
use crate::outcome;

/// The Elo below which levels see no less, and the depth in plies that they see.
const SHALLOWEST: (f32, f32) = (600.0, 2.0);
/// The Elo above which levels see no more, and the depth in plies that they see.
const DEEPEST: (f32, f32) = (2400.0, 8.0);

/// Returns the depth in plies to which a level of this Elo sees: 2 at 600 Elo, 8 at 2400, and evenly in
/// between.
///
/// A level weighs all looks and no single one decides. This is the depth of the look that decides most.
fn depth_seen(elo: i64) -> f32 {
    let share = ((elo as f32 - SHALLOWEST.0) / (DEEPEST.0 - SHALLOWEST.0)).clamp(0.0, 1.0);
    SHALLOWEST.1 + share * (DEEPEST.1 - SHALLOWEST.1)
}

impl Looker {
    /// Returns the score that a level of this Elo saw in a move, from the view of the side to move, in the
    /// centipawns that the engine reports; none if the move is not legal. Fails if the net is invalid.
    ///
    /// Between the depths of two looks the score is interpolated.
    pub fn believed(&mut self, line: &Line, mv: Move, elo: i64) -> Result<Option<Score>, String> {
        let candidates = self.look_freely(line)?;
        let chosen = candidates.iter().find(|candidate| candidate.mv == mv);
        let material = outcome::material(line.position());
        Ok(chosen.map(|chosen| match candidates::score(seen(chosen, depth_seen(elo))) {
            Score::Cp(units) => Score::Cp(outcome::NET.normalized(units, material)),
            mate => mate,
        }))
    }
}

/// Returns what a candidate seems to be worth at a depth, in units of the evaluation.
fn seen(candidate: &Candidate, depth: f32) -> i32 {
    let deeper = DEPTHS.iter().position(|&known| known as f32 >= depth).unwrap_or(DEPTHS.len() - 1);
    let above = candidate.scores[deeper];
    let Some(less) = deeper.checked_sub(1) else { return above };
    let below = candidate.scores[less];
    // There is nothing between a mate and another score.
    if candidates::is_mate(above) || candidates::is_mate(below) {
        return above;
    }
    let share = (depth - DEPTHS[less] as f32) / (DEPTHS[deeper] - DEPTHS[less]) as f32;
    below + (share * (above - below) as f32).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::Position;
    use heirloom_chess::notation::san;

    #[test]
    fn strong_levels_see_more_and_scores_are_interpolated() {
        assert_eq!([0, 600, 1500, 2400, 2850].map(depth_seen), [2.0, 2.0, 5.0, 8.0, 8.0]);
        let mv = Position::startpos().legal_moves()[0];
        let candidate = Candidate { mv, scores: [0, 10, 20, 100, 200, 7_900] };
        assert_eq!([2.0, 2.5, 4.0, 5.0, 6.0].map(|depth| seen(&candidate, depth)), [10, 15, 100, 150, 200]);
        assert_eq!(candidates::score(seen(&candidate, 7.0)), Score::Mate(2));
        assert_eq!(candidates::score(-7_900), Score::Mate(-1));
    }

    #[test]
    fn beliefs_are_the_same_every_time_and_know_what_a_queen_is_worth() {
        // The pawn on h7 is protected.
        let fen = "rnbqkb1r/ppp2ppp/4pn2/3p4/3P4/3Q4/PPP1PPPP/RNB1KBNR w KQkq - 0 1";
        let line = Line::new(Position::from_fen(fen).unwrap());
        let mut looker = Looker::new(4).unwrap();
        let loses = san::parse(line.position(), "Qxh7").unwrap();
        let mut believed = |mv, elo| looker.believed(&line, mv, elo).unwrap().map(Score::centipawns);
        let (weak, strong) = (believed(loses, 600).unwrap(), believed(loses, 2400).unwrap());
        assert!(strong < -200, "{strong}");
        assert_eq!(believed(loses, 600), Some(weak));
        let quiet = san::parse(line.position(), "Nc3").unwrap();
        assert!(believed(quiet, 2400).unwrap() > strong);
        let mut after = line.clone();
        after.push(quiet).unwrap();
        assert_eq!(looker.believed(&after, quiet, 1200), Ok(None));
    }
}
