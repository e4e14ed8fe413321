//! Tests the UCI client with other engines, if they are installed: a few moves each, legal and on time.

use web_time::{Duration, Instant};

use heirloom_chess::{Line, Position};
use heirloom_engine::{Clocks, Engine, Limits, Session, Transcript};
use heirloom_protocol::{Client, Program, Timeouts};

/// The programs to try, with their arguments.
const PROGRAMS: &[(&str, &[&str])] = &[
    ("stockfish", &[]),
    ("ethereal-chess", &[]),
    ("toga2", &[]),
    ("glaurung", &[]),
    ("gnuchess", &["--uci"]),
];

/// Debian's folder for games is not always in the search path.
fn program(name: &str, arguments: &[&str]) -> Program {
    let debian = std::path::Path::new("/usr/games").join(name);
    let path = if debian.exists() { debian } else { name.into() };
    // Some write files to the working directory.
    let folder = Some(std::env::temp_dir());
    Program { path, arguments: arguments.iter().map(ToString::to_string).collect(), folder }
}

#[test]
fn installed_engines_play() {
    for (name, arguments) in PROGRAMS {
        match Client::start(&program(name, arguments), Timeouts::default(), Transcript::new()) {
            Ok(client) => play(client),
            Err(error) => eprintln!("{name} is left out: {error}"),
        }
    }
}

fn play(mut client: Client) {
    let name = client.name().to_owned();
    if client.options().iter().any(|option| option.name == "Hash") {
        client.set_option("Hash", "8").expect("Hash takes 8");
    }
    let mut session = Session::start(Box::new(client)).expect("a thread");
    session.new_game().expect("a new game");
    let mut line = Line::default();
    let clocks = Clocks { time: [1000, 1000], increment: [20, 20], moves_to_go: None };
    for limits in [
        Limits::depth(3),
        Limits::move_time(Duration::from_millis(60)),
        Limits { clocks: Some(clocks), ..Limits::default() },
    ] {
        for _ in 0..2 {
            let begun = Instant::now();
            let mut scored = 0;
            session.go(line.clone(), limits.clone());
            let best = session.wait(|info| scored += u32::from(info.score.is_some()));
            let best = best.unwrap_or_else(|error| panic!("{name}: {error}")).best.expect("a move");
            assert!(begun.elapsed() < Duration::from_secs(4), "{name}");
            // GNU Chess plays book moves without any report.
            assert!(scored > 0 || name.contains("GNU"), "{name} reported no score");
            line.push(best).expect("a legal move");
        }
    }
    session.go(line.clone(), Limits::infinite());
    std::thread::sleep(Duration::from_millis(60));
    session.stop();
    session.wait(|_| {}).unwrap_or_else(|error| panic!("{name}: {error}"));
    session.go(line.clone(), Limits { ponder: true, clocks: Some(clocks), ..Limits::default() });
    std::thread::sleep(Duration::from_millis(60));
    session.ponder_hit();
    session.wait(|_| {}).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mated = Position::from_fen("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
        .expect("a position");
    session.go(Line::new(mated), Limits::depth(3));
    assert_eq!(session.wait(|_| {}).map(|answer| answer.best), Ok(None), "{name}");
}
