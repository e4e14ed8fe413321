//! Prints perft leaves per second.
use heirloom_chess::{Position, perft};
fn main() {
    for (fen, depth) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
        ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
        ("8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1", 6),
    ] {
        let position = Position::from_fen(fen).expect("legal");
        let start = std::time::Instant::now();
        let leaves = perft::perft(&position, depth);
        let s = start.elapsed().as_secs_f64();
        println!("{leaves} {:.0} M/s", leaves as f64 / s / 1e6);
    }
}
