//! The flagship with nets: loading, rejecting invalid files, switching back, and reproducible searches.

use heirloom_chess::{Line, Position};
use heirloom_engine::{Engine, EngineError, Info, Limits, Score, Signals};
use heirloom_flagship::Flagship;
use heirloom_flagship::net::{self, Parts, QA};

/// Builds a net that counts material: one neuron for each piece type of either side, in both views.
fn material(scale: usize) -> Vec<u8> {
    let hidden = 32;
    let mut parts = Parts {
        hidden,
        buckets: 1,
        scale,
        bias: vec![0; hidden],
        output_bias: vec![0],
        shares: vec![0],
        ..Parts::default()
    };
    parts.feature_weights = vec![0; net::COUNT * hidden];
    parts.output = vec![0; 2 * hidden];
    // A neuron is 1 for a single queen, and so on: the square stays linear with at most one piece of a kind.
    for (kind, worth) in [(4, 480_i16), (3, 256), (2, 160), (1, 160)] {
        for square in 0..64 {
            parts.feature_weights[(kind * 64 + square) * hidden + kind] = QA as i16;
            parts.feature_weights[(384 + kind * 64 + square) * hidden + 8 + kind] = QA as i16;
        }
        parts.output[kind] = worth;
        parts.output[8 + kind] = -worth;
    }
    parts.to_bytes()
}

/// Creates an engine that evaluates with the net in these bytes.
fn engine_with(net: &[u8]) -> Flagship {
    let folder = tempfile::tempdir().expect("no error");
    let path = folder.path().join("test.net");
    std::fs::write(&path, net).expect("no error");
    let mut engine = Flagship::new().expect("no error");
    engine.set_option("EvalFile", path.to_str().expect("no error")).expect("no error");
    engine
}

/// Returns the raw score of a search.
fn score(engine: &mut Flagship, fen: &str, depth: u32) -> i32 {
    engine.set_option("NormalizeScores", "false").expect("no error");
    let line = Line::new(Position::from_fen(fen).expect("no error"));
    let mut score = None;
    engine
        .search(&line, &Limits::depth(depth), &Signals::new(), &mut |info| score = info.score.or(score))
        .expect("no error");
    match score {
        Some(Score::Cp(score)) => score,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_raw_score_is_reported_for_pgn() {
    let mut engine = Flagship::new().expect("no error");
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 3";
    let raw = score(&mut engine, fen, 3);
    let line = Line::new(Position::from_fen(fen).expect("no error"));
    engine.set_option("NormalizeScores", "true").expect("no error");
    let mut reported = |comments: &str| {
        let mut texts = Vec::new();
        engine.set_option("PgnComment", comments).expect("no error");
        engine.new_game();
        engine
            .search(&line, &Limits::depth(3), &Signals::new(), &mut |info| texts.extend(info.text))
            .expect("no error");
        texts
    };
    assert!(reported("false").is_empty());
    assert_eq!(reported("true"), [format!("pgncomment raw {raw:+}")]);
}

const QUEEN_UP: &str = "4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1";

#[test]
fn a_loaded_net_evaluates() {
    let mut engine = engine_with(&material(500));
    // 480 / 256 of an output of 1.
    let with_net = score(&mut engine, QUEEN_UP, 1);
    assert!((900..=980).contains(&with_net), "{with_net}");
    let explained = engine.explain(&Position::from_fen(QUEEN_UP).expect("no error")).expect("no error");
    assert!(matches!(explained.score, Score::Cp(930..=940)), "{explained:?}");
    engine.set_option("Evaluation", "classical").expect("no error");
    assert_ne!(score(&mut engine, QUEEN_UP, 1), with_net);
    engine.set_option("Evaluation", "net").expect("no error");
    assert_eq!(score(&mut engine, QUEEN_UP, 1), with_net);
    engine.set_option("Threads", "3").expect("no error");
    score(&mut engine, QUEEN_UP, 8);
}

#[test]
fn more_pieces_than_in_a_game_are_evaluated_too() {
    let mut engine = engine_with(&material(500));
    score(&mut engine, "nnnnknnn/nnnnnnnn/nnnnnnnn/8/8/NNNNNNNN/NNNNNNNN/NNNNKNNN w - - 0 1", 2);
}

#[test]
fn an_invalid_file_is_rejected_and_the_net_stays() {
    let folder = tempfile::tempdir().expect("no error");
    let path = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("no error");
        path.to_str().expect("no error").to_string()
    };
    let good = material(500);
    let mut engine = Flagship::new().expect("no error");
    engine.set_option("EvalFile", &path("good", &good)).expect("no error");
    let before = score(&mut engine, QUEEN_UP, 3);
    for (name, bytes) in
        [("empty", &b""[..]), ("short", &good[..good.len() / 2]), ("other", b"[Event \"x\"]\n")]
    {
        match engine.set_option("EvalFile", &path(name, bytes)) {
            Err(EngineError::OptionValue { expected, .. }) => {
                assert!(expected.contains("keeping the current one"), "{expected}")
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(engine.set_option("EvalFile", "no such file").is_err());
    assert!(engine.set_option("EvalFile", folder.path().to_str().expect("no error")).is_err());
    engine.new_game();
    assert_eq!(score(&mut engine, QUEEN_UP, 3), before);
}

#[test]
fn searches_with_a_net_repeat() {
    let nodes = || {
        let (mut engine, mut last) = (engine_with(&material(400)), 0);
        let mut report = |info: Info| last = info.nodes.unwrap_or(last);
        engine.search(&Line::default(), &Limits::depth(9), &Signals::new(), &mut report).expect("no error");
        last
    };
    assert_eq!(nodes(), nodes());
}
