//! How the windows of the desk are drawn, one file each.

mod analysis;
mod banner;
mod beginning;
mod board;
mod clocks;
mod empty;
mod evaluation;
mod game_data;
mod games;
mod graph;
mod hash_table;
mod journal;
mod library;
mod matches;
mod move_order;
mod opening_tree;
mod pawns;
mod position;
mod protocol_log;
mod puzzles;
mod review;
mod root_moves;
mod searched;
mod statistics;
mod status;
mod suite;
mod watchdog;

use std::any::{Any, TypeId};
use std::collections::HashMap;
use web_time::Instant;

use eframe::egui::Ui;

use crate::dialogs::Dialog;
use crate::model::Model;
use crate::model::command::Command;
use crate::settings::{Details, Settings};
use crate::texts::Language;
use crate::widgets::board::BoardView;
use crate::widgets::pieces::Pieces;
pub use crate::window::Window;
pub use board::TypedMove;

/// Draws a window.
pub fn show(window: Window, ui: &mut Ui, view: &mut WindowView<'_>) {
    match window {
        Window::Board => board::show(ui, view),
        Window::Journal => journal::show(ui, view),
        Window::Clocks => clocks::show(ui, view),
        Window::Status => status::show(ui, view),
        Window::GameData => game_data::show(ui, view),
        Window::Analysis => analysis::show(ui, view),
        Window::Position => position::show(ui, view),
        Window::Graph => graph::show(ui, view),
        Window::Review => review::show(ui, view),
        Window::Watchdog => watchdog::show(ui, view),
        Window::RootMoves => root_moves::show(ui, view),
        Window::Statistics => statistics::show(ui, view),
        Window::HashTable => hash_table::show(ui, view),
        Window::Evaluation => evaluation::show(ui, view),
        Window::MoveOrder => move_order::show(ui, view),
        Window::ProtocolLog => protocol_log::show(ui, view),
        Window::Games => games::show(ui, view),
        Window::OpeningTree => opening_tree::show(ui, view),
        Window::Library => library::show(ui, view),
        Window::Suite => suite::show(ui, view),
        Window::Matches => matches::show(ui, view),
        Window::Puzzles => puzzles::show(ui, view),
    }
}

/// What windows draw from, and what they keep between frames.
pub struct WindowView<'a> {
    /// The state of the desk.
    pub model: &'a Model,
    /// The user's preferences.
    pub settings: &'a Settings,
    /// Half-entered moves, arrows and other state of the board.
    pub board: &'a mut BoardView,
    /// The drawings of the pieces.
    pub pieces: &'a mut Pieces,
    /// The state of each window.
    pub state: &'a mut WindowState,
    /// The dialog that is open, or is to be opened.
    pub dialog: &'a mut Option<Dialog>,
    /// The time of this frame.
    pub now: Instant,
    /// Commands for the desk.
    pub commands: &'a mut Vec<Command>,
}

impl WindowView<'_> {
    /// Returns the language of all texts.
    pub fn texts(&self) -> Language {
        self.settings.language
    }

    /// Returns true if windows show everything, also what only experts look for.
    pub fn is_full(&self) -> bool {
        self.settings.details == Details::Full
    }
}

/// The state of windows between frames, such as a text being typed or the order of a list: one value of each
/// type, so that a window needs no field.
#[derive(Default)]
pub struct WindowState(HashMap<TypeId, Box<dyn Any>>);

impl WindowState {
    /// Returns the value of a type, initially its default.
    pub fn get<T: Any + Default>(&mut self) -> &mut T {
        let state = self.0.entry(TypeId::of::<T>()).or_insert_with(|| Box::new(T::default()));
        state.downcast_mut().expect("a value is stored under its own type")
    }
}
