//! The review of the game: its engine and limit, the report card, the key moments, the bad moves, what is
//! said about the move on the board, and the walk through the mistakes.

mod card;
mod described;
mod moments;
mod walk;

use eframe::egui::{Align, Label, Layout, ProgressBar, RichText, ScrollArea, Ui};

use heirloom_app::review::Reviewed;

use super::{WindowView, graph};
use crate::dialogs::{Dialog, FileDialog};
use crate::model::command::{Command, ReviewCommand};
use crate::model::names::tag;
use crate::model::players::title;
use crate::model::review::USUAL;
use crate::model::suite::Limit;
use crate::widgets::{choices, fields, help};

/// The width of the bar that shows the progress, at most.
const PROGRESS: f32 = 240.0;

/// The choices for the next review.
struct Chosen {
    engine: Option<String>,
    limit: Limit,
}

impl Default for Chosen {
    fn default() -> Chosen {
        Chosen { engine: None, limit: USUAL }
    }
}

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    if model.review_evaluations().is_empty() {
        choices(ui, view);
        ui.weak(texts.review_explained());
        return;
    }
    head(ui, view);
    let Some(review) = model.reviewed() else {
        return graph::draw(ui, view, (ui.available_height() * 0.35).clamp(50.0, 160.0));
    };
    let walking = model.walkthrough();
    if walking.is_none() {
        buttons(ui, view);
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if let Some(walking) = walking {
            return walk::show(ui, view, review, walking);
        }
        graph::draw(ui, view, 90.0);
        graph::legend(ui, view);
        let here = model.record().main_line_ply().checked_sub(1);
        let is_named = |&ply: &usize| {
            let graded = |mv: &Reviewed| mv.judgement().is_some() || mv.grade().is_some();
            review.moves.get(ply).is_some_and(graded) || model.review.withdrawn(ply).is_some()
        };
        let here = here.filter(is_named);
        if let Some(ply) = here {
            moments::move_in_full(ui, view, review, ply);
            ui.separator();
        }
        let game = model.record().game();
        let names = heirloom_chess::Color::ALL.map(|color| {
            let name = game.tags().get(tag(color)).filter(|name| !matches!(*name, "" | "?"));
            name.unwrap_or(texts.color(color))
        });
        card::show(ui, texts, review, names, view.is_full());
        moments::boards(ui, view, review);
        moments::list(ui, view, review);
        if !model.review.is_running() {
            ui.separator();
            choices(ui, view);
        }
    });
}

/// Draws what can be done with a review.
fn buttons(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    fields::rows(ui, |ui| {
        let mut button = |ui: &mut Ui, text: &str, explanation: &str, command: ReviewCommand| {
            if help::button(ui, text, explanation) {
                view.commands.push(Command::Review(command));
            }
        };
        button(ui, texts.walk(), texts.help_walk(), ReviewCommand::Walk);
        let [previous, next] = [false, true].map(|next| ReviewCommand::Mistake { next });
        button(ui, texts.previous_mistake(), texts.help_previous_mistake(), previous);
        button(ui, texts.next_mistake(), texts.help_next_mistake(), next);
        button(ui, texts.annotate_game(), texts.help_annotate_game(), ReviewCommand::Annotate);
        if help::button(ui, texts.save_report(), texts.help_save_report()) {
            *view.dialog = Some(Dialog::File(FileDialog::report(model)));
        }
    });
}

/// Draws how far the review is or, in the same place, whose it is, so that nothing moves when it ends; and at
/// the far end, away from all other buttons, the one that discards it.
fn head(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    ui.horizontal(|ui| {
        let running = model.review.is_running();
        if running && ui.button(texts.stop()).clicked() {
            view.commands.push(Command::Review(ReviewCommand::Stop));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if model.reviewed().is_some()
                && model.walkthrough().is_none()
                && help::button(ui, texts.close_review(), texts.help_close_review())
            {
                view.commands.push(Command::Review(ReviewCommand::Close));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if running {
                    let share = model.review.progress().unwrap_or_default();
                    let stage = if model.reviewed().is_some() { texts.refining() } else { texts.reviewing() };
                    let words = format!("{stage} {}", texts.percentage(share, 0));
                    let width = ui.available_width().min(PROGRESS);
                    ui.add(ProgressBar::new(share).desired_width(width).text(words));
                } else if let Some(engine) = &model.review.engine {
                    let words = RichText::new(texts.reviewed_by(title(engine))).weak();
                    ui.add(Label::new(words).truncate());
                }
            });
        });
    });
}

/// Draws the choice of the engine and the limit.
fn choices(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    fields::rows(ui, |ui| {
        let chosen = view.state.get::<Chosen>();
        let engine = chosen.engine.get_or_insert_with(|| model.analysis.engine.clone());
        choices::engine(ui, texts.engine(), engine, model.roster().names());
        choices::limit(ui, texts, &mut chosen.limit);
        if help::button(ui, texts.review_game(), texts.help_review_game()) {
            view.commands.push(Command::Review(ReviewCommand::Start(engine.clone(), chosen.limit)));
        }
    });
}
