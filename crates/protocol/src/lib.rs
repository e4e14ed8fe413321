//! The protocols of chess programs, both directions: serve an engine, drive an external one.
//!
//! [`uci`] and [`xboard`] are pure: text to values and back. [`server`] speaks them for an engine of ours over any `BufRead` and `Write`,
//! [`client`] makes an external program an engine like any other, and [`script`] is a partner for tests of both. Nobody else knows the words of
//! the protocols.

pub mod client;
pub mod compliance;
mod pipes;
pub mod script;
pub mod server;
pub mod uci;
pub mod xboard;

pub use client::{Client, Patience, Program, XBoardClient};
pub use script::Script;
pub use server::{Answer, Dialect, Extra, ServeError, serve};
