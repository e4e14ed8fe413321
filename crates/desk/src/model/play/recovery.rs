//! The game's copy on disk: kept, recovered, and shelved when another game takes its place.

use std::path::{Path, PathBuf};
use web_time::Instant;

use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn;

use super::{Play, Stage};
use crate::model::autosave::{Autosave, SavedGame};
use crate::model::context::{Context, Effect};
use crate::model::notice::Notice;
use crate::model::record::{Record, Step};

impl Play {
    /// Keeps the game in this folder from now on; a game that is kept there returns to the board.
    pub(in crate::model) fn keep_in(&mut self, folder: PathBuf, context: &mut Context) {
        match Autosave::open(&folder, &context.wake) {
            Ok((autosave, saved)) => {
                if autosave.is_second(&folder) {
                    context.notify(Notice::SecondDesk);
                }
                self.autosave = autosave;
                saved.into_iter().for_each(|saved| self.recover(saved, context));
                self.autosave.mark_kept(self.record.version());
            }
            // Nothing is kept, but everything else works.
            Err(error) => context.notify(Notice::NotKept(folder, error.to_string())),
        }
    }

    fn recover(&mut self, saved: SavedGame, context: &mut Context) {
        let Some(Ok(game)) = pgn::parse(&saved.pgn) else { return };
        let mut record = Record::new(game);
        for alternative in saved.way {
            let child = record.game().children(record.node()).nth(alternative);
            let Some(child) = child else { break };
            record.go(Step::To(child));
        }
        (record.file, record.stored, record.changed) = (saved.file, saved.stored, saved.changed);
        self.record = record;
        (self.players, self.flipped, self.clocks) = (saved.players, saved.flipped, saved.clocks);
        if saved.playing {
            self.stage = Stage::Playing;
            (self.pending.idle, self.pending.interrupted) = (true, true);
        }
        if self.record.game().move_count() > 0 {
            context.notify(Notice::Recovered);
        }
        context.ask(Effect::Moved);
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
        self.autosave.keep(&self.state());
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
        self.recover(saved, context);
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
