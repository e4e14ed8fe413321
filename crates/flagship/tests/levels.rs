//! Levels: they win elementary endings, answer consistently within a game, keep to the clock, and leave full
//! strength alone.

use web_time::{Duration, Instant};

use heirloom_chess::{Color, Line, Outcome, Position};
use heirloom_engine::{BestMove, Clocks, Engine, Info, Limits, Signals};
use heirloom_flagship::Flagship;

fn engine(options: &[(&str, &str)]) -> Flagship {
    let mut engine = Flagship::new().expect("an engine");
    for (name, value) in options {
        engine.set_option(name, value).expect("an option");
    }
    engine
}

fn level(elo: &str) -> Flagship {
    engine(&[("UCI_LimitStrength", "true"), ("UCI_Elo", elo)])
}

fn search(engine: &mut Flagship, line: &Line, limits: &Limits) -> (BestMove, Vec<Info>) {
    let mut infos = Vec::new();
    let best = engine.search(line, limits, &Signals::new(), &mut |info| infos.push(info)).expect("an answer");
    (best, infos)
}

fn line(fen: &str) -> Line {
    Line::new(Position::from_fen(fen).expect("a position"))
}

#[test]
fn levels_from_900_up_mate_with_queen_or_rooks() {
    let (mut attacker, mut defender) = (level("900"), engine(&[]));
    for fen in [
        "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
        "8/8/4k3/8/8/8/8/K6R w - - 0 1",
        "4k3/8/8/3K4/8/8/8/R7 w - - 0 1",
        "8/8/3k4/8/8/8/8/KR5R w - - 0 1",
        "8/8/8/3k4/8/8/8/KQR5 w - - 0 1",
    ] {
        let mut line = line(fen);
        attacker.new_game();
        defender.new_game();
        while line.outcome().is_none() {
            let (engine, limits) = match line.position().turn() {
                Color::White => (&mut attacker, Limits::default()),
                Color::Black => (&mut defender, Limits::nodes(500)),
            };
            let best = search(engine, &line, &limits).0.best.expect("a move");
            line.push(best).expect("legal");
        }
        let (outcome, plies) = (line.outcome(), line.moves().len());
        assert!(matches!(outcome, Some(Outcome::Checkmate { .. })), "{fen}: {outcome:?} after {plies} plies");
    }
}

