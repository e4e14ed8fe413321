//! The moves of the game with their variations, comments and marks.

use std::ops::RangeInclusive;

use eframe::egui::style::ScrollAnimation;
use eframe::egui::{Align, Button, Color32, Rect, RichText, ScrollArea, Ui, Vec2};
use heirloom_app::review::judgement::Judgement;
use heirloom_chess::game::{NodeId, Step as Walked};
use heirloom_chess::{Color, Move, Position};

use super::{WindowView, beginning};
use crate::dialogs::{Annotation, Dialog};
use crate::model::Stage;
use crate::model::command::{Command, EditCommand, PlayCommand, Step};
use crate::model::figures::divide;
use crate::texts::sign;
use crate::widgets::graph::judged;
use crate::widgets::help;
use crate::widgets::icons::{self, Icon};

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let texts = view.texts();
    ui.horizontal(|ui| {
        for (icon, step, text, help) in [
            (Icon::First, Step::First, texts.first(), texts.help_first()),
            (Icon::Back, Step::Back, texts.back(), texts.help_back()),
            (Icon::Forward, Step::Forward, texts.forward(), texts.help_forward()),
            (Icon::Last, Step::Last, texts.last(), texts.help_last()),
        ] {
            if help::explained(icons::button(ui, icon, text, 14.0), help).clicked() {
                view.commands.push(Command::Play(PlayCommand::Go(step)));
            }
        }
        ui.label(view.model.record().game().result().as_str());
        let mut settings = view.settings.clone();
        let long = ui.toggle_value(&mut settings.long_notation, texts.long_notation());
        help::explained(long, texts.help_long_notation());
        let figures = ui.toggle_value(&mut settings.figures, texts.journal_figures());
        help::explained(figures, texts.help_journal_figures());
        if settings != *view.settings {
            view.commands.push(Command::Settings(Box::new(settings)));
        }
    });
    ui.separator();
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if view.model.play.stage() == Stage::Free && view.model.record().game().move_count() == 0 {
            return beginning::show(ui, view);
        }
        ui.horizontal_wrapped(|ui| tree(ui, view));
    });
}

/// The version of the game whose current move has been scrolled into view.
#[derive(Default)]
struct Followed(u64);

/// Returns true if a place is in the middle third of the visible part.
fn is_in_the_middle(ui: &Ui, rect: Rect) -> bool {
    let seen = ui.clip_rect();
    seen.shrink2(Vec2::new(0.0, seen.height() / 3.0)).y_range().contains(rect.center().y)
}

/// The marks that judge a move, from good to dubious. If a move has one, the engine's judgement is only a
/// color.
const JUDGES: RangeInclusive<u8> = 1..=6;

/// Draws the words of the game tree one after the other.
fn tree(ui: &mut Ui, view: &mut WindowView<'_>) {
    ui.spacing_mut().item_spacing = Vec2::new(1.0, 2.0);
    ui.spacing_mut().button_padding = Vec2::new(3.0, 1.0);
    let game = view.model.record().game();
    let here = view.model.record().node();
    let version = view.model.record().version();
    let moved = std::mem::replace(&mut view.state.get::<Followed>().0, version) != version;
    if moved && here == NodeId::START {
        ui.scroll_to_cursor_animation(Some(Align::Min), ScrollAnimation::none());
    }
    let judgements = view.model.judgements();
    comments(ui, view, NodeId::START);
    let mut line: Vec<Position> = vec![game.start().clone()];
    let mut depth = 0_usize;
    // Where the moves continue after each variation that is open.
    let mut after: Vec<(usize, Option<Position>)> = Vec::new();
    let mut numbered = true;
    for walked in game.walk() {
        match walked {
            Walked::Begin => {
                depth += 1;
                after.push((line.len(), line.last().cloned()));
                numbered = true;
                ui.weak("(");
            }
            Walked::End => {
                depth = depth.saturating_sub(1);
                if let Some((length, position)) = after.pop() {
                    line.truncate(length.saturating_sub(1));
                    line.extend(position);
                }
                numbered = true;
                ui.weak(")");
            }
            Walked::Move(node) => {
                let ply = game.ply(node);
                line.truncate(ply);
                let Some((position, mv)) = line.last().cloned().zip(game.mv(node)) else { continue };
                let number = number(&position, numbered);
                numbered = false;
                let judgement = judgements.of(node);
                let nags = game.nags(node);
                let mut marks: String = nags.iter().filter_map(|nag| sign(*nag)).collect();
                if !nags.iter().any(|nag| JUDGES.contains(&nag.0)) {
                    marks += judgement.map_or("", Judgement::sign);
                }
                let text = RichText::new(format!("{number}{}{marks}", written(view, &position, mv)));
                let judged = judgement.map(|judgement| judged(ui.visuals().dark_mode, judgement));
                let text = match (depth, judged) {
                    (0, Some(color)) => text.strong().color(color),
                    (0, None) => text.strong(),
                    _ => text.color(Color32::GRAY),
                };
                let button = ui.add(Button::selectable(node == here, text));
                if node == here && moved && !is_in_the_middle(ui, button.rect) {
                    button.scroll_to_me_animation(Some(Align::Center), ScrollAnimation::none());
                }
                if button.clicked() {
                    view.commands.push(Command::Play(PlayCommand::Go(Step::To(node))));
                }
                menu(&button, view, node);
                numbered |= comments(ui, view, node);
                let mut next = position;
                if next.try_play(mv).is_ok() {
                    line.push(next);
                }
            }
        }
    }
    let texts = view.texts();
    if game.move_count() == 0 {
        ui.weak(texts.start_position());
    }
}

/// Draws the words after a move, and the figures of searches if they are shown. Returns true if there were
/// any.
fn comments(ui: &mut Ui, view: &WindowView<'_>, node: NodeId) -> bool {
    let mut any = false;
    for comment in view.model.record().game().comments(node) {
        let (figures, words) = divide(comment);
        if view.settings.figures && !figures.is_empty() {
            ui.label(RichText::new(figures).weak().small());
            any = true;
        }
        if !words.is_empty() {
            // The fonts have no arrows.
            ui.label(RichText::new(words.replace('→', "->")).italics());
            any = true;
        }
    }
    any
}

/// Returns a move in short or in long notation.
fn written(view: &WindowView<'_>, position: &Position, mv: Move) -> String {
    let texts = view.texts();
    if view.settings.long_notation { texts.lan(position, mv) } else { texts.san(position, mv) }
}

fn number(position: &Position, always: bool) -> String {
    match (position.turn(), always) {
        (Color::White, _) => format!("{}. ", position.fullmove_number()),
        (Color::Black, true) => format!("{}... ", position.fullmove_number()),
        (Color::Black, false) => String::new(),
    }
}

/// Draws the menu of a move.
fn menu(button: &eframe::egui::Response, view: &mut WindowView<'_>, node: NodeId) {
    let texts = view.texts();
    button.context_menu(|ui| {
        if ui.button(texts.annotate()).clicked() {
            *view.dialog =
                Some(Dialog::Annotation(Annotation::of(view.model.record().game(), node, view.texts())));
            ui.close();
        }
        for (text, command) in [
            (texts.promote_variation(), Command::Edit(EditCommand::Promote(node))),
            (texts.make_main_line(), Command::Edit(EditCommand::PromoteToMainLine(node))),
            (texts.delete_from_here(), Command::Edit(EditCommand::Delete(node))),
        ] {
            if ui.button(text).clicked() {
                view.commands.push(command);
                ui.close();
            }
        }
    });
}
