//! The flagship with tablebases: wins are converted in time, results are reported as such, and invalid paths
//! are rejected.

use heirloom_chess::{Color, Line, Outcome, Piece, Position, Setup, Square};
use heirloom_engine::{BestMove, Engine, EngineError, Info, Limits, Origin, Score, Signals};
use heirloom_flagship::Flagship;
use heirloom_tablebase::{RootOptions, TableResult, Tablebases};
use heirloom_testing::{needs_sample_data, sample_data};

fn folder() -> String {
    sample_data("syzygy").display().to_string()
}

fn engine(path: &str) -> Flagship {
    let mut engine = Flagship::new().expect("memory");
    engine.set_option("SyzygyPath", path).expect("tables");
    engine
}

fn search(engine: &mut Flagship, line: &Line, limits: &Limits) -> (BestMove, Vec<Info>) {
    let mut infos = Vec::new();
    let best = engine.search(line, limits, &Signals::new(), &mut |info| infos.push(info)).expect("an answer");
    (best, infos)
}

fn line(fen: &str) -> Line {
    Line::new(Position::from_fen(fen).expect("legal"))
}

fn last_score(infos: &[Info]) -> Score {
    infos.iter().rev().find_map(|info| info.score).expect("a score")
}

/// Returns a random legal position with these pieces, White to move.
fn random_position(pieces: &str, clock: u16, random: &mut fastrand::Rng) -> Position {
    loop {
        let mut setup = Setup::empty();
        for letter in pieces.chars() {
            setup.board.set(Square::from_index(random.usize(0..64)), Piece::from_letter(letter));
        }
        (setup.turn, setup.halfmove_clock) = (Color::White, clock);
        if let Ok(position) = setup.position()
            && position.occupied().count() as usize == pieces.len()
        {
            return position;
        }
    }
}

#[needs_sample_data("syzygy")]
#[test]
fn won_endings_are_won_in_time() {
    let path = folder();
    let (tables, mut engine) = (Tablebases::open(&path).expect("tables"), engine(&path));
    let mut random = fastrand::Rng::with_seed(4);
    for pieces in ["KBNk", "KQkr", "KRPk", "KPk", "KBBk", "KRkb", "KQkp"] {
        let mut won = 0;
        while won < 3 {
            let mut line = Line::new(random_position(pieces, random.u16(0..60), &mut random));
            let Some(moves) = tables.root_moves(&line, RootOptions::default()) else { continue };
            let plies = moves[0].dtz.expect("distances").abs() + i32::from(line.position().halfmove_clock());
            if moves[0].wdl != TableResult::Win || plies > 98 {
                continue;
            }
            won += 1;
            engine.new_game();
            let start = line.position().fen();
            let outcome = loop {
                if let Some(outcome) = line.outcome() {
                    break outcome;
                }
                let mv = if line.position().turn() == Color::White {
                    search(&mut engine, &line, &Limits::nodes(500)).0.best.expect("a move")
                } else {
                    let moves = tables.root_moves(&line, RootOptions::default()).expect("known");
                    moves.iter().max_by_key(|known| (known.wdl, known.dtz.map(i32::abs))).expect("a move").mv
                };
                line.push(mv).expect("legal");
            };
            let (expected, plies) = (Outcome::Checkmate { winner: Color::White }, line.moves().len());
            assert_eq!(outcome, expected, "{start} after {plies} plies");
        }
    }
}

#[needs_sample_data("syzygy")]
#[test]
fn results_are_distinguished_from_mates() {
    let path = folder();
    let mut engine = engine(&path);
    // Won, but too far from mate for a short search.
    let won = line("8/8/8/3k4/8/8/8/KBN5 w - - 0 1");
    let (best, infos) = search(&mut engine, &won, &Limits::depth(4));
    assert!(infos[0].text.as_deref().is_some_and(|text| text.contains("WDL")));
    assert!(matches!(last_score(&infos), Score::Cp(19_800..=20_000)), "{:?}", last_score(&infos));
    assert_eq!(best.origin, Origin::Tablebase);
    assert!(infos.last().is_some_and(|info| info.tbhits > Some(0)));
    let (_, infos) = search(&mut engine, &line("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"), &Limits::depth(6));
    assert!(matches!(last_score(&infos), Score::Mate(1..)), "{:?}", last_score(&infos));
    let (_, infos) = search(&mut engine, &line("8/8/8/8/3n4/2k5/8/K6R b - - 0 1"), &Limits::depth(8));
    assert_eq!(last_score(&infos), Score::Cp(0));
    // Won only without the fifty-move rule.
    let late = line("8/8/8/3k4/8/8/8/KBN5 w - - 60 100");
    assert!(matches!(last_score(&search(&mut engine, &late, &Limits::depth(5)).1), Score::Cp(-5..=5)));
    engine.set_option("Syzygy50MoveRule", "false").expect("an option");
    assert!(matches!(last_score(&search(&mut engine, &late, &Limits::depth(5)).1), Score::Cp(19_000..)));
}

#[needs_sample_data("syzygy")]
#[test]
fn results_below_the_root_are_used() {
    let path = folder();
    let mut with = engine(&path);
    // Five men: capturing the rook leads to a won pawn ending, any other move to less.
    let position = line("8/8/8/P3k3/8/2K5/2r5/7B w - - 0 1");
    let (_, infos) = search(&mut with, &position, &Limits::depth(8));
    assert!(infos.last().is_some_and(|info| info.tbhits > Some(0)));
    assert!(matches!(last_score(&infos), Score::Cp(19_000..) | Score::Mate(1..)), "{:?}", last_score(&infos));
    with.set_option("SyzygyProbeLimit", "0").expect("an option");
    with.new_game();
    let (_, infos) = search(&mut with, &position, &Limits::depth(8));
    assert_eq!(infos.last().and_then(|info| info.tbhits), Some(0));
}

#[needs_sample_data("syzygy")]
#[test]
fn several_lines_keep_the_order_of_the_results() {
    let path = folder();
    let mut engine = engine(&path);
    engine.set_option("MultiPV", "6").expect("an option");
    // Promotion wins, most other moves draw or lose the pawn.
    let (best, infos) = search(&mut engine, &line("8/4P3/8/8/8/8/k5r1/4K3 w - - 0 1"), &Limits::depth(8));
    let last: Vec<&Info> = infos.iter().rev().filter(|info| info.depth == Some(8)).collect();
    let scores: Vec<i32> = last.iter().rev().map(|info| info.score.expect("a score").centipawns()).collect();
    assert!(scores.len() == 6 && scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert_eq!(best.best, last.last().map(|info| info.pv[0]));
}

#[test]
fn invalid_paths_are_rejected() {
    let mut engine = Flagship::new().expect("memory");
    let error = engine.set_option("SyzygyPath", "/no/such/folder").expect_err("no folder");
    assert!(
        matches!(&error, EngineError::OptionValue { expected, .. } if expected.contains("does not exist")),
        "{error}"
    );
    assert_eq!(engine.set_option("SyzygyPath", "<empty>"), Ok(()));
    assert!(engine.set_option("SyzygyProbeLimit", "8").is_err());
}
