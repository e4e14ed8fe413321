//! Fits the probabilities of win, draw and loss to score and material, from self-play games.

use heirloom_flagship::outcome::{MAX_MATERIAL, MIN_MATERIAL, Model, USUAL_MATERIAL, material, share};

use crate::games::game::{Illegal, StoredGame};
use crate::games::quiet::Quiet;

/// The width of a score step in centipawns.
const STEP: i32 = 10;

/// Number of score steps on either side of zero.
const STEPS: i32 = 150;

/// Number of material values: from none to the maximum, and one for anything beyond.
const MATERIALS: usize = MAX_MATERIAL as usize + 2;

const CELLS: usize = (2 * STEPS as usize + 1) * MATERIALS;

/// Results by score and material.
#[derive(Clone)]
pub struct Counts {
    /// Losses, draws and wins of the side with the score.
    cells: Vec<[u32; 3]>,
    /// Total number of positions.
    pub positions: u64,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts { cells: vec![[0; 3]; CELLS], positions: 0 }
    }
}

impl Counts {
    /// Adds the quiet positions of a game, each for both sides: the model is symmetric. Fails if a move is
    /// illegal.
    pub fn add(&mut self, game: &StoredGame, quiet: &Quiet) -> Result<(), Illegal> {
        let points = usize::from(game.points());
        quiet.of(game, |position, score| self.note(material(position), score.into(), points))
    }

    /// Adds a position for both sides, given the score in centipawns and the half points of one side.
    pub fn note(&mut self, material: u32, score: i32, points: usize) {
        // Round to the nearest step, symmetrically.
        let step = (score.abs() + STEP / 2) / STEP * score.signum();
        let material = (material as usize).min(MATERIALS - 1);
        if step.abs() <= STEPS {
            self.cells[(step + STEPS) as usize * MATERIALS + material][points] += 1;
            self.cells[(STEPS - step) as usize * MATERIALS + material][2 - points] += 1;
            self.positions += 1;
        }
    }

    /// Returns the maximum-likelihood model, found by Adam.
    pub fn fit(&self) -> Model {
        const ROUNDS: i32 = 4000;
        let mut values = [150.0, 0.0, 0.0, 0.0, 80.0_f64, 0.0, 0.0, 0.0];
        let (mut means, mut squares) = ([0.0; 8], [0.0; 8]);
        for round in 1..=ROUNDS {
            let slopes = self.slopes(&model(&values));
            // Large steps first, then small ones.
            let rate = 2.0 * (1.0 - f64::from(round) / f64::from(ROUNDS + 1));
            for index in 0..8 {
                means[index] = 0.9 * means[index] + 0.1 * slopes[index];
                squares[index] = 0.99 * squares[index] + 0.01 * slopes[index] * slopes[index];
                let (mean, square) = (
                    means[index] / (1.0 - 0.9_f64.powi(round)),
                    squares[index] / (1.0 - 0.99_f64.powi(round)),
                );
                values[index] -= rate * mean / (square.sqrt() + 1e-12);
            }
        }
        model(&values)
    }

    /// Returns the derivative of the mean negative log-likelihood with respect to each weight of the
    /// polynomials.
    fn slopes(&self, model: &Model) -> [f64; 8] {
        let mut sums = [0.0; 8];
        for material in 0..MATERIALS {
            let (even, spread) = model.at(material as u32);
            let polynomials = chebyshev(place(material as u32));
            let spread = spread.max(5.0);
            let (mut by_even, mut by_spread) = (0.0, 0.0);
            for step in -STEPS..=STEPS {
                let counts = self.cells[(step + STEPS) as usize * MATERIALS + material];
                if counts == [0; 3] {
                    continue;
                }
                let [losses, draws, wins] = counts.map(f64::from);
                let score = f64::from(step * STEP);
                let (up, down) = ((score - even) / spread, (-score - even) / spread);
                let (win, loss) = (1.0 / (1.0 + (-up).exp()), 1.0 / (1.0 + (-down).exp()));
                let draw = (1.0 - win - loss).max(1e-9);
                // The derivatives of the log-likelihood with respect to `up` and `down`.
                let to_up = wins * (1.0 - win) - draws * win * (1.0 - win) / draw;
                let to_down = losses * (1.0 - loss) - draws * loss * (1.0 - loss) / draw;
                by_even += (to_up + to_down) / spread;
                by_spread += (to_up * up + to_down * down) / spread;
            }
            for (degree, polynomial) in polynomials.into_iter().enumerate() {
                let factor = polynomial / (2.0 * self.positions.max(1) as f64);
                sums[degree] += by_even * factor;
                sums[4 + degree] += by_spread * factor;
            }
        }
        sums
    }
}

