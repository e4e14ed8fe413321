//! Tests of `heirloom pgn`.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::io::{BufRead, BufReader, Read, Write};

use heirloom_testing::{needs_sample_data, sample_data};

const GAMES: &str = "[Event \"one\"]\n[Date \"1990.01.02\"]\n[White \"Adams, A\"]\n[Black \"Brown, \
    B\"]\n[Result \"1-0\"]\n[WhiteElo \"2400\"]\n[BlackElo \"2300\"]\n\n\
    1. e4 c5 {a comment} 2. Nf3 (2. c3) d6 1-0\n\n\
    [Event \"two\"]\n[Date \"1991\"]\n[White \"Brown, B\"]\n[Black \"Clark, C\"]\n[Result \"0-1\"]\n[ECO \
    \"A00\"]\n\n\
    1. f3 e5 2. g4 Qh4# 0-1\n\n\
    [Event \"three\"]\n[White \"Adams, A\"]\n[Black \"Clark, C\"]\n[Result \"1/2-1/2\"]\n\n\
    1. Nf3 c5 2. e4 d6 1/2-1/2\n";

const BROKEN: &str = "[Event \"bad\"]\n\n1. e4 Ke6 *\n";

fn folder() -> Folder {
    Folder::with("games.pgn", GAMES)
}

impl Folder {
    /// Returns standard output of `heirloom pgn`, which must succeed.
    #[track_caller]
    fn pgn(&self, line: &str) -> String {
        self.run(&format!("pgn {line}")).succeeds().out
    }

    /// Returns the events of the games that `heirloom pgn` prints.
    #[track_caller]
    fn events(&self, line: &str) -> Vec<String> {
        events(&self.pgn(line))
    }
}

fn events(text: &str) -> Vec<String> {
    let events = text.lines().filter_map(|line| line.strip_prefix("[Event \"")?.strip_suffix("\"]"));
    events.map(String::from).collect()
}

#[test]
fn games_are_counted_and_damaged_ones_named() {
    let folder = folder();
    folder.write("bad.pgn", format!("{GAMES}\n{BROKEN}\n{GAMES}"));
    for (line, input, code, counted) in [
        ("count games.pgn", "", 0, "3 games, 12 plies\n"),
        ("count", GAMES, 0, "3 games, 12 plies\n"),
        (
            "count games.pgn - bad.pgn",
            BROKEN,
            1,
            "games.pgn: 3 games, 12 plies\n-: 1 game, 1 ply, 1 damaged\nbad.pgn: 7 games, 25 plies, 1 \
            damaged\n11 games, 38 plies, 2 damaged\n",
        ),
        ("count --skim -", BROKEN, 0, "1 game, 2 plies\n"),
        ("count --strict bad.pgn", "", 1, "6 games, 24 plies, 1 skipped\n"),
    ] {
        assert_eq!(folder.talk(&format!("pgn {line}"), input).exits(code).out, counted, "{line}");
    }
    let named = folder.talk("pgn count games.pgn - bad.pgn", BROKEN).err;
    let illegal = "Ke6 is not a legal move for Black\n";
    assert_eq!(named, format!("-:3:7: {illegal}bad.pgn:29:7: {illegal}"));
    let counted = folder.run("pgn count --json bad.pgn").exits(1).json();
    holds(&counted, json!({"games": 7, "files": [{"damaged": 1}]}));
    let missing = folder.run("pgn count games.pgn missing.pgn").refuses("cannot read missing.pgn");
    assert_eq!(missing.out, "");
}

