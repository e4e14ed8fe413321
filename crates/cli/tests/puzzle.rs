//! Tests of `heirloom puzzle`: solving, progress, lists, engines, puzzles made from games.

#[path = "start/program.rs"]
mod start;
use start::*;

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

/// Returns a folder with the puzzles in `p.csv`.
fn folder() -> Folder {
    Folder::with("p.csv", PUZZLES)
}

#[test]
fn puzzles_are_solved_word_by_word() {
    let folder = folder();
    let input = "Qf8+\nKe9\nhint\nthemes\nRxe7\nNc1\nQxc1\nf8d8\nBxd8\nRb8#\n";
    folder.talk("puzzle p.csv --progress me.json", input).succeeds().prints(&[
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
    ]);
    let document = folder.run("puzzle progress me.json --json").json();
    holds(&document, json!({"solved": 2, "failed": 1, "tries": [{"id": "00008"}]}));
    folder.run("puzzle progress me.json").prints(&["puzzles solved on the first try: 2 of 3"]);
    folder.run("puzzle p.csv --progress me.json").refuses("use --again to include those");
    folder
        .talk("puzzle p.csv --no-progress --theme endgame --rating 1000..", "give up\nquit\n")
        .prints(&["Puzzle 1 of 1 (0000D", "The solution is 27... Rd8 28. Qxd8+ Bxd8"]);
}

#[test]
fn lists_are_for_programs_and_choices_are_kept() {
    let folder = folder();
    let rows = Value::from(folder.run("puzzle list p.csv --rating ..1500 --json").objects());
    let first = json!({"id": "0000D", "solution": "Rd8 Qxd8+ Bxd8", "rating": 1491.0});
    holds(&rows, json!([first, {"id": "mate1"}, null]));
    let random = || talk("puzzle list --random --seed 7 --number 2", PUZZLES).out;
    assert!(random() == random() && random().lines().count() == 2, "{}", random());
    for (arguments, reason) in [
        ("list none.csv", "cannot read none.csv"),
        ("list p.csv --rating hard", "1200..1600"),
        ("solve p.csv --id nobody", "no puzzles to solve"),
        ("p.csv --progress p.csv", "is not a puzzle progress file"),
        ("progress", "name a file"),
    ] {
        folder.run(&format!("puzzle {arguments}")).refuses(reason);
    }
}

#[test]
fn engines_solve_and_false_rows_are_named() {
    let run = folder()
        .run("puzzle solve p.csv --nodes 100000 --min 66%")
        .succeeds()
        .prints(&["800..1199         1       1  100.0"]);
    assert!(run.out.lines().any(|line| line.starts_with("all ")), "{run:?}");
    let wrong = PUZZLES.replace("mateIn1", "mateIn2").replace("f8d8 d6d8", "f8d8 d6d9");
    let run = talk("puzzle solve - --depth 4 --json", wrong)
        .exits(1)
        .complains(&["standard input, line 3: puzzle 0000D: move 3, d6d9: "]);
    let untrue = json!({"untrue": "theme mateIn2, but the solution has 1 move"});
    holds(&run.json(), json!({"puzzles": 2, "wrong_rows": 1, "tries": [{}, untrue]}));
}

#[test]
fn blunders_of_annotated_games_become_puzzles() {
    let games = "[White \"Anna\"]\n[Black \"Bert\"]\n[Site \"https://example.org/1\"]\n\n\
        1. f3 { [%eval -0.7] } e5 { [%eval -0.6] } 2. g4?? { [%eval #-1] } (2. e4) 2... Nc6 { [%eval -0.5] } \
        *\n\n\
        [White \"Anna\"]\n[Black \"Carl\"]\n\n1. e4 { [%eval 0.3] } e5 { [%eval 0.3] } *\n";
    let folder = Folder::with("games.pgn", games);
    folder
        .run("puzzle make games.pgn --nodes 20000 --output my.csv")
        .succeeds()
        .complains(&["2 games, 2 of them annotated; 1 blunder, 1 puzzle"]);
    let rows = folder.read("my.csv");
    let row = ",rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2,g2g4 \
        d8h4,1500,500,0,0,mate mateIn1 oneMove opening,https://example.org/1#3,";
    has(rows.lines().nth(1).expect("a puzzle"), &[row]);
    folder.run("puzzle solve my.csv --depth 3").succeeds().prints(&["100.0"]);
    let of_anna = talk("puzzle make - --nodes 20000 --player anna", games).succeeds().out;
    assert_eq!(of_anna.lines().count(), 1, "Bert had to find it: {of_anna}");
    talk("puzzle make - --nodes 1000", "[White \"A\"]\n\n1. e4 e5 *\n")
        .complains(&["heirloom review annotates games"]);
    folder.run("puzzle make games.pgn --engine firstchess").refuses("shows only one line");
}

#[needs_sample_data("puzzles")]
#[test]
fn lichess_puzzles_are_read() {
    let line = "puzzle list lichess-puzzles-a.csv lichess-puzzles-b.csv";
    let run = fed(&mut in_folder(&sample_data("puzzles"), line), "").succeeds_quietly();
    assert_eq!(run.out.lines().count(), 1200);
}
