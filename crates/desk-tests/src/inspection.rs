//! What a frame shows, read from its shapes: texts with their grounds, and texts that are cut off.

use eframe::egui::epaint::{ClippedShape, Shape, TextShape};
use eframe::egui::{Color32, Rect};
use heirloom_desk::theme::contrast;

/// The least contrast of text, from the Web Content Accessibility Guidelines.
pub const READABLE: f32 = 4.5;

/// A text on the screen.
struct Painted<'a> {
    text: &'a TextShape,
    clip: Rect,
    ground: Color32,
}

/// Returns the texts that can be seen, in the order in which they are painted.
fn texts(shapes: &[ClippedShape]) -> Vec<Painted<'_>> {
    let mut grounds: Vec<(Rect, Color32)> = Vec::new();
    let mut found = Vec::new();
    for clipped in shapes {
        walk(&clipped.shape, clipped.clip_rect, &mut grounds, &mut found);
    }
    found
}

fn walk<'a>(shape: &'a Shape, clip: Rect, grounds: &mut Vec<(Rect, Color32)>, found: &mut Vec<Painted<'a>>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| walk(shape, clip, grounds, found)),
        Shape::Rect(rect) if rect.brush.is_none() && rect.fill.a() > 0 => {
            let place = rect.rect.intersect(clip);
            let below = |rect: Rect| ground_of(grounds, rect);
            let fill = if rect.fill.a() == 255 { rect.fill } else { below(place).blend(rect.fill) };
            grounds.push((place, fill));
        }
        Shape::Circle(circle) if circle.fill.a() == 255 => {
            grounds.push((circle.visual_bounding_rect().intersect(clip), circle.fill));
        }
        Shape::Text(text) if !text.galley.is_empty() => {
            let rect = text.visual_bounding_rect();
            if rect.is_positive() && rect.intersect(clip).is_positive() {
                let ground = ground_of(grounds, rect.intersect(clip));
                found.push(Painted { text, clip, ground });
            }
        }
        _ => {}
    }
}

/// Returns the color behind the middle of a place.
fn ground_of(grounds: &[(Rect, Color32)], place: Rect) -> Color32 {
    let behind = grounds.iter().rev().find(|(rect, _)| rect.contains(place.center()));
    behind.map_or(Color32::BLACK, |(_, color)| *color)
}

/// Returns the texts with too little contrast. Those of disabled controls are faint on purpose.
pub fn faint_texts(shapes: &[ClippedShape]) -> Vec<String> {
    let mut faint = Vec::new();
    for Painted { text, ground, .. } in texts(shapes) {
        for section in &text.galley.job.sections {
            let words = section_text(text, section.byte_range.start.0, section.byte_range.end.0);
            let color = match text.override_text_color {
                Some(color) => color,
                None if section.format.color == Color32::PLACEHOLDER => text.fallback_color,
                None => section.format.color,
            };
            let disabled = text.opacity_factor < 1.0 || color.a() < 255;
            let ground =
                if section.format.background.a() == 255 { section.format.background } else { ground };
            let reached = contrast(color, ground);
            if !disabled && !words.trim().is_empty() && reached < READABLE {
                faint.push(format!("{words:?}: {color:?} on {ground:?} has {reached:.2}"));
            }
        }
    }
    faint.sort();
    faint.dedup();
    faint
}

fn section_text(text: &TextShape, start: usize, end: usize) -> &str {
    text.galley.job.text.get(start..end).unwrap_or_default()
}

/// Returns the texts whose beginning or end is cut off without a sign of it.
pub fn cut_texts(shapes: &[ClippedShape]) -> Vec<String> {
    let is_cut = |painted: &&Painted<'_>| {
        let rect = painted.text.galley.rect.translate(painted.text.pos.to_vec2());
        let (left, right) = (painted.clip.left() - 1.5, painted.clip.right() + 1.5);
        (rect.right() > right || rect.left() < left) && !painted.text.galley.elided
    };
    let mut cut: Vec<String> =
        texts(shapes).iter().filter(is_cut).map(|painted| painted.text.galley.job.text.clone()).collect();
    cut.sort();
    cut.dedup();
    cut
}
