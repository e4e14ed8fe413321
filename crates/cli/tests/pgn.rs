//! Tests of `heirloom pgn`.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;

use heirloom_testing::{needs_sample_data, sample_data};

fn run(folder: &Path, arguments: &[&str], input: &str) -> Output {
    fed(program(PROGRAM).arg("pgn").args(arguments).current_dir(folder), input)
}

/// Returns standard output; the exit code must be this one.
fn printed(folder: &Path, arguments: &[&str], input: &str, code: i32) -> String {
    let output = run(folder, arguments, input);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {output:?}");
    said(&output)
}

fn pgn(folder: &Path, arguments: &[&str]) -> String {
    printed(folder, arguments, "", 0)
}

const GAMES: &str = "[Event \"one\"]\n[Date \"1990.01.02\"]\n[White \"Adams, A\"]\n[Black \"Brown, \
    B\"]\n[Result \"1-0\"]\n[WhiteElo \"2400\"]\n[BlackElo \"2300\"]\n\n\
    1. e4 c5 {a comment} 2. Nf3 (2. c3) d6 1-0\n\n\
    [Event \"two\"]\n[Date \"1991\"]\n[White \"Brown, B\"]\n[Black \"Clark, C\"]\n[Result \"0-1\"]\n[ECO \
    \"A00\"]\n\n\
    1. f3 e5 2. g4 Qh4# 0-1\n\n\
    [Event \"three\"]\n[White \"Adams, A\"]\n[Black \"Clark, C\"]\n[Result \"1/2-1/2\"]\n\n\
    1. Nf3 c5 2. e4 d6 1/2-1/2\n";

const BROKEN: &str = "[Event \"bad\"]\n\n1. e4 Ke6 *\n";

fn folder_with_games() -> tempfile::TempDir {
    folder("games.pgn", GAMES)
}

fn events(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("[Event \"")?.strip_suffix("\"]")).collect()
}

#[test]
fn games_are_counted_and_damaged_ones_named() {
    let folder = folder_with_games();
    let at = folder.path();
    assert_eq!(pgn(at, &["count", "games.pgn"]), "3 games, 12 plies\n");
    assert_eq!(printed(at, &["count"], GAMES, 0), "3 games, 12 plies\n");
    std::fs::write(at.join("bad.pgn"), format!("{GAMES}\n{BROKEN}\n{GAMES}")).expect("written");
    let output = run(at, &["count", "games.pgn", "-", "bad.pgn"], BROKEN);
    assert_eq!(output.status.code(), Some(1));
    let counted = said(&output);
    assert_eq!(
        counted,
        "games.pgn: 3 games, 12 plies\n-: 1 game, 1 ply, 1 damaged\nbad.pgn: 7 games, 25 plies, 1 \
            damaged\n11 games, 38 plies, 2 damaged\n"
    );
    let named = complained(&output);
    assert_eq!(
        named,
        "-:3:7: Ke6 is not a legal move for Black\nbad.pgn:29:7: Ke6 is not a legal move for Black\n"
    );
    let json: serde_json::Value =
        serde_json::from_str(&printed(at, &["count", "--json", "bad.pgn"], "", 1)).expect("JSON");
    assert_eq!((&json["games"], &json["files"][0]["damaged"]), (&7.into(), &1.into()));
    assert_eq!(printed(at, &["count", "--skim", "-"], BROKEN, 0), "1 game, 2 plies\n");
    assert_eq!(printed(at, &["count", "--strict", "bad.pgn"], "", 1), "6 games, 24 plies, 1 skipped\n");
    let missing = run(at, &["count", "games.pgn", "missing.pgn"], "");
    assert_eq!((missing.status.code(), missing.stdout.len()), (Some(2), 0));
    assert!(complained(&missing).contains("cannot read missing.pgn"));
}

