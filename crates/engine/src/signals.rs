//! Signals to an engine while it searches: stop and ponder hit.

use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::{Condvar, Mutex};
use web_time::{Duration, Instant};

const STOP: u32 = 1;
const PONDERING: u32 = 2;
const INSIGHTS: u32 = 4;

/// Flags of one search, shared by clones; each search has its own, so a late stop never ends another one.
#[derive(Clone, Debug, Default)]
pub struct Signals(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    flags: AtomicU32,
    created: Instant,
    /// When the expected move was played, if the search began as pondering.
    hit: OnceLock<Instant>,
    /// Locked while a flag changes that a thread may be waiting for.
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

/// Callbacks after each change, for threads that wait on something else.
#[derive(Default)]
struct Listeners(Vec<Box<dyn Fn() + Send>>);

impl fmt::Debug for Listeners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} listeners", self.0.len())
    }
}

impl Signals {
    /// Creates signals without any flag set.
    pub fn new() -> Signals {
        Signals::default()
    }

    /// Creates signals for a search that begins in the opponent's time.
    pub fn pondering() -> Signals {
        let signals = Signals::new();
        signals.0.flags.store(PONDERING, Ordering::Release);
        signals
    }

    /// Stops the search.
    pub fn stop(&self) {
        self.change(|flags| flags | STOP);
    }

    /// Reports that the expected move was played: the clock runs from now on.
    pub fn ponder_hit(&self) {
        if self.is_pondering() {
            // A second hit changes nothing.
            let _ = self.0.hit.set(Instant::now());
        }
        self.change(|flags| flags & !PONDERING);
    }

    /// Requests insights; must be called before the search begins, since engines check it only then.
    pub fn want_insights(&self) {
        self.change(|flags| flags | INSIGHTS);
    }

    /// Returns true if the search must end now. Cheap enough to call every few hundred nodes.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.flags.load(Ordering::Relaxed) & STOP != 0
    }

    /// Returns true if it is still the opponent's time, so that no clock may end the search.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.0.flags.load(Ordering::Relaxed) & PONDERING != 0
    }

    /// Returns true if insights were requested.
    #[inline]
    pub fn wants_insights(&self) -> bool {
        self.0.flags.load(Ordering::Relaxed) & INSIGHTS != 0
    }

    /// When the search was requested: clocks count from here, not from when the search got its thread.
    pub fn created(&self) -> Instant {
        self.0.created
    }

    /// When the engine's own clock started: when the search was requested or the expected move was played;
    /// `None` in the opponent's time.
    #[inline]
    pub fn clock_start(&self) -> Option<Instant> {
        if self.0.flags.load(Ordering::Acquire) & PONDERING != 0 {
            return None;
        }
        Some(self.0.hit.get().copied().unwrap_or(self.0.created))
    }

    /// Registers a callback for each later change, which must not signal; for threads that wait on channels.
    pub fn subscribe(&self, listener: impl Fn() + Send + 'static) {
        self.0.listeners.lock().0.push(Box::new(listener));
    }

    /// Blocks for this long, or until the search is stopped.
    pub fn wait_for(&self, time: Duration) {
        let end = Instant::now() + time;
        let mut guard = self.0.listeners.lock();
        while !self.is_stopped() {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            _ = self.0.changed.wait_for(&mut guard, left);
        }
    }

    /// Blocks until the search may answer: it is stopped, or neither pondering nor `infinite`.
    pub(crate) fn wait_until_released(&self, infinite: bool) {
        let mut guard = self.0.listeners.lock();
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            self.0.changed.wait(&mut guard);
        }
    }

    fn change(&self, change: impl Fn(u32) -> u32) {
        let listeners = self.0.listeners.lock();
        let flags = self.0.flags.load(Ordering::Relaxed);
        self.0.flags.store(change(flags), Ordering::Release);
        self.0.changed.notify_all();
        for listener in &listeners.0 {
            listener();
        }
    }
}
