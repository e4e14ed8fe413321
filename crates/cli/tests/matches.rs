//! Tests of `heirloom match`: programs that misbehave, matches killed and resumed, exit codes.
//!
//! The misbehaving programs are this test binary itself, started with a role in its environment, which
//! [`program`] plays.

// The engines are started through `env`.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "start/program.rs"]
mod start;
use start::*;

use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use heirloom_chess::Line;
use heirloom_chess::notation::{pgn, uci};
use heirloom_protocol::uci::{Command as UciCommand, PositionText};
use heirloom_testing::{needs_sample_data, program_arguments, program_role, sample_data};

/// Not a test: plays a role as a UCI program, or over XBoard if its name says so. Every role plays the first
/// legal move, until its third move.
#[test]
fn program() {
    let Some(role) = program_role() else { return };
    let mut out = std::io::stdout();
    let mut say =
        |text: &str| out.write_all(format!("{text}\n").as_bytes()).and_then(|()| out.flush()).is_ok();
    // The test harness may have started a line.
    say("");
    let mut line = Line::default();
    let mut moves = 0;
    if role.starts_with("xboard") {
        play_over_xboard(&role, &mut say);
    }
    for command in std::io::stdin().lock().lines() {
        let command = command.unwrap();
        let words: Vec<&str> = command.split_whitespace().collect();
        match words[..] {
            ["uci"] => {
                say(&format!("id name {role}\noption name UCI_Chess960 type check default false\nuciok"));
            }
            ["isready"] => {
                say("readyok");
            }
            ["ucinewgame"] => moves = 0,
            ["position", ..] => {
                let Ok(Some(UciCommand::Position(position))) = UciCommand::parse(&command) else {
                    panic!("{command}")
                };
                line = read(&position);
            }
            ["go", ..] => {
                moves += 1;
                if moves == 3 {
                    misbehave(&role, &mut say);
                }
                let best = line.position().legal_moves().first().copied().unwrap();
                let score = if role == "hopeless" { -900 } else { 10 };
                say(&format!(
                    "info depth 3 score cp {score} nodes 77 pv {}",
                    uci::format(line.position(), best, false)
                ));
                say(&format!("bestmove {}", uci::format(line.position(), best, line.start().is_chess960())));
            }
            ["quit"] => break,
            _ => {}
        }
    }
    std::process::exit(0);
}

/// Plays the first legal move over the XBoard protocol, until the third move, when the role ends the game.
fn play_over_xboard(role: &str, say: &mut dyn FnMut(&str) -> bool) -> ! {
    let mut line = Line::default();
    let mut moves = 0;
    for command in std::io::stdin().lock().lines() {
        let command = command.unwrap();
        let words: Vec<&str> = command.split_whitespace().collect();
        match words[..] {
            ["protover", _] => {
                say(&format!("feature ping=1 usermove=1 colors=0 myname=\"{role}\" done=1"));
            }
            ["ping", number] => {
                say(&format!("pong {number}"));
            }
            ["new"] => (line, moves) = (Line::default(), 0),
            ["usermove", text] => drop(line.push(uci::parse(line.position(), text).unwrap())),
            ["go"] => {
                moves += 1;
                let best = line.position().legal_moves().first().copied().unwrap();
                match role {
                    "xboard-resigns" if moves == 3 => drop(say("resign")),
                    "xboard-claims" if moves == 3 => drop(say("1-0 {White mates}")),
                    "xboard-peaceful" => drop(say("offer draw")),
                    _ => {}
                }
                if moves < 3 || role == "xboard-peaceful" {
                    say(&format!("move {}", uci::format(line.position(), best, false)));
                    line.push(best).unwrap();
                }
            }
            ["quit"] => break,
            _ => {}
        }
    }
    std::process::exit(0);
}

fn read(position: &PositionText) -> Line {
    position.line().unwrap().0
}