#[test]
fn games_are_listed() {
    let folder = folder_with_games();
    let at = folder.path();
    let tags = "[Event \"A\x1b[31m long name\"]\n[White \"Über, Ann\"]\n[Black \"B\"]\n[WhiteElo \
        \"2400\"]\n[Date \"1999.12.31\"]\n[ECO \"C20\"]";
    std::fs::write(at.join("one.pgn"), format!("{tags}\n\n1. e4 e5 2. Ke3 *\n")).expect("written");
    let table = printed(at, &["list", "one.pgn"], "", 1);
    let lines: Vec<&str> = table.lines().collect();
    let words: Vec<&str> = lines[0].split_whitespace().collect();
    assert_eq!(words, ["number", "White", "Black", "Elo", "result", "date", "event", "ECO", "plies"]);
    assert!(
        lines[1].starts_with("     1  Über, Ann")
            && lines[1].contains("2400/-")
            && lines[1].ends_with("C20      2 !"),
        "{table}"
    );
    assert!(
        lines.len() == 2 && lines.iter().all(|line| line.chars().count() < 120) && !table.contains('\x1b'),
        "{table}"
    );
    let listed = printed(at, &["list", "--csv", "games.pgn", "one.pgn"], "", 1);
    let rows: Vec<&str> = listed.lines().collect();
    assert_eq!(
        rows[0],
        "file,number,line,white,black,white_elo,black_elo,result,date,event,eco,plies,damaged"
    );
    assert_eq!(rows.len(), 5);
    assert!(
        rows[1].starts_with("games.pgn,1,1,")
            && rows[3].starts_with("games.pgn,3,")
            && rows[4].starts_with("one.pgn,1,1,"),
        "{listed}"
    );
    let object: serde_json::Value =
        serde_json::from_str(printed(at, &["list", "--json", "one.pgn"], "", 1).trim()).expect("JSON");
    assert_eq!(
        (&object["white_elo"], &object["black_elo"], &object["plies"]),
        (&2400.into(), &serde_json::Value::Null, &2.into())
    );
    assert_eq!(printed(at, &["list", "--json", "--strict", "one.pgn"], "", 1), "");
    let dated = printed(at, &["list", "--json"], "[UTCDate \"2017.08.31\"]\n\n1. e4 *\n", 0);
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(dated.trim()).expect("JSON")["date"],
        "2017.08.31",
        "a date of another tag"
    );
}

#[test]
fn games_are_filtered_as_they_stand() {
    let folder = folder_with_games();
    let at = folder.path();
    let first = GAMES.split_inclusive("1-0\n\n").next().expect("a game");
    for (arguments, expected) in [
        (&["--player", "brown"][..], &["one", "two"][..]),
        (&["--player", "brown", "--player", "clark"], &["two"]),
        (&["--white", "adams", "--black", "clark"], &["three"]),
        (&["--min-elo", "2350"], &[]),
        (&["--min-elo", "2350", "--either"], &["one"]),
        (&["--since", "1990.06", "--until", "1991"], &["two"]),
        (&["--result", "0-1,draw"], &["two", "three"]),
        (&["--eco", "B50-B59"], &["one", "three"]),
        (&["--opening", "barnes"], &["two"]),
        (&["--moves", "e4 c5 Nf3"], &["one", "three"]),
        (&["--fen", "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR"], &["two"]),
        (&["--pattern", "*/*/*/*/*Pq/*/*/*"], &["two"]),
        (&["--ends", "checkmate"], &["two"]),
        (&["--tag", "Event=t"], &["two", "three"]),
        (&["--ends", "checkmate", "--invert"], &["one", "three"]),
        (&["--limit", "1", "--player", "clark"], &["two"]),
        (&["--variant", "chess960"], &[]),
        (&["--plies", "5.."], &[]),
        (&[], &["one", "two", "three"]),
    ] {
        for skim in [&[][..], &["--skim"]] {
            let text = pgn(at, &[&["filter", "games.pgn"], arguments, skim].concat());
            assert_eq!(events(&text), expected, "{arguments:?}");
        }
    }
    assert_eq!(pgn(at, &["filter", "games.pgn", "--event", "ONE"]), first);
    for wrong in [
        &["--eco", "X"][..],
        &["--fen", "x"],
        &["--material", "K"],
        &["--since", "then"],
        &["--either"],
        &["--result", "2-0"],
        &["-v"],
    ] {
        let output = run(at, &[&["filter", "games.pgn"], wrong].concat(), "");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{wrong:?}");
    }
}

#[test]
fn outputs_replace_nothing_that_is_read() {
    let folder = folder_with_games();
    let at = folder.path();
    std::fs::create_dir(at.join("sub")).expect("made");
    for verb in [&["filter"][..], &["dedup"], &["clean"], &["convert", "--to", "uci"]] {
        for same in ["games.pgn", "sub/../games.pgn"] {
            let output = run(at, &[verb, &["games.pgn", "-o", same]].concat(), "");
            assert_eq!(output.status.code(), Some(2));
            assert!(complained(&output).contains("is also an input file"));
        }
        pgn(at, &[verb, &["games.pgn", "-o", "new.pgn"]].concat());
        assert!(!std::fs::read(at.join("new.pgn")).expect("written").is_empty());
        std::fs::remove_file(at.join("new.pgn")).expect("removed");
    }
    assert_eq!(std::fs::read_to_string(at.join("games.pgn")).expect("there"), GAMES);
    assert_eq!(std::fs::read_dir(at).expect("a folder").count(), 2);
}

