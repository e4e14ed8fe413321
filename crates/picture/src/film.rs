//! The moving picture of a game.

mod animated;
mod gif;
mod palette;

use std::time::Duration;

use heirloom_chess::{Line, Move, Position};

use crate::{Board, Look, PictureError};

/// The shortest time for a move: viewers of GIF take less for a mistake.
const MIN_DELAY: Duration = Duration::from_millis(20);
/// The longest time for a move or at the end, what GIF can say.
const MAX_DELAY: Duration = Duration::from_secs(655);

/// A game as a moving picture: the start position, then move after move, the last with its squares tinted.
#[derive(Clone, Debug)]
pub struct Film {
    line: Line,
    look: Look,
    title: Option<String>,
    delay: Duration,
    hold: Duration,
    repeated: bool,
}

impl Film {
    /// A film that looks as [`Look::default`], with a second for each position and three more for the last, again and again.
    pub fn new(line: &Line) -> Film {
        Film {
            line: line.clone(),
            look: Look::default(),
            title: None,
            delay: Duration::from_secs(1),
            hold: Duration::from_secs(3),
            repeated: true,
        }
    }

    /// How it looks.
    pub fn look(mut self, look: Look) -> Film {
        self.look = look;
        self
    }

    /// What is read to those who cannot see it, such as players and event; only SVG has such a title.
    pub fn title(mut self, title: &str) -> Film {
        self.title = Some(title.into());
        self
    }

    /// How long each position is shown, from 20 milliseconds to 655 seconds.
    pub fn delay(mut self, delay: Duration) -> Film {
        self.delay = delay.clamp(MIN_DELAY, MAX_DELAY);
        self
    }

    /// How much longer the last position is shown, to 655 seconds.
    pub fn hold(mut self, hold: Duration) -> Film {
        self.hold = hold.min(MAX_DELAY);
        self
    }

    /// Does it begin anew after its end?
    pub fn repeated(mut self, repeated: bool) -> Film {
        self.repeated = repeated;
        self
    }

    /// How long it takes from its beginning to its end.
    pub fn duration(&self) -> Duration {
        let positions = u32::try_from(self.line.moves().len()).unwrap_or(u32::MAX).saturating_add(1);
        self.delay.saturating_mul(positions).saturating_add(self.hold)
    }

    /// The film as a GIF: one picture for each position, of which only what changes is stored, in at most 128 colors.
    ///
    /// # Errors
    /// A lack of memory; nothing else that is known.
    pub fn gif(&self) -> Result<Vec<u8>, PictureError> {
        gif::write(self)
    }

    /// The film as a document of SVG in one line, in which the pieces glide. Where nothing is animated, it shows the start position.
    pub fn animated_svg(&self) -> String {
        animated::write(self)
    }

    /// All positions with the moves that led to them.
    fn scenes(&self) -> impl Iterator<Item = (Position, Option<Move>)> + '_ {
        let mut position = self.line.start().clone();
        let played = self.line.moves().iter().map(move |&mv| {
            position.play(mv);
            (position.clone(), Some(mv))
        });
        std::iter::once((self.line.start().clone(), None)).chain(played)
    }

    /// One scene as a picture that stands still.
    fn still(&self, position: &Position, last: Option<Move>) -> Board {
        let board = Board::new(position).look(self.look);
        match last {
            Some(mv) => board.last_move(mv),
            None => board,
        }
    }
}

#[cfg(test)]
mod tests;
