//! Centering of piece-square tables, which share a degree of freedom with material.

use super::model::Model;

/// Moves the rounded mean of each table into its material value, for middlegame and endgame separately; no
/// score changes by more than rounding. Tables equal to those in `before` are left alone, and so are tables
/// whose material is not `tuned` (in the order of [`Model::values`]).
pub fn center(model: &mut Model, before: &Model, tuned: &[bool]) {
    for table in &before.tables {
        for side in 0..2 {
            let moved = |&square: &usize| {
                model.parameters[square].value[side] != before.parameters[square].value[side]
            };
            let material_stays = table.material.is_some_and(|material| !tuned[2 * material + side]);
            if material_stays || !table.squares.iter().any(moved) {
                continue;
            }
            let sum: f64 = table.squares.iter().map(|&square| model.parameters[square].value[side]).sum();
            let mean = (sum / table.squares.len() as f64).round();
            for &square in &table.squares {
                model.parameters[square].value[side] -= mean;
            }
            if let Some(material) = table.material {
                model.parameters[material].value[side] += mean;
            }
        }
    }
}
