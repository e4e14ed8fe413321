//! Reading all games of any number of inputs on all processors: what is made of them comes in their order.

use std::num::NonZero;
use std::sync::Arc;

use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn::{PgnError, Place, Reader};

use crate::cut::Sizes;
use crate::input::{Input, ReadError};
use crate::parallel::{Chunk, each};
use crate::record::{Contents, Record, Tags};
use crate::text::Text;

/// A batch is handed over after so many bytes, if its chunk is longer.
const BATCH: u64 = 1024 * 1024;

/// Says of the tags of a game whether its moves are to be checked.
pub(crate) type Choose = Arc<dyn Fn(&Tags) -> bool + Send + Sync>;

/// How games are read.
#[derive(Clone)]
pub struct Reading {
    threads: usize,
    check: Check,
    /// Is a game refused as a whole where something is wrong with it?
    strict: bool,
    sizes: Sizes,
}

#[derive(Clone)]
enum Check {
    All,
    Chosen(Choose),
    Form,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading {
            threads: std::thread::available_parallelism().map_or(1, NonZero::get),
            check: Check::All,
            strict: false,
            sizes: Sizes::default(),
        }
    }
}

impl Reading {
    /// Every move is checked, on as many threads as the machine runs at a time. A damaged game is read up to its first impossible move.
    pub fn new() -> Reading {
        Reading::default()
    }

    /// Games are read on so many threads.
    pub fn threads(self, threads: usize) -> Reading {
        Reading { threads: threads.max(1), ..self }
    }

    /// Only the moves of games that are chosen by their tags are checked, and told; of others only the form.
    pub fn choosing(self, choose: impl Fn(&Tags) -> bool + Send + Sync + 'static) -> Reading {
        Reading { check: Check::Chosen(Arc::new(choose)), ..self }
    }

    /// Only the form of moves is looked at, and only their number is told.
    pub fn skimming(self) -> Reading {
        Reading { check: Check::Form, ..self }
    }

    /// A damaged game is refused as a whole.
    pub fn strict(self) -> Reading {
        Reading { strict: true, ..self }
    }

    /// Chunks of this size, for tests.
    #[cfg(test)]
    pub(crate) fn sizes(self, block: usize, longest: usize) -> Reading {
        Reading { sizes: Sizes { block, longest }, ..self }
    }
}

impl std::fmt::Debug for Reading {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reading")
            .field("threads", &self.threads)
            .field("sizes", &self.sizes)
            .finish_non_exhaustive()
    }
}

/// What became of games that follow one another in an input.
#[derive(Debug)]
pub struct Batch<T> {
    /// The name of the input.
    pub name: Arc<str>,
    /// The number of the input, counted from 0.
    pub input: usize,
    /// Games that were read.
    pub games: u64,
    /// What was made of them.
    pub made: T,
    /// What is wrong with games of which only a part was read: they are among those that were read.
    pub damaged: Vec<PgnError>,
    /// What is wrong with games that were refused: strict reading refuses all damaged games.
    pub refused: Vec<PgnError>,
    /// What is odd about games that were read.
    pub warnings: Vec<PgnError>,
}

impl<T: Default> Batch<T> {
    fn new(chunk: &Chunk) -> Batch<T> {
        Batch::of(Arc::clone(&chunk.name), chunk.input)
    }

    fn of(name: Arc<str>, input: usize) -> Batch<T> {
        Batch {
            name,
            input,
            games: 0,
            made: T::default(),
            damaged: Vec::new(),
            refused: Vec::new(),
            warnings: Vec::new(),
        }
    }

    fn take(&mut self) -> Batch<T> {
        let next = Batch::of(Arc::clone(&self.name), self.input);
        std::mem::replace(self, next)
    }
}

/// Shows each game to `see`, on any thread, and what it makes of them to `take`, in order.
///
/// # Errors
/// The first one of `take`, or an input that cannot be read on; what is made of the whole games before is taken first.
pub fn records<T, E>(
    inputs: Vec<Input>,
    reading: &Reading,
    see: impl Fn(&Record<'_>, &mut T) + Send + Sync + 'static,
    take: impl FnMut(Batch<T>) -> Result<(), E>,
) -> Result<(), E>
where
    T: Default + Send + 'static,
    E: From<ReadError>,
{
    let (check, strict) = (reading.check.clone(), reading.strict);
    let work = move |chunk: Chunk, emit: &mut dyn FnMut(Batch<T>) -> bool| {
        let mut batch = Batch::new(&chunk);
        let (mut reader, choose) = match &check {
            Check::All => (Reader::new(chunk.text), None),
            Check::Chosen(choose) => (Reader::new(chunk.text), Some(Arc::clone(choose))),
            Check::Form => (Reader::skimming(chunk.text), None),
        };
        reader = reader.starting_at(chunk.place);
        if strict {
            reader = reader.strict();
        }
        let (mut contents, mut told) = (Contents::new(choose), chunk.place.offset);
        while let Some(read) = reader.read_game(&mut contents) {
            let end = reader.place().offset;
            match read {
                Ok(()) => {
                    batch.games += 1;
                    batch.warnings.append(&mut contents.warnings);
                    let text = reader.input().get(contents.place.offset..end).map(<[u8]>::trim_ascii);
                    see(&Record { contents: &contents, text }, &mut batch.made);
                    batch.damaged.extend(contents.damage.take());
                }
                Err(error) => batch.refused.push(error),
            }
            reader.input_mut().forget_before(end);
            if end - told > BATCH {
                told = end;
                if !emit(batch.take()) {
                    return;
                }
            }
        }
        emit(batch);
    };
    each(inputs, reading.threads, reading.sizes, work, take)
}

/// Shows each game with its variations, comments and marks to `see`, as [`records`] does. All moves are checked.
///
/// # Errors
/// As those of [`records`].
pub fn games<T, E>(
    inputs: Vec<Input>,
    reading: &Reading,
    see: impl Fn(Game, Place, &mut T) + Send + Sync + 'static,
    take: impl FnMut(Batch<T>) -> Result<(), E>,
) -> Result<(), E>
where
    T: Default + Send + 'static,
    E: From<ReadError>,
{
    let strict = reading.strict;
    let work = move |chunk: Chunk, emit: &mut dyn FnMut(Batch<T>) -> bool| {
        let mut batch = Batch::new(&chunk);
        let mut told = chunk.place.offset;
        let mut reader = Reader::<Text>::new(chunk.text).starting_at(chunk.place);
        if strict {
            reader = reader.strict();
        }
        let mut games = reader.games();
        while let Some(read) = games.next() {
            match read {
                Ok(game) => {
                    batch.games += 1;
                    let warnings = games.take_warnings();
                    batch.warnings.extend(warnings);
                    batch.damaged.extend(games.take_damage());
                    see(game, games.place(), &mut batch.made);
                }
                Err(error) => batch.refused.push(error),
            }
            let end = games.reader().place().offset;
            games.reader_mut().input_mut().forget_before(end);
            if end - told > BATCH {
                told = end;
                if !emit(batch.take()) {
                    return;
                }
            }
        }
        emit(batch);
    };
    each(inputs, reading.threads, reading.sizes, work, take)
}

#[cfg(test)]
mod tests;
