//! A line above the board: a warning of the coach, how the game has ended, or that it was interrupted, and
//! what can follow.

use eframe::egui::{Frame, Margin, RichText, Ui};

use super::WindowView;
use crate::dialogs::{Dialog, FileDialog};
use crate::model::coach::Warning;
use crate::model::command::{
    AnalysisCommand, CoachCommand, Command, FileCommand, LookBackCommand, PlayCommand, ReviewCommand,
};
use crate::model::ending::Ending;
use crate::model::review::USUAL;
use crate::model::{Stage, players};
use crate::widgets::icons::{self, Icon};
use crate::widgets::{buttons, help};

/// The game and the ending whose line the user has closed.
#[derive(Default)]
struct Read(Option<(u64, Ending)>);

/// Draws the line if there is something to show.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    if let Some(warning) = view.model.coach.warning.clone() {
        return frame(ui, |ui| warned(ui, view, &warning));
    }
    let read = view.state.get::<Read>().0;
    match view.model.play.stage() {
        Stage::Over(ending) if read != Some((view.model.record().id(), ending)) => {
            frame(ui, |ui| over(ui, view, ending))
        }
        Stage::Playing if view.model.play.pending().interrupted => frame(ui, |ui| interrupted(ui, view)),
        _ => {}
    }
}

fn frame(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    let frame =
        Frame::new().fill(ui.visuals().faint_bg_color).stroke(ui.visuals().selection.stroke).corner_radius(4);
    frame.inner_margin(Margin::symmetric(8, 4)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        // The text is in the middle of the row, next to its buttons.
        ui.spacing_mut().interact_size.y = 28.0;
        ui.horizontal_wrapped(content);
    });
}

fn over(ui: &mut Ui, view: &mut WindowView<'_>, ending: Ending) {
    let (model, texts) = (view.model, view.texts());
    ui.label(RichText::new(ending.result().as_str()).strong().size(18.0));
    ui.strong(texts.ending_for(ending, model.play.players()));
    if !model.play.help().is_empty() {
        ui.label(texts.help_in_game(&model.play.help()));
    }
    if let Some(rated) = model.own_rating.of(model.record().id()) {
        if !model.play.help().is_empty() {
            ui.separator();
        }
        ui.label(texts.rating_now(&model.own_rating.games, rated.change));
    }
    if help::explained(buttons::main(ui, texts.rematch()), texts.help_rematch()).clicked() {
        view.commands.push(Command::Play(PlayCommand::Rematch));
    }
    if model.opponent().is_some() && help::button(ui, texts.look_back(), texts.help_look_back()) {
        if model.reviewed().is_none() && !model.review.is_running() {
            let engine = model.analysis.engine.clone();
            view.commands.push(Command::Review(ReviewCommand::Start(engine, USUAL)));
        }
        view.commands.push(Command::LookBack(LookBackCommand::Start));
    }
    let on = model.analysis.on;
    if help::button(ui, if on { texts.stop_analysis() } else { texts.analyse() }, texts.help_analyse()) {
        view.commands.push(Command::Analysis(AnalysisCommand::Switch(!on)));
    }
    if help::button(ui, texts.save(), texts.help_save()) {
        match &model.record().file {
            Some(path) => view.commands.push(Command::File(FileCommand::Save(path.clone()))),
            None => *view.dialog = Some(Dialog::File(FileDialog::save(model))),
        }
    }
    if icons::button(ui, Icon::Cross, texts.close(), 10.0).on_hover_text(texts.close()).clicked() {
        view.state.get::<Read>().0 = Some((model.record().id(), ending));
    }
}

fn warned(ui: &mut Ui, view: &mut WindowView<'_>, warning: &Warning) {
    let texts = view.texts();
    let shown = |san: &str| view.settings.moves(&texts.with_letters(san));
    let (mv, reply) = warning.san();
    let reply = reply.map(|reply| shown(&reply));
    ui.strong(texts.coach_warns(&shown(&mv), reply.as_deref(), warning.loss.centipawns));
    if help::explained(buttons::main(ui, texts.take_it_back()), texts.help_take_it_back()).clicked() {
        view.commands.push(Command::Coach(CoachCommand::TakeBack));
    }
    if help::button(ui, texts.play_it_anyway(), texts.help_play_it_anyway()) {
        view.commands.push(Command::Coach(CoachCommand::PlayAnyway));
    }
}

fn interrupted(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (model, texts) = (view.model, view.texts());
    let opponent =
        players::person(model.play.players()).map(|person| model.play.player(!person).name(texts.human()));
    ui.strong(texts.interrupted(opponent, model.record().position().fullmove_number()));
    if help::explained(buttons::main(ui, texts.continue_game()), texts.help_continue()).clicked() {
        view.commands.push(Command::Play(PlayCommand::Continue));
    }
}
