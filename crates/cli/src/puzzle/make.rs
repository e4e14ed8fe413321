//! `heirloom puzzle make`: puzzles from annotated games, where a blunder allows one clearly best answer.

mod blunders;
mod search;

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, bail};
use clap::Args;
use heirloom_app::puzzle::record::{COLUMNS, Puzzle};
use heirloom_book::eco;
use heirloom_chess::game::Game;
use heirloom_chess::notation::pgn;
use heirloom_chess::{Color, Line, Position};
use heirloom_engine::{EngineOption, Score};

use crate::exit::Exit;
use crate::interrupt;
use crate::plural;
use crate::progress;
use crate::streams;
use crate::thinking::{Thinking, nodes};
use blunders::{Blunder, blunders};
use search::{Found, Searcher};

#[derive(Args)]
#[command(
    after_help = "Games are annotated by heirloom review, lichess and others: comments with [%eval 0.35] or [%eval #-4], moves marked ? or ??. \
An engine checks each blunder and keeps those with one clearly best reply.

Exit codes: 0 success; 1 some games are damaged; 2 failure; 130 Ctrl-C."
)]
pub struct Arguments {
    /// PGN files; - or nothing for standard input
    #[arg(default_value = "-", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output file [default: standard output]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Only puzzles to be solved by this player; a part of the name is enough
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    #[command(flatten)]
    thinking: Thinking,
}

/// Nodes for each position if there is no limit at all.
const NODES: u64 = 400_000;
/// From here on an advantage is called crushing, in centipawns.
const CRUSHING: i32 = 600;
/// A puzzle that nobody has tried yet, as lichess's are before the first try.
const UNTRIED: (f64, f64) = (1500.0, 500.0);

/// What was met on the way.
#[derive(Default)]
struct Counts {
    games: usize,
    damaged: usize,
    annotated: usize,
    blunders: usize,
    puzzles: usize,
}

/// Reads games and writes puzzles.
///
/// # Errors
/// Files that cannot be read or written, an engine that fails or shows one line only, and an output that is closed.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let plan = arguments.thinking.plan("heirloom", nodes(NODES))?;
    let mut session = plan.contestant().player()?.session;
    if EngineOption::find(session.options(), "MultiPV").is_err() {
        bail!("{} shows only one line, but making puzzles needs two; use another engine", session.name());
    }
    session.set_option("MultiPV", "2")?;
    let caught = interrupt::catch();
    let mut searcher = Searcher { session, limits: plan.limits, stop: caught.flag() };
    let mut out = Output::new(arguments.output.as_deref())?;
    let mut counts = Counts::default();
    'files: for path in &arguments.files {
        let mut games = pgn::Reader::new(streams::open(path)?).games();
        while let Some(read) = games.next() {
            let game = read.with_context(|| streams::name(path))?;
            counts.games += 1;
            if let Some(damage) = games.damage() {
                counts.damaged += 1;
                anstream::eprintln!("heirloom: {}, {damage}", streams::name(path));
            }
            each_blunder(&game, arguments, &mut searcher, &mut counts, &mut |puzzle| out.write(puzzle))?;
            if caught.flag().load(Ordering::Relaxed) {
                break 'files;
            }
        }
    }
    out.finish()?;
    let Counts { games, damaged, annotated, blunders, puzzles } = counts;
    progress::remark!(
        "heirloom: {}, {annotated} of them annotated; {}, {}",
        plural::games(games),
        plural::counted(blunders, "blunder", "blunders"),
        plural::counted(puzzles, "puzzle", "puzzles")
    );
    if annotated == 0 && games > 0 {
        progress::remark!("heirloom: no game has [%eval ...] or moves marked ? or ??; heirloom review annotates games");
    }
    Ok(if caught.take() { Exit::INTERRUPTED } else { Exit::of_check(damaged == 0) })
}

/// Looks at all blunders of a game and hands on the puzzles.
fn each_blunder(
    game: &Game,
    arguments: &Arguments,
    searcher: &mut Searcher<'_>,
    counts: &mut Counts,
    write: &mut dyn FnMut(&Puzzle) -> Result<()>,
) -> Result<()> {
    let (is_annotated, found) = blunders(game);
    counts.annotated += usize::from(is_annotated);
    for blunder in found {
        let solver = game.tags().get(if blunder.before.position().turn() == Color::White { "Black" } else { "White" }).unwrap_or_default();
        let is_wanted = |name: &String| solver.to_lowercase().contains(&name.to_lowercase());
        if !arguments.player.as_ref().is_none_or(is_wanted) {
            continue;
        }
        counts.blunders += 1;
        let Some(found) = searcher.solution(&blunder)? else { continue };
        counts.puzzles += 1;
        write(&puzzle(game, &blunder, &found))?;
    }
    Ok(())
}

