//! An exhaustive search for short mates, which `go mate` runs before the ordinary search.

use heirloom_chess::{Move, Position};
use heirloom_engine::Bound;

use super::Worker;
use super::listener::Listener;
use crate::score;

/// After this many nodes the ordinary search takes over.
const NODE_BUDGET: u64 = 40_000_000;

/// The entries of the table of solved positions, a power of two.
const TABLE_SIZE: usize = 1 << 20;

/// What is proved about a position with the attacker to move.
#[derive(Clone, Copy, Default)]
struct Proved {
    key: u64,
    /// There is no mate in this many moves.
    none_in: u8,
    /// There is a mate in this many moves; zero if unknown.
    mate_in: u8,
}

/// Searches for mates by trying every move of the attacker and every reply.
struct Solver {
    table: Vec<Proved>,
    /// The last reply that refuted an attack, by moves left.
    refutations: [Option<Move>; 256],
    nodes: u64,
    gave_up: bool,
}

impl<L: Listener> Worker<'_, L> {
    /// Searches for a mate in at most `most` moves, the shortest first. If there is one, its line becomes the
    /// best. Returns true if a mate was found.
    pub(super) fn find_mate(&mut self, position: &Position, most: u32) -> bool {
        let table = vec![Proved::default(); TABLE_SIZE];
        let mut solver = Solver { table, refutations: [None; 256], nodes: 0, gave_up: false };
        for moves in 1..=most.min(100) as u8 {
            for index in 0..self.root_moves.len() {
                let mv = self.root_moves[index].mv;
                let mut child = position.clone();
                child.play(mv);
                if !solver.is_lost(self, &child, moves - 1) || solver.gave_up {
                    continue;
                }
                let mut pv = vec![mv];
                solver.longest_defense(self, &child, moves - 1, &mut pv);
                if solver.gave_up {
                    break;
                }
                self.root_moves[..=index].rotate_right(1);
                let line = &mut self.root_moves[0];
                line.score = score::mate_in(pv.len());
                line.selective_depth = pv.len();
                line.pv = pv;
                self.completed_depth = i32::from(moves) * 2 - 1;
                return true;
            }
            if solver.gave_up {
                break;
            }
        }
        false
    }

    /// Returns the report of a mate that [`Worker::find_mate`] found.
    pub(super) fn mate_info(&self) -> heirloom_engine::Info {
        self.info(0, self.completed_depth, Bound::Exact)
    }
}

impl Solver {
    fn count(&mut self, worker: &mut Worker<'_, impl Listener>) {
        self.nodes += 1;
        worker.count_node();
        self.gave_up |= worker.stopped || self.nodes > NODE_BUDGET;
    }

    /// Returns true if the attacker, who is to move, can mate in at most `moves` moves.
    fn is_won(&mut self, worker: &mut Worker<'_, impl Listener>, position: &Position, moves: u8) -> bool {
        let index = position.key() as usize & (TABLE_SIZE - 1);
        let proved = self.table[index];
        if proved.key == position.key() {
            if proved.mate_in != 0 && proved.mate_in <= moves {
                return true;
            }
            if proved.none_in >= moves {
                return false;
            }
        }
        let won = self.has_mating_move(worker, position, moves);
        if !self.gave_up {
            let unknown = Proved { key: position.key(), ..Proved::default() };
            let known = if proved.key == position.key() { proved } else { unknown };
            self.table[index] =
                if won { Proved { mate_in: moves, ..known } } else { Proved { none_in: moves, ..known } };
        }
        won
    }

    fn has_mating_move(
        &mut self,
        worker: &mut Worker<'_, impl Listener>,
        position: &Position,
        moves: u8,
    ) -> bool {
        let legal = position.legal_moves();
        let checks = |&&mv: &&Move| moves > 1 || position.gives_check(mv);
        // Checks and moves that leave few replies come first.
        let mut children: Vec<(u64, Position)> = legal
            .iter()
            .filter(checks)
            .map(|&mv| {
                let mut child = position.clone();
                child.play(mv);
                let replies = child.count_legal_moves();
                (if child.in_check() { replies } else { replies + 8 }, child)
            })
            .collect();
        children.sort_by_key(|&(replies, _)| replies);
        children.iter().any(|(_, child)| !self.gave_up && self.is_lost(worker, child, moves - 1))
    }

    /// Returns true if the defender, who is to move, is mated or will be in at most `moves` moves of the
    /// attacker.
    fn is_lost(&mut self, worker: &mut Worker<'_, impl Listener>, position: &Position, moves: u8) -> bool {
        self.count(worker);
        if self.gave_up {
            return false;
        }
        if moves == 0 {
            return position.in_check() && !position.has_legal_move();
        }
        let replies = position.legal_moves();
        if replies.is_empty() {
            return position.in_check();
        }
        if position.halfmove_clock() >= 100 || position.is_insufficient_material() {
            return false;
        }
        let first = self.refutations[usize::from(moves)].filter(|mv| replies.contains(mv));
        for mv in first.into_iter().chain(replies.iter().copied().filter(|&mv| Some(mv) != first)) {
            let mut child = position.clone();
            child.play(mv);
            if !self.is_won(worker, &child, moves) {
                self.refutations[usize::from(moves)] = Some(mv);
                return false;
            }
        }
        true
    }

    /// Appends the longest defense and its continuation to a line; the defender is to move and loses in
    /// `moves` moves.
    fn longest_defense(
        &mut self,
        worker: &mut Worker<'_, impl Listener>,
        position: &Position,
        moves: u8,
        pv: &mut Vec<Move>,
    ) {
        let mut longest: Option<(u8, Move, Position)> = None;
        for &mv in &position.legal_moves() {
            let mut child = position.clone();
            child.play(mv);
            let needed = (1..=moves).find(|&fewer| self.is_won(worker, &child, fewer)).unwrap_or(moves);
            if longest.as_ref().is_none_or(|(most, ..)| needed > *most) {
                longest = Some((needed, mv, child));
            }
        }
        let Some((needed, reply, child)) = longest else { return };
        let mating = child.legal_moves().iter().copied().find_map(|mv| {
            let mut after = child.clone();
            after.play(mv);
            self.is_lost(worker, &after, needed - 1).then_some((mv, after))
        });
        if let Some((mv, after)) = mating {
            pv.extend([reply, mv]);
            self.longest_defense(worker, &after, needed - 1, pv);
        }
    }
}
