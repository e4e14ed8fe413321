//! Roce's console: commands that only read the position; the host program handles all others.

use std::fmt::Write as _;

use super::board::{Board, WHITE};
use super::eval::{TERMS, sheet};
use super::moves::{LETTERS, Move, legal};
use super::order::sorted;
use super::perft::perft;
use super::squares::{name, square};
use super::tables::FULL_PHASE;
use crate::seam;

/// The default limit of leaves up to which positions of a suite are counted.
const DEFAULT_LEAVES: u64 = 1_000_000;

/// The data that the console needs to answer commands.
pub struct Console<'a> {
    /// The position, with the moves of the game on its stack.
    pub board: Board,
    /// The position as a FEN.
    pub fen: String,
    /// True if castling is written as king takes rook.
    pub chess960: bool,
    /// The best move according to the hash table.
    pub hash_move: Option<Move>,
    /// The suite that `testmovegen` runs without a file.
    pub suite: &'a str,
}

impl Console<'_> {
    /// Answers a command, or returns `None` for an unknown one.
    pub fn answer(&self, command: &str) -> Option<String> {
        let mut words = command.split_whitespace();
        let (word, argument, more) = (words.next()?, words.next(), words.next());
        Some(match word {
            "disp" | "d" => draw(&self.board),
            "fen" => format!("{}\n", self.fen),
            "info" => self.info(),
            "show" => self.show(),
            "stack" => self.stack(),
            "sort" => self.sort(),
            "eval" => report(&self.board),
            "testmovegen" => self.test_generator(argument, more),
            "help" => "disp, fen, info, show, stack, sort, eval, testmovegen FILE LEAVES\n".into(),
            _ => return None,
        })
    }

    fn text(&self, mv: Move) -> String {
        if self.chess960 { format!("{mv:#}") } else { mv.to_string() }
    }

    fn info(&self) -> String {
        let board = &self.board;
        let field = |number: usize| self.fen.split(' ').nth(number).unwrap_or("-");
        let turn = if board.turn == WHITE { "White" } else { "Black" };
        let repeated = if board.is_repeated() { "yes" } else { "no" };
        let [white, black] = board.kings.map(name);
        [
            draw(board),
            format!("to move     {turn}, move {}", field(5)),
            format!("castling    {}\nen passant  {}", field(2), field(3)),
            format!("fifty moves {} plies\nrepeated    {repeated}", field(4)),
            format!("kings       {white} {black}\nkey         {:016X}", board.key),
            format!("fen         {}\n", self.fen),
        ]
        .join("\n")
    }

    fn show(&self) -> String {
        let moves = legal(&self.board);
        let texts: Vec<String> = moves.iter().map(|&mv| self.text(mv)).collect();
        format!("{}\n{} moves\n", texts.join(" "), moves.len())
    }

    /// Lists the moves of the game, two per line.
    fn stack(&self) -> String {
        let played: Vec<String> =
            self.board.stack.iter().filter_map(|undo| undo.mv).map(|mv| self.text(mv)).collect();
        let pairs = played.chunks(2).enumerate();
        let mut text: String =
            pairs.map(|(pair, moves)| format!("{:>3} {}\n", pair + 1, moves.join(" "))).collect();
        let _ = writeln!(text, "{} plies", played.len());
        text
    }

    /// Lists the moves in the order in which a search would try them first, with their ordering scores.
    fn sort(&self) -> String {
        let line = |(place, (rank, mv))| format!("{:>2} {:<6}{rank:>12}\n", place, self.text(mv));
        (1..).zip(sorted(&self.board, self.hash_move)).map(line).collect()
    }

    /// Tests the generator on a suite: a file or the built-in one.
    fn test_generator(&self, path: Option<&str>, max_leaves: Option<&str>) -> String {
        let text = match path.map(std::fs::read_to_string) {
            None => self.suite.to_string(),
            Some(Ok(text)) => text,
            Some(Err(error)) => return format!("cannot read the suite: {error}\n"),
        };
        let max_leaves = max_leaves.and_then(|max_leaves| max_leaves.parse().ok()).unwrap_or(DEFAULT_LEAVES);
        seam::suite(&text).map_or_else(
            |error| format!("cannot read the suite: {error}\n"),
            |cases| test_suite(&cases, max_leaves),
        )
    }
}

