//! The evaluation bar: White's share of the game.

use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo,
};

use crate::theme::{LINE, bold_family, palette};

/// The width of the bar, with the space next to it.
pub const WIDTH: f32 = 36.0;

/// The space next to the bar.
const GAP: f32 = 6.0;

/// The size of the number.
const NUMBER: f32 = 12.0;

/// The size of a number with five characters.
const SMALL_NUMBER: f32 = 10.5;

const WHITE: Color32 = Color32::from_rgb(242, 241, 236);
const BLACK: Color32 = Color32::from_rgb(48, 50, 54);

/// Draws the bar: White's share in percent, starting at White's side of the board, with the value in words.
/// Without a share it is hollow, with a dash in the middle.
pub fn show(ui: &mut Ui, height: f32, share: Option<f64>, words: &str, flipped: bool, name: &str) {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(WIDTH - GAP, height), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("{name}: {words}")));
    let response =
        if words.is_empty() { response.on_hover_text(name) } else { response.on_hover_text(words) };
    if !ui.is_rect_visible(response.rect) {
        return;
    }
    let (palette, painter) = (palette(ui), ui.painter());
    let (round, edge) = (CornerRadius::same(4), Stroke::new(LINE, palette.edge));
    let number = if words.chars().count() > 4 { SMALL_NUMBER } else { NUMBER };
    let font = FontId::new(number, bold_family());
    let Some(share) = share else {
        painter.rect(rect, round, palette.stripe, edge, StrokeKind::Inside);
        painter.text(rect.center(), Align2::CENTER_CENTER, "–", font, palette.weak);
        return;
    };
    // Neither side disappears completely.
    let part = rect.height() * (share as f32 / 100.0).clamp(0.02, 0.98);
    let line = if flipped { rect.top() + part } else { rect.bottom() - part };
    let (upper, lower) = if flipped { (WHITE, BLACK) } else { (BLACK, WHITE) };
    let top = CornerRadius { sw: 0, se: 0, ..round };
    let bottom = CornerRadius { nw: 0, ne: 0, ..round };
    painter.rect_filled(Rect::from_min_max(rect.min, [rect.right(), line].into()), top, upper);
    painter.rect_filled(Rect::from_min_max([rect.left(), line].into(), rect.max), bottom, lower);
    painter.rect_stroke(rect, round, edge, StrokeKind::Inside);
    painter.hline(rect.x_range(), rect.center().y, Stroke::new(LINE, palette.edge));
    // The value is at the better side's end.
    let at_top = (share >= 50.0) == flipped;
    let (place, anchor) = if at_top {
        (rect.center_top() + Vec2::new(0.0, 3.0), Align2::CENTER_TOP)
    } else {
        (rect.center_bottom() - Vec2::new(0.0, 3.0), Align2::CENTER_BOTTOM)
    };
    let ink = if share >= 50.0 { BLACK } else { WHITE };
    painter.text(place, anchor, words, font, ink);
}
