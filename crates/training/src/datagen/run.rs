//! Many games of self-play at a time.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use heirloom_arena::pool::Pool;
use heirloom_engine::Signals;

use super::player::Player;
use crate::games::game::Game;

/// What is asked of a run.
pub struct Order<'a> {
    /// Of all games; each has a seed of its own that follows from it.
    pub seed: u64,
    /// Games to play.
    pub games: u64,
    /// Ends the run; games that are not over are lost.
    pub signals: &'a Signals,
}

/// Plays games until enough are played, `keep` wants no more or the run is stopped, with a thread for each player. `keep` gets each game at once
/// and returns whether to go on.
///
/// # Errors
/// The first one of `keep`.
pub fn run<E: Send>(
    players: &mut [Player],
    order: &Order<'_>,
    keep: &mut (dyn FnMut(&Game) -> Result<bool, E> + Send),
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
        let mut keep = keep.lock().unwrap_or_else(PoisonError::into_inner);
        let (keep, wanted) = &mut *keep;
        // Games that end after enough were kept are dropped.
        *wanted = *wanted && keep(&game)?;
        Ok(if *wanted { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })
}

/// The seed of a game, far from that of its neighbors: the finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
fn seed_of(seed: u64, index: u64) -> u64 {
    let mut mixed = seed.wrapping_add((index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
