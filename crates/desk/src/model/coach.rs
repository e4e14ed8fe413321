//! The coach: it looks at moves of the user in a game against an engine before they are played, and marks
//! hanging pieces.

use std::sync::Arc;

use heirloom_app::coach::help::Help;
use heirloom_app::coach::{Loss, examine};
use heirloom_app::review::refutation::hanging;
use heirloom_app::roster::BuiltIn;
use heirloom_chess::notation::san;
use heirloom_chess::{Line, Move, Square};
use heirloom_engine::Session;
use parking_lot::Mutex;
use web_time::{Duration, Instant};

use super::context::{Context, Effect};
use super::notice::Notice;
use super::play::Play;
use super::record::Record;
use super::strength;
use super::task::Task;
use crate::roster::Roster;

/// How long a move waits for the coach, with a clock and without one. Then it is played.
const PATIENCE: [Duration; 2] = [Duration::from_millis(300), Duration::from_secs(5)];

/// What can be asked of the coach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CoachCommand {
    /// Plays the move that the coach has warned of.
    PlayAnyway,
    /// Takes it back.
    TakeBack,
    /// Marks the pieces on the board that can be won, or removes the marks.
    MarkHanging,
}

/// A move in a position of a game.
#[derive(Clone, PartialEq, Debug)]
struct Entered {
    game: u64,
    line: Line,
    mv: Move,
}

impl Entered {
    /// Returns true if the move can still be played on the board.
    fn fits(&self, play: &Play) -> bool {
        play.awaits_person() && self.game == play.record().id() && self.line == *play.record().line()
    }
}

/// A warning of a move that has not been played.
#[derive(Clone, PartialEq, Debug)]
pub struct Warning {
    entered: Entered,
    /// What the move loses, and the reply.
    pub loss: Loss,
}

impl Warning {
    /// Returns the move.
    pub fn mv(&self) -> Move {
        self.entered.mv
    }

    /// Returns the move and the reply in SAN.
    pub fn san(&self) -> (String, Option<String>) {
        let (position, mv) = (self.entered.line.position(), self.entered.mv);
        (san::format(position, mv), self.loss.reply_san(position, mv))
    }
}

/// A move that waits for the answer of the coach.
#[derive(Debug)]
struct Asked {
    entered: Entered,
    until: Instant,
    task: Option<Task<Option<Loss>>>,
}

/// The engine of the coach, once it was needed.
type SharedSession = Arc<Mutex<Option<Session>>>;

/// The coach.
#[derive(Default)]
pub struct Coach {
    /// The loss from which it warns, in centipawns; none if it is off.
    least: Option<u16>,
    session: SharedSession,
    /// Its engine is being started.
    starting: Option<Task<()>>,
    asked: Option<Asked>,
    /// What it warns of.
    pub warning: Option<Warning>,
    /// The game and the position with marked pieces, and their squares.
    marked: Option<([u64; 2], Vec<Square>)>,
}

impl Coach {
    /// Returns true if it is on.
    pub fn is_on(&self) -> bool {
        self.least.is_some()
    }

    /// Returns the move that waits for the coach or for the user.
    pub fn waiting(&self) -> Option<Move> {
        let asked = self.asked.as_ref().map(|asked| asked.entered.mv);
        asked.or_else(|| self.warning.as_ref().map(Warning::mv))
    }

    /// Returns the squares of the hanging pieces that are marked on the board.
    pub fn marked(&self, record: &Record) -> &[Square] {
        let place = place(record);
        self.marked.as_ref().filter(|(marked, _)| *marked == place).map_or(&[], |(_, squares)| squares)
    }

    /// Sets the loss from which it warns, in centipawns, or switches it off. Its engine is started at once,
    /// so that no move waits for that.
    pub(super) fn set(&mut self, least: Option<u16>, context: &Context) {
        if least.is_some() && self.least.is_none() {
            let (session, roster) = (Arc::clone(&self.session), Arc::clone(&context.roster));
            self.starting = Some(Task::start(&context.wake, move |_| {
                start(&mut session.lock(), roster.as_ref());
            }));
        }
        self.least = least;
    }

