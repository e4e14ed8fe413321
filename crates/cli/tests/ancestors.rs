//! Tests of the historical engines: by name, by a copy of the program, at the console, in games and matches.

#[path = "start/program.rs"]
mod start;
use start::*;

const NAMES: [&str; 5] = ["firstchess", "rajah", "rdchess", "roce", "rofchade"];

/// Talks to an engine at the console.
fn console(name: &str, input: &str) -> Run {
    talk(&format!("--engine {name}"), format!("{input}\nquit\n"))
}

#[test]
fn each_is_introduced_and_has_its_place_in_the_family() {
    for name in NAMES {
        run("ancestors").prints(&[&format!("--engine {name}\n")]);
        run("genealogy").prints(&[&format!("crates/ancestors/src/{name}"), "today in crates/flagship/src/"]);
    }
}

#[test]
fn each_speaks_uci_under_its_own_name() {
    for name in NAMES {
        let run = console(&format!("{name} uci"), "uci\nisready\nposition startpos moves e2e4\ngo depth 2")
            .prints(&["uciok", "readyok", "bestmove "]);
        let said = run.out.lines().find(|line| line.starts_with("id name ")).unwrap_or_default();
        assert!(said.to_lowercase().contains(name), "{name}: {run:?}");
    }
}

#[test]
fn a_copy_of_the_program_is_the_engine_it_is_named_after() {
    let folder = Folder::new();
    let path = folder.path(if cfg!(windows) { "Rajah.exe" } else { "Rajah" });
    std::fs::copy(PROGRAM, &path).expect("a copy");
    fed(&mut program(&path), "uci\nquit\n").prints(&["id name Rajah"]);
    assert_eq!(fed(program(&path).arg("eval"), "").out, run("eval --engine rajah").out);
}

#[test]
fn the_engine_before_the_verb_is_the_one_that_answers() {
    let own = |name: &str| run(&format!("eval --engine {name}")).out;
    for name in NAMES {
        assert_eq!(run(&format!("--engine {name} eval")).out, own(name), "{name}");
        let game = talk(&format!("--engine {name} play --level depth=1"), "quit\n").out;
        assert!(game.to_lowercase().contains(name), "{name}: {game}");
    }
    // The verb's own option takes precedence.
    assert_eq!(run("--engine rajah eval --engine roce").out, own("roce"));
    run("--engine roce bench").refuses("ancestors --measure");
}

#[test]
fn the_engine_before_a_verb_that_does_not_take_it_is_refused() {
    for verb in ["match --engine roce", "suite wac.epd", "data count x", "genealogy"] {
        let run = run(&format!("--engine roce {verb}")).exits(2);
        assert!(run.err.starts_with("heirloom: --engine before the verb"), "{run:?}");
        assert_eq!(run.err.lines().count(), 1, "{run:?}");
    }
}

#[test]
fn each_counts_at_the_console_on_its_own_board() {
    for name in NAMES {
        let counts = ["leaves: 8902", "nodes: 9322", "a2a3 380", "a2a3 400", "moves: 20"];
        console(name, "perft 3\nperft2 3\ndivide 3\ndivide2 3").prints_lines(&counts);
        let counted = run(&format!("--engine {name} perft 4")).out;
        assert!(counted.starts_with("leaves: 197281\n"), "{name}: {counted}");
    }
}

