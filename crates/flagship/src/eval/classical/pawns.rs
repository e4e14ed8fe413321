//! The pawn structure and the shelter of the kings, which rarely change and are therefore cached.

use heirloom_chess::{Bitboard, Color, File, Position, Rank, Square, attacks};

use super::shelter::{self, edge_distance};
use super::sink::{Score, Sink};
use super::tapered::Tapered;
use super::weights::*;

/// The evaluation of the pawns alone.
#[derive(Clone, Copy, Default)]
pub struct PawnStructure {
    key: u64,
    /// The sum of all terms from White's view.
    pub value: Tapered,
    /// The passed pawns of each color.
    pub passed: [Bitboard; 2],
    /// The shelter of each king: its linear terms, and the danger it adds.
    pub shelters: [[Tapered; 2]; 2],
    /// The squares of the kings for which the shelters are valid.
    kings: [Option<Square>; 2],
}

impl PawnStructure {
    /// Evaluates the structure of a position from scratch.
    pub(super) fn of(position: &Position) -> PawnStructure {
        let mut structure = evaluate_structure(position, position.pawn_key());
        structure.follow_kings(position);
        structure
    }

    /// Updates the shelters of kings that have moved since the structure was last looked up.
    #[inline(always)]
    fn follow_kings(&mut self, position: &Position) {
        for color in Color::ALL {
            let king = Some(position.king(color));
            if self.kings[color.index()] != king {
                (self.kings[color.index()], self.shelters[color.index()]) =
                    (king, evaluate_shelter(position, color));
            }
        }
    }
}

/// Recently used structures, by key.
#[derive(Clone)]
pub struct PawnCache(Vec<PawnStructure>);

/// Entries of the cache; a power of two.
const ENTRIES: usize = 8192;

impl PawnCache {
    /// Returns the structure of a position from the cache, or evaluates it.
    #[inline]
    pub fn get(&mut self, position: &Position) -> PawnStructure {
        let key = position.pawn_key();
        let entry = &mut self.0[key as usize % ENTRIES];
        if entry.key != key {
            *entry = evaluate_structure(position, key);
        }
        entry.follow_kings(position);
        *entry
    }
}

impl Default for PawnCache {
    fn default() -> PawnCache {
        // The key of a structure without pawns is 0, and so is its value.
        PawnCache(vec![PawnStructure::default(); ENTRIES])
    }
}

fn evaluate_structure(position: &Position, key: u64) -> PawnStructure {
    let mut score = Score::default();
    let passed = Color::ALL.map(|color| add_terms(position, color, &mut score));
    PawnStructure { key, value: score.balance(), passed, ..PawnStructure::default() }
}

fn evaluate_shelter(position: &Position, us: Color) -> [Tapered; 2] {
    let mut score = Score::default();
    shelter::add_terms(by_color(position), us, position.king(us), true, &mut score);
    score.of(us)
}

/// Returns the pawns by color.
pub(super) fn by_color(position: &Position) -> [Bitboard; 2] {
    Color::ALL.map(|color| position.pieces(color, heirloom_chess::PieceType::Pawn))
}

/// Evaluates the pawns of one color and returns the passed ones.
pub(super) fn add_terms<S: Sink>(position: &Position, us: Color, sink: &mut S) -> Bitboard {
    let pawns = by_color(position);
    let (own, enemy) = (pawns[us.index()], pawns[(!us).index()]);
    let mut passed = Bitboard::EMPTY;
    for square in own {
        let pawn = Pawn::new(square, us, own, enemy);
        structure(&pawn, us, sink);
        if pawn.stoppers.is_empty() && (forward_file(square, us) & own).is_empty() {
            passed.insert(square);
            sink.add(us, PASSED, pawn.rank, 1);
            sink.add(us, PASSED_FILE, edge_distance(square.file()), 1);
        } else if pawn.is_candidate() {
            sink.add(us, PAWN_CANDIDATE, pawn.rank, 1);
        }
    }
    passed
}

/// A pawn and its relations to the other pawns.
struct Pawn {
    square: Square,
    /// Its rank from its owner's view, counted from 0.
    rank: usize,
    /// Own pawns on the adjacent files.
    neighbors: Bitboard,
    /// Own pawns next to it on the same rank.
    phalanx: Bitboard,
    /// Own pawns that defend it.
    supporters: Bitboard,
    /// Own pawns ahead on its file.
    doubled: Bitboard,
    /// Enemy pawns ahead on its file and the adjacent files.
    stoppers: Bitboard,
    /// Enemy pawns that it attacks.
    levers: Bitboard,
    /// Enemy pawns that attack the square in front of it.
    push_levers: Bitboard,
    /// Whether an enemy pawn is ahead on its file.
    opposed: bool,
    /// Own pawns on the adjacent files that are level with it or behind, and so could support it.
    helpers: Bitboard,
}

