//! The way of a command: held back while a game is being played, handed to its part, and followed by what
//! the parts ask of each other.

use std::path::Path;
use web_time::Instant;

use heirloom_app::coach::help::Help;

use super::command::{AnalysisCommand, Command, LeaveChoice, PlayCommand, PuzzleCommand, TabCommand};
use super::notice::Notice;
use super::play::{Play, Stage};
use super::{Front, Model};

impl Model {
    /// Carries a command out, and what the parts ask of each other because of it.
    pub fn apply(&mut self, command: impl Into<Command>, now: Instant) {
        let command = command.into();
        if self.serving.is_some() && !command.leaves_game_alone() {
            return self.notify(Notice::Serving);
        }
        if matches!(command, Command::Tab(_)) {
            // The question is about the game on the board.
            self.leave(LeaveChoice::Stay, now);
        }
        if let Command::Tab(TabCommand::Close(place)) = command
            && self.tabs.all(&self.play).nth(place).is_some_and(Play::goes_on)
        {
            self.tabs.show(place, &mut self.play, &mut self.context);
        }
        let (before, acts) = (self.context.notices.count(), command.acts());
        if let Some(command) = self.hold_back(command, now) {
            self.dispatch(command, now);
        }
        if acts {
            self.context.notices.drop_first(before);
        }
        self.play.check_notices(&mut self.context);
    }

    /// Holds a command back if it would take a game off the board that is being played; its clock stops.
    fn hold_back(&mut self, command: Command, now: Instant) -> Option<Command> {
        let is_played = self.play.stage() == Stage::Playing
            && self.record().game().move_count() > 0
            && self.serving.is_none();
        if !is_played || !command.replaces_game() {
            return Some(command);
        }
        let clock = self.play.pause(now);
        let clock = self.held_back.take().map_or(clock, |(_, clock)| clock);
        self.held_back = Some((command, clock));
        None
    }

    /// Does what was answered to the question about the game.
    fn leave(&mut self, how: LeaveChoice, now: Instant) {
        let Some((command, clock)) = self.held_back.take() else { return };
        let game = self.record().id();
        if how == LeaveChoice::Resign {
            self.dispatch(Command::Play(PlayCommand::Resign), now);
        }
        if how == LeaveChoice::NewTab {
            self.play.unpause(clock, now);
            self.tabs.open(&mut self.play, &mut self.context);
        }
        if how != LeaveChoice::Stay {
            self.dispatch(command, now);
        }
        if self.record().id() == game {
            self.play.unpause(clock, now);
        }
    }

    /// Hands a command to its part.
    fn dispatch(&mut self, command: Command, now: Instant) {
        let opened = command.opened_file().map(Path::to_owned);
        let (play, context) = (&mut self.play, &mut self.context);
        match command {
            Command::Play(command) => play.apply(command, context, now),
            Command::Edit(command) => play.apply_edit(command, context),
            Command::File(command) => self.files.apply(command, play, context),
            Command::Export(command) => self.exports.apply(command, play.record(), context),
            Command::Tab(command) => self.tabs.apply(command, play, context),
            // The hint of a puzzle is the first move of its solution.
            Command::Analysis(AnalysisCommand::Hint) if self.puzzles.is_on_board(play.record()) => {
                self.puzzles.apply(PuzzleCommand::Hint, play, context);
            }
            Command::Analysis(command) => {
                match command {
                    AnalysisCommand::Hint => play.note_help(Help::Hint),
                    AnalysisCommand::ShowThreat => play.note_help(Help::Threat),
                    _ => {}
                }
                self.analysis.apply(command, play.record(), context);
            }
            Command::Coach(command) => self.coach.apply(command, play, context, now),
            Command::LookBack(command) => {
                self.look_back.apply(command, play, context);
                self.front = Some(Front::LookBack);
            }
            Command::Insight(command) => self.insight.apply(command, context),
            Command::Games(command) => self.games.apply(command, context),
            Command::Library(command) => self.library.apply(command, play.record().position(), context),
            Command::Match(command) => self.matches.apply(command, play.earlier_matches(), context),
            Command::Suite(command) => self.test_run.apply(command, context),
            Command::Puzzle(command) => self.puzzles.apply(command, play, context),
            Command::Review(command) => self.review.apply(command, play, context),
            Command::Engines(command) => self.engines.apply(command, context),
            Command::Tablebase(command) => self.tablebase.apply(command, context),
            Command::Leave(how) => self.leave(how, now),
            Command::Escape => {
                play.escape();
                (self.analysis.hint, self.analysis.threatened) = (None, None);
                self.leave(LeaveChoice::Stay, now);
            }
            Command::Notify(notice) => context.notify(notice),
            Command::Dismiss => _ = context.notices.dismiss(),
            // These concern only what is drawn: the desk has already taken them over.
            Command::View(_) | Command::Settings(_) => {}
        }
        opened.into_iter().for_each(|path| self.files.used(&path, &self.play));
        self.tabs.interrupt_others(&self.play, &mut self.context, now);
        self.carry_effects(now);
        self.own_rating.note(&mut self.play, &self.context);
    }
}
