//! What menus, tools and keys offer, each under one name with one key, so that all three agree.

use eframe::egui::{Key, KeyboardShortcut, Modifiers, Ui};

use crate::keys::KeyMap;
use crate::settings::Settings;
use crate::texts::{Language, without_dots};
use crate::widgets::icons::Icon;

const NONE: Modifiers = Modifiers::NONE;
const ALT: Modifiers = Modifiers::ALT;
const COMMAND: Modifiers = Modifiers::COMMAND;
const CTRL: Modifiers = Modifiers::CTRL;
const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::CTRL };
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

            /// Returns the name in the settings.
            fn id(self) -> &'static str {
                match self {
                    $(Action::$variant => stringify!($variant),)*
                }
            }

            /// Returns the usual key.
            fn usual(self) -> Option<KeyboardShortcut> {
                match self {
                    $($(Action::$variant => Some(KeyboardShortcut::new($modifier, Key::$key)),)?)*
                    _ => None,
                }
            }
        }
    };
}

actions! {
    Home: home, help_home, ALT + Home;
    NewGame: new_game, help_new_game, COMMAND + N;
    Open: open, help_open, COMMAND + O;
    ListGames: list_games, help_list_games, COMMAND_SHIFT + O;
    EarlierGames: earlier_games, help_earlier_games;
    MasterGames: master_games, help_master_games;
    Endgames: endgames, help_endgames;
    NewTab: new_tab, help_new_tab, COMMAND_SHIFT + N;
    CloseTab: close_tab, help_close_tab, COMMAND + W;
    Save: save, help_save, COMMAND + S;
    SaveAs: save_as, help_save_as, COMMAND_SHIFT + S;
    Export: export, help_export, COMMAND_SHIFT + E;
    GameData: edit_game_data, help_game_data, COMMAND + D;
    CopyEpd: copy_epd, help_copy_epd;
    CopyFen: copy_fen, help_copy_fen, COMMAND + C;
    CopyPicture: copy_picture, help_copy_picture, COMMAND_SHIFT + C;
    CopyPgn: copy_pgn, help_copy_pgn, COMMAND_SHIFT + G;
    Paste: paste, help_paste, COMMAND + V;
    SetUp: set_up, help_set_up, COMMAND + U;
    Level: set_level, help_level, COMMAND + L;
    Resign: resign, help_resign;
    Draw: draw, help_draw;
    Quit: quit, help_quit, COMMAND + Q;
    Analyse: analyse, help_analyse, COMMAND + A;
    Hold: hold_position, help_hold_position, COMMAND_SHIFT + H;
    Threat: threat, help_threat, COMMAND_SHIFT + T;
    InsertMove: insert_best_move, help_insert_best_move;
    InsertLine: insert_best_line, help_insert_best_line, COMMAND_SHIFT + I;
    Review: review_game, help_review_game, COMMAND_SHIFT + R;
    AnnotateGame: annotate_game, help_annotate_game;
    StepByStep: step_by_step, help_step_by_step;
    Ponder: ponder, help_ponder;
    UseLibrary: use_library, help_use_library;
    Coach: coach, help_coach;
    ResetClocks: reset_clocks, help_reset_clocks;
    PlayFromHere: play_from_here, help_play_from_here, COMMAND + P;
    Replay: replay, help_replay, COMMAND + R;
    MoveForMe: move_for_me, help_move_for_me, COMMAND + M;
    MoveNow: move_now, help_move_now, COMMAND + J;
    Abort: abort, help_abort, COMMAND + B;
    Hint: hint, help_hint, COMMAND + H;
    ShowThreat: show_threat, help_show_threat;
    MarkHanging: mark_hanging, help_mark_hanging;
    TakeBack: take_back, help_take_back, COMMAND + T;
    Undo: undo, help_undo, COMMAND + Z;
    Redo: redo, help_redo, COMMAND_SHIFT + Z;
    Annotate: annotate, help_annotate, COMMAND + K;
    Promote: promote_variation, help_promote, COMMAND + ArrowUp;
    Delete: delete_from_here, help_delete, COMMAND + Delete;
    First: first, help_first, NONE + Home;
    Back: back, help_back, NONE + ArrowLeft;
    Forward: forward, help_forward, NONE + ArrowRight;
    Last: last, help_last, NONE + End;
    PreviousMistake: previous_mistake, help_previous_mistake, NONE + PageUp;
    NextMistake: next_mistake, help_next_mistake, NONE + PageDown;
    Walk: walk, help_walk, COMMAND_SHIFT + W;
    ShowBetter: show_better, help_show_better, COMMAND_SHIFT + B;
    VariationBefore: variation_before, help_variation_before, NONE + ArrowUp;
    VariationAfter: variation_after, help_variation_after, NONE + ArrowDown;
    NextTab: next_tab, help_next_tab, CTRL + Tab;
    PreviousTab: previous_tab, help_previous_tab, CTRL_SHIFT + Tab;
    Flip: flip, help_flip, COMMAND + F;
    FocusBoard: focus_board, help_focus_board, NONE + F6;
    TypeMove: type_move, help_type_move, NONE + F7;
    SayPosition: say_position, help_say_position, NONE + F5;
    SayEvaluation: say_evaluation, help_say_evaluation, NONE + F8;
    SayClocks: say_clocks, help_say_clocks, NONE + F9;
    FullScreen: full_screen, help_full_screen, NONE + F11;
    Engines: manage_engines, help_engines, COMMAND + E;
    Settings: open_settings, help_settings, COMMAND + Comma;
    ZoomIn: zoom_in, help_zoom_in, COMMAND + Plus;
    ZoomOut: zoom_out, help_zoom_out, COMMAND + Minus;
    ZoomReset: zoom_reset, help_zoom_reset, COMMAND + Num0;
    ResetLayout: reset_layout, help_reset_layout, COMMAND_SHIFT + D;
    AnalysisLayout: analysis_layout, help_analysis_layout, COMMAND_SHIFT + A;
    SearchLayout: search_layout, help_search_layout, COMMAND + I;
    PreviousLayout: previous_layout, help_previous_layout;
    Help: open_help, help_help, NONE + F1;
    Manual: manual, help_manual, COMMAND + F1;
    Keys: keys, help_keys, NONE + F2;
    About: about, help_about;
}

