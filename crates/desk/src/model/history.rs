//! Undo and redo without end: each change of a game as the part of its text that was replaced.

use std::borrow::Cow;

use heirloom_chess::game::{Game, NodeId};
use heirloom_chess::notation::{pgn, san};
use heirloom_chess::{Color, Move, Position};
use serde::{Deserialize, Serialize};

/// The number of changes whose games are in memory, so that nodes keep their numbers; older games are read
/// from their text.
const SNAPSHOTS: usize = 100;

/// What a change did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum ChangeKind {
    /// A move was added.
    Move,
    /// A line was inserted.
    Insert,
    /// A move was taken back.
    TakeBack,
    /// A move was deleted with everything after it.
    Delete,
    /// A variation was moved up.
    Promote,
    /// A variation became the main line.
    MainLine,
    /// Words and marks of a move were changed.
    Annotate,
    /// Arrows and circles of a move were changed.
    Marks,
    /// Tags, result or the first comment were changed.
    Data,
    /// A review was written into the game.
    Review,
    /// Something else.
    #[default]
    Other,
}

/// The name of a change.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ChangeName {
    /// What it did.
    pub kind: ChangeKind,
    /// The move with its number, with English letters; empty if it concerns no move.
    #[serde(default)]
    pub at: String,
}

impl ChangeName {
    /// Names a change of a move of a game.
    pub fn of(kind: ChangeKind, game: &Game, node: NodeId) -> ChangeName {
        let parent = game.parent(node).unwrap_or(NodeId::START);
        ChangeName::of_move(kind, game, parent, game.mv(node))
    }

    /// Names a change at a move that follows a node of a game.
    pub fn of_move(kind: ChangeKind, game: &Game, parent: NodeId, mv: Option<Move>) -> ChangeName {
        let at = game.position(parent).ok().zip(mv).map(|(position, mv)| numbered(&position, mv));
        ChangeName { kind, at: at.unwrap_or_default() }
    }
}

impl From<ChangeKind> for ChangeName {
    fn from(kind: ChangeKind) -> ChangeName {
        ChangeName { kind, at: String::new() }
    }
}

/// Returns a move with its number: `12... Nf6`.
fn numbered(position: &Position, mv: Move) -> String {
    let dots = if position.turn() == Color::White { "." } else { "..." };
    format!("{}{dots} {}", position.fullmove_number(), san::format(position, mv))
}

/// The way to a place in a game: the number of plies, and the plies where it leaves the main continuation,
/// with the index of the alternative.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Way(usize, Vec<(usize, usize)>);

impl Way {
    /// Returns the way to a place.
    pub fn to(game: &Game, node: NodeId) -> Way {
        let path = game.path(node);
        let index = |node: NodeId| game.children(game.parent(node)?).position(|child| child == node);
        let turns = path.iter().enumerate().filter_map(|(ply, &node)| Some((ply, index(node)?)));
        Way(path.len(), turns.filter(|(_, index)| *index > 0).collect())
    }

    /// Returns the place that the way leads to, or as far as it goes.
    pub fn end(&self, game: &Game) -> NodeId {
        let mut node = NodeId::START;
        for ply in 0..self.0 {
            let index = self.1.iter().find(|(at, _)| *at == ply).map_or(0, |(_, index)| *index);
            let Some(next) = game.children(node).nth(index) else { break };
            node = next;
        }
        node
    }
}

/// A change of the text of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Change {
    name: ChangeName,
    /// Where the text was changed, in bytes.
    at: usize,
    removed: String,
    added: String,
    /// The places on the board before and after it.
    places: (Way, Way),
    /// The game on the other side of the change: before one that was done, after one that was undone.
    #[serde(skip)]
    game: Option<Box<Game>>,
}

impl Change {
    /// Finds the part in which two texts differ.
    fn between(name: ChangeName, before: &str, after: &str, places: (Way, Way), game: Game) -> Change {
        let same = before.bytes().zip(after.bytes()).take_while(|(one, other)| one == other).count();
        let at = (0..=same).rev().find(|&at| before.is_char_boundary(at)).unwrap_or_default();
        let (old, new) = (&before[at..], &after[at..]);
        let same = old.bytes().rev().zip(new.bytes().rev()).take_while(|(one, other)| one == other).count();
        let is_boundary = |end: &usize| old.is_char_boundary(old.len() - end);
        let end = (0..=same).rev().find(is_boundary).unwrap_or_default();
        let (removed, added) = (old[..old.len() - end].to_owned(), new[..new.len() - end].to_owned());
        Change { name, at, removed, added, places, game: Some(Box::new(game)) }
    }

    /// Replaces one part of a text by another; none if the text is another one.
    fn replaced(&self, text: &str, old: &str, new: &str) -> Option<String> {
        let rest = text.get(self.at..)?.strip_prefix(old)?;
        Some(format!("{}{new}{rest}", text.get(..self.at)?))
    }
}

/// A line of the file of a history.
#[derive(Debug, Serialize, Deserialize)]
enum Entry<'a> {
    Done(Cow<'a, Change>),
    Undo,
    Redo,
}

/// The changes of a game that can be undone, and those that were undone.
#[derive(Debug)]
pub struct History {
    done: Vec<Change>,
    undone: Vec<Change>,
    /// The text of the game as it is, if it is known.
    text: Option<String>,
    /// A number that no other history has.
    number: u64,
    /// The number of lines that were written to the file.
    written: usize,
    /// The lines that are still to be written.
    unwritten: Vec<String>,
}

