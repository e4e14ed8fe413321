//! `heirloom train`: a net trained on self-play games.

mod arguments;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use heirloom_flagship::classical::Evaluator;
use heirloom_flagship::net::{Network, Parts};
use heirloom_training::checkpoint::TrainingEnd;
use heirloom_training::curve::{self, EpochLosses};
use heirloom_training::nnue::checkpoint::{self, Identity};
use heirloom_training::nnue::dataset::Dataset;
use heirloom_training::nnue::model::Shape;
use heirloom_training::nnue::quantize::{self, QuantizationError};
use heirloom_training::nnue::sample::Sample;
use heirloom_training::nnue::samples::{SampleChoice, Samples};
use heirloom_training::nnue::store::{self, Store};
use heirloom_training::nnue::summary::{Origin, about};
use heirloom_training::nnue::train::{Settings, State, Training};
use heirloom_training::nnue::trained_net::TrainedNet;
use heirloom_training::nnue::yardstick;
use heirloom_workshop::plural;
use indicatif::ProgressBar;

use crate::destination::replace;
use crate::interrupt;
use crate::invocation::Invocation;
use crate::progress::{ByteBar, bar, remark};
pub use arguments::Arguments;

/// The interval between two checkpoints.
const CHECKPOINTS: Duration = Duration::from_secs(120);

/// The remedy for games that cannot be read.
const HOW_TO_FILTER: &str = "cannot use these games; 'heirloom data filter' keeps the good ones";

/// Trains and writes the net.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<()> {
    let before = arguments.from.as_deref().map(read_before).transpose()?;
    let Some(shape) = before
        .as_ref()
        .map_or_else(|| Shape::new(arguments.hidden, arguments.buckets), |before| Some(before.model.shape))
    else {
        bail!(
            "--hidden {} --buckets {}: expected a multiple of 32 up to 2048, and 1 to 16",
            arguments.hidden,
            arguments.buckets
        )
    };
    let checkpoint = arguments.checkpoint.clone().unwrap_or_else(|| sibling(&arguments.out));
    if !arguments.resume && checkpoint.exists() {
        bail!(
            "{} already exists; use --resume to continue it, or remove it to start over",
            checkpoint.display()
        );
    }
    let catch = interrupt::catch();
    let Some(source) = read(arguments, before.as_ref(), &catch)? else { return Ok(()) };
    let settings = arguments.settings(shape, before.as_ref(), &source)?;
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(settings.threads)
        .build()
        .context("cannot start the threads")?;
    let identity = Identity::new(&settings, &source);
    let state = if arguments.resume && checkpoint.exists() {
        checkpoint::read(&checkpoint, &identity)
            .with_context(|| format!("cannot resume from {}", checkpoint.display()))?
    } else {
        State::new(&settings, before.map(|before| before.model))
    };
    let mut training = Training::new(&settings, &source, state)?;
    let save = |state: &State| {
        checkpoint::write(&checkpoint, &identity, state)
            .with_context(|| format!("cannot write {}", checkpoint.display()))
    };
    let mut progress = Progress::new(&settings, source.training(), training.seen());
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
    match end? {
        TrainingEnd::Done | TrainingEnd::Patience => {}
        TrainingEnd::Stopped => {
            save(&training.state)?;
            anstream::eprintln!(
                "stopped; run the same command with --resume to continue from {}",
                checkpoint.display()
            );
            return Ok(());
        }
        TrainingEnd::Diverged => bail!("the loss is no longer finite; try a lower --rate"),
    }
    write_net(arguments, &settings, &source, &training)?;
    // It is no longer needed: the net contains the result.
    let _ = std::fs::remove_file(&checkpoint);
    Ok(())
}

/// Reads an initial net.
pub fn read_before(path: &Path) -> Result<TrainedNet> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    TrainedNet::from_bytes(&bytes).with_context(|| path.display().to_string())
}

fn sibling(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".checkpoint");
    name.into()
}

/// Reads the positions; returns none if it was stopped.
fn read(
    arguments: &Arguments,
    before: Option<&TrainedNet>,
    catch: &interrupt::InterruptGuard,
) -> Result<Option<Dataset>> {
    let recipe = arguments.recipe(before)?;
    let known = arguments.stream.as_deref().map(|folder| Store::open(folder, &recipe)).transpose()?.flatten();
    let source = match known {
        Some(store) => Some(Dataset::open(store)?),
        None => read_games(arguments, before, recipe, catch)?,
    };
    let Some(source) = source.filter(|_| !catch.take()) else { return Ok(None) };
    let (training, holdout) = (source.training(), source.holdout().len());
    remark!("{}, {training} training positions, {holdout} held out", plural::games(source.games()));
    if training == 0 {
        bail!("no positions to train on in these files");
    }
    Ok(Some(source))
}

