//! Tests the UCI client with scripted programs: well-behaved, slow, hanging, dying, talking nonsense.
//!
//! The program is this test binary itself, started again with a script that [`program`] plays.

// The program under test is started through `env`.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::HashMap;
use std::io::Write;
use std::sync::{LazyLock, mpsc};
use std::thread;
use web_time::{Duration, Instant};

use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Position};
use heirloom_engine::{
    Clocks, Engine, EngineError, EngineOption, Info, Limits, Origin, Score, Session, Signals,
};
use heirloom_protocol::{Client, Program, Script, Timeouts};

/// The environment variable that makes this binary an engine; its value names the script.
const ROLE: &str = "HEIRLOOM_TEST_SCRIPT";

const QUICK: Timeouts = Timeouts {
    start: Duration::from_secs(10),
    ready: Duration::from_millis(1500),
    overrun: Duration::from_millis(300),
    stop: Duration::from_millis(300),
    quit: Duration::from_millis(500),
};

fn introduced() -> Script {
    Script::uci_introduction("Scripted 2")
}

/// The commands of a client for each search.
fn asked(position: &str, go: &str) -> Script {
    Script::new().expect("isready").reply("readyok").expect(position).expect(go)
}

fn asked_from_start(go: &str) -> Script {
    asked("position startpos", go)
}

static SCRIPTS: LazyLock<HashMap<&str, Script>> = LazyLock::new(|| {
    let options = Script::new()
        .expect("uci")
        .reply("id name Options 1")
        .reply("id author A. U. Thor")
        .reply("option name Hash type spin default 16 min 1 max 64")
        .reply("option name Clear Hash type button")
        .reply("option name UCI_Chess960 type check default false")
        .reply("option name hash type spin default 1 min 1 max 2")
        .reply("option nonsense")
        .reply("uciok")
        .expect("isready")
        .reply("readyok")
        .expect("setoption name Hash value 32")
        .expect("setoption name Clear Hash")
        .expect("ucinewgame")
        .expect("isready")
        .reply("readyok")
        .expect("setoption name UCI_Chess960 value true")
        .then(asked("position fen 4k3/8/8/8/8/8/8/5KR1 w K - 0 1 moves f1g1", "go depth 2"))
        .reply("bestmove e8e7")
        .expect("setoption name UCI_Chess960 value false")
        .then(asked("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1", "go nodes 7"))
        .reply("bestmove e8e7")
        .expect("quit");
    let news = introduced()
        .then(asked(
            "position startpos moves e2e4",
            "go wtime 900 btime 800 winc 70 binc 60 movestogo 5 depth 3 searchmoves e7e5 c7c5",
        ))
        .reply("info depth 3 seldepth 9 score cp 31 nodes 77 nps 1000 time 12 pv e7e5 g1f3")
        .reply("info depth 4 score mate -3 pv e7e5 e2e4 d7d5")
        .reply("info string no moves at all")
        .reply("joho")
        .reply("bestmove e7e5 ponder e7e5")
        .reply("bestmove c7c5")
        .then(asked_from_start("go infinite"))
        .reply("info depth 1 score cp 1")
        .expect("stop")
        .reply("bestmove e2e4 ponder e7e5")
        .then(asked_from_start("go ponder wtime 50 btime 50 winc 0 binc 0"))
        .expect_nothing(500)
        .expect("ponderhit")
        .reply("bestmove d2d4")
        .expect("quit");
    let late = introduced()
        .then(asked_from_start("go movetime 50"))
        .expect("stop")
        .reply("bestmove e2e4")
        .expect("quit");
    let deaf = introduced().then(asked_from_start("go movetime 50")).expect("stop").pause(60_000);
    let crash = introduced()
        .then(asked_from_start("go depth 5"))
        .reply("info depth 1 score cp 1")
        .complain("Segmentation fault")
        .exit(3);
    let illegal = introduced().then(asked_from_start("go depth 5")).reply("bestmove e2e5");
    let illegal = illegal.then(asked_from_start("go depth 5")).reply("bestmove (none)");
    let illegal = illegal
        .then(asked_from_start("go depth 5"))
        .reply("bestmove")
        .then(asked_from_start("go depth 5"))
        .reply("bestmove e2e4");
    let counts = introduced()
        .then(asked_from_start("go perft 2"))
        .reply("a2a3: 20")
        .reply("b2b3: 20")
        .reply("")
        .reply("Nodes searched: 400");
    let counts = counts
        .then(asked_from_start("go perft 3"))
        .reply("info depth 1 score cp 1")
        .expect("stop")
        .reply("bestmove e2e4");
    let counts = counts
        .expect("isready")
        .reply("readyok")
        .then(asked_from_start("go perft 2"))
        .reply("a2a3: 20")
        .reply("b2b3: 20");
    let counts = counts
        .reply("Nodes searched: 40")
        .then(asked_from_start("go perft 9"))
        .reply("a2a3: 1")
        .expect("stop");
    let counts =
        counts.expect("isready").reply("readyok").then(asked_from_start("go depth 1")).reply("bestmove d2d4");
    HashMap::from([
        ("options", options),
        ("counts", counts),
        ("news", news),
        ("late", late),
        ("deaf", deaf),
        ("crash", crash),
        ("illegal", illegal),
        ("mute", Script::new().pause(60_000)),
        ("brief", Script::new().expect("uci").complain("no licence").exit(7)),
        ("unready", Script::new().expect("uci").reply("uciok").pause(60_000)),
        ("stuck", introduced().pause(60_000)),
    ])
});

