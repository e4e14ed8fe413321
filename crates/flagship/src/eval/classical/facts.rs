//! Facts about a position that several terms share: attacks, pins, and the surroundings of the kings.

use heirloom_chess::{Bitboard, Color, PieceType, Position, Rank, Square, attacks};

use super::pawns::PawnStructure;

/// The facts, collected piece by piece. All arrays are indexed by color.
pub(super) struct Facts<'a> {
    pub position: &'a Position,
    pub occupied: Bitboard,
    pub pawns: [Bitboard; 2],
    pub kings: [Square; 2],
    pub passed: [Bitboard; 2],
    /// Squares attacked, by piece type.
    pub attacks: [[Bitboard; 6]; 2],
    /// Squares attacked by anything.
    pub attacked: [Bitboard; 2],
    /// Squares attacked by at least two pieces.
    pub attacked_twice: [Bitboard; 2],
    /// Squares that count for mobility.
    pub mobility_area: [Bitboard; 2],
    /// Pieces pinned to their own king.
    pub pinned: [Bitboard; 2],
    /// Squares around the king.
    pub king_zone: [Bitboard; 2],
    /// The number of pieces that attack the zone of this king.
    pub zone_attackers: [i32; 2],
}

impl<'a> Facts<'a> {
    /// Collects everything that does not depend on the pieces other than pawns and kings.
    pub fn new(position: &'a Position, pawns: &PawnStructure) -> Facts<'a> {
        let mut facts = Facts {
            position,
            occupied: position.occupied(),
            pawns: super::pawns::by_color(position),
            kings: Color::ALL.map(|color| position.king(color)),
            passed: pawns.passed,
            attacks: [[Bitboard::EMPTY; 6]; 2],
            attacked: [Bitboard::EMPTY; 2],
            attacked_twice: [Bitboard::EMPTY; 2],
            mobility_area: [Bitboard::EMPTY; 2],
            pinned: [Bitboard::EMPTY; 2],
            king_zone: [Bitboard::EMPTY; 2],
            zone_attackers: [0; 2],
        };
        for color in Color::ALL {
            facts.add_pawns_and_king(color);
        }
        for color in Color::ALL {
            let blocked = facts.pawns[color.index()] & (facts.occupied.forward(!color) | low_ranks(color));
            let unwanted = blocked
                | facts.attacks[(!color).index()][PieceType::Pawn.index()]
                | Bitboard::from(facts.kings[color.index()]);
            facts.mobility_area[color.index()] = !unwanted;
        }
        facts
    }

    fn add_pawns_and_king(&mut self, color: Color) {
        let us = color.index();
        let king = self.kings[us];
        let by_pawns = attacks::pawns(color, self.pawns[us]);
        let by_king = attacks::king(king);
        let pawn_double_attacks = pawn_double_attacks(color, self.pawns[us]);
        self.attacks[us][PieceType::Pawn.index()] = by_pawns;
        self.attacks[us][PieceType::King.index()] = by_king;
        self.attacked[us] = by_pawns | by_king;
        self.attacked_twice[us] = (by_pawns & by_king) | pawn_double_attacks;
        let center = zone_center(king);
        self.king_zone[us] = (attacks::king(center) | Bitboard::from(center)).without(pawn_double_attacks);
        self.pinned[us] = self.pinned_to(king, color);
    }

    /// Returns the pieces of a color that are alone between their king and an enemy slider.
    fn pinned_to(&self, king: Square, color: Color) -> Bitboard {
        let enemy = |piece_type| self.position.pieces(!color, piece_type);
        let snipers = (attacks::bishop_rays(king) & (enemy(PieceType::Bishop) | enemy(PieceType::Queen)))
            | (attacks::rook_rays(king) & (enemy(PieceType::Rook) | enemy(PieceType::Queen)));
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let between = attacks::between(king, sniper) & self.occupied;
            if between.any() && !between.has_multiple() {
                pinned |= between & self.position.colored(color);
            }
        }
        pinned
    }

    /// Records the squares that a piece attacks.
    #[inline(always)]
    pub fn add_attacks(&mut self, color: Color, piece_type: PieceType, targets: Bitboard) {
        let us = color.index();
        self.attacked_twice[us] |= self.attacked[us] & targets;
        self.attacked[us] |= targets;
        self.attacks[us][piece_type.index()] |= targets;
    }

    /// Returns the squares that this piece type of a color attacks.
    #[inline(always)]
    pub fn attacks_of(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.attacks[color.index()][piece_type.index()]
    }

    /// Returns true if no enemy pawn can ever attack this square, given the current files of the pawns.
    #[inline(always)]
    pub fn is_safe_from_pawns(&self, square: Square, us: Color) -> bool {
        (super::pawns::pawn_attack_span(square, us) & self.pawns[(!us).index()]).is_empty()
    }
}

/// The second and third rank of a color.
fn low_ranks(color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard::rank(Rank::Second) | Bitboard::rank(Rank::Third),
        Color::Black => Bitboard::rank(Rank::Seventh) | Bitboard::rank(Rank::Sixth),
    }
}

fn pawn_double_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    use heirloom_chess::Direction::{East, West};
    pawns.shift(East).forward(color) & pawns.shift(West).forward(color)
}

/// Returns the center of a king's zone: the king's square, moved off the edge.
fn zone_center(king: Square) -> Square {
    let index = king.index();
    let file = (index % 8).clamp(1, 6);
    let rank = (index / 8).clamp(1, 6);
    Square::from_index(rank * 8 + file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pins_of_both_colors_are_found() {
        let position = Position::from_fen("4k3/4r3/8/b7/8/2N5/4B3/4K3 w - - 0 1").unwrap();
        let structure = PawnStructure::of(&position);
        let facts = Facts::new(&position, &structure);
        assert_eq!(facts.pinned[0], Bitboard::from(Square::E2) | Bitboard::from(Square::C3));
        assert_eq!(facts.pinned[1], Bitboard::EMPTY);
    }

    #[test]
    fn a_king_in_the_corner_has_nine_squares_around_it() {
        for king in [Square::A1, Square::H8, Square::E1, Square::D4] {
            assert_eq!((attacks::king(zone_center(king)) | Bitboard::from(zone_center(king))).count(), 9);
        }
    }
}