/// Counts each position of a suite as deep as `max_leaves` leaves allow, and reports wrong counts.
fn test_suite(cases: &[seam::Case], max_leaves: u64) -> String {
    let (mut text, mut leaves, mut wrong) = (String::new(), 0, 0);
    for seam::Case { fen, setup, counts } in cases {
        for &(depth, expected) in counts.iter().take_while(|(_, expected)| *expected <= max_leaves) {
            let found = perft(&mut Board::new(setup), depth, &|| false).unwrap_or(0);
            leaves += found;
            if found != expected {
                let _ = writeln!(text, "{fen}: {found} leaves at {depth} plies, not {expected}");
                wrong += 1;
                break;
            }
        }
    }
    let _ = writeln!(text, "{} positions, {leaves} leaves, {wrong} wrong", cases.len());
    text
}

/// Draws the board as text, White at the bottom.
pub fn draw(board: &Board) -> String {
    let cell = |file, rank| {
        let piece = board.squares[usize::from(square(file, rank))];
        let letter = LETTERS.chars().nth(piece.unsigned_abs().into()).unwrap_or('?');
        format!(" {}", if piece < 0 { letter.to_ascii_lowercase() } else { letter })
    };
    let row = |rank| format!("{} {}\n", rank + 1, (0..8).map(|file| cell(file, rank)).collect::<String>());
    (0..8).rev().map(row).collect::<String>() + "\n   a b c d e f g h\n"
}

/// Lists the evaluation term by term, in centipawns for middlegame and endgame.
fn report(board: &Board) -> String {
    let sheet = sheet(board);
    let mut text = format!("{:<14}{:>14}{:>14}\n", "", "White", "Black");
    for (term, [white, black]) in TERMS.iter().zip(&sheet.terms) {
        let _ = writeln!(text, "{term:<14}{:>7}{:>7}{:>7}{:>7}", white[0], white[1], black[0], black[1]);
    }
    let (phase, score) = (sheet.phase, sheet.score());
    let _ = writeln!(text, "phase {phase} of {FULL_PHASE}, score {score} for White");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roce::moves::after;
    use crate::seam::START;

    fn run(fen: &str, moves: &str, command: &str) -> Option<String> {
        let board = after(fen, moves);
        Console { board, fen: fen.into(), chess960: false, hash_move: None, suite: "" }.answer(command)
    }

    #[test]
    fn commands_describe_the_position() {
        let answer = |command| run(START, "e2e4 d7d5", command).expect("an answer");
        for (command, start) in [
            ("stack", "  1 e2e4 d7d5\n"),
            ("sort", " 1 e4d5"),
            ("disp", "8  r n b q k b n r\n"),
            ("fen", &format!("{START}\n")),
        ] {
            assert!(answer(command).starts_with(start), "{}", answer(command));
        }
        assert!(answer("show").ends_with("31 moves\n"));
        assert!(answer("eval").contains("material"));
        let info = answer("info");
        assert!(info.contains("castling    KQkq") && info.contains("en passant  -"), "{info}");
        assert_eq!(run(START, "", "perft 3"), None, "counts are for the program that can interrupt them");
        assert_eq!(run(START, "", "e2e4"), None, "a move is for the program that keeps the game");
    }

    #[test]
    fn promotions_are_written_in_uppercase() {
        assert!(run("8/P6k/8/8/8/8/8/K7 w - - 0 1", "", "show").is_some_and(|text| text.contains("a7a8Q")));
    }

    #[test]
    fn suites_are_counted_and_errors_reported() {
        let test_suite = |text: &str, limit| super::test_suite(&seam::suite(text).expect("a suite"), limit);
        let good = test_suite("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66 ;D3 1197 ;D6 764643\n", 10_000);
        assert_eq!(good, "1 positions, 1278 leaves, 0 wrong\n");
        let bad = test_suite("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 14", 100);
        assert!(bad.ends_with("1 positions, 15 leaves, 1 wrong\n"), "{bad}");
    }
}
