//! What reaches an engine while it thinks: stop, and that the opponent played the expected move.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use web_time::Instant;

const STOP: u32 = 1;
const PONDERING: u32 = 2;
const INSIGHTS: u32 = 4;

/// Flags shared by one search and whoever steers it. Cloning shares them; each search has its own, so a late stop ends no later search.
#[derive(Clone, Debug, Default)]
pub struct Signals(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    flags: AtomicU32,
    created: Instant,
    /// When the expected move was played, if the search began in the opponent's time.
    hit: OnceLock<Instant>,
    /// Held while a flag changes that somebody may be waiting for.
    listeners: Mutex<Listeners>,
    changed: Condvar,
}

impl Default for Shared {
    fn default() -> Shared {
        Shared {
            flags: AtomicU32::default(),
            created: Instant::now(),
            hit: OnceLock::new(),
            listeners: Mutex::default(),
            changed: Condvar::new(),
        }
    }
}

/// What is called after each change, for those who wait on something else.
#[derive(Default)]
struct Listeners(Vec<Box<dyn Fn() + Send>>);

impl fmt::Debug for Listeners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} listeners", self.0.len())
    }
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
        if self.is_pondering() {
            // A second hit changes nothing.
            let _ = self.0.hit.set(Instant::now());
        }
        self.change(|flags| flags & !PONDERING);
    }

    /// Asks the engine to report insights; to be said before the search begins, for engines look only then.
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

    /// When the search was asked for: an honest clock counts from here, not from when the search got its thread.
    pub fn created(&self) -> Instant {
        self.0.created
    }

    /// Since when the own clock runs: since the search was asked for, or since the expected move was played; `None` in the opponent's time.
    #[inline]
    pub fn clock_start(&self) -> Option<Instant> {
        if self.0.flags.load(Ordering::Acquire) & PONDERING != 0 {
            return None;
        }
        Some(self.0.hit.get().copied().unwrap_or(self.0.created))
    }

    /// Has `listener` called after each later change, for those who wait on a channel instead of polling. It must not signal itself.
    pub fn subscribe(&self, listener: impl Fn() + Send + 'static) {
        self.lock().0.push(Box::new(listener));
    }

    /// Parks the thread until the search may answer: it was stopped or, unless it is `infinite`, the opponent's time is over.
    pub(crate) fn wait_until_free(&self, infinite: bool) {
        let mut guard = self.lock();
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            guard = self.0.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn change(&self, change: impl Fn(u32) -> u32) {
        let listeners = self.lock();
        let flags = self.0.flags.load(Ordering::Relaxed);
        self.0.flags.store(change(flags), Ordering::Release);
        self.0.changed.notify_all();
        for listener in &listeners.0 {
            listener();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Listeners> {
        self.0.listeners.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
