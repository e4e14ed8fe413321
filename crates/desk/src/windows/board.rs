//! The board with the players above and below it.

mod player;

use eframe::egui::{Event, Key, MouseWheelUnit, Rect, Role, Sense, TextEdit, Ui, UiBuilder, vec2};
use heirloom_app::review::judgement::Judgement;
use heirloom_chess::Color;
use heirloom_chess::game::{Nag, NodeId};
use heirloom_picture::{MarkColor, Marks};

use super::graph::Course;
use super::{WindowView, banner};
use crate::model::command::{AnalysisCommand, CoachCommand, Command, EditCommand, PlayCommand, Step};
use crate::model::marks;
use crate::model::players::{self, Player, Seat};
use crate::model::{Model, Stage};
use crate::settings::Settings;
use crate::texts::Language;
use crate::widgets;
use crate::widgets::board::{self, BoardContent, BoardInput, MoveArrow};
use crate::widgets::gauge;

/// How far a touchpad scrolls for a step, in points.
const NOTCH: f32 = 40.0;
/// The greatest number of lines that are drawn as arrows.
const ARROWS: usize = 5;

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    banner::show(ui, view);
    let model = view.model;
    let hint = model.analysis.hint.map(MoveArrow::plain);
    let mut arrows: Vec<MoveArrow> = hint.into_iter().chain(tried(model)).collect();
    let mut threat = model.analysis.threatened;
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
        badge: badge(model, node),
        marks: shown_marks(model, node),
        keeps_marks: model.keeps_marks(),
        threat,
        open: model.play.thinking().is_none() && model.serving.is_none(),
        in_advance: model.play.thinking().map(|color| !color).filter(is_users),
        premove: model.play.pending().premove,
    };
    let places = Places::new(ui, view.settings);
    let bottom = if view.model.play.is_flipped() { Color::Black } else { Color::White };
    player::show(ui, view, !bottom, places.above, |_, _| {});
    if let Some(bar) = places.bar {
        let mut ui = ui.new_child(UiBuilder::new().max_rect(bar).id_salt("evaluation bar"));
        evaluation_bar(&mut ui, view, bar.height());
    }
    let commands = &mut *view.commands;
    let menu = |ui: &mut Ui| more(ui, model, view.settings, commands);
    let mut on_board = ui.new_child(UiBuilder::new().max_rect(places.board).id_salt("board"));
    let entered = view.board.show(&mut on_board, &shown, view.pieces, view.settings, menu);
    if ui.rect_contains_pointer(places.board) {
        let steps = view.state.get::<Wheel>().steps(ui);
        view.commands.extend(steps.map(|step| Command::Play(PlayCommand::Go(step))));
    }
    view.commands.extend(entered.map(|entered| match entered {
        BoardInput::Move(mv) => Command::Play(PlayCommand::Move(mv)),
        BoardInput::Premove(squares) => Command::Play(PlayCommand::Premove(squares)),
        BoardInput::Mark(squares, color) => Command::Edit(EditCommand::Mark(node, squares, color)),
        BoardInput::ClearMarks => Command::Edit(EditCommand::ClearMarks(node)),
    }));
    player::show(ui, view, bottom, places.below, typed);
}

/// Returns the arrow of a move that the board has not played: one that the coach looks at, or one tried at
/// the moment of the walk.
fn tried(model: &Model) -> Option<MoveArrow> {
    if let Some(mv) = model.coach.waiting() {
        return Some(MoveArrow { is_next: true, ..MoveArrow::plain(mv) });
    }
    let (walk, review) = (model.walkthrough()?, model.reviewed()?);
    let mv = walk.tried().filter(|_| walk.nodes(review).0 == model.record().node())?;
    Some(MoveArrow { is_next: true, ..MoveArrow::plain(mv) })
}

/// Returns the marks of the game, and circles around hanging pieces.
fn shown_marks(model: &Model, node: NodeId) -> Marks {
    let mut marks = marks::of(model.record().game(), node);
    let position = model.record().position();
    let user = players::person(model.play.players()).unwrap_or(position.turn());
    marks.circles.extend(model.coach.marked(model.record()).iter().map(|&square| {
        let is_own = position.piece_at(square).is_some_and(|piece| piece.color() == user);
        (square, if is_own { MarkColor::Red } else { MarkColor::Green })
    }));
    marks
}

/// Where the board and what belongs to it are drawn: all in the middle of the window, and the bars of the
/// players as wide as the board.
struct Places {
    above: Rect,
    board: Rect,
    below: Rect,
    /// The evaluation bar, to the left of the board.
    bar: Option<Rect>,
}

impl Places {
    fn new(ui: &mut Ui, settings: &Settings) -> Places {
        let whole = ui.available_rect_before_wrap();
        let bar = if settings.evaluation_bar { gauge::WIDTH } else { 0.0 };
        let row = player::HEIGHT + player::GAP;
        let room = (whole.width() - bar).min(whole.height() - 2.0 * row).max(80.0);
        // Eight squares of whole points, so that the bars end where the board ends.
        let side = if settings.frame { room.floor() } else { (room / 8.0).floor() * 8.0 };
        let left = (whole.left() + bar + (whole.width() - bar - side).max(0.0) / 2.0).floor();
        let top = (whole.top() + row + (whole.height() - 2.0 * row - side).max(0.0) / 2.0).floor();
        let board = Rect::from_min_size([left, top].into(), vec2(side, side));
        let place = |top: f32| Rect::from_min_size([left, top].into(), vec2(side, player::HEIGHT));
        ui.allocate_rect(whole, Sense::hover());
        Places {
            above: place(top - row),
            board,
            below: place(board.bottom() + player::GAP),
            bar: (bar > 0.0).then(|| Rect::from_min_size([left - bar, top].into(), vec2(bar, side))),
        }
    }
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

/// Returns the symbol that is shown with a move on the board: its own, else that of the engine's judgement.
fn badge(model: &Model, node: NodeId) -> Option<Nag> {
    let own = board::badge::symbol(model.record().game().nags(node));
    own.or_else(|| model.judgements().of(node).map(Judgement::nag))
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
        (texts.show_threat(), Command::Analysis(AnalysisCommand::ShowThreat)),
        (texts.mark_hanging(), Command::Coach(CoachCommand::MarkHanging)),
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

/// Draws the field for typed moves, if there is room.
fn typed(ui: &mut Ui, view: &mut WindowView<'_>) {
    if ui.available_width() < 170.0 {
        return;
    }
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
