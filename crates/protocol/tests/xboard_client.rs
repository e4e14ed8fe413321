//! Tests the XBoard client with scripted programs: modern, old and slow ones, and some that resign.
//!
//! The program is this test binary itself, started again with a script that [`program`] plays.

// The program under test is started through `env`.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::HashMap;
use std::io::Write;
use std::sync::LazyLock;
use std::time::Duration;

use heirloom_chess::game::GameResult;
use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Position};
use heirloom_engine::{Clocks, Engine, EngineError, Info, Limits, Origin, Score, Session, Signals};
use heirloom_protocol::{Program, Script, Timeouts, XBoardClient};

/// The environment variable that makes this binary an engine; its value names the script.
const ROLE: &str = "HEIRLOOM_TEST_XBOARD_SCRIPT";

const QUICK: Timeouts = Timeouts {
    start: Duration::from_secs(10),
    ready: Duration::from_millis(1500),
    overrun: Duration::from_millis(300),
    stop: Duration::from_millis(400),
    quit: Duration::from_millis(500),
};

/// Expects these lines, separated by `|`.
fn hears(script: Script, lines: &str) -> Script {
    lines.split('|').fold(script, |script, line| script.expect(line))
}

/// The introduction of a modern program, up to the first `pong`.
fn introduced(more: &str) -> Script {
    let script = hears(Script::new(), "xboard|protover 2");
    let script = script
        .reply(&format!("feature ping=1 setboard=1 usermove=1 colors=0 myname=\"Scripted 3\" {more} done=1"));
    script.expect_later("post").expect("easy").expect("ping 1").reply("pong 1")
}

