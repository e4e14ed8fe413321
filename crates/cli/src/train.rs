//! `heirloom train`: a net from games of self-play.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use heirloom_flagship::eval::nnue::network::{MOST_SCALE, Network};
use heirloom_training::curve::{self, Point};
use heirloom_training::file::write_atomically;
use heirloom_training::games::quiet::Quiet;
use heirloom_training::nnue::checkpoint::{self, Identity};
use heirloom_training::nnue::model::Shape;
use heirloom_training::nnue::quantise::{self, Difference};
use heirloom_training::nnue::samples::{Choice, Samples};
use heirloom_training::nnue::train::{End, Settings, State, Training, fit_scale};
use indicatif::ProgressBar;

use crate::interrupt;
use crate::progress::{Bytes, bar};

/// Between two checkpoints.
const CHECKPOINTS: Duration = Duration::from_secs(120);

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom train games --out my.net                                 128 neurons, 8 outputs
  heirloom train games more.games --out my.net --hidden 256 --epochs 40 --plot loss.png
  heirloom train games more.games --out my.net --hidden 256 --epochs 40 --resume     after Ctrl-C or a kill
  heirloom match --engine 'heirloom option.EvalFile=my.net' --engine heirloom --control 4+0.04

docs/nnue.md says more.")]
pub struct Arguments {
    /// Files of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The net
    #[arg(long)]
    out: PathBuf,
    /// Neurons for each side, a multiple of 32
    #[arg(long, default_value_t = 128)]
    hidden: usize,
    /// Outputs, chosen by the number of pieces
    #[arg(long, default_value_t = 8)]
    buckets: usize,
    /// Passes over all positions
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Positions for each step
    #[arg(long, default_value_t = 16384, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The rate at first
    #[arg(long, default_value_t = 0.001, value_parser = share)]
    rate: f32,
    /// The rate at last
    #[arg(long, default_value_t = 0.000_02, value_parser = share)]
    final_rate: f32,
    /// The weight of the results of the games in the first quarter; the rest is that of the scores
    #[arg(long, default_value_t = 0.1, value_parser = share)]
    result: f32,
    /// The weight of the results at last
    #[arg(long, default_value_t = 0.2, value_parser = share)]
    final_result: f32,
    /// Centipawns of an output of one; found from scores and results if nothing is said
    #[arg(long, value_parser = scale)]
    scale: Option<f32>,
    /// One of so many games only tests; 0 for none
    #[arg(long, default_value_t = 50)]
    holdout: u64,
    /// None of the first plies of a game
    #[arg(long, default_value_t = 16)]
    skip: usize,
    /// No positions with a larger score, in centipawns
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(i16).range(1..))]
    most: i16,
    /// Of the first weights and the order of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; all processors if nothing is said. Another number gives another net
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Go on after Ctrl-C or a kill, with the same words
    #[arg(long)]
    resume: bool,
    /// Where the training is written down now and then; beside the net if nothing is said
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// The losses as a picture, PNG or SVG
    #[arg(long)]
    plot: Option<PathBuf>,
}

fn between(text: &str, least: f32, most: f32) -> Result<f32, String> {
    let value = text.parse().map_err(|_| "not a number".to_owned())?;
    if (least..=most).contains(&value) { Ok(value) } else { Err(format!("expected {least} to {most}")) }
}

fn share(text: &str) -> Result<f32, String> {
    between(text, 0.0, 1.0)
}

fn scale(text: &str) -> Result<f32, String> {
    between(text, 1.0, MOST_SCALE as f32)
}

/// Trains and writes the net.
pub fn run(arguments: &Arguments) -> Result<()> {
    let Some(shape) = Shape::new(arguments.hidden, arguments.buckets) else {
        bail!("--hidden {} --buckets {}: expected a multiple of 32 up to 2048, and 1 to 16", arguments.hidden, arguments.buckets)
    };
    let checkpoint = arguments.checkpoint.clone().unwrap_or_else(|| beside(&arguments.out));
    if !arguments.resume && checkpoint.exists() {
        bail!("{} is there already: --resume goes on with it; remove it to begin anew", checkpoint.display());
    }
    let catch = interrupt::catch();
    let Some(samples) = read(arguments, &catch)? else { return Ok(()) };
    let settings = arguments.settings(shape, &samples);
    let threads = rayon::ThreadPoolBuilder::new().num_threads(settings.threads).build().context("no threads")?;
    let identity = Identity::new(&settings, &samples);
    let state = if arguments.resume && checkpoint.exists() {
        checkpoint::read(&checkpoint, &identity).with_context(|| format!("cannot go on from {}", checkpoint.display()))?
    } else {
        State::new(&settings)
    };
    let mut training = Training::new(&settings, &samples, state);
    let save =
        |state: &State| checkpoint::write(&checkpoint, &identity, state).with_context(|| format!("cannot write {}", checkpoint.display()));
    let progress = Progress::new(&settings, &samples, training.seen());
    let (mut saved, mut trouble) = (Instant::now(), Ok(()));
    let end = threads.install(|| {
        training.run(catch.flag(), &mut |training, point| {
            progress.show(training, point);
            if saved.elapsed() > CHECKPOINTS && trouble.is_ok() {
                trouble = save(&training.state);
                saved = Instant::now();
            }
            if point.is_some() {
                draw(arguments.plot.as_deref(), training);
            }
        })
    });
    progress.finish();
    trouble?;
    match end {
        End::Done => {}
        End::Stopped => {
            save(&training.state)?;
            anstream::eprintln!("stopped; the same words with --resume go on from {}", checkpoint.display());
            return Ok(());
        }
        End::Diverged => bail!("the loss is no number any more: try a lower --rate"),
    }
    write_net(arguments, &settings, &samples, &training)?;
    // It has done its work; the net holds what was learned.
    let _ = std::fs::remove_file(&checkpoint);
    Ok(())
}

