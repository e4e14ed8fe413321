//! What a search counts about itself.

use super::order::Class;

/// Counts since the search began.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Positions visited.
    pub nodes: u64,
    /// The longest line looked at, in plies ("MxViT").
    pub deepest: usize,
    /// Null windows that failed high, so that a move was searched again ("NSWh").
    pub repeated: u64,
    /// Null moves tried ("NM#").
    pub null_moves: u64,
    /// Null moves that cut off.
    pub null_cutoffs: u64,
    /// Looks into the position hash table.
    pub hash_probes: u64,
    /// Those that found their position.
    pub hash_hits: u64,
    /// Nodes of the full-width search that the table decided.
    pub hash_cutoffs: u64,
    /// Nodes of the quiescence search that the table decided.
    pub quiet_hash_cutoffs: u64,
    /// Beta cutoffs of the full-width search by the class of the move, index 0 unused.
    pub class_cutoffs: [u64; Class::ALL.len() + 1],
    /// Beta cutoffs of the full-width search by the number of the move: first, second, later.
    pub move_cutoffs: [u64; 3],
    /// Nodes of the full-width search without a cutoff.
    pub no_cutoff: u64,
    /// Mates and stalemates.
    pub no_move: u64,
    /// Draws by repetition and by the fifty-move rule.
    pub draws: u64,
    /// Nodes that lost a ply to razoring.
    pub razored: u64,
    /// Moves skipped by futility.
    pub futile: u64,
    /// Positions judged by the whole evaluation.
    pub evaluations: u64,
    /// Positions judged by material and a margin, or by what was known at the horizon.
    pub estimates: u64,
    /// Nodes of the quiescence search left because the position was good enough as it was.
    pub stand_pats: u64,
    /// Nodes of the quiescence search left after a capture or an escape.
    pub quiet_moves: u64,
    /// Nodes of the quiescence search in which no move was good enough.
    pub quiet_no_cutoff: u64,
    /// Positions visited by their distance from the root, from 1 at index 0.
    pub plies: Vec<u64>,
}

impl Statistics {
    /// A position is visited at this distance from the root.
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

    /// A move cut off in the full-width search.
    #[inline]
    pub fn cut_off(&mut self, class: Class, number: usize) {
        self.class_cutoffs[class as usize] += 1;
        self.move_cutoffs[number.min(2)] += 1;
    }
}
