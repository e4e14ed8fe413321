//! A match that was interrupted, by the user or by the end of the program, and can be resumed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use heirloom_arena::journal::{FORMAT, Header, Journal, open_locked};

use super::plan::MatchPlan;

/// A match that can be resumed from its journal.
#[derive(Clone, PartialEq, Debug)]
pub struct UnfinishedMatch {
    /// The plan.
    pub plan: MatchPlan,
    /// The number of games that have been played.
    pub played: usize,
    /// The number of games in all.
    pub games: usize,
}

/// The name of the plan among the settings of a journal.
const PLAN: &str = "plan";

impl UnfinishedMatch {
    /// Reads the journal of a match; none if there is no match to resume.
    pub(super) fn read(journal: &Path) -> Option<UnfinishedMatch> {
        if !journal.exists() {
            return None;
        }
        let header = Journal::read_header(journal).ok()??;
        let plan: MatchPlan = serde_json::from_str(header.settings.get(PLAN)?).ok()?;
        let (_, _, games) = Journal::open(journal, &header).ok()?;
        let all = plan.standings().schedule().games();
        (games.len() < all).then_some(UnfinishedMatch { plan, played: games.len(), games: all })
    }
}

/// Returns the first line of the journal of a match.
pub(super) fn header(plan: &MatchPlan) -> Header {
    let plan = serde_json::to_string(plan).unwrap_or_default();
    Header {
        format: FORMAT.into(),
        settings: BTreeMap::from([(PLAN.into(), plan)]),
        arguments: Vec::new(),
        folder: PathBuf::new(),
        pgn_begin: 0,
    }
}

/// Returns true if no desk is using a journal.
pub(super) fn is_free(journal: &Path) -> bool {
    !matches!(open_locked(journal), Ok(None))
}

/// Removes the journal of a match that is over. Returns false if a desk is using it.
pub(super) fn remove(journal: &Path) -> bool {
    !journal.exists() || is_free(journal) && fs::remove_file(journal).is_ok()
}
