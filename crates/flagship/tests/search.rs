//! What any search must do: find mates with complete lines, obey limits, stop promptly, recognize draws, play
//! legal moves.

use web_time::{Duration, Instant};

use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Position};
use heirloom_engine::{BestMove, Bound, Clocks, Engine, Info, Limits, Score, Session, Signals};
use heirloom_flagship::Flagship;

fn search(engine: &mut Flagship, line: &Line, limits: &Limits) -> (BestMove, Vec<Info>) {
    let mut infos = Vec::new();
    let best = engine.search(line, limits, &Signals::new(), &mut |info| infos.push(info)).expect("no error");
    (best, infos)
}

fn line(fen: &str, moves: &str) -> Line {
    uci::parse_line(Position::from_fen(fen).expect("no error"), moves).expect("no error")
}

/// Returns the last line with an exact score.
fn last_exact(infos: &[Info]) -> &Info {
    infos.iter().rev().find(|info| info.score.is_some() && info.bound == Bound::Exact).expect("no error")
}

/// Checks that every line is legal, and that a mate is as long as its score says and ends in mate.
fn check_lines(start: &Line, infos: &[Info]) {
    for info in infos {
        let mut line = start.clone();
        for &mv in &info.pv {
            line.push(mv)
                .unwrap_or_else(|error| panic!("{error} in {:?} of {:?}", info.pv, start.position()));
        }
        if let (Some(Score::Mate(moves)), Bound::Exact) = (info.score, info.bound)
            && moves != 0
        {
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            let (pv, position) = (&info.pv, start.position());
            assert_eq!(pv.len(), plies as usize, "mate {moves} in {pv:?} of {position:?}");
            assert!(line.position().in_check() && !line.position().has_legal_move());
        }
    }
}

#[test]
fn mates_are_found_with_their_whole_line() {
    let mut engine = Flagship::new().expect("no error");
    for (fen, moves, depth) in [
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", 1, 3),
        ("k7/8/1K6/8/8/8/7Q/8 w - - 0 1", 1, 4),
        ("6k1/5ppp/8/8/8/8/5PPP/R3R1K1 w - - 0 1", 1, 4),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3, 12),
        ("1r6/k2RQ3/p7/8/8/8/5PPP/6K1 b - - 0 1", -1, 6),
    ] {
        let start = line(fen, "");
        let (_, infos) = search(&mut engine, &start, &Limits::depth(depth));
        check_lines(&start, &infos);
        if moves > 0 {
            assert_eq!(last_exact(&infos).score, Some(Score::Mate(moves)), "{fen}");
        }
        engine.new_game();
    }
}