fn puzzle(game: &Game, blunder: &Blunder, found: &Found) -> Puzzle {
    let start = blunder.before.position().clone();
    let mut line = Line::new(start.clone());
    // The move stands in the game.
    let _ = line.push(blunder.mv);
    let ply = blunder.before.moves().len() + 1;
    let site = game.tags().get("Site").filter(|site| site.starts_with("http")).or_else(|| game.tags().get("GameUrl"));
    Puzzle {
        id: name(line.position().key()),
        themes: themes(line.position(), found),
        start,
        moves: std::iter::once(blunder.mv).chain(found.moves.iter().copied()).collect(),
        rating: UNTRIED.0,
        deviation: UNTRIED.1,
        popularity: 0,
        plays: 0,
        url: site.map_or_else(String::new, |site| format!("{site}#{ply}")),
        openings: eco::opening(&blunder.before).map_or_else(String::new, |(_, opening)| opening_tags(opening.name)),
    }
}

/// Five letters that follow from the position, as lichess's names have.
fn name(key: u64) -> String {
    const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    (0..5).map(|place| char::from(LETTERS[(key / 62_u64.pow(place) % 62) as usize])).collect()
}

/// What can be told without knowing the motif: the end, the size of the advantage, the length, the part of the game.
fn themes(position: &Position, found: &Found) -> Vec<String> {
    let moves = found.moves.len().div_ceil(2);
    let mut themes: Vec<String> = match (found.mates, found.score) {
        (true, _) => vec!["mate".into(), format!("mateIn{}", moves.min(5))],
        (false, Score::Cp(cp)) if cp < CRUSHING => vec!["advantage".into()],
        _ => vec!["crushing".into()],
    };
    themes.push(["oneMove", "short", "long", "veryLong"][moves.clamp(1, 4) - 1].into());
    let pieces = position
        .occupied()
        .into_iter()
        .filter(|&square| position.piece_at(square).is_some_and(|piece| !matches!(piece.letter(), 'K' | 'k' | 'P' | 'p')));
    themes.push(match (pieces.count(), position.fullmove_number()) {
        (..=6, _) => "endgame".into(),
        (_, ..=12) => "opening".into(),
        _ => "middlegame".into(),
    });
    themes.sort();
    themes
}

/// `Sicilian_Defense Sicilian_Defense_Najdorf_Variation`, as lichess writes openings.
fn opening_tags(name: &str) -> String {
    let tag = |text: &str| {
        let kept: String = text.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | ':')).collect();
        kept.replace([':', '-'], " ").split_whitespace().collect::<Vec<_>>().join("_")
    };
    match name.split_once(':') {
        Some((family, variation)) => {
            let first = variation.split(',').next().unwrap_or_default();
            format!("{} {}", tag(family), tag(&format!("{family} {first}")))
        }
        None => tag(name),
    }
}

/// Rows on the standard output as they are found, or a file that is there in the end.
enum Output {
    Standard(csv::Writer<std::io::Stdout>),
    File(PathBuf, csv::Writer<Vec<u8>>),
}

impl Output {
    fn new(path: Option<&Path>) -> Result<Output> {
        let mut output = match path.filter(|path| *path != Path::new("-")) {
            None => Output::Standard(csv::Writer::from_writer(std::io::stdout())),
            Some(path) => Output::File(path.to_owned(), csv::Writer::from_writer(Vec::new())),
        };
        match &mut output {
            Output::Standard(out) => out.write_record(COLUMNS)?,
            Output::File(_, out) => out.write_record(COLUMNS)?,
        }
        Ok(output)
    }

    fn write(&mut self, puzzle: &Puzzle) -> Result<()> {
        match self {
            Output::Standard(out) => {
                puzzle.write(out)?;
                out.flush()?;
            }
            Output::File(_, out) => puzzle.write(out)?,
        }
        Ok(())
    }

    fn finish(self) -> Result<()> {
        match self {
            Output::Standard(mut out) => Ok(out.flush()?),
            Output::File(path, out) => {
                let bytes = out.into_inner().map_err(|error| error.into_error())?;
                heirloom_files::replace(&path, &bytes).with_context(|| format!("cannot write {}", path.display()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_openings_are_written_as_lichess_does() {
        assert_eq!((name(0).as_str(), name(61).as_str(), name(62).as_str()), ("00000", "z0000", "01000"));
        assert_eq!(
            opening_tags("Sicilian Defense: Najdorf Variation, English Attack"),
            "Sicilian_Defense Sicilian_Defense_Najdorf_Variation"
        );
        assert_eq!(opening_tags("King's Pawn Game"), "Kings_Pawn_Game");
    }
}
