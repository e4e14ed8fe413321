//! Questions before a game is resigned or left.

use eframe::egui::Ui;

use super::{DialogView, answered, first, main_button};
use crate::model::command::{Command, LeaveChoice, PlayCommand};
use crate::widgets::help;

/// Asks whether to resign; returns false when it is answered.
pub fn resign(ui: &mut Ui, view: &mut DialogView<'_>) -> bool {
    let texts = view.texts();
    ui.label(texts.really_resign());
    ui.add_space(8.0);
    let answer = answered(ui, texts, |ui| main_button(ui, true, texts.resign()));
    if answer == Some(true) {
        view.commands.push(Command::Play(PlayCommand::Resign));
    }
    answer.is_none()
}

/// Asks what becomes of the game before another one is shown; returns false when it is answered.
pub fn leave(ui: &mut Ui, view: &mut DialogView<'_>) -> bool {
    let texts = view.texts();
    ui.label(texts.really_leave());
    ui.add_space(8.0);
    let answers = [
        (texts.resign_and_leave(), texts.help_resign_and_leave(), LeaveChoice::Resign),
        (texts.keep_and_leave(), texts.help_keep_and_leave(), LeaveChoice::Keep),
        (texts.leave_to_tab(), texts.help_leave_to_tab(), LeaveChoice::NewTab),
        (texts.cancel(), texts.help_stay(), LeaveChoice::Stay),
    ];
    let answers = answers.iter().copied();
    let fits = |how: LeaveChoice| how != LeaveChoice::NewTab || view.model.could_open_tab();
    let answers: Vec<_> = answers.filter(|(.., how)| fits(*how)).collect();
    let mut open = true;
    ui.horizontal_wrapped(|ui| {
        for (text, explanation, how) in answers {
            let button = help::explained(ui.button(text), explanation);
            if how == LeaveChoice::Stay {
                first(&button);
            }
            if button.clicked() {
                view.commands.push(Command::Leave(how));
                open = false;
            }
        }
    });
    open
}
