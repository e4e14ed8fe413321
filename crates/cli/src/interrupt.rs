//! Ctrl-C: a flag that long work looks at, so that it can end with a summary.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static PRESSED: AtomicBool = AtomicBool::new(false);

/// Catches Ctrl-C from now on and returns the flag it sets. Pressed a second time it ends the program at once.
pub fn flag() -> &'static AtomicBool {
    static CAUGHT: OnceLock<()> = OnceLock::new();
    CAUGHT.get_or_init(|| {
        // Without a handler Ctrl-C ends the program as usual.
        let _ = ctrlc::set_handler(|| {
            if PRESSED.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
    });
    &PRESSED
}

/// Was it pressed since the last time somebody asked?
pub fn take() -> bool {
    PRESSED.swap(false, Ordering::Relaxed)
}
