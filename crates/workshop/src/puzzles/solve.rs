//! Puzzles given to an engine: how many it solves, and which puzzles make false claims.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Context, Result, bail};
use heirloom_app::puzzle::attempt::{Attempt, Verdict};
use heirloom_app::puzzle::glicko::{Rating, performance};
use heirloom_app::puzzle::record::Puzzle;
use heirloom_arena::pool::{EngineSlot, Pool};
use heirloom_chess::notation::san;
use heirloom_chess::{Line, Outcome};
use heirloom_engine::{Limits, SearchRequest, Session};
use parking_lot::Mutex;
use serde_json::{Value, json};

use crate::columns::{WIDEST, aligned, cut};
use crate::monitor::Monitor;
use crate::plural::counted;
use crate::thinking::EnginePlan;

/// The width of a row in the table by rating.
const BAND: f64 = 400.0;

/// The result of a puzzle.
pub struct PuzzleResult<'a> {
    puzzle: &'a Puzzle,
    /// The engine found every move.
    pub solved: bool,
    /// The number of correct moves of the solver.
    right: usize,
    /// The expected move and the wrong move played instead.
    failed: Option<(String, String)>,
    /// A false claim of the puzzle's themes.
    pub false_claim: Option<String>,
}

/// Gives all puzzles to engines that work side by side, until `stop` is set. Returns the engine with its
/// limits in words, and the results. Fails if the engine does.
pub fn run<'a>(
    puzzles: &'a [Puzzle],
    plan: &EnginePlan,
    concurrency: usize,
    stop: &AtomicBool,
    monitor: &dyn Monitor,
) -> Result<(String, Vec<PuzzleResult<'a>>)> {
    let contestant = plan.contestant();
    let mut seats = EngineSlot::started(&contestant, concurrency.min(puzzles.len()))?;
    let engine = format!("{} with {}", seats[0].player()?.session.name(), plan.words);
    let found: Mutex<Vec<Option<PuzzleResult<'_>>>> = Mutex::new(puzzles.iter().map(|_| None).collect());
    let next = AtomicUsize::new(0);
    Pool::new(&|| stop.load(Ordering::SeqCst)).run(seats, |seat| {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(puzzle) = puzzles.get(number) else { return Ok(ControlFlow::Break(())) };
        let solved = solve(&mut seat.player()?.session, puzzle, &plan.limits, stop);
        let Some(tried) = solved.with_context(|| format!("puzzle {}", puzzle.id))? else {
            return Ok(ControlFlow::Break(()));
        };
        let mut found = found.lock();
        found[number] = Some(tried);
        monitor.add(1);
        monitor.message(format!("{} solved", found.iter().flatten().filter(|tried| tried.solved).count()));
        anyhow::Ok(ControlFlow::Continue(()))
    })?;
    let found = found.into_inner();
    Ok((engine, found.into_iter().flatten().collect()))
}

/// Asks the engine for each move of the solver; none if it was stopped.
fn solve<'a>(
    session: &mut Session,
    puzzle: &'a Puzzle,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<Option<PuzzleResult<'a>>> {
    session.new_game()?;
    let (mut attempt, mut right) = (Attempt::new(puzzle), 0);
    let untrue = untrue(puzzle);
    loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let answered = SearchRequest::new(limits)
            .stop(stop)
            .ask(session, attempt.line(), |_| ControlFlow::Continue(()))?;
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
                return Ok(Some(PuzzleResult {
                    puzzle,
                    solved: true,
                    right: right + 1,
                    failed: None,
                    false_claim: untrue,
                }));
            }
            Verdict::Wrong => {
                let failed = Some((san::format(&position, expected), san::format(&position, mv)));
                return Ok(Some(PuzzleResult { puzzle, solved: false, right, failed, false_claim: untrue }));
            }
        }
    }
}

/// Returns what the themes claim about a mate, if it is false.
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
        // Lichess has one theme for five moves and more.
        Some(said) if said != moves && !(said == 5 && moves > 5) => {
            Some(format!("theme mateIn{said}, but the solution has {}", counted(moves, "move", "moves")))
        }
        None if says("mate") && !mates => Some("theme mate, but the solution does not end in mate".into()),
        _ => None,
    }
}

/// Returns the unsolved puzzles, false claims and totals; `wrong` is the number of invalid rows.
pub fn report(engine: &str, tries: &[PuzzleResult<'_>], wrong: usize) -> String {
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
        text.extend(tried.false_claim.iter().map(|untrue| format!("puzzle {}: {untrue}\n", tried.puzzle.id)));
    }
    text.push_str(&format!("{engine}\n{}", bands(tries)));
    if let Some(found) = rating(tries) {
        let error = 2.0 * found.deviation;
        text.push_str(&format!("puzzle rating {:.0} +- {error:.0} (Glicko)\n", found.rating));
    }
    if wrong > 0 {
        text.push_str(&format!("{}\n", counted(wrong, "invalid row", "invalid rows")));
    }
    text
}

/// Returns the rating that explains which puzzles were solved; none if all or none were.
fn rating(tries: &[PuzzleResult<'_>]) -> Option<Rating> {
    let results: Vec<(Rating, bool)> =
        tries.iter().map(|tried| (tried.puzzle.opponent(), tried.solved)).collect();
    performance(&results)
}

/// Returns a table of the solved puzzles by rating and in total.
fn bands(tries: &[PuzzleResult<'_>]) -> String {
    let mut table = vec![["rating", "puzzles", "solved", "%", "first move", "%"].map(String::from).to_vec()];
    let mut row = |name: String, of: &[&PuzzleResult<'_>]| {
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
    let band = |tried: &&PuzzleResult<'_>| (tried.puzzle.rating / BAND).floor() as i64;
    let mut known: Vec<i64> = tries.iter().map(|tried| band(&tried)).collect();
    known.sort_unstable();
    known.dedup();
    for number in known {
        let of: Vec<&PuzzleResult<'_>> = tries.iter().filter(|tried| band(tried) == number).collect();
        row(format!("{:.0}..{:.0}", number as f64 * BAND, (number + 1) as f64 * BAND - 1.0), &of);
    }
    row("all".into(), &tries.iter().collect::<Vec<_>>());
    aligned(&table, &[1, 2, 3, 4, 5])
}

/// Returns the results as JSON; `wrong` is the number of invalid rows.
pub fn document(engine: &str, tries: &[PuzzleResult<'_>], wrong: usize) -> Value {
    let solved = tries.iter().filter(|tried| tried.solved).count();
    let puzzle = |tried: &PuzzleResult<'_>| {
        json!({
            "id": tried.puzzle.id, "rating": tried.puzzle.rating, "solved": tried.solved,
            "right": tried.right,
            "expected": tried.failed.as_ref().map(|(expected, _)| expected),
            "played": tried.failed.as_ref().map(|(_, played)| played),
            "untrue": tried.false_claim,
        })
    };
    json!({
        "engine": engine, "puzzles": tries.len(), "solved": solved,
        "percent": solved as f64 * 100.0 / tries.len().max(1) as f64,
        "rating": rating(tries).map(|found| found.rating),
        "rating_error": rating(tries).map(|found| 2.0 * found.deviation),
        "wrong_rows": wrong, "tries": tries.iter().map(puzzle).collect::<Vec<_>>(),
    })
}
