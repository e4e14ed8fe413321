//! How a terminal game ends: by the rules, on time, by resignation or agreement.

use std::fmt;
use std::io::Write;

use anyhow::{Result, bail};
use heirloom_chess::Color;
use heirloom_chess::game::GameResult;

use super::game::Play;

/// An end that the rules of the board know nothing of.
pub(super) struct Agreed {
    pub(super) result: GameResult,
    pub(super) why: String,
    pub(super) on_time: bool,
}

impl fmt::Display for Agreed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {}", self.result.as_str(), self.why)
    }
}

/// The end of a game whose loser has no time left.
pub(super) fn out_of_time(loser: Color) -> Agreed {
    Agreed { result: won_by(!loser), why: format!("{loser} loses on time"), on_time: true }
}

impl Play {
    /// Has the game ended, by the rules or otherwise?
    pub fn is_over(&self) -> bool {
        self.agreed.is_some() || self.table.line.outcome().is_some()
    }

    /// Says once how the game ended; true when it has just done so.
    pub fn announce_end(&mut self, out: &mut dyn Write) -> Result<bool> {
        if self.announced {
            return Ok(false);
        }
        match (&self.agreed, self.table.line.outcome()) {
            (Some(_), _) if std::mem::take(&mut self.flag_reported) => {}
            (Some(agreed), _) => writeln!(out, "{agreed}")?,
            (None, Some(outcome)) => writeln!(out, "{}  {outcome}", GameResult::from(outcome).as_str())?,
            (None, None) => return Ok(false),
        }
        self.announced = true;
        Ok(true)
    }

    /// Ends the game if the side to move has just used up its time.
    pub(super) fn has_lost_on_time(&mut self) -> bool {
        let turn = self.table.line.position().turn();
        let late = self.clocks().is_some_and(|clocks| clocks.left(turn) < self.turn_began.elapsed());
        let lost = late && !self.paused && !self.is_over();
        if lost {
            self.lose_on_time(turn);
        }
        lost
    }

    pub(super) fn lose_on_time(&mut self, loser: Color) {
        self.agreed = Some(out_of_time(loser));
    }

    /// The prompt has reported that the side to move has no time left.
    pub fn flag_was_reported(&mut self) {
        self.flag_reported = self.has_lost_on_time();
    }

    /// The user gives up.
    pub(super) fn resign(&mut self) -> Result<()> {
        if self.is_over() {
            bail!("the game is already over");
        }
        let loser = self.table.line.position().turn();
        self.agreed =
            Some(Agreed { result: won_by(!loser), why: format!("{loser} resigns"), on_time: false });
        Ok(())
    }

    /// The engine accepts when it does not think itself better.
    pub(super) fn offer_draw(&mut self, out: &mut dyn Write) -> Result<()> {
        if self.is_over() {
            bail!("the game is already over");
        }
        let early = self.table.line.moves().len() < 20;
        let better = self.last_score.is_none_or(|score| score.centipawns() > 0);
        if self.people.len() < 2 && (early || better) {
            writeln!(out, "the engine declines")?;
        } else {
            self.agreed =
                Some(Agreed { result: GameResult::Draw, why: "draw agreed".into(), on_time: false });
        }
        Ok(())
    }
}

fn won_by(color: Color) -> GameResult {
    if color == Color::White { GameResult::WhiteWins } else { GameResult::BlackWins }
}