#[test]
fn mates_in_one_are_found_more_often_by_stronger_levels() {
    let line = line("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
    let found = |(elo, games)| {
        let mut engine = level(elo);
        let is_mate = |best: BestMove| best.best.is_some_and(|mv| mv.to().to_string() == "f7");
        (0..games)
            .filter(|_| {
                engine.new_game();
                is_mate(search(&mut engine, &line, &Limits::default()).0)
            })
            .count()
    };
    let [beginner, club, master] = [("600", 40), ("1600", 40), ("2850", 10)].map(found);
    assert!(beginner <= club + 4 && club >= 34 && master == 10, "{beginner} {club} {master}");
}

#[test]
fn a_paced_level_takes_its_time_but_obeys_a_stop() {
    let line = line("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8");
    let mut engine = level("1500");
    engine.set_option("Human Pace", "true").expect("an option");
    let clocks = Clocks { time: [60_000; 2], ..Clocks::default() };
    let limits = Limits { clocks: Some(clocks), ..Limits::default() };
    let started = Instant::now();
    search(&mut engine, &line, &limits);
    assert!(started.elapsed() >= Duration::from_millis(290), "{:?}", started.elapsed());
    let (started, signals) = (Instant::now(), Signals::new());
    signals.stop();
    let long = Limits { clocks: Some(Clocks { time: [3_600_000; 2], ..clocks }), ..Limits::default() };
    let best = engine.search(&line, &long, &signals, &mut |_| {}).expect("an answer");
    assert!(best.best.is_some() && started.elapsed() < Duration::from_millis(290), "{:?}", started.elapsed());
}

#[test]
fn a_level_plays_its_own_openings() {
    let mut engine = level("1500");
    engine.set_option("Repertoire", "b3 / e4 b6").expect("an option");
    let error = engine.set_option("Repertoire", "e4 e5 Ke3").expect_err("an illegal move").to_string();
    assert!(error.contains("Ke3") && error.contains("e4 e5 f4"), "{error}");
    for _ in 0..5 {
        engine.new_game();
        let best = search(&mut engine, &Line::default(), &Limits::default()).0.best.expect("a move");
        assert_eq!(best.to().to_string(), "b3");
    }
}

#[test]
fn the_same_position_gets_the_same_answer_within_a_game_only() {
    let (mut engine, line) = (level("1200"), Line::default());
    let (first, infos) = search(&mut engine, &line, &Limits::default());
    // Other positions in between change nothing.
    let mut later = line.clone();
    later.push(first.best.expect("a move")).expect("legal");
    search(&mut engine, &later, &Limits::default());
    let (again, same) = search(&mut engine, &line, &Limits::default());
    let scores = |infos: &[Info]| infos.iter().map(|info| (info.score, info.pv.clone())).collect::<Vec<_>>();
    assert_eq!((first, scores(&infos)), (again, scores(&same)));
    let others = (0..60).filter(|_| {
        engine.new_game();
        search(&mut engine, &line, &Limits::default()).0.best != first.best
    });
    assert!(others.count() > 5);
}

#[test]
fn the_requested_lines_are_reported_starting_with_the_move_played() {
    for lines in [1, 3, 6] {
        let mut engine = level("1400");
        engine.set_option("MultiPV", &lines.to_string()).expect("an option");
        let (best, infos) = search(&mut engine, &Line::default(), &Limits::default());
        let numbers: Vec<u32> = infos.iter().filter_map(|info| info.multipv).collect();
        assert_eq!(numbers, (1..=lines).collect::<Vec<_>>());
        assert_eq!(infos[0].pv.first().copied(), best.best);
    }
}

#[test]
fn levels_begin_with_moves_of_people() {
    let mut engine = level("600");
    let mut played = Vec::new();
    for _ in 0..40 {
        engine.new_game();
        let best = search(&mut engine, &Line::default(), &Limits::default()).0.best.expect("a move");
        let again = search(&mut engine, &Line::default(), &Limits::default()).0.best;
        assert_eq!(again, Some(best), "the same move in the same game");
        let target = best.to().to_string();
        if !played.contains(&target) {
            played.push(target);
        }
    }
    assert!(played.len() > 1 && played.contains(&"e4".to_owned()), "{played:?}");
    // No player of this strength began four games with a move of a rook's pawn by two squares.
    assert!(!played.iter().any(|target| matches!(target.as_str(), "a4" | "h4" | "a3" | "g4")), "{played:?}");
}

/// The level's own scores are wrong on purpose and must not be reported.
#[test]
fn levels_report_what_their_moves_are_worth() {
    for elo in ["600", "1000", "1600"] {
        let mut engine = level(elo);
        for _ in 0..5 {
            engine.new_game();
            let (best, infos) = search(&mut engine, &Line::default(), &Limits::default());
            let line = infos.iter().rfind(|info| info.score.is_some()).expect("a line");
            assert_eq!(line.pv.first().copied(), best.best);
            // The worst of the twenty first moves, 1. g4, loses less than two pawns.
            let score = line.score.expect("a score");
            assert!(score.centipawns().abs() < 200, "{elo}: {score:?}");
        }
        // A queen down.
        let lost = self::line("rnb1kbnr/pppp1ppp/8/4p3/6q1/5P2/PPPPP2P/RNB1KBNR w KQkq - 0 1");
        let captured = lost.position().legal_moves().iter().copied().find(|mv| mv.to().to_string() == "g4");
        let quiet =
            lost.position().legal_moves().iter().copied().filter(|&mv| Some(mv) != captured).collect();
        let (_, infos) = search(&mut engine, &lost, &Limits { search_moves: quiet, ..Limits::default() });
        let score = infos.iter().rev().find_map(|info| info.score).expect("a score");
        assert!(score.centipawns() < -400, "{elo}: {score:?}");
    }
}

#[test]
fn levels_answer_in_a_moment_and_obey_other_limits() {
    let line = line("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8");
    let clocks =
        |time| Limits { clocks: Some(Clocks { time: [time; 2], ..Clocks::default() }), ..Limits::default() };
    for elo in ["600", "1700", "2850"] {
        let mut engine = level(elo);
        search(&mut engine, &line, &clocks(30));
        let started = Instant::now();
        search(&mut engine, &line, &clocks(30));
        assert!(started.elapsed() < Duration::from_millis(200), "{elo}: {:?}", started.elapsed());
        search(&mut engine, &line, &clocks(-5));
        search(&mut engine, &line, &Limits::infinite());
        assert_eq!(search(&mut engine, &line, &Limits::depth(1)).1[0].depth, Some(1));
        let requested = Limits { search_moves: vec![line.position().legal_moves()[3]], ..Limits::default() };
        assert_eq!(search(&mut engine, &line, &requested).0.best, Some(requested.search_moves[0]));
        let mate = self::line("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
        assert_eq!(search(&mut engine, &mate, &Limits::default()).0.best, None);
    }
}

#[test]
fn full_strength_is_not_affected_by_levels() {
    let (line, limits) = (Line::default(), Limits::depth(9));
    let nodes = |engine: &mut Flagship| search(engine, &line, &limits).1.last().and_then(|info| info.nodes);
    let expected = nodes(&mut engine(&[]));
    let mut limited = engine(&[("Skill Level", "3")]);
    let weak = search(&mut limited, &line, &Limits::default());
    assert!(weak.1.last().and_then(|info| info.nodes) < expected);
    // The level's misjudgments are not in the tables of full strength.
    limited.set_option("UCI_AnalyseMode", "true").expect("an option");
    assert_eq!(nodes(&mut limited), expected);
    let mut full = engine(&[("Skill Level", "20"), ("UCI_Elo", "700")]);
    assert_eq!(nodes(&mut full), expected);
}

#[test]
fn a_style_counts_at_full_strength_but_not_in_analysis() {
    let no_queens = line("r1b1kb1r/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP3PPP/RNB1K2R w KQkq - 0 7");
    let score = |options: &[(&str, &str)]| {
        let (_, infos) = search(&mut engine(options), &no_queens, &Limits::nodes(3_000));
        infos.iter().rev().find_map(|info| info.score).expect("a score").centipawns()
    };
    let neutral = score(&[]);
    assert!(score(&[("Style Trades", "100")]) > neutral);
    assert!(score(&[("Style Trades", "-100")]) < neutral);
    assert_eq!(score(&[("Style Trades", "100"), ("UCI_AnalyseMode", "true")]), neutral);
}
