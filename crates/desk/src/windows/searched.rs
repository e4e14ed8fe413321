//! The header of all windows that show a search: whose search it is, and remarks on it.

use eframe::egui::Ui;
use heirloom_chess::{Color, Position};

use super::{WindowView, empty};
use crate::model::command::{AnalysisCommand, Command, InsightCommand};
use crate::model::insight::{Attention, Source};
use crate::model::players::Seat;
use crate::model::search_report::SearchReport;
use crate::texts::Language;
use crate::widgets::icons::Icon;
use crate::widgets::{choices, fields};

/// A search to be shown.
#[derive(Clone, Copy)]
pub struct Searched<'a> {
    /// The engine.
    pub seat: &'a Seat,
    /// Its report.
    pub report: &'a SearchReport,
    /// The position that it searches.
    pub root: &'a Position,
}

/// Draws the header, and returns the search to be shown below. From now on engines collect insights.
pub fn head<'a>(ui: &mut Ui, view: &mut WindowView<'a>) -> Option<Searched<'a>> {
    view.state.get::<Attention>().search = true;
    let (model, texts) = (view.model, view.texts());
    let searched = model
        .observed()
        .and_then(|seat| Some(Searched { seat, report: &seat.report, root: seat.report.root.as_ref()? }));
    fields::rows(ui, |ui| {
        let mut source = model.insight.source;
        choices::list(ui, texts.whose_search(), name(texts, source), |ui| {
            for choice in
                [Source::Latest, Source::Player(Color::White), Source::Player(Color::Black), Source::Analysis]
            {
                ui.selectable_value(&mut source, choice, name(texts, choice));
            }
        });
        if source != model.insight.source {
            view.commands.push(Command::Insight(InsightCommand::Observe(source)));
        }
        if let Some(Searched { seat, root, .. }) = searched {
            ui.strong(seat.name.as_deref().unwrap_or(&seat.id));
            let turn =
                format!("{}: {}; {}", texts.to_move(), texts.color(root.turn()), texts.values_of_mover());
            ui.weak(turn);
        }
    });
    ui.separator();
    match searched {
        None => {
            let steps = [(texts.analyse(), texts.help_analyse())];
            if empty::show(ui, Icon::Lens, texts.nobody_searched(), &steps).is_some() {
                view.commands.push(Command::Analysis(AnalysisCommand::Switch(true)));
            }
        }
        Some(searched) if !searched.report.counts => _ = ui.weak(texts.counted_later()),
        Some(_) => {}
    }
    searched
}

/// Says that the engine does not report what the window shows, once that is known.
pub fn nothing(ui: &mut Ui, texts: Language, report: &SearchReport) {
    if report.counts && !report.iterations.is_empty() {
        ui.weak(texts.tells_nothing());
    }
}

fn name(texts: Language, source: Source) -> &'static str {
    match source {
        Source::Latest => texts.latest_search(),
        Source::Player(color) => texts.color(color),
        Source::Analysis => texts.analysis(),
    }
}
