//! The record of a game: what each engine reported about its moves, how it used its time, and the game as
//! PGN.

use std::fmt;
use std::time::Duration;

use heirloom_chess::Color;
use heirloom_chess::game::{Game, NodeId};
use heirloom_engine::{BestMove, Origin, Progress, Score};
use serde::{Deserialize, Serialize};

use super::{FinishedGame, GameEnd};
use crate::clock::TimeControl;

/// What an engine reported about a move it made.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MoveRecord {
    /// The last exact score, from the engine's point of view.
    pub score: Option<Score>,
    /// The depth of that score, in plies.
    pub depth: Option<u32>,
    /// The selective depth, in plies.
    pub selective_depth: Option<u32>,
    /// Nodes visited.
    pub nodes: Option<u64>,
    /// Tablebase hits.
    pub tbhits: Option<u64>,
    /// Time taken, measured by the referee.
    pub time: Duration,
    /// Time left before the move; none without a clock.
    pub left: Option<Duration>,
    /// The origin of the move.
    pub origin: Origin,
}

/// An engine's use of time over some games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Number of moves.
    pub moves: u64,
    /// Thinking time in milliseconds.
    pub milliseconds: u64,
    /// Nodes visited.
    pub nodes: u64,
    /// Sum of the depths of its moves, in plies.
    pub depths: u64,
}

impl MoveRecord {
    /// Creates a record of a move from the progress of its search; bounds are not scores.
    pub fn of(progress: &Progress, best: &BestMove, time: Duration) -> MoveRecord {
        let mut record = MoveRecord { time, origin: best.origin, ..MoveRecord::default() };
        record.note(progress);
        record
    }

    pub(super) fn note(&mut self, progress: &Progress) {
        let (value, totals) = (progress.value(), progress.totals());
        self.score = progress.score();
        self.depth = value.and_then(|value| value.depth).or(totals.depth);
        self.selective_depth = totals.selective_depth;
        (self.nodes, self.tbhits) = (totals.nodes, totals.tbhits);
    }

    /// Returns the PGN comment of the move, with the reason for the end of the game, if given, and unusual
    /// origins.
    pub fn comment(&self, end: Option<&str>) -> String {
        let mut text = self.to_string();
        if let Some(reason) = end {
            text = text + ", " + reason;
        }
        // The same words as in reviews.
        match self.origin {
            Origin::OnlyMove => text + " [%origin only move]",
            Origin::Pondering => text + " [%origin permanent brain]",
            Origin::Searched | Origin::Book | Origin::Tablebase => text,
        }
    }
}

impl fmt::Display for MoveRecord {
    /// Formats like other match programs, followed by the nodes if known: `+0.30/13 0.280s, n=123456`, or
    /// `book`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.origin == Origin::Book {
            return f.write_str("book");
        }
        match self.score {
            Some(Score::Cp(cp)) => write!(f, "{:+.2}", f64::from(cp) / 100.0)?,
            Some(Score::Mate(moves)) => write!(f, "{}M{}", if moves < 0 { '-' } else { '+' }, moves.abs())?,
            None => write!(f, "0.00")?,
        }
        write!(f, "/{} {:.3}s", self.depth.unwrap_or(0), self.time.as_secs_f64())?;
        self.nodes.map_or(Ok(()), |nodes| write!(f, ", n={nodes}"))
    }
}

impl Usage {
    /// Adds the usage in other games.
    pub fn merge(&mut self, other: &Usage) {
        self.moves += other.moves;
        self.milliseconds += other.milliseconds;
        self.nodes += other.nodes;
        self.depths += other.depths;
    }
}

impl FinishedGame {
    /// Returns the usage of White and Black.
    pub fn usage(&self) -> [Usage; 2] {
        let first = if self.opening_plies.is_multiple_of(2) {
            self.line.start().turn()
        } else {
            !self.line.start().turn()
        };
        let mut times = [Duration::ZERO; 2];
        let mut usage = [Usage::default(); 2];
        for (index, record) in self.records.iter().enumerate() {
            let side = if index % 2 == 0 { first } else { !first }.index();
            times[side] += record.time;
            usage[side].moves += 1;
            usage[side].nodes += record.nodes.unwrap_or(0);
            usage[side].depths += u64::from(record.depth.unwrap_or(0));
        }
        for color in Color::ALL {
            usage[color.index()].milliseconds =
                u64::try_from(times[color.index()].as_millis()).unwrap_or(u64::MAX);
        }
        usage
    }

    /// Returns the game with tags, result, and each engine's reports as comments.
    pub fn record(&self, names: [&str; 2], controls: [TimeControl; 2]) -> Game {
        let mut game = Game::from_line(&self.line);
        game.set_result(self.ending.result());
        let tags = game.tags_mut();
        tags.set("White", names[0]);
        tags.set("Black", names[1]);
        if self.line.start().is_chess960() {
            tags.set("Variant", "Chess960");
        }
        tags.set("Termination", self.ending.termination());
        tags.set("PlyCount", &self.line.moves().len().to_string());
        if controls[0] == controls[1] {
            tags.set("TimeControl", &controls[0].to_string());
        } else {
            tags.set("WhiteTimeControl", &controls[0].to_string());
            tags.set("BlackTimeControl", &controls[1].to_string());
        }
        self.comment(&mut game);
        game
    }

    /// Adds the reports as comments to the moves, and the reason for the end to the last one.
    fn comment(&self, game: &mut Game) {
        let nodes: Vec<NodeId> = game.main_line().filter(|&node| node != NodeId::START).collect();
        let reason = (!matches!(self.ending, GameEnd::Rules(_))).then(|| self.ending.to_string());
        for (index, &node) in nodes.iter().enumerate() {
            // Moves of the opening count as book moves.
            let opening = MoveRecord { origin: Origin::Book, ..MoveRecord::default() };
            let record = index
                .checked_sub(self.opening_plies)
                .and_then(|own| self.records.get(own))
                .unwrap_or(&opening);
            let text = record.comment(reason.as_deref().filter(|_| index + 1 == nodes.len()));
            // Every node of the main line exists.
            let _ = game.set_comments(node, &[text.as_str()]);
        }
        if let (Some(reason), true) = (&reason, nodes.is_empty()) {
            let _ = game.set_comments(NodeId::START, &[reason.as_str()]);
        }
    }
}
