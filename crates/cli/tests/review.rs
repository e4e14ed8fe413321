//! Tests of `heirloom review`: pipes, outputs, figures, damaged games, journals, Ctrl-C.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use heirloom_chess::game::Nag;
use heirloom_chess::notation::pgn;
use serde_json::Value;

/// A game that ends with a famous blunder, and another one.
const GAMES: &str = "[White \"Scholar\"]\n[Black \"Victim\"]\n[Result \"1-0\"]\n
1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 {[%clk 0:00:09]} 4. Qxf7# 1-0\n
[White \"Scholar\"]\n[Black \"Master\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n";

fn review(folder: &Path, arguments: &[&str]) -> Output {
    program(PROGRAM).arg("review").current_dir(folder).args(arguments).output().expect("the program starts")
}

/// Runs the verb with standard input.
fn piped(input: &str, arguments: &[&str]) -> Output {
    fed(program(PROGRAM).arg("review").args(arguments), input)
}

fn folder() -> tempfile::TempDir {
    start::folder("a.pgn", GAMES)
}

fn file(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect(name)
}

#[test]
fn games_go_in_and_come_out_annotated() {
    let output =
        piped(GAMES, &["--nodes", "3000", "--concurrency", "2", "--origins", "--figures", "--summary"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = said(&output);
    let games: Vec<_> = pgn::Reader::new(text.as_bytes()).games().map(|game| game.expect("a game")).collect();
    assert_eq!(games.len(), 2, "{text}");
    let nodes: Vec<_> = games[0].main_line().collect();
    assert_eq!(games[0].nags(nodes[5]), [Nag(4)], "{text}");
    let comments = games[0].comments(nodes[5]).join(" ");
    assert!(
        comments.starts_with("[%eval #1")
            && comments.contains("[%origin player]")
            && comments.contains("[%clk 0:00:09]"),
        "{comments}"
    );
    has(&comments, &["Blunder. It allows mate in 1 (4. Qxf7#). ", " was best."]);
    assert!(
        comments.contains(" P M1/ ") && games[0].comments(nodes[6]).join(" ").contains("[%origin"),
        "{comments}"
    );
    assert_eq!(games[0].children(nodes[4]).count(), 2, "the better line is a variation: {text}");
    assert_eq!(
        games[1].tags().get("Opening").map(|name| name.starts_with("Ruy Lopez")),
        Some(true),
        "{text}"
    );
    assert_eq!(games[1].tags().get("Annotator"), Some("heirloom, nodes=3000"));
    let table = complained(&output);
    assert!(
        table.lines().next().is_some_and(|line| line.starts_with("player ")) && table.contains("Victim "),
        "{table}"
    );
    // The output can be reviewed again.
    assert_eq!(
        said(&piped(&text, &["--nodes", "3000", "--concurrency", "2", "--origins", "--figures"])),
        text
    );
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
        let output =
            piped(&moves.join(" "), &["--keep-evals", "--engine", "/no/such/program depth=1", "--json", "-"]);
        assert!(output.status.success(), "{}: {output:?}", expected["site"]);
        let document = json(&output);
        let game = &document["games"][0];
        for (index, color) in ["white", "black"].into_iter().enumerate() {
            for (ours, theirs) in [("accuracy", "accuracy"), ("average_loss", "average_loss")] {
                let (ours, theirs) = (
                    game["players"][color][ours].as_f64().expect(ours),
                    expected[theirs][index].as_f64().expect(theirs),
                );
                assert!((ours - theirs).abs() < 1e-9, "{}: {ours} {theirs}", expected["site"]);
            }
        }
        for (mv, judgement) in game["moves"]
            .as_array()
            .expect("moves")
            .iter()
            .zip(expected["judgements"].as_array().expect("judgements"))
        {
            assert_eq!(&mv["judgement"], judgement, "{}: {mv}", expected["site"]);
        }
    }
}

#[test]
fn reports_and_tables_are_written() {
    let folder = folder();
    let folder = folder.path();
    let outputs =
        ["--json", "a.json", "--csv", "a.csv", "--html", "a.html", "--svg", "a.svg", "--pgn", "a.pgn"];
    let output = review(folder, &[&["a.pgn", "--depth", "5", "--rules", "5,10,15"][..], &outputs].concat());
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    assert!(file(folder, "a.pgn").contains("[%eval"), "a file may take its own place");
    let document: Value = serde_json::from_str(&file(folder, "a.json")).expect("JSON");
    let blunder = &document["games"][0]["moves"][5];
    assert_eq!(
        (&blunder["san"], &blunder["uci"], &blunder["judgement"]),
        (&"Nf6".into(), &"g8f6".into(), &"blunder".into())
    );
    assert_eq!(
        (&blunder["after"]["score"]["mate"], &blunder["after"]["line"], &blunder["number"]),
        (&1.into(), &"Qxf7#".into(), &3.into())
    );
    assert!(
        blunder["win_after"].as_f64() < blunder["win_before"].as_f64()
            && blunder["words"].as_str().is_some_and(|words| words.contains("mate in 1"))
    );
    // Other turning points depend on the net.
    let turned = document["games"][0]["turning_points"].as_array().expect("an array");
    assert!(turned.contains(&6.into()), "{document}");
    assert!(
        document["games"][0]["moves"][6]["after"].is_null()
            && document["games"][0]["opening"]["eco"].is_string()
    );
    let csv = file(folder, "a.csv");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!((lines.len(), lines[0].split(',').count()), (1 + 7 + 8, 22), "{csv}");
    assert!(lines[6].starts_with("a.pgn,1,Scholar,Victim,6,3,black,Nf6,g8f6,,1,"), "{csv}");
    let html = file(folder, "a.html");
    assert!(
        html.starts_with("<!DOCTYPE html>")
            && html.contains("prefers-color-scheme: dark")
            && html.contains("id=\"g0-5\"")
            && html.contains("href=\"#g0-5\"")
    );
    assert!(html.contains("<b class=\"blunder\">Nf6??</b>") && html.contains("Scholar – Master"), "{html}");
    let points: usize = [0, 1]
        .map(|game: usize| document["games"][game]["turning_points"].as_array().map_or(0, Vec::len))
        .iter()
        .sum();
    assert_eq!(html.matches("Chess position").count(), points, "a board for each turning point: {html}");
    assert!(html.contains("<h3>3... <span class=\"blunder\">Nf6??"), "one of them for the blunder: {html}");
    assert!(
        !html.contains("<script") && !html.contains("src=") && !html.contains("<link"),
        "it needs nothing else"
    );
    let svg = file(folder, "a.svg");
    assert!(svg.starts_with("<svg xmlns=") && svg.contains("class=\"blunder turn\""), "{svg}");
    assert!(
        !svg.contains("var(") && svg.contains("prefers-color-scheme: dark"),
        "most programs that show SVG know no variables: {svg}"
    );
}

#[test]
fn damaged_games_are_named_and_reviewed_up_to_there() {
    let folder = folder();
    let folder = folder.path();
    let text =
        format!("[White \"X\"]\n\n1. e4 e5 2. Ke3 *\n\n{GAMES}\n[White \"Y\"]\n\n1. e4 {{never closed\n");
    std::fs::write(folder.join("b.pgn"), text).expect("a file");
    let output = review(folder, &["b.pgn", "--depth", "2"]);
    let errors = complained(&output);
    assert_eq!((output.status.code(), said(&output).matches("[Event ").count()), (Some(1), 4), "{output:?}");
    has(&errors, &["b.pgn, line 3, column 13:", "Ke3", "unclosed comment"]);
    for (arguments, code, words) in [
        (&["none.pgn"][..], 2, "cannot read none.pgn"),
        (&["a.pgn", "--rules", "chess.com"], 2, "expected lichess, encroissant"),
        (&["a.pgn", "--json", "-", "--csv", "-"], 2, "only one of"),
        (&["a.pgn", "--html", "no/such/folder.html"], 2, "no such folder"),
        (&["a.pgn", "--engine", "heirloom tc=10"], 2, "--movetime"),
        (&["a.pgn", "--engine", "/no/such/program"], 2, "/no/such/program"),
        (&["a.pgn", "--journal", "b.pgn"], 2, "not a review journal"),
    ] {
        complains(&review(folder, arguments), code, &[words]);
    }
    let output = piped("", &[]);
    complains(&output, 2, &["no games to review"]);
    assert_eq!(piped("*\n", &["--depth", "1"]).status.code(), Some(0), "a game without moves is one");
}

#[test]
fn finished_games_are_taken_from_the_journal() {
    let folder = folder();
    let folder = folder.path();
    let arguments = ["a.pgn", "--nodes", "2000", "--journal", "j", "--concurrency", "1"];
    let first = said(&review(folder, &arguments));
    let journal = file(folder, "j");
    assert_eq!(journal.lines().count(), 2, "{journal}");
    // The journal is believed, and what a kill cut off is repeated.
    let (one, two) = journal.split_once('\n').expect("two lines");
    let changed = one.replacen("\"mate\":1}", "\"cp\":-4321}", 1);
    assert_ne!(changed, one);
    std::fs::write(folder.join("j"), format!("{changed}\n{}", &two[..two.len() / 2])).expect("a file");
    let again = said(&review(folder, &arguments));
    assert!(again.contains("-43.21") && !first.contains("-43.21"), "{again}");
    assert_eq!(file(folder, "j"), format!("{changed}\n{two}"));
    std::fs::write(folder.join("j"), &journal).expect("a file");
    assert_eq!(said(&review(folder, &arguments)), first);
    assert_eq!(
        said(&review(folder, &[&arguments[..], &["--rules", "encroissant"]].concat()))
            .matches("[Event ")
            .count(),
        2
    );
    assert_eq!(file(folder, "j"), journal, "other rules need no engine");
}

#[test]
fn a_killed_review_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("many.pgn"), GAMES.to_owned() + &many_games()).expect("a file");
    let arguments = ["many.pgn", "--nodes", "10000", "--journal", "j", "--concurrency", "2"];
    let mut command = program(PROGRAM);
    let mut child = command
        .arg("review")
        .current_dir(folder)
        .args(arguments)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    let begun = Instant::now();
    while std::fs::read_to_string(folder.join("j")).map_or(0, |text| text.lines().count()) < 3
        && begun.elapsed() < Duration::from_secs(60)
    {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it was running");
    child.wait().expect("it is gone");
    let lines: Vec<String> = file(folder, "j")
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'))
        .map(str::to_owned)
        .collect();
    assert!(lines.len() >= 3, "{lines:?}");
    let resumed = said(&review(folder, &arguments));
    assert!(file(folder, "j").starts_with(&lines.concat()), "what was there stays");
    let whole = said(&review(folder, &["many.pgn", "--nodes", "10000", "--concurrency", "2"]));
    assert_eq!(resumed, whole);
}

/// Returns games with different first moves.
fn many_games() -> String {
    let firsts = ["a3", "b3", "g4", "d3", "e3", "f3", "g3", "h3", "a4", "b4"];
    firsts.map(|first| format!("\n1. {first} e5 2. Nc3 Nc6 3. Nd5 Nd4 4. Rb1 Rb8 *\n")).concat()
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("many.pgn"), many_games()).expect("a file");
    let mut command = program(PROGRAM);
    let command = command
        .arg("review")
        .current_dir(folder.path())
        .args(words("many.pgn --nodes 20000 --concurrency 1", &[]));
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut byte = [0];
    child.stdout.take().expect("a pipe").read_exact(&mut byte).expect("the first game");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_with_what_is_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::write(folder.join("many.pgn"), many_games()).expect("a file");
    let mut command = program(PROGRAM);
    let command = command
        .arg("review")
        .current_dir(folder)
        .args(words("many.pgn --movetime 100ms --concurrency 1 --journal j", &[]));
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut first = [0; 200];
    child.stdout.as_mut().expect("a pipe").read_exact(&mut first).expect("the first game");
    interrupt(&child);
    let output = child.wait_with_output().expect("it ends");
    complains(&output, 130, &["run the same command to continue"]);
    assert!(file(folder, "j").lines().count() < 10);
}
