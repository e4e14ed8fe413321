//! The arguments of `heirloom train` and their values.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use heirloom_flagship::net::{MAX_SCALE, Network};
use heirloom_training::games::quiet::Quiet;
use heirloom_training::games::td_lambda::TdLambda;
use heirloom_training::nnue::dataset::Dataset;
use heirloom_training::nnue::imitation::{Imitation, Teacher};
use heirloom_training::nnue::model::Shape;
use heirloom_training::nnue::samples::SampleKind;
use heirloom_training::nnue::store::StoreError;
use heirloom_training::nnue::train::{Settings, fit_scale};
use heirloom_training::nnue::trained_net::TrainedNet;

use crate::progress::remark;
use crate::thinking::threads;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom train games --out my.net                   with the classical evaluation
  heirloom train games --out my.net --classical 0     without the classical evaluation
  heirloom train games --out first.net --imitate 1.5  imitate the classical evaluation ...
  heirloom train games --out my.net --from first.net  ... then train on search scores
  heirloom train games --out alone.net --from first.net --imitate 3 --teacher my.net  imitate a net
  heirloom train games more.games --out my.net --hidden 256 --epochs 40 --plot loss.png
  heirloom train games more.games --out my.net --hidden 256 --epochs 40 --resume  continue
  heirloom train folder/*.games --out my.net --stream positions  when memory is too small
  heirloom match --engine 'heirloom option.EvalFile=my.net' --engine heirloom --control 4+0.04

See docs/nnue.md for details.")]
pub struct Arguments {
    /// Game data files
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
    /// The net to write
    #[arg(long)]
    pub(super) out: PathBuf,
    /// Keep the shuffled positions in this folder instead of in memory (32 bytes each). The folder is kept,
    /// and reused by the next training run on the same games with the same choice of positions
    #[arg(long, value_name = "FOLDER")]
    pub(super) stream: Option<PathBuf>,
    /// Start from the weights of this net instead of random ones
    #[arg(long, conflicts_with_all = ["hidden", "buckets", "scale"])]
    pub(super) from: Option<PathBuf>,
    /// Train on the classical evaluation of positions near the games, N per ply, instead of on the games'
    /// search scores
    #[arg(long, value_name = "N", value_parser = imitated,
        conflicts_with_all = ["td_lambda", "result", "final_result", "skip", "most"])]
    pub(super) imitate: Option<f64>,
    /// Imitate this net, including its share of the classical evaluation
    #[arg(long, requires = "imitate")]
    pub(super) teacher: Option<PathBuf>,
    /// Initial share of the classical evaluation in the net's evaluation; the best share is learned. 0 for a
    /// net without it [default: 1, or that of --from; 0 with --imitate]
    #[arg(long, value_parser = share, conflicts_with = "imitate")]
    pub(super) classical: Option<f32>,
    /// Hidden neurons per side, a multiple of 32
    #[arg(long, default_value_t = 128)]
    pub(super) hidden: usize,
    /// Output buckets, selected by the number of pieces
    #[arg(long, default_value_t = 8)]
    pub(super) buckets: usize,
    /// Number of epochs (passes over all positions)
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) epochs: u32,
    /// Batch size in positions
    #[arg(long, default_value_t = 16384, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) batch: u32,
    /// Initial learning rate
    #[arg(long, default_value_t = 0.001, value_parser = share)]
    pub(super) rate: f32,
    /// Final learning rate
    #[arg(long, default_value_t = 0.000_02, value_parser = share)]
    pub(super) final_rate: f32,
    /// TD(lambda): instead of the score, learn a weighted mean over the rest of the game; the weight falls by
    /// this factor with each ply, and the result gets the remaining weight. Needs --from or --scale
    #[arg(long, value_parser = share)]
    pub(super) td_lambda: Option<f32>,
    /// Weight of the game result in the first quarter of the run; the scores get the rest
    #[arg(long, default_value_t = 0.1, value_parser = share)]
    pub(super) result: f32,
    /// Final weight of the game result
    #[arg(long, default_value_t = 0.2, value_parser = share)]
    pub(super) final_result: f32,
    /// Centipawns of an output of one [default: fitted to scores and results]
    #[arg(long, value_parser = scale)]
    pub(super) scale: Option<f32>,
    /// Hold out one game in N for validation; 0 for none
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(super) holdout: u64,
    /// Skip the first N plies of each game
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub(super) skip: usize,
    /// Skip positions with a larger score, in centipawns
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(i16).range(1..))]
    pub(super) most: i16,
    /// Random seed for initial weights and shuffling
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Number of threads; the net depends on it [default: all CPUs]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(super) threads: Option<u32>,
    /// Continue an interrupted training run, with the same arguments
    #[arg(long)]
    pub(super) resume: bool,
    /// Checkpoint file [default: next to the net]
    #[arg(long)]
    pub(super) checkpoint: Option<PathBuf>,
    /// Plot the losses, as PNG or SVG
    #[arg(long)]
    pub(super) plot: Option<PathBuf>,
}

fn imitated(text: &str) -> Result<f64, String> {
    between(text, 0.01, 1000.0).map(f64::from)
}

fn between(text: &str, least: f32, most: f32) -> Result<f32, String> {
    let value = text.parse().map_err(|_| "expected a number".to_owned())?;
    if (least..=most).contains(&value) { Ok(value) } else { Err(format!("expected {least} to {most}")) }
}

fn share(text: &str) -> Result<f32, String> {
    between(text, 0.0, 1.0)
}

fn scale(text: &str) -> Result<f32, String> {
    between(text, 1.0, MAX_SCALE as f32)
}

impl Arguments {
    /// Returns the weights of the results; positions near games have no results.
    fn results(&self) -> (f32, f32) {
        if self.imitate.is_some() { (0.0, 0.0) } else { (self.result, self.final_result) }
    }

    /// Returns the initial share of the classical evaluation; none for that of the initial net.
    fn classical_share(&self) -> Option<f32> {
        let usual = if self.imitate.is_some() { Some(0.0) } else { self.from.is_none().then_some(1.0) };
        self.classical.or(usual)
    }

    /// Returns true if the net includes the classical evaluation.
    pub(super) fn is_hybrid(&self, before: Option<&TrainedNet>) -> bool {
        self.classical_share()
            .map_or_else(|| before.is_some_and(|before| before.model.is_hybrid()), |share| share != 0.0)
    }

    /// Returns what is learned from the games.
    pub(super) fn lesson(&self, before: Option<&TrainedNet>) -> anyhow::Result<SampleKind> {
        Ok(match self.imitate {
            Some(share) => SampleKind::Imitation(Box::new(Imitation::new(share, self.teacher()?))),
            None => SampleKind::Searches(Quiet {
                from_ply: self.skip,
                most: self.most,
                td_lambda: self.hindsight(before)?,
            }),
        })
    }

    /// Returns everything that affects the positions and their labels. Fails if a file cannot be read.
    pub(super) fn recipe(&self, before: Option<&TrainedNet>) -> anyhow::Result<serde_json::Value> {
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

    /// Returns the settings of TD(lambda), if it is used.
    fn hindsight(&self, before: Option<&TrainedNet>) -> anyhow::Result<Option<TdLambda>> {
        let Some(lambda) = self.td_lambda else { return Ok(None) };
        let scale = self
            .scale
            .or(before.map(TrainedNet::search_scale))
            .context("--td-lambda needs --from or --scale")?;
        Ok(Some(TdLambda { lambda, scale }))
    }

    /// Returns the imitated evaluation.
    fn teacher(&self) -> anyhow::Result<Teacher> {
        let Some(path) = &self.teacher else { return Ok(Teacher::default()) };
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Teacher::net(Network::from_bytes(&bytes).with_context(|| path.display().to_string())?))
    }

    /// Returns the settings. Fails if samples cannot be read.
    pub(super) fn settings(
        &self,
        shape: Shape,
        before: Option<&TrainedNet>,
        source: &Dataset,
    ) -> Result<Settings, StoreError> {
        let (result, final_result) = self.results();
        let scale = match self.scale.or(before.map(TrainedNet::search_scale)) {
            Some(scale) => scale,
            None => {
                let scale = source.some(fit_scale)?;
                remark!(
                    "scale: {scale} centipawns correspond to an expected score of {:.1}%",
                    100.0 / (1.0 + (-1.0_f64).exp())
                );
                scale
            }
        };
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
            threads: threads(self.threads),
            from: before.map(|before| before.checksum),
        })
    }
}
