//! Short games over UCI and XBoard, as match programs play them: no illegal move, no loss on time, no crash.

#[path = "start/program.rs"]
mod start;
use start::*;

/// Plays a match and returns the output.
fn play_match(arguments: &[&str]) -> String {
    let output = program(PROGRAM).arg("match").args(arguments).output().expect("the program starts");
    assert!(output.status.success(), "{}", complained(&output));
    said(&output)
}

fn check_faultless(text: &str, name: &str) {
    let line = format!("{name}: 0 losses on time, 0 crashes, 0 hangs, 0 illegal moves");
    assert!(text.contains(&line), "{text}");
}

#[test]
fn the_program_plays_itself_over_uci() {
    let ourselves = format!("{} uci", PROGRAM);
    // A generous margin: other tests use the CPUs at the same time.
    let text = play_match(&words(
        "--engine {} --engine heirloom --control 0.5+0.02 --games 6 --margin 500",
        &[&ourselves],
    ));
    check_faultless(&text, "heirloom");
    check_faultless(&text, "heirloom-2");
    assert!(text.contains("6 games"), "{text}");
}

#[test]
fn chess960_games_are_played_over_uci() {
    let path = std::env::temp_dir().join(format!("heirloom-960-{}.epd", std::process::id()));
    std::fs::write(
        &path,
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 \
            9\nnrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1\n",
    )
    .expect("a temporary file");
    let ourselves = format!("{} uci", PROGRAM);
    let openings = path.to_str().expect("text");
    let text = play_match(&words(
        "--engine {} --engine heirloom --control nodes=2000 --games 4 --openings {}",
        &[&ourselves, openings],
    ));
    check_faultless(&text, "heirloom");
    check_faultless(&text, "heirloom-2");
    std::fs::remove_file(path).expect("removed");
}

#[test]
fn every_engine_of_ours_plays_over_xboard() {
    let program = PROGRAM;
    let engine = |name: &str, rest: &str| {
        format!("cmd={program} args='--engine {name} {rest}' proto=xboard name={name}")
    };
    for (one, other) in [("firstchess", "rajah"), ("roce", "rdchess"), ("rofchade", "heirloom")] {
        // Both ways to start the protocol.
        let (first, second) = (engine(one, "xboard"), engine(other, "/xb") + " ponder");
        let text = play_match(&words(
            "--engine {} --engine {} --control 3+0.05 --games 2 --max-moves 12 --margin 2000",
            &[&first, &second],
        ));
        check_faultless(&text, one);
        check_faultless(&text, other);
    }
}

#[test]
fn chess960_games_are_played_over_xboard() {
    let path = std::env::temp_dir().join(format!("heirloom-960-xboard-{}.epd", std::process::id()));
    std::fs::write(&path, "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\n")
        .expect("a temporary file");
    let ourselves = format!("{} xboard proto=xboard", PROGRAM);
    let openings = path.to_str().expect("text");
    let text = play_match(&words(
        "--engine {} --engine heirloom --control nodes=1000 --games 2 --openings {} --max-moves 20",
        &[&ourselves, openings],
    ));
    check_faultless(&text, "heirloom");
    check_faultless(&text, "heirloom-2");
    std::fs::remove_file(path).expect("removed");
}

/// Third-party programs, skipped if they are not installed.
#[test]
fn old_programs_play_over_xboard() {
    for name in ["fairymax", "phalanx"] {
        let path = format!("/usr/games/{name}");
        if !std::path::Path::new(&path).exists() {
            continue;
        }
        // Some write files into the current folder.
        let folder = std::env::temp_dir();
        let engine = format!("{path} proto=xboard ponder name={name} dir={}", folder.display());
        let text = play_match(&words(
            "--engine {} --engine firstchess --control 1+0.05 --games 2 --max-moves 15 --margin 5000",
            &[&engine],
        ));
        check_faultless(&text, name);
    }
}
