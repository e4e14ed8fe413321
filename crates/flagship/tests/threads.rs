//! Parallel search: limits, legal moves and the latency of `stop`; and a single thread is deterministic.

use std::io::Write;
use web_time::{Duration, Instant};

use heirloom_chess::{Line, Position};
use heirloom_engine::{BestMove, Engine, Info, Limits, Session, Signals};
use heirloom_flagship::Flagship;
use parking_lot::Mutex;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Serializes the tests here, since hundreds of threads would spoil each other's times.
static EXCLUSIVE: Mutex<()> = Mutex::new(());

fn engine(threads: &str) -> Flagship {
    let mut engine = Flagship::new().expect("no error");
    engine.set_option("Threads", threads).expect("no error");
    engine
}

fn line(fen: &str) -> Line {
    Line::new(Position::from_fen(fen).expect("no error"))
}

fn search(engine: &mut Flagship, line: &Line, limits: &Limits) -> (BestMove, Vec<Info>) {
    let mut infos = Vec::new();
    let best = engine.search(line, limits, &Signals::new(), &mut |info| infos.push(info)).expect("no error");
    (best, infos)
}

fn most_nodes(infos: &[Info]) -> u64 {
    infos.iter().filter_map(|info| info.nodes).max().expect("no error")
}

#[test]
fn several_threads_play_and_stop() {
    let _lock = EXCLUSIVE.lock();
    let (mut engine, start) = (engine("4"), line(KIWIPETE));
    let (best, infos) = search(&mut engine, &start, &Limits::nodes(200_000));
    assert!(best.best.is_some_and(|mv| start.position().is_legal(mv)));
    for info in &infos {
        let mut line = start.clone();
        info.pv.iter().for_each(|&mv| line.push(mv).expect("legal"));
    }
    assert!(most_nodes(&infos) < 250_000, "{}", most_nodes(&infos));
    let started = Instant::now();
    search(&mut engine, &start, &Limits::move_time(Duration::from_millis(60)));
    assert!(started.elapsed() < Duration::from_millis(500));
}

/// Measures how long the answer to `stop` takes; returns the times sorted.
fn stop_latencies(threads: usize, times: usize) -> Vec<Duration> {
    let mut session = Session::start(Box::new(Flagship::new().expect("no error"))).expect("no error");
    session.set_option("Threads", &threads.to_string()).expect("no error");
    let mut latencies: Vec<Duration> = (0..times)
        .map(|_| {
            session.go(Line::default(), Limits::infinite());
            std::thread::sleep(Duration::from_millis(15));
            let stopped = Instant::now();
            session.stop();
            assert!(session.wait(|_| {}).expect("no error").best.is_some());
            stopped.elapsed()
        })
        .collect();
    latencies.sort();
    latencies
}

#[test]
fn stop_is_answered_within_milliseconds() {
    let _lock = EXCLUSIVE.lock();
    let latencies = stop_latencies(1, 20);
    assert!(latencies[10] < Duration::from_millis(20), "{latencies:?}");
}

#[test]
fn stop_is_answered_by_far_more_threads_than_cores() {
    let _lock = EXCLUSIVE.lock();
    let latencies = stop_latencies(64, 10);
    assert!(latencies[5] < Duration::from_millis(100), "{latencies:?}");
}

/// Prints latencies: `cargo test --release -p heirloom-flagship --test threads -- --ignored --nocapture
/// latencies`.
#[test]
#[ignore = "a measurement"]
fn latencies_of_stop() {
    let _lock = EXCLUSIVE.lock();
    for threads in [1, 2, 64, 512] {
        let latencies = stop_latencies(threads, 100);
        let (median, worst) = (latencies[50], latencies[99]);
        let _ = writeln!(std::io::stderr(), "{threads} threads: median {median:?}, worst {worst:?}");
    }
}

#[test]
fn the_most_threads_work_and_obey_limits() {
    let _lock = EXCLUSIVE.lock();
    let mut engine = engine("512");
    assert!(engine.set_option("Threads", "513").is_err());
    let start = Line::default();
    let (best, infos) = search(&mut engine, &start, &Limits::nodes(300_000));
    assert!(best.best.is_some());
    assert!(most_nodes(&infos) < 400_000, "{}", most_nodes(&infos));
    engine.new_game();
    let started = Instant::now();
    let (best, _) = search(&mut engine, &start, &Limits::move_time(Duration::from_millis(100)));
    assert!(best.best.is_some() && started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
}

#[test]
fn one_thread_visits_the_same_nodes_twice() {
    let _lock = EXCLUSIVE.lock();
    let start = line(KIWIPETE);
    let nodes = |engine: &mut Flagship| {
        search(engine, &start, &Limits::depth(9)).1.last().and_then(|info| info.nodes)
    };
    let mut engine = engine("1");
    let first = nodes(&mut engine);
    // After a new game, after other threads have run, and in another engine.
    engine.new_game();
    assert_eq!(nodes(&mut engine), first);
    engine.set_option("Threads", "3").expect("no error");
    search(&mut engine, &start, &Limits::depth(7));
    engine.set_option("Threads", "1").expect("no error");
    engine.new_game();
    assert_eq!(nodes(&mut engine), first);
    assert_eq!(nodes(&mut self::engine("1")), first);
}