impl Arguments {
    fn settings(&self, shape: Shape, samples: &Samples) -> Settings {
        let scale = self.scale.unwrap_or_else(|| {
            let scale = fit_scale(&samples.training);
            anstream::eprintln!("scale: {scale} centipawns are worth {:.1} % of the points", 100.0 / (1.0 + (-1.0_f64).exp()));
            scale
        });
        let threads = self.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), |threads| threads as usize);
        Settings {
            shape,
            epochs: self.epochs as usize,
            batch: self.batch as usize,
            rate: self.rate,
            final_rate: self.final_rate,
            result: self.result,
            final_result: self.final_result,
            scale,
            seed: self.seed,
            threads,
        }
    }
}

fn beside(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".checkpoint");
    name.into()
}

/// None if it was stopped.
fn read(arguments: &Arguments, catch: &interrupt::Catch) -> Result<Option<Samples>> {
    let total = arguments.files.iter().map(|path| std::fs::metadata(path).map_or(0, |metadata| metadata.len())).sum();
    let count = Arc::new(AtomicU64::new(0));
    let bytes = Bytes::new(total, Arc::clone(&count));
    let choice = Choice { quiet: Quiet { from_ply: arguments.skip, most: arguments.most }, holdout: arguments.holdout };
    let samples = Samples::read(&arguments.files, &choice, &count, catch.flag());
    bytes.finish();
    let samples = samples.context("'heirloom data filter' keeps what is good")?;
    if catch.take() {
        return Ok(None);
    }
    let (training, holdout) = (samples.training.len(), samples.holdout.len());
    anstream::eprintln!("{} games, {training} positions to train on, {holdout} held out", samples.games);
    if training == 0 {
        bail!("no quiet positions in these files");
    }
    Ok(Some(samples))
}

fn draw(plot: Option<&Path>, training: &Training<'_>) {
    // A picture that cannot be drawn does not end the training.
    if let Some(path) = plot
        && let Err(error) = curve::write(path, &training.state.curve, None, "")
    {
        anstream::eprintln!("heirloom: {}: {error}", path.display());
    }
}

/// Writes the net and says how far its whole numbers are from what was trained.
fn write_net(arguments: &Arguments, settings: &Settings, samples: &Samples, training: &Training<'_>) -> Result<()> {
    let Settings { epochs, batch, rate, final_rate, result, final_result, seed, .. } = settings;
    let last = training.state.curve.last();
    let about = vec![
        format!("{} games, {} positions, {} held out", samples.games, samples.training.len(), samples.holdout.len()),
        format!("{epochs} epochs of batches of {batch}, rate {rate} to {final_rate}, result {result} to {final_result}, seed {seed}"),
        format!("loss {:.6}, hold-out {:.6}", last.map_or(0.0, |point| point.training), last.map_or(0.0, |point| point.holdout)),
    ];
    let parts = quantise::parts(&training.state.model, settings.scale, about)?;
    let bytes = parts.to_bytes();
    let network = Network::from_bytes(&bytes)?;
    write_atomically(&arguments.out, &bytes).with_context(|| format!("cannot write {}", arguments.out.display()))?;
    let tested = if samples.holdout.is_empty() { &samples.training } else { &samples.holdout };
    let Difference { mean, largest } = quantise::difference(&network, &training.state.model, settings.scale, tested, 20_000);
    anstream::eprintln!(
        "{}: {} bytes; whole numbers differ by {mean:.2} centipawns, {largest:.1} at most",
        arguments.out.display(),
        bytes.len()
    );
    Ok(())
}

/// Positions done, with the losses.
struct Progress {
    bar: ProgressBar,
    epochs: usize,
}

impl Progress {
    fn new(settings: &Settings, samples: &Samples, seen: u64) -> Progress {
        let all = (samples.training.len() * settings.epochs) as u64;
        let bar = bar(all, "{bar:20} {percent:>3} %, {per_sec} positions, {eta} left; {msg}");
        bar.set_position(seen);
        bar.reset_eta();
        Progress { bar, epochs: settings.epochs }
    }

    fn show(&self, training: &Training<'_>, point: Option<Point>) {
        self.bar.set_position(training.seen());
        let Some(point) = point else { return };
        let text = format!("epoch {}/{}: loss {:.6}, hold-out {:.6}", point.epoch, self.epochs, point.training, point.holdout);
        if self.bar.is_hidden() {
            let rate = self.bar.per_sec() / 1e6;
            anstream::eprintln!("{text}, {rate:.2} million positions a second");
        }
        self.bar.set_message(text);
    }

    fn finish(&self) {
        self.bar.abandon();
    }
}
