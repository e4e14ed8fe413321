//! The games of an iteration: both sides are the same engine with different options.

use std::sync::atomic::{AtomicBool, Ordering};

use heirloom_arena::contestant::Contestant;
use heirloom_arena::game::{GameEnd, GameRules, Player, play};
use heirloom_book::Openings;
use heirloom_chess::{Color, Line};
use heirloom_engine::{EngineError, EngineOption};

use super::parameter::Parameter;
use super::run::Judge;
use super::tuning::{PairScore, Trial};

/// The conditions of the games.
pub struct MatchSettings<'a> {
    /// The engine that plays both sides; its options apply to every game.
    pub contestant: &'a Contestant,
    /// The rules of the referee.
    pub rules: GameRules,
    /// Each pair of games uses the next opening, with both colors.
    pub openings: &'a Openings,
    /// Number of game pairs per iteration.
    pub pairs: u32,
    /// The parameters, in the order of the values in trials.
    pub parameters: &'a [Parameter],
}

/// Why games cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// The engine does not start, or refuses a value.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// An engine failed in too many consecutive games; the last error.
    #[error("the engine failed in {MAX_FAILURES} games in a row; last error: {0}")]
    Failing(EngineError),
    /// An option does not accept the values of a parameter.
    #[error("parameter {0}: {1}")]
    Option(String, String),
}

/// Maximum number of consecutive failures.
const MAX_FAILURES: u32 = 5;

/// Two engines that play one game after the other.
pub struct MatchJudge<'a> {
    setting: &'a MatchSettings<'a>,
    players: [Player; 2],
    failures: u32,
}

impl<'a> MatchJudge<'a> {
    /// Starts two engines and checks that they have the options to be tuned. Fails with [`GamesError`], with
    /// the option if that is the reason.
    pub fn new(setting: &'a MatchSettings<'a>) -> Result<MatchJudge<'a>, GamesError> {
        let players = [setting.contestant.player()?, setting.contestant.player()?];
        check(setting.parameters, players[0].session.options())?;
        Ok(MatchJudge { setting, players, failures: 0 })
    }

    /// Sends both sides their values.
    fn set_values(&mut self, trial: &Trial) -> Result<(), GamesError> {
        for (player, values) in self.players.iter_mut().zip(&trial.values) {
            for (parameter, &value) in self.setting.parameters.iter().zip(values) {
                player.session.set_option(&parameter.name, &parameter.text(value))?;
            }
        }
        Ok(())
    }

    /// Plays one game; none if it was abandoned, or failed and has to be replayed. `white` is the index of
    /// the side with White.
    fn play_one(
        &mut self,
        trial: &Trial,
        white: usize,
        opening: &Line,
        stop: &AtomicBool,
    ) -> Result<Option<PairScore>, GamesError> {
        let [first, second] = &mut self.players;
        let sides = if white == 0 { [first, second] } else { [second, first] };
        let played = play(sides, opening.clone(), &self.setting.rules, stop);
        if played.ending == GameEnd::Abandoned {
            return Ok(None);
        }
        if let GameEnd::Failure(_, error) = played.ending {
            self.failures += 1;
            if self.failures >= MAX_FAILURES {
                return Err(GamesError::Failing(error));
            }
            // A crash is no evidence about the values.
            self.players = [self.setting.contestant.player()?, self.setting.contestant.player()?];
            self.set_values(trial)?;
            return Ok(None);
        }
        self.failures = 0;
        let winner = played
            .ending
            .result()
            .winner()
            .map(|color| if color == Color::White { white } else { 1 - white });
        Ok(Some(match winner {
            Some(0) => PairScore { wins: 1, ..PairScore::default() },
            Some(_) => PairScore { losses: 1, ..PairScore::default() },
            None => PairScore { draws: 1, ..PairScore::default() },
        }))
    }
}

impl Judge for MatchJudge<'_> {
    type Error = GamesError;

    fn judge(&mut self, trial: &Trial, stop: &AtomicBool) -> Result<Option<PairScore>, GamesError> {
        self.set_values(trial)?;
        let (mut score, pairs) = (PairScore::default(), self.setting.pairs as usize);
        for pair in 0..pairs {
            let number = (trial.iteration as usize - 1) * pairs + pair;
            let opening = self.setting.openings.opening(number).line;
            for white in 0..2 {
                loop {
                    if stop.load(Ordering::Relaxed) {
                        return Ok(None);
                    }
                    if let Some(game) = self.play_one(trial, white, &opening, stop)? {
                        score.add(game);
                        break;
                    }
                }
            }
        }
        Ok(Some(score))
    }
}

/// Checks that every parameter has an option that accepts all of its values.
fn check(parameters: &[Parameter], options: &[EngineOption]) -> Result<(), GamesError> {
    for parameter in parameters {
        let wrong = |reason: String| GamesError::Option(parameter.name.clone(), reason);
        let option =
            EngineOption::find(options, &parameter.name).map_err(|error| wrong(error.to_string()))?;
        for value in [parameter.min, parameter.max] {
            option.parse(&parameter.text(value)).map_err(|error| wrong(error.to_string()))?;
        }
        let whole = option.parse(&parameter.text(parameter.start.trunc() + 0.5)).is_err();
        if whole && !parameter.whole {
            return Err(wrong("the option takes only whole numbers; use int instead of float".into()));
        }
    }
    Ok(())
}
