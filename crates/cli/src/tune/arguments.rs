//! The arguments of `heirloom tune`.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use heirloom_training::rate::Schedule;
use heirloom_training::texel::checkpoint::Checkpoint;
use heirloom_training::texel::optimizer::Method;
use heirloom_training::texel::selection::Selection;
use heirloom_training::texel::source::SourceOptions;
use heirloom_training::texel::source::games::Choice;
use heirloom_training::texel::train::Settings;

use super::sibling;
use crate::named::{Named, named};

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom tune quiet-labeled.epd.zst --out crates/flagship/src/eval/classical/weights.rs
  heirloom tune games.pgn --settle --lambda 0.5     self-play games: results and scores
  heirloom tune data.epd --only 'passed*,TEMPO'     tune some terms, keep the others
  heirloom tune data.epd --resume --epochs 400      continue after an interruption

Files: PGN games (*.pgn), or one position per line with the result or score from White's point of view:
  FEN c9 \"1-0\";     FEN [0.5] 31     FEN | 31 | 0.5     FEN,31
All files may be compressed. See docs/tuning.md for details.")]
pub struct Arguments {
    /// Labeled positions and games
    #[arg(required_unless_present = "list")]
    pub files: Vec<PathBuf>,
    /// Evaluation to tune: flagship or rofchade
    #[arg(long, default_value = "flagship")]
    pub evaluation: String,
    /// List all terms and values, and exit
    #[arg(long)]
    pub list: bool,
    /// Output file for the tuned source code
    #[arg(long, default_value = "weights.rs")]
    pub out: PathBuf,
    /// Plot the loss curve, as SVG or PNG [default: next to the weights]
    #[arg(long)]
    curve: Option<PathBuf>,
    /// Checkpoint file [default: next to the weights]
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// Continue from the checkpoint with its settings
    #[arg(long)]
    pub resume: bool,

    /// Resolve captures: replace each position by the quiet one its captures lead to
    #[arg(long, help_heading = "Data")]
    settle: bool,
    /// Skip the first N plies of each game
    #[arg(long, value_name = "N", default_value_t = 16, help_heading = "Data")]
    skip_plies: usize,
    /// Use one in N positions of each game
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Data",
        value_parser = clap::value_parser!(u32).range(1..))]
    one_in: u32,
    /// Share of games to hold out (of blocks of lines, in position files)
    #[arg(long, default_value_t = 0.1, help_heading = "Data")]
    holdout: f64,
    /// Centipawns per score unit in position files
    #[arg(long, default_value_t = 1.0, help_heading = "Data")]
    score_unit: f64,
    /// Keep duplicate positions
    #[arg(long, help_heading = "Data")]
    keep_duplicates: bool,
    /// Stop reading after N positions; 0 for never
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Data")]
    limit: usize,

    /// Tune only these terms, separated by commas; a name may end in *
    #[arg(long, value_delimiter = ',', help_heading = "Terms")]
    only: Vec<String>,
    /// Do not tune these terms
    #[arg(long, value_delimiter = ',', help_heading = "Terms")]
    fix: Vec<String>,
    /// Do not tune values used by fewer than N positions
    #[arg(long, value_name = "N", default_value_t = 50, help_heading = "Terms")]
    least: u32,
    /// Keep the means of piece-square tables instead of moving them into the material values
    #[arg(long, help_heading = "Terms")]
    pub keep_means: bool,

    /// Weight of scores against results: 0 for results only, 1 for scores only
    #[arg(long, default_value_t = 0.0, help_heading = "Training")]
    pub lambda: f64,
    /// Steepness of the sigmoid [default: fitted to the initial weights]
    #[arg(long, help_heading = "Training")]
    pub k: Option<f64>,
    /// Maximum number of epochs [default: 200]
    #[arg(long, help_heading = "Training")]
    epochs: Option<usize>,
    /// Stop after N epochs without a better hold-out loss; 0 for never [default: 20]
    #[arg(long, value_name = "N", help_heading = "Training")]
    patience: Option<usize>,
    /// Batch size in positions
    #[arg(long, default_value_t = 16384, help_heading = "Training")]
    batch: usize,
    /// Optimizer
    #[arg(long, value_parser = named(OPTIMIZERS), default_value = "adam", help_heading = "Training")]
    optimizer: Method,
    /// Initial learning rate: with Adam, about the step size in centipawns
    #[arg(long, default_value_t = 1.0, help_heading = "Training")]
    pub rate: f64,
    /// Final learning rate
    #[arg(long, default_value_t = 0.01, help_heading = "Training")]
    final_rate: f64,
    /// Learning rate schedule
    #[arg(long, value_parser = named(SCHEDULES), default_value = "cosine", help_heading = "Training")]
    schedule: Schedule,
    /// Regularization: add this times the sum of the squared changes in pawns to the loss
    #[arg(long, default_value_t = 0.0, help_heading = "Training")]
    pull: f64,
    /// Random seed
    #[arg(long, default_value_t = 1, help_heading = "Training")]
    seed: u64,
    /// Number of threads [default: all CPUs]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
}

