//! A line of moves: each move is a word that can be pointed at and clicked; the wheel with Shift and the
//! arrow keys walk along it.

use std::sync::Arc;

use eframe::egui::{
    CursorIcon, Event, EventFilter, FontId, Galley, Id, Key, Modifiers, MouseWheelUnit, Pos2, Rect, Response,
    Role, Sense, TextStyle, Ui, Vec2,
};

use crate::settings::Settings;
use crate::widgets;

/// The space around the text of a word.
const PADDING: Vec2 = Vec2::new(3.0, 1.0);
/// The wheel of a touch pad is turned by one notch after this many points.
const NOTCH: f32 = 40.0;

/// What a line shows.
pub struct LineContent<'a> {
    /// The moves, each with its number if it has one.
    pub words: &'a [String],
    /// Whether moves are shown with figurines.
    pub settings: &'a Settings,
    /// The name of the whole line for screen readers.
    pub name: &'a str,
    /// The greatest number of rows; none for as many as it takes.
    pub rows: Option<usize>,
    /// The names of the button that shows the whole line, and of the one that shows less.
    pub more: [&'a str; 2],
    /// Whether clicking does something.
    pub open: bool,
}

/// What a user does with a line.
#[derive(Default)]
pub struct LineTouched {
    /// The move that was clicked.
    pub clicked: Option<usize>,
    /// The move that is pointed at, and the place of its word.
    pub shown: Option<(usize, Response)>,
    /// Whether the line is to be folded or unfolded.
    pub folds: bool,
}

/// How far a user has walked along a line.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Walk {
    /// The move that is pointed at, or the first one.
    from: usize,
    /// The number of plies from there.
    by: i32,
    /// The part of a notch that the wheel has been turned by.
    rest: f32,
}

/// A word in its place, relative to the line.
struct Word {
    rect: Rect,
    galley: Arc<Galley>,
}

/// Draws a line. `salt` differs between lines.
pub fn show(ui: &mut Ui, salt: Id, content: &LineContent<'_>) -> LineTouched {
    let (words, cut, rows) = place(ui, content);
    let height = row_height(ui) * rows as f32;
    let whole = ui.scope_id().with(salt);
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), height), Sense::hover());
    let response = ui.interact(rect, whole, Sense::HOVER | Sense::FOCUSABLE);
    widgets::named(&response, Role::ListItem, content.name);
    let mut touched = LineTouched::default();
    let mut responses = Vec::with_capacity(words.len());
    for (index, word) in words.iter().enumerate() {
        let place = word.rect.translate(rect.min.to_vec2());
        let response = ui.interact(place, whole.with(index), Sense::HOVER | Sense::CLICK);
        let folds = index >= content.words.len() || cut && index + 1 == words.len();
        let name = if folds { content.more[usize::from(!cut)] } else { content.words[index].as_str() };
        widgets::named(&response, if folds { Role::Button } else { Role::Link }, name);
        if folds {
            touched.folds |= response.clicked();
        }
        responses.push((folds, response));
    }
    let walk = walk(ui, whole, &response, &responses);
    if let Some(at) = walk {
        let clicked = responses.iter().any(|(folds, response)| !folds && response.clicked());
        let entered = response.has_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        touched.clicked = Some(at).filter(|_| content.open && (clicked || entered));
        let pointed = responses.iter().find(|(folds, response)| !folds && response.hovered());
        let anchor = pointed.or(responses.get(at)).map(|(_, response)| response.clone());
        touched.shown = anchor.map(|anchor| (at, anchor));
    } else if let Some(at) = responses.iter().position(|(folds, response)| !folds && response.clicked()) {
        // A screen reader clicks without pointing.
        touched.clicked = Some(at).filter(|_| content.open);
    }
    paint(ui, rect, &words, &responses, touched.shown.as_ref().map(|(at, _)| *at));
    if response.has_focus() {
        let stroke = ui.visuals().selection.stroke;
        ui.painter().rect_stroke(rect, 2.0, stroke, eframe::egui::StrokeKind::Outside);
    }
    touched
}

fn row_height(ui: &Ui) -> f32 {
    ui.text_style_height(&TextStyle::Body) + 2.0 * PADDING.y + 1.0
}

