//! The bench: a fixed set of searches whose node count identifies the search and whose time measures its
//! speed.

use web_time::{Duration, Instant};

use heirloom_chess::{Line, Position};
use heirloom_engine::{BenchProgress, BenchResult, BenchWork, Engine, EngineError, Limits, Signals};

/// The default depth of each search, in plies.
const DEPTH: u32 = 16;

/// Openings, middlegames, endgames, mates and draws, free for anyone to use.
pub const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 1 5",
    "rnbqk2r/ppp1ppbp/3p1np1/8/2PPP3/2N5/PP3PPP/R1BQKBNR w KQkq - 0 5",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8",
    "r2q1rk1/pb1nbppp/1p2pn2/2pp4/2PP4/1PNBPN2/PB3PPP/R2Q1RK1 w - - 0 10",
    "2rq1rk1/pp1bppbp/2np1np1/8/3NP3/1BN1BP2/PPPQ2PP/2KR3R b - - 8 11",
    "r1b2rk1/2q1bppp/p1n1pn2/1p6/4PP2/1NN1B3/PPP1B1PP/R3QR1K w - - 0 13",
    "3r1rk1/1b2bppp/pq2pn2/1p6/3NP3/1BN1Q3/PPP2PPP/3R1RK1 w - - 2 17",
    "r4rk1/pp1qbppp/2n1pn2/3p4/3P1B2/2NQPN2/PP3PPP/2R2RK1 w - - 0 12",
    "2r3k1/pp3ppp/4b3/3pP3/3P4/1P3N2/P4PPP/2R3K1 w - - 0 20",
    "8/pp3k2/2p2p2/3p1p2/3P1P2/2P1PK2/PP6/8 w - - 0 30",
    "8/5pk1/4p1p1/3pP2p/3P3P/1r4P1/R4PK1/8 w - - 0 38",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "6k1/5ppp/8/3r4/8/1P6/P4PPP/3R2K1 w - - 0 28",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "8/8/8/4k3/8/8/4KBN1/8 w - - 0 1",
    "8/3k4/8/8/3PK3/8/8/8 w - - 0 1",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "r1bbk1nr/pp3p1p/2n5/1N4p1/2Np1B2/8/PPP2PPP/2KR1B1R w kq - 0 13",
    "3r2k1/1p3ppp/2pq4/p1n5/P6P/1P6/1PB2QP1/1K2R3 w - - 0 1",
    "1r1q1rk1/p1p2pbp/2pp1np1/6B1/4P3/2NQ4/PPP2PPP/3R1RK1 w - - 0 14",
    "6k1/6p1/6Pp/ppp5/3pn2P/1P3K2/1PP2P2/3N4 b - - 0 1",
    "3b4/5kp1/1p1p1p1p/pP1PpP1P/P1P1P3/3KN3/8/8 w - - 0 1",
    "8/6pk/1p6/8/PP3p1p/5P2/4KP1q/3Q4 w - - 0 1",
    "r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5",
    "6rk/6pp/8/8/8/8/6PP/5RKN w - - 0 1",
    "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
    "k7/8/1K6/8/8/8/8/7Q b - - 0 1",
    "8/8/8/1k6/3Pp3/8/8/4KB2 b - d3 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "nqbnrkrb/pppppppp/8/8/8/8/PPPPPPPP/NQBNRKRB w GEge - 0 1",
    "rn2k1r1/ppp1pp1p/3p2p1/5bn1/P7/2N2B2/1PPPPP2/2BNK1RR w Gkq - 4 11",
    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
    "qbrnnkrb/p2ppppp/1p6/2p5/4P3/2N5/PPPP1PPP/QBR1NKRB w GCgc - 0 4",
    "r1bqr1k1/pp1n1pbp/2pp1np1/4p3/2PPP3/2N1BN1P/PP2BPP1/R2Q1RK1 w - - 1 11",
    "r2qkb1r/1b1n1ppp/p2ppn2/1p6/3NPP2/2N1BQ2/PPP3PP/2KR1B1R w kq - 0 11",
    "rnb2rk1/pp2ppbp/6p1/q2p4/3P4/2N1PN2/PP1B1PPP/R2QK2R w KQ - 2 11",
    "r1bq1r1k/p1pnbpp1/1p2p3/6p1/3PB3/5N2/PPPQ1PPP/2KR3R w - - 0 13",
    "4r1k1/p4ppp/q7/2pN4/3n4/1P2R2P/P2Q1PP1/6K1 b - - 2 28",
    "8/1p4pk/p1p4p/P1P1q3/1P2P3/5Q1P/6P1/6K1 w - - 1 39",
    "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
    "8/4k3/8/3B4/2P2b2/3K4/1P4p1/8 w - - 3 58",
    "8/8/1p6/1P1k1p1p/3P1P1P/4K3/8/8 w - - 0 50",
    "5k2/8/4PK2/8/8/8/8/3R3r b - - 12 80",
    "7k/8/5BK1/8/6N1/8/8/8 b - - 20 90",
    "2r3k1/5ppp/8/8/8/1b6/5PPP/2R3K1 w - - 80 70",
];

