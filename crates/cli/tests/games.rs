//! Short games of the program over UCI, as a match program plays them: no illegal move, no loss on time, no crash.

use std::process::Command;

/// Plays a match with the program's own referee and returns what it prints.
fn play_match(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_heirloom")).arg("match").args(arguments).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn check_faultless(text: &str, name: &str) {
    let line = format!("{name}: 0 games lost on time, 0 crashes, 0 hangs, 0 illegal moves");
    assert!(text.contains(&line), "{text}");
}

#[test]
fn the_program_plays_itself_over_uci() {
    let ourselves = format!("{} uci", env!("CARGO_BIN_EXE_heirloom"));
    // A generous margin: other tests use the processors at the same time.
    let text = play_match(&["--engine", &ourselves, "--engine", "heirloom", "--control", "0.5+0.02", "--games", "6", "--margin", "500"]);
    check_faultless(&text, "heirloom");
    check_faultless(&text, "heirloom-2");
    assert!(text.contains("6 games"), "{text}");
}

#[test]
fn chess960_games_are_played_over_uci() {
    let path = std::env::temp_dir().join(format!("heirloom-960-{}.epd", std::process::id()));
    std::fs::write(
        &path,
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\nnrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1\n",
    )
    .expect("a temporary file");
    let ourselves = format!("{} uci", env!("CARGO_BIN_EXE_heirloom"));
    let openings = path.to_str().expect("text");
    let text =
        play_match(&["--engine", &ourselves, "--engine", "heirloom", "--control", "nodes=2000", "--games", "4", "--openings", openings]);
    check_faultless(&text, "heirloom");
    check_faultless(&text, "heirloom-2");
    std::fs::remove_file(path).expect("removed");
}
