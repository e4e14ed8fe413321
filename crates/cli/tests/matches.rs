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

/// Plays a match in a folder; returns the exit code and both outputs.
fn play(folder: &Folder, engines: &[&str], line: &str) -> (i32, String) {
    let mut command = folder.command(&format!("match {line}"));
    command.args(engines.iter().flat_map(|engine| ["--engine", engine]));
    let run = fed(&mut command, "");
    (run.code.unwrap(), run.out + &run.err)
}

/// Returns the round tags of the games in a file; every game must be complete.
fn rounds(folder: &Folder, name: &str) -> Vec<String> {
    let file = std::fs::File::open(folder.path(name)).unwrap();
    pgn::Reader::new(file).games().map(|game| game.unwrap().tags().get("Round").unwrap().to_owned()).collect()
}

#[test]
fn misbehaving_programs_are_scored_named_and_restarted() {
    // These matches mostly wait.
    std::thread::scope(|scope| {
        for (role, fault, termination, trace) in [
            ("hangs", "hang", "stalled connection", "< readyok"),
            ("exits", "crash", "abandoned", "> go wtime"),
            ("illegal", "illegal move", "rules infraction", "< bestmove a1h8"),
            ("late", "loss on time", "time forfeit", "# time is up: sent stop"),
            ("floods", "hang", "stalled connection", "Jack"),
        ] {
            scope.spawn(move || is_scored_and_named(role, fault, termination, trace));
        }
    });
}

