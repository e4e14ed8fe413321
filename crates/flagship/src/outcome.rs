//! The meaning of scores: the chances of win, draw and loss by score and material.
//!
//! The model is that of Stockfish's documentation: chances are logistic functions of the score, with a center
//! and a width that depend on the material left. Its parameters are fitted to our own games (`heirloom data
//! outcomes`).

use heirloom_chess::{Color, PieceType, Position};
use heirloom_engine::{Explanation, Info, Insight, Score, Wdl};

use crate::score::MAX_EVAL;

/// The model of the classical evaluation, fitted to 845,881 positions of games with 1,000 nodes per move.
pub const CLASSICAL: Model =
    Model { even: [-397.070, 1157.140, -1136.974, 445.868], spread: [18.974, -60.577, 99.510, 55.603] };

/// The model of our nets, fitted to 29,779 quiet positions of 327 games by net 9 with 10,000 nodes per move,
/// half of them drawn. All nets have the same scale.
pub const NET: Model =
    Model { even: [-219.706, 713.540, -774.404, 350.216], spread: [63.620, -139.171, 87.278, 32.052] };

/// The model of our nets in games with few nodes, where more is lost by accident: fitted to 1,345,074
/// positions of games by net 1 with 1,000 nodes per move. Self-play uses it to choose openings.
pub(crate) const SELF_PLAY: Model =
    Model { even: [-299.897, 887.525, -899.394, 370.880], spread: [73.373, -230.466, 242.735, 8.684] };

/// Chances by score and material.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Model {
    /// The score of a 50% chance to win, in centipawns: a polynomial of the material, highest power first.
    pub even: [f64; 4],
    /// The number of centipawns that multiplies the odds by e, likewise.
    pub spread: [f64; 4],
}

/// The material of a typical middlegame, which is the unit of the polynomials.
pub const USUAL_MATERIAL: f64 = 58.0;

/// The least material that is distinguished: with less there are too few games.
pub const MIN_MATERIAL: u32 = 17;

/// The material of the initial position.
pub const MAX_MATERIAL: u32 = 78;

/// Returns the material relative to the usual material, limited to the range of the model.
pub fn share(material: u32) -> f64 {
    f64::from(material.clamp(MIN_MATERIAL, MAX_MATERIAL)) / USUAL_MATERIAL
}

impl Model {
    /// Returns the score of a 50% chance to win and the spread, both in centipawns.
    pub fn at(&self, material: u32) -> (f64, f64) {
        let share = share(material);
        let value = |powers: [f64; 4]| powers.into_iter().fold(0.0, |sum, power| sum * share + power);
        (value(self.even), value(self.spread))
    }

    /// Returns the chances of the side to which a score in raw centipawns belongs.
    pub fn chances(&self, score: i32, material: u32) -> Wdl {
        let (even, spread) = self.at(material);
        let above = |score: f64| 1000.0 / (1.0 + ((even - score) / spread).exp());
        let (win, loss) = (above(f64::from(score)).round() as u16, above(-f64::from(score)).round() as u16);
        Wdl { win, draw: 1000_u16.saturating_sub(win + loss), loss }
    }

