//! Tests of `heirloom review`: pipes, outputs, figures, damaged games, journals, Ctrl-C.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::io::Read;
use std::time::{Duration, Instant};

use heirloom_chess::game::Nag;
use heirloom_chess::notation::pgn;

/// A game that ends with a famous blunder, and another one.
const GAMES: &str = "[White \"Scholar\"]\n[Black \"Victim\"]\n[Result \"1-0\"]\n
1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 {[%clk 0:00:09]} 4. Qxf7# 1-0\n
[White \"Scholar\"]\n[Black \"Master\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n";

fn folder() -> Folder {
    Folder::with("a.pgn", GAMES)
}

#[test]
fn games_go_in_and_come_out_annotated() {
    let line = "review --nodes 3000 --concurrency 2 --origins --figures";
    let run = talk(&format!("{line} --summary"), GAMES).succeeds().complains(&["Victim "]);
    assert!(run.err.starts_with("player "), "{run:?}");
    let text = run.out;
    let games: Vec<_> = pgn::Reader::new(text.as_bytes()).games().map(|game| game.expect("a game")).collect();
    assert_eq!(games.len(), 2, "{text}");
    let nodes: Vec<_> = games[0].main_line().collect();
    assert_eq!(games[0].nags(nodes[5]), [Nag(4)], "{text}");
    let comments = games[0].comments(nodes[5]).join(" ");
    assert!(comments.starts_with("[%eval #1"), "{comments}");
    has(&comments, &["[%origin player]", "[%clk 0:00:09]", " P M1/ "]);
    has(&comments, &["Blunder. It allows mate in 1 (4. Qxf7#). ", " was best."]);
    has(&games[0].comments(nodes[6]).join(" "), &["[%origin"]);
    assert_eq!(games[0].children(nodes[4]).count(), 2, "the better line is a variation: {text}");
    let tags = games[1].tags();
    assert!(tags.get("Opening").is_some_and(|name| name.starts_with("Ruy Lopez")), "{text}");
    assert_eq!(tags.get("Annotator"), Some("heirloom, nodes=3000"));
    // The output can be reviewed again.
    assert_eq!(talk(line, &text).out, text);
}

#[test]
fn evaluations_of_the_file_give_the_published_figures() {
    let data: Value = serde_json::from_str(include_str!("../../app/tests/data/reviews.json")).expect("data");
    for expected in data["games"].as_array().expect("games") {
        let moves = expected["moves"].as_str().expect("moves").split(' ');
        let mut evaluations = expected["evaluations"].as_array().expect("evaluations").iter();
        let comment = |evaluation: Option<&Value>| {
            evaluation.and_then(Value::as_str).map_or(String::new(), |text| format!(" {{[%eval {text}]}}"))
        };
        let moves: Vec<String> = moves.map(|mv| format!("{mv}{}", comment(evaluations.next()))).collect();
        // Nothing needs to be searched, so no engine is started.
        let line = "review --keep-evals --engine '/no/such/program depth=1' --json -";
        let document = talk(line, moves.join(" ")).succeeds().json();
        let game = &document["games"][0];
        for (index, color) in ["white", "black"].into_iter().enumerate() {
            for figure in ["accuracy", "average_loss"] {
                let ours = game["players"][color][figure].as_f64().expect(figure);
                let theirs = expected[figure][index].as_f64().expect(figure);
                assert!((ours - theirs).abs() < 1e-9, "{}: {ours} {theirs}", expected["site"]);
            }
        }
        let judgements = expected["judgements"].as_array().expect("judgements");
        for (mv, judgement) in game["moves"].as_array().expect("moves").iter().zip(judgements) {
            assert_eq!(&mv["judgement"], judgement, "{}: {mv}", expected["site"]);
        }
    }
}

#[test]
fn reports_and_tables_are_written() {
    let folder = folder();
    let outputs = "--json a.json --csv a.csv --html a.html --svg a.svg --pgn a.pgn";
    let run = folder.run(&format!("review a.pgn --depth 5 --rules 5,10,15 {outputs}")).succeeds();
    assert_eq!(run.out, "");
    assert!(folder.read("a.pgn").contains("[%eval"), "a file may take its own place");
    let document: Value = serde_json::from_str(&folder.read("a.json")).expect("JSON");
    let game = &document["games"][0];
    let blunder = &game["moves"][5];
    holds(
        blunder,
        json!({
            "san": "Nf6", "uci": "g8f6", "judgement": "blunder", "number": 3,
            "after": {"score": {"mate": 1}, "line": "Qxf7#"}
        }),
    );
    assert!(blunder["win_after"].as_f64() < blunder["win_before"].as_f64());
    has(blunder["words"].as_str().expect("words"), &["mate in 1"]);
    let reason = &blunder["reasons"][0];
    assert_eq!(
        (&reason["kind"], &reason["proof_uci"]),
        (&"allows mate".into(), &"g8f6 h5f7".into()),
        "{reason}"
    );
    assert_eq!(blunder["visibility"]["refutation"]["seen"], true, "{blunder}");
    assert_eq!(blunder["eras"].as_array().map(Vec::len), Some(5), "{blunder}");
    assert!(game["key_moments"].as_array().expect("an array").contains(&6.into()), "{game}");
    assert!(game["players"]["black"]["missed_wins"].is_u64(), "{game}");
    // Other turning points depend on the net.
    let turned = game["turning_points"].as_array().expect("an array");
    assert!(turned.contains(&6.into()), "{document}");
    assert!(game["moves"][6]["after"].is_null() && game["opening"]["eco"].is_string());
    let csv = folder.read("a.csv");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!((lines.len(), lines[0].split(',').count()), (1 + 7 + 8, 22), "{csv}");
    assert!(lines[6].starts_with("a.pgn,1,Scholar,Victim,6,3,black,Nf6,g8f6,,1,"), "{csv}");
    let html = folder.read("a.html");
    assert!(html.starts_with("<!DOCTYPE html>"));
    has(&html, &["prefers-color-scheme: dark", "id=\"g0-5\"", "href=\"#g0-5\"", "Scholar – Master"]);
    has(
        &html,
        &["<b class=\"blunder\">Nf6??</b>", "Report card", "Key moments", "Easy to see: ", "RDChess ("],
    );
    let points: usize = [0, 1]
        .map(|game: usize| document["games"][game]["turning_points"].as_array().map_or(0, Vec::len))
        .iter()
        .sum();
    assert_eq!(html.matches("Chess position").count(), points, "a board for each turning point: {html}");
    assert!(html.contains("<h3>3... <span class=\"blunder\">Nf6??"), "one of them for the blunder: {html}");
    for other in ["<script", "src=", "<link"] {
        assert!(!html.contains(other), "it needs nothing else");
    }
    let svg = folder.read("a.svg");
    assert!(svg.starts_with("<svg xmlns="), "{svg}");
    has(&svg, &["class=\"blunder turn\"", "prefers-color-scheme: dark"]);
    assert!(!svg.contains("var("), "most programs that show SVG know no variables: {svg}");
}

#[test]
fn damaged_games_are_named_and_reviewed_up_to_there() {
    let folder = folder();
    folder.write(
        "b.pgn",
        format!("[White \"X\"]\n\n1. e4 e5 2. Ke3 *\n\n{GAMES}\n[White \"Y\"]\n\n1. e4 {{never closed\n"),
    );
    let run = folder.run("review b.pgn --depth 2").exits(1).complains(&[
        "b.pgn, line 3, column 13:",
        "Ke3",
        "unclosed comment",
    ]);
    assert_eq!(run.out.matches("[Event ").count(), 4, "{run:?}");
    for (arguments, reason) in [
        ("none.pgn", "cannot read none.pgn"),
        ("a.pgn --rules chess.com", "expected lichess, encroissant"),
        ("a.pgn --json - --csv -", "only one of"),
        ("a.pgn --html no/such/folder.html", "no such folder"),
        ("a.pgn --engine 'heirloom tc=10'", "--movetime"),
        ("a.pgn --engine /no/such/program", "/no/such/program"),
        ("a.pgn --journal b.pgn", "not a review journal"),
        ("", "no games to review"),
    ] {
        folder.run(&format!("review {arguments}")).refuses(reason);
    }
    // A game without moves is one.
    talk("review --depth 1", "*\n").succeeds();
}

#[test]
fn finished_games_are_taken_from_the_journal() {
    let folder = folder();
    let line = "review a.pgn --nodes 2000 --journal j --concurrency 1";
    let first = folder.run(line).omits(&["-43.21"]).out;
    let journal = folder.read("j");
    assert_eq!(journal.lines().count(), 2, "{journal}");
    // The journal is believed, and what a kill cut off is repeated.
    let (one, two) = journal.split_once('\n').expect("two lines");
    let changed = one.replacen("\"mate\":1}", "\"cp\":-4321}", 1);
    assert_ne!(changed, one);
    folder.write("j", format!("{changed}\n{}", &two[..two.len() / 2]));
    folder.run(line).prints(&["-43.21"]);
    assert_eq!(folder.read("j"), format!("{changed}\n{two}"));
    folder.write("j", &journal);
    assert_eq!(folder.run(line).out, first);
    let other = folder.run(&format!("{line} --rules encroissant"));
    assert_eq!(other.out.matches("[Event ").count(), 2);
    assert_eq!(folder.read("j"), journal, "other rules need no engine");
}

#[test]
fn a_killed_review_goes_on() {
    let folder = Folder::with("many.pgn", GAMES.to_owned() + &many_games());
    let line = "review many.pgn --nodes 10000 --concurrency 2";
    let resumable = format!("{line} --journal j");
    let mut child = folder.command(&resumable).stdout(Stdio::null()).spawn().expect("the program starts");
    let begun = Instant::now();
    while std::fs::read_to_string(folder.path("j")).map_or(0, |text| text.lines().count()) < 3
        && begun.elapsed() < Duration::from_secs(60)
    {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it was running");
    child.wait().expect("it is gone");
    let journal = folder.read("j");
    let whole_lines = &journal[..journal.rfind('\n').map_or(0, |end| end + 1)];
    assert!(whole_lines.lines().count() >= 3, "{journal}");
    let resumed = folder.run(&resumable).out;
    assert!(folder.read("j").starts_with(whole_lines), "what was there stays");
    assert_eq!(resumed, folder.run(line).out);
}

/// Returns games with different first moves.
fn many_games() -> String {
    let firsts = ["a3", "b3", "g4", "d3", "e3", "f3", "g3", "h3", "a4", "b4"];
    firsts.map(|first| format!("\n1. {first} e5 2. Nc3 Nc6 3. Nd5 Nd4 4. Rb1 Rb8 *\n")).concat()
}

/// Starts a review of many games, and waits until some bytes of its output have come.
fn begun(folder: &Folder, line: &str, bytes: usize) -> (Command, Child) {
    let mut command = folder.command(line);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let output = child.stdout.as_mut().expect("a pipe");
    output.read_exact(&mut vec![0; bytes]).expect("the first game");
    (command, child)
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let folder = Folder::with("many.pgn", many_games());
    let (command, mut child) = begun(&folder, "review many.pgn --nodes 20000 --concurrency 1", 1);
    drop(child.stdout.take());
    Run::new(&command, &child.wait_with_output().expect("it ends")).succeeds_quietly();
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_with_what_is_done() {
    let folder = Folder::with("many.pgn", many_games());
    let line = "review many.pgn --movetime 100ms --concurrency 1 --journal j";
    let (command, child) = begun(&folder, line, 200);
    interrupt(&child);
    Run::new(&command, &child.wait_with_output().expect("it ends"))
        .exits(130)
        .complains(&["run the same command to continue"]);
    assert!(folder.read("j").lines().count() < 10);
}

#[test]
fn moves_of_people_and_engines_are_compared() {
    let moves =
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Na5 *";
    let rated = format!("[WhiteElo \"1510\"]\n[BlackElo \"1630\"]\n\n{moves}\n\n");
    let line =
        "agreement - --engine 'heirloom option.UCI_LimitStrength=true option.UCI_Elo=800' --concurrency 2";
    let run = talk(&format!("{line} --judge-nodes 500"), rated.repeat(3)).succeeds();
    run.prints(&["1400..1599          3", "1600..1799          3", "opening", "points of win percentage"]);
    let groups = json!([{"players": "1400..1599", "positions": 2, "people": null}, {"positions": 2}]);
    let run = talk(&format!("{line} --judge-nodes 0 --per-band 2 --json"), rated.repeat(3)).succeeds();
    holds(&run.json()["groups"], groups);
    talk(line, moves).refuses("WhiteElo");
}

#[test]
fn levels_are_fitted_to_moves_of_people() {
    let folder = Folder::new();
    let game = |number: usize| {
        let first = ["e4 e5", "d4 d5", "c4 e5", "Nf3 d5", "e4 c5", "d4 Nf6"][number % 6];
        let rest = ["3. h3 h6 4. a3 a6", "3. a3 a6 4. h3 h6", "3. a4 h5 4. h4 a5"][number / 6];
        let tags = "[WhiteElo \"1510\"]\n[BlackElo \"1630\"]\n";
        format!("{tags}\n1. {first} 2. g3 g6 {rest} 5. Bg2 Bg7 6. b3 b6 *\n\n")
    };
    let games: String = (0..18).map(game).collect();
    let looked = talk("levels look - --per-player 1 --concurrency 2", &games).succeeds();
    assert_eq!(looked.objects().len(), 36, "{looked:?}");
    folder.write("positions", &looked.out);
    let fit =
        |file: &str| run(&format!("levels fit {} --steps 3 --out {}", file, folder.path("w").display()));
    fit(&folder.path("positions").display().to_string()).succeeds().prints(&[
        "positions to fit",
        "held back: mean log chance",
        "1600",
    ]);
    assert!(folder.read("w").contains("\nrecapture: "));
    folder.write("broken", "{}\n");
    fit(&folder.path("broken").display().to_string()).refuses("broken, line 1: not a position");
    talk("levels look", "1. e4 e5 *").refuses("WhiteElo");
}
