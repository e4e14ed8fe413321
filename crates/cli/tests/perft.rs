//! Tests of `heirloom perft --compare`: equal counts, a faulty engine traced to its fault, JSON, exit codes.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::path::Path;

fn heirloom(folder: &Path, arguments: &[&str]) -> Output {
    run(folder, arguments, "")
}

#[test]
fn equal_counts_are_said_to_be() {
    let folder = Path::new(".");
    let castling = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let itself = format!("{PROGRAM} uci");
    for other in [itself.as_str(), "roce"] {
        let output = heirloom(folder, &["perft", "3", "--fen", castling, "--compare", other]);
        assert_eq!(output.status.code(), Some(0), "{other}: {output:?}");
        assert_eq!(said(&output).lines().last(), Some("depth 3: 97862 leaves, same count"), "{other}");
    }
    let chess960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let output = heirloom(folder, &["divide", "2", "--fen", chess960, "--compare", &itself, "--json"]);
    let document = json(&output);
    assert_eq!(
        (&document["same"], &document["depths"][1]["theirs"]),
        (&true.into(), &528.into()),
        "{document}"
    );
    assert!(
        document["finding"].is_null()
            && document["engine"].as_str().is_some_and(|name| name.starts_with("Heirloom")),
        "{document}"
    );
}

/// Makes a1a2 wrongly: after it a move is missing and another one is invalid. Set up by FEN, it counts the
/// same position correctly.
#[cfg(unix)]
const FAULTY: &str = r#"while read line; do case "$line" in
uci) echo id name Forgetful 1; echo uciok;;
isready) echo readyok;;
position*) place="$line";;
"go perft "*) case "$place/${line#go perft }" in
    *"K7 w - - 0 1/1") echo a1a2: 1; echo a1b1: 1; echo; echo Nodes searched: 2;;
    *"K7 w - - 0 1/2") echo a1a2: 5; echo a1b1: 6; echo; echo Nodes searched: 11;;
    *"moves a1a2/1") for mv in c3b4 c3c2 c3c4 c3d2 c3d3 c3b3; do echo $mv: 1; done; echo; echo Nodes searched: 6;;
    *"K7/8 b - - 1 1/1") for mv in c3b4 c3c2 c3c4 c3d2 c3d3 c3d4; do echo $mv: 1; done; echo; echo Nodes searched: 6;;
    esac;;
quit) exit;;
esac; done"#;

#[cfg(unix)]
#[test]
fn a_fault_is_walked_down_to() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("faulty.sh"), FAULTY).expect("a file");
    let fen = "8/8/8/8/8/2k5/8/K7 w - - 0 1";
    let arguments = ["perft", "3", "--fen", fen, "--compare", "sh faulty.sh"];
    let output = heirloom(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = said(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines,
        words(
            "'depth 1: 2 leaves, same count' 'depth 2: 12 leaves, Forgetful 1 counts 11' 'after a1a2: 6 \
                moves, Forgetful 1 finds 6' '  8/8/8/8/8/2k5/K7/8 b - - 1 1' '  missing: c3d4' '  extra: \
                c3b3' '  set up from this FEN, Forgetful 1 counts correctly: check how it makes the moves \
                before'",
            &[]
        )
    );
    let output = heirloom(folder.path(), &[&arguments[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(1));
    let document = json(&output);
    let finding = &document["finding"];
    assert_eq!(
        (&finding["path"][0], &finding["path_san"], &finding["missing"][0]),
        (&"a1a2".into(), &"Ka2".into(), &"c3d4".into())
    );
    assert_eq!(
        (&finding["extra"][0], &finding["right_by_fen"], &document["same"]),
        (&"c3b3".into(), &true.into(), &false.into())
    );
}

#[cfg(unix)]
#[test]
fn programs_that_name_no_moves_are_asked_behind_each() {
    let folder = tempfile::tempdir().expect("a folder");
    // It reports no moves, and counts one too few after a1b1.
    let engine = r#"while read line; do case "$line" in
uci) echo id name Silent; echo uciok;;
isready) echo readyok;;
position*) place="$line";;
"go perft 1") case "$place" in *moves\ a1b1) echo Nodes searched: 5;; *moves*) echo Nodes searched: 6;; *b\ -*) echo Nodes searched: 5;; *) echo Nodes searched: 2;; esac;;
"go perft 2") echo Nodes searched: 11;;
quit) exit;;
esac; done"#;
    std::fs::write(folder.path().join("silent.sh"), engine).expect("a file");
    let output = heirloom(
        folder.path(),
        &["perft", "2", "--fen", "8/8/8/8/8/2k5/8/K7 w - - 0 1", "--compare", "sh silent.sh"],
    );
    let text = said(&output);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    has(&text, &["after a1b1: 6 moves, Silent finds 5\n", "the count is also wrong"]);
}

#[test]
fn what_cannot_be_compared_is_said() {
    let folder = Path::new(".");
    for (arguments, words) in [
        (&["perft", "0", "--compare", "roce"][..], "use depth 1 or more"),
        (&["perft", "2", "--compare", "/no/such/program"], "/no/such/program"),
        (&["perft", "2", "--compare", ""], "--compare: name a built-in engine or give a command"),
        (&["perft", "2", "--fen", "x", "--compare", "roce"], "not a FEN"),
    ] {
        complains(&heirloom(folder, arguments), 2, &[words]);
    }
    let output = heirloom(folder, &["perft2", "2", "--compare", "roce"]);
    complains(&output, 2, &["works only with perft and divide"]);
}

#[test]
fn counts_are_there_as_json() {
    let output = heirloom(Path::new("."), &["divide", "2", "--json"]);
    let document = json(&output);
    assert_eq!(
        (&document["leaves"], &document["depth"], &document["moves"]["e2e4"]),
        (&400.into(), &2.into(), &20.into()),
        "{document}"
    );
    let output = heirloom(Path::new("."), &["perft2", "2", "--json"]);
    let document = json(&output);
    assert!(document["nodes"] == 420 && document["moves"].is_null(), "{document}");
}

#[test]
fn stockfish_counts_the_same() {
    let installed = ["/usr/games/stockfish", "/usr/bin/stockfish", "/usr/local/bin/stockfish"]
        .into_iter()
        .find(|path| Path::new(path).exists());
    let Some(stockfish) = installed else {
        eprintln!("skipped: stockfish is not installed");
        return;
    };
    let output = heirloom(Path::new("."), &["perft", "4", "--compare", stockfish]);
    assert!(output.status.success(), "{output:?}");
}
