//! Options, levels and reports of RDChess, tested through the seam.

use std::time::Duration;

use heirloom_chess::notation::uci;
use heirloom_engine::insight::Exit;
use heirloom_engine::{Clocks, OptionKind, Score};

use super::*;
use crate::seam::{START, game as line};

fn texts(infos: &[Info]) -> Vec<String> {
    infos.iter().filter_map(|info| info.text.clone()).collect()
}

fn search(engine: &mut RdChess, line: &Line, limits: &Limits, signals: &Signals) -> (BestMove, Vec<Info>) {
    let mut infos = Vec::new();
    let best = engine.search(line, limits, signals, &mut |info| infos.push(info)).unwrap();
    (best, infos)
}

const MIDDLE: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

#[test]
fn hash_sizes_are_rounded_down() {
    let mut engine = RdChess::new().unwrap();
    assert_eq!(engine.options()[0].kind, OptionKind::Spin { default: 24, min: 24, max: 96 });
    let mut first_words = |value| {
        engine.set_option("Hash", value).unwrap();
        let (_, infos) = search(&mut engine, &line(MIDDLE, ""), &Limits::depth(1), &Signals::new());
        texts(&infos)[0].clone()
    };
    assert!(first_words("32").starts_with("Hash is 24 MiB: "));
    assert!(first_words("95").starts_with("Hash is 48 MiB: "));
    assert!(!first_words("96").starts_with("Hash"));
    assert!(engine.set_option("Hash", "16").is_err());
}

#[test]
fn use_hash_disables_the_table() {
    let mut engine = RdChess::new().unwrap();
    let nodes = |engine: &mut RdChess| {
        engine.new_game();
        let (_, infos) = search(engine, &line(MIDDLE, ""), &Limits::depth(5), &Signals::new());
        let most_nodes = infos.iter().filter_map(|info| info.nodes).max();
        (most_nodes, infos.iter().filter_map(|info| info.hashfull).max())
    };
    let with = nodes(&mut engine);
    assert_eq!(nodes(&mut engine), with, "the same search twice");
    engine.set_option("Use_Hash", "false").unwrap();
    let without = nodes(&mut engine);
    assert!(without.0 != with.0 && without.1 == Some(0), "{with:?} {without:?}");
}

#[test]
fn the_table_is_kept_and_its_use_count_follows_the_game() {
    let mut engine = RdChess::new().unwrap();
    let start = "4k3/pppp4/8/8/8/8/PPPP4/R3K2r w - - 0 1";
    search(&mut engine, &line(start, ""), &Limits::depth(3), &Signals::new());
    search(&mut engine, &line(start, "e1e2 h1a1"), &Limits::depth(3), &Signals::new());
    assert_eq!(engine.memory.hash.use_count, 3);
    search(&mut engine, &line(MIDDLE, ""), &Limits::depth(1), &Signals::new());
    assert_eq!(engine.memory.hash.use_count, 0);
}

