//! Plays one game of self-play.

use heirloom_chess::game::GameResult;
use heirloom_chess::{Color, Line, Position};
use heirloom_engine::{Bound, Engine, EngineError, Info, Limits, Signals};
use heirloom_flagship::Flagship;

use super::opening;
use super::settings::Settings;
use crate::games::game::{Ending, Game, MOST, Ply};

/// MiB of the transposition table: a game visits few positions, and the table is cleared before each.
const HASH: &str = "4";

/// An engine that plays itself.
pub struct Player {
    engine: Flagship,
    settings: Settings,
    limits: Limits,
}

impl Player {
    /// A player; `options` are told to its engine.
    ///
    /// # Errors
    /// Options that the engine refuses, or no memory.
    pub fn new(settings: &Settings, options: &[(String, String)]) -> Result<Player, EngineError> {
        let mut engine = Flagship::new()?;
        engine.set_option("Hash", HASH)?;
        // Nets learn what the evaluation says, not what it means in this position.
        engine.set_option("NormalizeScores", "false")?;
        for (name, value) in options {
            engine.set_option(name, value)?;
        }
        let limits = Limits { soft_nodes: Some(settings.soft_nodes), nodes: Some(settings.hard_nodes), ..Limits::default() };
        Ok(Player { engine, settings: settings.clone(), limits })
    }

    /// Plays a game; the same seed gives the same game. None if it was stopped on the way.
    ///
    /// # Errors
    /// What the engine says.
    pub fn play(&mut self, seed: u64, signals: &Signals) -> Result<Option<Game>, EngineError> {
        let mut random = fastrand::Rng::with_seed(seed);
        let Some((mut line, mut plies, mut ply)) = self.begin(&mut random, signals)? else { return Ok(None) };
        let mut verdict = Verdict::default();
        loop {
            let played = line.push(ply.mv);
            debug_assert!(played.is_ok(), "a search plays legal moves");
            plies.push(ply);
            let ended = line.outcome().map(|outcome| (GameResult::from(outcome), Ending::Rules));
            if let Some((result, ending)) = ended.or_else(|| verdict.note(&self.settings, plies.len(), ply.score)) {
                return Ok(Some(Game { start: line.start().clone(), plies, result, ending }));
            }
            let Some(next) = self.search(&line, signals)? else { return Ok(None) };
            ply = next;
        }
    }

    /// Random moves after a position, as a game of self-play could begin. None if they end the game, if one side is too far ahead then, or if the
    /// search was stopped: another attempt may do better.
    ///
    /// # Errors
    /// What the engine says.
    pub fn opening(&mut self, start: Position, random: &mut fastrand::Rng, signals: &Signals) -> Result<Option<Line>, EngineError> {
        let Some(line) = opening::after(start, &self.settings, random) else { return Ok(None) };
        self.engine.new_game();
        let score = self.search(&line, signals)?.and_then(|ply| ply.score);
        Ok(score.filter(|&score| self.is_balanced(score)).map(|_| line))
    }

    fn is_balanced(&self, score: i16) -> bool {
        i32::from(score).abs() <= self.settings.balance
    }

    /// An opening that is not decided, its moves, and what is found in it.
    #[allow(clippy::type_complexity, reason = "three things that are taken apart at once")]
    fn begin(&mut self, random: &mut fastrand::Rng, signals: &Signals) -> Result<Option<(Line, Vec<Ply>, Ply)>, EngineError> {
        loop {
            let line = opening::random(&self.settings, random);
            self.engine.new_game();
            let Some(found) = self.search(&line, signals)? else { return Ok(None) };
            // A search that was too short for a score says nothing of the opening: another one is tried.
            if found.score.is_some_and(|score| self.is_balanced(score)) {
                let plies = line.moves().iter().map(|&mv| Ply { mv, score: None }).collect();
                return Ok(Some((line, plies, found)));
            }
        }
    }

