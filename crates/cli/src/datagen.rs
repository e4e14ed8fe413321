//! `heirloom datagen`: self-play games for training nets.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use heirloom_training::datagen::player::Player;
use heirloom_training::datagen::run::{self, Order};
use heirloom_training::datagen::settings::Settings;
use heirloom_training::datagen::words::{balance, plies, share, size};
use heirloom_training::games::folder::{Folder, FolderError, SizeLimits};
use heirloom_training::games::game::StoredGame;
use heirloom_training::games::quiet::Quiet;
use heirloom_training::games::reader::Section;
use heirloom_training::games::writer::Writer;
use heirloom_workshop::plural;
use indicatif::ProgressBar;

use crate::interrupt;
use crate::invocation::Invocation;
use crate::progress::{bar, remark};
use crate::roster::{self, BuiltIn};
use crate::thinking::threads;

/// The interval between printed lines if no one sees the bar.
const BETWEEN_LINES: Duration = Duration::from_secs(60);

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom datagen games --games 10000 --nodes 1000 --threads 2
  heirloom datagen games --games 20000 --nodes 1000 --threads 2 --resume  continue to 20000 games
  heirloom datagen folder --total 20G --nodes 100  fill a folder with game files; always resumes
  heirloom data statistics games                   summarize the file
  heirloom train games --out my.net                train a net on it

Ctrl-C stops the run; unfinished games are lost, all others are saved. See docs/nnue.md for details.")]
pub struct Arguments {
    /// Output file, or with --total the output folder
    pub path: PathBuf,
    /// Total number of games in the file
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with = "total")]
    games: u64,
    /// Append to the file; an incomplete last game is removed
    #[arg(long, conflicts_with = "total")]
    resume: bool,
    /// Fill a folder with game files up to this total size, such as 20G
    // With a seed every run would begin with the same games again.
    #[arg(long, value_name = "SIZE", value_parser = size, conflicts_with = "seed")]
    total: Option<u64>,
    /// Size of each file in the folder
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = size, requires = "total")]
    file_size: u64,
    #[command(flatten)]
    play: PlayArguments,
}

/// How the games are played.
#[derive(Args)]
pub struct PlayArguments {
    /// Soft node limit: after N nodes no further iteration starts; the hard limit is eight times that
    #[arg(long, value_name = "N", default_value_t = 5000,
        value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    nodes: u64,
    /// Number of games to play in parallel [default: all CPUs]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Number of random plies at the start of a game: N, or a range such as 6-10
    #[arg(long, value_name = "PLIES", default_value = "6-10", value_parser = plies)]
    random_plies: RangeInclusive<u32>,
    /// Share of games whose random moves are drawn by piece type first, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.25, value_parser = share)]
    by_piece: f64,
    /// Share of games that start from a double Chess960 position, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.15, value_parser = share)]
    chess960: f64,
    /// Reject openings in which a search gives one side a lower expected score than this, from 0 to 0.4
    #[arg(long, value_name = "POINTS", default_value_t = 0.1, value_parser = balance)]
    balance: f64,
    /// Adjudicate a win after five plies with a score above this, in centipawns
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 1000,
        value_parser = clap::value_parser!(i32).range(300..=20_000))]
    win_score: i32,
    /// Random seed, stored in the file [default: from the OS]
    #[arg(long)]
    seed: Option<u64>,
    /// Set an engine option, such as Evaluation=classical; playing strength and tablebase options have no
    /// effect
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = roster::setting)]
    options: Vec<(String, String)>,
}

/// Plays the games.
pub fn run(arguments: &Arguments, _: &Invocation<'_>) -> Result<()> {
    match arguments.total {
        Some(total) => fill(arguments, total),
        None => append(&arguments.path, arguments.resume, arguments.games, &arguments.play.plan()),
    }
}

/// Fills a folder.
fn fill(arguments: &Arguments, total: u64) -> Result<()> {
    let (plan, path) = (arguments.play.plan(), &arguments.path);
    let mut players = plan.players()?;
    let seed = fastrand::u64(..);
    let (mut folder, cut) =
        Folder::open(path, SizeLimits { file: arguments.file_size, total }, plan.section(seed)?)?;
    report_cut(path, cut);
    if folder.is_full() {
        remark!("{} has already reached its size; raise --total to continue", path.display());
        return Ok(());
    }
    let catch = interrupt::catch();
    let signals = catch.signals();
    let mut progress =
        Progress::new(bar(total, "{bar:20} {percent:>3}%, {bytes}, {eta} left; {msg}"), folder.size());
    let order = Order { seed, games: u64::MAX, signals: &signals };
    run::run(&mut players, &order, &mut |game| {
        folder.add(game)?;
        progress.show(game, folder.size());
        Ok::<bool, FolderError>(!folder.is_full())
    })?;
    progress.finish();
    if signals.is_stopped() {
        anstream::eprintln!("stopped; run the same command to continue");
    }
    Ok(())
}

