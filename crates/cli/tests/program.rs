//! Tests of the program in pipes: console, protocols, games, exit codes.

#[path = "start/program.rs"]
mod start;
use start::*;

/// Runs the program.
fn heirloom(arguments: &[&str], input: &str) -> Output {
    fed(program(PROGRAM).args(arguments), input)
}

#[test]
fn the_console_is_silent_on_a_pipe_until_spoken_to() {
    assert_eq!(said(&heirloom(&[], "")), "");
    assert_eq!(said(&heirloom(&[], "\n  \nforce\ne2e4\nquit\n")), "");
    let fen = said(&heirloom(&[], "force\ne4\ne7e5\nNf3\nundo\nfen\n"));
    assert_eq!(fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n");
}

#[test]
fn the_console_knows_roces_commands() {
    let counts = said(&heirloom(&[], "perft 3\nperft2 3\ndivide 3\ndivide2 3\n"));
    has_lines(&counts, &["leaves: 8902", "nodes: 9322", "a2a3 380", "a2a3 400", "moves: 20"]);
    let text = said(&heirloom(
        &[],
        "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nshow\ndisp\ninfo\neval\nsd \
            4\ngo\nstack\nsort\nclear\nnew\nchess960 518\nhint\n",
    ));
    has(
        &text,
        &[
            "Kd1 Kd2 Kf1 Kf2 e3 e4 (6 moves)",
            "Castling    -",
            "term",
            "move ",
            "\n1. ",
            "start position 518",
            "Hint: ",
        ],
    );
}

#[test]
fn a_search_can_be_watched() {
    let text = said(&heirloom(&[], "watch depth 8\nfen\nsetboard 7k/5KQ1/8/8/8/8/8/8 b - - 0 1\nwatch\n"));
    has(
        &text,
        &[
            "root move",
            "hash move",
            "history",
            "null move",
            "stand pat",
            "\nhash table   ",
            "\nthread 1   depth 8/",
            " w KQkq - 0 1",
            "over;",
        ],
    );
    let timed = said(&heirloom(&[], "watch movetime 50\n"));
    assert!(timed.contains("\ntime ") && timed.contains("limits: 40 soft, 40 hard"), "{timed}");
}

#[test]
fn the_engine_answers_a_move() {
    let text = said(&heirloom(&[], "sd 3\nsetboard 4k3/8/8/3q4/8/8/4P3/4K2R b K - 0 1\nd5h1\nquit\n"));
    assert!(text.starts_with("move e1"), "{text}");
    let mate = said(&heirloom(&[], "setboard 7k/8/6K1/8/8/8/8/R7 w - - 0 1\na1a8\n"));
    assert_eq!(mate, "White mates\n");
}

#[test]
fn mistakes_are_answered_in_one_line() {
    for (line, answer) in [
        ("e2e5", "is not a legal move"),
        ("divde 3", "did you mean divide?"),
        ("perft x", "perft needs a number from 0 to 30"),
        ("st -1", "st needs a number of seconds"),
        ("setboard 8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("undo", "no move to take back"),
        ("chess960 960", "960"),
        ("\u{1b}[A", "unknown command"),
    ] {
        let text = said(&heirloom(&[], &format!("{line}\n")));
        assert!(text.contains(answer) && text.lines().count() == 1, "{line}: {text}");
    }
}

#[test]
fn the_word_uci_switches_to_the_protocol() {
    for arguments in [&["uci"][..], &[]] {
        let text =
            said(&heirloom(arguments, "uci\r\nisready\r\nposition startpos moves e2e4\r\ngo depth 3\r\n"));
        assert!(text.starts_with("id name Heirloom "), "{text}");
        has_lines(&text, &["uciok", "readyok"]);
        assert_eq!(text.matches("bestmove ").count(), 1, "{text}");
    }
    let text = said(&heirloom(&[], "position startpos\ngo nodes 500\n"));
    assert!(text.contains("bestmove "), "{text}");
}

#[test]
fn searches_that_are_piped_in_are_finished() {
    let text = said(&heirloom(&["uci"], "position startpos moves e2e4\ngo depth 8\n"));
    assert!(
        text.contains("info depth 8 ")
            && text.lines().last().is_some_and(|last| last.starts_with("bestmove ")),
        "{text}"
    );
    let text = said(&heirloom(&["uci"], "go movetime 100\nisready\n"));
    let at = |word: &str| text.lines().position(|line| line.starts_with(word));
    assert!(at("readyok").is_some() && at("readyok") < at("bestmove"), "{text}");
}

#[test]
fn numbers_beyond_all_measure_are_survived() {
    let most = i64::MAX;
    for go in [
        format!("wtime {most} btime {most} winc {most} binc {most} movestogo {most}"),
        format!("wtime -{most} btime -{most} winc {most} binc {most}"),
        format!("movetime {most} nodes {most} mate {most}"),
        "depth 99999999999 movetime 99999999999999999999999".into(),
    ] {
        let output = heirloom(&["uci"], &format!("go {go}\nstop\nisready\n"));
        assert!(output.status.success() && !said(&output).contains("failed"), "{go}: {}", said(&output));
    }
    for clock in [
        "level 999999999999 9e99:9e99 9e99",
        "st 1e99",
        "time 1e99\notim -1e99",
        "level 0 0 0\ntime -99999999999999",
    ] {
        let output =
            heirloom(&["xboard"], &format!("new\n{clock}\nnps 9999999999999\nusermove e2e4\n?\nping 1\n"));
        assert!(output.status.success() && !said(&output).contains("failed"), "{clock}: {}", said(&output));
    }
}

#[test]
fn the_word_xboard_switches_to_the_protocol() {
    for arguments in [&["xboard"][..], &["/wb"], &["--engine", "roce", "/xb"], &[]] {
        let text = said(&heirloom(arguments, "xboard\r\nprotover 2\r\nping 3\r\njoho\r\n"));
        assert!(
            text.starts_with("feature ping=1 setboard=1 ") && text.contains("\nfeature done=1\n"),
            "{text}"
        );
        has_lines(&text, &["pong 3", "Error (unknown command): joho"]);
    }
}

#[test]
fn our_own_words_are_understood_beside_the_protocol() {
    let text = said(&heirloom(
        &["uci"],
        "position startpos moves e2e4\nd\neval\nperft 3\nperft x\nhelp\nfoo\nquit\n",
    ));
    assert!(said(&heirloom(&["uci"], "go perft 2\nquit\n")).ends_with("h2h4: 20\n\nNodes searched: 400\n\n"));
    assert!(said(&heirloom(&["uci"], "go perft 999999\nquit\n")).contains("from 1 to 30"));
    has(
        &text,
        &[
            "Fen: rnbqkbnr/pppppppp/8/8/4P3",
            "Final evaluation       ",
            " | r | n | b | q | k | b | n | r | 8\n",
            "leaves: 13160",
            "perft needs a depth",
            "bench [DEPTH]",
            "info string",
        ],
    );
}

#[test]
fn the_words_of_stockfish_are_understood() {
    let text = said(&heirloom(
        &["uci"],
        "position startpos moves e2e4\nflip\nd\nflip\nd\ncompiler\nlicense\nspeedtest 1 1 x\nspeedtest 1 1 \
            1\nquit\n",
    ));
    has(
        &text,
        &[
            "Fen: rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq",
            "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq",
            "Compiled by     : rustc",
            "GNU General Public License",
            "such as speedtest 4 256 30",
            "Threads         : 1\nHash (MiB)      : 1, filled to ",
            "Nodes/second    : ",
        ],
    );
}

#[test]
fn the_net_can_be_exported_and_loaded_again() {
    let path = std::env::temp_dir().join(format!("heirloom-export-{}.net", std::process::id()));
    let name = path.to_str().expect("text");
    let text = said(&heirloom(
        &["uci"],
        &format!(
            "export_net {name}\nexport_net {name}\nsetoption name EvalFile value {name}\nisready\nquit\n"
        ),
    ));
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[0].starts_with("the net was written to ") && lines[1].contains("name another file"),
        "{text}"
    );
    assert_eq!(lines[2..], ["readyok"]);
    std::fs::remove_file(path).expect("removed");
}

#[test]
fn options_that_only_inform_are_accepted() {
    let options = "setoption name UCI_Opponent value none 2800 computer Engine\nsetoption name \
        UCI_EngineAbout value x\nsetoption name UCI_AnalyseMode value true\nsetoption name nodestime value \
        500\n";
    let text = said(&heirloom(&["uci"], &format!("{options}go wtime 2000 btime 2000\nisready\nquit\n")));
    assert!(!text.contains("info string") && text.contains("bestmove "), "{text}");
}

#[test]
fn bad_positions_and_moves_keep_the_old_position() {
    let text = said(&heirloom(
        &["uci"],
        "position startpos moves e2e4\nposition fen 8/8 w\nposition startpos moves e2e5\nposition fen\ngo \
            depth x\nsetoption name Hash value 0\nsetoption name Nonsense value 1\nd\nquit\n",
    ));
    assert!(text.contains("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"), "{text}");
    assert!(text.matches("info string").count() >= 4, "{text}");
}

#[test]
fn what_ends_an_analysis_is_obeyed_and_comments_are_not() {
    let text = said(&heirloom(&[], "# a comment\nanalyze\nfen\n"));
    assert!(text.ends_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"), "{text}");
    assert!(!text.contains("unknown"), "{text}");
}

#[test]
fn a_lost_clock_comes_back_with_undo() {
    // The clock has microseconds, so it runs out before the first line is read.
    let output = heirloom(
        &["play", "--color", "both", "--level", "0.0000001+0"],
        "e4\nlevel 1s\nundo\nlevel\ne4\nmoves\nquit\n",
    );
    let text = said(&output);
    has(&text, &["0-1  White loses on time", "1 s per move\n"]);
    assert!(text.contains("\n1. e4\n"), "{text}");
}

#[test]
fn the_game_understands_its_commands_and_says_which_was_meant() {
    let input = "figures\ncoordinates\ne2e4\nmoves\nnew 518\nnew x\nresgin\nundo\nsave\nload \
        missing.pgn\nhelp\nresign\nundo\nquit\n";
    let text = said(&heirloom(&["play", "--color", "both"], input));
    has(
        &text,
        &[
            "♖",
            "1. e2e4",
            "new takes a number from 0 to 959",
            "did you mean resign?",
            "no move to take back",
            "save needs a file name",
            "cannot read missing.pgn",
            "load FILE [N]",
            "0-1  White resigns",
        ],
    );
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    for arguments in [&[][..], &["play", "--color", "both"]] {
        let output = fed(program(PROGRAM).args(arguments), b"\xff\xfe\0e4\n\x80\ne4\nquit\n");
        assert!(output.status.success(), "{}", complained(&output));
    }
}

#[test]
fn a_game_is_added_to_a_file_at_its_end() {
    let path = std::env::temp_dir().join(format!("heirloom-end-{}.pgn", std::process::id()));
    let file = path.to_str().expect("text");
    let fen = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    let output =
        heirloom(&["play", "--color", "none", "--level", "depth=4", "--fen", fen, "--save", file], "");
    assert!(output.status.success(), "{}", complained(&output));
    let saved = std::fs::read_to_string(&path).expect("saved");
    has(&saved, &["1. Ra8# {+M1/", "} 1-0", "[Date \"2"]);
    std::fs::remove_file(path).expect("removed");
}

#[test]
fn counts_from_the_command_line() {
    assert!(said(&heirloom(&["perft", "4"], "")).starts_with("leaves: 197281\n"));
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let text = said(&heirloom(&["divide", "3", "--fen", fen, "--threads", "2", "--hash", "4"], ""));
    has(&text, &["e1g1 2059\n", "leaves: 97862\n"]);
    assert!(said(&heirloom(&["perft2", "3", "--no-bulk"], "")).starts_with("nodes: 9322\n"));
    assert!(said(&heirloom(&["eval", "--fen", fen], "")).contains("29 to 32 pieces, counts here"));
    assert!(
        said(&heirloom(&["eval", "--fen", fen, "--option", "Evaluation=classical"], ""))
            .contains("knight square")
    );
    let text = said(&heirloom(&["testmovegen", "--max-leaves", "10000"], ""));
    has(&text, &["126 positions", " 0 wrong"]);
}

#[test]
fn a_wrong_suite_fails_with_the_first_wrong_move() {
    let path = std::env::temp_dir().join(format!("heirloom-suite-{}.epd", std::process::id()));
    std::fs::write(&path, "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 67\n").expect("a temporary file");
    let output = heirloom(&["testmovegen", path.to_str().expect("text")], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("line 1: ") && said(&output).contains("66 leaves, expected 67"));
    let against = format!("{} uci", PROGRAM);
    for (arguments, judge) in [
        (&[][..], "the reference count agrees"),
        (&["--against", &against], concat!("Heirloom ", env!("CARGO_PKG_VERSION"), " agrees")),
    ] {
        let text = said(&heirloom(&[&["testmovegen", path.to_str().expect("text")], arguments].concat(), ""));
        has(&text, &[judge, "  e1e2 "]);
    }
    std::fs::write(&path, "nonsense\n").expect("a temporary file");
    let output = heirloom(&["testmovegen", path.to_str().expect("text")], "");
    assert!(complained(&output).contains("line 1"), "{}", complained(&output));
    std::fs::remove_file(path).expect("removed");
}

#[test]
fn mistakes_have_exit_codes() {
    for (arguments, code, message) in [
        (&["perft"][..], 2, "DEPTH"),
        (&["perft", "99"], 2, "30"),
        (&["perft", "2", "--fen", "x"], 2, "not a FEN"),
        (&["testmovegen", "missing.epd"], 2, "missing.epd"),
        (&["match", "--engine", "heirloom"], 2, "two engines"),
        (&["match", "--engine", "heirloom", "--engine", "./no-such-program"], 2, "no-such-program"),
        (&["match", "--engine", "heirloom", "--engine", "heirloom", "--control", "soon"], 2, "time control"),
        (&["play", "--level", "hard"], 2, "level"),
        (&["play", "--elo", "100"], 2, "from 600 to 2850"),
        (&["play", "--elo", "1000", "--engine", "roce"], 2, "Roce cannot limit its strength by Elo"),
        (&["dance"], 2, "dance"),
        (&["bench", "0"], 2, "0"),
        (&["play", "--chess960", "960"], 2, "960"),
        (&["eval", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], 2, "White has no king"),
    ] {
        let output = heirloom(arguments, "");
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", complained(&output));
        assert!(complained(&output).contains(message), "{arguments:?}: {}", complained(&output));
        assert!(!complained(&output).contains("panicked"));
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let mut child = program(PROGRAM)
        .args(["divide", "4"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ends");
    assert!(
        !complained(&output).contains("panicked") && output.status.code() == Some(0),
        "{}",
        complained(&output)
    );
}

#[test]
fn verbs_have_help_and_shells_have_completions() {
    for verb in [
        "play",
        "uci",
        "perft",
        "divide",
        "perft2",
        "divide2",
        "testmovegen",
        "bench",
        "eval",
        "analyse",
        "match",
        "suite",
        "puzzle",
        "completions",
    ] {
        let output = heirloom(&[verb, "--help"], "");
        assert!(output.status.success() && said(&output).contains("Usage: heirloom"), "{verb}");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(said(&heirloom(&["completions", shell], "")).contains("testmovegen"), "{shell}");
    }
}

#[test]
fn a_build_names_itself_and_has_manual_pages() {
    let text = said(&heirloom(&["--version"], ""));
    has(
        &text,
        &[
            concat!("heirloom ", env!("CARGO_PKG_VERSION")),
            "Compiled by     : rustc",
            "Compiled for    : ",
            "Instructions    : ",
        ],
    );
    assert_eq!(said(&heirloom(&["-V"], "")).lines().count(), 1);
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("man1");
    let output = heirloom(&["man", pages.to_str().expect("text")], "");
    assert!(output.status.success(), "{}", complained(&output));
    let page = std::fs::read_to_string(pages.join("heirloom-match.1")).expect("a page");
    assert!(page.contains("SPRT") && pages.join("heirloom.1").exists(), "{page}");
}

#[test]
fn levels_of_instructions_count_the_same_nodes() {
    let nodes = |level: &str| {
        let output = program(PROGRAM).args(["bench", "4"]).env("HEIRLOOM_CPU", level).output().expect("run");
        said(&output).lines().find(|line| line.starts_with("Nodes searched")).map(str::to_owned)
    };
    let best = nodes("");
    assert!(
        best.is_some() && ["portable", "avx2", "avx512"].iter().all(|level| nodes(level) == best),
        "{best:?}"
    );
}

#[test]
fn a_game_can_be_played_against_a_level() {
    let output = heirloom(
        &["play", "--elo", "700", "--level", "2s"],
        "e4\nelo\nelo x\nelo 50\nelo 900\nelo\nhint\nquit\n",
    );
    let text = said(&output);
    has(
        &text,
        &[
            "about 700 Elo, at most 2 s per move",
            "\nabout 700 Elo\n",
            "such as elo 1200",
            "\nabout 900 Elo\n",
            "cannot play at 50 Elo; expected",
            "1... ",
        ],
    );
}

#[test]
fn a_game_can_be_played_on_a_pipe() {
    let path = std::env::temp_dir().join(format!("heirloom-play-{}.pgn", std::process::id()));
    let file = path.to_str().expect("text");
    let input = format!(
        "e4\nhint\nundo\nredo\nflip\nd4\nboard\nmoves\ndraw\nKe9\nsave {file}\nresign\nsave {file}\nload \
            {file} 1\nquit\n"
    );
    let output = heirloom(&["play", "--level", "depth=2"], &input);
    let text = said(&output);
    assert!(output.status.success(), "{}", complained(&output));
    has(&text, &["the engine declines", "0-1  White resigns", "saved to", "neither a move nor a command"]);
    let saved = std::fs::read_to_string(&path).expect("saved");
    assert_eq!(saved.matches("[White \"Player\"]").count(), 2, "{saved}");
    has(&saved, &["[Result \"0-1\"]", "1. e4", "[BlackTimeControl \"depth=2\"]"]);
    std::fs::remove_file(path).expect("removed");
}

#[test]
fn the_engine_can_play_itself_on_a_clock() {
    let output = heirloom(
        &["play", "--color", "none", "--level", "0.01+0", "--fen", "7k/8/5K2/8/8/8/8/R7 w - - 0 1"],
        "",
    );
    assert!(output.status.success(), "{}", complained(&output));
    assert!(said(&output).contains("1-0  White mates"), "{}", said(&output));
}
