//! Transcripts of the UCI server with a scripted engine: input that breaks GUIs must not break the server.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "gui/served.rs"]
mod gui;

use std::io::{BufReader, Write, pipe};
use std::thread;
use web_time::{Duration, Instant};

use heirloom_chess::{Move, Square};
use heirloom_engine::{BestMove, Bound, Engine, EngineError, EngineOption, Info, Score, Wdl};
use heirloom_protocol::{Extra, Handled, Protocol, Script, serve};
use heirloom_testing::engine::{Options, alphabetically_first};
use heirloom_testing::{Scripted, Search};

/// Returns an engine that plays the first move. Options set its other behavior, so that transcripts can
/// control it: `Delay` is in milliseconds, to search under any limit but `infinite` and `ponder`, and to
/// forget a game.
fn puppet() -> Result<Box<dyn Engine>, EngineError> {
    let options = [
        EngineOption::spin("Delay", 0, 0, 60_000),
        EngineOption::combo(
            "Manner",
            "plain",
            &["plain", "silent", "bounds", "panic", "illegal", "ponder", "die", "current", "beyond"],
        ),
        EngineOption::button("Clear Hash"),
        EngineOption::check("UCI_ShowWDL", false),
        EngineOption::text("Book File", ""),
        EngineOption::check("UCI_Chess960", false),
    ];
    let engine = Scripted::with(searched).named("Puppet 1").options(options);
    let engine = engine.on_option(|_, name, _| match name {
        "Book File" => Err(EngineError::Unsupported("books")),
        _ => Ok(()),
    });
    Ok(engine.on_new_game(|options| thread::sleep(delay(options))).boxed())
}

fn delay(options: &Options) -> Duration {
    Duration::from_millis(options.spin("Delay").unsigned_abs())
}

fn searched(search: &mut Search<'_>) -> Result<BestMove, EngineError> {
    let best = search.limits.search_moves.first().copied();
    let best = best.unwrap_or_else(|| alphabetically_first(search.position()));
    let info = |cp| Info { depth: Some(1), score: Some(Score::Cp(cp)), pv: vec![best], ..Info::default() };
    let wdl = Some(Wdl { win: 100, draw: 800, loss: 100 });
    let manner = search.options.combo("Manner");
    match manner {
        "silent" => {}
        "bounds" => search.report(Info { bound: Bound::Lower, ..info(30) }),
        "current" => {
            search.report(Info { current_move: Some((best, 1)), nodes: Some(5), ..Info::default() });
        }
        "ponder" => search.report(Info { wdl, ..info(7) }),
        "beyond" => {
            search.report(Info { score: Some(Score::Mate(1)), pv: vec![best, best, best], ..info(0) });
        }
        _ => search.report(info(i32::try_from(search.line.moves().len()).unwrap_or(0))),
    }
    search.wait(delay(search.options));
    let mut after = search.position().clone();
    after.play(best);
    match manner {
        "panic" => panic!("the puppet's string broke"),
        "illegal" => Ok(BestMove { best: Some(Move::normal(Square::A1, Square::H8)), ..BestMove::default() }),
        "die" => Err(EngineError::Died { name: "Puppet 1".into(), last_lines: vec!["adieu".into()] }),
        _ => {
            let ponder = (manner == "ponder").then(|| alphabetically_first(&after));
            Ok(BestMove { best: Some(best), ponder, ..BestMove::default() })
        }
    }
}

fn extras(line: &str, extra: &mut Extra<'_>) -> Handled {
    match line {
        "d" => {
            let searching = if extra.session.is_some() { "" } else { " while searching" };
            let _ = writeln!(extra.output, "board {}{searching}", extra.line.position().fen());
            Handled::Done
        }
        "long" => {
            let begun = Instant::now();
            while !extra.signals.is_stopped() && begun.elapsed() < Duration::from_secs(10) {
                thread::sleep(Duration::from_millis(1));
            }
            let _ = writeln!(extra.output, "long ended {}", extra.signals.is_stopped());
            Handled::Done
        }
        "brief" => {
            thread::sleep(Duration::from_millis(100));
            let _ = writeln!(extra.output, "brief ended {}", extra.signals.is_stopped());
            Handled::Done
        }
        "go perft 3" => {
            let _ = writeln!(extra.output, "Nodes searched: 8902");
            Handled::Done
        }
        _ => Handled::Unknown,
    }
}

