//! The game's copy on disk: kept, recovered, and shelved when another game takes its place.

use std::path::{Path, PathBuf};
use web_time::Instant;

use heirloom_app::coach::help::{self, HelpCount};
use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn;

use super::{Play, Stage};
use crate::model::autosave::{Autosave, SavedGame};
use crate::model::context::{Context, Effect};
use crate::model::history::History;
use crate::model::notice::Notice;
use crate::model::record::{Record, Step};

impl Play {
    /// Returns an empty game in another tab, which is kept under this key.
    pub(in crate::model) fn another(&self, key: u32) -> Play {
        let mut play = Play { autosave: self.autosave.other(key), ..Play::default() };
        play.take_choices(self);
        play
    }

    /// Takes over what holds for all tabs.
    pub(in crate::model) fn take_choices(&mut self, other: &Play) {
        (self.continuous, self.ponder) = (other.continuous, other.ponder);
        (self.last_players, self.last_level) = (other.last_players.clone(), other.last_level);
    }

    /// Returns what keeps the game.
    pub(in crate::model) fn autosave(&self) -> &Autosave {
        &self.autosave
    }

    /// Keeps the game from now on.
    pub(in crate::model) fn keep_with(&mut self, autosave: Autosave) {
        self.autosave = autosave;
        self.autosave.mark_kept(self.record.version());
    }

    /// The board shows another tab: what is half done there ends.
    pub(in crate::model) fn leave(&mut self) {
        self.replay = None;
    }

    /// The tab is closed: a game that is not saved goes to the earlier games.
    pub(in crate::model) fn close(&mut self, context: &mut Context) {
        self.shelve(context);
        self.stop_engines();
        self.seats.clear().for_each(drop);
    }

    /// Removes the copy of a game whose tab was closed.
    pub(in crate::model) fn forget(&self) {
        self.autosave.forget();
    }

    /// Stops the game until it is continued.
    pub(in crate::model) fn interrupt(&mut self, now: Instant) {
        self.stop_engines();
        self.clocks.pause(now);
        (self.pending.idle, self.pending.interrupted) = (true, true);
    }

    /// Puts a game that was kept on the board.
    pub(in crate::model) fn recover(&mut self, saved: SavedGame, history: History) {
        let Some(Ok(game)) = pgn::parse(&saved.pgn) else { return };
        let mut record = Record::new(game);
        for alternative in saved.way {
            let child = record.game().children(record.node()).nth(alternative);
            let Some(child) = child else { break };
            record.go(Step::To(child));
        }
        (record.file, record.stored, record.changed) = (saved.file, saved.stored, saved.changed);
        record.history = history;
        let helped = record.game().tags().get(help::TAG);
        (self.help, self.end_noted) = (helped.map_or_else(HelpCount::default, HelpCount::read), false);
        self.record = record;
        (self.players, self.flipped, self.clocks) = (saved.players, saved.flipped, saved.clocks);
        if saved.playing {
            self.stage = Stage::Playing;
            (self.pending.idle, self.pending.interrupted) = (true, true);
        }
        self.autosave.mark_kept(self.record.version());
    }

    /// Keeps the game when it has changed.
    pub(in crate::model) fn poll_autosave(&mut self, context: &mut Context, now: Instant) {
        if let Some((folder, reason)) = self.autosave.write_error() {
            context.notify(Notice::NotKept(folder, reason));
        }
        if self.autosave.is_due(self.record.version(), now) {
            self.keep_now();
        }
    }

    /// Keeps the game now.
    pub(in crate::model) fn keep_now(&mut self) {
        self.autosave.mark_kept(self.record.version());
        let state = self.state();
        self.autosave.keep(&state, &mut self.record.history);
    }

    /// Returns the game with its state.
    fn state(&self) -> SavedGame {
        let game = self.record.game();
        let mut way = Vec::new();
        for node in game.path(self.record.node()) {
            let alternatives = game.parent(node).into_iter().flat_map(|parent| game.children(parent));
            way.extend(alternatives.into_iter().position(|child| child == node));
        }
        SavedGame {
            pgn: pgn::to_string(game),
            way,
            file: self.record.file.clone(),
            stored: self.record.stored,
            changed: self.record.changed,
            players: self.players.clone(),
            playing: self.stage == Stage::Playing,
            flipped: self.flipped_before.unwrap_or(self.flipped),
            clocks: self.clocks.clone(),
            changes: Some(self.record.history.extent()),
        }
    }

    /// Continues a game that was read from the shelf. Returns false if it comes from elsewhere or was not
    /// being played.
    pub(in crate::model) fn take_from_shelf(
        &mut self,
        path: &Path,
        game: &Game,
        context: &mut Context,
    ) -> bool {
        if self.earlier_games().as_deref() != Some(path) {
            return false;
        }
        let Some(saved) = self.autosave.shelved(&pgn::to_string(game)) else { return false };
        self.recover(saved, History::default());
        context.ask(Effect::Moved);
        true
    }

    /// Returns the file of games that were replaced without having been saved, if any are kept.
    pub fn earlier_games(&self) -> Option<PathBuf> {
        self.autosave.shelf()
    }

    /// Returns the file of the games of matches that name no file.
    pub fn earlier_matches(&self) -> Option<PathBuf> {
        self.autosave.matches()
    }

    /// Keeps a game that was never saved where it can be found, before another one takes its place.
    pub(super) fn shelve(&self, context: &mut Context) {
        if self.record.changed
            && self.record.game().move_count() > 0
            && let Some(shelf) = self.autosave.shelf()
        {
            let state = (self.stage == Stage::Playing).then(|| self.state());
            self.autosave.shelve(pgn::to_string(self.record.game()), state.as_ref());
            context.notify(Notice::Shelved(shelf));
        }
    }
}
