//! What advances by itself: engines that have answered, clocks, replays, files that are being read.

use std::path::Path;
use web_time::{Duration, Instant};

use heirloom_app::roster::BuiltIn;

use super::engines::EnginesCommand;
use super::insight::Attention;
use super::{Model, records, tablebase};

impl Model {
    /// Advances what moves by itself: engines that have answered, clocks that have run out, a replay. To be
    /// called in every frame, and when woken.
    pub fn poll(&mut self, now: Instant) {
        // While the question about the game is open, engines' answers wait, too.
        if self.held_back.is_none() {
            self.poll_engines(now);
        }
        for play in self.tabs.others_mut() {
            play.poll_autosave(&mut self.context, now);
        }
        self.play.name_engines();
        self.analysis.poll(self.play.record(), &mut self.context);
        self.carry_effects(now);
        if self.held_back.is_none() {
            self.coach.poll(&mut self.play, &mut self.context, now);
            self.carry_effects(now);
        }
        if let Some(serving) = &mut self.serving {
            serving.poll(&mut self.play, &mut self.context, now);
        }
        self.poll_tasks();
        self.carry_effects(now);
        self.note_values();
        if self.serving.is_none() {
            self.play.poll_flags(now);
        }
        self.note_ends();
        self.play.poll_replay(&mut self.context, now);
        self.files.poll(&mut records(&mut self.play, &mut self.tabs), &mut self.context);
        self.play.poll_autosave(&mut self.context, now);
        self.carry_effects(now);
        self.play.check_notices(&mut self.context);
    }

    /// Reads what the players of all tabs have answered.
    fn poll_engines(&mut self, now: Instant) {
        self.play.poll_engines(&mut self.context, now);
        for play in self.tabs.others_mut() {
            play.poll_engines(&mut self.context, now);
            play.poll_flags(now);
            play.name_engines();
        }
        self.carry_effects(now);
    }

    /// Notes games that have ended.
    fn note_ends(&mut self) {
        for play in std::iter::once(&mut self.play).chain(self.tabs.others_mut()) {
            self.own_rating.note(play, &self.context);
        }
        self.own_rating.poll(&mut self.context);
    }

    /// Reads the results of work on other threads.
    fn poll_tasks(&mut self) {
        self.insight.poll(&mut self.context);
        if let Some(fetched) = self.games.poll(&mut self.context) {
            if fetched.in_tab {
                self.tabs.open(&mut self.play, &mut self.context);
            }
            self.files.show(fetched, &mut self.play, &mut self.context);
        }
        self.games.explore(self.play.record().line(), &mut self.context);
        self.library.poll(&mut self.context);
        self.library.follow(self.play.record());
        if let Some(folder) = self.tablebase.poll(self.play.record().line(), &self.context) {
            self.remember_tablebases(&folder);
        }
        self.engines.poll(&mut self.context);
        self.exports.poll(&mut self.context);
        self.test_run.poll(&mut self.context);
        self.matches.poll(&mut self.context);
        self.review.poll(&mut self.context);
        self.look_back.poll(&mut self.context);
        self.puzzles.poll(&mut self.play, &mut self.context);
    }

    /// Notes how engines judge the positions that they search.
    fn note_values(&mut self) {
        let served = self.serving.as_ref().map(|serving| &serving.seat);
        // Of a search of only some moves, the value is not that of the position.
        let analyst = self.analysis.seat.as_ref().filter(|_| self.analysis.only.is_none());
        let searching = self.play.seats().chain(analyst).chain(served);
        let values = &mut self.analysis.values;
        searching.for_each(|seat| values.note(seat));
        self.live_marks.update(self.play.record(), &self.analysis.values);
    }

    /// Writes the folder of the tablebases into the configuration, where the engine finds it. Without a
    /// configuration it is used until the program ends.
    fn remember_tablebases(&mut self, folder: &Path) {
        if self.context.roster.configuration().is_some() {
            let change = (tablebase::OPTION.to_owned(), Some(folder.display().to_string()));
            self.engines
                .apply(EnginesCommand::Set(tablebase::ENGINE.to_owned(), vec![change]), &mut self.context);
        }
    }

    /// Notes what is on the screen now. An analysis without insights starts again when they come on the
    /// screen; other searches collect them from the next one on. One that collects insights does so until it
    /// ends.
    pub fn attend(&mut self, attention: Attention) {
        let opened = self.insight.attend(attention);
        self.context.insights = attention.search;
        self.tablebase.attend(attention.tablebase);
        if opened && self.analysis.lacks_insights() {
            self.analysis.restart(self.play.record(), &self.context);
        }
        let seat = self.observed().filter(|seat| BuiltIn::find(&seat.id).is_some());
        let searched = seat.and_then(|seat| Some((seat.id.clone(), seat.report.root.clone()?)));
        self.insight.ask(self.play.record().position(), searched, &self.context);
    }

    /// Returns how long nothing moves by itself, at most; engines wake the frame.
    pub fn rest(&self, now: Instant) -> Option<Duration> {
        let reading = self.games.progress().or(self.library.progress()).or(self.puzzles.reading());
        let reading = reading.or(self.puzzles.making.progress());
        let plays = std::iter::once(&self.play).chain(self.tabs.others());
        let rest = plays.filter_map(|play| play.rest(now));
        let rest = rest.chain(self.coach.rest(now));
        // Insights that are not shown yet come one in each frame, unless engines wait, too.
        let waiting =
            self.held_back.is_none() && self.observed().is_some_and(|seat| seat.report.has_waiting());
        let rest = rest.chain(waiting.then_some(Duration::ZERO));
        reading.map(|_| Duration::from_millis(100)).into_iter().chain(rest).min()
    }
}
