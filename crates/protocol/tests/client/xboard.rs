//! The client for XBoard: modern, old and slow programs, and some that resign.

use std::time::Duration;

use heirloom_chess::Line;
use heirloom_chess::game::GameResult;
use heirloom_chess::notation::uci;
use heirloom_engine::{
    Clocks, Engine, EngineError, Info, Limits, Origin, Score, Session, Signals, Transcript,
};
use heirloom_protocol::XBoardClient;

use super::{QUICK, asked, last_lines, line, move_time, scripted};

/// Starts a modern program with these features, which introduces itself and then plays a transcript.
fn start(features: &str, transcript: &str) -> XBoardClient {
    start_other(&format!(
        "> xboard|protover 2
         < feature ping=1 setboard=1 usermove=1 colors=0 myname=\"Scripted 3\" {features} done=1
         > ... post|easy|ping 1 < pong 1
         {transcript}"
    ))
}

/// Starts a program that plays a transcript from its first line.
fn start_other(transcript: &str) -> XBoardClient {
    XBoardClient::start(&scripted(transcript), QUICK, Transcript::new()).unwrap()
}

/// A transcript of an analysis.
const ANALYSIS: &str = "> new|force|ping 2 < pong 2
                        > analyze < 1 3 0 20 e4 e5|2 -7 1 40 d4 d5
                        > exit|ping 3 < pong 3 > quit";

fn clocks(white: i64, black: i64, moves_to_go: u32) -> Limits {
    Limits {
        clocks: Some(Clocks { time: [white, black], increment: [0, 0], moves_to_go: Some(moves_to_go) }),
        ..Limits::default()
    }
}

#[test]
fn a_game_is_played_move_by_move() {
    let mut client = start(
        "nps=1 exclude=1",
        "> new|force|usermove e2e4|level 40 1 0|time 6000|otim 5900|ping 2 < pong 2
         > go < 4 25 12 3000 9 250 1\te5 Nf3|tellinfo joho|move e7e5
         > force|usermove g1f3|time 5800|otim 5700|ping 3 < 0-1 {too late}|pong 3
         > go < move Nc6
         // Another line is set up completely.
         > new|force|setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1|usermove e1g1|st 0.25|sd 3|time 25|otim 25
         > ping 4 < pong 4
         > go < move e8e7 > quit",
    );
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
    let mut client = start(
        "nps=1 exclude=1 variants=\"normal,fischerandom\"",
        "> new|variant fischerandom|force|setboard 1k6/8/8/8/8/8/8/1KR5 w K - 0 1|usermove O-O|st 1|nps 5000
         > time 100|otim 100|ping 2 < pong 2
         > ... go < move b8b7 > quit",
    );
    client.set_option("UCI_Chess960", "true").unwrap();
    let shuffled = line("1k6/8/8/8/8/8/8/1KR5 w C - 0 1", "b1c1");
    let reply = uci::parse(shuffled.position(), "b8b7").unwrap();
    let limits = Limits { search_moves: vec![reply], ..Limits::nodes(5000) };
    assert_eq!(asked(&mut client, &shuffled, &limits).as_deref(), Ok("b8b7"));
    drop(client);
    let mut client = start("", ANALYSIS);
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
    let mut client = start_other(
        "// Two seconds of silence, the old commands, and complaints about unknown ones.
         > xboard|protover 2|(pause 2300)|post < Illegal move: post
         > hard|easy|new|force|a2a3|edit|#|Pa2|Ke1|c|Ke8|.|st 1|white|time 100|otim 100|black|go
         < Illegal move (no matching move)white| 3.  17 0 55 e8e7|My move is: Kd7|5. ... Kd7
         > force|e1e2|white|time 100|otim 100|black|go < Black mates|illegal move > quit",
    );
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
    let mut client = start_other(
        "> xboard|protover 2 < (pause 2300)|feature ping=1 usermove=1 colors=0 myname=\"Slow 1\" done=1
         > post|hard|easy|accepted ping|accepted usermove|accepted colors|accepted myname|accepted done
         > new|force|usermove e2e4|st 1|time 100|otim 100|ping 1 < pong 1
         > go < move e7e5 > quit",
    );
    std::thread::sleep(Duration::from_millis(1_500));
    assert_eq!(asked(&mut client, &line("", "e2e4"), &move_time(1000)).as_deref(), Ok("e7e5"));
    assert_eq!(client.name(), "Slow 1");
}

