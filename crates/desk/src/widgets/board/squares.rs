//! The geometry of a board on the screen.

use eframe::egui::{Pos2, Rect, Ui, Vec2};
use heirloom_chess::{File, Rank, Square};

/// The geometry of a board.
#[derive(Clone, Copy, Debug)]
pub struct Squares {
    /// The whole board with its edge.
    pub outer: Rect,
    /// The 64 squares.
    pub inner: Rect,
    flipped: bool,
}

/// The share of the board's side that the edge with the coordinates takes.
const EDGE: f32 = 0.028;

impl Squares {
    /// Returns the geometry of a board in a square space.
    pub fn new(outer: Rect, flipped: bool, coordinates: bool) -> Squares {
        let edge = if coordinates { (outer.width() * EDGE).max(10.0) } else { 2.0 };
        let side = ((outer.width() - 2.0 * edge) / 8.0).floor().max(1.0) * 8.0;
        Squares { outer, inner: Rect::from_center_size(outer.center().round(), Vec2::splat(side)), flipped }
    }

    /// Returns the side of a square, in points.
    pub fn side(&self) -> f32 {
        self.inner.width() / 8.0
    }

    /// Returns the side of a square, in pixels.
    pub fn pixels(&self, ui: &Ui) -> u32 {
        (self.side() * ui.pixels_per_point()).round() as u32
    }

    /// Returns the rectangle of a square.
    pub fn rect(&self, square: Square) -> Rect {
        let (file, rank) = (square.file().index(), square.rank().index());
        let (column, row) = if self.flipped { (7 - file, rank) } else { (file, 7 - rank) };
        Rect::from_min_size(
            self.inner.min + Vec2::new(column as f32, row as f32) * self.side(),
            Vec2::splat(self.side()),
        )
    }

    /// Returns the square at a place.
    pub fn at(&self, place: Pos2) -> Option<Square> {
        if !self.inner.contains(place) {
            return None;
        }
        let inside = (place - self.inner.min) / self.side();
        let (column, row) = ((inside.x as usize).min(7), (inside.y as usize).min(7));
        let (file, rank) = if self.flipped { (7 - column, row) } else { (column, 7 - row) };
        Some(Square::new(File::ALL[file], Rank::ALL[rank]))
    }

    /// Returns the places of the letter of a file and the digit of a rank, along the lower and the left edge.
    pub fn labels(&self) -> impl Iterator<Item = (Pos2, char)> + '_ {
        let edge = (self.inner.min.x - self.outer.min.x) / 2.0;
        (0..8).flat_map(move |index| {
            let (file, rank) = if self.flipped { (7 - index, index) } else { (index, 7 - index) };
            let along = (index as f32 + 0.5) * self.side();
            let below = Pos2::new(self.inner.min.x + along, self.inner.max.y + edge);
            let left = Pos2::new(self.inner.min.x - edge, self.inner.min.y + along);
            [(below, (b'a' + file as u8) as char), (left, (b'1' + rank as u8) as char)]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_found_where_it_lies() {
        for flipped in [false, true] {
            let squares =
                Squares::new(Rect::from_min_size(Pos2::new(10.0, 20.0), Vec2::splat(500.0)), flipped, true);
            for square in Square::ALL {
                assert_eq!(squares.at(squares.rect(square).center()), Some(square));
            }
            assert_eq!(squares.at(squares.outer.min), None);
            assert_eq!(squares.rect(Square::A1).min.y > squares.rect(Square::A8).min.y, !flipped);
        }
    }
}
