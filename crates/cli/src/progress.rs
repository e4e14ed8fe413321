//! Bars for long work and remarks about it, unless somebody wants none.

use std::fmt;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use heirloom_workshop::monitor::Monitor;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

static QUIET: AtomicBool = AtomicBool::new(false);

/// Shows neither bars nor remarks from now on.
pub fn set_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

/// Does nobody want bars and remarks?
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Does somebody look at standard error who wants to see how far the work is?
pub fn is_seen() -> bool {
    !is_quiet() && std::io::stderr().is_terminal()
}

/// Says something about the work on standard error, in the words of `format!`: neither a result nor an error.
macro_rules! remark {
    ($($words:tt)*) => {
        if !$crate::progress::is_quiet() {
            anstream::eprintln!($($words)*);
        }
    };
}
pub(crate) use remark;

/// A bar on standard error, if somebody can see it.
pub fn bar(length: u64, template: &str) -> ProgressBar {
    let target = if is_seen() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = style.with_key("per_sec", |state: &ProgressState, out: &mut dyn fmt::Write| {
        // A line of a terminal takes everything.
        let rate = state.per_sec();
        let _ = write!(out, "{rate:.0$}/s", usize::from(rate < 10.0));
    });
    ProgressBar::with_draw_target(Some(length), target).with_style(style)
}

/// A bar for work with engines that shows what comes of it, next to its number, rate and remaining time.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar of `length` pieces, which are called `pieces`.
    pub fn new(length: u64, pieces: &str) -> Bar {
        let bar =
            bar(length, &format!("{{bar:20}} {{pos}}/{{len}} {pieces}, {{per_sec}}, {{eta}} left; {{msg}}"));
        bar.enable_steady_tick(Duration::from_millis(500));
        Bar(bar)
    }

    /// Writes something to the terminal while the bar steps aside.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.0.suspend(write)
    }

    /// Takes the bar away.
    pub fn clear(self) {
        self.0.finish_and_clear();
    }
}

impl Monitor for Bar {
    fn add(&self, count: u64) {
        self.0.inc(count);
    }

    fn skip(&self, count: u64) {
        self.0.dec_length(count);
    }

    fn message(&self, text: String) {
        self.0.set_message(text);
    }

    fn remark(&self, text: &str) {
        self.suspend(|| anstream::eprintln!("heirloom: {text}"));
    }
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
