//! The lines for the commit message of a tested change: the test, its conditions, the programs and the
//! result.

use std::fmt::Write;

use heirloom_arena::rating::Results;
use heirloom_arena::sprt::{Decision, Sprt};
use heirloom_arena::standings::Standings;

use super::report::estimate;
use crate::entrant::Entrant;

/// The facts known before the first game.
pub struct Trailers {
    sprt: Sprt,
    conditions: String,
    openings: String,
    programs: String,
}

impl Trailers {
    /// The facts of a match with a test. Computes the checksums of the programs now: they may be rebuilt
    /// during the match.
    pub fn of(entrants: &[Entrant], sprt: Sprt, openings: &str) -> Trailers {
        let mut conditions: Vec<String> = entrants.iter().map(Entrant::conditions).collect();
        conditions.dedup();
        let programs: Vec<String> =
            entrants.iter().map(|entrant| format!("{} {}", entrant.name, entrant.checksum())).collect();
        Trailers {
            sprt,
            conditions: conditions.join(" against "),
            openings: openings.to_owned(),
            programs: programs.join(" against "),
        }
    }

    /// Returns the lines as git trailers.
    pub fn text(&self, standings: &Standings) -> String {
        let results = standings.results_of_first();
        let Results { wins, draws, losses, pairs, .. } = results;
        let (lower, upper) = self.sprt.bounds();
        let decision = match self.sprt.decide(&results) {
            Some(Decision::H1) => "passed",
            Some(Decision::H0) => "failed",
            None => "undecided",
        };
        let mut out = String::new();
        // Writing to a string cannot fail.
        let ratio = self.sprt.log_likelihood_ratio(&results);
        let _ = writeln!(out, "SPRT: {}: LLR {ratio:.2} ({lower:.2}, {upper:.2}), {decision}", self.sprt);
        let _ = writeln!(
            out,
            "Games: {}, +{wins} ={draws} -{losses}, Elo {}",
            results.games(),
            estimate(results.elo())
        );
        if results.pair_count() > 0 {
            let _ = writeln!(out, "Pairs: {}", pairs.map(|count| count.to_string()).join(" "));
        }
        let _ = writeln!(out, "Control: {}", self.conditions);
        let _ = writeln!(out, "Openings: {}", self.openings);
        let _ = writeln!(out, "Programs: {}", self.programs);
        out
    }
}
