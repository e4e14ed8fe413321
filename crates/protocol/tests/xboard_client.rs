//! The client for XBoard against programs that follow a script: new ones, old ones, slow ones, and such as give up.
//!
//! The program is this very test binary, started again with a script in its environment: [`program`] plays it.

// The program under test is started through `env`.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::HashMap;
use std::io::Write;
use std::sync::LazyLock;
use std::time::Duration;

use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Position};
use heirloom_engine::{Clocks, Engine, EngineError, Info, Limits, Score, Session, Signals};
use heirloom_protocol::{Patience, Program, Script, XBoardClient};

/// The environment variable that makes this binary an engine; its value names the script.
const ROLE: &str = "HEIRLOOM_TEST_XBOARD_SCRIPT";

const QUICK: Patience = Patience {
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

/// What a program of today says of itself, up to the first `pong`.
fn introduced(more: &str) -> Script {
    let script = hears(Script::new(), "xboard|protover 2");
    let script = script.reply(&format!("feature ping=1 setboard=1 usermove=1 myname=\"Scripted 3\" {more} done=1"));
    script.expect_later("post").expect("easy").expect("ping 1").reply("pong 1")
}

static SCRIPTS: LazyLock<HashMap<&str, Script>> = LazyLock::new(|| {
    let game = introduced("nps=1 exclude=1");
    let game = hears(game, "new|force|usermove e2e4|level 40 1 0|time 6000|otim 5900|ping 2").reply("pong 2");
    let game = game.expect("go").reply("4 25 12 3000 9 250 1\te5 Nf3").reply("tellinfo joho").reply("move e7e5");
    let game = hears(game, "force|usermove g1f3|time 5800|otim 5700|ping 3").reply("0-1 {too late}").reply("pong 3");
    let game = game.expect("go").reply("move Nc6");
    // Another line is set up as a whole.
    let game = hears(game, "new|force|setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1|usermove e1g1|st 0.25|time 25|otim 25|sd 3|ping 4");
    let game = hears(game.reply("pong 4"), "go").reply("move e8e7").expect("quit");

    let nodes = introduced("nps=1 exclude=1 variants=\"normal,fischerandom\"");
    let nodes =
        hears(nodes, "new|variant fischerandom|force|setboard 1k6/8/8/8/8/8/8/1KR5 w K - 0 1|usermove O-O|st 1|time 100|otim 100|nps 5000");
    let nodes = hears(nodes, "ping 2").reply("pong 2").expect_later("go").reply("move b8b7").expect("quit");

    let old = hears(Script::new(), "xboard|protover 2").pause(4_300);
    let old = hears(old, "post|easy|new|force|a2a3|edit|#|Pa2|Ke1|c|Ke8|.|st 1|time 100|otim 100|go").reply(" 3.  17 0 55 e8e7");
    let old = old.reply("My move is: Kd7").reply("5. ... Kd7").expect("quit");

    let options = hears(Script::new(), "xboard|protover 2").reply("feature done=0").expect("accepted done").pause(50);
    let options = options.reply("feature memory=1 smp=1 egt=\"nalimov,syzygy\" san=1 joho=1");
    let options = hears(options, "accepted memory|accepted smp|accepted egt|rejected san|rejected joho");
    let options = options.reply("feature option=\"Style -combo calm /// *wild\" option=\"Joy -check 1\" option=\"X -knob\" done=1");
    let options = hears(options, "accepted option|accepted option|rejected option|accepted done|post|easy");
    let options = hears(options, "memory 64|cores 2|egtpath syzygy /my tables|option Style=calm|option Joy=0|quit");

    let late = hears(introduced(""), "new|force|st 0.05|time 5|otim 5|ping 2").reply("pong 2").expect("go").expect("?");
    let late = late.reply("move e2e4").expect("quit");
    let deaf = hears(introduced(""), "new|force|st 0.05|time 5|otim 5|ping 2").reply("pong 2").expect("go").expect("?").pause(60_000);

    let analysis =
        hears(introduced(""), "new|force|ping 2").reply("pong 2").expect("analyze").reply("1 3 0 20 e4 e5").reply("2 -7 1 40 d4 d5");
    let analysis = analysis.expect("exit").expect("ping 3").reply("pong 3").expect("quit");

    let gives_up = hears(introduced(""), "new|force|st 1|time 100|otim 100|ping 2").reply("pong 2").expect("go").reply("resign");
    let gives_up =
        hears(gives_up, "new|force|st 1|time 100|otim 100|ping 3").reply("pong 3").expect("go").reply("1/2-1/2 {Draw by repetition}");
    // A claim with a move behind it is no more than that.
    let gives_up = gives_up.pause(1_300);
    let gives_up = hears(gives_up, "new|force|st 1|time 100|otim 100|ping 4").reply("pong 4").expect("go").reply("1-0 {White mates}");
    let gives_up = gives_up.reply("move d2d4").expect("quit");

    let illegal = hears(introduced(""), "new|force|st 1|time 100|otim 100|ping 2").reply("pong 2").expect("go").reply("move e2e5");
    let illegal = hears(illegal, "new|force|usermove e2e4|st 1|time 100|otim 100|ping 3").reply("pong 3").expect("go");
    let illegal = illegal.reply("Illegal move: e2e4").expect("quit");

    let once = hears(introduced("reuse=0"), "new|force|st 1|time 100|otim 100|ping 2").reply("pong 2").expect("go").reply("move e2e4");
    HashMap::from([
        ("game", game),
        ("nodes", nodes),
        ("old", old),
        ("options", options),
        ("late", late),
        ("deaf", deaf),
        ("analysis", analysis),
        ("gives_up", gives_up),
        ("illegal", illegal),
        ("once", once.expect("quit")),
        ("brief", Script::new().expect("xboard").complain("no licence").exit(7)),
        ("mute", hears(introduced("").then(Script::new()), "new|force|st 1|time 100|otim 100|ping 2").pause(60_000)),
    ])
});

/// Not a test: with a script in the environment this is the program that the tests talk to.
#[test]
fn program() {
    let Ok(name) = std::env::var(ROLE) else { return };
    let script = &SCRIPTS[name.as_str()];
    let played = script.play_with(std::io::stdin(), std::io::stdout(), std::io::stderr());
    if let Err(error) = &played {
        // What it did not expect is what the test wants to know.
        let _ = writeln!(std::io::stdout(), "move {}", error.to_string().replace(' ', "_"));
    }
    std::process::exit(played.unwrap_or(99));
}

fn scripted(name: &str) -> Program {
    let binary = std::env::current_exe().unwrap().to_string_lossy().into_owned();
    let arguments = [&format!("{ROLE}={name}"), &binary, "--exact", "program", "--nocapture", "--quiet"].map(String::from).to_vec();
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

/// The move as text, or the error.
fn asked(client: &mut XBoardClient, line: &Line, limits: &Limits) -> Result<String, EngineError> {
    let best = client.search(line, limits, &Signals::new(), &mut |_| {})?;
    Ok(format!("{:?}", best.best.unwrap()))
}

fn move_time(milliseconds: u64) -> Limits {
    Limits::move_time(Duration::from_millis(milliseconds))
}

fn clocks(white: i64, black: i64, moves_to_go: u32) -> Limits {
    Limits { clocks: Some(Clocks { time: [white, black], increment: [0, 0], moves_to_go: Some(moves_to_go) }), ..Limits::default() }
}

#[test]
fn a_game_is_played_move_by_move() {
    let mut client = start("game");
    assert_eq!(client.name(), "Scripted 3");
    let mut news: Vec<Info> = Vec::new();
    let limits = clocks(59_000, 60_000, 40);
    let best = client.search(&line("", "e2e4"), &limits, &Signals::new(), &mut |info| news.push(info)).unwrap();
    assert_eq!(format!("{:?}", best.best.unwrap()), "e7e5");
    assert_eq!((news[0].score, news[0].depth, news[0].pv.len()), (Some(Score::Cp(25)), Some(4), 2));
    assert_eq!(news[1].text.as_deref(), Some("joho"));
    assert!(client.thinking_time().is_some());
    assert_eq!(asked(&mut client, &line("", "e2e4 e7e5 g1f3"), &clocks(57_000, 58_000, 39)).as_deref(), Ok("b8c6"));
    let castled = line("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
    assert_eq!(asked(&mut client, &castled, &Limits { depth: Some(3), ..move_time(250) }).as_deref(), Ok("e8e7"));
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
    assert_eq!(asked(&mut client, &Line::default(), &Limits::nodes(9)), Err(EngineError::Unsupported("a limit of nodes")));
    let mate = Limits { mate: Some(3), ..Limits::default() };
    assert_eq!(asked(&mut client, &Line::default(), &mate), Err(EngineError::Unsupported("a search for mate")));
    let picky = Limits { search_moves: vec![reply], ..move_time(9) };
    assert_eq!(asked(&mut client, &Line::default(), &picky), Err(EngineError::Unsupported("a choice of moves")));
}

#[test]
fn programs_older_than_features_play() {
    let mut client = start("old");
    let mut depths = Vec::new();
    let black = line("4k3/8/8/8/8/8/P7/4K3 b - - 0 1", "");
    let best = client.search(&black, &move_time(1000), &Signals::new(), &mut |info| depths.push(info.depth));
    assert_eq!((best.map(|best| format!("{:?}", best.best.unwrap())).as_deref(), depths), (Ok("e8d7"), vec![Some(3)]));
}

#[test]
fn options_are_set_with_the_words_for_them() {
    let mut client = start("options");
    let names: Vec<&str> = client.options().iter().map(|option| option.name.as_str()).collect();
    assert_eq!(names, ["Hash", "Threads", "SyzygyPath", "Style", "Joy"]);
    for (name, value) in [("hash", "64"), ("Threads", "2"), ("SyzygyPath", "/my tables"), ("Style", "Calm"), ("Joy", "false")] {
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
fn who_gives_up_is_quoted() {
    let mut client = start("gives_up");
    for said in ["resign", "1/2-1/2 {Draw by repetition}"] {
        let error = asked(&mut client, &Line::default(), &move_time(1000)).unwrap_err();
        assert_eq!(error, EngineError::Nonsense { name: "Scripted 3".into(), said: said.into() });
    }
    assert_eq!(asked(&mut client, &Line::default(), &move_time(1000)).as_deref(), Ok("d2d4"));
}

#[test]
fn illegal_moves_of_either_side_are_an_error() {
    let mut client = start("illegal");
    let error = asked(&mut client, &Line::default(), &move_time(1000)).unwrap_err().to_string();
    assert!(error.starts_with("Scripted 3 said 'move e2e5 (not a legal move here) in rnbq"), "{error}");
    let error = asked(&mut client, &line("", "e2e4"), &move_time(1000)).unwrap_err().to_string();
    assert!(error.starts_with("Scripted 3 said 'Illegal move: e2e4 in rnbq"), "{error}");
}

#[test]
fn a_program_for_one_game_is_started_for_each() {
    let mut client = start("once");
    for _ in 0..2 {
        client.new_game();
        assert_eq!(asked(&mut client, &Line::default(), &move_time(1000)).as_deref(), Ok("e2e4"));
    }
    let Err(EngineError::Died { last_lines, .. }) = XBoardClient::start(&scripted("brief"), QUICK) else { panic!() };
    assert!(last_lines.contains(&"no licence".to_owned()), "{last_lines:?}");
}
