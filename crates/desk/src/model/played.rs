//! The user's rating: games against levels and characters are noted when they end.

use std::collections::VecDeque;
use std::path::PathBuf;

use heirloom_app::played::{PlayedError, PlayedGame, PlayedGames};
use heirloom_chess::game::GameResult;
use heirloom_chess::{Color, Position};

use super::belief::Opponent;
use super::context::Context;
use super::notice::Notice;
use super::play::{Play, Stage};
use super::task::Task;

/// The rating after a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rated {
    /// The game.
    game: u64,
    /// The change; none if the game is not rated.
    pub change: Option<f64>,
}

/// What writing has led to: the games, and the change by the one that was added.
type Written = Result<(PlayedGames, Option<f64>), PlayedError>;

/// The user's games and rating.
#[derive(Debug)]
pub struct OwnRating {
    /// The games and the rating.
    pub games: PlayedGames,
    waiting: VecDeque<(u64, PlayedGame)>,
    writing: Option<(u64, Option<Task<Written>>)>,
    latest: Option<Rated>,
}

impl Default for OwnRating {
    fn default() -> OwnRating {
        OwnRating { games: PlayedGames::forgetful(), waiting: VecDeque::new(), writing: None, latest: None }
    }
}

impl OwnRating {
    /// Keeps the games in this file, and continues from what it holds. A file that cannot be read is reported
    /// and left alone.
    pub(super) fn keep_in(&mut self, path: PathBuf, context: &mut Context) {
        match PlayedGames::load(Some(path)) {
            Ok(games) => self.games = games,
            Err(error) => context.notify(Notice::OwnRating(error.to_string())),
        }
    }

    /// Returns how the game with this number was rated, if it was the latest.
    pub fn of(&self, game: u64) -> Option<Rated> {
        self.latest.filter(|rated| rated.game == game)
    }

    /// Notes a game that has just ended against a level or a character.
    pub(super) fn note(&mut self, play: &mut Play, context: &Context) {
        if !matches!(play.stage(), Stage::Over(_)) || !play.note_end() {
            return;
        }
        if let Some(game) = played(play, context) {
            self.waiting.push_back((play.record().id(), game));
        }
    }

    /// Writes games that have ended, one after the other.
    pub(super) fn poll(&mut self, context: &mut Context) {
        if let Some((game, task)) = &mut self.writing {
            let game = *game;
            match Task::finish(task) {
                Some(Ok((games, change))) => {
                    (self.games, self.latest) = (games, Some(Rated { game, change }));
                }
                Some(Err(error)) => context.notify(Notice::OwnRating(error.to_string())),
                None => {}
            }
            self.writing.take_if(|(_, task)| task.is_none());
        }
        if self.writing.is_none()
            && let Some((number, game)) = self.waiting.pop_front()
        {
            let mut games = self.games.clone();
            let task = Task::start(&context.wake, move |_| {
                let change = games.note(game)?;
                Ok((games, change))
            });
            self.writing = Some((number, Some(task)));
        }
    }

    /// Waits until all games are written, at the end of the program.
    pub(super) fn finish_saving(&mut self, context: &mut Context) {
        self.poll(context);
        while let Some((_, task)) = &mut self.writing {
            // The program ends: there is no way to report a failure.
            if let Some(Ok((games, _))) = Task::wait(task) {
                self.games = games;
            }
            self.writing = None;
            self.poll(context);
        }
    }
}

/// Returns the opponent in a game that is noted: a level or a character, and the usual initial position.
fn opponent(play: &Play, context: &Context) -> Option<Opponent> {
    let is_usual = *play.record().game().start() == Position::startpos();
    Opponent::of(play, context).filter(|_| is_usual)
}

/// Returns whether a game changes the user's rating when it ends; none if it is not noted, or was before.
pub(super) fn is_rated(play: &Play, context: &Context) -> Option<bool> {
    let opponent = opponent(play, context).filter(|_| !play.is_end_noted());
    opponent.map(|_| play.help().is_empty())
}

/// Returns a finished game against a level or a character from the user's view. A game in which a side has
/// not moved was aborted.
fn played(play: &Play, context: &Context) -> Option<PlayedGame> {
    let opponent = opponent(play, context)?;
    let game = play.record().game();
    if game.main_line().count() < 2 {
        return None;
    }
    let color = !opponent.side;
    let white = match game.result() {
        GameResult::WhiteWins => 1.0,
        GameResult::BlackWins => 0.0,
        GameResult::Draw => 0.5,
        GameResult::BothLose | GameResult::Unknown => return None,
    };
    let score = if color == Color::White { white } else { 1.0 - white };
    let (help, Opponent { name, elo, .. }) = (play.help().to_string(), opponent);
    Some(PlayedGame { opponent: name, elo, color, score, help })
}
