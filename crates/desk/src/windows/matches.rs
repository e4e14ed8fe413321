//! A match between engines: its plan, the game that is being played, the standings, and the finished games.

use std::borrow::Cow;
use std::path::PathBuf;

use eframe::egui::{Button, CollapsingHeader, DragValue, ScrollArea, TextEdit, Ui};
use heirloom_arena::clock::TimeControl;
use heirloom_arena::tournament::MatchEnd;

use super::{WindowView, empty};
use crate::model::command::{Command, GamesCommand, MatchCommand};
use crate::model::matches::{LiveGame, MatchPlan};
use crate::model::players::title;
use crate::widgets::icons::Icon;
use crate::widgets::pieces::Pieces;
use crate::widgets::table::{self, Column, TableEvent, TableState};
use crate::widgets::{fields, help, small_board};

/// The side of the live boards together, at least, in points.
const BOARD: f32 = 200.0;
/// The side of one of them, at least.
const LEAST: f32 = 120.0;
/// The space between them.
const GAP: f32 = 8.0;
/// From this width on, the live board is next to the tables.
const ROOMY: f32 = 600.0;

/// The plan of the next match.
#[derive(Default)]
struct Chosen {
    plan: MatchPlan,
    openings: String,
    tablebases: String,
    file: String,
    sprt: bool,
    bounds: (i32, i32),
    /// Whether a match was being played in the last frame.
    running: bool,
    /// Whether the last match has been proposed.
    taken: bool,
}

impl Chosen {
    /// Proposes the last match.
    fn of(plan: MatchPlan) -> Chosen {
        let written = |file: &Option<PathBuf>| {
            file.as_ref().map_or_else(String::new, |file| file.display().to_string())
        };
        let (openings, file) = (written(&plan.openings), written(&plan.file));
        let (sprt, bounds) = (plan.sprt.is_some(), plan.sprt.unwrap_or((0, 5)));
        let tablebases = plan.tablebases.clone().unwrap_or_default();
        Chosen { openings, tablebases, file, sprt, bounds, running: false, taken: true, plan }
    }

    fn plan(&self) -> MatchPlan {
        let file = |text: &str| (!text.trim().is_empty()).then(|| PathBuf::from(text.trim()));
        MatchPlan {
            openings: file(&self.openings),
            file: file(&self.file),
            tablebases: Some(self.tablebases.trim().to_owned()).filter(|folders| !folders.is_empty()),
            sprt: self.sprt.then_some(self.bounds),
            ..self.plan.clone()
        }
    }
}

impl Chosen {
    /// Returns the command that starts the match; none while its time control is not one.
    fn start(&self) -> Option<Command> {
        let control = self.plan.control.parse::<TimeControl>().ok()?;
        control.ends().then(|| Command::Match(MatchCommand::Start(Box::new(self.plan()))))
    }
}

/// The pieces of the small board, which have a size of their own.
#[derive(Default)]
struct Small(Pieces);

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let texts = view.texts();
    let running = view.model.matches.is_running();
    if !view.state.get::<Chosen>().taken {
        *view.state.get() = Chosen::of(view.model.usual_match());
    }
    // While a match is played, the board needs the room.
    let changed = std::mem::replace(&mut view.state.get::<Chosen>().running, running) != running;
    CollapsingHeader::new(texts.match_plan())
        .default_open(true)
        .open(changed.then_some(!running))
        .show(ui, |ui| plan(ui, view));
    if !running && view.model.matches.plan.is_none() {
        return offer(ui, view);
    }
    fields::rows(ui, |ui| {
        if running {
            if help::button(ui, texts.finish_match(), texts.help_finish_match()) {
                view.commands.push(Command::Match(MatchCommand::Finish));
            }
            if help::button(ui, texts.stop(), texts.help_abandon_match()) {
                view.commands.push(Command::Match(MatchCommand::Abandon));
            }
            ui.spinner();
        } else {
            let start = view.state.get::<Chosen>().start();
            let button = ui.add_enabled(start.is_some(), Button::new(texts.start_match()));
            if help::explained(button, texts.help_start_match()).clicked() {
                view.commands.extend(start);
            }
            if let Some(unfinished) = &view.model.matches.unfinished {
                let words = texts.resume_match(unfinished.played, unfinished.games);
                if help::button(ui, &words, texts.help_resume_match()) {
                    view.commands.push(Command::Match(MatchCommand::Resume));
                }
            }
        }
        if let Some(path) = view.model.play.earlier_matches().filter(|path| path.exists())
            && help::button(ui, texts.earlier_matches(), texts.help_earlier_matches())
        {
            view.commands.push(Command::Games(GamesCommand::ListInFront(path)));
        }
        if let Some(finish) = view.model.matches.finish {
            ui.label(match finish {
                MatchEnd::Played => texts.match_played().to_owned(),
                MatchEnd::Decided(decision) => format!("SPRT: {decision:?}"),
                MatchEnd::Interrupted | MatchEnd::Fault => texts.match_interrupted().to_owned(),
            });
        }
    });
    if ui.available_width() < ROOMY || view.model.matches.live.is_empty() {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            live(ui, view, BOARD);
            standings(ui, view);
            games(ui, view);
        });
        return;
    }
    let side = (0.5 * ui.available_width()).min(ui.available_height() - 30.0).max(BOARD);
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(side);
            live(ui, view, side);
        });
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.vertical(|ui| {
                standings(ui, view);
                games(ui, view);
            });
        });
    });
}

