//! Benchmarks of the rules: move generation, playing moves, static exchange evaluation and perft.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use heirloom_chess::see::{self, VALUES};
use heirloom_chess::{MoveGenKind, MoveList, Position, perft};

const POSITIONS: [(&str, &str, u32); 5] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    ("pawns", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
    ("middlegame", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
    ("endgame", "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1", 5),
];

fn main() {
    divan::main();
}

fn position(name: &str) -> (Position, u32) {
    let (_, fen, depth) = POSITIONS.iter().find(|(other, ..)| *other == name).expect("a name of the list");
    (Position::from_fen(fen).expect("legal"), *depth)
}

#[divan::bench(args = POSITIONS.map(|(name, ..)| name))]
fn generate_all(bencher: Bencher<'_, '_>, name: &str) {
    let (position, _) = position(name);
    let moves = position.legal_moves().len();
    bencher.counter(ItemsCount::new(moves)).bench(|| black_box(&position).legal_moves().len());
}

#[divan::bench(args = POSITIONS.map(|(name, ..)| name))]
fn generate_noisy(bencher: Bencher<'_, '_>, name: &str) {
    let (position, _) = position(name);
    bencher.bench(|| {
        let mut list = MoveList::new();
        black_box(&position).generate(MoveGenKind::Noisy, &mut list);
        list.len()
    });
}

#[divan::bench(args = POSITIONS.map(|(name, ..)| name))]
fn play_each(bencher: Bencher<'_, '_>, name: &str) {
    let (position, _) = position(name);
    let moves = position.legal_moves();
    bencher.counter(ItemsCount::new(moves.len())).bench(|| {
        for &mv in black_box(&moves) {
            let mut child = position.clone();
            child.play(mv);
            black_box(child.key());
        }
    });
}

#[divan::bench(args = POSITIONS.map(|(name, ..)| name))]
fn exchange_each(bencher: Bencher<'_, '_>, name: &str) {
    let (position, _) = position(name);
    let moves = position.legal_moves();
    bencher
        .counter(ItemsCount::new(moves.len()))
        .bench(|| black_box(&moves).iter().filter(|&&mv| see::at_least(&position, mv, 0, &VALUES)).count());
}

#[divan::bench(args = POSITIONS.map(|(name, ..)| name), sample_count = 10)]
fn perft_bulk(bencher: Bencher<'_, '_>, name: &str) {
    let (position, depth) = position(name);
    let leaves = perft::perft(&position, depth);
    bencher.counter(ItemsCount::new(leaves)).bench(|| perft::perft(black_box(&position), depth));
}
