//! The engines on the home page: opponents by strength, and those whose search can be watched.

use std::ops::RangeInclusive;
use std::time::Duration;

use eframe::egui::{Slider, Ui, WidgetInfo};
use heirloom_app::characters::Character;
use heirloom_app::roster::BuiltIn;
use heirloom_chess::Color;

use super::choices::look_inside;
use super::{columns, title};
use crate::actions::Action;
use crate::dialogs::{Dialog, NewGame};
use crate::menus::MenuView;
use crate::model::command::{Command, PlayCommand};
use crate::model::level::Level;
use crate::model::players::{self, Player};
use crate::texts::Language;
use crate::widgets::card::{self, Card};
use crate::widgets::icons::Icon;
use crate::widgets::{buttons, fields, help};

/// The Elo of the levels that are offered.
const ELO: RangeInclusive<u32> = 600..=2850;
/// The step of the slider, in Elo.
const STEP: f64 = 50.0;
/// The Elo before the first game.
const FIRST_ELO: u32 = 1000;

/// The level without a clock: how long the engine may think about a move.
const NO_CLOCK: Level = Level::PerMove(Duration::from_secs(3));

/// The levels with a clock that are offered, in minutes and seconds of increment.
const LEVELS: [(u64, u64); 3] = [(3, 2), (5, 3), (15, 10)];

/// The number of games that are listed.
const LATEST: usize = 10;

/// The width of the slider, in points.
const SLIDER: f32 = 260.0;

/// What there is to say of an engine.
struct Engine {
    player: Player,
    name: String,
    remark: String,
    sentence: String,
}

impl Engine {
    fn limited(texts: Language, elo: Option<u32>) -> Engine {
        let id = BuiltIn::Flagship.id().to_owned();
        Engine {
            player: Player::Engine(id).limited_to(elo),
            name: texts.strength(elo).to_owned(),
            remark: elo.map_or_else(String::new, |elo| format!("{elo} Elo")),
            sentence: texts.about_strength(elo).to_owned(),
        }
    }

    fn ancestor(texts: Language, own: BuiltIn) -> Engine {
        Engine {
            player: Player::Engine(own.id().into()),
            name: own.name().to_owned(),
            remark: own.year().map_or_else(String::new, |year| year.to_string()),
            sentence: texts.about_engine(own.id()).to_owned(),
        }
    }

    fn character(texts: Language, character: &Character) -> Engine {
        let german = usize::from(texts == Language::German);
        Engine {
            player: Player::Engine(character.name.clone()),
            name: character.name.clone(),
            remark: character.elo.to_string(),
            sentence: character.about[german].clone(),
        }
    }

    fn card(&self) -> Card<'_> {
        Card { icon: None, title: &self.name, remark: &self.remark, sentence: &self.sentence }
    }
}

/// Returns the built-in engines of the roster.
fn built_in(view: &MenuView<'_>) -> impl Iterator<Item = BuiltIn> {
    view.model.roster().names().into_iter().filter_map(|id| BuiltIn::find(&id))
}

/// Draws engines as cards; returns the one that was clicked.
fn choose(ui: &mut Ui, engines: &[Engine], first: bool) -> Option<Player> {
    let cards: Vec<Card<'_>> = engines.iter().map(Engine::card).collect();
    let clicked = card::grid(ui, columns(ui, 4), &cards, first)?;
    engines.get(clicked).map(|engine| engine.player.clone())
}

/// Draws the opponents; a click begins the game.
pub fn play(ui: &mut Ui, view: &mut MenuView<'_>, first: bool) {
    let (model, texts) = (view.model, view.settings.language);
    title(ui, view, texts.home_play());
    let (last, level) = model.usual_game();
    let level = view.home.level.unwrap_or(level);
    let mut players = None;
    if let (Some(_), _) = model.play.last_game() {
        let names = last.each_ref().map(|player| words(texts, player));
        let names = format!("{} - {}", names[0], names[1]);
        let time = time(texts, level);
        let again =
            [Card { icon: Some(Icon::Replay), title: texts.home_again(), remark: &time, sentence: &names }];
        if card::grid(ui, 1, &again, first).is_some() {
            players = Some(last.clone());
        }
        ui.add_space(8.0);
    }
    fields::rows(ui, |ui| terms(ui, view, level));
    rating(ui, view);
    ui.add_space(8.0);
    let first = first && model.play.last_game().0.is_none();
    players = players.or(strength(ui, view, &last, first).map(|engine| seated(view, engine)));
    ui.add_space(12.0);
    ui.heading(texts.home_characters());
    ui.add_space(4.0);
    ui.push_id("characters", |ui| {
        let characters = model.roster().characters();
        let engines: Vec<Engine> =
            characters.iter().map(|character| Engine::character(texts, character)).collect();
        players = players.take().or(choose(ui, &engines, false).map(|engine| seated(view, engine)));
    });
    ui.add_space(12.0);
    ui.heading(texts.home_history());
    ui.add_space(4.0);
    ui.push_id("ancestors", |ui| {
        let ancestors = built_in(view).filter(|own| own.year().is_some());
        let engines: Vec<Engine> = ancestors.map(|own| Engine::ancestor(texts, own)).collect();
        players = players.take().or(choose(ui, &engines, false).map(|engine| seated(view, engine)));
    });
    if let Some(players) = players {
        let start = model.record().set_up_position().map(Box::new);
        view.commands.push(Command::Play(PlayCommand::NewGame { players, level, start }));
    }
}

