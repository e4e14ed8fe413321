//! Everything a person can ask of the desk: windows, menus, keys and tests send these, and the model carries them out.

use std::path::PathBuf;

use heirloom_chess::game::{Nag, NodeId};
use heirloom_chess::{Color, Move, Position, Square};

use crate::model::engines::EnginesCommand;
use crate::model::game_data::GameData;
use crate::model::games::GamesCommand;
use crate::model::leaving::Leave;
use crate::model::level::Level;
use crate::model::library::LibraryCommand;
use crate::model::looking::Whose;
use crate::model::matches::MatchCommand;
use crate::model::notice::Notice;
use crate::model::players::Player;
use crate::model::protocol_log::LogOrder;
use crate::model::puzzles::PuzzleCommand;
use crate::model::review::ReviewCommand;
use crate::model::suite::SuiteCommand;
use crate::settings::Settings;

/// One wish. Those that make no sense at the moment are answered with a message, never with a crash.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// A game from the usual start position between these two, White first.
    NewGame {
        /// Who plays each side.
        players: [Player; 2],
        /// How much each may think.
        level: Level,
        /// Another start than the usual one.
        start: Option<Box<Position>>,
    },
    /// Changes who plays a side in the game on the board.
    Seat(Color, Player),
    /// Changes how much engines may think from now on.
    Level(Level),
    /// Plays a legal move on the board, for the side to move.
    Play(Move),
    /// Plays what was typed: SAN or coordinates.
    Type(String),
    /// The computer plays one ply for the side to move, whoever sits there.
    MoveForMe,
    /// The engine that thinks plays what it has found so far.
    MoveNow,
    /// The engine that thinks gives up thinking and plays nothing.
    Abort,
    /// Shows what an engine would play.
    Hint,
    /// Engines answer at once (true), or each waits for [`Command::MoveForMe`]: step by step.
    Continuous(bool),
    /// Engines think in the opponent's time, or not.
    Ponder(bool),
    /// Plays this way as soon as it is the person's turn, if it is legal then; none drops it.
    Premove(Option<(Square, Square)>),
    /// Sets both clocks back to their start.
    ResetClocks,
    /// Takes the last move back, and the engine's with it.
    TakeBack,
    /// Plays again what was taken back.
    Redo,
    /// The side to move, or the only person at the board, gives up.
    Resign,
    /// Answers the question what becomes of the game that is being played, when another one is to be shown.
    Leave(Leave),
    /// The same players exchange colors and play again.
    Rematch,
    /// Goes on with a game that was interrupted.
    Continue,
    /// Offers the engine a draw, or claims one that the rules give.
    Draw,
    /// From here on the game goes on as a new one.
    PlayFromHere,
    /// Steps through the game.
    Go(Step),
    /// Lets the moves of the game play themselves, one each so many milliseconds; none stops.
    Replay(Option<u64>),
    /// Makes a variation one step more important.
    Promote(NodeId),
    /// Makes a variation the main line.
    PromoteToMainLine(NodeId),
    /// Deletes a move and all that follows it.
    Delete(NodeId),
    /// Sets the words after a move; figures of searches stay.
    Comment(NodeId, String),
    /// Sets words and marks of a move at once.
    Annotate(NodeId, String, Vec<Nag>),
    /// Sets the marks of a move.
    Marks(NodeId, Vec<Nag>),
    /// Sets a tag of the game; empty removes it.
    Tag(String, String),
    /// Sets all tags, the result and the comment before the first move.
    GameData(Box<GameData>),
    /// Undoes the last change of the game's text.
    Undo,
    /// Puts a FEN or a PGN text on the board.
    Paste(String),
    /// Puts a position on the board, as a new game without moves.
    SetUp(Box<Position>),
    /// Opens the first game of a file, or the one with this index.
    Open(PathBuf, usize),
    /// Opens the first game of a file, and lists all of them where there are more.
    OpenFile(PathBuf),
    /// Writes the game into a file; one that holds games already gets it at its end.
    Save(PathBuf),
    /// Analyses the position on the board, or stops.
    Analyse(bool),
    /// How the analysis is done.
    Analysis(Analysing),
    /// Takes over these settings.
    Settings(Box<Settings>),
    /// Whose search the windows show that look inside.
    Observe(Whose),
    /// Whose evaluation is shown, and which one where the engine has several.
    Explain {
        /// The engine in the roster.
        engine: String,
        /// The name of its evaluation.
        kind: Option<String>,
    },
    /// Saves, keeps or clears what was said to other programs.
    Log(LogOrder),
    /// Turns the board around.
    Flip,
    /// Drops what was entered by half: a selected square, a premove, an arrow.
    Escape,
    /// Something for the list of games.
    Games(GamesCommand),
    /// Something for the opening library.
    Library(LibraryCommand),
    /// Something for matches between engines.
    Match(MatchCommand),
    /// Something for test runs.
    Suite(SuiteCommand),
    /// Something for puzzles.
    Puzzle(PuzzleCommand),
    /// Something for the review of the game.
    Review(ReviewCommand),
    /// Something for the engines and their options.
    Engines(EnginesCommand),
    /// Remembers a folder where a file was found.
    Visited(PathBuf),
    /// Shows a message.
    Notify(Notice),
    /// Takes a message off the screen.
    Dismiss,
}

impl Command {
    /// Does it do something to the game or the programs, so that messages about what was done before are read?
    pub fn acts(&self) -> bool {
        !matches!(
            self,
            Command::Settings(_)
                | Command::Flip
                | Command::Escape
                | Command::Observe(_)
                | Command::Explain { .. }
                | Command::Log(_)
                | Command::Engines(_)
                | Command::Visited(_)
                | Command::Notify(_)
                | Command::Dismiss
        )
    }
}

/// Steps through a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// To the start.
    First,
    /// One ply back.
    Back,
    /// One ply forward along the main continuation.
    Forward,
    /// To the end of this line.
    Last,
    /// To a move.
    To(NodeId),
    /// To the variation before or after this one (-1, 1).
    Variation(i8),
}

/// How the analysis is done.
#[derive(Clone, PartialEq, Debug)]
pub enum Analysing {
    /// By this engine of the roster.
    Engine(String),
    /// By this one as well, for comparison, or by no other.
    Rival(Option<String>),
    /// With so many lines.
    Lines(u32),
    /// As if the other side were to move: what does it threaten?
    Threat(bool),
}
