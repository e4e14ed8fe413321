//! Tests of the program in pipes: console, protocols, games, exit codes.

#[path = "start/program.rs"]
mod start;
use start::*;

const MATE: &str = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";

#[test]
fn the_console_is_silent_on_a_pipe_until_spoken_to() {
    for (input, answer) in [
        ("", ""),
        ("\n  \nforce\ne2e4\nquit\n", ""),
        (
            "force\ne4\ne7e5\nNf3\nundo\nfen\n",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n",
        ),
    ] {
        assert_eq!(talk("", input).out, answer);
    }
}

#[test]
fn the_console_knows_roces_commands() {
    let counts = ["leaves: 8902", "nodes: 9322", "a2a3 380", "a2a3 400", "moves: 20"];
    talk("", "perft 3\nperft2 3\ndivide 3\ndivide2 3\n").prints_lines(&counts);
    let input = "setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nshow\ndisp\ninfo\neval\nsd 4\ngo\nstack\nsort\n\
        clear\nnew\nchess960 518\nhint\n";
    talk("", input)
        .prints(&["Kd1 Kd2 Kf1 Kf2 e3 e4 (6 moves)", "Castling    -", "term", "move ", "\n1. "])
        .prints(&["start position 518", "Hint: "]);
}

#[test]
fn a_search_can_be_watched() {
    talk("", "watch depth 8\nfen\nsetboard 7k/5KQ1/8/8/8/8/8/8 b - - 0 1\nwatch\n")
        .prints(&["root move", "hash move", "history", "null move", "stand pat", "\nhash table   "])
        .prints(&["\nthread 1   depth 8/", " w KQkq - 0 1", "over;"]);
    talk("", "watch movetime 50\n").prints(&["\ntime ", "limits: 40 soft, 40 hard"]);
}

#[test]
fn the_engine_answers_a_move() {
    let text = talk("", "sd 3\nsetboard 4k3/8/8/3q4/8/8/4P3/4K2R b K - 0 1\nd5h1\nquit\n").out;
    assert!(text.starts_with("move e1"), "{text}");
    assert_eq!(talk("", format!("setboard {MATE}\na1a8\n")).out, "White mates\n");
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
        let run = talk("", format!("{line}\n")).prints(&[answer]);
        assert_eq!(run.out.lines().count(), 1, "{line}: {run:?}");
    }
}

#[test]
fn the_word_uci_switches_to_the_protocol() {
    for line in ["uci", ""] {
        let run = talk(line, "uci\r\nisready\r\nposition startpos moves e2e4\r\ngo depth 3\r\n")
            .prints_lines(&["uciok", "readyok"]);
        assert!(run.out.starts_with("id name Heirloom "), "{run:?}");
        assert_eq!(run.out.matches("bestmove ").count(), 1, "{run:?}");
    }
    talk("", "position startpos\ngo nodes 500\n").prints(&["bestmove "]);
}

#[test]
fn searches_that_are_piped_in_are_finished() {
    let run = talk("uci", "position startpos moves e2e4\ngo depth 8\n").prints(&["info depth 8 "]);
    assert!(run.out.lines().last().is_some_and(|last| last.starts_with("bestmove ")), "{run:?}");
    let text = talk("uci", "go movetime 100\nisready\n").out;
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
        talk("uci", format!("go {go}\nstop\nisready\n")).succeeds().omits(&["failed"]);
    }
    for clock in [
        "level 999999999999 9e99:9e99 9e99",
        "st 1e99",
        "time 1e99\notim -1e99",
        "level 0 0 0\ntime -99999999999999",
    ] {
        let input = format!("new\n{clock}\nnps 9999999999999\nusermove e2e4\n?\nping 1\n");
        talk("xboard", input).succeeds().omits(&["failed"]);
    }
}

#[test]
fn the_word_xboard_switches_to_the_protocol() {
    for line in ["xboard", "/wb", "--engine roce /xb", ""] {
        let run = talk(line, "xboard\r\nprotover 2\r\nping 3\r\njoho\r\n")
            .prints(&["\nfeature done=1\n"])
            .prints_lines(&["pong 3", "Error (unknown command): joho"]);
        assert!(run.out.starts_with("feature ping=1 setboard=1 "), "{run:?}");
    }
}

#[test]
fn our_own_words_are_understood_in_addition_to_the_protocol() {
    talk("uci", "position startpos moves e2e4\nd\neval\nperft 3\nperft x\nhelp\nfoo\nquit\n")
        .prints(&["Fen: rnbqkbnr/pppppppp/8/8/4P3", "Final evaluation       ", "leaves: 13160"])
        .prints(&[" | r | n | b | q | k | b | n | r | 8\n", "perft needs a depth", "bench [DEPTH]"])
        .prints(&["info string"]);
    let counted = talk("uci", "go perft 2\nquit\n").out;
    assert!(counted.ends_with("h2h4: 20\n\nNodes searched: 400\n\n"), "{counted}");
    talk("uci", "go perft 999999\nquit\n").prints(&["from 1 to 30"]);
}

