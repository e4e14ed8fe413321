//! Tests of `heirloom suite`: tables, totals, exit codes, JSON, invalid lines, engines that fail, Ctrl-C.

#[path = "start/program.rs"]
mod start;
use start::*;

use heirloom_testing::{needs_sample_data, sample_data};

/// A mate in one, a capture of a queen, and a position where the capture is wrong.
const SUITE: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"Easy.1\";
q3k3/8/8/8/8/8/8/R3K3 w - - bm Rxa8+; id \"Easy.2\";
q3k3/8/8/8/8/8/8/R3K3 w - - am Rxa8+; id \"Odd.1\";
";

/// Returns a folder with the suite in `a.epd`.
fn folder() -> Folder {
    Folder::with("a.epd", SUITE)
}

#[test]
fn failures_and_sums_are_printed_and_judged() {
    let folder = folder();
    let text = folder
        .run("suite a.epd --depth 4 --concurrency 2")
        .succeeds()
        .prints(&["time to solution: median 0."])
        .out;
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "a.epd: unsolved");
    let failed: Vec<&str> = lines[2].split_whitespace().collect();
    assert_eq!(failed[..5], ["Odd.1", "Rxa8+", "not", "Rxa8+", "4"], "{text}");
    assert!(lines[2].ends_with("never") && lines[3].is_empty(), "{text}");
    has(lines[4], &[" with depth=4"]);
    assert_eq!(lines[6].split_whitespace().collect::<Vec<_>>(), ["a.epd", "3", "2", "66.7"]);
    for (min, code) in [("2", 0), ("3", 1), ("66%", 0), ("67%", 1)] {
        folder.run(&format!("suite a.epd --depth 4 --min {min}")).exits(code);
    }
    let run = folder.run("suite a.epd --depth 4 --verbose --only Easy.1").prints(&["from depth 1, "]);
    assert!(run.omits(&["Odd"]).out.starts_with("a.epd: positions\n"));
}

#[test]
fn everything_is_there_as_json() {
    let folder = folder();
    folder.write("b.epd", "q3k3/8/8/8/8/8/8/R3K3 w - - c0 \"Rxa8+=10, Ke2=3\"; id \"P.1\";\n");
    // People read the standard error then.
    let run = folder.run("suite a.epd b.epd --nodes 2000 --json -").complains(&["a.epd: unsolved"]);
    let document = run.json();
    holds(
        &document,
        json!({
            "limits": "nodes=2000", "complete": true, "total": {"positions": 4, "solved": 3},
            "files": [{}, {"total": {"points": 10, "max_points": 10}}],
            "positions": [
                {}, {"id": "Easy.2", "played": "Rxa8+", "played_uci": "a1a8", "solved": true}, {"solution": null}
            ]
        }),
    );
    let position = &document["positions"][1];
    assert!(position["solution"]["depth"].is_u64() && position["score"]["cp"].is_i64(), "{position}");
    folder
        .run("suite a.epd --nodes 2000 --json no/such/folder.json")
        .refuses("cannot write no/such/folder.json");
}

#[test]
fn wrong_lines_and_arguments_are_named() {
    let folder = folder();
    let wrong = "6k1/8/8/8/8/8/8/R5K1 w - - bm Ra9;\n6k1/8/8/8/8/8/8/R5K1 w - - id \"x\";\n";
    folder.write("b.epd", format!("{SUITE}{wrong}"));
    let run = folder.run("suite a.epd b.epd --depth 2 --strict").exits(2);
    let run = run.complains(&["b.epd, line 4: column 31: bm: \"Ra9\"", "b.epd, line 5: nothing to solve"]);
    assert_eq!(run.out, "");
    let remedy = "heirloom: 2 lines are invalid; without --strict they are skipped\n";
    assert!(run.err.ends_with(remedy), "{run:?}");
    for skip in ["", "--skip-wrong"] {
        folder
            .run(&format!("suite a.epd b.epd --depth 2 {skip}"))
            .exits(1)
            .prints(&["2 invalid lines skipped"])
            .complains(&["b.epd, line 4: column 31"]);
    }
    for (arguments, reason) in [
        ("none.epd", "cannot read none.epd"),
        ("a.epd --only nobody", "no position to solve in a.epd"),
        ("a.epd --engine 'heirloom tc=10'", "--movetime"),
        ("a.epd --movetime soon", "500ms or 2s"),
        ("a.epd --engine /no/such/program", "/no/such/program"),
        ("a.epd --engine 'heirloom option.Hsah=1'", "Hsah"),
        ("", "FILE"),
    ] {
        folder.run(&format!("suite {arguments}")).refuses(reason);
    }
}

