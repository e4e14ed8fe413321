//! A search by a program for XBoard: the game on its board, its clock, and its thinking until it moves.

use std::time::{Duration, Instant};

use heirloom_chess::{Color, Line, Move, Position};
use heirloom_engine::{BestMove, Bound, EngineError, Info, Limits, Origin, Signals};

use super::{Board, XBoardClient};
use crate::client::asking::allowed;
use crate::client::process::{Silence, Stamp};
use crate::xboard::{Command, Edit, Level, Message, moves};

/// How long a program that claims the end of the game may still take to say its move; some say it after the claim.
const AFTERTHOUGHT: Duration = Duration::from_secs(1);

/// Plies that no search reaches: how a limit is lifted.
const UNLIMITED: u32 = 99;

/// A search under way.
struct Asked<'a> {
    signals: &'a Signals,
    line: &'a Line,
    allowed: Option<Duration>,
    begun: Instant,
    written: Stamp,
    /// It analyses and will not move by itself.
    analyzing: bool,
    told_to_stop: Option<Instant>,
    /// The end of the game, as it sees it, and until when its move may still come.
    claim: Option<(String, Instant)>,
    /// The first move of the best line it told.
    best: Option<Move>,
}

impl XBoardClient {
    /// Asks for a search and follows it.
    pub(super) fn ask(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        self.check(line, limits)?;
        self.process.listen_to(signals);
        let pondered = limits.ponder;
        while pondered && signals.is_pondering() && !signals.is_stopped() {
            // It would choose the move that it expects itself; so it waits. What it says meanwhile is of no interest.
            self.process.next_line(None).map_err(|silence| self.failed(silence, "move"))?;
        }
        self.set_up(line);
        let analyzing = is_endless(limits);
        self.set_limits(line, limits);
        self.wait_until_ready()?;
        for mv in excluded(line.position(), limits) {
            let text = self.text_of(line.position(), mv);
            self.send(&Command::Exclude(Some(text)));
        }
        let written = self.send(if analyzing { &Command::Analyze } else { &Command::Go });
        let allowed = allowed(limits, line.position().turn());
        let mut asked =
            Asked { signals, line, allowed, begun: Instant::now(), written, analyzing, told_to_stop: None, claim: None, best: None };
        let mut best = self.follow(&mut asked, report)?;
        if pondered {
            best.origin = Origin::Pondering;
        }
        Ok(best)
    }

    /// What the program cannot do is said before it is asked.
    fn check(&self, line: &Line, limits: &Limits) -> Result<(), EngineError> {
        if line.start().is_chess960() && !self.features.fischerandom {
            return Err(EngineError::Unsupported("Chess960"));
        }
        if (limits.nodes.is_some() || limits.soft_nodes.is_some()) && !self.features.nps {
            return Err(EngineError::Unsupported("a limit of nodes"));
        }
        if !limits.search_moves.is_empty() && !self.features.exclude {
            return Err(EngineError::Unsupported("a choice of moves"));
        }
        if limits.mate.is_some() {
            return Err(EngineError::Unsupported("a search for mate"));
        }
        if is_endless(limits) && !self.features.analyze {
            return Err(EngineError::Unsupported("analysis"));
        }
        Ok(())
    }

