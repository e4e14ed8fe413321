//! Transcripts of the server with scripted engines, over both protocols: no input may break it.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod driver;
mod games_end;
mod uci;
mod xboard;
