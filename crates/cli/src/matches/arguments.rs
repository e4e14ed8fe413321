//! The arguments of `heirloom match` and the plan that they describe.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use heirloom_arena::adjudicate::Adjudication;
use heirloom_arena::affinity;
use heirloom_arena::clock::TimeControl;
use heirloom_arena::schedule::{Schedule, TournamentFormat};
use heirloom_arena::sprt::Sprt;
use heirloom_book::Openings;
use heirloom_workshop::entrant::{self, Entrant};
use heirloom_workshop::matches::tablebases::TablebaseReferee;
use heirloom_workshop::matches::values::{read_draw, read_openings, read_resign, read_sprt};

use super::tablebases;
use crate::progress::remark;

const EXAMPLES: &str = "Examples:
  heirloom match --engine heirloom --engine 'gnuchess --uci' --control 2+0.02 --games 100 --openings \
book.epd --pgn games.pgn
  heirloom match --engine './new name=new' --engine './old name=old' --control 8+0.08 --openings 'UHO.epd \
order=random' \\
      --sprt 'elo0=0 elo1=5' --games 40000 --concurrency 2 --affinity --journal new.journal --pgn new.pgn
  heirloom match --resume new.journal
  heirloom match --engine heirloom --engine 'stockfish nodes=5000 tc=600+10' --engine toga2 --gauntlet \
--control 4+0.04

An engine is heirloom or the command of a UCI engine, followed by settings: name=, option.NAME=VALUE, tc=, \
st=, nodes=, depth=, \
timemargin=, dir=, args=, ponder, restart=on. The options of cutechess-cli and fastchess (-engine cmd=... \
-each tc=... -rounds ...) are \
also accepted.

Exit codes: 0 all games played or H1 accepted; 2 failure; 3 H0 accepted; 4 all games played, SPRT undecided; \
5 a fault under --strict; 130 Ctrl-C.";

#[derive(Args, Clone)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// An engine: heirloom or the command of a UCI engine, followed by its settings; give two or more
    #[arg(long, value_name = "ENGINE")]
    engine: Vec<String>,
    /// Settings for all engines, such as 'option.Hash=32 timemargin=50'
    #[arg(long, value_name = "SETTINGS", default_value = "", hide_default_value = true)]
    each: String,
    /// Time control of all engines: 10+0.1 (the default), 40/60+0.5, st=0.5, nodes=1000, depth=6, or several
    /// separated by commas
    #[arg(long)]
    control: Option<TimeControl>,
    /// Time margin: milliseconds by which a move may exceed its time
    #[arg(long, value_name = "MS", default_value_t = entrant::MARGIN)]
    margin: u64,
    /// Games per pairing
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Play each opening once instead of with both colors
    #[arg(long)]
    unpaired: bool,
    /// Play a gauntlet (the first N engines against all others) instead of a round-robin
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1")]
    gauntlet: Option<usize>,
    /// Openings: an EPD, FEN or PGN file or a Polyglot book, with settings order=random start=N plies=N
    /// format=epd|pgn|bin; or startpos for the start position [default: 120 built-in balanced openings]
    #[arg(long, value_name = "FILE")]
    openings: Option<String>,
    /// Random seed for the openings
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Number of games to play in parallel
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512))]
    concurrency: u32,
    /// Bind each game to its own CPUs, from all or from a list such as 0,2,4-7
    #[arg(long, value_name = "LIST", num_args = 0..=1, default_missing_value = "")]
    affinity: Option<String>,
    /// Resign adjudication: movecount=3 score=600 twosided=true
    #[arg(long, value_name = "SETTINGS")]
    resign: Option<String>,
    /// Draw adjudication: movenumber=34 movecount=8 score=20
    #[arg(long, value_name = "SETTINGS")]
    draw: Option<String>,
    /// Adjudicate a draw after N moves by each side; 0 for never
    #[arg(long, value_name = "N", default_value_t = 0)]
    max_moves: u32,
    #[command(flatten)]
    tablebases: tablebases::Arguments,
    /// Stop when the SPRT is decided: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized|logistic
    #[arg(long, value_name = "SETTINGS")]
    sprt: Option<String>,
    /// Append the games to this PGN file
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Event tag of the games
    #[arg(long, default_value = "heirloom match")]
    pub event: String,
    /// Site tag of the games
    #[arg(long, default_value = "?")]
    pub site: String,
    /// Save the match in this file; started again with the same file, the match continues
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Resume the match of this journal; some options, such as --games and --concurrency, may be changed
    #[arg(long, value_name = "FILE", conflicts_with = "journal")]
    pub resume: Option<PathBuf>,
    /// Write events as JSON lines to this file, or to standard output (-)
    #[arg(long, value_name = "FILE")]
    pub events: Option<PathBuf>,
    /// Folder for the engine transcripts of games with faults [default: next to the journal or the games]
    #[arg(long, value_name = "FOLDER")]
    transcripts: Option<PathBuf>,
    /// Stop the match at the first fault
    #[arg(long)]
    pub strict: bool,
    /// Print the standings every N games if the output is not a terminal; 0 for never
    #[arg(long, value_name = "GAMES", default_value_t = 10)]
    pub rating_interval: usize,
    /// Print a line for each game
    #[arg(long)]
    pub verbose: bool,
    /// Time limit in seconds for a search without a clock
    #[arg(long, value_name = "SECONDS", default_value_t = 3600,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    patience: u64,
    /// Milliseconds to wait for an engine to stop before it is killed
    #[arg(long, value_name = "MS", default_value_t = 5000,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    grace: u64,
}