const OPTIMIZERS: &Named<Method> = &[("adam", "", Method::Adam), ("adagrad", "", Method::AdaGrad)];

const SCHEDULES: &Named<Schedule> =
    &[("constant", "", Schedule::Constant), ("cosine", "", Schedule::Cosine), ("steps", "", Schedule::Steps)];

impl Arguments {
    /// Checks numbers, and that no unfinished training is lost. Fails with the remedy.
    pub fn check(&self) -> Result<()> {
        let share = |name: &str, value: f64, most: f64| {
            if (0.0..=most).contains(&value) {
                Ok(())
            } else {
                bail!("--{name} is {value}; expected 0 to {most}")
            }
        };
        share("holdout", self.holdout, 0.9)?;
        share("lambda", self.lambda, 1.0)?;
        for (name, value) in
            [("rate", self.rate), ("k", self.k.unwrap_or(1.0)), ("score-unit", self.score_unit)]
        {
            if !(value > 0.0 && value.is_finite()) {
                bail!("--{name} is {value}; expected a number above 0");
            }
        }
        for (name, value) in [("final-rate", self.final_rate), ("pull", self.pull)] {
            if !(value >= 0.0 && value.is_finite()) {
                bail!("--{name} is {value}; expected 0 or more");
            }
        }
        let path = self.checkpoint();
        let unfinished = || Checkpoint::read(&path).is_ok_and(|found| !found.finished);
        if !self.resume && path.exists() && unfinished() {
            bail!(
                "{} belongs to an unfinished run; use --resume to continue, or delete it to start over",
                path.display()
            );
        }
        Ok(())
    }

    /// Returns the checkpoint file.
    pub fn checkpoint(&self) -> PathBuf {
        self.checkpoint.clone().unwrap_or_else(|| sibling(&self.out, ".checkpoint.json"))
    }

    /// Returns the file of the loss curve.
    pub fn curve(&self) -> PathBuf {
        self.curve.clone().unwrap_or_else(|| sibling(&self.out, ".loss.svg"))
    }

    /// Returns how positions are read.
    pub fn reading(&self) -> SourceOptions {
        SourceOptions {
            quiet: self.settle,
            choice: Choice { skip_plies: self.skip_plies, one_in: self.one_in },
            holdout: self.holdout,
            score_unit: self.score_unit,
            keep_duplicates: self.keep_duplicates,
            limit: self.limit,
            seed: self.seed,
        }
    }

    /// Returns which terms are tuned.
    pub fn selection(&self) -> Selection {
        Selection { only: self.only.clone(), fix: self.fix.clone(), least: self.least }
    }

    /// Returns the settings of the training.
    pub fn settings(&self) -> Settings {
        let mut settings = Settings {
            batch: self.batch.max(1),
            method: self.optimizer,
            rate: self.rate,
            final_rate: self.final_rate,
            schedule: self.schedule,
            pull: self.pull,
            seed: self.seed,
            ..Settings::default()
        };
        self.extend(&mut settings);
        settings
    }

    /// Changes the settings that a resumed training may change.
    pub fn extend(&self, settings: &mut Settings) {
        settings.epochs = self.epochs.unwrap_or(settings.epochs);
        settings.patience = self.patience.unwrap_or(settings.patience);
    }

    /// Returns everything that affects the samples and the loss.
    pub fn question(&self) -> String {
        format!("{:?} {:?} {:?} {} {:?}", self.files, self.reading(), self.selection(), self.lambda, self.k)
    }
}
