//! What scores mean: how likely wins, draws and losses are, by score and material.
//!
//! The model is the one of Stockfish's documentation: chances are logistic functions of the score, whose middle and width depend on the
//! material that is left. Its numbers come from games of our own (`heirloom data outcomes`).

use heirloom_chess::{Color, PieceType, Position};
use heirloom_engine::Wdl;

/// Chances by score and material.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// The score of an even chance to win, in centipawns: a polynomial of the material, the highest power first.
    pub even: [f64; 4],
    /// By how many centipawns the odds grow by a factor of e, likewise.
    pub spread: [f64; 4],
}

/// Material is told as a part of this, which is usual for a middlegame.
const USUAL: f64 = 58.0;

/// With less material there are too few games to tell.
const LEAST: u32 = 17;

/// All material.
const MOST: u32 = 78;

impl Model {
    /// The score of an even chance to win and the spread, both in centipawns.
    pub fn at(&self, material: u32) -> (f64, f64) {
        let share = f64::from(material.clamp(LEAST, MOST)) / USUAL;
        let value = |powers: [f64; 4]| powers.into_iter().fold(0.0, |sum, power| sum * share + power);
        (value(self.even), value(self.spread))
    }

    /// Chances of the side that has the score, in centipawns as the evaluation counts.
    pub fn chances(&self, score: i32, material: u32) -> Wdl {
        let (even, spread) = self.at(material);
        let above = |score: f64| 1000.0 / (1.0 + ((even - score) / spread).exp());
        let (win, loss) = (above(f64::from(score)).round() as u16, above(-f64::from(score)).round() as u16);
        Wdl { win, draw: 1000_u16.saturating_sub(win + loss), loss }
    }
}

/// The material of both sides: pawns 1, minor pieces 3, rooks 5, queens 9.
pub fn material(position: &Position) -> u32 {
    let values = [1, 3, 3, 5, 9, 0];
    let count = |kind: PieceType| Color::ALL.into_iter().map(|color| position.pieces(color, kind).count()).sum::<u32>();
    PieceType::ALL.into_iter().zip(values).map(|(kind, value)| count(kind) * value).sum()
}
