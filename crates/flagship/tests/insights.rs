//! Insights into a search: the counts add up, and observing does not change the search.

use std::time::Duration;

use heirloom_chess::{Line, Position};
use heirloom_engine::insight::{Exit, Insight, OrderReason};
use heirloom_engine::{Engine, Info, Limits, Signals};
use heirloom_flagship::Flagship;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn infos(engine: &mut Flagship, line: &Line, limits: &Limits, observed: bool) -> Vec<Info> {
    let (signals, mut infos) = (Signals::new(), Vec::new());
    if observed {
        signals.want_insights();
    }
    engine.search(line, limits, &signals, &mut |info| infos.push(info)).expect("no error");
    infos
}

fn kiwipete() -> Line {
    Line::new(Position::from_fen(KIWIPETE).expect("legal"))
}

/// Returns the content of the last insight of one kind.
macro_rules! last {
    ($infos:expr, $kind:ident) => {{
        let content = |info: &Info| match info.insight.as_deref()? {
            Insight::$kind(content) => Some(content.clone()),
            _ => None,
        };
        $infos.iter().rev().find_map(content).expect("an insight of this kind")
    }};
}

#[test]
fn insights_do_not_change_the_search() {
    let scores = |infos: &[Info]| -> Vec<_> {
        infos.iter().filter(|info| info.score.is_some()).map(|info| (info.nodes, info.score)).collect()
    };
    let plain = infos(&mut Flagship::new().expect("starts"), &kiwipete(), &Limits::depth(9), false);
    let observed = infos(&mut Flagship::new().expect("starts"), &kiwipete(), &Limits::depth(9), true);
    assert_eq!(scores(&observed), scores(&plain));
    assert!(plain.iter().all(|info| info.insight.is_none()));
    assert!(observed.iter().any(|info| info.insight.is_some()));
}

#[test]
fn the_counts_add_up() {
    for fen in [KIWIPETE, "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1", "7k/8/6K1/8/8/8/8/R7 w - - 0 1"]
    {
        let line = Line::new(Position::from_fen(fen).expect("legal"));
        let infos = infos(&mut Flagship::new().expect("starts"), &line, &Limits::depth(11), true);
        let nodes = infos.iter().filter_map(|info| info.nodes).max().expect("nodes");
        let exits = last!(infos, Exits);
        assert_eq!(exits.iter().map(|(_, count)| count).sum::<u64>(), nodes, "{fen} {exits:?}");
        assert_eq!(exits.len(), Exit::ALL.len());
        let plies = last!(infos, Plies);
        assert_eq!(plies.iter().sum::<u64>(), nodes);
        let efforts = last!(infos, RootEffort);
        assert_eq!(efforts.iter().map(|effort| effort.nodes).sum::<u64>(), nodes);
        assert_eq!(efforts.len(), line.position().legal_moves().len());
        let hash = last!(infos, Hash);
        assert!(hash.hits <= hash.probes && hash.probes <= nodes && hash.probes > 0 && hash.fill <= 1000);
    }
}

#[test]
fn every_search_has_the_usual_exits() {
    let infos = infos(&mut Flagship::new().expect("starts"), &kiwipete(), &Limits::depth(12), true);
    let exits = last!(infos, Exits);
    let count = |exit: Exit| exits.iter().find(|(other, _)| *other == exit).map_or(0, |(_, count)| *count);
    let early = [Exit::Repetition, Exit::Table, Exit::ReverseFutility, Exit::NullMove];
    let by_moves = [Exit::FirstMove, Exit::LaterMove, Exit::NoCutoff];
    let quiet = [Exit::StandPat, Exit::QuietTable, Exit::QuietMove, Exit::QuietNoCutoff];
    for exit in early.into_iter().chain(by_moves).chain(quiet) {
        assert!(count(exit) > 0, "{exit}: {exits:?}");
    }
    // Good ordering: most cutoffs by moves come with the first one.
    assert!(count(Exit::FirstMove) > count(Exit::SecondMove) + count(Exit::LaterMove));
    assert!(infos.iter().any(|info| matches!(info.insight.as_deref(), Some(Insight::Evaluation(_)))));
}

#[test]
fn the_order_names_each_move_once() {
    let line = kiwipete();
    let infos = infos(&mut Flagship::new().expect("starts"), &line, &Limits::depth(6), true);
    let order = last!(infos, MoveOrder);
    let mut moves: Vec<_> = order.iter().map(|(mv, _)| *mv).collect();
    let best = infos.iter().rev().find(|info| info.score.is_some()).and_then(|info| info.pv.first().copied());
    assert_eq!((order[0].1, Some(moves[0])), (OrderReason::TableMove, best));
    assert!(order.iter().all(|(_, reason)| match reason {
        OrderReason::GoodCapture(value) => *value >= 0,
        OrderReason::BadCapture(value) => *value < 0,
        _ => true,
    }));
    moves.sort();
    moves.dedup();
    assert_eq!(moves.len(), line.position().legal_moves().len());
}

#[test]
fn each_thread_and_the_time_are_shown() {
    let mut engine = Flagship::new().expect("starts");
    engine.set_option("Threads", "3").expect("three threads");
    let infos = infos(&mut engine, &kiwipete(), &Limits::move_time(Duration::from_millis(150)), true);
    let threads = last!(infos, Threads);
    assert_eq!(threads.len(), 3);
    let main = threads[0];
    assert!(main.depth > 0 && main.selective_depth >= main.depth / 2 && main.nodes > 0, "{main:?}");
    let time = last!(infos, Time);
    assert_eq!(time.hard, Duration::from_millis(140));
}

#[test]
fn windows_and_current_moves_are_reported() {
    let line = kiwipete();
    let infos = infos(&mut Flagship::new().expect("starts"), &line, &Limits::depth(9), true);
    let window = |info: &Info| match info.insight.as_deref() {
        Some(Insight::Window(window)) => Some(*window),
        _ => None,
    };
    let windows: Vec<_> = infos.iter().filter_map(window).collect();
    assert_eq!((windows[0].depth, windows[0].line, windows[0].alpha, windows[0].beta), (1, 1, None, None));
    assert!(windows.iter().any(|window| window.alpha.is_some() && window.beta.is_some()), "{windows:?}");
    let highest = infos.iter().filter_map(|info| info.current_move).map(|(_, number)| number).max();
    assert_eq!(highest, Some(line.position().legal_moves().len() as u32));
    let ages = last!(infos, HashAges);
    assert_eq!(ages.first().copied().unwrap_or(0), last!(infos, Hash).fill);
}