impl Default for History {
    fn default() -> History {
        let number = fastrand::u64(..);
        History {
            done: Vec::new(),
            undone: Vec::new(),
            text: None,
            number,
            written: 0,
            unwritten: Vec::new(),
        }
    }
}

impl History {
    /// Returns the name of the change that would be undone.
    pub fn undoes(&self) -> Option<&ChangeName> {
        self.done.last().map(|change| &change.name)
    }

    /// Returns the name of the change that would be done again.
    pub fn redoes(&self) -> Option<&ChangeName> {
        self.undone.last().map(|change| &change.name)
    }

    /// Forgets all changes: the game continues from here.
    pub fn clear(&mut self) {
        if self.done.is_empty() && self.undone.is_empty() {
            self.text = None;
        } else {
            *self = History::default();
        }
    }

    /// Prepares for a change of a game.
    pub fn prepare(&mut self, game: &Game) {
        self.text.get_or_insert_with(|| unwrapped(game));
    }

    /// Notes a change from one place of a game to another place of what it has become; none if the text is
    /// the same. Needs [`History::prepare`] before.
    pub fn note(&mut self, name: ChangeName, before: (Game, Way), after: (&Game, Way)) {
        let text = unwrapped(after.0);
        let old = self.text.replace(text).unwrap_or_default();
        let new = self.text.as_deref().unwrap_or_default();
        if old == new {
            return;
        }
        let change = Change::between(name, &old, new, (before.1, after.1), before.0);
        self.write(&Entry::Done(Cow::Borrowed(&change)));
        self.undone.clear();
        self.done.push(change);
        if let Some(old) = self.done.len().checked_sub(SNAPSHOTS + 1) {
            self.done[old].game = None;
        }
    }

    /// Undoes the last change of a game; returns the game as it was, and the place that was on the board.
    /// None if there is no change.
    pub fn undo(&mut self, game: &Game) -> Option<(Game, NodeId)> {
        let mut change = self.done.pop()?;
        self.prepare(game);
        let text = change.replaced(self.text.as_deref()?, &change.added, &change.removed);
        let Some((before, text)) = take(&mut change, text, game) else {
            *self = History::default();
            return None;
        };
        let node = change.places.0.end(&before);
        self.text = Some(text);
        self.undone.push(change);
        self.write(&Entry::Undo);
        Some((before, node))
    }

    /// Does the change again that was undone last; returns the game as it becomes, and the place on the
    /// board. None if no change was undone.
    pub fn redo(&mut self, game: &Game) -> Option<(Game, NodeId)> {
        let mut change = self.undone.pop()?;
        self.prepare(game);
        let text = change.replaced(self.text.as_deref()?, &change.removed, &change.added);
        let Some((after, text)) = take(&mut change, text, game) else {
            *self = History::default();
            return None;
        };
        let node = change.places.1.end(&after);
        self.text = Some(text);
        self.done.push(change);
        self.write(&Entry::Redo);
        Some((after, node))
    }

    /// Returns the numbers of changes that can be undone and done again.
    #[cfg(test)]
    pub(super) fn sizes(&self) -> (usize, usize) {
        (self.done.len(), self.undone.len())
    }

    fn write(&mut self, entry: &Entry<'_>) {
        self.unwritten.extend(serde_json::to_string(entry).map(|line| line + "\n"));
    }

    /// Returns the number of the history, and the number of lines that its file has after
    /// [`History::take_unwritten`].
    pub fn extent(&self) -> (u64, usize) {
        (self.number, self.written + self.unwritten.len())
    }

    /// Returns the lines that are to be added to the file.
    pub fn take_unwritten(&mut self) -> Vec<String> {
        self.written += self.unwritten.len();
        std::mem::take(&mut self.unwritten)
    }

    /// Reads a history from its file, as far as it was written when the game was. Lines that cannot be read
    /// end it.
    pub fn read(text: &str, (number, lines): (u64, usize)) -> History {
        let mut history = History { number, written: lines, ..History::default() };
        let mut read = 0;
        for entry in text.lines().take(lines).map_while(|line| serde_json::from_str(line).ok()) {
            read += 1;
            match entry {
                Entry::Done(change) => {
                    history.undone.clear();
                    history.done.push(change.into_owned());
                }
                Entry::Undo => history.undone.extend(history.done.pop()),
                Entry::Redo => history.done.extend(history.undone.pop()),
            }
        }
        // A part would not fit the game.
        if read == lines { history } else { History::default() }
    }
}

/// Returns the text of a game with its moves on one line, so that a change does not move the ends of all
/// lines after it. A comment that goes to the end of its line keeps that.
fn unwrapped(game: &Game) -> String {
    let wrapped = pgn::to_string(game);
    let (tags, moves) = wrapped.split_once("\n\n").unwrap_or_default();
    let mut text = format!("{tags}\n\n");
    let (mut comment, mut letters) = (None, moves.trim_end().chars().peekable());
    while let Some(letter) = letters.next() {
        match (comment, letter) {
            (None, '{' | ';') => comment = Some(letter),
            (Some('{'), '}') | (Some(';'), '\n') => comment = None,
            (None, '\n') if letters.peek() == Some(&')') => continue,
            (_, '\n') => {
                text.push(' ');
                continue;
            }
            _ => {}
        }
        text.push(letter);
    }
    text
}

/// Returns the game on the other side of a change, which gets the one on this side, with its text.
fn take(change: &mut Change, text: Option<String>, game: &Game) -> Option<(Game, String)> {
    let text = text?;
    let other = change.game.take().map(|game| *game).or_else(|| pgn::parse(&text)?.ok())?;
    change.game = Some(Box::new(game.clone()));
    Some((other, text))
}

#[cfg(test)]
mod tests;
