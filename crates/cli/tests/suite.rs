//! Tests of `heirloom suite`: tables, totals, exit codes, JSON, invalid lines, engines that fail, Ctrl-C.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::path::Path;

use heirloom_testing::{needs_sample_data, sample_data};

/// A mate in one, a capture of a queen, and a position where the capture is wrong.
const SUITE: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"Easy.1\";
q3k3/8/8/8/8/8/8/R3K3 w - - bm Rxa8+; id \"Easy.2\";
q3k3/8/8/8/8/8/8/R3K3 w - - am Rxa8+; id \"Odd.1\";
";

fn suite(folder: &Path, arguments: &[&str]) -> Output {
    program(PROGRAM).arg("suite").current_dir(folder).args(arguments).output().expect("the program starts")
}

/// Returns a folder with the suite in `a.epd`.
fn folder() -> tempfile::TempDir {
    start::folder("a.epd", SUITE)
}

#[test]
fn failures_and_sums_are_printed_and_judged() {
    let folder = folder();
    let folder = folder.path();
    let output = suite(folder, &["a.epd", "--depth", "4", "--concurrency", "2"]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "a.epd: unsolved");
    let failed: Vec<&str> = lines[2].split_whitespace().collect();
    assert_eq!(failed[..5], ["Odd.1", "Rxa8+", "not", "Rxa8+", "4"], "{text}");
    assert!(lines[2].ends_with("never") && lines[3].is_empty(), "{text}");
    assert!(lines[4].contains(" with depth=4"), "{text}");
    assert_eq!(lines[6].split_whitespace().collect::<Vec<_>>(), ["a.epd", "3", "2", "66.7"]);
    assert!(text.contains("time to solution: median 0."), "{text}");
    for (min, code) in [("2", 0), ("3", 1), ("66%", 0), ("67%", 1)] {
        assert_eq!(
            suite(folder, &["a.epd", "--depth", "4", "--min", min]).status.code(),
            Some(code),
            "{min}"
        );
    }
    let text = said(&suite(folder, &["a.epd", "--depth", "4", "--verbose", "--only", "Easy.1"]));
    assert!(
        text.starts_with("a.epd: positions\n") && text.contains("from depth 1, ") && !text.contains("Odd"),
        "{text}"
    );
}

#[test]
fn everything_is_there_as_json() {
    let folder = folder();
    let folder = folder.path();
    std::fs::write(folder.join("b.epd"), "q3k3/8/8/8/8/8/8/R3K3 w - - c0 \"Rxa8+=10, Ke2=3\"; id \"P.1\";\n")
        .expect("a file");
    let output = suite(folder, &["a.epd", "b.epd", "--nodes", "2000", "--json", "-"]);
    let document = json(&output);
    assert!(complained(&output).contains("a.epd: unsolved"), "people read the standard error then");
    assert_eq!((&document["limits"], &document["complete"]), (&"nodes=2000".into(), &true.into()));
    assert_eq!((&document["total"]["positions"], &document["total"]["solved"]), (&4.into(), &3.into()));
    assert_eq!(
        (&document["files"][1]["total"]["points"], &document["files"][1]["total"]["max_points"]),
        (&10.into(), &10.into())
    );
    let position = &document["positions"][1];
    assert_eq!(
        (&position["id"], &position["played"], &position["played_uci"]),
        (&"Easy.2".into(), &"Rxa8+".into(), &"a1a8".into())
    );
    assert!(
        position["solved"] == true
            && position["solution"]["depth"].is_u64()
            && position["score"]["cp"].is_i64(),
        "{position}"
    );
    assert!(document["positions"][2]["solution"].is_null(), "{document}");
    let output = suite(folder, &["a.epd", "--nodes", "2000", "--json", "no/such/folder.json"]);
    complains(&output, 2, &["cannot write no/such/folder.json"]);
}

#[test]
fn wrong_lines_and_arguments_are_named() {
    let folder = folder();
    let folder = folder.path();
    std::fs::write(
        folder.join("b.epd"),
        format!("{SUITE}6k1/8/8/8/8/8/8/R5K1 w - - bm Ra9;\n6k1/8/8/8/8/8/8/R5K1 w - - id \"x\";\n"),
    )
    .expect("a file");
    let output = suite(folder, &["a.epd", "b.epd", "--depth", "2", "--strict"]);
    let text = complained(&output);
    assert_eq!((output.status.code(), said(&output).as_str()), (Some(2), ""));
    has(&text, &["b.epd, line 4: column 31: bm: \"Ra9\"", "b.epd, line 5: nothing to solve"]);
    assert!(text.ends_with("heirloom: 2 lines are invalid; without --strict they are skipped\n"), "{text}");
    for skip in [&[][..], &["--skip-wrong"]] {
        let output = suite(folder, &[&["a.epd", "b.epd", "--depth", "2"][..], skip].concat());
        prints(&output, 1, &["2 invalid lines skipped"]);
        assert!(complained(&output).contains("b.epd, line 4: column 31"), "{output:?}");
    }
    for (arguments, words) in [
        (&["none.epd"][..], "cannot read none.epd"),
        (&["a.epd", "--only", "nobody"], "no position to solve in a.epd"),
        (&["a.epd", "--engine", "heirloom tc=10"], "--movetime"),
        (&["a.epd", "--movetime", "soon"], "500ms or 2s"),
        (&[], "FILE"),
    ] {
        complains(&suite(folder, arguments), 2, &[words]);
    }
}

