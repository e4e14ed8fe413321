//! What is done with the move list: the choice of its form, what it shows, folding, and the menu of a move.

use eframe::egui::containers::menu::{MenuButton, MenuConfig};
use eframe::egui::{PopupCloseBehavior, Ui};
use heirloom_chess::Color;
use heirloom_chess::game::NodeId;

use super::super::WindowView;
use super::MoveList;
use crate::dialogs::{Annotation, Dialog};
use crate::model::Model;
use crate::model::command::{Command, EditCommand};
use crate::settings::{NotationStyle, Settings};
use crate::texts::Language;
use crate::widgets::{help, symbols};

/// Draws the switches above the moves.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let texts = view.texts();
    let mut settings = view.settings.clone();
    ui.horizontal_wrapped(|ui| {
        for (style, name, explanation) in [
            (NotationStyle::Table, texts.notation_table(), texts.help_notation_table()),
            (NotationStyle::Paragraph, texts.notation_paragraph(), texts.help_notation_paragraph()),
            (NotationStyle::Tree, texts.notation_tree(), texts.help_notation_tree()),
        ] {
            let choice = ui.selectable_value(&mut settings.notation, style, name);
            help::explained(choice, explanation);
        }
        let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        let (button, _) = MenuButton::new(texts.notation_view()).config(config).ui(ui, |ui| {
            shown(ui, &mut settings);
            ui.separator();
            folding(ui, view);
        });
        help::explained(button, texts.help_notation_view());
    });
    if settings != *view.settings {
        view.commands.push(Command::Settings(Box::new(settings)));
    }
}

/// Draws the choice of what is shown with the moves.
fn shown(ui: &mut Ui, settings: &mut Settings) {
    let texts = settings.language;
    for (on, name, explanation) in [
        (&mut settings.long_notation, texts.long_notation(), texts.help_long_notation()),
        (&mut settings.move_values, texts.move_values(), texts.help_move_values()),
        (&mut settings.move_times, texts.move_times(), texts.help_move_times()),
        (&mut settings.move_clocks, texts.move_clocks(), texts.help_move_clocks()),
        (&mut settings.figures, texts.journal_figures(), texts.help_journal_figures()),
    ] {
        help::explained(ui.checkbox(on, name), explanation);
    }
}

/// Draws the items that fold variations.
fn folding(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, game) = (view.texts(), view.model.record().game());
    let folding = &mut view.state.get::<MoveList>().folding;
    if help::explained(ui.button(texts.unfold_all()), texts.help_unfold_all()).clicked() {
        folding.unfold();
        ui.close();
    }
    for (levels, name, explanation) in
        [(1, texts.fold_to_one(), texts.help_fold_to_one()), (0, texts.fold_all(), texts.help_fold_all())]
    {
        if help::explained(ui.button(name), explanation).clicked() {
            folding.keep(game, levels);
            folding.reveal(game, view.model.record().node());
            ui.close();
        }
    }
}

/// Draws the menu of a move; returns the dialog that it opens.
pub fn menu(
    ui: &mut Ui,
    model: &Model,
    texts: Language,
    node: NodeId,
    commands: &mut Vec<Command>,
) -> Option<Dialog> {
    let mut dialog = None;
    if ui.button(texts.annotate()).clicked() {
        dialog = Some(Dialog::Annotation(Annotation::of(model.record().game(), node, texts)));
        ui.close();
    }
    let game = model.record().game();
    ui.menu_button(texts.symbols(), |ui| {
        let before = game.parent(node).and_then(|parent| game.position(parent).ok());
        let mover = before.map_or(Color::White, |before| before.turn());
        let nags = symbols::menu(ui, texts, mover, game.nags(node));
        commands.extend(nags.map(|nags| Command::Edit(EditCommand::Symbols(node, nags))));
    });
    for (text, command) in [
        (texts.promote_variation(), Command::Edit(EditCommand::Promote(node))),
        (texts.make_main_line(), Command::Edit(EditCommand::PromoteToMainLine(node))),
        (texts.delete_from_here(), Command::Edit(EditCommand::Delete(node))),
    ] {
        if ui.button(text).clicked() {
            commands.push(command);
            ui.close();
        }
    }
    dialog
}