/// Offers a match before the first one, and those that were played earlier.
fn offer(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    let resume = model.matches.unfinished.as_ref();
    let resume = resume.map(|unfinished| texts.resume_match(unfinished.played, unfinished.games));
    let earlier = model.play.earlier_matches().filter(|path| path.exists());
    let (mut steps, mut commands) = (Vec::new(), Vec::new());
    if let Some(start) = view.state.get::<Chosen>().start() {
        steps.push((texts.start_match(), texts.help_start_match()));
        commands.push(start);
    }
    if let Some(words) = &resume {
        steps.push((words, texts.help_resume_match()));
        commands.push(Command::Match(MatchCommand::Resume));
    }
    if let Some(path) = earlier {
        steps.push((texts.earlier_matches(), texts.help_earlier_matches()));
        commands.push(Command::Games(GamesCommand::ListInFront(path)));
    }
    ScrollArea::vertical().show(ui, |ui| {
        let clicked = empty::show(ui, Icon::Computer, texts.matches_explained(), &steps);
        view.commands.extend(clicked.map(|step| commands.swap_remove(step)));
    });
}

/// Draws the plan.
fn plan(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model, full) = (view.texts(), view.model, view.is_full());
    let chosen = view.state.get::<Chosen>();
    fields::rows(ui, |ui| {
        for name in model.roster().names() {
            let mut plays = chosen.plan.engines.contains(&name);
            if ui.checkbox(&mut plays, title(&name)).changed() {
                chosen.plan.engines.retain(|other| *other != name);
                if plays {
                    chosen.plan.engines.push(name);
                }
            }
        }
    });
    fields::rows(ui, |ui| {
        if chosen.plan.engines.len() > 2 {
            let gauntlet = ui.checkbox(&mut chosen.plan.gauntlet, texts.gauntlet());
            help::explained(gauntlet, texts.help_gauntlet());
        }
        let label = ui.label(texts.games_each());
        fields::number(ui, DragValue::new(&mut chosen.plan.games).range(2..=100_000)).labelled_by(label.id);
        let label = ui.label(texts.time_control());
        let field =
            ui.add(TextEdit::singleline(&mut chosen.plan.control).desired_width(90.0)).labelled_by(label.id);
        help::explained(field, texts.help_time_control());
        let label = ui.label(texts.games_at_once());
        let most = std::thread::available_parallelism().map_or(1, usize::from);
        let field = fields::number(ui, DragValue::new(&mut chosen.plan.concurrency).range(1..=most))
            .labelled_by(label.id);
        help::explained(field, texts.help_games_at_once());
        if full || chosen.sprt {
            ui.checkbox(&mut chosen.sprt, "SPRT");
        }
        if chosen.sprt {
            let label = ui.label("Elo");
            fields::number(ui, DragValue::new(&mut chosen.bounds.0).range(-500..=500)).labelled_by(label.id);
            fields::number(ui, DragValue::new(&mut chosen.bounds.1).range(-500..=500)).labelled_by(label.id);
        }
    });
    fields::rows(ui, |ui| {
        let label = ui.label(texts.openings_file());
        ui.add(TextEdit::singleline(&mut chosen.openings).desired_width(160.0)).labelled_by(label.id);
        let label = ui.label(texts.games_file());
        ui.add(TextEdit::singleline(&mut chosen.file).desired_width(160.0)).labelled_by(label.id);
    });
    fields::rows(ui, |ui| {
        let adjudicate = ui.checkbox(&mut chosen.plan.adjudicate, texts.adjudicate());
        help::explained(adjudicate, texts.help_adjudicate());
        let label = ui.label(texts.tablebases_folder());
        let field =
            ui.add(TextEdit::singleline(&mut chosen.tablebases).desired_width(160.0)).labelled_by(label.id);
        help::explained(field, texts.help_tablebases_folder());
    });
    if let Err(error) = chosen.plan.control.parse::<TimeControl>() {
        ui.colored_label(ui.visuals().warn_fg_color, error.to_string());
    }
}