#[test]
fn a_program_counts_leaves_or_is_stopped() {
    let mut client = start("counts");
    let start = Position::startpos();
    let signals = Signals::new();
    assert_eq!(client.perft(&start, 2, &signals), Ok(400));
    assert_eq!(client.perft(&start, 3, &signals), Err(EngineError::Unsupported("go perft")));
    let by_move = client.divide(&start, 2, &signals).unwrap();
    assert_eq!(
        by_move,
        [("a2a3", 20), ("b2b3", 20)].map(|(text, leaves)| (uci::parse(&start, text).unwrap(), leaves))
    );
    // A count that takes too long can be stopped.
    let stopper = signals.clone();
    let stopping = thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        stopper.stop();
    });
    assert_eq!(client.perft(&start, 9, &signals), Err(EngineError::Stopped));
    stopping.join().unwrap();
    // It still works afterwards.
    assert_eq!(
        search(&mut client, &Limits::depth(1)).unwrap().best,
        Some(uci::parse(&start, "d2d4").unwrap())
    );
}

/// Not a test of its own: plays the script named by the environment, as a program.
#[test]
fn program() {
    let Ok(role) = std::env::var(ROLE) else { return };
    // With one test thread the harness has begun a line with the test's name, which must end first.
    let _ = writeln!(std::io::stdout());
    if role == "garbage" {
        talk_garbage();
    }
    let played = SCRIPTS[role.as_str()].play_with(std::io::stdin(), std::io::stdout(), std::io::stderr());
    let status = played.unwrap_or_else(|error| {
        // The client reports the last lines, so the reason reaches the test.
        let _ = writeln!(std::io::stderr(), "{error}");
        99
    });
    std::process::exit(status);
}

/// Introduces itself and then writes arbitrary bytes until it is killed.
fn talk_garbage() -> ! {
    let mut output = std::io::stdout();
    let _ = output.write_all(b"uciok\nreadyok\nreadyok\n");
    let mut byte = 0u8;
    loop {
        let line: Vec<u8> = (0..200)
            .map(|_| {
                byte = byte.wrapping_mul(181).wrapping_add(77);
                byte
            })
            .collect();
        if output.write_all(&line).is_err()
            || output.write_all(b"\ninfo depth -1 pv e9e9 score\nbestmov e2e4\n").is_err()
        {
            std::process::exit(0);
        }
    }
}

/// Sets the environment with `env`, because a [`Program`] has none of its own.
fn scripted(role: &str) -> Program {
    let binary = std::env::current_exe().unwrap().display().to_string();
    let arguments =
        vec![format!("{ROLE}={role}"), binary, "--exact".into(), "program".into(), "--nocapture".into()];
    Program { arguments, ..Program::new("env") }
}

fn start(role: &str) -> Client {
    Client::start(&scripted(role), QUICK).unwrap()
}

