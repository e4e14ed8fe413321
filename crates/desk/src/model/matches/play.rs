//! How the games of a match are played, on other threads.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::Result;
use heirloom_arena::clock::TimeControl;
use heirloom_arena::contestant::Contestant;
use heirloom_arena::schedule::Fixture;
use heirloom_arena::standings::{GameEntry, Standings};
use heirloom_arena::tournament::{MatchEnd, MatchEvent, Records, StopFlags, Tournament};
use heirloom_book::{OpeningOptions, Openings};
use heirloom_chess::Line;
use heirloom_engine::{EngineError, Transcript};

use super::plan::MatchPlan;
use super::unfinished;
use crate::model::task::Reports;
use crate::roster::{Roster, before_search};

/// How late a move may be.
const MARGIN: Duration = Duration::from_millis(100);

/// What is reported of a match.
#[derive(Clone, Debug)]
pub(super) enum Report {
    /// The games of the journal, from before the match was interrupted.
    Resumed(Vec<GameEntry>, Box<Standings>),
    /// A game begins, with its opening.
    Started(Fixture, Box<Line>),
    /// An engine, by its number, begins to think.
    Thinks(usize, Box<Line>),
    /// A game has ended.
    Finished(Box<GameEntry>, Box<Standings>),
}

/// Where the games of a match are recorded.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// The PGN file.
    pub pgn: Option<PathBuf>,
    /// The journal.
    pub journal: Option<PathBuf>,
    /// Whether the match begins, so that the journal of an earlier match is removed.
    pub is_new: bool,
}

impl Places {
    /// Returns the journal, without an earlier match in it if this one begins; none if another desk uses it.
    /// A match that was just abandoned needs some time to let it go.
    fn journal(&self) -> Option<&Path> {
        const TRIES: usize = 30;
        let journal = self.journal.as_deref()?;
        let is_free = || if self.is_new { unfinished::remove(journal) } else { unfinished::is_free(journal) };
        (0..TRIES)
            .any(|_| {
                is_free() || {
                    thread::sleep(Duration::from_millis(100));
                    false
                }
            })
            .then_some(journal)
    }
}

fn contestants(
    plan: &MatchPlan,
    roster: &Arc<dyn Roster>,
    reports: &Reports<Report>,
) -> Result<Vec<Contestant>> {
    let control: TimeControl = plan.control.parse()?;
    let contestant = |(number, id): (usize, &String)| {
        // Engines of the same name are numbered.
        let earlier = plan.engines[..number].iter().filter(|other| *other == id).count();
        let name = if earlier > 0 { format!("{id} {}", earlier + 1) } else { id.clone() };
        let (id, roster, reports) = (id.clone(), Arc::clone(roster), reports.clone());
        let factory = move |_: &Transcript| {
            let failed = |reason| EngineError::Start { command: id.clone(), reason };
            let (engine, reports) = (roster.factory(&id)().map_err(failed)?, reports.clone());
            Ok(before_search(engine, move |line, _| {
                // If no one reads the report, the game ends soon.
                let _ = reports.send(Report::Thinks(number, Box::new(line.clone())));
            }))
        };
        let factory = Box::new(factory);
        Contestant { name, factory, control, margin: MARGIN, ponder: false, restart: false }
    };
    Ok(plan.engines.iter().enumerate().map(contestant).collect())
}

/// Plays a match, or what its journal lacks of it. Fails if it cannot be played or recorded.
pub(super) fn play(
    plan: &MatchPlan,
    places: &Places,
    roster: &Arc<dyn Roster>,
    reports: &Reports<Report>,
    stop_flags: &StopFlags,
) -> Result<MatchEnd> {
    let contestants = contestants(plan, roster, reports)?;
    let openings = match &plan.openings {
        None => Openings::built_in(),
        Some(path) => Openings::open(&OpeningOptions::new(path))?,
    };
    let tournament = Tournament {
        contestants: &contestants,
        openings: &openings,
        rules: plan.rules()?,
        sprt: plan.sprt()?,
        slots: vec![Vec::new(); plan.concurrency.max(1)],
        tags: vec![("Event".into(), "Heirloom match".into())],
        transcripts: None,
        strict: false,
    };
    // Games are shown from their text, so there has to be a file for them, if only a temporary one.
    let folder = tempfile::tempdir()?;
    let pgn = places.pgn.clone().unwrap_or_else(|| folder.path().join("match.pgn"));
    let journal = places.journal().map(|path| (path, unfinished::header(plan)));
    let (records, games) = Records::open(Some(&pgn), journal)?;
    let mut standings = plan.standings();
    games.iter().for_each(|game| standings.add(game));
    if !games.is_empty() {
        let _ = reports.send(Report::Resumed(games, Box::new(standings.clone())));
    }
    let listener = |event: &MatchEvent<'_>| {
        let _ = reports.send(match event {
            MatchEvent::Started { fixture, opening } => {
                Report::Started(*fixture, Box::new(opening.line.clone()))
            }
            MatchEvent::Finished { entry, standings, .. } => {
                Report::Finished(Box::new((*entry).clone()), Box::new((*standings).clone()))
            }
        });
    };
    let (_, end) = tournament.run(standings, records, stop_flags, &listener)?;
    Ok(end)
}
