//! Perft: counting the leaves of the game tree to test the move generator.

pub mod suite;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::{Move, MoveList, Position};

/// Returns the number of move sequences of exactly `depth` plies. The last ply is counted without listing
/// its moves.
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => {
            let mut leaves = 0;
            for &mv in &position.legal_moves() {
                let mut child = position.clone();
                child.play_without_keys(mv);
                leaves += perft(&child, depth - 1);
            }
            leaves
        }
    }
}

/// Options of a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The number of worker threads, at least one.
    pub threads: usize,
    /// The size of the hash table in MiB; 0 for none.
    pub hash_mb: usize,
    /// True to count the last ply without playing its moves.
    pub bulk: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { threads: 1, hash_mb: 0, bulk: true }
    }
}

/// Returns true if a count should stop; polled by all threads.
pub type Stop<'a> = dyn Fn() -> bool + Sync + 'a;

/// The count was stopped before it was complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("interrupted before the count was complete")]
pub struct Interrupted;

/// The result of a count that may be interrupted.
pub type Result<T> = std::result::Result<T, Interrupted>;

/// Counts like [`perft`], with threads and a hash table.
///
/// # Errors
/// [`Interrupted`] if `stop` returned true.
pub fn count(position: &Position, depth: u32, options: &Options, stop: &Stop<'_>) -> Result<u64> {
    if depth == 0 {
        return Ok(1);
    }
    Ok(divide(position, depth, options, stop)?.iter().map(|(_, leaves)| leaves).sum())
}

/// Returns the leaves behind each root move; their sum is [`perft`] of the position.
///
/// # Errors
/// [`Interrupted`] if `stop` returned true.
pub fn divide(
    position: &Position,
    depth: u32,
    options: &Options,
    stop: &Stop<'_>,
) -> Result<Vec<(Move, u64)>> {
    let moves = position.legal_moves();
    if depth == 0 {
        return Ok(Vec::new());
    }
    let counts = count_children(position, &moves, depth - 1, options, stop)?;
    Ok(moves.iter().copied().zip(counts).collect())
}

/// Returns the number of all nodes below the root: the sum of [`perft`] for every depth from 1 to `depth`.
///
/// # Errors
/// [`Interrupted`] if `stop` returned true.
pub fn perft2(position: &Position, depth: u32, options: &Options, stop: &Stop<'_>) -> Result<u64> {
    (1..=depth).map(|depth| count(position, depth, options, stop)).sum()
}

/// Returns the nodes behind each root move at all depths. Their sum plus the number of root moves is
/// [`perft2`].
///
/// # Errors
/// [`Interrupted`] if `stop` returned true.
pub fn divide2(
    position: &Position,
    depth: u32,
    options: &Options,
    stop: &Stop<'_>,
) -> Result<Vec<(Move, u64)>> {
    let mut sums: Vec<(Move, u64)> = position.legal_moves().iter().map(|&mv| (mv, 0)).collect();
    for depth in 2..=depth {
        for (sum, (_, leaves)) in sums.iter_mut().zip(divide(position, depth, options, stop)?) {
            sum.1 += leaves;
        }
    }
    Ok(if depth == 0 { Vec::new() } else { sums })
}

/// Counts `depth` plies behind each move. The threads share out the grandchildren, so that none waits long
/// for the last.
fn count_children(
    position: &Position,
    moves: &MoveList,
    depth: u32,
    options: &Options,
    stop: &Stop<'_>,
) -> Result<Vec<u64>> {
    let mut tasks = Vec::new();
    for (index, &mv) in moves.iter().enumerate() {
        let mut child = position.clone();
        child.play(mv);
        if options.threads <= 1 || depth < 3 {
            tasks.push((index, child, depth));
            continue;
        }
        for &reply in &child.legal_moves() {
            let mut grandchild = child.clone();
            grandchild.play(reply);
            tasks.push((index, grandchild, depth - 1));
        }
    }
    let counts: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let next = AtomicUsize::new(0);
    let table = (options.hash_mb > 0).then(|| Table::new(options.hash_mb));
    let counter = Counter { table: table.as_ref(), bulk: options.bulk, stop };
    let work = || {
        while let Some((index, child, depth)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            counts[*index].fetch_add(counter.leaves(child, *depth), Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..options.threads {
            scope.spawn(work);
        }
        work();
    });
    if stop() {
        return Err(Interrupted);
    }
    Ok(counts.into_iter().map(AtomicU64::into_inner).collect())
}

/// The shared state of one count.
struct Counter<'a> {
    table: Option<&'a Table>,
    bulk: bool,
    stop: &'a Stop<'a>,
}

