//! The inputs of a net: which piece is on which square, and whether it is attacked and defended, from the
//! view of each side.

use heirloom_chess::PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
use heirloom_chess::{Bitboard, Color, Piece, PieceType, Position, Square, attacks};

use super::rays::rays;
use super::simd::{Level, add_states, differing};

/// Features of one view without states: own and enemy pieces of six types on 64 squares.
pub const PLACES: usize = 768;

/// The number of states of a piece; see [`PieceStates`].
pub const STATES: usize = 5;

/// The number of features of one view.
pub const COUNT: usize = PLACES * STATES;

/// How a side sees the board: from its own base, mirrored so that its king is on files a to d.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    color: Color,
    /// Squares are XORed with this.
    flip: usize,
}

impl Perspective {
    /// Returns the perspective of a side with its king on this square.
    #[inline(always)]
    pub fn new(color: Color, king: Square) -> Perspective {
        let base = if color == Color::White { 0 } else { 56 };
        Perspective { color, flip: base ^ if is_mirrored(king) { 7 } else { 0 } }
    }

    /// Returns the index of the feature for a piece on a square in a state below `STATES`; it is below
    /// [`COUNT`].
    #[inline(always)]
    pub fn feature(self, piece: Piece, square: Square, state: usize) -> usize {
        let theirs = usize::from(piece.color() != self.color);
        state * PLACES + theirs * 384 + piece.piece_type().index() * 64 + (square.index() ^ self.flip)
    }
}

/// Returns true if a side with its king on this square sees the board mirrored.
#[inline(always)]
pub fn is_mirrored(king: Square) -> bool {
    king.file().index() > 3
}

/// The squares that each color attacks, by piece type.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct AttackSets([[Bitboard; 6]; 2]);

impl AttackSets {
    /// Computes the attacks of pieces given by color and type; pawns of the first color move up the board.
    #[inline]
    pub fn new(pieces: [[Bitboard; 6]; 2], level: Level) -> AttackSets {
        let occupied = pieces.iter().flatten().fold(Bitboard::EMPTY, |all, &some| all | some);
        let rays =
            rays(level, pieces.map(|of| [of[Bishop.index()], of[Rook.index()], of[Queen.index()]]), occupied);
        AttackSets(Color::ALL.map(|color| {
            let [bishops, rooks, queens] = rays[color.index()];
            let of = |piece_type: PieceType| pieces[color.index()][piece_type.index()];
            let king = of(King).into_iter().fold(Bitboard::EMPTY, |all, from| all | attacks::king(from));
            [attacks::pawns(color, of(Pawn)), attacks::knights(of(Knight)), bishops, rooks, queens, king]
        }))
    }

    /// Computes the attacks in a position.
    #[inline]
    pub fn of(position: &Position, level: Level) -> AttackSets {
        AttackSets::new(
            Color::ALL.map(|color| PieceType::ALL.map(|piece_type| position.pieces(color, piece_type))),
            level,
        )
    }

    /// Returns the squares that the pieces of one type attack.
    #[inline(always)]
    pub fn of_type(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.0[color.index()][piece_type.index()]
    }

    /// Returns the squares that a color attacks.
    #[inline(always)]
    pub fn all(&self, color: Color) -> Bitboard {
        self.0[color.index()].iter().fold(Bitboard::EMPTY, |all, &some| all | some)
    }
}

/// The attacks that determine the states of pieces.
#[derive(Clone, Copy, Debug)]
pub struct PieceStates {
    /// Squares attacked, by color.
    attacked: [Bitboard; 2],
    /// By color and type: squares attacked by enemy pieces of a lesser type.
    attacked_by_lesser: [[Bitboard; 6]; 2],
}

impl PieceStates {
    /// Derives the states from the attacks.
    #[inline]
    pub fn new(attack_sets: &AttackSets) -> PieceStates {
        let attacked = Color::ALL.map(|color| attack_sets.all(color));
        let attacked_by_lesser = Color::ALL.map(|color| {
            let of = |piece_type: PieceType| attack_sets.of_type(!color, piece_type);
            let pawns = of(Pawn);
            let minors = pawns | of(Knight) | of(Bishop);
            [Bitboard::EMPTY, pawns, pawns, minors, minors | of(Rook), attacked[(!color).index()]]
        });
        PieceStates { attacked, attacked_by_lesser }
    }