#[track_caller]
fn check(script: Script) {
    gui::check(Protocol::Uci, puppet, extras, &script);
}

/// Returns the output for these lines, sent all at once.
fn piped(lines: &[&str]) -> Vec<String> {
    let said = gui::piped(Protocol::Uci, puppet, extras, &(lines.join("\n") + "\n"));
    said.lines().map(String::from).collect()
}

/// A GUI that sends these lines.
fn says(lines: &[&str]) -> Script {
    lines.iter().fold(Script::new(), |script, line| script.reply(line))
}

/// Sets the option that changes the puppet's behavior.
fn manner(manner: &str) -> Script {
    says(&[&format!("setoption name Manner value {manner}")])
}

const INFO: &str = "info depth 1 score cp 0 pv a2a3";
const FIRST: &str = "bestmove a2a3";

#[test]
fn introduction() {
    // Nothing is sent before `uci`.
    let script = Script::new()
        .expect_nothing(50)
        .reply("uci")
        .expect("id name Puppet 1")
        .expect("id author the tests");
    let script = script
        .expect("option name Delay type spin default 0 min 0 max 60000")
        .expect("option name Manner type combo*");
    let script = script
        .expect("option name Clear Hash type button")
        .expect("option name UCI_ShowWDL type check default false");
    let script = script.expect("option name Book File type string default <empty>");
    let script = script.expect("option name UCI_Chess960 type check default false");
    check(
        script
            .expect("option name Debug Log File type string default <empty>")
            .expect("uciok")
            .expect_nothing(30),
    );
}

