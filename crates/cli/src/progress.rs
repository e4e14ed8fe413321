//! Progress bars and remarks about long work, unless `--quiet` is given.

use std::fmt;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use heirloom_workshop::monitor::Monitor;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

static QUIET: AtomicBool = AtomicBool::new(false);

/// Turns bars and remarks on or off.
pub fn set_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

/// Returns true if bars and remarks are off.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Returns true if a user sees bars on standard error.
pub fn is_seen() -> bool {
    !is_quiet() && std::io::stderr().is_terminal()
}

/// Prints a remark about the work on standard error, with the syntax of `format!`.
macro_rules! remark {
    ($($words:tt)*) => {
        if !$crate::progress::is_quiet() {
            anstream::eprintln!($($words)*);
        }
    };
}
pub(crate) use remark;

/// Prints a warning on standard error.
pub fn warn(text: &str) {
    anstream::eprintln!("heirloom: {text}");
}

/// Returns a bar on standard error, if a user can see it.
pub fn bar(length: u64, template: &str) -> ProgressBar {
    let target = if is_seen() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let style = style.with_key("per_sec", |state: &ProgressState, out: &mut dyn fmt::Write| {
        // Writing to a bar cannot fail.
        let rate = state.per_sec();
        let _ = write!(out, "{rate:.0$}/s", usize::from(rate < 10.0));
    });
    ProgressBar::with_draw_target(Some(length), target).with_style(style)
}

/// A bar for work with engines that also shows results, rate and remaining time.
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar of `length` pieces with this name.
    pub fn new(length: u64, pieces: &str) -> Bar {
        let template = format!("{{bar:20}} {{pos}}/{{len}} {pieces}, {{per_sec}}, {{eta}} left; {{msg}}");
        Bar::with(length, &template, 500)
    }

    /// A bar with a template, redrawn every `milliseconds`, or with 0 only on changes.
    pub fn with(length: u64, template: &str, milliseconds: u64) -> Bar {
        let bar = bar(length, template);
        if milliseconds > 0 {
            bar.enable_steady_tick(Duration::from_millis(milliseconds));
        }
        Bar(bar)
    }

    /// Writes to the terminal with the bar removed.
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
        self.suspend(|| warn(text));
    }
}

/// A bar of bytes read, updated by its own thread.
pub struct ByteBar {
    bar: ProgressBar,
    over: Arc<AtomicBool>,
    watcher: JoinHandle<()>,
}

impl ByteBar {
    /// Follows `bytes` until [`ByteBar::finish`].
    pub fn new(total: u64, bytes: Arc<AtomicU64>) -> ByteBar {
        let bar = bar(total, "reading  {bar:30} {percent:>3}%, {binary_bytes_per_sec}, {eta} left");
        let (over, shown) = (Arc::new(AtomicBool::new(false)), bar.clone());
        let ended = over.clone();
        let watcher = std::thread::spawn(move || {
            while !ended.load(Ordering::Relaxed) {
                shown.set_position(bytes.load(Ordering::Relaxed));
                std::thread::sleep(Duration::from_millis(50));
            }
        });
        ByteBar { bar, over, watcher }
    }

    /// Follows the bytes read of these files.
    pub fn of<P: AsRef<Path>>(files: &[P], bytes: &Arc<AtomicU64>) -> ByteBar {
        let sizes = files.iter().map(|path| std::fs::metadata(path).map_or(0, |data| data.len()));
        ByteBar::new(sizes.sum(), Arc::clone(bytes))
    }

    /// Prints a line on standard error, above the bar.
    pub fn say(&self, text: &str) {
        self.bar.suspend(|| anstream::eprintln!("{text}"));
    }

    /// Takes the bar away.
    pub fn finish(self) {
        self.over.store(true, Ordering::Relaxed);
        // The thread cannot fail.
        let _ = self.watcher.join();
        self.bar.finish_and_clear();
    }
}

/// Reads files with a bar that follows the bytes, which `read` counts. The bar is removed before this
/// returns.
pub fn reading<P: AsRef<Path>, T>(files: &[P], read: impl FnOnce(Arc<AtomicU64>) -> T) -> T {
    let count = Arc::new(AtomicU64::new(0));
    let bar = ByteBar::of(files, &count);
    let outcome = read(count);
    bar.finish();
    outcome
}