    /// Puts the game on its board: the moves that are new to it, or all of it. It plays neither side afterwards.
    fn set_up(&mut self, line: &Line) {
        let start_fen = line.start().fen();
        let known = self.board.as_ref().filter(|board| board.start_fen == start_fen && line.moves().starts_with(&board.moves));
        let count = known.map(|board| board.moves.len());
        if count.is_none() {
            self.set_up_start(line.start());
        } else {
            self.send(&Command::Force);
        }
        let mut position = line.start().clone();
        for (index, &mv) in line.moves().iter().enumerate() {
            if index >= count.unwrap_or(0) {
                let text = self.text_of(&position, mv);
                self.send(&if self.features.usermove { Command::UserMove(text) } else { Command::Other(text) });
            }
            position.play(mv);
        }
        if let Some(board) = &mut self.board {
            board.moves = line.moves().to_vec();
        }
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
                    // The old way to say who is to move: the board that follows keeps it.
                    self.send(&Command::Other("a2a3".into()));
                }
                self.send(&Command::Edit);
                for line in Edit::lines(start) {
                    self.send(&Command::Other(line));
                }
            }
        }
        let start_fen = start.fen();
        self.board = Some(Board { start_fen, moves: Vec::new(), fischerandom, level: None, depth: None, rate: None, time: None });
    }

    fn text_of(&self, position: &Position, mv: Move) -> String {
        moves::format(position, mv, self.board.as_ref().is_some_and(|board| board.fischerandom))
    }

    /// Says what has changed of the limits, and both clocks.
    fn set_limits(&mut self, line: &Line, limits: &Limits) {
        let Some(mut board) = self.board.take() else { return };
        let nodes = limits.soft_nodes.or(limits.nodes);
        // A number of nodes is a second at that rate.
        let time = limits.move_time.or(nodes.map(|_| Duration::from_secs(1)));
        if let Some(clocks) = limits.clocks.filter(|_| time.is_none()) {
            let turn = line.position().turn();
            let (left, plies) = (duration(clocks.time_of(turn)), line.moves().len());
            let (moves, increment) = (clocks.moves_to_go.unwrap_or(0), duration(clocks.increment_of(turn)));
            let expected = board.level.map(|(level, since)| (moves_left(&level, plies.saturating_sub(since) / 2), level.increment));
            if expected != Some((moves, increment)) {
                // Many programs read whole seconds only, and none is no clock at all.
                let level = Level { moves, base: left.max(Duration::from_secs(1)), increment };
                self.send(&Command::Level(level));
                (board.level, board.time) = (Some((level, plies)), None);
            }
            self.say_clocks(clocks.time_of(turn), clocks.time_of(!turn));
        }
        if let Some(time) = time {
            if board.time != Some(time) {
                self.send(&Command::MoveTime(time));
                (board.time, board.level) = (Some(time), None);
            }
            let milliseconds = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
            self.say_clocks(milliseconds, milliseconds);
        }
        if limits.depth != board.depth {
            self.send(&Command::Depth(limits.depth.unwrap_or(UNLIMITED)));
            board.depth = limits.depth;
        }
        if nodes != board.rate {
            self.send(&Command::NodeRate(nodes));
            board.rate = nodes;
        }
        if limits.depth.is_some() && limits.clocks.is_none() && time.is_none() && board.level.is_none() {
            // The depth is a limit beside the clock, which is to leave time enough.
            let day = Duration::from_secs(24 * 3600);
            self.send(&Command::Level(Level { moves: 0, base: day, increment: Duration::ZERO }));
            self.say_clocks(24 * 3_600_000, 24 * 3_600_000);
        }
        self.board = Some(board);
    }

    /// Both clocks, given in milliseconds.
    fn say_clocks(&self, own: i64, other: i64) {
        if self.features.time {
            self.send(&Command::Time(own.max(0) / 10));
            self.send(&Command::OpponentTime(other.max(0) / 10));
        }
    }

    /// Follows the search to its move.
    fn follow(&mut self, asked: &mut Asked<'_>, report: &mut dyn FnMut(Info)) -> Result<BestMove, EngineError> {
        loop {
            let deadline = self.deadline(asked);
            let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if let Some((claim, until)) = &asked.claim
                && Instant::now() >= *until
            {
                return Err(self.nonsense(claim.clone()));
            }
            if asked.told_to_stop.is_none() && asked.claim.is_none() && (late || asked.signals.is_stopped()) {
                if asked.analyzing {
                    return self.end_analysis(asked);
                }
                self.send(&Command::MoveNow);
                asked.told_to_stop = Some(Instant::now());
                continue;
            }
            let line = match self.process.next_line(deadline) {
                Err(Silence::Late) if asked.told_to_stop.is_none() || asked.claim.is_some() => continue,
                outcome => outcome.map_err(|silence| self.failed(silence, "move"))?,
            };
            let Some(line) = line else { continue };
            if let Some(best) = self.hear(&line, asked, report)? {
                return Ok(best);
            }
        }
    }

    fn deadline(&self, asked: &Asked<'_>) -> Option<Instant> {
        match (&asked.claim, asked.told_to_stop) {
            (Some((_, until)), _) => Some(*until),
            (None, Some(told)) => Some(told + self.patience.stop),
            (None, None) => asked.begun.checked_add(asked.allowed?)?.checked_add(self.patience.overrun),
        }
    }

    /// One line of the program; its move, if it is one.
    fn hear(&mut self, line: &str, asked: &mut Asked<'_>, report: &mut dyn FnMut(Info)) -> Result<Option<BestMove>, EngineError> {
        let position = asked.line.position();
        match Message::parse(line) {
            Some(Message::Thinking(thinking)) => {
                let info = thinking.values(position);
                if info.bound != Bound::Upper {
                    asked.best = info.pv.first().copied().or(asked.best);
                }
                report(info);
            }
            Some(Message::Move(text)) if !asked.analyzing => {
                let mv =
                    moves::parse(position, &text).map_err(|error| self.nonsense(format!("move {text} ({error}) in {}", position.fen())))?;
                self.thinking = asked.written.until(self.process.read_at());
                if let Some(board) = &mut self.board {
                    board.moves.push(mv);
                }
                return Ok(Some(BestMove { best: Some(mv), ..BestMove::default() }));
            }
            Some(Message::Resign | Message::Result { .. }) if !asked.analyzing && asked.claim.is_none() => {
                asked.claim = Some((line.trim().to_owned(), Instant::now() + AFTERTHOUGHT));
            }
            Some(Message::IllegalMove(_)) => return Err(self.nonsense(format!("{} in {}", line.trim(), position.fen()))),
            Some(Message::Tell(text)) => report(Info { text: Some(text), ..Info::default() }),
            // An offer is answered by playing on; what it does not understand shows in what it does.
            _ => {}
        }
        Ok(None)
    }

    /// Ends an analysis; its move is the first of the best line.
    fn end_analysis(&mut self, asked: &Asked<'_>) -> Result<BestMove, EngineError> {
        self.send(&Command::Exit);
        self.wait_until_ready()?;
        let none = || self.nonsense("no line of thinking".into());
        Ok(BestMove { best: Some(asked.best.ok_or_else(none)?), ..BestMove::default() })
    }
}

/// Does nothing end the search by itself?
fn is_endless(limits: &Limits) -> bool {
    let nodes = limits.nodes.or(limits.soft_nodes);
    limits.infinite || limits.clocks.is_none() && limits.move_time.is_none() && limits.depth.is_none() && nodes.is_none()
}

/// Moves until the clock gets its base time again, so many having been made since the level was told; 0 for none.
fn moves_left(level: &Level, made: usize) -> u32 {
    if level.moves == 0 { 0 } else { level.moves - u32::try_from(made % level.moves as usize).unwrap_or(0) }
}

/// The root moves to leave out.
fn excluded(position: &Position, limits: &Limits) -> Vec<Move> {
    if limits.search_moves.is_empty() {
        return Vec::new();
    }
    position.legal_moves().iter().copied().filter(|mv| !limits.search_moves.contains(mv)).collect()
}

fn duration(milliseconds: i64) -> Duration {
    Duration::from_millis(milliseconds.max(0).unsigned_abs())
}
