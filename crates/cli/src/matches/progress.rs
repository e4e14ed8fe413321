//! The state of a match in one line, updated at a terminal and printed now and then elsewhere.

use std::io::Write;
use std::time::{Duration, Instant};

use heirloom_arena::rating::Results;
use heirloom_arena::sprt::Sprt;
use heirloom_arena::standings::{GameEntry, Standings};
use heirloom_arena::tournament::MatchEvent;
use heirloom_workshop::matches::report::estimate;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::arguments::{Arguments, Plan};

/// Shows the progress of a match.
pub struct Progress {
    bar: ProgressBar,
    live: bool,
    names: Vec<String>,
    sprt: Option<Sprt>,
    games: usize,
    /// The number of games played before this run.
    before: usize,
    begun: Instant,
    interval: usize,
    verbose: bool,
    /// Standard output is for people, not for events.
    to_stdout: bool,
}

impl Progress {
    /// A match that starts now, after the games in `standings`.
    pub fn new(arguments: &Arguments, plan: &Plan, standings: &Standings) -> Progress {
        let live = crate::progress::is_seen();
        let bar = if live {
            ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr())
        } else {
            ProgressBar::hidden()
        };
        // If the template were wrong, a plain line would do.
        bar.set_style(
            ProgressStyle::with_template("{wide_msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()),
        );
        bar.enable_steady_tick(Duration::from_secs(1));
        Progress {
            bar,
            live,
            names: plan.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
            sprt: plan.sprt,
            games: plan.schedule.games(),
            before: standings.games(),
            begun: Instant::now(),
            interval: if crate::progress::is_quiet() { 0 } else { arguments.rating_interval },
            verbose: arguments.verbose,
            to_stdout: arguments.events.as_deref() != Some(std::path::Path::new("-")),
        }
    }

    /// Shows an event of the match.
    pub fn tell(&self, news: &MatchEvent<'_>) {
        let MatchEvent::Finished { entry, standings, transcript } = news else { return };
        if self.verbose {
            self.print(&self.game_line(entry));
        }
        if let Some((engine, fault)) = entry.fault {
            let kept =
                transcript.as_ref().map(|path| format!("; see {}", path.display())).unwrap_or_default();
            self.print(&format!(
                "game {}: {}, {fault}: {}{kept}",
                entry.game + 1,
                self.names[engine],
                entry.ending
            ));
        }
        let line = self.line(standings);
        if self.live {
            self.bar.set_message(line);
        } else if self.interval > 0 && standings.games().is_multiple_of(self.interval) {
            self.print(&line);
        }
    }

    /// Prints a line above the live one.
    pub fn print(&self, line: &str) {
        self.bar.suspend(|| {
            // A closed terminal does not end the match.
            let _ = if self.to_stdout {
                writeln!(std::io::stdout(), "{line}")
            } else {
                writeln!(std::io::stderr(), "{line}")
            };
        });
    }

    /// Removes the live line.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    fn game_line(&self, entry: &GameEntry) -> String {
        let [white, black] = entry.players.map(|player| &self.names[player]);
        format!("game {}: {white} - {black} {} {{{}}}", entry.game + 1, entry.result, entry.ending)
    }

    fn line(&self, standings: &Standings) -> String {
        let played = standings.games();
        let mut parts = vec![format!("{played}/{} games", self.games)];
        if self.names.len() == 2 {
            let results = standings.results_of_first();
            let Results { wins, draws, losses, .. } = results;
            parts.push(format!("+{wins} ={draws} -{losses} ({:.1}%)", results.score() * 100.0));
            parts.push(format!("Elo {}", estimate(results.elo())));
            if let Some(sprt) = self.sprt {
                let (lower, upper) = sprt.bounds();
                parts
                    .push(format!("LLR {:.2} ({lower:.2}, {upper:.2})", sprt.log_likelihood_ratio(&results)));
            }
        } else if let Some((leader, score)) = leader(standings, self.names.len()) {
            parts.push(format!("{} leads with {:.1}%", self.names[leader], score * 100.0));
        }
        let (rate, left) = self.pace(played);
        parts.push(format!("{rate:.0} games/h"));
        parts.push(format!(
            "{}{} left",
            if self.sprt.is_some() { "at most " } else { "" },
            HumanDuration(left)
        ));
        parts.join("  ")
    }

    /// Returns the games per hour and the remaining time.
    fn pace(&self, played: usize) -> (f64, Duration) {
        let seconds = self.begun.elapsed().as_secs_f64().max(1e-3);
        let rate = played.saturating_sub(self.before) as f64 / seconds;
        let left = self.games.saturating_sub(played) as f64 / rate;
        (rate * 3600.0, Duration::try_from_secs_f64(left).unwrap_or(Duration::ZERO))
    }
}

fn leader(standings: &Standings, engines: usize) -> Option<(usize, f64)> {
    let scores =
        (0..engines).map(|engine| (engine, standings.total(engine))).filter(|(_, total)| total.games() > 0);
    scores.map(|(engine, total)| (engine, total.score())).max_by(|left, right| left.1.total_cmp(&right.1))
}