#[test]
fn games_are_listed() {
    let folder = folder();
    let tags = "[Event \"A\x1b[31m long name\"]\n[White \"Über, Ann\"]\n[Black \"B\"]\n[WhiteElo \
        \"2400\"]\n[Date \"1999.12.31\"]\n[ECO \"C20\"]";
    folder.write("one.pgn", format!("{tags}\n\n1. e4 e5 2. Ke3 *\n"));
    let table = folder.run("pgn list one.pgn").exits(1).omits(&["\x1b"]).out;
    let lines: Vec<&str> = table.lines().collect();
    let words: Vec<&str> = lines[0].split_whitespace().collect();
    assert_eq!(words, ["number", "White", "Black", "Elo", "result", "date", "event", "ECO", "plies"]);
    assert!(lines[1].starts_with("     1  Über, Ann") && lines[1].ends_with("C20      2 !"), "{table}");
    has(lines[1], &["2400/-"]);
    assert!(lines.len() == 2 && lines.iter().all(|line| line.chars().count() < 120), "{table}");
    let listed = folder.run("pgn list --csv games.pgn one.pgn").exits(1).out;
    let rows: Vec<&str> = listed.lines().collect();
    assert_eq!(
        rows[0],
        "file,number,line,white,black,white_elo,black_elo,result,date,event,eco,plies,damaged"
    );
    assert_eq!(rows.len(), 5);
    for (row, start) in [(1, "games.pgn,1,1,"), (3, "games.pgn,3,"), (4, "one.pgn,1,1,")] {
        assert!(rows[row].starts_with(start), "{listed}");
    }
    let object = folder.run("pgn list --json one.pgn").exits(1).json();
    holds(&object, json!({"white_elo": 2400, "black_elo": null, "plies": 2}));
    assert_eq!(folder.run("pgn list --json --strict one.pgn").exits(1).out, "");
    let dated = folder.talk("pgn list --json", "[UTCDate \"2017.08.31\"]\n\n1. e4 *\n").succeeds();
    assert_eq!(dated.json()["date"], "2017.08.31", "a date of another tag");
}

#[test]
fn games_are_filtered_as_they_stand() {
    let folder = folder();
    for (criteria, expected) in [
        ("--player brown", &["one", "two"][..]),
        ("--player brown --player clark", &["two"]),
        ("--white adams --black clark", &["three"]),
        ("--min-elo 2350", &[]),
        ("--min-elo 2350 --either", &["one"]),
        ("--since 1990.06 --until 1991", &["two"]),
        ("--result 0-1,draw", &["two", "three"]),
        ("--eco B50-B59", &["one", "three"]),
        ("--opening barnes", &["two"]),
        ("--moves 'e4 c5 Nf3'", &["one", "three"]),
        ("--fen rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR", &["two"]),
        ("--pattern '*/*/*/*/*Pq/*/*/*'", &["two"]),
        ("--ends checkmate", &["two"]),
        ("--tag Event=t", &["two", "three"]),
        ("--ends checkmate --invert", &["one", "three"]),
        ("--limit 1 --player clark", &["two"]),
        ("--variant chess960", &[]),
        ("--plies 5..", &[]),
        ("", &["one", "two", "three"]),
    ] {
        for skim in ["", "--skim"] {
            assert_eq!(folder.events(&format!("filter games.pgn {criteria} {skim}")), expected, "{criteria}");
        }
    }
    let first = GAMES.split_inclusive("1-0\n\n").next().expect("a game");
    assert_eq!(folder.pgn("filter games.pgn --event ONE"), first);
    for wrong in ["--eco X", "--fen x", "--material K", "--since then", "--either", "--result 2-0", "-v"] {
        assert_eq!(folder.run(&format!("pgn filter games.pgn {wrong}")).exits(2).out, "", "{wrong}");
    }
}

#[test]
fn outputs_replace_nothing_that_is_read() {
    let folder = folder();
    std::fs::create_dir(folder.path("sub")).expect("made");
    for verb in ["filter", "dedup", "clean", "convert --to uci"] {
        for same in ["games.pgn", "sub/../games.pgn"] {
            folder.run(&format!("pgn {verb} games.pgn -o {same}")).refuses("is also an input file");
        }
        folder.pgn(&format!("{verb} games.pgn -o new.pgn"));
        assert!(!folder.bytes("new.pgn").is_empty());
        std::fs::remove_file(folder.path("new.pgn")).expect("removed");
    }
    assert_eq!(folder.read("games.pgn"), GAMES);
    assert_eq!(folder.count(), 2);
}

#[test]
fn games_are_split_among_files() {
    let folder = folder();
    let split = |by: &str| folder.pgn(&format!("split games.pgn --into parts {by}"));
    let part = |name: &str| events(&folder.read(&format!("parts/{name}")));
    split("--by player");
    assert_eq!(part("Brown,_B.pgn"), ["one", "two"]);
    assert_eq!(part("Clark,_C.pgn"), ["two", "three"]);
    folder.run("pgn split games.pgn --into parts --by player").refuses("--force");
    split("--by player --force");
    assert_eq!(part("Brown,_B.pgn"), ["one", "two"]);
    split("--by result");
    assert_eq!(part("1-2-1-2.pgn"), ["three"]);
    split("--by eco --eco-length 1");
    assert_eq!(part("B.pgn"), ["one", "three"]);
    let json: Value = serde_json::from_str(&split("--by year --json")).expect("JSON");
    assert_eq!((json["files"].as_array().map(Vec::len), &json["games"]), (Some(3), &3.into()));
    assert_eq!(part("unknown.pgn"), ["three"]);
    split("--games 2");
    assert_eq!(part("games-0001.pgn"), ["one", "two"]);
    assert_eq!(part("games-0002.pgn"), ["three"]);
    let parts = std::fs::read_dir(folder.path("parts")).expect("a folder").flatten();
    assert_eq!(parts.filter(|entry| entry.path().extension().is_some_and(|end| end == "part")).count(), 0);
}