#[test]
fn games_are_split_among_files() {
    let folder = folder_with_games();
    let at = folder.path();
    let split = |by: &[&str]| pgn(at, &[&["split", "games.pgn", "--into", "parts"], by].concat());
    let part = |name: &str| std::fs::read_to_string(at.join("parts").join(name)).unwrap_or_default();
    split(&["--by", "player"]);
    assert_eq!(events(&part("Brown,_B.pgn")), ["one", "two"]);
    assert_eq!(events(&part("Clark,_C.pgn")), ["two", "three"]);
    let again = run(at, &["split", "games.pgn", "--into", "parts", "--by", "player"], "");
    assert!(again.status.code() == Some(2) && complained(&again).contains("--force"));
    split(&["--by", "player", "--force"]);
    assert_eq!(events(&part("Brown,_B.pgn")), ["one", "two"]);
    split(&["--by", "result"]);
    assert_eq!(events(&part("1-2-1-2.pgn")), ["three"]);
    split(&["--by", "eco", "--eco-length", "1"]);
    assert_eq!(events(&part("B.pgn")), ["one", "three"]);
    let json: serde_json::Value = serde_json::from_str(&split(&["--by", "year", "--json"])).expect("JSON");
    assert_eq!((json["files"].as_array().map(Vec::len), &json["games"]), (Some(3), &3.into()));
    assert_eq!(events(&part("unknown.pgn")), ["three"]);
    split(&["--games", "2"]);
    assert_eq!(
        (events(&part("games-0001.pgn")), events(&part("games-0002.pgn"))),
        (vec!["one", "two"], vec!["three"])
    );
    let left = std::fs::read_dir(at.join("parts"))
        .expect("a folder")
        .flatten()
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "part"));
    assert_eq!(left.count(), 0);
}

#[test]
fn duplicates_are_left_out() {
    let folder = folder_with_games();
    let at = folder.path();
    let other = GAMES.replace("Adams", "Evans").replace("{a comment}", "");
    std::fs::write(at.join("more.pgn"), format!("{other}\n{}", GAMES.replace("Qh4#", "d5")))
        .expect("written");
    assert_eq!(events(&pgn(at, &["dedup", "games.pgn", "more.pgn"])), ["one", "two", "three", "two"]);
    let once = pgn(at, &["dedup", "games.pgn", "more.pgn", "--same-players", "--duplicates", "twice.pgn"]);
    assert_eq!(events(&once), ["one", "two", "three", "one", "three", "two"]);
    let twice = std::fs::read_to_string(at.join("twice.pgn")).expect("written");
    assert_eq!(events(&twice), ["two", "one", "three"]);
    assert_eq!(events(&pgn(at, &["dedup", "more.pgn", "--known", "games.pgn"])), ["two"]);
    assert_eq!(
        run(at, &["dedup", "more.pgn", "--known", "games.pgn", "-o", "games.pgn"], "").status.code(),
        Some(2)
    );
}

#[test]
fn games_are_cleaned_and_converted() {
    let folder = folder_with_games();
    let at = folder.path();
    let clean = pgn(at, &["clean", "games.pgn", "--openings"]);
    has(&clean, &["[Date \"1991.??.??\"]", "{a comment} 2. Nf3 (2. c3) 2... d6 1-0"]);
    assert!(clean.contains("[ECO \"B50\"]\n[Opening \"Sicilian Defense: Modern Variations\"]"), "{clean}");
    let bare = pgn(at, &["clean", "games.pgn", "--no-comments", "--no-variations", "--only-roster"]);
    assert!(bare.contains("\n\n1. e4 c5 2. Nf3 d6 1-0\n") && !bare.contains("Elo"), "{bare}");
    assert_eq!(printed(at, &["clean"], &clean, 0), clean);
    let lines = |form: &str| {
        pgn(at, &["convert", "games.pgn", "--to", form, "--lines"]).lines().next().map(String::from)
    };
    assert_eq!(lines("san").as_deref(), Some("e4 c5 Nf3 d6"));
    assert_eq!(lines("uci").as_deref(), Some("e2e4 c7c5 g1f3 d7d6"));
    assert_eq!(lines("lan").as_deref(), Some("e2-e4 c7-c5 Ng1-f3 d7-d6"));
    assert_eq!(pgn(at, &["convert", "games.pgn", "--to", "fen"]).lines().count(), 15);
    let epd = pgn(at, &["convert", "games.pgn", "--to", "epd"]);
    assert!(
        epd.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - c9 \"1-0\"; sm e4;\n"),
        "{epd}"
    );
    for line in pgn(at, &["convert", "games.pgn", "--to", "json"]).lines() {
        let json: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!((&json["plies"], json["san"].as_array().map(Vec::len)), (&4.into(), Some(4)));
    }
    let uci = pgn(at, &["convert", "games.pgn", "--to", "uci"]);
    assert!(uci.contains("[ECO \"A00\"]\n\nf2f3 e7e5 g2g4 d8h4 0-1\n\n"), "{uci}");
    assert_eq!(printed(at, &["count"], &uci, 0), "3 games, 12 plies\n");
    assert_eq!(run(at, &["convert", "games.pgn", "--to", "epd", "--lines"], "").status.code(), Some(2));
}