#[test]
fn both_directions_are_logged_where_asked() {
    let path = std::env::temp_dir().join(format!("heirloom-log-{}.txt", std::process::id()));
    let name = path.to_str().unwrap();
    let script = says(&[&format!("setoption name Debug Log File value {name}"), "d", "isready"])
        .expect("board*")
        .expect("readyok");
    let script =
        script.then(says(&["setoption name debug log file value <empty>", "isready"])).expect("readyok");
    check(script);
    let text = std::fs::read_to_string(&path).unwrap();
    let logged: Vec<&str> = text.lines().map(|line| line.split_once(' ').unwrap().1).collect();
    assert_eq!(
        logged[1..],
        [
            ">> d",
            "<< board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            ">> isready",
            "<< readyok",
            ">> setoption name debug log file value <empty>"
        ]
    );
    assert!(
        logged[0].starts_with(">> log of")
            && text.lines().all(|line| line.split_once(' ').unwrap().0.parse::<f64>().is_ok()),
        "{text}"
    );
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_log_that_cannot_be_written_is_reported_once() {
    let script = says(&["setoption name Debug Log File value /no/such/folder/log.txt"]);
    let script =
        script.expect("info string cannot write the log /no/such/folder/log.txt: *; nothing is logged");
    check(script.reply("isready").expect("readyok").expect_nothing(30));
}

#[test]
fn every_kind_of_go_answers_once() {
    let forms = [
        "go depth 1",
        "go nodes 5",
        "go movetime 5",
        "go movetime -5",
        "go mate 2",
        "go wtime 100",
        "go btime 100",
        "go wtime 100 btime 100 winc 100 binc 100",
        "go wtime -5 btime 0 movestogo 0",
        "go wtime 1000.5 btime 1e3",
        "go",
    ];
    let script = forms.iter().fold(Script::new(), |script, go| script.reply(go).expect(INFO).expect(FIRST));
    check(script.expect_nothing(30).reply("quit"));
    check(
        says(&["position startpos moves e2e4", "go btime 100"])
            .expect("info depth 1 score cp 1 pv a7a5")
            .expect("bestmove a7a5"),
    );
}

#[test]
fn ready_is_answered_during_a_search() {
    let script = says(&["isready"])
        .expect("readyok")
        .then(says(&["setoption name Delay value 60000", "go nodes 9"]))
        .expect(INFO);
    let script =
        script.reply("isready").expect("readyok").reply("isready").expect("readyok").expect_nothing(30);
    check(script.reply("stop").expect(FIRST).reply("isready").expect("readyok"));
}

#[test]
fn ready_waits_for_what_was_asked_before() {
    let script = says(&["setoption name Delay value 150", "ucinewgame", "isready"])
        .expect_nothing(80)
        .expect("readyok");
    check(script);
}

#[test]
fn infinite_and_ponder_hold_the_move_back() {
    let script = says(&["go infinite"]).expect(INFO).expect_nothing(60).reply("ponderhit").expect_nothing(60);
    let script = script.reply("stop").expect(FIRST).reply("stop").reply("ponderhit").expect_nothing(30);
    let script = script
        .reply("go ponder wtime 100 btime 100")
        .expect(INFO)
        .expect_nothing(60)
        .reply("ponderhit")
        .expect(FIRST);
    let script =
        script.reply("go ponder movetime 1").expect(INFO).expect_nothing(60).reply("stop").expect(FIRST);
    check(script.expect_nothing(30));
}

#[test]
fn a_stale_stop_does_not_end_the_next_search() {
    let mut script = Script::new();
    for _ in 0..20 {
        script = script.reply("go depth 1").reply("stop").reply("stop").reply("go infinite");
        script = script.expect(INFO).expect(FIRST).expect(INFO).expect_nothing(5).reply("stop").expect(FIRST);
    }
    check(script.expect_nothing(30));
}

#[test]
fn a_go_during_a_search_answers_both() {
    let script =
        says(&["go infinite"]).expect(INFO).reply("position startpos moves e2e4").reply("go depth 1");
    let script = script.expect(FIRST).expect("info depth 1 score cp 1 pv a7a5").expect("bestmove a7a5");
    check(script.expect_nothing(30));
}

#[test]
fn the_last_position_wins() {
    let script = says(&["go infinite"]).expect(INFO);
    let script = script.then(says(&[
        "stop",
        "position startpos moves d2d4",
        "position startpos moves e2e4 e7e5",
        "go depth 1",
    ]));
    check(script.expect(FIRST).expect("info depth 1 score cp 2 pv a2a3").expect(FIRST).expect_nothing(30));
}

#[test]
fn a_new_game_while_pondering_ends_the_search() {
    let script = says(&["go ponder wtime 9 btime 9"]).expect(INFO).reply("ucinewgame").expect(FIRST);
    check(script.then(says(&["isready"])).expect("readyok"));
}

#[test]
fn an_option_during_a_search_waits_for_its_end() {
    let script =
        says(&["go infinite"]).expect(INFO).then(manner("silent")).reply("isready").expect("readyok");
    let script = script
        .reply("stop")
        .expect(FIRST)
        .reply("go depth 1")
        .expect("info depth 1 score cp 0 time 0 pv a2a3");
    check(script.expect(FIRST));
}

#[test]
fn the_end_of_the_input_ends_everything() {
    check(says(&["go infinite"]).expect(INFO));
    check(says(&["setoption name Delay value 60000", "go depth 1"]).expect(INFO).reply("quit").expect(FIRST));
    check(
        says(&["go infinite searchmoves 0000", "quit"])
            .expect("info depth 0 score cp 0")
            .expect("bestmove (none)"),
    );
    check(Script::new());
}

#[test]
fn what_is_piped_in_at_once_is_answered_in_order() {
    // During a search `readyok` is not delayed; at the end of the input a pending one is still sent.
    for lines in [
        &["setoption name Delay value 100", "go movetime 100", "isready", "quit"][..],
        &["isready", "go depth 1", "quit"],
        &["isready", "go depth 1"],
        &["ucinewgame", "isready", "go infinite", "quit"],
    ] {
        let said = piped(lines);
        let at = |word: &str| said.iter().position(|line| line.starts_with(word));
        assert!(at("readyok").is_some() && at("readyok") < at("bestmove"), "{said:?}");
    }
    assert_eq!(piped(&["isready", "isready", "quit"]), ["readyok", "readyok"]);
    // The last line needs no line ending.
    assert_eq!(gui::piped(Protocol::Uci, puppet, extras, "\r\n isready"), "readyok\n");
}

#[test]
fn a_search_that_was_piped_in_is_finished() {
    let taken = |lines: &[&str]| {
        let begun = Instant::now();
        let said = piped(&[&["setoption name Delay value 1200"], lines].concat());
        assert_eq!(said.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{said:?}");
        begun.elapsed()
    };
    for go in ["go depth 8", "go nodes 1000 searchmoves e2e4", "go movetime 700"] {
        assert!(taken(&[go]) >= Duration::from_millis(1200), "{go}");
    }
    // `quit` means at once; a clock belongs to a game whose GUI is gone; the others would never end.
    for lines in [
        &["go depth 8", "quit"][..],
        &["go depth 8", "stop"],
        &["go wtime 60000 btime 60000"],
        &["go"],
        &["go depth 9 infinite"],
    ] {
        assert!(taken(lines) < Duration::from_millis(1000), "{lines:?}");
    }
    // A search that began long before is not awaited.
    let script = says(&["setoption name Delay value 60000", "go depth 8"]).expect(INFO).pause(1_100);
    check(script);
}

#[test]
fn positions_come_in_many_forms() {
    let script = says(&["position fen 4k3/8/8/8/8/8/8/4K2R w K -", "d"])
        .expect("board 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let script = script.then(says(&["position fen 4k3/8/8/8/8/8/8/4K2R w H - 3 40 moves e1h1", "d"]));
    let script = script
        .expect("board 4k3/8/8/8/8/8/8/5RK1 b - - 4 40")
        .then(says(&["position\tstartpos  moves\te2e4\r", "d"]));
    let script = script
        .expect("board * b KQkq - 0 1")
        .then(says(&["position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8Q", "d"]));
    check(script.expect("board Q3k3/8/8/8/8/8/8/4K3 b - - 0 1"));
}

#[test]
fn huge_numbers_do_no_harm() {
    let most = i64::MAX;
    for go in [
        format!("go wtime {most} btime {most} winc {most} binc {most} movestogo {most}"),
        format!("go movetime {most} depth {most} nodes {most} mate {most}"),
        format!("go wtime -{most} btime -{most} winc -{most} movestogo -1"),
        "go movetime 99999999999999999999999 wtime 1e400 depth -1e99".into(),
    ] {
        check(says(&[&go]).expect(INFO).expect(FIRST).reply("quit"));
    }
}

#[test]
fn instant_moves_come_with_a_score() {
    check(manner("silent").reply("go depth 1").expect("info depth 1 score cp 0 time*").expect(FIRST));
    check(
        manner("bounds")
            .reply("go depth 1")
            .expect("info depth 1 score cp 30 lowerbound pv a2a3")
            .expect(FIRST),
    );
    check(manner("current").reply("go depth 1").expect("info depth 1 score cp 0 time*").expect(FIRST));
}

#[test]
fn after_a_bad_position_there_is_no_move() {
    let script = says(&["position startpos moves e2e4", "position startpos moves e2e4 e7e5 e4e5"]);
    let script = script
        .expect("info string illegal move 3 \"e4e5\": not a legal move here; there is no current position")
        .reply("go depth 1");
    let script = script.expect("info string no move*").expect("bestmove (none)");
    let script = script
        .reply("position fen 8/8/8/8/8/8/8/8 w - - 0 1")
        .expect("info string illegal FEN \"8/8/8/8/8/8/8/8 w - - 0 1\":*no current position");
    let script = script
        .reply("position nonsense")
        .expect("info string position needs*")
        .reply("go infinite")
        .expect("info string no move*");
    let script = script.expect_nothing(30).reply("stop").expect("bestmove (none)");
    let script = script
        .reply("position startpos moves e2e4")
        .reply("go depth 1")
        .expect("info depth 1 score cp 1 pv a7a5");
    check(script.expect("bestmove a7a5"));
}

#[test]
fn no_legal_move_is_reported() {
    let mated = "position startpos moves f2f3 e7e5 g2g4 d8h4";
    let script = says(&[mated, "go depth 5"]).expect("info depth 0 score mate 0").expect("bestmove (none)");
    let script =
        script.reply("go infinite").expect_nothing(40).reply("isready").expect("readyok").reply("stop");
    let script = script
        .expect("info depth 0 score mate 0")
        .expect("bestmove (none)")
        .reply("go ponder")
        .expect_nothing(40);
    let script = script.reply("ponderhit").expect("info depth 0 score mate 0").expect("bestmove (none)");
    let script = script.reply("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").reply("go wtime 1 btime 1");
    let script = script.expect("info depth 0 score cp 0").expect("bestmove (none)");
    let script = script.reply("position startpos").reply("go depth 1 searchmoves 0000");
    check(script.expect("info depth 0 score cp 0").expect("bestmove (none)").expect_nothing(30));
}

#[test]
fn search_moves_are_passed_on() {
    let script = says(&["go depth 1 searchmoves e2e4 d2d4"])
        .expect("info depth 1 score cp 0 pv e2e4")
        .expect("bestmove e2e4");
    let script = script
        .reply("go searchmoves e2e5 d2d4 depth 1")
        .expect("info string searchmoves \"e2e5\": not a legal move here; ignored");
    check(script.expect("info depth 1 score cp 0 pv d2d4").expect("bestmove d2d4"));
}

#[test]
fn castling_is_written_as_the_option_says() {
    let position = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let script = says(&[position, "go depth 1 searchmoves e1h1"]).expect("*pv e1g1").expect("bestmove e1g1");
    let script = script.reply("setoption name UCI_CHESS960 value true").reply("go depth 1 searchmoves e1g1");
    let script =
        script.expect("*pv e1h1").expect("bestmove e1h1").reply("setoption name uci_chess960 value false");
    // No other notation can express this castling.
    let script =
        script.reply("position fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1").reply("go depth 1 searchmoves f1g1");
    check(script.expect("*pv f1g1").expect("bestmove f1g1"));
}

#[test]
fn options_are_checked() {
    let script = says(&["setoption name delay value 60001"]);
    let script = script
        .expect("info string option 'Delay' cannot be '60001'; expected a whole number from 0 to 60000");
    let script = script
        .reply("setoption name Dealy value 1")
        .expect("info string no option 'Dealy'; did you mean 'Delay'?");
    let script = script
        .reply("setoption name Book File value x y")
        .expect("info string this engine does not support books");
    let script = script.reply("setoption name clear hash").reply("setoption name CLEAR HASH value true");
    let script =
        script.reply("setoption").expect("info string setoption needs*").reply("isready").expect("readyok");
    check(script);
}

#[test]
fn nonsense_is_reported_and_does_no_harm() {
    let script = says(&["", "   ", "\t", "# remark", "joho", "\u{0}\u{1}"])
        .expect("info string unknown command \"joho\"");
    let script = script
        .expect("info string unknown command*")
        .reply("joho debug on")
        .reply("setoption name Delay value 0");
    let script = script
        .expect("info string option Delay set to \"0\"")
        .reply("debug")
        .expect("info string debug needs*");
    let script = script
        .reply("go depth x joho")
        .expect("info string go depth needs a whole number, not \"x\"; ignored");
    let script = script.expect("info string go does not know \"joho\"; ignored").expect(INFO).expect(FIRST);
    let script = script
        .reply("\t isready  \r")
        .expect("readyok")
        .reply("register later")
        .reply("stop")
        .reply("ponderhit");
    check(script.expect_nothing(30));
}

#[test]
fn long_lines_are_read() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(2_500);
    let script = says(&[&format!("position startpos moves {shuffle}"), "go depth 1"])
        .expect("info depth 1 score cp 10000*")
        .expect(FIRST);
    let script = script.reply(&"x".repeat(50_000)).expect("info string unknown command \"xxx*...\"");
    let script =
        script.reply(&"y".repeat(2_000_000)).expect("info string a line of more than a megabyte was skipped");
    check(script.reply("isready").expect("readyok"));
}

#[test]
fn a_fault_costs_the_engine_not_the_game() {
    let script = manner("panic")
        .reply("go depth 1")
        .expect(INFO)
        .expect("info string the engine failed: the puppet's string broke");
    let script = script.expect(FIRST).expect("info string the engine was restarted");
    // The settings were kept, including the one that causes the failure.
    let script = script
        .reply("go depth 1")
        .expect(INFO)
        .expect("info string the engine failed*")
        .expect(FIRST)
        .expect("*restarted");
    let script = script
        .then(manner("die"))
        .reply("go depth 1")
        .expect(INFO)
        .expect("info string Puppet 1 exited; its last output: adieu");
    let script =
        script.expect(FIRST).expect("*restarted").then(manner("illegal")).reply("go depth 1").expect(INFO);
    let script =
        script.expect("info string Puppet 1 sent 'a1h8 in rnbq*").expect(FIRST).then(manner("plain"));
    check(script.reply("go depth 1").expect(INFO).expect(FIRST).expect_nothing(30));
}

#[test]
fn a_fault_in_an_analysis_is_reported_at_once_and_answered_when_stopped() {
    let script = manner("panic")
        .reply("go infinite")
        .expect(INFO)
        .expect("info string the engine failed*")
        .expect("*restarted");
    let script = script.expect_nothing(30).reply("stop").expect(FIRST);
    let script = script
        .reply("go ponder depth 1")
        .expect(INFO)
        .expect("info string the engine failed*")
        .expect("*restarted");
    check(script.expect_nothing(30).reply("ponderhit").expect(FIRST).expect_nothing(30));
}

#[test]
fn results_are_expected_only_where_wanted() {
    let script = manner("ponder")
        .reply("go depth 1")
        .expect("info depth 1 score cp 7 pv a2a3")
        .expect("bestmove a2a3 ponder a7a5");
    let script = script.reply("setoption name UCI_ShowWDL value true").reply("go depth 1");
    check(
        script.expect("info depth 1 score cp 7 wdl 100 800 100 pv a2a3").expect("bestmove a2a3 ponder a7a5"),
    );
}

#[test]
fn commands_of_the_program_are_passed_on() {
    let script = says(&["d"])
        .expect("board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        .reply("go perft 3");
    let script = script
        .expect("Nodes searched: 8902")
        .reply("go infinite")
        .expect(INFO)
        .reply("d")
        .expect("* while searching");
    // A search that is about to end is awaited; later lines keep their order.
    let script = script
        .then(says(&["stop", "d", "position startpos moves e2e4", "d"]))
        .expect(FIRST)
        .expect("board * w KQkq - 0 1");
    let script =
        script.expect("board * b KQkq*").reply("long").pause(50).reply("stop").expect("long ended true");
    check(script.reply("isready").expect("readyok"));
    // Work that was piped in together is done, although the end has already been read.
    check(says(&["brief", "quit"]).expect("brief ended false"));
}

#[test]
fn lines_end_with_the_game() {
    let script =
        manner("beyond").reply("position startpos moves f2f3 e7e5 g2g4").reply("go depth 1 searchmoves d8h4");
    check(script.expect("info depth 1 score mate 1 pv d8h4").expect("bestmove d8h4"));
}

#[test]
fn a_reader_that_is_gone_ends_the_server() {
    let (server_input, mut gui_output) = pipe().unwrap();
    let (gui_input, server_output) = pipe().unwrap();
    let server = thread::spawn(move || {
        serve(Protocol::Uci, &mut puppet, BufReader::new(server_input), server_output, &mut extras)
    });
    drop(gui_input);
    gui_output.write_all(b"uci\n").unwrap();
    assert!(server.join().unwrap().is_err());
}

#[test]
fn impossible_castling_rights_are_dropped() {
    let script = says(&["position fen r4rk1/8/8/8/8/8/8/R4RK1 w KQkq e6 0 1"])
        .expect("info string*")
        .expect("info string*");
    let script = script.reply("go depth 1").expect("info depth 1*").expect("bestmove*");
    check(script.expect_nothing(30));
}

#[test]
fn a_drawn_position_has_a_line() {
    let repeated = "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let script = says(&[repeated, "go depth 1"]).expect("info depth 1 score cp* pv a2a3").expect(FIRST);
    let script = script.reply("position fen 8/8/4k3/8/8/4K3/4R3/8 w - - 100 80").reply("go depth 1");
    check(script.expect("info depth 1 score cp 0 pv *").expect("bestmove*"));
}
