//! Tests of every ancestor: perft, legal play, limits, prompt stops, mates and draws.

use web_time::{Duration, Instant};

use heirloom_ancestors::ALL;
use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Position, perft};
use heirloom_engine::{BestMove, Clocks, Engine, Info, Limits, OptionKind, Score, Session, Signals};

/// Creates every ancestor; returns each with its name.
fn engines() -> impl Iterator<Item = (&'static str, Box<dyn Engine>)> {
    ALL.iter().map(|ancestor| (ancestor.name, (ancestor.create)().expect("memory")))
}

fn line(fen: &str, moves: &str) -> Line {
    uci::parse_line(Position::from_fen(fen).expect("no error"), moves).expect("no error")
}

fn search(engine: &mut dyn Engine, line: &Line, limits: &Limits) -> (BestMove, Vec<Info>) {
    let mut infos = Vec::new();
    let best = engine.search(line, limits, &Signals::new(), &mut |info| infos.push(info)).expect("no error");
    (best, infos)
}

/// Positions with pins, checks, promotions, castling through and out of check, and pinned en passant pawns.
const POSITIONS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
    "8/8/4k3/8/2p5/B2P2K1/8/8 w - - 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
    "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1",
    "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
    "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1",
    "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1",
    "4k3/1P6/8/8/8/8/K7/8 w - - 0 1",
    "8/P1k5/K7/8/8/8/8/8 w - - 0 1",
    "K1k5/8/P7/8/8/8/8/8 w - - 0 1",
    "8/k1P5/8/1K6/8/8/8/8 w - - 0 1",
    "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1",
];

#[test]
fn each_passes_perft() {
    for (name, mut engine) in engines() {
        for fen in POSITIONS {
            let position = Position::from_fen(fen).expect("no error");
            for depth in 1..=3 {
                let mut expected =
                    perft::divide(&position, depth, &perft::Options::default(), &|| false).expect("no error");
                let mut found = engine.divide(&position, depth, &Signals::new()).expect("no error");
                found.sort();
                expected.sort();
                assert_eq!(found, expected, "{name}, {depth} plies of {fen}");
            }
        }
    }
}