fn misbehave(role: &str, say: &mut dyn FnMut(&str) -> bool) {
    match role {
        "hangs" => std::thread::sleep(Duration::from_secs(3600)),
        "exits" => std::process::exit(3),
        "illegal" => drop(say("bestmove a1h8")),
        "late" => std::thread::sleep(Duration::from_millis(900)),
        "floods" => while say("info string all work and no play makes Jack a dull boy") {},
        _ => {}
    }
}

/// Returns the arguments of `env` that start the program of a role.
fn arguments(role: &str) -> String {
    program_arguments(role).map(|word| format!("\"{word}\"")).join(" ")
}

fn engine(role: &str) -> String {
    format!("cmd=env args='{}' name={role}", arguments(role))
}

fn heirloom(arguments: &[&str]) -> Command {
    let mut command = start::program(PROGRAM);
    command.arg("match").args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> (Output, String) {
    let output = heirloom(arguments).output().unwrap();
    let text = format!("{}{}", said(&output), complained(&output));
    (output, text)
}

/// A temporary folder.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }
}

/// Returns the round tags of the games in a file; every game must be complete.
fn rounds(path: &str) -> Vec<String> {
    let file = std::fs::File::open(path).unwrap();
    pgn::Reader::new(file).games().map(|game| game.unwrap().tags().get("Round").unwrap().to_owned()).collect()
}

#[test]
fn misbehaving_programs_are_scored_named_and_started_anew() {
    for (role, fault, termination, trace) in [
        ("hangs", "hang", "stalled connection", "< readyok"),
        ("exits", "crash", "abandoned", "> go wtime"),
        ("illegal", "illegal move", "rules infraction", "< bestmove a1h8"),
        ("late", "loss on time", "time forfeit", "# time is up: sent stop"),
        ("floods", "hang", "stalled connection", "Jack"),
    ] {
        let folder = Folder::new();
        let (pgn, events) = (folder.file("games.pgn"), folder.file("events.json"));
        let (output, text) = run(&words(
            "--engine {} --engine {} --control 0.4+0.05 --each timemargin=100 --games 4 --max-moves 20 \
                --grace 300 --pgn {} --events {}",
            &[&engine("honest"), &engine(role), &pgn, &events],
        ));
        assert!(output.status.success(), "{role}: {text}");
        has(&text, &["honest against ", ": 4 games, +4 =0 -0"]);
        assert!(text.contains(&format!("game 1: {role}, {fault}: Black")), "{role}: {text}");
        has(&text, &["honest: 0 losses on time, 0 crashes, 0 hangs, 0 illegal moves"]);
        assert_eq!(rounds(&pgn).len(), 4);
        let games = std::fs::read_to_string(&pgn).unwrap();
        assert_eq!(games.matches(&format!("[Termination \"{termination}\"]")).count(), 4, "{role}: {games}");
        let transcript = std::fs::read_to_string(format!("{pgn}.faults/game-000001-{role}.txt")).unwrap();
        has(&transcript, &["> uci\n", "game 1: honest - ", trace]);
        let events = std::fs::read_to_string(&events).unwrap();
        let faults = events
            .lines()
            .filter(|line| line.contains("\"event\":\"end\"") && line.contains("\"kind\":"))
            .count();
        assert_eq!(faults, 4, "{events}");
        assert!(
            events.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()),
            "{events}"
        );
    }
}

#[test]
fn programs_for_xboard_end_games_themselves() {
    let folder = Folder::new();
    let transcripts = folder.file("faults");
    let play = |first: &str, second: &str| {
        let of_xboard = |role: &str| format!("{} proto=xboard", engine(role));
        let second = if second == "honest" { engine(second) } else { of_xboard(second) + " name=second" };
        run(&words(
            "--engine {} --engine {} --control 5+0.1 --games 2 --verbose --transcripts {}",
            &[&of_xboard(first), &second, &transcripts],
        ))
        .1
    };
    let text = play("xboard-resigns", "honest");
    has(&text, &["2 games, +0 =0 -2", "White resigns", "terminations: normal 2"]);
    let text = play("xboard-claims", "honest");
    // With White it claims a win, with Black its own loss.
    has(&text, &["2 games, +0 =0 -2", "sent '1-0 {White mates}' instead of a move"]);
    has(&text, &["Black resigns", "xboard-claims: 0 losses on time, 0 crashes, 0 hangs, 1 illegal move"]);
    let text = play("xboard-peaceful", "xboard-peaceful");
    has(&text, &["2 games, +0 =2 -0", "draw by agreement"]);
    let text = play("xboard-peaceful", "xboard-resigns");
    assert!(text.contains("2 games, +2 =0 -0"), "{text}");
}