/// A group of actions in the list of keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Games and files.
    Game,
    /// Playing and analyzing.
    Play,
    /// Moves and comments.
    Moves,
    /// Ways through the game.
    Steps,
    /// The screen, and what belongs nowhere else.
    View,
}

impl Topic {
    /// All topics, in the order of the list.
    pub const ALL: [Topic; 5] = [Topic::Game, Topic::Play, Topic::Moves, Topic::Steps, Topic::View];

    /// Returns the title.
    pub fn text(self, texts: Language) -> &'static str {
        match self {
            Topic::Game => texts.topic_game(),
            Topic::Play => texts.topic_play(),
            Topic::Moves => texts.topic_moves(),
            Topic::Steps => texts.topic_steps(),
            Topic::View => texts.topic_view(),
        }
    }
}

impl Action {
    /// Returns the key. One without a modifier does nothing while the user types.
    pub fn shortcut(self, keys: &KeyMap) -> Option<KeyboardShortcut> {
        keys.key(self.id(), self.usual())
    }

    /// Returns the name of the key.
    pub fn keys(self, ui: &Ui, settings: &Settings) -> Option<String> {
        let shortcut = self.shortcut(&settings.keys)?;
        Some(settings.language.shortcut(&ui.ctx().format_shortcut(&shortcut)))
    }

    /// Returns true if the key is not the usual one.
    pub fn has_other_key(self, keys: &KeyMap) -> bool {
        keys.is_changed(self.id())
    }

    /// Changes the key; none for no key.
    pub fn set_key(self, key: Option<KeyboardShortcut>, keys: &mut KeyMap) {
        if key == self.usual() { keys.reset(self.id()) } else { keys.set(self.id(), key) }
    }

    /// Gives the action its usual key again; another action that has it by now loses it.
    pub fn reset_key(self, keys: &mut KeyMap) {
        keys.reset(self.id());
        let is_taken = |other: &&Action| **other != self && other.shortcut(keys) == self.usual();
        if let Some(other) = Action::ALL.iter().find(is_taken).filter(|_| self.usual().is_some()) {
            other.set_key(None, keys);
        }
    }

    /// Returns where the action is listed.
    pub fn topic(self) -> Topic {
        use Action::*;
        match self {
            Home | NewGame | Open | ListGames | EarlierGames | MasterGames | Endgames | Save | SaveAs
            | NewTab | CloseTab | Export | GameData | CopyEpd | CopyFen | CopyPicture | CopyPgn | Paste
            | SetUp | Quit => Topic::Game,
            Level | Resign | Draw | Analyse | Hold | Threat | Review | Walk | ShowBetter | AnnotateGame
            | StepByStep | Ponder | ResetClocks | PlayFromHere | MoveForMe | MoveNow | Abort | Hint
            | UseLibrary | Coach | ShowThreat | MarkHanging => Topic::Play,
            TakeBack | Redo | Undo | Annotate | Promote | Delete | InsertMove | InsertLine | TypeMove => {
                Topic::Moves
            }
            First | Back | Forward | Last | PreviousMistake | NextMistake | VariationBefore
            | VariationAfter | Replay | FocusBoard | SayPosition | SayEvaluation | SayClocks => Topic::Steps,
            _ => Topic::View,
        }
    }

    /// Returns the word of its tool.
    pub fn short(self, texts: Language) -> &'static str {
        match self {
            Action::Review => texts.tool_review(),
            Action::TakeBack => texts.tool_take_back(),
            Action::MoveForMe => texts.tool_move_for_me(),
            Action::Abort => texts.tool_abort(),
            Action::Flip => texts.tool_flip(),
            Action::Settings => texts.settings(),
            _ => without_dots(self.text(texts)),
        }
    }

    /// Returns the icon of its tool.
    pub fn icon(self) -> Icon {
        match self {
            Action::Home => Icon::House,
            Action::NewGame => Icon::Pawn,
            Action::Open => Icon::Folder,
            Action::Save | Action::SaveAs => Icon::Save,
            Action::First => Icon::First,
            Action::Back => Icon::Back,
            Action::Forward => Icon::Forward,
            Action::Last => Icon::Last,
            Action::TakeBack | Action::Undo => Icon::TakeBack,
            Action::Redo => Icon::Redo,
            Action::MoveForMe => Icon::Computer,
            Action::MoveNow => Icon::Flash,
            Action::Abort => Icon::Stop,
            Action::Hint => Icon::Lamp,
            Action::Flip => Icon::Flip,
            Action::Replay => Icon::Replay,
            Action::Review => Icon::Report,
            Action::Settings => Icon::Cog,
            Action::Resign => Icon::Flag,
            _ => Icon::Lens,
        }
    }
}