#[test]
fn collections_are_described() {
    let folder = folder_with_games();
    let at = folder.path();
    let stats = pgn(at, &["stats", "games.pgn"]);
    has(&stats, &["White wins      1 (33.3 %)", "years           1990 to 1991"]);
    assert!(stats.contains("most frequent players"), "{stats}");
    let json: serde_json::Value =
        serde_json::from_str(&pgn(at, &["stats", "games.pgn", "--json"])).expect("JSON");
    assert_eq!(
        (&json["results"]["1-0"], &json["elo"]["mean"], &json["lengths"]["median"]),
        (&1.into(), &2350.0.into(), &4.into())
    );
    let tree = pgn(at, &["tree", "games.pgn", "--depth", "2"]);
    has(
        &tree,
        &["1. e4                          1   100.0     0.0     0.0   2400  B00 King's Pawn Game\n  1... c5"],
    );
    let json: serde_json::Value =
        serde_json::from_str(&pgn(at, &["tree", "games.pgn", "--moves", "e4 c5 Nf3", "--json"]))
            .expect("JSON");
    assert_eq!(
        (&json["games"], &json["moves"][0]["san"], &json["moves"][0]["games"]),
        (&2.into(), &"d6".into(), &2.into())
    );
    let none = run(at, &["tree", "games.pgn", "--moves", "a4"], "");
    complains(&none, 2, &["none of 3 games reaches this position"]);
}

#[test]
fn a_closed_pipe_ends_it_quietly_while_input_is_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = program(PROGRAM)
        .args(["pgn", "convert", "--to", "fen"])
        .current_dir(folder.path())
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
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn.zst");
    std::fs::write(&path, packed("[Event \"a\"]\n\n1. e4 *\n")).expect("written");
    assert_eq!(pgn(folder.path(), &["count", "games.pgn.zst"]), "1 game, 1 ply\n");
    let mut command = program(PROGRAM);
    let output = command
        .args(["pgn", "count", "-"])
        .stdin(std::fs::File::open(&path).expect("a file"))
        .output()
        .expect("it runs");
    assert_eq!(said(&output), "1 game, 1 ply\n");
    let bytes = std::fs::read(&path).expect("readable");
    std::fs::write(&path, &bytes[..bytes.len() - 4]).expect("written");
    let torn = run(folder.path(), &["count", "games.pgn.zst"], "");
    assert_eq!(torn.status.code(), Some(2));
    has(&complained(&torn), &["cannot continue reading games.pgn.zst"]);
}

#[needs_sample_data("pgn")]
#[test]
fn every_game_of_malformed_files_is_processed() {
    let folder = sample_data("pgn/malformed");
    let entries = std::fs::read_dir(&folder).expect("a folder");
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let before: Vec<Vec<u8>> =
        names.iter().map(|name| std::fs::read(folder.join(name)).expect("readable")).collect();
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
        for verb in
            [&["count"][..], &["filter"], &["dedup"], &["clean"], &["convert", "--to", "san"], &["stats"]]
        {
            let output = run(&folder, &[verb, &[name]].concat(), "");
            assert_eq!(output.status.code(), Some(i32::from(!broken.is_empty())), "{verb:?} {output:?}");
            let named = complained(&output);
            let places: Vec<&str> = named
                .lines()
                .filter_map(|line| line.strip_prefix(name)?.strip_prefix(':')?.split_once(": "))
                .map(|(place, _)| place)
                .collect();
            assert_eq!(places, broken, "{verb:?} {named}");
            let text = said(&output);
            // A damaged game is a game.
            let count = good + broken.len();
            let games = if count == 1 { "1 game".into() } else { format!("{count} games") };
            let code = i32::from(!broken.is_empty() && matches!(verb[0], "filter" | "dedup"));
            match verb[0] {
                "count" | "stats" => assert!(text.starts_with(&games), "{name}: {text}"),
                _ => assert!(printed(&folder, &["count"], &text, code).starts_with(&games), "{name}: {text}"),
            }
        }
    }
    assert_eq!(names.len(), expected.len(), "{names:?}");
    for (name, bytes) in names.iter().zip(before) {
        assert!(std::fs::read(folder.join(name)).expect("readable") == bytes, "{name} was changed");
    }
}
