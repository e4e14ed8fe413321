//! Tests of the historical engines: by name, by a copy of the program, at the console, in games and matches.

#[path = "start/program.rs"]
mod start;
use start::*;

const NAMES: [&str; 5] = ["firstchess", "rajah", "rdchess", "roce", "rofchade"];

fn run(path: &str, arguments: &[&str], input: &str) -> Output {
    fed(program(path).args(arguments), input)
}

/// Returns standard output.
fn heirloom(arguments: &[&str], input: &str) -> String {
    said(&run(PROGRAM, arguments, input))
}

#[test]
fn each_is_introduced_and_has_its_place_in_the_family() {
    let (introductions, genealogy) = (heirloom(&["ancestors"], ""), heirloom(&["genealogy"], ""));
    for name in NAMES {
        assert!(introductions.contains(&format!("--engine {name}\n")), "{introductions}");
        assert!(genealogy.contains(&format!("crates/ancestors/src/{name}")), "{genealogy}");
    }
    assert!(genealogy.contains("today in crates/flagship/src/"), "{genealogy}");
}

#[test]
fn each_speaks_uci_under_its_own_name() {
    for name in NAMES {
        let text = heirloom(
            &["--engine", name, "uci"],
            "uci\nisready\nposition startpos moves e2e4\ngo depth 2\nquit\n",
        );
        let said = text.lines().find(|line| line.starts_with("id name ")).unwrap_or_default().to_lowercase();
        assert!(said.contains(name), "{name}: {text}");
        has(&text, &["uciok", "readyok", "bestmove "]);
    }
}

#[test]
fn a_copy_of_the_program_is_the_engine_it_is_named_after() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(if cfg!(windows) { "Rajah.exe" } else { "Rajah" });
    std::fs::copy(PROGRAM, &path).expect("a copy");
    let output = run(&path.to_string_lossy(), &[], "uci\nquit\n");
    assert!(said(&output).contains("id name Rajah"), "{output:?}");
    let output = run(&path.to_string_lossy(), &["eval"], "");
    assert_eq!(said(&output), heirloom(&["eval", "--engine", "rajah"], ""));
}

#[test]
fn the_engine_before_the_verb_is_the_one_that_answers() {
    let own = |name: &str| heirloom(&["eval", "--engine", name], "");
    for name in NAMES {
        assert_eq!(heirloom(&["--engine", name, "eval"], ""), own(name), "{name}");
        let game = heirloom(&["--engine", name, "play", "--level", "depth=1"], "quit\n");
        assert!(game.to_lowercase().contains(name), "{name}: {game}");
    }
    // The verb's own option takes precedence.
    assert_eq!(heirloom(&["--engine", "rajah", "eval", "--engine", "roce"], ""), own("roce"));
    let bench = run(PROGRAM, &["--engine", "roce", "bench"], "");
    assert_eq!(bench.status.code(), Some(2), "{bench:?}");
    assert!(complained(&bench).contains("ancestors --measure"), "{bench:?}");
}

#[test]
fn the_engine_before_a_verb_that_does_not_take_it_is_refused() {
    for verb in [
        &["match", "--engine", "roce"][..],
        &["suite", "wac.epd"],
        &["testmovegen"],
        &["data", "count", "x"],
        &["genealogy"],
    ] {
        let output = run(PROGRAM, &[&["--engine", "roce"], verb].concat(), "");
        let text = complained(&output);
        assert_eq!(output.status.code(), Some(2), "{verb:?}: {text}");
        assert!(
            text.starts_with("heirloom: --engine before the verb") && text.lines().count() == 1,
            "{verb:?}: {text}"
        );
    }
}

#[test]
fn each_counts_at_the_console_on_its_own_board() {
    for name in NAMES {
        let text = heirloom(&["--engine", name], "perft 3\nperft2 3\ndivide 3\ndivide2 3\nquit\n");
        has_lines(&text, &["leaves: 8902", "nodes: 9322", "a2a3 380", "a2a3 400", "moves: 20"]);
        assert!(heirloom(&["--engine", name, "perft", "4"], "").starts_with("leaves: 197281\n"), "{name}");
    }
}

#[test]
fn each_answers_a_move_at_the_console() {
    for name in NAMES {
        let text = heirloom(&["--engine", name], "sd 2\ne2e4\nstack\nshow\neval\nquit\n");
        assert!(
            text.contains("move ") && text.contains("e4") && !text.contains("unknown command"),
            "{name}: {text}"
        );
    }
}

