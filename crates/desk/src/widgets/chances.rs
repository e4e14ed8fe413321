//! The chances of a position, or results of games: White wins, draws, Black wins, as a bar of three parts.

use eframe::egui::{Align2, Color32, CornerRadius, FontId, Pos2, Rect, Role, Sense, Ui, Vec2};
use heirloom_engine::Wdl;

use crate::widgets;

/// The height of the bar.
const HEIGHT: f32 = 16.0;
/// The greatest width of the bar.
const WIDTH: f32 = 360.0;
/// The width that the percentage of a part takes.
const ROOM: f32 = 34.0;

/// Returns the chances in percent, which add up to 100.
pub fn percent(wdl: Wdl) -> [u32; 3] {
    let [win, loss] = [wdl.win, wdl.loss].map(|permille| (u32::from(permille) + 5) / 10);
    // Rounding may take more than there is.
    let loss = loss.min(100 - win.min(100));
    [win.min(100), 100 - win.min(100) - loss, loss]
}

/// Draws the chances, from White's point of view, with their name.
pub fn show(ui: &mut Ui, wdl: Wdl, name: &str) {
    let size = Vec2::new(ui.available_width().min(WIDTH), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    widgets::named(&response, Role::Image, name);
    let response = response.on_hover_text(name);
    if !ui.is_rect_visible(response.rect) {
        return;
    }
    let (white, black) = (Color32::from_rgb(238, 238, 232), Color32::from_rgb(32, 33, 36));
    let middle = Color32::from_rgb(128, 130, 134);
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(3), middle);
    let mut left = rect.left();
    for (index, (percent, fill, ink)) in percent(wdl)
        .into_iter()
        .zip([(white, black), (middle, Color32::BLACK), (black, white)])
        .map(|(percent, (fill, ink))| (percent, fill, ink))
        .enumerate()
    {
        let width = rect.width() * percent as f32 / 100.0;
        let part = Rect::from_min_size(Pos2::new(left, rect.top()), Vec2::new(width, rect.height()));
        left += width;
        let round = |outer: bool| if outer { 3 } else { 0 };
        let corners = CornerRadius {
            nw: round(index == 0),
            sw: round(index == 0),
            ne: round(index == 2),
            se: round(index == 2),
        };
        painter.rect_filled(part, corners, fill);
        if width >= ROOM {
            let font = FontId::proportional(11.0);
            painter.text(part.center(), Align2::CENTER_CENTER, format!("{percent}%"), font, ink);
        }
    }
    painter.rect_stroke(
        rect,
        CornerRadius::same(3),
        ui.visuals().widgets.noninteractive.bg_stroke,
        eframe::egui::StrokeKind::Outside,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_add_up() {
        let of = |win, draw, loss| percent(Wdl { win, draw, loss });
        assert_eq!(of(305, 530, 165), [31, 52, 17]);
        assert_eq!(of(505, 0, 495), [51, 0, 49]);
        assert_eq!((of(1000, 0, 0), of(0, 0, 1000)), ([100, 0, 0], [0, 0, 100]));
    }
}
