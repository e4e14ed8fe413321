//! A software renderer that fills the desk's triangles on the CPU, with the same picture on every machine.

use std::cell::RefCell;
use std::collections::HashMap;
use std::mem;
use std::rc::Rc;

use eframe::egui::epaint::{Mesh, Primitive, Vertex};
use eframe::egui::{
    Color32, ColorImage, Context, FullOutput, ImageData, Rect, TextureId, TexturesDelta, Vec2,
};
use egui_kittest::TestRenderer;

/// The textures of a desk. Clones share them: one receives the textures, the other paints.
#[derive(Clone, Default)]
pub struct Canvas(Rc<RefCell<Textures>>);

#[derive(Default)]
struct Textures {
    known: HashMap<TextureId, ColorImage>,
    /// Textures that have been freed but may still be used by the latest frame.
    leaving: Vec<TextureId>,
}

impl TestRenderer for Canvas {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        let mut textures = self.0.borrow_mut();
        for id in mem::take(&mut textures.leaving) {
            textures.known.remove(&id);
        }
        for (id, changes) in mem::take(&mut delta.set) {
            for change in changes {
                let ImageData::Color(image) = change.image;
                match (change.pos, textures.known.get_mut(&id)) {
                    (Some(at), Some(known)) => patch(known, &image, at),
                    _ => _ = textures.known.insert(id, (*image).clone()),
                }
            }
        }
        textures.leaving.extend(mem::take(&mut delta.free));
    }
}

/// Copies a small image into a large one.
fn patch(whole: &mut ColorImage, part: &ColorImage, [left, top]: [usize; 2]) {
    let ([width, _], [stride, _]) = (part.size, whole.size);
    for (row, pixels) in part.pixels.chunks_exact(width.max(1)).enumerate() {
        let start = (top + row) * stride + left;
        whole.pixels[start..start + width].copy_from_slice(pixels);
    }
}

impl Canvas {
    /// Paints a frame of this size, in points.
    pub fn paint(&self, ctx: &Context, output: &FullOutput, size: Vec2) -> ColorImage {
        let scale = output.pixels_per_point;
        let pixels = size * scale;
        let mut image =
            ColorImage::filled([pixels.x.round() as usize, pixels.y.round() as usize], Color32::BLACK);
        let textures = self.0.borrow();
        for part in ctx.tessellate(output.shapes.clone(), scale) {
            if let Primitive::Mesh(mesh) = part.primitive
                && let Some(texture) = textures.known.get(&mesh.texture_id)
            {
                let mut sheet = Sheet {
                    clip: Clip::new(part.clip_rect, scale, image.size),
                    image: &mut image,
                    texture,
                    scale,
                };
                sheet.mesh(&mesh);
            }
        }
        image
    }
}

/// The columns and rows that may be painted, ends excluded.
struct Clip {
    columns: [i64; 2],
    rows: [i64; 2],
}

impl Clip {
    fn new(rect: Rect, scale: f32, [width, height]: [usize; 2]) -> Clip {
        let span = |from: f32, to: f32, all: usize| {
            [from, to].map(|edge| ((edge * scale).round() as i64).clamp(0, all as i64))
        };
        Clip { columns: span(rect.min.x, rect.max.x, width), rows: span(rect.min.y, rect.max.y, height) }
    }
}

/// The image that triangles are painted on, with their texture.
struct Sheet<'a> {
    image: &'a mut ColorImage,
    clip: Clip,
    texture: &'a ColorImage,
    scale: f32,
}

/// Corners are rounded to this fraction of a pixel. Integer arithmetic leaves no gaps between triangles,
/// and no seams that are painted twice.
const PARTS: i64 = 256;

/// A corner in fractions of a pixel.
#[derive(Clone, Copy)]
struct Corner {
    x: i64,
    y: i64,
}

/// Returns twice the area of the triangle of two corners and a point.
fn area(from: Corner, to: Corner, place: Corner) -> i64 {
    (to.x - from.x) * (place.y - from.y) - (to.y - from.y) * (place.x - from.x)
}

/// Returns true if an edge owns the pixels whose centers are on it; one of the two triangles does.
fn owns(from: Corner, to: Corner) -> bool {
    to.y < from.y || (to.y == from.y && to.x > from.x)
}

