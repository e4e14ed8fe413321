//! A search by a program for XBoard: how it is asked for, followed until the program moves or ends the game, and timed.

use web_time::{Duration, Instant};

use heirloom_chess::game::GameResult;
use heirloom_chess::{Line, Move, Position};
use heirloom_engine::{BestMove, EngineError, Info, Limits, Origin, Progress, Signals};

use super::XBoardClient;
use crate::client::asking::allowed;
use crate::client::process::Stamp;
use crate::xboard::{Command, Message, moves};

/// How long a program that claims the end of the game may still take to say its move; some say it after the claim.
const AFTERTHOUGHT: Duration = Duration::from_secs(1);

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
    claim: Option<(Claim, Instant)>,
    /// What it has reported.
    progress: Progress,
}

/// What a program says of the game's result instead of moving.
struct Claim {
    result: GameResult,
    said: String,
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
        self.partner.listen_to(signals);
        let goes_on = limits.ponder && self.expects(line);
        if limits.ponder && !self.wait_for_opponent(signals)? {
            // Nobody waits for this move; what matters is that the program rests.
            self.rest();
            return Ok(BestMove {
                best: line.position().legal_moves().first().copied(),
                ..BestMove::default()
            });
        }
        let analyzing = is_endless(limits);
        let written = match goes_on.then(|| self.go_on(line, limits)).flatten() {
            Some(written) => written,
            None => self.begin(line, limits, analyzing)?,
        };
        if std::mem::take(&mut self.resigned) {
            return Err(self.resigns());
        }
        let allowed = allowed(limits, line.position().turn());
        let (told_to_stop, claim, progress) = (None, None, Progress::default());
        let mut asked = Asked {
            signals,
            line,
            allowed,
            begun: Instant::now(),
            written,
            analyzing,
            told_to_stop,
            claim,
            progress,
        };
        let mut best = self.follow(&mut asked, report)?;
        if limits.ponder {
            best.origin = Origin::Pondering;
        }
        Ok(best)
    }

    /// Sets up the position and has the program think about it.
    fn begin(&mut self, line: &Line, limits: &Limits, analyzing: bool) -> Result<Stamp, EngineError> {
        self.catch_up()?;
        let is_new = self.set_up(line);
        let clocks = self.set_limits(line, limits);
        if analyzing {
            self.say_clocks(clocks);
        } else {
            self.say_clocks_before_go(clocks, line.position().turn());
        }
        self.wait_until_ready()?;
        if is_new {
            // What it said before belongs to another game.
            (self.resigned, self.offers_draw) = (false, false);
        }
        for mv in excluded(line.position(), limits) {
            let text = self.text_of(line.position(), mv);
            self.send(&Command::Exclude(Some(text)));
        }
        let written = self.send(if analyzing { &Command::Analyze } else { &Command::Go });
        if limits.draw_offered && self.features.draw {
            self.send(&Command::Draw);
        }
        Ok(written)
    }

    /// What the program cannot do is said before it is asked.
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

    /// Waits for the end of the opponent's time; false if the search was stopped before. What the program says meanwhile is of no interest.
    fn wait_for_opponent(&mut self, signals: &Signals) -> Result<bool, EngineError> {
        while signals.is_pondering() && !signals.is_stopped() {
            let line = self.partner.next_line(None, "move")?;
            self.understand(line.as_deref());
        }
        Ok(!signals.is_pondering())
    }

    /// Ends what it thinks in its opponent's time.
    fn rest(&mut self) {
        if let Some(board) = self.board.as_mut().filter(|board| board.playing) {
            board.playing = false;
            self.send(&Command::Force);
        }
    }

    /// Follows the search to its move.
    fn follow(
        &mut self,
        asked: &mut Asked<'_>,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        loop {
            let deadline = self.deadline(asked);
            let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if let Some((claim, _)) = asked.claim.take_if(|(_, until)| Instant::now() >= *until) {
                return Err(EngineError::Claims {
                    name: self.partner.name.clone(),
                    result: claim.result,
                    said: claim.said,
                });
            }
            if asked.told_to_stop.is_none() && asked.claim.is_none() && (late || asked.signals.is_stopped()) {
                if asked.analyzing {
                    return self.end_analysis(asked);
                }
                self.send(&Command::MoveNow);
                asked.told_to_stop = Some(Instant::now());
                continue;
            }
            let line = match asked.told_to_stop {
                Some(_) if asked.claim.is_none() => self.partner.next_line(deadline, "move")?,
                _ => self.partner.next_line_by(deadline, "move")?,
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
            (None, Some(told)) => Some(told + self.partner.patience.stop),
            (None, None) => {
                asked.begun.checked_add(asked.allowed?)?.checked_add(self.partner.patience.overrun)
            }
        }
    }

    /// One line of the program; its move, if it is one.
    fn hear(
        &mut self,
        line: &str,
        asked: &mut Asked<'_>,
        report: &mut dyn FnMut(Info),
    ) -> Result<Option<BestMove>, EngineError> {
        let position = asked.line.position();
        match self.understand(Some(line)) {
            Some(Message::Thinking(thinking)) => {
                let info = thinking.values(position);
                asked.progress.note(&info);
                report(info);
            }
            Some(Message::Move(text)) if !asked.analyzing => return self.take_move(&text, asked).map(Some),
            Some(Message::Resign) if !asked.analyzing => {
                self.resigned = false;
                return Err(self.resigns());
            }
            Some(Message::Result { result, .. }) if !asked.analyzing && asked.claim.is_none() => {
                let result = GameResult::from_pgn(result.as_bytes()).unwrap_or_default();
                asked.claim =
                    Some((Claim { result, said: line.trim().to_owned() }, Instant::now() + AFTERTHOUGHT));
            }
            Some(Message::IllegalMove(rest)) if names_a_move(&rest) => {
                return Err(self.partner.nonsense(format!("{} in {}", line.trim(), position.fen())));
            }
            Some(Message::Tell(text)) => report(Info { text: Some(text), ..Info::default() }),
            // What it does not understand shows in what it does.
            _ => {}
        }
        Ok(None)
    }

    fn take_move(&mut self, text: &str, asked: &Asked<'_>) -> Result<BestMove, EngineError> {
        let position = asked.line.position();
        let illegal = |error| self.partner.nonsense(format!("move {text} ({error}) in {}", position.fen()));
        let mv = moves::parse(position, text).map_err(illegal)?;
        self.partner.answered(&asked.written);
        if let Some(board) = &mut self.board {
            board.moves.push(mv);
            board.playing = true;
        }
        let claims_draw = asked.claim.as_ref().is_some_and(|(claim, _)| claim.result == GameResult::Draw);
        let offers_draw = std::mem::take(&mut self.offers_draw) || claims_draw;
        let ponder = asked
            .progress
            .leading()
            .get(1)
            .copied()
            .filter(|_| asked.progress.leading().first() == Some(&mv));
        Ok(BestMove { best: Some(mv), ponder, offers_draw, ..BestMove::default() })
    }

    fn resigns(&self) -> EngineError {
        EngineError::Resigns { name: self.partner.name.clone() }
    }

    /// Ends an analysis; its move is the first of the best line.
    fn end_analysis(&mut self, asked: &Asked<'_>) -> Result<BestMove, EngineError> {
        self.send(&Command::Exit);
        self.wait_until_ready()?;
        // Nobody gives up a game that is only looked at.
        self.resigned = false;
        let best = asked
            .progress
            .leading()
            .first()
            .copied()
            .ok_or_else(|| self.partner.nonsense("no line of thinking".into()))?;
        Ok(BestMove { best: Some(best), ..BestMove::default() })
    }
}

/// Is it a move that the program calls illegal, and not a word that it does not know?
fn names_a_move(rest: &str) -> bool {
    let mut words = rest.split(|letter: char| letter.is_whitespace() || "():\"'.".contains(letter));
    words.rfind(|word| !word.is_empty()).is_none_or(moves::looks_like_move)
}

/// Does nothing end the search by itself?
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
