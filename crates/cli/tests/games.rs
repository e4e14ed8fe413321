//! Short games over UCI and XBoard, as match programs play them: no illegal move, no loss on time, no crash.

#[path = "start/program.rs"]
mod start;
use start::*;

/// Plays a match in which none of these engines may be at fault.
#[track_caller]
fn play_match(line: &str, engines: &[&str]) -> Run {
    played(&mut command(&format!("match {line}")), engines)
}

#[track_caller]
fn played(command: &mut Command, engines: &[&str]) -> Run {
    let faultless = |name| format!("{name}: 0 losses on time, 0 crashes, 0 hangs, 0 illegal moves");
    engines.iter().fold(fed(command, "").succeeds(), |run, name| run.prints(&[&faultless(name)]))
}

const OURSELVES: [&str; 2] = ["heirloom", "heirloom-2"];

#[test]
fn the_program_plays_itself_over_uci() {
    // A generous margin: other tests use the CPUs at the same time.
    let line =
        format!("--engine '{PROGRAM} uci' --engine heirloom --control 0.4+0.02 --games 4 --margin 500");
    play_match(&line, &OURSELVES).prints(&["4 games"]);
}

fn play_chess960(engine: &str, limits: &str, openings: &str) {
    let folder = Folder::with("960.epd", openings);
    let line = format!("match --engine '{PROGRAM} {engine}' --engine heirloom {limits} --openings 960.epd");
    played(&mut folder.command(&line), &OURSELVES);
}

#[test]
fn chess960_games_are_played_over_uci() {
    let openings = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\n\
        nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w GBgb - 0 1\n";
    play_chess960("uci", "--control nodes=2000 --games 4", openings);
}

#[test]
fn chess960_games_are_played_over_xboard() {
    let openings = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\n";
    let limits = "--control nodes=1000 --games 2 --max-moves 20";
    play_chess960("xboard proto=xboard", limits, openings);
}

#[test]
fn every_engine_of_ours_plays_over_xboard() {
    let engine = |name: &str, rest: &str| {
        format!("\"cmd={PROGRAM} args='--engine {name} {rest}' proto=xboard name={name}")
    };
    for (one, other) in [("firstchess", "rajah"), ("roce", "rdchess"), ("rofchade", "heirloom")] {
        // Both ways to start the protocol.
        let (first, second) = (engine(one, "xboard"), engine(other, "/xb"));
        let line = format!(
            "--engine {first}\" --engine {second} ponder\" --control 2+0.05 --games 2 --max-moves 8 --margin 2000"
        );
        play_match(&line, &[one, other]);
    }
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
        let limits = "--control 1+0.05 --games 2 --max-moves 15 --margin 5000";
        play_match(&format!("--engine '{engine}' --engine firstchess {limits}"), &[name]);
    }
}
