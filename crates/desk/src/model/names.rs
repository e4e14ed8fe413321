//! The tags of a game that name the event and the players.

use heirloom_chess::Color;
use heirloom_chess::game::Game;

use super::players::Player;

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

/// Sets a player's name, with the Elo that it is limited to. `user` is the user's name, empty if it is not
/// known.
pub fn set_player(game: &mut Game, color: Color, player: &Player, user: &str) {
    let user = if user.trim().is_empty() { "Human" } else { user.trim() };
    game.tags_mut().set(tag(color), player.name(user));
    match player.elo() {
        Some(elo) => game.tags_mut().set(elo_tag(color), &elo.to_string()),
        None => game.tags_mut().remove(elo_tag(color)),
    }
}
