//! What the desk knows and does, without any window: commands change it, engines and clocks move it on.

pub mod analysis;
pub mod clocks;
pub mod course;
pub mod ending;
pub mod engines;
pub mod epd;
pub mod figures;
pub mod game_data;
pub mod games;
pub mod habits;
pub mod inquiry;
pub mod inside;
pub mod keeper;
pub mod leaving;
pub mod level;
pub mod library;
pub mod looking;
pub mod matches;
pub mod names;
pub mod notice;
pub mod players;
pub mod protocol_log;
pub mod puzzles;
pub mod record;
pub mod review;
pub mod saving;
pub mod serving;
pub mod strength;
pub mod suite;
pub mod task;
pub mod worker;

mod failing;
mod files;
mod play;
mod replay;
mod wishes;

use std::sync::Arc;
use web_time::{Duration, Instant};

use heirloom_chess::game::Game;
use heirloom_chess::notation::typed;
use heirloom_chess::{Color, Move};

use crate::command::{Command, Step};
use crate::roster::Roster;
use analysis::Analysis;
use clocks::Clocks;
use course::Values;
use ending::Ending;
use engines::Engines;
use files::Pasted;
use games::Games;
use habits::Habits;
use keeper::Keeper;
use leaving::{HeldBack, Leave};
use library::OpeningLibrary;
use looking::Looking;
use matches::Matches;
use notice::Notice;
use play::Table;
use players::{Answer, Player, Seats};
use puzzles::Puzzles;
use record::Record;
use replay::Replay;
use review::GameReview;
use saving::Saving;
use serving::Serving;
use suite::TestRun;
use worker::Wake;

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Nobody plays: moves are entered for both sides, as when looking at a game.
    Free,
    /// The players move in turn.
    Playing,
    /// It has ended.
    Over(Ending),
}

/// The whole state of the desk.
pub struct Model {
    roster: Arc<dyn Roster>,
    wake: Wake,
    /// The game on the board.
    pub record: Record,
    /// Who plays it.
    pub players: [Player; 2],
    /// Their engines.
    pub seats: Seats,
    /// Their clocks.
    pub clocks: Clocks,
    /// Where the game stands.
    pub stage: Stage,
    /// Engines answer at once.
    pub continuous: bool,
    /// Engines think in the opponent's time.
    pub ponder: bool,
    /// What goes on between the players.
    pub table: Table,
    /// The engine for analysis, hints and moves on behalf of persons.
    pub analysis: Analysis,
    /// What is known of the inside of searches, for whoever looks.
    pub looking: Looking,
    /// The games of a file.
    pub games: Games,
    /// Engines and their options, as they are managed.
    pub engines: Engines,
    /// Games between engines.
    pub matches: Matches,
    /// Positions before an engine.
    pub test: TestRun,
    /// Positions to be solved.
    pub puzzles: Puzzles,
    /// The review of the game.
    pub review: GameReview,
    /// What engines have said of positions.
    pub values: Values,
    /// The opening library.
    pub library: OpeningLibrary,
    /// What to tell the person at the desk, the latest last.
    pub notices: Vec<Notice>,
    /// Is Black at the bottom?
    pub flipped: bool,
    /// What the person at the desk is called in games; empty where that is not known.
    pub name: String,
    /// Another program leads the game, and the desk is its engine.
    pub serving: Option<Serving>,
    /// A command waits for the answer whether the game may be left.
    pub held_back: Option<HeldBack>,
    /// How many messages there have been.
    messages: usize,
    /// The game that a message calls damaged.
    damaged: Option<u64>,
    keeper: Keeper,
    habits: Habits,
    saving: Saving,
    /// The file of games that were pasted together.
    pasted: Option<Pasted>,
    /// The game plays itself.
    pub replay: Option<Replay>,
}

/// Notices that are kept.
const NOTICES: usize = 20;

