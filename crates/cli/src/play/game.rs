//! The state of a terminal game: who plays, how long, what was agreed, and whether it is on paper already.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use heirloom_chess::game::{Game, GameResult};
use heirloom_chess::{Color, PieceType, Position, chess960};
use heirloom_engine::{Limits, Score};

use super::clocks::{GameClocks, minutes};
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
    people: Vec<Color>,
    /// How strong the engine plays.
    level: Level,
    /// The clocks as they were before each move, the running ones last.
    clocks: Vec<Option<GameClocks>>,
    /// When the side to move began to think.
    turn_began: Instant,
    /// Set when a side resigned, lost on time or a draw was agreed.
    agreed: Option<Agreed>,
    /// What the engine thought of its last move, from its view.
    last_score: Option<Score>,
    /// The engine waits although it is its turn.
    paused: bool,
    /// The end has been told.
    announced: bool,
    /// The moves that are in a file, or that nobody wants there.
    saved_moves: usize,
    /// Somebody looks on: draw the moves beside the board.
    terminal: bool,
    /// What was drawn last.
    pub(super) screen: Screen,
}

/// An end that the rules of the board know nothing of.
struct Agreed {
    result: GameResult,
    why: String,
    on_time: bool,
}

impl Play {
    /// A game as the arguments say.
    ///
    /// # Errors
    /// A position that is none, a file that cannot be read, an engine that cannot be started.
    pub fn new(arguments: &Arguments) -> Result<Play> {
        let mut table = Table::new()?;
        if let Some(path) = &arguments.load {
            table.load(path, 1)?;
        } else if let Some(number) = arguments.chess960 {
            table.chess960 = true;
            table.set_up(chess960::start_position(number)?)?;
        } else {
            table.set_up(crate::count::position(arguments.fen.as_deref())?)?;
        }
        let people = match arguments.color {
            Side::White => vec![Color::White],
            Side::Black => vec![Color::Black],
            Side::Random => vec![if fastrand::bool() { Color::White } else { Color::Black }],
            Side::Both => Color::ALL.to_vec(),
            Side::None => Vec::new(),
        };
        table.view.figures = arguments.figures;
        table.view.colors = crate::console::has_colors();
        if arguments.coordinates {
            table.style = if table.chess960 { Style::Chess960 } else { Style::Coordinates };
        }
        let saved_moves = table.line.moves().len();
        let level = arguments.level;
        let mut play = Play {
            table,
            people,
            level,
            clocks: vec![level.clocks()],
            turn_began: Instant::now(),
            agreed: None,
            last_score: None,
            paused: false,
            announced: false,
            saved_moves,
            terminal: std::io::stdout().is_terminal(),
            screen: Screen::default(),
        };
        play.face_the_player();
        Ok(play)
    }

    /// What stands above the first board.
    pub fn greeting(&self) -> String {
        let sides = match self.people[..] {
            [color] => format!("You play {color} against {}", self.table.session.name()),
            [] => format!("{} plays itself; Ctrl-C interrupts it", self.table.session.name()),
            _ => "Two people at one board".into(),
        };
        format!("{sides}, {}.\nType a move such as e4, or help.", self.level)
    }

    /// The board; on a terminal with players, clocks and moves beside it.
    pub fn board(&self) -> String {
        if !self.terminal {
            return self.table.board();
        }
        let bottom = if self.table.view.flipped { Color::Black } else { Color::White };
        self.table.board_with_moves(self.player(!bottom), self.player(bottom))
    }

    /// Name, clock, and how much more wood there is on this side.
    fn player(&self, color: Color) -> String {
        let ahead = wood(self.table.line.position(), color) - wood(self.table.line.position(), !color);
        let ahead = if ahead > 0 { format!("+{ahead}") } else { String::new() };
        let clock = self.clocks().map(|clocks| minutes(clocks.left(color))).unwrap_or_default();
        format!("{:<20} {clock:>6} {ahead}", self.name(color)).trim_end().to_string()
    }

