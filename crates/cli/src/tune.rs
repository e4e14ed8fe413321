//! `heirloom tune`: evaluation weights tuned by Texel's method on labeled positions and games.

mod arguments;
mod progress;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use heirloom_training::checkpoint::TrainingEnd;
use heirloom_training::curve;
use heirloom_training::texel::checkpoint::{Checkpoint, Identity};
use heirloom_training::texel::flagship::Flagship;
use heirloom_training::texel::loss::{self, Sigmoid};
use heirloom_training::texel::model::{Model, Tunable};
use heirloom_training::texel::report;
use heirloom_training::texel::rofchade::RofChade;
use heirloom_training::texel::samples::Samples;
use heirloom_training::texel::score::Weights;
use heirloom_training::texel::source::{Source, SourceCounts};
use heirloom_training::texel::train::{Dataset, State, Training};
use heirloom_training::texel::{center::center, summary};

use crate::destination::replace;
use crate::interrupt;
use crate::invocation::Invocation;
use crate::progress::reading;
pub use arguments::Arguments;

/// All evaluations that can be tuned.
const EVALUATIONS: &[&dyn Tunable] = &[&Flagship, &RofChade];

/// The minimum interval between two checkpoints.
const CHECKPOINTS: Duration = Duration::from_secs(20);

/// Tunes and writes the weights.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<()> {
    let evaluation = find(&arguments.evaluation)?;
    let model = evaluation.model();
    if arguments.list {
        return Ok(write!(std::io::stdout(), "{}", summary::terms(&model))?);
    }
    arguments.check()?;
    let threads = arguments.threads.unwrap_or(0) as usize;
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start the threads")?;
    pool.install(|| tune(arguments, evaluation, &model))
}

fn find(name: &str) -> Result<&'static dyn Tunable> {
    let known = || EVALUATIONS.iter().map(|evaluation| evaluation.name()).collect::<Vec<_>>().join(", ");
    let found = EVALUATIONS.iter().find(|evaluation| evaluation.name().eq_ignore_ascii_case(name));
    found.copied().with_context(|| format!("no evaluation named '{name}'; expected {}", known()))
}

fn tune(arguments: &Arguments, evaluation: &dyn Tunable, model: &Model) -> Result<()> {
    let catch = interrupt::catch();
    let (sets, counts) = read(arguments, evaluation, model, catch.flag())?;
    if catch.take() {
        bail!("interrupted while reading positions; nothing was written");
    }
    write!(std::io::stdout(), "{}", summary::data(&counts, &sets))?;
    if let Some(refusal) = summary::refusal(&counts, &sets[0]) {
        bail!(refusal);
    }
    let seen = sets[0].occurrences(model.parameters.len());
    let tuned = arguments.selection().tuned(model, &seen)?;
    let identity = Identity::new(evaluation.name(), model, [&sets[0], &sets[1]], arguments.question());
    let mut checkpoint = match arguments.resume {
        true => {
            let path = arguments.checkpoint();
            let found =
                Checkpoint::read(&path).with_context(|| format!("cannot resume from {}", path.display()))?;
            found.check(&identity).with_context(|| format!("cannot resume from {}", path.display()))?;
            Some(found)
        }
        false => None,
    };
    let mut settings = arguments.settings();
    let state = checkpoint.as_mut().map(|found| {
        arguments.extend(&mut found.settings);
        settings = found.settings.clone();
        found.state.clone()
    });
    let known = checkpoint.map(|found| (found.k, found.score_k));
    let (k, score_k) = match known {
        Some(known) => known,
        None => fit(arguments, model, &sets[0])?,
    };
    let sets = sets.map(|samples| {
        let targets = loss::targets(&samples, arguments.lambda, Sigmoid::new(score_k));
        Dataset { samples, targets }
    });
    let count = tuned.iter().filter(|tuned| **tuned).count();
    writeln!(std::io::stdout(), "K {k:.4}; tuning {count} of {} values", tuned.len())?;
    let write_down = |state: &State, finished: bool| {
        let checkpoint = Checkpoint {
            identity: identity.clone(),
            settings: settings.clone(),
            k,
            score_k,
            finished,
            state: state.clone(),
        };
        checkpoint
            .write(&arguments.checkpoint())
            .with_context(|| format!("cannot write {}", arguments.checkpoint().display()))
    };
    let mut training = Training::new(model, [&sets[0], &sets[1]], Sigmoid::new(k), &settings, &tuned, state);
    let bar = progress::TuningBar::new(
        &settings,
        sets[0].samples.len(),
        training.state.curve.len().saturating_sub(1),
    );
    let (mut written, mut failed) = (Instant::now(), None);
    let end = training.run(catch.flag(), &mut |progress, state| {
        bar.show(progress, state);
        if progress.point.is_some() && written.elapsed() > CHECKPOINTS {
            written = Instant::now();
            failed = write_down(state, false).err().or(failed.take());
        }
    });
    bar.finish();
    let finished = matches!(end, TrainingEnd::Done | TrainingEnd::Patience);
    write_down(&training.state, finished)?;
    if let Some(error) = failed {
        writeln!(std::io::stderr(), "heirloom: cannot write an intermediate checkpoint: {error:#}")?;
    }
    let outcome = Outcome { evaluation, model, seen: &seen, tuned: &tuned, k, counts: &counts };
    outcome.write(arguments, &training.state, end)
}

