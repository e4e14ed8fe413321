//! The text of the game on the board: its moves with variations, a place in it, and undo.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use heirloom_chess::game::{Cursor, Game, GameError, GameResult, Nag, NodeId};
use heirloom_chess::notation::san;
use heirloom_chess::{Line, Move, Position, Square};
use heirloom_files::is_compressed;
use heirloom_picture::{MarkColor, Marks};

use super::game_data::GameData;
use super::history::{ChangeKind, ChangeName, History, Way};
use super::insertion::Insertion;
use super::stored::{Deleted, Replaced, Stored};
use super::{figures, marks};

/// A step through a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// To the start.
    First,
    /// One ply back.
    Back,
    /// One ply forward along the main continuation.
    Forward,
    /// To the end of this line.
    Last,
    /// To a move.
    To(NodeId),
    /// To the variation before or after this one (-1, 1).
    Variation(i8),
    /// This many plies forward along the main continuation, or back if negative.
    Plies(i16),
}

/// A change of the text of the game, which can be undone.
#[derive(Clone, PartialEq, Debug)]
pub enum EditCommand {
    /// Moves a variation up one level.
    Promote(NodeId),
    /// Makes a variation the main line.
    PromoteToMainLine(NodeId),
    /// Deletes a move and everything after it.
    Delete(NodeId),
    /// Sets the words and symbols of a move; figures of searches stay, and arrows.
    Annotate(NodeId, String, Vec<Nag>),
    /// Sets the words before the first move of a line, those after it, and its symbols.
    AnnotateFirst(NodeId, [String; 2], Vec<Nag>),
    /// Sets the symbols of a move.
    Symbols(NodeId, Vec<Nag>),
    /// Draws an arrow at a move, or a circle if both squares are the same; one that is there changes its
    /// color or goes.
    Mark(NodeId, (Square, Square), MarkColor),
    /// Removes all arrows and circles of a move.
    ClearMarks(NodeId),
    /// Sets a tag of the game; an empty value removes it.
    Tag(String, String),
    /// Sets all tags, the result and the comment before the first move.
    Data(Box<GameData>),
    /// Puts a line into the game.
    Insert(Insertion),
}

impl EditCommand {
    /// Returns the name of the change.
    pub fn name(&self, game: &Game) -> ChangeName {
        let (kind, node) = match self {
            EditCommand::Promote(node) => (ChangeKind::Promote, *node),
            EditCommand::PromoteToMainLine(node) => (ChangeKind::MainLine, *node),
            EditCommand::Delete(node) => (ChangeKind::Delete, *node),
            EditCommand::Annotate(node, ..)
            | EditCommand::AnnotateFirst(node, ..)
            | EditCommand::Symbols(node, _) => (ChangeKind::Annotate, *node),
            EditCommand::Mark(node, ..) | EditCommand::ClearMarks(node) => (ChangeKind::Marks, *node),
            EditCommand::Insert(line) => {
                return ChangeName::of_move(ChangeKind::Insert, game, line.from, line.moves.first().copied());
            }
            EditCommand::Tag(..) | EditCommand::Data(_) => return ChangeKind::Data.into(),
        };
        ChangeName::of(kind, game, node)
    }

    /// Changes a game. `playing` is true while it is being played: its result is not set then. Fails if there
    /// is no such move or variation.
    pub fn change(self, game: &mut Game, playing: bool) -> Result<(), GameError> {
        match self {
            EditCommand::Promote(node) => game.promote(node),
            EditCommand::PromoteToMainLine(node) => game.promote_to_main_line(node),
            EditCommand::Delete(node) => game.delete(node),
            EditCommand::Annotate(node, words, nags) => {
                figures::set_words(game, node, &words)?;
                game.set_nags(node, &nags)
            }
            EditCommand::AnnotateFirst(node, [before, words], nags) => {
                figures::set_words_before(game, node, &before)?;
                figures::set_words(game, node, &words)?;
                game.set_nags(node, &nags)
            }
            EditCommand::Symbols(node, nags) => game.set_nags(node, &nags),
            EditCommand::Mark(node, squares, color) => marks::toggle(game, node, squares, color),
            EditCommand::ClearMarks(node) => marks::set(game, node, &Marks::default()),
            EditCommand::Tag(name, value) => {
                match value.trim() {
                    "" => game.tags_mut().remove(&name),
                    value => game.tags_mut().set(&name, value),
                }
                Ok(())
            }
            EditCommand::Data(data) => data.set(game, playing),
            EditCommand::Insert(insertion) => insertion.insert(game).map(|_| ()),
        }
    }
}

