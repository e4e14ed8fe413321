//! Large choices of a page, in a grid: an icon, a title, and a sentence that explains it.

use std::sync::Arc;

use eframe::egui::{
    Align2, CornerRadius, Galley, Rect, Response, Role, Sense, Stroke, StrokeKind, TextStyle, Ui, Vec2,
    WidgetInfo, vec2,
};

use super::icons::Icon;

/// The space between cards, in points.
const GAP: f32 = 12.0;
/// The side of the square around an icon, in points.
const SQUARE: f32 = 56.0;

/// A choice.
#[derive(Clone, Copy, Default)]
pub struct Card<'a> {
    /// The icon, if there is one.
    pub icon: Option<Icon>,
    /// The title, which is also its name for screen readers.
    pub title: &'a str,
    /// What follows the title, such as a year; may be empty.
    pub remark: &'a str,
    /// A sentence; may be empty.
    pub sentence: &'a str,
}

/// Draws cards in rows of equal size; returns the index of the one that was clicked. `first` focuses the
/// first one.
pub fn grid(ui: &mut Ui, columns: usize, cards: &[Card<'_>], first: bool) -> Option<usize> {
    let columns = columns.max(1);
    let width = (ui.available_width() - GAP * (columns - 1) as f32) / columns as f32;
    let words: Vec<_> = cards.iter().map(|card| Words::new(ui, card, width)).collect();
    let height = words.iter().map(Words::height).fold(0.0, f32::max);
    let mut clicked = None;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(GAP);
        for (row, group) in cards.chunks(columns).enumerate() {
            ui.horizontal(|ui| {
                for (column, card) in group.iter().enumerate() {
                    let index = row * columns + column;
                    let response = show(ui, vec2(width, height), card, &words[index]);
                    if first && index == 0 {
                        response.request_focus();
                    }
                    if response.clicked() {
                        clicked = Some(index);
                    }
                }
            });
        }
    });
    clicked
}

/// The texts of a card, laid out.
struct Words {
    title: Arc<Galley>,
    remark: Arc<Galley>,
    sentence: Arc<Galley>,
    /// The width of the icon with the space after it; zero without one.
    icon: f32,
    /// The space between the edge and the content.
    margin: f32,
}

impl Words {
    fn new(ui: &Ui, card: &Card<'_>, width: f32) -> Words {
        let (icon, margin) = if card.icon.is_some() { (SQUARE + 16.0, 18.0) } else { (0.0, GAP) };
        let width = (width - icon - 2.0 * margin).max(60.0);
        let lay = |text: &str, style: TextStyle, width: f32| {
            let color = ui.visuals().text_color();
            ui.painter().layout(text.to_owned(), style.resolve(ui.style()), color, width)
        };
        let remark = lay(card.remark, TextStyle::Body, f32::INFINITY);
        let room = if card.remark.is_empty() { width } else { width - remark.size().x - GAP };
        Words {
            title: lay(card.title, TextStyle::Heading, room.max(60.0)),
            remark,
            sentence: lay(card.sentence, TextStyle::Body, width),
            icon,
            margin,
        }
    }

    fn height(&self) -> f32 {
        let words = self.title.size().y + self.sentence.size().y + 4.0;
        (if self.icon > 0.0 { words.max(SQUARE) } else { words }) + 2.0 * self.margin
    }
}

fn show(ui: &mut Ui, size: Vec2, card: &Card<'_>, words: &Words) -> Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), card.title));
    let about = [card.remark, card.sentence].map(str::to_owned);
    let about = about.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(". ");
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(about));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let visuals = ui.visuals();
    let hovered = &visuals.widgets.hovered;
    let fill = if response.hovered() { hovered.weak_bg_fill } else { visuals.window_fill };
    let edge = if response.has_focus() {
        Stroke::new(2.0, visuals.hyperlink_color)
    } else if response.hovered() {
        Stroke::new(1.0, visuals.hyperlink_color)
    } else {
        visuals.widgets.noninteractive.bg_stroke
    };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(8), fill, edge, StrokeKind::Inside);
    let mut at = rect.min + Vec2::splat(words.margin);
    if let Some(icon) = card.icon {
        let square = Rect::from_min_size(at, Vec2::splat(SQUARE));
        painter.rect_filled(square, CornerRadius::same(8), visuals.selection.bg_fill);
        icon.paint(painter, square.shrink(14.0), visuals.selection.stroke.color);
        at.x += words.icon;
    }
    let strong = if response.hovered() { hovered.text_color() } else { visuals.strong_text_color() };
    painter.galley_with_override_text_color(at, Arc::clone(&words.title), strong);
    let corner = rect.right_top() + vec2(-words.margin, words.margin);
    let place = Align2::RIGHT_TOP.anchor_size(corner, words.remark.size());
    painter.galley(place.min + vec2(0.0, 3.0), Arc::clone(&words.remark), visuals.text_color());
    at.y += words.title.size().y + 4.0;
    painter.galley(at, Arc::clone(&words.sentence), visuals.text_color());
    response
}
