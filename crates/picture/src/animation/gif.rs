//! Animations as GIF: frames assembled from tiles, which store only the changes.
//!
//! All positions of a game are mosaics of a few tiles: a piece or none, on a light or a dark square, tinted
//! or not, glowing or not. Each tile is rendered once; frames are then assembled from tiles and compared
//! square by square.

use std::collections::HashMap;
use std::time::Duration;

use gif::{Encoder, Frame, Repeat};
use heirloom_chess::{Move, Piece, Position, Square};

use super::Animation;
use super::palette::Palette;
use crate::PictureError;
use crate::diagram::{checked_king, squares_of};
use crate::look::Grid;
use crate::raster::{Pixels, Rgb};

/// The most colors; one more index means "unchanged".
const COLORS: usize = 127;

/// The appearance of a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Tile {
    piece: Option<Piece>,
    light: bool,
    tinted: bool,
    glowing: bool,
}

/// The appearance of each square, by its index.
type Mosaic = [Tile; 64];

fn mosaic(position: &Position, last: Option<Move>) -> Mosaic {
    let tinted = last.map(squares_of);
    Square::ALL.map(|square| Tile {
        piece: position.piece_at(square),
        light: (square.file().index() + square.rank().index()) % 2 == 1,
        tinted: tinted.is_some_and(|squares| squares.contains(&square)),
        glowing: checked_king(position) == Some(square),
    })
}

/// Renders the animation.
pub fn write(animation: &Animation) -> Result<Vec<u8>, PictureError> {
    let grid = Grid::new(&animation.look);
    let (first, tiles) = draw(animation, &grid)?;
    let mut counts = HashMap::new();
    for &color in first.colors.iter().chain(tiles.values().flatten()) {
        *counts.entry(color).or_insert(0) += 1;
    }
    let palette = Palette::of(&counts, COLORS);
    let tiles = tiles
        .iter()
        .map(|(tile, colors)| (*tile, colors.iter().map(|&color| palette.number(color)).collect()))
        .collect();
    let canvas = first.colors.iter().map(|&color| palette.number(color)).collect();
    encode(animation, &mut Painter { grid, canvas, tiles, same: palette.colors.len() as u8 }, &palette)
        .map_err(|error| match error {
            gif::EncodingError::OutOfMemory => PictureError::TooLarge(grid.size),
            error => PictureError::Encoding(error.to_string()),
        })
}

/// Returns the first frame and every tile that occurs.
fn draw(animation: &Animation, grid: &Grid) -> Result<(Pixels, HashMap<Tile, Vec<Rgb>>), PictureError> {
    let first = Pixels::of_svg(&animation.still(animation.line.start(), None).svg())?;
    let mut tiles = HashMap::new();
    for (position, last) in animation.scenes() {
        let mosaic = mosaic(&position, last);
        if mosaic.iter().all(|tile| tiles.contains_key(tile)) {
            continue;
        }
        let picture = Pixels::of_svg(&animation.still(&position, last).svg())?;
        for (square, tile) in Square::ALL.into_iter().zip(mosaic) {
            let (x, y) = grid.corner(square);
            let row =
                |row: u32| &picture.colors[((y + row) * grid.size + x) as usize..][..grid.square as usize];
            tiles.entry(tile).or_insert_with(|| (0..grid.square).flat_map(row).copied().collect());
        }
    }
    Ok((first, tiles))
}

fn encode(
    animation: &Animation,
    painter: &mut Painter,
    palette: &Palette,
) -> Result<Vec<u8>, gif::EncodingError> {
    let size = painter.grid.size as u16;
    let mut colors = palette.colors.as_flattened().to_vec();
    // The index that means "unchanged" needs an entry in the table.
    colors.extend([0; 3]);
    let mut encoder = Encoder::new(Vec::new(), size, size, &colors)?;
    if animation.repeated {
        encoder.set_repeat(Repeat::Infinite)?;
    }
    let last = animation.line.moves().len();
    let mut before: Option<Mosaic> = None;
    for (number, (position, mv)) in animation.scenes().enumerate() {
        let now = mosaic(&position, mv);
        let mut frame = match before {
            None => painter.whole(),
            Some(before) => painter.change(&before, &now),
        };
        frame.delay =
            hundredths(if number == last { animation.delay + animation.hold } else { animation.delay });
        encoder.write_frame(&frame)?;
        before = Some(now);
    }
    encoder.into_inner()
}

/// Converts the duration of a frame to hundredths of a second, rounded up.
fn hundredths(time: Duration) -> u16 {
    u16::try_from(time.as_millis().div_ceil(10)).unwrap_or(u16::MAX)
}

/// The current frame as color indices.
struct Painter {
    grid: Grid,
    canvas: Vec<u8>,
    tiles: HashMap<Tile, Vec<u8>>,
    /// The index for unchanged pixels.
    same: u8,
}

impl Painter {
    fn whole(&self) -> Frame<'static> {
        let size = self.grid.size as u16;
        Frame { width: size, height: size, buffer: self.canvas.clone().into(), ..Frame::default() }
    }

    /// Returns the smallest rectangle with all squares that change. Unchanged pixels in it are transparent,
    /// which compresses well.
    fn change(&mut self, before: &Mosaic, now: &Mosaic) -> Frame<'static> {
        let changed =
            || Square::ALL.into_iter().filter(|square| before[square.index()] != now[square.index()]);
        let (side, size) = (self.grid.square, self.grid.size as usize);
        let corners: Vec<(u32, u32)> = changed().map(|square| self.grid.corner(square)).collect();
        // After a null move, which no game has, the first square would be sent again.
        let left = corners.iter().map(|corner| corner.0).min().unwrap_or(self.grid.edge);
        let top = corners.iter().map(|corner| corner.1).min().unwrap_or(self.grid.edge);
        let right = corners.iter().map(|corner| corner.0).max().unwrap_or(left) + side;
        let bottom = corners.iter().map(|corner| corner.1).max().unwrap_or(top) + side;
        let (width, height) = ((right - left) as usize, (bottom - top) as usize);
        let mut buffer = vec![self.same; width * height];
        for (square, &(x, y)) in changed().zip(&corners) {
            let Some(tile) = self.tiles.get(&now[square.index()]) else { continue };
            for (row, numbers) in tile.chunks_exact(side as usize).enumerate() {
                let old = &mut self.canvas[(y as usize + row) * size + x as usize..][..side as usize];
                let new =
                    &mut buffer[((y - top) as usize + row) * width + (x - left) as usize..][..side as usize];
                for ((old, new), &number) in old.iter_mut().zip(new).zip(numbers) {
                    if *old != number {
                        (*old, *new) = (number, number);
                    }
                }
            }
        }
        Frame {
            left: left as u16,
            top: top as u16,
            width: width as u16,
            height: height as u16,
            transparent: Some(self.same),
            buffer: buffer.into(),
            ..Frame::default()
        }
    }
}
