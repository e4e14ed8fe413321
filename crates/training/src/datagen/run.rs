//! Runs many games of self-play in parallel.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use heirloom_arena::pool::Pool;
use heirloom_engine::Signals;
use parking_lot::Mutex;

use super::player::Player;
use crate::games::game::StoredGame;

/// The extent of a run.
pub struct Order<'a> {
    /// The random seed of the run, from which each game's seed is derived.
    pub seed: u64,
    /// Number of games to play.
    pub games: u64,
    /// Stops the run; unfinished games are lost.
    pub signals: &'a Signals,
}

/// Plays games, with a thread for each player, until the number is reached, `keep` returns false or the run
/// is stopped. `keep` receives each game as it ends and returns true to continue. Fails with the first error
/// of `keep`.
pub fn run<E: Send>(
    players: &mut [Player],
    order: &Order<'_>,
    keep: &mut (dyn FnMut(&StoredGame) -> Result<bool, E> + Send),
) -> Result<(), E> {
    let next = AtomicU64::new(0);
    let keep = Mutex::new((keep, true));
    Pool::new(&|| order.signals.is_stopped()).run(players, |player| {
        let index = next.fetch_add(1, Ordering::Relaxed);
        if index >= order.games {
            return Ok(ControlFlow::Break(()));
        }
        let Some(game) = player.play(seed_of(order.seed, index), order.signals) else {
            return Ok(ControlFlow::Break(()));
        };
        let mut keep = keep.lock();
        let (keep, wanted) = &mut *keep;
        // Games that end after `keep` has returned false are dropped.
        *wanted = *wanted && keep(&game)?;
        Ok(if *wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })
}

/// Returns the seed of a game, far from its neighbors' seeds: the finalizer of SplitMix64 (Steele, Lea and
/// Flood, 2014).
fn seed_of(seed: u64, index: u64) -> u64 {
    let mut mixed = seed.wrapping_add((index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