/// Writes a file, or appends to it, until it contains enough games.
pub fn append(path: &Path, resume: bool, games: u64, plan: &Plan) -> Result<()> {
    let mut players = plan.players()?;
    let mut writer = open(path, resume)?;
    if writer.games() >= games {
        remark!(
            "{} already contains {}; raise --games to continue",
            path.display(),
            plural::games(writer.games())
        );
        return Ok(());
    }
    // The same seed would give the same games again.
    let seed = plan.seed.map_or_else(|| fastrand::u64(..), |seed| seed.wrapping_add(writer.games()));
    writer.begin_section(&plan.section(seed)?).with_context(|| format!("cannot write {}", path.display()))?;
    let catch = interrupt::catch();
    let signals = catch.signals();
    let bar = bar(games, "{bar:20} {percent:>3}%, {human_pos} games, {eta} left; {msg}");
    let mut progress = Progress::new(bar, writer.games());
    let order = Order { seed, games: games - writer.games(), signals: &signals };
    let played = run::run(&mut players, &order, &mut |game| {
        writer.add(game)?;
        progress.show(game, writer.games());
        Ok::<bool, std::io::Error>(true)
    });
    progress.finish();
    played.with_context(|| format!("cannot write {}", path.display()))?;
    if signals.is_stopped() {
        remark!(
            "{} contains {}; run the same command with --resume to continue",
            path.display(),
            plural::games(writer.games())
        );
    }
    Ok(())
}

impl PlayArguments {
    fn plan(&self) -> Plan {
        let settings = Settings {
            soft_nodes: self.nodes,
            hard_nodes: self.nodes * 8,
            random_plies: self.random_plies.clone(),
            by_piece: self.by_piece,
            chess960: self.chess960,
            balance: self.balance,
            win_score: self.win_score,
            ..Settings::default()
        };
        Plan { settings, threads: self.threads, seed: self.seed, options: self.options.clone(), mark: None }
    }
}

/// The settings of a run.
pub struct Plan {
    /// How the games are played.
    pub settings: Settings,
    /// The number of parallel games; all CPUs if not given.
    pub threads: Option<u32>,
    /// The random seed; a new one if not given.
    pub seed: Option<u64>,
    /// The engine's options.
    pub options: Vec<(String, String)>,
    /// The purpose of the games, if not training.
    pub mark: Option<&'static str>,
}

impl Plan {
    fn players(&self) -> Result<Vec<Player>> {
        Ok((0..threads(self.threads))
            .map(|_| Player::new(&self.settings, &self.options))
            .collect::<Result<_, _>>()?)
    }

    /// Returns the section that describes a run.
    fn section(&self, seed: u64) -> Result<Section> {
        let mut facts = serde_json::to_value(&self.settings)?;
        if !self.options.is_empty() {
            let options: serde_json::Map<_, _> =
                self.options.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
            facts["options"] = options.into();
        }
        if let Some(mark) = self.mark {
            facts[mark] = true.into();
        }
        Ok(Section { engine: BuiltIn::Flagship.create()?.name().into(), seed, settings: facts })
    }
}

fn open(path: &Path, resume: bool) -> Result<Writer> {
    if !resume || !path.exists() {
        if path.exists() {
            bail!("{} already exists; use --resume to append to it", path.display());
        }
        return Writer::create(path).with_context(|| format!("cannot write {}", path.display()));
    }
    let (writer, cut) =
        Writer::resume(path).with_context(|| format!("cannot append to {}", path.display()))?;
    report_cut(path, cut);
    Ok(writer)
}

fn report_cut(path: &Path, cut: u64) {
    if cut > 0 {
        anstream::eprintln!("heirloom: {}: removed {cut} bytes of an incomplete game", path.display());
    }
}

fn quiet_positions(game: &StoredGame) -> u64 {
    let mut count = 0;
    // Moves that were just played are legal.
    let _ = Quiet::default().of(game, |_, _| count += 1);
    count
}

/// The games of this run and their quiet positions.
struct Progress {
    bar: ProgressBar,
    begun: Instant,
    /// The time of the last printed line.
    printed: Instant,
    games: u64,
    positions: u64,
}

impl Progress {
    fn new(bar: ProgressBar, done: u64) -> Progress {
        bar.set_position(done);
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_secs(1));
        let now = Instant::now();
        Progress { bar, begun: now, printed: now, games: 0, positions: 0 }
    }

    /// Shows a game; the bar is at `done`.
    fn show(&mut self, game: &StoredGame, done: u64) {
        self.games += 1;
        self.positions += quiet_positions(game);
        self.bar.set_position(done);
        if self.bar.is_hidden() && self.printed.elapsed() >= BETWEEN_LINES {
            remark!("{}", self.rate());
            self.printed = Instant::now();
        }
        self.bar.set_message(self.rate());
    }

    fn rate(&self) -> String {
        let seconds = self.begun.elapsed().as_secs_f64().max(1e-9);
        let (games, positions) = (self.games as f64 / seconds, self.positions as f64 / seconds);
        format!(
            "{}, {:.0} per hour; {} quiet positions, {positions:.0} per second",
            plural::games(self.games),
            games * 3600.0,
            self.positions
        )
    }

    fn finish(self) {
        self.bar.abandon();
        remark!("{}", self.rate());
    }
}