impl Counter<'_> {
    fn leaves(&self, position: &Position, depth: u32) -> u64 {
        match depth {
            0 => return 1,
            1 if self.bulk => return position.count_legal_moves(),
            // Small subtrees are counted completely, so that the flag is not read at every node.
            2..5 if self.bulk && self.table.is_none() => return perft(position, depth),
            5.. if (self.stop)() => return 0,
            _ => {}
        }
        if let Some(leaves) = self.table.and_then(|table| table.get(position.key(), depth)) {
            return leaves;
        }
        let mut leaves = 0;
        for &mv in &position.legal_moves() {
            let mut child = position.clone();
            if self.table.is_some() {
                child.play(mv);
            } else {
                child.play_without_keys(mv);
            }
            leaves += self.leaves(&child, depth - 1);
        }
        if let Some(table) = self.table
            && !(self.stop)()
        {
            table.put(position.key(), depth, leaves);
        }
        leaves
    }
}

/// A lock-free table of counts by position and depth: each entry holds its key XORed with its data, so that
/// a torn entry does not match (Hyatt and Mann 2002).
struct Table {
    entries: Vec<(AtomicU64, AtomicU64)>,
}

impl Table {
    fn new(megabytes: usize) -> Table {
        let len = (megabytes << 20) / size_of::<(AtomicU64, AtomicU64)>();
        Table { entries: (0..len).map(|_| (AtomicU64::new(0), AtomicU64::new(0))).collect() }
    }

    fn entry(&self, key: u64, depth: u32) -> (&(AtomicU64, AtomicU64), u64) {
        let key = key ^ u64::from(depth).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let index = (u128::from(key) * self.entries.len() as u128) >> 64;
        (&self.entries[index as usize], key)
    }

    fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let (entry, key) = self.entry(key, depth);
        let leaves = entry.1.load(Ordering::Relaxed);
        (leaves != 0 && entry.0.load(Ordering::Relaxed) ^ leaves == key).then_some(leaves)
    }

    fn put(&self, key: u64, depth: u32, leaves: u64) {
        let (entry, key) = self.entry(key, depth);
        entry.0.store(key ^ leaves, Ordering::Relaxed);
        entry.1.store(leaves, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn sum(counts: &[(Move, u64)]) -> u64 {
        counts.iter().map(|(_, count)| count).sum()
    }

    #[test]
    fn all_ways_of_counting_agree() {
        let never = || false;
        let position = Position::from_fen(KIWIPETE).unwrap();
        assert_eq!(perft(&position, 4), 4_085_603);
        for options in [
            Options::default(),
            Options { bulk: false, ..Options::default() },
            Options { hash_mb: 1, ..Options::default() },
            Options { hash_mb: 8, threads: 3, bulk: true },
        ] {
            assert_eq!(count(&position, 4, &options, &never), Ok(4_085_603), "{options:?}");
            assert_eq!(count(&position, 0, &options, &never), Ok(1));
        }
    }

    #[test]
    fn roces_four_counts() {
        let never = || false;
        let (position, options) = (Position::startpos(), Options::default());
        assert_eq!(count(&position, 3, &options, &never), Ok(8_902));
        assert_eq!(perft2(&position, 3, &options, &never), Ok(9_322));
        let by_move = divide(&position, 3, &options, &never).unwrap();
        assert_eq!((by_move.len(), sum(&by_move)), (20, 8_902));
        assert!(by_move.iter().any(|(mv, leaves)| format!("{mv:?}") == "a2a3" && *leaves == 380));
        let by_move = divide2(&position, 3, &options, &never).unwrap();
        assert_eq!(sum(&by_move) + 20, 9_322);
        assert!(by_move.iter().any(|(mv, nodes)| format!("{mv:?}") == "a2a3" && *nodes == 400));
    }

    #[test]
    fn a_stopped_count_returns_an_error() {
        assert_eq!(count(&Position::startpos(), 9, &Options::default(), &|| true), Err(Interrupted));
    }
}
