//! The game on the board as a text: its moves with variations, a place in it, and the steps back from changes.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use heirloom_chess::game::{Cursor, Game, GameError, GameResult, NodeId};
use heirloom_chess::notation::san;
use heirloom_chess::{Line, Move, Position};

use super::saving::Stored;
use crate::command::Step;

/// Changes that can be undone.
const UNDO: usize = 100;

/// A game and the place in it that the board shows.
#[derive(Debug)]
pub struct Record {
    game: Game,
    cursor: Cursor,
    /// The file it came from or was written to.
    pub file: Option<PathBuf>,
    /// Where it stands there.
    pub stored: Option<Stored>,
    /// Is there anything that no file holds?
    pub changed: bool,
    /// The version it had at first: no other game has this number.
    id: u64,
    version: u64,
    /// The version of its latest change.
    revision: u64,
    before: Vec<(Game, NodeId)>,
    taken_back: Vec<Move>,
}

/// A number that no version of any game has had.
fn next_version() -> u64 {
    static LAST: AtomicU64 = AtomicU64::new(0);
    LAST.fetch_add(1, Ordering::Relaxed) + 1
}

impl Default for Record {
    fn default() -> Record {
        Record::new(Game::new())
    }
}

impl Record {
    /// A game, seen from its start.
    pub fn new(game: Game) -> Record {
        let (cursor, version) = (Cursor::new(&game), next_version());
        let (before, taken_back) = (Vec::new(), Vec::new());
        Record {
            game,
            cursor,
            file: None,
            stored: None,
            changed: false,
            id: version,
            version,
            revision: version,
            before,
            taken_back,
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The place that the board shows.
    pub fn node(&self) -> NodeId {
        self.cursor.node()
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.cursor.position()
    }

    /// The start position and the moves to the position on the board.
    pub fn line(&self) -> &Line {
        self.cursor.line()
    }

    /// The position on the board, where it was set up and no move has been made from it.
    pub fn set_up_position(&self) -> Option<Position> {
        let position = self.game.start();
        (self.game.move_count() == 0 && *position != Position::startpos()).then(|| position.clone())
    }

    /// The move that led to the position on the board.
    pub fn last_move(&self) -> Option<Move> {
        self.game.mv(self.node())
    }

    /// The same in algebraic notation.
    pub fn last_san(&self) -> Option<String> {
        let before = self.game.position(self.game.parent(self.node())?).ok()?;
        Some(san::format(&before, self.last_move()?))
    }

    /// Another number after each change and each step.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// A number that no other game has.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Another number after each change, but not after steps.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// A file holds it as it was at this revision.
    pub fn saved(&mut self, revision: u64) {
        self.changed &= revision != self.revision;
        self.version = next_version();
    }

    fn has_changed(&mut self) {
        self.version = next_version();
        (self.changed, self.revision) = (true, self.version);
    }

    /// Does nothing follow the position on the board?
    pub fn is_at_end(&self) -> bool {
        self.game.next(self.node()).is_none()
    }

    /// Does the board show the end of a game whose result is known?
    pub fn is_decided_here(&self) -> bool {
        self.game.result() != GameResult::Unknown && self.node() == self.game.last()
    }

    /// Sets a tag that follows from the game by itself: nothing to undo.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        if self.game.tags().get(name) != Some(value) {
            self.game.tags_mut().set(name, value);
            self.has_changed();
        }
    }

    /// Plays a move at the place in the game; one that is there already is only followed.
    ///
    /// # Errors
    /// A move that is not legal here.
    pub fn play(&mut self, mv: Move) -> Result<NodeId, GameError> {
        let known = self.game.move_count();
        let node = self.cursor.play(&mut self.game, mv)?;
        self.version = next_version();
        if self.game.move_count() != known {
            self.has_changed();
        }
        if self.taken_back.pop_if(|redo| *redo == mv).is_none() {
            self.taken_back.clear();
        }
        Ok(node)
    }

    /// Takes the move that leads here out of the game, if nothing else hangs on it; tells it.
    pub fn take_back(&mut self) -> Option<Move> {
        self.remember();
        let mv = self.cursor.take_back(&mut self.game)?;
        self.taken_back.push(mv);
        self.has_changed();
        Some(mv)
    }

