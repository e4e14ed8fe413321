//! Bars for long work.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on standard error, if somebody can see it.
pub fn bar(length: u64, template: &str) -> ProgressBar {
    let target = if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(length), target).with_style(style)
}

/// Bytes read, followed by a thread of its own.
pub struct Bytes {
    bar: ProgressBar,
    over: Arc<AtomicBool>,
    watcher: JoinHandle<()>,
}

impl Bytes {
    /// Follows `bytes` until [`Bytes::finish`].
    pub fn new(total: u64, bytes: Arc<AtomicU64>) -> Bytes {
        let bar = bar(total, "reading  {bar:30} {percent:>3} %, {binary_bytes_per_sec}, {eta} left");
        let (over, shown) = (Arc::new(AtomicBool::new(false)), bar.clone());
        let ended = over.clone();
        let watcher = std::thread::spawn(move || {
            while !ended.load(Ordering::Relaxed) {
                shown.set_position(bytes.load(Ordering::Relaxed));
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        Bytes { bar, over, watcher }
    }

    /// Says something on standard error, above the bar.
    pub fn say(&self, text: &str) {
        self.bar.suspend(|| anstream::eprintln!("{text}"));
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.over.store(true, Ordering::Relaxed);
        // The watcher has nothing that could fail.
        let _ = self.watcher.join();
        self.bar.finish_and_clear();
    }
}
