//! Positions near those of games, scored by the classical evaluation or a net: many cheap samples, to be used
//! before the expensive ones from searches.
//!
//! A search visits many more positions than its game: with hanging pieces and strange plans. A net that has
//! learned the classical evaluation of such positions needs fewer games to surpass it. A net that uses the
//! classical evaluation in every position can teach another one to do without it ("distillation").

use std::sync::Arc;

use heirloom_chess::{Color, Position};
use heirloom_flagship::classical::Evaluator;
use heirloom_flagship::net::{Accumulators, Network};

use crate::games::game::{Illegal, StoredGame};

/// Earlier positions are too similar.
const MIN_PLY: usize = 6;

/// Maximum number of random moves away from a game.
const MAX_RANDOM_MOVES: usize = 2;

/// Largest absolute score in centipawns; beyond it a position is decided.
const MAX_SCORE: i32 = 3000;

/// Plays random moves from the positions of games and scores the resulting positions.
pub struct Imitation {
    /// Number of positions per ply of a game; with 0.5, every second ply has one on average.
    share: f64,
    random: fastrand::Rng,
    teacher: Teacher,
}

/// The evaluation of positions.
#[derive(Default)]
pub struct Teacher {
    judge: Evaluator,
    /// A net, combined with its share of the classical evaluation; none for the classical evaluation alone.
    net: Option<Accumulators>,
}

impl Teacher {
    /// Creates a teacher from a net, with its share of the classical evaluation.
    pub fn net(network: Network) -> Teacher {
        Teacher { judge: Evaluator::default(), net: Some(Accumulators::new(Arc::new(network), 1)) }
    }

    /// Returns the evaluation in centipawns from White's point of view.
    fn white(&mut self, position: &Position) -> i32 {
        let judge = &mut self.judge;
        let Some(net) = &mut self.net else { return judge.white(position) };
        net.push(position, 0);
        let mover = net.evaluate(position, 0, || judge.mover(position));
        if position.turn() == Color::White { mover } else { -mover }
    }
}

impl Imitation {
    /// Creates an imitation with `share` positions per ply; the same games give the same positions.
    pub fn new(share: f64, teacher: Teacher) -> Imitation {
        Imitation { share, random: fastrand::Rng::with_seed(0), teacher }
    }

    /// Calls `visit` with positions near those of a game that are not in check, and their evaluations in
    /// centipawns from White's point of view. Fails with the first illegal move, after the positions before
    /// it.
    pub fn of(&mut self, game: &StoredGame, mut visit: impl FnMut(&Position, i16)) -> Result<(), Illegal> {
        game.replay(|line, _| {
            if line.moves().len() < MIN_PLY {
                return;
            }
            for _ in 0..self.count() {
                let Some(position) = self.nearby(line.position()) else { continue };
                let score = self.teacher.white(&position);
                if score.abs() <= MAX_SCORE {
                    visit(&position, score as i16);
                }
            }
        })?;
        Ok(())
    }

    /// Returns the number of positions for a ply: the share on average.
    fn count(&mut self) -> usize {
        let more = self.random.f64() < self.share.fract();
        self.share as usize + usize::from(more)
    }

    /// Returns a position one or two random moves away; none if the game ends on the way or the side to move
    /// is in check.
    fn nearby(&mut self, position: &Position) -> Option<Position> {
        let mut position = position.clone();
        for _ in 0..self.random.usize(1..=MAX_RANDOM_MOVES) {
            let moves = position.legal_moves();
            let mv = *moves.get(self.random.usize(..moves.len().max(1)))?;
            position.play(mv);
        }
        (!position.in_check()).then_some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::game::{ScoredMove, StoredEnd};
    use heirloom_chess::game::GameResult;

    #[test]
    fn positions_lie_near_the_game_and_are_evaluated_for_white() {
        let mut position = Position::startpos();
        let mut plies = Vec::new();
        for text in ["g1f3", "g8f6", "b1c3", "b8c6", "e2e4", "e7e5", "f1c4", "f8c5", "d2d3", "d7d6"] {
            let mv = heirloom_chess::notation::uci::parse(&position, text).unwrap();
            position.play(mv);
            plies.push(ScoredMove { mv, score: None });
        }
        let game = StoredGame {
            start: Position::startpos(),
            plies,
            result: GameResult::Draw,
            ending: StoredEnd::Rules,
        };
        let found = |share: f64| {
            let mut positions = Vec::new();
            Imitation::new(share, Teacher::default())
                .of(&game, |position, score| positions.push((position.clone(), score)))
                .unwrap();
            positions
        };
        let positions = found(40.5);
        assert!((100..=164).contains(&positions.len()), "{}", positions.len());
        assert_eq!(positions, found(40.5));
        for (position, score) in &positions {
            assert!(!position.in_check());
            assert_eq!(i32::from(*score), Evaluator::default().white(position));
        }
        let scores = || positions.iter().map(|(_, score)| *score);
        assert!(
            scores().max().unwrap() - scores().min().unwrap() > 100,
            "random moves are good and bad ones"
        );
        assert!(found(0.0).is_empty());
    }
}
