//! The report card: a row for each figure, with a column for each player.

use eframe::egui::{Grid, Label, Response, RichText, Ui, WidgetText};
use heirloom_app::review::grade::Grade;
use heirloom_app::review::judgement::Judgement;
use heirloom_app::review::phase::Phase;
use heirloom_app::review::{Review, Side};

use crate::texts::Language;
use crate::theme::palette;
use crate::widgets::help;

/// The space between columns.
const GAP: f32 = 12.0;
/// The width that a column of figures takes, at most, and the share of the window.
const FIGURES: (f32, f32) = (130.0, 0.27);

/// Draws a text in a column of this width: names of players end with an ellipsis, other texts are wrapped.
fn cell(ui: &mut Ui, width: f32, text: impl Into<WidgetText>, is_name: bool) -> Response {
    let label = Label::new(text);
    let label = if is_name { label.truncate() } else { label.wrap() };
    let cell = ui.vertical(|ui| {
        ui.set_width(width);
        ui.add(label)
    });
    cell.inner
}

/// Draws the card, as wide as the window; if `full`, with all figures.
pub fn show(ui: &mut Ui, texts: Language, review: &Review, names: [&str; 2], full: bool) {
    let whole = ui.available_width();
    let column = (whole * FIGURES.1).min(FIGURES.0);
    let first = (whole - 2.0 * (column + GAP) - 2.0).max(column);
    let palette = palette(ui);
    let number = |number: Option<f64>, digits: usize| Some(format!("{:.digits$}", number?));
    Grid::new("sides").num_columns(3).striped(true).spacing([GAP, 4.0]).show(ui, |ui| {
        cell(ui, first, RichText::new(texts.report_card()).strong(), false);
        names.iter().for_each(|name| _ = cell(ui, column, RichText::new(*name).strong(), true));
        ui.end_row();
        let mut row = |name: RichText, explanation: &str, value: &dyn Fn(&Side) -> Option<String>| {
            let values = [0, 1].map(|index| value(&review.sides[index]));
            if values.iter().all(Option::is_none) {
                return;
            }
            let label = cell(ui, first, name, false);
            if !explanation.is_empty() {
                help::explained(label, explanation);
            }
            for value in values {
                cell(ui, column, value.unwrap_or_else(|| "–".to_owned()), false);
            }
            ui.end_row();
        };
        row(RichText::new(texts.accuracy()).strong(), "", &|side| {
            side.accuracy.map(|accuracy| texts.percentage(accuracy / 100.0, 1))
        });
        row(texts.estimated_rating().into(), texts.help_estimated_rating(), &|side| {
            Some(texts.rating_estimate(side.rating?))
        });
        for grade in [Grade::Only, Grade::Best, Grade::Good] {
            let explanation = if grade == Grade::Only { texts.help_only_moves() } else { "" };
            row(texts.grades(grade).into(), explanation, &|side| Some(side.graded(grade).to_string()));
        }
        for judgement in Judgement::ALL {
            let name = [texts.inaccuracies(), texts.mistakes(), texts.blunders()][judgement as usize];
            row(RichText::new(name).color(palette.judged(judgement)), "", &|side| {
                Some(side.counts[judgement as usize].to_string())
            });
        }
        if !full {
            return;
        }
        row(texts.missed_wins().into(), texts.help_missed_wins(), &|side| Some(side.missed_wins.to_string()));
        row(texts.average_loss().into(), "", &|side| number(side.average_loss, 0));
        for phase in Phase::ALL {
            row(RichText::new(texts.by_phase(texts.phase(phase))).weak(), "", &|side| {
                number(side.losses[phase as usize], 0)
            });
        }
        row(texts.seconds_per_move().into(), "", &|side| number(side.seconds[0], 1));
        row(texts.seconds_per_bad_move().into(), "", &|side| number(side.seconds[1], 1));
    });
}
