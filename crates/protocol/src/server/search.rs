//! One search of the UCI server: the lines it prints, and its answer.

use web_time::Instant;

use heirloom_chess::notation::uci;
use heirloom_chess::{Line, Move};
use heirloom_engine::{BestMove, Info, Limits, Ticket};

use super::input::PIPED_TOGETHER;
use super::printed::Printed;
use crate::uci::{Message, info};

/// A search that has not answered yet.
pub(super) struct Search {
    /// `None` if no engine is searching (any more) and the server answers itself.
    pub(super) ticket: Option<Ticket>,
    /// The server's own answer.
    answer: Vec<String>,
    line: Line,
    limits: Limits,
    chess960: bool,
    wdl: bool,
    started: Instant,
    stopped: bool,
    pondering: bool,
    /// True if its answer no longer belongs to a game.
    ignored: bool,
    printed: Printed,
}

impl Search {
    pub(super) fn new(ticket: Ticket, line: Line, limits: Limits, chess960: bool, wdl: bool) -> Search {
        let (pondering, started) = (limits.ponder, Instant::now());
        let (answer, printed, ticket) = (Vec::new(), Printed::new(), Some(ticket));
        let (stopped, ignored) = (false, false);
        Search { ticket, answer, line, limits, chess960, wdl, started, stopped, pondering, ignored, printed }
    }

    /// Creates a search without moves: mate, stalemate, or all moves excluded.
    pub(super) fn without_moves(line: Line, limits: Limits) -> Search {
        let mut search = Search::new(Ticket::default(), line, limits, false, false);
        let position = search.line.position();
        let mated = position.in_check() && !position.has_legal_move();
        let score = if mated { "mate 0" } else { "cp 0" };
        (search.answer, search.ticket) =
            (vec![format!("info depth 0 score {score}"), search.best_move(None, None)], None);
        search
    }

    /// Creates a search of a rejected position: no move is right.
    pub(super) fn rejected(limits: Limits) -> Search {
        let mut search = Search::new(Ticket::default(), Line::default(), limits, false, false);
        (search.answer, search.ticket) = (vec![search.best_move(None, None)], None);
        search
    }

    /// Makes what is known so far the answer, after the engine has failed.
    pub(super) fn fail(&mut self) {
        (self.answer, self.ticket) = (self.last_lines(None), None);
    }

    /// The server's own answer, once nothing holds it back.
    pub(super) fn own_answer(&self) -> Option<&[String]> {
        (self.ticket.is_none() && self.is_free()).then_some(&self.answer)
    }

    pub(super) fn stop(&mut self) {
        self.stopped = true;
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stopped
    }

    pub(super) fn ponder_hit(&mut self) {
        self.pondering = false;
    }

    /// Marks the search: its move will not be played.
    pub(super) fn ignore(&mut self) {
        self.ignored = true;
    }

    /// The game with the answer; `None` in analysis, while pondering, and if the answer is ignored.
    pub(super) fn played(&self, answer: &BestMove) -> Option<Line> {
        let mv = answer.best.filter(|_| !self.limits.infinite && !self.pondering && !self.ignored)?;
        let mut line = self.line.clone();
        line.push(mv).ok()?;
        Some(line)
    }

    /// Returns true if it may answer.
    pub(super) fn is_free(&self) -> bool {
        self.stopped || !self.pondering && !self.limits.infinite
    }

    /// Returns true if it has just begun and has a depth, node or time limit but no clock, unlike in a game.
    pub(super) fn is_piped_work(&self) -> bool {
        let Limits { depth, nodes, move_time, .. } = self.limits;
        let ends = depth.is_some() || nodes.is_some() || move_time.is_some();
        ends && self.limits.clocks.is_none()
            && !self.stopped
            && self.is_free()
            && self.started.elapsed() < PIPED_TOGETHER
    }

    /// The line for a report, if it is to be printed.
    pub(super) fn info(&mut self, mut report: Info) -> Option<String> {
        report.pv = info::until_the_end(&report.pv, &self.line);
        if self.printed.is_early()
            && report.current_move.take().is_some()
            && report.score.is_none()
            && report.text.is_none()
        {
            return None;
        }
        let report = self.printed.select(report)?;
        self.write(&report)
    }

    fn write(&self, report: &Info) -> Option<String> {
        info::write(report, self.line.position(), self.chess960, self.wdl)
    }

    /// The last lines: the best move (the best one known after a failure), after a line that begins with it.
    pub(super) fn last_lines(&self, answer: Option<&BestMove>) -> Vec<String> {
        let best = answer.and_then(|answer| answer.best).or_else(|| self.fallback());
        let line = self.printed.before_answer(best).and_then(|report| self.write(&report));
        let ponder = answer.and_then(|answer| answer.ponder);
        line.into_iter().chain([self.best_move(best, ponder)]).collect()
    }

    fn best_move(&self, best: Option<Move>, ponder: Option<Move>) -> String {
        let position = self.line.position();
        let ponder = best.zip(ponder).and_then(|(best, ponder)| {
            let mut after = position.clone();
            after.try_play(best).ok()?;
            after.is_legal(ponder).then(|| uci::format(&after, ponder, self.chess960))
        });
        let best = best.map(|mv| uci::format(position, mv, self.chess960));
        Message::BestMove { best, ponder }.to_string()
    }

    /// The first move of the best line so far, or any move that may be played.
    fn fallback(&self) -> Option<Move> {
        let any = || {
            self.limits
                .search_moves
                .first()
                .copied()
                .or_else(|| self.line.position().legal_moves().first().copied())
        };
        self.printed.progress().leading().first().copied().or_else(any)
    }
}
