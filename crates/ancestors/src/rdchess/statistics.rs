//! Statistics of a search.

use super::order::Class;

/// Counts since the search began.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Positions visited.
    pub nodes: u64,
    /// The longest line in plies ("MxViT").
    pub deepest: usize,
    /// Re-searches after a null window failed high ("NSWh").
    pub repeated: u64,
    /// Null moves tried ("NM#").
    pub null_moves: u64,
    /// Null move cutoffs.
    pub null_cutoffs: u64,
    /// Probes of the position hash table.
    pub hash_probes: u64,
    /// Probes that found their position.
    pub hash_hits: u64,
    /// Full-width nodes decided by the table.
    pub hash_cutoffs: u64,
    /// Quiescence nodes decided by the table.
    pub quiet_hash_cutoffs: u64,
    /// Beta cutoffs of the full-width search by the class of the move.
    pub class_cutoffs: [u64; Class::ALL.len()],
    /// Beta cutoffs of the full-width search by move number: first, second, later.
    pub move_cutoffs: [u64; 3],
    /// Full-width nodes without a cutoff.
    pub no_cutoff: u64,
    /// Mates and stalemates.
    pub no_move: u64,
    /// Draws by repetition and by the fifty-move rule.
    pub draws: u64,
    /// Nodes reduced by razoring.
    pub razored: u64,
    /// Moves skipped by futility pruning.
    pub futile: u64,
    /// Full evaluations.
    pub evaluations: u64,
    /// Lazy evaluations, by material and a margin or by the positional part at the horizon.
    pub estimates: u64,
    /// Quiescence nodes ended by standing pat.
    pub stand_pats: u64,
    /// Quiescence nodes ended by a capture or an escape.
    pub quiet_moves: u64,
    /// Quiescence nodes without a good enough move.
    pub quiet_no_cutoff: u64,
    /// Positions visited by distance from the root, from 1 at index 0.
    pub plies: Vec<u64>,
}

impl Statistics {
    /// Counts a visit at this distance from the root.
    #[inline]
    pub fn visit(&mut self, ply: usize) {
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        if self.plies.len() < ply {
            self.plies.resize(ply, 0);
        }
        if let Some(count) = ply.checked_sub(1).and_then(|index| self.plies.get_mut(index)) {
            *count += 1;
        }
    }

    /// Counts a cutoff in the full-width search.
    #[inline]
    pub fn cut_off(&mut self, class: Class, number: usize) {
        self.class_cutoffs[class as usize] += 1;
        self.move_cutoffs[number.min(2)] += 1;
    }
}
