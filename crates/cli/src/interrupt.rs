//! Ctrl-C: long work catches it to end with a summary or a move; at other times it ends the program as usual.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use heirloom_engine::Signals;

static PRESSED: AtomicBool = AtomicBool::new(false);
static CATCHING: AtomicUsize = AtomicUsize::new(0);
/// Work on an engine's thread that is stopped at once.
static TO_STOP: Mutex<Vec<Signals>> = Mutex::new(Vec::new());

/// Ctrl-C is caught while this lives.
#[derive(Debug)]
pub struct Catch(());

/// Catches Ctrl-C from now on. Pressed a second time before anybody took notice, it ends the program at once.
pub fn catch() -> Catch {
    static HANDLED: OnceLock<()> = OnceLock::new();
    HANDLED.get_or_init(|| {
        // Without a handler Ctrl-C ends the program as usual.
        let _ = ctrlc::set_handler(|| {
            if CATCHING.load(Ordering::SeqCst) == 0 || PRESSED.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
            to_stop(|signals| signals.drain(..).for_each(|signals| signals.stop()));
        });
    });
    CATCHING.fetch_add(1, Ordering::SeqCst);
    Catch(())
}

impl Catch {
    /// Set once Ctrl-C was pressed.
    pub fn flag(&self) -> &'static AtomicBool {
        &PRESSED
    }

    /// The same as a question, for those who count.
    pub fn asked(&self) -> impl Fn() -> bool + Sync + use<> {
        || PRESSED.load(Ordering::SeqCst)
    }

    /// Signals for an engine that say stop when it is pressed.
    pub fn signals(&self) -> Signals {
        let signals = Signals::new();
        to_stop(|all| all.push(signals.clone()));
        if PRESSED.load(Ordering::SeqCst) {
            signals.stop();
        }
        signals
    }

    /// Was it pressed since the last time somebody asked?
    pub fn take(&self) -> bool {
        PRESSED.swap(false, Ordering::SeqCst)
    }
}

impl Drop for Catch {
    fn drop(&mut self) {
        if CATCHING.fetch_sub(1, Ordering::SeqCst) == 1 {
            PRESSED.store(false, Ordering::SeqCst);
            to_stop(Vec::clear);
        }
    }
}

fn to_stop<T>(act: impl FnOnce(&mut Vec<Signals>) -> T) -> T {
    act(&mut TO_STOP.lock().unwrap_or_else(PoisonError::into_inner))
}