/// A match.
pub struct Plan {
    /// The engines.
    pub entrants: Vec<Entrant>,
    /// The openings.
    pub openings: Openings,
    /// The name of the openings.
    pub openings_named: String,
    /// The pairings.
    pub schedule: Schedule,
    /// The adjudication by scores.
    pub adjudication: Adjudication,
    /// The adjudication by tablebases.
    pub tablebases: Option<Arc<TablebaseReferee>>,
    /// The test that may end the match early.
    pub sprt: Option<Sprt>,
    /// The CPUs of each parallel game.
    pub slots: Vec<Vec<usize>>,
    /// The folder of transcripts.
    pub transcripts: PathBuf,
    /// The time limit of a search without a clock.
    pub patience: Duration,
    /// The time an engine may take to stop.
    pub grace: Duration,
    /// All settings that affect the games, by name.
    pub settings: BTreeMap<String, String>,
}

impl Arguments {
    /// Reads and checks the arguments. Fails on the first error.
    pub fn plan(&self) -> Result<Plan> {
        let mut all = entrant::EngineSettings::parse(&self.each, "--each")?;
        if let Some(control) = self.control {
            all.set_control(control);
        }
        let entrants = entrant::read_all(&self.engine, &all, Duration::from_millis(self.margin))?;
        if entrants.len() < 2 {
            bail!("a match needs two or more engines: --engine heirloom --engine 'gnuchess --uci'");
        }
        let pairing = match self.gauntlet {
            None => TournamentFormat::RoundRobin,
            Some(seeds) if (1..entrants.len()).contains(&seeds) => TournamentFormat::Gauntlet { seeds },
            Some(seeds) => bail!("--gauntlet {seeds}: expected a number from 1 to {}", entrants.len() - 1),
        };
        let sprt = self.sprt.as_deref().map(read_sprt).transpose()?;
        if sprt.is_some() && entrants.len() > 2 {
            bail!("--sprt needs exactly two engines, not {}", entrants.len());
        }
        let schedule = Schedule::new(entrants.len(), pairing, self.games as usize, !self.unpaired);
        if !self.unpaired && self.games % 2 == 1 {
            let games = self.games.saturating_add(1);
            remark!(
                "each opening is played with both colors, so there are {games} games per pairing; --unpaired \
                    plays {}",
                self.games
            );
        }
        let (openings, identity, openings_named) = read_openings(self.openings.as_deref(), self.seed)?;
        openings.remarks().iter().for_each(|remark| anstream::eprintln!("heirloom: {remark}"));
        let adjudication = self.adjudication()?;
        let tablebases = self.tablebases.referee()?;
        let settings = self.settings(&entrants, identity, sprt.as_ref(), &adjudication);
        let slots = self.slots(&entrants)?;
        let (patience, grace) = (Duration::from_secs(self.patience), Duration::from_millis(self.grace));
        let transcripts = self.transcripts();
        Ok(Plan {
            entrants,
            openings,
            openings_named,
            schedule,
            adjudication,
            tablebases,
            sprt,
            slots,
            transcripts,
            patience,
            grace,
            settings,
        })
    }

    fn adjudication(&self) -> Result<Adjudication> {
        let resign = self.resign.as_deref().map(read_resign).transpose()?;
        let draw = self.draw.as_deref().map(read_draw).transpose()?;
        Ok(Adjudication { resign, draw, max_moves: self.max_moves })
    }

