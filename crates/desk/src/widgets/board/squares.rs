//! The geometry of a board on the screen.

use eframe::egui::{Pos2, Rect, Ui, Vec2};
use heirloom_chess::{File, Rank, Square};

/// The geometry of a board.
#[derive(Clone, Copy, Debug)]
pub struct Squares {
    /// The whole board with its frame.
    pub outer: Rect,
    /// The 64 squares.
    pub inner: Rect,
    flipped: bool,
}

/// A coordinate within a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    /// The letter of a file, in the lower right corner.
    File(char),
    /// The digit of a rank, in the upper left corner.
    Rank(char),
}

/// The share of the board's side that the frame takes.
const EDGE: f32 = 0.028;

impl Squares {
    /// Returns the geometry of a board in a square space, with or without a frame around it.
    pub fn new(outer: Rect, flipped: bool, framed: bool) -> Squares {
        let edge = if framed { (outer.width() * EDGE).max(16.0) } else { 0.0 };
        let side = ((outer.width() - 2.0 * edge) / 8.0).floor().max(1.0) * 8.0;
        Squares { outer, inner: Rect::from_center_size(outer.center().round(), Vec2::splat(side)), flipped }
    }

    /// Returns true if there is a frame.
    pub fn is_framed(&self) -> bool {
        self.outer.width() - self.inner.width() >= 16.0
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

    /// Returns the squares along the left and the lower edge with the digit of their rank or the letter of
    /// their file; the corner has both.
    pub fn edge_squares(&self) -> impl Iterator<Item = (Square, Label)> + '_ {
        (0..8).flat_map(move |index| {
            let (left, lowest) = if self.flipped { (File::H, Rank::Eighth) } else { (File::A, Rank::First) };
            let (file_here, rank_here) = (File::ALL[index], Rank::ALL[index]);
            [
                (Square::new(left, rank_here), Label::Rank((b'1' + index as u8) as char)),
                (Square::new(file_here, lowest), Label::File((b'a' + index as u8) as char)),
            ]
        })
    }

    /// Returns the places of the letter of a file and the digit of a rank in the frame, below the board and
    /// to the left of it.
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
            let corner = if flipped { Square::H8 } else { Square::A1 };
            assert_eq!(squares.edge_squares().filter(|(square, _)| *square == corner).count(), 2);
            assert_eq!(squares.rect(Square::A1).min.y > squares.rect(Square::A8).min.y, !flipped);
        }
    }
}