impl Sheet<'_> {
    fn mesh(&mut self, mesh: &Mesh) {
        for corners in mesh.indices.chunks_exact(3) {
            self.triangle([0, 1, 2].map(|corner| mesh.vertices[corners[corner] as usize]));
        }
    }

    fn corner(&self, vertex: &Vertex) -> Corner {
        let place = |along: f32| (along * self.scale * PARTS as f32).round() as i64;
        Corner { x: place(vertex.pos.x), y: place(vertex.pos.y) }
    }

    fn triangle(&mut self, [one, mut two, mut three]: [Vertex; 3]) {
        let [a, mut b, mut c] = [&one, &two, &three].map(|vertex| self.corner(vertex));
        let mut whole = area(a, b, c);
        if whole == 0 {
            return;
        }
        if whole < 0 {
            mem::swap(&mut two, &mut three);
            mem::swap(&mut b, &mut c);
            whole = -whole;
        }
        let edges = [(b, c), (c, a), (a, b)];
        let least = edges.map(|(from, to)| if owns(from, to) { 0 } else { 1 });
        let span = |places: [i64; 3], [first, last]: [i64; 2]| {
            let (low, high) = (places.into_iter().min().unwrap_or(0), places.into_iter().max().unwrap_or(0));
            low.div_euclid(PARTS).max(first)..(high.div_euclid(PARTS) + 1).min(last)
        };
        let width = self.image.size[0] as i64;
        for y in span([a.y, b.y, c.y], self.clip.rows) {
            for x in span([a.x, b.x, c.x], self.clip.columns) {
                let center = Corner { x: x * PARTS + PARTS / 2, y: y * PARTS + PARTS / 2 };
                let shares = edges.map(|(from, to)| area(from, to, center));
                if shares.iter().zip(least).all(|(share, least)| *share >= least) {
                    let color =
                        self.color([&one, &two, &three], shares.map(|share| share as f32 / whole as f32));
                    blend(&mut self.image.pixels[(y * width + x) as usize], color);
                }
            }
        }
    }

    /// Returns the color of a point by its weights of the three corners, from 0 to 1, premultiplied.
    fn color(&self, corners: [&Vertex; 3], shares: [f32; 3]) -> [f32; 4] {
        let sum = |value: fn(&Vertex) -> f32| {
            corners.iter().zip(shares).map(|(vertex, share)| value(vertex) * share).sum::<f32>()
        };
        let texel = sample(self.texture, sum(|vertex| vertex.uv.x), sum(|vertex| vertex.uv.y));
        let tint = [
            sum(|vertex| f32::from(vertex.color.r())),
            sum(|vertex| f32::from(vertex.color.g())),
            sum(|vertex| f32::from(vertex.color.b())),
            sum(|vertex| f32::from(vertex.color.a())),
        ];
        [0, 1, 2, 3].map(|channel| texel[channel] * tint[channel] / (255.0 * 255.0))
    }
}

/// Returns the color of a texture at a point between 0 and 1, interpolated from the four texels around it.
fn sample(texture: &ColorImage, u: f32, v: f32) -> [f32; 4] {
    let [width, height] = texture.size;
    let (x, y) = (u * width as f32 - 0.5, v * height as f32 - 0.5);
    let (left, top) = (x.floor(), y.floor());
    let (right, lower) = (x - left, y - top);
    let texel = |column: f32, row: f32| {
        let (column, row) =
            ((column.max(0.0) as usize).min(width - 1), (row.max(0.0) as usize).min(height - 1));
        texture.pixels[row * width + column].to_array().map(f32::from)
    };
    let corners = [
        (texel(left, top), (1.0 - right) * (1.0 - lower)),
        (texel(left + 1.0, top), right * (1.0 - lower)),
        (texel(left, top + 1.0), (1.0 - right) * lower),
        (texel(left + 1.0, top + 1.0), right * lower),
    ];
    [0, 1, 2, 3].map(|channel| corners.iter().map(|(texel, share)| texel[channel] * share).sum())
}

/// Blends a color over a pixel.
fn blend(pixel: &mut Color32, [red, green, blue, alpha]: [f32; 4]) {
    let [r, g, b, a] = pixel.to_array();
    let over = |above: f32, below: u8| {
        (above * 255.0 + f32::from(below) * (1.0 - alpha)).round().clamp(0.0, 255.0) as u8
    };
    *pixel = Color32::from_rgba_premultiplied(over(red, r), over(green, g), over(blue, b), over(alpha, a));
}

#[cfg(test)]
mod tests {
    use super::*;
    use eframe::egui::pos2;

    /// Paints two triangles that form a rectangle.
    fn rectangle(color: Color32, texture: &ColorImage, from: (f32, f32), to: (f32, f32)) -> ColorImage {
        let mut mesh = Mesh::default();
        for (x, y, u, v) in [
            (from.0, from.1, 0.0, 0.0),
            (to.0, from.1, 1.0, 0.0),
            (from.0, to.1, 0.0, 1.0),
            (to.0, to.1, 1.0, 1.0),
        ] {
            mesh.vertices.push(Vertex { pos: pos2(x, y), uv: pos2(u, v), color });
        }
        mesh.indices = vec![0, 1, 2, 2, 1, 3];
        let mut image = ColorImage::filled([8, 8], Color32::BLACK);
        let clip = Clip::new(Rect::from_min_max(pos2(0.0, 0.0), pos2(8.0, 8.0)), 1.0, image.size);
        Sheet { image: &mut image, clip, texture, scale: 1.0 }.mesh(&mesh);
        image
    }

    #[test]
    fn every_pixel_is_painted_once() {
        let white = ColorImage::filled([1, 1], Color32::WHITE);
        let half = Color32::from_rgba_premultiplied(100, 100, 100, 128);
        let image = rectangle(half, &white, (1.0, 2.0), (7.0, 6.0));
        let painted = image.pixels.iter().filter(|pixel| **pixel == Color32::from_gray(100)).count();
        let black = image.pixels.iter().filter(|pixel| **pixel == Color32::BLACK).count();
        assert_eq!((painted, black), (24, 40));
    }

    #[test]
    fn textures_keep_their_corners() {
        let [red, green] = [Color32::from_rgb(200, 0, 0), Color32::from_rgb(0, 200, 0)];
        let texture = ColorImage::new([2, 1], vec![red, green]);
        let image = rectangle(Color32::WHITE, &texture, (0.0, 0.0), (8.0, 8.0));
        assert_eq!((image.pixels[0], image.pixels[7]), (red, green));
    }
}
