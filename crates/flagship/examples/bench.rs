//! Runs the engine's bench without any program around it and prints nodes and nodes per second.

use std::io::Write;

use heirloom_engine::{BenchWork, Engine, Signals};
use heirloom_flagship::Flagship;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let result = Flagship::new()?.bench(&BenchWork::default(), &Signals::new(), &mut |_| {})?;
    let per_second = result.nodes as f64 / result.time.as_secs_f64();
    writeln!(std::io::stdout(), "{} nodes {per_second:.0} nps", result.nodes)?;
    Ok(())
}
