//! `go perft`: not of the protocol, but many programs count the leaves of the game tree when told so.

use std::time::Instant;

use heirloom_chess::notation::uci::parse;
use heirloom_chess::{Line, Move, Position};
use heirloom_engine::{EngineError, Signals};

use super::Client;
use crate::uci::{Command, GoText, Message, PositionText};

/// What stands before the sum: Stockfish and most others, and ourselves.
const SUMS: [&str; 2] = ["nodes searched", "leaves"];

/// What a program has counted.
pub(super) struct Counted {
    /// Leaves behind each move it named.
    pub by_move: Vec<(Move, u64)>,
    /// All of them.
    pub sum: u64,
}

impl Client {
    /// Leaves at `depth` plies by the program's own count, which may take until `signals` ends it. A program that begins a search instead is
    /// told to stop.
    pub(super) fn counted(&mut self, position: &Position, depth: u32, signals: &Signals) -> Result<Counted, EngineError> {
        self.partner.check()?;
        let counted = self.count(position, depth, signals);
        self.partner.remember(counted)
    }

    fn count(&mut self, position: &Position, depth: u32, signals: &Signals) -> Result<Counted, EngineError> {
        let line = Line::new(position.clone());
        let chess960 = self.choose_notation(&line);
        self.partner.listen_to(signals);
        self.wait_until_ready()?;
        self.send(&Command::Position(PositionText::of(&line, chess960)));
        self.send(&Command::Go(Box::new(GoText { perft: Some(i64::from(depth)), ..GoText::default() })));
        let mut by_move = Vec::new();
        loop {
            if signals.is_stopped() {
                self.break_off()?;
                return Err(EngineError::Stopped);
            }
            let line = self.partner.next_line(None, "the sum of perft")?;
            let Some(line) = line else { continue };
            if let Some(sum) = sum(&line) {
                return Ok(Counted { by_move, sum });
            }
            by_move.extend(leaves_of_move(position, &line));
            if line.starts_with("bestmove") || line.starts_with("info depth") {
                self.break_off()?;
                return Err(EngineError::Unsupported("go perft"));
            }
        }
    }

    /// Tells the program to stop whatever it does; one that does not obey is killed.
    fn break_off(&mut self) -> Result<(), EngineError> {
        self.send(&Command::Stop);
        self.send(&Command::IsReady);
        let deadline = Instant::now() + self.partner.patience.stop;
        while self.next_message(Some(deadline), "readyok")? != Some(Message::ReadyOk) {}
        Ok(())
    }
}

/// The number in `Nodes searched: 8902`.
fn sum(line: &str) -> Option<u64> {
    let (words, number) = line.split_once(':')?;
    let words = words.trim().to_ascii_lowercase();
    SUMS.contains(&words.as_str()).then(|| number.trim().parse().ok())?
}

/// The move and the number in `a2a3: 380`.
fn leaves_of_move(position: &Position, line: &str) -> Option<(Move, u64)> {
    let (mv, number) = line.split_once(':')?;
    Some((parse(position, mv.trim()).ok()?, number.trim().parse().ok()?))
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
    fn only_legal_moves_have_leaves() {
        let start = Position::startpos();
        assert_eq!(leaves_of_move(&start, "a2a3: 380").map(|(_, leaves)| leaves), Some(380));
        assert_eq!([leaves_of_move(&start, "a2a5: 380"), leaves_of_move(&start, "a2a3: x"), leaves_of_move(&start, "a2a3 1")], [None; 3]);
    }
}
