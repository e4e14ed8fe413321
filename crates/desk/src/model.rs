//! The state of the desk and what it does, without any window: parts that own their state, and commands that
//! change it.

pub mod analysis;
pub mod belief;
pub mod clocks;
pub mod coach;
pub mod command;
pub mod course;
pub mod ending;
pub mod engines;
pub mod epd;
pub mod explainer;
pub mod export;
pub mod figures;
pub mod files;
pub mod game_data;
pub mod games;
pub mod history;
pub mod insertion;
pub mod insight;
pub mod level;
pub mod library;
pub mod live_marks;
pub mod marks;
pub mod matches;
pub mod names;
pub mod notice;
pub mod pawns;
pub mod play;
pub mod played;
pub mod players;
pub mod protocol_log;
pub mod puzzles;
pub mod recent_choices;
pub mod record;
pub mod resources;
pub mod review;
pub mod search_report;
pub mod serving;
pub mod strength;
pub mod suite;
pub mod symbols;
pub mod tablebase;
pub mod tabs;
pub mod task;
pub mod values;
pub mod worker;

mod advance;
mod autosave;
mod context;
mod dispatch;
mod effects;
mod file_kind;
mod found_move;
mod keeping;
mod new_file;
mod overview;
mod saving;
mod stored;
#[cfg(test)]
mod testing;

use std::path::PathBuf;
use std::sync::Arc;

use heirloom_chess::Color;

use crate::roster::Roster;
use analysis::Analysis;
use belief::{LookBack, Opponent};
use coach::Coach;
use command::Command;
use context::Context;
use engines::Engines;
use export::Exports;
use files::Files;
use games::Games;
use insight::InsightState;
use library::OpeningLibrary;
use live_marks::LiveMarks;
use matches::Matches;
use notice::Notice;
use play::Play;
pub use play::Stage;
use played::OwnRating;
use puzzles::Puzzles;
use record::Record;
use review::GameReview;
use serving::{EngineServer, Serving};
use suite::TestRun;
use tablebase::EndgameTables;
use tabs::Tabs;
use worker::WakeFn;

/// What was opened, so that its window is to come to the front.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Front {
    /// Puzzles.
    Puzzles,
    /// The look back at a game.
    LookBack,
    /// An opening library or book.
    Library,
    /// A program that may be an engine.
    Program(PathBuf),
}

/// The state of the desk: its parts, and what they share. Only commands change it, so windows see it through
/// a shared reference.
pub struct Model {
    context: Context,
    /// The game on the board with its players and clocks.
    pub play: Play,
    /// The games in other tabs.
    pub tabs: Tabs,
    /// The reading and writing of files.
    pub files: Files,
    /// Pictures, films and texts of the game.
    pub exports: Exports,
    /// The analysis.
    pub analysis: Analysis,
    /// The state of the windows that look inside searches.
    pub insight: InsightState,
    /// The list of games.
    pub games: Games,
    /// The engines as they are managed.
    pub engines: Engines,
    /// The match between engines.
    pub matches: Matches,
    /// The test run.
    pub test_run: TestRun,
    /// The puzzles.
    pub puzzles: Puzzles,
    /// The review.
    pub review: GameReview,
    /// The coach.
    pub coach: Coach,
    /// What the opponent believed.
    pub look_back: LookBack,
    /// The user's rating.
    pub own_rating: OwnRating,
    /// The opening library.
    pub library: OpeningLibrary,
    /// The endgame tablebases.
    pub tablebase: EndgameTables,
    /// How bad moves are by what engines have found while one analyzes.
    live_marks: LiveMarks,
    /// The conversation with another program that leads the game and uses the desk as its engine.
    pub serving: Option<Serving>,
    /// What was opened and is to come to the front.
    front: Option<Front>,
    /// A command that waits for the answer what becomes of the game, and the side whose clock was running
    /// when it came.
    held_back: Option<(Command, Option<Color>)>,
}

impl Model {
    /// Creates a board with the initial position and no game being played. `wake` is called from other
    /// threads when there is something to read.
    pub fn new(roster: Arc<dyn Roster>, wake: WakeFn) -> Model {
        let insight = InsightState::new(&wake);
        Model {
            context: Context::new(insight.log.listen_to(roster), wake),
            play: Play::default(),
            tabs: Tabs::default(),
            files: Files::default(),
            exports: Exports::default(),
            analysis: Analysis::default(),
            insight,
            games: Games::default(),
            engines: Engines::default(),
            matches: Matches::default(),
            test_run: TestRun::default(),
            puzzles: Puzzles::default(),
            review: GameReview::default(),
            coach: Coach::default(),
            look_back: LookBack::default(),
            own_rating: OwnRating::default(),
            library: OpeningLibrary::default(),
            tablebase: EndgameTables::default(),
            live_marks: LiveMarks::default(),
            serving: None,
            front: None,
            held_back: None,
        }
    }

    /// Returns the engines in the roster.
    pub fn roster(&self) -> &dyn Roster {
        self.context.roster.as_ref()
    }

    /// Returns what requests a frame, for work on other threads.
    pub fn wake(&self) -> &WakeFn {
        &self.context.wake
    }

    /// Returns the messages to the user, the latest last.
    pub fn notices(&self) -> &[Notice] {
        self.context.notices.all()
    }

    /// Returns how many messages there have been.
    pub fn notice_count(&self) -> usize {
        self.context.notices.count()
    }

    /// Returns the text of the game on the board.
    pub fn record(&self) -> &Record {
        self.play.record()
    }

    /// Shows a message to the user.
    pub fn notify(&mut self, notice: Notice) {
        self.context.notify(notice);
    }

    /// Sets the user's name in games; empty if it is not known.
    pub fn set_user(&mut self, name: &str) {
        name.clone_into(&mut self.context.user);
    }

    /// Sets whether moves are noted with the figures of RDChess's journal.
    pub fn set_figures(&mut self, on: bool) {
        self.context.figures = on;
    }

    /// Sets the loss in centipawns from which the coach warns; none if it is off.
    pub fn set_coach(&mut self, least: Option<u16>) {
        self.coach.set(least, &self.context);
    }

    /// Returns the level or character that the user plays against in the game on the board.
    pub fn opponent(&self) -> Option<Opponent> {
        Opponent::of(&self.play, &self.context)
    }

    /// Returns whether the game that is being played changes the user's rating; none if it is not noted.
    pub fn is_rated(&self) -> Option<bool> {
        played::is_rated(&self.play, &self.context).filter(|_| self.play.stage() == Stage::Playing)
    }

    /// Makes the desk the engine of another program. What is returned is to be run on a thread of its own.
    pub fn serve(&mut self, engine: &str) -> EngineServer {
        let transcript = self.insight.log.transcript(engine);
        let (serving, serve) = serving::serve(engine, transcript, &self.context);
        self.serving = Some(serving);
        serve
    }

    /// Returns true, once, if the list of games is to come to the front.
    pub fn take_games_to_front(&mut self) -> bool {
        self.games.comes_to_front()
    }

    /// Returns what was opened and is to come to the front, once.
    pub fn take_front(&mut self) -> Option<Front> {
        self.front.take()
    }
}

/// Returns the games of all tabs.
fn records<'a>(board: &'a mut Play, tabs: &'a mut Tabs) -> Vec<&'a mut Record> {
    std::iter::once(board).chain(tabs.others_mut()).map(|play| &mut play.record).collect()
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Model").field("play", &self.play).finish_non_exhaustive()
    }
}
