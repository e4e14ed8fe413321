//! `heirloom play`: a game in the terminal, with colors, levels, clocks, hints, undo and PGN.

mod clocks;
mod level;

use std::io::{IsTerminal, Write};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use heirloom_chess::game::{Game, GameResult};
use heirloom_chess::notation::san;
use heirloom_chess::{Color, Position, chess960};
use heirloom_engine::Score;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};

use crate::table::Table;
use clocks::GameClocks;
use level::Level;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom play --color black --level 5+3      five minutes and three seconds a move for both
  heirloom play --level depth=4                the engine looks four plies ahead
  heirloom play --chess960 518 --figures")]
pub struct Arguments {
    /// Your color
    #[arg(long, value_enum, default_value_t = Side::White)]
    color: Side,
    /// How strong: depth=N, nodes=N, SECONDS a move as 2s, or a clock as MINUTES+SECONDS
    #[arg(long, default_value = "1s")]
    level: Level,
    /// Begin from this position
    #[arg(long, conflicts_with_all = ["chess960", "load"])]
    fen: Option<String>,
    /// Begin from a Chess960 start position, 0 to 959
    #[arg(long, conflicts_with = "load")]
    chess960: Option<u16>,
    /// Go on with the last position of a PGN game
    #[arg(long)]
    load: Option<String>,
    /// Draw chess figures instead of letters
    #[arg(long)]
    figures: bool,
    /// Show moves as coordinates instead of SAN
    #[arg(long)]
    coordinates: bool,
}

/// Which side the user plays.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
    /// A coin decides
    Random,
    /// Two people at one board
    Both,
    /// The engine plays itself
    None,
}

struct Play {
    table: Table,
    /// The sides that people play.
    people: Vec<Color>,
    level: Level,
    clocks: Option<GameClocks>,
    coordinates: bool,
    /// Set when a side resigned, lost on time or a draw was agreed.
    agreed: Option<(GameResult, String)>,
    /// What the engine thought of its last move, from its view.
    last_score: Option<Score>,
    saved: bool,
}

/// Plays until the user leaves.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut play = Play::new(arguments)?;
    let terminal = std::io::stdin().is_terminal();
    let mut editor: Editor<(), MemHistory> = Editor::with_history(Config::builder().auto_add_history(true).build(), MemHistory::new())?;
    let mut out = anstream::stdout();
    writeln!(out, "Type a move such as e4, or help.\n\n{}", play.table.board())?;
    loop {
        if play.is_over() {
            play.announce(&mut out)?;
            if play.people.is_empty() {
                return Ok(());
            }
        } else if !play.people.contains(&play.table.line.position().turn()) {
            play.engine_moves(&mut out)?;
            continue;
        }
        let asked = Instant::now();
        let line = match editor.readline(&play.prompt(terminal)) {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => {
                writeln!(out, "type quit to leave")?;
                continue;
            }
            Err(ReadlineError::Eof) => "quit".into(),
            Err(error) => return Err(error.into()),
        };
        match play.obey(line.trim(), asked, &mut out) {
            Ok(true) => {}
            Ok(false) => {
                if terminal && !play.saved && !play.table.line.moves().is_empty() {
                    play.offer_to_save(&mut editor, &mut out)?;
                }
                return Ok(());
            }
            Err(error) if crate::is_closed_pipe(&error) => return Err(error),
            Err(error) => writeln!(out, "{error:#}")?,
        }
    }
}

const HELP: &str = "  MOVE          e4, Nf3, O-O, e7e8q, e2e4
  hint          what would the engine play?
  undo, redo    take the last moves back, play them again
  flip          turn the board
  draw          offer a draw
  resign        give up
  level LEVEL   depth=N, nodes=N, 2s, or 5+3
  switch        change sides
  save FILE     add the game to a PGN file
  load FILE [N] go on with a game of a PGN file
  board, moves, fen, new, help, quit";

