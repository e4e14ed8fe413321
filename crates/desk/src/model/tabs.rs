//! Several games, each in a tab of its own: one is on the board, the others wait, or are being played
//! meanwhile.

use web_time::Instant;

use super::autosave::{Autosave, Kept, SavedTabs};
use super::context::{Context, Effect};
use super::notice::Notice;
use super::play::Play;

/// What can be asked of tabs; a tab is named by its place, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TabCommand {
    /// Opens a tab with an empty game, and shows it.
    New,
    /// Shows a tab.
    Show(usize),
    /// Shows the next tab (1), or the one before (-1); after the last follows the first.
    Step(isize),
    /// Closes a tab. A game that is not saved can be found among the earlier games.
    Close(usize),
}

/// The games that are not on the board, and the place of the one that is.
#[derive(Debug, Default)]
pub struct Tabs {
    /// In the order of the tabs.
    others: Vec<Play>,
    /// The place of the game on the board among all.
    active: usize,
    /// A number that no tab has had.
    next_key: u32,
}

impl Tabs {
    /// Returns the number of tabs.
    pub fn count(&self) -> usize {
        self.others.len() + 1
    }

    /// Returns the place of the game on the board.
    pub fn active(&self) -> usize {
        self.active
    }

    /// Returns the games in the order of the tabs; `board` is the one on the board.
    pub fn all<'a>(&'a self, board: &'a Play) -> impl Iterator<Item = &'a Play> {
        let (before, after) = self.others.split_at(self.active.min(self.others.len()));
        before.iter().chain(std::iter::once(board)).chain(after)
    }

    /// Returns the games that are not on the board.
    pub fn others(&self) -> &[Play] {
        &self.others
    }

    /// Returns the games that are not on the board.
    pub(super) fn others_mut(&mut self) -> &mut [Play] {
        &mut self.others
    }

    /// Carries a command out.
    pub(super) fn apply(&mut self, command: TabCommand, board: &mut Play, context: &mut Context) {
        match command {
            TabCommand::New => self.open(board, context),
            TabCommand::Show(place) => self.show(place, board, context),
            TabCommand::Step(by) => {
                let count = self.count() as isize;
                let place = (self.active as isize + by).rem_euclid(count);
                self.show(place as usize, board, context);
            }
            TabCommand::Close(place) => self.close(place, board, context),
        }
    }

    /// Opens a tab with an empty game after the one on the board, and shows it.
    pub(super) fn open(&mut self, board: &mut Play, context: &mut Context) {
        self.next_key += 1;
        let new = board.another(self.next_key);
        // A kill may have left the files of a closed tab that had this key.
        new.forget();
        self.others.insert(self.active, std::mem::replace(board, new));
        self.active += 1;
        self.has_changed(board, context);
    }

    /// Shows a tab.
    pub(super) fn show(&mut self, place: usize, board: &mut Play, context: &mut Context) {
        if place == self.active || place >= self.count() {
            return;
        }
        let mut shown = self.others.remove(if place < self.active { place } else { place - 1 });
        shown.take_choices(board);
        let before = std::mem::replace(board, shown);
        self.others.insert(if place < self.active { self.active - 1 } else { self.active }, before);
        self.active = place;
        self.has_changed(board, context);
    }

    fn close(&mut self, place: usize, board: &mut Play, context: &mut Context) {
        if place >= self.count() {
            return;
        }
        if self.others.is_empty() {
            return board.show(Default::default(), context);
        }
        if place == self.active {
            let next = if place < self.others.len() { place + 1 } else { place - 1 };
            self.show(next, board, context);
        }
        let mut closed = self.others.remove(if place < self.active { place } else { place - 1 });
        self.active -= usize::from(place < self.active);
        closed.close(context);
        // The list goes first, so that no tab is without its game.
        self.has_changed(board, context);
        closed.forget();
    }

    /// Notes that the tabs are others, or another one is shown.
    fn has_changed(&mut self, board: &mut Play, context: &mut Context) {
        self.others.iter_mut().for_each(Play::leave);
        self.keep(board);
        context.ask(Effect::Moved);
    }

    /// Writes the list of tabs.
    pub(super) fn keep(&self, board: &Play) {
        let keys = self.all(board).map(|play| play.autosave().key()).collect();
        board.autosave().keep_tabs(&SavedTabs { keys, active: board.autosave().key() });
    }

    /// Takes over the games that were kept, and keeps them from now on.
    pub(super) fn restore(
        &mut self,
        autosave: Autosave,
        kept: Kept,
        board: &mut Play,
        context: &mut Context,
    ) {
        let active = kept.games.iter().position(|(key, ..)| *key == kept.active).unwrap_or_default();
        self.next_key = kept.games.iter().map(|(key, ..)| *key).max().unwrap_or_default();
        board.keep_with(autosave);
        let mut plays: Vec<Play> = Vec::new();
        for (key, game) in kept.games {
            let mut play = board.another(key);
            if let Some((saved, history)) = game {
                play.recover(saved, history);
            }
            plays.push(play);
        }
        if plays.iter().any(|play| play.record().game().move_count() > 0) {
            context.notify(Notice::Recovered);
        }
        if !plays.is_empty() {
            *board = plays.remove(active);
            (self.others, self.active) = (plays, active);
        }
        context.ask(Effect::Moved);
    }

    /// Lets only the game on the board continue, if it is being played: others wait.
    pub(super) fn interrupt_others(&mut self, board: &Play, context: &mut Context, now: Instant) {
        if board.goes_on() {
            for other in self.others.iter_mut().filter(|other| other.goes_on()) {
                other.interrupt(now);
                context.notify(Notice::Interrupted);
            }
        }
    }
}

#[cfg(test)]
mod kills;
#[cfg(test)]
mod tests;
