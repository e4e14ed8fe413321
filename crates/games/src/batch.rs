//! Reading all games of any number of inputs on all processors, with the results in input order.

use std::num::NonZero;
use std::sync::Arc;

use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn::{Games, PgnError, Reader, TextPlace};

use crate::cut::Sizes;
use crate::input::{Input, ReadError};
use crate::parallel::{Chunk, process};
use crate::record::{Choose, Contents, RawTags, Record};
use crate::text::Text;

/// A batch is delivered after this many bytes, if its chunk is longer.
const BATCH: u64 = 1024 * 1024;

/// How games are read.
#[derive(Clone)]
pub struct ReadOptions {
    threads: usize,
    check: Check,
    /// True if a damaged game is rejected as a whole.
    strict: bool,
    sizes: Sizes,
}

#[derive(Clone)]
enum Check {
    All,
    Chosen(Choose),
    Form,
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            threads: std::thread::available_parallelism().map_or(1, NonZero::get),
            check: Check::All,
            strict: false,
            sizes: Sizes::default(),
        }
    }
}

impl ReadOptions {
    /// Checks every move, on as many threads as the machine runs in parallel. A damaged game is read up to
    /// its first invalid move.
    pub fn new() -> ReadOptions {
        ReadOptions::default()
    }

    /// Sets the number of threads.
    pub fn threads(self, threads: usize) -> ReadOptions {
        ReadOptions { threads: threads.max(1), ..self }
    }

    /// Checks and reports only the moves of games chosen by their tags; of others, only the form is checked.
    pub fn choosing(self, choose: impl Fn(&RawTags) -> bool + Send + Sync + 'static) -> ReadOptions {
        ReadOptions { check: Check::Chosen(Arc::new(choose)), ..self }
    }

    /// Checks only the form of moves and reports only their number.
    pub fn skimming(self) -> ReadOptions {
        ReadOptions { check: Check::Form, ..self }
    }

    /// Rejects damaged games as a whole.
    pub fn strict(self) -> ReadOptions {
        ReadOptions { strict: true, ..self }
    }

    /// Sets the chunk sizes for tests.
    #[cfg(test)]
    pub(crate) fn sizes(self, block: usize, longest: usize) -> ReadOptions {
        ReadOptions { sizes: Sizes { block, longest }, ..self }
    }
}

impl std::fmt::Debug for ReadOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReadOptions")
            .field("threads", &self.threads)
            .field("sizes", &self.sizes)
            .finish_non_exhaustive()
    }
}

/// The results for consecutive games of an input.
#[derive(Debug, Default)]
pub struct Batch<T> {
    /// The name of the input.
    pub name: Arc<str>,
    /// The number of the input, counted from 0.
    pub input: usize,
    /// The number of games read.
    pub games: u64,
    /// The result that the caller made from them.
    pub made: T,
    /// The errors of games that were read only in part; these count as read.
    pub damaged: Vec<PgnError>,
    /// The errors of games that were rejected: in strict reading, all damaged games.
    pub refused: Vec<PgnError>,
    /// The warnings about games that were read.
    pub warnings: Vec<PgnError>,
}

impl<T: Default> Batch<T> {
    fn of(name: &Arc<str>, input: usize) -> Batch<T> {
        Batch { name: Arc::clone(name), input, ..Batch::default() }
    }

    /// Reads games with `read` and emits them in batches. `read` adds a game to the batch and returns the
    /// offset of its end, or why the game is rejected; none after the last game. The first begins at
    /// `offset`.
    fn emit_all(
        mut self,
        mut offset: u64,
        emit: &mut dyn FnMut(Batch<T>) -> bool,
        mut read: impl FnMut(&mut Batch<T>) -> Option<(Result<(), PgnError>, u64)>,
    ) {
        while let Some((game, end)) = read(&mut self) {
            match game {
                Ok(()) => self.games += 1,
                Err(error) => self.refused.push(error),
            }
            if end - offset > BATCH {
                offset = end;
                let next = Batch::of(&self.name, self.input);
                if !emit(std::mem::replace(&mut self, next)) {
                    return;
                }
            }
        }
        emit(self);
    }
}

