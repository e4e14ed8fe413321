//! The hidden layer of every ply of a search, computed lazily from an earlier ply.
//!
//! Usually that is the previous ply, and only a few columns differ. When a king crosses the middle of the
//! board, its side sees the board mirrored: that view starts from the last position that it saw on the same
//! half (the "Finny tables" of Koivisto).

use std::sync::Arc;

use heirloom_chess::{Color, Position};

use super::features::{AttackSets, FeatureChanges, Perspective, PieceStates, SquareCodes, is_mirrored};
use super::network::{Network, SHARE_UNIT};
use super::simd::{Lanes, Level, update};

/// The state of a ply.
#[derive(Clone, Copy, Default)]
struct Ply {
    codes: SquareCodes,
    attack_sets: AttackSets,
    /// For each side: `None` if its view is not computed yet, else whether it sees the board mirrored.
    computed: [Option<bool>; 2],
}

/// A view as last refreshed.
#[derive(Clone)]
struct FinnyEntry {
    codes: SquareCodes,
    values: Vec<Lanes>,
}

/// The hidden layer for all plies of one search at a time.
pub struct Accumulators {
    network: Arc<Network>,
    level: Level,
    plies: Vec<Ply>,
    /// Two views for each ply, White's first.
    values: Vec<Lanes>,
    /// By side and by whether it sees the board mirrored.
    finny_table: [[FinnyEntry; 2]; 2],
    /// A buffer for the changes of both perspectives, reused each time.
    changes: FeatureChanges,
}

/// How far back a view may be to start from, in plies; further away too much has changed.
const MAX_PLIES_BACK: usize = 6;

impl Accumulators {
    /// Creates accumulators for this number of plies, with the best level of the processor.
    pub fn new(network: Arc<Network>, plies: usize) -> Accumulators {
        Accumulators::with_level(network, plies, Level::best())
    }

    /// Creates accumulators for this number of plies, with one of [`Level::available`].
    pub fn with_level(network: Arc<Network>, plies: usize, level: Level) -> Accumulators {
        let empty = FinnyEntry { codes: SquareCodes::default(), values: network.bias().to_vec() };
        let finny_table = [[empty.clone(), empty.clone()], [empty.clone(), empty]];
        let values = vec![Lanes::default(); plies * 2 * network.width()];
        let plies = vec![Ply::default(); plies];
        Accumulators { network, level, plies, values, finny_table, changes: Default::default() }
    }

    /// Returns those in `place` if they fit this net, else replaces them.
    pub(crate) fn reuse<'a>(
        place: &'a mut Option<Accumulators>,
        network: &Arc<Network>,
        plies: usize,
    ) -> &'a mut Accumulators {
        let fits =
            place.as_ref().is_some_and(|old| Arc::ptr_eq(&old.network, network) && old.plies.len() == plies);
        if !fits {
            *place = None;
        }
        place.get_or_insert_with(|| Accumulators::new(Arc::clone(network), plies))
    }

    /// Computes the features of a position that the search has just reached: the first part of an evaluation,
    /// done while the table's entry is being fetched from memory.
    #[inline]
    pub fn push(&mut self, position: &Position, ply: usize) {
        let attack_sets = AttackSets::of(position, self.level);
        self.plies[ply] = Ply {
            codes: SquareCodes::of(position, &PieceStates::new(&attack_sets), self.level),
            attack_sets,
            computed: [None; 2],
        };
    }

    /// Returns the attacks in the position last pushed at a ply.
    #[inline]
    pub(crate) fn attack_sets(&self, ply: usize) -> &AttackSets {
        &self.plies[ply].attack_sets
    }

    /// Returns the level of the processor in use.
    pub(crate) fn level(&self) -> Level {
        self.level
    }

    /// Returns the evaluation of the position at a ply, in centipawns from the view of the side to move; it
    /// must be the position last pushed there. Calls `classical`, with the same point of view, only if the
    /// net uses a share of it.
    #[inline]
    pub fn evaluate(&mut self, position: &Position, ply: usize, classical: impl FnOnce() -> i32) -> i32 {
        self.update_ply(position, ply);
        let turn = position.turn();
        let pieces = position.occupied().count() as usize;
        let own = self.network.output(self.level, self.view(ply, turn), self.view(ply, !turn), pieces);
        match self.network.share(pieces) {
            0 => own,
            share => own + classical() * share / SHARE_UNIT,
        }
    }

    fn view(&self, ply: usize, color: Color) -> &[Lanes] {
        let width = self.network.width();
        &self.values[(ply * 2 + color.index()) * width..][..width]
    }

    /// Computes both views of a ply, each from an earlier ply that saw the board the same way, else from the
    /// Finny table. Does nothing if they are already computed. It must be the position last pushed there.
    pub fn update_ply(&mut self, position: &Position, ply: usize) {
        if self.plies[ply].computed[0].is_some() {
            return;
        }
        let codes = self.plies[ply].codes;
        debug_assert_eq!(
            codes,
            SquareCodes::of(position, &PieceStates::of(position, self.level), self.level),
            "another position was looked at"
        );
        let kings = Color::ALL.map(|color| position.king(color));
        let views = Color::ALL.map(|color| Perspective::new(color, kings[color.index()]));
        let mirrored = kings.map(is_mirrored);
        let nearest = [0, 1].map(|side| self.nearest(ply, side, mirrored[side]));
        self.plies[ply].computed = mirrored.map(Some);
        // Usually both views start from the same ply.
        if let [Some(both), Some(other)] = nearest
            && both == other
        {
            codes.changes(&self.plies[both].codes, views, self.level, &mut self.changes);
            let (before, here) = split(&mut self.values, 2 * self.network.width(), both, ply);
            let (added, removed) = (self.changes.added(), self.changes.removed());
            update(self.level, here, before, self.network.feature_weights(), added, removed);
            return;
        }
        for side in 0..2 {
            let Some(nearest) = nearest[side] else {
                self.refresh(&codes, ply, views, side, mirrored[side]);
                continue;
            };
            codes.changes(&self.plies[nearest].codes, views, self.level, &mut self.changes);
            let width = self.network.width();
            let (before, here) = split(&mut self.values, width, nearest * 2 + side, ply * 2 + side);
            let (added, removed) = (self.changes.added()[side], self.changes.removed()[side]);
            update(self.level, here, before, self.network.feature_weights(), [added], [removed]);
        }
    }

    /// Returns the nearest earlier ply whose view is computed, if it sees the board the same way.
    fn nearest(&self, ply: usize, side: usize, mirrored: bool) -> Option<usize> {
        let computed = (ply.saturating_sub(MAX_PLIES_BACK)..ply)
            .rev()
            .find(|&nearest| self.plies[nearest].computed[side].is_some())?;
        (self.plies[computed].computed[side] == Some(mirrored)).then_some(computed)
    }

    /// Computes one view of a ply from the last position that this side saw the same way.
    fn refresh(
        &mut self,
        codes: &SquareCodes,
        ply: usize,
        views: [Perspective; 2],
        side: usize,
        mirrored: bool,
    ) {
        let width = self.network.width();
        let finny_table = &mut self.finny_table[side][usize::from(mirrored)];
        codes.changes(&finny_table.codes, views, self.level, &mut self.changes);
        let here = &mut self.values[(ply * 2 + side) * width..][..width];
        let (added, removed) = (self.changes.added()[side], self.changes.removed()[side]);
        update(self.level, here, &finny_table.values, self.network.feature_weights(), [added], [removed]);
        finny_table.codes = *codes;
        finny_table.values.copy_from_slice(here);
    }
}

