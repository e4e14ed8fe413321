//! How fast PGN is read, in MB/s: without checking moves, with it, and with a game tree of each game.
//!
//! `cargo run --release -p heirloom-chess --example pgn_speed -- games.pgn more.pgn`

use std::io::{self, Write};
use std::time::Instant;
use std::{env, fs};

use heirloom_chess::notation::pgn::{Reader, Visitor};

/// Runs of each kind; the fastest counts, for it was disturbed least.
const RUNS: usize = 7;

/// Counts the moves that it is told.
#[derive(Default)]
struct Moves(usize);

impl Visitor for Moves {
    fn mv(&mut self, _played: heirloom_chess::notation::pgn::Played<'_>) {
        self.0 += 1;
    }
}

/// Games, refused games and moves of a run.
type Counts = (usize, usize, usize);

fn visit(mut reader: Reader<&[u8]>) -> Counts {
    let (mut games, mut refused, mut moves) = (0, 0, Moves::default());
    while let Some(game) = reader.read_game(&mut moves) {
        match game {
            Ok(()) => games += 1,
            Err(_) => refused += 1,
        }
    }
    (games, refused, moves.0)
}

fn build(reader: Reader<&[u8]>) -> Counts {
    let (mut games, mut refused, mut moves) = (0, 0, 0);
    for game in reader.games() {
        match game {
            Ok(game) => {
                games += 1;
                moves += game.move_count();
            }
            Err(_) => refused += 1,
        }
    }
    (games, refused, moves)
}

fn measure(out: &mut impl Write, name: &str, bytes: &[u8], run: impl Fn(&[u8]) -> Counts) -> io::Result<()> {
    let mut best = f64::INFINITY;
    let mut counts = (0, 0, 0);
    for _ in 0..RUNS {
        let start = Instant::now();
        counts = run(bytes);
        best = best.min(start.elapsed().as_secs_f64());
    }
    let (games, refused, moves) = counts;
    let speed = bytes.len() as f64 / best / 1e6;
    let rate = moves as f64 / best / 1e6;
    writeln!(out, "{name:<9} {speed:7.1} MB/s  {rate:6.2} million moves/s  {games} games, {refused} refused, {moves} moves")
}

fn main() -> io::Result<()> {
    let mut bytes = Vec::new();
    for path in env::args().skip(1) {
        bytes.extend(fs::read(path)?);
        bytes.extend_from_slice(b"\n\n");
    }
    let mut out = io::stdout().lock();
    writeln!(out, "{:.1} MB", bytes.len() as f64 / 1e6)?;
    measure(&mut out, "skimmed", &bytes, |bytes| visit(Reader::skimming(bytes)))?;
    measure(&mut out, "checked", &bytes, |bytes| visit(Reader::new(bytes)))?;
    measure(&mut out, "as trees", &bytes, |bytes| build(Reader::new(bytes)))
}
