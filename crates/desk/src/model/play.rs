//! The game on the board: who plays it, whose turn it is, the clocks, and its copy on disk.

mod failing;
mod inserting;
mod recovery;
mod replay;
mod requests;
mod served;
mod turns;

use web_time::{Duration, Instant};

use heirloom_app::coach::help::{self, Help, HelpCount};
use heirloom_chess::game::{Game, GameError};
use heirloom_chess::{Color, Line, Move, Position, Square};
use heirloom_engine::BestMove;

use super::autosave::Autosave;
use super::clocks::Clocks;
use super::context::{Context, Effect};
use super::ending::Ending;
use super::game_data::GameData;
use super::history::{ChangeKind, ChangeName};
use super::level::Level;
use super::names::{EVENT, set_player, tag};
use super::notice::Notice;
use super::players::{self, Answer, Player, Seat, Seats};
use super::record::{EditCommand, Record, Step};
pub use replay::Replay;

/// The state of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// No game is being played: moves are entered for both sides.
    Free,
    /// The players move in turn.
    Playing,
    /// The game has ended.
    Over(Ending),
}

/// What can be asked of the game on the board.
#[derive(Clone, PartialEq, Debug)]
pub enum PlayCommand {
    /// Starts a game between two players, White first.
    NewGame {
        /// Who plays each side.
        players: [Player; 2],
        /// How much each may think.
        level: Level,
        /// The start position; none for the usual one.
        start: Option<Box<Position>>,
    },
    /// Changes who plays a side.
    SetPlayer(Color, Player),
    /// Changes how much engines may think from now on.
    Level(Level),
    /// Plays a legal move for the side to move.
    Move(Move),
    /// Plays a move that was typed: SAN or coordinates.
    Type(String),
    /// The computer plays one ply for the side to move, even if a person plays that side.
    MoveForMe,
    /// The engine that is thinking plays what it has found so far.
    MoveNow,
    /// The engine that is thinking stops and plays nothing.
    Abort,
    /// Engines answer at once (true), or each waits for [`PlayCommand::MoveForMe`].
    Continuous(bool),
    /// Switches pondering on or off.
    Ponder(bool),
    /// Engines play from the opening library as long as it has moves, or always search.
    UseLibrary(bool),
    /// Plays a move as soon as it is the user's turn, if it is legal then; none drops it.
    Premove(Option<(Square, Square)>),
    /// Sets both clocks back to their start.
    ResetClocks,
    /// Takes the last move back, and the engine's with it.
    TakeBack,
    /// Undoes the last change of the game's text; while it is being played and nothing was changed since the
    /// last move, takes that back.
    Undo,
    /// Does what was undone again, or plays moves again that were taken back.
    Redo,
    /// The side to move, or the only person at the board, resigns.
    Resign,
    /// The same players exchange colors and play again.
    Rematch,
    /// Continues a game that was interrupted.
    Continue,
    /// Offers the engine a draw, or accepts the one it offers.
    Draw,
    /// Continues from the position on the board as a new game.
    PlayFromHere,
    /// Steps through the game.
    Go(Step),
    /// Replays the game at this many milliseconds per move; none stops.
    Replay(Option<u64>),
    /// Turns the board around.
    Flip,
}

/// What is pending between the players.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pending {
    /// The engine whose best move will be played, and the position it searches.
    searching: Option<(Color, Line)>,
    /// The engine that ponders, and the position it expects.
    pondering: Option<(Color, Line)>,
    /// Engines wait until a move is made or asked for: a search was aborted, or an engine has failed.
    idle: bool,
    /// The side that has offered a draw that is neither accepted nor refused.
    pub offer: Option<Color>,
    /// A user's move that is played as soon as it is their turn.
    pub premove: Option<(Square, Square)>,
    /// The game was interrupted by the end of the program.
    pub interrupted: bool,
    /// The flag of the searching engine has fallen, and it was asked to move.
    overdue: bool,
    /// The engine's move, which waits while the user looks at another place of the game.
    held: Option<BestMove>,
}

