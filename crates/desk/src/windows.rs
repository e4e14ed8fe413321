//! The windows of the desk: one file each, all of them in one list.

mod analysis;
mod board;
mod clocks;
mod journal;
mod status;

use std::time::Instant;

use eframe::egui::Ui;
use serde::{Deserialize, Serialize};

use crate::command::Command;
use crate::model::Model;
use crate::settings::Settings;
use crate::texts::Language;
use crate::widgets::board::BoardView;
use crate::widgets::pieces::Pieces;

/// A window of the desk.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Window {
    /// The board.
    Board,
    /// The moves.
    Journal,
    /// The clocks.
    Clocks,
    /// The state of the game in words.
    Status,
    /// Lines of an engine.
    Analysis,
}

/// What windows draw from, and what they keep between frames.
pub struct View<'a> {
    /// What there is.
    pub model: &'a Model,
    /// A person's taste.
    pub settings: &'a Settings,
    /// Half-entered moves, arrows and the like.
    pub board: &'a mut BoardView,
    /// The drawings of the pieces.
    pub pieces: &'a mut Pieces,
    /// The time of this frame.
    pub now: Instant,
    /// What is asked for.
    pub commands: &'a mut Vec<Command>,
}

impl View<'_> {
    /// The language of all texts.
    pub fn texts(&self) -> Language {
        self.settings.language
    }
}

impl Window {
    /// All of them, in the order of the menu.
    pub const ALL: [Window; 5] = [Window::Board, Window::Journal, Window::Clocks, Window::Status, Window::Analysis];

    /// Its title.
    pub fn title(self, language: Language) -> &'static str {
        match self {
            Window::Board => language.board(),
            Window::Journal => language.journal(),
            Window::Clocks => language.clocks(),
            Window::Status => language.status(),
            Window::Analysis => language.analysis(),
        }
    }

    /// Draws it.
    pub fn show(self, ui: &mut Ui, view: &mut View<'_>) {
        match self {
            Window::Board => board::show(ui, view),
            Window::Journal => journal::show(ui, view),
            Window::Clocks => clocks::show(ui, view),
            Window::Status => status::show(ui, view),
            Window::Analysis => analysis::show(ui, view),
        }
    }
}
