//! The drawings of the pieces as textures, made once per size.

use std::collections::HashMap;

use eframe::egui::{ColorImage, Context, TextureHandle, TextureId, TextureOptions};
use heirloom_chess::Piece;
use heirloom_picture::PieceLook;

use crate::settings::Settings;

/// The number of sizes that are kept: those of the board, of previews and of captured pieces, and some that
/// a board has while it is resized.
const SIZES: usize = 6;

/// Textures of the latest sizes.
#[derive(Default)]
pub struct Pieces {
    /// The sizes that were used last come last.
    sizes: Vec<(u32, HashMap<Piece, TextureHandle>)>,
    /// The set and its colors.
    look: PieceLook,
}

impl Pieces {
    /// Changes to the set and the colors that the user has chosen.
    pub fn follow(&mut self, settings: &Settings) {
        let look = settings.piece_look();
        if look != self.look {
            *self = Pieces { sizes: Vec::new(), look };
        }
    }

    /// Returns the texture of a piece for a square of this many pixels.
    pub fn texture(&mut self, ctx: &Context, piece: Piece, size: u32) -> Option<TextureId> {
        let size = size.clamp(8, 512);
        match self.sizes.iter().position(|(known, _)| *known == size) {
            Some(place) => self.sizes[place..].rotate_left(1),
            None => {
                if self.sizes.len() >= SIZES {
                    self.sizes.remove(0);
                }
                self.sizes.push((size, HashMap::new()));
            }
        }
        let look = self.look;
        let (_, textures) = self.sizes.last_mut()?;
        if let Some(known) = textures.get(&piece) {
            return Some(known.id());
        }
        let pixels = heirloom_picture::piece_pixels(piece, &look, size).ok()?;
        let image = ColorImage::from_rgba_premultiplied([size as usize; 2], &pixels);
        let texture = ctx.load_texture(piece.to_string(), image, TextureOptions::LINEAR);
        let id = texture.id();
        textures.insert(piece, texture);
        Some(id)
    }
}
