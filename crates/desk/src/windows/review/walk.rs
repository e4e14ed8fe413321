//! The walk through the mistakes: the question, the answer to a try, and what is to be learned.

use eframe::egui::{Button, RichText, Ui};
use heirloom_app::review::Review;
use heirloom_app::review::judgement::Judgement;
use heirloom_app::review::refutation::numbered;
use heirloom_chess::Move;

use super::moments;
use crate::model::command::{Command, ReviewCommand};
use crate::model::review::{WalkStage, Walkthrough};
use crate::theme::palette;
use crate::widgets::help;
use crate::windows::WindowView;

/// Draws the present moment of the walk.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>, review: &Review, walk: &Walkthrough) {
    let texts = view.texts();
    let ply = walk.ply();
    let (before, reviewed) = (&review.positions[ply], &review.moves[ply]);
    let (number, count) = walk.place();
    ui.horizontal_wrapped(|ui| {
        ui.strong(texts.moment(number, count));
        ui.label(texts.color(reviewed.mover));
    });
    let shown = |mv| view.settings.moves(&texts.numbered(before, mv));
    let played = shown(reviewed.mv);
    ui.label(RichText::new(texts.what_would_you_play(&played)).heading());
    ui.horizontal_wrapped(|ui| {
        let mut button = |is_open: bool, text: &str, explanation: &str, command: ReviewCommand| {
            let button = ui.add_enabled(is_open, Button::new(text));
            if help::explained(button, explanation).clicked() {
                view.commands.push(Command::Review(command));
            }
        };
        let is_hidden = walk.stage != WalkStage::Shown;
        button(is_hidden, texts.show_better(), texts.help_show_better(), ReviewCommand::ShowBetter);
        let next = if number < count { texts.next_moment() } else { texts.finish_walk() };
        button(true, next, texts.help_walk(), ReviewCommand::Walk);
        button(true, texts.end_walk(), texts.help_end_walk(), ReviewCommand::EndWalk);
    });
    let palette = palette(ui);
    match &walk.stage {
        WalkStage::Asked => _ = ui.weak(texts.walk_explained()),
        WalkStage::Judging(mv) => {
            ui.label(texts.judging_move(&shown(*mv)));
        }
        WalkStage::Tried(tried) => {
            let mv = shown(tried.mv);
            if tried.is_good() {
                let is_best = review.better(ply).and_then(<[Move]>::first) == Some(&tried.mv);
                let words = if is_best { texts.best_try(&mv) } else { texts.good_try(&mv) };
                ui.label(RichText::new(words).strong().color(ui.visuals().hyperlink_color));
            } else {
                let best = reviewed.quality.map_or(tried.lost, |quality| quality.win.0);
                let words = texts.bad_try(&mv, best, (best - tried.lost).max(0.0));
                ui.label(RichText::new(words).color(palette.judged(Judgement::Mistake)));
            }
            let mut after = before.clone();
            if after.try_play(tried.mv).is_ok() && !tried.line.is_empty() {
                let answer = numbered(&after, &tried.line[..tried.line.len().min(6)]);
                let answer = view.settings.moves(&texts.with_letters(&answer));
                ui.label(format!("{}: {answer}", texts.answered_by()));
            }
        }
        WalkStage::Shown => {}
    }
    if !walk.is_open() && !matches!(walk.stage, WalkStage::Judging(_)) {
        ui.separator();
        moments::move_in_full(ui, view, review, ply);
    }
}
