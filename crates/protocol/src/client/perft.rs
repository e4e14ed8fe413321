//! `go perft`: not part of UCI, but many programs then count the leaves of the game tree.

use web_time::{Duration, Instant};

use heirloom_chess::{Line, Square};
use heirloom_engine::{EngineError, Signals};

use super::Client;
use crate::uci::{Command, GoText, Message, PositionText};

/// The label of the sum: in Stockfish and most others, and in our engine.
const SUM_LABELS: [&str; 2] = ["nodes searched", "leaves"];

/// Counting this few plies takes no time: a program that stays silent this long does not support `go perft`.
const SHALLOW: (u32, Duration) = (2, Duration::from_secs(20));

/// The leaf counts that a program reported.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReportedCounts {
    /// Leaves of each move reported, in coordinates and unchecked; some programs list no moves.
    pub by_move: Vec<(String, u64)>,
    /// The total number of leaves.
    pub sum: u64,
}

impl Client {
    /// Counts the leaves at `depth` plies after a line with the program's own move generator, until `signals`
    /// ends it. The program gets the moves of the line and plays them itself. If it starts a search instead,
    /// it is stopped.
    ///
    /// # Errors
    /// [`EngineError::Unsupported`], [`EngineError::Stopped`] after a stop, and a program that fails.
    pub fn count_leaves(
        &mut self,
        line: &Line,
        depth: u32,
        signals: &Signals,
    ) -> Result<ReportedCounts, EngineError> {
        self.connection.check()?;
        let counted = self.count(line, depth, signals);
        self.connection.remember(counted)
    }

    fn count(&mut self, line: &Line, depth: u32, signals: &Signals) -> Result<ReportedCounts, EngineError> {
        let chess960 = self.set_chess960(line);
        self.connection.wake_on(signals);
        self.wait_until_ready()?;
        self.send(&Command::Position(PositionText::of(line, chess960)));
        self.send(&Command::Go(Box::new(GoText { perft: Some(i64::from(depth)), ..GoText::default() })));
        let deadline = (depth <= SHALLOW.0).then(|| Instant::now() + SHALLOW.1);
        let mut by_move = Vec::new();
        loop {
            if signals.is_stopped() {
                self.stop_counting()?;
                return Err(EngineError::Stopped);
            }
            let output = self.connection.next_line(deadline, "the sum of go perft")?;
            let Some(output) = output else { continue };
            if let Some(sum) = sum(&output) {
                return Ok(ReportedCounts { by_move, sum });
            }
            by_move.extend(leaves_of_move(&output));
            if output.starts_with("bestmove") || output.starts_with("info depth") {
                self.stop_counting()?;
                return Err(EngineError::Unsupported("go perft"));
            }
        }
    }

    /// Stops whatever the program is doing; kills it if it does not obey.
    fn stop_counting(&mut self) -> Result<(), EngineError> {
        self.send(&Command::Stop);
        self.send(&Command::IsReady);
        let deadline = Instant::now() + self.connection.timeouts.stop;
        while self.next_message(Some(deadline), "readyok")? != Some(Message::ReadyOk) {}
        Ok(())
    }
}

/// Parses the number in `Nodes searched: 8902`.
fn sum(line: &str) -> Option<u64> {
    let (words, number) = line.split_once(':')?;
    let words = words.trim().to_ascii_lowercase();
    SUM_LABELS.contains(&words.as_str()).then(|| number.trim().parse().ok())?
}

/// Parses the move and the number in `a2a3: 380`.
fn leaves_of_move(line: &str) -> Option<(String, u64)> {
    let (mv, number) = line.split_once(':')?;
    let mv = mv.trim();
    is_coordinates(mv).then(|| Some((mv.to_owned(), number.trim().parse().ok()?)))?
}

/// Returns true if a text has the form of a move, legal or not.
fn is_coordinates(text: &str) -> bool {
    let square = |range| text.get(range).is_some_and(|square: &str| square.parse::<Square>().is_ok());
    square(0..2) && square(2..4) && matches!(text.as_bytes().get(4..), Some([] | [b'a'..=b'z']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_sum_is_the_sum() {
        assert_eq!(sum("Nodes searched: 8902"), Some(8902));
        assert_eq!(sum("leaves: 20"), Some(20));
        assert_eq!([sum("a2a3: 380"), sum("Nodes searched: many"), sum("info nodes 20"), sum("")], [None; 4]);
    }

    #[test]
    fn leaves_of_illegal_moves_are_read() {
        assert_eq!(leaves_of_move("a2a3: 380"), Some(("a2a3".into(), 380)));
        assert_eq!(leaves_of_move(" e7e8q : 1"), Some(("e7e8q".into(), 1)));
        for other in ["Nodes searched: 20", "info string a2a3: 5", "a2a9: 1", "a2a3: x", "a2a3 1"] {
            assert_eq!(leaves_of_move(other), None, "{other}");
        }
    }
}
