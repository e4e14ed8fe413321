//! The state of a terminal game: who plays, how long, what was agreed, and whether it is on paper already.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use heirloom_app::config::Config;
use heirloom_arena::game::MoveRecord;
use heirloom_chess::{Color, Position, chess960};
use heirloom_engine::{Engine, EngineError, Limits, Score};

use super::clocks::GameClocks;
use super::ending::Agreed;
use super::level::Level;
use super::{Arguments, Side};
use crate::score_sheet::Style;
use crate::screen::Screen;
use crate::table::Table;

/// A game between people, the engine, or both.
pub struct Play {
    /// Board, moves, engine.
    pub(super) table: Table,
    /// The sides that people play.
    pub(super) people: Vec<Color>,
    /// How strong the engine plays.
    pub(super) level: Level,
    /// How strong, if not as strong as it can.
    pub(super) elo: Option<i64>,
    /// The clocks as they were before each move, the running ones last.
    clocks: Vec<Option<GameClocks>>,
    /// What the engine said of its moves, by ply; nothing of those that people made.
    pub(super) said: Vec<Option<MoveRecord>>,
    /// When the side to move began to think.
    pub(super) turn_began: Instant,
    /// Set when a side resigned, lost on time or a draw was agreed.
    pub(super) agreed: Option<Agreed>,
    /// What the engine thought of its last move, from its view.
    pub(super) last_score: Option<Score>,
    /// The engine waits although it is its turn.
    pub(super) paused: bool,
    /// The end has been told.
    pub(super) announced: bool,
    /// The user has read that the flag fell.
    pub(super) flag_reported: bool,
    /// The moves that are in a file, or that nobody wants there.
    pub(super) saved_moves: usize,
    /// Somebody looks on: draw the moves beside the board.
    pub(super) terminal: bool,
    /// What was drawn last.
    pub(super) screen: Screen,
    /// What the user has configured, for the engine that gives advice.
    pub(super) config: Config,
}

impl Play {
    /// A game with this engine as the arguments say.
    ///
    /// # Errors
    /// A position that is none, a file that cannot be read, an engine that cannot be started.
    pub fn new(arguments: &Arguments, engine: Box<dyn Engine>, config: &Config) -> Result<Play> {
        let mut table = Table::with(engine, config)?;
        if let Some(path) = &arguments.load {
            table.load(path, 1)?;
        } else if let Some(number) = arguments.chess960 {
            table.chess960 = true;
            table.set_up(chess960::start_position(number)?)?;
        } else {
            table.set_up(crate::count::position(arguments.fen.as_deref())?)?;
        }
        if let Some(elo) = arguments.elo {
            set_elo(&mut table, elo)?;
        }
        let people = match arguments.color {
            Side::White => vec![Color::White],
            Side::Black => vec![Color::Black],
            Side::Random => vec![if fastrand::bool() { Color::White } else { Color::Black }],
            Side::Both => Color::ALL.to_vec(),
            Side::None => Vec::new(),
        };
        table.view.figures |= arguments.figures;
        table.view.colors = crate::console::has_colors();
        if arguments.coordinates || config.is_on("coordinates") {
            table.style = if table.chess960 { Style::Chess960 } else { Style::Coordinates };
        }
        let saved_moves = table.line.moves().len();
        let level = arguments.level;
        let mut play = Play {
            table,
            people,
            level,
            elo: arguments.elo,
            clocks: vec![level.clocks()],
            said: Vec::new(),
            turn_began: Instant::now(),
            agreed: None,
            last_score: None,
            paused: false,
            announced: false,
            flag_reported: false,
            saved_moves,
            terminal: std::io::stdout().is_terminal(),
            screen: Screen::default(),
            config: config.clone(),
        };
        play.face_the_player();
        Ok(play)
    }

    /// Must the engine think now?
    pub fn is_engines_turn(&self) -> bool {
        !self.paused && !self.is_over() && !self.people.contains(&self.table.line.position().turn())
    }

    /// Is there anybody to ask what comes next?
    pub fn has_people(&self) -> bool {
        !self.people.is_empty()
    }

    /// The running clocks.
    pub(super) fn clocks(&self) -> Option<&GameClocks> {
        self.clocks.last().and_then(Option::as_ref)
    }

    /// Plays what the user typed.
    pub(super) fn person_moves(&mut self, text: &str, out: &mut dyn Write) -> Result<()> {
        if self.is_over() {
            bail!("the game is over; type new, undo, save FILE or quit");
        }
        let mv = self.table.read_move(text).context("not played (type help for the commands)")?;
        self.play(mv, self.turn_began.elapsed(), None)?;
        if self.people.len() == 2 {
            self.face_the_player();
        }
        let drawing = format!("\n{}", self.board());
        Ok(self.screen.show(out, &drawing)?)
    }

    /// Lets the engine think and move.
    ///
    /// # Errors
    /// What the engine failed with, and an output that is closed.
    pub fn engine_moves(&mut self, out: &mut dyn Write) -> Result<()> {
        let limits = self.level.limits(self.clocks());
        let begun = Instant::now();
        let thought = self.table.think(limits)?;
        let mv = thought.best.best.context("the engine returned no move")?;
        // With nobody to play against, Ctrl-C is a wish to be asked.
        self.paused = thought.interrupted && self.people.is_empty();
        let record = MoveRecord::of(&thought.progress, &thought.best, begun.elapsed());
        self.last_score = record.score;
        let score = record.score.map(|score| self.table.for_white(score).to_string()).unwrap_or_default();
        let numbered = self.table.numbered(mv);
        self.play(mv, record.time, Some(record))?;
        let drawing = format!("\n{}\n{numbered}   {score}\n", self.board());
        self.screen.show(out, &drawing)?;
        if self.paused {
            writeln!(out, "interrupted; type go to let the engine continue")?;
        }
        Ok(())
    }

