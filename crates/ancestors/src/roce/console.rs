//! Roce's console: the commands that only look at the position. Those that change the game belong to the program it runs in.

use std::fmt::Write as _;
use std::time::Instant;

use super::board::{Board, EMPTY, KING, WHITE, index};
use super::eval::{TERMS, sheet};
use super::fen::letter;
use super::moves::{Move, Wanted, legal};
use super::order::{Memory, next};
use super::perft::{Walk, perft, played};
use super::squares::{name, square};

/// More plies would take longer than anybody waits, and nothing interrupts a command.
const MOST_PLIES: u32 = 7;

/// Positions of a suite are counted to so many leaves unless asked otherwise.
const USUAL_LEAVES: u64 = 1_000_000;

/// What the console needs to answer.
pub struct Desk<'a> {
    /// The position, with the game on its stack.
    pub board: Board,
    /// Write castling as king takes rook?
    pub chess960: bool,
    /// The move the hash table knows as the best.
    pub best_known: Option<Move>,
    /// The suite that `testmovegen` runs without a file.
    pub suite: &'a str,
}

impl Desk<'_> {
    /// The answer to a command; `None` for a command it does not know.
    pub fn answer(&mut self, command: &str) -> Option<String> {
        let mut words = command.split_whitespace();
        let (word, argument, more) = (words.next()?, words.next(), words.next());
        Some(match word {
            "disp" | "d" => draw(&self.board),
            "fen" => self.board.fen() + "\n",
            "info" => self.info(),
            "show" => self.show(),
            "stack" => self.stack(),
            "sort" => self.sort(),
            "eval" => report(&self.board),
            "testmovegen" => self.test_generator(argument, more),
            "generators" => match argument.and_then(|number| number.parse().ok()) {
                Some(depth) if depth <= MOST_PLIES => self.compare(depth),
                _ => format!("generators needs a number of plies from 0 to {MOST_PLIES}\n"),
            },
            "help" => "disp, fen, info, show, stack, sort, eval, testmovegen FILE LEAVES, generators N\n".into(),
            _ => return None,
        })
    }

    fn text(&self, mv: Move) -> String {
        if self.chess960 || self.board.is_chess960() { format!("{mv:#}") } else { mv.to_string() }
    }

    /// What legal generation costs: the tree is walked once with each kind.
    fn compare(&mut self, depth: u32) -> String {
        let kinds = [("legal", Wanted::All), ("pseudo-legal", Wanted::PseudoLegal)];
        let walk = |(name, wanted): (&str, Wanted)| {
            let begun = Instant::now();
            let leaves = played(&mut self.board, depth, wanted, Walk::Every);
            format!("{name:<13}{leaves} leaves in {:.3} s\n", begun.elapsed().as_secs_f64())
        };
        kinds.map(walk).concat()
    }

    fn info(&self) -> String {
        let board = &self.board;
        let mut text = draw(board);
        let passed = if board.en_passant == 0 { "-".into() } else { name(board.en_passant) };
        let repeated = if board.is_repeated() { "yes" } else { "no" };
        let _ = writeln!(text, "\nto move     {}, move {}", if board.turn == WHITE { "White" } else { "Black" }, board.number);
        let _ = writeln!(text, "castling    {}", board.rights());
        let _ = writeln!(text, "en passant  {passed}");
        let _ = writeln!(text, "fifty moves {} plies", board.fifty);
        let _ = writeln!(text, "repeated    {repeated}");
        let _ = writeln!(text, "kings       {} {}", name(board.kings[index(WHITE)]), name(board.kings[index(-WHITE)]));
        let _ = writeln!(text, "key         {:016X}", board.key);
        let _ = writeln!(text, "fen         {}", board.fen());
        text
    }

    fn show(&self) -> String {
        let moves = legal(&self.board);
        let texts: Vec<String> = moves.iter().map(|&mv| self.text(mv)).collect();
        format!("{}\n{} moves\n", texts.join(" "), moves.len())
    }

    /// The moves of the game, two on a line.
    fn stack(&self) -> String {
        let played: Vec<String> = self.board.stack.iter().filter_map(|undo| undo.mv).map(|mv| self.text(mv)).collect();
        let pairs = played.chunks(2).enumerate();
        let mut text: String = pairs.map(|(pair, moves)| format!("{:>3} {}\n", pair + 1, moves.join(" "))).collect();
        let _ = writeln!(text, "{} plies", played.len());
        text
    }

    /// The moves as a search would try them first, with the figures that say so.
    fn sort(&self) -> String {
        let memory = Memory::new(1);
        let rank = |mv: Move| (memory.rank(&self.board, mv, self.best_known, 0), mv);
        let mut list: Vec<_> = legal(&self.board).into_iter().map(rank).collect();
        let mut text = String::new();
        for place in 0..list.len() {
            if let Some(mv) = next(&mut list, place) {
                let _ = writeln!(text, "{:>2} {:<6}{:>12}", place + 1, self.text(mv), list[place].0);
            }
        }
        text
    }

    /// The generator against a suite: a file, or the one that is built in.
    fn test_generator(&self, path: Option<&str>, most: Option<&str>) -> String {
        let text = match path.map(std::fs::read_to_string) {
            None => self.suite.to_string(),
            Some(Ok(text)) => text,
            Some(Err(error)) => return format!("cannot read the suite: {error}\n"),
        };
        test_suite(&text, most.and_then(|most| most.parse().ok()).unwrap_or(USUAL_LEAVES))
    }
}

