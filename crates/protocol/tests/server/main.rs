//! Transcripts of the server with scripted engines, over both protocols: input that breaks GUIs must not break
//! the server.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod driver;
mod games_end;
mod uci;
mod xboard;
