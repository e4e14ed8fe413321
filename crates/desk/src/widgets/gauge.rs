//! The evaluation bar: White's share of the game.

use eframe::egui::{Align2, Color32, CornerRadius, FontId, Rect, Role, Sense, Ui, Vec2, WidgetInfo};

/// The width of the bar, with the space next to it.
pub const WIDTH: f32 = 26.0;

/// Draws the bar: White's share in percent, starting at White's side of the board, with the value in words.
/// Without a share it is empty.
pub fn show(ui: &mut Ui, height: f32, share: Option<f64>, words: &str, flipped: bool, name: &str) {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(WIDTH - 4.0, height), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("{name}: {words}")));
    let response =
        if words.is_empty() { response.on_hover_text(name) } else { response.on_hover_text(words) };
    if !ui.is_rect_visible(response.rect) {
        return;
    }
    let (white, black) = (Color32::from_rgb(238, 238, 232), Color32::from_rgb(58, 60, 64));
    let Some(share) = share else {
        ui.painter().rect_filled(rect, CornerRadius::same(3), ui.visuals().extreme_bg_color);
        return;
    };
    // Neither side disappears completely.
    let part = rect.height() * (share as f32 / 100.0).clamp(0.02, 0.98);
    let line = if flipped { rect.top() + part } else { rect.bottom() - part };
    let (upper, lower) = if flipped { (white, black) } else { (black, white) };
    let round = CornerRadius::same(3);
    ui.painter().rect_filled(Rect::from_min_max(rect.min, [rect.right(), line].into()), round, upper);
    ui.painter().rect_filled(Rect::from_min_max([rect.left(), line].into(), rect.max), round, lower);
    // The value is at the better side's end.
    let at_top = (share >= 50.0) == flipped;
    let (place, anchor) = if at_top {
        (rect.center_top(), Align2::CENTER_TOP)
    } else {
        (rect.center_bottom(), Align2::CENTER_BOTTOM)
    };
    let ink = if share >= 50.0 { black } else { white };
    ui.painter().text(place, anchor, words, FontId::proportional(9.0), ink);
}