    /// Returns the states in a position.
    #[inline]
    pub fn of(position: &Position, level: Level) -> PieceStates {
        PieceStates::new(&AttackSets::of(position, level))
    }

    /// Returns the state of a piece on its square: 0 defended and not attacked, 1 neither, 2 attacked by a
    /// lesser piece, 3 attacked and defended, 4 attacked and undefended.
    #[inline(always)]
    pub fn state(&self, piece: Piece, square: Square) -> usize {
        let (own, them) = (piece.color().index(), (!piece.color()).index());
        if self.attacked_by_lesser[own][piece.piece_type().index()].contains(square) {
            return 2;
        }
        let attacked = usize::from(self.attacked[them].contains(square));
        attacked * 3 + usize::from(!self.attacked[own].contains(square))
    }

    /// Returns the squares of all pieces whose state has the first bit, the second bit and the third bit set.
    #[inline]
    fn bits(&self, position: &Position) -> [u64; 3] {
        let mut attacked_by_lesser = Bitboard::EMPTY;
        for (color, by_type) in Color::ALL.into_iter().zip(&self.attacked_by_lesser) {
            for (piece_type, by_lesser) in PieceType::ALL.into_iter().zip(by_type) {
                attacked_by_lesser |= position.pieces(color, piece_type) & *by_lesser;
            }
        }
        let [white, black] = Color::ALL.map(|color| position.colored(color).without(attacked_by_lesser));
        let [by_white, by_black] = self.attacked;
        let (attacked, defended) =
            ((white & by_black) | (black & by_white), (white & by_white) | (black & by_black));
        let others = white | black;
        let first = (others.without(attacked).without(defended)) | (attacked & defended);
        [first.0, (attacked_by_lesser | (attacked & defended)).0, attacked.without(defended).0]
    }
}

/// The piece on each square with its state; determines the features of both perspectives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct SquareCodes([u8; 64]);

impl Default for SquareCodes {
    fn default() -> SquareCodes {
        SquareCodes([0; 64])
    }
}

impl SquareCodes {
    /// Encodes a position whose pieces have these states.
    #[inline]
    pub fn of(position: &Position, states: &PieceStates, level: Level) -> SquareCodes {
        let mut codes =
            SquareCodes(position.squares().map(|piece| piece.map_or(0, |piece| 1 + piece.index() as u8)));
        add_states(level, &mut codes.0, states.bits(position));
        codes
    }

    /// Computes the feature changes of both views, White's first, from the position with the codes `before`
    /// to this one.
    #[inline]
    pub fn changes(
        &self,
        before: &SquareCodes,
        views: [Perspective; 2],
        level: Level,
        changes: &mut FeatureChanges,
    ) {
        changes.counts = [0; 2];
        for square in Bitboard(differing(level, &self.0, &before.0)) {
            let [now, before] = [self, before].map(|codes| usize::from(codes.0[square.index()]));
            let features = |code: usize| {
                [0, 1].map(|side| FIRST_FEATURES[side][code] + (square.index() ^ views[side].flip) as u16)
            };
            changes.push(features(now), now != 0, features(before), before != 0);
        }
    }
}

/// The feature changes of both views, White's first; both have the same number of changes.
#[derive(Clone, Debug)]
pub struct FeatureChanges {
    added: [[u16; 64]; 2],
    removed: [[u16; 64]; 2],
    /// The numbers of features added and removed in each view.
    counts: [usize; 2],
}

impl Default for FeatureChanges {
    fn default() -> FeatureChanges {
        FeatureChanges { added: [[0; 64]; 2], removed: [[0; 64]; 2], counts: [0; 2] }
    }
}

impl FeatureChanges {
    /// The features that become active.
    #[inline(always)]
    pub fn added(&self) -> [&[u16]; 2] {
        self.added.each_ref().map(|numbers| &numbers[..self.counts[0]])
    }

    /// The features that become inactive.
    #[inline(always)]
    pub fn removed(&self) -> [&[u16]; 2] {
        self.removed.each_ref().map(|numbers| &numbers[..self.counts[1]])
    }

    /// Records a change. Writes both features and counts only the valid ones, which avoids branches. At most
    /// one call per square.
    #[inline(always)]
    fn push(&mut self, added: [u16; 2], is_added: bool, removed: [u16; 2], is_removed: bool) {
        let [added_count, removed_count] = self.counts;
        for side in 0..2 {
            self.added[side][added_count & 63] = added[side];
            self.removed[side][removed_count & 63] = removed[side];
        }
        self.counts = [added_count + usize::from(is_added), removed_count + usize::from(is_removed)];
    }
}