impl Model {
    /// A board with the usual start position and nobody playing. `wake` is called from engines' threads when there is news.
    pub fn new(roster: Arc<dyn Roster>, wake: Wake) -> Model {
        let looking = Looking::new(&wake);
        Model {
            roster: looking.log.listen_to(roster),
            wake,
            record: Record::default(),
            players: [Player::Human, Player::Human],
            seats: Seats::default(),
            clocks: Clocks::new(level::Level::default()),
            stage: Stage::Free,
            continuous: true,
            ponder: false,
            table: Table::default(),
            analysis: Analysis::default(),
            looking,
            games: Games::default(),
            engines: Engines::default(),
            matches: Matches::default(),
            test: TestRun::default(),
            puzzles: Puzzles::default(),
            review: GameReview::default(),
            values: Values::default(),
            library: OpeningLibrary::default(),
            notices: Vec::new(),
            flipped: false,
            name: String::new(),
            serving: None,
            held_back: None,
            messages: 0,
            damaged: None,
            keeper: Keeper::default(),
            habits: Habits::default(),
            saving: Saving::default(),
            pasted: None,
            replay: None,
        }
    }

    /// The engines that there are.
    pub fn roster(&self) -> &dyn Roster {
        self.roster.as_ref()
    }

    /// Wakes the frame, for work on other threads.
    pub fn wake(&self) -> &Wake {
        &self.wake
    }

    /// Carries a command out.
    pub fn apply(&mut self, command: Command, now: Instant) {
        if self.is_for_the_other(&command) {
            return self.tell(Notice::Serving);
        }
        let (before, acts) = (self.messages, command.acts());
        if let Some(command) = self.hold_back(command, now) {
            self.carry_out(command, now);
        }
        if acts {
            self.drop_notices(before);
        }
        self.check_notices();
    }

    fn carry_out(&mut self, command: Command, now: Instant) {
        match command {
            Command::NewGame { players, level, start } => {
                self.new_game(players, level, start.map(|start| *start), now)
            }
            Command::Seat(color, player) => self.take_seat(color, player, now),
            Command::Level(level) => self.set_level(level, now),
            Command::Play(mv) => self.enter(mv, now),
            Command::Type(text) => match typed::parse(self.record.position(), &text) {
                Ok(mv) => self.enter(mv, now),
                Err(error) => self.tell(Notice::Typed(error)),
            },
            Command::MoveForMe => self.move_for_me(now),
            Command::MoveNow => self.move_now(),
            Command::Abort => self.abort(now),
            Command::Hint => self.hint(),
            Command::Continuous(on) => {
                (self.continuous, self.table.idle) = (on, false);
                self.ask_if_due(now);
            }
            Command::Ponder(on) => self.ponder(on),
            Command::Premove(squares) => self.table.premove = squares.filter(|_| self.thinking().is_some()),
            Command::ResetClocks => self.clocks.reset(now),
            Command::TakeBack => self.take_back(now),
            Command::Redo => self.redo(now),
            Command::Resign => self.resign(now),
            Command::Rematch => self.rematch(now),
            Command::Continue => self.continue_game(now),
            Command::Leave(how) => self.leave(how, now),
            Command::Draw => self.draw(now),
            Command::PlayFromHere => self.play_from_here(now),
            Command::Go(step) => self.go(step, now),
            Command::Replay(pace) => self.replay(pace.map(Duration::from_millis), now),
            Command::Promote(node) => self.edit(|game| game.promote(node)),
            Command::PromoteToMainLine(node) => self.edit(|game| game.promote_to_main_line(node)),
            Command::Delete(node) => self.edit(|game| game.delete(node)),
            Command::Comment(node, text) => self.edit(|game| figures::set_words(game, node, &text)),
            Command::Annotate(node, text, marks) => self.edit(|game| {
                figures::set_words(game, node, &text)?;
                game.set_nags(node, &marks)
            }),
            Command::Marks(node, marks) => self.edit(|game| game.set_nags(node, &marks)),
            Command::Tag(name, value) => self.edit(|game| {
                match value.trim() {
                    "" => game.tags_mut().remove(&name),
                    value => game.tags_mut().set(&name, value),
                }
                Ok(())
            }),
            Command::GameData(data) => self.describe(&data),
            Command::Undo => {
                if self.stage == Stage::Playing || !self.record.undo() {
                    self.tell(Notice::NothingToUndo);
                }
                self.moved();
            }
            Command::Paste(text) => self.paste(&text, now),
            Command::SetUp(position) => self.show(Game::from_position(*position)),
            Command::Open(path, index) => self.open(&path, index),
            Command::OpenFile(path) => self.open_named(&path, now),
            Command::Save(path) => self.save(path),
            Command::Games(command) => self.games(command),
            Command::Library(command) => self.library(command),
            Command::Engines(command) => self.engines(command),
            Command::Match(command) => self.matches(command),
            Command::Suite(command) => self.test_run(command),
            Command::Puzzle(command) => self.puzzles(command),
            Command::Review(command) => self.review(command),
            Command::Analyse(on) => self.analyse(on),
            Command::Analysis(how) => self.analyse_so(how),
            Command::Observe(whose) => self.looking.whose = whose,
            Command::Explain { engine, kind } => self.explain(engine, kind),
            Command::Log(order) => self.log(order),
            Command::Flip => self.flipped = !self.flipped,
            Command::Escape => {
                self.leave(Leave::Stay, now);
                (self.analysis.hint, self.table.premove, self.replay) = (None, None, None);
            }
            // These concern only what is drawn: the desk has taken them already.
            Command::Settings(_) => {}
            Command::Visited(folder) => self.visit(folder),
            Command::Notify(notice) => self.tell(notice),
            Command::Dismiss => {
                self.notices.pop();
            }
        }
    }

