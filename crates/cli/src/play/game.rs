//! The state of a terminal game: the players, the clocks, the end, and whether it is saved.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use heirloom_app::config::Config;
use heirloom_arena::game::MoveRecord;
use heirloom_chess::game::GameResult;
use heirloom_chess::{Color, Position, chess960};
use heirloom_engine::{Engine, EngineError, Limits, Score};

use super::coaching::Coach;
use super::end::End;
use super::level::Level;
use super::{Arguments, Side};
use crate::clocks::GameClocks;
use crate::opponents;
use crate::screen::{Screen, has_colors};
use crate::table::{Table, score};
use heirloom_workshop::score_sheet::Style;

/// A game between people, the engine, or both.
pub struct Play {
    /// The board, the moves and the engine.
    pub(super) table: Table,
    /// The sides that people play.
    pub(super) people: Vec<Color>,
    /// The limit of the engine's moves.
    pub(super) level: Level,
    /// The strength of the engine in Elo; none for full strength.
    pub(super) elo: Option<i64>,
    /// The clocks before each move, the running ones last.
    clocks: Vec<Option<GameClocks>>,
    /// The engine's reports by ply; none for moves of people.
    pub(super) said: Vec<Option<MoveRecord>>,
    /// When the side to move began to think.
    pub(super) turn_began: Instant,
    /// The end by resignation, agreement or time.
    pub(super) agreed: Option<End>,
    /// Whether the engine has offered a draw with its last move.
    pub(super) draw_offered: bool,
    /// The score of the engine's last move, from the engine's point of view.
    pub(super) last_score: Option<Score>,
    /// The engine waits although it is to move.
    pub(super) paused: bool,
    /// The end has been printed.
    pub(super) announced: bool,
    /// The prompt has reported the fallen flag.
    pub(super) flag_reported: bool,
    /// The number of moves that are saved or need not be saved.
    pub(super) saved_moves: usize,
    /// The agreed result when it was last saved.
    pub(super) saved_result: Option<GameResult>,
    /// The moves are drawn next to the board.
    pub(super) terminal: bool,
    pub(super) screen: Screen,
    /// The configuration for the engine that gives advice.
    pub(super) config: Config,
    /// The coach, if it is on.
    pub(super) coach: Option<Coach>,
}

