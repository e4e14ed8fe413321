//! Puzzles from annotated games, where a blunder allows one clearly best answer.

pub mod blunders;
pub mod choice;
pub mod search;
pub mod solve;

use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail};
use heirloom_app::puzzle::record::{COLUMNS, Puzzle};
use heirloom_app::review::annotate::{self, Style};
use heirloom_app::review::judgement::JudgementRules;
use heirloom_app::review::walk::walk;
use heirloom_app::review::{Evaluation, Review};
use heirloom_book::eco;
use heirloom_chess::game::Game;
use heirloom_chess::{Color, Line, Position};
use heirloom_engine::{EngineOption, Limits, Score, Session};

use crate::thinking::EnginePlan;
use blunders::{Blunder, blunders};
use search::{PuzzleSolution, Searcher};

/// Default limit in nodes per position.
pub const NODES: u64 = 400_000;
/// Advantage, in centipawns, from which a puzzle gets the theme `crushing`.
const CRUSHING: i32 = 600;
/// Rating and deviation of an untried puzzle, as on lichess.
const UNTRIED: (f64, f64) = (1500.0, 500.0);

/// Statistics on the games processed so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MakingCounts {
    /// Games with evaluations or marks.
    pub annotated: usize,
    /// Blunders in these games, by opponents of the selected player.
    pub blunders: usize,
    /// Blunders with one clearly best answer.
    pub puzzles: usize,
}

/// Makes puzzles, using an engine to check each blunder.
pub struct Maker<'a> {
    searcher: Searcher<'a>,
    player: Option<String>,
    /// Statistics on the games processed so far.
    pub counts: MakingCounts,
}

impl<'a> Maker<'a> {
    /// Starts the engine of a plan. If `player` is given, only puzzles for players whose name contains it are
    /// made. Setting `stop` ends a search early. Fails if the engine cannot be started or does not support
    /// `MultiPV`.
    pub fn new(plan: &EnginePlan, player: Option<String>, stop: &'a AtomicBool) -> Result<Maker<'a>> {
        Maker::with_session(plan.contestant().player()?.session, plan.limits.clone(), player, stop)
    }

    /// Uses a running engine with these limits for each position; otherwise like [`Maker::new`].
    pub fn with_session(
        mut session: Session,
        limits: Limits,
        player: Option<String>,
        stop: &'a AtomicBool,
    ) -> Result<Maker<'a>> {
        if EngineOption::find(session.options(), "MultiPV").is_err() {
            bail!("{} shows only one line, but making puzzles needs two; use another engine", session.name());
        }
        session.set_option("MultiPV", "2")?;
        let searcher = Searcher { session, limits, stop };
        Ok(Maker { searcher, player, counts: MakingCounts::default() })
    }

    /// Reviews a game that is not annotated, so that its blunders are known; other games are left alone.
    /// Fails if the engine fails.
    pub fn review(&mut self, game: &mut Game) -> Result<()> {
        if blunders(game).0 {
            return Ok(());
        }
        let Searcher { session, limits, stop } = &mut self.searcher;
        let line = game.line(game.last())?;
        let mut evaluations = vec![None; line.moves().len() + 1];
        let note = &mut |ply: usize, evaluation: Evaluation| evaluations[ply] = Some(evaluation);
        session.set_option("MultiPV", "1")?;
        walk(session, &line, |_| true, limits, stop, note)?;
        session.set_option("MultiPV", "2")?;
        let review = Review::new(game, evaluations, &JudgementRules::LICHESS);
        annotate::write(game, &review, &Style::default());
        Ok(())
    }

    /// Checks all blunders of a game and writes the puzzles. Fails if the engine or `write` fails.
    pub fn add(&mut self, game: &Game, write: &mut dyn FnMut(&Puzzle) -> Result<()>) -> Result<()> {
        let (is_annotated, found) = blunders(game);
        self.counts.annotated += usize::from(is_annotated);
        for blunder in found {
            let solver = if blunder.before.position().turn() == Color::White { "Black" } else { "White" };
            let solver = game.tags().get(solver).unwrap_or_default();
            let is_wanted = |name: &String| solver.to_lowercase().contains(&name.to_lowercase());
            if !self.player.as_ref().is_none_or(is_wanted) {
                continue;
            }
            self.counts.blunders += 1;
            let Some(found) = self.searcher.solution(&blunder)? else { continue };
            self.counts.puzzles += 1;
            write(&puzzle(game, &blunder, &found))?;
        }
        Ok(())
    }
}

/// Returns puzzles as the contents of a file.
pub fn file(puzzles: &[Puzzle]) -> Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(COLUMNS)?;
    puzzles.iter().try_for_each(|puzzle| puzzle.write(&mut out))?;
    out.into_inner().map_err(|error| error.into_error().into())
}

fn puzzle(game: &Game, blunder: &Blunder, found: &PuzzleSolution) -> Puzzle {
    let start = blunder.before.position().clone();
    let mut line = Line::new(start.clone());
    // Cannot fail, since the move is from the game.
    let _ = line.push(blunder.mv);
    let ply = blunder.before.moves().len() + 1;
    let site = game
        .tags()
        .get("Site")
        .filter(|site| site.starts_with("http"))
        .or_else(|| game.tags().get("GameUrl"));
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
        openings: eco::opening(&blunder.before)
            .map_or_else(String::new, |(_, opening)| opening_tags(opening.name)),
    }
}

/// Returns a five-letter name derived from the position key, like those of lichess.
fn name(key: u64) -> String {
    const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    (0..5).map(|place| char::from(LETTERS[(key / 62_u64.pow(place) % 62) as usize])).collect()
}

/// Returns the themes that do not depend on the motif: mate, size of the advantage, length, game phase.
fn themes(position: &Position, found: &PuzzleSolution) -> Vec<String> {
    let moves = found.moves.len().div_ceil(2);
    let mut themes: Vec<String> = match (found.mates, found.score) {
        (true, _) => vec!["mate".into(), format!("mateIn{}", moves.min(5))],
        (false, Score::Cp(cp)) if cp < CRUSHING => vec!["advantage".into()],
        _ => vec!["crushing".into()],
    };
    themes.push(["oneMove", "short", "long", "veryLong"][moves.clamp(1, 4) - 1].into());
    let pieces = position.occupied().into_iter().filter(|&square| {
        position.piece_at(square).is_some_and(|piece| !matches!(piece.letter(), 'K' | 'k' | 'P' | 'p'))
    });
    themes.push(match (pieces.count(), position.fullmove_number()) {
        (..=6, _) => "endgame".into(),
        (_, ..=12) => "opening".into(),
        _ => "middlegame".into(),
    });
    themes.sort();
    themes
}

/// Formats an opening as lichess does: `Sicilian_Defense Sicilian_Defense_Najdorf_Variation`.
fn opening_tags(name: &str) -> String {
    let tag = |text: &str| {
        let kept: String = text
            .chars()
            .filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | ':'))
            .collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_openings_follow_lichess() {
        assert_eq!((name(0).as_str(), name(61).as_str(), name(62).as_str()), ("00000", "z0000", "01000"));
        assert_eq!(
            opening_tags("Sicilian Defense: Najdorf Variation, English Attack"),
            "Sicilian_Defense Sicilian_Defense_Najdorf_Variation"
        );
        assert_eq!(opening_tags("King's Pawn Game"), "Kings_Pawn_Game");
    }
}