static SCRIPTS: LazyLock<HashMap<&str, Script>> = LazyLock::new(|| {
    let game = introduced("nps=1 exclude=1");
    let game = hears(game, "new|force|usermove e2e4|level 40 1 0|time 6000|otim 5900|ping 2").reply("pong 2");
    let game =
        game.expect("go").reply("4 25 12 3000 9 250 1\te5 Nf3").reply("tellinfo joho").reply("move e7e5");
    let game =
        hears(game, "force|usermove g1f3|time 5800|otim 5700|ping 3").reply("0-1 {too late}").reply("pong 3");
    let game = game.expect("go").reply("move Nc6");
    // Another line is set up completely.
    let game = hears(
        game,
        "new|force|setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1|usermove e1g1|st 0.25|sd 3|time 25|otim 25|ping 4",
    );
    let game = hears(game.reply("pong 4"), "go").reply("move e8e7").expect("quit");

    let nodes = introduced("nps=1 exclude=1 variants=\"normal,fischerandom\"");
    let nodes = hears(
        nodes,
        "new|variant fischerandom|force|setboard 1k6/8/8/8/8/8/8/1KR5 w K - 0 1|usermove O-O|st 1|nps \
         5000|time 100|otim 100",
    );
    let nodes = hears(nodes, "ping 2").reply("pong 2").expect_later("go").reply("move b8b7").expect("quit");

    // Two seconds of silence, the old commands, and complaints about unknown ones.
    let old =
        hears(Script::new(), "xboard|protover 2").pause(2_300).expect("post").reply("Illegal move: post");
    let old =
        hears(old, "hard|easy|new|force|a2a3|edit|#|Pa2|Ke1|c|Ke8|.|st 1|white|time 100|otim 100|black|go");
    let old = old.reply("Illegal move (no matching move)white").reply(" 3.  17 0 55 e8e7");
    let old = old.reply("My move is: Kd7").reply("5. ... Kd7");
    let old = hears(old, "force|e1e2|white|time 100|otim 100|black|go")
        .reply("Black mates")
        .reply("illegal move")
        .expect("quit");
    // The features of a slow program still count later.
    let slow = hears(Script::new(), "xboard|protover 2")
        .pause(2_300)
        .reply("feature ping=1 usermove=1 colors=0 myname=\"Slow 1\" done=1");
    let slow = hears(
        slow,
        "post|hard|easy|accepted ping|accepted usermove|accepted colors|accepted myname|accepted done",
    );
    let slow = hears(slow, "new|force|usermove e2e4|st 1|time 100|otim 100|ping 1")
        .reply("pong 1")
        .expect("go")
        .reply("move e7e5");
    let slow = slow.expect("quit");

    let options =
        hears(Script::new(), "xboard|protover 2").reply("feature done=0").expect("accepted done").pause(50);
    let options = options.reply("feature memory=1 smp=1 egt=\"nalimov,syzygy\" san=1 joho=1");
    let options = hears(options, "accepted memory|accepted smp|accepted egt|rejected san|rejected joho");
    let options = options.reply(
        "feature option=\"Style -combo calm /// *wild\" option=\"Joy -check 1\" option=\"X -knob\" done=1",
    );
    let options = hears(options, "accepted option|accepted option|rejected option|accepted done|post|easy");
    let options =
        hears(options, "memory 64|cores 2|egtpath syzygy /my tables|option Style=calm|option Joy=0|quit");

    let late = hears(introduced(""), "new|force|st 0.05|time 5|otim 5|ping 2")
        .reply("pong 2")
        .expect("go")
        .expect("?");
    let late = late.reply("move e2e4").expect("quit");
    let deaf = hears(introduced(""), "new|force|st 0.05|time 5|otim 5|ping 2")
        .reply("pong 2")
        .expect("go")
        .expect("?")
        .pause(60_000);

    let analysis = hears(introduced(""), "new|force|ping 2")
        .reply("pong 2")
        .expect("analyze")
        .reply("1 3 0 20 e4 e5")
        .reply("2 -7 1 40 d4 d5");
    let analysis = analysis.expect("exit").expect("ping 3").reply("pong 3").expect("quit");

    let gives_up = hears(introduced(""), "new|force|st 1|time 100|otim 100|ping 2")
        .reply("pong 2")
        .expect("go")
        .reply("resign");
    let gives_up = hears(gives_up, "new|force|st 1|time 100|otim 100|ping 3")
        .reply("pong 3")
        .expect("go")
        .reply("1/2-1/2 {Draw by repetition}");
    // A claim followed by a move does not end the game.
    let gives_up = gives_up.pause(1_300);
    let gives_up = hears(gives_up, "new|force|st 1|time 100|otim 100|ping 4")
        .reply("pong 4")
        .expect("go")
        .reply("1-0 {White mates}");
    let gives_up = gives_up.reply("move d2d4");
    // A program that resigns after its opponent's move sends that before `go`.
    let gives_up = hears(gives_up, "force|usermove d7d5|time 100|otim 100|ping 5")
        .reply("tellics resign")
        .reply("pong 5")
        .expect("go");
    let gives_up = gives_up.expect("quit");

    let draws = hears(introduced(""), "new|force|st 1|time 100|otim 100|ping 2")
        .reply("pong 2")
        .expect("go")
        .reply("offer draw");
    let draws = draws.reply("tellall I could hold this for ever").reply("move e2e4");
    let draws = hears(draws, "force|usermove e7e5|time 100|otim 100|ping 3")
        .reply("pong 3")
        .expect("go")
        .expect("draw")
        .reply("move g1f3");
    let draws = draws.reply("offer draw");
    let draws = hears(draws, "force|usermove g8f6|time 100|otim 100|ping 4")
        .reply("pong 4")
        .expect("go")
        .reply("move f3g1");
    let draws = hears(draws, "force|usermove f6g8|time 100|otim 100|ping 5").reply("pong 5").expect("go");
    let draws = draws.reply("1/2-1/2 {Draw by repetition}").reply("move g1f3");
    let draws = hears(draws, "force|usermove g8f6|time 100|otim 100|ping 6")
        .reply("pong 6")
        .expect("go")
        .reply("move f3g1");
    let draws = hears(draws, "force|result 1/2-1/2 {draw by agreement}|quit");

    let ponders = hears(introduced("draw=0"), "hard|new|force|level 0 1 0|time 6000|otim 6000|ping 2")
        .reply("pong 2")
        .expect("go");
    let ponders = ponders
        .reply("4 10 1 100\te4 e5 Nf3")
        .reply("move e2e4")
        .reply("4 10 1 100\te5 Nf3")
        .expect_nothing(100);
    // The expected move, and another one.
    let ponders =
        hears(ponders, "time 5900|otim 6000|usermove e7e5").reply("5 10 1 100\tNf3 Nc6").reply("move g1f3");
    let ponders = hears(ponders, "force|force|usermove g8f6|time 5800|otim 5900|ping 3")
        .reply("pong 3")
        .expect("go")
        .reply("move d2d4");
    // After `force` it needs a `go`.
    let ponders = hears(ponders, "force|result * {abandoned}|force|usermove e5d4|time 5700|otim 5700|ping 4")
        .reply("pong 4")
        .expect("go");
    let ponders = ponders.reply("move e4e5").expect("easy").expect("quit");

    let illegal = hears(introduced(""), "new|force|st 1|time 100|otim 100|ping 2")
        .reply("pong 2")
        .expect("go")
        .reply("move e2e5");
    let illegal =
        hears(illegal, "new|force|usermove e2e4|st 1|time 100|otim 100|ping 3").reply("pong 3").expect("go");
    let illegal = illegal.reply("Illegal move: e2e4").expect("quit");

    let once = hears(introduced("reuse=0"), "new|force|st 1|time 100|otim 100|ping 2")
        .reply("pong 2")
        .expect("go")
        .reply("move e2e4");
    HashMap::from([
        ("game", game),
        ("nodes", nodes),
        ("old", old),
        ("options", options),
        ("late", late),
        ("deaf", deaf),
        ("analysis", analysis),
        ("slow", slow),
        ("gives_up", gives_up),
        ("draws", draws),
        ("ponders", ponders),
        ("illegal", illegal),
        ("once", once.expect("quit")),
        ("brief", Script::new().expect("xboard").complain("no licence").exit(7)),
        (
            "mute",
            hears(introduced("").then(Script::new()), "new|force|st 1|time 100|otim 100|ping 2")
                .pause(60_000),
        ),
    ])
});

