//! What the tuner knows of an evaluation: its parameters, how they enter the score, and the trace of a position.

use heirloom_chess::{PieceType, Position};

/// An evaluation that can be tuned: a sum of counted terms, tapered between middlegame and endgame.
///
/// With `n` the number of times a term occurs for a side, `D` the sum of the danger terms of a king and `p` the phase (1 with all pieces):
///
/// ```text
/// mg    = Σ (n_white - n_black) · mg_i  -  Σ over kings ± max(D.mg, 0)² / danger.middlegame
/// eg    = Σ (n_white - n_black) · eg_i  -  Σ over kings ± max(D.eg, 0) / danger.endgame
/// score = mg · p + eg · (1 - p) · scale / 64
/// ```
pub trait Tunable: Sync {
    /// The name of the evaluation, for messages and checkpoints.
    fn name(&self) -> &str;

    /// The first line of the source text that [`Tunable::print`] writes: what lives there.
    fn headline(&self) -> &str;

    /// All parameters with their present values.
    fn model(&self) -> Model;

    /// Which parameters a position uses. None where the evaluation knows the outcome otherwise (a drawn or a known ending).
    fn trace(&self, position: &Position) -> Option<Trace>;

    /// The evaluation itself, in centipawns from the view of the side to move; what the trace must explain.
    fn evaluate(&self, position: &Position) -> i32;

    /// The source text that holds the parameters, with the values of `model`; `about` are the lines of its head.
    fn print(&self, model: &Model, about: &[String]) -> String;
}

/// How a parameter enters the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Added up for White, subtracted for Black.
    Linear,
    /// Added to the danger of a king, which counts by its square in the middlegame.
    Danger,
}

/// One pair of values.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The name of its term, as in the source text.
    pub term: String,
    /// Its place within the term.
    pub index: usize,
    /// Middlegame and endgame value in centipawns.
    pub value: [f64; 2],
    /// How it enters the score.
    pub kind: Kind,
    /// Never changed by the tuner.
    pub fixed: bool,
}

/// How many pieces are left, and what that means.
#[derive(Clone, PartialEq, Debug)]
pub struct Phase {
    /// What each piece adds, pawn to king.
    pub weights: [f64; PieceType::ALL.len()],
    /// The sum with which the endgame value no longer counts.
    pub total: f64,
}

/// Pieces of both colors at the start of a game, pawn to king.
const FULL_SET: [f64; PieceType::ALL.len()] = [16.0, 4.0, 4.0, 4.0, 2.0, 2.0];

impl Phase {
    /// The phase of the start of a game, not limited.
    pub fn of_all_pieces(weights: &[f64]) -> f64 {
        weights.iter().zip(FULL_SET).map(|(weight, count)| weight * count).sum()
    }

    /// Brings weights back to what can be told apart: none below zero, and all pieces together as much as here. Another sum would say
    /// the same with other middlegame and endgame values.
    pub fn normalize(&self, weights: &mut [f64]) {
        weights.iter_mut().for_each(|weight| *weight = weight.max(0.0));
        let (wanted, found) = (Phase::of_all_pieces(&self.weights), Phase::of_all_pieces(weights));
        if found > 0.0 {
            weights.iter_mut().for_each(|weight| *weight *= wanted / found);
        }
    }
}

/// The divisors of the danger of a king.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Danger {
    /// The square of the middlegame sum is divided by this.
    pub middlegame: f64,
    /// The endgame sum is divided by this.
    pub endgame: f64,
    /// The sums count up to here.
    pub most: [f64; 2],
}

/// A piece-square table and the material value it is degenerate with: what is added to one can be taken from the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The parameter of the piece's material; none for kings, of which both sides have one.
    pub material: Option<usize>,
    /// The parameters of the squares on which the piece can stand.
    pub squares: Vec<usize>,
}

/// All that can be tuned of an evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The parameters; traces name them by their place here.
    pub parameters: Vec<Parameter>,
    /// The phase.
    pub phase: Phase,
    /// The divisors of the danger terms.
    pub danger: Danger,
    /// Tables to be centered.
    pub tables: Vec<Table>,
}

/// How often a parameter occurs in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coefficient {
    /// The place of the parameter in [`Model::parameters`].
    pub parameter: u16,
    /// For White; of a danger term: for the danger of White's king.
    pub white: i16,
    /// The same for Black.
    pub black: i16,
}

/// What of an evaluation a position uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The parameters that occur.
    pub coefficients: Vec<Coefficient>,
    /// Pieces of both colors on the board, pawn to king.
    pub pieces: [u8; PieceType::ALL.len()],
    /// 64ths of the endgame value that count.
    pub scale: u8,
}

/// The largest [`Trace::scale`]: the whole endgame value counts.
pub const FULL_SCALE: u8 = 64;

/// The name under which the weights of the phase are chosen and reported.
pub const PHASE_TERM: &str = "PHASE";

impl Model {
    /// The names of all terms in their order, that of the phase last.
    pub fn terms(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.term.as_str()).collect();
        names.dedup();
        names.push(PHASE_TERM);
        names
    }

    /// The values that are tuned in one row: each parameter's middlegame and endgame value, then the weights of the phase.
    pub fn values(&self) -> Vec<f64> {
        let pairs = self.parameters.iter().flat_map(|parameter| parameter.value);
        pairs.chain(self.phase.weights).collect()
    }

    /// The model with other values, in the order of [`Model::values`].
    pub fn with_values(&self, values: &[f64]) -> Model {
        let mut model = self.clone();
        for (parameter, pair) in model.parameters.iter_mut().zip(values.chunks_exact(2)) {
            parameter.value = [pair[0], pair[1]];
        }
        for (weight, value) in model.phase.weights.iter_mut().zip(&values[2 * self.parameters.len()..]) {
            *weight = *value;
        }
        model
    }
}
