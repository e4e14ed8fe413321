//! Work that takes longer than a frame, on a thread of its own: it can be watched and stopped, and is not
//! waited for.

use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;

use super::worker::WakeFn;

/// The progress of a task, and whether it is to stop.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// How much of the work is done.
    pub done: Arc<AtomicU64>,
    whole: Arc<AtomicU64>,
    stopped: Arc<AtomicBool>,
}

impl Progress {
    /// Returns true if the work is to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Stops the work; what is done by then is still delivered.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Returns the flag that stops the work.
    pub fn stopped(&self) -> &AtomicBool {
        &self.stopped
    }

    /// Sets how much work there is.
    pub fn expect(&self, whole: u64) {
        self.whole.store(whole, Ordering::Relaxed);
    }

    /// Returns the share that is done, from 0 to 1, if the amount of work is known.
    pub fn share(&self) -> Option<f32> {
        let whole = self.whole.load(Ordering::Relaxed);
        (whole > 0).then(|| (self.done.load(Ordering::Relaxed) as f32 / whole as f32).min(1.0))
    }

    /// Opens a file, packed or not, for reading until the work is stopped; the amount of work is its size on
    /// disk. Fails with the system's error.
    pub fn open(&self, path: &Path) -> io::Result<impl Read + Send + use<>> {
        self.expect(std::fs::metadata(path)?.len());
        Ok(Stoppable {
            input: heirloom_files::open_text(path, Arc::clone(&self.done))?,
            progress: self.clone(),
        })
    }
}

struct Stoppable<R> {
    input: R,
    progress: Progress,
}

impl<R: Read> Read for Stoppable<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.progress.is_stopped() { Err(io::Error::other("stopped")) } else { self.input.read(buffer) }
    }
}

/// A task and its result. Dropping it stops the work.
#[derive(Debug)]
pub struct Task<T> {
    made: Receiver<T>,
    /// The progress.
    pub progress: Progress,
}

impl<T: Send + 'static> Task<T> {
    /// Starts the work; the frame is woken when it is done.
    pub fn start(wake: &WakeFn, work: impl FnOnce(&Progress) -> T + Send + 'static) -> Task<T> {
        let (sender, made) = mpsc::channel();
        let progress = Progress::default();
        let (watched, wake) = (progress.clone(), WakeFn::clone(wake));
        // Without a thread the sender is dropped at once, and the task has no result.
        let _ = thread::Builder::new().name("task".into()).spawn(move || {
            let _ = sender.send(work(&watched));
            wake();
        });
        Task { made, progress }
    }

    /// Returns the result of a task that is done, once, and clears its place.
    pub fn finish(place: &mut Option<Task<T>>) -> Option<T> {
        let made = place.as_ref()?.made.try_recv();
        place.take_if(|_| !matches!(made, Err(TryRecvError::Empty)));
        made.ok()
    }
}

impl<T> Task<T> {
    /// Waits for the result of a task, at the end of the program.
    pub fn wait(place: &mut Option<Task<T>>) -> Option<T> {
        place.take()?.made.recv().ok()
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.progress.stopped.store(true, Ordering::Relaxed);
    }
}

/// What a job sends its reports to.
#[derive(Clone)]
pub struct Reports<R> {
    sender: Sender<R>,
    wake: WakeFn,
}

impl<R> Reports<R> {
    /// Sends a report and wakes the frame. Returns true if someone can still read it.
    pub fn send(&self, report: R) -> bool {
        let is_sent = self.sender.send(report).is_ok();
        (self.wake)();
        is_sent
    }
}

/// A task that sends reports while it works. Dropping it stops the work.
#[derive(Debug)]
pub struct Job<R, T> {
    reports: Receiver<R>,
    task: Option<Task<T>>,
}

impl<R: Send + 'static, T: Send + 'static> Job<R, T> {
    /// Starts the work; the frame is woken by each report, and when it is done.
    pub fn start(
        wake: &WakeFn,
        work: impl FnOnce(&Progress, &Reports<R>) -> T + Send + 'static,
    ) -> Job<R, T> {
        let (sender, inbox) = mpsc::channel();
        let reports = Reports { sender, wake: WakeFn::clone(wake) };
        Job { reports: inbox, task: Some(Task::start(wake, move |progress| work(progress, &reports))) }
    }

    /// Returns the progress, until the work is done.
    pub fn progress(&self) -> Option<&Progress> {
        self.task.as_ref().map(|task| &task.progress)
    }

    /// Returns the reports since the last call, and the result of a job that is done; its place is cleared.
    pub fn poll(place: &mut Option<Job<R, T>>) -> (Vec<R>, Option<T>) {
        let Some(job) = place else { return (Vec::new(), None) };
        // The last report was sent before the task ended.
        let made = Task::finish(&mut job.task);
        let reports = job.reports.try_iter().collect();
        place.take_if(|job| job.task.is_none());
        (reports, made)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use web_time::{Duration, Instant};

    #[test]
    fn work_is_done_stopped_or_lost() {
        let wake: WakeFn = Arc::new(|| {});
        let mut done = Some(Task::start(&wake, |_| 3));
        let end = Instant::now() + Duration::from_secs(20);
        let mut made = None;
        while made.is_none() && Instant::now() < end {
            made = Task::finish(&mut done);
            thread::yield_now();
        }
        assert_eq!((made, done.is_none()), (Some(3), true));
        let (sender, ended) = mpsc::channel();
        drop(Task::start(&wake, move |progress| {
            while !progress.is_stopped() {
                thread::yield_now();
            }
            let _ = sender.send(());
        }));
        assert!(ended.recv_timeout(Duration::from_secs(20)).is_ok());
    }
}
