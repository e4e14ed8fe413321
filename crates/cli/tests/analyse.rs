//! Tests of `heirloom analyse`: words, files and games, several lines, JSON, EPD, exit codes, Ctrl-C.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::path::Path;

const MATE: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";

fn analyse(folder: &Path, arguments: &[&str], input: &str) -> Output {
    fed(program(PROGRAM).arg("analyse").args(arguments).current_dir(folder), input)
}

fn objects(output: &Output) -> Vec<serde_json::Value> {
    said(output).lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect()
}

#[test]
fn a_position_is_given_as_words() {
    let here = Path::new(".");
    let words: Vec<&str> = MATE.split(' ').collect();
    let output = analyse(here, &[&words[..], &["--depth", "4", "--lines", "2"]].concat(), "");
    let text = said(&output);
    assert!(output.status.success(), "{output:?}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[0], lines[1].starts_with("Heirloom ")), (MATE, true), "{text}");
    assert!(lines.iter().any(|line| line.starts_with(" 1      #1  ") && line.ends_with("1. Ra8#")), "{text}");
    assert!(lines.iter().any(|line| line.starts_with(" 2 ")) && lines.contains(&"best Ra8#"), "{text}");
    let text = said(&analyse(
        here,
        &["startpos", "moves", "e4", "c5", "--nodes", "500", "--engine", "heirloom option.Hash=1"],
        "",
    ));
    has(&text, &["B20 Sicilian Defense", "2. "]);
    let text = said(&analyse(here, &["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--depth", "3"], ""));
    assert!(text.contains("draw by stalemate"), "{text}");
}

#[test]
fn programs_read_an_object_for_each_position() {
    let input = format!("{MATE}\n\n# a remark\nq3k3/8/8/8/8/8/8/R3K3 b - - id \"black\";\n");
    let output = analyse(Path::new("."), &["-", "--nodes", "2000", "--json"], &input);
    let found = objects(&output);
    assert_eq!(found.len(), 2, "{output:?}");
    assert_eq!(
        (&found[0]["lines"][0]["score"]["mate"], &found[0]["best"], &found[0]["best_uci"]),
        (&1.into(), &"Ra8#".into(), &"a1a8".into())
    );
    assert_eq!(
        (&found[1]["name"], &found[1]["number"], &found[1]["best"]),
        (&"black".into(), &2.into(), &"Qxa1+".into())
    );
    assert!(
        found[1]["lines"][0]["score"]["cp"].as_i64().is_some_and(|cp| cp < -300),
        "White's view: {}",
        found[1]
    );
    assert!(found[1]["lines"][0]["pv_uci"][0] == "a8a1" && found[1]["finished"] == true, "{}", found[1]);
    let output = analyse(Path::new("."), &["--depth", "5", "--json", "--live"], &format!("{MATE}\n"));
    let found = objects(&output);
    assert!(
        found.len() >= 2
            && found[0]["finished"] == false
            && found.last().is_some_and(|last| last["finished"] == true),
        "{output:?}"
    );
}

#[test]
fn epd_comes_back_with_what_was_found() {
    let input = format!("{} bm Ra8#; id \"one\";\n", &MATE[..MATE.len() - 4]);
    let output = analyse(Path::new("."), &["--depth", "4", "--epd"], &input);
    let text = said(&output);
    assert!(
        text.starts_with(
            "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"one\"; pv Ra8#; ce 32766; dm 1; acd "
        ),
        "{text}"
    );
    assert!(text.contains("; acn ") && text.ends_with(";\n"), "{text}");
}

#[test]
fn places_in_games_are_analysed() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let games = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[White \"C\"]\n[Black \"D\"]\n\n1. \
        d4 d5 2. c4 *\n";
    std::fs::write(folder.join("games.pgn"), games).expect("a file");
    let names = |arguments: &[&str]| {
        let output = analyse(folder, &[&["games.pgn", "--nodes", "200", "--json"], arguments].concat(), "");
        objects(&output)
            .iter()
            .map(|object| object["name"].as_str().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&[]), ["A - B, game 1, after 4 plies", "C - D, game 2, after 3 plies"]);
    assert_eq!(names(&["--game", "2", "--move", "2w"]), ["C - D, game 2, after 2 plies"]);
    assert_eq!(names(&["--ply", "1"]), ["A - B, game 1, after 1 ply", "C - D, game 2, after 1 ply"]);
    for (arguments, code, words) in [
        (
            &["games.pgn", "--ply", "4", "--nodes", "100"][..],
            1,
            "games.pgn, game 2: the game has only 3 plies",
        ),
        (&["games.pgn", "--game", "3", "--nodes", "100"], 1, "games.pgn has no game 3"),
        (&["games.pgn", "--move", "2"], 2, "such as 23w or 23b"),
        (&["missing.pgn"], 2, "cannot read missing.pgn"),
        (&["startpos", "--ply", "3"], 2, "name a PGN file"),
        (&["8/8", "w"], 2, "cannot use the position '8/8 w'"),
        (&["startpos", "--engine", "/no/such/program"], 2, "/no/such/program"),
        (&["startpos", "--lines", "2", "--engine", "firstchess"], 2, "shows only one line"),
        (&["-"], 2, "no position to analyze"),
    ] {
        complains(&analyse(folder, arguments, ""), code, &[words]);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_what_is_known() {
    use std::time::Duration;

    for (limit, code) in [(&["--infinite"][..], 0), (&["--movetime", "600s"], 130)] {
        let mut command = program(PROGRAM);
        command.args(["analyse", MATE, "--json"]).args(limit).stdin(Stdio::null()).stdout(Stdio::piped());
        let child = command.spawn().expect("the program starts");
        std::thread::sleep(Duration::from_millis(1500));
        interrupt(&child);
        let output = child.wait_with_output().expect("an end");
        let found = objects(&output);
        assert_eq!(found.len(), 1, "{output:?}");
        if limit[0] == "--infinite" {
            assert!(
                output.status.code() == Some(code)
                    && found[0]["interrupted"] == true
                    && found[0]["best"] == "Ra8#",
                "{output:?}"
            );
        }
    }
}
