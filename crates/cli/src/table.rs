//! A game on the table: the line so far, what was taken back, an engine that can be asked, and the board as text.

use std::fmt::Write as _;
use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{Context, Result, bail};
use heirloom_app::config::Config;
use heirloom_chess::game::Game;
use heirloom_chess::game::GameResult;
use heirloom_chess::notation::pgn::PgnError;
use heirloom_chess::notation::{pgn, san, typed, uci};
use heirloom_chess::{Line, Move, Position};
use heirloom_engine::asking::Step;
use heirloom_engine::progress::Change;
use heirloom_engine::{Asking, BestMove, Engine, EngineOption, Info, Limits, Progress, Score, Session};

use crate::board_view::BoardView;
use crate::configuration;
use crate::interrupt;
use crate::roster::Own;
use crate::score_sheet::{self, Style};

/// Columns that a board with moves beside it needs.
const BESIDE: u16 = 64;

/// What console and terminal game have in common.
pub struct Table {
    /// The game so far.
    pub line: Line,
    /// Moves taken back, the next one to redo last.
    undone: Vec<Move>,
    /// The engine.
    pub session: Session,
    /// How the board is drawn.
    pub view: BoardView,
    /// How moves are shown.
    pub style: Style,
    /// Write castling as king takes rook, as Chess960 must.
    pub chess960: bool,
}

/// A move of the engine and what it has reported.
pub struct Thought {
    /// The move, and where it comes from.
    pub best: BestMove,
    /// The reports of its search.
    pub progress: Progress,
    /// The user pressed Ctrl-C.
    pub interrupted: bool,
}

impl Table {
    /// The start position and an engine of ours, as the user has configured both.
    ///
    /// # Errors
    /// An engine that cannot be started.
    pub fn new(own: Own, config: &Config) -> Result<Table> {
        Table::with(configuration::create(own, config)?, config)
    }

    /// The start position and this engine, drawn as the user has configured it.
    ///
    /// # Errors
    /// An engine that cannot be started.
    pub fn with(engine: Box<dyn Engine>, config: &Config) -> Result<Table> {
        let session = Session::start(engine)?;
        let view = BoardView { figures: config.is_on("figures"), ..BoardView::default() };
        Ok(Table {
            line: Line::default(),
            undone: Vec::new(),
            session,
            view,
            style: Style::San,
            chess960: false,
        })
    }

    /// Begins a game from a position.
    ///
    /// # Errors
    /// An engine that has failed, and one that does not know the castling of Chess960 where the position has it.
    pub fn set_up(&mut self, position: Position) -> Result<()> {
        if position.is_chess960() && EngineOption::find(self.session.options(), "UCI_Chess960").is_err() {
            bail!("{} does not play Chess960; use --engine heirloom", self.session.name());
        }
        self.chess960 |= position.is_chess960();
        let played = std::mem::replace(&mut self.line, Line::new(position));
        self.session.end_game(played, GameResult::Unknown, "");
        self.undone.clear();
        Ok(self.session.new_game()?)
    }

    /// Reads a move as people type it.
    ///
    /// # Errors
    /// Why it is no move here.
    pub fn read_move(&self, text: &str) -> Result<Move> {
        Ok(typed::parse(self.line.position(), text)?)
    }

    /// Plays a move; what was taken back is forgotten unless it is the same move again.
    ///
    /// # Errors
    /// An illegal move.
    pub fn play(&mut self, mv: Move) -> Result<()> {
        self.line.push(mv)?;
        if self.undone.pop().is_some_and(|undone| undone != mv) {
            self.undone.clear();
        }
        Ok(())
    }

    /// Takes a move back.
    ///
    /// # Errors
    /// There is none.
    pub fn undo(&mut self) -> Result<Move> {
        let mv = self.line.pop().context("no move to take back")?;
        self.undone.push(mv);
        Ok(mv)
    }

    /// Plays a move again that was taken back.
    ///
    /// # Errors
    /// There is none.
    pub fn redo(&mut self) -> Result<Move> {
        let mv = self.undone.last().copied().context("no move to replay")?;
        self.play(mv)?;
        Ok(mv)
    }

