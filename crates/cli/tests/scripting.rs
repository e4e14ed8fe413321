//! Tests of what scripts rely on: JSON, `--quiet`, and plain words about wrong arguments.

#[path = "start/program.rs"]
mod start;
use start::*;

#[test]
fn measurements_come_as_json() {
    let bench = run("bench 1 --json").json();
    assert!(bench["nodes"].as_u64() > Some(0) && bench["depth"] == 1, "{bench}");
    assert!(bench["time_ms"].is_u64() && bench["nps"].is_u64(), "{bench}");
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let eval = run(&format!("eval --json --option Evaluation=classical --fen '{fen}'")).json();
    assert!(eval["score"]["cp"].as_i64() > Some(0) && eval["squares"]["e2"].is_i64(), "{eval}");
    let terms = eval["terms"].as_array().expect("terms");
    assert!(terms.iter().all(|term| term["white"]["mg"].is_i64()), "{eval}");
    let suite = run("testmovegen --json --max-leaves 1000").json();
    assert_eq!((&suite["positions"], &suite["wrong"]), (&126.into(), &json!([])));
    let wrong = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 401\n";
    let run = Folder::with("wrong.epd", wrong).run("testmovegen --json wrong.epd").exits(1);
    holds(&run.complains(&["1 count of "]).json(), json!({"wrong": [{"found": 400}]}));
}

#[test]
fn quiet_verbs_print_results_and_errors_only() {
    let games = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 Ke3 *\n";
    let folder = Folder::with("games.pgn", games);
    let loud = folder.run("pgn filter games.pgn").complains(&["2 games"]);
    let quiet = folder.run("pgn filter games.pgn --quiet").exits(1).complains(&["Ke3"]);
    assert_eq!(quiet.out, loud.out);
    assert_eq!((loud.err.lines().count(), quiet.err.lines().count()), (2, 1), "{loud:?} {quiet:?}");
    run("--quiet perft 2").succeeds();
}

#[test]
fn wrong_numbers_are_answered_in_plain_words() {
    for (line, message) in [
        ("perft abc", "expected a whole number"),
        ("perft 31", "expected a whole number from 0 to 30"),
        ("analyse --depth abc", "expected a whole number"),
        ("analyse --nodes 0", "expected a whole number, at least 1"),
        ("play --chess960 960", "expected a whole number from 0 to 959"),
        ("play --fen bad", "not a FEN"),
        ("match --engine roce --engine rajah --openings nofile", "cannot read the openings nofile: "),
    ] {
        run(line).refuses(message);
    }
}

#[test]
fn lists_of_commands_fit_eighty_columns() {
    for line in ["", "play --color both"] {
        let text = talk(line, "help\nquit\n").out;
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("  ")).collect();
        assert!(rows.len() > 20 && rows.iter().all(|row| row.chars().count() < 80), "{text}");
    }
}