/// Counts each position of a suite (`FEN ;D1 20 ;D2 400`) as deep as `most` leaves allow, and says where it went wrong.
pub fn test_suite(suite: &str, most: u64) -> String {
    let (mut text, mut positions, mut leaves, mut wrong) = (String::new(), 0, 0, 0);
    for line in suite.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (fen, counts) = line.split_once(';').unwrap_or((line, ""));
        let Some(mut board) = Board::from_fen(fen) else {
            let _ = writeln!(text, "no position: {}", fen.chars().take(90).collect::<String>());
            wrong += 1;
            continue;
        };
        positions += 1;
        for count in counts.split(';') {
            let mut words = count.split_whitespace();
            let depth = words.next().and_then(|word| word.trim_start_matches(['D', 'd']).parse().ok());
            let expected = words.next().and_then(|word| word.parse::<u64>().ok());
            let (Some(depth), Some(expected)) = (depth, expected) else { continue };
            if expected > most {
                break;
            }
            let found = perft(&mut board, depth, &|| false).unwrap_or(0);
            leaves += found;
            if found != expected {
                let _ = writeln!(text, "{fen}: {found} leaves at {depth} plies, not {expected}");
                wrong += 1;
                break;
            }
        }
    }
    let _ = writeln!(text, "{positions} positions, {leaves} leaves, {wrong} wrong");
    text
}

/// The board as text, White below.
pub fn draw(board: &Board) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let _ = write!(text, "{} ", rank + 1);
        for file in 0..8 {
            let piece = board.squares[usize::from(square(file, rank))];
            let _ = write!(text, " {}", if piece == EMPTY { '.' } else { letter(piece.clamp(-KING, KING)) });
        }
        text.push('\n');
    }
    text + "\n   a b c d e f g h\n"
}

/// The evaluation term by term, in centipawns of middlegame and endgame.
fn report(board: &Board) -> String {
    let sheet = sheet(board);
    let mut text = format!("{:<14}{:>14}{:>14}\n", "", "White", "Black");
    for (term, [white, black]) in TERMS.iter().zip(&sheet.terms) {
        let _ = writeln!(text, "{term:<14}{:>7}{:>7}{:>7}{:>7}", white[0], white[1], black[0], black[1]);
    }
    let _ = writeln!(text, "phase {} of {}, score {} for White", sheet.phase, super::tables::FULL_PHASE, sheet.score());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roce::moves::parse;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn ask(fen: &str, moves: &str, command: &str) -> Option<String> {
        let mut board = Board::from_fen(fen).expect("a board");
        for text in moves.split_whitespace() {
            board.make(parse(&board, text).expect("a move"));
        }
        Desk { board, chess960: false, best_known: None, suite: "" }.answer(command)
    }

    #[test]
    fn both_generators_are_timed() {
        assert!(ask(START, "", "generators 3").is_some_and(|text| text.matches(" 8902 leaves").count() == 2));
        assert!(ask(START, "", "generators many").is_some_and(|text| text.starts_with("generators needs")));
        assert_eq!(ask(START, "", "perft 3"), None, "counts are for the program that can interrupt them");
    }

    #[test]
    fn it_tells_of_the_position() {
        let after = |command| ask(START, "e2e4 d7d5", command).expect("an answer");
        assert!(after("stack").starts_with("  1 e2e4 d7d5\n"));
        assert!(after("sort").starts_with(" 1 e4d5"), "{}", after("sort"));
        assert!(after("show").ends_with("31 moves\n"));
        assert!(after("info").contains("castling    KQkq") && after("info").contains("en passant  -"), "{}", after("info"));
        assert!(after("disp").starts_with("8  r n b q k b n r\n"));
        assert!(after("eval").contains("material"));
        assert_eq!(after("fen"), "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n");
        assert_eq!(ask(START, "", "e2e4"), None, "a move is for the program that keeps the game");
    }

    #[test]
    fn promotions_are_written_in_capitals() {
        assert!(ask("8/P6k/8/8/8/8/8/K7 w - - 0 1", "", "show").is_some_and(|text| text.contains("a7a8Q")));
    }

    #[test]
    fn a_suite_is_counted_and_its_faults_are_named() {
        let good = test_suite("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66 ;D3 1197 ;D6 764643\n", 10_000);
        assert_eq!(good, "1 positions, 1278 leaves, 0 wrong\n");
        assert!(test_suite("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 14", 100).ends_with("1 positions, 15 leaves, 1 wrong\n"));
    }
}
