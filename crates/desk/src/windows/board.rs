//! The board with the players above and below it.

use eframe::egui::{
    Align, Event, Frame, Key, Layout, Margin, MouseWheelUnit, RichText, Role, TextEdit, Ui, vec2,
};
use heirloom_chess::Color;

use super::graph::Course;
use super::{WindowView, banner, clocks};
use crate::model::command::{AnalysisCommand, Command, EditCommand, PlayCommand, Step};
use crate::model::marks;
use crate::model::names::tag;
use crate::model::players::{Player, Seat};
use crate::model::{Model, Stage};
use crate::settings::Settings;
use crate::texts::Language;
use crate::widgets;
use crate::widgets::board::{self, BoardContent, BoardInput, MoveArrow};
use crate::widgets::gauge;
use crate::widgets::icons::{self, Icon};

/// How far a touchpad scrolls for a step, in points.
const NOTCH: f32 = 40.0;
/// The greatest number of lines that are drawn as arrows.
const ARROWS: usize = 5;

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    banner::show(ui, view);
    let bottom = if view.model.play.is_flipped() { Color::Black } else { Color::White };
    player(ui, view, !bottom);
    let height = ui.available_height() - 30.0;
    let model = view.model;
    let mut arrows: Vec<MoveArrow> = model.analysis.hint.map(MoveArrow::plain).into_iter().collect();
    let mut threat = None;
    if model.analysis.on
        && let Some(seat) = &model.analysis.seat
    {
        if model.analysis.line.as_ref() == Some(model.record().line()) {
            arrows.extend(lines(model, seat, view.texts()));
        } else if model.analysis.threat && model.analysis.held.is_none() {
            threat = seat.progress.ranked().first().and_then(|line| line.pv.first().copied());
        }
    }
    let node = model.record().node();
    let is_users = |color: &Color| *model.play.player(*color) == Player::Human && model.serving.is_none();
    let shown = BoardContent {
        position: model.record().position(),
        flipped: model.play.is_flipped(),
        last_move: model.record().last_move(),
        arrows,
        marks: marks::of(model.record().game(), node),
        keeps_marks: model.keeps_marks(),
        threat,
        open: model.play.thinking().is_none() && model.serving.is_none(),
        in_advance: model.play.thinking().map(|color| !color).filter(is_users),
        premove: model.play.pending().premove,
    };
    let bar = if view.settings.evaluation_bar { gauge::WIDTH } else { 0.0 };
    let side = (ui.available_width() - bar).min(height).max(80.0);
    let (size, layout) = (vec2(ui.available_width(), height), Layout::left_to_right(Align::Min));
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.add_space((ui.available_width() - side - bar).max(0.0) / 2.0);
        if bar > 0.0 {
            evaluation_bar(ui, view, side);
        }
        let commands = &mut *view.commands;
        let menu = |ui: &mut Ui| more(ui, model, view.settings, commands);
        let entered = view.board.show(ui, &shown, view.pieces, view.settings, menu);
        if ui.rect_contains_pointer(ui.min_rect()) {
            let steps = view.state.get::<Wheel>().steps(ui);
            view.commands.extend(steps.map(|step| Command::Play(PlayCommand::Go(step))));
        }
        view.commands.extend(entered.map(|entered| match entered {
            BoardInput::Move(mv) => Command::Play(PlayCommand::Move(mv)),
            BoardInput::Premove(squares) => Command::Play(PlayCommand::Premove(squares)),
            BoardInput::Mark(squares, color) => Command::Edit(EditCommand::Mark(node, squares, color)),
            BoardInput::ClearMarks => Command::Edit(EditCommand::ClearMarks(node)),
        }));
    });
    player(ui, view, bottom);
}

/// Returns the arrows of an engine's lines, and that of the move played next in the game.
fn lines(model: &Model, seat: &Seat, texts: Language) -> Vec<MoveArrow> {
    let (record, turn) = (model.record(), model.record().position().turn());
    let next = record.game().next(record.node()).and_then(|node| record.game().mv(node));
    let next = next.filter(|_| model.play.stage() != Stage::Playing);
    let ranked = seat.progress.ranked().into_iter().take(ARROWS).enumerate();
    let mut arrows: Vec<MoveArrow> = ranked
        .filter_map(|(rank, line)| {
            let mv = *line.pv.first()?;
            let label = line.score.map(|score| texts.short_score(score.for_white(turn)));
            Some(MoveArrow {
                mv,
                rank: Some(rank),
                is_next: next == Some(mv),
                label: label.unwrap_or_default(),
            })
        })
        .collect();
    if let Some(mv) = next.filter(|_| arrows.iter().all(|arrow| !arrow.is_next)) {
        arrows.push(MoveArrow { mv, rank: None, is_next: true, label: String::new() });
    }
    arrows
}