/// The game on the board and everything that playing it needs.
#[derive(Debug)]
pub struct Play {
    pub(super) record: Record,
    players: [Player; 2],
    seats: Seats,
    clocks: Clocks,
    stage: Stage,
    pending: Pending,
    continuous: bool,
    ponder: bool,
    /// Whether engines play from the opening library.
    pub(super) from_library: bool,
    flipped: bool,
    /// Whether Black was at the bottom before a puzzle turned the board.
    flipped_before: Option<bool>,
    replay: Option<Replay>,
    autosave: Autosave,
    /// Who played the game that was started last.
    last_players: Option<[Player; 2]>,
    /// Its level.
    last_level: Option<Level>,
    /// The help that the user has had.
    help: HelpCount,
    /// Whether the end of the game was noted.
    end_noted: bool,
}

impl Default for Play {
    /// Returns a board with the initial position and no game being played.
    fn default() -> Play {
        Play {
            record: Record::default(),
            players: [Player::Human, Player::Human],
            seats: Seats::default(),
            clocks: Clocks::new(Level::default()),
            stage: Stage::Free,
            pending: Pending::default(),
            continuous: true,
            ponder: false,
            from_library: false,
            flipped: false,
            flipped_before: None,
            replay: None,
            autosave: Autosave::default(),
            last_players: None,
            last_level: None,
            help: HelpCount::default(),
            end_noted: false,
        }
    }
}

impl Play {
    /// Returns the game with the place that the board shows.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns who plays each side, White first.
    pub fn players(&self) -> &[Player; 2] {
        &self.players
    }

    /// Returns who plays a side.
    pub fn player(&self, color: Color) -> &Player {
        &self.players[color.index()]
    }

    /// Returns the engine that plays a side.
    pub fn seat(&self, color: Color) -> Option<&Seat> {
        self.seats.of(color)
    }

    /// Returns the engines of both sides.
    pub fn seats(&self) -> impl Iterator<Item = &Seat> {
        Color::ALL.into_iter().filter_map(|color| self.seats.of(color))
    }

    /// Returns the clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// Returns the state of the game.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Returns what is pending between the players.
    pub fn pending(&self) -> &Pending {
        &self.pending
    }

    /// Returns true if the game is being played and was not interrupted.
    pub fn goes_on(&self) -> bool {
        self.stage == Stage::Playing && !self.pending.interrupted
    }

    /// Returns true if engines answer at once.
    pub fn is_continuous(&self) -> bool {
        self.continuous
    }

    /// Returns true if engines think in the opponent's time.
    pub fn ponders(&self) -> bool {
        self.ponder
    }

    /// Returns true if engines play from the opening library.
    pub fn plays_from_library(&self) -> bool {
        self.from_library
    }

    /// Returns true if Black is at the bottom of the board.
    pub fn is_flipped(&self) -> bool {
        self.flipped
    }

    /// Returns the replay that is running.
    pub fn replay(&self) -> Option<Replay> {
        self.replay
    }

    /// Returns the side whose engine is thinking about its move.
    pub fn thinking(&self) -> Option<Color> {
        self.pending.searching.as_ref().map(|(color, _)| *color)
    }

    /// Returns the engine that searches the position on the board for its move.
    pub fn searching_here(&self) -> Option<&Seat> {
        let (color, line) = self.pending.searching.as_ref()?;
        self.seats.of(*color).filter(|_| line == self.record.line())
    }

    /// Returns true if a person at this desk is to move in a game against an engine, at its end.
    pub(super) fn awaits_person(&self) -> bool {
        let turn = self.record.position().turn();
        let is_users = players::person(&self.players) == Some(turn) && self.thinking().is_none();
        is_users && self.stage == Stage::Playing && self.record.is_at_end()
    }

    /// Returns the help that the user has had in the game.
    pub fn help(&self) -> HelpCount {
        self.help
    }

    /// Counts a help in a game against an engine, and notes it in the game.
    pub(super) fn note_help(&mut self, help: Help) {
        if self.stage == Stage::Playing && players::person(&self.players).is_some() {
            self.help.note(help);
            self.record.set_tag(help::TAG, &self.help.to_string());
        }
    }

