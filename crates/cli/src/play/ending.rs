//! How a terminal game ends: by the rules, on time, by resignation or agreement.

use std::io::Write;

use anyhow::{Result, bail};
use heirloom_chess::Color;
use heirloom_chess::game::GameResult;

use super::end::{End, out_of_time};
use super::game::Play;

impl Play {
    /// Returns true if the game is over.
    pub fn is_over(&self) -> bool {
        self.agreed.is_some() || self.table.line.outcome().is_some()
    }

    /// Prints how the game ended, once; returns true if it has just ended.
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

    /// Ends the game if the side to move has used up its time; returns true if so.
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

    /// Notes that the prompt has reported a fallen flag.
    pub fn flag_was_reported(&mut self) {
        self.flag_reported = self.has_lost_on_time();
    }

    /// Resigns for the side to move.
    pub(super) fn resign(&mut self) -> Result<()> {
        if self.is_over() {
            bail!("the game is already over");
        }
        let loser = self.table.line.position().turn();
        self.agreed = Some(End::lost_by(loser, "resigns"));
        Ok(())
    }

    /// Accepts the draw that the engine has offered, or offers one; the engine accepts if it does not
    /// consider itself better.
    pub(super) fn offer_draw(&mut self, out: &mut dyn Write) -> Result<()> {
        if self.is_over() {
            bail!("the game is already over");
        }
        let early = self.table.line.moves().len() < 20;
        let better = self.last_score.is_none_or(|score| score.centipawns() > 0);
        if self.people.len() < 2 && !self.draw_offered && (early || better) {
            writeln!(out, "the engine declines")?;
        } else {
            self.agreed = Some(End { result: GameResult::Draw, why: "draw agreed".into(), on_time: false });
        }
        Ok(())
    }
}
