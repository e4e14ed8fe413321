//! The lines of an engine: their values, their moves, and what can be done with them.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use eframe::egui::{
    Button, Color32, Id, Popup, Rect, RectAlign, Response, RichText, Role, Tooltip, Ui, Vec2,
};
use heirloom_chess::{Move, Position};
use heirloom_engine::Info;

use super::bounded;
use crate::model::Stage;
use crate::model::command::{AnalysisCommand, Command, EditCommand};
use crate::model::insertion::Insertion;
use crate::model::players::Seat;
use crate::texts::Language;
use crate::widgets::line::{self, LineContent};
use crate::widgets::pieces::Pieces;
use crate::widgets::{help, small_board};
use crate::windows::WindowView;

/// The number of rows that a line takes in a low window and in others, unless it is unfolded.
const ROWS: [usize; 2] = [1, 2];
/// The height of the lines and what is above them from which on a window is not low.
const ROOMY: f32 = 280.0;
/// The width of the values.
const VALUES: f32 = 62.0;
/// The width of the depths.
const DEPTHS: f32 = 18.0;
/// The size of the board that shows the position after a move.
const BOARD: f32 = 220.0;
/// Where that board goes: next to the lines, else above or below the one pointed at, so that this one can be
/// read.
const PLACES: [RectAlign; 8] = [
    RectAlign::LEFT_START,
    RectAlign::LEFT_END,
    RectAlign::RIGHT_START,
    RectAlign::RIGHT_END,
    RectAlign::TOP_START,
    RectAlign::BOTTOM_START,
    RectAlign::LEFT,
    RectAlign::RIGHT,
];
/// How long the lines stay as they are after the pointer has moved over them, in seconds.
const AIMING: f32 = 1.5;
/// The number of lines whose texts are kept.
const KEPT: usize = 200;

/// The texts of lines, which take long to write.
#[derive(Default)]
struct LineTexts(HashMap<u64, Rc<[String]>>);

impl LineTexts {
    /// Returns the moves of a line, each with its number if it needs one.
    fn of(&mut self, texts: Language, position: &Position, moves: &[Move]) -> Rc<[String]> {
        let mut hasher = DefaultHasher::new();
        (texts as u8, position.key(), position.fullmove_number(), moves).hash(&mut hasher);
        let key = hasher.finish();
        if self.0.len() > KEPT && !self.0.contains_key(&key) {
            self.0.clear();
        }
        Rc::clone(self.0.entry(key).or_insert_with(|| texts.words_of_line(position, moves).into()))
    }
}

/// The lines that are shown as a whole, by engine and first move.
#[derive(Default)]
struct Unfolded(HashSet<(String, Move)>);

/// The pieces of the board that shows the position after a move.
#[derive(Default)]
struct Previewed(Pieces);

/// The lines of the engine and position that the user points at.
#[derive(Default)]
struct Pointed {
    place: Option<(String, u64)>,
    lines: Vec<Info>,
}

/// Draws the lines of an engine, the best first. While the user aims at them they stay as they are, so that a
/// click does not hit another line.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>, seat: &Seat, position: &Position) {
    let place = (seat.id.clone(), position.key());
    let pointed = std::mem::take(view.state.get::<Pointed>());
    let was_pointed_at = pointed.place.as_ref() == Some(&place);
    let lines: Vec<&Info> =
        if was_pointed_at { pointed.lines.iter().collect() } else { seat.progress.ranked() };
    if lines.is_empty() && view.model.analysis.on {
        ui.weak(view.texts().nothing_found_yet());
    }
    let drawn = ui.scope(|ui| {
        for (index, &info) in lines.iter().enumerate() {
            let texts = view.texts();
            let words = view.state.get::<LineTexts>().of(texts, position, &info.pv);
            let line = EngineLine { seat, position, info, words, number: index + 1 };
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                line.head(ui, view);
                line.moves(ui, view);
            });
        }
    });
    let aims = ui.rect_contains_pointer(drawn.response.rect)
        && ui.input(|input| input.pointer.time_since_last_movement() < AIMING);
    if !lines.is_empty() && (aims || was_pointed_at && Popup::is_any_open(ui.ctx())) {
        let lines = lines.into_iter().cloned().collect();
        *view.state.get::<Pointed>() = Pointed { place: Some(place), lines };
        // An engine that has finished reports nothing that would show its latest lines.
        ui.ctx().request_repaint_after_secs(AIMING);
    } else if !was_pointed_at {
        *view.state.get::<Pointed>() = pointed;
    }
}

/// A line that is drawn.
struct EngineLine<'a> {
    seat: &'a Seat,
    position: &'a Position,
    info: &'a Info,
    words: Rc<[String]>,
    number: usize,
}

