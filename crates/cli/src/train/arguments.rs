//! The words of `heirloom train`, and what they mean for the training.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use heirloom_flagship::eval::nnue::network::{MOST_SCALE, Network};
use heirloom_training::games::hindsight::Hindsight;
use heirloom_training::games::quiet::Quiet;
use heirloom_training::nnue::before::Before;
use heirloom_training::nnue::imitation::{Imitation, Teacher};
use heirloom_training::nnue::model::Shape;
use heirloom_training::nnue::samples::Lesson;
use heirloom_training::nnue::store::StoreError;
use heirloom_training::nnue::supply::Source;
use heirloom_training::nnue::train::{Settings, fit_scale};

use crate::progress::remark;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom train games --out my.net                                 128 neurons, 8 outputs, a share of the classical evaluation
  heirloom train games --out my.net --classical 0                   the same without it
  heirloom train games --out first.net --imitate 1.5                learns the classical evaluation ...
  heirloom train games --out my.net --from first.net                ... and then what searches know better
  heirloom train games --out alone.net --from first.net --imitate 3 --teacher my.net     learns what another net says
  heirloom train games more.games --out my.net --hidden 256 --epochs 40 --plot loss.png
  heirloom train games more.games --out my.net --hidden 256 --epochs 40 --resume     after Ctrl-C or a kill
  heirloom train folder/*.games --out my.net --stream positions    more positions than memory holds
  heirloom match --engine 'heirloom option.EvalFile=my.net' --engine heirloom --control 4+0.04

docs/nnue.md says more.")]
pub struct Arguments {
    /// Files of games
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
    /// The net
    #[arg(long)]
    pub(super) out: PathBuf,
    /// Keep the positions shuffled in this folder instead of in memory, 32 bytes each: for more of them than memory holds. The folder stays, and is used
    /// again by the next training on the same games and choice of positions
    #[arg(long, value_name = "FOLDER")]
    pub(super) stream: Option<PathBuf>,
    /// Begin with the weights of this net instead of random numbers
    #[arg(long, conflicts_with_all = ["hidden", "buckets", "scale"])]
    pub(super) from: Option<PathBuf>,
    /// Learn what the classical evaluation says of positions beside the games, so many for each ply, instead of what searches said in them
    #[arg(long, value_parser = imitated, conflicts_with_all = ["td_lambda", "result", "final_result", "skip", "most"])]
    pub(super) imitate: Option<f64>,
    /// Imitate this net, together with the classical evaluation as far as it takes that over
    #[arg(long, requires = "imitate")]
    pub(super) teacher: Option<PathBuf>,
    /// How much of the classical evaluation the net takes over at first, besides what it says itself; it learns how much is best. 0 for a
    /// net that does without. 1 if nothing is said, or what --from does; 0 with --imitate
    #[arg(long, value_parser = share, conflicts_with = "imitate")]
    pub(super) classical: Option<f32>,
    /// Neurons for each side, a multiple of 32
    #[arg(long, default_value_t = 128)]
    pub(super) hidden: usize,
    /// Outputs, chosen by the number of pieces
    #[arg(long, default_value_t = 8)]
    pub(super) buckets: usize,
    /// Passes over all positions
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) epochs: u32,
    /// Positions for each step
    #[arg(long, default_value_t = 16384, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) batch: u32,
    /// The rate at first
    #[arg(long, default_value_t = 0.001, value_parser = share)]
    pub(super) rate: f32,
    /// The rate at last
    #[arg(long, default_value_t = 0.000_02, value_parser = share)]
    pub(super) final_rate: f32,
    /// Learn means over the rest of the game instead of the scores, TD(lambda): each ply later counts this times as much, and the result what
    /// is left. It needs --from or --scale
    #[arg(long, value_parser = share)]
    pub(super) td_lambda: Option<f32>,
    /// The weight of the results of the games in the first quarter; the rest is that of the scores
    #[arg(long, default_value_t = 0.1, value_parser = share)]
    pub(super) result: f32,
    /// The weight of the results at last
    #[arg(long, default_value_t = 0.2, value_parser = share)]
    pub(super) final_result: f32,
    /// Centipawns of an output of one; found from scores and results if nothing is said
    #[arg(long, value_parser = scale)]
    pub(super) scale: Option<f32>,
    /// One of so many games only tests; 0 for none
    #[arg(long, default_value_t = 50)]
    pub(super) holdout: u64,
    /// None of the first plies of a game
    #[arg(long, default_value_t = 16)]
    pub(super) skip: usize,
    /// No positions with a larger score, in centipawns
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(i16).range(1..))]
    pub(super) most: i16,
    /// Of the first weights and the order of positions
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Threads; all processors if nothing is said. Another number gives another net
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(super) threads: Option<u32>,
    /// Go on after Ctrl-C or a kill, with the same words
    #[arg(long)]
    pub(super) resume: bool,
    /// Where the training is written down now and then; beside the net if nothing is said
    #[arg(long)]
    pub(super) checkpoint: Option<PathBuf>,
    /// The losses as a picture, PNG or SVG
    #[arg(long)]
    pub(super) plot: Option<PathBuf>,
}

fn imitated(text: &str) -> Result<f64, String> {
    between(text, 0.01, 1000.0).map(f64::from)
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

impl Arguments {
    /// Positions beside a game have no results of their own.
    fn results(&self) -> (f32, f32) {
        if self.imitate.is_some() { (0.0, 0.0) } else { (self.result, self.final_result) }
    }

    /// The share of the classical evaluation to begin with; none for that of the net before.
    fn classical_share(&self) -> Option<f32> {
        let usual = if self.imitate.is_some() { Some(0.0) } else { self.from.is_none().then_some(1.0) };
        self.classical.or(usual)
    }

    /// Is the net to know what the classical evaluation says?
    pub(super) fn is_hybrid(&self, before: Option<&Before>) -> bool {
        self.classical_share().map_or_else(|| before.is_some_and(|before| before.model.is_hybrid()), |share| share != 0.0)
    }

    /// What is to be learned of the games.
    pub(super) fn lesson(&self, before: Option<&Before>) -> anyhow::Result<Lesson> {
        Ok(match self.imitate {
            Some(share) => Lesson::Imitation(Box::new(Imitation::new(share, self.teacher()?))),
            None => Lesson::Searches(Quiet { from_ply: self.skip, most: self.most, hindsight: self.hindsight(before)? }),
        })
    }

    /// What decides which positions there are, with which labels.
    ///
    /// # Errors
    /// A file that cannot be looked at.
    pub(super) fn recipe(&self, before: Option<&Before>) -> anyhow::Result<serde_json::Value> {
        let facts = |path: &PathBuf| -> anyhow::Result<serde_json::Value> {
            let metadata = std::fs::metadata(path).with_context(|| path.display().to_string())?;
            Ok(serde_json::json!([path, metadata.len()]))
        };
        Ok(serde_json::json!({
            "files": self.files.iter().map(facts).collect::<anyhow::Result<Vec<_>>>()?,
            "skip": self.skip,
            "most": self.most,
            "td_lambda": self.hindsight(before)?.map(|hindsight| (hindsight.lambda, hindsight.scale)),
            "imitate": self.imitate,
            "teacher": self.teacher,
            "classical": self.is_hybrid(before),
            "holdout": self.holdout,
        }))
    }

    /// Means over the rest of the game, if they are asked for.
    fn hindsight(&self, before: Option<&Before>) -> anyhow::Result<Option<Hindsight>> {
        let Some(lambda) = self.td_lambda else { return Ok(None) };
        let scale = self
            .scale
            .or(before.map(Before::search_scale))
            .context("--td-lambda needs to know what scores are worth: --from or --scale")?;
        Ok(Some(Hindsight { lambda, scale }))
    }

    /// Who is imitated.
    fn teacher(&self) -> anyhow::Result<Teacher> {
        let Some(path) = &self.teacher else { return Ok(Teacher::default()) };
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Teacher::net(Network::from_bytes(&bytes).with_context(|| path.display().to_string())?))
    }

    /// How to train.
    ///
    /// # Errors
    /// Samples that cannot be read.
    pub(super) fn settings(&self, shape: Shape, before: Option<&Before>, source: &Source) -> Result<Settings, StoreError> {
        let (result, final_result) = self.results();
        let scale = match self.scale.or(before.map(Before::search_scale)) {
            Some(scale) => scale,
            None => {
                let scale = source.some(fit_scale)?;
                remark!("scale: {scale} centipawns are worth {:.1} % of the points", 100.0 / (1.0 + (-1.0_f64).exp()));
                scale
            }
        };
        let threads = self.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), |threads| threads as usize);
        Ok(Settings {
            shape,
            epochs: self.epochs as usize,
            batch: self.batch as usize,
            rate: self.rate,
            final_rate: self.final_rate,
            result,
            final_result,
            scale,
            classical: self.classical_share(),
            seed: self.seed,
            threads,
            from: before.map(|before| before.checksum),
        })
    }
}
