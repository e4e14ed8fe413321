//! The windows of the desk: one file each, all of them in one list.

mod analysis;
mod banner;
mod beginning;
mod board;
mod clocks;
mod evaluation;
mod games;
mod graph;
mod hash_table;
pub(crate) mod journal;
mod library;
mod matches;
mod move_order;
mod opening_tree;
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
use serde::{Deserialize, Serialize};

use crate::command::Command;
use crate::dialogs::Dialog;
use crate::model::Model;
use crate::settings::Settings;
use crate::texts::Language;
use crate::widgets::board::BoardView;
use crate::widgets::pieces::Pieces;

/// Makes the list of windows from one line each: the variant, and the one name of its module and of its title in the texts.
macro_rules! windows {
    ($($group:ident { $($(#[$doc:meta])* $variant:ident: $name:ident;)* })*) => {
        /// A window of the desk.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub enum Window {
            $($($(#[$doc])* $variant,)*)*
        }

        impl Window {
            /// All of them by groups, in the order of the menu.
            pub const GROUPS: &[&[Window]] = &[$(&[$(Window::$variant),*]),*];

            /// Its title.
            pub fn title(self, texts: Language) -> &'static str {
                match self {
                    $($(Window::$variant => texts.$name(),)*)*
                }
            }

            /// Draws it.
            pub fn show(self, ui: &mut Ui, view: &mut View<'_>) {
                match self {
                    $($(Window::$variant => $name::show(ui, view),)*)*
                }
            }
        }
    };
}

windows! {
    playing {
        /// The board.
        Board: board;
        /// The moves.
        Journal: journal;
        /// What each player has used and has left.
        Clocks: clocks;
        /// The state of the game in words.
        Status: status;
    }
    analysing {
        /// Lines of an engine.
        Analysis: analysis;
        /// The course of the game.
        Graph: graph;
        /// What each move was worth.
        Review: review;
    }
    searching {
        /// Iterations, and how far the one at work has come.
        Watchdog: watchdog;
        /// The root moves with their cost.
        RootMoves: root_moves;
        /// How nodes were left.
        Statistics: statistics;
        /// The hash tables.
        HashTable: hash_table;
        /// The evaluation by term and square.
        Evaluation: evaluation;
        /// The moves as generated and as searched.
        MoveOrder: move_order;
        /// What is said to other programs.
        ProtocolLog: protocol_log;
    }
    collecting {
        /// The games of a file.
        Games: games;
        /// What was played in them.
        OpeningTree: opening_tree;
        /// The opening library.
        Library: library;
        /// Positions before an engine.
        Suite: suite;
        /// Games between engines.
        Matches: matches;
        /// Positions to be solved.
        Puzzles: puzzles;
    }
}

impl Window {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Window> {
        Window::GROUPS.iter().copied().flatten().copied()
    }
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
    /// What each window keeps for itself.
    pub kept: &'a mut Kept,
    /// The dialog that is open, or is to be.
    pub dialog: &'a mut Option<Dialog>,
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

/// What windows keep between frames that is of no interest to anybody else: a text being typed, the order of a list. One value of each
/// type, so that a window needs no field anywhere.
#[derive(Default)]
pub struct Kept(HashMap<TypeId, Box<dyn Any>>);

impl Kept {
    /// The value of a type, its default at first.
    pub fn of<T: Any + Default>(&mut self) -> &mut T {
        let kept = self.0.entry(TypeId::of::<T>()).or_insert_with(|| Box::new(T::default()));
        if !kept.is::<T>() {
            *kept = Box::new(T::default());
        }
        match kept.downcast_mut() {
            Some(kept) => kept,
            None => unreachable!("it has just been made"),
        }
    }
}
