//! What the parts of the model ask of each other, carried from one to another.

use std::path::PathBuf;
use web_time::Instant;

use heirloom_app::coach::help::Help;
use heirloom_engine::Origin;

use super::analysis::AnalysisCommand;
use super::context::Effect;
use super::figures;
use super::file_kind::FileKind;
use super::library::LibraryCommand;
use super::notice::Notice;
use super::puzzles::{PuzzleCommand, PuzzleFilter};
use super::{Front, Model, records, tablebase};

impl Model {
    /// Carries out what the parts have asked of each other.
    pub(super) fn carry_effects(&mut self, now: Instant) {
        while let Some(effect) = self.context.next_effect() {
            self.carry(effect, now);
        }
    }

    /// Hands an effect to its part.
    fn carry(&mut self, effect: Effect, now: Instant) {
        let (play, context) = (&mut self.play, &mut self.context);
        match effect {
            Effect::Moved => {
                (self.analysis.hint, self.analysis.threatened) = (None, None);
                self.analysis.follow(play.record(), context);
            }
            Effect::Enter(mv, found) => {
                let is_own = found.is_none() && play.awaits_person();
                if is_own && self.analysis.on {
                    play.note_help(Help::Analysis);
                }
                let is_taken = self.puzzles.answer(mv, play, context)
                    || self.review.answer(mv, play, context)
                    || is_own && self.coach.takes(mv, play, context, now);
                if !is_taken {
                    play.enter(mv, found, context, now);
                }
                context.ask(Effect::Resume);
            }
            Effect::Consult => {
                let mv = self.library.choose(play.record().position());
                play.consulted(mv, context, now);
            }
            Effect::Learn(before, mv) => self.library.learn(&before, mv, context),
            Effect::Show(game) => play.show(*game, context),
            Effect::MoveForUser(limits) => {
                let position = play.record().position();
                let known = play.plays_from_library().then(|| self.library.choose(position)).flatten();
                match known {
                    Some(mv) => {
                        let found = figures::of_found(position.turn(), Origin::Book, None);
                        context.ask(Effect::Enter(mv, Some(found)));
                    }
                    None => self.analysis.find_move(*limits, play.record(), context),
                }
            }
            Effect::Hurry => {
                if !self.analysis.hurry() {
                    context.notify(Notice::NobodyThinks);
                }
            }
            Effect::Cancel => {
                if self.analysis.cancel() {
                    self.analysis.follow(play.record(), context);
                } else {
                    context.notify(Notice::NobodyThinks);
                }
            }
            Effect::StopAnalysis => {
                self.analysis.apply(AnalysisCommand::Switch(false), play.record(), context)
            }
            Effect::Hint(mv) => self.analysis.hint = mv,
            Effect::Resume => self.analysis.resume(play.record(), context),
            Effect::List(path) => self.games.list_opened(path, context),
            Effect::Written(path) => {
                self.files.used(&path, play);
                self.games.list_again(path, context);
            }
            Effect::Open(path, kind) => self.open(path, kind),
            Effect::Cut(deleted, back) => {
                for record in records(play, &mut self.tabs) {
                    record.file_was_cut(&deleted, back);
                }
                self.games.list_again(deleted.path, context);
            }
            Effect::Changed(replaced) => {
                for record in records(play, &mut self.tabs) {
                    record.file_was_changed(&replaced);
                }
                self.games.list_changed(replaced.path, context);
            }
            Effect::AnalyzeWith(engine) => self.analysis.add(engine, play.record(), context),
            Effect::SetOptions(engine, changes) => {
                if changes.iter().any(|(name, _)| name == tablebase::OPTION) {
                    self.tablebase.forget();
                }
                let seats = play.seats().chain(self.analysis.seats());
                seats.filter(|seat| seat.id == engine).for_each(|seat| seat.set_options(&changes));
            }
        }
    }

    /// Opens a file that has no games.
    fn open(&mut self, path: PathBuf, kind: FileKind) {
        let (play, context) = (&mut self.play, &mut self.context);
        self.front = Some(match kind {
            FileKind::Puzzles => {
                self.puzzles.apply(PuzzleCommand::Open(path, PuzzleFilter::default()), play, context);
                Front::Puzzles
            }
            FileKind::Book => {
                self.library.apply(LibraryCommand::Open(path), play.record().position(), context);
                Front::Library
            }
            FileKind::Games | FileKind::Positions | FileKind::Program => Front::Program(path),
        });
    }
}