/// Searches all positions with a new engine, each with an empty table. The time covers only the searches.
/// Fails on invalid options, and with [`EngineError::Stopped`] after a stop.
pub(crate) fn run(
    engine: &mut dyn Engine,
    work: &BenchWork,
    signals: &Signals,
    progress: &mut dyn FnMut(BenchProgress),
) -> Result<BenchResult, EngineError> {
    for (name, value) in &work.options {
        engine.set_option(name, value)?;
    }
    let limits = Limits::depth(work.depth.unwrap_or(DEPTH));
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for (index, position) in POSITIONS.iter().filter_map(|fen| Position::from_fen(fen).ok()).enumerate() {
        engine.new_game();
        let (mut last, start) = (0, Instant::now());
        let line = Line::new(position);
        engine.search(&line, &limits, signals, &mut |info| last = info.nodes.unwrap_or(last))?;
        if signals.is_stopped() {
            return Err(EngineError::Stopped);
        }
        nodes += last;
        time += start.elapsed();
        progress(BenchProgress { done: index + 1, positions: POSITIONS.len(), nodes });
    }
    Ok(BenchResult { nodes, time })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Flagship;

    #[test]
    fn every_position_is_legal() {
        for fen in POSITIONS {
            assert!(Position::from_fen(fen).is_ok(), "{fen}");
        }
    }

    fn nodes(engine: &mut Flagship) -> u64 {
        let work = BenchWork { depth: Some(4), ..BenchWork::default() };
        engine.bench(&work, &Signals::new(), &mut |_| {}).unwrap().nodes
    }

    #[test]
    fn nodes_do_not_depend_on_the_options_set_before() {
        let mut engine = Flagship::new().unwrap();
        let first = nodes(&mut engine);
        assert!(first > 10_000);
        for (name, value) in [("Hash", "1"), ("Threads", "2"), ("MultiPV", "3")] {
            engine.set_option(name, value).unwrap();
        }
        engine.search(&Line::default(), &Limits::depth(6), &Signals::new(), &mut |_| {}).unwrap();
        assert_eq!(nodes(&mut engine), first);
    }

    #[test]
    fn it_can_be_stopped_and_rejects_unknown_options() {
        let mut engine = Flagship::new().unwrap();
        let (signals, mut seen) = (Signals::new(), 0);
        let result = engine.bench(&BenchWork::default(), &signals, &mut |progress| {
            seen = progress.done;
            signals.stop();
        });
        assert_eq!((result, seen), (Err(EngineError::Stopped), 1));
        let work = BenchWork { options: vec![("Hasch".into(), "1".into())], ..BenchWork::default() };
        let result = engine.bench(&work, &Signals::new(), &mut |_| {});
        assert!(matches!(result, Err(EngineError::UnknownOption { .. })));
    }
}
