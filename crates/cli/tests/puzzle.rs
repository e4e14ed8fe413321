//! Tests of `heirloom puzzle`: solving, progress, lists, engines, puzzles made from games.

#[path = "start/program.rs"]
mod start;
use start::*;

use std::path::Path;

use heirloom_testing::{needs_sample_data, sample_data};

/// Two puzzles from lichess (public domain), and a mate in one with two solutions.
const PUZZLES: &str =
    "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 \
h6c1,1807,75,94,5852,crushing hangingPiece long middlegame,https://lichess.org/787zsVup/black#47,
0000D,5rk1/1p3ppp/pq3b2/8/8/1P1Q1N2/P4PPP/3R2K1 w - - 2 27,d3d6 f8d8 d6d8 f6d8,1491,74,96,25695,advantage \
endgame short,https://lichess.org/F8M8OS71#52,
mate1,7k/8/6K1/8/8/8/8/RR6 b - - 0 1,h8g8 a1a8,800,90,,,endgame mate mateIn1 oneMove,,
";

fn puzzle(folder: &Path, arguments: &[&str], input: &str) -> Output {
    fed(program(PROGRAM).arg("puzzle").args(arguments).current_dir(folder), input)
}

/// Returns a folder with the puzzles in `p.csv`.
fn folder() -> tempfile::TempDir {
    start::folder("p.csv", PUZZLES)
}

#[test]
fn puzzles_are_solved_word_by_word() {
    let folder = folder();
    let folder = folder.path();
    let input = "Qf8+\nKe9\nhint\nthemes\nRxe7\nNc1\nQxc1\nf8d8\nBxd8\nRb8#\n";
    let output = puzzle(folder, &["p.csv", "--progress", "me.json"], input);
    let text = said(&output);
    assert!(output.status.success(), "{output:?}");
    has(
        &text,
        &[
            "Puzzle 1 of 3 (00008, rated 1807): 24... Bxg3. White to move.",
            "Qf8+ is wrong. Try again",
            "type help for a list of commands",
            "the rook on e6 moves\n",
            "crushing hangingPiece long middlegame",
            "Rxe7 is correct. 25... Qb1+.",
            "Qxc1 is correct. Solved, but not on the first try.  https://lichess.org/787zsVup/black#47",
            "Rd8 is correct. 28. Qxd8+.",
            "Bxd8 is correct. Solved.",
            "Rb8# is correct. Solved.",
            "2 of 3 solved; no more puzzles",
        ],
    );
    let document = json(&puzzle(folder, &["progress", "me.json", "--json"], ""));
    assert_eq!(
        (&document["solved"], &document["failed"], &document["tries"][0]["id"]),
        (&2.into(), &1.into(), &"00008".into())
    );
    assert!(
        said(&puzzle(folder, &["progress", "me.json"], ""))
            .contains("2 of 3 puzzles solved on the first try")
    );
    let output = puzzle(folder, &["p.csv", "--progress", "me.json"], "");
    complains(&output, 2, &["use --again to include those"]);
    let text = said(&puzzle(
        folder,
        &["p.csv", "--no-progress", "--theme", "endgame", "--rating", "1000.."],
        "give up\nquit\n",
    ));
    has(&text, &["Puzzle 1 of 1 (0000D", "The solution is 27... Rd8 28. Qxd8+ Bxd8"]);
}

