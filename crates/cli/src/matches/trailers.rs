//! The lines that a commit takes over from the test that decided it: how it was played, by which programs, and what came of it.

use std::fmt::Write;

use heirloom_arena::rating::Results;
use heirloom_arena::sprt::{Decision, Sprt};
use heirloom_arena::standings::Standings;
use heirloom_workshop::entrant::Entrant;

use super::arguments::Plan;
use super::progress::estimate;

/// What is known before the first game.
pub struct Trailers {
    sprt: Sprt,
    conditions: String,
    openings: String,
    programs: String,
}

impl Trailers {
    /// For a match with a test; reads the programs, so that whatever is built meanwhile does not count.
    pub fn of(plan: &Plan) -> Option<Trailers> {
        let mut conditions: Vec<String> = plan.entrants.iter().map(Entrant::conditions).collect();
        conditions.dedup();
        let sprt = plan.sprt?;
        let programs: Vec<String> =
            plan.entrants.iter().map(|entrant| format!("{} {}", entrant.name, entrant.checksum())).collect();
        Some(Trailers {
            sprt,
            conditions: conditions.join(" against "),
            openings: plan.openings_named.clone(),
            programs: programs.join(" against "),
        })
    }

    /// The lines, as git reads them at the end of a message.
    pub fn text(&self, standings: &Standings) -> String {
        let results = standings.first();
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
