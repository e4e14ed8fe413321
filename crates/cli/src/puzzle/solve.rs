//! `heirloom puzzle solve`: an engine before puzzles, and puzzles held to what they say of themselves.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use clap::Args;
use heirloom_app::puzzle::attempt::{Attempt, Verdict};
use heirloom_app::puzzle::record::Puzzle;
use heirloom_arena::pool::{Pool, Seat};
use heirloom_chess::notation::san;
use heirloom_chess::{Line, Outcome};
use heirloom_engine::{Asking, Limits, Session};
use heirloom_workshop::columns::{WIDEST, aligned, cut};
use heirloom_workshop::plural::counted;
use heirloom_workshop::thinking::nodes;
use serde_json::{Value, json};

use super::choice::Choice;
use crate::exit::Exit;
use crate::interrupt;
use crate::progress::bar;
use crate::suite::Minimum;
use crate::thinking::Thinking;

#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 success; 1 fewer than --min solved, or invalid rows; 2 failure; 130 Ctrl-C."
)]
pub struct Arguments {
    /// Puzzle files; - or nothing for standard input
    #[arg(default_value = "-", value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    choice: Choice,
    #[command(flatten)]
    thinking: Thinking,
    /// Number of engines that work at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Exit with code 1 if fewer puzzles are solved: a number such as 290, or a percentage such as 80%
    #[arg(long, value_name = "N")]
    min: Option<Minimum>,
}

/// Nodes for each move if there is no limit at all.
const NODES: u64 = 100_000;
/// The width of a row in the table by rating.
const BAND: f64 = 400.0;

/// What came of a puzzle.
struct Try<'a> {
    puzzle: &'a Puzzle,
    solved: bool,
    /// The moves that were right, the solver's only.
    right: usize,
    /// Where it failed: what was expected and what was played.
    failed: Option<(String, String)>,
    /// What the puzzle says of itself and is not so.
    untrue: Option<String>,
}

/// Solves the puzzles and prints what came of it.
///
/// # Errors
/// Files that cannot be read, an engine that fails, and an output that is closed.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let plan = arguments.thinking.plan("heirloom", nodes(NODES))?;
    let taken = arguments.choice.take(&arguments.files, |_| false)?;
    if taken.puzzles.is_empty() {
        bail!("no puzzles to solve");
    }
    let (contestant, caught) = (plan.contestant(), interrupt::catch());
    let mut seats = Seat::started(&contestant, (arguments.concurrency as usize).min(taken.puzzles.len()))?;
    let name = seats[0].player()?.session.name().to_owned();
    let bar = bar(taken.puzzles.len() as u64, "{bar:20} {pos}/{len} puzzles, {per_sec}, {eta} left; {msg}");
    let found: Mutex<Vec<Option<Try<'_>>>> = Mutex::new(taken.puzzles.iter().map(|_| None).collect());
    let next = AtomicUsize::new(0);
    let outcome = Pool::new(&caught.asked()).run(seats, |seat| {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(puzzle) = taken.puzzles.get(number) else { return Ok(ControlFlow::Break(())) };
        let solved = solve(&mut seat.player()?.session, puzzle, &plan.limits, caught.flag());
        let Some(tried) = solved.with_context(|| format!("puzzle {}", puzzle.id))? else {
            return Ok(ControlFlow::Break(()));
        };
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        found[number] = Some(tried);
        bar.inc(1);
        bar.set_message(format!("{} solved", found.iter().flatten().filter(|tried| tried.solved).count()));
        anyhow::Ok(ControlFlow::Continue(()))
    });
    bar.finish_and_clear();
    outcome?;
    let tries: Vec<Try<'_>> =
        found.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().flatten().collect();
    let engine = format!("{name} with {}", plan.words);
    let text = if arguments.json {
        format!("{:#}\n", document(&engine, &tries, taken.wrong))
    } else {
        report(&engine, &tries, taken.wrong)
    };
    std::io::stdout().write_all(text.as_bytes())?;
    if caught.take() {
        return Ok(Exit::INTERRUPTED);
    }
    let solved = tries.iter().filter(|tried| tried.solved).count();
    let too_few = arguments.min.is_some_and(|minimum| !minimum.is_met(solved, tries.len()));
    let untrue = tries.iter().any(|tried| tried.untrue.is_some());
    Ok(if too_few || untrue || taken.wrong > 0 { Exit::FAULTS } else { Exit::DONE })
}

/// Asks for each move of the solver; none if it was stopped.
fn solve<'a>(
    session: &mut Session,
    puzzle: &'a Puzzle,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<Option<Try<'a>>> {
    session.new_game()?;
    let (mut attempt, mut right) = (Attempt::new(puzzle), 0);
    let untrue = untrue(puzzle);
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let answered =
            Asking::new(limits).stop(stop).ask(session, attempt.line(), |_| ControlFlow::Continue(()))?;
        if answered.interrupted {
            return Ok(None);
        }
        let (Some(mv), Some(expected)) = (answered.outcome?.best, attempt.expected()) else {
            bail!("{} has no move to play", session.name())
        };
        let position = attempt.line().position().clone();
        match attempt.play(mv) {
            Verdict::Right(_) => right += 1,
            Verdict::Solved => {
                return Ok(Some(Try { puzzle, solved: true, right: right + 1, failed: None, untrue }));
            }
            Verdict::Wrong => {
                let failed = Some((san::format(&position, expected), san::format(&position, mv)));
                return Ok(Some(Try { puzzle, solved: false, right, failed, untrue }));
            }
        }
    }
}

