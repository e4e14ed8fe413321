//! The course of a game as a graph: White's win percentage by ply, what the opponent believed, bad moves as
//! dots, and the position on the board.

use eframe::egui::{Color32, CursorIcon, Mesh, Pos2, Response, Role, Sense, Shape, Stroke, Ui, Vec2};

use heirloom_app::review::accuracy::win_percent;

use crate::model::course::Point;
use crate::theme::palette;
use crate::widgets;

/// Draws the graph; returns the ply that was clicked. `here` is the ply on the board, `words` describes a
/// ply.
pub fn show(
    ui: &mut Ui,
    name: &str,
    points: &[Point],
    here: usize,
    height: f32,
    words: impl Fn(usize) -> String,
) -> Option<usize> {
    let size = Vec2::new(ui.available_width().max(60.0), height.max(40.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    widgets::named(&response, Role::Button, name);
    let plies = points.len().saturating_sub(1).max(1);
    let place = |ply: f32, percent: f64| {
        let (across, up) = (ply / plies as f32, (percent / 100.0) as f32);
        Pos2::new(rect.left() + rect.width() * across, rect.bottom() - rect.height() * up)
    };
    if ui.is_rect_visible(rect) {
        let dark = ui.visuals().dark_mode;
        let (above, below) = if dark {
            (Color32::from_rgb(12, 13, 14), Color32::from_rgb(112, 117, 122))
        } else {
            (Color32::from_rgb(120, 122, 126), Color32::WHITE)
        };
        let painter = ui.painter().with_clip_rect(rect);
        painter.rect_filled(rect, 3.0, ui.visuals().faint_bg_color);
        for known in stretches(points, |point| point.percent) {
            let known: Vec<Pos2> = known.into_iter().map(|(ply, percent)| place(ply, percent)).collect();
            painter.add(Shape::mesh(area(&known, rect.top(), above)));
            painter.add(Shape::mesh(area(&known, rect.bottom(), below)));
            painter.add(Shape::line(known, Stroke::new(1.5, ui.visuals().hyperlink_color)));
        }
        painter.hline(
            rect.x_range(),
            rect.center().y,
            Stroke::new(1.0, palette(ui).edge.gamma_multiply(0.6)),
        );
        let now = place(here.min(plies) as f32, 0.0).x;
        painter.vline(
            now,
            rect.y_range(),
            Stroke::new(1.5, ui.visuals().selection.stroke.color.gamma_multiply(0.8)),
        );
        for believed in stretches(points, |point| point.believed.map(win_percent)) {
            let believed = believed.into_iter().map(|(ply, percent)| place(ply, percent)).collect();
            painter.add(Shape::line(believed, Stroke::new(1.5, ui.visuals().warn_fg_color)));
        }
        for (ply, point) in points.iter().enumerate() {
            if let (Some(judgement), Some(percent)) = (point.judgement, point.percent) {
                painter.circle_filled(place(ply as f32, percent), 3.5, palette(ui).judged(judgement));
            }
        }
    }
    let at = |x: f32| {
        (((x - rect.left()) / rect.width() * plies as f32).round().max(0.0) as usize)
            .min(points.len().saturating_sub(1))
    };
    pointed(response, here, at, words)
}

/// Describes the ply that is pointed at, and returns the one that was clicked, unless it is `here`. `at`
/// returns the ply at a place.
pub(super) fn pointed(
    response: Response,
    here: usize,
    at: impl Fn(f32) -> usize,
    words: impl Fn(usize) -> String,
) -> Option<usize> {
    let response = response.on_hover_cursor(CursorIcon::PointingHand);
    let pointed = response.hover_pos().map(|pointer| at(pointer.x));
    let response = match pointed {
        Some(ply) => response.on_hover_text_at_pointer(words(ply)),
        None => response,
    };
    let chosen = response.clicked() || response.dragged();
    response.interact_pointer_pos().filter(|_| chosen).map(|pointer| at(pointer.x)).filter(|&ply| ply != here)
}

/// Groups values, with their plies, that are drawn as one curve. An engine that plays one side has every
/// other position; a larger distance is a gap. A single position is as wide as a ply.
fn stretches(points: &[Point], percent: impl Fn(&Point) -> Option<f64>) -> Vec<Vec<(f32, f64)>> {
    let known = points.iter().enumerate();
    let known = known.filter_map(|(ply, point)| Some((ply as f32, percent(point)?)));
    let mut all: Vec<Vec<(f32, f64)>> = Vec::new();
    for (ply, percent) in known {
        match all.last_mut() {
            Some(stretch) if stretch.last().is_some_and(|(last, _)| ply - last <= 2.0) => {
                stretch.push((ply, percent))
            }
            _ => all.push(vec![(ply, percent)]),
        }
    }
    for stretch in &mut all {
        if let [(ply, percent)] = stretch[..] {
            *stretch = vec![(ply - 0.5, percent), (ply + 0.5, percent)];
        }
    }
    all
}

/// Returns the area between the points and a height.
fn area(points: &[Pos2], height: f32, color: Color32) -> Mesh {
    let mut mesh = Mesh::default();
    for (index, point) in points.iter().enumerate() {
        mesh.colored_vertex(*point, color);
        mesh.colored_vertex(Pos2::new(point.x, height), color);
        if index > 0 {
            let last = 2 * index as u32 + 1;
            mesh.add_triangle(last - 3, last - 2, last - 1);
            mesh.add_triangle(last - 2, last - 1, last);
        }
    }
    mesh
}