/// Reads all files into training and hold-out samples.
fn read(
    arguments: &Arguments,
    evaluation: &dyn Tunable,
    model: &Model,
    stop: &AtomicBool,
) -> Result<([Samples; 2], SourceCounts)> {
    let (files, options) = (&arguments.files, arguments.reading());
    let mut source = Source::new(evaluation, model, &options);
    reading(files, |count| files.iter().try_for_each(|file| source.read(file, Arc::clone(&count), stop)))?;
    Ok(source.finish())
}

/// Returns the K of the initial evaluation and the K of the scores in the data.
fn fit(arguments: &Arguments, model: &Model, samples: &Samples) -> Result<(f64, f64)> {
    let score_k = summary::fit_score_k(samples).unwrap_or(1.0);
    if let Some(k) = arguments.k {
        return Ok((k, score_k));
    }
    let targets = loss::targets(samples, arguments.lambda, Sigmoid::new(score_k));
    let scores = loss::scores(samples, &Weights::new(model, &model.values()));
    let k = loss::fit_k(&scores, &targets).context(
        "cannot fit K, as the evaluation does not predict the results; they must be from White's point of \
            view. To set K, use --k",
    )?;
    Ok((k, score_k))
}

/// The result of a tuning.
struct Outcome<'a> {
    evaluation: &'a dyn Tunable,
    model: &'a Model,
    seen: &'a [u32],
    tuned: &'a [bool],
    k: f64,
    counts: &'a SourceCounts,
}

impl Outcome<'_> {
    fn write(&self, arguments: &Arguments, state: &State, end: TrainingEnd) -> Result<()> {
        let mut tuned = self.model.with_values(&state.best);
        if !arguments.keep_means {
            center(&mut tuned, self.model, self.tuned);
        }
        let path = &arguments.out;
        let about = summary::about(self.evaluation, self.counts, self.k, &arguments.files, state);
        let text = self.evaluation.print(&tuned, &about);
        replace(path, text.as_bytes())?;
        let mut out = std::io::stdout();
        write!(out, "\n{}", report::table(self.model, &tuned, self.seen, self.tuned))?;
        let (first, epochs) =
            (state.curve.first().map_or(0.0, |point| point.holdout), state.curve.len().saturating_sub(1));
        writeln!(
            out,
            "\nhold-out loss {first:.6} -> {:.6}, best after epoch {} of {epochs}",
            state.best_loss, state.best_epoch
        )?;
        if epochs > 0 {
            let picture = arguments.curve();
            curve::write(&picture, &state.curve, Some(state.best_epoch), " (centipawns)")
                .with_context(|| picture.display().to_string())?;
            writeln!(out, "loss curve: {}", picture.display())?;
        }
        writeln!(out, "weights: {}", path.display())?;
        match end {
            TrainingEnd::Done | TrainingEnd::Patience => {}
            TrainingEnd::Stopped => writeln!(
                out,
                "interrupted; run the same command with --resume to continue after epoch {epochs}"
            )?,
            TrainingEnd::Diverged => {
                bail!("the values diverged after epoch {epochs}; try a --rate below {}", arguments.rate)
            }
        }
        Ok(())
    }
}

/// Returns a path with another ending.
fn sibling(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(ending);
    path.with_file_name(name)
}
