//! The moves of the game with their variations, comments and marks: as a table, a paragraph or a tree.

mod controls;
mod entries;
mod folding;
mod head;
mod paint;
mod rows;

use eframe::egui::style::ScrollAnimation;
use eframe::egui::{Align, FontId, Rect, Response, ScrollArea, TextStyle, Ui, Vec2, vec2};
use heirloom_chess::game::NodeId;

use self::entries::EntryWriter;
use self::folding::Folding;
use self::paint::{RowPainter, Touch};
use self::rows::{Letters, RowSetter, Rows, Space};
use super::{WindowView, beginning};
use crate::dialogs::{Annotation, Dialog};
use crate::model::Stage;
use crate::model::command::{Command, PlayCommand, Step};
use crate::settings::{NotationStyle, Settings};
use crate::theme::bold_family;
use crate::widgets::context;

/// The width at the right that the scroll bar may cover.
const BAR: f32 = 10.0;

/// The height of the window from which on there is room for what is above the moves, in points.
const ROOMY: f32 = 230.0;

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    if view.model.play.stage() == Stage::Free && view.model.record().game().move_count() == 0 {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| beginning::show(ui, view));
        return;
    }
    // In a low window, the moves need the room more.
    if ui.available_height() >= ROOMY {
        head::show(ui, view);
    }
    controls::show(ui, view);
    ui.separator();
    ScrollArea::vertical().auto_shrink(false).show_viewport(ui, |ui, seen| moves(ui, view, seen));
}

/// The move list as it was laid out last, and the place on the board that it follows.
#[derive(Default)]
struct MoveList {
    key: Option<Key>,
    rows: Rows,
    folding: Folding,
    /// The version of the game whose current move has been scrolled into view, the size of the view, and the
    /// form of the list.
    followed: (u64, Vec2, NotationStyle),
    /// The latest state of the judgements that was read, and what they were.
    judged: ([u64; 4], u64),
}

/// What the layout depends on.
#[derive(Clone, PartialEq)]
struct Key {
    game: [u64; 2],
    folding: u64,
    judged: u64,
    settings: Settings,
    space: Space,
    fonts: [FontId; 3],
    scale: f32,
}

/// Draws the moves in the visible part of the list.
fn moves(ui: &mut Ui, view: &mut WindowView<'_>, seen: Rect) {
    let mut list = std::mem::take(view.state.get::<MoveList>());
    let record = view.model.record();
    let (game, here) = (record.game(), record.node());
    list.folding.turn_to(record.id());
    let place = (record.version(), seen.size(), view.settings.notation);
    let moved = std::mem::replace(&mut list.followed, place) != place;
    if moved {
        list.folding.reveal(game, here);
    }
    list.lay_out(ui, view);
    ui.set_height(list.rows.height.max(1.0));
    ui.set_width(ui.available_width());
    if moved {
        follow(ui, &list.rows, here);
    }
    let (texts, model) = (view.texts(), view.model);
    let (commands, dialog) = (&mut *view.commands, &mut *view.dialog);
    let mut menu = |response: &Response, node: NodeId| {
        context::of(response, |ui| {
            if let Some(opened) = controls::menu(ui, model, texts, node, commands) {
                *dialog = Some(opened);
            }
        });
    };
    let touched = RowPainter::new(ui, &list.rows, here, texts).show(seen.min.y..seen.max.y, &mut menu);
    match touched {
        Some(Touch::Go(node)) => view.commands.push(Command::Play(PlayCommand::Go(Step::To(node)))),
        Some(Touch::Annotate(node)) => {
            *view.dialog = Some(Dialog::Annotation(Annotation::of(game, node, texts)));
        }
        Some(Touch::Fold(first)) => {
            list.folding.toggle(first);
            // The board must not show a move that is hidden.
            if list.folding.is_folded(first) && here != first && game.path(here).contains(&first) {
                view.commands.push(Command::Play(PlayCommand::Go(Step::To(first))));
            }
            ui.ctx().request_repaint();
        }
        None => {}
    }
    if game.move_count() == 0 {
        ui.weak(texts.start_position());
    }
    *view.state.get::<MoveList>() = list;
}

/// Scrolls the current move into view, unless it is in the middle third.
fn follow(ui: &Ui, rows: &Rows, here: NodeId) {
    let origin = ui.max_rect().min;
    let Some(row) = rows.row_of(here) else {
        let top = Rect::from_min_size(origin, vec2(1.0, 1.0));
        return ui.scroll_to_rect_animation(top, Some(Align::Min), ScrollAnimation::none());
    };
    let place = Rect::from_min_size(origin + vec2(0.0, row.top), vec2(1.0, row.height));
    let seen = ui.clip_rect();
    let middle = seen.shrink2(vec2(0.0, seen.height() / 3.0)).y_range();
    if !middle.contains(place.center().y) {
        ui.scroll_to_rect_animation(place, Some(Align::Center), ScrollAnimation::none());
    }
}

impl MoveList {
    /// Lays the list out again if anything it depends on has changed.
    fn lay_out(&mut self, ui: &Ui, view: &WindowView<'_>) {
        let record = view.model.record();
        let version = view.model.course_version();
        let judgements = view.model.judgements();
        if self.judged.0 != version {
            self.judged = (version, judgements.fingerprint());
        }
        let [usual, small] = [TextStyle::Body, TextStyle::Small].map(|style| style.resolve(ui.style()));
        let fonts = [usual.clone(), FontId::new(usual.size, bold_family()), small];
        let line = ui.fonts_mut(|all| all.row_height(&fonts[0]));
        let key = Key {
            game: [record.id(), record.revision()],
            folding: self.folding.version(),
            judged: self.judged.1,
            settings: view.settings.clone(),
            space: Space { width: (ui.available_width() - BAR).max(80.0), line },
            fonts,
            scale: ui.ctx().pixels_per_point(),
        };
        if self.key.as_ref() == Some(&key) {
            return;
        }
        let (game, settings, folding) = (record.game(), view.settings, &self.folding);
        let entries = EntryWriter { game, settings, judgements, folding }.entries();
        self.rows = ui.fonts_mut(|all| {
            let mut measure = |text: &str, letters: Letters| {
                let font = &key.fonts[letters as usize];
                text.chars().map(|letter| all.glyph_width(font, letter)).sum::<f32>()
            };
            RowSetter::new(&mut measure, key.space, settings.notation).set(&entries)
        });
        self.key = Some(key);
    }
}
