//! The drawings of the pieces as textures, made once per size.

use std::collections::HashMap;

use eframe::egui::{ColorImage, Context, TextureHandle, TextureId, TextureOptions};
use heirloom_chess::Piece;

/// Textures of one size at a time: boards of other sizes stretch them until they are made again.
#[derive(Default)]
pub struct Pieces {
    size: u32,
    textures: HashMap<Piece, TextureHandle>,
}

impl Pieces {
    /// Returns the texture of a piece for a square of this many pixels.
    pub fn texture(&mut self, ctx: &Context, piece: Piece, size: u32) -> Option<TextureId> {
        let size = size.clamp(8, 512);
        if size != self.size {
            (self.size, self.textures) = (size, HashMap::new());
        }
        if let Some(known) = self.textures.get(&piece) {
            return Some(known.id());
        }
        let pixels = heirloom_picture::piece_pixels(piece, size).ok()?;
        let image = ColorImage::from_rgba_premultiplied([size as usize; 2], &pixels);
        let texture = ctx.load_texture(piece.to_string(), image, TextureOptions::LINEAR);
        let id = texture.id();
        self.textures.insert(piece, texture);
        Some(id)
    }
}