    fn name(&self, color: Color) -> &str {
        if self.people.contains(&color) { "Player" } else { self.table.session.name() }
    }

    /// What the user is asked with: the move, the side, and how much time it has left.
    pub fn prompt(&self) -> String {
        if self.is_over() {
            return "game over> ".into();
        }
        let position = self.table.line.position();
        let left = self.clocks().map(|clocks| clocks.left(position.turn()).saturating_sub(self.turn_began.elapsed()));
        let left = left.map(|left| format!(" [{}]", minutes(left))).unwrap_or_default();
        format!("{} {}{left}> ", position.fullmove_number(), position.turn())
    }

    /// Has the game ended, by the rules or otherwise?
    pub fn is_over(&self) -> bool {
        self.agreed.is_some() || self.table.line.outcome().is_some()
    }

    /// Must the engine think now?
    pub fn is_engines_turn(&self) -> bool {
        !self.paused && !self.is_over() && !self.people.contains(&self.table.line.position().turn())
    }

    /// Is there anybody to ask what comes next?
    pub fn has_people(&self) -> bool {
        !self.people.is_empty()
    }

    fn clocks(&self) -> Option<&GameClocks> {
        self.clocks.last().and_then(Option::as_ref)
    }

    /// Says once how the game ended; true when it has just done so.
    pub fn announce_end(&mut self, out: &mut dyn Write) -> Result<bool> {
        if self.announced {
            return Ok(false);
        }
        match (&self.agreed, self.table.line.outcome()) {
            (Some(agreed), _) => writeln!(out, "{}  {}", agreed.result.as_str(), agreed.why)?,
            (None, Some(outcome)) => writeln!(out, "{}  {outcome}", GameResult::from(outcome).as_str())?,
            (None, None) => return Ok(false),
        }
        self.announced = true;
        Ok(true)
    }

    /// Plays what the user typed.
    pub(super) fn person_moves(&mut self, text: &str, out: &mut dyn Write) -> Result<()> {
        if self.is_over() {
            bail!("the game is over; type new, undo, save FILE or quit");
        }
        let mv = self.table.read_move(text).context("not played (type help for the commands)")?;
        self.play(mv, self.turn_began.elapsed())?;
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
        let mv = thought.best.best.context("the engine has no move")?;
        // With nobody to play against, Ctrl-C is a wish to be asked.
        self.paused = thought.interrupted && self.people.is_empty();
        self.last_score = thought.info.and_then(|info| info.score);
        let told = self.table.numbered(mv);
        self.play(mv, begun.elapsed())?;
        let score = self.last_score.map(|score| score.to_string()).unwrap_or_default();
        let drawing = format!("\n{}\n{told}   {score}\n", self.board());
        self.screen.show(out, &drawing)?;
        if self.paused {
            writeln!(out, "interrupted; type go to let the engine play on")?;
        }
        Ok(())
    }

    fn play(&mut self, mv: heirloom_chess::Move, used: Duration) -> Result<()> {
        let turn = self.table.line.position().turn();
        self.table.play(mv)?;
        let mut clocks = self.clocks().cloned();
        if clocks.as_mut().is_some_and(|clocks| !clocks.spend(turn, used)) {
            self.lose_on_time(turn);
        }
        self.clocks.push(clocks);
        self.turn_began = Instant::now();
        Ok(())
    }

    /// Ends the game if the side to move has just used up its time.
    pub(super) fn has_lost_on_time(&mut self) -> bool {
        let turn = self.table.line.position().turn();
        let late = self.clocks().is_some_and(|clocks| clocks.left(turn) < self.turn_began.elapsed());
        let lost = late && !self.paused && !self.is_over();
        if lost {
            self.lose_on_time(turn);
        }
        lost
    }

    fn lose_on_time(&mut self, loser: Color) {
        self.agreed = Some(Agreed { result: won_by(!loser), why: format!("{loser} has no time left"), on_time: true });
    }

