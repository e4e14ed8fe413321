//! Building game trees from the events of a reader.

use std::io::Read;

use super::reader::Reader;
use super::visitor::{Flow, Played, Visitor};
use super::{PgnError, Text, TextPlace};
use crate::Position;
use crate::game::{Game, GameResult, Nag, NodeId, normalize_comment};

/// An iterator over the games of an input.
#[derive(Debug)]
pub struct Games<R> {
    reader: Reader<R>,
    builder: Builder,
}

impl<R: Read> Reader<R> {
    /// Builds a [`Game`] from each game.
    pub fn games(self) -> Games<R> {
        Games { reader: self, builder: Builder::default() }
    }
}

impl<R: Read> Games<R> {
    /// Returns the reader.
    pub fn reader(&self) -> &Reader<R> {
        &self.reader
    }

    /// Returns the reader mutably, to access its input.
    pub fn reader_mut(&mut self) -> &mut Reader<R> {
        &mut self.reader
    }

    /// Returns where the last game began.
    pub fn place(&self) -> TextPlace {
        self.builder.place
    }

    /// Returns the warnings about the last game.
    pub fn warnings(&self) -> &[PgnError] {
        &self.builder.warnings
    }

    /// Returns where and why the last game is damaged, if it is: it was read up to there, and the rest of
    /// its text became a comment.
    pub fn damage(&self) -> Option<&PgnError> {
        self.builder.damage.as_ref()
    }

    /// Takes the damage of the last game.
    pub fn take_damage(&mut self) -> Option<PgnError> {
        self.builder.damage.take()
    }

    /// Takes the warnings about the last game.
    pub fn take_warnings(&mut self) -> Vec<PgnError> {
        std::mem::take(&mut self.builder.warnings)
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Result<Game, PgnError>> {
        let read = self.reader.read_game(&mut self.builder)?;
        Some(read.map(|()| std::mem::take(&mut self.builder.game)))
    }
}

/// The maximum number of warnings kept per game: files that are not PGN would have one for every word.
const MAX_WARNINGS: usize = 100;

/// A visitor that adds everything to a game.
#[derive(Debug, Default)]
struct Builder {
    game: Game,
    tags: Vec<(String, String)>,
    /// The open lines, the main line first.
    lines: Vec<OpenLine>,
    /// Comments and annotations before the first move of a variation.
    comments_before: Vec<String>,
    nags_before: Vec<Nag>,
    warnings: Vec<PgnError>,
    damage: Option<PgnError>,
    place: TextPlace,
}

/// A line being read.
#[derive(Clone, Copy, Debug)]
struct OpenLine {
    /// Its last move or, if it has none, the node that it branches off from.
    end: NodeId,
    /// True as long as the line has no moves.
    empty: bool,
}

impl Builder {
    fn end(&self) -> NodeId {
        self.lines.last().map_or(NodeId::START, |line| line.end)
    }

    /// Returns true if notes belong to the first move of a variation, which is still to come; those at the
    /// start of the game do not.
    fn is_before_first_move(&self) -> bool {
        self.lines.len() > 1 && self.lines.last().is_some_and(|line| line.empty)
    }

    fn comment_text(&mut self, text: &str) {
        if self.is_before_first_move() {
            self.comments_before.extend(normalize_comment(text));
        } else {
            let _ = self.game.add_comment(self.end(), text);
        }
    }
}

// Every node that the builder uses exists, so adding notes cannot fail.
impl Visitor for Builder {
    fn begin_game(&mut self, place: TextPlace) {
        let line = OpenLine { end: NodeId::START, empty: true };
        *self = Builder { place, lines: vec![line], ..Builder::default() };
    }

    fn tag(&mut self, name: &str, value: Text<'_>) {
        self.tags.push((name.to_owned(), value.to_str().into_owned()));
    }

    fn begin_moves(&mut self, start: Option<&Position>) -> Flow {
        let before = std::mem::take(&mut self.game);
        self.game = Game::from_position(start.cloned().unwrap_or_else(Position::startpos));
        for comment in before.comments(NodeId::START) {
            let _ = self.game.add_comment(NodeId::START, comment);
        }
        for (name, value) in self.tags.drain(..) {
            self.game.tags_mut().set(&name, &value);
        }
        Flow::Read
    }

    fn mv(&mut self, played: Played<'_>) {
        let Some((_, mv)) = played.checked else { return };
        let before = self.end();
        let Ok(node) = self.game.append(before, mv) else { return };
        // A variation may precede the first move of the game.
        if before == NodeId::START && self.lines.len() == 1 {
            let _ = self.game.promote_to_main_line(node);
        }
        if let Some(line) = self.lines.last_mut() {
            *line = OpenLine { end: node, empty: false };
        }
        for nag in self.nags_before.drain(..) {
            let _ = self.game.add_nag(node, nag);
        }
        // If the first move of the game is inside a variation, the comments before it belong to the start.
        if before == NodeId::START && self.game.main_line().next() == Some(node) {
            self.comments_before
                .drain(..)
                .for_each(|comment| _ = self.game.add_comment(NodeId::START, &comment));
        } else if !self.comments_before.is_empty() {
            let before: Vec<&str> = self.comments_before.iter().map(String::as_str).collect();
            let _ = self.game.set_comments_before(node, &before);
            self.comments_before.clear();
        }
    }

    fn nag(&mut self, nag: Nag) {
        if self.is_before_first_move() {
            self.nags_before.push(nag);
        } else {
            let _ = self.game.add_nag(self.end(), nag);
        }
    }

    fn comment(&mut self, text: Text<'_>) {
        self.comment_text(&text.to_str());
    }

    fn begin_variation(&mut self) {
        // A variation nested in one without moves begins at the same node.
        let end = if self.is_before_first_move() {
            self.end()
        } else {
            self.game.parent(self.end()).unwrap_or(NodeId::START)
        };
        self.lines.push(OpenLine { end, empty: true });
    }

    fn end_variation(&mut self) {
        self.lines.pop();
        // A variation without moves can only be a remark about the previous move.
        self.nags_before.clear();
        for comment in std::mem::take(&mut self.comments_before) {
            let _ = self.game.add_comment(self.end(), &comment);
        }
    }

    fn warning(&mut self, warning: PgnError) {
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(warning);
        }
    }

    fn damaged(&mut self, error: PgnError, rest: Text<'_>) {
        let rest = rest.to_str();
        if !rest.is_empty() {
            self.comment_text(&rest);
        }
        self.damage.get_or_insert(error);
    }

    fn end_game(&mut self, result: GameResult) {
        self.game.set_result(result);
    }
}
