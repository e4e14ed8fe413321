//! Choices that several windows offer: an engine, the limit of a search, the look of the board.

use std::time::Duration;

use eframe::egui::{Color32, ComboBox, DragValue, Rect, Response, Role, Sense, Ui, Vec2};
use heirloom_picture::{PieceSet, Theme};

use super::board::colors::BoardColors;
use super::lists::closing;
use super::{fields, named};
use crate::model::players::title;
use crate::model::suite::Limit;
use crate::settings::{Appearance, OWN, Settings};
use crate::texts::Language;

/// Draws a label and, after it, a list with the chosen text; `entries` draws the entries.
pub fn list(ui: &mut Ui, label: &str, chosen: &str, entries: impl FnOnce(&mut Ui)) -> Response {
    let before = ui.label(label);
    let list = ComboBox::from_id_salt(label).selected_text(chosen).show_ui(ui, closing(entries)).response;
    named(&list, Role::ComboBox, label);
    list.labelled_by(before.id)
}

/// Draws the themes of the board to choose from, with a sample of each.
pub fn board_theme(ui: &mut Ui, settings: &mut Settings) {
    let texts = settings.language;
    for theme in Theme::ALL {
        let colors = BoardColors::of_theme(theme);
        sample(ui, &mut settings.theme, theme.name(), texts.board_theme(theme), [colors.light, colors.dark]);
    }
    let own = settings.own_squares.map(|[red, green, blue]| Color32::from_rgb(red, green, blue));
    sample(ui, &mut settings.theme, OWN, texts.own_colors(), own);
}

/// Draws an entry of the list of themes: four squares and the name.
fn sample(ui: &mut Ui, theme: &mut String, name: &str, words: &str, [light, dark]: [Color32; 2]) {
    ui.horizontal(|ui| {
        let (rect, squares) = ui.allocate_exact_size(Vec2::splat(18.0), Sense::click());
        for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let at = rect.min + Vec2::new(column as f32, row as f32) * 9.0;
            let fill = if (column + row) % 2 == 0 { light } else { dark };
            ui.painter().rect_filled(Rect::from_min_size(at, Vec2::splat(9.0)), 0.0, fill);
        }
        ui.selectable_value(theme, name.to_owned(), words);
        if squares.clicked() {
            name.clone_into(theme);
        }
    });
}

/// Draws the sets of pieces to choose from.
pub fn piece_set(ui: &mut Ui, settings: &mut Settings) {
    let texts = settings.language;
    for set in PieceSet::ALL {
        ui.selectable_value(&mut settings.pieces, set.name().to_owned(), texts.piece_set_name(set));
    }
}

/// Draws the choice between light and dark.
pub fn appearance(ui: &mut Ui, settings: &mut Settings) {
    let texts = settings.language;
    for appearance in Appearance::ALL {
        ui.radio_value(&mut settings.appearance, appearance, texts.appearance_name(appearance));
    }
}

/// Draws the choice of one of these engines.
pub fn engine(ui: &mut Ui, label: &str, chosen: &mut String, names: impl IntoIterator<Item = String>) {
    let now = title(chosen).to_owned();
    list(ui, label, &now, |ui| {
        for name in names {
            let shown = title(&name).to_owned();
            ui.selectable_value(chosen, name, shown);
        }
    });
}

/// Draws the choice of the limit for each position.
pub fn limit(ui: &mut Ui, texts: Language, limit: &mut Limit) {
    let name = |limit: &Limit| match limit {
        Limit::Time(_) => texts.level_per_move(),
        Limit::Depth(_) => texts.level_depth(),
        Limit::Nodes(_) => texts.level_nodes(),
    };
    let combo = ComboBox::from_id_salt("limit").selected_text(name(limit)).show_ui(
        ui,
        closing(|ui| {
            for kind in [Limit::Time(Duration::from_secs(1)), Limit::Depth(8), Limit::Nodes(100_000)] {
                let same = std::mem::discriminant(&kind) == std::mem::discriminant(limit);
                if ui.selectable_label(same, name(&kind)).clicked() && !same {
                    *limit = kind;
                }
            }
        }),
    );
    let kind = combo.response.on_hover_text(texts.level());
    named(&kind, Role::ComboBox, name(limit));
    let id = kind.id;
    match limit {
        Limit::Time(time) => {
            let mut seconds = time.as_secs_f64();
            if fields::number(ui, DragValue::new(&mut seconds).range(0.01..=3600.0)).labelled_by(id).changed()
            {
                *time = Duration::from_secs_f64(seconds);
            }
        }
        Limit::Depth(plies) => _ = fields::number(ui, DragValue::new(plies).range(1..=100)).labelled_by(id),
        Limit::Nodes(nodes) => {
            _ = fields::number(ui, DragValue::new(nodes).range(1..=10_000_000_000_u64)).labelled_by(id)
        }
    }
}
