//! Formatting of legal moves in the shortest unambiguous form.

use crate::{Bitboard, Move, MoveKind, PieceType, Position};

/// Formats a legal move in standard algebraic notation, with `+` for check and `#` for mate.
pub fn format(position: &Position, mv: Move) -> String {
    let mut text = String::with_capacity(8);
    write(position, mv, &mut text);
    text
}

/// Appends a legal move in standard algebraic notation to `text`; a null move is `--`.
pub fn write(position: &Position, mv: Move, text: &mut String) {
    debug_assert!(position.is_playable(mv));
    if mv.is_null() {
        return text.push_str("--");
    }
    let piece_type = position.piece_at(mv.from()).map_or(PieceType::Pawn, |piece| piece.piece_type());
    if mv.kind() == MoveKind::Castling {
        text.push_str(if mv.to().index() > mv.from().index() { "O-O" } else { "O-O-O" });
    } else {
        if piece_type == PieceType::Pawn {
            if mv.from().file() != mv.to().file() {
                text.push(mv.from().file().letter());
            }
        } else {
            text.push(piece_type.letter().to_ascii_uppercase());
            disambiguate(position, mv, piece_type, text);
        }
        if position.is_capture(mv) {
            text.push('x');
        }
        write_target(mv, text);
    }
    write_check(position, mv, text);
}

/// Appends the target square and the promotion piece.
pub(in crate::notation) fn write_target(mv: Move, text: &mut String) {
    text.extend([mv.to().file().letter(), mv.to().rank().digit()]);
    if let Some(promotion) = mv.promotion_piece() {
        text.extend(['=', promotion.letter().to_ascii_uppercase()]);
    }
}

/// Appends `+` or `#` if a legal move gives check or mate.
pub(in crate::notation) fn write_check(position: &Position, mv: Move, text: &mut String) {
    if position.gives_check(mv) {
        let mut after = position.clone();
        after.play(mv);
        text.push(if after.has_legal_move() { '+' } else { '#' });
    }
}

/// Appends the file, else the rank, else both, if another piece of this type can legally move to the same
/// square.
fn disambiguate(position: &Position, mv: Move, piece_type: PieceType, text: &mut String) {
    let from = mv.from();
    let own = position.pieces(position.turn(), piece_type).without(from.into());
    if own.is_empty() {
        return;
    }
    let rivals: Bitboard = (position.attackers_to(mv.to(), position.occupied()) & own)
        .into_iter()
        .filter(|&rival| position.is_legal(Move::normal(rival, mv.to())))
        .collect();
    if rivals.is_empty() {
        return;
    }
    let same_file = (rivals & Bitboard::file(from.file())).any();
    let same_rank = (rivals & Bitboard::rank(from.rank())).any();
    if !same_file || same_rank {
        text.push(from.file().letter());
    }
    if same_file {
        text.push(from.rank().digit());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::san;

    fn check(fen: &str, coordinates: &str, expected: &str) {
        let position = Position::from_fen(fen).unwrap();
        let mv = crate::notation::uci::parse(&position, coordinates).unwrap();
        assert_eq!(format(&position, mv), expected, "{fen}");
    }

    #[test]
    fn the_shortest_form_that_is_unambiguous() {
        check("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "g1e2", "Nge2");
        check("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2");
        check("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3");
        check("6k1/8/8/Q7/8/8/7K/4Q3 w - - 0 1", "a5c3", "Qac3");
        check("6k1/8/8/Q7/8/8/7K/Q3Q3 w - - 0 1", "a1c3", "Qa1c3");
        check("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", "dxe6");
        check("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q", "cxd8=Q+");
        check("6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1", "a1a8", "Ra8#");
        check("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+");
    }

    #[test]
    fn every_legal_move_round_trips() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "6k1/8/8/Q7/8/8/7K/Q3Q3 w - - 0 1",
            "qqqqkqqq/qqqppqqq/8/8/8/8/QQQPPQQQ/QQQQKQQQ w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1",
            "k1b5/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/8/K1B5 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let mut seen = std::collections::HashSet::new();
            for &mv in &position.legal_moves() {
                let text = format(&position, mv);
                assert_eq!(san::parse(&position, &text), Ok(mv), "{text} in {fen}");
                assert!(seen.insert(text.clone()), "{text} twice in {fen}");
            }
        }
    }
}