/// Draws the games that are being played, in a square with this side.
fn live(ui: &mut Ui, view: &mut WindowView<'_>, side: f32) {
    let model = view.model;
    let Some(plan) = &model.matches.plan else { return };
    let name = |player: usize| plan.engines.get(player).map_or("?", |engine| title(engine));
    let columns = (model.matches.live.len() as f32).sqrt().ceil().max(1.0);
    let board = ((side + GAP) / columns - GAP).max(LEAST);
    fields::rows(ui, |ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for LiveGame { fixture, line } in &model.matches.live {
            ui.vertical(|ui| {
                ui.set_width(board);
                let [white, black] = fixture.players.map(name);
                ui.strong(format!("{}. {white} – {black}", fixture.game + 1));
                let last = line.moves().last().copied();
                let pieces = &mut view.state.get::<Small>().0;
                small_board::show(ui, line.position(), last, board, pieces, view.settings);
            });
        }
    });
}

/// Draws the standings.
fn standings(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, matches) = (view.texts(), &view.model.matches);
    let (Some(standings), Some(plan)) = (&matches.standings, &matches.plan) else { return };
    let columns = [
        Column::words(texts.engine(), 110.0),
        Column::figures(texts.games(), 60.0),
        Column::figures(texts.wins(), 50.0),
        Column::figures(texts.drawn(), 50.0),
        Column::figures(texts.losses(), 50.0),
        Column::figures("%", 50.0),
        Column::figures("Elo", 100.0),
    ];
    let full = view.is_full();
    // The share of points and the rating are for experts.
    let shown = if full { &columns[..] } else { &columns[..5] };
    let mut order: Vec<usize> = (0..plan.engines.len()).collect();
    order.sort_by(|one, other| standings.total(*other).score().total_cmp(&standings.total(*one).score()));
    let cells = |row: usize| -> Vec<Cow<'_, str>> {
        let Some(&engine) = order.get(row) else { return Vec::new() };
        let total = standings.total(engine);
        let elo = total.elo();
        let is_known = elo.difference.is_finite() && elo.error.is_finite();
        let elo =
            if is_known { format!("{:+.0} ± {:.0}", elo.difference, elo.error) } else { String::new() };
        vec![
            title(&plan.engines[engine]).into(),
            total.games().to_string().into(),
            total.wins.to_string().into(),
            total.draws.to_string().into(),
            total.losses.to_string().into(),
            format!("{:.1}", 100.0 * total.score()).into(),
            elo.into(),
        ]
    };
    let height = 24.0 * (order.len() as f32 + 1.5);
    ui.push_id("standings", |ui| {
        ui.allocate_ui(eframe::egui::vec2(ui.available_width(), height), |ui| {
            let cells = |row| cells(row).into_iter().take(shown.len()).collect();
            table::show(ui, shown, TableState { rows: order.len(), ..TableState::default() }, cells);
        });
    });
    if let Some((sprt, ratio)) = matches.sprt().filter(|_| full) {
        let (lower, upper) = sprt.bounds();
        ui.label(format!("SPRT: LLR {ratio:.2} ({lower:.2}, {upper:.2})"));
    }
}

/// Draws the finished games; a double click shows one.
fn games(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, matches) = (view.texts(), &view.model.matches);
    let Some(plan) = matches.plan.as_ref().filter(|_| !matches.games.is_empty()) else { return };
    let columns = [
        Column::figures(texts.column_number(), 40.0),
        Column::words(texts.white(), 100.0),
        Column::words(texts.black(), 100.0),
        Column { grows: 0.0, ..Column::words(texts.result(), 76.0) },
        Column::figures(texts.moves(), 60.0),
        Column::words(texts.ending_column(), 140.0),
    ];
    let name = |player: usize| plan.engines.get(player).map_or("?", |engine| title(engine));
    let cells = |row: usize| -> Vec<Cow<'_, str>> {
        // The latest game comes first.
        let Some(entry) = matches.games.iter().rev().nth(row) else { return Vec::new() };
        vec![
            (entry.game + 1).to_string().into(),
            name(entry.players[0]).into(),
            name(entry.players[1]).into(),
            entry.result.as_str().into(),
            entry.plies.div_ceil(2).to_string().into(),
            entry.ending.as_str().into(),
        ]
    };
    let shown = TableState { rows: matches.games.len(), ..TableState::default() };
    ui.push_id("games", |ui| {
        ui.allocate_ui(eframe::egui::vec2(ui.available_width(), 240.0), |ui| {
            if let Some(TableEvent::RowActivated(row)) = table::show(ui, &columns, shown, cells) {
                let number = matches.games.len().saturating_sub(row + 1);
                view.commands.push(Command::Match(MatchCommand::Show(number)));
            }
        });
    });
}
