//! How often an engine plays the moves of people, and what their moves and its own cost, by the players'
//! ratings and by phase.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Result, bail};
use fastrand::Rng;
use heirloom_app::review::accuracy::win_percent_of;
use heirloom_app::review::phase::{Division, Phase};
use heirloom_app::review::walk::{evaluate, known};
use heirloom_arena::contestant::Contestant;
use heirloom_arena::pool::{EngineSlot, Pool};
use heirloom_chess::game::Game;
use heirloom_chess::{Color, Line, Move};
use heirloom_engine::{Limits, SearchRequest, Session};
use parking_lot::Mutex;
use serde_json::{Value, json};

use crate::columns::aligned;
use crate::monitor::Monitor;
use crate::thinking::EnginePlan;

/// The width of a rating band.
const BAND: u32 = 200;
/// The plies at the beginning of a game that are not asked: they are known openings.
const OPENING: usize = 8;
/// The positions are chosen with this seed, so that the same files give the same positions.
const SEED: u64 = 57;
/// Bounds of the loss of a move in points of win percentage: at least this much is an inaccuracy, a mistake
/// and a blunder.
const STEPS: [f64; 3] = [5.0, 10.0, 15.0];

/// A position from a game between people.
#[derive(Debug)]
pub struct Question {
    /// The moves that lead to it.
    line: Line,
    /// The move played.
    played: Move,
    /// The rating of the player, rounded down to the width of a band.
    band: u32,
    phase: Phase,
}

/// Positions from games, the same number for each band as far as there are games.
#[derive(Debug)]
pub struct Questions {
    per_band: usize,
    rng: Rng,
    bands: BTreeMap<u32, (usize, Vec<Question>)>,
}

impl Questions {
    /// Creates an empty choice of at most this many positions per band.
    pub fn new(per_band: usize) -> Questions {
        Questions { per_band, rng: Rng::with_seed(SEED), bands: BTreeMap::new() }
    }

    /// Takes at most one position of each player from a game. All games of a band have the same chance.
    pub fn add(&mut self, game: &Game) {
        let Ok(line) = game.line(game.last()) else { return };
        let mut positions = vec![line.start().clone()];
        for &mv in line.moves() {
            let mut next = positions[positions.len() - 1].clone();
            next.play(mv);
            positions.push(next);
        }
        let division = Division::of(positions.iter().map(|position| position.board()));
        for (color, tag) in [(Color::White, "WhiteElo"), (Color::Black, "BlackElo")] {
            let rating = game.tags().get(tag).and_then(|elo| elo.trim().parse::<u32>().ok());
            let Some(rating) = rating.filter(|rating| *rating > 0) else { continue };
            let asked =
                |ply: &usize| positions[*ply].turn() == color && positions[*ply].legal_moves().len() > 1;
            let plies: Vec<usize> = (OPENING..line.moves().len()).filter(asked).collect();
            let Some(&ply) = self.rng.choice(&plies) else { continue };
            let (seen, chosen) = self.bands.entry(rating / BAND * BAND).or_default();
            *seen += 1;
            let place = if chosen.len() < self.per_band { chosen.len() } else { self.rng.usize(..*seen) };
            if place < self.per_band {
                let mut before = Line::new(line.start().clone());
                let _ = line.moves()[..ply].iter().try_for_each(|&mv| before.push(mv));
                let question = Question {
                    line: before,
                    played: line.moves()[ply],
                    band: rating / BAND * BAND,
                    phase: division.phase(ply),
                };
                if place == chosen.len() { chosen.push(question) } else { chosen[place] = question }
            }
        }
    }

    /// Returns the positions, those of the lowest band first.
    pub fn take(self) -> Vec<Question> {
        self.bands.into_values().flat_map(|(_, chosen)| chosen).collect()
    }
}

/// What an engine did in a position.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    band: u32,
    phase: Phase,
    /// The engine played the player's move.
    same: bool,
    /// What the player's move and the engine's cost, in points of win percentage; none without a judge.
    losses: Option<[f64; 2]>,
}

/// Asks an engine for a move in all positions, until `stop` is set; `judge` says what the moves cost. Returns
/// the name of the engine and the answers. Fails if an engine does.
pub fn run(
    questions: &[Question],
    plan: &EnginePlan,
    judge: Option<&EnginePlan>,
    concurrency: usize,
    stop: &AtomicBool,
    monitor: &dyn Monitor,
) -> Result<(String, Vec<Answer>)> {
    let contestant = plan.contestant();
    let judging: Option<(Contestant, &Limits)> = judge.map(|judge| (judge.contestant(), &judge.limits));
    let mut slots = EngineSlot::started(&contestant, concurrency.clamp(1, questions.len().max(1)))?;
    let engine = format!("{} with {}", slots[0].player()?.session.name(), plan.words);
    let workers: Vec<_> = slots
        .into_iter()
        .map(|slot| (slot, judging.as_ref().map(|(judge, limits)| (EngineSlot::new(judge), *limits))))
        .collect();
    let (next, answers) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    Pool::new(&|| stop.load(Ordering::SeqCst)).run(workers, |(slot, judge)| {
        let Some(question) = questions.get(next.fetch_add(1, Ordering::Relaxed)) else {
            return Ok(ControlFlow::Break(()));
        };
        let Some(mv) = choice(&mut slot.player()?.session, question, &plan.limits, stop)? else {
            return Ok(ControlFlow::Break(()));
        };
        let losses = match judge {
            None => None,
            Some((judge, limits)) => {
                match losses(&mut judge.player()?.session, question, mv, limits, stop)? {
                    Some(losses) => Some(losses),
                    None => return Ok(ControlFlow::Break(())),
                }
            }
        };
        let same = mv == question.played;
        answers.lock().push(Answer { band: question.band, phase: question.phase, same, losses });
        monitor.add(1);
        anyhow::Ok(ControlFlow::Continue(()))
    })?;
    Ok((engine, answers.into_inner()))
}

