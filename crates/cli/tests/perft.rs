//! Tests of `heirloom perft --compare`: equal counts, a faulty engine traced to its fault, JSON, exit codes.

#[path = "start/program.rs"]
mod start;
use start::*;

#[test]
fn equal_counts_are_said_to_be() {
    let castling = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let itself = format!("'{PROGRAM} uci'");
    for other in [itself.as_str(), "roce"] {
        let run = run(&format!("perft 3 --fen '{castling}' --compare {other}")).succeeds();
        assert_eq!(run.out.lines().last(), Some("depth 3: 97862 leaves, same count"), "{other}");
    }
    let chess960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let document = run(&format!("divide 2 --fen '{chess960}' --compare {itself} --json")).json();
    holds(&document, json!({"same": true, "depths": [{}, {"theirs": 528}], "finding": null}));
    assert!(document["engine"].as_str().is_some_and(|name| name.starts_with("Heirloom")), "{document}");
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
    let folder = Folder::with("faulty.sh", FAULTY);
    let line = "perft 3 --fen '8/8/8/8/8/2k5/8/K7 w - - 0 1' --compare 'sh faulty.sh'";
    let run = folder.run(line).exits(1);
    assert_eq!(
        run.out.lines().collect::<Vec<_>>(),
        [
            "depth 1: 2 leaves, same count",
            "depth 2: 12 leaves, Forgetful 1 counts 11",
            "after a1a2: 6 moves, Forgetful 1 finds 6",
            "  8/8/8/8/8/2k5/K7/8 b - - 1 1",
            "  missing: c3d4",
            "  extra: c3b3",
            "  set up from this FEN, Forgetful 1 counts correctly: check how it makes the moves before",
        ]
    );
    let document = folder.run(&format!("{line} --json")).exits(1).json();
    let finding = json!({
        "path": ["a1a2"], "path_san": "Ka2", "missing": ["c3d4"], "extra": ["c3b3"], "right_by_fen": true
    });
    holds(&document, json!({"same": false, "finding": finding}));
}

#[cfg(unix)]
#[test]
fn programs_that_name_no_moves_are_asked_behind_each() {
    // It reports no moves, and counts one too few after a1b1.
    let engine = r#"while read line; do case "$line" in
uci) echo id name Silent; echo uciok;;
isready) echo readyok;;
position*) place="$line";;
"go perft 1") case "$place" in *moves\ a1b1) echo Nodes searched: 5;; *moves*) echo Nodes searched: 6;; *b\ -*) echo Nodes searched: 5;; *) echo Nodes searched: 2;; esac;;
"go perft 2") echo Nodes searched: 11;;
quit) exit;;
esac; done"#;
    Folder::with("silent.sh", engine)
        .run("perft 2 --fen '8/8/8/8/8/2k5/8/K7 w - - 0 1' --compare 'sh silent.sh'")
        .exits(1)
        .prints(&["after a1b1: 6 moves, Silent finds 5\n", "the count is also wrong"]);
}

#[test]
fn what_cannot_be_compared_is_said() {
    for (line, reason) in [
        ("perft 0 --compare roce", "use depth 1 or more"),
        ("perft 2 --compare /no/such/program", "/no/such/program"),
        ("perft 2 --compare ''", "--compare: name a built-in engine or give a command"),
        ("perft 2 --fen x --compare roce", "not a FEN"),
        ("perft2 2 --compare roce", "works only with perft and divide"),
    ] {
        run(line).refuses(reason);
    }
}

#[test]
fn counts_are_there_as_json() {
    holds(&run("divide 2 --json").json(), json!({"leaves": 400, "depth": 2, "moves": {"e2e4": 20}}));
    holds(&run("perft2 2 --json").json(), json!({"nodes": 420, "moves": null}));
}

#[test]
fn stockfish_counts_the_same() {
    let installed = ["/usr/games/stockfish", "/usr/bin/stockfish", "/usr/local/bin/stockfish"]
        .into_iter()
        .find(|path| std::path::Path::new(path).exists());
    let Some(stockfish) = installed else {
        eprintln!("skipped: stockfish is not installed");
        return;
    };
    run(&format!("perft 4 --compare {stockfish}")).succeeds();
}