/// What the themes say of a mate, if it is not so.
fn untrue(puzzle: &Puzzle) -> Option<String> {
    let mut line = Line::new(puzzle.start.clone());
    for &mv in &puzzle.moves {
        line.push(mv).ok()?;
    }
    let mates = matches!(line.outcome(), Some(Outcome::Checkmate { .. }));
    let moves = puzzle.solution().len().div_ceil(2);
    let says = |theme: &str| puzzle.themes.iter().any(|own| own == theme);
    match puzzle.themes.iter().find_map(|theme| theme.strip_prefix("mateIn")?.parse::<usize>().ok()) {
        Some(said) if !mates => Some(format!("theme mateIn{said}, but the solution does not end in mate")),
        // From five moves on lichess does not tell them apart.
        Some(said) if said != moves && !(said == 5 && moves > 5) => {
            Some(format!("theme mateIn{said}, but the solution has {}", counted(moves, "move", "moves")))
        }
        None if says("mate") && !mates => Some("theme mate, but the solution does not end in mate".into()),
        _ => None,
    }
}

fn report(engine: &str, tries: &[Try<'_>], wrong: usize) -> String {
    let mut text = String::new();
    let mut table =
        vec![["puzzle", "rating", "right", "expected", "played", "themes"].map(String::from).to_vec()];
    for tried in tries {
        let Some((expected, played)) = &tried.failed else { continue };
        let right = format!("{}/{}", tried.right, tried.puzzle.solution().len().div_ceil(2));
        let rating = format!("{:.0}", tried.puzzle.rating);
        table.push(vec![
            tried.puzzle.id.clone(),
            rating,
            right,
            expected.clone(),
            played.clone(),
            cut(&tried.puzzle.themes.join(" "), WIDEST),
        ]);
    }
    if table.len() > 1 {
        text.push_str(&format!("not solved\n{}\n", aligned(&table, &[1, 2])));
    }
    for tried in tries {
        text.extend(tried.untrue.iter().map(|untrue| format!("puzzle {}: {untrue}\n", tried.puzzle.id)));
    }
    text.push_str(&format!("{engine}\n{}", bands(tries)));
    if wrong > 0 {
        text.push_str(&format!("{}\n", counted(wrong, "invalid row", "invalid rows")));
    }
    text
}

/// Solved puzzles by rating, and of all.
fn bands(tries: &[Try<'_>]) -> String {
    let mut table = vec![["rating", "puzzles", "solved", "%", "first move", "%"].map(String::from).to_vec()];
    let mut row = |name: String, of: &[&Try<'_>]| {
        let solved = of.iter().filter(|tried| tried.solved).count();
        let first = of.iter().filter(|tried| tried.right > 0).count();
        let percent = |count: usize| format!("{:.1}", count as f64 * 100.0 / of.len().max(1) as f64);
        table.push(vec![
            name,
            of.len().to_string(),
            solved.to_string(),
            percent(solved),
            first.to_string(),
            percent(first),
        ]);
    };
    let band = |tried: &&Try<'_>| (tried.puzzle.rating / BAND).floor() as i64;
    let mut known: Vec<i64> = tries.iter().map(|tried| band(&tried)).collect();
    known.sort_unstable();
    known.dedup();
    for number in known {
        let of: Vec<&Try<'_>> = tries.iter().filter(|tried| band(tried) == number).collect();
        row(format!("{:.0}..{:.0}", number as f64 * BAND, (number + 1) as f64 * BAND - 1.0), &of);
    }
    row("all".into(), &tries.iter().collect::<Vec<_>>());
    aligned(&table, &[1, 2, 3, 4, 5])
}

fn document(engine: &str, tries: &[Try<'_>], wrong: usize) -> Value {
    let solved = tries.iter().filter(|tried| tried.solved).count();
    let puzzle = |tried: &Try<'_>| {
        json!({
            "id": tried.puzzle.id, "rating": tried.puzzle.rating, "solved": tried.solved, "right": tried.right,
            "expected": tried.failed.as_ref().map(|(expected, _)| expected), "played": tried.failed.as_ref().map(|(_, played)| played),
            "untrue": tried.untrue,
        })
    };
    json!({
        "engine": engine, "puzzles": tries.len(), "solved": solved, "percent": solved as f64 * 100.0 / tries.len().max(1) as f64,
        "wrong_rows": wrong, "tries": tries.iter().map(puzzle).collect::<Vec<_>>(),
    })
}
