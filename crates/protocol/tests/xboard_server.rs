//! Transcripts of the XBoard server with a scripted engine: all commands, and input that breaks GUIs.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "gui/served.rs"]
mod gui;

use std::time::Duration;

use heirloom_chess::Line;
use heirloom_engine::{BestMove, Engine, EngineError, EngineOption, Info, Limits, Score};
use heirloom_protocol::{Extra, Handled, Protocol, Script};
use heirloom_testing::engine::alphabetically_first;
use heirloom_testing::{Scripted, Search};

/// Returns an engine that plays the alphabetically first move and expects the same reply. Its reports show
/// its limits. `Delay` is in milliseconds, to search under any limit but `infinite` and `ponder`.
fn puppet() -> Result<Box<dyn Engine>, EngineError> {
    let options = [
        EngineOption::spin("Hash", 16, 1, 64),
        EngineOption::spin("Threads", 1, 1, 4),
        EngineOption::text("SyzygyPath", ""),
        EngineOption::check("UCI_Chess960", false),
        EngineOption::check("Ponder", false),
        EngineOption::button("Clear Hash"),
        EngineOption::spin("Delay", 0, 0, 60_000),
        EngineOption::spin("Score", 0, -900, 900),
        EngineOption::combo("Manner", "plain", &["plain", "panic", "limits", "picky"]),
    ];
    let engine = Scripted::with(searched).named("Puppet 1").options(options);
    let engine = engine.on_option(|options, name, value| match (name, options.combo("Manner")) {
        ("Hash", "picky") => panic!("told {value:?}"),
        ("Hash" | "Threads" | "SyzygyPath", "limits") => {
            // A remark that a GUI sees.
            let name = format!("{name} {value:?}");
            Err(EngineError::OptionValue { name, value: "-".into(), expected: "-".into() })
        }
        _ => Ok(()),
    });
    let engine = engine.on_book_lines(|line| {
        if line.moves().is_empty() {
            vec!["a3  100 %".into(), "b3    0 %  passive".into()]
        } else {
            Vec::new()
        }
    });
    Ok(engine.boxed())
}

fn searched(search: &mut Search<'_>) -> Result<BestMove, EngineError> {
    let (options, limits) = (search.options, search.limits);
    let mut position = search.position().clone();
    let best = limits.search_moves.first().copied().unwrap_or_else(|| alphabetically_first(&position));
    position.play(best);
    let ponder = position.has_legal_move().then(|| alphabetically_first(&position));
    let info = Info {
        time: Some(Duration::from_millis(120)),
        nodes: Some(77),
        selective_depth: Some(4),
        ..Info::default()
    };
    let pv = std::iter::once(best).chain(ponder).collect();
    search.report(Info {
        depth: Some(limits.depth.unwrap_or(3)),
        score: Some(Score::Cp(i32::try_from(options.spin("Score")).unwrap())),
        nps: Some(640),
        pv,
        ..info.clone()
    });
    let text = Some(said(search.line, limits));
    search.report(Info { current_move: Some((best, 1)), text, ..info });
    search.wait(Duration::from_millis(options.spin("Delay").unsigned_abs()));
    assert!(options.combo("Manner") != "panic", "the puppet's string broke");
    Ok(BestMove { best: Some(best), ponder, ..BestMove::default() })
}

/// Formats the limits.
fn said(line: &Line, limits: &Limits) -> String {
    let clocks = limits.clocks.map(|clocks| {
        let (own, other) = (clocks.time_of(line.position().turn()), clocks.time_of(!line.position().turn()));
        format!("{own} {other} {} {:?}", clocks.increment[0], clocks.moves_to_go)
    });
    let wanted = limits.search_moves.len();
    let (depth, nodes, time) = (
        limits.depth.unwrap_or(0),
        limits.nodes.unwrap_or(0),
        limits.move_time.unwrap_or_default().as_millis(),
    );
    let kind = if limits.infinite {
        "infinite"
    } else if limits.ponder {
        "ponder"
    } else {
        "plain"
    };
    format!(
        "{kind} clocks {} depth {depth} nodes {nodes} time {time} wanted {wanted}",
        clocks.unwrap_or_default()
    )
}

fn extras(line: &str, extra: &mut Extra<'_>) -> Handled {
    if line != "d" {
        return Handled::Unknown;
    }
    let _ = writeln!(extra.output, "board {}", extra.line.position().fen());
    Handled::Done
}

