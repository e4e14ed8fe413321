//! The state of the game in a line, for the status bar.

use eframe::egui::{Context, Id};
use heirloom_book::eco::opening;

use crate::model::ending::Ending;
use crate::model::level::Level;
use crate::model::{Model, Stage, players};
use crate::texts::Language;

/// What the line depends on.
type Key = (u64, Stage, Level, bool, bool, Language);

/// Returns the state of the game: the move number and the side to move, check or the end of the game, the
/// opening, the level, and whether the game is rated and coached. It is worked out only when something has
/// changed.
pub fn line(ctx: &Context, model: &Model, texts: Language) -> String {
    let (play, version) = (&model.play, model.record().version());
    let (helped, coach_is_on) = (!play.help().is_empty(), model.coach.is_on());
    let key: Key = (version, play.stage(), play.clocks().level(), helped, coach_is_on, texts);
    let id = Id::unique("state of the game");
    if let Some((known, line)) = ctx.data(|data| data.get_temp::<(Key, String)>(id))
        && known == key
    {
        return line;
    }
    let line = of(model, texts);
    ctx.data_mut(|data| data.insert_temp(id, (key, line.clone())));
    line
}

fn of(model: &Model, texts: Language) -> String {
    let record = model.record();
    let position = record.position();
    let ending = match (model.play.stage(), record.line().outcome()) {
        (Stage::Over(ending), _) if record.is_at_end() => {
            Some(texts.ending_for(ending, model.play.players()))
        }
        (_, Some(outcome)) => Some(texts.ending(Ending::Rules(outcome))),
        _ => None,
    };
    let is_running = ending.is_none();
    let turn = texts.move_and_turn(position.fullmove_number(), texts.color(position.turn()));
    let check = (is_running && position.in_check()).then(|| texts.in_check().to_owned());
    let opening = opening(record.line()).map(|(_, name)| name.to_string());
    let is_played = model.play.stage() == Stage::Playing;
    let level = is_played.then(|| texts.level_in_words(model.play.clocks().level()));
    let rated = model.is_rated().map(|is| if is { texts.rated() } else { texts.not_rated_with_help() });
    let coached = is_played && model.coach.is_on() && players::person(model.play.players()).is_some();
    let parts = [
        is_running.then_some(turn),
        check,
        ending,
        opening,
        level,
        rated.map(str::to_owned),
        coached.then(|| texts.coach_is_on().to_owned()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
