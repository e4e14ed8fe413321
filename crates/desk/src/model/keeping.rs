//! What outlasts the program: where it is kept, when it is written, and the end of the engines.

use std::path::PathBuf;
use web_time::{Duration, Instant};

use super::autosave::Autosave;
use super::notice::Notice;
use super::play::Play;
use super::{Model, records};

/// A program that hangs is killed within this time when the desk ends.
const FAREWELL: Duration = Duration::from_secs(8);

impl Model {
    /// Keeps the games and finished test runs in this folder from now on, the games within it if another desk
    /// is open; those that are kept there return.
    pub fn keep_in(&mut self, folder: PathBuf) {
        self.test_run.keep_in(folder.join("suites.jsonl"));
        self.matches.keep_in(folder.join("match.jsonl"));
        self.analysis.values.keep_in(folder.join("values"));
        match Autosave::open(&folder, &self.context.wake) {
            Ok((autosave, kept)) => {
                if autosave.is_second(&folder) {
                    self.context.notify(Notice::SecondDesk);
                }
                self.tabs.restore(autosave, kept, &mut self.play, &mut self.context);
            }
            // Nothing is kept, but everything else works.
            Err(error) => self.context.notify(Notice::NotKept(folder.clone(), error.to_string())),
        }
        self.review.keep_in(&folder, self.play.record().game(), &self.context);
        self.carry_effects(Instant::now());
    }

    /// Keeps the user's progress with puzzles in this file.
    pub fn keep_puzzles_in(&mut self, path: PathBuf) {
        self.puzzles.keep_in(path, &mut self.context);
    }

    /// Keeps the user's games against levels and characters, and the rating, in this file.
    pub fn keep_rating_in(&mut self, path: PathBuf) {
        self.own_rating.keep_in(path, &mut self.context);
    }

    /// Writes the game, the library and the progress with puzzles now.
    pub fn keep_now(&mut self) {
        self.play.keep_now();
        self.tabs.others_mut().iter_mut().for_each(Play::keep_now);
        self.tabs.keep(&self.play);
        self.library.save_now(&mut self.context);
        self.analysis.values.save_now();
        self.puzzles.save_now();
    }

    /// Waits until all games, reports and puzzles that are to be saved are, at the end of the program.
    pub fn finish_saving(&mut self) {
        self.files.finish_saving(&mut records(&mut self.play, &mut self.tabs), &mut self.context);
        self.review.finish_saving(&mut self.context);
        self.exports.finish(&mut self.context);
        self.puzzles.making.finish(&mut self.context);
        self.own_rating.finish_saving(&mut self.context);
        self.carry_effects(Instant::now());
    }

    /// Lets all engines go before the program ends, so that none that hangs is left behind.
    pub fn dismiss_engines(&mut self) {
        let others = self.tabs.others_mut().iter_mut().flat_map(Play::dismiss_engines);
        let seats = self.play.dismiss_engines().chain(others).chain(self.analysis.dismiss_engines());
        let leaving: Vec<_> = seats.filter_map(|seat| seat.worker.leave()).collect();
        let end = Instant::now() + FAREWELL;
        while Instant::now() < end && leaving.iter().any(|thread| !thread.is_finished()) {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
