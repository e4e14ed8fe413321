//! Animated pictures of games.

mod animated;
mod gif;
mod palette;

use std::time::Duration;

use heirloom_chess::{Line, Move, Position};

use crate::{Diagram, Look, PictureError};

/// The shortest time per move: many GIF viewers ignore shorter delays.
const MIN_DELAY: Duration = Duration::from_millis(20);
/// The longest time per move or at the end, limited by the GIF format.
const MAX_DELAY: Duration = Duration::from_secs(655);

/// An animated game: the initial position, then move after move with the squares of the last one tinted.
#[derive(Clone, Debug)]
pub struct Animation {
    line: Line,
    look: Look,
    title: Option<String>,
    delay: Duration,
    hold: Duration,
    repeated: bool,
}

impl Animation {
    /// Creates an animation with [`Look::default`] that shows each position for a second and the last for
    /// three more, in a loop.
    pub fn new(line: &Line) -> Animation {
        Animation {
            line: line.clone(),
            look: Look::default(),
            title: None,
            delay: Duration::from_secs(1),
            hold: Duration::from_secs(3),
            repeated: true,
        }
    }

    /// Sets the look.
    pub fn look(mut self, look: Look) -> Animation {
        self.look = look;
        self
    }

    /// Sets the text for screen readers, such as players and event; only used by SVG.
    pub fn title(mut self, title: &str) -> Animation {
        self.title = Some(title.into());
        self
    }

    /// Sets how long each position is shown, from 20 milliseconds to 655 seconds.
    pub fn delay(mut self, delay: Duration) -> Animation {
        self.delay = delay.clamp(MIN_DELAY, MAX_DELAY);
        self
    }

    /// Sets how much longer the last position is shown, up to 655 seconds.
    pub fn hold(mut self, hold: Duration) -> Animation {
        self.hold = hold.min(MAX_DELAY);
        self
    }

    /// Sets whether the animation loops.
    pub fn repeated(mut self, repeated: bool) -> Animation {
        self.repeated = repeated;
        self
    }

    /// Returns the length of the animation.
    pub(crate) fn duration(&self) -> Duration {
        let positions = u32::try_from(self.line.moves().len()).unwrap_or(u32::MAX).saturating_add(1);
        self.delay.saturating_mul(positions).saturating_add(self.hold)
    }

    /// Returns the animation as a GIF with one frame per position, each of which stores only the changes, in
    /// at most 128 colors. Fails if there is not enough memory; no other errors are known.
    pub fn gif(&self) -> Result<Vec<u8>, PictureError> {
        gif::write(self)
    }

    /// Returns the animation as a single-line SVG document in which the pieces glide. Viewers without
    /// animation show the initial position.
    pub fn animated_svg(&self) -> String {
        animated::write(self)
    }

    /// Returns all positions with the moves that led to them.
    fn scenes(&self) -> impl Iterator<Item = (Position, Option<Move>)> + '_ {
        let mut position = self.line.start().clone();
        let played = self.line.moves().iter().map(move |&mv| {
            position.play(mv);
            (position.clone(), Some(mv))
        });
        std::iter::once((self.line.start().clone(), None)).chain(played)
    }

    /// Returns the still picture of a position.
    fn still(&self, position: &Position, last: Option<Move>) -> Diagram {
        let board = Diagram::new(position).look(self.look);
        match last {
            Some(mv) => board.last_move(mv),
            None => board,
        }
    }
}

#[cfg(test)]
mod tests;