impl Pawn {
    fn new(square: Square, us: Color, own: Bitboard, enemy: Bitboard) -> Pawn {
        let rank = square.rank().relative_to(us).index();
        let adjacent_files = adjacent_files(square.file());
        let neighbors = own & adjacent_files;
        let row = Bitboard::rank(square.rank());
        let front = passed_pawn_span(square, us);
        let stop = Bitboard::from_square(square).forward(us).first();
        Pawn {
            square,
            rank,
            neighbors,
            phalanx: neighbors & row,
            supporters: own & attacks::pawn(!us, square),
            doubled: own & forward_file(square, us),
            stoppers: enemy & front,
            levers: enemy & attacks::pawn(us, square),
            push_levers: stop.map_or(Bitboard::EMPTY, |stop| enemy & attacks::pawn(us, stop)),
            opposed: (enemy & forward_file(square, us)).any(),
            helpers: neighbors.without(front),
        }
    }

    /// Returns true if it would become passed after the possible pawn exchanges.
    fn is_candidate(&self) -> bool {
        let rest = self.stoppers.without(self.levers).without(self.push_levers);
        rest.is_empty()
            && self.doubled.is_empty()
            && self.supporters.count() >= self.levers.count()
            && self.phalanx.count() >= self.push_levers.count()
    }
}

fn structure<S: Sink>(pawn: &Pawn, us: Color, sink: &mut S) {
    let edge = edge_distance(pawn.square.file());
    if pawn.neighbors.is_empty() {
        sink.add(us, PAWN_ISOLATED, edge + 4 * usize::from(!pawn.opposed), 1);
    } else if pawn.helpers.is_empty() && pawn.push_levers.any() {
        sink.add(us, PAWN_BACKWARD, pawn.rank + 8 * usize::from(!pawn.opposed), 1);
    }
    if pawn.doubled.any() {
        sink.add(us, PAWN_DOUBLED, edge, 1);
    }
    if pawn.phalanx.any() {
        sink.add(us, PAWN_PHALANX, pawn.rank, 1);
    }
    if pawn.supporters.any() {
        sink.add(us, PAWN_SUPPORTED, pawn.rank, pawn.supporters.count() as i32);
    }
    if pawn.levers.any() {
        sink.add(us, PAWN_LEVER, pawn.rank, 1);
    }
}

/// The files adjacent to a file.
#[inline(always)]
pub(super) fn adjacent_files(file: File) -> Bitboard {
    let file = Bitboard::file(file);
    file.shift(heirloom_chess::Direction::East) | file.shift(heirloom_chess::Direction::West)
}

/// All ranks ahead of a rank from the view of `us`.
#[inline(always)]
fn forward_ranks(rank: Rank, us: Color) -> Bitboard {
    match us {
        // Nothing is ahead of the eighth rank: shift twice, since a shift by 64 does nothing.
        Color::White => Bitboard(!0 << (8 * rank.index()) << 8),
        Color::Black => Bitboard(!(!0 << (8 * rank.index()))),
    }
}

/// The squares ahead on the same file.
#[inline(always)]
pub(super) fn forward_file(square: Square, us: Color) -> Bitboard {
    Bitboard::file(square.file()) & forward_ranks(square.rank(), us)
}

/// The squares ahead on the adjacent files.
#[inline(always)]
pub(super) fn pawn_attack_span(square: Square, us: Color) -> Bitboard {
    adjacent_files(square.file()) & forward_ranks(square.rank(), us)
}

/// The squares ahead on the same file and the adjacent files.
#[inline(always)]
fn passed_pawn_span(square: Square, us: Color) -> Bitboard {
    forward_file(square, us) | pawn_attack_span(square, us)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passed(fen: &str) -> [u32; 2] {
        let position = Position::from_fen(fen).unwrap();
        PawnCache::default().get(&position).passed.map(Bitboard::count)
    }

    #[test]
    fn passed_pawns_have_no_enemy_pawn_ahead() {
        assert_eq!(passed("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), [1, 0]);
        assert_eq!(passed("4k3/5p2/8/8/8/8/4P3/4K3 w - - 0 1"), [0, 0]);
        assert_eq!(passed("4k3/8/4P3/5p2/8/8/8/4K3 w - - 0 1"), [1, 1]);
        assert_eq!(passed("4k3/7p/P7/P7/8/8/8/4K3 w - - 0 1"), [1, 1]);
        assert_eq!(passed("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), [0, 0]);
    }

    #[test]
    fn an_exchange_makes_a_candidate_passed() {
        let candidate = |fen: &str, square: Square| {
            let position = Position::from_fen(fen).unwrap();
            let pawns = by_color(&position);
            Pawn::new(square, Color::White, pawns[0], pawns[1]).is_candidate()
        };
        assert!(candidate("4k3/8/2p5/8/2PP4/8/8/4K3 w - - 0 1", Square::D4));
        assert!(!candidate("4k3/8/2p1p3/8/2PP4/8/8/4K3 w - - 0 1", Square::D4));
    }

    #[test]
    fn ranks_ahead_end_at_the_edge() {
        assert_eq!(forward_ranks(Rank::Eighth, Color::White), Bitboard::EMPTY);
        assert_eq!(forward_ranks(Rank::First, Color::Black), Bitboard::EMPTY);
        assert_eq!(forward_ranks(Rank::Seventh, Color::White), Bitboard::rank(Rank::Eighth));
        assert_eq!(forward_ranks(Rank::Second, Color::Black), Bitboard::rank(Rank::First));
    }
}
