//! Runs the bench of the search without any program around it. It compiles in a minute, so CI uses it.

use std::io::Write;

use heirloom_engine::{BenchWork, Engine, Signals};
use heirloom_flagship::Flagship;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let result = Flagship::new()?.bench(&BenchWork::default(), &Signals::new(), &mut |_| {})?;
    let per_second = result.nodes as f64 / result.time.as_secs_f64();
    writeln!(std::io::stdout(), "Nodes searched: {}\nNodes/second: {per_second:.0}", result.nodes)?;
    Ok(())
}
