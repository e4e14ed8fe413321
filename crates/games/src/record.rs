//! One game as read: its tags, the moves of its main line and its text. The memory is reused for the next
//! game.

use std::borrow::Cow;
use std::sync::Arc;

use heirloom_chess::game::GameResult;
use heirloom_chess::notation::pgn::{self, Flow, PgnError, Played, TextPlace, Visitor};
use heirloom_chess::{Move, Position};

use crate::date::Date;

/// The tags of a game as they are in its file.
#[derive(Clone, Debug, Default)]
pub struct RawTags {
    bytes: Vec<u8>,
    /// The end of each name and of each value.
    ends: Vec<(usize, usize)>,
}

impl RawTags {
    /// Returns the value of a tag; the last one if it occurs twice.
    pub fn get(&self, name: &str) -> Option<Cow<'_, str>> {
        (0..self.ends.len())
            .rev()
            .map(|index| self.at(index))
            .find(|(own, _)| *own == name.as_bytes())
            .map(|(_, value)| pgn::decode(value))
    }

    /// Returns all names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
        (0..self.ends.len())
            .map(|index| self.at(index))
            .map(|(name, value)| (pgn::decode(name), pgn::decode(value)))
    }

    fn at(&self, index: usize) -> (&[u8], &[u8]) {
        let begin = index.checked_sub(1).map_or(0, |before| self.ends[before].1);
        let (name_end, end) = self.ends[index];
        (&self.bytes[begin..name_end], &self.bytes[name_end..end])
    }

    fn push(&mut self, name: &[u8], value: &[u8]) {
        self.bytes.extend_from_slice(name);
        let name_end = self.bytes.len();
        self.bytes.extend_from_slice(value);
        self.ends.push((name_end, self.bytes.len()));
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }
}

/// Parses a rating: `2600`, `2600?`.
pub(crate) fn parse_elo(value: &str) -> Option<u32> {
    let value = value.trim();
    let digits = value.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    digits.parse().ok().filter(|_| value.len() <= digits.len() + 1)
}

/// A game that was read. Everything about moves refers to the main line.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    pub(crate) contents: &'a Contents,
    pub(crate) text: Option<&'a [u8]>,
}

impl<'a> Record<'a> {
    /// Returns the tags.
    pub fn tags(&self) -> &'a RawTags {
        &self.contents.tags
    }

    /// Returns the value of a tag.
    pub fn tag(&self, name: &str) -> Option<Cow<'a, str>> {
        self.contents.tags.get(name)
    }

    /// Returns the value of a tag for display in lists: a missing date is taken from other tags.
    pub fn listed(&self, name: &str) -> Option<Cow<'a, str>> {
        let written = self.tag(name);
        if name == "Date" && written.as_deref().and_then(Date::of_tag).is_none() {
            return Date::of_tags(|name| self.tag(name)).map(|date| date.to_string().into()).or(written);
        }
        written
    }

    /// Returns the location where the game begins.
    pub fn place(&self) -> TextPlace {
        self.contents.place
    }

    /// Returns the position before the first move; the standard one if moves were not checked.
    pub fn start(&self) -> &'a Position {
        &self.contents.start
    }

    /// Returns the moves; empty if they were not checked.
    pub fn moves(&self) -> &'a [Move] {
        &self.contents.moves
    }

    /// Returns the number of moves reported, in plies.
    pub fn plies(&self) -> usize {
        self.contents.plies
    }

    /// Returns the result.
    pub fn result(&self) -> GameResult {
        self.contents.result
    }

    /// Returns true for Chess960, judging by the start position or the `Variant` tag.
    pub fn is_chess960(&self) -> bool {
        self.start().is_chess960()
            || self.tag("Variant").is_some_and(|name| heirloom_chess::game::is_chess960_variant(&name))
    }

    /// Returns where and why the game is damaged, if it is: it was read up to there.
    pub fn damage(&self) -> Option<&'a PgnError> {
        self.contents.damage.as_ref()
    }

    /// Returns the text of the game in the file, without surrounding white space; none if it is too long to
    /// be kept.
    pub fn text(&self) -> Option<&'a [u8]> {
        self.text
    }

    /// Calls `visit` with each position and the number of plies before it, until it returns false.
    pub fn walk(&self, mut visit: impl FnMut(usize, &Position) -> bool) {
        let mut position = self.start().clone();
        for (ply, &mv) in self.moves().iter().enumerate() {
            if !visit(ply, &position) {
                return;
            }
            position.play(mv);
        }
        visit(self.moves().len(), &position);
    }
}

/// Decides from the tags of a game if its moves are checked.
pub(crate) type Choose = Arc<dyn Fn(&RawTags) -> bool + Send + Sync>;

/// The current game, as reported by a reader.
#[derive(Default)]
pub(crate) struct Contents {
    tags: RawTags,
    pub(crate) place: TextPlace,
    start: Position,
    moves: Vec<Move>,
    plies: usize,
    result: GameResult,
    /// The number of open variations.
    depth: usize,
    pub(crate) warnings: Vec<PgnError>,
    pub(crate) damage: Option<PgnError>,
    choose: Option<Choose>,
}

impl Contents {
    /// Returns an empty game; moves are checked only if `choose` accepts the tags.
    pub(crate) fn new(choose: Option<Choose>) -> Contents {
        Contents { choose, ..Contents::default() }
    }
}

impl Visitor for Contents {
    fn begin_game(&mut self, place: TextPlace) {
        self.place = place;
        self.tags.clear();
        self.moves.clear();
        self.warnings.clear();
        self.damage = None;
        (self.plies, self.depth) = (0, 0);
        self.result = GameResult::Unknown;
    }

    fn tag(&mut self, name: &str, value: pgn::Text<'_>) {
        self.tags.push(name.as_bytes(), value.as_bytes());
    }

    fn begin_moves(&mut self, start: Option<&Position>) -> Flow {
        match start {
            Some(start) => self.start.clone_from(start),
            None => return Flow::Read,
        }
        let checked = self.choose.as_ref().is_none_or(|choose| choose(&self.tags));
        if checked { Flow::Read } else { Flow::Skip }
    }

    fn mv(&mut self, played: Played<'_>) {
        if self.depth == 0 {
            self.plies += 1;
            self.moves.extend(played.checked.map(|(_, mv)| mv));
        }
    }

    fn begin_variation(&mut self) {
        self.depth += 1;
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
    }

    fn damaged(&mut self, error: PgnError, _: pgn::Text<'_>) {
        self.damage.get_or_insert(error);
    }

    fn warning(&mut self, warning: PgnError) {
        self.warnings.push(warning);
    }

    fn end_game(&mut self, result: GameResult) {
        self.result = result;
    }
}

impl std::fmt::Debug for Contents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Contents")
            .field("place", &self.place)
            .field("tags", &self.tags)
            .field("moves", &self.moves)
            .finish_non_exhaustive()
    }
}
