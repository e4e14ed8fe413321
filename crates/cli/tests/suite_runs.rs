//! Tests of `heirloom suite` beyond EPD: suites in PGN, mates proved by their lines, recorded and compared
//! runs.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::path::Path;

use heirloom_testing::{needs_sample_data, sample_data};

fn suite(folder: &Path, arguments: &[&str]) -> Output {
    program(PROGRAM)
        .arg("suite")
        .current_dir(folder)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

#[test]
fn suites_may_be_games() {
    let text = "[Event \"x\"]\n[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"]\n[bm \"Ra8#\"]\n[id \
        \"Easy.1\"]\n\n*\n\n\
        [Event \"x\"]\n[FEN \"q3k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Rxa8+ Kd7 *\n";
    let folder = folder("easy.pgn", text);
    let output = suite(folder.path(), &["easy.pgn", "--depth", "4", "--json", "-"]);
    let document = json(&output);
    assert_eq!(
        (&document["total"]["positions"], &document["total"]["solved"]),
        (&2.into(), &2.into()),
        "{document}"
    );
    assert_eq!(
        (&document["positions"][0]["id"], &document["positions"][1]["id"]),
        (&"Easy.1".into(), &"game 2".into())
    );
    assert_eq!(document["positions"][1]["line"], 8);
    std::fs::write(folder.path().join("game.pgn"), "[Event \"x\"]\n\n1. e4 e5 *\n").expect("a file");
    let output = suite(folder.path(), &["game.pgn", "--depth", "4"]);
    complains(&output, 2, &["game.pgn, line 1: game 1: no position"]);
}

#[test]
fn mates_are_proved_by_their_lines() {
    let folder = folder(
        "mates.epd",
        "7k/8/5K2/8/8/8/8/R7 w - - bm #2; id \"two\";\n7k/8/6K1/8/8/8/8/R7 b - - bm #-1; id \"mated\";\n",
    );
    let output = suite(folder.path(), &["mates.epd", "--depth", "8", "--proved"]);
    let text = said(&output);
    has(&text, &["mates: 2 of 2 found, 2 best, 0 longer; 2 proved by their lines, 0 bad lines"]);
    let document = json(&suite(folder.path(), &["mates.epd", "--depth", "8", "--json", "-"]));
    let mate = &document["positions"][0]["mate"];
    assert_eq!(
        (&mate["asked"], &mate["found"], &mate["verdict"]),
        (&2.into(), &2.into(), &"best mate".into()),
        "{document}"
    );
    assert_eq!(document["total"]["mates"]["best"], 2);
}

#[cfg(unix)]
#[test]
fn a_line_that_does_not_mate_is_found_out() {
    let folder = folder("mates.epd", "7k/8/5K2/8/8/8/8/R7 w - - bm #2; id \"two\";\n");
    // It reports a mate with a line that ends too early.
    let script =
        "while read word rest; do case \"$word $rest\" in uci*) [ \"$word\" = uci ] && echo uciok;; \
        isready*) echo readyok;;
        go*) echo info depth 5 score mate 2 nodes 7 pv f6g6 h8g8; echo bestmove f6g6;; quit*) exit;; esac; \
        done";
    std::fs::write(folder.path().join("engine.sh"), script).expect("a file");
    let arguments = ["mates.epd", "--depth", "5", "--engine", "sh engine.sh"];
    let text = said(&suite(folder.path(), &arguments));
    has(&text, &["unsolved or unproved", "bad line: the line ends after 2 of 3 plies"]);
    assert!(text.contains("       1  100.0"), "without --proved the score is enough: {text}");
    let output = suite(folder.path(), &[&arguments[..], &["--proved", "--min", "1"]].concat());
    assert!(output.status.code() == Some(1) && said(&output).contains("       0  0.0"), "{output:?}");
}

#[test]
fn results_are_kept_and_compared() {
    let text = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"Easy.1\";\nq3k3/8/8/8/8/8/8/R3K3 w - - am \
        Rxa8+; id \"Odd.1\";\n";
    let folder = folder("a.epd", text);
    let folder = folder.path();
    for depth in ["1", "4"] {
        assert!(suite(folder, &["a.epd", "--depth", depth, "--history", "h.jsonl"]).status.success());
    }
    // As if an earlier version had played differently.
    let history = std::fs::read_to_string(folder.join("h.jsonl")).expect("a history");
    assert_eq!(history.lines().count(), 2);
    let first = history.lines().next().expect("a run");
    let mut first: serde_json::Value = serde_json::from_str(first).expect("JSON");
    assert!(
        first["date"].as_str().is_some_and(|date| date.len() > 16)
            && first["heirloom"] == env!("CARGO_PKG_VERSION"),
        "{first}"
    );
    first["positions"][0]["solved"] = false.into();
    first["positions"][1]["solved"] = true.into();
    std::fs::write(folder.join("old.json"), first.to_string()).expect("a file");
    let output = suite(folder, &["--history", "h.jsonl"]);
    let text = said(&output);
    assert!(output.status.success() && text.lines().count() == 3 && text.starts_with("run  date"), "{text}");
    assert!(
        text.lines()
            .last()
            .is_some_and(|line| line.starts_with("  2  2") && line.contains("depth=4, heirloom")),
        "{text}"
    );
    let text = said(&suite(folder, &["--compare", "h.jsonl"]));
    assert!(text.starts_with("A: h.jsonl#1  ") && text.contains("gained 0, lost 0"), "{text}");
    let text = said(&suite(folder, &["--compare", "old.json", "h.jsonl#2"]));
    has(&text, &["gained:\nposition", "lost:\nposition", "gained 1, lost 1"]);
    let document = json(&suite(folder, &["--compare", "old.json", "h.jsonl#-1", "--json", "-"]));
    assert_eq!(
        (&document["gained"][0]["id"], &document["lost"][0]["id"]),
        (&"Easy.1".into(), &"Odd.1".into()),
        "{document}"
    );
    for (arguments, words) in [
        (&["--compare", "none.jsonl"][..], "cannot read none.jsonl"),
        (&["--compare", "h.jsonl#9", "old.json"], "has 2 runs"),
        (&["--compare", "a.epd"], "contains no run"),
        (&["--history", "none.jsonl"], "cannot read none.jsonl"),
        (&["a.epd", "--compare", "h.jsonl"], "cannot be used"),
    ] {
        complains(&suite(folder, arguments), 2, &[words]);
    }
}

#[needs_sample_data("pgn", "mates")]
#[test]
fn collections_of_tactics_and_mates_are_read() {
    let data = sample_data("");
    // Positions, and mates among them.
    for (name, positions, mates) in [
        ("pgn/tactics-fen.pgn", 729, 0),
        ("mates/KQvKR1000pv.epd", 1000, 1000),
        ("mates/leorik-mate-in-1.epd", 64, 0),
    ] {
        let output = suite(&data, &[name, "--nodes", "1", "--hash", "1", "--skip-wrong", "--json", "-"]);
        let total = &json(&output)["total"];
        let found = (total["positions"].as_u64(), total["mates"]["asked"].as_u64());
        assert_eq!(found, (Some(positions), Some(mates)), "{name}");
    }
}