    /// Assigns each parallel game as many CPUs as it can use.
    fn slots(&self, entrants: &[Entrant]) -> Result<Vec<Vec<usize>>> {
        let count = self.concurrency as usize;
        let Some(list) = &self.affinity else { return Ok(vec![Vec::new(); count]) };
        let threads = entrants.iter().map(Entrant::threads).max().unwrap_or(1).max(1);
        let both_think = entrants.iter().any(|entrant| entrant.ponder);
        let list = if list.is_empty() { None } else { Some(affinity::parse_list(list)?) };
        Ok(affinity::slots(count, if both_think { 2 * threads } else { threads }, list)?)
    }

    fn transcripts(&self) -> PathBuf {
        let next_to = |path: &PathBuf| {
            let mut name = path.clone().into_os_string();
            name.push(".faults");
            PathBuf::from(name)
        };
        let near = self.journal.as_ref().or(self.pgn.as_ref());
        self.transcripts
            .clone()
            .unwrap_or_else(|| near.map_or_else(|| PathBuf::from("match.faults"), next_to))
    }

    fn settings(
        &self,
        entrants: &[Entrant],
        openings: String,
        sprt: Option<&Sprt>,
        adjudication: &Adjudication,
    ) -> BTreeMap<String, String> {
        let mut settings = BTreeMap::new();
        let mut set = |name: &str, value: String| drop(settings.insert(name.to_owned(), value));
        for (index, entrant) in entrants.iter().enumerate() {
            set(&format!("engine {}", index + 1), entrant.identity());
            set(&format!("build of engine {}", index + 1), entrant.build());
        }
        set("pairs", (!self.unpaired).to_string());
        set("gauntlet", self.gauntlet.map_or_else(|| "none".into(), |seeds| seeds.to_string()));
        set("openings", openings);
        set("adjudication", format!("{adjudication:?}"));
        set("SPRT", sprt.map_or_else(|| "none".into(), ToString::to_string));
        set("tablebases", self.tablebases.identity());
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alone;
    use heirloom_arena::adjudicate::{DrawAgreement, Resign};
    use heirloom_book::{OpeningOptions, OpeningOrder};
    use heirloom_workshop::matches::values::read_choice;

    fn plan(line: &str) -> Result<Plan> {
        let line = format!("--engine heirloom --engine heirloom {line}");
        alone::parse_line::<Arguments>(&line)?.plan()
    }

    #[test]
    fn arguments_become_values() {
        let adjudication = "--resign movecount=4 --draw score=8";
        let line =
            format!("--control nodes=5 --sprt 'elo0=0 elo1=5' {adjudication} --games 5 --concurrency 3");
        let plan = plan(&line).unwrap();
        assert_eq!((plan.schedule.games(), plan.slots.len()), (6, 3));
        assert_eq!(plan.sprt.unwrap().to_string(), "[0.00, 5.00] nElo, alpha 0.05, beta 0.05");
        assert_eq!(plan.adjudication.resign, Some(Resign { moves: 4, score: 600, two_sided: false }));
        assert_eq!(plan.adjudication.draw, Some(DrawAgreement { from_move: 0, moves: 8, score: 8 }));
        assert_eq!((plan.openings.len(), plan.settings["openings"].as_str()), (Some(120), "built-in"));
        assert_eq!(plan.settings["engine 2"], "heirloom name=heirloom-2 nodes=5 margin=20");
        let choice = read_choice("'my book.epd' order=random start=5 plies=8", 3).unwrap();
        assert_eq!(
            choice,
            OpeningOptions {
                order: OpeningOrder::Random,
                start: 5,
                plies: Some(8),
                seed: 3,
                ..OpeningOptions::new("my book.epd")
            }
        );
    }

    #[test]
    fn mistakes_are_named() {
        for (line, message) in [
            ("--sprt 'elo0=5 elo1=0'", "expected elo0 to be smaller"),
            ("--sprt elo0=0", "elo1 is missing"),
            ("--sprt 'elo0=0 elo1=5 model=bayesian'", "expected normalized or logistic"),
            ("--gauntlet 2", "expected a number from 1 to 1"),
            ("--resign movecount=0", "positive"),
            ("--openings /no/such.epd", "cannot read the openings"),
            ("--openings 'a.epd b.epd'", "expected one file"),
            ("--affinity 0-x", "not a CPU list"),
            ("--tb /no/such", "the tablebase folder /no/such does not exist"),
            ("--tb-pieces 4", "--tb <FOLDERS>"),
            ("--tb /no/such --tb-results wins", "win_loss"),
            ("--concurrency 9 --affinity 0", "9 CPUs"),
        ] {
            let error = format!("{:#}", plan(&format!("--control 5 {line}")).err().unwrap());
            assert!(error.contains(message), "{line}: {error}");
        }
    }
}