#[test]
fn the_words_of_stockfish_are_understood() {
    let input = "position startpos moves e2e4\nflip\nd\nflip\nd\ncompiler\nlicense\nspeedtest 1 1 x\n\
        speedtest 1 1 1\nquit\n";
    talk("uci", input)
        .prints(&["Fen: rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq"])
        .prints(&["Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"])
        .prints(&["Compiled by     : rustc", "GNU General Public License", "such as speedtest 4 256 30"])
        .prints(&["Threads         : 1\nHash (MiB)      : 1, filled to ", "Nodes/second    : "]);
}

#[test]
fn the_net_can_be_exported_and_loaded_again() {
    let folder = Folder::new();
    let export = "export_net my.net\n";
    let input = format!("{export}{export}setoption name EvalFile value my.net\nisready\nquit\n");
    let text = folder.talk("uci", input).out;
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("the net was written to "), "{text}");
    assert!(lines[1].contains("name another file"), "{text}");
    assert_eq!(lines[2..], ["readyok"]);
}

#[test]
fn options_that_only_inform_are_accepted() {
    let options = [
        "UCI_Opponent value none 2800 computer Engine",
        "UCI_EngineAbout value x",
        "UCI_AnalyseMode value true",
        "nodestime value 500",
    ];
    let options = options.map(|option| format!("setoption name {option}\n")).concat();
    talk("uci", format!("{options}go wtime 2000 btime 2000\nisready\nquit\n"))
        .omits(&["info string"])
        .prints(&["bestmove "]);
}