#[track_caller]
fn check(script: Script) {
    gui::check(Protocol::XBoard, puppet, extras, &script);
}

/// A GUI that sends these lines, separated by `|`.
fn says(lines: &str) -> Script {
    lines.split('|').fold(Script::new(), |script, line| script.reply(line))
}

#[test]
fn introduction() {
    let script = Script::new().expect_nothing(50).reply("xboard").expect_nothing(50).reply("protover 2");
    let script = script.expect(
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 \
         analyze=1 colors=0 ics=1 name=1 \
         pause=1 nps=1 debug=1 exclude=1 setscore=0 highlight=0 myname=\"Puppet 1\" \
         variants=\"normal,fischerandom\" memory=1 smp=1 \
         egt=\"syzygy\"",
    );
    let script = script
        .expect("feature option=\"Hash -spin 16 1 64\"")
        .expect("feature option=\"Threads -spin 1 1 4\"");
    let script =
        script.expect("feature option=\"SyzygyPath -path \"").expect("feature option=\"Clear Hash -button\"");
    let script = script
        .expect("feature option=\"Delay -spin 0 0 60000\"")
        .expect("feature option=\"Score -spin 0 -900 900\"");
    let script = script.expect("feature option=\"Manner -combo *plain /// panic /// limits /// picky\"");
    let script = script.expect("feature option=\"Debug Log File -file \"").expect("feature done=1");
    check(script.then(says("accepted ping|rejected san|accepted done")).expect_nothing(30));
    // Version 1 has no features.
    check(says("xboard|protover 1|new|ping 1").expect("pong 1").reply("quit"));
}

#[test]
fn a_game_is_played() {
    let script =
        says("xboard|new|usermove e2e4").expect("move a7a5").reply("usermove g1f3").expect("move a5a4");
    // Moves may also come without `usermove`, and in SAN.
    let script = script
        .reply("b1c3")
        .expect("move a4a3")
        .reply("Bb5")
        .expect("move a3b2")
        .reply("O-O")
        .expect("move a8a2");
    check(script.reply("ping 5").expect("pong 5").expect_nothing(30).reply("quit"));
}

#[test]
fn force_go_and_playother() {
    let script =
        says("new|force|usermove e2e4|usermove e7e5").expect_nothing(40).reply("go").expect("move a2a3");
    let script = script
        .then(says("force|usermove a7a6|playother"))
        .expect_nothing(40)
        .reply("usermove a3a4")
        .expect("move a6a5");
    check(script);
    // The old commands: the side to move, then `go`.
    check(says("new|force|white|time 100|otim 100|go").expect("move a2a3"));
    check(says("new|white|usermove e2e4").expect("move a7a5"));
    check(says("new|force|e2e4|black|e7e5").expect("move a2a3").reply("d").expect("board * b *"));
    // `go` changes nothing if the engine is already searching.
    check(says("option Delay=100|new|go|go|go").expect("move a2a3").expect_nothing(150));
}

#[test]
fn illegal_moves_are_rejected() {
    let script =
        says("new|usermove e2e5").expect("Illegal move (not a legal move here): e2e5").reply("usermove");
    let script = script
        .expect("Illegal move (*):")
        .reply("usermove e7e5")
        .expect("Illegal move (no White piece on e7): e7e5");
    let script = script
        .reply("Nd4")
        .expect("Illegal move (Nd4 is not a legal move for White): Nd4")
        .reply("option Delay=60000");
    let script = script
        .reply("usermove e2e4")
        .reply("usermove d2d4")
        .expect("Illegal move (it is not your turn): d2d4");
    check(script.reply("?").expect("move a7a5"));
}

