//! The look of boards, and the layout of their squares.

use heirloom_chess::Square;

use crate::{PieceSet, Theme};

/// The smallest side length of a picture, in pixels.
pub const MIN_SIZE: u32 = 64;
/// The largest side length of a picture, in pixels.
pub const MAX_SIZE: u32 = 4096;

/// The look of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Look {
    /// The side length of the square picture in pixels, limited to [`MIN_SIZE`] to [`MAX_SIZE`].
    pub size: u32,
    /// Whether Black is at the bottom.
    pub flipped: bool,
    /// Whether there are coordinates around the board.
    pub coordinates: bool,
    /// The colors.
    pub theme: Theme,
    /// The pieces.
    pub pieces: PieceSet,
}

impl Default for Look {
    /// 400 pixels, White at the bottom, with coordinates, in wood, with the classic pieces.
    fn default() -> Look {
        let (theme, pieces) = (Theme::default(), PieceSet::default());
        Look { size: 400, flipped: false, coordinates: true, theme, pieces }
    }
}

/// The layout of the squares in pixels: squares have a whole number of pixels, so that all are equal and
/// sharp, and the frame takes the rest.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    /// The side length of the picture in pixels.
    pub size: u32,
    /// The side length of a square in pixels.
    pub square: u32,
    /// The distance of the board from the left and the top in pixels.
    pub edge: u32,
    flipped: bool,
}

impl Grid {
    pub fn new(look: &Look) -> Grid {
        let size = look.size.clamp(MIN_SIZE, MAX_SIZE);
        // The frame with coordinates is at least four tenths of a square wide.
        let square = if look.coordinates { size * 10 / 88 } else { size / 8 };
        Grid { size, square, edge: (size - 8 * square) / 2, flipped: look.flipped }
    }

    /// Returns the column from the left and the row from the top.
    pub fn place(&self, square: Square) -> (u32, u32) {
        let (column, row) = (square.file().index() as u32, 7 - square.rank().index() as u32);
        if self.flipped { (7 - column, 7 - row) } else { (column, row) }
    }

    /// Returns the upper left corner of a square.
    pub fn corner(&self, square: Square) -> (u32, u32) {
        let (column, row) = self.place(square);
        (self.edge + column * self.square, self.edge + row * self.square)
    }

    /// Returns the center of a square.
    pub fn center(&self, square: Square) -> (f64, f64) {
        let (x, y) = self.corner(square);
        let half = f64::from(self.square) / 2.0;
        (f64::from(x) + half, f64::from(y) + half)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_fill_the_picture() {
        let grid = |size, coordinates| Grid::new(&Look { size, coordinates, ..Look::default() });
        for size in [0, MIN_SIZE, 207, 400, 1001, MAX_SIZE, u32::MAX] {
            for coordinates in [false, true] {
                let grid = grid(size, coordinates);
                let frame = grid.size - 8 * grid.square;
                assert!(
                    (MIN_SIZE..=MAX_SIZE).contains(&grid.size) && grid.square >= 7 && frame / 2 == grid.edge,
                    "{grid:?}"
                );
                assert!(if coordinates { frame * 10 >= grid.square * 8 } else { frame < 8 }, "{grid:?}");
            }
        }
        assert_eq!(grid(240, false).corner(Square::A1), (0, 210));
    }

    #[test]
    fn black_may_be_at_the_bottom() {
        let grid = Grid::new(&Look { flipped: true, coordinates: false, size: 80, ..Look::default() });
        assert_eq!(grid.corner(Square::A1), (70, 0));
        assert_eq!(grid.corner(Square::H8), (0, 70));
        assert_eq!(grid.center(Square::H8), (5.0, 75.0));
    }
}
