//! Benchmarks of parsing lines of both protocols, next to splitting the same lines into words.
//!
//! `docs/testing.md` has the baseline.

use divan::{Bencher, black_box};
use heirloom_chess::Position;
use heirloom_protocol::{uci, xboard};

const LINES: [(&str, &str); 5] = [
    ("go", "go wtime 300000 btime 298500 winc 3000 binc 3000 movestogo 38"),
    (
        "position",
        "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 \
         e8g8 h2h3 c6a5 b3c2 c7c5 d2d4 d8c7 b1d2 c5d4 c3d4",
    ),
    (
        "info",
        "info depth 24 seldepth 32 multipv 1 score cp 31 nodes 4871034 nps 1204510 hashfull 412 tbhits 0 \
         time 4044 pv e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7",
    ),
    ("level", "level 40 5:30 0.5"),
    ("thinking", "24 31 404 4871034 32 1204510 0\te4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7"),
];

fn main() {
    divan::main();
}

fn line(kind: &str) -> &'static str {
    LINES.iter().find(|(other, _)| *other == kind).expect("a kind of the list").1
}

/// The reference.
#[divan::bench(args = LINES.map(|(kind, _)| kind), sample_size = 500)]
fn words(bencher: Bencher<'_, '_>, kind: &str) {
    let line = line(kind);
    bencher.bench(|| black_box(line).split_whitespace().map(black_box).count());
}

#[divan::bench(args = LINES.map(|(kind, _)| kind), sample_size = 500)]
fn parse(bencher: Bencher<'_, '_>, kind: &str) {
    let line = line(kind);
    match kind {
        "go" | "position" => bencher.bench(|| uci::Command::parse(black_box(line))),
        "info" => bencher.bench(|| uci::Message::parse(black_box(line))),
        "level" => bencher.bench(|| xboard::Command::parse(black_box(line))),
        _ => bencher.bench(|| xboard::Message::parse(black_box(line))),
    }
}

/// Parses a line and finds its moves on the board.
#[divan::bench(args = ["position", "info", "thinking"], sample_size = 500)]
fn parse_and_play(bencher: Bencher<'_, '_>, kind: &str) {
    let (line, start) = (line(kind), Position::startpos());
    bencher.bench(|| match kind {
        "position" => match uci::Command::parse(black_box(line)) {
            Ok(Some(uci::Command::Position(text))) => text.line().map_or(0, |(line, _)| line.moves().len()),
            command => panic!("{command:?}"),
        },
        "info" => match uci::Message::parse(black_box(line)) {
            Some(uci::Message::Info(text)) => text.values(&start).0.pv.len(),
            message => panic!("{message:?}"),
        },
        _ => match xboard::Message::parse(black_box(line)) {
            Some(xboard::Message::Thinking(thinking)) => thinking.values(&start).pv.len(),
            message => panic!("{message:?}"),
        },
    });
}