#[test]
fn duplicates_are_left_out() {
    let folder = folder();
    let other = GAMES.replace("Adams", "Evans").replace("{a comment}", "");
    folder.write("more.pgn", format!("{other}\n{}", GAMES.replace("Qh4#", "d5")));
    assert_eq!(folder.events("dedup games.pgn more.pgn"), ["one", "two", "three", "two"]);
    let once = folder.events("dedup games.pgn more.pgn --same-players --duplicates twice.pgn");
    assert_eq!(once, ["one", "two", "three", "one", "three", "two"]);
    assert_eq!(events(&folder.read("twice.pgn")), ["two", "one", "three"]);
    assert_eq!(folder.events("dedup more.pgn --known games.pgn"), ["two"]);
    folder.run("pgn dedup more.pgn --known games.pgn -o games.pgn").exits(2);
}

#[test]
fn games_are_cleaned_and_converted() {
    let folder = folder();
    let clean = folder.pgn("clean games.pgn --openings");
    has(&clean, &["[Date \"1991.??.??\"]", "{a comment} 2. Nf3 (2. c3) 2... d6 1-0"]);
    has(&clean, &["[ECO \"B50\"]\n[Opening \"Sicilian Defense: Modern Variations\"]"]);
    let bare = folder.pgn("clean games.pgn --no-comments --no-variations --only-roster");
    assert!(bare.contains("\n\n1. e4 c5 2. Nf3 d6 1-0\n") && !bare.contains("Elo"), "{bare}");
    assert_eq!(folder.talk("pgn clean", &clean).succeeds().out, clean);
    for (form, moves) in
        [("san", "e4 c5 Nf3 d6"), ("uci", "e2e4 c7c5 g1f3 d7d6"), ("lan", "e2-e4 c7-c5 Ng1-f3 d7-d6")]
    {
        let lines = folder.pgn(&format!("convert games.pgn --to {form} --lines"));
        assert_eq!(lines.lines().next(), Some(moves));
    }
    assert_eq!(folder.pgn("convert games.pgn --to fen").lines().count(), 15);
    let epd = folder.pgn("convert games.pgn --to epd");
    let first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c9 \"1-0\"; sm e4;\n";
    assert!(epd.starts_with(first), "{epd}");
    for json in folder.run("pgn convert games.pgn --to json").succeeds().objects() {
        assert_eq!((&json["plies"], json["san"].as_array().map(Vec::len)), (&4.into(), Some(4)));
    }
    let uci = folder.pgn("convert games.pgn --to uci");
    has(&uci, &["[ECO \"A00\"]\n\nf2f3 e7e5 g2g4 d8h4 0-1\n\n"]);
    assert_eq!(folder.talk("pgn count", &uci).succeeds().out, "3 games, 12 plies\n");
    folder.run("pgn convert games.pgn --to epd --lines").exits(2);
}

#[test]
fn collections_are_described() {
    let folder = folder();
    let stats = folder.pgn("stats games.pgn");
    has(&stats, &["White wins      1 (33.3%)", "years           1990 to 1991", "most frequent players"]);
    let json = folder.run("pgn stats games.pgn --json").succeeds().json();
    holds(&json, json!({"results": {"1-0": 1}, "elo": {"mean": 2350.0}, "lengths": {"median": 4}}));
    let first = "1. e4                          1   100.0     0.0     0.0   2400  B00 King's Pawn Game";
    has(&folder.pgn("tree games.pgn --depth 2"), &[&format!("{first}\n  1... c5")]);
    let json = folder.run("pgn tree games.pgn --moves 'e4 c5 Nf3' --json").succeeds().json();
    holds(&json, json!({"games": 2, "moves": [{"san": "d6", "games": 2}]}));
    folder.run("pgn tree games.pgn --moves a4").refuses("no game reaches this position (3 games");
}