impl EngineLine<'_> {
    /// Draws the value on the color of the side that it is good for, and the depth for experts. A click on
    /// the value opens the menu of the line.
    fn head(&self, ui: &mut Ui, view: &mut WindowView<'_>) {
        let (texts, turn) = (view.texts(), self.position.turn());
        let value = bounded(texts, self.info, turn);
        let for_black = self.info.score.is_some_and(|score| score.for_white(turn).centipawns() < 0);
        let (fill, ink) = if for_black {
            (Color32::from_gray(20), Color32::from_gray(235))
        } else {
            (Color32::from_gray(240), Color32::from_gray(20))
        };
        let text = RichText::new(&value).monospace().strong().color(ink);
        let button = Button::new(text)
            .fill(fill)
            .stroke(ui.visuals().window_stroke)
            .corner_radius(4)
            .min_size(Vec2::new(VALUES, 0.0));
        let response = ui.scope(|ui| {
            ui.spacing_mut().button_padding = Vec2::new(4.0, 0.0);
            ui.add(button)
        });
        let response = response.inner;
        crate::widgets::named(&response, Role::Button, texts.line_named(self.number, &value));
        let response = help::explained(response, texts.help_line());
        Popup::menu(&response).show(|ui| self.menu(ui, view));
        if !view.is_full() {
            return;
        }
        let depth = self.info.depth.map_or_else(String::new, |depth| depth.to_string());
        let depth = RichText::new(depth).weak();
        let size = Vec2::new(DEPTHS, ui.text_style_height(&eframe::egui::TextStyle::Body));
        ui.add_sized(size, eframe::egui::Label::new(depth));
    }

    /// Draws the moves.
    fn moves(&self, ui: &mut Ui, view: &mut WindowView<'_>) {
        let texts = view.texts();
        let Some(&first) = self.info.pv.first() else { return };
        let place = (self.seat.id.clone(), first);
        let is_folded = !view.state.get::<Unfolded>().0.contains(&place);
        let value = bounded(texts, self.info, self.position.turn());
        let name = format!("{}: {}", texts.line_named(self.number, &value), self.words.join(" "));
        let content = LineContent {
            words: &self.words,
            settings: view.settings,
            name: &name,
            rows: is_folded.then_some(ROWS[usize::from(ui.clip_rect().height() >= ROOMY)]),
            more: [texts.unfold_line(), texts.fold_line()],
            open: self.can_insert(view),
        };
        let salt = Id::unique(("line", &self.seat.id, self.number));
        let scope = ui.scope(|ui| line::show(ui, salt, &content));
        scope.response.container_context_menu(|ui| self.menu(ui, view));
        let touched = scope.inner;
        if touched.folds {
            let unfolded = &mut view.state.get::<Unfolded>().0;
            if !unfolded.remove(&place) {
                unfolded.insert(place);
            }
        }
        if let Some(index) = touched.clicked {
            self.insert(view, index + 1, false, true);
        }
        if let Some((index, anchor)) = touched.shown {
            let line = Rect::from_x_y_ranges(ui.clip_rect().x_range(), scope.response.rect.y_range());
            self.preview(&anchor, line, view, index);
        }
    }

    /// Returns true if the line can be put into the game.
    fn can_insert(&self, view: &WindowView<'_>) -> bool {
        let model = view.model;
        model.play.stage() != Stage::Playing && model.analysis.node(model.record()).is_some()
    }

    /// Puts the first moves of the line into the game.
    fn insert(&self, view: &mut WindowView<'_>, count: usize, is_main: bool, goes_there: bool) {
        let Some(from) = view.model.analysis.node(view.model.record()) else { return };
        let moves = self.info.pv[..count.min(self.words.len())].to_vec();
        let insertion = Insertion { from, moves, is_main, goes_there };
        view.commands.push(Command::Edit(EditCommand::Insert(insertion)));
    }

    /// Shows the position after a move, outside the line.
    fn preview(&self, anchor: &Response, line: Rect, view: &mut WindowView<'_>, index: usize) {
        let (mut position, mut last) = (self.position.clone(), None);
        for &mv in self.info.pv.iter().take(index + 1) {
            if position.try_play(mv).is_err() {
                break;
            }
            last = Some(mv);
        }
        let flipped = view.model.play.is_flipped();
        let mut tooltip = Tooltip::for_widget(anchor).width(BOARD);
        tooltip.popup = tooltip.popup.anchor(line).align(PLACES[0]).align_alternatives(&PLACES);
        tooltip.show(|ui| {
            let pieces = &mut view.state.get::<Previewed>().0;
            small_board::show_from(ui, &position, last, BOARD, flipped, pieces, view.settings);
        });
    }

    /// Draws the menu of the line.
    fn menu(&self, ui: &mut Ui, view: &mut WindowView<'_>) {
        let texts = view.texts();
        let Some(&first) = self.info.pv.first() else { return };
        let (all, open) = (self.words.len(), self.can_insert(view));
        for (text, count, is_main) in [
            (texts.insert_move(), 1, false),
            (texts.insert_line(), all, false),
            (texts.insert_main_line(), all, true),
        ] {
            if ui.add_enabled(open, Button::new(text)).clicked() {
                self.insert(view, count, is_main, false);
                ui.close();
            }
        }
        if ui.button(texts.copy_line()).clicked() {
            ui.ctx().copy_text(self.text(texts));
            ui.close();
        }
        ui.separator();
        let name = texts.san(self.position, first);
        let searched = view.model.analysis.searched_moves(self.position);
        let others: Vec<Move> = searched.iter().copied().filter(|mv| *mv != first).collect();
        let choices = [
            (texts.only_move(&name), !others.is_empty(), vec![first]),
            (texts.leave_out(&name), !others.is_empty(), others),
            (texts.all_moves().to_owned(), view.model.analysis.only.is_some(), Vec::new()),
        ];
        for (text, enabled, moves) in choices {
            if ui.add_enabled(enabled, Button::new(text)).clicked() {
                view.commands.push(Command::Analysis(AnalysisCommand::Only(moves)));
                ui.close();
            }
        }
    }

    /// Returns the line as text.
    fn text(&self, texts: Language) -> String {
        let value = bounded(texts, self.info, self.position.turn());
        let depth =
            self.info.depth.map_or_else(String::new, |depth| format!(" ({})", texts.tile_depth(depth)));
        format!("{value}{depth}: {}", self.words.join(" "))
    }
}