/// Not a test of its own: with a script in the environment it is the program that the tests talk to.
#[test]
fn program() {
    let Ok(name) = std::env::var(ROLE) else { return };
    let script = &SCRIPTS[name.as_str()];
    let played = script.play_with(std::io::stdin(), std::io::stdout(), std::io::stderr());
    if let Err(error) = &played {
        // The test needs to see unexpected lines.
        let _ = writeln!(std::io::stdout(), "move {}", error.to_string().replace(' ', "_"));
    }
    std::process::exit(played.unwrap_or(99));
}

fn scripted(name: &str) -> Program {
    let binary = std::env::current_exe().unwrap().to_string_lossy().into_owned();
    let arguments = [&format!("{ROLE}={name}"), &binary, "--exact", "program", "--nocapture", "--quiet"]
        .map(String::from)
        .to_vec();
    Program { arguments, ..Program::new("env") }
}

fn start(name: &str) -> XBoardClient {
    XBoardClient::start(&scripted(name), QUICK).unwrap()
}

fn line(fen: &str, moves: &str) -> Line {
    let mut line = if fen.is_empty() { Line::default() } else { Line::new(Position::from_fen(fen).unwrap()) };
    for text in moves.split_whitespace() {
        line.push(uci::parse(line.position(), text).unwrap()).unwrap();
    }
    line
}

/// Returns the move as text, or the error.
fn asked(client: &mut XBoardClient, line: &Line, limits: &Limits) -> Result<String, EngineError> {
    let best = client.search(line, limits, &Signals::new(), &mut |_| {})?;
    Ok(format!("{:?}", best.best.unwrap()))
}

fn move_time(milliseconds: u64) -> Limits {
    Limits::move_time(Duration::from_millis(milliseconds))
}

fn clocks(white: i64, black: i64, moves_to_go: u32) -> Limits {
    Limits {
        clocks: Some(Clocks { time: [white, black], increment: [0, 0], moves_to_go: Some(moves_to_go) }),
        ..Limits::default()
    }
}