#[test]
fn a_program_that_never_starts_ends_the_match() {
    let (output, text) =
        run(&["--engine", "heirloom", "--engine", "/no/such/program", "--control", "nodes=100"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text.contains("cannot start program: cannot start '/no/such/program'"), "{text}");
}

#[test]
fn scripts_are_told_how_it_ended() {
    let [honest, illegal] = [engine("honest"), engine("illegal")];
    let test = |first: &str, second: &str, more: &[&str]| {
        let common = words(
            "--engine {} --engine {} --control depth=1 --max-moves 4 --openings startpos --transcripts",
            &[first, second],
        );
        let folder = Folder::new();
        let folder = folder.file("faults");
        let all: Vec<&str> =
            common.into_iter().chain([folder.as_str()]).chain(more.iter().copied()).collect();
        let (output, text) = run(&all);
        (output.status.code().unwrap(), text)
    };
    // A test with 5 Elo would need many games; a wide one ends soon.
    let sprt = ["--sprt", "elo0=0 elo1=200 model=logistic", "--games", "200"];
    let (code, text) = test(&honest, &illegal, &sprt);
    assert!(code == 0 && text.contains("H1 accepted: the first engine is stronger"), "{code} {text}");
    let trailers: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("SPRT: ")).take(6).collect();
    let names: Vec<&str> = trailers.iter().filter_map(|line| line.split(": ").next()).collect();
    assert_eq!(names, ["SPRT", "Games", "Pairs", "Control", "Openings", "Programs"], "{text}");
    assert!(
        trailers[0].starts_with("SPRT: [0.00, 200.00] Elo, alpha 0.05, beta 0.05: LLR ")
            && trailers[0].ends_with(", passed"),
        "{text}"
    );
    assert_eq!((trailers[3], trailers[4]), ("Control: depth=1", "Openings: the start position"), "{text}");
    let (code, text) = test(&illegal, &honest, &sprt);
    assert!(code == 3 && text.contains("H0 accepted"), "{code} {text}");
    let (code, text) = test(&honest, "heirloom", &["--sprt", "elo0=0 elo1=5", "--games", "4"]);
    assert!(code == 4 && text.contains("undecided") && text.contains("\n4 games played"), "{code} {text}");
    let (code, text) = test(&honest, &illegal, &["--strict", "--games", "10"]);
    assert!(code == 5 && text.contains("ended by a fault after 1 of 10 games"), "{code} {text}");
    assert_eq!(run(&["--engine", "heirloom", "--no-such-argument"]).0.status.code(), Some(2));
    let (output, text) =
        run(&["--engine", "heirloom", "--engine", "heirloom colour=white", "--control", "1"]);
    assert!(output.status.code() == Some(2) && text.contains("engine 2: unknown setting 'colour'"), "{text}");
    let (output, text) = run(&["-engine", "cmd=heirloom", "-engin", "cmd=heirloom"]);
    assert!(
        output.status.code() == Some(2) && text.contains("unknown setting 'engin'; did you mean 'engine'?"),
        "{text}"
    );
}

