//! The transposition table: its usage, hits, cutoffs and the age of its entries; and the king-pawn table of
//! RDChess.

use eframe::egui::{Grid, ScrollArea, Ui};
use heirloom_engine::insight::{Exit, HashUse};

use super::WindowView;
use super::searched::{self, Searched};
use crate::model::search_report::SearchReport;
use crate::texts::Language;
use crate::widgets::figures;

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let texts = view.texts();
    let Some(Searched { seat, report, .. }) = searched::head(ui, view) else { return };
    // Programs that report nothing else report at least this.
    let fill = seat.progress.totals().hashfull.map(|fill| HashUse { fill, ..HashUse::default() });
    let hash = report.insights.hash.or(fill);
    let Some(hash) = hash else { return searched::nothing(ui, texts, report) };
    let full = view.is_full();
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        Grid::new("hash table").num_columns(3).striped(true).show(ui, |ui| {
            usage(ui, texts, hash);
            if full && !report.insights.exits.is_empty() {
                cutoffs(ui, texts, report);
            }
        });
        if full && !report.insights.ages.is_empty() {
            ui.add_space(8.0);
            ages(ui, texts, &report.insights.ages);
        }
        if let Some(king_pawn) = report.insights.king_pawn {
            ui.add_space(8.0);
            ui.strong(texts.king_pawn_hash());
            let grid = Grid::new("king-pawn table").num_columns(3).striped(true);
            grid.show(ui, |ui| usage(ui, texts, king_pawn));
        }
    });
}

fn usage(ui: &mut Ui, texts: Language, hash: HashUse) {
    row(ui, texts, texts.hash_fill(), None, hash.fill as f32 / 1000.0);
    if hash.probes > 0 {
        ui.label(texts.looked_up());
        figures::right(ui, &figures::count(hash.probes), 13);
        ui.end_row();
        row(ui, texts, texts.hash_hits(), Some(hash.hits), figures::share(hash.hits, hash.probes));
    }
}

/// Draws the cutoffs by the table, as shares of all nodes.
fn cutoffs(ui: &mut Ui, texts: Language, report: &SearchReport) {
    let all: u64 = report.insights.exits.iter().map(|(_, count)| count).sum();
    for (name, exit) in
        [(texts.cutoffs_in_search(), Exit::Table), (texts.cutoffs_in_quiescence(), Exit::QuietTable)]
    {
        let count = report.insights.left_by(exit);
        row(ui, texts, name, Some(count), figures::share(count, all));
    }
}

fn ages(ui: &mut Ui, texts: Language, ages: &[u32]) {
    Grid::new("ages").num_columns(2).striped(true).show(ui, |ui| {
        figures::heads(ui, &[texts.entry_age(), texts.node_share()]);
        for (age, &permille) in ages.iter().enumerate() {
            ui.label(texts.searches_ago(age));
            figures::bar(ui, texts, permille as f32 / 1000.0);
            ui.end_row();
        }
    });
}

fn row(ui: &mut Ui, texts: Language, name: &str, count: Option<u64>, share: f32) {
    ui.label(name);
    figures::right(ui, &count.map(figures::count).unwrap_or_default(), 13);
    figures::bar(ui, texts, share);
    ui.end_row();
}
