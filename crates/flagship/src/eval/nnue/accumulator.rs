//! The hidden layer of every ply of a search, worked out from the ply before when it is first needed.
//!
//! A move only notes what it changed. Most positions are never evaluated, or their parent was: then two or three columns make the difference.
//! Where a king crosses the middle of the board its side sees everything mirrored: that view starts from the last position that it had on
//! the same half, wherever that was (the "Finny tables" of Koivisto).

use std::sync::Arc;

use arrayvec::ArrayVec;
use heirloom_chess::{Bitboard, Color, Observer, Piece, PieceType, Position, Square};

use super::features::{View, is_mirrored};
use super::network::{Network, ONE_SHARE};
use super::simd::{Lanes, Level, gather, update};

/// What a move changed: castling moves two pieces, a capture by promotion removes two and adds one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    added: [Option<(Piece, Square)>; 2],
    removed: [Option<(Piece, Square)>; 2],
}

impl Observer for Changes {
    #[inline(always)]
    fn add(&mut self, piece: Piece, square: Square) {
        self.added[usize::from(self.added[0].is_some())] = Some((piece, square));
    }

    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.removed[usize::from(self.removed[0].is_some())] = Some((piece, square));
    }
}

impl Changes {
    /// Did the king of a side go to the other half of the board?
    #[inline]
    fn mirror(&self, color: Color) -> bool {
        let king = Piece::new(color, PieceType::King);
        let place =
            |changes: &[Option<(Piece, Square)>; 2]| changes.iter().flatten().find(|(piece, _)| *piece == king).map(|place| place.1);
        match (place(&self.removed), place(&self.added)) {
            (Some(from), Some(to)) => is_mirrored(from) != is_mirrored(to),
            _ => false,
        }
    }
}

/// What is known of a ply.
#[derive(Clone, Copy, Default)]
struct Ply {
    changes: Changes,
    /// For each side, whether its view is worked out.
    known: [bool; 2],
}

/// A view as it was last worked out from scratch.
#[derive(Clone)]
struct Remembered {
    /// What stood where, by piece.
    pieces: [Bitboard; 12],
    values: Vec<Lanes>,
}

/// The hidden layer for all plies of one search at a time.
pub struct Accumulators {
    network: Arc<Network>,
    level: Level,
    plies: Vec<Ply>,
    /// Two views for each ply, White's first.
    values: Vec<Lanes>,
    /// By side and whether it sees the board mirrored.
    remembered: [[Remembered; 2]; 2],
}

impl Accumulators {
    /// For so many plies, with the best that the processor can do.
    pub fn new(network: Arc<Network>, plies: usize) -> Accumulators {
        Accumulators::with_level(network, plies, Level::best())
    }

    /// For so many plies, with one of [`Level::available`].
    pub fn with_level(network: Arc<Network>, plies: usize, level: Level) -> Accumulators {
        let empty = Remembered { pieces: [Bitboard::EMPTY; 12], values: network.bias().to_vec() };
        let remembered = [[empty.clone(), empty.clone()], [empty.clone(), empty]];
        let values = vec![Lanes::default(); plies * 2 * network.width()];
        Accumulators { network, level, plies: vec![Ply::default(); plies], values, remembered }
    }

