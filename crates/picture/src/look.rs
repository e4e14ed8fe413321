//! How boards look, and where their squares lie in the picture.

use heirloom_chess::Square;

use crate::Theme;

/// The smallest picture, in pixels a side.
pub const MIN_SIZE: u32 = 64;
/// The largest picture, in pixels a side.
pub const MAX_SIZE: u32 = 4096;

/// How a board looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Look {
    /// Pixels a side of the picture, which is square; anything outside [`MIN_SIZE`] to [`MAX_SIZE`] counts as the nearer of them.
    pub size: u32,
    /// Is Black below?
    pub flipped: bool,
    /// Do letters and digits stand around the board?
    pub coordinates: bool,
    /// The colors.
    pub theme: Theme,
}

impl Default for Look {
    /// 400 pixels, White below, with coordinates, in wood.
    fn default() -> Look {
        Look { size: 400, flipped: false, coordinates: true, theme: Theme::default() }
    }
}

/// Where the squares are, in pixels: a square is a whole number of them wide, so that all are equal and sharp, and the frame takes what is left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    /// Pixels a side of the picture.
    pub size: u32,
    /// Pixels a side of a square.
    pub square: u32,
    /// Pixels from the left and from the top to the board.
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

    /// The column from the left and the row from the top.
    pub fn place(&self, square: Square) -> (u32, u32) {
        let (column, row) = (square.file().index() as u32, 7 - square.rank().index() as u32);
        if self.flipped { (7 - column, 7 - row) } else { (column, row) }
    }

    /// The upper left corner of a square.
    pub fn corner(&self, square: Square) -> (u32, u32) {
        let (column, row) = self.place(square);
        (self.edge + column * self.square, self.edge + row * self.square)
    }

    /// The middle of a square.
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
    fn black_may_be_below() {
        let grid = Grid::new(&Look { flipped: true, coordinates: false, size: 80, ..Look::default() });
        assert_eq!(
            (grid.corner(Square::A1), grid.corner(Square::H8), grid.center(Square::H8)),
            ((70, 0), (0, 70), (5.0, 75.0))
        );
    }
}