#[test]
fn each_orders_the_moves_at_the_console() {
    for name in NAMES.into_iter().chain(["heirloom"]) {
        let text = heirloom(&["--engine", name], "setboard 4k3/8/8/8/8/3q4/4P3/4K3 w - - 0 1\nsort\nquit\n");
        // Roce's own command names squares.
        assert!(["  1  exd3 ", " 1 e2d3 "].iter().any(|first| text.contains(first)), "{name}: {text}");
        assert!(!text.contains("option"), "{name}: {text}");
    }
}

#[test]
fn the_console_of_roce_knows_all_its_old_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let suite = folder.path().join("suite.epd");
    std::fs::write(&suite, "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66\n").expect("a file");
    let suite = format!("testmovegen {}", suite.display());
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
        (&suite, &["1 positions, 81 leaves, 0 wrong"]),
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
        let text = heirloom(&["--engine", "roce"], &format!("{typed}\nquit\n"));
        for answer in answers {
            assert!(text.lines().any(|line| line == *answer), "{typed}: no '{answer}' in {text}");
        }
        assert!(!text.contains("unknown command"), "{typed}: {text}");
    }
}

#[test]
fn an_ancestors_own_words_come_before_the_general_ones() {
    let text = heirloom(&["--engine", "firstchess"], "disp\nshow\nhelp\nquit\n");
    assert!(text.starts_with("8  r n b q k b n r\n"), "{text}");
    assert!(text.contains("\na2a3 ") || text.contains(" a2a3 "), "{text}");
    has(&text, &["  quit ", "commands of FirstChess: print"]);
}

#[test]
fn ancestors_count_on_their_own_boards_in_their_own_way() {
    let program = PROGRAM;
    for special in [&["--threads", "2"][..], &["--hash", "1"], &["--no-bulk"]] {
        let output = run(program, &[&["--engine", "roce", "perft", "2"], special].concat(), "");
        assert!(!output.status.success() && complained(&output).contains("omit them"), "{output:?}");
    }
    // The original FirstChess has no castling and no en passant.
    let position = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let count =
        |faithful| format!("setoption name Faithful value {faithful}\n{position}\ngo perft 1\nquit\n");
    let counted = |faithful| heirloom(&["--engine", "firstchess", "uci"], &count(faithful));
    assert!(
        counted(false).ends_with("\nNodes searched: 26\n\n")
            && counted(true).ends_with("\nNodes searched: 24\n\n")
    );
}

#[test]
fn games_against_them_are_played() {
    for name in NAMES {
        let text =
            heirloom(&["play", "--engine", name, "--color", "white", "--level", "depth=2"], "e4\nd4\nquit\n");
        // The engine has replied to both moves.
        has(&text, &["\n1... ", "\n2... "]);
    }
    let mut arguments =
        words("match --engine heirloom --control inf --each nodes=200 --games 2 --unpaired", &[]);
    arguments.extend(NAMES.iter().flat_map(|name| ["--engine", name]));
    let output = run(PROGRAM, &arguments, "");
    let text = said(&output);
    assert!(output.status.success(), "{output:?}");
    assert!(text.contains("\n30 games played"), "{text}");
    assert!(!text.contains("illegal moves; ") || text.contains(" 0 illegal moves"), "{text}");
}

#[test]
fn a_hash_for_all_engines_suits_rdchess_too() {
    let words = words(
        "match --engine 'rajah nodes=50' --engine 'rdchess nodes=50' --each option.Hash=32 --games 2",
        &[],
    );
    let output = run(PROGRAM, &words, "");
    prints(&output, 0, &["\n2 games played"]);
    let talk = heirloom(&["--engine", "rdchess", "uci"], "uci\nsetoption name Hash value 50\ngo depth 1\n");
    assert!(talk.contains("option name Hash type spin default 24 min 24 max 96"), "{talk}");
    assert!(talk.contains("info string Hash is 48 MiB: "), "{talk}");
}

#[test]
fn an_unknown_name_is_refused_with_all_names() {
    let output = run(PROGRAM, &["--engine", "rybka"], "");
    let text = complained(&output);
    assert_eq!(output.status.code(), Some(2));
    for name in NAMES.into_iter().chain(["heirloom"]) {
        assert!(text.contains(name), "{text}");
    }
}

#[test]
fn all_are_measured() {
    let text = heirloom(&["ancestors", "--measure", "--movetime", "20"], "");
    let rows = |columns: usize| text.lines().filter(|line| line.matches('|').count() == columns + 1).count();
    assert_eq!(
        (rows(5), text.lines().count()),
        (14, 15),
        "a head and six engines, a head and two boards twice: {text}"
    );
    let cells: Vec<&str> = text.lines().flat_map(|line| line.split('|')).map(str::trim).collect();
    assert!(
        cells.iter().filter(|cell| cell.parse().is_ok_and(|figure: f64| figure > 0.0)).count() >= 24,
        "{text}"
    );
}
