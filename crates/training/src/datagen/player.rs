//! A player for games of self-play.

use heirloom_chess::game::GameResult;
use heirloom_chess::{Color, Line, Position};
use heirloom_engine::{Engine, EngineError, Limits, Signals, Wdl};
use heirloom_flagship::{Flagship, SilentResult};

use super::opening;
use super::settings::Settings;
use crate::games::game::{MAX_SCORE, ScoredMove, StoredEnd, StoredGame};

/// The smallest transposition table in MiB: it is cleared before each game, and a small one stays in the CPU
/// cache.
const MIN_HASH: u64 = 1;

/// The largest transposition table in MiB.
const MAX_HASH: u64 = 16;

/// Nodes per search for each MiB of the table.
const NODES_PER_MIB: u64 = 1000;

/// An engine that plays itself.
pub struct Player {
    engine: Flagship,
    settings: Settings,
    limits: Limits,
}

impl Player {
    /// Creates a player and sets the engine's `options`. Fails if the engine refuses an option, or there is
    /// not enough memory.
    pub fn new(settings: &Settings, options: &[(String, String)]) -> Result<Player, EngineError> {
        let mut engine = Flagship::new()?;
        engine.set_option(
            "Hash",
            &(settings.soft_nodes / NODES_PER_MIB).clamp(MIN_HASH, MAX_HASH).to_string(),
        )?;
        for (name, value) in options {
            engine.set_option(name, value)?;
        }
        let limits = Limits {
            soft_nodes: Some(settings.soft_nodes),
            nodes: Some(settings.hard_nodes),
            ..Limits::default()
        };
        Ok(Player { engine, settings: settings.clone(), limits })
    }

    /// Plays a game, which is determined by the seed. None if it was stopped.
    pub fn play(&mut self, seed: u64, signals: &Signals) -> Option<StoredGame> {
        let mut random = fastrand::Rng::with_seed(seed);
        let (mut line, mut plies, mut ply) = self.begin(&mut random, signals)?;
        let mut adjudicator = Adjudicator::default();
        loop {
            let played = line.push(ply.mv);
            debug_assert!(played.is_ok(), "a search plays legal moves");
            plies.push(ply);
            let ended = line.outcome().map(|outcome| (GameResult::from(outcome), StoredEnd::Rules));
            if let Some((result, ending)) =
                ended.or_else(|| adjudicator.note(&self.settings, plies.len(), ply.score))
            {
                return Some(StoredGame { start: line.start().clone(), plies, result, ending });
            }
            ply = self::ply(&line, &self.search(&line, signals)?);
        }
    }

    /// Plays random moves from a position like a game of self-play. None if they end the game, if one side is
    /// then too far ahead, or if the search was stopped; another attempt may succeed.
    pub fn opening(
        &mut self,
        start: Position,
        random: &mut fastrand::Rng,
        signals: &Signals,
    ) -> Option<Line> {
        let line = opening::after(start, &self.settings, random)?;
        self.engine.new_game();
        let found = self.search(&line, signals)?;
        self.is_balanced(&found).then_some(line)
    }

    /// Returns true if neither side is too far ahead.
    fn is_balanced(&self, found: &SilentResult) -> bool {
        let expected = expected_points(found.wdl);
        !found.is_bound && (self.settings.balance..=1.0 - self.settings.balance).contains(&expected)
    }

    /// Returns a balanced opening, its moves, and the first move after it. None if the search was stopped.
    fn begin(
        &mut self,
        random: &mut fastrand::Rng,
        signals: &Signals,
    ) -> Option<(Line, Vec<ScoredMove>, ScoredMove)> {
        // The game depends only on the seed, not on earlier games. Rejected openings may leave traces in the
        // table.
        self.engine.new_game();
        loop {
            let line = opening::random(&self.settings, random);
            let found = self.search(&line, signals)?;
            if self.is_balanced(&found) {
                let plies = line.moves().iter().map(|&mv| ScoredMove { mv, score: None }).collect();
                let ply = ply(&line, &found);
                return Some((line, plies, ply));
            }
        }
    }

