//! The review of the game: its engine and limit, the accuracy of both sides, and what is wrong with the move
//! on the board.

use eframe::egui::{Grid, ProgressBar, RichText, ScrollArea, Ui};
use heirloom_app::review::judgement::Judgement;
use heirloom_app::review::phase::Phase;
use heirloom_app::review::refutation::numbered;
use heirloom_app::review::{Review, Side};

use super::{WindowView, graph};
use crate::dialogs::{Dialog, FileDialog};
use crate::model::command::{Command, ReviewCommand};
use crate::model::review::USUAL;
use crate::model::suite::Limit;
use crate::texts::Language;
use crate::widgets::graph::judged;
use crate::widgets::{choices, help};

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
    choices(ui, view);
    let (texts, model) = (view.texts(), view.model);
    if model.review_evaluations().is_empty() {
        ui.weak(texts.review_explained());
        return;
    }
    graph::draw(ui, view, (ui.available_height() * 0.35).clamp(50.0, 160.0));
    let Some(review) = model.reviewed() else { return };
    ui.horizontal_wrapped(|ui| {
        let mut button = |ui: &mut Ui, text: &str, explanation: &str, command: ReviewCommand| {
            if help::button(ui, text, explanation) {
                view.commands.push(Command::Review(command));
            }
        };
        let [previous, next] = [false, true].map(|next| ReviewCommand::Mistake { next });
        button(ui, texts.previous_mistake(), texts.help_previous_mistake(), previous);
        button(ui, texts.next_mistake(), texts.help_next_mistake(), next);
        button(ui, texts.annotate_game(), texts.help_annotate_game(), ReviewCommand::Annotate);
        if help::button(ui, texts.save_report(), texts.help_save_report()) {
            *view.dialog = Some(Dialog::File(FileDialog::report(model)));
        }
        button(ui, texts.close_review(), texts.close_review(), ReviewCommand::Close);
    });
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        on_board(ui, texts, review, model.record().main_line_ply());
        sides(ui, texts, review);
    });
}

/// Draws the choice of the engine and the limit.
fn choices(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    ui.horizontal_wrapped(|ui| {
        if model.review.is_running() {
            if ui.button(texts.stop()).clicked() {
                view.commands.push(Command::Review(ReviewCommand::Stop));
            }
            let share = model.review.progress().unwrap_or_default();
            let words = format!("{} {:.0} %", texts.reviewing(), 100.0 * share);
            ui.add(ProgressBar::new(share).desired_width(160.0).text(words));
            return;
        }
        let chosen = view.state.get::<Chosen>();
        let engine = chosen.engine.get_or_insert_with(|| model.analysis.engine.clone());
        choices::engine(ui, texts.engine(), engine, model.roster().names());
        choices::limit(ui, texts, &mut chosen.limit);
        if help::button(ui, texts.review_game(), texts.help_review_game()) {
            view.commands.push(Command::Review(ReviewCommand::Start(engine.clone(), chosen.limit)));
        }
    });
}

/// Draws the judgement of the move on the board, its reason, and the better move.
fn on_board(ui: &mut Ui, texts: Language, review: &Review, played: usize) {
    let Some(ply) = played.checked_sub(1) else { return };
    let (Some(reviewed), Some(before)) = (review.moves.get(ply), review.positions.get(ply)) else { return };
    let san = texts.san(before, reviewed.mv);
    let number = reviewed.number(before);
    ui.horizontal_wrapped(|ui| {
        ui.strong(format!("{number} {san}"));
        if let Some(worth) = reviewed.quality {
            ui.label(format!("{} -> {}", worth.scores.0, worth.scores.1));
        }
        ui.weak(texts.phase(reviewed.phase));
    });
    let Some(words) = texts.review_words(review, ply) else { return };
    let color = reviewed.judgement().map(|judgement| judged(ui.visuals().dark_mode, judgement));
    ui.label(RichText::new(words).color(color.unwrap_or(ui.visuals().text_color())));
    if let Some(better) = review.better(ply) {
        let line = texts.with_letters(&numbered(before, &better[..better.len().min(10)]));
        ui.label(format!("{}: {line}", texts.better_move()));
    }
}

/// Draws the accuracy of both sides.
fn sides(ui: &mut Ui, texts: Language, review: &Review) {
    let dark = ui.visuals().dark_mode;
    let of = |number: Option<f64>, unit: &str| {
        number.map_or_else(|| "–".to_owned(), |number| format!("{number:.1}{unit}"))
    };
    Grid::new("sides").num_columns(3).striped(true).spacing([16.0, 4.0]).show(ui, |ui| {
        ui.label("");
        ui.strong(texts.white());
        ui.strong(texts.black());
        ui.end_row();
        let mut row = |name: RichText, value: &dyn Fn(&Side) -> String| {
            ui.label(name);
            review.sides.iter().for_each(|side| _ = ui.label(value(side)));
            ui.end_row();
        };
        row(texts.accuracy().into(), &|side| of(side.accuracy, " %"));
        row(texts.average_loss().into(), &|side| of(side.average_loss, ""));
        for judgement in Judgement::ALL {
            let name = [texts.inaccuracies(), texts.mistakes(), texts.blunders()][judgement as usize];
            row(RichText::new(name).color(judged(dark, judgement)), &|side| {
                side.counts[judgement as usize].to_string()
            });
        }
        for phase in Phase::ALL {
            let name = format!("{}: {}", texts.average_loss(), texts.phase(phase));
            row(RichText::new(name).weak(), &|side| of(side.losses[phase as usize], ""));
        }
    });
}