#[test]
fn a_closed_pipe_ends_it_quietly_while_input_is_open() {
    let mut child = command("pgn convert --to fen")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    let writer = std::thread::spawn(move || {
        let games = GAMES.repeat(2000).replace("*\n[", "*\n\n[").replace("1/2-1/2\n[", "1/2-1/2\n\n[");
        // The program ends before it has read everything.
        let _ = input.write_all(games.as_bytes());
        input
    });
    let mut line = String::new();
    output.read_line(&mut line).expect("a line");
    assert!(line.starts_with("rnbqkbnr/"), "{line}");
    drop(output);
    let still_open = writer.join().expect("written");
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    assert_eq!((child.wait().expect("the end").code(), said.as_str()), (Some(0), ""));
    drop(still_open);
}

/// Returns a zstd frame with an uncompressed short text.
fn packed(text: &str) -> Vec<u8> {
    let length = u8::try_from(text.len()).expect("a short text");
    let block = (u32::from(length) << 3 | 1).to_le_bytes();
    [&[0x28, 0xb5, 0x2f, 0xfd, 0x20, length][..], &block[..3], text.as_bytes()].concat()
}

#[test]
fn packed_games_are_read_from_files_and_pipes() {
    let bytes = packed("[Event \"a\"]\n\n1. e4 *\n");
    let folder = Folder::with("games.pgn.zst", &bytes);
    assert_eq!(folder.pgn("count games.pgn.zst"), "1 game, 1 ply\n");
    let file = std::fs::File::open(folder.path("games.pgn.zst")).expect("a file");
    let output = command("pgn count -").stdin(file).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "1 game, 1 ply\n");
    folder.write("games.pgn.zst", &bytes[..bytes.len() - 4]);
    folder.run("pgn count games.pgn.zst").refuses("cannot continue reading games.pgn.zst");
}

#[needs_sample_data("pgn")]
#[test]
fn every_game_of_malformed_files_is_processed() {
    let folder = sample_data("pgn/malformed");
    let pgn = |line: &str, input: &str| fed(&mut in_folder(&folder, &format!("pgn {line}")), input);
    let files = || {
        let paths = std::fs::read_dir(&folder).expect("a folder").flatten().map(|entry| entry.path());
        let mut files: Vec<_> = paths.map(|path| (std::fs::read(&path).expect("readable"), path)).collect();
        files.sort_by(|one, other| one.1.cmp(&other.1));
        files
    };
    let before = files();
    // The places of damaged games, and the number of undamaged ones.
    let expected: [(&str, &[&str], usize); 16] = [
        ("bad-fen-tag.pgn", &["3:1"], 1),
        ("deep-nesting.pgn", &[], 1),
        ("glued-numbers.pgn", &["9:3"], 0),
        ("huge-move-number.pgn", &[], 1),
        ("illegal-move.pgn", &["9:13"], 1),
        ("latin1.pgn", &[], 1),
        ("moves-after-mate.pgn", &["9:24"], 0),
        ("no-tags.pgn", &[], 1),
        ("only-whitespace.pgn", &[], 0),
        ("result-mismatch.pgn", &[], 1),
        ("semicolon-comment.pgn", &[], 1),
        ("truncated-mid-move.pgn", &[], 1),
        ("uci-and-long-algebraic.pgn", &[], 1),
        ("unclosed-variation.pgn", &["9:27"], 1),
        ("unterminated-tag.pgn", &[], 1),
        ("utf16le.pgn", &[], 1),
    ];
    for (name, broken, good) in expected {
        for verb in ["count", "filter", "dedup", "clean", "convert --to san", "stats"] {
            let damaged = i32::from(!broken.is_empty());
            let run = pgn(&format!("{verb} {name}"), "").exits(damaged);
            let places: Vec<&str> = run
                .err
                .lines()
                .filter_map(|line| line.strip_prefix(name)?.strip_prefix(':')?.split_once(": "))
                .map(|(place, _)| place)
                .collect();
            assert_eq!(places, broken, "{run:?}");
            // A damaged game is a game.
            let count = good + broken.len();
            let games = if count == 1 { "1 game".into() } else { format!("{count} games") };
            let counted = match verb {
                "count" | "stats" => run.out,
                "filter" | "dedup" => pgn("count", &run.out).exits(damaged).out,
                _ => pgn("count", &run.out).succeeds().out,
            };
            assert!(counted.starts_with(&games), "{verb} {name}: {counted}");
        }
    }
    assert_eq!(before.len(), expected.len());
    assert!(files() == before, "a file was changed");
}
