//! Everything a user can ask of the desk: the commands of its parts, and a few for the desk as a whole.

use std::path::Path;

pub use super::analysis::AnalysisCommand;
pub use super::belief::LookBackCommand;
pub use super::coach::CoachCommand;
pub use super::engines::EnginesCommand;
pub use super::export::ExportCommand;
use super::file_kind::FileKind;
pub use super::files::FileCommand;
use super::files::is_readable;
pub use super::games::GamesCommand;
pub use super::insight::InsightCommand;
pub use super::library::LibraryCommand;
pub use super::matches::MatchCommand;
use super::notice::Notice;
pub use super::play::PlayCommand;
pub use super::puzzles::PuzzleCommand;
pub use super::record::{EditCommand, Step};
pub use super::review::ReviewCommand;
pub use super::suite::SuiteCommand;
pub use super::tablebase::TablebaseCommand;
pub use super::tabs::TabCommand;
use crate::settings::Settings;

/// What becomes of a game that is being played when another one is to take its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeaveChoice {
    /// It is resigned, then left.
    Resign,
    /// It is left as it is; it can be found again.
    Keep,
    /// It continues in its tab, and the other one is shown in a new one.
    NewTab,
    /// It continues.
    Stay,
}

/// What only concerns the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ViewCommand {
    /// Shows the home page.
    Home,
    /// Gives the keyboard to the board.
    FocusBoard,
    /// Gives the keyboard to the field for typed moves.
    FocusTyped,
    /// Says how good the position is.
    SayEvaluation,
    /// Says how much time is left.
    SayClocks,
    /// Says where the pieces are.
    SayPosition,
}

/// A command. One that makes no sense at the moment is answered with a message.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// For the game on the board.
    Play(PlayCommand),
    /// Changes the text of the game.
    Edit(EditCommand),
    /// For files and the clipboard.
    File(FileCommand),
    /// For exports.
    Export(ExportCommand),
    /// For the tabs.
    Tab(TabCommand),
    /// For the analysis.
    Analysis(AnalysisCommand),
    /// For the windows that look inside searches.
    Insight(InsightCommand),
    /// For the list of games.
    Games(GamesCommand),
    /// For the opening library.
    Library(LibraryCommand),
    /// For matches between engines.
    Match(MatchCommand),
    /// For test runs.
    Suite(SuiteCommand),
    /// For puzzles.
    Puzzle(PuzzleCommand),
    /// For the review of the game.
    Review(ReviewCommand),
    /// For the coach.
    Coach(CoachCommand),
    /// For the look back at the game.
    LookBack(LookBackCommand),
    /// For the endgame tablebases.
    Tablebase(TablebaseCommand),
    /// For the engines and their options.
    Engines(EnginesCommand),
    /// Answers the question what becomes of the game that is being played, when another one is to be shown.
    Leave(LeaveChoice),
    /// Changes what is on the screen.
    View(ViewCommand),
    /// Takes over these settings.
    Settings(Box<Settings>),
    /// Drops what is half done: a selected square, a premove, an arrow.
    Escape,
    /// Shows a message.
    Notify(Notice),
    /// Takes a message off the screen.
    Dismiss,
}

/// Makes a command of one for a part.
macro_rules! parts {
    ($($part:ident($command:ident))*) => {
        $(impl From<$command> for Command {
            fn from(command: $command) -> Command {
                Command::$part(command)
            }
        })*
    };
}

parts! {
    Play(PlayCommand) Edit(EditCommand) File(FileCommand) Tab(TabCommand) Analysis(AnalysisCommand)
    Insight(InsightCommand) Export(ExportCommand)
    Games(GamesCommand) Library(LibraryCommand) Match(MatchCommand) Suite(SuiteCommand) Puzzle(PuzzleCommand)
    Review(ReviewCommand) Engines(EnginesCommand) Tablebase(TablebaseCommand) Coach(CoachCommand)
    LookBack(LookBackCommand)
}

impl Command {
    /// Returns the file that the command opens.
    pub(super) fn opened_file(&self) -> Option<&Path> {
        match self {
            Command::File(FileCommand::Open(path, _) | FileCommand::OpenFile(path))
            | Command::Games(GamesCommand::List(path))
            | Command::Library(LibraryCommand::Open(path))
            | Command::Suite(SuiteCommand::Open(path))
            | Command::Puzzle(PuzzleCommand::Open(path, _)) => Some(path),
            Command::File(FileCommand::OpenAny(path)) if FileKind::of(path) != FileKind::Program => {
                Some(path)
            }
            _ => None,
        }
    }

    /// Returns true if the command does something to the game or the programs, so that earlier messages have
    /// been read.
    pub fn acts(&self) -> bool {
        !matches!(
            self,
            Command::View(_)
                | Command::Settings(_)
                | Command::Play(PlayCommand::Flip)
                | Command::Escape
                | Command::Insight(_)
                | Command::Engines(_)
                | Command::File(FileCommand::Visited(_) | FileCommand::ForgetRecent(_))
                | Command::Notify(_)
                | Command::Dismiss
        )
    }

    /// Returns true if the command may be given while another program leads the game.
    pub(super) fn leaves_game_alone(&self) -> bool {
        match self {
            Command::Play(command) => {
                matches!(command, PlayCommand::Go(_) | PlayCommand::Replay(_) | PlayCommand::Flip)
            }
            Command::File(command) => matches!(
                command,
                FileCommand::Save(_) | FileCommand::Visited(_) | FileCommand::ForgetRecent(_)
            ),
            Command::Analysis(command) => {
                !matches!(command, AnalysisCommand::Switch(_) | AnalysisCommand::Hint)
            }
            Command::Insight(_) | Command::Library(_) | Command::Engines(_) => true,
            Command::Tablebase(_) | Command::Export(_) => true,
            Command::View(_) | Command::Settings(_) | Command::Escape => true,
            Command::Notify(_) | Command::Dismiss => true,
            _ => false,
        }
    }

    /// Returns true if the command starts a game.
    pub(super) fn starts_game(&self) -> bool {
        matches!(self, Command::Play(PlayCommand::NewGame { .. }))
    }

    /// Returns true if the command puts another game on the board.
    pub fn replaces_game(&self) -> bool {
        match self {
            Command::Play(command) => matches!(command, PlayCommand::NewGame { .. }),
            Command::File(FileCommand::Paste(text)) => is_readable(text),
            Command::File(FileCommand::OpenAny(path)) => {
                !matches!(FileKind::of(path), FileKind::Book | FileKind::Program)
            }
            Command::File(command) => {
                matches!(command, FileCommand::SetUp(_) | FileCommand::Open(..) | FileCommand::OpenFile(_))
            }
            Command::Tab(command) => matches!(command, TabCommand::Close(_)),
            Command::Games(command) => matches!(command, GamesCommand::Show(_) | GamesCommand::ShowLast(_)),
            Command::Match(command) => matches!(command, MatchCommand::Show(_)),
            Command::Suite(command) => matches!(command, SuiteCommand::Show(_)),
            Command::Puzzle(command) => matches!(command, PuzzleCommand::Open(..) | PuzzleCommand::Next),
            _ => false,
        }
    }
}
