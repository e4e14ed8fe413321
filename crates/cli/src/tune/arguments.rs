//! The words of `heirloom tune`.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use heirloom_training::rate::Schedule;
use heirloom_training::texel::checkpoint::Checkpoint;
use heirloom_training::texel::optimizer::Method;
use heirloom_training::texel::selection::Selection;
use heirloom_training::texel::source::Reading;
use heirloom_training::texel::source::games::Choice;
use heirloom_training::texel::train::Settings;

use super::beside;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom tune quiet-labeled.epd.zst --out crates/flagship/src/eval/classical/weights.rs
  heirloom tune games.pgn --settle --lambda 0.5     our own games: results and scores alike
  heirloom tune data.epd --only 'passed*,TEMPO'     some terms, the others stay
  heirloom tune data.epd --resume --epochs 400      go on after Ctrl-C or a kill

Files: PGN games (*.pgn), or one position in each line with White's result or score:
  FEN c9 \"1-0\";     FEN [0.5] 31     FEN | 31 | 0.5     FEN,31
Any of them may be packed. docs/tuning.md says more.")]
pub struct Arguments {
    /// Labelled positions and games
    #[arg(required_unless_present = "list")]
    pub files: Vec<PathBuf>,
    /// The evaluation: flagship or rofchade
    #[arg(long, default_value = "flagship")]
    pub evaluation: String,
    /// Show all terms and values, and end
    #[arg(long)]
    pub list: bool,
    /// Where the tuned source text goes
    #[arg(long, default_value = "weights.rs")]
    pub out: PathBuf,
    /// The loss curve, as SVG or PNG [default: beside the weights]
    #[arg(long)]
    curve: Option<PathBuf>,
    /// Where the training is written down, to go on later [default: beside the weights]
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// Go on where the checkpoint stands, with the settings it began with
    #[arg(long)]
    pub resume: bool,

    /// Follow the captures of each position to a quiet one
    #[arg(long, help_heading = "Data")]
    settle: bool,
    /// Of games: leave out this many plies at the beginning
    #[arg(long, default_value_t = 16, help_heading = "Data")]
    skip_plies: usize,
    /// Of games: take one in so many positions
    #[arg(long, default_value_t = 1, help_heading = "Data", value_parser = clap::value_parser!(u32).range(1..))]
    one_in: u32,
    /// The share of games (of blocks of lines, in files of positions) that is held out
    #[arg(long, default_value_t = 0.1, help_heading = "Data")]
    holdout: f64,
    /// Centipawns of one unit of the scores in files of positions
    #[arg(long, default_value_t = 1.0, help_heading = "Data")]
    score_unit: f64,
    /// Take positions again that were there before
    #[arg(long, help_heading = "Data")]
    keep_duplicates: bool,
    /// Stop reading after this many positions; 0 for never
    #[arg(long, default_value_t = 0, help_heading = "Data")]
    limit: usize,

    /// Tune these terms only, separated by commas; a name may end with *
    #[arg(long, value_delimiter = ',', help_heading = "Terms")]
    only: Vec<String>,
    /// Do not tune these terms
    #[arg(long, value_delimiter = ',', help_heading = "Terms")]
    fix: Vec<String>,
    /// Leave values alone that fewer positions use
    #[arg(long, default_value_t = 50, help_heading = "Terms")]
    least: u32,
    /// Leave the mean of a piece-square table where it is instead of moving it into the material
    #[arg(long, help_heading = "Terms")]
    pub keep_means: bool,

