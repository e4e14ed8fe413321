//! Questions before a game is resigned or left.

use eframe::egui::Ui;

use super::first;
use crate::model::command::{Command, LeaveChoice, PlayCommand};
use crate::texts::Language;
use crate::widgets::{buttons, help};

/// Asks whether to resign; returns false when it is answered.
pub fn resign(ui: &mut Ui, texts: Language, commands: &mut Vec<Command>) -> bool {
    ui.label(texts.really_resign());
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let yes = buttons::main(ui, texts.resign());
        first(&yes);
        let yes = yes.clicked();
        commands.extend(yes.then_some(Command::Play(PlayCommand::Resign)));
        !(ui.button(texts.cancel()).clicked() || yes)
    })
    .inner
}

/// Asks what becomes of the game before another one is shown; returns false when it is answered.
pub fn leave(ui: &mut Ui, texts: Language, commands: &mut Vec<Command>) -> bool {
    ui.label(texts.really_leave());
    ui.add_space(8.0);
    let answers = [
        (texts.resign_and_leave(), texts.help_resign_and_leave(), LeaveChoice::Resign),
        (texts.keep_and_leave(), texts.help_keep_and_leave(), LeaveChoice::Keep),
        (texts.cancel(), texts.help_stay(), LeaveChoice::Stay),
    ];
    let mut open = true;
    ui.horizontal_wrapped(|ui| {
        for (text, explanation, how) in answers {
            let button = help::explained(ui.button(text), explanation);
            if how == LeaveChoice::Stay {
                first(&button);
            }
            if button.clicked() {
                commands.push(Command::Leave(how));
                open = false;
            }
        }
    });
    open
}