/// Checks the match of a program with a fault against one without.
fn is_scored_and_named(role: &str, fault: &str, termination: &str, trace: &str) {
    let folder = Folder::new();
    // All these matches run at the same time, so the other program may be late.
    let engines = [engine("honest") + " timemargin=2000", engine(role) + " timemargin=100"];
    let (code, text) = play(
        &folder,
        &engines.each_ref().map(String::as_str),
        "--control 0.4+0.05 --games 4 --max-moves 20 --grace 300 --pgn games.pgn --events events.json",
    );
    assert_eq!(code, 0, "{role}: {text}");
    has(&text, &["honest against ", ": 4 games, +4 =0 -0", &format!("game 1: {role}, {fault}: Black")]);
    has(&text, &["honest: 0 losses on time, 0 crashes, 0 hangs, 0 illegal moves"]);
    assert_eq!(rounds(&folder, "games.pgn").len(), 4);
    let games = folder.read("games.pgn");
    assert_eq!(games.matches(&format!("[Termination \"{termination}\"]")).count(), 4, "{role}: {games}");
    let transcript = folder.read(&format!("games.pgn.faults/game-000001-{role}.txt"));
    has(&transcript, &["> uci\n", "game 1: honest - ", trace]);
    let events = folder.read("events.json");
    let is_fault = |line: &&str| line.contains("\"event\":\"end\"") && line.contains("\"kind\":");
    assert_eq!(events.lines().filter(is_fault).count(), 4, "{events}");
    assert!(events.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{events}");
}

#[test]
fn programs_for_xboard_end_games_themselves() {
    let folder = Folder::new();
    let play = |first: &str, second: &str| {
        let of_xboard = |role: &str| format!("{} proto=xboard", engine(role));
        let second = if second == "honest" { engine(second) } else { of_xboard(second) + " name=second" };
        let line = "--control 5+0.1 --games 2 --verbose --transcripts faults";
        play(&folder, &[&of_xboard(first), &second], line).1
    };
    let text = play("xboard-resigns", "honest");
    has(&text, &["2 games, +0 =0 -2", "White resigns", "terminations: normal 2"]);
    let text = play("xboard-claims", "honest");
    // With White it claims a win, with Black its own loss.
    has(&text, &["2 games, +0 =0 -2", "sent '1-0 {White mates}' instead of a move"]);
    has(&text, &["Black resigns", "xboard-claims: 0 losses on time, 0 crashes, 0 hangs, 1 illegal move"]);
    has(&play("xboard-peaceful", "xboard-peaceful"), &["2 games, +0 =2 -0", "draw by agreement"]);
    has(&play("xboard-peaceful", "xboard-resigns"), &["2 games, +2 =0 -0"]);
}

#[test]
fn a_program_that_never_starts_ends_the_match() {
    run("match --engine heirloom --engine /no/such/program --control nodes=100")
        .refuses("cannot start program: cannot start '/no/such/program'");
}

#[test]
fn scripts_are_told_how_it_ended() {
    let [honest, illegal] = [engine("honest"), engine("illegal")];
    let test = |first: &str, second: &str, more: &str| {
        let common = "--control depth=1 --max-moves 4 --openings startpos --transcripts faults";
        play(&Folder::new(), &[first, second], &format!("{common} {more}"))
    };
    // A test with 5 Elo would need many games; a wide one ends soon.
    let sprt = "--sprt 'elo0=0 elo1=200 model=logistic' --games 200";
    let (code, text) = test(&honest, &illegal, sprt);
    assert!(code == 0 && text.contains("H1 accepted: the first engine is stronger"), "{code} {text}");
    let trailers: Vec<&str> = text.lines().skip_while(|line| !line.starts_with("SPRT: ")).take(6).collect();
    let names: Vec<&str> = trailers.iter().filter_map(|line| line.split(": ").next()).collect();
    assert_eq!(names, ["SPRT", "Games", "Pairs", "Control", "Openings", "Programs"], "{text}");
    let start = "SPRT: [0.00, 200.00] Elo, alpha 0.05, beta 0.05: LLR ";
    assert!(trailers[0].starts_with(start) && trailers[0].ends_with(", passed"), "{text}");
    assert_eq!((trailers[3], trailers[4]), ("Control: depth=1", "Openings: the start position"), "{text}");
    let (code, text) = test(&illegal, &honest, sprt);
    assert!(code == 3 && text.contains("H0 accepted"), "{code} {text}");
    let (code, text) = test(&honest, "heirloom", "--sprt 'elo0=0 elo1=5' --games 4");
    assert!(code == 4 && text.contains("undecided") && text.contains("\n4 games played"), "{code} {text}");
    let (code, text) = test(&honest, &illegal, "--strict --games 10");
    assert!(code == 5 && text.contains("ended by a fault after 1 of 10 games"), "{code} {text}");
    for (line, reason) in [
        ("--engine heirloom --no-such-argument", ""),
        (
            "--engine heirloom --engine 'heirloom colour=white' --control 1",
            "engine 2: unknown setting 'colour'",
        ),
        ("-engine cmd=heirloom -engin cmd=heirloom", "unknown setting 'engin'; did you mean 'engine'?"),
    ] {
        run(&format!("match {line}")).refuses(reason);
    }
}

#[test]
fn the_words_of_other_match_programs_are_understood() {
    let folder = Folder::with("book.epd", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n");
    let arguments = format!("'args={}'", arguments("hopeless"));
    let line = format!(
        "match -engine cmd=heirloom name=Us -engine cmd=env {arguments} name=Them -each proto=uci tc=5+0.1 \
            nodes=500 -openings file=book.epd format=epd order=random -repeat -rounds 2 -games 2 -recover \
            -resign movecount=2 score=800 -draw movenumber=40 movecount=8 score=5 -concurrency 2 \
            -pgnout file=games.pgn notation=san -event 'A B'"
    );
    let run = folder.run(&line).succeeds();
    let text = run.out + &run.err;
    has(&text, &["Us against Them: 4 games, +4 =0 -0", "terminations: adjudication 4"]);
    has(&text, &["-recover: engines that fail are always restarted"]);
    has(&folder.read("games.pgn"), &["[Event \"A B\"]", "wins by adjudication}"]);
}

/// Returns the numbers of the games in a journal, and its complete lines.
fn journal(folder: &Folder) -> (Vec<u64>, Vec<String>) {
    let text = std::fs::read_to_string(folder.path("match.journal")).unwrap_or_default();
    let lines: Vec<String> =
        text.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(String::from).collect();
    let number = |line: &String| serde_json::from_str::<Value>(line).unwrap()["game"].as_u64().unwrap();
    (lines.iter().skip(1).map(number).collect(), lines)
}

#[test]
fn a_match_that_is_killed_again_and_again_is_played_to_the_end() {
    let folder = Folder::with("games.pgn", "[Event \"mine\"]\n[Round \"own\"]\n\n1. e4 *\n\n");
    let line = "match --engine 'heirloom nodes=1500' --engine 'heirloom nodes=500' --games 60 --concurrency 2 \
        --max-moves 60 --journal match.journal --pgn games.pgn";
    let resume = "match --resume match.journal";
    let mut random = fastrand::Rng::with_seed(960);
    let mut kills = 0;
    let mut known: Vec<String> = Vec::new();
    loop {
        assert!(kills < 1000, "{kills} kills and no end");
        // The match is resumed both ways.
        let mut command = folder.command(if kills % 2 == 1 && !known.is_empty() { resume } else { line });
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        // Lives get longer, so that a slow machine gets to the end, too.
        let life = Duration::from_millis(random.u64(20..500) + 5 * kills);
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
        let (_, lines) = journal(&folder);
        assert_eq!(lines[..known.len()], known, "what was written stays as it is");
        known = lines;
    }
    assert!(kills >= 3, "it was too quick to be killed: {kills}");
    let (numbers, _) = journal(&folder);
    assert_eq!(numbers.len(), 60, "each game once");
    assert_eq!(numbers.into_iter().collect::<BTreeSet<_>>(), (0..60).collect());
    let played = rounds(&folder, "games.pgn");
    assert_eq!(played.iter().collect::<BTreeSet<_>>().len(), 61, "each game once: {played:?}");
    assert_eq!((played.len(), played[0].as_str()), (61, "own"));

    // Other settings are another match; nothing changes.
    let before = folder.bytes("match.journal");
    folder.run(&line.replace("heirloom nodes=500", "heirloom nodes=501")).refuses(
        "engine 2 was heirloom name=heirloom-2 nodes=500 margin=20, now heirloom name=heirloom-2 nodes=501",
    );
    assert_eq!(folder.bytes("match.journal"), before);

    // Games may be added.
    let run = folder.run(&format!("{resume} --games 64")).succeeds();
    has(&(run.out + &run.err), &["60 of 64 games already played", "64 games, +"]);
    assert_eq!((journal(&folder).0.len(), rounds(&folder, "games.pgn").len()), (64, 65));
}

#[test]
fn files_that_are_no_journal_are_left_alone() {
    let folder = Folder::with("diary.txt", "Dear diary,\n");
    folder
        .run("match --engine heirloom --engine heirloom --control nodes=100 --journal diary.txt")
        .exits(2)
        .complains(&["diary.txt, line 1: ", "not a match journal"]);
    assert_eq!(folder.read("diary.txt"), "Dear diary,\n");
    folder.run("match --resume diary.none").exits(2);
}

#[test]
fn tournaments_have_tables() {
    let engines = ["heirloom nodes=300", &engine("honest"), &engine("hopeless")];
    let line = "--each depth=3 --games 2 --gauntlet --max-moves 30 --verbose";
    let (code, text) = play(&Folder::new(), &engines, line);
    assert_eq!(code, 0, "{text}");
    has(&text, &["game 4: hopeless - heirloom ", "\n4 games played", "heirloom against\n     honest"]);
    assert!(!text.contains("game 5:"), "{text}");
}

#[test]
fn the_weakest_level_loses_to_a_program_that_counts_pieces_four_plies_deep() {
    let weakest = "heirloom name=weakest option.UCI_LimitStrength=true option.UCI_Elo=600";
    let engines = [weakest, "firstchess depth=4"];
    let (code, text) = play(&Folder::new(), &engines, "--games 12 --max-moves 150");
    assert!(code == 0 && text.contains("weakest: 0 losses on time"), "{text}");
    let score = text.split("\nscore ").nth(1).and_then(|rest| rest.split('%').next()?.parse::<f64>().ok());
    // It scored 6% in 40 games, and 50% against two plies.
    assert!(score.is_some_and(|score| score < 40.0), "{text}");
}

#[test]
fn folders_without_tablebases_are_refused() {
    let folder = Folder::new();
    folder
        .run("match --engine heirloom --engine heirloom --control depth=1 --games 2 --tb .")
        .refuses("there is no Syzygy table (*.rtbw) in");
}

#[needs_sample_data("syzygy")]
#[test]
fn tablebases_end_games() {
    // Won, drawn, and lost; each is played twice.
    let book = "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1\n4k3/8/8/8/8/8/8/N3K2b w - - 0 1\n\
        4k2q/8/8/8/8/8/8/4K3 w - - 0 1\n";
    let folder = Folder::with("endings.epd", book);
    let tables = sample_data("syzygy").display().to_string();
    let line =
        format!("--control depth=1 --games 6 --openings endings.epd --verbose --tb '{tables}' --tb-pieces 4");
    let (code, text) = play(&folder, &["heirloom"; 2], &line);
    assert_eq!(code, 0, "{text}");
    has(&text, &["probed with up to 4", "6 games, +2 =2 -2", "terminations: adjudication 6"]);
    for reason in
        ["1-0 {tablebases: White wins}", "0-1 {tablebases: Black wins}", "1/2-1/2 {tablebases: draw}"]
    {
        assert_eq!(text.matches(reason).count(), 2, "{reason}: {text}");
    }
    // The options of other programs, and results of one kind only: won games are played out.
    let foreign = "match -engine cmd=heirloom -engine cmd=heirloom -each depth=1 -games 2 \
        -openings file=endings.epd -maxmoves 3";
    let run = folder.run(&format!("{foreign} -tb '{tables}' -tbadjudicate DRAW")).succeeds();
    has(&(run.out + &run.err), &["2 games, +0 =2 -0"]);
}
