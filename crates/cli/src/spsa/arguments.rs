//! The words of `heirloom spsa`.

use std::path::PathBuf;

use clap::Args;
use heirloom_arena::clock::TimeControl;
use heirloom_training::spsa::parameter::Parameter;
use heirloom_training::spsa::schedule::Schedule;
use heirloom_training::spsa::tuning::Plan;

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom spsa --list > search.csv                 every number of our own search, as OpenBench's lines
  heirloom spsa search.csv --control 8+0.08 --openings book.epd --concurrency 4 --plot paths.png
  heirloom spsa search.csv ... --resume             go on after Ctrl-C or a kill
  heirloom spsa my.csv --engine './my-engine option.Hash=16' --control nodes=20000

Lines are: name, int|float, start, min, max, c_end, r_end. Our own engine has these options only when built with
cargo build --release --features tune. docs/tuning.md says more.")]
pub struct Arguments {
    /// The parameters, a line each
    pub parameters: Option<PathBuf>,
    /// Print all numbers of our own search as such lines, and end
    #[arg(long)]
    pub list: bool,
    /// The engine: heirloom, or the command of a UCI program; option.NAME=VALUE for an option in all games
    #[arg(long, default_value = "heirloom")]
    pub engine: String,
    /// Time control: 10+0.1, 40/60+0.5, st=0.5, nodes=1000 or depth=6
    #[arg(long, default_value = "8+0.08")]
    pub control: TimeControl,
    /// Opening positions or moves (EPD, PGN, Polyglot), each played with both colors; in random order unless 'FILE order=sequential' says so
    #[arg(long)]
    pub openings: Option<String>,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub concurrency: u32,
    /// Draw games that reach this many moves; 0 for never
    #[arg(long, default_value_t = 200)]
    pub max_moves: u32,
    /// Iterations in all
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    iterations: u32,
    /// Pairs of games in each iteration
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pairs: u32,
    /// How fast the steps become smaller
    #[arg(long, default_value_t = 0.602)]
    alpha: f64,
    /// How fast the perturbations become smaller
    #[arg(long, default_value_t = 0.101)]
    gamma: f64,
    /// The share of all iterations that damps the first steps
    #[arg(long, default_value_t = 0.1)]
    a_share: f64,
    /// Of all that is random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where every iteration is written down
    #[arg(long, default_value = "spsa.journal")]
    pub journal: PathBuf,
    /// Go on where the journal stands
    #[arg(long)]
    pub resume: bool,
    /// The path of each parameter as a picture, PNG or SVG
    #[arg(long)]
    pub plot: Option<PathBuf>,
}

impl Arguments {
    /// What is tuned and how.
    pub fn plan(&self, parameters: Vec<Parameter>) -> Plan {
        let schedule = Schedule { iterations: self.iterations, alpha: self.alpha, gamma: self.gamma, a_share: self.a_share };
        let setting = format!("{} {} {:?} {}", self.engine, self.control, self.openings, self.max_moves);
        Plan { parameters, schedule, pairs: self.pairs, seed: self.seed, setting }
    }
}
