//! Perft on RDChess's own board, and the cost of legal move generation.

use super::attacks::{AttackTables, is_attacked};
use super::board::step;
use super::directions::Directions;
use super::generate::{full, legal, legal_moves};
use super::moves::{Move, MoveLists, MoveType};
use super::pins::Threats;
use super::position::Position;

/// Counts the leaves `depth` plies below each legal move, or returns `None` once `stopped` is true. The moves
/// of the last ply are counted without being made, as a legal generator allows.
pub fn divide(position: &mut Position, depth: u32, stopped: &dyn Fn() -> bool) -> Option<Vec<(Move, u64)>> {
    let directions = Directions::of(&position.board);
    let (mut counts, mut pool) = (Vec::new(), vec![MoveLists::default(); depth as usize]);
    for mv in legal_moves(position).all() {
        position.make(mv);
        let leaves = perft(position, depth.saturating_sub(1), &directions, &mut pool, stopped);
        position.unmake();
        counts.push((mv, leaves?));
    }
    Some(counts)
}

fn perft(
    position: &mut Position,
    depth: u32,
    directions: &Directions,
    pool: &mut [MoveLists],
    stopped: &dyn Fn() -> bool,
) -> Option<u64> {
    let Some((lists, rest)) = pool.split_first_mut().filter(|_| depth > 0) else { return Some(1) };
    if depth >= 3 && stopped() {
        return None;
    }
    legal(position, &Threats::of(position), directions, lists);
    if depth == 1 {
        return Some(lists.len() as u64);
    }
    let mut leaves = 0;
    for mv in lists.all() {
        position.make(mv);
        let below = perft(position, depth - 1, directions, rest, stopped);
        position.unmake();
        leaves += below?;
    }
    Some(leaves)
}

/// The methods of move generation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Generation {
    /// Attack tables and pins first, then legal moves only.
    Legal,
    /// Pseudo-legal moves: a move that leaves the king in check is detected after it is made.
    PseudoLegal,
    /// The same, but attack tables are computed too, since ordering and evaluation need them.
    PseudoLegalWithTables,
}

/// Counts the leaves `depth` plies below, playing all moves as a search would. With `cutoffs`, every other
/// ply plays only one move, the last ply included: the minimal tree of alpha-beta.
pub fn played(position: &mut Position, depth: u32, generation: Generation, cutoffs: bool) -> u64 {
    let directions = Directions::of(&position.board);
    let mut pool = vec![MoveLists::default(); depth as usize];
    Walk { directions, nothing: Threats::none(), generation, cutoffs }.leaves(position, &mut pool)
}

struct Walk {
    directions: Directions,
    nothing: Threats,
    generation: Generation,
    cutoffs: bool,
}

impl Walk {
    /// Counts leaves; `pool` has a list for each remaining ply.
    fn leaves(&self, position: &mut Position, pool: &mut [MoveLists]) -> u64 {
        let single = self.cutoffs && pool.len() % 2 == 1;
        let Some((lists, rest)) = pool.split_first_mut() else { return 1 };
        self.generate(position, lists);
        let mut leaves = 0;
        for mv in lists.all() {
            if !self.may_castle(position, mv) {
                continue;
            }
            position.make(mv);
            let (side, board) = (position.context.side, &position.board);
            let is_legal =
                self.generation == Generation::Legal || !is_attacked(board, side, board.king(side.other()));
            if is_legal {
                leaves += self.leaves(position, rest);
            }
            position.unmake();
            if is_legal && single {
                break;
            }
        }
        leaves
    }

    fn generate(&self, position: &Position, lists: &mut MoveLists) {
        match self.generation {
            Generation::Legal => return legal(position, &Threats::of(position), &self.directions, lists),
            Generation::PseudoLegalWithTables => _ = std::hint::black_box(AttackTables::of(&position.board)),
            Generation::PseudoLegal => {}
        }
        lists.clear();
        full(position, &self.nothing, &self.directions, lists);
    }

    /// Tests the squares that the king leaves and crosses, which the generator cannot without tables.
    fn may_castle(&self, position: &Position, mv: Move) -> bool {
        if self.generation == Generation::Legal || mv.kind != MoveType::Castling {
            return true;
        }
        let (way, hostile) = (if mv.to > mv.from { 1 } else { -1 }, position.context.side.other());
        let squares = [mv.from, step(mv.from, way)];
        squares.into_iter().all(|square| !is_attacked(&position.board, hostile, square))
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Side;
    use super::*;

    #[test]
    fn keys_and_lists_are_restored() {
        let mut position =
            Position::from_fen("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1").unwrap();
        let before = position.clone();
        fn walk(position: &mut Position, depth: u32) {
            assert_eq!(position.context.key, position.computed_key());
            for mv in legal_moves(position).all().filter(|_| depth > 0) {
                position.make(mv);
                walk(position, depth - 1);
                position.unmake();
            }
        }
        walk(&mut position, 3);
        assert_eq!(position.context, before.context);
        for side in Side::BOTH {
            assert_eq!(position.board.list(side).entries(), before.board.list(side).entries());
        }
    }

    #[test]
    fn perft_is_correct() {
        for (fen, depth, leaves) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197_281),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674_624),
            ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422_333),
        ] {
            let counts = divide(&mut Position::from_fen(fen).unwrap(), depth, &|| false).unwrap();
            assert_eq!(counts.iter().map(|(_, leaves)| leaves).sum::<u64>(), leaves, "{fen}");
        }
    }

    #[test]
    fn all_methods_of_generation_agree() {
        for (fen, leaves) in [
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 97_862),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 2_812),
            ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 9_467),
        ] {
            let mut position = Position::from_fen(fen).unwrap();
            for generation in [Generation::Legal, Generation::PseudoLegal, Generation::PseudoLegalWithTables]
            {
                assert_eq!(played(&mut position, 3, generation, false), leaves, "{fen} {generation:?}");
                let least = played(&mut position, 2, generation, true);
                assert_eq!(least, played(&mut position, 1, generation, false), "{fen} {generation:?}");
            }
        }
    }
}