fn search(client: &mut Client, limits: &Limits) -> Result<heirloom_engine::BestMove, EngineError> {
    client.search(&Line::default(), limits, &Signals::new(), &mut |_| {})
}

fn line(fen: &str, moves: &str) -> Line {
    let mut line = Line::new(Position::from_fen(fen).unwrap());
    for text in moves.split_whitespace() {
        line.push(uci::parse(line.position(), text).unwrap()).unwrap();
    }
    line
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn options_are_read_and_set() {
    let mut client = start("options");
    assert_eq!((client.name(), client.author()), ("Options 1", "A. U. Thor"));
    let hash = EngineOption::spin("Hash", 16, 1, 64);
    assert_eq!(
        client.options(),
        [hash, EngineOption::button("Clear Hash"), EngineOption::check("UCI_Chess960", false)]
    );
    assert!(matches!(client.set_option("hash", "65"), Err(EngineError::OptionValue { .. })));
    assert!(matches!(client.set_option("Hush", "1"), Err(EngineError::UnknownOption { .. })));
    client.set_option("hash", "32").unwrap();
    client.set_option("clear hash", "").unwrap();
    client.new_game();
    let signals = Signals::new();
    let chess960 = line("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1");
    client.search(&chess960, &Limits::depth(2), &signals, &mut |_| {}).unwrap();
    let standard = line("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
    client.search(&standard, &Limits::nodes(7), &signals, &mut |_| {}).unwrap();
}

#[test]
fn reports_and_signals_go_through() {
    let mut client = start("news");
    let line = line(START, "e2e4");
    let root = line.position();
    let search_moves = vec![uci::parse(root, "e7e5").unwrap(), uci::parse(root, "c7c5").unwrap()];
    let clocks = Some(Clocks { time: [900, 800], increment: [70, 60], moves_to_go: Some(5) });
    let limits = Limits { clocks, depth: Some(3), search_moves, ..Limits::default() };
    let mut news: Vec<Info> = Vec::new();
    let best = client.search(&line, &limits, &Signals::new(), &mut |info| news.push(info)).unwrap();
    assert_eq!(best.best, uci::parse(root, "e7e5").ok());
    assert_eq!(best.ponder, None, "e7e5 cannot be answered by e7e5");
    assert_eq!((news[0].depth, news[0].nodes, news[0].pv.len()), (Some(3), Some(77), 2));
    assert_eq!(news[0].time, Some(Duration::from_millis(12)));
    assert_eq!((news[1].score, news[1].pv.len()), (Some(Score::Mate(-3)), 1));
    assert_eq!(news[2].text.as_deref(), Some("Scripted 2 has the illegal move e2e4 in its line"));
    assert_eq!(news[3].text.as_deref(), Some("no moves at all"));

    // The second best move of the first search is skipped; the stop arrives during a search.
    let signals = Signals::new();
    let (told, heard) = mpsc::channel();
    thread::scope(|scope| {
        let stopped = signals.clone();
        scope.spawn(move || {
            heard.recv().unwrap();
            stopped.stop();
        });
        let best = client
            .search(&Line::default(), &Limits::default(), &signals, &mut |_| told.send(()).unwrap_or(()))
            .unwrap();
        assert_eq!(best.best, uci::parse(&Position::startpos(), "e2e4").ok());
        assert!(best.ponder.is_some());
    });

    // Pondering is not limited by the clock.
    let signals = Signals::pondering();
    let limits = Limits {
        clocks: Some(Clocks { time: [50, 50], ..Clocks::default() }),
        ponder: true,
        ..Limits::default()
    };
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(700));
            signals.ponder_hit();
        });
        let best = client.search(&Line::default(), &limits, &signals, &mut |_| {}).unwrap();
        assert_eq!(best.origin, Origin::Pondering);
    });
}

#[test]
fn a_late_program_is_told_to_stop() {
    let mut client = start("late");
    let begun = Instant::now();
    assert!(search(&mut client, &Limits::move_time(Duration::from_millis(50))).is_ok());
    let taken = client.thinking_time().unwrap();
    assert!(
        taken >= Duration::from_millis(350) && taken <= begun.elapsed(),
        "it has its overrun, and no more is charged than passed"
    );
}