/// Returns the engine's move; none if it was stopped.
fn choice(
    session: &mut Session,
    question: &Question,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<Option<Move>> {
    session.new_game()?;
    let answered =
        SearchRequest::new(limits).stop(stop).ask(session, &question.line, |_| ControlFlow::Continue(()))?;
    if answered.interrupted {
        return Ok(None);
    }
    let best = answered.outcome?.best;
    match best {
        Some(_) => Ok(best),
        None => bail!("{} has no move to play", session.name()),
    }
}

/// Returns what the player's move and the engine's cost; none if the judge was stopped.
fn losses(
    judge: &mut Session,
    question: &Question,
    mv: Move,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<Option<[f64; 2]>> {
    judge.new_game()?;
    let mover = question.line.position().turn();
    let win = |judge: &mut Session, line: &Line| -> Result<Option<f64>> {
        Ok(match known(line) {
            // The side to move is mated.
            Some(None) => Some(if line.position().turn() == mover { 0.0 } else { 100.0 }),
            Some(Some(draw)) => Some(win_percent_of(mover, draw.score)),
            None => {
                let found = evaluate(judge, line, limits, stop)?;
                found.map(|found| win_percent_of(mover, found.score))
            }
        })
    };
    let Some(best) = win(judge, &question.line)? else { return Ok(None) };
    let mut after = [0.0; 2];
    for (index, mv) in [question.played, mv].into_iter().enumerate() {
        if index == 1 && mv == question.played {
            after[1] = after[0];
            break;
        }
        let mut line = question.line.clone();
        if line.push(mv).is_err() {
            bail!("{} has played an illegal move", judge.name());
        }
        let Some(percent) = win(judge, &line)? else { return Ok(None) };
        after[index] = percent;
    }
    // The search before a move may have missed the best one.
    let best = best.max(after[0]).max(after[1]);
    Ok(Some(after.map(|percent| best - percent)))
}

/// Totals over some answers.
#[derive(Clone, Copy, Default)]
struct Totals {
    count: usize,
    same: usize,
    judged: usize,
    /// The sums of the losses, and how many reach each step: people's, and the engine's.
    lost: [f64; 2],
    steps: [[usize; 3]; 2],
}

impl Totals {
    fn of<'a>(answers: impl Iterator<Item = &'a Answer>) -> Totals {
        let mut totals = Totals::default();
        for answer in answers {
            totals.count += 1;
            totals.same += usize::from(answer.same);
            let Some(losses) = answer.losses else { continue };
            totals.judged += 1;
            for (side, loss) in losses.into_iter().enumerate() {
                totals.lost[side] += loss;
                for (step, bound) in STEPS.into_iter().enumerate() {
                    totals.steps[side][step] += usize::from(loss >= bound);
                }
            }
        }
        totals
    }

    /// Returns the percentage of agreement and half of its 95% confidence interval.
    fn agreement(&self) -> (f64, f64) {
        let count = self.count.max(1) as f64;
        let share = self.same as f64 / count;
        (100.0 * share, 196.0 * (share * (1.0 - share) / count).sqrt())
    }

    fn mean(&self, side: usize) -> f64 {
        self.lost[side] / self.judged.max(1) as f64
    }

    fn percents(&self, side: usize) -> [f64; 3] {
        self.steps[side].map(|count| 100.0 * count as f64 / self.judged.max(1) as f64)
    }
}

/// Returns a name for each group, and its totals: the bands, the phases, and all.
fn groups(answers: &[Answer]) -> Vec<(String, Totals)> {
    let mut bands: Vec<u32> = answers.iter().map(|answer| answer.band).collect();
    bands.sort_unstable();
    bands.dedup();
    let of_band = |band: u32| {
        let totals = Totals::of(answers.iter().filter(|answer| answer.band == band));
        (format!("{band}..{}", band + BAND - 1), totals)
    };
    let of_phase = |phase: Phase| {
        let totals = Totals::of(answers.iter().filter(|answer| answer.phase == phase));
        (phase.word().to_owned(), totals)
    };
    let all = ("all".to_owned(), Totals::of(answers.iter()));
    bands.into_iter().map(of_band).chain(Phase::ALL.map(of_phase)).chain([all]).collect()
}

/// Returns a table by band and by phase.
pub fn report(engine: &str, answers: &[Answer]) -> String {
    let judged = answers.iter().any(|answer| answer.losses.is_some());
    let mut header = vec!["players", "positions", "same move %", "+-"];
    if judged {
        header.extend(["they lose", ">=5", ">=10", ">=15", "engine loses", ">=5", ">=10", ">=15"]);
    }
    let mut table = vec![header.iter().map(|title| (*title).to_owned()).collect::<Vec<_>>()];
    for (name, totals) in groups(answers) {
        let (same, error) = totals.agreement();
        let mut row = vec![name, totals.count.to_string(), format!("{same:.1}"), format!("{error:.1}")];
        for side in 0..if judged { 2 } else { 0 } {
            row.push(format!("{:.2}", totals.mean(side)));
            row.extend(totals.percents(side).map(|percent| format!("{percent:.1}%")));
        }
        table.push(row);
    }
    let right: Vec<usize> = (1..header.len()).collect();
    let unit = if judged { "Losses are points of win percentage per move.\n" } else { "" };
    format!("{engine}\n{}{unit}", aligned(&table, &right))
}

/// Returns the same as JSON.
pub fn document(engine: &str, answers: &[Answer]) -> Value {
    let side = |totals: &Totals, side: usize| {
        let [inaccurate, mistaken, blundered] = totals.percents(side);
        json!({ "loss": totals.mean(side), "from_5": inaccurate, "from_10": mistaken, "from_15": blundered })
    };
    let group = |(name, totals): &(String, Totals)| {
        let (same, error) = totals.agreement();
        json!({
            "players": name, "positions": totals.count, "same_percent": same, "same_error": error,
            "people": (totals.judged > 0).then(|| side(totals, 0)),
            "engine": (totals.judged > 0).then(|| side(totals, 1)),
        })
    };
    json!({ "engine": engine, "groups": groups(answers).iter().map(group).collect::<Vec<_>>() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entrant::EngineSettings;
    use crate::thinking::nodes;
    use heirloom_chess::notation::pgn;

    fn questions(games: &[&str], per_band: usize) -> Vec<Question> {
        let mut questions = Questions::new(per_band);
        games.iter().for_each(|text| questions.add(&pgn::parse(text).unwrap().unwrap()));
        questions.take()
    }

    const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. O-O O-O 7. Re1 a6 8. Bb3 Ba7 *";

    #[test]
    fn each_player_is_asked_once_in_the_own_band() {
        let game = format!("[WhiteElo \"1234\"]\n[BlackElo \"1399\"]\n\n{MOVES}");
        let unrated = format!("[WhiteElo \"?\"]\n[BlackElo \"801\"]\n\n{MOVES}");
        let chosen = questions(&[&game, &unrated, "[WhiteElo \"1000\"]\n\n1. e4 *"], 10);
        let bands: Vec<u32> = chosen.iter().map(|question| question.band).collect();
        assert_eq!(bands, [800, 1200, 1200]);
        assert!(chosen.iter().all(|question| question.line.moves().len() >= OPENING));
        let most = questions(&[&game, &game, &game, &game], 3);
        assert_eq!(most.len(), 3);
        let plies = |chosen: &[Question]| chosen.iter().map(|one| one.line.moves().len()).collect::<Vec<_>>();
        assert_eq!(plies(&most), plies(&questions(&[&game, &game, &game, &game], 3)), "always the same");
    }

    #[test]
    fn agreement_and_losses_are_counted() {
        // Black gives the queen away, and could take a bishop instead.
        let game = "[BlackElo \"900\"]\n[FEN \"4k3/8/8/8/3q4/8/1B6/3RK3 b - - 0 1\"]\n\n\
            1... Ke7 2. Ke2 Ke8 3. Ke1 Ke7 4. Ke2 Ke8 5. Ke1 Qd8 *";
        let chosen = questions(&[game], 10);
        let own = || EngineSettings::parse("heirloom", "--engine").unwrap();
        let plan = |count| {
            EnginePlan::new(own(), EngineSettings::parse("", "options").unwrap(), nodes(count), nodes(count))
        };
        let (engine, judge) = (plan(2000).unwrap(), plan(2000).unwrap());
        let stop = AtomicBool::new(false);
        let (name, answers) = run(&chosen, &engine, Some(&judge), 2, &stop, &()).unwrap();
        assert!(name.starts_with("Heirloom"), "{name}");
        let [Answer { band: 800, same: false, losses: Some([people, engine]), .. }] = answers[..] else {
            panic!("{answers:?}")
        };
        assert!(people > 20.0 && engine < 5.0, "{people} {engine}");
        let text = report("x", &answers);
        assert!(text.contains("800..999") && text.contains("endgame"), "{text}");
        assert_eq!(document("x", &answers)["groups"][0]["positions"], 1);
    }
}
