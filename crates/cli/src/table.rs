//! A game shared by console and terminal game: the line, undone moves, an engine session, and the board as
//! text.

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
use heirloom_engine::progress::Change;
use heirloom_engine::request::SearchStep;
use heirloom_engine::{
    BestMove, Engine, EngineOption, Info, Limits, Progress, Score, SearchRequest, Session,
};

use crate::board_view::BoardView;
use crate::configuration;
use crate::interrupt;
use crate::roster::BuiltIn;
use heirloom_workshop::score_sheet::{self, Style};

/// The width that a board with moves next to it needs.
const BESIDE: u16 = 64;

/// A game with an engine.
pub struct Table {
    /// The game so far.
    pub line: Line,
    /// Undone moves, the next one to redo last.
    undone: Vec<Move>,
    /// The engine.
    pub session: Session,
    /// How the board is drawn.
    pub view: BoardView,
    /// How moves are shown.
    pub style: Style,
    /// Castling is written as king takes rook.
    pub chess960: bool,
}

/// A move of the engine with its reports.
pub struct EngineMove {
    /// The move and its origin.
    pub best: BestMove,
    /// The reports of the search.
    pub progress: Progress,
    /// The user pressed Ctrl-C.
    pub interrupted: bool,
}

impl Table {
    /// The start position and a built-in engine, both as configured. Fails if the engine cannot be created.
    pub fn new(own: BuiltIn, config: &Config) -> Result<Table> {
        Table::with(configuration::create(own, config)?, config)
    }

    /// The start position and an engine. Fails if its session cannot be started.
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

    /// Starts a game from a position. Fails on Chess960 positions if the engine does not support them.
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

    /// Reads a move in any notation. Fails with the reason if it is not legal.
    pub fn read_move(&self, text: &str) -> Result<Move> {
        Ok(typed::parse(self.line.position(), text)?)
    }

    /// Plays a move; undone moves are forgotten unless it is the next one.
    pub fn play(&mut self, mv: Move) -> Result<()> {
        self.line.push(mv)?;
        if self.undone.pop().is_some_and(|undone| undone != mv) {
            self.undone.clear();
        }
        Ok(())
    }

    /// Undoes a move. Fails if there is none.
    pub fn undo(&mut self) -> Result<Move> {
        let mv = self.line.pop().context("no move to take back")?;
        self.undone.push(mv);
        Ok(mv)
    }

    /// Replays an undone move. Fails if there is none.
    pub fn redo(&mut self) -> Result<Move> {
        let mv = self.undone.last().copied().context("no move to replay")?;
        self.play(mv)?;
        Ok(mv)
    }

    /// Returns the board.
    pub fn board(&self) -> String {
        self.view.draw(&self.line)
    }

    /// Returns the board with the last moves next to it, between remarks on the players at the top and at the
    /// bottom.
    pub fn board_with_moves(&self, top: String, bottom: String) -> String {
        let columns = ::console::Term::stdout().size_checked().map_or(80, |(_, columns)| columns);
        if columns < BESIDE {
            return self.board();
        }
        let mut remarks = vec![top];
        remarks.extend(score_sheet::columns(&self.line, self.style, 6));
        remarks.resize(7, String::new());
        remarks.push(bottom);
        self.view.draw_with(&self.line, &remarks)
    }

    /// Returns all moves on one line.
    pub fn moves(&self) -> String {
        score_sheet::one_line(&self.line, self.style)
    }

    /// Returns a move with its number in the user's notation.
    pub fn numbered(&self, mv: Move) -> String {
        self.style.write_numbered(self.line.position(), mv)
    }

    /// Returns a move in coordinates, for programs.
    pub fn coordinates(&self, mv: Move) -> String {
        uci::format(self.line.position(), mv, self.chess960)
    }

    /// Asks the engine for a move; Ctrl-C makes it move at once. A terminal shows its current line. Fails if
    /// the engine does.
    pub fn think(&mut self, limits: Limits) -> Result<EngineMove> {
        let live = crate::progress::is_seen();
        let (pressed, mut shown) = (interrupt::catch(), false);
        let line = self.line.clone();
        let follow = |step: SearchStep<'_>| {
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
        let answered = SearchRequest::new(&limits).stop_when(|| pressed.take()).ask(
            &mut self.session,
            &self.line,
            follow,
        )?;
        if shown {
            anstream::eprint!("\r\x1b[K");
            std::io::stderr().flush()?;
        }
        Ok(EngineMove {
            best: answered.outcome?,
            progress: answered.progress,
            interrupted: answered.interrupted,
        })
    }

    /// Searches without playing and prints each finished line; `note` gets every report.
    pub fn search(
        &mut self,
        asking: SearchRequest<'_>,
        terminal: bool,
        out: &mut dyn Write,
        mut note: impl FnMut(&Info),
    ) -> Result<()> {
        let (line, mut written) = (self.line.clone(), Ok(()));
        let follow = |step: SearchStep<'_>| {
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

    /// Converts a score to White's point of view, as at all terminals.
    pub fn for_white(&self, score: Score) -> Score {
        score.for_white(self.line.position().turn())
    }

    /// Appends the game as PGN to a file.
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

    /// Loads a game of a PGN file, counted from 1, up to the end of its main line. Also returns its damage,
    /// if any.
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

/// Returns the score of a search from White's point of view, with a sign if it is a bound; none if it has no
/// score.
pub fn score(line: &Line, info: &Info) -> Option<String> {
    let turn = line.position().turn();
    info.score.map(|score| format!("{}{}", info.bound.for_white(turn).sign(), score.for_white(turn)))
}

/// Returns a report of a search: depth, score from White's point of view, time, nodes and moves.
pub fn thinking(line: &Line, info: &Info) -> String {
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

/// Cuts text to the width of the terminal, so that it stays on one line.
pub fn fit(text: &str) -> String {
    let width = ::console::Term::stderr()
        .size_checked()
        .map_or(79, |(_, columns)| usize::from(columns).saturating_sub(1));
    text.chars().take(width.max(20)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(moves: &[&str]) -> Table {
        let mut table = Table::new(BuiltIn::Flagship, &Config::default()).unwrap();
        for text in moves {
            table.play(table.read_move(text).unwrap()).unwrap();
        }
        table
    }

    #[test]
    fn moves_are_read_in_every_form_and_taken_back() {
        let mut table = table(&["e4", "e7e5", "Nf3", "b8-c6"]);
        assert_eq!(table.undo().map(|mv| format!("{mv:?}")).unwrap(), "b8c6");
        assert_eq!(table.redo().map(|mv| format!("{mv:?}")).unwrap(), "b8c6");
        assert!(table.redo().is_err());
        assert!(table.read_move("Ke3").is_err());
        let looks_like_move = ["Ke3", "e2e5", "divide"].map(typed::looks_like_move);
        assert_eq!(looks_like_move, [true, true, false]);
    }

    #[test]
    fn a_saved_game_is_the_same_game() {
        let table = table(&["d4", "d5", "c4"]);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn").display().to_string();
        table.save(&path, &Game::from_line(&table.line)).unwrap();
        table.save(&path, &Game::from_line(&table.line)).unwrap();
        let mut other = Table::new(BuiltIn::Flagship, &Config::default()).unwrap();
        other.load(&path, 2).unwrap();
        assert_eq!(other.line.moves(), table.line.moves());
        assert!(other.load(&path, 3).is_err());
    }
}