    /// Returns true if it was noted that the game has ended, even if it continues after a takeback.
    pub(super) fn is_end_noted(&self) -> bool {
        self.end_noted
    }

    /// Notes that the game has ended; returns false if that was noted before.
    pub(super) fn note_end(&mut self) -> bool {
        !std::mem::replace(&mut self.end_noted, true)
    }

    /// Returns the players and the level for a new game: those of the last one, or a person against the first
    /// engine.
    pub fn usual_game(&self, engines: &[String]) -> ([Player; 2], Level) {
        let is_known =
            |player: &Player| player.engine().is_none_or(|id| engines.iter().any(|name| name == id));
        let last = self.last_players.clone().filter(|players| players.iter().all(is_known));
        let first =
            || [Player::Human, engines.first().map_or(Player::Human, |name| Player::Engine(name.clone()))];
        let players = if self.players == [Player::Human, Player::Human] {
            last.unwrap_or_else(first)
        } else {
            self.players.clone()
        };
        (players, self.last_level.unwrap_or(self.clocks.level()))
    }

    /// Returns who played the game that was started last, and its level.
    pub fn last_game(&self) -> (Option<[Player; 2]>, Option<Level>) {
        (self.last_players.clone(), self.last_level)
    }

    /// Takes over what was chosen before the program was started: the last game, and whether engines ponder.
    pub fn restore_choices(&mut self, players: Option<[Player; 2]>, level: Option<Level>, ponder: bool) {
        (self.last_players, self.last_level, self.ponder) = (players, level, ponder);
    }

    /// Carries a command out.
    pub(super) fn apply(&mut self, command: PlayCommand, context: &mut Context, now: Instant) {
        match command {
            PlayCommand::NewGame { players, level, start } => {
                self.new_game(players, level, start.map(|start| *start), context, now)
            }
            PlayCommand::SetPlayer(color, player) => self.take_seat(color, player, context, now),
            PlayCommand::Level(level) => self.set_level(level, context, now),
            PlayCommand::Move(mv) => context.ask(Effect::Enter(mv, None)),
            PlayCommand::Type(text) => self.type_move(&text, context),
            PlayCommand::MoveForMe => self.move_for_me(context, now),
            PlayCommand::MoveNow => self.move_now(context),
            PlayCommand::Abort => self.abort(context, now),
            PlayCommand::Continuous(on) => {
                (self.continuous, self.pending.idle) = (on, false);
                self.ask_if_due(context, now);
            }
            PlayCommand::Ponder(on) => self.set_ponder(on),
            PlayCommand::UseLibrary(on) => self.from_library = on,
            PlayCommand::Premove(squares) => {
                self.pending.premove = squares.filter(|_| self.thinking().is_some())
            }
            PlayCommand::ResetClocks => {
                self.clocks.reset(now);
                self.note_help(Help::Change);
            }
            PlayCommand::TakeBack => self.take_back(context, now),
            PlayCommand::Undo => self.undo(context, now),
            PlayCommand::Redo => self.redo(context, now),
            PlayCommand::Resign => self.resign(context, now),
            PlayCommand::Rematch => self.rematch(context, now),
            PlayCommand::Continue => self.continue_game(context, now),
            PlayCommand::Draw => self.draw(context, now),
            PlayCommand::PlayFromHere => self.play_from_here(context, now),
            PlayCommand::Go(step) => self.go(step, context, now),
            PlayCommand::Replay(pace) => self.start_replay(pace.map(Duration::from_millis), context, now),
            PlayCommand::Flip => (self.flipped, self.flipped_before) = (!self.flipped, None),
        }
    }

    /// Stops the clocks; returns the side whose clock was running.
    pub(super) fn pause(&mut self, now: Instant) -> Option<Color> {
        let running = self.clocks.running();
        self.clocks.pause(now);
        running
    }

    /// Lets a clock run again if the game has not ended.
    pub(super) fn unpause(&mut self, clock: Option<Color>, now: Instant) {
        if self.stage == Stage::Playing
            && let Some(color) = clock
        {
            self.clocks.start(color, now);
        }
    }

