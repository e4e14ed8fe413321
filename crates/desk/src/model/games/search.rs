//! The order and the search of the list of games: by words in tags, by a position in the game, by material or
//! a pattern of pieces.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use heirloom_app::words;
use heirloom_chess::Position;
use heirloom_games::criteria::{Criteria, Criterion};
use heirloom_games::{
    Batch, Index, IndexEntry, Input, Material, Pattern, ReadError, ReadOptions, Record, Target, records,
};

use crate::model::task::Progress;

/// A column of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GameColumn {
    /// The number in the file.
    #[default]
    Number,
    /// The name of White.
    White,
    /// White's rating.
    WhiteElo,
    /// The name of Black.
    Black,
    /// Black's rating.
    BlackElo,
    /// The result.
    Result,
    /// The length in moves.
    Moves,
    /// The ECO code.
    Eco,
    /// The date.
    Date,
    /// The event.
    Event,
    /// The site.
    Site,
    /// The round.
    Round,
}

impl GameColumn {
    /// All columns, from left to right.
    pub const ALL: [GameColumn; 12] = [
        GameColumn::Number,
        GameColumn::White,
        GameColumn::Black,
        GameColumn::Result,
        GameColumn::Date,
        GameColumn::WhiteElo,
        GameColumn::BlackElo,
        GameColumn::Moves,
        GameColumn::Eco,
        GameColumn::Event,
        GameColumn::Site,
        GameColumn::Round,
    ];

    /// Returns the PGN tag of the column; none for what follows from the moves.
    pub fn tag(self) -> Option<&'static str> {
        Some(match self {
            GameColumn::Number | GameColumn::Moves => return None,
            GameColumn::White => "White",
            GameColumn::WhiteElo => "WhiteElo",
            GameColumn::Black => "Black",
            GameColumn::BlackElo => "BlackElo",
            GameColumn::Result => "Result",
            GameColumn::Eco => "ECO",
            GameColumn::Date => "Date",
            GameColumn::Event => "Event",
            GameColumn::Site => "Site",
            GameColumn::Round => "Round",
        })
    }

    /// Returns what the column shows of a game.
    pub fn text<'a>(self, index: &'a Index, number: u32, entry: &'a IndexEntry) -> Cow<'a, str> {
        let rating = |elo: Option<u16>| elo.map_or(Cow::Borrowed(""), |elo| elo.to_string().into());
        match self {
            GameColumn::Number => (u64::from(number) + 1).to_string().into(),
            GameColumn::WhiteElo => rating(entry.elo[0]),
            GameColumn::BlackElo => rating(entry.elo[1]),
            GameColumn::Result => entry.result.as_str().into(),
            GameColumn::Moves => entry.plies.div_ceil(2).to_string().into(),
            GameColumn::Eco => {
                entry.eco.as_ref().map_or("", |code| std::str::from_utf8(code).unwrap_or_default()).into()
            }
            tag => index.tag(entry, tag.tag().unwrap_or_default()).into(),
        }
    }

    /// Compares two games by this column; unknown values come last.
    fn compare(self, index: &Index, one: &Sortable, other: &Sortable) -> Ordering {
        let entry = |row: &Sortable| index.get(row.number as usize).copied();
        let (Some(first), Some(second)) = (entry(one), entry(other)) else { return Ordering::Equal };
        match self {
            GameColumn::Number => one.number.cmp(&other.number),
            GameColumn::WhiteElo => first.elo[0].cmp(&second.elo[0]),
            GameColumn::BlackElo => first.elo[1].cmp(&second.elo[1]),
            GameColumn::Moves => first.plies.cmp(&second.plies),
            _ => one.text.cmp(&other.text),
        }
    }
}

/// How the list is sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SortOrder {
    /// The column.
    pub column: GameColumn,
    /// Whether the largest value comes first.
    pub descending: bool,
}

impl SortOrder {
    /// The opposite of the order in the file.
    pub const LAST_FIRST: SortOrder = SortOrder { column: GameColumn::Number, descending: true };

    /// Sorts by a column, in the opposite order if the list is sorted by it already.
    pub fn turn_to(&mut self, column: GameColumn) {
        *self = SortOrder { column, descending: self.column == column && !self.descending };
    }
}

/// The criteria of a search, all of which must hold.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Query {
    /// Words in tags, such as `tal` or `white:tal`; tags without a column are searched in the file.
    pub words: String,
    /// A position that occurs in the game.
    pub position: Option<Box<Position>>,
    /// Material that occurs in the game, such as `KRPKR`, or a pattern of pieces, whose ranks are separated
    /// by slashes; empty for any.
    pub material: String,
}

/// A word with the tag it is searched in; none for all columns.
type Word = (Option<String>, String);

impl Query {
    /// Returns true if every game matches.
    pub fn is_empty(&self) -> bool {
        self.words.trim().is_empty() && self.position.is_none() && self.material.trim().is_empty()
    }

    fn words(&self) -> Vec<Word> {
        let words = words::split(&self.words)
            .unwrap_or_else(|_| self.words.split_whitespace().map(String::from).collect());
        let named = |word: String| match word.split_once(':') {
            Some((tag, text))
                if !tag.is_empty()
                    && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') =>
            {
                let shown = GameColumn::ALL
                    .into_iter()
                    .filter_map(GameColumn::tag)
                    .find(|name| name.eq_ignore_ascii_case(tag));
                (Some(shown.unwrap_or(tag).to_owned()), text.to_lowercase())
            }
            _ => (None, word.to_lowercase()),
        };
        words.into_iter().map(named).collect()
    }

