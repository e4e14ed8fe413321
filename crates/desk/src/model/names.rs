//! The tags of a game that name the event and the players.

use heirloom_chess::Color;
use heirloom_chess::game::Game;

use super::context::Context;
use super::players::{self, Player};

/// The event of games that are played here.
pub const EVENT: &str = "Casual game";

/// Returns the tag of a player's Elo.
pub fn elo_tag(color: Color) -> &'static str {
    if color == Color::White { "WhiteElo" } else { "BlackElo" }
}

/// Returns the tag of a player's name.
pub fn tag(color: Color) -> &'static str {
    if color == Color::White { "White" } else { "Black" }
}

/// Sets the name and the Elo of a player, as far as they are known.
pub fn set_player(game: &mut Game, color: Color, player: &Player, context: &Context) {
    let user = if context.user.trim().is_empty() { "Human" } else { context.user.trim() };
    game.tags_mut().set(tag(color), player.name(user));
    match players::elo(player, context.roster.as_ref()) {
        Some(elo) => game.tags_mut().set(elo_tag(color), &elo.to_string()),
        None => game.tags_mut().remove(elo_tag(color)),
    }
}
