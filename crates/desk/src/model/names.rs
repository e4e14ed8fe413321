//! What a game says of itself: the event, the names of its players and how strong they are.

use heirloom_chess::Color;

use super::players::title;
use super::{Model, Stage};

/// The event of games that are played here.
pub(super) const EVENT: &str = "Casual game";

/// The tag of the Elo of a player.
pub(super) fn elo_tag(color: Color) -> &'static str {
    if color == Color::White { "WhiteElo" } else { "BlackElo" }
}

/// The tag that names a player.
pub fn tag(color: Color) -> &'static str {
    if color == Color::White { "White" } else { "Black" }
}

impl Model {
    /// The name of the person at the desk in games.
    pub(super) fn person_name(&self) -> &str {
        if self.name.trim().is_empty() { "Human" } else { self.name.trim() }
    }

    /// Engines that have been started are in the game by the names that they give themselves, mostly with a version.
    pub(super) fn name_engines(&mut self) {
        if self.stage != Stage::Playing {
            return;
        }
        for color in Color::ALL {
            let Some((id, name)) =
                self.seats.of(color).and_then(|seat| Some((&seat.id, seat.name.as_ref()?)))
            else {
                continue;
            };
            if self.record.game().tags().get(tag(color)) == Some(title(id)) && !name.trim().is_empty() {
                self.record.set_tag(tag(color), name);
            }
        }
    }
}
