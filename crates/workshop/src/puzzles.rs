//! Puzzles from annotated games, where a blunder allows one clearly best answer.

pub mod blunders;
pub mod choice;
pub mod search;
pub mod solve;

use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail};
use heirloom_app::puzzle::record::Puzzle;
use heirloom_book::eco;
use heirloom_chess::game::Game;
use heirloom_chess::{Color, Line, Position};
use heirloom_engine::{EngineOption, Score};

use crate::thinking::Plan;
use blunders::{Blunder, blunders};
use search::{Found, Searcher};

/// Nodes for each position if there is no limit at all.
pub const NODES: u64 = 400_000;
/// From here on an advantage is called crushing, in centipawns.
const CRUSHING: i32 = 600;
/// A puzzle that nobody has tried yet, as lichess's are before the first try.
const UNTRIED: (f64, f64) = (1500.0, 500.0);

/// What was found so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Games with evaluations or marks.
    pub annotated: usize,
    /// Their blunders by opponents of the player that was asked for.
    pub blunders: usize,
    /// Blunders with one clearly best answer.
    pub puzzles: usize,
}

/// Makes puzzles with an engine that checks each blunder.
pub struct Maker<'a> {
    searcher: Searcher<'a>,
    player: Option<String>,
    /// What was found so far.
    pub counts: Counts,
}

impl<'a> Maker<'a> {
    /// Starts the engine of a plan. Puzzles are for a `player` of this name, a part of it is enough, or for all; `stop` ends a search early.
    ///
    /// # Errors
    /// An engine that cannot be started or shows one line only.
    pub fn new(plan: &Plan, player: Option<String>, stop: &'a AtomicBool) -> Result<Maker<'a>> {
        let mut session = plan.contestant().player()?.session;
        if EngineOption::find(session.options(), "MultiPV").is_err() {
            bail!("{} shows only one line, but making puzzles needs two; use another engine", session.name());
        }
        session.set_option("MultiPV", "2")?;
        let searcher = Searcher { session, limits: plan.limits.clone(), stop };
        Ok(Maker { searcher, player, counts: Counts::default() })
    }

    /// Looks at all blunders of a game and hands on the puzzles.
    ///
    /// # Errors
    /// What the engine failed with, and what `write` refuses.
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

fn puzzle(game: &Game, blunder: &Blunder, found: &Found) -> Puzzle {
    let start = blunder.before.position().clone();
    let mut line = Line::new(start.clone());
    // The move is in the game, so it is legal.
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

/// Five letters that follow from the position, as lichess's names have.
fn name(key: u64) -> String {
    const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    (0..5).map(|place| char::from(LETTERS[(key / 62_u64.pow(place) % 62) as usize])).collect()
}

/// What is known without the motif: the end, the size of the advantage, the length, the part of the game.
fn themes(position: &Position, found: &Found) -> Vec<String> {
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

/// `Sicilian_Defense Sicilian_Defense_Najdorf_Variation`, as lichess writes openings.
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
    fn names_and_openings_are_written_as_lichess_does() {
        assert_eq!((name(0).as_str(), name(61).as_str(), name(62).as_str()), ("00000", "z0000", "01000"));
        assert_eq!(
            opening_tags("Sicilian Defense: Najdorf Variation, English Attack"),
            "Sicilian_Defense Sicilian_Defense_Najdorf_Variation"
        );
        assert_eq!(opening_tags("King's Pawn Game"), "Kings_Pawn_Game");
    }
}
