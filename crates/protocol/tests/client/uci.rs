//! The client for UCI.

use std::io::Write;
use std::sync::mpsc;
use std::thread;
use web_time::{Duration, Instant};

use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Position};
use heirloom_engine::{
    Clocks, Engine, EngineError, EngineOption, Info, Limits, Origin, Score, Session, Signals, Transcript,
};
use heirloom_protocol::{Client, Program, Timeouts};

use super::{QUICK, asked, last_lines, line, move_time, scripted};

const INTRODUCTION: &str = "> uci < id name Scripted 2|id author a script|uciok > isready < readyok";

/// A transcript of a search that is stopped late.
const LATE: &str = "> isready < readyok > position startpos|go movetime 50|stop < bestmove e2e4 > quit";

/// Starts a program that introduces itself and then plays a transcript.
fn start(transcript: &str) -> Client {
    Client::start(&scripted(&format!("{INTRODUCTION}\n{transcript}")), QUICK, Transcript::new()).unwrap()
}

fn asked_from_start(client: &mut Client, limits: &Limits) -> Result<String, EngineError> {
    asked(client, &Line::default(), limits)
}

#[test]
fn a_program_counts_leaves_or_is_stopped() {
    let mut client = start(
        "> isready < readyok > position startpos|go perft 2 < a2a3: 20|b2b3: 20||Nodes searched: 400
         > isready < readyok > position startpos|go perft 3 < info depth 1 score cp 1 > stop < bestmove e2e4
         > isready < readyok
         > isready < readyok > position startpos|go perft 2 < a2a3: 20|b2b3: 20|Nodes searched: 40
         > isready < readyok > position startpos|go perft 9 < a2a3: 1 > stop|isready < readyok
         > isready < readyok > position startpos|go depth 1 < bestmove d2d4",
    );
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
    assert_eq!(asked_from_start(&mut client, &Limits::depth(1)).as_deref(), Ok("d2d4"));
}

#[test]
fn options_are_read_and_set() {
    let program = scripted(
        "> uci < id name Options 1|id author A. U. Thor|option name Hash type spin default 16 min 1 max 64
         < option name Clear Hash type button|option name UCI_Chess960 type check default false
         < option name hash type spin default 1 min 1 max 2|option nonsense|uciok
         > isready < readyok
         > setoption name Hash value 32|setoption name Clear Hash|ucinewgame|isready < readyok
         > setoption name UCI_Chess960 value true|isready < readyok
         > position fen 4k3/8/8/8/8/8/8/5KR1 w K - 0 1 moves f1g1|go depth 2 < bestmove e8e7
         > setoption name UCI_Chess960 value false|isready < readyok
         > position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1|go nodes 7 < bestmove e8e7
         > quit",
    );
    let mut client = Client::start(&program, QUICK, Transcript::new()).unwrap();
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
    let chess960 = line("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1");
    asked(&mut client, &chess960, &Limits::depth(2)).unwrap();
    let standard = line("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
    asked(&mut client, &standard, &Limits::nodes(7)).unwrap();
}

#[test]
fn reports_and_signals_go_through() {
    let mut client = start(
        "> isready < readyok > position startpos moves e2e4
         > go wtime 900 btime 800 winc 70 binc 60 movestogo 5 depth 3 searchmoves e7e5 c7c5
         < info depth 3 seldepth 9 score cp 31 nodes 77 nps 1000 time 12 pv e7e5 g1f3
         < info depth 4 score mate -3 pv e7e5 e2e4 d7d5|info string no moves at all|joho
         < bestmove e7e5 ponder e7e5|bestmove c7c5
         > isready < readyok > position startpos|go infinite < info depth 1 score cp 1
         > stop < bestmove e2e4 ponder e7e5
         > isready < readyok > position startpos|go ponder wtime 50 btime 50 winc 0 binc 0|(quiet 500)
         > ponderhit < bestmove d2d4
         > quit",
    );
    let line = line("", "e2e4");
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
    let clocks = Some(Clocks { time: [50, 50], ..Clocks::default() });
    let limits = Limits { clocks, ponder: true, ..Limits::default() };
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
    let mut client = start(LATE);
    let begun = Instant::now();
    assert!(asked_from_start(&mut client, &move_time(50)).is_ok());
    let taken = client.thinking_time().unwrap();
    assert!(
        taken >= Duration::from_millis(350) && taken <= begun.elapsed(),
        "it has its overrun, and no more is charged than passed"
    );
}

#[test]
fn a_program_that_hangs_is_killed() {
    let hangs = |expected| EngineError::Hangs { name: "Scripted 2".into(), expected };
    let mut client = start("> isready < readyok > position startpos|go movetime 50|stop < (pause 60000)");
    let begun = Instant::now();
    assert_eq!(asked_from_start(&mut client, &move_time(50)), Err(hangs("bestmove")));
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert_eq!(asked_from_start(&mut client, &Limits::depth(1)), Err(hangs("bestmove")), "it stays dead");
    let begun = Instant::now();
    drop(client);
    assert!(begun.elapsed() < Duration::from_millis(300), "there is nothing to wait for");

    let mut client = start("< (pause 60000)");
    client.new_game();
    assert_eq!(asked_from_start(&mut client, &Limits::depth(1)), Err(hangs("readyok")));
    // A program that ignores `quit` is killed, too.
    let client = start("< (pause 60000)");
    let begun = Instant::now();
    drop(client);
    assert!(begun.elapsed() < Duration::from_secs(3));
}

#[test]
fn a_program_that_dies_is_quoted() {
    let mut client = start(
        "> isready < readyok > position startpos|go depth 5
         < info depth 1 score cp 1|(complain Segmentation fault)|(exit 3)",
    );
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
        Client::start(program, Timeouts { start, ..QUICK }, Transcript::new()).map(drop)
    };
    let start = |program: &Program| within(program, Duration::from_millis(800));
    let missing = start(&Program::new("/nowhere/at/all")).unwrap_err();
    assert!(
        matches!(&missing, EngineError::Start { command, .. } if command == "/nowhere/at/all"),
        "{missing}"
    );
    let hangs = |expected| Err(EngineError::Hangs { name: "env".into(), expected });
    assert_eq!(start(&scripted("< (pause 60000)")), hangs("uciok"));
    assert_eq!(start(&scripted("> uci < uciok|(pause 60000)")), hangs("readyok"));
    // It waits for the program's exit, even on a busy machine.
    let brief = within(&scripted("> uci < (complain no licence)|(exit 7)"), Duration::from_secs(30));
    let lines = last_lines(brief);
    assert!(lines.contains(&"no licence".to_owned()), "{lines:?}");
}

