//! Numbers, shares and bars as in tables.

use std::sync::Arc;
use std::time::Duration;

use eframe::egui::{
    Color32, CornerRadius, FontId, Galley, Grid, Id, Rect, Response, Role, ScrollArea, Sense, TextStyle, Ui,
    Vec2, WidgetInfo, pos2, vec2,
};
use heirloom_engine::Score;

use crate::texts::{Language, score_text};

/// Formats a number with its digits in groups of three.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3 + 1);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Returns a part of a whole; none for an empty whole.
pub fn share(part: u64, whole: u64) -> f32 {
    if whole == 0 { 0.0 } else { part as f32 / whole as f32 }
}

/// Formats seconds.
pub fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// Formats centipawns in pawns.
pub fn pawns(centipawns: i32) -> String {
    score_text(Score::Cp(centipawns))
}

/// Formats a score, or a dash if there is none.
pub fn score(score: Option<Score>) -> String {
    score.map_or_else(|| "–".into(), score_text)
}

/// The characters of numbers as shaped in this pass; the next one asks for them again, so that they never
/// outlive the texture that they refer to.
#[derive(Clone)]
struct Shaped {
    pass: u64,
    font: FontId,
    /// The width of a character, in points.
    step: f32,
    /// The height of a row, in points.
    height: f32,
    characters: Vec<(char, Color32, Arc<Galley>)>,
}

impl Shaped {
    /// Takes the characters of this pass from where they are kept, or starts with none.
    fn take(ui: &Ui) -> Shaped {
        let (pass, font) = (ui.ctx().cumulative_pass_nr(), TextStyle::Monospace.resolve(ui.style()));
        let kept = ui.data_mut(|data| data.remove_temp::<Option<Shaped>>(Id::NULL)).flatten();
        kept.filter(|kept| kept.pass == pass && kept.font == font).unwrap_or_else(|| {
            let (step, height) =
                ui.fonts_mut(|fonts| (fonts.glyph_width(&font, '0'), fonts.row_height(&font)));
            Shaped { pass, font, step, height, characters: Vec::new() }
        })
    }

    /// Keeps the characters for the next number.
    fn keep(self, ui: &Ui) {
        ui.data_mut(|data| data.insert_temp(Id::NULL, Some(self)));
    }

    fn character(&mut self, ui: &Ui, letter: char, color: Color32) -> Arc<Galley> {
        let known =
            self.characters.iter().find(|(known, in_color, _)| (*known, *in_color) == (letter, color));
        if let Some((.., galley)) = known {
            return Arc::clone(galley);
        }
        let galley = ui.fonts_mut(|fonts| fonts.layout_no_wrap(letter.into(), self.font.clone(), color));
        self.characters.push((letter, color, Arc::clone(&galley)));
        galley
    }
}

/// Draws a number in a column: monospaced, right-aligned in a width of this many characters.
///
/// Numbers change from frame to frame while an engine searches. Shaping each new text took a tenth of a
/// frame; single characters are shaped once.
pub fn right(ui: &mut Ui, text: &str, width: usize) -> Response {
    let color = ui.visuals().text_color();
    colored(ui, text, width, color)
}

/// Draws a number in a column like [`right`], but brighter.
pub fn strong(ui: &mut Ui, text: &str, width: usize) -> Response {
    let color = ui.visuals().strong_text_color();
    colored(ui, text, width, color)
}

fn colored(ui: &mut Ui, text: &str, width: usize, color: Color32) -> Response {
    let mut shaped = Shaped::take(ui);
    let (step, letters) = (shaped.step, text.chars().count());
    let size = vec2(step * letters.max(width) as f32, shaped.height);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, ui.is_enabled(), text));
    if ui.is_rect_visible(rect) {
        let first = rect.right() - step * letters as f32;
        for (index, letter) in text.chars().enumerate().filter(|(_, letter)| !letter.is_whitespace()) {
            let galley = shaped.character(ui, letter, color);
            ui.painter().galley(pos2(first + step * index as f32, rect.top()), galley, color);
        }
    }
    shaped.keep(ui);
    response
}

/// Draws the headings of a grid.
pub fn heads(ui: &mut Ui, texts: &[&str]) {
    for text in texts {
        // Some of them also occur in sentences.
        let mut letters = text.chars();
        let head: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        ui.strong(head);
    }
    ui.end_row();
}

/// Draws a grid that scrolls, but only the rows in sight: the headings and this many others.
pub fn grid(
    ui: &mut Ui,
    name: &str,
    heads: impl Fn(&mut Ui),
    rows: usize,
    mut row: impl FnMut(&mut Ui, usize),
) {
    let height = ui.spacing().interact_size.y;
    ScrollArea::both().auto_shrink(false).show_rows(ui, height, rows + 1, |ui, seen| {
        Grid::new(name).striped(true).start_row(seen.start).show(ui, |ui| {
            for place in seen {
                match place.checked_sub(1) {
                    Some(index) => {
                        row(ui, index);
                        ui.end_row();
                    }
                    None => heads(ui),
                }
            }
        });
    });
}

/// Draws a bar for a share, with its percentage next to it.
pub fn bar(ui: &mut Ui, texts: Language, share: f32) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::new(90.0, 10.0), Sense::hover());
        let painter = ui.painter();
        painter.rect_filled(rect, CornerRadius::same(2), ui.visuals().extreme_bg_color);
        let filled =
            Rect::from_min_size(rect.min, Vec2::new(rect.width() * share.clamp(0.0, 1.0), rect.height()));
        painter.rect_filled(filled, CornerRadius::same(2), ui.visuals().hyperlink_color);
        right(ui, &texts.percentage(share, 1), 7);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_readable() {
        assert_eq!([0, 999, 1000, 15_708_216].map(count), ["0", "999", "1 000", "15 708 216"]);
        let percent = |texts: Language, part, whole| texts.percentage(share(part, whole), 1);
        assert_eq!(percent(Language::English, 1, 3), "33.3%");
        assert_eq!(percent(Language::German, 1, 0), "0,0\u{a0}%");
        assert_eq!(
            (pawns(-5), score(None), seconds(Duration::from_millis(1234))),
            ("−0.05".into(), "–".into(), "1.23 s".into())
        );
    }
}