    /// What the engine would play.
    pub(super) fn hint(&mut self, out: &mut dyn Write) -> Result<()> {
        let thought = self.table.think(Limits::move_time(Duration::from_secs(1)))?;
        let mv = thought.best.best.context("the game is over")?;
        let told = self.table.numbered(mv);
        writeln!(out, "{told}   {}", thought.info.and_then(|info| info.score).map(|score| score.to_string()).unwrap_or_default())?;
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
        if self.people.len() == 1 && !self.people.contains(&self.table.line.position().turn()) && self.table.redo().is_ok() {
            self.clocks.push(self.clocks().cloned());
        }
        self.go_on();
        Ok(())
    }

    /// The game is on, with the clock of the side to move started anew.
    fn go_on(&mut self) {
        (self.agreed, self.announced, self.turn_began) = (None, false, Instant::now());
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

    /// Goes on with a game of a file.
    pub(super) fn load(&mut self, path: &str, number: usize) -> Result<()> {
        self.table.load(path, number)?;
        self.begin();
        Ok(())
    }

    fn begin(&mut self) {
        (self.clocks, self.last_score, self.paused) = (vec![self.level.clocks()], None, false);
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

    fn face_the_player(&mut self) {
        self.table.view.flipped = match self.people[..] {
            [color] => color == Color::Black,
            [] => false,
            _ => self.table.line.position().turn() == Color::Black,
        };
    }

    /// The user gives up.
    pub(super) fn resign(&mut self) -> Result<()> {
        if self.is_over() {
            bail!("the game is over already");
        }
        let loser = self.table.line.position().turn();
        self.agreed = Some(Agreed { result: won_by(!loser), why: format!("{loser} resigns"), on_time: false });
        Ok(())
    }

    /// The engine accepts when it does not think itself better.
    pub(super) fn offer_draw(&mut self, out: &mut dyn Write) -> Result<()> {
        if self.is_over() {
            bail!("the game is over already");
        }
        let early = self.table.line.moves().len() < 20;
        let better = self.last_score.is_none_or(|score| score.centipawns() > 0);
        if self.people.len() < 2 && (early || better) {
            writeln!(out, "the engine declines")?;
        } else {
            self.agreed = Some(Agreed { result: GameResult::Draw, why: "draw agreed".into(), on_time: false });
        }
        Ok(())
    }

    /// Is there nothing that a file should get?
    pub fn is_saved(&self) -> bool {
        self.table.line.moves().len() <= self.saved_moves
    }

    /// The user does not want these moves in a file.
    pub fn forget_saving(&mut self) {
        self.saved_moves = self.table.line.moves().len();
    }

    /// Adds the game to a file.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn save(&mut self, path: &str) -> Result<()> {
        self.table.save(path, &self.record())?;
        self.forget_saving();
        Ok(())
    }

    fn record(&self) -> Game {
        let mut game = Game::from_line(&self.table.line);
        if let Some(agreed) = &self.agreed {
            game.set_result(agreed.result);
        }
        let tags = game.tags_mut();
        tags.set("Event", "Terminal game");
        tags.set("Date", &jiff::Zoned::now().strftime("%Y.%m.%d").to_string());
        tags.set("Round", "-");
        tags.set("White", self.name(Color::White));
        tags.set("Black", self.name(Color::Black));
        if let Some(control) = self.level.time_control() {
            tags.set("TimeControl", &control);
        }
        game
    }
}

/// What a side has on the board, in pawns as every beginner counts them.
fn wood(position: &Position, color: Color) -> i64 {
    let worth = [(PieceType::Pawn, 1), (PieceType::Knight, 3), (PieceType::Bishop, 3), (PieceType::Rook, 5), (PieceType::Queen, 9)];
    worth.iter().map(|&(piece_type, pawns)| i64::from(position.pieces(color, piece_type).count()) * pawns).sum()
}

fn won_by(color: Color) -> GameResult {
    if color == Color::White { GameResult::WhiteWins } else { GameResult::BlackWins }
}