    /// Those in `place` if they are for this net, else new ones put there.
    pub fn prepared<'a>(place: &'a mut Option<Accumulators>, network: &Arc<Network>, plies: usize) -> &'a mut Accumulators {
        let fits = place.as_ref().is_some_and(|known| Arc::ptr_eq(&known.network, network) && known.plies.len() == plies);
        if !fits {
            *place = None;
        }
        place.get_or_insert_with(|| Accumulators::new(Arc::clone(network), plies))
    }

    /// Nothing is known of the root, nor of any ply below it.
    pub fn begin(&mut self) {
        self.plies[0] = Ply::default();
    }

    /// A new position at a ply, and where the move that leads to it notes its changes; a null move has none.
    #[inline]
    pub fn next(&mut self, ply: usize) -> &mut Changes {
        self.plies[ply] = Ply::default();
        &mut self.plies[ply].changes
    }

    /// The evaluation of the position at a ply, in centipawns from the view of the side to move. The `classical` one, of the same view, is
    /// asked for where the net takes over a share of it.
    #[inline]
    pub fn evaluate(&mut self, position: &Position, ply: usize, classical: impl FnOnce() -> i32) -> i32 {
        for color in Color::ALL {
            self.work_out(position, ply, color);
        }
        let turn = position.turn();
        let pieces = position.occupied().count() as usize;
        let own = self.network.output(self.level, self.view(ply, turn), self.view(ply, !turn), pieces);
        match self.network.share(pieces) {
            0 => own,
            share => own + classical() * share / ONE_SHARE,
        }
    }

    fn view(&self, ply: usize, color: Color) -> &[Lanes] {
        let width = self.network.width();
        &self.values[(ply * 2 + color.index()) * width..][..width]
    }

    /// Works out one side's view of a ply: step by step from the last one that is known, or else from scratch.
    fn work_out(&mut self, position: &Position, ply: usize, color: Color) {
        let side = color.index();
        let mut known = ply;
        while !self.plies[known].known[side] {
            if known == 0 || self.plies[known].changes.mirror(color) {
                return self.refresh(position, ply, color);
            }
            known -= 1;
        }
        let view = View::new(color, position.king(color));
        for next in known + 1..=ply {
            self.step(next, color, view);
        }
    }

    /// Works out one view of a ply from that of the ply before.
    fn step(&mut self, ply: usize, color: Color, view: View) {
        let (width, side) = (self.network.width(), color.index());
        let (before, here) = self.values.split_at_mut(ply * 2 * width);
        let before = &before[((ply - 1) * 2 + side) * width..][..width];
        let here = &mut here[side * width..][..width];
        let Changes { added, removed } = self.plies[ply].changes;
        let column = |(piece, square)| self.network.column(view.feature(piece, square));
        match (added.map(|place| place.map(column)), removed.map(|place| place.map(column))) {
            ([Some(a), None], [Some(r), None]) => update(self.level, here, before, [a], [r]),
            ([Some(a), None], [Some(r), Some(s)]) => update(self.level, here, before, [a], [r, s]),
            ([Some(a), Some(b)], [Some(r), Some(s)]) => update(self.level, here, before, [a, b], [r, s]),
            // A null move, or what no move does.
            (added, removed) => {
                here.copy_from_slice(before);
                let added: ArrayVec<&[Lanes], 2> = added.into_iter().flatten().collect();
                let removed: ArrayVec<&[Lanes], 2> = removed.into_iter().flatten().collect();
                gather(self.level, here, &added, &removed);
            }
        }
        self.plies[ply].known[side] = true;
    }

    /// Works out one view of a ply from the last position that this side saw in the same way.
    fn refresh(&mut self, position: &Position, ply: usize, color: Color) {
        let (width, side, king) = (self.network.width(), color.index(), position.king(color));
        let view = View::new(color, king);
        let remembered = &mut self.remembered[side][usize::from(is_mirrored(king))];
        let (mut added, mut removed) = (ArrayVec::<&[Lanes], 64>::new(), ArrayVec::<&[Lanes], 64>::new());
        for (piece, before) in Piece::ALL.into_iter().zip(&mut remembered.pieces) {
            let now = position.pieces(piece.color(), piece.piece_type());
            added.extend((now & !*before).into_iter().map(|square| self.network.column(view.feature(piece, square))));
            removed.extend((*before & !now).into_iter().map(|square| self.network.column(view.feature(piece, square))));
            *before = now;
        }
        gather(self.level, &mut remembered.values, &added, &removed);
        self.values[(ply * 2 + side) * width..][..width].copy_from_slice(&remembered.values);
        self.plies[ply].known[side] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::nnue::features;
    use crate::eval::nnue::network::Parts;

    /// A net of noise.
    fn network(hidden: usize, buckets: usize) -> Arc<Network> {
        let mut random = fastrand::Rng::with_seed(11);
        let mut numbers = |count: usize, most: i16| (0..count).map(|_| random.i16(-most..=most)).collect::<Vec<i16>>();
        let parts = Parts {
            hidden,
            buckets,
            columns: numbers(features::COUNT * hidden, 60),
            bias: numbers(hidden, 60),
            output: numbers(2 * hidden * buckets, 127),
            output_bias: numbers(buckets, 999).into_iter().map(i32::from).collect(),
            shares: (0..buckets as i32).map(|bucket| 40 * bucket).collect(),
            scale: 400,
            about: Vec::new(),
        };
        Arc::new(Network::new(parts).unwrap())
    }

    fn from_scratch(network: &Arc<Network>, position: &Position) -> i32 {
        Accumulators::with_level(Arc::clone(network), 1, Level::Portable).evaluate(position, 0, || 300)
    }

    #[test]
    fn step_by_step_equals_from_scratch_on_every_level() {
        let mut random = fastrand::Rng::with_seed(5);
        for (hidden, buckets) in [(32, 1), (96, 8)] {
            let network = network(hidden, buckets);
            let mut all: Vec<Accumulators> =
                Level::available().into_iter().map(|level| Accumulators::with_level(Arc::clone(&network), 200, level)).collect();
            for game in 0..60 {
                let start = heirloom_chess::chess960::start_position(random.u16(..960)).unwrap();
                let mut line = vec![if game % 2 == 0 { start } else { Position::startpos() }];
                all.iter_mut().for_each(Accumulators::begin);
                for _ in 0..250 {
                    // As a search does: forward, and back to look at something else.
                    if line.len() > 1 && random.u8(..4) == 0 {
                        line.pop();
                        continue;
                    }
                    let ply = line.len();
                    let mut child = line[ply - 1].clone();
                    let moves = child.legal_moves();
                    let mut changes = Changes::default();
                    if random.u8(..16) == 0 && !child.in_check() {
                        child.play_null();
                    } else if let Some(&mv) = moves.get(random.usize(..moves.len().max(1))) {
                        child.play_observed(mv, &mut changes);
                    } else {
                        break;
                    }
                    all.iter_mut().for_each(|accumulators| *accumulators.next(ply) = changes);
                    // Not every position is evaluated.
                    if random.bool() {
                        let expected = from_scratch(&network, &child);
                        for accumulators in &mut all {
                            assert_eq!(accumulators.evaluate(&child, ply, || 300), expected, "{:?} {}", accumulators.level, child.fen());
                        }
                    }
                    line.push(child);
                }
            }
        }
    }

    #[test]
    fn both_colors_are_judged_alike() {
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