    fn play(&mut self, mv: heirloom_chess::Move, used: Duration, said: Option<MoveRecord>) -> Result<()> {
        let turn = self.table.line.position().turn();
        self.table.play(mv)?;
        // What was said of moves that were taken back goes.
        self.said.resize(self.table.line.moves().len() - 1, None);
        self.said.push(said);
        let mut clocks = self.clocks().cloned();
        if clocks.as_mut().is_some_and(|clocks| !clocks.spend(turn, used)) {
            self.lose_on_time(turn);
        }
        self.clocks.push(clocks);
        self.turn_began = Instant::now();
        Ok(())
    }

    /// What the engine would play.
    pub(super) fn hint(&mut self, out: &mut dyn Write) -> Result<()> {
        // Good advice, whatever the opponent's strength.
        if self.elo.is_some() {
            self.table.session.set_option("UCI_AnalyseMode", "true")?;
        }
        let thought = self.table.think(Limits::move_time(Duration::from_secs(1)));
        if self.elo.is_some() {
            self.table.session.set_option("UCI_AnalyseMode", "false")?;
        }
        let thought = thought?;
        let mv = thought.best.best.context("the game is over")?;
        let numbered = self.table.numbered(mv);
        let score = thought.progress.first().and_then(|info| self.table.score(info));
        writeln!(out, "{numbered}   {}", score.unwrap_or_default())?;
        Ok(())
    }

    /// Back to the user's last move; a game that was given up or agreed a draw goes on where it was.
    pub(super) fn undo(&mut self) -> Result<()> {
        let lost_on_time = self.agreed.as_ref().is_some_and(|agreed| agreed.on_time);
        if lost_on_time && self.table.line.moves().is_empty() {
            self.clocks = vec![self.level.clocks()];
        } else if lost_on_time || self.agreed.is_none() {
            self.take_back()?;
            if self.people.len() == 1 && !self.people.contains(&self.table.line.position().turn()) {
                // Fails when the engine had the first move of the game: it makes it again.
                let _ = self.take_back();
            }
        }
        self.paused = self.people.is_empty();
        self.saved_moves = 0;
        self.go_on();
        Ok(())
    }

    fn take_back(&mut self) -> Result<()> {
        self.table.undo()?;
        if self.clocks.len() > 1 {
            self.clocks.pop();
        }
        Ok(())
    }

    /// Plays again what was taken back, up to the user's next move.
    pub(super) fn redo(&mut self) -> Result<()> {
        self.table.redo()?;
        self.clocks.push(self.clocks().cloned());
        if self.people.len() == 1
            && !self.people.contains(&self.table.line.position().turn())
            && self.table.redo().is_ok()
        {
            self.clocks.push(self.clocks().cloned());
        }
        self.go_on();
        Ok(())
    }

    /// The game is on, with the clock of the side to move started anew.
    fn go_on(&mut self) {
        (self.agreed, self.announced, self.flag_reported, self.turn_began) =
            (None, false, false, Instant::now());
        if self.people.len() == 2 {
            self.face_the_player();
        }
    }

    /// Another game from here.
    pub(super) fn set_up(&mut self, position: Position) -> Result<()> {
        self.table.set_up(position)?;
        self.begin();
        Ok(())
    }

    /// Clocks, scores and papers of a new game.
    pub(super) fn begin(&mut self) {
        (self.clocks, self.last_score, self.paused) = (vec![self.level.clocks()], None, false);
        self.said.clear();
        self.saved_moves = self.table.line.moves().len();
        self.go_on();
        self.face_the_player();
    }

    /// Another level from now on; clocks begin anew.
    pub(super) fn set_level(&mut self, level: Level) {
        self.level = level;
        self.clocks = vec![level.clocks(); self.table.line.moves().len() + 1];
        self.turn_began = Instant::now();
    }

    /// Another strength from now on.
    ///
    /// # Errors
    /// An engine without such levels, or a strength it does not have.
    pub(super) fn set_elo(&mut self, elo: i64) -> Result<()> {
        set_elo(&mut self.table, elo)?;
        self.elo = Some(elo);
        Ok(())
    }

    /// The level of the engine.
    pub(super) fn level(&self) -> Level {
        self.level
    }

    /// The engine takes over the side to move, and the user the other one.
    pub(super) fn switch(&mut self) {
        self.paused = false;
        self.people = vec![!self.table.line.position().turn()];
        self.face_the_player();
    }

    /// Lets an interrupted engine play on; false if it was not interrupted.
    pub(super) fn resume(&mut self) -> bool {
        std::mem::take(&mut self.paused)
    }
}

/// Has the engine play like a person of this strength.
fn set_elo(table: &mut Table, elo: i64) -> Result<()> {
    let name = table.session.name().to_owned();
    let limited = table
        .session
        .set_option("UCI_Elo", &elo.to_string())
        .and_then(|()| table.session.set_option("UCI_LimitStrength", "true"));
    match limited {
        Err(EngineError::OptionValue { expected, .. }) => {
            bail!("{name} cannot play at {elo} Elo; expected {expected}")
        }
        Err(EngineError::UnknownOption { .. }) => {
            bail!("{name} cannot limit its strength by Elo; use --level depth=2 for a weaker game")
        }
        limited => Ok(limited?),
    }
}
