//! Games on their way into files, written in the background.

use std::path::PathBuf;

use heirloom_chess::notation::pgn;

use super::context::{Context, Effect};
use super::notice::Notice;
use super::record::Record;
use super::stored::{Stored, store};
use super::task::Task;

/// Writes the game on the board into files, one after the other.
#[derive(Debug, Default)]
pub struct Saving {
    task: Option<Task<Result<Stored, String>>>,
    /// The file, and the number and revision of the game.
    what: Option<(PathBuf, u64, u64)>,
    /// A file to be written when the one before is done, and the number of the game.
    next: Option<(PathBuf, u64)>,
}

impl Saving {
    /// Writes a game into a file.
    pub fn save(&mut self, path: PathBuf, record: &Record, context: &Context) {
        if self.task.is_some() {
            self.next = Some((path, record.id()));
            return;
        }
        let before = record.stored.filter(|_| record.file.as_ref() == Some(&path));
        let text = pgn::to_string(record.game()).trim_end().to_owned();
        self.what = Some((path.clone(), record.id(), record.revision()));
        self.task = Some(Task::start(&context.wake, move |_| store(&path, before, &text)));
    }

    /// Notes in the record of the game what has been written.
    pub fn poll(&mut self, records: &mut [&mut Record], context: &mut Context) {
        if let Some(result) = Task::finish(&mut self.task) {
            self.finish(result, records, context);
        }
    }

    /// Waits until everything is written, at the end of the program.
    pub fn wait(&mut self, records: &mut [&mut Record], context: &mut Context) {
        while let Some(result) = Task::wait(&mut self.task) {
            self.finish(result, records, context);
        }
    }

    fn finish(&mut self, result: Result<Stored, String>, records: &mut [&mut Record], context: &mut Context) {
        let Some((path, id, revision)) = self.what.take() else { return };
        match result {
            Ok(stored) => {
                if let Some(record) = records.iter_mut().find(|record| record.id() == id) {
                    (record.file, record.stored) = (Some(path.clone()), Some(stored));
                    record.saved(revision);
                }
                context.ask(Effect::Written(path.clone()));
                context.notify(Notice::Saved(path));
            }
            Err(reason) => context.notify(Notice::File(path, reason)),
        }
        if let Some((next, id)) = self.next.take()
            && let Some(record) = records.iter().find(|record| record.id() == id)
        {
            self.save(next, record, context);
        }
    }
}

#[cfg(test)]
mod tests;
