//! The report of a match as text: results and their significance, each opponent, faults and use of time.

use std::fmt::Write;

use heirloom_arena::rating::{Estimate, Results};
use heirloom_arena::sprt::{Decision, Sprt};
use heirloom_arena::standings::{EngineTotals, Standings};
use heirloom_arena::tournament::MatchEnd;

use crate::plural;

/// The engines of a match and their results.
pub struct Report<'a> {
    /// The names of the engines, by number.
    pub names: Vec<&'a str>,
    /// The results.
    pub standings: &'a Standings,
    /// The test, if there was one.
    pub sprt: Option<Sprt>,
}

// Writing to a string cannot fail, so the results of `writeln!` are dropped.
impl Report<'_> {
    /// Returns the whole report.
    pub fn text(&self, finish: MatchEnd) -> String {
        let mut out = String::new();
        if self.names.len() == 2 {
            self.match_of_two(&mut out);
        } else {
            self.table(&mut out);
            self.opponents(&mut out);
        }
        self.conduct(&mut out);
        let games = plural::games(self.standings.schedule().games());
        let _ = match finish {
            MatchEnd::Played => writeln!(out, "{games} played"),
            MatchEnd::Decided(_) => {
                writeln!(out, "ended by the SPRT after {} of {games}", self.standings.games())
            }
            MatchEnd::Interrupted => writeln!(out, "ended after {} of {games}", self.standings.games()),
            MatchEnd::Fault => writeln!(out, "ended by a fault after {} of {games}", self.standings.games()),
        };
        out
    }

    fn match_of_two(&self, out: &mut String) {
        let results = self.standings.results_of_first();
        let Results { wins, draws, losses, .. } = results;
        let _ = writeln!(
            out,
            "{} against {}: {}, +{wins} ={draws} -{losses}",
            self.names[0],
            self.names[1],
            plural::games(results.games())
        );
        let _ = writeln!(
            out,
            "score {:.1}%, Elo {} (95%), nElo {}, likelihood of superiority {:.1}%{}",
            results.score() * 100.0,
            estimate(results.elo()),
            estimate(results.normalized_elo()),
            results.likelihood_of_superiority() * 100.0,
            if results.too_few() { "; too few games for these estimates" } else { "" }
        );
        pairs(out, &results);
        let white = self.standings.engine_totals().first().map(|share| share.white).unwrap_or_default();
        let black = self.standings.engine_totals().first().map(|share| share.black).unwrap_or_default();
        let _ = writeln!(
            out,
            "with White {:.1}%, with Black {:.1}%, drawn {:.1}% of the games",
            white.score() * 100.0,
            black.score() * 100.0,
            results.draw_ratio() * 100.0
        );
        if let Some(sprt) = self.sprt {
            let (lower, upper) = sprt.bounds();
            let undecided = || "undecided: all games were played before the test could end".to_owned();
            let decision = sprt.decide(&results).map_or_else(undecided, |decision| meaning(decision, &sprt));
            let _ = writeln!(
                out,
                "SPRT {sprt}: LLR {:.2} ({lower:.2}, {upper:.2}), {decision}",
                sprt.log_likelihood_ratio(&results)
            );
        }
    }

    /// The engines by score.
    fn table(&self, out: &mut String) {
        let mut ranking: Vec<(usize, Results)> =
            (0..self.names.len()).map(|engine| (engine, self.standings.total(engine))).collect();
        ranking.sort_by(|left, right| right.1.score().total_cmp(&left.1.score()).then(left.0.cmp(&right.0)));
        let width = self.width();
        let _ = writeln!(
            out,
            "   # {:width$}  games   score       Elo   error      +      =      -  draws  pairs 0 to 2 \
                points",
            "engine"
        );
        for (rank, (engine, results)) in ranking.iter().enumerate() {
            let _ = writeln!(out, "{:>4} {:width$} {}", rank + 1, self.names[*engine], columns(results));
        }
        if ranking.iter().any(|(_, results)| results.too_few()) {
            let _ = writeln!(out, "too few games for these estimates");
        }
    }

    /// Each engine against each of its opponents.
    fn opponents(&self, out: &mut String) {
        let width = self.width();
        for engine in 0..self.names.len() {
            let _ = writeln!(out, "\n{} against", self.names[engine]);
            for opponent in self.standings.opponents(engine) {
                let _ = writeln!(
                    out,
                    "     {:width$} {}",
                    self.names[opponent],
                    columns(&self.standings.between(engine, opponent))
                );
            }
        }
        let _ = writeln!(out);
    }

    /// How engines behaved: faults, depth, speed and time.
    fn conduct(&self, out: &mut String) {
        for (name, EngineTotals { faults, usage, .. }) in
            self.names.iter().zip(self.standings.engine_totals())
        {
            let _ = writeln!(
                out,
                "{name}: {} on time, {}, {}, {}; depth {:.1}, {:.0} ms per move, {:.0} kN/s",
                plural::counted(faults.time, "loss", "losses"),
                plural::counted(faults.crashes, "crash", "crashes"),
                plural::counted(faults.hangs, "hang", "hangs"),
                plural::counted(faults.illegal, "illegal move", "illegal moves"),
                per(usage.depths, usage.moves),
                per(usage.milliseconds, usage.moves),
                per(usage.nodes, usage.milliseconds)
            );
        }
        let repeated = self.standings.repeated();
        if repeated > 0 {
            let _ = writeln!(
                out,
                "{} another game exactly: there are too few openings (--openings), or the engines play alike",
                plural::counted(repeated, "game repeats", "games repeat")
            );
        }
        let endings: Vec<String> =
            self.standings.terminations().iter().map(|(word, count)| format!("{word} {count}")).collect();
        let _ = writeln!(
            out,
            "terminations: {}; {:.0} plies on average",
            endings.join(", "),
            self.standings.mean_plies()
        );
    }

    fn width(&self) -> usize {
        self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6)
    }
}

