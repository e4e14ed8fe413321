//! The plan of a match between engines.

use std::path::PathBuf;

use anyhow::Result;
use heirloom_arena::adjudicate::{Adjudication, DrawAgreement, Resign};
use heirloom_arena::game::GameRules;
use heirloom_arena::schedule::{Schedule, TournamentFormat};
use heirloom_arena::sprt::{Model as SprtModel, Sprt};
use heirloom_arena::standings::Standings;
use heirloom_workshop::matches::tablebases::{EndingResults, TablebaseReferee};
use serde::{Deserialize, Serialize};

/// When the referee ends games by the scores of the engines: both agree for three moves that one side is six
/// pawns ahead, or from move 40 on for eight moves that nothing happens.
const ADJUDICATION: Adjudication = Adjudication {
    resign: Some(Resign { moves: 3, score: 600, two_sided: true }),
    draw: Some(DrawAgreement { from_move: 40, moves: 8, score: 10 }),
    max_moves: 0,
};

/// A match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct MatchPlan {
    /// The engines, by their names in the roster.
    pub engines: Vec<String>,
    /// Whether only the first engine plays all others; otherwise each plays each other one.
    pub gauntlet: bool,
    /// The number of games of each pair; each opening is played with both colors.
    pub games: usize,
    /// The time control, such as `10+0.1`.
    pub control: String,
    /// The number of games that are played at the same time.
    pub concurrency: usize,
    /// The file of openings; none for the usual start position.
    pub openings: Option<PathBuf>,
    /// Whether the referee ends games that are decided or drawn by the scores of both engines.
    pub adjudicate: bool,
    /// The folders with Syzygy tablebases that the referee takes results from.
    pub tablebases: Option<String>,
    /// Ends a match of two as soon as it is clear which of these Elo differences is right.
    pub sprt: Option<(i32, i32)>,
    /// The file that the games are added to; none for that of earlier matches.
    pub file: Option<PathBuf>,
}

impl Default for MatchPlan {
    fn default() -> MatchPlan {
        MatchPlan {
            engines: vec!["heirloom".into(), "rdchess".into()],
            gauntlet: false,
            games: 10,
            control: "10+0.1".into(),
            concurrency: 1,
            openings: None,
            adjudicate: false,
            tablebases: None,
            sprt: None,
            file: None,
        }
    }
}

impl MatchPlan {
    /// Returns the standings before the first game.
    pub(super) fn standings(&self) -> Standings {
        let format = if self.gauntlet {
            TournamentFormat::Gauntlet { seeds: 1 }
        } else {
            TournamentFormat::RoundRobin
        };
        let engines = self.engines.len();
        Standings::new(Schedule::new(engines, format, self.games, true), engines)
    }

    /// Returns the SPRT, if two engines play one. Fails if its bounds are impossible.
    pub(super) fn sprt(&self) -> Result<Option<Sprt>> {
        let Some((elo0, elo1)) = self.sprt.filter(|_| self.engines.len() == 2) else { return Ok(None) };
        Ok(Some(Sprt::new(f64::from(elo0), f64::from(elo1), 0.05, 0.05, SprtModel::default())?))
    }

    /// Returns the rules of the referee. Fails if the tablebases cannot be used.
    pub(super) fn rules(&self) -> Result<GameRules> {
        let mut rules = GameRules::default();
        if self.adjudicate {
            rules.adjudication = ADJUDICATION;
        }
        if let Some(folders) = &self.tablebases {
            rules.adjudicators.push(TablebaseReferee::open(folders, None, false, EndingResults::Both)?);
        }
        Ok(rules)
    }
}
