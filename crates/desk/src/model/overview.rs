//! What the parts of the model show together: questions whose answers need more than one part.

use heirloom_app::review::{Evaluation, Review};
use heirloom_app::roster::BuiltIn;
use heirloom_engine::OptionKind;

use super::Model;
use super::command::Command;
use super::insight::Source;
use super::play::Stage;
use super::players::Seat;
use super::review::{Judgements, Walkthrough};

impl Model {
    /// Returns true if a command waits for the answer what becomes of the game.
    pub fn asks_to_leave(&self) -> bool {
        self.held_back.is_some()
    }

    /// Returns true if that command could do its work in another tab, where the game can continue.
    pub fn could_open_tab(&self) -> bool {
        let waits = self.held_back.as_ref();
        waits.is_some_and(|(command, _)| !command.starts_game() && !matches!(command, Command::Tab(_)))
    }

    /// Returns the review of the game on the board, if there is one.
    pub fn reviewed(&self) -> Option<&Review> {
        self.review.review_of(self.record().game())
    }

    /// Returns what is known so far of the positions of the game on the board, by a review that is running or
    /// has ended.
    pub fn review_evaluations(&self) -> &[Option<Evaluation>] {
        self.review.evaluations_of(self.record().game())
    }

    /// Returns the walk through the mistakes of the game on the board, if there is one.
    pub fn walkthrough(&self) -> Option<&Walkthrough> {
        self.review.walk_of(self.record().game())
    }

    /// Returns true if arrows and circles that are drawn now are kept with the game: not while it is being
    /// played, and not in a puzzle that is still to be solved.
    pub fn keeps_marks(&self) -> bool {
        let solving = self.puzzles.is_open_at(self.record().line());
        self.play.stage() != Stage::Playing && self.serving.is_none() && !solving
    }

    /// Returns how bad the moves of the game on the board are. While it is being played, nothing is given
    /// away unless the user analyzes.
    pub fn judgements(&self) -> Judgements<'_> {
        let is_shown = self.play.stage() != Stage::Playing || self.analysis.on;
        self.review.judgements_of(self.record().game()).with_live(is_shown.then_some(&self.live_marks))
    }

    /// Returns the engines whose searches can be shown.
    fn searching(&self) -> impl Iterator<Item = &Seat> {
        let served = self.serving.as_ref().map(|serving| &serving.seat);
        self.play.seats().chain(&self.analysis.seat).chain(served)
    }

    /// Returns the engine whose search is shown.
    pub fn observed(&self) -> Option<&Seat> {
        match self.insight.source {
            Source::Latest => {
                let began = self.searching().filter(|seat| seat.report.began().is_some());
                began.max_by_key(|seat| seat.report.began())
            }
            Source::Player(color) => self.play.seat(color),
            Source::Analysis => self.analysis.seat.as_ref(),
        }
    }

    /// Returns the engines that can explain their evaluation: ours.
    pub fn explainers(&self) -> impl Iterator<Item = String> + use<> {
        self.roster().names().into_iter().filter(|name| BuiltIn::find(name).is_some())
    }

    /// Returns the names of the buttons, such as `Clear Hash`, among the options of a running engine.
    pub fn buttons_of(&self, engine: &str) -> Vec<&str> {
        let mut running = self.play.seats().chain(self.analysis.seats());
        let options = running.find(|seat| seat.id == engine).map_or(&[][..], |seat| &seat.options);
        let buttons = options.iter().filter(|option| matches!(option.kind, OptionKind::Button));
        buttons.map(|option| option.name.as_str()).collect()
    }

    /// Returns true if the board shows the puzzle that is being solved.
    pub fn shows_puzzle(&self) -> bool {
        self.puzzles.current.as_ref().is_some_and(|trial| trial.line() == self.record().line())
    }
}