#[test]
fn other_programs_solve_suites_too() {
    let engine = format!("--engine '{PROGRAM} uci option.Hash=1'");
    folder()
        .run(&format!("suite a.epd {engine} --movetime 20s --stable 3 --threads 1 --only Easy"))
        .succeeds()
        .prints(&["  2       2  100.0"]);
}

#[cfg(unix)]
#[test]
fn an_engine_that_fails_is_started_anew() {
    let folder = folder();
    // It exits at a position with a queen.
    let script =
        "while read word rest; do case \"$word $rest\" in uci*) [ \"$word\" = uci ] && echo uciok;; \
        isready*) echo readyok;;
        position*q3k3*) exit 3;; go*) echo info depth 1 score cp 5 nodes 7 pv a1a8; echo bestmove a1a8;; \
        quit*) exit;; esac; done";
    folder.write("engine.sh", script);
    let run = folder.run("suite a.epd --engine 'sh engine.sh' --depth 1").exits(1);
    assert_eq!(run.out.matches("the engine failed: ").count(), 2, "{run:?}");
    run.prints(&["the engine failed on 2 positions", "  3       1  33.3"]);
}

#[cfg(unix)]
#[test]
fn an_engine_that_knows_no_limits_is_stopped() {
    let folder = folder();
    // It searches until it gets `stop`.
    let script =
        "while read word rest; do case \"$word $rest\" in uci*) [ \"$word\" = uci ] && echo uciok;; \
        isready*) echo readyok;;
        go*) echo info depth 9 score cp 5 nodes 200001 pv a1a8;; stop*) echo bestmove a1a8;; quit*) exit;; \
        esac; done";
    folder.write("engine.sh", script);
    folder
        .run("suite a.epd --engine 'sh engine.sh' --nodes 50000")
        .succeeds()
        .prints(&["  3       2  66.7", "exceeded its limits on 3 positions"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_what_was_done() {
    use std::time::{Duration, Instant};

    let folder = folder();
    // Two positions end soon with stable solutions, the third would take forever.
    let mut command = folder.command("suite a.epd --movetime 600s --stable 2 --json done.json");
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
    std::thread::sleep(Duration::from_millis(1500));
    let begun = Instant::now();
    interrupt(&child);
    let run = Run::new(&command, &child.wait_with_output().expect("an end")).exits(130);
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    let document: Value = serde_json::from_str(&folder.read("done.json")).expect("JSON");
    let searched = document["total"]["positions"].as_u64().expect("a number");
    assert!(document["complete"] == false && (1..=2).contains(&searched), "{document}");
    run.prints(&[&format!("interrupted: {searched} of 3 positions searched")]);
}

#[needs_sample_data("suites", "mates")]
#[test]
fn the_classical_suites_are_read() {
    let suites = sample_data("suites");
    // Positions, maximum points, and skipped lines. The last file has no semicolons, and one line without bm.
    for (name, positions, points, wrong) in [
        ("bratko-kopec.epd", 24, 0, 0),
        ("ccr-one-hour.epd", 23, 0, 2),
        ("eet.epd", 100, 0, 0),
        ("lct2.epd", 35, 0, 0),
        ("otsv4-mea-odd.epd", 200, 20_000, 0),
        ("sts-odd-themes.epd", 800, 8_000, 0),
        ("zugzwang-allgeuer.epd", 36, 0, 2),
        ("../mates/hard-mates-blass.epd", 23, 0, 1),
    ] {
        let line = format!("suite {name} --nodes 1 --hash 1 --skip-wrong --json -");
        let document = fed(&mut in_folder(&suites, &line), "").json();
        holds(
            &document,
            json!({
                "total": {"positions": positions, "max_points": points}, "files": [{"wrong_lines": wrong}]
            }),
        );
        if name.starts_with("sts") {
            assert_eq!(document["files"][0]["themes"][0]["theme"], "STS(v1.0) Undermine");
        }
    }
}
