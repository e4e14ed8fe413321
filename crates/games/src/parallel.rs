//! Parallel processing of chunks, with the results in input order.
//!
//! One thread cuts the inputs and passes each chunk to the next free worker. Each chunk has a small channel
//! for its results; the caller drains these channels in the order of the chunks. All queues are short, so a
//! slow writer holds everything back and memory stays bounded, whatever the size of the input.

use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use heirloom_chess::notation::pgn::TextPlace;
use parking_lot::Mutex;

use crate::cut::{Cutter, Sizes};
use crate::input::{Input, ReadError};
use crate::text::Text;

/// The maximum number of results of one chunk in its queue.
const RESULTS: usize = 4;
/// The maximum number of pieces of a long chunk in its queue.
const PIECES: usize = 2;

/// Consecutive games of an input.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(crate) text: Text,
    /// The location where it begins.
    pub(crate) place: TextPlace,
    /// The name of the input.
    pub(crate) name: Arc<str>,
    /// The index of the input, counted from 0.
    pub(crate) input: usize,
}

/// The results of the next chunk in input order.
type Ordered<T> = Result<Receiver<T>, ReadError>;
type Job<T> = (Chunk, SyncSender<T>);

/// Passes each chunk to `work`, on `threads` threads, and what it emits to `take`, in order and on this
/// thread.
///
/// `work` should stop when emitting returns false. The first error ends everything; a thread blocked on an
/// input that never arrives is then left behind.
pub(crate) fn process<T, E>(
    inputs: Vec<Input>,
    threads: usize,
    sizes: Sizes,
    work: impl Fn(Chunk, &mut dyn FnMut(T) -> bool) + Send + Sync + 'static,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    T: Send + 'static,
    E: From<ReadError>,
{
    let threads = threads.max(1);
    let (order, ordered) = sync_channel::<Ordered<T>>(2 * threads);
    let (jobs, queue) = sync_channel::<Job<T>>(threads);
    let (queue, work) = (Arc::new(Mutex::new(queue)), Arc::new(work));
    let stopped = StopGuard::default();
    let flag = Arc::clone(&stopped.0);
    thread::spawn(move || {
        if let Err(error) = feed(inputs, sizes, &jobs, &order, &flag) {
            // The receiver is gone only after everything has been stopped.
            let _ = order.send(Err(error));
        }
    });
    let worker = |_| {
        let (queue, work) = (Arc::clone(&queue), Arc::clone(&work));
        thread::spawn(move || {
            loop {
                let job = queue.lock().recv();
                let Ok((chunk, results)) = job else { return };
                work(chunk, &mut |made| results.send(made).is_ok());
            }
        })
    };
    let workers: Vec<thread::JoinHandle<()>> = (0..threads).map(worker).collect();
    for results in ordered {
        for made in results? {
            take(made)?;
        }
    }
    for worker in workers {
        if let Err(panicked) = worker.join() {
            panic::resume_unwind(panicked);
        }
    }
    Ok(())
}

/// Stops the reading thread when dropped.
#[derive(Default)]
struct StopGuard(Arc<AtomicBool>);

impl Drop for StopGuard {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Cuts all inputs, until stopped.
fn feed<T>(
    inputs: Vec<Input>,
    sizes: Sizes,
    jobs: &SyncSender<Job<T>>,
    order: &SyncSender<Ordered<T>>,
    stopped: &AtomicBool,
) -> Result<(), ReadError> {
    for (number, input) in inputs.into_iter().enumerate() {
        let name = Arc::clone(&input.name);
        let failed = |error| ReadError { name: Arc::clone(&name), error };
        let mut cutter = Cutter::new(input.open().map_err(failed)?, sizes);
        while let Some(piece) = cutter.next().map_err(failed)? {
            let (pieces, more) = sync_channel(PIECES);
            let more = (!piece.ends).then_some(more);
            let text = Text::new(piece.bytes, piece.place.offset, more);
            let (results, made) = sync_channel(RESULTS);
            let chunk = Chunk { text, place: piece.place, name: Arc::clone(&name), input: number };
            if order.send(Ok(made)).is_err() || jobs.send((chunk, results)).is_err() {
                return Ok(());
            }
            let mut ended = piece.ends;
            while !ended && let Some(piece) = cutter.next().map_err(failed)? {
                ended = piece.ends;
                // A reader that gave up on the input, for instance on UTF-16, takes no more of this chunk.
                let _ = pieces.send(piece.bytes);
                if stopped.load(Ordering::Relaxed) {
                    return Ok(());
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    const SMALL: Sizes = Sizes { block: 30, longest: 1 << 20 };

    fn read(chunk: Chunk, emit: &mut dyn FnMut(String) -> bool) {
        let Chunk { mut text, .. } = chunk;
        let mut all = String::new();
        text.read_to_string(&mut all).unwrap();
        // The first chunks take longest.
        if all.contains("\"1") {
            thread::sleep(std::time::Duration::from_millis(5));
        }
        let (one, other) = all.split_at(all.len() / 2);
        let _ = emit(one.into()) && emit(other.into());
    }

    fn games(count: usize) -> String {
        (1..=count).map(|number| format!("[Event \"{number}\"]\n\n1. e4 *\n\n")).collect()
    }

    #[test]
    fn results_come_in_order() {
        let (one, two) = (games(200), games(100));
        for threads in [1, 2, 7] {
            let inputs =
                [&one, &two].map(|text| Input::stream("x", std::io::Cursor::new(text.clone()))).into();
            let mut all = String::new();
            let take = |made: String| -> Result<(), ReadError> {
                all += &made;
                Ok(())
            };
            process(inputs, threads, SMALL, read, take).unwrap();
            assert_eq!(all, one.clone() + &two);
        }
    }

    #[test]
    fn an_error_ends_everything() {
        #[derive(Debug)]
        struct Enough;
        impl From<ReadError> for Enough {
            fn from(error: ReadError) -> Enough {
                panic!("{error}")
            }
        }
        let mut taken = 0;
        let inputs = vec![Input::stream("endless", std::io::repeat(b'\n').chain(std::io::empty()))];
        let emit = |_: Chunk, emit: &mut dyn FnMut(usize) -> bool| while emit(1) {};
        let take = |_| {
            taken += 1;
            if taken == 10 { Err(Enough) } else { Ok(()) }
        };
        process(inputs, 2, Sizes { block: 30, longest: 1000 }, emit, take).unwrap_err();
        let missing = vec![Input::file("no such file".as_ref(), Arc::default())];
        let error = process(missing, 1, SMALL, read, |_| Ok::<(), ReadError>(())).unwrap_err();
        assert_eq!(error.to_string(), "cannot continue reading no such file");
    }
}