/// Returns two rows of `width` lanes each, the first of which comes before the second.
#[inline(always)]
fn split(values: &mut [Lanes], width: usize, before: usize, here: usize) -> (&[Lanes], &mut [Lanes]) {
    let (before_it, from_it) = values.split_at_mut(here * width);
    (&before_it[before * width..][..width], &mut from_it[..width])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::features;
    use crate::eval::nnue::network::Parts;

    /// Creates a net with random weights.
    fn network(hidden: usize, buckets: usize) -> Arc<Network> {
        let mut random = fastrand::Rng::with_seed(11);
        let mut numbers =
            |count: usize, most: i16| (0..count).map(|_| random.i16(-most..=most)).collect::<Vec<i16>>();
        let parts = Parts {
            hidden,
            buckets,
            feature_weights: numbers(features::COUNT * hidden, 60),
            bias: numbers(hidden, 60),
            output: numbers(2 * hidden * buckets, 127),
            output_bias: numbers(buckets, 999).into_iter().map(i32::from).collect(),
            shares: (0..buckets as i32).map(|bucket| 40 * bucket).collect(),
            scale: 400,
            ..Parts::default()
        };
        Arc::new(Network::new(parts).unwrap())
    }

    fn from_scratch(network: &Arc<Network>, position: &Position) -> i32 {
        let mut accumulators = Accumulators::with_level(Arc::clone(network), 1, Level::Portable);
        accumulators.push(position, 0);
        accumulators.evaluate(position, 0, || 300)
    }

    #[test]
    fn step_by_step_equals_from_scratch_on_every_level() {
        let mut random = fastrand::Rng::with_seed(5);
        for (hidden, buckets) in [(32, 1), (96, 8)] {
            let network = network(hidden, buckets);
            let mut all: Vec<Accumulators> = Level::available()
                .into_iter()
                .map(|level| Accumulators::with_level(Arc::clone(&network), 200, level))
                .collect();
            for game in 0..60 {
                let start = heirloom_chess::chess960::start_position(random.u16(..960)).unwrap();
                let mut line = vec![if game % 2 == 0 { start } else { Position::startpos() }];
                all.iter_mut().for_each(|accumulators| accumulators.push(&line[0], 0));
                for _ in 0..250 {
                    // As in a search: forward, and back to try something else.
                    if line.len() > 1 && random.u8(..4) == 0 {
                        line.pop();
                        continue;
                    }
                    let ply = line.len();
                    let mut child = line[ply - 1].clone();
                    let moves = child.legal_moves();
                    if random.u8(..16) == 0 && !child.in_check() {
                        child.play_null();
                    } else if let Some(&mv) = moves.get(random.usize(..moves.len().max(1))) {
                        child.play(mv);
                    } else {
                        break;
                    }
                    all.iter_mut().for_each(|accumulators| accumulators.push(&child, ply));
                    // Not every position is evaluated.
                    if random.bool() {
                        let expected = from_scratch(&network, &child);
                        for accumulators in &mut all {
                            let (value, level) =
                                (accumulators.evaluate(&child, ply, || 300), accumulators.level);
                            assert_eq!(value, expected, "{level:?} {}", child.fen());
                        }
                    }
                    line.push(child);
                }
            }
        }
    }

    #[test]
    fn both_colors_are_evaluated_alike() {
        let network = network(64, 8);
        for (fen, mirrored) in [
            (
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1",
                "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b - - 0 1",
            ),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/5p2/4p3/r5PK/k1p3R1/8/1P1P4/8 w - - 0 1"),
        ] {
            let value = |fen: &str| from_scratch(&network, &Position::from_fen(fen).unwrap());
            assert_eq!(value(fen), value(mirrored), "{fen}");
        }
    }
}
