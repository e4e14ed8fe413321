//! The arguments of `heirloom spsa`.

use std::path::PathBuf;

use clap::Args;
use heirloom_arena::clock::TimeControl;
use heirloom_training::spsa::parameter::Parameter;
use heirloom_training::spsa::schedule::Schedule;
use heirloom_training::spsa::tuning::TuningPlan;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom spsa --list > search.csv      all search parameters of heirloom, as OpenBench lines
  heirloom spsa search.csv --control 8+0.08 --openings book.epd --concurrency 4 --plot paths.png
  heirloom spsa search.csv ... --resume  continue after an interruption
  heirloom spsa my.csv --engine './my-engine option.Hash=16' --control nodes=20000

Each line has name, int|float, start, min, max, c_end and r_end. Heirloom has these options only if it is \
built with \
cargo build --release --features tune. See docs/tuning.md for details.")]
pub struct Arguments {
    /// Parameter file, one parameter per line
    pub parameters: Option<PathBuf>,
    /// List all search parameters of heirloom as such lines, and exit
    #[arg(long)]
    pub list: bool,
    /// The engine: heirloom or the command of a UCI engine, followed by option.NAME=VALUE for options
    #[arg(long, default_value = "heirloom")]
    pub engine: String,
    /// Time control: 10+0.1, 40/60+0.5, st=0.5, nodes=1000 or depth=6
    #[arg(long, default_value = "8+0.08")]
    pub control: TimeControl,
    /// Openings (EPD, PGN, Polyglot), each played with both colors; in random order, unless 'FILE
    /// order=sequential' is given
    #[arg(long)]
    pub openings: Option<String>,
    /// Number of games to play in parallel
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: u32,
    /// Adjudicate a draw after N moves by each side; 0 for never
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub max_moves: u32,
    /// Total number of iterations
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// Number of game pairs per iteration
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pairs: u32,
    /// Decay exponent of the step sizes
    #[arg(long, default_value_t = 0.602)]
    alpha: f64,
    /// Decay exponent of the perturbations
    #[arg(long, default_value_t = 0.101)]
    gamma: f64,
    /// Stability constant A, as a share of all iterations
    #[arg(long, default_value_t = 0.1)]
    a_share: f64,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Journal file; records every iteration
    #[arg(long, default_value = "spsa.journal")]
    pub journal: PathBuf,
    /// Continue from the journal
    #[arg(long)]
    pub resume: bool,
    /// Plot the path of each parameter, as PNG or SVG
    #[arg(long)]
    pub plot: Option<PathBuf>,
}

impl Arguments {
    /// Returns the plan.
    pub fn plan(&self, parameters: Vec<Parameter>) -> TuningPlan {
        let schedule = Schedule {
            iterations: self.iterations,
            alpha: self.alpha,
            gamma: self.gamma,
            a_share: self.a_share,
        };
        let setting = format!("{} {} {:?} {}", self.engine, self.control, self.openings, self.max_moves);
        TuningPlan { parameters, schedule, pairs: self.pairs, seed: self.seed, setting }
    }
}