/// Draws the choice of a strength, with what to expect of it; returns the engine that was chosen.
fn strength(ui: &mut Ui, view: &mut MenuView<'_>, last: &[Player; 2], first: bool) -> Option<Player> {
    let texts = view.settings.language;
    let before = last.iter().find_map(Player::elo).unwrap_or(FIRST_ELO);
    let mut elo = view.home.elo.unwrap_or(before).clamp(*ELO.start(), *ELO.end());
    let mut chosen = None;
    fields::rows(ui, |ui| {
        ui.heading(BuiltIn::Flagship.name());
        ui.spacing_mut().slider_width = SLIDER;
        let slider = ui.add(Slider::new(&mut elo, ELO).step_by(STEP).suffix(" Elo"));
        let slider = help::explained(slider, texts.help_home_strength());
        slider.widget_info(|| WidgetInfo::slider(true, f64::from(elo), texts.home_strength()));
        if slider.changed() {
            view.home.elo = Some(elo);
        }
        let limited = Engine::limited(texts, Some(elo));
        let start = buttons::main(ui, texts.home_play_strength());
        if first {
            start.request_focus();
        }
        chosen = start.clicked().then_some(limited.player);
        let adaptive = view.model.own_rating.games.adaptive();
        if help::button(ui, &texts.adaptive(adaptive), texts.help_adaptive()) {
            chosen = Some(Engine::limited(texts, Some(adaptive)).player);
        }
        if help::button(ui, texts.strength(None), texts.about_strength(None)) {
            chosen = Some(Engine::limited(texts, None).player);
        }
    });
    ui.label(format!("{}: {}", texts.strength(Some(elo)), texts.about_strength(Some(elo))));
    chosen
}

/// Draws the user's rating and the latest games against levels and characters, if there are any, and the
/// switch of the coach.
fn rating(ui: &mut Ui, view: &mut MenuView<'_>) {
    let (texts, games) = (view.settings.language, &view.model.own_rating.games);
    ui.horizontal_wrapped(|ui| {
        let mut settings = view.settings.clone();
        help::explained(ui.checkbox(&mut settings.coach, texts.coach()), texts.help_coach());
        if settings != *view.settings {
            view.commands.push(Command::Settings(Box::new(settings)));
        }
        if games.latest().next().is_some() {
            ui.separator();
            ui.strong(texts.rating_and_games(games));
            ui.menu_button(texts.latest_games(), |ui| {
                for listed in games.latest().take(LATEST) {
                    ui.label(texts.listed_game(listed));
                }
                ui.separator();
                let all = Action::EarlierGames;
                if ui.button(all.text(texts)).on_hover_text(all.help(texts)).clicked() {
                    all.run(ui, view);
                    ui.close();
                }
            });
        }
    });
}

/// Returns a level in words.
fn time(texts: Language, level: Level) -> String {
    if level == NO_CLOCK { texts.home_no_clock().to_owned() } else { texts.level_in_words(level) }
}

/// Returns a player with its strength.
fn words(texts: Language, player: &Player) -> String {
    let name = player.name(texts.human());
    player.elo().map_or_else(|| name.to_owned(), |elo| format!("{name} ({elo} Elo)"))
}

/// Returns the players of a game against an engine.
fn seated(view: &MenuView<'_>, engine: Player) -> [Player; 2] {
    let random = || if fastrand::bool() { Color::White } else { Color::Black };
    let color = if view.home.chosen { view.home.color.unwrap_or_else(random) } else { usual_color(view) };
    let mut players = [Player::Human, Player::Human];
    players[(!color).index()] = engine;
    players
}

/// Returns the color that the user had in the last game.
fn usual_color(view: &MenuView<'_>) -> Color {
    players::person(&view.model.usual_game().0).unwrap_or(Color::White)
}

/// Draws the choice of color and time.
fn terms(ui: &mut Ui, view: &mut MenuView<'_>, level: Level) {
    let texts = view.settings.language;
    let chosen = if view.home.chosen { view.home.color } else { Some(usual_color(view)) };
    ui.label(texts.you_play());
    let colors = [Some(Color::White), Some(Color::Black), None];
    for color in colors {
        let name = color.map_or(texts.random(), |color| texts.color(color));
        if ui.radio(chosen == color, name).clicked() {
            (view.home.color, view.home.chosen) = (color, true);
        }
    }
    ui.separator();
    ui.label(texts.level());
    let offered = LEVELS.map(|(minutes, seconds)| Level::Increment {
        base: Duration::from_secs(60 * minutes),
        increment: Duration::from_secs(seconds),
    });
    let offered: Vec<Level> = std::iter::once(NO_CLOCK).chain(offered).collect();
    let other = std::iter::once(level).filter(|level| !offered.contains(level));
    for other in offered.iter().copied().chain(other) {
        if ui.radio(level == other, time(texts, other)).clicked() {
            view.home.level = Some(other);
        }
    }
    if help::button(ui, texts.more_choices(), texts.help_new_game()) {
        *view.dialog = Some(Dialog::NewGame(NewGame::of(view.model)));
    }
}

/// Draws the engines whose search can be watched.
pub fn inside(ui: &mut Ui, view: &mut MenuView<'_>, first: bool) {
    let texts = view.settings.language;
    title(ui, view, texts.home_inside());
    ui.label(texts.home_whose_search());
    ui.add_space(8.0);
    let own = |own: BuiltIn| match own {
        BuiltIn::Flagship => Engine { name: own.name().into(), ..Engine::limited(texts, None) },
        BuiltIn::Ancestor(_) => Engine::ancestor(texts, own),
    };
    let mut engines: Vec<Engine> = built_in(view).map(own).collect();
    // The oldest comes first, since its search is the simplest.
    engines.sort_by_key(|engine| engine.remark.parse().unwrap_or(u32::MAX));
    if let Some(engine) = choose(ui, &engines, first) {
        look_inside(view, engine.engine().unwrap_or_default());
    }
}
