//! The moves of the game with their variations, comments and marks.

use eframe::egui::{Button, Color32, RichText, ScrollArea, Ui};
use heirloom_chess::game::{Nag, NodeId, Step as Walked};
use heirloom_chess::notation::san;
use heirloom_chess::{Color, Position};

use super::View;
use crate::command::{Command, Step};
use crate::widgets::help;
use crate::widgets::icons::{self, Icon};

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut View<'_>) {
    let texts = view.texts();
    ui.horizontal(|ui| {
        for (icon, step, text, help) in [
            (Icon::First, Step::First, texts.first(), texts.help_first()),
            (Icon::Back, Step::Back, texts.back(), texts.help_back()),
            (Icon::Forward, Step::Forward, texts.forward(), texts.help_forward()),
            (Icon::Last, Step::Last, texts.last(), texts.help_last()),
        ] {
            if help::explained(icons::button(ui, icon, text, 14.0), help).clicked() {
                view.commands.push(Command::Go(step));
            }
        }
        ui.label(view.model.record.game().result().as_str());
    });
    ui.separator();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| tree(ui, view));
    });
}

/// One word of the tree after another.
fn tree(ui: &mut Ui, view: &mut View<'_>) {
    ui.spacing_mut().item_spacing.x = 4.0;
    let game = view.model.record.game();
    let here = view.model.record.node();
    for comment in game.comments(NodeId::START) {
        ui.label(RichText::new(comment).italics());
    }
    let mut line: Vec<Position> = vec![game.start().clone()];
    let mut depth = 0_usize;
    // Where the moves go on after each variation that is open.
    let mut after: Vec<(usize, Option<Position>)> = Vec::new();
    let mut numbered = true;
    for walked in game.walk() {
        match walked {
            Walked::Begin => {
                depth += 1;
                after.push((line.len(), line.last().cloned()));
                numbered = true;
                ui.label(RichText::new("(").weak());
            }
            Walked::End => {
                depth = depth.saturating_sub(1);
                if let Some((length, position)) = after.pop() {
                    line.truncate(length.saturating_sub(1));
                    line.extend(position);
                }
                numbered = true;
                ui.label(RichText::new(")").weak());
            }
            Walked::Move(node) => {
                let ply = game.ply(node);
                line.truncate(ply);
                let Some((position, mv)) = line.last().cloned().zip(game.mv(node)) else { continue };
                let number = number(&position, numbered);
                numbered = false;
                let marks: String = game.nags(node).iter().filter_map(|nag| sign(*nag)).collect();
                let text = RichText::new(format!("{number}{}{marks}", san::format(&position, mv)));
                let text = if depth == 0 { text.strong() } else { text.color(Color32::GRAY) };
                let button = ui.add(Button::selectable(node == here, text).frame_when_inactive(false));
                if node == here && !button.rect.is_negative() && button.gained_focus() {
                    button.scroll_to_me(None);
                }
                if button.clicked() {
                    view.commands.push(Command::Go(Step::To(node)));
                }
                menu(&button, view, node);
                for comment in game.comments(node) {
                    ui.label(RichText::new(comment).italics());
                    numbered = true;
                }
                let mut next = position;
                if next.try_play(mv).is_ok() {
                    line.push(next);
                }
            }
        }
    }
    let texts = view.texts();
    if game.move_count() == 0 {
        ui.label(RichText::new(texts.start_position()).weak());
    }
}

/// The sign of a mark, of letters that the fonts have.
fn sign(nag: Nag) -> Option<&'static str> {
    match nag.0 {
        7 => Some(" []"),
        14 => Some(" +="),
        15 => Some(" =+"),
        17 => Some(" -/+"),
        22 => Some(" zz"),
        _ => nag.sign(),
    }
}

fn number(position: &Position, always: bool) -> String {
    match (position.turn(), always) {
        (Color::White, _) => format!("{}. ", position.fullmove_number()),
        (Color::Black, true) => format!("{}... ", position.fullmove_number()),
        (Color::Black, false) => String::new(),
    }
}

/// What can be done with a move.
fn menu(button: &eframe::egui::Response, view: &mut View<'_>, node: NodeId) {
    let texts = view.texts();
    button.context_menu(|ui| {
        for (text, command) in [
            (texts.promote_variation(), Command::Promote(node)),
            (texts.make_main_line(), Command::PromoteToMainLine(node)),
            (texts.delete_from_here(), Command::Delete(node)),
        ] {
            if ui.button(text).clicked() {
                view.commands.push(command);
                ui.close();
            }
        }
    });
}