/// Returns the words that are drawn in their places, the last of them the button that folds or unfolds the
/// line if there is one; whether the line is cut; and the number of rows.
fn place(ui: &Ui, content: &LineContent<'_>) -> (Vec<Word>, bool, usize) {
    let font: FontId = TextStyle::Body.resolve(ui.style());
    let (width, height) = (ui.available_width(), row_height(ui));
    let galley =
        |text: &str| ui.painter().layout_no_wrap(text.to_owned(), font.clone(), ui.visuals().text_color());
    let size = |galley: &Galley| Vec2::new(galley.size().x + 2.0 * PADDING.x, height);
    let (mut words, mut at) = (Vec::<Word>::new(), Pos2::ZERO);
    let mut row = 1;
    for text in content.words {
        let galley = galley(&content.settings.moves(text));
        let size = size(&galley);
        if at.x > 0.0 && at.x + size.x > width {
            if content.rows == Some(row) {
                let more = self::more(ui, &font, "…");
                while words.last().is_some_and(|word| word.rect.right() + more.size().x + 6.0 > width)
                    && words.len() > 1
                {
                    words.pop();
                }
                let begin = words.last().map_or(Pos2::ZERO, |word| word.rect.right_top());
                words.push(Word {
                    rect: Rect::from_min_size(begin, self::sized(&more, height)),
                    galley: more,
                });
                return (words, true, row);
            }
            (at, row) = (Pos2::new(0.0, at.y + height), row + 1);
        }
        words.push(Word { rect: Rect::from_min_size(at, size), galley });
        at.x += size.x;
    }
    if content.rows.is_none() && row > 2 {
        let less = more(ui, &font, "«");
        if at.x + less.size().x > width {
            (at, row) = (Pos2::new(0.0, at.y + height), row + 1);
        }
        words.push(Word { rect: Rect::from_min_size(at, sized(&less, height)), galley: less });
    }
    (words, false, row)
}

fn more(ui: &Ui, font: &FontId, text: &str) -> Arc<Galley> {
    ui.painter().layout_no_wrap(text.to_owned(), font.clone(), ui.visuals().hyperlink_color)
}

fn sized(galley: &Galley, height: f32) -> Vec2 {
    Vec2::new(galley.size().x + 2.0 * PADDING.x, height)
}

/// Returns the move that is shown: the one pointed at, or the one that wheel or keys have led to from there.
fn walk(ui: &Ui, whole: Id, line: &Response, words: &[(bool, Response)]) -> Option<usize> {
    let last = words.iter().rposition(|(folds, _)| !folds)?;
    let pointed = words.iter().position(|(folds, response)| !folds && response.hovered());
    let focused = line.has_focus();
    let before = ui.data(|data| data.get_temp::<Walk>(whole));
    if pointed.is_none() && !focused {
        if before.is_some() {
            ui.data_mut(|data| data.remove::<Walk>(whole));
        }
        return None;
    }
    let from = pointed.or(before.map(|before| before.from)).unwrap_or(0);
    let mut walk = before.filter(|before| before.from == from).unwrap_or(Walk { from, ..Walk::default() });
    if pointed.is_some() {
        walk.rest += wheel(ui);
        walk.by -= walk.rest.trunc() as i32;
        walk.rest = walk.rest.fract();
    }
    if focused {
        let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(whole, filter));
        for (key, by) in [(Key::ArrowLeft, -1), (Key::ArrowRight, 1)] {
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                walk.by += by;
            }
        }
    }
    let at = (from as i32 + walk.by).clamp(0, last as i32);
    walk.by = at - from as i32;
    ui.data_mut(|data| data.insert_temp(whole, walk));
    Some(at as usize)
}

/// Takes the notches that the wheel has been turned by with Shift; without it, the wheel scrolls the list.
fn wheel(ui: &Ui) -> f32 {
    ui.input_mut(|input| {
        let turned = input.events.iter().map(|event| match event {
            Event::MouseWheel { unit, delta, modifiers, .. } if modifiers.shift_only() => {
                // Some systems turn the wheel sideways while Shift is held down.
                let turned = delta.x + delta.y;
                if *unit == MouseWheelUnit::Point { turned / NOTCH } else { turned }
            }
            _ => 0.0,
        });
        let turned = turned.sum();
        if input.modifiers.shift_only() {
            input.smooth_scroll_delta = Vec2::ZERO;
        }
        turned
    })
}

fn paint(ui: &Ui, rect: Rect, words: &[Word], responses: &[(bool, Response)], shown: Option<usize>) {
    if !ui.is_rect_visible(rect) {
        return;
    }
    let visuals = ui.visuals();
    for (index, (word, (folds, response))) in words.iter().zip(responses).enumerate() {
        if response.hovered() {
            ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
        }
        let is_marked = shown == Some(index) || *folds && response.hovered();
        if is_marked {
            ui.painter().rect_filled(response.rect, 3.0, visuals.selection.bg_fill);
        }
        let ink = match (is_marked, folds, index) {
            (true, ..) => visuals.selection.stroke.color,
            (false, true, _) => visuals.hyperlink_color,
            (false, false, 0) => visuals.strong_text_color(),
            (false, false, _) => visuals.text_color(),
        };
        let place = response.rect.min + PADDING;
        ui.painter().galley_with_override_text_color(place, Arc::clone(&word.galley), ink);
    }
}