impl Play {
    fn new(arguments: &Arguments) -> Result<Play> {
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
        table.view.flipped = people == [Color::Black];
        table.view.figures = arguments.figures;
        table.view.colors = crate::console::has_colors();
        let clocks = arguments.level.clocks();
        let (level, coordinates) = (arguments.level, arguments.coordinates);
        Ok(Play { table, people, level, clocks, coordinates, agreed: None, last_score: None, saved: false })
    }

    fn is_over(&self) -> bool {
        self.agreed.is_some() || self.table.line.outcome().is_some()
    }

    fn prompt(&self, terminal: bool) -> String {
        if !terminal {
            return String::new();
        }
        let clocks = self.clocks.as_ref().map(|clocks| format!(" [{clocks}]")).unwrap_or_default();
        if self.is_over() {
            return format!("game over{clocks}> ");
        }
        let position = self.table.line.position();
        format!("{} {}{clocks}> ", position.fullmove_number(), position.turn())
    }

    /// Obeys one line; false to leave. `asked` is when the user began to think.
    fn obey(&mut self, line: &str, asked: Instant, out: &mut dyn Write) -> Result<bool> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" | "board" | "d" => write!(out, "{}", self.table.board())?,
            "quit" | "exit" => return Ok(false),
            "help" | "?" => writeln!(out, "{HELP}")?,
            "moves" => writeln!(out, "{}", san::format_line(self.table.line.start(), self.table.line.moves()))?,
            "fen" => writeln!(out, "{}", self.table.line.position().fen())?,
            "hint" => self.hint(out)?,
            "undo" => self.undo(out)?,
            "redo" => {
                self.table.redo()?;
                write!(out, "{}", self.table.board())?;
            }
            "flip" => {
                self.table.view.flipped = !self.table.view.flipped;
                write!(out, "{}", self.table.board())?;
            }
            "new" => {
                self.table.set_up(Position::startpos())?;
                (self.agreed, self.clocks, self.saved) = (None, self.level.clocks(), false);
                write!(out, "{}", self.table.board())?;
            }
            "level" => {
                self.level = rest.parse().map_err(anyhow::Error::msg)?;
                self.clocks = self.level.clocks();
            }
            "switch" => self.switch(),
            "resign" => self.resign()?,
            "draw" => self.offer_draw(out)?,
            "save" if !rest.is_empty() => {
                self.table.save(rest, &self.record())?;
                self.saved = true;
                writeln!(out, "added to {rest}")?;
            }
            "load" if !rest.is_empty() => self.load(rest, out)?,
            "save" | "load" => bail!("{word} needs the name of a file, such as {word} games.pgn"),
            _ => self.person_moves(word, asked, out)?,
        }
        Ok(true)
    }

    fn person_moves(&mut self, text: &str, asked: Instant, out: &mut dyn Write) -> Result<()> {
        if self.is_over() {
            bail!("the game is over; type new, undo, save FILE or quit");
        }
        let mv = self.table.read_move(text).with_context(|| "not played (type help for the commands)".to_string())?;
        let turn = self.table.line.position().turn();
        let in_time = self.clocks.as_mut().is_none_or(|clocks| clocks.spend(turn, asked.elapsed()));
        self.table.play(mv)?;
        if !in_time {
            self.lose_on_time(turn);
        }
        if self.people.len() == 2 {
            self.table.view.flipped = self.table.line.position().turn() == Color::Black;
        }
        write!(out, "\n{}", self.table.board())?;
        Ok(())
    }

    fn engine_moves(&mut self, out: &mut dyn Write) -> Result<()> {
        let turn = self.table.line.position().turn();
        let limits = self.level.limits(self.clocks.as_ref());
        let begun = Instant::now();
        let (best, info) = self.table.think(limits)?;
        let mv = best.best.context("the engine has no move")?;
        let in_time = self.clocks.as_mut().is_none_or(|clocks| clocks.spend(turn, begun.elapsed()));
        self.last_score = info.and_then(|info| info.score);
        let told = if self.coordinates { self.table.coordinates(mv) } else { self.table.numbered(mv) };
        self.table.play(mv)?;
        writeln!(out, "\n{}\n{told}   {}", self.table.board(), self.last_score.map(|score| score.to_string()).unwrap_or_default())?;
        if !in_time {
            self.lose_on_time(turn);
        }
        Ok(())
    }

    fn lose_on_time(&mut self, loser: Color) {
        self.agreed = Some((won_by(!loser), format!("{loser} has no time left")));
    }

    fn hint(&mut self, out: &mut dyn Write) -> Result<()> {
        let (best, _) = self.table.think(heirloom_engine::Limits::move_time(std::time::Duration::from_secs(1)))?;
        let mv = best.best.context("the game is over")?;
        writeln!(out, "{}", if self.coordinates { self.table.coordinates(mv) } else { self.table.numbered(mv) })?;
        Ok(())
    }

    /// Back to the user's last move.
    fn undo(&mut self, out: &mut dyn Write) -> Result<()> {
        self.agreed = None;
        self.table.undo()?;
        if self.people.len() == 1 && !self.people.contains(&self.table.line.position().turn()) {
            let _ = self.table.undo();
        }
        write!(out, "{}", self.table.board())?;
        Ok(())
    }

    fn switch(&mut self) {
        let turn = self.table.line.position().turn();
        self.people = vec![!turn];
        self.table.view.flipped = self.people == [Color::Black];
    }

    fn resign(&mut self) -> Result<()> {
        if self.is_over() {
            bail!("the game is over already");
        }
        let loser = self.table.line.position().turn();
        self.agreed = Some((won_by(!loser), format!("{loser} resigns")));
        Ok(())
    }

    /// The engine accepts when it does not think itself better.
    fn offer_draw(&mut self, out: &mut dyn Write) -> Result<()> {
        if self.is_over() {
            bail!("the game is over already");
        }
        let early = self.table.line.moves().len() < 20;
        let better = self.last_score.is_none_or(|score| score.centipawns() > 0);
        if self.people.len() == 1 && (early || better) {
            writeln!(out, "the engine declines")?;
        } else {
            self.agreed = Some((GameResult::Draw, "draw agreed".into()));
        }
        Ok(())
    }

    fn load(&mut self, rest: &str, out: &mut dyn Write) -> Result<()> {
        let (path, number) = match rest.rsplit_once(char::is_whitespace) {
            Some((path, number)) if number.parse::<usize>().is_ok() => (path, number.parse()?),
            _ => (rest, 1),
        };
        self.table.load(path, number)?;
        (self.agreed, self.clocks) = (None, self.level.clocks());
        write!(out, "{}", self.table.board())?;
        Ok(())
    }

    fn record(&self) -> Game {
        let mut game = Game::from_line(&self.table.line);
        if let Some((result, _)) = &self.agreed {
            game.set_result(*result);
        }
        let name = |color| if self.people.contains(&color) { "Player".to_string() } else { self.table.session.name().to_string() };
        game.tags_mut().set("White", &name(Color::White));
        game.tags_mut().set("Black", &name(Color::Black));
        game
    }

    fn announce(&self, out: &mut dyn Write) -> Result<()> {
        match (&self.agreed, self.table.line.outcome()) {
            (Some((result, why)), _) => writeln!(out, "{}  {why}", result.as_str())?,
            (None, Some(outcome)) => writeln!(out, "{}  {outcome}", GameResult::from(outcome).as_str())?,
            (None, None) => {}
        }
        Ok(())
    }

    fn offer_to_save(&self, editor: &mut Editor<(), MemHistory>, out: &mut dyn Write) -> Result<()> {
        if let Ok(path) = editor.readline("save the game as (Enter for not at all): ")
            && !path.trim().is_empty()
        {
            self.table.save(path.trim(), &self.record())?;
            writeln!(out, "added to {}", path.trim())?;
        }
        Ok(())
    }
}

fn won_by(color: Color) -> GameResult {
    if color == Color::White { GameResult::WhiteWins } else { GameResult::BlackWins }
}