#[test]
fn each_plays_legal_games() {
    for (name, mut engine) in engines() {
        let mut random = fastrand::Rng::with_seed(4);
        for _ in 0..3 {
            engine.new_game();
            let mut line = Line::default();
            while line.outcome().is_none() && line.moves().len() < 200 {
                let legal = line.position().legal_moves();
                let mv = if line.moves().len() < 8 {
                    legal[random.usize(..legal.len())]
                } else {
                    let (best, _) = search(&mut *engine, &line, &Limits::nodes(400));
                    best.best.unwrap_or_else(|| panic!("{name} plays no move"))
                };
                line.push(mv).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    }
}

#[test]
fn each_captures_hanging_pieces_and_mates() {
    for (name, mut engine) in engines() {
        let hanging = line("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "");
        let (best, _) = search(&mut *engine, &hanging, &Limits::depth(1));
        assert_eq!(best.best, uci::parse(hanging.position(), "e4d5").ok(), "{name}");
        for (fen, mv, depth) in [
            ("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", "e1e8", 3),
            ("k7/8/1K6/8/8/8/7Q/8 w - - 0 1", "h2h8", 3),
            ("8/8/8/8/8/6k1/7q/5K2 b - - 0 1", "h2f2", 3),
        ] {
            let start = line(fen, "");
            let (best, infos) = search(&mut *engine, &start, &Limits::depth(depth));
            let mut after = start.clone();
            after.push(best.best.expect("a move")).expect("no error");
            let mates = after.position().in_check() && !after.position().has_legal_move();
            assert!(mates, "{name} in {fen} plays {:?}, not {mv}", best.best);
            let score = infos.iter().rev().find_map(|info| info.score);
            assert_eq!(score, Some(Score::Mate(1)), "{name} in {fen}");
        }
    }
}

#[test]
fn each_reports_legal_lines() {
    for (name, mut engine) in engines() {
        for fen in &POSITIONS[..6] {
            let start = line(fen, "");
            let (best, infos) = search(&mut *engine, &start, &Limits::depth(4));
            let last = infos.iter().rev().find(|info| !info.pv.is_empty());
            let last = last.unwrap_or_else(|| panic!("{name} says nothing"));
            assert_eq!(best.best, last.pv.first().copied(), "{name}");
            assert!(last.depth.is_some() && last.score.is_some(), "{last:?}");
            assert!(last.nodes.is_some() && last.time.is_some(), "{last:?}");
            for info in &infos {
                let mut line = start.clone();
                for &mv in &info.pv {
                    line.push(mv).unwrap_or_else(|error| panic!("{name}: {error} in {:?} of {fen}", info.pv));
                }
            }
        }
    }
}

#[test]
fn each_obeys_its_limits() {
    for (name, mut engine) in engines() {
        for nodes in [1, 100, 5000] {
            let (best, infos) = search(&mut *engine, &Line::default(), &Limits::nodes(nodes));
            assert!(best.best.is_some(), "{name}");
            let visited = infos.iter().filter_map(|info| info.nodes).max().unwrap_or(0);
            assert!(visited <= nodes + 1000, "{name}: {visited} of {nodes} nodes");
        }
        let (_, infos) = search(&mut *engine, &Line::default(), &Limits::depth(2));
        assert_eq!(infos.iter().filter_map(|info| info.depth).max(), Some(2), "{name}");
        let start = Instant::now();
        search(&mut *engine, &Line::default(), &Limits::move_time(Duration::from_millis(100)));
        assert!(start.elapsed() < Duration::from_secs(1), "{name}: {:?}", start.elapsed());
        let clocks = Clocks { time: [300, 300], increment: [0, 0], moves_to_go: None };
        let start = Instant::now();
        search(&mut *engine, &Line::default(), &Limits { clocks: Some(clocks), ..Limits::default() });
        assert!(start.elapsed() < Duration::from_millis(300), "{name}: {:?}", start.elapsed());
        let only = uci::parse(Line::default().position(), "a2a3").expect("no error");
        let limits = Limits { depth: Some(3), search_moves: vec![only], ..Limits::default() };
        assert_eq!(search(&mut *engine, &Line::default(), &limits).0.best, Some(only), "{name}");
    }
}

#[test]
fn each_stops_within_milliseconds() {
    for (name, engine) in engines() {
        let mut session = Session::start(engine).expect("no error");
        // The minimum of several waits, because the machine may be busy.
        let mut waits = Vec::new();
        for fen in &POSITIONS[..4] {
            session.go(line(fen, ""), Limits::infinite());
            std::thread::sleep(Duration::from_millis(60));
            let stopped = Instant::now();
            session.stop();
            assert!(session.wait(|_| {}).expect("no error").best.is_some(), "{name}");
            waits.push(stopped.elapsed());
        }
        assert!(waits.iter().min() < Some(&Duration::from_millis(20)), "{name}: {waits:?}");
    }
}

#[test]
fn each_reports_when_there_is_no_move() {
    for (name, mut engine) in engines() {
        for fen in ["7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"] {
            let (best, _) = search(&mut *engine, &line(fen, ""), &Limits::depth(3));
            assert_eq!(best.best, None, "{name}");
        }
    }
}

#[test]
fn options_are_checked() {
    for (name, mut engine) in engines() {
        assert!(engine.set_option("No such option", "1").is_err());
        for option in engine.options().to_vec() {
            let (good, bad) = match &option.kind {
                OptionKind::Check { default } => (default.to_string(), Some("perhaps".to_string())),
                OptionKind::Spin { default, max, .. } => (default.to_string(), Some((max + 1).to_string())),
                OptionKind::Combo { default, .. } => (default.clone(), Some("no such choice".into())),
                OptionKind::Text { default } => (default.clone(), None),
                OptionKind::Button => (String::new(), None),
            };
            assert_eq!(engine.set_option(&option.name, &good), Ok(()), "{name}: {}", option.name);
            let refused = bad.is_none_or(|bad| engine.set_option(&option.name, &bad).is_err());
            assert!(refused, "{name}: {}", option.name);
        }
    }
}