/// Reads games into memory, or distributes their positions among the files of a folder. Returns none if it
/// was stopped.
fn read_games(
    arguments: &Arguments,
    before: Option<&TrainedNet>,
    recipe: serde_json::Value,
    catch: &interrupt::InterruptGuard,
) -> Result<Option<Dataset>> {
    let files = &arguments.files;
    let total = files.iter().map(|path| std::fs::metadata(path).map_or(0, |metadata| metadata.len())).sum();
    let classical = arguments.is_hybrid(before).then(Evaluator::default);
    let choice = SampleChoice { kind: arguments.lesson(before)?, classical, holdout: arguments.holdout };
    let count = Arc::new(AtomicU64::new(0));
    let bytes = ByteBar::new(total, Arc::clone(&count));
    let source = match &arguments.stream {
        None => Samples::read(files, choice, &count, catch.flag())
            .map(|samples| Some(Dataset::Memory(samples)))
            .context(HOW_TO_FILTER),
        Some(folder) => {
            let parts = store::parts_for((total as f64 * arguments.imitate.unwrap_or(1.0)) as u64);
            let store = Store::create(folder, files, choice, recipe, parts, &count, catch.flag())
                .context(HOW_TO_FILTER);
            store.and_then(|store| Ok(store.map(Dataset::open).transpose()?))
        }
    };
    bytes.finish();
    source
}

fn draw(plot: Option<&Path>, training: &Training<'_>) {
    // A plot that cannot be written does not end the training.
    if let Some(path) = plot
        && let Err(error) = curve::write(path, &training.state.curve, None, "")
    {
        anstream::eprintln!("heirloom: {}: {error}", path.display());
    }
}

/// Writes the net and prints its quantization error.
fn write_net(
    arguments: &Arguments,
    settings: &Settings,
    source: &Dataset,
    training: &Training<'_>,
) -> Result<()> {
    let file_name = |path: &PathBuf| name(path).into_owned();
    let origin = Origin {
        from: arguments.from.as_ref().map(file_name),
        imitates: arguments.imitate.is_some(),
        teacher: arguments.teacher.as_ref().map(file_name),
        td_lambda: arguments.td_lambda,
    };
    let about = about(&origin, settings, source, training);
    let parts = quantize::parts(&training.state.model, settings.scale, about)?;
    let network = Network::from_bytes(&parts.to_bytes())?;
    let measure = |samples: &[Sample]| -> Result<(QuantizationError, Option<u32>)> {
        let difference =
            quantize::difference(&network, &training.state.model, settings.scale, samples, 20_000);
        // Positions near games have no results.
        let even = if arguments.imitate.is_some() { None } else { yardstick::win_half(&parts, samples)? };
        Ok((difference, even))
    };
    let (QuantizationError { mean, largest }, even) =
        if source.holdout().is_empty() { source.some(measure)?? } else { measure(source.holdout())? };
    let bytes = Parts { win_half: even, ..parts.clone() }.to_bytes();
    replace(&arguments.out, &bytes)?;
    remark!(
        "{}: {} bytes; mean quantization error {mean:.2} centipawns, at most {largest:.1}",
        arguments.out.display(),
        bytes.len()
    );
    match even {
        Some(even) => remark!("50% win chance at {} centipawns", f64::from(even) / 10.0),
        None => remark!(
            "50% win chance not measured, too few positions with results; use 'heirloom data yardstick \
                state'"
        ),
    }
    Ok(())
}

/// Returns the name of a file without its folder.
pub fn name(path: &Path) -> Cow<'_, str> {
    path.file_name().unwrap_or_default().to_string_lossy()
}

/// The progress of a training: positions and losses.
struct Progress {
    bar: ProgressBar,
    epochs: usize,
    /// When the epoch or this run began, and how many positions had been seen then.
    begun: (Instant, u64),
}

impl Progress {
    fn new(settings: &Settings, samples: usize, seen: u64) -> Progress {
        let all = (samples * settings.epochs) as u64;
        let bar = bar(all, "{bar:20} {percent:>3}%, {per_sec}, {eta} left; {msg}");
        bar.set_position(seen);
        bar.reset_eta();
        Progress { bar, epochs: settings.epochs, begun: (Instant::now(), seen) }
    }

    fn show(&mut self, training: &Training<'_>, point: Option<EpochLosses>) {
        let seen = training.seen();
        self.bar.set_position(seen);
        let Some(point) = point else { return };
        let text = format!(
            "epoch {}/{}: loss {:.6}, hold-out {:.6}",
            point.epoch, self.epochs, point.training, point.holdout
        );
        let (begun, before) = std::mem::replace(&mut self.begun, (Instant::now(), seen));
        if self.bar.is_hidden() {
            let rate = (seen - before) as f64 / begun.elapsed().as_secs_f64().max(1e-9) / 1e6;
            remark!("{text}, {rate:.2} million positions/s");
        }
        self.bar.set_message(text);
    }

    fn finish(&self) {
        self.bar.abandon();
    }
}
