//! Ctrl-C: long work catches it to end with a summary or a move; otherwise it ends the program.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use heirloom_engine::Signals;
use parking_lot::Mutex;

static PRESSED: AtomicBool = AtomicBool::new(false);
static CATCHING: AtomicUsize = AtomicUsize::new(0);
/// Signals of engines to stop.
static TO_STOP: Mutex<Vec<Signals>> = Mutex::new(Vec::new());

/// Ctrl-C is caught during the lifetime of this value.
#[derive(Debug)]
pub struct InterruptGuard(());

/// Catches Ctrl-C. A second Ctrl-C before the first is handled ends the program.
pub fn catch() -> InterruptGuard {
    static HANDLED: OnceLock<()> = OnceLock::new();
    HANDLED.get_or_init(|| {
        // Without a handler, Ctrl-C ends the program.
        let _ = ctrlc::set_handler(|| {
            if CATCHING.load(Ordering::SeqCst) == 0 || PRESSED.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
            to_stop(|signals| signals.drain(..).for_each(|signals| signals.stop()));
        });
    });
    CATCHING.fetch_add(1, Ordering::SeqCst);
    InterruptGuard(())
}

impl InterruptGuard {
    /// Returns the flag that Ctrl-C sets.
    pub fn flag(&self) -> &'static AtomicBool {
        &PRESSED
    }

    /// Returns a function that returns true once Ctrl-C was pressed.
    pub fn asked(&self) -> impl Fn() -> bool + Sync + use<> {
        || PRESSED.load(Ordering::SeqCst)
    }

    /// Returns signals that Ctrl-C stops.
    pub fn signals(&self) -> Signals {
        let signals = Signals::new();
        to_stop(|all| all.push(signals.clone()));
        if PRESSED.load(Ordering::SeqCst) {
            signals.stop();
        }
        signals
    }

    /// Returns true if Ctrl-C was pressed since the last call.
    pub fn take(&self) -> bool {
        PRESSED.swap(false, Ordering::SeqCst)
    }
}

impl Drop for InterruptGuard {
    fn drop(&mut self) {
        if CATCHING.fetch_sub(1, Ordering::SeqCst) == 1 {
            PRESSED.store(false, Ordering::SeqCst);
            to_stop(Vec::clear);
        }
    }
}

fn to_stop<T>(act: impl FnOnce(&mut Vec<Signals>) -> T) -> T {
    act(&mut TO_STOP.lock())
}