    /// Drops what is half done: a premove, a replay.
    pub(super) fn escape(&mut self) {
        (self.pending.premove, self.replay) = (None, None);
    }

    /// Puts the side that solves a puzzle at the bottom of the board until another game is shown.
    pub(super) fn turn_for_puzzle(&mut self, color: Color) {
        let before = self.flipped;
        self.turn_to(color);
        self.flipped_before = Some(before);
    }

    /// Puts a side at the bottom of the board.
    pub(super) fn turn_to(&mut self, color: Color) {
        (self.flipped, self.flipped_before) = (color == Color::Black, None);
    }

    fn new_game(
        &mut self,
        players: [Player; 2],
        level: Level,
        start: Option<Position>,
        context: &mut Context,
        now: Instant,
    ) {
        let mut game = start.map_or_else(Game::new, Game::from_position);
        game.tags_mut().set("Event", EVENT);
        game.tags_mut().set("Date", &heirloom_app::date::today());
        for (color, player) in Color::ALL.into_iter().zip(&players) {
            set_player(&mut game, color, player, context);
        }
        game.tags_mut().set("TimeControl", &level.time_control());
        self.replace(Record::new(game), context);
        (self.last_players, self.last_level) = (Some(players.clone()), Some(level));
        self.players = players;
        self.clocks = Clocks::new(level);
        self.start(context, now);
    }

    /// Seats the players, and lets the side to move begin.
    fn start(&mut self, context: &mut Context, now: Instant) {
        self.pending = Pending::default();
        self.stage = Stage::Playing;
        (self.help, self.end_noted) = (HelpCount::default(), false);
        for color in Color::ALL {
            self.seats.seat(color, &self.players[color.index()], context);
            if let Some(seat) = self.seats.of(color) {
                seat.worker.new_game();
            }
        }
        // A user with Black sees Black at the bottom.
        self.turn_to(players::person(&self.players).unwrap_or(Color::White));
        context.ask(Effect::Moved);
        self.hand_over(context, now);
    }

    fn take_seat(&mut self, color: Color, player: Player, context: &mut Context, now: Instant) {
        if self.thinking() == Some(color) {
            self.stop_engines();
        }
        let name = |game: &mut Game| {
            set_player(game, color, &player, context);
            Ok(())
        };
        let _ = match self.stage {
            Stage::Playing => self.record.set(name),
            _ => self.record.change(ChangeKind::Data.into(), name),
        };
        // An engine that replaces one that has failed plays at once.
        let failed = self.seats.of(color).is_none() && *self.player(color) != Player::Human;
        self.pending.idle &= !failed;
        self.seats.seat(color, &player, context);
        self.players[color.index()] = player;
        self.note_help(Help::Change);
        self.ask_if_due(context, now);
    }

    /// Sets the level from now on; an engine that is thinking starts again with it.
    fn set_level(&mut self, level: Level, context: &mut Context, now: Instant) {
        self.clocks.set_level(level);
        self.note_help(Help::Change);
        if self.thinking().is_some() && self.pending.held.is_none() && self.record.is_at_end() {
            self.stop_engines();
            self.search(context, now);
        }
    }

    /// Steps through the game.
    pub(super) fn go(&mut self, step: Step, context: &mut Context, now: Instant) {
        if self.record.go(step) {
            context.ask(Effect::Moved);
            self.play_held(context, now);
            self.ask_if_due(context, now);
        }
    }

    /// Carries out a command that changes the game's text.
    pub(super) fn apply_edit(&mut self, command: EditCommand, context: &mut Context) {
        if let EditCommand::Insert(insertion) = &command {
            return self.insert(insertion, context);
        }
        let playing = self.stage == Stage::Playing;
        let is_same =
            matches!(&command, EditCommand::Data(data) if GameData::of(self.record.game()) == **data);
        if !is_same {
            let name = command.name(self.record.game());
            self.edit(name, |game| command.change(game, playing), context);
        }
    }

