//! A search by a program for XBoard: starting it, following it to its end, and timing it.

use web_time::{Duration, Instant};

use heirloom_chess::game::GameResult;
use heirloom_chess::{Line, Move, Position};
use heirloom_engine::{BestMove, EngineError, Info, Limits, Origin, Progress, Signals};

use super::XBoardClient;
use crate::client::process::Stamp;
use crate::client::search::allowed_time;
use crate::xboard::{Command, Message, moves};

/// How long a program that claims the end of the game may still send its move; some send it after the claim.
const MOVE_AFTER_CLAIM: Duration = Duration::from_secs(1);

/// A running search.
struct RunningSearch<'a> {
    signals: &'a Signals,
    line: &'a Line,
    allowed_time: Option<Duration>,
    started: Instant,
    written: Stamp,
    /// True in analysis mode, where the program does not move by itself.
    analyzing: bool,
    stop_sent: Option<Instant>,
    /// The program's claim that the game is over, and the deadline for its move.
    claim: Option<(Claim, Instant)>,
    /// Its reports so far.
    progress: Progress,
}

/// A claim of the game's result instead of a move.
struct Claim {
    result: GameResult,
    said: String,
}

impl XBoardClient {
    /// Starts a search and follows it.
    pub(super) fn run_search(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        self.check(line, limits)?;
        self.connection.wake_on(signals);
        let continues = limits.ponder && self.may_ponder_on(line);
        if limits.ponder && !self.wait_for_opponent(signals)? {
            // This move will not be played; the program only has to stop thinking.
            self.stop_pondering();
            return Ok(BestMove {
                best: line.position().legal_moves().first().copied(),
                ..BestMove::default()
            });
        }
        let analyzing = is_endless(limits);
        let written = match continues.then(|| self.send_opponent_move(line, limits)).flatten() {
            Some(written) => written,
            None => self.begin(line, limits, analyzing)?,
        };
        if std::mem::take(&mut self.resigned) {
            return Err(self.resigns());
        }
        let allowed_time = allowed_time(limits, line.position().turn());
        let (stop_sent, claim, progress) = (None, None, Progress::default());
        let mut search = RunningSearch {
            signals,
            line,
            allowed_time,
            started: Instant::now(),
            written,
            analyzing,
            stop_sent,
            claim,
            progress,
        };
        let mut best = self.follow(&mut search, report)?;
        if limits.ponder {
            best.origin = Origin::Pondering;
        }
        Ok(best)
    }

    /// Sets up the position and starts the search.
    fn begin(&mut self, line: &Line, limits: &Limits, analyzing: bool) -> Result<Stamp, EngineError> {
        self.receive_pending()?;
        let is_new = self.set_up(line);
        let clocks = self.set_limits(line, limits);
        if analyzing {
            self.send_clocks(clocks);
        } else {
            self.send_clocks_before_go(clocks, line.position().turn());
        }
        self.wait_until_ready()?;
        if is_new {
            // Earlier draw offers and resignations belong to another game.
            (self.resigned, self.offers_draw) = (false, false);
        }
        for mv in excluded(line.position(), limits) {
            let text = self.move_text(line.position(), mv);
            self.send(&Command::Exclude(Some(text)));
        }
        let written = self.send(if analyzing { &Command::Analyze } else { &Command::Go });
        if limits.draw_offered && self.features.draw {
            self.send(&Command::Draw);
        }
        Ok(written)
    }

    /// Rejects requests that the program does not support.
    fn check(&self, line: &Line, limits: &Limits) -> Result<(), EngineError> {
        if line.start().is_chess960() && !self.features.fischerandom {
            return Err(EngineError::Unsupported("Chess960"));
        }
        if (limits.nodes.is_some() || limits.soft_nodes.is_some()) && !self.features.nps {
            return Err(EngineError::Unsupported("a node limit"));
        }
        if !limits.search_moves.is_empty() && !self.features.exclude {
            return Err(EngineError::Unsupported("a restriction to given moves"));
        }
        if limits.mate.is_some() {
            return Err(EngineError::Unsupported("a mate search"));
        }
        if is_endless(limits) && !self.features.analyze {
            return Err(EngineError::Unsupported("analysis"));
        }
        Ok(())
    }

    /// Waits for the end of the opponent's time, ignoring reports; returns false if it was stopped first.
    fn wait_for_opponent(&mut self, signals: &Signals) -> Result<bool, EngineError> {
        while signals.is_pondering() && !signals.is_stopped() {
            let line = self.connection.next_line(None, "move")?;
            self.receive(line.as_deref());
        }
        Ok(!signals.is_pondering())
    }

    /// Stops thinking in the opponent's time.
    fn stop_pondering(&mut self) {
        if let Some(board) = self.board.as_mut().filter(|board| board.playing) {
            board.playing = false;
            self.send(&Command::Force);
        }
    }