#[test]
fn illegal_positions_are_rejected() {
    let script = says("new|force|setboard 8/8/8/8/8/8/8/8 w - - 0 1")
        .expect("tellusererror Illegal position")
        .reply("usermove e2e4");
    let script = script
        .expect("Illegal move (the position is illegal): e2e4")
        .reply("go")
        .expect("tellusererror Illegal position");
    let script = script
        .reply("setboard 4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
        .reply("usermove a7a8q")
        .reply("go")
        .expect("move e8d7");
    let script = script.then(says("force|setboard nonsense")).expect("tellusererror Illegal position");
    let script = script
        .then(says("new|edit|#|Ke1|."))
        .expect("tellusererror Illegal position")
        .then(says("new|usermove e2e4"));
    check(script.expect("move a7a5"));
}

#[test]
fn a_board_is_edited() {
    let script = says("new|force|a2a3|edit|#|Ke1|Ra1|c|Ke8|joho")
        .expect("Error (unknown command): joho")
        .then(says("Pa7|.|d"));
    let script = script.expect("board 4k3/p7/8/8/8/8/8/R3K3 b Q - 0 1").reply("go").expect("move a7a5");
    check(script);
}

#[test]
fn clocks_become_limits() {
    let all = "accepted debug|new|level 40 5 0|time 12345|otim 5000|usermove e2e4";
    let script = says(all)
        .expect("# plain clocks 123450 50000 0 Some(40) depth 0 nodes 0 time 0 wanted 0")
        .expect("move a7a5");
    let script = script.then(says("level 0 0:30 0.5|sd 7|time 100|usermove d2d4"));
    let script = script
        .expect("# plain clocks 1000 30000 500 None depth 7 *")
        .expect("move a5a4")
        .then(says("st 2.5|usermove d4d5"));
    let script = script
        .expect("# plain clocks  depth 7 nodes 0 time 2500 *")
        .expect("move a4a3")
        .then(says("st 1|nps 5000|usermove d5d6"));
    let script = script
        .expect("# plain clocks  depth 7 nodes 5000 time 0 *")
        .expect("move a3b2")
        .then(says("new|usermove e2e4"));
    let script = script.expect("# plain clocks  depth 0 nodes 0 time 1000 *").expect("move a7a5");
    let script = script.reply("level joho").expect("Error (expected moves, minutes*): level joho");
    check(script.reply("sd").expect("Error (expected plies*): sd"));
}

#[test]
fn thinking_is_sent_where_it_is_requested() {
    let script = says("new|post|usermove e2e4").expect("3 0 12 77 4 640 0\ta5 a3").expect("move a7a5");
    let script = script
        .then(says("nopost|usermove d2d4"))
        .expect("move a5a4")
        .then(says("post|sd 9|option Score=-31|usermove d4d5"));
    check(script.expect("9 -31 12 77 4 640 0\ta3 Nxa3").expect("move a4a3"));
}

#[test]
fn a_move_is_asked_for_at_once() {
    let script = says("option Delay=60000|new|?|usermove e2e4")
        .expect_nothing(50)
        .reply("?")
        .expect("move a7a5")
        .reply("?");
    check(script.expect_nothing(30));
}

#[test]
fn a_ping_waits_for_the_move() {
    let script = says("option Delay=80|new|usermove e2e4|ping 1").expect("move a7a5").expect("pong 1");
    let script = script
        .then(says("option Delay=60000|usermove d2d4|ping 2"))
        .expect_nothing(50)
        .reply("?")
        .expect("move a5a4");
    let script =
        script.expect("pong 2").then(says("usermove d4d5|force|result 1-0 {time}|ping 3")).expect("pong 3");
    // Analysis answers at once.
    check(script.then(says("analyze|ping 4")).expect_later("pong 4"));
    check(says("ping 9|quit").expect("pong 9"));
}

#[test]
fn draws_are_accepted_when_they_help() {
    let script = says("new|draw|option Score=-60|usermove e2e4")
        .expect("move a7a5")
        .reply("draw")
        .expect("offer draw");
    let script = script
        .then(says("option Score=-40|usermove d2d4"))
        .expect("move a5a4")
        .reply("draw")
        .expect_nothing(30);
    check(script);
    // Late in the game an equal score is enough.
    let moves = "|usermove g1f3|usermove g8f6|usermove f3g1|usermove f6g8".repeat(15);
    check(says(&format!("new|force{moves}|go")).expect("move a2a3").reply("draw").expect("offer draw"));
}

#[test]
fn ends_of_games_are_claimed() {
    // The user mates.
    check(says("new|force|f2f3|e7e5|g2g4|playother|d8h4").expect("0-1 {Black mates}").expect_nothing(30));
    // The engine mates, and stalemates.
    let script = says("new|force|setboard 7k/8/6K1/8/8/8/8/R7 w - - 0 1|exclude all|include a1a8|go")
        .expect("move a1a8");
    let script = script
        .expect("1-0 {White mates}")
        .then(says("force|setboard 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1|exclude all|include f1f7|go"));
    let script = script.expect("move f1f7").expect("1/2-1/2 {Stalemate}");
    // If there is no legal move, only the result is sent.
    check(script.reply("go").expect("1/2-1/2 {Stalemate}"));
}

#[test]
fn draws_are_claimed() {
    let shuffle = "g1f3|g8f6|f3g1|f6g8|g1f3|g8f6|f3g1";
    let script = says(&format!("new|force|{shuffle}|exclude all|include f6g8|go"));
    check(script.expect("offer draw").expect("move f6g8").expect("1/2-1/2 {Draw by repetition}"));
    check(says(&format!("new|force|{shuffle}|playother|f6g8")).expect("1/2-1/2 {Draw by repetition}"));
    let script = says("new|force|setboard 7k/8/6K1/8/8/8/8/R7 w - - 99 80|exclude all|include a1a7|go")
        .expect("offer draw");
    check(script.expect("move a1a7").expect("1/2-1/2 {Draw by fifty-move rule}"));
    let script = says("new|force|setboard 7k/8/8/8/8/8/r7/1K6 w - - 0 80|exclude all|include b1a2|go")
        .expect("move b1a2");
    check(script.expect("1/2-1/2 {Draw by insufficient mating material}"));
}

#[test]
fn moves_are_taken_back() {
    let script = says("new|undo")
        .expect("Error (no move to take back): undo")
        .reply("usermove e2e4")
        .expect("move a7a5");
    let script =
        script.then(says("remove|usermove d2d4")).expect("move a7a5").then(says("force|undo|undo|d"));
    let script = script
        .expect("board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        .then(says("e2e4|e7e5|undo|go"));
    check(script.expect("move a7a5"));
    // Both moves or neither.
    let script = says("new|force|e2e4|remove")
        .expect("Error (no move to take back): remove")
        .reply("d")
        .expect("board * b KQkq - 0 1");
    check(script.then(says("e7e5|remove|d")).expect("board *PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    // Also during a search.
    check(
        says("option Delay=60000|new|usermove e2e4|force|undo|d")
            .expect("board *PPPPPPPP/RNBQKBNR w *")
            .expect_nothing(30),
    );
}

#[test]
fn the_opponents_time_is_used() {
    let script = says("accepted debug|new|hard|post|level 0 1 0|time 5000|usermove e2e4")
        .expect("3 *\ta5 a3")
        .expect("# plain clocks 50000*");
    // The expected move comes first in the line.
    let script = script.expect("move a7a5").expect("# ponder clocks *").reply("ping 1");
    // Lines before `pong` would be attributed to the previous move.
    let script =
        script.expect("pong 1").expect("3 0 12 77 4 640 0\ta3 a4 Ra2").reply("hint").expect("Hint: a2a3");
    let script = script
        .then(says("time 4995|otim 5000|usermove a2a3"))
        .expect("3 *\ta4 Ra2")
        .expect("move a5a4")
        .expect("# ponder*");
    // Another move than the expected one, and a clock that is much shorter than assumed.
    let script = script
        .then(says("time 4900|usermove h2h3"))
        .expect("3 *")
        .expect("# plain clocks 49000 *")
        .expect("move a8a5");
    let script = script
        .expect("# ponder*")
        .then(says("time 900|usermove b1c3"))
        .expect("3 *")
        .expect("# plain clocks 9000 *");
    let script =
        script.expect("move a5a6").expect("# ponder*").then(says("easy|usermove g1f3")).expect("3 *");
    check(script.expect("# plain*").expect("move *").expect_nothing(50));
}

#[test]
fn an_analysis_follows_the_board() {
    let script = says("accepted debug|new|post|analyze")
        .expect("3 0 12 77 4 640 0\ta3 a5")
        .expect("# infinite *")
        .expect_nothing(30);
    let script = script.reply(".").expect("stat01: * 77 3 19 20 a2a3").reply("hint").expect("Hint: a2a3");
    let script = script
        .reply("usermove e2e4")
        .expect("3 *\ta5 a3")
        .expect("#*")
        .reply("undo")
        .expect("3 *\ta3 a5")
        .expect("#*");
    let script = script
        .reply("exclude a2a3")
        .expect("3 *")
        .expect("# infinite * wanted 19")
        .reply("exclude all")
        .expect_nothing(30);
    let script = script
        .reply("include e2e4")
        .expect("3 *\te4 a5")
        .expect("#* wanted 1")
        .reply("include all")
        .expect("3 *\ta3 a5")
        .expect("#*");
    let script = script
        .reply("setboard 4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
        .expect("3 *\ta8=B*")
        .expect("#*")
        .reply("new");
    let script = script
        .expect("3 *\ta3 a5")
        .expect("#*")
        .then(says("exit|.|usermove e2e4"))
        .expect_nothing(40)
        .reply("go")
        .expect("3*");
    check(script.expect("#*").expect("move a7a5"));
}

#[test]
fn an_analysis_without_moves_is_silent() {
    let script = says("new|setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1|analyze")
        .expect_nothing(40)
        .reply("ping 1")
        .expect("pong 1");
    check(script.then(says("exclude joho")).expect("Illegal move (*): joho"));
}

#[test]
fn options_are_set() {
    let script = says("option delay=60001")
        .expect("Error (option 'Delay' cannot be '60001'; expected*): option delay=60001");
    let script = script
        .reply("option Dealy=1")
        .expect("Error (no option 'Dealy'; did you mean 'Delay'?): option Dealy=1");
    let script =
        script.then(says("option Clear Hash|option UCI_Chess960=1|option Manner=limits|memory 1000|ping 1"));
    let script = script.expect("tellusererror option 'Hash Spin(64)'*").expect("pong 1").reply("cores 2");
    let script = script
        .expect("tellusererror option 'Threads Spin(2)'*")
        .then(says("egtpath syzygy /no such tables|egtpath syzygy /"));
    let script = script.expect("tellusererror option 'SyzygyPath Text(\"/\")'*").reply("egtpath nalimov /x");
    check(script.expect("Error (unsupported kind of tables): egtpath nalimov"));
    // During an analysis they restart the search.
    let script = says("post|analyze")
        .expect("3 0 *")
        .reply("option Score=5")
        .expect("3 5 *")
        .reply("memory 8")
        .expect("3 5 *");
    check(script.expect_nothing(30));
}

#[test]
fn both_directions_are_logged_where_asked() {
    let path = std::env::temp_dir().join(format!("heirloom-xboard-log-{}.txt", std::process::id()));
    let name = path.to_str().unwrap();
    let script = says(&format!("xboard|protover 1|option Debug Log File={name}|ping 7")).expect("pong 7");
    check(script.then(says("option debug log file=|ping 8")).expect("pong 8"));
    let text = std::fs::read_to_string(&path).unwrap();
    let logged: Vec<&str> = text.lines().map(|line| line.split_once(' ').unwrap().1).collect();
    assert_eq!(logged[1..], [">> ping 7", "<< pong 7", ">> option debug log file="]);
    assert!(logged[0].starts_with(">> log of"), "{text}");
    std::fs::remove_file(path).unwrap();
    let refused = says("option Debug Log File=/no/such/folder/log.txt");
    let refused =
        refused.expect("tellusererror cannot write the log /no/such/folder/log.txt: *; nothing is logged");
    check(refused.then(says("ping 9")).expect("pong 9").expect_nothing(30));
}

#[test]
fn castling_is_written_as_the_variant_has_it() {
    let castle = "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1|exclude all|include O-O|go";
    check(says(&format!("new|force|{castle}")).expect("move e1g1"));
    check(says(&format!("new|variant fischerandom|force|{castle}")).expect("move O-O"));
    let other = "setboard r1k5/8/8/8/8/8/8/1K5R b a - 0 1|O-O-O|d";
    check(
        says(&format!("new|variant fischerandom|force|{other}"))
            .expect("board 2kr4/8/8/8/8/8/8/1K5R w - - 1 2"),
    );
    check(says("new|variant atomic").expect("Error (unsupported variant): atomic"));
}

#[test]
fn a_pause_stops_the_clock() {
    let script = says("accepted debug|option Delay=60000|new|level 0 1 0|time 5000|usermove e2e4")
        .expect("# plain clocks 50000 *");
    let script = script
        .pause(60)
        .reply("pause")
        .expect_nothing(60)
        .reply("resume")
        .expect("# plain clocks 49*")
        .reply("?");
    check(script.expect("move a7a5").then(says("pause|resume")).expect_nothing(30));
}

#[test]
fn a_result_ends_the_thinking() {
    let script = says("option Delay=60000|new|usermove e2e4|result 1-0 {flag}|ping 1")
        .expect("pong 1")
        .expect_nothing(30);
    // The engine plays neither side afterwards; a new game begins as the first one did.
    let script = script
        .then(says("usermove a7a6|d"))
        .expect("board * w KQkq - 0 2")
        .then(says("option Delay=0|new|usermove d2d4"));
    let script = script
        .expect("move a7a5")
        .then(says("option Delay=60000|usermove d4d5|new|option Delay=0|usermove h2h4"));
    let script = script.expect("move a7a5").expect_nothing(30);
    // Results also arrive while other players' games are analyzed.
    check(script.then(says("post|analyze")).expect("3 *").then(says("result 1-0 {time}|undo")).expect("3 *"));
}

#[test]
fn a_clock_may_be_set_before_each_move() {
    // As lichess-bot does; the later `time` counts.
    let script = says("accepted debug|new|level 0 5 3|time 30000|otim 29000|usermove e2e4");
    let script = script.expect("# plain clocks 300000 290000 3000 None *").expect("move a7a5");
    let script = script.then(says("level 0 4:50 3|time 28050|otim 28800|usermove d2d4"));
    let script = script.expect("# plain clocks 280500 288000 3000 None *").expect("move a5a4");
    // Clocks that have run out, and no clock.
    let script = script
        .then(says("time -20|otim 0|usermove d4d5"))
        .expect("# plain clocks -200 0 *")
        .expect("move a4a3");
    let script = script
        .then(says("st 0|usermove d5d6"))
        .expect("# plain clocks  depth 0 nodes 0 time 0 *")
        .expect("move a3b2");
    let script = script
        .then(says("new|level 0 0 0|sd 0|nps 0|usermove e2e4"))
        .expect("# plain clocks 0 0 0 None depth 0 nodes 0 *");
    let script = script
        .expect("move a7a5")
        .then(says("new|st 99999999999|time 1e300|level 999999999999 9e99:9e99 9e99|sd 99999999999"));
    check(script.reply("usermove e2e4").expect("# plain clocks *").expect("move a7a5"));
}

#[test]
fn promotions_are_written_in_many_ways() {
    for mv in ["a7a8q", "a7a8Q", "a7a8=q", "a7a8=Q", "a8=Q", "a8Q"] {
        check(
            says(&format!("new|force|setboard 7k/P7/8/8/8/8/8/4K3 w - - 0 1|usermove {mv}|d"))
                .expect("board Q6k/8/8/8/8/8/8/4K3 b - - 0 1"),
        );
    }
}

#[test]
fn nothing_disturbs_a_search_for_a_move() {
    let script = says(
        "option Manner=limits|option Delay=400|new|usermove e2e4|memory 32|cores 3|hint|draw|exit|include \
         all",
    );
    let script = script
        .expect("move a7a5")
        .expect("tellusererror option 'Hash Spin(32)'*")
        .expect("tellusererror option 'Threads Spin(3)'*");
    // The progress is still reported.
    let script = script
        .then(says("post|option Delay=60000|usermove d2d4"))
        .expect("3 *")
        .reply(".")
        .expect("stat01: * 77 3 *")
        .reply("?");
    check(script.expect("move a5a4"));
}

#[test]
fn pondering_makes_no_move() {
    let ponders = || {
        says("accepted debug|new|hard|usermove e2e4")
            .expect("# plain*")
            .expect("move a7a5")
            .expect("# ponder*")
    };
    // `?` has no effect, and pondering ends in force mode and survives a pause.
    check(
        ponders()
            .reply("?")
            .expect_nothing(30)
            .then(says("force|usermove a2a3|usermove a5a4"))
            .expect_nothing(30),
    );
    let script = ponders()
        .reply("pause")
        .expect_nothing(30)
        .reply("resume")
        .expect("# ponder*")
        .reply("usermove a2a3");
    check(script.expect("move a5a4").expect("# ponder*"));
    let script = ponders()
        .reply("remove")
        .expect_nothing(30)
        .reply("usermove d2d4")
        .expect("# plain*")
        .expect("move a7a5");
    check(script.expect("# ponder*").then(says("new|usermove g1f3")).expect("# plain*").expect("move a7a5"));
    // The other side can be played during pondering.
    check(ponders().reply("go").expect("# plain*").expect("move a2a3"));
}

#[test]
fn commands_count_only_where_they_apply() {
    // `exit` ends an analysis, but not a game.
    let script = says("new|exit|usermove e2e4")
        .expect("move a7a5")
        .reply("analyze")
        .expect("3 *")
        .then(says("exit|usermove d2d4"))
        .expect_nothing(40);
    // If nothing is known there is no hint and no status.
    let script = script
        .then(says("new|hint|.|?|resume|easy|nopost|include e2e4"))
        .expect_nothing(40)
        .reply("ping x y")
        .expect("pong x y");
    // An illegal position is not analyzed.
    let script = script
        .then(says("setboard 8/8/8/8/8/8/8/8 w - - 0 1"))
        .expect("tellusererror Illegal position")
        .reply("analyze");
    let script = script
        .expect_nothing(40)
        .reply("undo")
        .expect("Error (no move to take back): undo")
        .reply("new")
        .expect("3 *");
    // The engine plays the side not to move.
    let script = script
        .then(says("exit|option Delay=60000|new|usermove e2e4|playother"))
        .expect_nothing(40)
        .reply("option Delay=0");
    check(script.reply("usermove a7a6\r").expect("move a2a3"));
    check(says("new|edit|#|quit"));
}

#[test]
fn the_book_is_shown() {
    let shown = |script: Script| script.expect(" a3  100 %").expect(" b3    0 %  passive").expect("");
    check(shown(says("xboard|protover 2|new|bk").expect_later("feature done=1")));
    // An analysis is interrupted and continues; a move comes first.
    let analysed = says("xboard|new|option Delay=60000|analyze")
        .expect_later("3 *")
        .reply("bk")
        .expect_later(" a3  100 %");
    check(analysed.expect("*passive").expect("").expect_later("3 *").reply("exit"));
    let moving = says("xboard|new|option Delay=60|usermove e2e4|bk")
        .expect("move a7a5")
        .expect(" no book moves*")
        .expect("");
    check(moving.reply("bk").reply("quit").expect(" no book moves*").expect(""));
}

#[test]
fn unused_commands_are_skipped() {
    let script = says(
        "random|computer|name Joho|rating 2600 1500|ics -|result *|setscore 3 4|lift e2|put e4|hover e4|# \
         remark||accepted x",
    );
    let script = script.expect_nothing(40).reply("joho").expect("Error (unknown command): joho");
    let script = script
        .reply("d")
        .expect("board *")
        .reply(&"y".repeat(2_000_000))
        .expect("Error (too long)*")
        .reply("ping 1");
    check(script.expect("pong 1"));
}

#[test]
fn a_fault_costs_the_engine_not_the_game() {
    let script =
        says("accepted debug|option Manner=panic|option Score=9|new|usermove e2e4").expect("# plain*");
    let script = script
        .expect("tellusererror the engine failed: the puppet's string broke")
        .expect("# the engine was restarted");
    let script = script
        .expect("move a7a5")
        .then(says("option Manner=plain|post|usermove d2d4"))
        .expect("3 9 *")
        .expect("#*");
    check(script.expect("move a5a4"));
}

#[test]
fn the_other_protocol_is_a_word_away() {
    let script =
        says("xboard|new|uci").expect("id name Puppet 1").expect_later("uciok").reply("xboard").reply("new");
    let script = script
        .reply("usermove e2e4")
        .expect("move a7a5")
        .reply("uci")
        .expect("Error (a game is running): uci");
    check(script.reply("quit"));
}

#[test]
fn the_end_of_the_input_ends_everything() {
    check(says("option Delay=60000|new|usermove e2e4"));
    check(says("option Delay=60000|new|usermove e2e4|quit"));
    check(says("analyze"));
    check(Script::new());
    // Pending answers are still sent, and the last line needs no line ending.
    let said = gui::piped(
        Protocol::XBoard,
        puppet,
        extras,
        "option Delay=60000\nnew\nusermove e2e4\nping 1\nping 2",
    );
    assert_eq!(said, "pong 1\npong 2\n");
}