#[test]
fn each_checks_its_move_generator_against_a_suite() {
    let folder = Folder::with("my suite.epd", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66 ;D3 1197\n");
    for name in NAMES {
        folder
            .run(&format!("--engine {name} testmovegen 'my suite.epd' 100"))
            .succeeds()
            .prints(&["1 position, 2 of 2 counts, 0 wrong\n81 leaves in "]);
        folder
            .run(&format!("--engine {name} testmovegen 'my suite.epd'"))
            .prints(&["3 of 3 counts, 0 wrong"]);
        run(&format!("--engine {name} testmovegen --max-leaves 500"))
            .succeeds()
            .prints(&["126 positions", " 0 wrong"]);
    }
    folder.write("wrong.epd", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 67\n");
    folder.run("--engine roce testmovegen wrong.epd").exits(1).prints(&[
        "66 leaves, expected 67",
        "the reference count agrees",
        "  e1e2 ",
    ]);
    run("--engine roce testmovegen --threads 2").complains(&["omit them"]);
    run("testmovegen suite.epd 100 --max-leaves 100").exits(2);
}

#[test]
fn each_answers_a_move_at_the_console() {
    for name in NAMES {
        console(name, "sd 2\ne2e4\nstack\nshow\neval").prints(&["move ", "e4"]).omits(&["unknown command"]);
    }
}

#[test]
fn each_orders_the_moves_at_the_console() {
    for name in NAMES.into_iter().chain(["heirloom"]) {
        let run = console(name, "setboard 4k3/8/8/8/8/3q4/4P3/4K3 w - - 0 1\nsort").omits(&["option"]);
        // Roce's own command names squares.
        assert!(["  1  exd3 ", " 1 e2d3 "].iter().any(|first| run.out.contains(first)), "{name}: {run:?}");
    }
}

#[test]
fn the_console_of_roce_knows_all_its_old_words() {
    let folder = Folder::with("suite.epd", "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66\n");
    let kings = "setboard 8/P6k/8/8/8/8/8/K7 w - - 0 1";
    for (typed, answers) in [
        ("disp", &["8  r n b q k b n r", "   a b c d e f g h"][..]),
        ("fen", &["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]),
        ("info", &["castling    KQkq", "kings       e1 e8"]),
        ("show", &["20 moves"]),
        ("sort", &[" 1 a2a3             0"]),
        ("eval", &["phase 24 of 24, score 10 for White"]),
        ("perft 3", &["leaves: 8902"]),
        ("perft2 3", &["nodes: 9322"]),
        ("divide 3", &["a2a3 380", "moves: 20"]),
        ("divide2 3", &["a2a3 400", "moves: 20", "nodes: 9322"]),
        ("testmovegen suite.epd", &["1 positions, 81 leaves, 0 wrong"]),
        ("sd 1\ne2e4\nundo\nundo\nclear\nstack", &["0 plies"]),
        ("st 0.01\ne2e4\nnew\nstack", &["0 plies"]),
        ("force\ne2e4\ne7e5\nstack", &["  1 e2e4 e7e5", "2 plies"]),
        (
            &format!("{kings}\nforce\nshow\na7a8Q\nfen"),
            &["a1a2 a1b2 a1b1 a7a8Q a7a8R a7a8B a7a8N", "Q7/7k/8/8/8/8/8/K7 b - - 0 1"],
        ),
        (
            "chess960 0\nfen",
            &["start position 0", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"],
        ),
        ("analyze\nfen", &["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]),
        ("uci", &["id name Roce", "uciok"]),
    ] {
        folder
            .talk("--engine roce", format!("{typed}\nquit\n"))
            .prints_lines(answers)
            .omits(&["unknown command"]);
    }
}

#[test]
fn an_ancestors_own_words_come_before_the_general_ones() {
    let text = console("firstchess", "disp\nshow\nhelp").out;
    assert!(text.starts_with("8  r n b q k b n r\n"), "{text}");
    assert!(text.contains("\na2a3 ") || text.contains(" a2a3 "), "{text}");
    has(&text, &["  quit ", "commands of FirstChess: print"]);
}

#[test]
fn ancestors_count_on_their_own_boards_in_their_own_way() {
    for special in ["--threads 2", "--hash 1", "--no-bulk"] {
        let run = run(&format!("--engine roce perft 2 {special}")).complains(&["omit them"]);
        assert_ne!(run.code, Some(0), "{run:?}");
    }
    // The original FirstChess has no castling and no en passant.
    for (faithful, count) in [(false, 26), (true, 24)] {
        let position = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let input = format!("setoption name Faithful value {faithful}\n{position}\ngo perft 1");
        let counted = console("firstchess uci", &input).out;
        assert!(counted.ends_with(&format!("\nNodes searched: {count}\n\n")), "{counted}");
    }
}

#[test]
fn games_against_them_are_played() {
    for name in NAMES {
        // The engine has replied to both moves.
        talk(&format!("play --engine {name} --color white --level depth=2"), "e4\nd4\nquit\n")
            .prints(&["\n1... ", "\n2... "]);
    }
    let engines = NAMES.map(|name| format!("--engine {name} ")).concat();
    let limits = "--control inf --each nodes=200 --games 2 --unpaired";
    let text = run(&format!("match --engine heirloom {engines} {limits}"))
        .succeeds()
        .prints(&["\n30 games played"])
        .out;
    assert!(!text.contains("illegal moves; ") || text.contains(" 0 illegal moves"), "{text}");
}

#[test]
fn a_hash_for_all_engines_suits_rdchess_too() {
    run("match --engine 'rajah nodes=50' --engine 'rdchess nodes=50' --each option.Hash=32 --games 2")
        .succeeds()
        .prints(&["\n2 games played"]);
    console("rdchess uci", "uci\nsetoption name Hash value 50\ngo depth 1")
        .prints(&["option name Hash type spin default 24 min 24 max 96", "info string Hash is 48 MiB: "]);
}

#[test]
fn an_unknown_name_is_refused_with_all_names() {
    run("--engine rybka").exits(2).complains(&NAMES).complains(&["heirloom"]);
}

#[test]
fn all_are_measured() {
    let text = run("ancestors --measure --movetime 20").out;
    let rows = |columns: usize| text.lines().filter(|line| line.matches('|').count() == columns + 1).count();
    // A head and six engines, a head and two boards twice.
    assert_eq!((rows(5), text.lines().count()), (14, 15), "{text}");
    let cells = text.lines().flat_map(|line| line.split('|')).map(str::trim);
    let figures = cells.filter(|cell| cell.parse().is_ok_and(|figure: f64| figure > 0.0));
    assert!(figures.count() >= 24, "{text}");
}
