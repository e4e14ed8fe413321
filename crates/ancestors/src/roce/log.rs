//! Roce's log file: each position searched, and each iteration of the search.

use std::fs::{File, OpenOptions};
use std::io::Write as _;

use heirloom_engine::EngineError;

use super::deepening::Iteration;
use super::moves::Move;
use crate::seam;

/// A file opened for appending. Write errors are ignored, because they must not lose a game.
pub struct Log(File);

impl Log {
    /// Opens the log at this path, or returns `None` if the path is empty. Fails if the file cannot be
    /// written.
    pub fn open(path: &str) -> Result<Option<Log>, EngineError> {
        let path = path.trim();
        if path.is_empty() {
            return Ok(None);
        }
        let refused =
            |error| seam::invalid("Logfile", path, &format!("a file that can be written ({error})"));
        OpenOptions::new().create(true).append(true).open(path).map(|file| Some(Log(file))).map_err(refused)
    }

    /// Logs the start of a search.
    pub fn position(&mut self, fen: &str) {
        let _ = writeln!(self.0, "position {fen}");
    }

    /// Logs a completed iteration: depth, score, nodes and line.
    pub fn iteration(&mut self, found: &Iteration, nodes: u64) {
        let line: Vec<String> = found.line.iter().map(Move::to_string).collect();
        let _ = writeln!(self.0, "{:>3} {:>6} {:>10} {}", found.depth, found.score, nodes, line.join(" "));
    }
}

#[cfg(test)]
mod tests {
    use heirloom_chess::Line;
    use heirloom_engine::{Engine, Limits, Signals};

    use crate::roce::engine::Roce;

    #[test]
    fn the_log_records_each_iteration() {
        let path = std::env::temp_dir().join(format!("roce-{}.log", std::process::id()));
        let mut engine = Roce::new().expect("memory");
        engine.set_option("Logfile", &path.display().to_string()).expect("no error");
        engine.search(&Line::default(), &Limits::depth(3), &Signals::new(), &mut |_| {}).expect("no error");
        let text = std::fs::read_to_string(&path).expect("a log");
        std::fs::remove_file(&path).expect("removed");
        assert!(text.starts_with("position rnbqkbnr/") && text.lines().count() == 4, "{text}");
    }
}