    /// Changes the game's text; a failure is reported.
    pub(super) fn edit(
        &mut self,
        name: ChangeName,
        change: impl FnOnce(&mut Game) -> Result<(), GameError>,
        context: &mut Context,
    ) {
        if let Err(error) = self.record.change(name, change) {
            context.notify(Notice::Refused(error.to_string()));
        }
        context.ask(Effect::Moved);
    }

    /// Shows a game that is not being played.
    pub(super) fn show(&mut self, game: Game, context: &mut Context) {
        // Before the players are gone, who are kept with it.
        self.shelve(context);
        self.record.changed = false;
        self.clocks = Clocks::new(self.clocks.level());
        self.stage = Stage::Free;
        self.players = [Player::Human, Player::Human];
        for color in Color::ALL {
            self.seats.vacate(color);
        }
        self.replace(Record::new(game), context);
        context.ask(Effect::Moved);
    }

    /// Puts another game in the place of the present one.
    pub(super) fn replace(&mut self, record: Record, context: &mut Context) {
        self.shelve(context);
        self.flipped = self.flipped_before.take().unwrap_or(self.flipped);
        context.notices.remove(|notice| *notice == Notice::Recovered);
        self.stop_engines();
        self.pending = Pending::default();
        self.replay = None;
        self.record = record;
    }

    fn end(&mut self, ending: Ending, now: Instant) {
        self.stop_engines();
        self.clocks.pause(now);
        self.pending = Pending::default();
        self.stage = Stage::Over(ending);
        let _ = self.record.set(|game| {
            game.set_result(ending.result());
            game.tags_mut().set("Termination", ending.termination());
            Ok(())
        });
    }

    /// Stops the engines of the game; what they still report is dropped.
    fn stop_engines(&mut self) {
        let pending = &mut self.pending;
        (pending.searching, pending.pondering, pending.held, pending.overdue) = (None, None, None, false);
        self.seats().for_each(|seat| seat.worker.stop());
    }

    /// Lets both engines go.
    pub(super) fn dismiss_engines(&mut self) -> impl Iterator<Item = Seat> + use<> {
        self.seats.clear()
    }

    /// Reads what the engines have answered.
    pub(super) fn poll_engines(&mut self, context: &mut Context, now: Instant) {
        for color in Color::ALL {
            while let Some(answer) = self.seats.of_mut(color).and_then(Seat::poll) {
                match answer {
                    Answer::Move(best) => self.engine_moved(color, best, context, now),
                    Answer::Resigns => self.engine_ends(color, None, context, now),
                    Answer::Claims(result) => self.engine_ends(color, Some(result), context, now),
                    Answer::Failed(reason) => self.engine_failed(color, reason, context, now),
                    Answer::Message(text) => context.notify(Notice::EngineSaid(text)),
                }
            }
        }
    }

    /// Names engines in the game as they call themselves, mostly with a version, but without a commit.
    pub(super) fn name_engines(&mut self) {
        if self.stage != Stage::Playing {
            return;
        }
        for color in Color::ALL {
            let Some((id, name)) =
                self.seats.of(color).and_then(|seat| Some((&seat.id, seat.name.as_ref()?)))
            else {
                continue;
            };
            let is_title = self.record.game().tags().get(tag(color)) == Some(players::title(id));
            if is_title && !name.trim().is_empty() {
                self.record.set_tag(tag(color), players::plain_name(name));
            }
        }
    }

    /// Takes away messages about the game that are no longer true.
    pub(super) fn check_notices(&self, context: &mut Context) {
        context.notices.check(self.stage == Stage::Playing, self.pending.offer, self.record.damaged);
    }

    /// Returns how long nothing moves by itself, at most.
    pub(super) fn rest(&self, now: Instant) -> Option<Duration> {
        let replay = self.replay.map(|replay| replay.due.saturating_duration_since(now));
        // A running clock shows tenths of a second when it is low.
        let clock = self.clocks.running().map(|_| Duration::from_millis(100));
        replay.into_iter().chain(clock).chain(self.autosave.rest(now)).min()
    }
}
