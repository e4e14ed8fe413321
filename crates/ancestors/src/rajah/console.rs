//! The console: commands that show the board's numbers, differences of squares and exchanges at work.

use super::attacks;
use super::board::*;
use super::eval;

const HELP: &str = "board            the squares in hexadecimal, and what stands on them
reach A B        what the difference of two squares tells, as in: reach a1 h8
attackers A      the men that attack a square
exchange MOVE    what a capture brings once its square is fought out, in centipawns
eval             the evaluation of the position, in centipawns for the side to move";

/// The answer to a command, or `None` where it is none of ours.
pub fn answer(board: &mut Board, command: &str) -> Option<String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    Some(match words[..] {
        ["help"] => HELP.into(),
        ["board"] => drawn(board),
        ["eval"] => format!("{:+} centipawns for the side to move", eval::evaluate(board)),
        ["reach", from, to] => match (parse_square(from), parse_square(to)) {
            (Some(from), Some(to)) => reach(from, to),
            _ => "two squares are needed, as in: reach a1 h8".into(),
        },
        ["attackers", square] => match parse_square(square) {
            Some(square) => attackers(board, square),
            None => "a square is needed, as in: attackers e4".into(),
        },
        ["exchange", mv] => match board.find(mv) {
            Some(mv) => format!("{mv} brings {:+} centipawns", board.exchange(mv)),
            None => format!("'{mv}' is not a legal move here"),
        },
        _ => return None,
    })
}

fn letter(piece: Piece) -> char {
    let letter = [".", "p", "n", "b", "r", "q", "k", "."][usize::from(piece & KIND)];
    let letter = letter.chars().next().unwrap_or('.');
    if piece & WHITE != 0 { letter.to_ascii_uppercase() } else { letter }
}

fn drawn(board: &Board) -> String {
    let row = |rank: u8| {
        let squares = (0..8).map(|file| rank << 4 | file);
        let cells: Vec<String> = squares.map(|square| format!("{square:02x}{}", letter(board.squares[usize::from(square)]))).collect();
        format!("{}  {}", rank + 1, cells.join(" "))
    };
    (0..8).rev().map(row).collect::<Vec<_>>().join("\n")
}

fn reach(from: Square, to: Square) -> String {
    let kinds = [("a white pawn", PAWN | WHITE), ("a black pawn", PAWN | BLACK), ("a knight", KNIGHT)];
    let more = [("a bishop", BISHOP), ("a rook", ROOK), ("a queen", QUEEN), ("a king", KING)];
    let able = kinds.into_iter().chain(more).filter(|&(_, kind)| attacks::reaches(kind, from, to)).map(|(name, _)| name);
    let able: Vec<&str> = able.collect();
    let able = if able.is_empty() { "nothing".into() } else { able.join(", ") };
    format!("{to:#04x} - {from:#04x} = {}: {able} could capture there on an empty board", i16::from(to) - i16::from(from))
}

fn attackers(board: &Board, square: Square) -> String {
    let men = board.men(WHITE).iter().chain(board.men(BLACK)).filter(|&&from| board.attacks(from, square, 0));
    let mut names: Vec<String> = men.map(|&from| format!("{}{}", letter(board.squares[usize::from(from)]), square_name(from))).collect();
    names.sort();
    if names.is_empty() { "nobody".into() } else { names.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_console_answers() {
        let mut board = Board::from_fen("4k3/8/8/3p4/4P3/8/8/3QK3 w - - 0 1");
        let mut said = |command: &str| answer(&mut board, command);
        assert_eq!(said("attackers d5").as_deref(), Some("Pe4 Qd1"));
        assert_eq!(said("exchange e4d5").as_deref(), Some("e4d5 brings +100 centipawns"));
        assert!(said("reach a1 b3").is_some_and(|text| text.contains("= 33: a knight could")));
        assert!(said("board").is_some_and(|text| text.starts_with("8  70. 71.") && text.contains("04K")));
        assert!(said("reach a1 z9").is_some_and(|text| text.contains("two squares")));
        assert_eq!(said("sing"), None);
    }
}
