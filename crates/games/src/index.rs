//! An index of a file: the offset of each game with its most important tags.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use heirloom_chess::game::{Game, GameResult};
use heirloom_chess::notation::pgn::{self, PgnError};

use crate::batch::{Batch, ReadOptions, records};
use crate::input::{Input, ReadError};
use crate::opening;
use crate::record::{Record, parse_elo};

/// The tags whose values are indexed, in this order.
pub const TAGS: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// The index of a file. Built by skimming, so moves are not checked against the rules.
#[derive(Debug, Default)]
pub struct Index {
    entries: Vec<IndexEntry>,
    texts: Vec<Arc<str>>,
    damaged: Vec<PgnError>,
}

/// The entries for further games, with the tag values that did not occur in earlier games.
#[derive(Debug)]
pub struct Part(Index);

/// A game in the index.
#[derive(Clone, Copy, Debug)]
pub struct IndexEntry {
    /// The offset of its text from the beginning of the uncompressed file, in bytes.
    pub offset: u64,
    /// The length of its text, in bytes.
    pub length: u32,
    /// The line where it begins, counted from 1.
    pub line: u64,
    /// The length of the main line, in plies.
    pub plies: u16,
    /// The result.
    pub result: GameResult,
    /// The ratings of White and Black.
    pub elo: [Option<u16>; 2],
    /// The ECO code from its tag.
    pub eco: Option<[u8; 3]>,
    /// The values of [`TAGS`], as indices.
    tags: [u32; 6],
}

/// A game read through its index entry.
#[derive(Debug)]
pub struct LoadedGame {
    /// The game, read up to the damage if it is damaged.
    pub game: Game,
    /// Where and why it is damaged.
    pub damage: Option<PgnError>,
}

/// Interned tag values: players and events repeat.
#[derive(Debug, Default)]
struct Values {
    numbers: HashMap<Arc<str>, u32>,
    texts: Vec<Arc<str>>,
}

impl Values {
    fn number(&mut self, text: &str) -> u32 {
        if let Some(&known) = self.numbers.get(text) {
            return known;
        }
        let new = self.texts.len() as u32;
        let text: Arc<str> = text.into();
        self.texts.push(Arc::clone(&text));
        self.numbers.insert(text, new);
        new
    }
}

/// The entries of a batch, before they are joined with the others.
#[derive(Debug, Default)]
struct BatchIndex {
    entries: Vec<IndexEntry>,
    values: Values,
}

impl Index {
    /// Indexes the games of an input.
    ///
    /// # Errors
    /// The input cannot be read.
    pub fn build(input: Input) -> Result<Index, ReadError> {
        Index::build_with(input, &ReadOptions::new())
    }

    fn build_with(input: Input, reading: &ReadOptions) -> Result<Index, ReadError> {
        let mut index = Index::default();
        Index::in_parts(input, reading, |part| index.extend(part))?;
        Ok(index)
    }

    /// Indexes the games of an input and reports each part at once, for display while reading. Extending an
    /// empty index by the parts, in order, gives the whole index.
    ///
    /// # Errors
    /// The input cannot be read further; earlier parts have been reported.
    pub fn in_parts(
        input: Input,
        reading: &ReadOptions,
        mut report: impl FnMut(Part),
    ) -> Result<(), ReadError> {
        let mut values = Values::default();
        let visit = |record: &Record<'_>, listed: &mut BatchIndex| listed.add(record);
        let take = |batch: Batch<BatchIndex>| {
            let known = values.texts.len();
            let numbers: Vec<u32> = batch.made.values.texts.iter().map(|text| values.number(text)).collect();
            let mut entries = batch.made.entries;
            entries.iter_mut().for_each(|entry| entry.tags = entry.tags.map(|tag| numbers[tag as usize]));
            let damaged = batch.damaged.into_iter().chain(batch.refused).collect();
            report(Part(Index { entries, texts: values.texts[known..].to_vec(), damaged }));
            Ok::<(), ReadError>(())
        };
        records(vec![input], &reading.clone().skimming(), visit, take)
    }

    /// Adds the next part.
    pub fn extend(&mut self, Part(part): Part) {
        self.entries.extend(part.entries);
        self.texts.extend(part.texts);
        self.damaged.extend(part.damaged);
    }

    /// Returns the number of games.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if there are no games.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns a game by its index, counted from 0.
    pub fn get(&self, number: usize) -> Option<&IndexEntry> {
        self.entries.get(number)
    }

