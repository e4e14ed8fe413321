//! The pawn structure of a position: which pawns are isolated, doubled, backward or passed.

use heirloom_chess::{Color, PieceType, Position, Square};

/// A trait of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PawnTrait {
    /// No own pawn is on an adjacent file.
    Isolated,
    /// Another own pawn is on the same file.
    Doubled,
    /// No own pawn can support its advance, and an enemy pawn attacks the square in front of it.
    Backward,
    /// No enemy pawn can stop it or capture it on its way.
    Passed,
}

impl PawnTrait {
    /// All traits.
    pub const ALL: [PawnTrait; 4] =
        [PawnTrait::Isolated, PawnTrait::Doubled, PawnTrait::Backward, PawnTrait::Passed];
}

/// A pawn by its file, and its rank as its own side counts it; both from 0.
#[derive(Clone, Copy)]
struct Pawn {
    square: Square,
    file: i32,
    rank: i32,
}

/// Returns the pawns of a side, with the ranks counted from the view of `seen_by`.
fn pawns(position: &Position, color: Color, seen_by: Color) -> Vec<Pawn> {
    let pawn = |square: Square| {
        let rank = square.rank().index() as i32;
        let rank = if seen_by == Color::White { rank } else { 7 - rank };
        Pawn { square, file: square.file().index() as i32, rank }
    };
    position.pieces(color, PieceType::Pawn).into_iter().map(pawn).collect()
}

/// Returns the pawns of a side that have a trait, by file from a to h.
pub fn with_trait(position: &Position, color: Color, wanted: PawnTrait) -> Vec<Square> {
    let (own, enemies) = (pawns(position, color, color), pawns(position, !color, color));
    let has = |&Pawn { square, file, rank }: &Pawn| {
        let neighbors = || own.iter().filter(|pawn| (pawn.file - file).abs() == 1);
        match wanted {
            PawnTrait::Isolated => neighbors().next().is_none(),
            PawnTrait::Doubled => own.iter().any(|pawn| pawn.file == file && pawn.square != square),
            PawnTrait::Backward => {
                let attacked =
                    enemies.iter().any(|pawn| (pawn.file - file).abs() == 1 && pawn.rank == rank + 2);
                attacked && neighbors().next().is_some() && neighbors().all(|pawn| pawn.rank > rank)
            }
            PawnTrait::Passed => {
                let blocked = own.iter().any(|pawn| pawn.file == file && pawn.rank > rank);
                !blocked && !enemies.iter().any(|pawn| (pawn.file - file).abs() <= 1 && pawn.rank > rank)
            }
        }
    };
    let mut found: Vec<Pawn> = own.iter().filter(|pawn| has(pawn)).copied().collect();
    found.sort_by_key(|pawn| (pawn.file, pawn.rank));
    found.into_iter().map(|pawn| pawn.square).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(fen: &str, color: Color) -> [String; 4] {
        let position = Position::from_fen(fen).unwrap();
        PawnTrait::ALL.map(|wanted| {
            let squares = with_trait(&position, color, wanted);
            squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
        })
    }

    #[test]
    fn pawns_have_their_traits() {
        let fen = "4k3/p1p3p1/1p4p1/8/3PP3/2P5/P1P4P/4K3 w - - 0 1";
        assert_eq!(found(fen, Color::White), ["a2 h2", "c2 c3", "", "e4"]);
        assert_eq!(found(fen, Color::Black), ["g7 g6", "g7 g6", "", ""]);
        // The pawn on d3 cannot advance: the one on c5 holds d4, and its neighbors have gone ahead.
        let fen = "4k3/8/8/2p1p3/2P1P3/3P4/8/4K3 w - - 0 1";
        assert_eq!(found(fen, Color::White), ["", "", "d3", ""]);
        assert_eq!(found(fen, Color::Black), ["c5 e5", "", "", ""]);
    }

    #[test]
    fn the_start_position_has_nothing_to_show() {
        for color in Color::ALL {
            let none = found("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", color);
            assert_eq!(none, ["", "", "", ""]);
        }
    }
}
