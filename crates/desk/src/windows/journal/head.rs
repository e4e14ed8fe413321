//! What is above the moves: the players, the result, the event and the opening.

use eframe::egui::{RichText, Ui};
use heirloom_book::eco;
use heirloom_chess::Color;
use heirloom_chess::game::{Game, GameResult};

use super::super::WindowView;
use crate::model::names::tag;

/// The opening of a revision of the game.
#[derive(Default)]
struct Opening {
    revision: u64,
    name: String,
}

/// Returns a tag that says something.
fn known<'a>(game: &'a Game, name: &str) -> Option<&'a str> {
    game.tags().get(name).map(str::trim).filter(|value| !matches!(*value, "" | "?" | "-" | "????.??.??"))
}

/// Returns a player with title and rating.
fn player(game: &Game, color: Color) -> Option<String> {
    let name = known(game, tag(color))?;
    let elo = known(game, if color == Color::White { "WhiteElo" } else { "BlackElo" });
    Some(elo.map_or_else(|| name.to_owned(), |elo| format!("{name} ({elo})")))
}

/// Returns a date without its unknown parts: `1851`.
fn date(game: &Game) -> Option<&str> {
    known(game, "Date").map(|date| date.split(".?").next().unwrap_or(date))
}

fn opening_of(game: &Game) -> String {
    let by_moves = game.line(game.last()).ok().and_then(|line| eco::opening(&line));
    by_moves.map_or_else(
        || [known(game, "ECO"), known(game, "Opening")].into_iter().flatten().collect::<Vec<_>>().join(" "),
        |(_, name)| name.to_string(),
    )
}

/// Draws it.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, record) = (view.texts(), view.model.record());
    let game = record.game();
    let players = Color::ALL.map(|color| player(game, color));
    let result = Some(game.result()).filter(|result| *result != GameResult::Unknown);
    if players.iter().any(Option::is_some) || result.is_some() {
        let [white, black] =
            Color::ALL.map(|color| players[color.index()].as_deref().unwrap_or(texts.color(color)));
        let result = result.map_or_else(String::new, |result| format!("   {}", result.as_str()));
        ui.label(RichText::new(format!("{white} – {black}{result}")).strong());
    }
    let known_event =
        known(game, "Event").into_iter().chain(known(game, "Site").filter(|site| !site.contains("//")));
    let round = known(game, "Round").map(|round| format!("({round})"));
    let event = known_event.map(str::to_owned).chain(round).collect::<Vec<_>>().join(" ");
    let event = Some(event).filter(|event| !event.is_empty());
    let about = event.into_iter().chain(date(game).map(str::to_owned)).collect::<Vec<_>>().join(", ");
    let opening = view.state.get::<Opening>();
    if opening.revision != record.revision() {
        *opening = Opening { revision: record.revision(), name: opening_of(game) };
    }
    for line in [&about, &opening.name] {
        if !line.is_empty() {
            ui.label(RichText::new(line).small());
        }
    }
}
