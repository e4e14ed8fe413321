//! The bars of `heirloom tune`.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use heirloom_training::texel::train::{Progress, Settings, State};
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

    /// Takes the bar away.
    pub fn finish(self) {
        self.over.store(true, Ordering::Relaxed);
        // The watcher has nothing that could fail.
        let _ = self.watcher.join();
        self.bar.finish_and_clear();
    }
}

/// Epochs done, with the losses.
pub struct Epochs {
    bar: ProgressBar,
    epochs: usize,
    samples: u64,
}

impl Epochs {
    /// A bar over all samples of all epochs; so many epochs are done already.
    pub fn new(settings: &Settings, samples: usize, done: usize) -> Epochs {
        let samples = samples as u64;
        let bar = bar(samples * settings.epochs as u64, "{bar:20} {percent:>3} %, {per_sec} positions, {eta} left; {msg}");
        bar.set_position(samples * done as u64);
        bar.reset_eta();
        Epochs { bar, epochs: settings.epochs, samples }
    }

    /// Shows how far it is; where nobody sees a bar, a line now and then instead.
    pub fn show(&self, progress: &Progress, state: &State) {
        self.bar.set_position(progress.samples);
        let Some(point) = progress.point else { return };
        let text = format!(
            "epoch {}/{}: loss {:.6}, hold-out {:.6} (best {:.6} after {})",
            point.epoch, self.epochs, point.training, point.holdout, state.best_loss, state.best_epoch
        );
        let every = (self.epochs / 20).max(1);
        if self.bar.is_hidden() && point.epoch % every == 0 {
            anstream::eprintln!("{text}");
        }
        self.bar.set_message(text);
    }

    /// Leaves the bar as it is; says how fast it went where nobody saw it.
    pub fn finish(self) {
        if self.bar.is_hidden() && self.samples > 0 {
            let speed = self.bar.position() as f64 / self.bar.elapsed().as_secs_f64().max(1e-9);
            anstream::eprintln!("{:.2} million positions per second", speed / 1e6);
        }
        self.bar.abandon();
    }
}