#[test]
fn mate_search_ends_with_a_mate() {
    let mut engine = RdChess::new().unwrap();
    engine.set_option("Mate_Search", "true").unwrap();
    let puzzle = line("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "");
    let (best, infos) = search(&mut engine, &puzzle, &Limits::default(), &Signals::new());
    assert_eq!(best.best, uci::parse(puzzle.position(), "a1a6").ok());
    assert_eq!(infos.iter().rev().find_map(|info| info.score), Some(Score::Mate(2)));
}

#[test]
fn pruning_is_off_in_mate_searches_and_pawn_endings() {
    let mut engine = RdChess::new().unwrap();
    engine.set_option("Detail_Level", "2").unwrap();
    let mut texts_of = |fen: &str, mate_search: &str| {
        engine.set_option("Mate_Search", mate_search).unwrap();
        engine.new_game();
        let signals = Signals::new();
        signals.want_insights();
        texts(&search(&mut engine, &line(fen, ""), &Limits::depth(6), &signals).1).join(" ")
    };
    let usual = texts_of(MIDDLE, "false");
    let careful = texts_of(MIDDLE, "true");
    for count in ["NM#:0/", " 0 futile", " 0 razored"] {
        assert!(!usual.contains(count) && careful.contains(count), "{count}: {usual}\n{careful}");
    }
    // With kings and pawns alone null moves are off because of zugzwang.
    assert!(texts_of("8/5ppp/8/3k4/8/8/PPP5/1K6 w - - 0 1", "false").contains("NM#:0/"));
}

#[test]
fn a_repetition_is_nearly_a_draw_against_the_side_ahead() {
    let is_repeated = |moves| replay(&line(START, moves)).unwrap().0.is_repeated();
    assert!(is_repeated("g1f3 g8f6 f3g1 f6g8") && !is_repeated("g1f3 g8f6 f3g1"));
}

#[test]
fn the_annotation_follows_the_detail_level() {
    let mut engine = RdChess::new().unwrap();
    for (level, wanted, unwanted) in
        [("0", "{C ", "MxViT"), ("1", "/MxViT:", "HTU"), ("2", "/HTU:0/Ha-ßCut:", "P ")]
    {
        engine.set_option("Detail_Level", level).unwrap();
        let text =
            texts(&search(&mut engine, &line(MIDDLE, ""), &Limits::depth(2), &Signals::new()).1).join("");
        assert!(text.contains(wanted) && !text.contains(unwanted), "{level}: {text}");
        assert_eq!(engine.console(&line(MIDDLE, ""), "annotation"), Ok(text));
    }
}

#[test]
fn an_only_move_needs_no_thought() {
    let mut engine = RdChess::new().unwrap();
    let limits =
        Limits { clocks: Some(Clocks { time: [600_000; 2], ..Clocks::default() }), ..Limits::default() };
    let only = line("7k/8/8/8/8/8/1r6/K7 w - - 0 1", "");
    let (best, infos) = search(&mut engine, &only, &limits, &Signals::new());
    assert_eq!(best.origin, Origin::OnlyMove);
    assert_eq!(infos.iter().filter_map(|info| info.depth).max(), Some(1));
    assert!(texts(&infos).iter().any(|text| text.starts_with("{1 ")), "{:?}", texts(&infos));
}

#[test]
fn a_move_pondered_long_enough_is_played_at_once() {
    let mut engine = RdChess::new().unwrap();
    let signals = Signals::pondering();
    let limits = Limits { ponder: true, ..Limits::move_time(Duration::from_secs(2)) };
    std::thread::scope(|scope| {
        let steering = signals.clone();
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(2100));
            steering.ponder_hit();
        });
        let start = Instant::now();
        let (best, infos) = search(&mut engine, &line(MIDDLE, ""), &limits, &signals);
        assert!(best.best.is_some() && start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
        assert_eq!(best.origin, Origin::Pondering);
        assert!(texts(&infos).iter().any(|text| text.starts_with("{D ")));
    });
}

#[test]
fn equal_time_is_short_against_a_quick_player() {
    let mut engine = RdChess::new().unwrap();
    engine.set_option("Equal_Time", "true").unwrap();
    let start = Instant::now();
    search(&mut engine, &line(MIDDLE, ""), &Limits::default(), &Signals::new());
    assert!(start.elapsed() < Duration::from_secs(1));
}

#[test]
fn insights_are_reported_on_request() {
    let mut engine = RdChess::new().unwrap();
    let signals = Signals::new();
    let (_, infos) = search(&mut engine, &line(MIDDLE, ""), &Limits::depth(4), &signals);
    assert!(infos.iter().all(|info| info.insight.is_none()));
    engine.new_game();
    signals.want_insights();
    let (_, infos) = search(&mut engine, &line(MIDDLE, ""), &Limits::depth(6), &signals);
    let insights: Vec<&Insight> = infos.iter().filter_map(|info| info.insight.as_deref()).collect();
    let any = |test: fn(&Insight) -> bool| insights.iter().any(|insight| test(insight));
    assert!(any(|it| matches!(it, Insight::Hash(hash) if hash.hits > 0 && hash.hits < hash.probes)));
    assert!(any(|it| matches!(it, Insight::Exits(all) if all.iter().any(|exit| exit.0 == Exit::FirstMove))));
    assert!(any(|it| matches!(it, Insight::MoveOrder(order) if order.len() > 20)));
    assert!(any(|it| matches!(it, Insight::RootEffort(moves) if moves.iter().all(|root| root.nodes > 0))));
    assert!(any(|it| matches!(it, Insight::Evaluation(explanation) if !explanation.rows.is_empty())));
    let describes_hits = |text: &String| text.starts_with("king-pawn hash: ") && !text.contains(" 0 of ");
    assert!(texts(&infos).iter().any(describes_hits));
}

#[test]
fn unsupported_positions_are_rejected() {
    let mut engine = RdChess::new().unwrap();
    if let Ok(crowded) = SeamPosition::from_fen("4k3/8/8/8/NNNNNNNN/NNNNNNNN/NN6/4K3 w - - 0 1") {
        assert!(matches!(engine.perft(&crowded, 1, &Signals::new()), Err(EngineError::Unsupported(_))));
    }
    let fischer =
        SeamPosition::from_fen("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9").unwrap();
    assert_eq!(engine.explain(&fischer), Err(EngineError::Unsupported("Chess960")));
}

#[test]
fn the_console_shows_the_debug_windows() {
    let mut engine = RdChess::new().unwrap();
    let start = line(START, "");
    for command in console::COMMANDS.split(", ") {
        assert!(engine.console(&start, command).is_ok_and(|text| !text.is_empty()), "{command}");
    }
    assert!(engine.console(&start, "generated").unwrap().starts_with("a2a4 a2a3 b2b4"));
    assert!(engine.console(&start, "dance").is_err());
}