/// Passes each game to `visit`, on any thread, and what it makes of them to `take`, in order.
///
/// # Errors
/// The first error of `take`, or a failure to read an input; the complete games before it are delivered
/// first.
pub fn records<T, E>(
    inputs: Vec<Input>,
    reading: &ReadOptions,
    visit: impl Fn(&Record<'_>, &mut T) + Send + Sync + 'static,
    take: impl FnMut(Batch<T>) -> Result<(), E>,
) -> Result<(), E>
where
    T: Default + Send + 'static,
    E: From<ReadError>,
{
    let (check, strict) = (reading.check.clone(), reading.strict);
    let work = move |chunk: Chunk, emit: &mut dyn FnMut(Batch<T>) -> bool| {
        let batch = Batch::of(&chunk.name, chunk.input);
        let (mut reader, choose) = match &check {
            Check::All => (Reader::new(chunk.text), None),
            Check::Chosen(choose) => (Reader::new(chunk.text), Some(Arc::clone(choose))),
            Check::Form => (Reader::skimming(chunk.text), None),
        };
        reader = reader.starting_at(chunk.place);
        if strict {
            reader = reader.strict();
        }
        let mut contents = Contents::new(choose);
        batch.emit_all(chunk.place.offset, emit, |batch| {
            let read = read_record(&mut reader, &mut contents)?;
            let end = reader.place().offset;
            if read.is_ok() {
                batch.warnings.append(&mut contents.warnings);
                let text = reader.input().get(contents.place.offset..end).map(<[u8]>::trim_ascii);
                visit(&Record { contents: &contents, text }, &mut batch.made);
                batch.damaged.extend(contents.damage.take());
            }
            reader.input_mut().discard_before(end);
            Some((read, end))
        });
    };
    process(inputs, reading.threads, reading.sizes, work, take)
}

/// Passes each game with its variations, comments and annotations to `visit`, like [`records`]. All moves are
/// checked.
///
/// # Errors
/// Like [`records`].
pub fn games<T, E>(
    inputs: Vec<Input>,
    reading: &ReadOptions,
    visit: impl Fn(Game, TextPlace, &mut T) + Send + Sync + 'static,
    take: impl FnMut(Batch<T>) -> Result<(), E>,
) -> Result<(), E>
where
    T: Default + Send + 'static,
    E: From<ReadError>,
{
    let strict = reading.strict;
    let work = move |chunk: Chunk, emit: &mut dyn FnMut(Batch<T>) -> bool| {
        let batch = Batch::of(&chunk.name, chunk.input);
        let mut reader = Reader::<Text>::new(chunk.text).starting_at(chunk.place);
        if strict {
            reader = reader.strict();
        }
        let mut games = reader.games();
        batch.emit_all(chunk.place.offset, emit, |batch| {
            let read = read_game(&mut games)?.map(|game| {
                batch.warnings.extend(games.take_warnings());
                batch.damaged.extend(games.take_damage());
                visit(game, games.place(), &mut batch.made);
            });
            let end = games.reader().place().offset;
            games.reader_mut().input_mut().discard_before(end);
            Some((read, end))
        });
    };
    process(inputs, reading.threads, reading.sizes, work, take)
}

// The parser is compiled in these functions, once and optimized, rather than in each caller of `records` and
// `games`.

/// Reads the next game into `contents`; none after the last one.
#[inline(never)]
fn read_record(reader: &mut Reader<Text>, contents: &mut Contents) -> Option<Result<(), PgnError>> {
    reader.read_game(contents)
}

/// Reads the next game with its variations, comments and annotations; none after the last one.
#[inline(never)]
fn read_game(games: &mut Games<Text>) -> Option<Result<Game, PgnError>> {
    games.next()
}

/// Returns what `visit` makes of the games of a text, for tests.
#[cfg(test)]
pub(crate) fn made_of<T: Default + Send + 'static>(
    text: &str,
    reading: &ReadOptions,
    visit: impl Fn(&Record<'_>, &mut T) + Send + Sync + 'static,
) -> Vec<T> {
    let mut all = Vec::new();
    let input = Input::stream("x", std::io::Cursor::new(text.to_owned()));
    let take = |batch: Batch<T>| {
        all.push(batch.made);
        Ok::<(), ReadError>(())
    };
    records(vec![input], reading, visit, take).unwrap();
    all
}

#[cfg(test)]
mod tests;
