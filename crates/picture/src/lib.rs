//! Boards and games as pictures: SVG, PNG and GIF, with our own sets of pieces.
//!
//! A [`Diagram`] is the picture of a position, an [`Animation`] that of a game; a [`Look`] defines how both
//! look.
//!
//! ```
//! use heirloom_chess::{Position, Square};
//! use heirloom_picture::{Diagram, Look, MarkColor, Theme};
//! let look = Look { size: 360, theme: Theme::Green, ..Look::default() };
//! let diagram = Diagram::new(&Position::startpos()).look(look);
//! let diagram = diagram.arrow(Square::E2, Square::E4, MarkColor::Green);
//! assert!(diagram.svg().starts_with("<svg"));
//! ```
//!
//! # Design
//!
//! - Everything is drawn once as SVG (`drawing`) and rasterized from that (`raster`), so all formats look the
//!   same.
//! - An SVG document is a single line and needs no font (`drawing/coordinates` draws letters as lines). Its
//!   ids begin with a checksum of its content: many documents can be part of one page, and equal pictures are
//!   equal texts.
//! - [`Look`] gives every square the same whole number of pixels, and the rest to the frame: pieces look the
//!   same on all squares and stay sharp when small.
//! - A GIF consists of tiles (`animation/gif`): a game shows few different squares, so each is rendered
//!   once and only changes are stored. In animated SVG (`animation/animated`) each piece is an element with
//!   all its moves (SMIL, no script).
//! - `pieces` holds our own sets, one file per piece. [`piece_pixels`] renders them for programs that draw
//!   boards themselves.

mod animation;
mod diagram;
mod drawing;
mod look;
mod marks;
mod piece;
mod raster;
mod theme;

pub use animation::Animation;
pub use diagram::Diagram;
pub use look::{Look, MAX_SIZE, MIN_SIZE};
pub use marks::{MarkColor, Marks};
pub use piece::{PieceLook, PieceSet};
pub use raster::{icon_pixels, piece_pixels};
pub use theme::Theme;

/// Why a picture could not be rendered.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The renderer rejected the drawing.
    #[error("cannot render the picture: {0}")]
    Drawing(String),
    /// There is not enough memory for a picture with this side length in pixels.
    #[error("not enough memory for a picture of {0} by {0} pixels; choose a smaller size")]
    TooLarge(u32),
    /// The pixels could not be encoded.
    #[error("cannot encode the picture: {0}")]
    Encoding(String),
}
