//! The state of the desk and what it does, without any window: parts that own their state, and commands that
//! change it.

pub mod analysis;
pub mod clocks;
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

mod autosave;
mod context;
mod file_kind;
mod new_file;
mod saving;
mod stored;
#[cfg(test)]
mod testing;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use web_time::{Duration, Instant};

use heirloom_app::review::{Evaluation, Review};
use heirloom_app::roster::BuiltIn;
use heirloom_chess::Color;
use heirloom_engine::Origin;

use crate::roster::Roster;
use analysis::{Analysis, AnalysisCommand};
use autosave::Autosave;
use command::{Command, LeaveChoice};
use context::{Context, Effect};
use engines::{Engines, EnginesCommand};
use export::Exports;
use figures::FoundMove;
use file_kind::FileKind;
use files::Files;
use games::Games;
use insight::{Attention, InsightState, Source};
use library::{LibraryCommand, OpeningLibrary};
use live_marks::LiveMarks;
use matches::Matches;
use notice::Notice;
pub use play::Stage;
use play::{Play, PlayCommand};
use players::Seat;
use puzzles::{PuzzleCommand, PuzzleFilter, Puzzles};
use record::Record;
use review::{GameReview, Judgements, Walkthrough};
use serving::{EngineServer, Serving};
use suite::TestRun;
use tablebase::EndgameTables;
use tabs::{TabCommand, Tabs};
use worker::WakeFn;

/// A program that hangs is killed within this time when the desk ends.
const FAREWELL: Duration = Duration::from_secs(8);

