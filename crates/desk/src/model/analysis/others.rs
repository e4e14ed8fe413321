//! The engines that analyze the same position as the first one, for comparison.

use heirloom_chess::Line;

use super::{Analysis, analyst};
use crate::model::context::Context;
use crate::model::notice::Notice;
use crate::model::players::{Answer, Seat};
use crate::model::record::Record;

impl Analysis {
    /// Returns all engines, the first one first.
    pub fn engines(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&self.engine).chain(&self.others).map(String::as_str)
    }

    /// Returns one of the engines, once it was asked for anything.
    pub fn seat_of(&self, engine: &str) -> Option<&Seat> {
        self.seats().find(|seat| seat.id == engine)
    }

    /// Sets the other engines, each once.
    pub(super) fn set_others(&mut self, engines: Vec<String>) {
        self.others.clear();
        for engine in engines {
            if engine != self.engine && !self.others.contains(&engine) {
                self.others.push(engine);
            }
        }
        self.dismiss_strangers();
    }

    /// Analyzes with one more engine.
    pub(in crate::model) fn add(&mut self, engine: String, record: &Record, context: &Context) {
        self.set_others(self.others.iter().cloned().chain([engine]).collect());
        self.follow(record, context);
    }

    /// Lets the engines go that do not analyze any more.
    fn dismiss_strangers(&mut self) {
        self.other_seats.retain(|seat| self.others.contains(&seat.id));
    }

    /// Lets the other engines analyze a line; those that already do begin again only if they have to.
    pub(super) fn others_follow(&mut self, line: &Line, again: bool, context: &Context) {
        self.dismiss_strangers();
        let limits = self.limits();
        for engine in &self.others {
            let known = self.other_seats.iter().position(|seat| seat.id == *engine);
            let place = known.unwrap_or_else(|| {
                self.other_seats.push(analyst(engine, context));
                self.other_seats.len() - 1
            });
            if again || known.is_none() {
                let seat = &mut self.other_seats[place];
                seat.worker.set_if_known("MultiPV", &self.lines.to_string());
                seat.go(line.clone(), limits.clone(), false);
            }
        }
    }

    /// Reads what the other engines have answered. One that fails is let go.
    pub(super) fn poll_others(&mut self, context: &mut Context) {
        let mut failed = Vec::new();
        for seat in &mut self.other_seats {
            while let Some(answer) = seat.poll() {
                match answer {
                    Answer::Message(text) => context.notify(Notice::EngineSaid(text)),
                    Answer::Failed(reason) => {
                        context.notify(Notice::AnalysisFailed { name: seat.id.clone(), reason });
                        failed.push(seat.id.clone());
                        break;
                    }
                    Answer::Move(_) | Answer::Resigns | Answer::Claims(_) => {}
                }
            }
        }
        if !failed.is_empty() {
            self.others.retain(|engine| !failed.contains(engine));
            self.dismiss_strangers();
        }
    }
}
