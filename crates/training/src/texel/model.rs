//! The tuner's model of an evaluation: its parameters, how they enter the score, and the trace of a position.

use heirloom_chess::{PieceType, Position};

/// An evaluation that can be tuned: a sum of counted terms, tapered between middlegame and endgame.
///
/// With `n` the number of times a term occurs for a side, `D` the sum of the danger terms of a king and `p`
/// the phase (1 with all pieces):
///
/// ```text
/// mg    = Σ (n_white - n_black) · mg_i  -  Σ over kings ± max(D.mg, 0)² / danger.middlegame
/// eg    = Σ (n_white - n_black) · eg_i  -  Σ over kings ± max(D.eg, 0) / danger.endgame
/// score = mg · p + eg · (1 - p) · scale / 64
/// ```
pub trait Tunable: Sync {
    /// The name of the evaluation, for messages and checkpoints.
    fn name(&self) -> &str;

    /// The first line of the source text printed by [`Tunable::print`].
    fn headline(&self) -> &str;

    /// Returns all parameters with their current values.
    fn model(&self) -> Model;

    /// Returns the parameters that a position uses. None if the evaluation knows the outcome (a draw or a
    /// known endgame).
    fn trace(&self, position: &Position) -> Option<Trace>;

    /// Returns the evaluation in centipawns from the point of view of the side to move, which the trace must
    /// explain.
    fn evaluate(&self, position: &Position) -> i32;

    /// Returns the source text of the parameters with the values of `model`, beginning with the lines of
    /// `about`.
    fn print(&self, model: &Model, about: &[String]) -> String;
}

/// How a parameter enters the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Added for White, subtracted for Black.
    Linear,
    /// Added to the danger of a king, which is squared for the middlegame.
    Danger,
}

/// A parameter with its pair of values.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The name of its term, as in the source text.
    pub term: String,
    /// Its index within the term.
    pub index: usize,
    /// Middlegame and endgame value in centipawns.
    pub value: [f64; 2],
    /// How it enters the score.
    pub kind: Kind,
    /// True if the tuner never changes it.
    pub fixed: bool,
}

/// The game phase: a weighted sum of the pieces on the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Phase {
    /// The weight of each piece type, pawn to king.
    pub weights: [f64; PieceType::ALL.len()],
    /// The sum from which endgame values no longer count.
    pub total: f64,
}

/// Number of pieces of both colors at the start of a game, pawn to king.
const FULL_SET: [f64; PieceType::ALL.len()] = [16.0, 4.0, 4.0, 4.0, 2.0, 2.0];

impl Phase {
    /// Returns the phase at the start of a game, without a limit.
    pub fn of_all_pieces(weights: &[f64]) -> f64 {
        weights.iter().zip(FULL_SET).map(|(weight, count)| weight * count).sum()
    }

    /// Restricts weights to distinguishable values: none below zero, and the same sum over all pieces as
    /// here. A different sum would be equivalent, with other middlegame and endgame values.
    pub fn normalize(&self, weights: &mut [f64]) {
        weights.iter_mut().for_each(|weight| *weight = weight.max(0.0));
        let (wanted, found) = (Phase::of_all_pieces(&self.weights), Phase::of_all_pieces(weights));
        if found > 0.0 {
            weights.iter_mut().for_each(|weight| *weight *= wanted / found);
        }
    }
}

/// The constants of king danger.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Danger {
    /// The divisor of the squared middlegame sum.
    pub middlegame: f64,
    /// The divisor of the endgame sum.
    pub endgame: f64,
    /// The upper limits of the sums.
    pub most: [f64; 2],
}

/// A piece-square table and the material value with which it is degenerate: a constant can be moved between
/// them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The parameter of the piece's material; none for kings, since both sides have one.
    pub material: Option<usize>,
    /// The parameters of the squares on which the piece can be.
    pub squares: Vec<usize>,
}

impl Table {
    /// Returns the table of a piece type with 64 parameters from `start`. Pawns are never on the first or
    /// last rank.
    pub fn new(piece_type: PieceType, material: Option<usize>, start: usize) -> Table {
        let possible = if piece_type == PieceType::Pawn { 8..56 } else { 0..64 };
        Table { material, squares: possible.map(|square| start + square).collect() }
    }
}

/// All parts of an evaluation that can be tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// The parameters; traces refer to them by index.
    pub parameters: Vec<Parameter>,
    /// The phase.
    pub phase: Phase,
    /// The constants of king danger.
    pub danger: Danger,
    /// Tables to be centered.
    pub tables: Vec<Table>,
}

/// How often a parameter occurs in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coefficient {
    /// The index of the parameter in [`Model::parameters`].
    pub parameter: u16,
    /// The count for White; for a danger term, in the danger of White's king.
    pub white: i16,
    /// The count for Black.
    pub black: i16,
}

/// The parameters that a position uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The parameters that occur.
    pub coefficients: Vec<Coefficient>,
    /// Number of pieces of both colors, pawn to king.
    pub pieces: [u8; PieceType::ALL.len()],
    /// The scale of the endgame value in 64ths.
    pub scale: u8,
}

/// The largest [`Trace::scale`], for the full endgame value.
pub const FULL_SCALE: u8 = 64;

/// The name by which the phase weights are selected and reported.
pub const PHASE_TERM: &str = "PHASE";

impl Model {
    /// Returns the names of all terms in order, the phase last.
    pub fn terms(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.term.as_str()).collect();
        names.dedup();
        names.push(PHASE_TERM);
        names
    }

    /// Returns all tunable values: each parameter's middlegame and endgame value, then the phase weights.
    pub fn values(&self) -> Vec<f64> {
        let pairs = self.parameters.iter().flat_map(|parameter| parameter.value);
        pairs.chain(self.phase.weights).collect()
    }

    /// Returns the model with other values, in the order of [`Model::values`].
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
