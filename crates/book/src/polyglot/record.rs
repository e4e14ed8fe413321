//! The 16-byte records of Polyglot books and their packed moves.

use heirloom_chess::{Move, MoveKind, PieceType, Position, Square};

/// The size of a record in bytes.
pub const BYTES: usize = 16;

/// One move in one position, as stored in a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// The key of the position.
    pub key: u64,
    /// The packed move.
    pub mv: u16,
    /// The weight relative to the other moves in the position.
    pub weight: u16,
    /// Learning data, whose meaning depends on the program.
    pub learn: u32,
}

impl Record {
    /// Decodes a record; any bytes are valid.
    pub fn parse(bytes: &[u8; BYTES]) -> Record {
        let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, l0, l1, l2, l3] = *bytes;
        Record {
            key: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            mv: u16::from_be_bytes([m0, m1]),
            weight: u16::from_be_bytes([w0, w1]),
            learn: u32::from_be_bytes([l0, l1, l2, l3]),
        }
    }

    /// Appends the encoded record.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.key.to_be_bytes());
        bytes.extend(self.mv.to_be_bytes());
        bytes.extend(self.weight.to_be_bytes());
        bytes.extend(self.learn.to_be_bytes());
    }
}

/// The promotion pieces by their number.
const PROMOTIONS: [Option<PieceType>; 5] =
    [None, Some(PieceType::Knight), Some(PieceType::Bishop), Some(PieceType::Rook), Some(PieceType::Queen)];

/// Packs a move: three bits each for file and rank of the target square, the same for the origin, then the
/// promotion. Castling is encoded as king takes own rook, as in [`Move`].
pub fn pack(mv: Move) -> u16 {
    let promotion = PROMOTIONS.iter().position(|&own| own == mv.promotion_piece()).unwrap_or(0) as u16;
    // Both indices are below 64.
    mv.to().index() as u16 | (mv.from().index() as u16) << 6 | promotion << 12
}

/// Returns the legal move that is encoded, if any. Castling may also be encoded by the usual target square of
/// the king.
pub fn unpack(position: &Position, bits: u16) -> Option<Move> {
    let (from, to) = squares(bits);
    let promotion = *PROMOTIONS.get(usize::from(bits >> 12))?;
    let moves = position.legal_moves();
    let is_same = |mv: &Move| mv.from() == from && mv.to() == to && mv.promotion_piece() == promotion;
    let exact = moves.iter().copied().find(is_same);
    exact.or_else(|| {
        let two_files = from.file().index().abs_diff(to.file().index()) == 2 && from.rank() == to.rank();
        let king_side = to.file() > from.file();
        let castles = |mv: &Move| {
            mv.kind() == MoveKind::Castling
                && mv.from() == from
                && (mv.to().file() > from.file()) == king_side
        };
        moves.iter().copied().find(|mv| two_files && castles(mv))
    })
}

/// Returns a packed move in coordinate notation, legal or not, for error messages.
pub fn letters(bits: u16) -> String {
    let (from, to) = squares(bits);
    let promotion = ["", "n", "b", "r", "q"].get(usize::from(bits >> 12)).copied().unwrap_or("?");
    format!("{from}{to}{promotion}")
}

/// Returns the origin and target squares.
fn squares(bits: u16) -> (Square, Square) {
    (Square::from_index(usize::from(bits >> 6 & 63)), Square::from_index(usize::from(bits & 63)))
}

/// Packs a move given by its squares, for tests.
#[cfg(test)]
pub(super) fn bits(from: &str, to: &str) -> u16 {
    let index = |square: &str| square.parse::<Square>().unwrap().index() as u16;
    index(from) << 6 | index(to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::uci;

    #[test]
    fn both_encodings_of_castling_are_read() {
        let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        for (to, castled) in [("h1", "e1g1"), ("g1", "e1g1"), ("a1", "e1c1"), ("c1", "e1c1"), ("f1", "e1f1")]
        {
            assert_eq!(unpack(&position, bits("e1", to)), uci::parse(&position, castled).ok(), "{to}");
        }
        let promotion = Position::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap();
        assert_eq!(unpack(&promotion, bits("a7", "a8") | 1 << 12), uci::parse(&promotion, "a7a8n").ok());
        for promotion_bits in [0, 5, 7, 8, 12] {
            assert_eq!(unpack(&promotion, bits("a7", "a8") | promotion_bits << 12), None);
        }
        assert_eq!(letters(bits("a7", "a8") | 1 << 12), "a7a8n");
        assert_eq!(letters(bits("e2", "e5") | 7 << 12), "e2e5?");
    }

    #[test]
    fn packed_moves_are_read_back() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "k3r2r/8/8/8/8/8/8/1RK4R w HB - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            for &mv in &position.legal_moves() {
                assert_eq!(unpack(&position, pack(mv)), Some(mv), "{mv:?} in {fen}");
            }
        }
    }

    #[test]
    fn records_keep_their_bytes() {
        let bytes: [u8; BYTES] = std::array::from_fn(|index| index as u8 * 17);
        let mut written = Vec::new();
        Record::parse(&bytes).write(&mut written);
        assert_eq!(written, bytes);
    }
}
