//! Sends a program for XBoard the game: the position, the moves, the limits and both clocks.

use std::time::Duration;

use heirloom_chess::{Color, Line, Move, Position};
use heirloom_engine::Limits;

use super::XBoardClient;
use crate::client::process::Stamp;
use crate::xboard::{Command, Edit, Level, moves};

/// A depth in plies that no search reaches; it removes a depth limit.
const UNLIMITED: u32 = 99;

/// Milliseconds of a clock that leaves enough time for anything.
const DAY_MS: i64 = 24 * 3_600_000;

/// The game as sent to the program.
pub(super) struct Board {
    start_fen: String,
    pub(super) moves: Vec<Move>,
    fischerandom: bool,
    /// True if it made the last move and will reply to its opponent's move.
    pub(super) playing: bool,
    /// The time control sent last, and the number of plies played then.
    level: Option<(Level, usize)>,
    /// The depth limit sent last, in plies; it stays until another one is sent.
    depth: Option<u32>,
    rate: Option<u64>,
    time: Option<Duration>,
}

impl XBoardClient {
    /// Sends the game: only the new moves if possible, else all of it. The program then plays neither side.
    /// Returns true if a new game was set up.
    pub(super) fn set_up(&mut self, line: &Line) -> bool {
        let start_fen = line.start().fen();
        let known = self
            .board
            .as_ref()
            .filter(|board| board.start_fen == start_fen && line.moves().starts_with(&board.moves));
        let count = known.map(|board| board.moves.len());
        if count.is_none() {
            self.set_up_start(line.start());
        } else {
            self.send(&Command::Force);
        }
        let mut position = line.start().clone();
        for (index, &mv) in line.moves().iter().enumerate() {
            if index >= count.unwrap_or(0) {
                self.send_move(&position, mv);
            }
            position.play(mv);
        }
        if let Some(board) = &mut self.board {
            (board.moves, board.playing) = (line.moves().to_vec(), false);
        }
        count.is_none()
    }

    fn set_up_start(&mut self, start: &Position) {
        let fischerandom = start.is_chess960();
        self.send(&Command::New);
        if fischerandom {
            self.send(&Command::Variant("fischerandom".into()));
        }
        self.send(&Command::Force);
        if *start != Position::startpos() {
            if self.features.setboard {
                self.send(&Command::SetBoard(start.fen()));
            } else {
                if start.turn() == Color::Black {
                    // The old way to set the side to move; `edit` keeps it.
                    self.send(&Command::Other("a2a3".into()));
                }
                self.send(&Command::Edit);
                for line in Edit::lines(start) {
                    self.send(&Command::Other(line));
                }
            }
        }
        let start_fen = start.fen();
        let (moves, playing) = (Vec::new(), false);
        self.board = Some(Board {
            start_fen,
            moves,
            fischerandom,
            playing,
            level: None,
            depth: None,
            rate: None,
            time: None,
        });
    }

    /// Returns true if the program may be thinking about the reply at the end of this line.
    pub(super) fn may_ponder_on(&self, line: &Line) -> bool {
        let Some(board) = self.board.as_ref().filter(|board| self.hard && board.playing) else {
            return false;
        };
        let before = line.moves().split_last().map(|(_, before)| before);
        board.start_fen == line.start().fen() && before == Some(&board.moves[..])
    }

    /// Sends the opponent's move, the last of the line, to a program that is playing: it replies by itself.
    pub(super) fn send_opponent_move(&mut self, line: &Line, limits: &Limits) -> Option<Stamp> {
        let mut before = line.clone();
        let expected = before.pop()?;
        let clocks = self.set_limits(line, limits);
        self.send_clocks(clocks);
        let written = self.send_move(before.position(), expected);
        self.board.as_mut()?.moves.push(expected);
        Some(written)
    }

    fn send_move(&self, position: &Position, mv: Move) -> Stamp {
        let text = self.move_text(position, mv);
        self.send(&if self.features.usermove { Command::UserMove(text) } else { Command::Other(text) })
    }

    pub(super) fn move_text(&self, position: &Position, mv: Move) -> String {
        moves::format(position, mv, self.board.as_ref().is_some_and(|board| board.fischerandom))
    }

    /// Sends the limits that have changed; returns both clocks in milliseconds, the program's first.
    pub(super) fn set_limits(&mut self, line: &Line, limits: &Limits) -> Option<(i64, i64)> {
        let board = self.board.as_mut()?;
        let mut commands = Vec::new();
        let mut clocks = None;
        let nodes = limits.soft_nodes.or(limits.nodes);
        // A node limit is one second at that rate.
        let time = limits.move_time.or(nodes.map(|_| Duration::from_secs(1)));
        let plies = line.moves().len();
        if let Some(time) = time {
            if board.time != Some(time) {
                commands.push(Command::MoveTime(time));
                (board.time, board.level) = (Some(time), None);
            }
            let milliseconds = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
            clocks = Some((milliseconds, milliseconds));
        } else if let Some(given) = limits.clocks {
            let turn = line.position().turn();
            let left = duration(given.time_of(turn));
            let (moves, increment) = (given.moves_to_go.unwrap_or(0), duration(given.increment_of(turn)));
            let expected = board
                .level
                .map(|(level, since)| (moves_left(&level, plies.saturating_sub(since) / 2), level.increment));
            if expected != Some((moves, increment)) {
                // Many programs read whole seconds only, and zero means no clock.
                let level = Level { moves, base: left.max(Duration::from_secs(1)), increment };
                commands.push(Command::Level(level));
                (board.level, board.time) = (Some((level, plies)), None);
            }
            clocks = Some((given.time_of(turn), given.time_of(!turn)));
        } else if limits.depth.is_some() && board.level.is_none() {
            // The depth limit applies in addition to the clock.
            let level = Level { moves: 0, base: duration(DAY_MS), increment: Duration::ZERO };
            commands.push(Command::Level(level));
            board.level = Some((level, plies));
            clocks = Some((DAY_MS, DAY_MS));
        }
        if limits.depth != board.depth {
            commands.push(Command::Depth(limits.depth.unwrap_or(UNLIMITED)));
            board.depth = limits.depth;
        }
        if nodes != board.rate {
            commands.push(Command::NodeRate(nodes));
            board.rate = nodes;
        }
        for command in &commands {
            self.send(command);
        }
        clocks
    }

    /// Sends both clocks, given in milliseconds, the program's first.
    pub(super) fn send_clocks(&self, clocks: Option<(i64, i64)>) {
        if let Some((own, other)) = clocks.filter(|_| self.features.time) {
            self.send(&Command::Time(own.max(0) / 10));
            self.send(&Command::OpponentTime(other.max(0) / 10));
        }
    }

    /// Sends the clocks between `white` and `black`: some old programs apply them to the side named last.
    pub(super) fn send_clocks_before_go(&self, clocks: Option<(i64, i64)>, turn: Color) {
        let word = |color| if color == Color::White { Command::White } else { Command::Black };
        if self.features.colors && clocks.is_some() {
            self.send(&word(!turn));
        }
        self.send_clocks(clocks);
        if self.features.colors {
            self.send(&word(turn));
        }
    }
}

/// Moves to the next base time, after `made` moves in this time control; 0 for the whole game.
fn moves_left(level: &Level, made: usize) -> u32 {
    if level.moves == 0 { 0 } else { level.moves - u32::try_from(made % level.moves as usize).unwrap_or(0) }
}

fn duration(milliseconds: i64) -> Duration {
    Duration::from_millis(milliseconds.max(0).unsigned_abs())
}