    /// The weight of scores against results where a position has both: 0 for results only, 1 for scores only
    #[arg(long, default_value_t = 0.0, help_heading = "Training")]
    pub lambda: f64,
    /// The steepness of the sigmoid, instead of fitting it on the untouched weights
    #[arg(long, help_heading = "Training")]
    pub k: Option<f64>,
    /// Passes over the data at most [default: 200]
    #[arg(long, help_heading = "Training")]
    epochs: Option<usize>,
    /// End after so many epochs without a better hold-out loss; 0 for never [default: 20]
    #[arg(long, help_heading = "Training")]
    patience: Option<usize>,
    /// Positions for each step
    #[arg(long, default_value_t = 16384, help_heading = "Training")]
    batch: usize,
    /// The method
    #[arg(long, value_enum, default_value_t = Optimizer::Adam, help_heading = "Training")]
    optimizer: Optimizer,
    /// The rate at first: with Adam about the centipawns of a step
    #[arg(long, default_value_t = 1.0, help_heading = "Training")]
    pub rate: f64,
    /// The rate at last
    #[arg(long, default_value_t = 0.01, help_heading = "Training")]
    final_rate: f64,
    /// How the rate falls
    #[arg(long, value_enum, default_value_t = Falls::Cosine, help_heading = "Training")]
    schedule: Falls,
    /// Pull towards the start: this times the sum of the squared changes in pawns is added to the loss
    #[arg(long, default_value_t = 0.0, help_heading = "Training")]
    pull: f64,
    /// Of all that is random
    #[arg(long, default_value_t = 1, help_heading = "Training")]
    seed: u64,
    /// Threads [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
}

/// The optimizers by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Optimizer {
    Adam,
    Adagrad,
}

/// The schedules by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Falls {
    Constant,
    Cosine,
    Steps,
}

impl Arguments {
    /// Numbers that make no sense, and a checkpoint that would be lost.
    ///
    /// # Errors
    /// What to write instead.
    pub fn check(&self) -> Result<()> {
        let share = |name: &str, value: f64, most: f64| {
            if (0.0..=most).contains(&value) { Ok(()) } else { bail!("--{name} is {value}; expected 0 to {most}") }
        };
        share("holdout", self.holdout, 0.9)?;
        share("lambda", self.lambda, 1.0)?;
        for (name, value) in [("rate", self.rate), ("k", self.k.unwrap_or(1.0)), ("score-unit", self.score_unit)] {
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
            bail!("{} is a training that has not ended: --resume goes on with it; delete it to begin anew", path.display());
        }
        Ok(())
    }

    /// Where the training is written down.
    pub fn checkpoint(&self) -> PathBuf {
        self.checkpoint.clone().unwrap_or_else(|| beside(&self.out, ".checkpoint.json"))
    }

    /// Where the loss curve goes.
    pub fn curve(&self) -> PathBuf {
        self.curve.clone().unwrap_or_else(|| beside(&self.out, ".loss.svg"))
    }

    /// How positions are read.
    pub fn reading(&self) -> Reading {
        Reading {
            quiet: self.settle,
            choice: Choice { skip_plies: self.skip_plies, one_in: self.one_in },
            holdout: self.holdout,
            score_unit: self.score_unit,
            keep_duplicates: self.keep_duplicates,
            limit: self.limit,
            seed: self.seed,
        }
    }

    /// Which terms are tuned.
    pub fn selection(&self) -> Selection {
        Selection { only: self.only.clone(), fix: self.fix.clone(), least: self.least }
    }

    /// How to train.
    pub fn settings(&self) -> Settings {
        let mut settings = Settings {
            batch: self.batch.max(1),
            method: match self.optimizer {
                Optimizer::Adam => Method::Adam,
                Optimizer::Adagrad => Method::AdaGrad,
            },
            rate: self.rate,
            final_rate: self.final_rate,
            schedule: match self.schedule {
                Falls::Constant => Schedule::Constant,
                Falls::Cosine => Schedule::Cosine,
                Falls::Steps => Schedule::Steps,
            },
            pull: self.pull,
            seed: self.seed,
            ..Settings::default()
        };
        self.extend(&mut settings);
        settings
    }

    /// What may be changed while a training goes on.
    pub fn extend(&self, settings: &mut Settings) {
        settings.epochs = self.epochs.unwrap_or(settings.epochs);
        settings.patience = self.patience.unwrap_or(settings.patience);
    }

    /// All that decides which samples there are and what is asked of them.
    pub fn question(&self) -> String {
        format!("{:?} {:?} {:?} {} {:?}", self.files, self.reading(), self.selection(), self.lambda, self.k)
    }
}
