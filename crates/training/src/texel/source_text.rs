//! Parts that the source texts of all tuned evaluations share.

use std::fmt::Write as _;

use super::model::{Parameter, Phase};

/// The total phase in a tuned file, where weights need not be whole numbers.
const FINE_TOTAL: f64 = 1024.0;

/// Minimum width of a pair in columns.
const COLUMN_WIDTH: usize = 14;

/// Returns the first lines of a file.
pub fn head(about: &[String]) -> String {
    about.iter().map(|line| format!("//! {line}").trim_end().to_string() + "\n").collect()
}

/// Returns the constants of the phase. Whole numbers are unchanged; others are scaled to finer units.
pub fn phase(phase: &Phase) -> String {
    let whole = phase.weights.iter().all(|weight| weight.fract() == 0.0);
    let (factor, total) = if whole { (1.0, phase.total) } else { (FINE_TOTAL / phase.total, FINE_TOTAL) };
    let weights = phase.weights.map(|weight| (weight * factor).round() as i32);
    format!(
        "/// The weight of each piece type in the phase, pawn to king.\n\
         pub const PHASE: [i32; 6] = {weights:?};\n\n\
         /// The phase from which only middlegame values count.\npub const PHASE_TOTAL: i32 = {};\n",
        total as i32
    )
}

/// Formats the middlegame and endgame value in whole centipawns.
fn pair(parameter: &Parameter) -> String {
    let [middlegame, endgame] = parameter.value.map(|value| value.round() as i32);
    format!("s({middlegame}, {endgame})")
}

/// Formats pairs on one line.
pub fn pairs(parameters: &[Parameter]) -> String {
    parameters.iter().map(pair).collect::<Vec<_>>().join(", ")
}

/// Formats pairs in columns, indented by two levels.
pub fn rows(parameters: &[Parameter], per_row: usize) -> String {
    let mut text = String::new();
    for row in parameters.chunks(per_row) {
        let row: String =
            row.iter().map(|parameter| format!("{:<COLUMN_WIDTH$}", pair(parameter) + ", ")).collect();
        let _ = writeln!(text, "        {}", row.trim_end());
    }
    text
}

#[cfg(test)]
pub mod tests {
    use heirloom_chess::{Color, Position};

    use super::*;
    use crate::texel::model::Tunable;
    use crate::texel::samples::{Label, Samples};
    use crate::texel::score::Weights;

    /// Checks that unchanged values print the file that they are in; its path is relative to the folder of
    /// all crates.
    pub fn prints_what_was_read(evaluation: &dyn Tunable, path: &str) {
        let text = std::fs::read_to_string(format!("{}/../{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let lines = text.lines().take_while(|line| line.starts_with("//!"));
        let about: Vec<String> =
            lines.map(|line| line.trim_start_matches("//!").trim_start().to_string()).collect();
        let printed = evaluation.print(&evaluation.model(), &about);
        let difference = printed.lines().zip(text.lines()).find(|(printed, read)| printed != read);
        assert_eq!(difference, None);
        assert!(printed == text, "one text is longer");
    }

    /// Checks in random games that the evaluation differs from its trace by at most this many centipawns.
    pub fn explains(evaluation: &dyn Tunable, tolerance: f32) {
        let (model, mut random) = (evaluation.model(), fastrand::Rng::with_seed(11));
        let weights = Weights::new(&model, &model.values());
        for _ in 0..60 {
            let mut position = Position::startpos();
            for _ in 0..random.usize(..200) {
                let Some(&mv) = random.choice(position.legal_moves().iter()) else { break };
                position.play(mv);
            }
            let Some(trace) = evaluation.trace(&position) else { continue };
            let mut samples = Samples::default();
            samples.push(&model, &trace, Label::default());
            let white = weights.score(&samples.get(0)).score;
            let explained = if position.turn() == Color::White { white } else { -white };
            let evaluated = evaluation.evaluate(&position) as f32;
            assert!((explained - evaluated).abs() <= tolerance, "{explained} {evaluated} {}", position.fen());
        }
    }

    #[test]
    fn weights_of_the_phase_are_printed_as_fine_as_needed() {
        let text = phase(&Phase { weights: [0.0, 1.5, 1.0, 2.0, 4.0, 0.0], total: 24.0 });
        assert!(text.contains("PHASE: [i32; 6] = [0, 64, 43, 85, 171, 0];"), "{text}");
        assert!(text.contains("PHASE_TOTAL: i32 = 1024;"), "{text}");
        let text = phase(&Phase { weights: [0.0, 1.0, 1.0, 2.0, 4.0, 0.0], total: 24.0 });
        assert!(text.contains("PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];"), "{text}");
        assert!(text.contains("PHASE_TOTAL: i32 = 24;"), "{text}");
    }
}
