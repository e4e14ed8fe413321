//! The transposition table: how full it is, how often it helped, and how old its entries are; and the king-pawn table of RDChess.

use eframe::egui::{Grid, RichText, ScrollArea, Ui};
use heirloom_engine::insight::{Exit, HashUse};

use super::View;
use super::searched::{self, Searched};
use crate::model::inside::Inside;
use crate::texts::Language;
use crate::widgets::figures;

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut View<'_>) {
    let texts = view.texts();
    let Some(Searched { seat, inside, .. }) = searched::head(ui, view) else { return };
    // Programs that tell nothing else tell at least this.
    let hash = inside.insights.hash.or(seat
        .progress
        .totals()
        .hashfull
        .map(|fill| HashUse { fill, ..HashUse::default() }));
    let Some(hash) = hash else { return searched::nothing(ui, texts, inside) };
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        Grid::new("hash table").num_columns(3).striped(true).show(ui, |ui| {
            usage(ui, texts, hash);
            if !inside.insights.exits.is_empty() {
                cutoffs(ui, texts, inside);
            }
        });
        if !inside.insights.ages.is_empty() {
            ui.add_space(8.0);
            ages(ui, texts, &inside.insights.ages);
        }
        if let Some(king_pawn) = inside.insights.king_pawn {
            ui.add_space(8.0);
            ui.label(RichText::new(texts.king_pawn_hash()).strong());
            Grid::new("king-pawn table")
                .num_columns(3)
                .striped(true)
                .show(ui, |ui| usage(ui, texts, king_pawn));
        }
    });
}

fn usage(ui: &mut Ui, texts: Language, hash: HashUse) {
    row(ui, texts.hash_fill(), None, hash.fill as f32 / 1000.0);
    if hash.probes > 0 {
        ui.label(texts.looked_up());
        figures::right(ui, &figures::count(hash.probes), 13);
        ui.end_row();
        row(ui, texts.hash_hits(), Some(hash.hits), figures::share(hash.hits, hash.probes));
    }
}

/// Nodes that were left because the table knew enough, as shares of all nodes.
fn cutoffs(ui: &mut Ui, texts: Language, inside: &Inside) {
    let all: u64 = inside.insights.exits.iter().map(|(_, count)| count).sum();
    for (name, exit) in
        [(texts.cutoffs_in_search(), Exit::Table), (texts.cutoffs_in_quiescence(), Exit::QuietTable)]
    {
        let count = inside.insights.left_by(exit);
        row(ui, name, Some(count), figures::share(count, all));
    }
}

fn ages(ui: &mut Ui, texts: Language, ages: &[u32]) {
    Grid::new("ages").num_columns(2).striped(true).show(ui, |ui| {
        figures::heads(ui, &[texts.entry_age(), texts.node_share()]);
        for (age, &permille) in ages.iter().enumerate() {
            ui.label(texts.searches_ago(age));
            figures::bar(ui, permille as f32 / 1000.0);
            ui.end_row();
        }
    });
}

fn row(ui: &mut Ui, name: &str, count: Option<u64>, share: f32) {
    ui.label(name);
    figures::right(ui, &count.map(figures::count).unwrap_or_default(), 13);
    figures::bar(ui, share);
    ui.end_row();
}