fn per(sum: u64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum as f64 / count as f64 }
}

fn meaning(decision: Decision, sprt: &Sprt) -> String {
    let (lower, upper) = sprt.hypotheses();
    match decision {
        Decision::H1 if lower >= 0.0 => "H1 accepted: the first engine is stronger".into(),
        Decision::H1 => format!("H1 accepted: the difference fits {upper} better than {lower}"),
        Decision::H0 if upper > 0.0 && lower >= 0.0 => {
            "H0 accepted: the first engine is not stronger by as much as asked for".into()
        }
        Decision::H0 => format!("H0 accepted: the difference fits {lower} better than {upper}"),
    }
}

fn pairs(out: &mut String, results: &Results) {
    let Some(even) = results.even_pair_ratio() else { return };
    let [very_bad, bad, middle, good, very_good] = results.pairs;
    let _ = writeln!(
        out,
        "pairs by points: {very_bad} with 0, {bad} with 0.5, {middle} with 1, {good} with 1.5, {very_good} \
            with 2; {} won, {} lost, {:.1}% even \
         (in {} of them, each engine won once)",
        good + very_good,
        bad + very_bad,
        even * 100.0,
        results.split_pairs
    );
}

fn columns(results: &Results) -> String {
    let elo = results.elo();
    let pairs = if results.pair_count() > 0 { format!("{:?}", results.pairs) } else { String::new() };
    format!(
        "{:>6} {:>6.1}% {:>+9.1} {:>7.1} {:>6} {:>6} {:>6} {:>5.0}%  {pairs}",
        results.games(),
        results.score() * 100.0,
        elo.difference,
        elo.error,
        results.wins,
        results.draws,
        results.losses,
        results.draw_ratio() * 100.0
    )
}

/// Returns a difference with its error, as in `+12.3 +- 4.5`; only the near bound if the far one is infinite.
pub fn estimate(estimate: Estimate) -> String {
    let Estimate { difference, error, open } = estimate;
    match (open, difference < 0.0) {
        (false, _) => format!("{difference:+.1} +- {error:.1}"),
        (true, false) => format!("at least {:+.1}", difference - error),
        (true, true) => format!("at most {:+.1}", difference + error),
    }
}
