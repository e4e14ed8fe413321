//! The list of windows: their titles, and what the help says of each.

use serde::{Deserialize, Serialize};

use crate::texts::Language;

/// Makes the list of windows from one line each: the variant, the text of its title and that of its help.
macro_rules! windows {
    ($($group:ident { $($(#[$doc:meta])* $variant:ident: $title:ident, $help:ident;)* })*) => {
        /// A window of the desk.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub enum Window {
            $($($(#[$doc])* $variant,)*)*
        }

        impl Window {
            /// All windows by group, in the order of the menu.
            pub const GROUPS: &[&[Window]] = &[$(&[$(Window::$variant),*]),*];

            /// Returns the title.
            pub fn title(self, texts: Language) -> &'static str {
                match self {
                    $($(Window::$variant => texts.$title(),)*)*
                }
            }

            /// Returns what the window shows, in a sentence or two.
            pub fn help(self, texts: Language) -> &'static str {
                match self {
                    $($(Window::$variant => texts.$help(),)*)*
                }
            }
        }
    };
}

windows! {
    playing {
        /// The board.
        Board: board, window_board;
        /// The moves.
        Journal: journal, window_journal;
        /// The time each player has used and has left.
        Clocks: clocks, window_clocks;
        /// The state of the game in words.
        Status: status, window_status;
        /// The data of the game.
        GameData: game_data, window_game_data;
    }
    analysing {
        /// Lines of an engine.
        Analysis: analysis, window_analysis;
        /// What is known of the position without a search.
        Position: position, window_position;
        /// The course of the game.
        Graph: graph, window_graph;
        /// What each move was worth.
        Review: review, window_review;
    }
    searching {
        /// The iterations, and the progress of the present one.
        Watchdog: watchdog, window_watchdog;
        /// The root moves with their cost.
        RootMoves: root_moves, window_root_moves;
        /// How the nodes of the search ended.
        Statistics: statistics, window_statistics;
        /// The hash tables.
        HashTable: hash_table, window_hash_table;
        /// The evaluation by term and square.
        Evaluation: evaluation, window_evaluation;
        /// The moves as generated and as searched.
        MoveOrder: move_order, window_move_order;
        /// The conversations with other programs.
        ProtocolLog: protocol_log, window_protocol_log;
    }
    collecting {
        /// The games of a file.
        Games: games, window_games;
        /// The moves played in them.
        OpeningTree: opening_tree, window_opening_tree;
        /// The opening library.
        Library: library, window_library;
        /// Positions for an engine to solve.
        Suite: suite, window_suite;
        /// Matches between engines.
        Matches: matches, window_matches;
        /// Puzzles.
        Puzzles: puzzles, window_puzzles;
    }
}

impl Window {
    /// Returns all windows.
    pub fn all() -> impl Iterator<Item = Window> {
        Window::GROUPS.iter().copied().flatten().copied()
    }
}