/// What was opened, so that its window is to come to the front.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Front {
    /// Puzzles.
    Puzzles,
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

    /// Returns true if a command waits for the answer what becomes of the game.
    pub fn asks_to_leave(&self) -> bool {
        self.held_back.is_some()
    }

    /// Returns true if that command could do its work in another tab, where the game can continue.
    pub fn could_open_tab(&self) -> bool {
        let waits = self.held_back.as_ref();
        waits.is_some_and(|(command, _)| !command.starts_game() && !matches!(command, Command::Tab(_)))
    }

    /// Returns the review of the game on the board, if there is one.
    pub fn reviewed(&self) -> Option<&Review> {
        self.review.review_of(self.record().game())
    }

    /// Returns what is known so far of the positions of the game on the board, by a review that is running or
    /// has ended.
    pub fn review_evaluations(&self) -> &[Option<Evaluation>] {
        self.review.evaluations_of(self.record().game())
    }

    /// Returns the walk through the mistakes of the game on the board, if there is one.
    pub fn walkthrough(&self) -> Option<&Walkthrough> {
        self.review.walk_of(self.record().game())
    }

    /// Returns true if arrows and circles that are drawn now are kept with the game: not while it is being
    /// played, and not in a puzzle that is still to be solved.
    pub fn keeps_marks(&self) -> bool {
        let solving = self.puzzles.is_open_at(self.record().line());
        self.play.stage() != Stage::Playing && self.serving.is_none() && !solving
    }

    /// Returns how bad the moves of the game on the board are. While it is being played, nothing is given
    /// away unless the user analyzes.
    pub fn judgements(&self) -> Judgements<'_> {
        let is_shown = self.play.stage() != Stage::Playing || self.analysis.on;
        self.review.judgements_of(self.record().game()).with_live(is_shown.then_some(&self.live_marks))
    }

    /// Returns the engines whose searches can be shown.
    fn searching(&self) -> impl Iterator<Item = &Seat> {
        let served = self.serving.as_ref().map(|serving| &serving.seat);
        self.play.seats().chain(&self.analysis.seat).chain(served)
    }

    /// Returns the engine whose search is shown.
    pub fn observed(&self) -> Option<&Seat> {
        match self.insight.source {
            Source::Latest => {
                let began = self.searching().filter(|seat| seat.report.began().is_some());
                began.max_by_key(|seat| seat.report.began())
            }
            Source::Player(color) => self.play.seat(color),
            Source::Analysis => self.analysis.seat.as_ref(),
        }
    }

    /// Returns the engines that can explain their evaluation: ours.
    pub fn explainers(&self) -> impl Iterator<Item = String> + use<> {
        self.roster().names().into_iter().filter(|name| BuiltIn::find(name).is_some())
    }

    /// Returns true if the board shows the puzzle that is being solved.
    pub fn shows_puzzle(&self) -> bool {
        self.puzzles.current.as_ref().is_some_and(|trial| trial.line() == self.record().line())
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

    /// Keeps the games and finished test runs in this folder from now on, the games within it if another desk
    /// is open; those that are kept there return.
    pub fn keep_in(&mut self, folder: PathBuf) {
        self.test_run.keep_in(folder.join("suites.jsonl"));
        self.matches.keep_in(folder.join("match.jsonl"));
        match Autosave::open(&folder, &self.context.wake) {
            Ok((autosave, kept)) => {
                if autosave.is_second(&folder) {
                    self.context.notify(Notice::SecondDesk);
                }
                self.tabs.restore(autosave, kept, &mut self.play, &mut self.context);
            }
            // Nothing is kept, but everything else works.
            Err(error) => self.context.notify(Notice::NotKept(folder.clone(), error.to_string())),
        }
        self.review.keep_in(&folder, self.play.record().game(), &self.context);
        self.carry_effects(Instant::now());
    }

    /// Keeps the user's progress with puzzles in this file.
    pub fn keep_puzzles_in(&mut self, path: PathBuf) {
        self.puzzles.keep_in(path, &mut self.context);
    }

    /// Writes the game, the library and the progress with puzzles now.
    pub fn keep_now(&mut self) {
        self.play.keep_now();
        self.tabs.others_mut().iter_mut().for_each(Play::keep_now);
        self.tabs.keep(&self.play);
        self.library.save_now(&mut self.context);
        self.puzzles.save_now();
    }

    /// Waits until all games, reports and puzzles that are to be saved are, at the end of the program.
    pub fn finish_saving(&mut self) {
        self.files.finish_saving(&mut records(&mut self.play, &mut self.tabs), &mut self.context);
        self.review.finish_saving(&mut self.context);
        self.exports.finish(&mut self.context);
        self.puzzles.making.finish(&mut self.context);
        self.carry_effects(Instant::now());
    }

    /// Lets all engines go before the program ends, so that none that hangs is left behind.
    pub fn dismiss_engines(&mut self) {
        let others = self.tabs.others_mut().iter_mut().flat_map(Play::dismiss_engines);
        let seats = self.play.dismiss_engines().chain(others).chain(self.analysis.dismiss_engines());
        let leaving: Vec<_> = seats.filter_map(|seat| seat.worker.leave()).collect();
        let end = Instant::now() + FAREWELL;
        while Instant::now() < end && leaving.iter().any(|thread| !thread.is_finished()) {
            std::thread::sleep(Duration::from_millis(5));
        }
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

    /// Notes what is on the screen now. An analysis without insights starts again when they come on the
    /// screen; other searches collect them from the next one on. One that collects insights does so until it
    /// ends.
    pub fn attend(&mut self, attention: Attention) {
        let opened = self.insight.attend(attention);
        self.context.insights = attention.search;
        self.tablebase.attend(attention.tablebase);
        if opened && self.analysis.lacks_insights() {
            self.analysis.restart(self.play.record(), &self.context);
        }
        let seat = self.observed().filter(|seat| BuiltIn::find(&seat.id).is_some());
        let searched = seat.and_then(|seat| Some((seat.id.clone(), seat.report.root.clone()?)));
        self.insight.ask(self.play.record().position(), searched, &self.context);
    }

    /// Carries a command out, and what the parts ask of each other because of it.
    pub fn apply(&mut self, command: impl Into<Command>, now: Instant) {
        let command = command.into();
        if self.serving.is_some() && !command.leaves_game_alone() {
            return self.notify(Notice::Serving);
        }
        if matches!(command, Command::Tab(_)) {
            // The question is about the game on the board.
            self.leave(LeaveChoice::Stay, now);
        }
        if let Command::Tab(TabCommand::Close(place)) = command
            && self.tabs.all(&self.play).nth(place).is_some_and(Play::goes_on)
        {
            self.tabs.show(place, &mut self.play, &mut self.context);
        }
        let (before, acts) = (self.context.notices.count(), command.acts());
        if let Some(command) = self.hold_back(command, now) {
            self.dispatch(command, now);
        }
        if acts {
            self.context.notices.drop_first(before);
        }
        self.play.check_notices(&mut self.context);
    }

    /// Holds a command back if it would take a game off the board that is being played; its clock stops.
    fn hold_back(&mut self, command: Command, now: Instant) -> Option<Command> {
        let is_played = self.play.stage() == Stage::Playing
            && self.record().game().move_count() > 0
            && self.serving.is_none();
        if !is_played || !command.replaces_game() {
            return Some(command);
        }
        let clock = self.play.pause(now);
        let clock = self.held_back.take().map_or(clock, |(_, clock)| clock);
        self.held_back = Some((command, clock));
        None
    }

    /// Does what was answered to the question about the game.
    fn leave(&mut self, how: LeaveChoice, now: Instant) {
        let Some((command, clock)) = self.held_back.take() else { return };
        let game = self.record().id();
        if how == LeaveChoice::Resign {
            self.dispatch(Command::Play(PlayCommand::Resign), now);
        }
        if how == LeaveChoice::NewTab {
            self.play.unpause(clock, now);
            self.tabs.open(&mut self.play, &mut self.context);
        }
        if how != LeaveChoice::Stay {
            self.dispatch(command, now);
        }
        if self.record().id() == game {
            self.play.unpause(clock, now);
        }
    }

    /// Hands a command to its part.
    fn dispatch(&mut self, command: Command, now: Instant) {
        let opened = command.opened_file().map(Path::to_owned);
        let (play, context) = (&mut self.play, &mut self.context);
        match command {
            Command::Play(command) => play.apply(command, context, now),
            Command::Edit(command) => play.apply_edit(command, context),
            Command::File(command) => self.files.apply(command, play, context),
            Command::Export(command) => self.exports.apply(command, play.record(), context),
            Command::Tab(command) => self.tabs.apply(command, play, context),
            Command::Analysis(command) => self.analysis.apply(command, play.record(), context),
            Command::Insight(command) => self.insight.apply(command, context),
            Command::Games(command) => self.games.apply(command, context),
            Command::Library(command) => self.library.apply(command, play.record().position(), context),
            Command::Match(command) => self.matches.apply(command, play.earlier_matches(), context),
            Command::Suite(command) => self.test_run.apply(command, context),
            Command::Puzzle(command) => self.puzzles.apply(command, play, context),
            Command::Review(command) => self.review.apply(command, play, context),
            Command::Engines(command) => self.engines.apply(command, context),
            Command::Tablebase(command) => self.tablebase.apply(command, context),
            Command::Leave(how) => self.leave(how, now),
            Command::Escape => {
                play.escape();
                self.analysis.hint = None;
                self.leave(LeaveChoice::Stay, now);
            }
            Command::Notify(notice) => context.notify(notice),
            Command::Dismiss => _ = context.notices.dismiss(),
            // These concern only what is drawn: the desk has already taken them over.
            Command::View(_) | Command::Settings(_) => {}
        }
        opened.into_iter().for_each(|path| self.files.used(&path, &self.play));
        self.tabs.interrupt_others(&self.play, &mut self.context, now);
        self.carry_effects(now);
    }

    /// Carries out what the parts have asked of each other.
    fn carry_effects(&mut self, now: Instant) {
        while let Some(effect) = self.context.next_effect() {
            let (play, context) = (&mut self.play, &mut self.context);
            match effect {
                Effect::Moved => {
                    self.analysis.hint = None;
                    self.analysis.follow(play.record(), context);
                }
                Effect::Enter(mv, found) => {
                    if !self.puzzles.answer(mv, play, context) && !self.review.answer(mv, play, context) {
                        play.enter(mv, found, context, now);
                    }
                    context.ask(Effect::Resume);
                }
                Effect::Consult => {
                    let mv = self.library.choose(play.record().position());
                    play.consulted(mv, context, now);
                }
                Effect::Learn(before, mv) => self.library.learn(&before, mv, context),
                Effect::Show(game) => play.show(*game, context),
                Effect::MoveForUser(limits) => {
                    let position = play.record().position();
                    let known = play.plays_from_library().then(|| self.library.choose(position)).flatten();
                    match known {
                        Some(mv) => {
                            let found = FoundMove::of(position.turn(), Origin::Book, None);
                            context.ask(Effect::Enter(mv, Some(found)));
                        }
                        None => self.analysis.find_move(*limits, play.record(), context),
                    }
                }
                Effect::Hurry => {
                    if !self.analysis.hurry() {
                        context.notify(Notice::NobodyThinks);
                    }
                }
                Effect::Cancel => {
                    if self.analysis.cancel() {
                        self.analysis.follow(play.record(), context);
                    } else {
                        context.notify(Notice::NobodyThinks);
                    }
                }
                Effect::StopAnalysis => {
                    self.analysis.apply(AnalysisCommand::Switch(false), play.record(), context)
                }
                Effect::Hint(mv) => self.analysis.hint = mv,
                Effect::Resume => self.analysis.resume(play.record(), context),
                Effect::List(path) => self.games.list_opened(path, context),
                Effect::Written(path) => {
                    self.files.used(&path, play);
                    self.games.list_again(path, context);
                }
                Effect::Open(path, kind) => self.open(path, kind),
                Effect::Cut(deleted, back) => {
                    for record in records(play, &mut self.tabs) {
                        record.file_was_cut(&deleted, back);
                    }
                    self.games.list_again(deleted.path, context);
                }
                Effect::AnalyzeWith(engine) => self.analysis.add(engine, play.record(), context),
                Effect::SetOptions(engine, changes) => {
                    if changes.iter().any(|(name, _)| name == tablebase::OPTION) {
                        self.tablebase.forget();
                    }
                    let seats = play.seats().chain(self.analysis.seats());
                    seats.filter(|seat| seat.id == engine).for_each(|seat| seat.set_options(&changes));
                }
            }
        }
    }

    /// Opens a file that has no games.
    fn open(&mut self, path: PathBuf, kind: FileKind) {
        let (play, context) = (&mut self.play, &mut self.context);
        self.front = Some(match kind {
            FileKind::Puzzles => {
                self.puzzles.apply(PuzzleCommand::Open(path, PuzzleFilter::default()), play, context);
                Front::Puzzles
            }
            FileKind::Book => {
                self.library.apply(LibraryCommand::Open(path), play.record().position(), context);
                Front::Library
            }
            FileKind::Games | FileKind::Positions | FileKind::Program => Front::Program(path),
        });
    }

    /// Advances what moves by itself: engines that have answered, clocks that have run out, a replay. To be
    /// called in every frame, and when woken.
    pub fn poll(&mut self, now: Instant) {
        // While the question about the game is open, engines' answers wait, too.
        if self.held_back.is_none() {
            self.play.poll_engines(&mut self.context, now);
            for play in self.tabs.others_mut() {
                play.poll_engines(&mut self.context, now);
                play.poll_flags(now);
                play.name_engines();
            }
            self.carry_effects(now);
        }
        for play in self.tabs.others_mut() {
            play.poll_autosave(&mut self.context, now);
        }
        self.play.name_engines();
        self.analysis.poll(self.play.record(), &mut self.context);
        self.carry_effects(now);
        if let Some(serving) = &mut self.serving {
            serving.poll(&mut self.play, &mut self.context, now);
        }
        self.insight.poll(&mut self.context);
        if let Some(fetched) = self.games.poll(&mut self.context) {
            if fetched.in_tab {
                self.tabs.open(&mut self.play, &mut self.context);
            }
            self.files.show(fetched, &mut self.play, &mut self.context);
        }
        self.games.explore(self.play.record().line(), &mut self.context);
        self.library.poll(&mut self.context);
        self.library.follow(self.play.record());
        if let Some(folder) = self.tablebase.poll(self.play.record().line(), &self.context) {
            self.remember_tablebases(&folder);
        }
        self.engines.poll(&mut self.context);
        self.exports.poll(&mut self.context);
        self.test_run.poll(&mut self.context);
        self.matches.poll(&mut self.context);
        self.review.poll(&mut self.context);
        self.puzzles.poll(&mut self.play, &mut self.context);
        self.carry_effects(now);
        let served = self.serving.as_ref().map(|serving| &serving.seat);
        // Of a search of only some moves, the value is not that of the position.
        let analyst = self.analysis.seat.as_ref().filter(|_| self.analysis.only.is_none());
        let searching = self.play.seats().chain(analyst).chain(served);
        let values = &mut self.analysis.values;
        searching.for_each(|seat| values.note(seat));
        self.live_marks.update(self.play.record(), &self.analysis.values);
        if self.serving.is_none() {
            self.play.poll_flags(now);
        }
        self.play.poll_replay(&mut self.context, now);
        self.files.poll(&mut records(&mut self.play, &mut self.tabs), &mut self.context);
        self.play.poll_autosave(&mut self.context, now);
        self.carry_effects(now);
        self.play.check_notices(&mut self.context);
    }

    /// Writes the folder of the tablebases into the configuration, where the engine finds it. Without a
    /// configuration it is used until the program ends.
    fn remember_tablebases(&mut self, folder: &Path) {
        if self.context.roster.configuration().is_some() {
            let change = (tablebase::OPTION.to_owned(), Some(folder.display().to_string()));
            self.engines
                .apply(EnginesCommand::Set(tablebase::ENGINE.to_owned(), vec![change]), &mut self.context);
        }
    }

    /// Returns how long nothing moves by itself, at most; engines wake the frame.
    pub fn rest(&self, now: Instant) -> Option<Duration> {
        let reading = self.games.progress().or(self.library.progress()).or(self.puzzles.reading());
        let reading = reading.or(self.puzzles.making.progress());
        let plays = std::iter::once(&self.play).chain(self.tabs.others());
        let rest = plays.filter_map(|play| play.rest(now));
        reading.map(|_| Duration::from_millis(100)).into_iter().chain(rest).min()
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
