//! The bar of `heirloom tune`.

use heirloom_training::texel::train::{Progress, Settings, State};
use indicatif::ProgressBar;

use crate::progress::{bar, remark};

/// The progress of a tuning: epochs and losses.
pub struct TuningBar {
    bar: ProgressBar,
    epochs: usize,
    samples: u64,
}

impl TuningBar {
    /// A bar over all samples of all epochs, of which `done` are finished.
    pub fn new(settings: &Settings, samples: usize, done: usize) -> TuningBar {
        let samples = samples as u64;
        let bar =
            bar(samples * settings.epochs as u64, "{bar:20} {percent:>3}%, {per_sec}, {eta} left; {msg}");
        bar.set_position(samples * done as u64);
        bar.reset_eta();
        TuningBar { bar, epochs: settings.epochs, samples }
    }

    /// Shows the progress; if no one sees the bar, prints a line now and then.
    pub fn show(&self, progress: &Progress, state: &State) {
        self.bar.set_position(progress.samples);
        let Some(point) = progress.point else { return };
        let text = format!(
            "epoch {}/{}: loss {:.6}, hold-out {:.6} (best {:.6} after {})",
            point.epoch, self.epochs, point.training, point.holdout, state.best_loss, state.best_epoch
        );
        let every = (self.epochs / 20).max(1);
        if self.bar.is_hidden() && point.epoch % every == 0 {
            remark!("{text}");
        }
        self.bar.set_message(text);
    }

    /// Leaves the bar; prints the speed if no one saw it.
    pub fn finish(self) {
        if self.bar.is_hidden() && self.samples > 0 {
            let speed = self.bar.position() as f64 / self.bar.elapsed().as_secs_f64().max(1e-9);
            remark!("{:.2} million positions per second", speed / 1e6);
        }
        self.bar.abandon();
    }
}