    /// Returns all games in file order.
    pub fn entries(&self) -> &[IndexEntry] {
        &self.entries
    }

    /// Returns the value of one of `TAGS`, `?` if missing; empty for other tags.
    pub fn tag(&self, entry: &IndexEntry, name: &str) -> &str {
        TAGS.iter()
            .position(|own| *own == name)
            .and_then(|at| self.texts.get(entry.tags[at] as usize))
            .map_or("", |text| text)
    }

    /// Returns the errors of games, as far as skimming finds them.
    pub fn damaged(&self) -> &[PgnError] {
        &self.damaged
    }
}

impl BatchIndex {
    fn add(&mut self, record: &Record<'_>) {
        let elo = |tag: &str| record.tag(tag).and_then(|value| parse_elo(&value)?.try_into().ok());
        let code = record
            .tag("ECO")
            .and_then(|value| opening::read_code(&value))
            .and_then(|code| code.into_bytes().try_into().ok());
        let entry = IndexEntry {
            offset: record.place().offset,
            // The text of a longer game is not kept.
            length: record.text().map_or(u32::MAX, |text| text.len() as u32),
            line: record.place().line,
            plies: record.plies().try_into().unwrap_or(u16::MAX),
            result: record.result(),
            elo: [elo("WhiteElo"), elo("BlackElo")],
            eco: code,
            tags: TAGS.map(|name| self.values.number(record.listed(name).as_deref().unwrap_or("?").trim())),
        };
        self.entries.push(entry);
    }
}

impl IndexEntry {
    /// Reads the game from the indexed file, which must not be compressed.
    ///
    /// # Errors
    /// The error of the operating system, or that of a damaged index or game.
    pub fn read(&self, path: &Path) -> io::Result<LoadedGame> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(self.offset))?;
        self.read_from(file)
    }

    /// Reads the game from an input positioned at its beginning.
    ///
    /// # Errors
    /// The error of the operating system, or that of a damaged index or game.
    pub fn read_from(&self, input: impl Read) -> io::Result<LoadedGame> {
        let place = pgn::TextPlace { offset: self.offset, line: self.line, column: 1 };
        let mut games = pgn::Reader::new(input.take(self.length.into())).starting_at(place).games();
        match games.next() {
            Some(Ok(game)) => Ok(LoadedGame { game, damage: games.take_damage() }),
            Some(Err(error)) => Err(io::Error::other(error)),
            None => Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "the file was truncated; list its games again",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(games: usize) -> String {
        let game = |number: usize| {
            let (white, result) = (number % 7, ["1-0", "0-1", "1/2-1/2"][number % 3]);
            format!(
                "[Event \"e\"]\n[White \"p{white}\"]\n[WhiteElo \"{}\"]\n[ECO \"b2{white}\"]\n\n\
                    1. e4 c5 {{x}} 2. Nf3 {result}\n\n",
                2000 + white
            )
        };
        (0..games).map(game).collect()
    }

    #[test]
    fn games_are_read_through_the_index() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let text = text(500);
        std::fs::write(&path, &text).unwrap();
        for block in [10, 1000, 1 << 20] {
            let options = ReadOptions::new().sizes(block, 1 << 20);
            let index = Index::build_with(Input::file(&path, Arc::default()), &options).unwrap();
            assert_eq!((index.len(), index.damaged().len(), index.texts.len()), (500, 0, 9));
            for number in [0, 1, 123, 499] {
                let entry = index.get(number).unwrap();
                assert_eq!(index.tag(entry, "White"), format!("p{}", number % 7));
                assert_eq!(entry.plies, 3);
                assert_eq!(entry.elo, [Some(2000 + number as u16 % 7), None]);
                assert_eq!(entry.line, 1 + 7 * number as u64);
                assert_eq!(entry.eco.unwrap(), [b'B', b'2', b'0' + (number % 7) as u8]);
                let game = entry.read(&path).unwrap().game;
                assert_eq!(game.tags().get("White"), Some(index.tag(entry, "White")));
                assert_eq!(game.result(), entry.result);
            }
        }
    }

    #[test]
    fn damaged_games_are_listed_and_reported() {
        let text = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 {e5 *\n\n[Event \"c\"]\n\n1. d4 *\n";
        let index = Index::build(Input::stream("x", text.as_bytes())).unwrap();
        let events: Vec<&str> = index.entries().iter().map(|entry| index.tag(entry, "Event")).collect();
        assert_eq!((events, index.damaged()[0].place.line), (vec!["a", "b", "c"], 7));
    }
}
