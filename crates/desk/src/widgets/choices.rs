//! Choices that several windows offer: an engine, and the limit of a search.

use std::time::Duration;

use eframe::egui::{ComboBox, DragValue, Role, Ui};

use super::named;
use crate::model::players::title;
use crate::model::suite::Limit;
use crate::texts::Language;

/// Draws the choice of one of these engines.
pub fn engine(ui: &mut Ui, label: &str, chosen: &mut String, names: impl IntoIterator<Item = String>) {
    ComboBox::from_label(label).selected_text(title(chosen)).show_ui(ui, |ui| {
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
    let combo = ComboBox::from_id_salt("limit").selected_text(name(limit)).show_ui(ui, |ui| {
        for kind in [Limit::Time(Duration::from_secs(1)), Limit::Depth(8), Limit::Nodes(100_000)] {
            let same = std::mem::discriminant(&kind) == std::mem::discriminant(limit);
            if ui.selectable_label(same, name(&kind)).clicked() && !same {
                *limit = kind;
            }
        }
    });
    let kind = combo.response.on_hover_text(texts.level());
    named(&kind, Role::ComboBox, name(limit));
    let id = kind.id;
    match limit {
        Limit::Time(time) => {
            let mut seconds = time.as_secs_f64();
            if ui.add(DragValue::new(&mut seconds).range(0.01..=3600.0)).labelled_by(id).changed() {
                *time = Duration::from_secs_f64(seconds);
            }
        }
        Limit::Depth(plies) => _ = ui.add(DragValue::new(plies).range(1..=100)).labelled_by(id),
        Limit::Nodes(nodes) => {
            _ = ui.add(DragValue::new(nodes).range(1..=10_000_000_000_u64)).labelled_by(id)
        }
    }
}