#[test]
fn lists_are_for_programs_and_choices_are_kept() {
    let folder = folder();
    let folder = folder.path();
    let output = puzzle(folder, &["list", "p.csv", "--rating", "..1500", "--json"], "");
    let rows: Vec<serde_json::Value> =
        said(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(
        rows.iter().map(|row| row["id"].as_str().unwrap_or_default()).collect::<Vec<_>>(),
        ["0000D", "mate1"]
    );
    assert_eq!((&rows[0]["solution"], &rows[0]["rating"]), (&"Rd8 Qxd8+ Bxd8".into(), &1491.0.into()));
    let random = || said(&puzzle(folder, &["list", "--random", "--seed", "7", "--number", "2"], PUZZLES));
    assert!(random() == random() && random().lines().count() == 2, "{}", random());
    for (arguments, words) in [
        (&["list", "none.csv"][..], "cannot read none.csv"),
        (&["list", "p.csv", "--rating", "hard"], "1200..1600"),
        (&["solve", "p.csv", "--id", "nobody"], "no puzzles to solve"),
        (&["p.csv", "--progress", "p.csv"], "is not a puzzle progress file"),
        (&["progress"], "name a file"),
    ] {
        complains(&puzzle(folder, arguments, ""), 2, &[words]);
    }
}

#[test]
fn engines_solve_and_false_rows_are_named() {
    let folder = folder();
    let folder = folder.path();
    let output = puzzle(folder, &["solve", "p.csv", "--nodes", "100000", "--min", "66%"], "");
    let text = said(&output);
    assert!(output.status.success() && text.contains("800..1199         1       1  100.0"), "{output:?}");
    assert!(text.lines().any(|line| line.starts_with("all ")), "{text}");
    let wrong = PUZZLES.replace("mateIn1", "mateIn2").replace("f8d8 d6d8", "f8d8 d6d9");
    let output = puzzle(folder, &["solve", "-", "--depth", "4", "--json"], &wrong);
    let document = json(&output);
    assert_eq!(
        (output.status.code(), &document["puzzles"], &document["wrong_rows"]),
        (Some(1), &2.into(), &1.into()),
        "{document}"
    );
    assert_eq!(document["tries"][1]["untrue"], "theme mateIn2, but the solution has 1 move");
    has(&complained(&output), &["standard input, line 3: puzzle 0000D: move 3, d6d9: "]);
}

#[test]
fn blunders_of_annotated_games_become_puzzles() {
    let folder = folder();
    let folder = folder.path();
    let games = "[White \"Anna\"]\n[Black \"Bert\"]\n[Site \"https://example.org/1\"]\n\n\
        1. f3 { [%eval -0.7] } e5 { [%eval -0.6] } 2. g4?? { [%eval #-1] } (2. e4) 2... Nc6 { [%eval -0.5] } \
        *\n\n\
        [White \"Anna\"]\n[Black \"Carl\"]\n\n1. e4 { [%eval 0.3] } e5 { [%eval 0.3] } *\n";
    std::fs::write(folder.join("games.pgn"), games).expect("a file");
    let output = puzzle(folder, &["make", "games.pgn", "--nodes", "20000", "--output", "my.csv"], "");
    complains(&output, 0, &["2 games, 2 of them annotated; 1 blunder, 1 puzzle"]);
    let rows = std::fs::read_to_string(folder.join("my.csv")).expect("puzzles");
    let row = rows.lines().nth(1).expect("a puzzle");
    assert!(
        row.contains(
            ",rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2,g2g4 \
        d8h4,1500,500,0,0,mate mateIn1 oneMove opening,https://example.org/1#3,"
        ),
        "{row}"
    );
    let output = puzzle(folder, &["solve", "my.csv", "--depth", "3"], "");
    assert!(output.status.success() && said(&output).contains("100.0"), "{output:?}");
    let output = puzzle(folder, &["make", "-", "--nodes", "20000", "--player", "anna"], games);
    assert!(output.status.success() && said(&output).lines().count() == 1, "Bert had to find it: {output:?}");
    let output = puzzle(folder, &["make", "-", "--nodes", "1000"], "[White \"A\"]\n\n1. e4 e5 *\n");
    assert!(complained(&output).contains("heirloom review annotates games"), "{output:?}");
    let output = puzzle(folder, &["make", "games.pgn", "--engine", "firstchess"], "");
    complains(&output, 2, &["shows only one line"]);
}

#[needs_sample_data("puzzles")]
#[test]
fn lichess_puzzles_are_read() {
    let folder = sample_data("puzzles");
    let output = puzzle(&folder, &["list", "lichess-puzzles-a.csv", "lichess-puzzles-b.csv"], "");
    assert!(
        output.status.success() && output.stderr.is_empty() && said(&output).lines().count() == 1200,
        "{}",
        complained(&output)
    );
}