    /// Searches a position; none if the search was stopped.
    fn search(&mut self, line: &Line, signals: &Signals) -> Option<SilentResult> {
        let found = self.engine.search_silently(line, &self.limits, signals);
        found.filter(|_| !signals.is_stopped())
    }
}

/// Returns a move with its score from White's point of view, unless it is only a bound.
fn ply(line: &Line, found: &SilentResult) -> ScoredMove {
    let sign = if line.position().turn() == Color::White { 1 } else { -1 };
    let white = (found.score.centipawns() * sign).clamp(-i32::from(MAX_SCORE), i32::from(MAX_SCORE)) as i16;
    ScoredMove { mv: found.mv, score: (!found.is_bound).then_some(white) }
}

/// Returns the expected points of the side to move, 0 to 1.
fn expected_points(wdl: Wdl) -> f64 {
    (f64::from(wdl.win) + f64::from(wdl.draw) / 2.0) / 1000.0
}

/// Tracks the scores of a game until they decide it.
#[derive(Default)]
struct Adjudicator {
    /// Consecutive plies with a winning score, positive for White, negative for Black.
    winning: i32,
    /// Consecutive plies with a drawish score.
    level: u32,
}

impl Adjudicator {
    /// Adds a score from White's point of view; returns the result and ending if the game is now over.
    fn note(
        &mut self,
        settings: &Settings,
        plies: usize,
        score: Option<i16>,
    ) -> Option<(GameResult, StoredEnd)> {
        let score = i32::from(score?);
        self.winning = match score {
            score if score >= settings.win_score => self.winning.max(0) + 1,
            score if score <= -settings.win_score => self.winning.min(0) - 1,
            _ => 0,
        };
        self.level = if score.abs() <= settings.draw_score { self.level + 1 } else { 0 };
        if self.winning.unsigned_abs() >= settings.win_plies {
            return Some((
                if self.winning > 0 { GameResult::WhiteWins } else { GameResult::BlackWins },
                StoredEnd::Won,
            ));
        }
        if self.level >= settings.draw_plies && plies > settings.draw_from as usize {
            return Some((GameResult::Draw, StoredEnd::Level));
        }
        (plies >= settings.longest as usize).then_some((GameResult::Draw, StoredEnd::Long))
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
            let game = player.play(seed, &Signals::new()).unwrap();
            assert_eq!(checker.check(&game), Ok(()), "seed {seed}");
            games.push(game);
        }
        assert_eq!(Player::new(&settings, &[]).unwrap().play(4, &Signals::new()).as_ref(), Some(&games[3]));
        let stopped = Signals::new();
        stopped.stop();
        assert_eq!(player.play(7, &stopped), None);
    }

    #[test]
    fn a_search_too_short_for_a_score_ends_no_run() {
        let settings = Settings { soft_nodes: 5, hard_nodes: 40, ..Settings::default() };
        let mut player = Player::new(&settings, &[]).unwrap();
        for seed in 1..=100 {
            assert!(player.play(seed, &Signals::new()).is_some(), "seed {seed}");
        }
    }

    #[test]
    fn scores_decide_games_only_when_they_last() {
        let settings =
            Settings { win_plies: 2, draw_plies: 2, draw_from: 4, longest: 9, ..Settings::default() };
        let decided = |scores: &[i16]| {
            let mut adjudicator = Adjudicator::default();
            scores
                .iter()
                .enumerate()
                .find_map(|(ply, &score)| Some((ply, adjudicator.note(&settings, ply + 1, Some(score))?)))
        };
        assert_eq!(decided(&[1200, 900, 1100, 1000]), Some((3, (GameResult::WhiteWins, StoredEnd::Won))));
        assert_eq!(decided(&[-1200, 1200, -1200, -1000]), Some((3, (GameResult::BlackWins, StoredEnd::Won))));
        assert_eq!(decided(&[0, 0, 0, 50, 0, -10]), Some((5, (GameResult::Draw, StoredEnd::Level))));
        assert_eq!(decided(&[50; 20]), Some((8, (GameResult::Draw, StoredEnd::Long))));
    }
}