/// The range of material in the model, as shares of the usual material: its middle and half its width.
const MIDDLE: f64 = (MAX_MATERIAL + MIN_MATERIAL) as f64 / 2.0 / USUAL_MATERIAL;
const HALF: f64 = (MAX_MATERIAL - MIN_MATERIAL) as f64 / 2.0 / USUAL_MATERIAL;

/// Maps material to the range from -1 to 1.
fn place(material: u32) -> f64 {
    (share(material) - MIDDLE) / HALF
}

/// Returns Chebyshev's polynomials up to degree three. They are nearly orthogonal, unlike powers, so their
/// weights converge many times faster.
fn chebyshev(place: f64) -> [f64; 4] {
    [1.0, place, 2.0 * place * place - 1.0, (4.0 * place * place - 3.0) * place]
}

/// Converts weights of the polynomials to a model in powers of the material.
fn model(values: &[f64; 8]) -> Model {
    let powers = |weights: &[f64]| {
        // First in powers of the place, then of the material.
        let place =
            [4.0 * weights[3], 2.0 * weights[2], weights[1] - 3.0 * weights[3], weights[0] - weights[2]];
        let [cube, square, line, constant] =
            [place[0] / HALF.powi(3), place[1] / HALF.powi(2), place[2] / HALF, place[3]];
        let at = MIDDLE;
        [
            cube,
            square - 3.0 * cube * at,
            line - 2.0 * square * at + 3.0 * cube * at * at,
            constant - line * at + square * at * at - cube * at * at * at,
        ]
    };
    Model { even: powers(&values[..4]), spread: powers(&values[4..]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_and_powers_say_the_same() {
        let values = [150.0, -30.0, 12.0, 5.0, 80.0, 7.0, -3.0, 2.0];
        let model = model(&values);
        for material in [MIN_MATERIAL, 30, 58, MAX_MATERIAL] {
            let polynomials = chebyshev(place(material));
            let sum = |weights: &[f64]| {
                weights.iter().zip(polynomials).map(|(weight, polynomial)| weight * polynomial).sum::<f64>()
            };
            let (even, spread) = model.at(material);
            assert!((even - sum(&values[..4])).abs() < 1e-9, "{material}");
            assert!((spread - sum(&values[4..])).abs() < 1e-9, "{material}");
        }
    }

    #[test]
    fn a_known_model_is_found_again() {
        // Far from the initial values of the fit, and not linear.
        let truth = Model { even: [100.0, -340.0, 160.0, 230.0], spread: [0.0, 10.0, -20.0, 190.0] };
        let mut counts = Counts::default();
        for material in MIN_MATERIAL..=MAX_MATERIAL {
            for step in -STEPS..=STEPS {
                let chances = truth.chances(step * STEP, material);
                let cell = &mut counts.cells[(step + STEPS) as usize * MATERIALS + material as usize];
                *cell = [chances.loss, chances.draw, chances.win].map(u32::from);
                counts.positions += 500;
            }
        }
        let found = counts.fit();
        for material in [20, 40, 58, MAX_MATERIAL] {
            let ((even, spread), (true_even, true_spread)) = (found.at(material), truth.at(material));
            assert!((even - true_even).abs() < 4.0, "{material}: {found:?}");
            assert!((spread - true_spread).abs() < 4.0, "{material}: {found:?}");
        }
    }
}
