//! `heirloom match`: games between two engines with openings, clocks and a result that says how sure it is.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use clap::Args;
use heirloom_arena::clock::TimeControl;
use heirloom_arena::game::Rules;
use heirloom_arena::tournament::{Contestant, Finished, Match, Summary};
use heirloom_chess::notation::pgn;
use heirloom_chess::{Line, Position};

use crate::interrupt;
use crate::roster::Recipe;

#[derive(Args)]
#[command(after_help = "Example:
  heirloom match --engine heirloom --engine 'gnuchess --uci' --control 2+0.02 --games 100 --openings book.epd --pgn games.pgn")]
pub struct Arguments {
    /// An engine: heirloom, or the command of a UCI program; give two
    #[arg(long, required = true, num_args = 1)]
    engine: Vec<String>,
    /// An option of the first engine, NAME=VALUE
    #[arg(long)]
    option1: Vec<String>,
    /// An option of the second engine, NAME=VALUE
    #[arg(long)]
    option2: Vec<String>,
    /// Time control: 10+0.1, 40/60+0.5, st=0.5, nodes=1000 or depth=6
    #[arg(long, default_value = "10+0.1")]
    control: TimeControl,
    /// Another time control for the second engine
    #[arg(long)]
    control2: Option<TimeControl>,
    /// Games; each opening is played with both colors
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// Opening positions, a FEN or EPD in each line
    #[arg(long)]
    openings: Option<PathBuf>,
    /// Begin with this opening, counted from 0
    #[arg(long, default_value_t = 0)]
    first_opening: usize,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// Milliseconds a move may come too late
    #[arg(long, default_value_t = 20)]
    margin: u64,
    /// Draw games that reach this many plies; 0 for never
    #[arg(long, default_value_t = 600)]
    max_plies: usize,
    /// Add the games to this file
    #[arg(long)]
    pgn: Option<PathBuf>,
}

/// Plays the match and prints how it went.
pub fn run(arguments: &Arguments) -> Result<()> {
    let [first, second] = &arguments.engine[..] else { bail!("a match needs two engines: --engine A --engine B") };
    let controls = [arguments.control, arguments.control2.unwrap_or(arguments.control)];
    let mut recipes = [Recipe::parse(first, &arguments.option1)?, Recipe::parse(second, &arguments.option2)?];
    if recipes[0].name == recipes[1].name {
        recipes[1].name.push_str("-2");
    }
    let openings = read_openings(arguments)?;
    let names = [recipes[0].name.clone(), recipes[1].name.clone()];
    let contestants = recipes.map(|recipe| {
        let control = controls[usize::from(recipe.name == names[1])];
        Contestant { name: recipe.name.clone(), factory: Box::new(move || recipe.make()), control }
    });
    let rules = Rules { margin: std::time::Duration::from_millis(arguments.margin), max_plies: arguments.max_plies };
    let (pairs, concurrency) = (arguments.games.div_ceil(2) as usize, arguments.concurrency as usize);
    let games = Match { contestants, openings: &openings, pairs, concurrency, rules };
    let file = match &arguments.pgn {
        Some(path) => Some(Mutex::new(
            std::fs::OpenOptions::new().create(true).append(true).open(path).with_context(|| format!("cannot write {}", path.display()))?,
        )),
        None => None,
    };
    let report = |finished: &Finished, summary: &Summary| {
        // A full disk or a closed terminal does not end the match.
        let _ = print_game(finished, summary, &names);
        if let Some(file) = &file {
            let sides = [finished.white, 1 - finished.white];
            let mut record = finished.played.record(sides.map(|side| names[side].as_str()), sides.map(|side| controls[side]));
            record.tags_mut().set("Event", "heirloom match");
            record.tags_mut().set("Round", &(finished.number + 1).to_string());
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            // One write for each game, so that a kill tears none apart.
            let _ = file.write_all(pgn::to_string(&record).as_bytes());
        }
    };
    let summary = games.run(interrupt::catch().flag(), &report)?;
    print_summary(&summary, &names)
}

fn read_openings(arguments: &Arguments) -> Result<Vec<Line>> {
    let Some(path) = &arguments.openings else { return Ok(vec![Line::default()]) };
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read the openings {}", path.display()))?;
    let mut openings = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        // The first four fields are the position; clocks or EPD operations may follow.
        let fields: Vec<&str> = line.split_whitespace().take(4).collect();
        let fen = fields.join(" ");
        let position = Position::from_fen(fen.trim_end_matches(';')).with_context(|| format!("{}, line {}", path.display(), number + 1))?;
        openings.push(Line::new(position));
    }
    if openings.is_empty() {
        bail!("{} has no positions", path.display());
    }
    let first = arguments.first_opening % openings.len();
    openings.rotate_left(first);
    Ok(openings)
}

fn print_game(finished: &Finished, summary: &Summary, names: &[String; 2]) -> Result<()> {
    let (white, black) = (&names[finished.white], &names[1 - finished.white]);
    let result = finished.played.ending.result().as_str();
    let elo = summary.results.elo();
    writeln!(
        std::io::stdout(),
        "game {:>4}: {white} - {black} {result} {{{}}}  [{} +{} ={} -{}, Elo {:+.1} +- {:.1}]",
        finished.number + 1,
        finished.played.ending,
        names[0],
        summary.results.wins,
        summary.results.draws,
        summary.results.losses,
        elo.difference,
        elo.error
    )?;
    if std::io::stdout().is_terminal() {
        std::io::stdout().flush()?;
    }
    Ok(())
}

fn print_summary(summary: &Summary, names: &[String; 2]) -> Result<()> {
    let (results, elo) = (&summary.results, summary.results.elo());
    let mut out = std::io::stdout();
    writeln!(
        out,
        "\n{} against {}: {} games, +{} ={} -{}",
        names[0],
        names[1],
        results.games(),
        results.wins,
        results.draws,
        results.losses
    )?;
    writeln!(out, "score {:.1} %, Elo {:+.1} +- {:.1} (95 %)", results.score() * 100.0, elo.difference, elo.error)?;
    writeln!(out, "pairs (0, 0.5, 1, 1.5, 2 points): {:?}", results.pairs)?;
    writeln!(out, "likelihood of superiority: {:.1} %", results.likelihood_of_superiority() * 100.0)?;
    for (name, faults) in names.iter().zip(summary.faults) {
        writeln!(out, "{name}: {} games lost on time, {} failures", faults.time, faults.failures)?;
    }
    Ok(())
}