#[test]
fn options_are_set_with_protocol_commands() {
    let mut client = start_other(
        "> xboard|protover 2 < feature done=0
         > accepted done < (pause 50)|feature memory=1 smp=1 egt=\"nalimov,syzygy\" san=1 joho=1
         > accepted memory|accepted smp|accepted egt|rejected san|rejected joho
         < feature option=\"Style -combo calm /// *wild\" option=\"Joy -check 1\" option=\"X -knob\" done=1
         > accepted option|accepted option|rejected option|accepted done|post|easy
         > memory 64|cores 2|egtpath syzygy /my tables|option Style=calm|option Joy=0|quit",
    );
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
    let go = "> new|force|st 0.05|time 5|otim 5|ping 2 < pong 2 > go|?";
    let mut late = start("", &format!("{go} < move e2e4 > quit"));
    assert_eq!(asked(&mut late, &Line::default(), &move_time(50)).as_deref(), Ok("e2e4"));
    let hangs = |expected| Err(EngineError::Hangs { name: "Scripted 3".into(), expected });
    let mut deaf = start("", &format!("{go} < (pause 60000)"));
    assert_eq!(asked(&mut deaf, &Line::default(), &move_time(50)), hangs("move"));
    assert_eq!(asked(&mut deaf, &Line::default(), &move_time(50)), hangs("move"));
    let mut mute = start("", "> new|force|st 1|time 100|otim 100|ping 2 < (pause 60000)");
    assert_eq!(asked(&mut mute, &Line::default(), &move_time(1000)), hangs("pong"));
}

#[test]
fn an_analysis_ends_with_its_best_move() {
    let mut session = Session::start(Box::new(start("", ANALYSIS))).unwrap();
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
    let mut client = start(
        "",
        "> new|force|st 1|time 100|otim 100|ping 2 < pong 2 > go < resign
         > new|force|st 1|time 100|otim 100|ping 3 < pong 3 > go < 1/2-1/2 {Draw by repetition}
         // A claim followed by a move does not end the game.
         < (pause 1300)
         > new|force|st 1|time 100|otim 100|ping 4 < pong 4 > go < 1-0 {White mates}|move d2d4
         // A program that resigns after its opponent's move sends that before `go`.
         > force|usermove d7d5|time 100|otim 100|ping 5 < tellics resign|pong 5 > go|quit",
    );
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
    let mut client = start(
        "",
        "> new|force|st 1|time 100|otim 100|ping 2 < pong 2
         > go < offer draw|tellall I could hold this for ever|move e2e4
         > force|usermove e7e5|time 100|otim 100|ping 3 < pong 3 > go|draw < move g1f3|offer draw
         > force|usermove g8f6|time 100|otim 100|ping 4 < pong 4 > go < move f3g1
         > force|usermove f6g8|time 100|otim 100|ping 5 < pong 5
         > go < 1/2-1/2 {Draw by repetition}|move g1f3
         > force|usermove g8f6|time 100|otim 100|ping 6 < pong 6 > go < move f3g1
         > force|result 1/2-1/2 {draw by agreement}|quit",
    );
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
    let mut client = start(
        "draw=0",
        "> hard|new|force|level 0 1 0|time 6000|otim 6000|ping 2 < pong 2
         > go < 4 10 1 100\te4 e5 Nf3|move e2e4|4 10 1 100\te5 Nf3 > (quiet 100)
         // The expected move, and another one.
         > time 5900|otim 6000|usermove e7e5 < 5 10 1 100\tNf3 Nc6|move g1f3
         > force|force|usermove g8f6|time 5800|otim 5900|ping 3 < pong 3 > go < move d2d4
         // After `force` it needs a `go`.
         > force|result * {abandoned}|force|usermove e5d4|time 5700|otim 5700|ping 4 < pong 4
         > go < move e4e5 > easy|quit",
    );
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
    let mut client = start(
        "",
        "> new|force|st 1|time 100|otim 100|ping 2 < pong 2 > go < move e2e5
         > new|force|usermove e2e4|st 1|time 100|otim 100|ping 3 < pong 3 > go < Illegal move: e2e4 > quit",
    );
    let error = asked(&mut client, &Line::default(), &move_time(1000)).unwrap_err().to_string();
    assert!(error.starts_with("Scripted 3 sent 'move e2e5 (not a legal move here) in rnbq"), "{error}");
    let error = asked(&mut client, &line("", "e2e4"), &move_time(1000)).unwrap_err().to_string();
    assert!(error.starts_with("Scripted 3 sent 'Illegal move: e2e4 in rnbq"), "{error}");
}

#[test]
fn a_program_for_one_game_is_started_for_each() {
    let mut client =
        start("reuse=0", "> new|force|st 1|time 100|otim 100|ping 2 < pong 2 > go < move e2e4 > quit");
    for _ in 0..2 {
        client.new_game();
        assert_eq!(asked(&mut client, &Line::default(), &move_time(1000)).as_deref(), Ok("e2e4"));
    }
    let brief = scripted("> xboard < (complain no licence)|(exit 7)");
    let lines = last_lines(XBoardClient::start(&brief, QUICK, Transcript::new()));
    assert!(lines.contains(&"no licence".to_owned()), "{lines:?}");
}
