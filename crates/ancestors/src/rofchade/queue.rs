//! The thread queue: workers that wait for their part of a search, and the boss who hands the parts out.
//!
//! The threads live as long as the engine. For each search the boss puts one part per worker into the queue
//! and then works itself; waiting workers take the parts in order.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

use parking_lot::{Condvar, Mutex};

use super::history::History;
use super::search::{Report, Worker};
use super::threads::{Shared, Variation};

/// A worker's part of a search.
struct Part {
    shared: Arc<Shared>,
    number: usize,
    history: Arc<Mutex<History>>,
    /// Receives the worker's number and line.
    done: Sender<(usize, Variation)>,
}

/// The parts that no worker has taken yet.
#[derive(Default)]
struct Waiting {
    parts: VecDeque<Part>,
    /// True once the engine is gone.
    closed: bool,
}

/// The queue, shared with the threads.
#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

impl Queue {
    fn put(&self, part: Part) {
        self.waiting.lock().parts.push_back(part);
        self.changed.notify_one();
    }

    /// Waits for a part; `None` once the queue is closed.
    fn take(&self) -> Option<Part> {
        let mut waiting = self.waiting.lock();
        loop {
            if waiting.closed {
                return None;
            }
            if let Some(part) = waiting.parts.pop_front() {
                return Some(part);
            }
            self.changed.wait(&mut waiting);
        }
    }

    /// Works on parts until the queue is closed.
    fn work(&self) {
        while let Some(Part { shared, number, history, done }) = self.take() {
            let line = Worker::new(&shared, &mut history.lock(), number, None).deepen();
            // The boss waits for it, unless it panicked.
            let _ = done.send((number, line));
        }
    }
}

/// The threads and their queue.
#[derive(Default)]
pub struct ThreadQueue {
    queue: Arc<Queue>,
    threads: Vec<JoinHandle<()>>,
}

impl ThreadQueue {
    /// Searches with one worker per history, the boss on the caller's thread; returns the best line.
    pub fn search(
        &mut self,
        shared: &Arc<Shared>,
        histories: &[Arc<Mutex<History>>],
        report: Report<'_>,
    ) -> Variation {
        let Some((own, others)) = histories.split_first() else { return Variation::default() };
        let (done, lines) = mpsc::channel();
        let workers = self.start(others.len());
        for (number, history) in (1..).zip(others).take(workers) {
            let (shared, history, done) = (shared.clone(), history.clone(), done.clone());
            self.queue.put(Part { shared, number, history, done });
        }
        drop(done);
        let best = Worker::new(shared, &mut own.lock(), 0, Some(report)).deepen();
        // All workers stop when the boss is done; parts that have not begun are taken back.
        shared.stop();
        self.queue.waiting.lock().parts.clear();
        let mut lines: Vec<_> = lines.iter().collect();
        lines.sort_by_key(|&(number, _)| number);
        choose(best, lines.into_iter().map(|(_, line)| line))
    }

    /// Starts threads until there are `count`; returns how many there are. If a thread cannot be started, the
    /// others do the work.
    fn start(&mut self, count: usize) -> usize {
        self.threads.retain(|thread| !thread.is_finished());
        while self.threads.len() < count {
            let (queue, name) = (self.queue.clone(), format!("rofchade-{}", self.threads.len() + 1));
            match thread::Builder::new().name(name).spawn(move || queue.work()) {
                Ok(thread) => self.threads.push(thread),
                Err(_) => break,
            }
        }
        self.threads.len().min(count)
    }
}

impl Drop for ThreadQueue {
    fn drop(&mut self) {
        self.queue.waiting.lock().closed = true;
        self.queue.changed.notify_all();
    }
}

/// Returns the deepest line, then the best for the side to move, then the boss's.
fn choose(boss: Variation, others: impl Iterator<Item = Variation>) -> Variation {
    let better = |best: Variation, line: Variation| {
        if (line.depth, line.score) > (best.depth, best.score) { line } else { best }
    };
    others.fold(boss, better)
}

#[cfg(test)]
mod tests {
    use web_time::{Duration, Instant};

    use heirloom_chess::Color;
    use heirloom_engine::{Limits, Signals};