/// Draws the evaluation bar; while a game is being played, only with an analysis.
fn evaluation_bar(ui: &mut Ui, view: &mut WindowView<'_>, side: f32) {
    let (texts, model) = (view.texts(), view.model);
    let shown = model.play.stage() != Stage::Playing || model.analysis.on;
    let course = view.state.get::<Course>().follow(model);
    let here = model.value_here(course).filter(|_| shown);
    let words =
        here.and_then(|(value, _)| value).map_or_else(String::new, |value| texts.short_score(value.score));
    let share = here.map(|(_, share)| share);
    gauge::show(ui, side, share, &words, model.play.is_flipped(), texts.evaluation_bar());
}

/// Draws the menu of the board.
fn more(ui: &mut Ui, model: &Model, settings: &Settings, commands: &mut Vec<Command>) {
    let texts = settings.language;
    let choices = [
        (texts.flip(), Command::Play(PlayCommand::Flip)),
        (texts.take_back(), Command::Play(PlayCommand::TakeBack)),
        (texts.move_for_me(), Command::Play(PlayCommand::MoveForMe)),
        (texts.hint(), Command::Analysis(AnalysisCommand::Hint)),
        (texts.play_from_here(), Command::Play(PlayCommand::PlayFromHere)),
    ];
    for (text, command) in choices {
        if ui.button(text).clicked() {
            commands.push(command);
            ui.close();
        }
    }
    if ui.button(texts.copy_fen()).clicked() {
        ui.ctx().copy_text(model.record().position().fen());
        ui.close();
    }
    ui.separator();
    let mut changed = settings.clone();
    board::options(ui, &mut changed);
    if changed != *settings {
        commands.push(Command::Settings(Box::new(changed)));
    }
}

/// How far the wheel was turned since the last step, in points.
#[derive(Default)]
struct Wheel(f32);

impl Wheel {
    /// Returns the steps through the game by the wheel: down is forward.
    fn steps(&mut self, ui: &Ui) -> impl Iterator<Item = Step> + use<> {
        self.0 += ui.input(|input| {
            let turned = input.events.iter().map(|event| match event {
                Event::MouseWheel { unit, delta, modifiers, .. } if modifiers.is_none() => match unit {
                    // A notch is a step, however many lines the system scrolls by it.
                    MouseWheelUnit::Line | MouseWheelUnit::Page if delta.y != 0.0 => NOTCH.copysign(delta.y),
                    MouseWheelUnit::Point => delta.y,
                    _ => 0.0,
                },
                _ => 0.0,
            });
            turned.sum::<f32>()
        });
        let steps = (self.0 / NOTCH).trunc();
        self.0 -= steps * NOTCH;
        let step = if steps > 0.0 { Step::Back } else { Step::Forward };
        std::iter::repeat_n(step, steps.abs() as usize)
    }
}

/// A move that is being typed.
#[derive(Default)]
pub struct TypedMove {
    text: String,
    takes_focus: bool,
}

impl TypedMove {
    /// Gives the keyboard to the field.
    pub fn focus(&mut self) {
        self.takes_focus = true;
    }
}

/// Draws the field for typed moves.
fn typed(ui: &mut Ui, view: &mut WindowView<'_>) {
    let language = view.texts();
    let text = language.typed_move();
    let TypedMove { text: typed, takes_focus } = view.state.get();
    let field = ui.add(TextEdit::singleline(typed).hint_text(text).desired_width(110.0));
    if std::mem::take(takes_focus) {
        field.request_focus();
    }
    widgets::named(&field, Role::TextInput, text);
    if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
        typed.clear();
    }
    if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) && !typed.trim().is_empty() {
        view.commands.push(Command::Play(PlayCommand::Type(language.typed(&std::mem::take(typed)))));
        field.request_focus();
    }
}

/// Draws the name of a player, its clock, and whether it is to move.
fn player(ui: &mut Ui, view: &mut WindowView<'_>, color: Color) {
    let (model, texts) = (view.model, view.texts());
    ui.horizontal(|ui| {
        let name = model.record().game().tags().get(tag(color));
        let name = name.filter(|name| !matches!(*name, "" | "?")).unwrap_or(texts.color(color));
        let to_move = model.record().position().turn() == color;
        let (icon, name_of_icon) =
            if to_move { (Icon::Disc, texts.to_move()) } else { (Icon::Ring, texts.waits()) };
        icons::sign(ui, icon, name_of_icon, 10.0);
        ui.strong(name);
        if let Some(elo) = model.play.player(color).elo().filter(|_| model.play.stage() != Stage::Free) {
            ui.weak(format!("{} {elo}", texts.column_elo()));
        }
        if model.play.thinking() == Some(color) {
            ui.spinner();
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if model.play.stage() != Stage::Free {
                let runs = model.play.clocks().running() == Some(color);
                let fill = if runs { ui.visuals().selection.bg_fill } else { ui.visuals().extreme_bg_color };
                let frame = Frame::new().fill(fill).corner_radius(4).inner_margin(Margin::symmetric(8, 1));
                let face = RichText::new(clocks::face(view, color)).monospace().size(16.0).strong();
                frame.show(ui, |ui| ui.label(face));
            }
            if (color == Color::White) != view.model.play.is_flipped() {
                typed(ui, view);
            }
        });
    });
}
