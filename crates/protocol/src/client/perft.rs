//! `go perft`: not of the protocol, but many programs count the leaves of the game tree when told so.

use heirloom_chess::{Line, Position};
use heirloom_engine::EngineError;

use super::Client;
use crate::uci::{Command, GoText, PositionText};

/// What stands before the sum: Stockfish and most others, and ourselves.
const SUMS: [&str; 2] = ["nodes searched", "leaves"];

impl Client {
    /// Leaves at `depth` plies by the program's own count. It may take as long as it needs; one that begins a search instead is told to stop.
    pub(super) fn count_leaves(&mut self, position: &Position, depth: u32) -> Result<u64, EngineError> {
        let line = Line::new(position.clone());
        let chess960 = self.choose_notation(&line);
        self.wait_until_ready()?;
        self.send(&Command::Position(PositionText::of(&line, chess960)));
        self.send(&Command::Go(Box::new(GoText { perft: Some(i64::from(depth)), ..GoText::default() })));
        loop {
            let line = self.process.next_line(None).map_err(|silence| self.failed(silence, "the sum of perft"))?;
            let Some(line) = line else { continue };
            if let Some(sum) = sum(&line) {
                return Ok(sum);
            }
            if line.starts_with("bestmove") || line.starts_with("info depth") {
                self.send(&Command::Stop);
                self.wait_until_ready()?;
                return Err(EngineError::Unsupported("go perft"));
            }
        }
    }
}

/// The number in `Nodes searched: 8902`.
fn sum(line: &str) -> Option<u64> {
    let (words, number) = line.split_once(':')?;
    let words = words.trim().to_ascii_lowercase();
    SUMS.contains(&words.as_str()).then(|| number.trim().parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::sum;

    #[test]
    fn only_the_sum_is_the_sum() {
        assert_eq!(sum("Nodes searched: 8902"), Some(8902));
        assert_eq!(sum("leaves: 20"), Some(20));
        assert_eq!([sum("a2a3: 380"), sum("Nodes searched: many"), sum("info nodes 20"), sum("")], [None; 4]);
    }
}