/// The first feature of each code, by the color of the view.
static FIRST_FEATURES: [[u16; 1 + 12 * STATES]; 2] = {
    let mut first_features = [[0; 1 + 12 * STATES]; 2];
    let mut color = 0;
    while color < 2 {
        let mut number = 0;
        while number < 12 * STATES {
            let piece = Piece::ALL[number % 12];
            let theirs = (piece.color().index() != color) as usize;
            first_features[color][1 + number] =
                (number / 12 * PLACES + theirs * 384 + piece.piece_type().index() * 64) as u16;
            number += 1;
        }
        color += 1;
    }
    first_features
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn both_sides_see_mirror_images_alike() {
        let own =
            |color, king, square| Perspective::new(color, king).feature(Piece::new(color, Rook), square, 0);
        let places = [
            own(Color::White, Square::E1, Square::H2),
            own(Color::White, Square::D1, Square::A2),
            own(Color::Black, Square::D8, Square::A7),
            own(Color::Black, Square::E8, Square::H7),
        ];
        assert_eq!(places, [places[0]; 4]);
        let black = Perspective::new(Color::Black, Square::A8);
        assert_eq!(black.feature(Piece::new(Color::White, Pawn), Square::A1, 0), 384 + 56);
    }

    #[test]
    fn every_feature_is_one_piece_on_one_square_in_one_state() {
        let view = Perspective::new(Color::Black, Square::G5);
        let mut seen = [false; COUNT];
        for piece in Piece::ALL {
            for square in Square::ALL {
                for state in 0..STATES {
                    assert!(!std::mem::replace(&mut seen[view.feature(piece, square, state)], true));
                }
            }
        }
    }

    #[test]
    fn states_of_pieces_are_right() {
        let position = Position::from_fen("4k3/8/2n1r3/3p4/4P3/2N5/8/6KR w - - 0 1").unwrap();
        let states = PieceStates::of(&position, Level::best());
        let state = |square: Square| states.state(position.piece_at(square).unwrap(), square);
        assert_eq!(state(Square::H1), 0, "the king defends the rook");
        assert_eq!(state(Square::C3), 1, "nothing attacks or defends the knight");
        assert_eq!(state(Square::E4), 3, "a pawn attacks the pawn, a knight defends it");
        assert_eq!(state(Square::D5), 4, "nothing defends the pawn against pawn and knight");
        let position = Position::from_fen("4k3/8/2n1r3/3P4/8/8/8/4K3 w - - 0 1").unwrap();
        let states = PieceStates::of(&position, Level::best());
        let state = |square: Square| states.state(position.piece_at(square).unwrap(), square);
        // Pawns attack pieces, a rook the king.
        assert_eq!([Square::C6, Square::E6, Square::E1].map(state), [2, 2, 2]);
    }

    #[test]
    fn changes_lead_from_one_position_to_the_next() {
        let mut random = fastrand::Rng::with_seed(8);
        let mut position = Position::startpos();
        let mut codes = SquareCodes::default();
        let mut changes = FeatureChanges::default();
        // King moves across the middle are the accumulator's job.
        let views = Color::ALL.map(|color| Perspective::new(color, Square::E1));
        let mut held = [const { BTreeSet::new() }; 2];
        for _ in 0..200 {
            let [now, portable] = [Level::best(), Level::Portable]
                .map(|level| SquareCodes::of(&position, &PieceStates::of(&position, level), level));
            assert_eq!(now, portable);
            now.changes(&codes, views, Level::best(), &mut changes);
            codes = now;
            let states = PieceStates::of(&position, Level::best());
            for color in Color::ALL {
                let (view, held) = (views[color.index()], &mut held[color.index()]);
                assert!(changes.removed()[color.index()].iter().all(|feature| held.remove(feature)));
                assert!(changes.added()[color.index()].iter().all(|&feature| held.insert(feature)));
                let feature = |square| {
                    let piece = position.piece_at(square).unwrap();
                    view.feature(piece, square, states.state(piece, square)) as u16
                };
                let expected = position.occupied().into_iter().map(feature).collect();
                assert_eq!(*held, expected, "{}", position.fen());
            }
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.usize(..moves.len())]);
        }
    }
}