#[test]
fn illegal_moves_are_an_error_and_the_program_lives_on() {
    let answers = ["bestmove e2e5", "bestmove (none)", "bestmove", "bestmove e2e4"];
    let transcript =
        answers.map(|answer| format!("> isready < readyok > position startpos|go depth 5 < {answer}\n"));
    let mut client = start(&transcript.concat());
    let depth = Limits::depth(5);
    for said in ["bestmove e2e5 (not a legal move here)", "bestmove (none)", "bestmove (none)"] {
        let error = asked_from_start(&mut client, &depth).unwrap_err().to_string();
        assert!(error.starts_with(&format!("Scripted 2 sent '{said} in rnbqkbnr/")), "{error}");
    }
    assert!(asked_from_start(&mut client, &depth).is_ok());
}

/// The name of the program that [`talk_garbage`].
pub const GARBAGE: &str = "garbage";

/// Introduces itself and then writes arbitrary bytes until it is killed.
pub fn talk_garbage() -> ! {
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
        let end = b"\ninfo depth -1 pv e9e9 score\nbestmov e2e4\n";
        if output.write_all(&line).and_then(|()| output.write_all(end)).is_err() {
            std::process::exit(0);
        }
    }
}

#[test]
fn garbage_is_passed_over() {
    let mut client = Client::start(&scripted(GARBAGE), QUICK, Transcript::new()).unwrap();
    let limits = move_time(50);
    let error = asked_from_start(&mut client, &limits).unwrap_err();
    assert!(matches!(error, EngineError::Hangs { .. }), "{error}");
    assert_eq!(error, asked_from_start(&mut client, &limits).unwrap_err());
}

#[test]
fn a_session_drives_a_program() {
    let mut session = Session::start(Box::new(start(LATE))).unwrap();
    session.go(Line::default(), move_time(50));
    session.stop();
    assert!(session.wait(|_| {}).is_ok());
    let begun = Instant::now();
    drop(session);
    assert!(begun.elapsed() < Duration::from_secs(3));
}
