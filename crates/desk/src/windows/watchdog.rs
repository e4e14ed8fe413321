//! The search at a glance: the progress of the iteration, and all iterations with their windows, scores and
//! lines.

use eframe::egui::{ProgressBar, Ui};
use heirloom_chess::Position;

use super::searched::{self, Searched};
use super::{WindowView, analysis};
use crate::model::search_report::{Iteration, SearchReport};
use crate::settings::Settings;
use crate::texts::Language;
use crate::widgets::{figures, help};

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let texts = view.texts();
    let Some(Searched { seat, report, root }) = searched::head(ui, view) else { return };
    progress(ui, view.settings, report, root);
    ui.label(analysis::figures(texts, seat.progress.totals()));
    let full = view.is_full();
    let several = report.iterations.iter().any(|iteration| iteration.line > 1);
    let all = &report.iterations;
    // The latest comes first, so that it is visible without scrolling.
    figures::grid(
        ui,
        "iterations",
        |ui| heads(ui, texts, (several, full)),
        all.len(),
        |ui, index| {
            if let Some(iteration) = all.iter().nth_back(index) {
                figures_of(ui, view.settings, iteration, (several, full), root);
            }
        },
    );
}

fn heads(ui: &mut Ui, texts: Language, (several, full): (bool, bool)) {
    let depth = ui.strong(texts.depth());
    help::explained(depth, texts.help_iterations());
    if several {
        ui.strong(texts.move_place());
    }
    let (value, time, line) = (texts.best_value(), texts.time(), texts.line());
    match full {
        true => figures::heads(ui, &[texts.alpha(), value, texts.beta(), time, texts.nodes(), line]),
        false => figures::heads(ui, &[value, time, line]),
    }
}

fn figures_of(
    ui: &mut Ui,
    settings: &Settings,
    iteration: &Iteration,
    (several, full): (bool, bool),
    root: &Position,
) {
    let texts = settings.language;
    let Iteration { depth, selective_depth, score, bound, window, .. } = iteration;
    figures::right(ui, &format!("{depth}/{selective_depth}"), 6);
    if several {
        figures::right(ui, &iteration.line.to_string(), 2);
    }
    if full {
        figures::right(ui, &figures::score(window.and_then(|window| window.alpha)), 7);
    }
    figures::strong(ui, &format!("{}{score}", bound.sign()), 7);
    if full {
        figures::right(ui, &figures::score(window.and_then(|window| window.beta)), 7);
    }
    figures::right(ui, &iteration.time.map(figures::seconds).unwrap_or_default(), 9);
    if full {
        figures::right(ui, &iteration.nodes.map(figures::count).unwrap_or_default(), 13);
    }
    ui.label(settings.moves(&texts.with_letters(iteration.san(root))));
}

/// Draws the progress of the iteration, by its root moves, and that of the time.
fn progress(ui: &mut Ui, settings: &Settings, report: &SearchReport, root: &Position) {
    let texts = settings.language;
    if let (Some((depth, mv, number)), Some((_, all))) = (report.at_work, report.progress())
        && root.is_legal(mv)
    {
        let words = texts.at_work(depth, &settings.moves(&texts.san(root, mv)), number, all);
        let share = figures::share(u64::from(number), u64::from(all));
        ui.add(ProgressBar::new(share).text(words).desired_height(18.0));
    }
    if let Some(time) = report.insights.time {
        let [used, soft, hard] = [time.used, time.soft, time.hard].map(figures::seconds);
        let share = time.used.as_secs_f32() / time.soft.as_secs_f32().max(0.001);
        let words = format!("{}: {used} / {soft} / {hard}", texts.time_until());
        ui.add(ProgressBar::new(share.min(1.0)).text(words).desired_height(18.0));
    }
}
