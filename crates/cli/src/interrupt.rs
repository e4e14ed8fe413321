//! Ctrl-C: long work catches it to end with a summary or a move; at other times it ends the program as usual.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

static PRESSED: AtomicBool = AtomicBool::new(false);
static CATCHING: AtomicUsize = AtomicUsize::new(0);

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

    /// Was it pressed since the last time somebody asked?
    pub fn take(&self) -> bool {
        PRESSED.swap(false, Ordering::SeqCst)
    }
}

impl Drop for Catch {
    fn drop(&mut self) {
        if CATCHING.fetch_sub(1, Ordering::SeqCst) == 1 {
            PRESSED.store(false, Ordering::SeqCst);
        }
    }
}
