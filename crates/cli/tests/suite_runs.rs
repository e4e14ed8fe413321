//! Tests of `heirloom suite` beyond EPD: suites in PGN, mates proved by their lines, recorded and compared
//! runs.

#[path = "start/program.rs"]
mod start;
use start::*;

use heirloom_testing::{needs_sample_data, sample_data};

#[test]
fn suites_may_be_games() {
    let text = "[Event \"x\"]\n[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"]\n[bm \"Ra8#\"]\n[id \
        \"Easy.1\"]\n\n*\n\n\
        [Event \"x\"]\n[FEN \"q3k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Rxa8+ Kd7 *\n";
    let folder = Folder::with("easy.pgn", text);
    holds(
        &folder.run("suite easy.pgn --depth 4 --json -").json(),
        json!({
            "total": {"positions": 2, "solved": 2},
            "positions": [{"id": "Easy.1"}, {"id": "game 2", "line": 8}]
        }),
    );
    folder.write("game.pgn", "[Event \"x\"]\n\n1. e4 e5 *\n");
    folder.run("suite game.pgn --depth 4").refuses("game.pgn, line 1: game 1: no position");
}

#[test]
fn mates_are_proved_by_their_lines() {
    let mates =
        "7k/8/5K2/8/8/8/8/R7 w - - bm #2; id \"two\";\n7k/8/6K1/8/8/8/8/R7 b - - bm #-1; id \"mated\";\n";
    let folder = Folder::with("mates.epd", mates);
    let counted = "mates: 2 of 2 found, 2 best, 0 longer; 2 proved by their lines, 0 not";
    folder.run("suite mates.epd --depth 8 --proved").prints(&[counted]);
    holds(
        &folder.run("suite mates.epd --depth 8 --json -").json(),
        json!({
            "positions": [{"mate": {"asked": 2, "found": 2, "verdict": "best mate"}}],
            "total": {"mates": {"best": 2}}
        }),
    );
}

#[cfg(unix)]
#[test]
fn a_line_that_does_not_mate_is_found_out() {
    let folder = Folder::with("mates.epd", "7k/8/5K2/8/8/8/8/R7 w - - bm #2; id \"two\";\n");
    // It reports a mate with a line that ends too early.
    let script =
        "while read word rest; do case \"$word $rest\" in uci*) [ \"$word\" = uci ] && echo uciok;; \
        isready*) echo readyok;;
        go*) echo info depth 5 score mate 2 nodes 7 pv f6g6 h8g8; echo bestmove f6g6;; quit*) exit;; esac; \
        done";
    folder.write("engine.sh", script);
    let line = "suite mates.epd --depth 5 --engine 'sh engine.sh'";
    folder
        .run(line)
        .prints(&["unsolved or unproved", "bad line: the line ends after 2 of 3 plies"])
        // Without --proved the score is enough.
        .prints(&["       1  100.0"]);
    folder.run(&format!("{line} --proved --min 1")).exits(1).prints(&["       0  0.0"]);
}

#[test]
fn results_are_kept_and_compared() {
    let text = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"Easy.1\";\nq3k3/8/8/8/8/8/8/R3K3 w - - am \
        Rxa8+; id \"Odd.1\";\n";
    let folder = Folder::with("a.epd", text);
    for depth in [1, 4] {
        folder.run(&format!("suite a.epd --depth {depth} --history h.jsonl")).succeeds();
    }
    // As if an earlier version had played differently.
    let history = folder.read("h.jsonl");
    assert_eq!(history.lines().count(), 2);
    let first = history.lines().next().expect("a run");
    let mut first: Value = serde_json::from_str(first).expect("JSON");
    assert!(first["date"].as_str().is_some_and(|date| date.len() > 16), "{first}");
    assert_eq!(first["heirloom"], env!("CARGO_PKG_VERSION"));
    first["positions"][0]["solved"] = false.into();
    first["positions"][1]["solved"] = true.into();
    folder.write("old.json", first.to_string());
    let text = folder.run("suite --history h.jsonl").succeeds().out;
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() == 3 && text.starts_with("run  date") && lines[2].starts_with("  2  2"), "{text}");
    has(lines[2], &["depth=4, heirloom"]);
    let run = folder.run("suite --compare h.jsonl").prints(&["gained 0, lost 0"]);
    assert!(run.out.starts_with("A: h.jsonl#1  "), "{run:?}");
    folder.run("suite --compare old.json 'h.jsonl#2'").prints(&[
        "gained:\nposition",
        "lost:\nposition",
        "gained 1, lost 1",
    ]);
    let document = folder.run("suite --compare old.json 'h.jsonl#-1' --json -").json();
    holds(&document, json!({"gained": [{"id": "Easy.1"}], "lost": [{"id": "Odd.1"}]}));
    for (arguments, reason) in [
        ("--compare none.jsonl", "cannot read none.jsonl"),
        ("--compare 'h.jsonl#9' old.json", "has 2 runs"),
        ("--compare a.epd", "contains no run"),
        ("--history none.jsonl", "cannot read none.jsonl"),
        ("a.epd --compare h.jsonl", "cannot be used"),
    ] {
        folder.run(&format!("suite {arguments}")).refuses(reason);
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
        let line = format!("suite {name} --nodes 1 --hash 1 --skip-wrong --json -");
        let document = fed(&mut in_folder(&data, &line), "").json();
        holds(&document["total"], json!({"positions": positions, "mates": {"asked": mates}}));
    }
}