/// A game and the place in it that the board shows.
#[derive(Debug)]
pub struct Record {
    game: Game,
    cursor: Cursor,
    /// The file it came from or was written to.
    pub file: Option<PathBuf>,
    /// Its place there.
    pub stored: Option<Stored>,
    /// Whether it has changes that are in no file.
    pub changed: bool,
    /// Whether its text was damaged, so that a part is missing.
    pub damaged: bool,
    /// Its first version: no other game has this number.
    id: u64,
    version: u64,
    /// The version of its latest change.
    revision: u64,
    /// What can be undone.
    pub(super) history: History,
    taken_back: Vec<Move>,
}

/// Returns a number that no version of any game has had.
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
    /// Creates the record of a game, at its start.
    pub fn new(game: Game) -> Record {
        let (cursor, version) = (Cursor::new(&game), next_version());
        Record {
            game,
            cursor,
            file: None,
            stored: None,
            changed: false,
            damaged: false,
            id: version,
            version,
            revision: version,
            history: History::default(),
            taken_back: Vec::new(),
        }
    }

    /// Returns the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the place that the board shows.
    pub fn node(&self) -> NodeId {
        self.cursor.node()
    }

    /// Returns the position on the board.
    pub fn position(&self) -> &Position {
        self.cursor.position()
    }

    /// Returns the start position and the moves to the position on the board.
    pub fn line(&self) -> &Line {
        self.cursor.line()
    }

    /// Returns the position on the board if it was set up and no move has been made.
    pub fn set_up_position(&self) -> Option<Position> {
        let position = self.game.start();
        (self.game.move_count() == 0 && *position != Position::startpos()).then(|| position.clone())
    }

    /// Returns the move that led to the position on the board.
    pub fn last_move(&self) -> Option<Move> {
        self.game.mv(self.node())
    }

    /// Returns that move in SAN.
    pub fn last_san(&self) -> Option<String> {
        let before = self.game.position(self.game.parent(self.node())?).ok()?;
        Some(san::format(&before, self.last_move()?))
    }

    /// Returns a number that changes with each change and each step.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Returns a number that no other game has.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Returns a number that changes with each change, but not with steps.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The game was read from this range of a file.
    pub fn came_from(&mut self, path: &Path, range: Range<u64>) {
        // A packed file is only read.
        if !is_compressed(path) {
            (self.file, self.stored) = (Some(path.into()), Stored::read(path, range).ok());
        }
    }

    /// A game was cut out of a file, or put back: the place of this game there is another one. If it is this
    /// game, it is in no file.
    pub fn file_was_cut(&mut self, deleted: &Deleted, back: bool) {
        if self.file.as_ref() == Some(&deleted.path)
            && let Some(stored) = self.stored
        {
            self.stored = stored.moved(deleted.offset, deleted.text.len() as u64, back);
            self.changed |= self.stored.is_none();
            self.version = next_version();
        }
    }

    /// A tag of a game was set in its file. If it is this game, it has the tag, too.
    pub fn file_was_changed(&mut self, replaced: &Replaced) {
        if self.file.as_ref() == Some(&replaced.path)
            && let Some(stored) = self.stored
        {
            let (stored, is_this) = stored.replaced(replaced);
            self.stored = Some(stored);
            if is_this {
                self.game.tags_mut().set(replaced.tag, &replaced.values[1]);
            }
            self.version = next_version();
        }
    }

    /// Returns the ply of the main line that the board shows, or that the variation on it starts from.
    pub fn main_line_ply(&self) -> usize {
        let path = self.game.path(self.node());
        self.game.main_line().zip(path).take_while(|(main, on_board)| main == on_board).count()
    }

    /// Notes that a file has the game of this revision.
    pub fn saved(&mut self, revision: u64) {
        self.changed &= revision != self.revision;
        self.version = next_version();
    }

    fn has_changed(&mut self) {
        self.version = next_version();
        (self.changed, self.revision) = (true, self.version);
    }

    /// Returns true if the game has moves or words that are in no file.
    pub fn is_unsaved(&self) -> bool {
        self.changed && self.game.move_count() > 0
    }

    /// Returns true if nothing follows the position on the board.
    pub fn is_at_end(&self) -> bool {
        self.game.next(self.node()).is_none()
    }

    /// Returns true if the board shows the end of a game with a result.
    pub fn is_decided_here(&self) -> bool {
        self.game.result() != GameResult::Unknown && self.node() == self.game.last()
    }

    /// The game continues: what was changed before cannot be undone anymore.
    fn has_gone_on(&mut self) {
        self.history.clear();
        self.has_changed();
    }

    /// Sets a tag that follows from the game; there is nothing to undo.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        if self.game.tags().get(name) != Some(value) {
            self.game.tags_mut().set(name, value);
            self.has_gone_on();
        }
    }

    /// Plays a move of a game at the place on the board; one that is in the game already is only followed.
    /// It cannot be undone, only taken back. Fails if the move is not legal.
    pub fn play(&mut self, mv: Move) -> Result<NodeId, GameError> {
        let known = self.game.move_count();
        let node = self.cursor.play(&mut self.game, mv)?;
        self.version = next_version();
        if self.game.move_count() != known {
            self.has_gone_on();
        }
        self.note_played(mv);
        Ok(node)
    }

    /// Enters a move at the place on the board, which can be undone; one that is in the game already is only
    /// followed. Fails if the move is not legal.
    pub fn enter(&mut self, mv: Move) -> Result<NodeId, GameError> {
        let (game, here) = (&self.game, self.node());
        let known = game.children(here).any(|child| game.mv(child) == Some(mv));
        if known || !self.position().is_playable(mv) {
            return self.play(mv);
        }
        let (before, way) = self.prepare();
        let node = self.cursor.play(&mut self.game, mv)?;
        let name = ChangeName::of(ChangeKind::Move, &self.game, node);
        self.history.note(name, (before, way), (&self.game, Way::to(&self.game, node)));
        self.has_changed();
        self.note_played(mv);
        Ok(node)
    }

    fn note_played(&mut self, mv: Move) {
        if self.taken_back.pop_if(|redo| *redo == mv).is_none() {
            self.taken_back.clear();
        }
    }

    /// Removes the move that leads to the board, with the result of the game, and returns it. It can be
    /// undone if the game is not being played.
    pub fn take_back(&mut self, playing: bool) -> Option<Move> {
        let (mv, node) = (self.last_move()?, self.node());
        let change = |game: &mut Game| {
            if game.is_main_line(node) {
                game.set_result(GameResult::Unknown);
            }
            game.delete(node)
        };
        if playing {
            self.set(change).ok()?;
        } else {
            self.change(ChangeName::of(ChangeKind::TakeBack, &self.game, node), change).ok()?;
        }
        self.taken_back.push(mv);
        Some(mv)
    }

    /// Adds comments to the move that leads to the board, unless it has some.
    pub fn remark(&mut self, comments: &[&str]) {
        if self.last_move().is_some()
            && self.game.comments(self.node()).is_empty()
            && self.game.set_comments(self.node(), comments).is_ok()
        {
            self.has_gone_on();
        }
    }

    /// Returns the move that was taken back last.
    pub fn next_redo(&self) -> Option<Move> {
        self.taken_back.last().copied()
    }

    /// Goes to the first place of the main line with this position; returns true if there is one.
    pub fn seek(&mut self, position: &Position) -> bool {
        let mut here = self.game.start().clone();
        let leads = |node: &NodeId| {
            self.game.mv(*node).is_some_and(|mv| here.try_play(mv).is_ok()) && here.key() == position.key()
        };
        let found = self.game.main_line().find(leads);
        found.is_some_and(|node| self.go(Step::To(node)))
    }

    /// Steps through the game; returns true if the place has changed.
    pub fn go(&mut self, step: Step) -> bool {
        let before = self.node();
        match step {
            Step::First => self.cursor.to_start(&self.game),
            Step::Back => _ = self.cursor.back(&self.game),
            Step::Forward => _ = self.cursor.forward(&self.game),
            Step::Last => self.cursor.to_end(&self.game),
            Step::To(node) => _ = self.cursor.go_to(&self.game, node),
            Step::Plies(by) => {
                for _ in 0..by.unsigned_abs() {
                    let moved =
                        if by < 0 { self.cursor.back(&self.game) } else { self.cursor.forward(&self.game) };
                    if moved.is_none() {
                        break;
                    }
                }
            }
            Step::Variation(by) => _ = self.sibling(by).map(|node| self.cursor.go_to(&self.game, node)),
        }
        self.version = next_version();
        before != self.node()
    }

    /// Returns true if there are alternatives to the move that leads to the board.
    pub fn has_variations(&self) -> bool {
        self.game.parent(self.node()).is_some_and(|parent| self.game.children(parent).count() > 1)
    }

    /// Returns the variation this many places after the present one, among the alternatives to its move.
    fn sibling(&self, by: i8) -> Option<NodeId> {
        let siblings: Vec<NodeId> = self.game.children(self.game.parent(self.node())?).collect();
        let here = siblings.iter().position(|&node| node == self.node())?;
        siblings.get(here.checked_add_signed(isize::from(by))?).copied()
    }

    /// Changes the game, which can be undone under this name. The place stays where it is if it still exists.
    /// If it fails, the game is as before.
    pub fn change(
        &mut self,
        name: ChangeName,
        change: impl FnOnce(&mut Game) -> Result<(), GameError>,
    ) -> Result<(), GameError> {
        let (before, way) = self.prepare();
        let path = self.game.path(self.node());
        let done = change(&mut self.game);
        if done.is_err() {
            self.game = before;
            return done;
        }
        self.settle(&path);
        self.history.note(name, (before, way), (&self.game, Way::to(&self.game, self.node())));
        self.has_changed();
        Ok(())
    }

    /// Changes what belongs to the game as it is played: it cannot be undone. The place stays where it is if
    /// it still exists.
    pub fn set(&mut self, change: impl FnOnce(&mut Game) -> Result<(), GameError>) -> Result<(), GameError> {
        let path = self.game.path(self.node());
        let done = change(&mut self.game);
        self.settle(&path);
        self.has_gone_on();
        done
    }

    /// Undoes the last change; returns true if there was one.
    pub fn undo(&mut self) -> bool {
        let undone = self.history.undo(&self.game);
        self.put(undone)
    }

    /// Does the change again that was undone last; returns true if there was one.
    pub fn redo(&mut self) -> bool {
        let done = self.history.redo(&self.game);
        self.put(done)
    }

    fn put(&mut self, state: Option<(Game, NodeId)>) -> bool {
        let Some((game, node)) = state else { return false };
        self.game = game;
        self.cursor = Cursor::new(&self.game);
        let _ = self.cursor.go_to(&self.game, node);
        self.taken_back.clear();
        self.has_changed();
        true
    }

    /// Returns the name of the change that [`Record::undo`] undoes.
    pub fn undoes(&self) -> Option<&ChangeName> {
        self.history.undoes()
    }

    /// Returns the name of the change that [`Record::redo`] does again.
    pub fn redoes(&self) -> Option<&ChangeName> {
        self.history.redoes()
    }

    /// Returns the game and the place before a change.
    fn prepare(&mut self) -> (Game, Way) {
        self.history.prepare(&self.game);
        (self.game.clone(), Way::to(&self.game, self.node()))
    }

    /// Goes to the last place of a path that still exists.
    fn settle(&mut self, path: &[NodeId]) {
        let node = path.iter().rev().copied().find(|&node| self.game.contains(node));
        self.cursor = Cursor::new(&self.game);
        let _ = self.cursor.go_to(&self.game, node.unwrap_or(NodeId::START));
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
        assert!(!record.has_variations() && record.go(Step::Plies(2)) && record.has_variations());
        assert!(record.go(Step::Plies(20)) && record.is_at_end() && !record.go(Step::Plies(1)));
        assert!(record.go(Step::Plies(-20)) && record.node() == NodeId::START);
    }

    #[test]
    fn changes_can_be_undone() {
        let mut record = record("1. e4 e5 2. Nf3 *");
        record.go(Step::Last);
        let second = record.game().main_line().nth(1).unwrap();
        record.change(ChangeKind::Delete.into(), |game| game.delete(second)).unwrap();
        assert_eq!((record.line().moves().len(), record.changed), (1, true));
        assert!(record.undo() && record.line().moves().len() == 3);
        assert!(record.redo() && record.line().moves().len() == 1 && !record.redo());
        assert!(record.undo() && !record.undo());
        let mv = record.take_back(false).unwrap();
        assert_eq!(record.next_redo(), Some(mv));
        record.enter(mv).unwrap();
        assert_eq!((record.next_redo(), record.undoes().unwrap().at.as_str()), (None, "2. Nf3"));
        assert!(record.undo() && record.undo() && record.line().moves().len() == 3);
        // Moves of a game are facts.
        record.take_back(true).unwrap();
        assert!(!record.undo() && record.undoes().is_none());
    }
}
