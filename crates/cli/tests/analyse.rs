//! Tests of `heirloom analyse`: words, files and games, several lines, JSON, EPD, exit codes, Ctrl-C.

#[path = "start/program.rs"]
mod start;
use start::*;

const MATE: &str = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";

#[test]
fn a_position_is_given_as_words() {
    let text = run(&format!("analyse {MATE} --depth 4 --lines 2")).succeeds().out;
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[0], lines[1].starts_with("Heirloom ")), (MATE, true), "{text}");
    assert!(lines.iter().any(|line| line.starts_with(" 1      #1  ") && line.ends_with("1. Ra8#")), "{text}");
    assert!(lines.iter().any(|line| line.starts_with(" 2 ")) && lines.contains(&"best Ra8#"), "{text}");
    run("analyse startpos moves e4 c5 --nodes 500 --engine 'heirloom option.Hash=1'")
        .prints(&["B20 Sicilian Defense", "2. "]);
    run("analyse '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' --depth 3").prints(&["draw by stalemate"]);
}

#[test]
fn programs_read_an_object_for_each_position() {
    let input = format!("{MATE}\n\n# a remark\nq3k3/8/8/8/8/8/8/R3K3 b - - id \"black\";\n");
    let found = Value::from(talk("analyse - --nodes 2000 --json", input).objects());
    let white = json!({"lines": [{"score": {"mate": 1}}], "best": "Ra8#", "best_uci": "a1a8"});
    let black = json!({
        "name": "black", "number": 2, "best": "Qxa1+", "lines": [{"pv_uci": ["a8a1"]}], "finished": true
    });
    holds(&found, json!([white, black, null]));
    let score = &found[1]["lines"][0]["score"]["cp"];
    assert!(score.as_i64().is_some_and(|cp| cp < -300), "White's view: {score}");
    let live = talk("analyse --depth 5 --json --live", format!("{MATE}\n")).objects();
    assert!(live.len() >= 2 && live[0]["finished"] == false, "{live:?}");
    assert_eq!(live[live.len() - 1]["finished"], true);
}

#[test]
fn epd_comes_back_with_what_was_found() {
    let input = format!("{} bm Ra8#; id \"one\";\n", &MATE[..MATE.len() - 4]);
    let text = talk("analyse --depth 4 --epd", input).prints(&["; acn "]).out;
    let start = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"one\"; pv Ra8#; ce 32766; dm 1; acd ";
    assert!(text.starts_with(start) && text.ends_with(";\n"), "{text}");
}

#[test]
fn places_in_games_are_analysed() {
    let games = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n[White \"C\"]\n[Black \"D\"]\n\n1. \
        d4 d5 2. c4 *\n";
    let folder = Folder::with("games.pgn", games);
    for (choice, expected) in [
        ("", &["A - B, game 1, after 4 plies", "C - D, game 2, after 3 plies"][..]),
        ("--game 2 --move 2w", &["C - D, game 2, after 2 plies"]),
        ("--ply 1", &["A - B, game 1, after 1 ply", "C - D, game 2, after 1 ply"]),
    ] {
        let found = folder.run(&format!("analyse games.pgn --nodes 200 --json {choice}")).objects();
        let names: Vec<&str> = found.iter().filter_map(|object| object["name"].as_str()).collect();
        assert_eq!(names, expected, "{choice}");
    }
    for (arguments, code, reason) in [
        ("games.pgn --ply 4 --nodes 100", 1, "games.pgn, game 2: the game has only 3 plies"),
        ("games.pgn --game 3 --nodes 100", 1, "games.pgn has no game 3"),
        ("games.pgn --move 2", 2, "such as 23w or 23b"),
        ("missing.pgn", 2, "cannot read missing.pgn"),
        ("missing", 2, "there is no file 'missing', and it is not a position"),
        ("startpos --ply 3", 2, "name a PGN file"),
        ("8/8 w", 2, "cannot use the position '8/8 w'"),
        ("startpos --engine /no/such/program", 2, "/no/such/program"),
        ("startpos --lines 2 --engine firstchess", 2, "shows only one line"),
        ("-", 2, "no position to analyze"),
    ] {
        folder.run(&format!("analyse {arguments}")).exits(code).complains(&[reason]);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_what_is_known() {
    for (limit, is_judged) in [("--infinite", true), ("--movetime 600s", false)] {
        let mut command = command(&format!("analyse '{MATE}' --json {limit}"));
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the program starts");
        std::thread::sleep(std::time::Duration::from_millis(1500));
        interrupt(&child);
        let mut run = Run::new(&command, &child.wait_with_output().expect("an end"));
        if is_judged {
            run = run.succeeds();
            holds(&run.json(), json!({"interrupted": true, "best": "Ra8#"}));
        }
        assert_eq!(run.objects().len(), 1, "{run:?}");
    }
}