#[test]
fn a_program_that_hangs_is_killed() {
    let mut client = start("deaf");
    let begun = Instant::now();
    let error = search(&mut client, &Limits::move_time(Duration::from_millis(50))).unwrap_err();
    assert_eq!(error, EngineError::Hangs { name: "Scripted 2".into(), expected: "bestmove" });
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert_eq!(search(&mut client, &Limits::depth(1)), Err(error), "it stays dead");
    let begun = Instant::now();
    drop(client);
    assert!(begun.elapsed() < Duration::from_millis(300), "there is nothing to wait for");

    let mut client = start("stuck");
    client.new_game();
    let error = search(&mut client, &Limits::depth(1)).unwrap_err();
    assert_eq!(error, EngineError::Hangs { name: "Scripted 2".into(), expected: "readyok" });
    // A program that ignores `quit` is killed, too.
    let client = start("stuck");
    let begun = Instant::now();
    drop(client);
    assert!(begun.elapsed() < Duration::from_secs(3));
}

#[test]
fn a_program_that_dies_is_quoted() {
    let mut client = start("crash");
    let mut news = 0;
    let error =
        client.search(&Line::default(), &Limits::depth(5), &Signals::new(), &mut |_| news += 1).unwrap_err();
    assert_eq!(news, 1);
    let EngineError::Died { name, last_lines } = error else { panic!("{error}") };
    assert_eq!(name, "Scripted 2");
    assert!(last_lines.iter().any(|line| line == "Segmentation fault"), "{last_lines:?}");
    assert!(last_lines.iter().any(|line| line == "info depth 1 score cp 1"), "{last_lines:?}");
    assert_eq!(last_lines.last().map(String::as_str), Some("exit status: 3"));
}

#[test]
fn programs_that_do_not_start_are_named() {
    let within = |program: &Program, start: Duration| {
        Client::start(program, Timeouts { start, ..QUICK }).err().unwrap()
    };
    let start = |program: &Program| within(program, Duration::from_millis(800));
    let missing = start(&Program::new("/nowhere/at/all"));
    assert!(
        matches!(&missing, EngineError::Start { command, .. } if command == "/nowhere/at/all"),
        "{missing}"
    );
    assert_eq!(start(&scripted("mute")), EngineError::Hangs { name: "env".into(), expected: "uciok" });
    assert_eq!(start(&scripted("unready")), EngineError::Hangs { name: "env".into(), expected: "readyok" });
    // It waits for the program's exit, even on a busy machine.
    let EngineError::Died { last_lines, .. } = within(&scripted("brief"), Duration::from_secs(30)) else {
        panic!()
    };
    assert!(last_lines.contains(&"no licence".to_owned()), "{last_lines:?}");
}

#[test]
fn illegal_moves_are_an_error_and_the_program_lives_on() {
    let mut client = start("illegal");
    let depth = Limits::depth(5);
    let error = search(&mut client, &depth).unwrap_err().to_string();
    assert!(
        error.starts_with("Scripted 2 sent 'bestmove e2e5 (not a legal move here) in rnbqkbnr/"),
        "{error}"
    );
    for _ in 0..2 {
        let error = search(&mut client, &depth).unwrap_err().to_string();
        assert!(error.starts_with("Scripted 2 sent 'bestmove (none) in rnbqkbnr/"), "{error}");
    }
    assert!(search(&mut client, &depth).is_ok());
}

#[test]
fn garbage_is_passed_over() {
    let mut client = start("garbage");
    let mut news = 0;
    let limits = Limits::move_time(Duration::from_millis(50));
    let error = client.search(&Line::default(), &limits, &Signals::new(), &mut |_| news += 1).unwrap_err();
    assert!(matches!(error, EngineError::Hangs { .. }), "{error}");
    assert_eq!(error, search(&mut client, &limits).unwrap_err());
}

#[test]
fn a_session_drives_a_program() {
    let mut session = Session::start(Box::new(start("late"))).unwrap();
    session.go(Line::default(), Limits::move_time(Duration::from_millis(50)));
    session.stop();
    assert!(session.wait(|_| {}).is_ok());
    let begun = Instant::now();
    drop(session);
    assert!(begun.elapsed() < Duration::from_secs(3));
}