    /// Follows the search until its move.
    fn follow(
        &mut self,
        search: &mut RunningSearch<'_>,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        loop {
            let timeouts = &self.connection.timeouts;
            let deadline = match &search.claim {
                Some((_, until)) => Some(*until),
                None => timeouts.deadline(search.started, search.allowed_time, search.stop_sent),
            };
            let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if let Some((claim, _)) = search.claim.take_if(|(_, until)| Instant::now() >= *until) {
                return Err(EngineError::Claims {
                    name: self.connection.name.clone(),
                    result: claim.result,
                    said: claim.said,
                });
            }
            if search.stop_sent.is_none() && search.claim.is_none() && (late || search.signals.is_stopped()) {
                if search.analyzing {
                    return self.end_analysis(search);
                }
                self.send(&Command::MoveNow);
                search.stop_sent = Some(Instant::now());
                continue;
            }
            let line = match search.stop_sent {
                Some(_) if search.claim.is_none() => self.connection.next_line(deadline, "move")?,
                _ => self.connection.next_line_by(deadline, "move")?,
            };
            let Some(line) = line else { continue };
            if let Some(best) = self.handle_line(&line, search, report)? {
                return Ok(best);
            }
        }
    }

    /// Handles one line of the program; returns its move if the line is one.
    fn handle_line(
        &mut self,
        line: &str,
        search: &mut RunningSearch<'_>,
        report: &mut dyn FnMut(Info),
    ) -> Result<Option<BestMove>, EngineError> {
        let position = search.line.position();
        match self.receive(Some(line)) {
            Some(Message::Thinking(thinking)) => {
                let info = thinking.values(position);
                search.progress.note(&info);
                report(info);
            }
            Some(Message::Move(text)) if !search.analyzing => return self.take_move(&text, search).map(Some),
            Some(Message::Resign) if !search.analyzing => {
                self.resigned = false;
                return Err(self.resigns());
            }
            Some(Message::Result { result, .. }) if !search.analyzing && search.claim.is_none() => {
                let result = GameResult::from_pgn(result.as_bytes()).unwrap_or_default();
                search.claim =
                    Some((Claim { result, said: line.trim().to_owned() }, Instant::now() + MOVE_AFTER_CLAIM));
            }
            Some(Message::IllegalMove(rest)) if names_a_move(&rest) => {
                return Err(self.connection.nonsense(format!("{} in {}", line.trim(), position.fen())));
            }
            Some(Message::Tell(text)) => report(Info { text: Some(text), ..Info::default() }),
            // Anything else is ignored.
            _ => {}
        }
        Ok(None)
    }

    fn take_move(&mut self, text: &str, search: &RunningSearch<'_>) -> Result<BestMove, EngineError> {
        let position = search.line.position();
        let illegal =
            |error| self.connection.nonsense(format!("move {text} ({error}) in {}", position.fen()));
        let mv = moves::parse(position, text).map_err(illegal)?;
        self.connection.answered(&search.written);
        if let Some(board) = &mut self.board {
            board.moves.push(mv);
            board.playing = true;
        }
        let claims_draw = search.claim.as_ref().is_some_and(|(claim, _)| claim.result == GameResult::Draw);
        let offers_draw = std::mem::take(&mut self.offers_draw) || claims_draw;
        let ponder = search.progress.reply_to(mv);
        Ok(BestMove { best: Some(mv), ponder, offers_draw, ..BestMove::default() })
    }

    fn resigns(&self) -> EngineError {
        EngineError::Resigns { name: self.connection.name.clone() }
    }

    /// Ends an analysis; the best move is the first of the best line.
    fn end_analysis(&mut self, search: &RunningSearch<'_>) -> Result<BestMove, EngineError> {
        self.send(&Command::Exit);
        self.wait_until_ready()?;
        // A resignation during analysis means nothing.
        self.resigned = false;
        let best = search
            .progress
            .leading()
            .first()
            .copied()
            .ok_or_else(|| self.connection.nonsense("no line of thinking".into()))?;
        Ok(BestMove { best: Some(best), ..BestMove::default() })
    }
}

/// Returns true if the program rejected a move, not an unknown command.
fn names_a_move(rest: &str) -> bool {
    let mut words = rest.split(|letter: char| letter.is_whitespace() || "():\"'.".contains(letter));
    words.rfind(|word| !word.is_empty()).is_none_or(moves::looks_like_move)
}

/// Returns true if no limit ends the search.
fn is_endless(limits: &Limits) -> bool {
    let nodes = limits.nodes.or(limits.soft_nodes);
    limits.infinite
        || limits.clocks.is_none() && limits.move_time.is_none() && limits.depth.is_none() && nodes.is_none()
}

/// The root moves to leave out.
fn excluded(position: &Position, limits: &Limits) -> Vec<Move> {
    if limits.search_moves.is_empty() {
        return Vec::new();
    }
    position.legal_moves().iter().copied().filter(|mv| !limits.search_moves.contains(mv)).collect()
}
