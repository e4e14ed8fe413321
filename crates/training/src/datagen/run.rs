//! Many games of self-play at a time.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use heirloom_engine::{EngineError, Signals};

use super::player::Player;
use crate::games::game::Game;
use crate::games::writer::Writer;

/// Why self-play ended early.
#[derive(Debug)]
pub enum DatagenError {
    /// An engine failed.
    Engine(EngineError),
    /// A game cannot be written.
    Write(io::Error),
}

impl std::fmt::Display for DatagenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DatagenError::Engine(error) => write!(f, "{error}"),
            DatagenError::Write(error) => write!(f, "cannot write a game: {error}"),
        }
    }
}

impl std::error::Error for DatagenError {}

/// What is asked of a run.
pub struct Order<'a> {
    /// Of all games; each has a seed of its own that follows from it.
    pub seed: u64,
    /// Games that the file shall hold in the end.
    pub games: u64,
    /// Ends the run; games that are not over are lost.
    pub signals: &'a Signals,
}

/// Plays until the file holds as many games as ordered or the run is stopped, with a thread for each player. `report` is told of each game
/// that was written.
///
/// # Errors
/// The first failure; games written before it stay.
pub fn run(
    players: &mut [Player],
    order: &Order<'_>,
    writer: &mut Writer,
    report: &mut (dyn FnMut(&Game) + Send),
) -> Result<(), DatagenError> {
    let left = order.games.saturating_sub(writer.games());
    let (next, over) = (AtomicU64::new(0), AtomicBool::new(false));
    let (shared, failure) = (Mutex::new((writer, report)), Mutex::new(None));
    let work = |player: &mut Player| -> Result<(), DatagenError> {
        while !order.signals.is_stopped() && !over.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= left {
                break;
            }
            let Some(game) = player.play(seed_of(order.seed, index), order.signals).map_err(DatagenError::Engine)? else { break };
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let (writer, report) = &mut *shared;
            writer.add(&game).map_err(DatagenError::Write)?;
            report(&game);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        for player in players {
            scope.spawn(|| {
                if let Err(error) = work(player) {
                    over.store(true, Ordering::Relaxed);
                    failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                }
            });
        }
    });
    failure.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// The seed of a game, far from that of its neighbours: the finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
fn seed_of(seed: u64, index: u64) -> u64 {
    let mut mixed = seed.wrapping_add((index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