    /// Carries a command out.
    pub(super) fn apply(
        &mut self,
        command: CoachCommand,
        play: &mut Play,
        context: &mut Context,
        now: Instant,
    ) {
        match (command, self.warning.take()) {
            (CoachCommand::MarkHanging, warning) => {
                self.warning = warning;
                self.mark_hanging(play, context);
            }
            (CoachCommand::PlayAnyway, Some(warning)) if warning.entered.fits(play) => {
                play.enter(warning.mv(), None, context, now);
                context.ask(Effect::Resume);
            }
            (CoachCommand::TakeBack, Some(_)) => {}
            (CoachCommand::PlayAnyway | CoachCommand::TakeBack, _) => context.notify(Notice::NotNow),
        }
    }

    fn mark_hanging(&mut self, play: &mut Play, context: &mut Context) {
        let place = place(play.record());
        if self.marked.take_if(|(marked, _)| *marked == place).is_some() {
            return;
        }
        let squares = hanging(play.record().position());
        if squares.is_empty() {
            context.notify(Notice::NothingHangs);
        }
        self.marked = Some((place, squares));
        play.note_help(Help::Hanging);
    }

    /// Takes a move that the user has entered in a game against an engine, to look at it before it is played;
    /// returns false if it is to be played at once. Who enters a move again after a warning plays it.
    pub(super) fn takes(&mut self, mv: Move, play: &Play, context: &Context, now: Instant) -> bool {
        let Some(least) = self.least else { return false };
        let record = play.record();
        let entered = Entered { game: record.id(), line: record.line().clone(), mv };
        if !entered.fits(play) || !entered.line.position().is_legal(mv) {
            return false;
        }
        if self.warning.take().is_some_and(|warning| warning.entered == entered) {
            return false;
        }
        if self.asked.as_ref().is_some_and(|asked| asked.entered == entered) {
            return true;
        }
        let (session, line) = (Arc::clone(&self.session), entered.line.clone());
        let roster = Arc::clone(&context.roster);
        let task = Task::start(&context.wake, move |_| {
            let mut place = session.lock();
            start(&mut place, roster.as_ref());
            let found = examine(place.as_mut()?, &line, mv, least);
            // A failed engine is started again for the next move.
            place.take_if(|_| found.is_err());
            found.ok().flatten()
        });
        let patience = PATIENCE[usize::from(play.clocks().running().is_none())];
        self.asked = Some(Asked { entered, until: now + patience, task: Some(task) });
        true
    }

    /// Reads the answer about a move: it is played, or the coach warns of it.
    pub(super) fn poll(&mut self, play: &mut Play, context: &mut Context, now: Instant) {
        Task::finish(&mut self.starting);
        self.warning.take_if(|warning| !warning.entered.fits(play));
        let Some(mut asked) = self.asked.take().filter(|asked| asked.entered.fits(play)) else { return };
        match Task::finish(&mut asked.task).flatten() {
            Some(loss) => {
                self.warning = Some(Warning { entered: asked.entered, loss });
                play.note_help(Help::Warning);
            }
            // There is no answer yet.
            None if asked.task.is_some() && now < asked.until => self.asked = Some(asked),
            None => {
                play.enter(asked.entered.mv, None, context, now);
                context.ask(Effect::Resume);
            }
        }
    }

    /// Returns how long a move still waits.
    pub(super) fn rest(&self, now: Instant) -> Option<Duration> {
        self.asked.as_ref().map(|asked| asked.until.saturating_duration_since(now))
    }
}

/// Returns the game and the position on the board.
fn place(record: &Record) -> [u64; 2] {
    [record.id(), record.position().key()]
}

/// Starts the engine unless it is running. If it cannot be started, moves are played without a warning.
fn start(place: &mut Option<Session>, roster: &dyn Roster) {
    if place.is_none() {
        *place = strength::session(roster, BuiltIn::Flagship.id()).ok();
    }
}

#[cfg(test)]
mod tests;