    use super::super::board::Board;
    use super::super::hash::Hash;
    use super::super::moves::{self, Move};
    use super::super::threads::Task;
    use super::*;
    use crate::clock::Clock;
    use crate::seam::{START, setup_of};

    fn done(depth: u32) -> Variation {
        Variation { depth, moves: vec![Move(depth as u16)], ..Variation::default() }
    }

    fn histories(count: usize) -> Vec<Arc<Mutex<History>>> {
        (0..count).map(|_| Arc::default()).collect()
    }

    #[test]
    fn the_boss_chooses_the_deepest_line_then_the_best() {
        let line = |depth, score| Variation { score, ..done(depth) };
        let chosen = choose(line(9, 50), [line(8, 90), line(10, 10), line(10, 20), line(10, 20)].into_iter());
        assert_eq!((chosen.depth, chosen.score), (10, 20));
        assert_eq!(choose(done(9), [Variation { selective: 3, ..done(9) }].into_iter()), done(9));
    }

    #[test]
    fn threads_live_longer_than_a_search_and_end_with_the_queue() {
        let (hash, board) = (Arc::new(Hash::new(1).unwrap()), Board::new(&setup_of(START)));
        let root = moves::legal(&board);
        let mut queue = ThreadQueue::default();
        let search = |queue: &mut ThreadQueue, workers: usize| {
            let clock = Clock::new(&Limits::depth(4), Color::White, &Signals::new());
            let shared = Arc::new(Shared::new(Task::new(&hash, &board, &root, clock), workers));
            let best = queue.search(&shared, &histories(workers), &mut |_| {});
            assert!(best.depth >= 4 && root.contains(&best.moves[0]), "{best:?}");
            let threads: Vec<_> = queue.threads.iter().map(|thread| thread.thread().id()).collect();
            assert!(queue.queue.waiting.lock().parts.is_empty());
            threads
        };
        assert!(search(&mut queue, 1).is_empty(), "one worker is the boss alone");
        let three = search(&mut queue, 4);
        assert_eq!((three.len(), &search(&mut queue, 4)), (3, &three), "the same threads again");
        assert_eq!(search(&mut queue, 2), three, "those without a part wait");
        let threads = std::mem::take(&mut queue.threads);
        drop(queue);
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    }

    /// Many short searches with a tiny table, stopped at any moment: always a legal line, never a late one.
    #[test]
    fn threads_survive_stress() {
        let mut random = fastrand::Rng::with_seed(2);
        let mut waits = Vec::new();
        let (histories, hash) = (histories(5), Arc::new(Hash::new(1).unwrap()));
        let mut queue = ThreadQueue::default();
        for round in 0..60 {
            let fen = [
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            ][round % 2];
            let (board, signals) = (Board::new(&setup_of(fen)), Signals::new());
            let root = moves::legal(&board);
            hash.begin_search();
            let limits =
                if round % 3 == 0 { Limits::nodes(random.u64(1..20_000)) } else { Limits::infinite() };
            let clock = Clock::new(&limits, Color::White, &signals);
            let shared = Arc::new(Shared::new(Task::new(&hash, &board, &root, clock), histories.len()));
            let (pause, mut depths) = (Duration::from_micros(random.u64(..12_000)), Vec::new());
            let best = thread::scope(|scope| {
                let stopper = scope.spawn(|| {
                    thread::sleep(pause);
                    signals.stop();
                    Instant::now()
                });
                let best = queue.search(&shared, &histories, &mut |best| depths.push(best.depth));
                let ended = Instant::now();
                waits.push(ended.saturating_duration_since(stopper.join().unwrap()));
                best
            });
            depths.push(best.depth);
            assert!(depths.is_sorted(), "{depths:?}");
            let mut after = board.clone();
            for &mv in &best.moves {
                let is_legal = moves::is_possible(&after, mv) && moves::is_legal(&after, mv, after.pinned());
                assert!(is_legal, "{mv} of {:?}", best.moves);
                after = after.after(mv);
            }
            assert!(root.contains(&best.moves[0]));
        }
        waits.sort();
        assert!(waits[waits.len() / 2] < Duration::from_millis(20), "{waits:?}");
    }
}