#[test]
fn other_programs_solve_suites_too() {
    let folder = folder();
    let folder = folder.path();
    let engine = format!("{PROGRAM} uci option.Hash=1");
    let output = suite(
        folder,
        &words("a.epd --engine {} --movetime 20s --stable 3 --threads 1 --only Easy", &[&engine]),
    );
    assert!(output.status.success() && said(&output).contains("  2       2  100.0"), "{output:?}");
    let output = suite(folder, &["a.epd", "--engine", "/no/such/program"]);
    complains(&output, 2, &["/no/such/program"]);
    let output = suite(folder, &["a.epd", "--engine", "heirloom option.Hsah=1"]);
    assert!(output.status.code() == Some(2) && complained(&output).contains("Hsah"), "{output:?}");
}

#[cfg(unix)]
#[test]
fn an_engine_that_fails_is_started_anew() {
    let folder = folder();
    let folder = folder.path();
    // It exits at a position with a queen.
    let script =
        "while read word rest; do case \"$word $rest\" in uci*) [ \"$word\" = uci ] && echo uciok;; \
        isready*) echo readyok;;
        position*q3k3*) exit 3;; go*) echo info depth 1 score cp 5 nodes 7 pv a1a8; echo bestmove a1a8;; \
        quit*) exit;; esac; done";
    std::fs::write(folder.join("engine.sh"), script).expect("a file");
    let output = suite(folder, &["a.epd", "--engine", "sh engine.sh", "--depth", "1"]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(text.matches("the engine failed: ").count(), 2, "{text}");
    has(&text, &["the engine failed on 2 positions", "  3       1  33.3"]);
}

#[cfg(unix)]
#[test]
fn an_engine_that_knows_no_limits_is_stopped() {
    let folder = folder();
    let folder = folder.path();
    // It searches until it gets `stop`.
    let script =
        "while read word rest; do case \"$word $rest\" in uci*) [ \"$word\" = uci ] && echo uciok;; \
        isready*) echo readyok;;
        go*) echo info depth 9 score cp 5 nodes 200001 pv a1a8;; stop*) echo bestmove a1a8;; quit*) exit;; \
        esac; done";
    std::fs::write(folder.join("engine.sh"), script).expect("a file");
    let output = suite(folder, &["a.epd", "--engine", "sh engine.sh", "--nodes", "50000"]);
    let text = said(&output);
    assert!(output.status.success() && text.contains("  3       2  66.7"), "{output:?}");
    assert!(text.contains("exceeded its limits on 3 positions"), "{text}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_what_was_done() {
    use std::io::Read;
    use std::time::{Duration, Instant};

    let folder = folder();
    let mut command = program(PROGRAM);
    // Two positions end soon with stable solutions, the third would take forever.
    command
        .args(["suite", "a.epd", "--movetime", "600s", "--stable", "2", "--json", "done.json"])
        .current_dir(folder.path());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
    std::thread::sleep(Duration::from_millis(1500));
    let begun = Instant::now();
    interrupt(&child);
    let status = child.wait().expect("an end");
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    let mut text = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut text).expect("text");
    assert_eq!(status.code(), Some(130), "{text}");
    let document = std::fs::read(folder.path().join("done.json")).expect("a document");
    let document: serde_json::Value = serde_json::from_slice(&document).expect("JSON");
    let searched = document["total"]["positions"].as_u64().expect("a number");
    assert!(document["complete"] == false && (1..=2).contains(&searched), "{document}");
    assert!(text.contains(&format!("interrupted: {searched} of 3 positions searched")), "{text}");
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
        let output = suite(&suites, &[name, "--nodes", "1", "--hash", "1", "--skip-wrong", "--json", "-"]);
        let document = json(&output);
        let total = &document["total"];
        let found = (
            total["positions"].as_u64(),
            total["max_points"].as_u64(),
            document["files"][0]["wrong_lines"].as_u64(),
        );
        assert_eq!(found, (Some(positions), Some(points), Some(wrong)), "{name}: {output:?}");
        if name.starts_with("sts") {
            assert_eq!(document["files"][0]["themes"][0]["theme"], "STS(v1.0) Undermine");
        }
    }
}