    /// The best move with its score; none if the search was stopped.
    fn search(&mut self, line: &Line, signals: &Signals) -> Result<Option<Ply>, EngineError> {
        let mut score = None;
        // On a busy machine a search may last so long that it tells bounds as well: they are no scores to learn from.
        let mut note = |info: Info| score = info.score.filter(|_| info.bound == Bound::Exact).or(score);
        let best = self.engine.search(line, &self.limits, signals, &mut note)?;
        if signals.is_stopped() {
            return Ok(None);
        }
        let sign = if line.position().turn() == Color::White { 1 } else { -1 };
        let white = |score: heirloom_engine::Score| (score.centipawns() * sign).clamp(-i32::from(MOST), i32::from(MOST)) as i16;
        Ok(best.best.map(|mv| Ply { mv, score: score.map(white) }))
    }
}

/// Follows the scores of a game until they decide it.
#[derive(Default)]
struct Verdict {
    /// Plies in a row that one side was winning, positive for White.
    winning: i32,
    /// Plies in a row that the scores were level.
    level: u32,
}

impl Verdict {
    /// Notes a score from White's view; says how the game ends now, if it does.
    fn note(&mut self, settings: &Settings, plies: usize, score: Option<i16>) -> Option<(GameResult, Ending)> {
        let score = i32::from(score?);
        self.winning = match score {
            score if score >= settings.win_score => self.winning.max(0) + 1,
            score if score <= -settings.win_score => self.winning.min(0) - 1,
            _ => 0,
        };
        self.level = if score.abs() <= settings.draw_score { self.level + 1 } else { 0 };
        if self.winning.unsigned_abs() >= settings.win_plies {
            return Some((if self.winning > 0 { GameResult::WhiteWins } else { GameResult::BlackWins }, Ending::Won));
        }
        if self.level >= settings.draw_plies && plies > settings.draw_from as usize {
            return Some((GameResult::Draw, Ending::Level));
        }
        (plies >= settings.longest as usize).then_some((GameResult::Draw, Ending::Long))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::check::Checker;

    #[test]
    fn games_are_true_and_the_same_for_a_seed() {
        let settings = Settings { soft_nodes: 300, hard_nodes: 2000, ..Settings::default() };
        let (mut player, mut checker) = (Player::new(&settings, &[]).unwrap(), Checker::default());
        let mut games = Vec::new();
        for seed in 1..=6 {
            let game = player.play(seed, &Signals::new()).unwrap().unwrap();
            assert_eq!(checker.check(&game), Ok(()), "seed {seed}");
            games.push(game);
        }
        assert_eq!(Player::new(&settings, &[]).unwrap().play(4, &Signals::new()).unwrap().as_ref(), Some(&games[3]));
        let stopped = Signals::new();
        stopped.stop();
        assert_eq!(player.play(7, &stopped).unwrap(), None);
    }

    #[test]
    fn a_search_too_short_for_a_score_ends_no_run() {
        let settings = Settings { soft_nodes: 5, hard_nodes: 40, ..Settings::default() };
        let mut player = Player::new(&settings, &[]).unwrap();
        for seed in 1..=100 {
            assert!(player.play(seed, &Signals::new()).unwrap().is_some(), "seed {seed}");
        }
    }

    #[test]
    fn scores_decide_games_only_when_they_last() {
        let settings = Settings { win_plies: 2, draw_plies: 2, draw_from: 4, longest: 9, ..Settings::default() };
        let decided = |scores: &[i16]| {
            let mut verdict = Verdict::default();
            scores.iter().enumerate().find_map(|(ply, &score)| Some((ply, verdict.note(&settings, ply + 1, Some(score))?)))
        };
        assert_eq!(decided(&[1200, 900, 1100, 1000]), Some((3, (GameResult::WhiteWins, Ending::Won))));
        assert_eq!(decided(&[-1200, 1200, -1200, -1000]), Some((3, (GameResult::BlackWins, Ending::Won))));
        assert_eq!(decided(&[0, 0, 0, 50, 0, -10]), Some((5, (GameResult::Draw, Ending::Level))));
        assert_eq!(decided(&[50; 20]), Some((8, (GameResult::Draw, Ending::Long))));
    }
}