#[test]
fn a_hanging_queen_is_captured() {
    let mut engine = Flagship::new().expect("no error");
    for depth in 1..=4 {
        let start = line("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "");
        let (best, _) = search(&mut engine, &start, &Limits::depth(depth));
        assert_eq!(format!("{:?}", best.best.expect("no error")), "e4d5");
    }
}

#[test]
fn limits_are_obeyed() {
    let mut engine = Flagship::new().expect("no error");
    let start = Line::default();
    for nodes in [1, 100, 5_000, 50_000] {
        let (best, infos) = search(&mut engine, &start, &Limits::nodes(nodes));
        assert!(best.best.is_some() && infos.iter().all(|info| info.nodes.unwrap_or(0) <= nodes));
        assert!(last_exact(&infos).score.is_some());
    }
    let (_, infos) = search(&mut engine, &start, &Limits::depth(4));
    assert_eq!(last_exact(&infos).depth, Some(4));
    let started = Instant::now();
    search(&mut engine, &start, &Limits::move_time(Duration::from_millis(100)));
    let taken = started.elapsed();
    assert!(taken >= Duration::from_millis(80) && taken < Duration::from_millis(400), "{taken:?}");
    let requested = uci::parse(start.position(), "a2a4").expect("no error");
    let (best, _) =
        search(&mut engine, &start, &Limits { search_moves: vec![requested], ..Limits::depth(5) });
    assert_eq!(best.best, Some(requested));
    let mate = line("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", "");
    let (_, infos) = search(&mut engine, &mate, &Limits { mate: Some(3), ..Limits::default() });
    assert_eq!(last_exact(&infos).score, Some(Score::Mate(3)));
}

#[test]
fn short_mates_are_found_at_their_length() {
    let mut engine = Flagship::new().expect("no error");
    // Composed mates: the key move is often quiet.
    for (fen, moves) in [
        ("1Q6/3B4/2P5/2bkNp2/R2Pn3/6rp/6nK/2RN1b2 w - - 0 1", 2),
        ("1Q6/3r4/q1k1bP1p/1pBp1p2/3P4/8/1P4PP/5RK1 w - - 0 1", 3),
        ("8/8/8/8/1p1N4/1Bk1K3/3N4/b7 w - - 0 1", 3),
        ("8/3p1p2/5Ppp/K2R2bk/4pPrr/6Pp/4B2P/3N4 w - - 0 1", 4),
        ("8/8/6pp/6pk/7P/6K1/7P/8 w - - 0 1", 4),
    ] {
        let start = line(fen, "");
        let (best, infos) =
            search(&mut engine, &start, &Limits { mate: Some(moves as u32 + 1), ..Limits::default() });
        check_lines(&start, &infos);
        assert_eq!(last_exact(&infos).score, Some(Score::Mate(moves)), "{fen}");
        assert_eq!(best.best, Some(last_exact(&infos).pv[0]));
    }
}

#[test]
fn a_table_that_does_not_fit_leaves_the_old_one() {
    let mut engine = Flagship::new().expect("no error");
    assert!(engine.set_option("Hash", "0").is_err());
    assert!(engine.set_option("Hash", "8").is_ok());
    let _ = engine.set_option("Hash", "1048576");
    let (best, _) = search(&mut engine, &Line::default(), &Limits::depth(4));
    assert!(best.best.is_some());
}

#[test]
fn clocks_of_every_kind_are_survived() {
    let mut engine = Flagship::new().expect("no error");
    for (time, increment, moves_to_go) in [
        (100, 0, None),
        (0, 0, None),
        (-50, 0, Some(1)),
        (200, 100, None),
        (300, 0, Some(10)),
        (1, 10, Some(0)),
    ] {
        let clocks = Clocks { time: [time; 2], increment: [increment; 2], moves_to_go };
        let started = Instant::now();
        let (best, _) =
            search(&mut engine, &Line::default(), &Limits { clocks: Some(clocks), ..Limits::default() });
        let taken = started.elapsed().as_millis() as i64;
        assert!(best.best.is_some() && taken <= time.max(0) + 150, "{time}+{increment}: {taken} ms");
    }
}

#[test]
fn several_lines_are_different_and_in_order() {
    let mut engine = Flagship::new().expect("no error");
    engine.set_option("MultiPV", "4").expect("no error");
    let start = Line::default();
    let (best, infos) = search(&mut engine, &start, &Limits::depth(7));
    check_lines(&start, &infos);
    let last: Vec<&Info> = infos.iter().rev().filter(|info| info.bound == Bound::Exact).take(4).collect();
    let scores: Vec<i32> = last.iter().rev().map(|info| info.score.expect("no error").centipawns()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let mut firsts: Vec<_> = last.iter().map(|info| info.pv[0]).collect();
    assert_eq!(best.best, firsts.last().copied());
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn scores_are_normalized_by_default() {
    // Two pawns up.
    let start = line("4k3/pp3ppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", "");
    let reported = |normalizes: &str| {
        let mut engine = Flagship::new().expect("no error");
        engine.set_option("NormalizeScores", normalizes).expect("no error");
        let (_, infos) = search(&mut engine, &start, &Limits::depth(6));
        let last = last_exact(&infos);
        (last.score.map_or(0, Score::centipawns), last.wdl.expect("chances"))
    };
    let ((score, chances), (normalized, same_chances)) = (reported("false"), reported("true"));
    assert_eq!(chances, same_chances);
    assert!(chances.win > 500 && chances.win + chances.draw + chances.loss == 1000, "{chances:?}");
    assert_ne!(score, normalized);
    assert!(normalized > 100, "{normalized}");
}

#[test]
fn draws_are_recognized() {
    let mut engine = Flagship::new().expect("no error");
    // White is far behind and can only hold by repeating a position that has already occurred twice.
    let repeated = line("7k/8/8/8/8/8/q7/6QK w - - 0 1", "g1g3 a2a1 g3g1 a1a2 g1g3 a2a1 g3g1");
    let (_, infos) = search(&mut engine, &repeated, &Limits::depth(6));
    assert!(last_exact(&infos).score.is_some());
    // There is no time left before the fifty-move rule, however large the advantage.
    let late = line("8/8/8/4k3/8/8/8/KR6 w - - 99 90", "");
    let (_, infos) = search(&mut engine, &late, &Limits::depth(6));
    assert_eq!(last_exact(&infos).score, Some(Score::Cp(0)));
    // Mate on the hundredth ply takes precedence.
    let mate = line("7k/8/6K1/8/8/8/8/R7 w - - 99 90", "");
    let (_, infos) = search(&mut engine, &mate, &Limits::depth(4));
    assert_eq!(last_exact(&infos).score, Some(Score::Mate(1)));
}

#[test]
fn no_legal_move_is_reported_as_none() {
    let mut engine = Flagship::new().expect("no error");
    for (fen, score) in
        [("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", Score::Mate(0)), ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", Score::Cp(0))]
    {
        let (best, infos) = search(&mut engine, &line(fen, ""), &Limits::depth(3));
        assert_eq!((best.best, infos[0].score), (None, Some(score)), "{fen}");
    }
}

#[test]
fn moves_and_lines_are_legal_from_random_positions() {
    let mut engine = Flagship::new().expect("no error");
    let mut random = fastrand::Rng::with_seed(11);
    for game in 0..60 {
        let fen = if game % 2 == 0 {
            Position::startpos().fen()
        } else {
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9".into()
        };
        let mut line = line(&fen, "");
        for _ in 0..random.usize(1..150) {
            let moves = line.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            line.push(moves[random.usize(..moves.len())]).expect("no error");
        }
        let (best, infos) = search(&mut engine, &line, &Limits::nodes(3_000));
        assert_eq!(best.best.is_some(), line.position().has_legal_move());
        assert!(best.best.is_none_or(|mv| line.position().is_legal(mv)));
        check_lines(&line, &infos);
    }
}

#[test]
fn impossible_armies_are_searched_and_stopped() {
    let mut engine = Flagship::new().expect("no error");
    for fen in [
        "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
        "kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1",
        "k7/1p1p1p1p/pPpPpPpP/B1B1B1B1/1BRBRBRB/B1BQBQB1/KBRBRBRB/B1B1B1B1 w - - 0 1",
    ] {
        let started = Instant::now();
        let (best, _) = search(&mut engine, &line(fen, ""), &Limits::move_time(Duration::from_millis(50)));
        assert!(best.best.is_some() && started.elapsed() < Duration::from_millis(500), "{fen}");
    }
}

#[test]
fn a_late_ponder_hit_is_answered_at_once() {
    let mut session = Session::start(Box::new(Flagship::new().expect("no error"))).expect("no error");
    let clocks = Clocks { time: [2_000; 2], increment: [0; 2], moves_to_go: None };
    session.go(Line::default(), Limits { ponder: true, clocks: Some(clocks), ..Limits::default() });
    // Far longer than the move may usually take.
    std::thread::sleep(Duration::from_millis(400));
    let hit = Instant::now();
    session.ponder_hit();
    assert!(session.wait(|_| {}).expect("no error").best.is_some());
    assert!(hit.elapsed() < Duration::from_millis(100), "{:?}", hit.elapsed());
    // An early ponder hit starts the clock: the move gets its time.
    session.go(
        Line::default(),
        Limits { ponder: true, clocks: Some(Clocks { time: [20_000; 2], ..clocks }), ..Limits::default() },
    );
    session.ponder_hit();
    let started = Instant::now();
    assert!(session.wait(|_| {}).expect("no error").best.is_some());
    assert!(started.elapsed() > Duration::from_millis(100), "{:?}", started.elapsed());
}

#[test]
fn silent_searches_find_what_others_report() {
    let [mut silent, mut reporting] = [(); 2].map(|()| Flagship::new().expect("an engine"));
    reporting.set_option("NormalizeScores", "false").expect("an option");
    let limits = Limits { soft_nodes: Some(300), nodes: Some(2400), ..Limits::default() };
    // Consecutive searches in the same memory: nothing is left over from one to the next.
    for fen in heirloom_flagship::bench::POSITIONS {
        let start = line(fen, "");
        silent.new_game();
        reporting.new_game();
        let found = silent.search_silently(&start, &limits, &Signals::new());
        let (best, infos) = search(&mut reporting, &start, &limits);
        assert_eq!(found.map(|found| found.mv), best.best, "{fen}");
        if let Some(found) = found.filter(|found| !found.is_bound) {
            assert_eq!(Some(found.score), last_exact(&infos).score, "{fen}");
        }
    }
}

#[test]
fn silent_searches_skip_iterations_in_the_table() {
    let mut engine = Flagship::new().expect("an engine");
    let limits = Limits { soft_nodes: Some(100), nodes: Some(800), ..Limits::default() };
    let mut game = Line::default();
    let (mut nodes, mut depth) = (0, 0);
    for _ in 0..30 {
        let found = engine.search_silently(&game, &limits, &Signals::new()).expect("a move");
        (nodes, depth) = (nodes + found.nodes, depth + found.depth);
        assert!(game.position().is_legal(found.mv));
        game.push(found.mv).expect("legal");
    }
    // The limit is soft: an iteration that has begun is finished.
    assert!(nodes < 30 * 220 && depth >= 30 * 2, "{nodes} nodes, {depth} plies");
    let mated = line("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "");
    assert_eq!(engine.search_silently(&mated, &limits, &Signals::new()), None);
}