    /// Returns the words that only the file can answer.
    fn reading(&self) -> Vec<Word> {
        let unknown = |(tag, _): &Word| tag.as_ref().is_some_and(|tag| column(tag).is_none());
        self.words().into_iter().filter(unknown).collect()
    }

    /// Returns true if the file has to be read for the same criteria as for another search.
    pub fn reads_as(&self, other: &Query) -> bool {
        self.position == other.position
            && self.material.trim() == other.material.trim()
            && self.reading() == other.reading()
    }

    fn criteria(&self) -> Result<Vec<Criterion>, String> {
        let mut all: Vec<Criterion> = self
            .reading()
            .iter()
            .map(|(tag, text)| Criterion::tag(tag.as_deref().unwrap_or_default(), text))
            .collect();
        if let Some(position) = &self.position {
            all.push(Criterion::Reaches(Target::Position((**position).clone())));
        }
        if !self.material.trim().is_empty() {
            all.push(pieces(self.material.trim())?);
        }
        Ok(all)
    }
}

/// Reads material or a pattern of pieces. Fails with the reason if it is neither.
pub fn pieces(text: &str) -> Result<Criterion, String> {
    if text.contains('/') {
        return Ok(Criterion::Pattern(text.parse::<Pattern>().map_err(|error| error.to_string())?));
    }
    Ok(Criterion::Material(text.parse::<Material>().map_err(|error| error.to_string())?, 1))
}

fn column(tag: &str) -> Option<GameColumn> {
    GameColumn::ALL.into_iter().find(|column| column.tag() == Some(tag))
}

/// The result of reading the file.
#[derive(Clone, Debug)]
pub struct Found {
    /// The criteria it was read for.
    pub query: Query,
    /// The offsets of the games that match.
    pub offsets: Arc<HashSet<u64>>,
}

/// The result of a search.
#[derive(Debug)]
pub struct Answer {
    /// The numbers of the games, in order.
    pub rows: Vec<u32>,
    /// The result of reading the file, if it had to be read.
    pub found: Option<Found>,
}

/// A game with its sort key.
struct Sortable {
    number: u32,
    text: String,
}

/// Searches and sorts. `found` is an earlier result of reading the file for the same criteria. Fails if the
/// material is malformed or the file cannot be read.
pub fn answer(
    path: &Path,
    index: &Index,
    order: SortOrder,
    query: Query,
    found: Option<Found>,
    progress: &Progress,
) -> Result<Answer, String> {
    let criteria = query.criteria()?;
    let found = match found {
        _ if criteria.is_empty() => None,
        Some(found) => Some(found),
        None => Some(Found { query: query.clone(), offsets: Arc::new(read(path, criteria, progress)?) }),
    };
    let shown: Vec<(Option<GameColumn>, String)> = query
        .words()
        .into_iter()
        .filter_map(|(tag, text)| match tag {
            None => Some((None, text)),
            Some(tag) => column(&tag).map(|column| (Some(column), text)),
        })
        .collect();
    let fits = |number: u32, entry: &IndexEntry| {
        found.as_ref().is_none_or(|found| found.offsets.contains(&entry.offset))
            && shown.iter().all(|(column, text)| match column {
                Some(column) => column.text(index, number, entry).to_lowercase().contains(text),
                None => GameColumn::ALL[1..]
                    .iter()
                    .any(|column| column.text(index, number, entry).to_lowercase().contains(text)),
            })
    };
    let sorted_text = |number: u32, entry: &IndexEntry| match order.column {
        GameColumn::Number | GameColumn::WhiteElo | GameColumn::BlackElo | GameColumn::Moves => String::new(),
        column => column.text(index, number, entry).to_lowercase(),
    };
    let numbered = (0_u32..).zip(index.entries());
    let chosen = numbered.filter(|(number, entry)| !progress.is_stopped() && fits(*number, entry));
    let mut rows: Vec<Sortable> =
        chosen.map(|(number, entry)| Sortable { number, text: sorted_text(number, entry) }).collect();
    rows.sort_by(|one, other| {
        let ordering = order.column.compare(index, one, other);
        if order.descending { ordering.reverse() } else { ordering }
    });
    Ok(Answer { rows: rows.into_iter().map(|row| row.number).collect(), found })
}

/// Reads the file, and returns the offsets of the games that match.
fn read(path: &Path, criteria: Vec<Criterion>, progress: &Progress) -> Result<HashSet<u64>, String> {
    let input = progress.open(path).map_err(|error| error.to_string())?;
    let criteria = Arc::new(Criteria { all: criteria, inverted: false });
    let chooser = Arc::clone(&criteria);
    let reading = ReadOptions::new().choosing(move |tags| chooser.may_match(tags));
    let see = move |record: &Record<'_>, fitting: &mut Vec<u64>| {
        if criteria.matches(record) {
            fitting.push(record.place().offset);
        }
    };
    let mut offsets = HashSet::new();
    let take = |batch: Batch<Vec<u64>>| {
        offsets.extend(batch.made);
        Ok::<(), ReadError>(())
    };
    let done = records(vec![Input::stream(&path.display().to_string(), input)], &reading, see, take);
    done.map_err(|error| error.error.to_string())?;
    Ok(offsets)
}