impl Play {
    /// Sets up a game against an engine. Fails on an invalid position or file, and if the engine cannot be
    /// started.
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
        table.view.colors = has_colors();
        if arguments.coordinates || config.is_on("coordinates") {
            table.style = if table.chess960 { Style::Chess960 } else { Style::Coordinates };
        }
        let saved_moves = table.line.moves().len();
        let level = arguments.level;
        let mut play = Play {
            table,
            people,
            level,
            elo: arguments.elo.or_else(|| opponents::elo(arguments.opponent.as_deref()?)),
            clocks: vec![level.clocks()],
            said: Vec::new(),
            turn_began: Instant::now(),
            agreed: None,
            draw_offered: false,
            last_score: None,
            paused: false,
            announced: false,
            flag_reported: false,
            saved_moves,
            saved_result: None,
            terminal: std::io::stdout().is_terminal(),
            screen: Screen::default(),
            config: config.clone(),
            coach: None,
        };
        if arguments.coach {
            play.coach = Some(Coach::new(play.adviser()?)?);
        }
        play.face_the_player();
        Ok(play)
    }

    /// Returns true if the engine must move.
    pub fn is_engines_turn(&self) -> bool {
        !self.paused && !self.is_over() && !self.people.contains(&self.table.line.position().turn())
    }

    /// Returns true if a person plays.
    pub fn has_people(&self) -> bool {
        !self.people.is_empty()
    }

    /// Returns the running clocks.
    pub(super) fn clocks(&self) -> Option<&GameClocks> {
        self.clocks.last().and_then(Option::as_ref)
    }

    /// Plays a move that the user typed.
    pub(super) fn person_moves(&mut self, text: &str, out: &mut dyn Write) -> Result<()> {
        if self.is_over() {
            bail!("the game is over; type new, undo, save FILE or quit");
        }
        let mv = self.table.read_move(text).context("not played (type help for the commands)")?;
        if let Some(coach) = self.coach.as_mut().filter(|_| self.people.len() == 1)
            && let Some(loss) = coach.warning(&self.table.line, mv)?
        {
            let (named, pawns) = (self.table.numbered(mv), f64::from(loss.centipawns) / 100.0);
            let reply = loss.reply_san(self.table.line.position(), mv);
            let reply = reply.map_or_else(String::new, |reply| format!(" to {reply}"));
            bail!("{named} loses about {pawns:.1} pawns{reply}; type it again to play it anyway");
        }
        self.play(mv, self.turn_began.elapsed(), None)?;
        if self.people.len() == 2 {
            self.face_the_player();
        }
        let drawing = format!("\n{}", self.board());
        Ok(self.screen.show(out, &drawing)?)
    }

    /// Makes the engine move. Fails if it does or the output is closed.
    pub fn engine_moves(&mut self, out: &mut dyn Write) -> Result<()> {
        let limits = self.level.limits(self.clocks());
        let begun = Instant::now();
        let thought = match self.table.think(limits) {
            Err(error) if is_resignation(&error) => return self.resign(),
            thought => thought?,
        };
        let mv = thought.best.best.context("the engine returned no move")?;
        // In a game of the engine with itself, Ctrl-C pauses the game.
        self.paused = thought.interrupted && self.people.is_empty();
        let record = MoveRecord::of(&thought.progress, &thought.best, begun.elapsed());
        self.last_score = record.score;
        self.draw_offered = thought.best.offers_draw;
        let score = record.score.map(|score| self.table.for_white(score).to_string()).unwrap_or_default();
        let numbered = self.table.numbered(mv);
        self.play(mv, record.time, Some(record))?;
        let drawing = format!("\n{}\n{numbered}   {score}\n", self.board());
        self.screen.show(out, &drawing)?;
        if self.paused {
            writeln!(out, "interrupted; type go to let the engine continue")?;
        }
        if self.draw_offered && !self.is_over() {
            writeln!(out, "{} offers a draw; type draw to accept it", self.table.session.name())?;
        }
        Ok(())
    }

    fn play(&mut self, mv: heirloom_chess::Move, used: Duration, said: Option<MoveRecord>) -> Result<()> {
        let turn = self.table.line.position().turn();
        // A move declines an offer.
        self.draw_offered &= said.is_some();
        self.table.play(mv)?;
        // Reports of undone moves are dropped.
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

    /// Prints the move that the engine would play.
    pub(super) fn hint(&mut self, out: &mut dyn Write) -> Result<()> {
        // Hints are given at full strength.
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
        let score = thought.progress.first().and_then(|info| score(&self.table.line, info));
        writeln!(out, "{numbered}   {}", score.unwrap_or_default())?;
        Ok(())
    }

    /// Returns to the user's last move; a resigned or drawn game continues where it was.
    pub(super) fn undo(&mut self) -> Result<()> {
        let lost_on_time = self.agreed.as_ref().is_some_and(|agreed| agreed.on_time);
        if lost_on_time && self.table.line.moves().is_empty() {
            self.clocks = vec![self.level.clocks()];
        } else if lost_on_time || self.agreed.is_none() {
            self.take_back()?;
            if self.people.len() == 1 && !self.people.contains(&self.table.line.position().turn()) {
                // Fails if the engine made the first move of the game: it makes it again.
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

    /// Replays what was undone, up to the user's next move.
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

    /// Continues the game and restarts the clock of the side to move.
    fn go_on(&mut self) {
        (self.agreed, self.announced, self.flag_reported, self.turn_began) =
            (None, false, false, Instant::now());
        self.draw_offered = false;
        if self.people.len() == 2 {
            self.face_the_player();
        }
    }

    /// Starts another game from a position.
    pub(super) fn set_up(&mut self, position: Position) -> Result<()> {
        self.table.set_up(position)?;
        self.begin();
        Ok(())
    }

    /// Resets clocks, scores and reports for a new game.
    pub(super) fn begin(&mut self) {
        (self.clocks, self.last_score, self.paused) = (vec![self.level.clocks()], None, false);
        self.said.clear();
        self.go_on();
        self.forget_saving();
        self.face_the_player();
    }

    /// Changes the level; the clocks restart.
    pub(super) fn set_level(&mut self, level: Level) {
        self.level = level;
        self.clocks = vec![level.clocks(); self.table.line.moves().len() + 1];
        self.turn_began = Instant::now();
    }

    /// Changes the strength. Fails if the engine does not support it.
    pub(super) fn set_elo(&mut self, elo: i64) -> Result<()> {
        set_elo(&mut self.table, elo)?;
        self.elo = Some(elo);
        Ok(())
    }

    pub(super) fn level(&self) -> Level {
        self.level
    }

    /// Gives the side to move to the engine, and the other side to the user.
    pub(super) fn switch(&mut self) {
        self.paused = false;
        self.people = vec![!self.table.line.position().turn()];
        self.face_the_player();
    }

    /// Continues an interrupted engine; returns false if it was not interrupted.
    pub(super) fn resume(&mut self) -> bool {
        std::mem::take(&mut self.paused)
    }
}

/// Returns true if the engine has resigned instead of moving.
fn is_resignation(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(EngineError::Resigns { .. }))
}

/// Limits the strength of the engine.
fn set_elo(table: &mut Table, elo: i64) -> Result<()> {
    let name = table.session.name().to_owned();
    let limited = table
        .session
        .set_option("UCI_Elo", &elo.to_string())
        .and_then(|()| table.session.set_option("UCI_LimitStrength", "true"));
    // Other programs have no such option, and play as well without it.
    _ = table.session.set_option("Human Pace", "true");
    match limited {
        Err(EngineError::OptionValue { expected, .. }) => {
            bail!("{name} cannot play at {elo} Elo; expected {expected}")
        }
        Err(EngineError::UnknownOption { .. }) => {
            bail!("{name} cannot limit its strength by Elo; a level such as depth=2 makes it weaker")
        }
        limited => Ok(limited?),
    }
}
