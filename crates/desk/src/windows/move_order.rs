//! The moves of the root in the order of generation and in the order of search, with the reason for each
//! place.

use eframe::egui::Ui;
use heirloom_chess::Move;
use heirloom_engine::insight::OrderReason;

use super::WindowView;
use super::searched::{self, Searched};
use crate::model::insight::Attention;
use crate::model::search_report::SearchReport;
use crate::widgets::figures;

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let texts = view.texts();
    view.state.get::<Attention>().order = true;
    let Some(Searched { report, root, .. }) = searched::head(ui, view) else { return };
    let answer = view.model.insight.generation.answer.as_ref().filter(|answer| answer.position == *root);
    let generated = answer.and_then(|answer| answer.generated.as_ref().ok()).map_or(&[][..], Vec::as_slice);
    let searched = in_order(report);
    if searched.is_empty() && generated.is_empty() {
        return searched::nothing(ui, texts, report);
    }
    let full = view.is_full();
    let settings = view.settings;
    let shown = |mv: Move| settings.moves(&texts.san(root, mv));
    let name = |mv: Move| if root.is_legal(mv) { shown(mv) } else { String::new() };
    let heads = |ui: &mut Ui| {
        let (generated_at, searched_at) = (texts.moves_generated(), texts.moves_searched());
        let heads = [texts.move_place(), generated_at, searched_at, texts.order_reasons(), generated_at];
        figures::heads(ui, if full { &heads } else { &heads[..4] });
    };
    figures::grid(ui, "move order", heads, generated.len().max(searched.len()), |ui, index| {
        figures::right(ui, &(index + 1).to_string(), 3);
        ui.label(generated.get(index).map_or_else(String::new, |&mv| name(mv)));
        let place = searched.get(index);
        ui.strong(place.map_or_else(String::new, |(mv, _)| name(*mv)));
        let reason = place.and_then(|(_, reason)| *reason);
        ui.label(reason.map_or_else(String::new, |reason| texts.order_reason(reason)));
        if full {
            // The place of the move when it was generated, and how far it has moved since.
            let before = place.and_then(|(mv, _)| generated.iter().position(|known| known == mv));
            let shift = before.map(|before| format!("{} ({:+})", before + 1, before as i64 - index as i64));
            figures::right(ui, &shift.unwrap_or_default(), 9);
        }
    });
}

/// Returns the order of search with its reasons; if the engine reports none, the order of the efforts.
fn in_order(report: &SearchReport) -> Vec<(Move, Option<OrderReason>)> {
    if report.insights.order.is_empty() {
        return report.insights.efforts.iter().map(|effort| (effort.mv, None)).collect();
    }
    report.insights.order.iter().map(|&(mv, reason)| (mv, Some(reason))).collect()
}
