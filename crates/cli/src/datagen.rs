//! `heirloom datagen`: games of self-play from which nets are trained.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use heirloom_training::datagen::player::Player;
use heirloom_training::datagen::run::{self, Order};
use heirloom_training::datagen::settings::Settings;
use heirloom_training::games::game::Game;
use heirloom_training::games::quiet::Quiet;
use heirloom_training::games::reader::Section;
use heirloom_training::games::writer::Writer;
use indicatif::ProgressBar;

use crate::interrupt;
use crate::progress::bar;
use crate::roster::{self, Own};

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom datagen games --games 10000 --nodes 1000 --threads 2
  heirloom datagen games --games 20000 --nodes 1000 --threads 2 --resume     go on, until the file holds 20000
  heirloom data statistics games                                          what came of it
  heirloom train games --out my.net                                       a net from it

Ctrl-C ends the run; games that are not over by then are lost, all others are in the file. docs/nnue.md says more.")]
pub struct Arguments {
    /// The file that the games are written to
    pub file: PathBuf,
    /// Games that the file shall hold in the end
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Add to the file; a last game that a kill broke off is cut away
    #[arg(long)]
    resume: bool,
    /// Nodes after which a search begins no further iteration; it ends after eight times as many
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    nodes: u64,
    /// Games at a time; all processors if nothing is said
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Random moves at the beginning of a game; half of the games have one more
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=40))]
    random_plies: u32,
    /// The share of games that begin with a position of Chess960, from 0 to 1
    #[arg(long, default_value_t = 0.0, value_parser = share)]
    chess960: f64,
    /// Openings that a search finds better than this for one side, in centipawns, are not played
    #[arg(long, default_value_t = 800, value_parser = clap::value_parser!(i32).range(1..))]
    balance: i32,
    /// A game is won when the score was beyond this for five plies, in centipawns
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(i32).range(300..=20_000))]
    win_score: i32,
    /// Of everything random; a new one from the system if nothing is said. It is kept in the file
    #[arg(long)]
    seed: Option<u64>,
    /// An option of the engine, such as Evaluation=classical
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = roster::setting)]
    options: Vec<(String, String)>,
}

fn share(text: &str) -> Result<f64, String> {
    let value = text.parse::<f64>().ok().filter(|value| (0.0..=1.0).contains(value));
    value.ok_or_else(|| "expected a number from 0 to 1".into())
}

/// Plays the games.
pub fn run(arguments: &Arguments) -> Result<()> {
    let path = arguments.file.display();
    let settings = arguments.settings();
    let threads = arguments.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), |threads| threads as usize);
    let players: Result<Vec<Player>, _> = (0..threads).map(|_| Player::new(&settings, &arguments.options)).collect();
    let mut players = players?;
    let mut writer = open(arguments)?;
    if writer.games() >= arguments.games {
        anstream::eprintln!("{path} holds {} games already; --games says how many it shall hold", writer.games());
        return Ok(());
    }
    let seed = arguments.seed.unwrap_or_else(|| fastrand::u64(..));
    // The same seed again would give the same games again.
    let seed = if arguments.seed.is_some() { seed.wrapping_add(writer.games()) } else { seed };
    let section = Section { engine: Own::Flagship.create()?.name().into(), seed, settings: facts(&settings, &arguments.options)? };
    writer.begin_section(&section).with_context(|| format!("cannot write {path}"))?;
    let catch = interrupt::catch();
    let signals = catch.signals();
    let progress = Progress::new(writer.games(), arguments.games);
    let order = Order { seed, games: arguments.games, signals: &signals };
    let mut positions = 0;
    run::run(&mut players, &order, &mut writer, &mut |game| {
        positions += quiet_positions(game);
        progress.show(positions);
    })?;
    progress.finish(positions);
    if signals.is_stopped() {
        anstream::eprintln!("{path} holds {} games; the same words with --resume go on", writer.games());
    }
    Ok(())
}

impl Arguments {
    fn settings(&self) -> Settings {
        Settings {
            soft_nodes: self.nodes,
            hard_nodes: self.nodes * 8,
            random_plies: self.random_plies,
            chess960: self.chess960,
            balance: self.balance,
            win_score: self.win_score,
            ..Settings::default()
        }
    }
}

fn facts(settings: &Settings, options: &[(String, String)]) -> Result<serde_json::Value> {
    let mut facts = serde_json::to_value(settings)?;
    if !options.is_empty() {
        let options: serde_json::Map<_, _> = options.iter().map(|(name, value)| (name.clone(), value.clone().into())).collect();
        facts["options"] = options.into();
    }
    Ok(facts)
}

fn open(arguments: &Arguments) -> Result<Writer> {
    let path = &arguments.file;
    if !arguments.resume || !path.exists() {
        if path.exists() {
            bail!("{} is there already: --resume adds to it", path.display());
        }
        return Writer::create(path).with_context(|| format!("cannot write {}", path.display()));
    }
    let (writer, cut) = Writer::resume(path).with_context(|| format!("cannot add to {}", path.display()))?;
    if cut > 0 {
        anstream::eprintln!("heirloom: {}: a game that was broken off ({cut} bytes) is cut away", path.display());
    }
    Ok(writer)
}

fn quiet_positions(game: &Game) -> u64 {
    let mut count = 0;
    // What was just played is legal.
    let _ = Quiet::default().of(game, |_, _| count += 1);
    count
}

/// Games done, with positions worth learning from.
struct Progress {
    bar: ProgressBar,
}

impl Progress {
    fn new(done: u64, games: u64) -> Progress {
        let bar = bar(games, "{bar:20} {percent:>3} %, {human_pos} games, {per_sec}, {eta} left; {msg}");
        bar.set_position(done);
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_secs(1));
        Progress { bar }
    }

    fn show(&self, positions: u64) {
        self.bar.inc(1);
        let text = self.rate(positions);
        // Where nobody sees a bar, a line now and then.
        if self.bar.is_hidden() && self.bar.position().is_multiple_of(1000) {
            anstream::eprintln!("{} games, {text}", self.bar.position());
        }
        self.bar.set_message(text);
    }

    fn rate(&self, positions: u64) -> String {
        let rate = positions as f64 / self.bar.elapsed().as_secs_f64().max(1e-9);
        format!("{positions} quiet positions, {rate:.0} a second")
    }

    fn finish(self, positions: u64) {
        self.bar.abandon();
        anstream::eprintln!("{}", self.rate(positions));
    }
}
