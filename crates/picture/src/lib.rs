//! Boards and games as pictures: SVG, PNG and GIF, with a set of pieces of our own.
//!
//! A [`Board`] is the picture of one position, a [`Film`] that of a game; a [`Look`] says how both look. Everything is drawn as SVG, which needs no
//! font and no other file, and turned into pixels from there.
//!
//! ```
//! use heirloom_chess::{Position, Square};
//! use heirloom_picture::{Board, Paint, Theme};
//! let board = Board::new(&Position::startpos()).size(360).theme(Theme::Green).arrow(Square::E2, Square::E4, Paint::Green);
//! assert!(board.svg().starts_with("<svg"));
//! ```

mod board;
mod drawing;
mod film;
mod look;
mod marks;
mod piece;
mod raster;
mod theme;

use std::fmt;

pub use board::Board;
pub use film::Film;
pub use look::{Look, MAX_SIZE, MIN_SIZE};
pub use marks::{Marks, Paint};
pub use piece::piece_svg;
pub use raster::{icon_pixels, piece_pixels};
pub use theme::Theme;

/// Why a picture could not be made of pixels.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PictureError {
    /// The drawing was refused by the library that turns it into pixels.
    Drawing(String),
    /// There is no memory for so many pixels; how many a side.
    TooLarge(u32),
    /// The pixels could not be written in their format.
    Encoding(String),
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PictureError::Drawing(reason) => write!(f, "cannot render the picture: {reason}"),
            PictureError::TooLarge(size) => write!(f, "not enough memory for a picture of {size} by {size} pixels; choose a smaller size"),
            PictureError::Encoding(reason) => write!(f, "cannot encode the picture: {reason}"),
        }
    }
}

impl std::error::Error for PictureError {}
