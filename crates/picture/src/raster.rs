//! Rasterization of drawings, and PNG encoding.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use heirloom_chess::Piece;

use crate::piece::piece_svg;
use crate::{PictureError, PieceLook};

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];

/// An opaque square picture.
pub(crate) struct Pixels {
    /// The side length in pixels.
    pub size: u32,
    /// The pixels, row by row from the top.
    pub colors: Vec<Rgb>,
}

impl Pixels {
    /// Renders one of our documents, whose size is a whole number of pixels.
    pub fn of_svg(svg: &str) -> Result<Pixels, PictureError> {
        let map = rendered(svg, None)?;
        // Every picture fills its whole area, so nothing is transparent.
        let colors = map.data().chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Ok(Pixels { size: map.width(), colors })
    }

    /// Encodes the picture as a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        let mut file = Vec::new();
        let wrong = |error: png::EncodingError| PictureError::Encoding(error.to_string());
        let mut encoder = png::Encoder::new(&mut file, self.size, self.size);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        let mut writer = encoder.write_header().map_err(wrong)?;
        writer.write_image_data(self.colors.as_flattened()).map_err(wrong)?;
        writer.finish().map_err(wrong)?;
        Ok(file)
    }
}

/// Renders a piece with its square for programs that draw boards themselves. Returns red, green, blue and
/// alpha of each pixel row by row, premultiplied; `size` is the side length in pixels. Fails with
/// [`PictureError::TooLarge`] if there is not enough memory.
pub fn piece_pixels(piece: Piece, look: &PieceLook, size: u32) -> Result<Vec<u8>, PictureError> {
    rendered(&piece_svg(piece, look), Some(size)).map(Pixmap::take)
}

/// Renders the icon of the program in the same format. Fails as [`piece_pixels`] does.
pub fn icon_pixels(size: u32) -> Result<Vec<u8>, PictureError> {
    rendered(include_str!("../../../data/heirloom.svg"), Some(size)).map(Pixmap::take)
}

/// Renders a square drawing with this side length in pixels, or its own.
fn rendered(svg: &str, size: Option<u32>) -> Result<Pixmap, PictureError> {
    let tree =
        Tree::from_str(svg, &Options::default()).map_err(|error| PictureError::Drawing(error.to_string()))?;
    let own_size = tree.size().width();
    let size = size.unwrap_or(own_size.round() as u32);
    let mut map = Pixmap::new(size, size).ok_or(PictureError::TooLarge(size))?;
    let scale = size as f32 / own_size;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut map.as_mut());
    Ok(map)
}