#[test]
fn the_words_of_other_match_programs_are_understood() {
    let folder = Folder::new();
    let (book, pgn) = (folder.file("book.epd"), folder.file("games.pgn"));
    std::fs::write(&book, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n").unwrap();
    let arguments = format!("args={}", arguments("hopeless"));
    let (file, pgnout) = (format!("file={book}"), format!("file={pgn}"));
    let (output, text) = run(&words(
        "-engine cmd=heirloom name=Us -engine cmd=env {} name=Them -each proto=uci tc=5+0.1 nodes=500 \
            -openings {} format=epd order=random -repeat -rounds 2 -games 2 -recover -resign movecount=2 \
            score=800 -draw movenumber=40 movecount=8 score=5 -concurrency 2 -pgnout {} notation=san -event \
            'A B'",
        &[&arguments, &file, &pgnout],
    ));
    assert!(output.status.success(), "{text}");
    has(&text, &["Us against Them: 4 games, +4 =0 -0", "terminations: adjudication 4"]);
    assert!(text.contains("-recover: engines that fail are always restarted"), "{text}");
    let games = std::fs::read_to_string(&pgn).unwrap();
    assert!(games.contains("[Event \"A B\"]") && games.contains("wins by adjudication}"), "{games}");
}

/// Returns the numbers of the games in a journal, and its complete lines.
fn journal(path: &str) -> (Vec<u64>, Vec<String>) {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let lines: Vec<String> =
        text.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(String::from).collect();
    let number =
        |line: &String| serde_json::from_str::<serde_json::Value>(line).unwrap()["game"].as_u64().unwrap();
    (lines.iter().skip(1).map(number).collect(), lines)
}

#[test]
fn a_match_that_is_killed_again_and_again_is_played_to_the_end() {
    let folder = Folder::new();
    let (path, pgn) = (folder.file("match.journal"), folder.file("games.pgn"));
    std::fs::write(&pgn, "[Event \"mine\"]\n[Round \"own\"]\n\n1. e4 *\n\n").unwrap();
    let games = "60";
    let arguments = words(
        "--engine 'heirloom nodes=1500' --engine 'heirloom nodes=500' --games {} --concurrency 2 --max-moves \
            60 --journal {} --pgn {}",
        &[games, &path, &pgn],
    );
    let mut random = fastrand::Rng::with_seed(960);
    let begun = Instant::now();
    let mut kills = 0;
    let mut known: Vec<String> = Vec::new();
    loop {
        assert!(begun.elapsed() < Duration::from_secs(120), "{kills} kills and no end");
        // The match is resumed both ways.
        let resume = ["--resume", path.as_str()];
        let arguments: &[&str] = if kills % 2 == 1 && !known.is_empty() { &resume } else { &arguments };
        let mut child = heirloom(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let life = Duration::from_millis(random.u64(20..500));
        let end = Instant::now() + life;
        let mut status = None;
        while status.is_none() && Instant::now() < end {
            status = child.try_wait().unwrap();
            std::thread::sleep(Duration::from_millis(2));
        }
        if let Some(status) = status {
            assert!(status.success(), "{status}");
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        let (_, lines) = journal(&path);
        assert_eq!(lines[..known.len()], known, "what was written stays as it is");
        known = lines;
    }
    assert!(kills >= 3, "it was too quick to be killed: {kills}");
    let (numbers, _) = journal(&path);
    assert_eq!(numbers.len(), 60, "each game once");
    assert_eq!(numbers.into_iter().collect::<BTreeSet<_>>(), (0..60).collect());
    let played = rounds(&pgn);
    assert_eq!(played.iter().collect::<BTreeSet<_>>().len(), 61, "each game once: {played:?}");
    assert_eq!((played.len(), played[0].as_str()), (61, "own"));

    // Other settings are another match; nothing changes.
    let before = std::fs::read(&path).unwrap();
    let swapped = |word| if word == "heirloom nodes=500" { "heirloom nodes=501" } else { word };
    let other: Vec<&str> = arguments.into_iter().map(swapped).collect();
    let (output, text) = run(&other);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text.contains(
            "engine 2 was heirloom name=heirloom-2 nodes=500 margin=20, now heirloom \
        name=heirloom-2 nodes=501"
        ),
        "{text}"
    );
    assert_eq!(std::fs::read(&path).unwrap(), before);

    // Games may be added.
    let (output, text) = run(&["--resume", &path, "--games", "64"]);
    assert!(
        output.status.success()
            && text.contains("60 of 64 games already played")
            && text.contains("64 games, +"),
        "{text}"
    );
    assert_eq!((journal(&path).0.len(), rounds(&pgn).len()), (64, 65));
}

#[test]
fn files_that_are_no_journal_are_left_alone() {
    let folder = Folder::new();
    let path = folder.file("diary.txt");
    std::fs::write(&path, "Dear diary,\n").unwrap();
    let (output, text) =
        run(&["--engine", "heirloom", "--engine", "heirloom", "--control", "nodes=100", "--journal", &path]);
    assert_eq!(output.status.code(), Some(2));
    has(&text, &["diary.txt, line 1: ", "not a match journal"]);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "Dear diary,\n");
    let (output, text) = run(&["--resume", Path::new(&path).with_extension("none").to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2), "{text}");
}

#[test]
fn tournaments_have_tables() {
    let (output, text) = run(&words(
        "--engine 'heirloom nodes=300' --engine {} --engine {} --each depth=3 --games 2 --gauntlet \
            --max-moves 30 --verbose",
        &[&engine("honest"), &engine("hopeless")],
    ));
    assert!(output.status.success(), "{text}");
    has(&text, &["game 4: hopeless - heirloom ", "\n4 games played"]);
    assert!(text.contains("heirloom against\n     honest") && !text.contains("game 5:"), "{text}");
}

#[test]
fn the_weakest_level_loses_to_a_program_that_counts_pieces_two_plies_deep() {
    let weakest = "heirloom name=weakest option.UCI_LimitStrength=true option.UCI_Elo=600";
    let (output, text) =
        run(&["--engine", weakest, "--engine", "firstchess depth=2", "--games", "100", "--max-moves", "150"]);
    assert!(output.status.success() && text.contains("weakest: 0 losses on time"), "{text}");
    let score =
        text.split("\nscore ").nth(1).and_then(|rest| rest.split_whitespace().next()?.parse::<f64>().ok());
    assert!(score.is_some_and(|score| score < 50.0), "{text}");
}

#[test]
fn folders_without_tablebases_are_refused() {
    let folder = Folder::new();
    let match_of_two = "--engine heirloom --engine heirloom --control depth=1 --games 2 --tb {}";
    let (output, text) = run(&words(match_of_two, &[&folder.file("")]));
    assert_eq!(output.status.code(), Some(2));
    assert!(text.contains("there is no Syzygy table (*.rtbw) in"), "{text}");
}

#[needs_sample_data("syzygy")]
#[test]
fn tablebases_end_games() {
    let folder = Folder::new();
    let book = folder.file("endings.epd");
    // Won, drawn, and lost; each is played twice.
    let won = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1";
    std::fs::write(
        &book,
        format!("{won}\n4k3/8/8/8/8/8/8/N3K2b w - - 0 1\n4k2q/8/8/8/8/8/8/4K3 w - - 0 1\n"),
    )
    .unwrap();
    let common = words(
        "--engine heirloom --engine heirloom --control depth=1 --games 6 --openings {} --verbose",
        &[&book],
    );
    let tables = sample_data("syzygy");
    let (output, text) =
        run(&[&common[..], &["--tb", tables.to_str().unwrap(), "--tb-pieces", "4"]].concat());
    assert!(output.status.success() && text.contains("probed with up to 4"), "{text}");
    has(&text, &["6 games, +2 =2 -2", "terminations: adjudication 6"]);
    for reason in
        ["1-0 {tablebases: White wins}", "0-1 {tablebases: Black wins}", "1/2-1/2 {tablebases: draw}"]
    {
        assert_eq!(text.matches(reason).count(), 2, "{reason}: {text}");
    }
    // The options of other programs, and results of one kind only: won games are played out.
    let openings = format!("file={book}");
    let tables = tables.to_str().unwrap();
    let foreign =
        words("-engine cmd=heirloom -engine cmd=heirloom -each depth=1 -games 2 -openings {}", &[&openings]);
    let (output, text) =
        run(&[&foreign[..], &["-maxmoves", "3", "-tb", tables, "-tbadjudicate", "DRAW"]].concat());
    assert!(output.status.success() && text.contains("2 games, +0 =2 -0"), "{text}");
}