    /// Returns the score scaled so that 100 centipawns are a 50% chance to win.
    pub(crate) fn normalized(&self, score: i32, material: u32) -> i32 {
        let (even, _) = self.at(material);
        ((f64::from(score) * 100.0 / even).round() as i32).clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Adds chances to a report of a search whose root has this material, and normalizes all its scores if
    /// `normalizes` is set.
    pub(crate) fn interpret(&self, info: &mut Info, material: u32, normalizes: bool) {
        info.wdl = info.score.map(|score| self.wdl(score, material));
        if !normalizes {
            return;
        }
        let normalize = |score: &mut Score| *score = self.normalized_score(*score, material);
        info.score.iter_mut().for_each(normalize);
        match info.insight.as_deref_mut() {
            Some(Insight::RootEffort(efforts)) => {
                efforts.iter_mut().filter_map(|effort| effort.score.as_mut()).for_each(normalize)
            }
            Some(Insight::Window(window)) => {
                window.alpha.iter_mut().chain(&mut window.beta).for_each(normalize)
            }
            _ => {}
        }
    }

    /// Converts an explanation of the evaluation to the scale of reported scores.
    pub(crate) fn normalize(&self, explanation: &mut Explanation, material: u32) {
        explanation.score = self.normalized_score(explanation.score, material);
        let rows = explanation
            .rows
            .iter_mut()
            .flat_map(|row| [&mut row.white.0, &mut row.white.1, &mut row.black.0, &mut row.black.1]);
        let squares = explanation.squares.iter_mut().map(|(_, value)| value);
        let outputs = explanation.outputs.iter_mut().map(|(_, value)| value);
        rows.chain(squares).chain(outputs).for_each(|value| *value = self.normalized(*value, material));
    }

    /// Returns the chances for a score; a mate or tablebase result is certain.
    pub(crate) fn wdl(&self, score: Score, material: u32) -> Wdl {
        let known = |side: i32| {
            let win = if side > 0 { 1000 } else { 0 };
            Wdl { win, draw: 0, loss: 1000 - win }
        };
        match score {
            // Being mated already is a mate in 0.
            Score::Mate(moves) => known(moves),
            Score::Cp(score) if score.abs() > MAX_EVAL => known(score),
            Score::Cp(score) => self.chances(score, material),
        }
    }

    /// Returns a score as it is reported; certain results are not scaled.
    fn normalized_score(&self, score: Score, material: u32) -> Score {
        match score {
            Score::Cp(score) if score.abs() <= MAX_EVAL => Score::Cp(self.normalized(score, material)),
            certain => certain,
        }
    }
}

/// Returns the material of both sides.
pub fn material(position: &Position) -> u32 {
    let count = |kind: PieceType| {
        Color::ALL.into_iter().map(|color| position.pieces(color, kind).count()).sum::<u32>()
    };
    PieceType::ALL.into_iter().map(|kind| count(kind) * worth(kind)).sum()
}

/// Returns the material value of a piece type: pawns 1, minor pieces 3, rooks 5, queens 9.
pub fn worth(kind: PieceType) -> u32 {
    [1, 3, 3, 5, 9, 0][kind.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_engine::insight::RootEffort;

    #[test]
    fn a_hundred_normalized_centipawns_are_an_even_chance_to_win() {
        for model in [CLASSICAL, NET, SELF_PLAY] {
            for material in MIN_MATERIAL..=MAX_MATERIAL {
                let (even, spread) = model.at(material);
                assert!(even > 20.0 && spread > 20.0, "{material}: {even}, {spread}");
                let even = even.round() as i32;
                assert!((480..=520).contains(&model.chances(even, material).win), "{material}");
                assert!((98..=102).contains(&model.normalized(even, material)), "{material}");
                assert_eq!(model.normalized(-even, material), -model.normalized(even, material));
            }
        }
    }

    /// At the start of a game, where White has a small advantage, at least half of the games are drawn.
    #[test]
    fn the_start_is_mostly_drawn() {
        let start = NET.chances(15, 78);
        assert!((500..700).contains(&start.draw) && start.win > start.loss, "{start:?}");
    }

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        for material in [0, 30, 58, 200] {
            let chances: Vec<Wdl> =
                (-3000..=3000).step_by(25).map(|score| CLASSICAL.chances(score, material)).collect();
            assert!(chances.iter().all(|wdl| wdl.win + wdl.draw + wdl.loss == 1000));
            assert!(chances.is_sorted_by_key(|wdl| wdl.win));
            assert!(chances.iter().rev().is_sorted_by_key(|wdl| wdl.loss));
        }
    }

    #[test]
    fn certain_results_stay_certain() {
        let reported = |score: Score| {
            let mut info = Info { score: Some(score), ..Info::default() };
            CLASSICAL.interpret(&mut info, 40, true);
            (info.score, info.wdl.map(|wdl| (wdl.win, wdl.loss)))
        };
        for score in [Score::Mate(3), Score::Cp(19_990)] {
            assert_eq!(reported(score), (Some(score), Some((1000, 0))));
        }
        for score in [Score::Mate(0), Score::Mate(-3), Score::Cp(-19_990)] {
            assert_eq!(reported(score), (Some(score), Some((0, 1000))));
        }
        let mv = Position::startpos().legal_moves()[0];
        let efforts = |score| Insight::RootEffort(vec![RootEffort { mv, nodes: 1, score }]);
        let mut info = Info { insight: Some(Box::new(efforts(Some(Score::Cp(40))))), ..Info::default() };
        CLASSICAL.interpret(&mut info, 40, true);
        assert_eq!(info.insight.as_deref(), Some(&efforts(Some(Score::Cp(CLASSICAL.normalized(40, 40))))));
        assert_eq!(info.wdl, None);
        let mut silent = Info::default();
        CLASSICAL.interpret(&mut silent, 40, true);
        assert_eq!(silent, Info::default());
    }
}
