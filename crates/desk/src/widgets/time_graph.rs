//! The time used for each move of a game as bars: White's upward, Black's downward.

use eframe::egui::{Color32, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2};
use heirloom_app::review::times::MoveTime;
use heirloom_chess::Color;

use crate::theme::{LINE, palette};
use crate::widgets::{self, graph};

/// Draws the graph; returns the ply that was clicked. The first of `times` is that of the first move, made by
/// `first`. `here` is the ply on the board, `words` describes a ply.
pub fn show(
    ui: &mut Ui,
    name: &str,
    times: &[MoveTime],
    first: Color,
    here: usize,
    height: f32,
    words: impl Fn(usize) -> String,
) -> Option<usize> {
    let size = Vec2::new(ui.available_width().max(60.0), height.max(30.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    widgets::named(&response, Role::Button, name);
    let plies = times.len().max(1);
    let step = rect.width() / plies as f32;
    if ui.is_rect_visible(rect) {
        let longest =
            times.iter().filter_map(|time| time.used).max().unwrap_or_default().as_secs_f32().max(1.0);
        let painter = ui.painter().with_clip_rect(rect);
        painter.rect_filled(rect, 3.0, ui.visuals().faint_bg_color);
        let middle = rect.center().y;
        let now = rect.left() + step * here as f32;
        painter.vline(
            now,
            rect.y_range(),
            Stroke::new(1.5, ui.visuals().selection.stroke.color.gamma_multiply(0.8)),
        );
        for (index, time) in times.iter().enumerate() {
            let Some(used) = time.used else { continue };
            let mover = if index % 2 == 0 { first } else { !first };
            // The square root leaves short times visible next to long ones.
            let length = (used.as_secs_f32() / longest).sqrt() * (rect.height() / 2.0 - 3.0);
            let (left, width) = (rect.left() + step * (index as f32 + 0.1), (step * 0.8).max(1.0));
            let end = if mover == Color::White { middle - length } else { middle + length };
            let bar = Rect::from_two_pos(Pos2::new(left, middle), Pos2::new(left + width, end));
            let (fill, edge) = ink(ui.visuals().dark_mode, mover);
            painter.rect(
                bar,
                0.0,
                fill,
                Stroke::new(if step > 3.0 { 1.0 } else { 0.0 }, edge),
                StrokeKind::Inside,
            );
        }
        painter.hline(rect.x_range(), middle, Stroke::new(LINE, palette(ui).edge));
    }
    let at = |x: f32| (((x - rect.left()) / step).max(0.0) as usize + 1).min(times.len());
    graph::pointed(response, here, at, words)
}

/// Returns the colors of a player's bars: inside and edge.
fn ink(dark: bool, mover: Color) -> (Color32, Color32) {
    let gray = Color32::from_gray;
    match (mover, dark) {
        (Color::White, true) => (gray(232), gray(232)),
        (Color::Black, true) => (gray(104), gray(150)),
        (Color::White, false) => (gray(255), gray(110)),
        (Color::Black, false) => (gray(70), gray(70)),
    }
}