    /// Notes something beside the move that leads here, unless something is noted there already.
    pub fn remark(&mut self, comments: &[&str]) {
        if self.last_move().is_some()
            && self.game.comments(self.node()).is_empty()
            && self.game.set_comments(self.node(), comments).is_ok()
        {
            self.has_changed();
        }
    }

    /// The move that was taken back last.
    pub fn next_redo(&self) -> Option<Move> {
        self.taken_back.last().copied()
    }

    /// Steps through the game; says whether the place is another one now.
    pub fn go(&mut self, step: Step) -> bool {
        let before = self.node();
        match step {
            Step::First => self.cursor.to_start(&self.game),
            Step::Back => {
                self.cursor.back(&self.game);
            }
            Step::Forward => {
                self.cursor.forward(&self.game);
            }
            Step::Last => self.cursor.to_end(&self.game),
            Step::To(node) => {
                let _ = self.cursor.go_to(&self.game, node);
            }
            Step::Variation(by) => {
                let _ = self.sibling(by).map(|node| self.cursor.go_to(&self.game, node));
            }
        }
        self.version = next_version();
        before != self.node()
    }

    /// The variation so many places after this one, among those of the same move.
    fn sibling(&self, by: i8) -> Option<NodeId> {
        let siblings: Vec<NodeId> = self.game.children(self.game.parent(self.node())?).collect();
        let here = siblings.iter().position(|&node| node == self.node())?;
        siblings.get(here.checked_add_signed(isize::from(by))?).copied()
    }

    /// Changes the game; what it was before can be had back with [`Record::undo`]. The place stays where it is if it still exists.
    ///
    /// # Errors
    /// What the change failed with; the game is as before.
    pub fn edit(&mut self, change: impl FnOnce(&mut Game) -> Result<(), GameError>) -> Result<(), GameError> {
        self.remember();
        let done = change(&mut self.game);
        if done.is_err() {
            self.before.pop();
        } else {
            self.has_changed();
        }
        self.settle();
        done
    }

    /// Undoes the last change; says whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some((game, node)) = self.before.pop() else { return false };
        self.game = game;
        self.has_changed();
        self.cursor = Cursor::new(&self.game);
        let _ = self.cursor.go_to(&self.game, node);
        true
    }

    fn remember(&mut self) {
        if self.before.len() == UNDO {
            self.before.remove(0);
        }
        self.before.push((self.game.clone(), self.node()));
    }

    /// To the nearest place that still exists, back the way that leads there in the game as it was before the change.
    fn settle(&mut self) {
        let mut line = self.cursor.clone();
        while !self.game.contains(line.node()) {
            let back = self.before.last().and_then(|(before, _)| line.back(before));
            if back.is_none() {
                line = Cursor::new(&self.game);
            }
        }
        let node = line.node();
        self.cursor = Cursor::new(&self.game);
        let _ = self.cursor.go_to(&self.game, node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(moves: &str) -> Record {
        Record::new(heirloom_chess::notation::pgn::parse(moves).unwrap().unwrap())
    }

    #[test]
    fn steps_lead_through_the_game() {
        let mut record = record("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *");
        assert!(record.go(Step::Forward) && record.go(Step::Forward));
        assert!(record.go(Step::Variation(1)));
        assert_eq!(record.line().moves().len(), 2);
        assert!(record.go(Step::Last) && record.is_at_end());
        assert!(!record.go(Step::Variation(1)) && record.go(Step::First));
    }

    #[test]
    fn changes_can_be_undone() {
        let mut record = record("1. e4 e5 2. Nf3 *");
        record.go(Step::Last);
        let second = record.game().main_line().nth(1).unwrap();
        record.edit(|game| game.delete(second)).unwrap();
        assert_eq!((record.line().moves().len(), record.changed), (1, true));
        assert!(record.undo() && record.line().moves().len() == 3);
        let mv = record.take_back().unwrap();
        assert_eq!(record.next_redo(), Some(mv));
        record.play(mv).unwrap();
        assert_eq!(record.next_redo(), None);
    }
}
