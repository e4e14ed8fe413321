//! What reaches an engine while it thinks: stop, and that the opponent played the expected move.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

const STOP: u32 = 1;
const PONDERING: u32 = 2;
const INSIGHTS: u32 = 4;

/// Flags shared by one search and whoever steers it. Cloning shares them; each search has its own, so a late stop ends no later search.
#[derive(Clone, Debug, Default)]
pub struct Signals(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    flags: AtomicU32,
    /// Held while a flag changes that somebody may be waiting for.
    change: Mutex<()>,
    changed: Condvar,
}

impl Signals {
    /// No flag set.
    pub fn new() -> Signals {
        Signals::default()
    }

    /// For a search that begins in the opponent's time.
    pub fn pondering() -> Signals {
        let signals = Signals::new();
        signals.0.flags.store(PONDERING, Ordering::Release);
        signals
    }

    /// Asks the search to end now.
    pub fn stop(&self) {
        self.change(|flags| flags | STOP);
    }

    /// Says that the expected move was played: from now on the clock runs.
    pub fn ponder_hit(&self) {
        self.change(|flags| flags & !PONDERING);
    }

    /// Asks the engine to report insights.
    pub fn want_insights(&self) {
        self.change(|flags| flags | INSIGHTS);
    }

    /// Should the search end now? Cheap enough to be asked every few hundred nodes.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.flags.load(Ordering::Relaxed) & STOP != 0
    }

    /// Is it still the opponent's time? Then no clock may end the search.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.0.flags.load(Ordering::Relaxed) & PONDERING != 0
    }

    /// Does anybody listen to insights?
    #[inline]
    pub fn wants_insights(&self) -> bool {
        self.0.flags.load(Ordering::Relaxed) & INSIGHTS != 0
    }

    /// Parks the thread until the search may answer: it was stopped or, unless it is `infinite`, the opponent's time is over.
    pub(crate) fn wait_until_free(&self, infinite: bool) {
        let mut guard = self.0.change.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            guard = self.0.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn change(&self, change: impl Fn(u32) -> u32) {
        let _guard = self.0.change.lock().unwrap_or_else(PoisonError::into_inner);
        let flags = self.0.flags.load(Ordering::Relaxed);
        self.0.flags.store(change(flags), Ordering::Release);
        self.0.changed.notify_all();
    }
}