#[test]
fn bad_positions_and_moves_keep_the_old_position() {
    let input = "position startpos moves e2e4\nposition fen 8/8 w\nposition startpos moves e2e5\n\
        position fen\ngo depth x\nsetoption name Hash value 0\nsetoption name Nonsense value 1\nd\nquit\n";
    let run = talk("uci", input).prints(&["Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]);
    assert!(run.out.matches("info string").count() >= 4, "{run:?}");
}

#[test]
fn what_ends_an_analysis_is_obeyed_and_comments_are_not() {
    let text = talk("", "# a comment\nanalyze\nfen\n").omits(&["unknown"]).out;
    assert!(text.ends_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"), "{text}");
}

#[test]
fn a_lost_clock_comes_back_with_undo() {
    // The clock has microseconds, so it runs out before the first line is read.
    let input = "e4\nlevel 1s\nundo\nlevel\ne4\nmoves\nquit\n";
    talk("play --color both --level 0.0000001+0", input).prints(&[
        "0-1  White loses on time",
        "1 s per move\n",
        "\n1. e4\n",
    ]);
}

#[test]
fn the_game_understands_its_commands_and_says_which_was_meant() {
    let input = "figures\ncoordinates\ne2e4\nmoves\nnew 518\nnew x\nresgin\nundo\nsave\nload missing.pgn\n\
        help\nresign\nundo\nquit\n";
    talk("play --color both", input)
        .prints(&["♖", "1. e2e4", "new takes a number from 0 to 959", "did you mean resign?"])
        .prints(&["no move to take back", "save needs a file name", "cannot read missing.pgn"])
        .prints(&["load FILE [N]", "0-1  White resigns"]);
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    for line in ["", "play --color both"] {
        talk(line, b"\xff\xfe\0e4\n\x80\ne4\nquit\n").succeeds();
    }
}

#[test]
fn a_game_is_added_to_a_file_at_its_end() {
    let folder = Folder::new();
    folder.run(&format!("play --color none --level depth=4 --fen '{MATE}' --save end.pgn")).succeeds();
    has(&folder.read("end.pgn"), &["1. Ra8# {+M1/", "} 1-0", "[Date \"2"]);
}

#[test]
fn counts_from_the_command_line() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for (line, count) in [("perft 4", "leaves: 197281\n"), ("perft2 3 --no-bulk", "nodes: 9322\n")] {
        let text = run(line).out;
        assert!(text.starts_with(count), "{line}: {text}");
    }
    for (line, pieces) in [
        (format!("divide 3 --fen '{fen}' --threads 2 --hash 4"), &["e1g1 2059\n", "leaves: 97862\n"][..]),
        (format!("eval --fen '{fen}'"), &["29 to 32 pieces, used here"]),
        (format!("eval --fen '{fen}' --option Evaluation=classical"), &["knight square"]),
        ("testmovegen --max-leaves 10000".into(), &["126 positions", " 0 wrong"]),
    ] {
        run(&line).prints(pieces);
    }
}

#[test]
fn a_wrong_suite_fails_with_the_first_wrong_move() {
    let folder = Folder::with("suite.epd", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 67\n");
    folder.run("testmovegen suite.epd").exits(1).prints(&["line 1: ", "66 leaves, expected 67"]);
    for (against, judge) in [
        (String::new(), "the reference count agrees"),
        (format!("--against '{PROGRAM} uci'"), concat!("Heirloom ", env!("CARGO_PKG_VERSION"), " agrees")),
    ] {
        folder.run(&format!("testmovegen suite.epd {against}")).prints(&[judge, "  e1e2 "]);
    }
    folder.write("suite.epd", "nonsense\n");
    folder.run("testmovegen suite.epd").complains(&["line 1"]);
}

#[test]
fn mistakes_have_exit_codes() {
    for (line, message) in [
        ("perft", "DEPTH"),
        ("perft 99", "30"),
        ("perft 2 --fen x", "not a FEN"),
        ("testmovegen missing.epd", "missing.epd"),
        ("match --engine heirloom", "two or more engines"),
        ("match --engine heirloom --engine ./no-such-program", "no-such-program"),
        ("match --engine heirloom --engine heirloom --control soon", "time control"),
        ("play --level hard", "level"),
        ("play --elo 100", "from 600 to 2850"),
        ("play --elo 1000 --engine roce", "Roce cannot limit its strength by Elo"),
        ("dance", "dance"),
        ("bench 0", "0"),
        ("play --chess960 960", "960"),
        ("eval --fen '8/8/8/8/8/8/8/8 w - - 0 1'", "White has no king"),
    ] {
        let run = run(line).refuses(message);
        assert!(!run.err.contains("panicked"), "{run:?}");
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let mut command = command("divide 4");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    drop(child.stdout.take());
    let run = Run::new(&command, &child.wait_with_output().expect("ends")).succeeds();
    assert!(!run.err.contains("panicked"), "{run:?}");
}

#[test]
fn verbs_have_help_and_shells_have_completions() {
    let verbs = "play uci perft divide perft2 divide2 testmovegen bench eval analyse match suite puzzle \
        completions";
    for verb in verbs.split(' ') {
        run(&format!("{verb} --help")).succeeds().prints(&["Usage: heirloom"]);
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        run(&format!("completions {shell}")).prints(&["testmovegen"]);
    }
}

#[test]
fn a_build_names_itself_and_has_manual_pages() {
    run("--version")
        .prints(&[concat!("heirloom ", env!("CARGO_PKG_VERSION")), "Compiled by     : rustc"])
        .prints(&["Compiled for    : ", "Instructions    : "]);
    assert_eq!(run("-V").out.lines().count(), 1);
    let folder = Folder::new();
    folder.run("man man1").succeeds();
    has(&folder.read("man1/heirloom-match.1"), &["SPRT"]);
    assert!(folder.path("man1/heirloom.1").exists());
}

#[test]
fn levels_of_instructions_count_the_same_nodes() {
    let nodes = |level: &str| {
        let run = fed(command("bench 4").env("HEIRLOOM_CPU", level), "");
        run.out.lines().find(|line| line.starts_with("Nodes searched")).map(str::to_owned)
    };
    let best = nodes("");
    assert!(best.is_some());
    assert_eq!(["portable", "avx2", "avx512"].map(nodes), [&best; 3].map(Clone::clone));
}

#[test]
fn a_game_can_be_played_against_a_level() {
    talk("play --elo 700 --level 2s", "e4\nelo\nelo x\nelo 50\nelo 900\nelo\nhint\nquit\n")
        .prints(&["about 700 Elo, at most 2 s per move", "\nabout 700 Elo\n", "such as elo 1200"])
        .prints(&["\nabout 900 Elo\n", "cannot play at 50 Elo; expected", "1... "]);
}

#[test]
fn a_game_can_be_played_on_a_pipe() {
    let folder = Folder::new();
    let input = "e4\nhint\nundo\nredo\nflip\nd4\nboard\nmoves\ndraw\nKe9\nsave my.pgn\nresign\nsave my.pgn\n\
        load my.pgn 1\nquit\n";
    folder.talk("play --level depth=2", input).succeeds().prints(&[
        "the engine declines",
        "0-1  White resigns",
        "saved to",
        "neither a move nor a command",
    ]);
    let saved = folder.read("my.pgn");
    assert_eq!(saved.matches("[White \"Player\"]").count(), 2, "{saved}");
    has(&saved, &["[Result \"0-1\"]", "1. e4", "[BlackTimeControl \"depth=2\"]"]);
}

#[test]
fn the_engine_can_play_itself_on_a_clock() {
    run("play --color none --level 0.01+0 --fen '7k/8/5K2/8/8/8/8/R7 w - - 0 1'")
        .succeeds()
        .prints(&["1-0  White mates"]);
}