    /// The board.
    pub fn board(&self) -> String {
        self.view.draw(&self.line)
    }

    /// The board with the last moves beside it, between what is said of the players at the top and at the bottom.
    pub fn board_with_moves(&self, top: String, bottom: String) -> String {
        let columns = ::console::Term::stdout().size_checked().map_or(80, |(_, columns)| columns);
        if columns < BESIDE {
            return self.board();
        }
        let mut remarks = vec![top];
        remarks.extend(score_sheet::columns(&self.line, self.style, 6));
        remarks.resize(7, String::new());
        remarks.push(bottom);
        self.view.draw_beside(&self.line, &remarks)
    }

    /// All moves of the game in one line.
    pub fn moves(&self) -> String {
        score_sheet::one_line(&self.line, self.style)
    }

    /// A move with its number, as the user wants to see moves.
    pub fn numbered(&self, mv: Move) -> String {
        self.style.write_numbered(self.line.position(), mv)
    }

    /// A move in coordinates, as programs read it.
    pub fn coordinates(&self, mv: Move) -> String {
        uci::format(self.line.position(), mv, self.chess960)
    }

    /// Asks the engine for a move; Ctrl-C makes it move at once. On a terminal a line shows what it thinks.
    ///
    /// # Errors
    /// What the engine failed with.
    pub fn think(&mut self, limits: Limits) -> Result<Thought> {
        let live = crate::progress::is_seen();
        let (pressed, mut shown) = (interrupt::catch(), false);
        let line = self.line.clone();
        let follow = |step: Step<'_>| {
            if let Some(Info { warning: true, text: Some(text), .. }) = step.report {
                if std::mem::take(&mut shown) {
                    anstream::eprint!("\r\x1b[K");
                }
                anstream::eprintln!("heirloom: {text}");
            }
            if let (true, Change::Line(1), Some(info)) = (live, step.change, step.report) {
                shown = true;
                anstream::eprint!("\r\x1b[K{}", fit(&thinking(&line, info)));
            }
            ControlFlow::Continue(())
        };
        let answered =
            Asking::new(&limits).stop_when(|| pressed.take()).ask(&mut self.session, &self.line, follow)?;
        if shown {
            anstream::eprint!("\r\x1b[K");
            std::io::stderr().flush()?;
        }
        Ok(Thought {
            best: answered.outcome?,
            progress: answered.progress,
            interrupted: answered.interrupted,
        })
    }

    /// Searches without playing and prints each finished line; `note` sees every report.
    ///
    /// # Errors
    /// What the engine failed with, and an output that is closed.
    pub fn search(
        &mut self,
        asking: Asking<'_>,
        terminal: bool,
        out: &mut dyn Write,
        mut note: impl FnMut(&Info),
    ) -> Result<()> {
        let (line, mut written) = (self.line.clone(), Ok(()));
        let follow = |step: Step<'_>| {
            let Some(info) = step.report else { return ControlFlow::Continue(()) };
            if matches!(step.change, Change::Line(_)) {
                let thinking = thinking(&line, info);
                written = writeln!(out, "{}", if terminal { fit(&thinking) } else { thinking })
                    .and_then(|()| out.flush());
            }
            note(info);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let answered = asking.ask(&mut self.session, &self.line, follow)?;
        written?;
        answered.outcome?;
        Ok(())
    }

    /// A score of the side to move as everything at a terminal shows it: from White's view.
    pub fn for_white(&self, score: Score) -> Score {
        score.for_white(self.line.position().turn())
    }

    /// The score of a line from White's view, with a sign if it is a bound; none if it has no score.
    pub fn score(&self, info: &Info) -> Option<String> {
        score(&self.line, info)
    }

    /// What the engine thinks, on one line: depth, score from White's view, speed and line.
    pub fn thinking(&self, info: &Info) -> String {
        thinking(&self.line, info)
    }

    /// Writes the game as PGN at the end of a file, so that nothing there is lost.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn save(&self, path: &str, game: &Game) -> Result<()> {
        let mut file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .with_context(|| format!("cannot write {path}"))?;
        writeln!(file, "{}", pgn::to_string(game).trim_end())
            .and_then(|()| writeln!(file))
            .with_context(|| format!("cannot write {path}"))
    }

    /// Reads a game of a PGN file, counted from 1, and goes to the end of its main line. Returns what is wrong with it, too: it is read up to there.
    ///
    /// # Errors
    /// A file that cannot be read, and a number too large.
    pub fn load(&mut self, path: &str, number: usize) -> Result<(Game, Option<PgnError>)> {
        let file = heirloom_files::open_text(path.as_ref(), Default::default())
            .with_context(|| format!("cannot read {path}"))?;
        let mut games = pgn::Reader::new(file).games();
        let Some(game) = games.nth(number.saturating_sub(1)) else {
            bail!("{path} does not contain a game {number}")
        };
        let game = game.with_context(|| format!("cannot load game {number} of {path}"))?;
        let line = game.line(game.last())?;
        self.set_up(line.start().clone())?;
        self.line = line;
        Ok((game, games.take_damage()))
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        self.session.end_game(std::mem::take(&mut self.line), GameResult::Unknown, "");
    }
}