    /// Moves on what moves by itself: engines that have answered, clocks that have run out, a game that plays itself. To be called in
    /// every frame, and when woken.
    pub fn poll(&mut self, now: Instant) {
        // What an engine answers while the game is in question waits, too.
        for color in Color::ALL {
            while self.held_back.is_none()
                && let Some(answer) = self.seats.of_mut(color).and_then(players::Seat::poll)
            {
                self.answered(color, answer, now);
            }
        }
        self.name_engines();
        self.poll_analysis(now);
        self.poll_serving(now);
        self.poll_looking();
        self.poll_games();
        self.poll_library();
        self.poll_engines();
        self.poll_test_run();
        self.poll_matches();
        self.poll_review();
        self.poll_puzzles();
        self.note_values();
        self.poll_flags(now);
        self.poll_replay(now);
        self.poll_saving();
        self.poll_keeper(now);
        self.check_notices();
    }

    /// How long nothing will move by itself, at most; engines wake whoever waits.
    pub fn rest(&self, now: Instant) -> Option<Duration> {
        let replay = self.replay.map(|replay| replay.due.saturating_duration_since(now));
        // A running clock is shown to a tenth of a second when it is low.
        let clock = self.clocks.running().map(|_| Duration::from_millis(100));
        let reading = self
            .games
            .progress()
            .or(self.library.progress())
            .or(self.puzzles.reading())
            .map(|_| Duration::from_millis(100));
        replay.into_iter().chain(clock).chain(reading).chain(self.keeper.rest(now)).min()
    }

    /// Is an engine of the game thinking about its move?
    pub fn thinking(&self) -> Option<Color> {
        self.table.asked.as_ref().map(|(color, _)| *color)
    }

    /// Tells the person at the desk something.
    pub fn tell(&mut self, notice: Notice) {
        if self.notices.len() == NOTICES {
            self.notices.remove(0);
        }
        self.messages += 1;
        self.notices.push(notice);
    }

    fn edit(&mut self, change: impl FnOnce(&mut Game) -> Result<(), heirloom_chess::game::GameError>) {
        if let Err(error) = self.record.edit(change) {
            self.tell(Notice::Refused(error.to_string()));
        }
        self.moved();
    }

    fn go(&mut self, step: Step, now: Instant) {
        if self.record.go(step) {
            self.moved();
            self.play_held(now);
            self.ask_if_due(now);
        }
    }

    /// Another position is on the board: whoever analyses it must know.
    fn moved(&mut self) {
        self.analysis.hint = None;
        self.follow();
    }

    fn answered(&mut self, color: Color, answer: Answer, now: Instant) {
        match answer {
            Answer::Move(best) => self.engine_moved(color, best, now),
            Answer::Resigns => self.engine_ends(color, None, now),
            Answer::Claims(result) => self.engine_ends(color, Some(result), now),
            Answer::Failed(reason) => self.engine_failed(color, reason, now),
            Answer::Said(text) => self.tell(Notice::EngineSaid(text)),
        }
    }
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Model")
            .field("stage", &self.stage)
            .field("players", &self.players)
            .finish_non_exhaustive()
    }
}

/// The move a person has asked for, where it is legal.
pub fn legal(position: &heirloom_chess::Position, mv: Move) -> Option<Move> {
    position.is_legal(mv).then_some(mv)
}
