//! The commands of a terminal game.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{Result, anyhow, bail};
use heirloom_chess::notation::typed;
use heirloom_chess::{Position, chess960};
use heirloom_engine::option::nearest;
use heirloom_workshop::columns::definitions;

use super::game::Play;
use crate::screen;
use heirloom_workshop::score_sheet::Style;

/// All commands with their descriptions.
const COMMANDS: &[(&str, &str)] = &[
    ("MOVE", "play a move: e4, Nf3, O-O, e8=Q, e2e4, e7e8q"),
    ("hint", "suggest a move, using your opponent's engine at full strength"),
    ("eval", "show Heirloom's evaluation of the position"),
    ("analyze", "show Heirloom's three best lines (also analyse)"),
    ("review", "review the moves so far"),
    ("undo", "take your last move back (also takeback)"),
    ("redo", "replay the move taken back"),
    ("go", "let the engine play the side to move (also switch)"),
    ("draw", "offer a draw"),
    ("resign", "resign the game"),
    ("level LEVEL", "set the limit: depth=6, nodes=10000, 2s (per move), 5+3 (clock); or show it"),
    ("elo ELO", "set the strength, from 600 for a beginner; or show it"),
    ("flip", "flip the board"),
    ("figures", "switch between chess symbols and letters"),
    ("coordinates", "switch between e2e4 and SAN for moves"),
    ("board", "show the board (also d, or just Enter)"),
    ("moves", "list the moves so far"),
    ("fen", "print the position as FEN"),
    ("new", "start a new game; new 518 for a Chess960 start position"),
    ("save FILE", "append the game to a PGN file"),
    ("load FILE [N]", "continue a game of a PGN file from its last position"),
    ("help", "show this list"),
    ("quit", "quit the game"),
];

impl Play {
    /// Obeys a line, and breaks if the user leaves. Fails with the reason in one sentence.
    pub fn obey(&mut self, line: &str, out: &mut dyn Write) -> Result<ControlFlow<()>> {
        let line = typed::without_number(line);
        let line = if line.eq_ignore_ascii_case("take back") { "undo" } else { line };
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        self.screen.keep();
        if self.has_lost_on_time() && typed::looks_like_move(word) {
            return Ok(ControlFlow::Continue(()));
        }
        match word {
            "" | "board" | "d" => self.draw(out)?,
            "quit" | "exit" => return Ok(ControlFlow::Break(())),
            "help" | "?" => write!(out, "{}", definitions(COMMANDS, screen::columns()))?,
            "moves" => writeln!(out, "{}", self.table.moves())?,
            "fen" => writeln!(out, "{}", self.table.line.position().fen())?,
            "hint" => self.hint(out)?,
            "eval" => self.explain(out)?,
            "analyze" | "analyse" => self.analyze()?,
            "review" => self.review(out)?,
            "undo" | "takeback" => {
                self.undo()?;
                self.draw(out)?;
            }
            "redo" => {
                self.redo()?;
                self.draw(out)?;
            }
            "flip" => {
                self.table.view.flipped = !self.table.view.flipped;
                self.draw(out)?;
            }
            "figures" => {
                self.table.view.figures = !self.table.view.figures;
                self.draw(out)?;
            }
            "coordinates" => {
                self.table.style = match self.table.style {
                    Style::San if self.table.chess960 => Style::Chess960,
                    Style::San => Style::Coordinates,
                    _ => Style::San,
                };
                self.draw(out)?;
            }
            "new" => self.start_anew(rest, out)?,
            "level" => {
                if !rest.is_empty() {
                    self.set_level(rest.parse().map_err(anyhow::Error::msg)?);
                }
                writeln!(out, "{}", self.level())?;
            }
            "elo" => {
                if !rest.is_empty() {
                    self.set_elo(rest.parse().map_err(|_| anyhow!("elo needs a number, such as elo 1200"))?)?;
                }
                writeln!(
                    out,
                    "{}",
                    self.elo.map_or("full strength".into(), |elo| format!("about {elo} Elo"))
                )?;
            }
            "go" | "switch" => {
                if !self.resume() {
                    self.switch();
                }
            }
            "resign" => self.resign()?,
            "draw" => self.offer_draw(out)?,
            "save" | "load" if rest.is_empty() => bail!("{word} needs a file name, such as {word} games.pgn"),
            "save" => writeln!(out, "{}", self.save(rest)?)?,
            "load" => self.load_from(rest, out)?,
            _ if typed::looks_like_move(word) => self.person_moves(word, out)?,
            _ => return Err(unknown(word)),
        }
        Ok(ControlFlow::Continue(()))
    }

    fn draw(&self, out: &mut dyn Write) -> Result<()> {
        write!(out, "{}", self.board())?;
        Ok(())
    }

    /// Starts a new game from the same start position, or from a Chess960 start position.
    fn start_anew(&mut self, text: &str, out: &mut dyn Write) -> Result<()> {
        let position = match text {
            "" => self.table.line.start().clone(),
            "standard" => Position::startpos(),
            number => match number.parse() {
                Ok(number) => chess960::start_position(number)?,
                Err(_) => bail!("new takes a number from 0 to 959 for Chess960, or standard"),
            },
        };
        self.set_up(position)?;
        self.draw(out)
    }

    fn load_from(&mut self, rest: &str, out: &mut dyn Write) -> Result<()> {
        let (path, number) = match rest.rsplit_once(char::is_whitespace) {
            Some((path, number)) if number.parse::<usize>().is_ok() => (path.trim_end(), number.parse()?),
            _ => (rest, 1),
        };
        if let Some(damage) = self.load(path, number)? {
            writeln!(out, "the game is damaged; it is loaded up to the damage: {damage}")?;
        }
        self.draw(out)
    }
}

/// Returns true if a word is a command.
pub fn is_command(word: &str) -> bool {
    let also = ["analyse", "d", "?", "exit", "switch"];
    COMMANDS.iter().skip(1).any(|(name, _)| name.split(' ').next() == Some(word)) || also.contains(&word)
}

fn unknown(word: &str) -> anyhow::Error {
    let names = COMMANDS.iter().map(|(name, _)| name.split(' ').next().unwrap_or(name));
    let word: String = word.chars().take(30).flat_map(char::escape_default).collect();
    match nearest(&word, names) {
        Some(name) => anyhow!("'{word}' is neither a move nor a command; did you mean {name}?"),
        None => anyhow!("'{word}' is neither a move nor a command; type help for a list"),
    }
}