#[test]
fn a_game_is_played_move_by_move() {
    let mut client = start("game");
    assert_eq!(client.name(), "Scripted 3");
    let mut news: Vec<Info> = Vec::new();
    let limits = clocks(59_000, 60_000, 40);
    let best =
        client.search(&line("", "e2e4"), &limits, &Signals::new(), &mut |info| news.push(info)).unwrap();
    assert_eq!(format!("{:?} {:?}", best.best.unwrap(), best.ponder.unwrap()), "e7e5 g1f3");
    assert_eq!((news[0].score, news[0].depth, news[0].pv.len()), (Some(Score::Cp(25)), Some(4), 2));
    assert_eq!(news[1].text.as_deref(), Some("joho"));
    assert!(client.thinking_time().is_some());
    assert_eq!(
        asked(&mut client, &line("", "e2e4 e7e5 g1f3"), &clocks(57_000, 58_000, 39)).as_deref(),
        Ok("b8c6")
    );
    let castled = line("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
    assert_eq!(
        asked(&mut client, &castled, &Limits { depth: Some(3), ..move_time(250) }).as_deref(),
        Ok("e8e7")
    );
}

#[test]
fn nodes_and_chess960_where_it_knows_them() {
    let mut client = start("nodes");
    client.set_option("UCI_Chess960", "true").unwrap();
    let shuffled = line("1k6/8/8/8/8/8/8/1KR5 w C - 0 1", "b1c1");
    let reply = uci::parse(shuffled.position(), "b8b7").unwrap();
    let limits = Limits { search_moves: vec![reply], ..Limits::nodes(5000) };
    assert_eq!(asked(&mut client, &shuffled, &limits).as_deref(), Ok("b8b7"));
    drop(client);
    let mut client = start("analysis");
    assert_eq!(asked(&mut client, &shuffled, &move_time(9)), Err(EngineError::Unsupported("Chess960")));
    assert_eq!(
        asked(&mut client, &Line::default(), &Limits::nodes(9)),
        Err(EngineError::Unsupported("a node limit"))
    );
    let mate = Limits { mate: Some(3), ..Limits::default() };
    assert_eq!(asked(&mut client, &Line::default(), &mate), Err(EngineError::Unsupported("a mate search")));
    let picky = Limits { search_moves: vec![reply], ..move_time(9) };
    assert_eq!(
        asked(&mut client, &Line::default(), &picky),
        Err(EngineError::Unsupported("a restriction to given moves"))
    );
}

#[test]
fn programs_older_than_features_play() {
    let mut client = start("old");
    let mut depths = Vec::new();
    let black = line("4k3/8/8/8/8/8/P7/4K3 b - - 0 1", "");
    let best = client.search(&black, &move_time(1000), &Signals::new(), &mut |info| depths.push(info.depth));
    assert_eq!(
        (best.map(|best| format!("{:?}", best.best.unwrap())).as_deref(), depths),
        (Ok("e8d7"), vec![Some(3)])
    );
    let black = line("4k3/8/8/8/8/8/P7/4K3 b - - 0 1", "e8d7 e1e2");
    let error = asked(&mut client, &black, &move_time(1000)).unwrap_err().to_string();
    assert!(error.starts_with("env sent 'illegal move in "), "{error}");
}

#[test]
fn late_features_still_count() {
    let mut client = start("slow");
    std::thread::sleep(Duration::from_millis(1_500));
    assert_eq!(asked(&mut client, &line("", "e2e4"), &move_time(1000)).as_deref(), Ok("e7e5"));
    assert_eq!(client.name(), "Slow 1");
}

#[test]
fn options_are_set_with_protocol_commands() {
    let mut client = start("options");
    let names: Vec<&str> = client.options().iter().map(|option| option.name.as_str()).collect();
    assert_eq!(names, ["Ponder", "Hash", "Threads", "SyzygyPath", "Style", "Joy"]);
    for (name, value) in
        [("hash", "64"), ("Threads", "2"), ("SyzygyPath", "/my tables"), ("Style", "Calm"), ("Joy", "false")]
    {
        client.set_option(name, value).unwrap();
    }
    assert!(client.set_option("Style", "sad").is_err() && client.set_option("Nothing", "1").is_err());
}

#[test]
fn a_late_program_is_told_to_move_and_then_killed() {
    assert_eq!(asked(&mut start("late"), &Line::default(), &move_time(50)).as_deref(), Ok("e2e4"));
    let mut client = start("deaf");
    let error = asked(&mut client, &Line::default(), &move_time(50)).unwrap_err();
    assert_eq!(error, EngineError::Hangs { name: "Scripted 3".into(), expected: "move" });
    assert_eq!(asked(&mut client, &Line::default(), &move_time(50)), Err(error));
    let error = asked(&mut start("mute"), &Line::default(), &move_time(1000)).unwrap_err();
    assert_eq!(error, EngineError::Hangs { name: "Scripted 3".into(), expected: "pong" });
}

#[test]
fn an_analysis_ends_with_its_best_move() {
    let mut session = Session::start(Box::new(start("analysis"))).unwrap();
    session.go(Line::default(), Limits::infinite());
    let mut scores = Vec::new();
    while scores.len() < 2 {
        if let Some(heirloom_engine::Event::Info(_, info)) = session.next_event(Duration::from_secs(10)) {
            scores.push(info.score);
        }
    }
    session.stop();
    assert_eq!(format!("{:?}", session.wait(|_| {}).unwrap().best.unwrap()), "d2d4");
    assert_eq!(scores, [Some(Score::Cp(3)), Some(Score::Cp(-7))]);
}

#[test]
fn resignations_and_claims_are_errors() {
    let mut client = start("gives_up");
    let name = || "Scripted 3".to_owned();
    let second = move_time(1000);
    assert_eq!(asked(&mut client, &Line::default(), &second), Err(EngineError::Resigns { name: name() }));
    let claim = EngineError::Claims {
        name: name(),
        result: GameResult::Draw,
        said: "1/2-1/2 {Draw by repetition}".into(),
    };
    assert_eq!(asked(&mut client, &Line::default(), &second), Err(claim));
    assert_eq!(asked(&mut client, &Line::default(), &second).as_deref(), Ok("d2d4"));
    assert_eq!(
        asked(&mut client, &line("", "d2d4 d7d5"), &second),
        Err(EngineError::Resigns { name: name() })
    );
}

#[test]
fn draws_are_offered_and_answered() {
    let mut client = start("draws");
    let mut told = Vec::new();
    let mut offers = |client: &mut XBoardClient, moves: &str, draw_offered: bool| {
        let limits = Limits { draw_offered, ..move_time(1000) };
        client
            .search(&line("", moves), &limits, &Signals::new(), &mut |info| told.extend(info.text))
            .unwrap()
            .offers_draw
    };
    assert!(offers(&mut client, "", false), "before its move");
    assert!(!offers(&mut client, "e2e4 e7e5", true), "it has not answered");
    assert!(offers(&mut client, "e2e4 e7e5 g1f3 g8f6", false), "behind its move before");
    assert!(offers(&mut client, "e2e4 e7e5 g1f3 g8f6 f3g1 f6g8", false), "a claim with a move behind it");
    assert!(
        !offers(&mut client, "e2e4 e7e5 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6", false),
        "an offer is for one move"
    );
    client.end_game(&Line::default(), GameResult::Draw, "draw by\nagreement");
    assert_eq!(told, ["I could hold this for ever"]);
}

#[test]
fn programs_ponder_on_their_own() {
    let mut client = start("ponders");
    client.set_option("Ponder", "true").unwrap();
    let limits = |white: i64, black: i64, ponder: bool| Limits {
        clocks: Some(Clocks { time: [white, black], ..Clocks::default() }),
        ponder,
        ..Limits::default()
    };
    let best = client
        .search(&Line::default(), &limits(60_000, 60_000, false), &Signals::new(), &mut |_| {})
        .unwrap();
    assert_eq!(format!("{:?}", best.ponder.unwrap()), "e7e5");
    let mut pondering = |moves: &str, limits: &Limits, ends: fn(&Signals)| {
        let signals = Signals::pondering();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(250));
                ends(&signals);
            });
            client.search(&line("", moves), limits, &signals, &mut |_| {}).unwrap()
        })
    };
    let best = pondering("e2e4 e7e5", &limits(59_000, 60_000, true), Signals::ponder_hit);
    assert_eq!((format!("{:?}", best.best.unwrap()), best.origin), ("g1f3".into(), Origin::Pondering));
    // It ponders on another move than the one played.
    pondering("e2e4 e7e5 g1f3 b8c6", &limits(58_000, 59_000, true), Signals::stop);
    let game = line("", "e2e4 e7e5 g1f3 g8f6");
    assert_eq!(asked(&mut client, &game, &limits(58_000, 59_000, false)).as_deref(), Ok("d2d4"));
    client.end_game(&Line::default(), GameResult::Unknown, "abandoned");
    let game = line("", "e2e4 e7e5 g1f3 g8f6 d2d4 e5d4");
    assert_eq!(asked(&mut client, &game, &limits(57_000, 57_000, false)).as_deref(), Ok("e4e5"));
    client.set_option("Ponder", "false").unwrap();
}

#[test]
fn illegal_moves_of_either_side_are_an_error() {
    let mut client = start("illegal");
    let error = asked(&mut client, &Line::default(), &move_time(1000)).unwrap_err().to_string();
    assert!(error.starts_with("Scripted 3 sent 'move e2e5 (not a legal move here) in rnbq"), "{error}");
    let error = asked(&mut client, &line("", "e2e4"), &move_time(1000)).unwrap_err().to_string();
    assert!(error.starts_with("Scripted 3 sent 'Illegal move: e2e4 in rnbq"), "{error}");
}

#[test]
fn a_program_for_one_game_is_started_for_each() {
    let mut client = start("once");
    for _ in 0..2 {
        client.new_game();
        assert_eq!(asked(&mut client, &Line::default(), &move_time(1000)).as_deref(), Ok("e2e4"));
    }
    let Err(EngineError::Died { last_lines, .. }) = XBoardClient::start(&scripted("brief"), QUICK) else {
        panic!()
    };
    assert!(last_lines.contains(&"no licence".to_owned()), "{last_lines:?}");
}