fn score(line: &Line, info: &Info) -> Option<String> {
    let turn = line.position().turn();
    info.score.map(|score| format!("{}{}", info.bound.for_white(turn).sign(), score.for_white(turn)))
}

fn thinking(line: &Line, info: &Info) -> String {
    let mut text = String::new();
    let _ = write!(text, "{:>2}/{:<2}", info.depth.unwrap_or(0), info.selective_depth.unwrap_or(0));
    if let Some(score) = score(line, info) {
        let _ = write!(text, " {score:>7}");
    }
    if let (Some(time), Some(nodes)) = (info.time, info.nodes) {
        let _ = write!(text, " {:>6.2}s {:>9}", time.as_secs_f64(), nodes);
    }
    let _ = write!(text, "  {}", san::format_line(line.position(), &info.pv));
    text
}

/// Cut to the width of the terminal, so that it stays one line.
pub fn fit(text: &str) -> String {
    let width = ::console::Term::stderr()
        .size_checked()
        .map_or(79, |(_, columns)| usize::from(columns).saturating_sub(1));
    text.chars().take(width.max(20)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_in_every_form_and_taken_back() {
        let mut table = Table::new(Own::Flagship, &Config::default()).unwrap();
        for text in ["e4", "e7e5", "Nf3", "b8-c6"] {
            let mv = table.read_move(text).unwrap();
            table.play(mv).unwrap();
        }
        assert_eq!(table.undo().map(|mv| format!("{mv:?}")).unwrap(), "b8c6");
        assert_eq!(table.redo().map(|mv| format!("{mv:?}")).unwrap(), "b8c6");
        assert!(table.redo().is_err());
        assert!(table.read_move("Ke3").is_err());
        assert!(
            typed::looks_like_move("Ke3")
                && typed::looks_like_move("e2e5")
                && !typed::looks_like_move("divide")
        );
    }

    #[test]
    fn a_saved_game_is_the_same_game() {
        let mut table = Table::new(Own::Flagship, &Config::default()).unwrap();
        for text in ["d4", "d5", "c4"] {
            let mv = table.read_move(text).unwrap();
            table.play(mv).unwrap();
        }
        let path = std::env::temp_dir().join(format!("heirloom-save-{}.pgn", std::process::id()));
        let path = path.to_str().unwrap();
        table.save(path, &Game::from_line(&table.line)).unwrap();
        table.save(path, &Game::from_line(&table.line)).unwrap();
        let mut other = Table::new(Own::Flagship, &Config::default()).unwrap();
        other.load(path, 2).unwrap();
        assert_eq!(other.line.moves(), table.line.moves());
        assert!(other.load(path, 3).is_err());
        std::fs::remove_file(path).unwrap();
    }
}
