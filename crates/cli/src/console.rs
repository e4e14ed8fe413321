//! The console: a prompt for moves and commands, which becomes a protocol server when a program talks to it.

mod analysis;
mod commands;
mod facts;

use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::Result;
use heirloom_engine::Limits;
use heirloom_protocol::Protocol;

use crate::input::Input;
use crate::invocation::Invocation;
use crate::screen::{Screen, has_colors};
use crate::table::Table;
use crate::uci;

/// The state of a console session.
pub struct Console {
    table: Table,
    /// The limits of the engine's moves.
    limits: Limits,
    /// The engine replies to moves.
    answers: bool,
    /// Boards and prompts are drawn for a user at a terminal.
    terminal: bool,
    screen: Screen,
}

/// Obeys commands until `quit` or the end of the input. Fails if the engine cannot be started or the output
/// is closed.
pub fn run(invocation: &Invocation<'_>) -> Result<()> {
    let (own, config) = (invocation.own, &invocation.config()?);
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let limits = Limits::move_time(Duration::from_secs(1));
    let mut console = Console {
        table: Table::new(own, config)?,
        limits,
        answers: true,
        terminal,
        screen: Screen::default(),
    };
    let mut input = Input::new(terminal)?;
    let mut out = anstream::stdout();
    if terminal {
        console.table.view.colors = has_colors();
        writeln!(
            out,
            "{}. Type a move such as e4, or help.\n\n{}",
            console.table.session.name(),
            console.board()
        )?;
    }
    while let Some(line) = input.line(&console.prompt())? {
        if let Some(dialect) = dialect_of(&line, terminal) {
            drop(console);
            return uci::run(own, dialect, config, Some(&line));
        }
        match console.obey(line.trim(), &mut input, &mut out) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => break,
            Err(error) if crate::exit::is_closed_pipe(&error) => return Err(error),
            Err(error) => writeln!(out, "{error:#}")?,
        }
        out.flush()?;
    }
    Ok(())
}

/// Returns the protocol of a line that only a program would send; in a pipe also of the first lines of a test
/// script.
fn dialect_of(line: &str, terminal: bool) -> Option<Protocol> {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("uci") => Some(Protocol::Uci),
        Some("xboard") => Some(Protocol::XBoard),
        Some("protover") if !terminal => Some(Protocol::XBoard),
        Some("isready" | "ucinewgame" | "setoption" | "position" | "debug" | "ponderhit") if !terminal => {
            Some(Protocol::Uci)
        }
        Some("go") if !terminal && words.next().is_some() => Some(Protocol::Uci),
        _ => None,
    }
}

impl Console {
    fn prompt(&self) -> String {
        let position = self.table.line.position();
        format!("{} {}> ", position.fullmove_number(), position.turn())
    }

    /// Returns the board; at a terminal with the last moves next to it.
    fn board(&self) -> String {
        if self.terminal {
            self.table.board_with_moves(String::new(), String::new())
        } else {
            self.table.board()
        }
    }
}
