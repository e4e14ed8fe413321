//! A piece that glides to the square where it already is.

use eframe::egui::{Rect, Ui};
use heirloom_chess::{Move, Square};

use super::{Squares, target};

/// How long a piece glides, in seconds.
const GLIDE: f64 = 0.15;

/// The gliding piece.
#[derive(Clone, Copy, Debug)]
pub struct PieceAnimation {
    from: Square,
    to: Square,
    /// The time of the frame in which it started, in seconds.
    since: f64,
}

impl PieceAnimation {
    /// Starts a glide.
    pub fn begin(ui: &Ui, mv: Move) -> PieceAnimation {
        PieceAnimation { from: mv.from(), to: target(mv), since: ui.input(|input| input.time) }
    }

    /// Returns where the piece of a square is drawn while it glides there.
    pub fn rect(&self, ui: &Ui, squares: &Squares, square: Square) -> Option<Rect> {
        let done = (ui.input(|input| input.time) - self.since) / GLIDE;
        if self.to != square || !(0.0..1.0).contains(&done) {
            return None;
        }
        ui.ctx().request_repaint();
        let way = squares.rect(self.from).center() - squares.rect(square).center();
        Some(squares.rect(square).translate(way * (1.0 - done) as f32))
    }
}
