//! What menus, tools and keys offer, each under one name with one key, so that all three agree.

use eframe::egui::{Key, KeyboardShortcut, Modifiers, Ui};

use crate::texts::Language;
use crate::widgets::icons::Icon;

const NONE: Modifiers = Modifiers::NONE;
const COMMAND: Modifiers = Modifiers::COMMAND;
const COMMAND_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };

/// Makes the list of actions from one line each: the variant, the names of its text and of its help, and its
/// key.
macro_rules! actions {
    ($($variant:ident: $text:ident, $help:ident $(, $modifier:ident + $key:ident)?;)*) => {
        /// An action.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Action {
            $(#[doc = stringify!($text)] $variant,)*
        }

        impl Action {
            /// All actions, in the order of the menus.
            pub const ALL: &[Action] = &[$(Action::$variant),*];

            /// Returns the name.
            pub fn text(self, texts: Language) -> &'static str {
                match self {
                    $(Action::$variant => texts.$text(),)*
                }
            }

            /// Returns what the action does, in a sentence.
            pub fn help(self, texts: Language) -> &'static str {
                match self {
                    $(Action::$variant => texts.$help(),)*
                }
            }

            /// Returns the key. One without a modifier does nothing while the user types.
            pub fn shortcut(self) -> Option<KeyboardShortcut> {
                match self {
                    $($(Action::$variant => Some(KeyboardShortcut::new($modifier, Key::$key)),)?)*
                    _ => None,
                }
            }
        }
    };
}

actions! {
    NewGame: new_game, help_new_game, COMMAND + N;
    Open: open, help_open, COMMAND + O;
    ListGames: list_games, help_list_games, COMMAND_SHIFT + O;
    EarlierGames: earlier_games, help_earlier_games;
    MasterGames: master_games, help_master_games;
    Endgames: endgames, help_endgames;
    Save: save, help_save, COMMAND + S;
    SaveAs: save_as, help_save_as, COMMAND_SHIFT + S;
    GameData: edit_game_data, help_game_data, COMMAND + D;
    CopyEpd: copy_epd, help_copy_epd;
    CopyFen: copy_fen, help_copy_fen, COMMAND_SHIFT + E;
    CopyPgn: copy_pgn, help_copy_pgn, COMMAND_SHIFT + G;
    Paste: paste, help_paste;
    SetUp: set_up, help_set_up, COMMAND + U;
    Level: set_level, help_level, COMMAND + L;
    Resign: resign, help_resign;
    Draw: draw, help_draw;
    Quit: quit, help_quit, COMMAND + Q;
    Analyse: analyse, help_analyse, COMMAND + A;
    Review: review_game, help_review_game, COMMAND_SHIFT + R;
    AnnotateGame: annotate_game, help_annotate_game;
    StepByStep: step_by_step, help_step_by_step;
    Ponder: ponder, help_ponder;
    ResetClocks: reset_clocks, help_reset_clocks;
    PlayFromHere: play_from_here, help_play_from_here, COMMAND + P;
    Replay: replay, help_replay, COMMAND + R;
    MoveForMe: move_for_me, help_move_for_me, COMMAND + M;
    MoveNow: move_now, help_move_now, COMMAND + J;
    Abort: abort, help_abort, COMMAND + B;
    Hint: hint, help_hint, COMMAND + H;
    TakeBack: take_back, help_take_back, COMMAND + T;
    Redo: redo, help_redo, COMMAND + Y;
    Undo: undo, help_undo, COMMAND + Z;
    Annotate: annotate, help_annotate, COMMAND + K;
    Promote: promote_variation, help_promote, COMMAND + ArrowUp;
    Delete: delete_from_here, help_delete, COMMAND + Delete;
    First: first, help_first, NONE + Home;
    Back: back, help_back, NONE + ArrowLeft;
    Forward: forward, help_forward, NONE + ArrowRight;
    Last: last, help_last, NONE + End;
    PreviousMistake: previous_mistake, help_previous_mistake, NONE + PageUp;
    NextMistake: next_mistake, help_next_mistake, NONE + PageDown;
    VariationBefore: variation_before, help_variation_before, NONE + ArrowUp;
    VariationAfter: variation_after, help_variation_after, NONE + ArrowDown;
    Flip: flip, help_flip, COMMAND + F;
    Engines: manage_engines, help_engines, COMMAND + E;
    Settings: open_settings, help_settings, COMMAND + Comma;
    ResetLayout: reset_layout, help_reset_layout, COMMAND_SHIFT + D;
    AnalysisLayout: analysis_layout, help_analysis_layout, COMMAND_SHIFT + A;
    SearchLayout: search_layout, help_search_layout, COMMAND + I;
    Help: open_help, help_help, NONE + F1;
    Keys: keys, help_keys, NONE + F2;
    About: about, help_about;
}

impl Action {
    /// Returns the name of the key.
    pub fn keys(self, ui: &Ui, texts: Language) -> Option<String> {
        self.shortcut().map(|shortcut| texts.shortcut(&ui.ctx().format_shortcut(&shortcut)))
    }

    /// Returns the icon of its tool.
    pub fn icon(self) -> Icon {
        match self {
            Action::NewGame => Icon::Pawn,
            Action::Open => Icon::Folder,
            Action::Save | Action::SaveAs => Icon::Save,
            Action::First => Icon::First,
            Action::Back => Icon::Back,
            Action::Forward => Icon::Forward,
            Action::Last => Icon::Last,
            Action::TakeBack => Icon::TakeBack,
            Action::Redo => Icon::Redo,
            Action::MoveForMe => Icon::Cog,
            Action::MoveNow => Icon::Flash,
            Action::Abort => Icon::Stop,
            Action::Hint => Icon::Lamp,
            Action::Flip => Icon::Flip,
            Action::Replay => Icon::Replay,
            _ => Icon::Lens,
        }
    }
}
