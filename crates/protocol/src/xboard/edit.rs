//! The old way to set up a board: `edit`, pieces on squares, and a dot.

use heirloom_chess::setup::SetupError;
use heirloom_chess::{Bitboard, Board, Color, File, Piece, PieceType, Position, Rank, Setup, Square};

/// A board being edited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    board: Board,
    color: Color,
    turn: Color,
}

impl Edit {
    /// Starts with the pieces of a position and keeps its side to move.
    pub fn new(position: &Position) -> Edit {
        Edit { board: position.board().clone(), color: Color::White, turn: position.turn() }
    }

    /// Executes a line: `#` clears, `c` changes color, `Pa4` sets, `xa4` removes; false otherwise.
    pub fn execute(&mut self, line: &str) -> bool {
        match line {
            "#" => self.board = Board::empty(),
            "c" => self.color = !self.color,
            _ => {
                let mut letters = line.chars();
                let (Some(piece), Ok(square)) = (letters.next(), letters.as_str().parse::<Square>()) else {
                    return false;
                };
                match PieceType::from_letter(piece) {
                    Some(piece_type) => self.board.set(square, Some(Piece::new(self.color, piece_type))),
                    None if piece == 'x' => self.board.set(square, None),
                    None => return false,
                }
            }
        }
        true
    }

    /// Returns the position, with castling rights for kings and rooks on their home squares; with
    /// `fischerandom` for any king and the outermost rooks on the back rank.
    ///
    /// # Errors
    /// Why the position is not legal.
    pub fn position(&self, fischerandom: bool) -> Result<Position, SetupError> {
        let mut castling_rooks = Bitboard::EMPTY;
        for color in Color::ALL {
            castling_rooks |= self.castling_rooks(color, fischerandom);
        }
        let board = self.board.clone();
        Setup {
            board,
            turn: self.turn,
            castling_rooks,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
        .position()
    }

    fn castling_rooks(&self, color: Color, fischerandom: bool) -> Bitboard {
        let back = Bitboard::rank(Rank::First.relative_to(color));
        let on_back = |piece_type| (self.board.pieces(color, piece_type) & back).into_iter();
        let is_home = |square: &Square, files: &[File]| fischerandom || files.contains(&square.file());
        let Some(king) = on_back(PieceType::King).next().filter(|king| is_home(king, &[File::E])) else {
            return Bitboard::EMPTY;
        };
        let rooks = || on_back(PieceType::Rook).filter(|rook| is_home(rook, &[File::A, File::H]));
        let left = rooks().filter(|rook| rook.index() < king.index()).min_by_key(|rook| rook.index());
        let right = rooks().filter(|rook| rook.index() > king.index()).max_by_key(|rook| rook.index());
        left.into_iter().chain(right).fold(Bitboard::EMPTY, |all, rook| all | Bitboard::from(rook))
    }

    /// The lines that set up the pieces of a position, after `edit`; the last is the dot.
    pub fn lines(position: &Position) -> Vec<String> {
        let mut lines = vec!["#".to_owned()];
        for color in Color::ALL {
            for piece_type in PieceType::ALL {
                for square in position.pieces(color, piece_type) {
                    lines.push(format!("{}{square}", piece_type.letter().to_ascii_uppercase()));
                }
            }
            if color == Color::White {
                lines.push("c".into());
            }
        }
        lines.push(".".into());
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(start: &Position, lines: &[&str], fischerandom: bool) -> Result<String, SetupError> {
        let mut edit = Edit::new(start);
        for line in lines {
            assert!(edit.execute(line), "{line}");
        }
        edit.position(fischerandom).map(|position| position.fen())
    }

    #[test]
    fn a_board_is_built() {
        let start = Position::startpos();
        assert_eq!(
            edited(&start, &["#", "Ke1", "Ra1", "Rg1", "c", "Ke8", "Pa7"], false).unwrap(),
            "4k3/p7/8/8/8/8/8/R3K1R1 w Q - 0 1"
        );
        assert_eq!(
            edited(&start, &["#", "Kb1", "Ra1", "Rg1", "c", "Ke8"], true).unwrap(),
            "4k3/8/8/8/8/8/8/RK4R1 w KQ - 0 1"
        );
        assert_eq!(
            edited(&start, &["xd1"], false).unwrap(),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"
        );
        assert!(edited(&start, &["#"], false).is_err());
        assert!(
            !Edit::new(&start).execute("Pj9")
                && !Edit::new(&start).execute("")
                && !Edit::new(&start).execute("nonsense")
        );
    }

    #[test]
    fn what_is_written_builds_the_same_board() {
        let position =
            Position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
                .unwrap();
        let mut lines = Edit::lines(&position);
        assert_eq!(lines.pop().as_deref(), Some("."));
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        assert_eq!(edited(&Position::startpos(), &lines, false).unwrap(), position.fen());
    }
}
