//! The protocols of chess programs in both directions: serving an engine and running an external one.
//!
//! [`uci`] and [`xboard`] are pure: text to values and back. [`server`] serves an engine over any `BufRead`
//! and `Write`, [`client`] makes an external program an engine like any other, and [`compliance`] tests any
//! program. No other crate contains words of the protocols.
//!
//! ```
//! use heirloom_chess::Position;
//! use heirloom_engine::Limits;
//! use heirloom_protocol::uci::Command;
//!
//! let line = "position startpos moves e2e4 e7e5";
//! let Some(Command::Position(text)) = Command::parse(line)? else { panic!("a position") };
//! let (line, remarks) = text.line()?;
//! assert_eq!(line.moves().len(), 2);
//! assert!(remarks.is_empty());
//!
//! let Some(Command::Go(go)) = Command::parse("go depth 12 nodes 5000")? else { panic!("a search") };
//! let (limits, ignored) = go.limits(line.position());
//! assert_eq!(limits, Limits { depth: Some(12), nodes: Some(5000), ..Limits::default() });
//! assert!(ignored.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Design
//!
//! - Parsing is tolerant. Moves stay text until a position is known.
//! - The server reads lines on one thread and does everything else on another, which takes lines and the
//!   session's events from one channel. So there is one writer, and `stop` or `isready` never wait behind a
//!   search. Stopped searches that have not answered yet are queued, so each `go` gets its one `bestmove`, in
//!   order. An engine that fails is replaced by a new one with the same settings, and the GUI still gets a
//!   move.
//! - The client sends `isready` before each `go`, which flushes late output. Its timeouts are a value
//!   ([`Timeouts`]); after a timeout it sends `stop`, then kills the program. Pipes have their own threads,
//!   so no program can block its owner.
//! - With the XBoard protocol the engine keeps the game and its clock: the server runs at most one search and
//!   drops reports with any other ticket; the client sends a program only what has changed.
//! - A compliance check is a function and an entry in its group's list; it works on a `Probe`, the program
//!   under test with time-stamped lines and waits with deadlines.

pub mod client;
pub mod compliance;
pub mod program;
pub mod server;
mod text;
pub mod uci;
pub mod xboard;

pub use client::{Client, Timeouts, XBoardClient};
pub use program::Program;
pub use server::{Extra, Handled, ServeError, serve};

use std::fmt;

/// The protocol between an engine and its front end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The XBoard protocol, version 2, also called CECP.
    XBoard,
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Protocol::Uci => "uci",
            Protocol::XBoard => "xboard",
        })
    }
}
