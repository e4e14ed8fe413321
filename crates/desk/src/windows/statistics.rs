//! The numbers of a search: how its nodes ended, their distance from the root, and the work of each thread.

use eframe::egui::{Grid, RichText, ScrollArea, Ui};
use heirloom_engine::insight::Exit;

use super::WindowView;
use super::searched::{self, Searched};
use crate::model::search_report::SearchReport;
use crate::texts::Language;
use crate::widgets::figures;

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let texts = view.texts();
    let Some(Searched { report, .. }) = searched::head(ui, view) else { return };
    if report.insights.exits.is_empty()
        && report.insights.plies.is_empty()
        && report.insights.threads.is_empty()
    {
        searched::nothing(ui, texts, report);
    }
    let full = view.is_full();
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        exits(ui, texts, report);
        if full {
            plies(ui, texts, report);
            threads(ui, texts, report);
        }
        if !report.remarks.is_empty() {
            ui.add_space(8.0);
            ui.strong(texts.remarks());
            for remark in &report.remarks {
                ui.label(remark);
            }
        }
    });
}

/// Draws how nodes ended, by technique.
fn exits(ui: &mut Ui, texts: Language, report: &SearchReport) {
    let all: u64 = report.insights.exits.iter().map(|(_, count)| count).sum();
    if all == 0 {
        return;
    }
    let cut: u64 =
        report.insights.exits.iter().filter(|(exit, _)| exit.is_cutoff()).map(|(_, count)| count).sum();
    let [first, second, later] =
        [Exit::FirstMove, Exit::SecondMove, Exit::LaterMove].map(|exit| report.insights.left_by(exit));
    Grid::new("cutoffs").num_columns(2).show(ui, |ui| {
        for (name, share) in [
            (texts.cutoffs(), figures::share(cut, all)),
            (texts.by_first_move(), figures::share(first, first + second + later)),
        ] {
            ui.label(name);
            figures::bar(ui, texts, share);
            ui.end_row();
        }
    });
    Grid::new("exits").striped(true).show(ui, |ui| {
        figures::heads(ui, &[texts.technique(), texts.nodes(), texts.node_share()]);
        for &(exit, count) in report.insights.exits.iter().filter(|(_, count)| *count > 0) {
            let name = RichText::new(texts.exit(exit));
            ui.label(if exit.is_cutoff() { name } else { name.weak() });
            figures::right(ui, &figures::count(count), 13);
            figures::bar(ui, texts, figures::share(count, all));
            ui.end_row();
        }
    });
}

/// Draws the nodes by their distance from the root, and their growth from ply to ply.
fn plies(ui: &mut Ui, texts: Language, report: &SearchReport) {
    let Some(&most) = report.insights.plies.iter().max() else { return };
    ui.add_space(8.0);
    let (height, all) = (ui.spacing().interact_size.y, report.insights.plies.len() + 1);
    // Only visible rows are drawn; the others keep their place.
    let (top, clip, step) = (ui.cursor().top(), ui.clip_rect(), height + ui.spacing().item_spacing.y);
    let row_at = |y: f32| (((y - top) / step).max(0.0) as usize).min(all);
    let (first, last) = (row_at(clip.top()), (row_at(clip.bottom()) + 1).min(all));
    let space = |rows: usize| step * rows as f32;
    ui.add_space(space(first));
    Grid::new("plies").striped(true).min_row_height(height).start_row(first).show(ui, |ui| {
        for row in first..last {
            let Some(index) = row.checked_sub(1) else {
                figures::heads(ui, &[texts.ply(), texts.nodes(), "", texts.branching()]);
                continue;
            };
            let (nodes, before) = (
                report.insights.plies[index],
                index.checked_sub(1).map_or(1, |before| report.insights.plies[before]),
            );
            figures::right(ui, &row.to_string(), 4);
            figures::right(ui, &figures::count(nodes), 13);
            figures::bar(ui, texts, figures::share(nodes, most));
            figures::right(ui, &format!("{:.2}", figures::share(nodes, before)), 7);
            ui.end_row();
        }
    });
    ui.add_space(space(all - last));
}

fn threads(ui: &mut Ui, texts: Language, report: &SearchReport) {
    if report.insights.threads.is_empty() {
        return;
    }
    ui.add_space(8.0);
    Grid::new("threads").striped(true).show(ui, |ui| {
        figures::heads(ui, &[texts.thread_number(), texts.depth(), texts.nodes()]);
        for (index, thread) in report.insights.threads.iter().enumerate() {
            figures::right(ui, &(index + 1).to_string(), 4);
            figures::right(ui, &format!("{}/{}", thread.depth, thread.selective_depth), 7);
            figures::right(ui, &figures::count(thread.nodes), 13);
            ui.end_row();
        }
    });
}
