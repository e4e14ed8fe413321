//! The moves played from the position on the board in the listed games, with their results.

use std::borrow::Cow;

use eframe::egui::Ui;

use super::{WindowView, empty, games};
use crate::model::command::{Command, GamesCommand, PlayCommand};
use crate::model::games::Query;
use crate::widgets::icons::Icon;
use crate::widgets::table::{self, Column, TableEvent, TableState};
use crate::widgets::toggle::toggle;
use crate::widgets::{fields, help};

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    let explorer = &model.games.explorer;
    if model.games.path.is_none() {
        return games::offer(ui, view);
    }
    if !explorer.on {
        let steps = [(texts.count_moves(), texts.help_count_moves())];
        if empty::show(ui, Icon::Tree, texts.tree_explained(), &steps).is_some() {
            view.commands.push(Command::Games(GamesCommand::Explore(true)));
        }
        return;
    }
    fields::rows(ui, |ui| {
        let mut on = explorer.on;
        let switch = toggle(ui, &mut on, texts.count_moves());
        if help::explained(switch, texts.help_count_moves()).changed() {
            view.commands.push(Command::Games(GamesCommand::Explore(on)));
        }
        match &explorer.known {
            Some((score, _)) if explorer.on => _ = ui.label(texts.games_here(score.games())),
            _ if explorer.on && model.games.progress().is_some() => _ = ui.spinner(),
            _ => {}
        }
    });
    if !model.games.query.is_empty() && explorer.on {
        fields::rows(ui, |ui| {
            let words = texts.tree_filtered(model.games.rows.len(), model.games.index.len());
            ui.colored_label(ui.visuals().warn_fg_color, words);
            if ui.button(texts.all_games()).clicked() {
                view.commands.push(Command::Games(GamesCommand::Find(Query::default())));
            }
        });
    }
    let Some((score, moves)) = explorer.known.as_ref().filter(|_| explorer.on) else { return };
    let full = view.is_full();
    let columns = [
        Column { grows: 1.0, ..Column::words(texts.move_column(), 60.0) },
        Column::figures(texts.games(), 62.0),
        Column::figures(texts.share(), 56.0),
        Column::figures(texts.white(), 56.0),
        Column::figures(texts.drawn(), 56.0),
        Column::figures(texts.black(), 56.0),
        Column::figures("Elo", 50.0),
    ];
    let position = model.record().position();
    let percent = |part: u64, whole: u64| -> Cow<'_, str> {
        if whole == 0 { "".into() } else { texts.percentage(part as f64 / whole as f64, 0).into() }
    };
    let cells = |row: usize| {
        let Some(branch) = moves.get(row) else { return Vec::new() };
        let known = branch.score.games() - branch.score.unknown;
        vec![
            view.settings.moves(&texts.san(position, branch.mv)).into(),
            branch.score.games().to_string().into(),
            percent(branch.score.games(), score.games()),
            percent(branch.score.wins, known),
            percent(branch.score.draws, known),
            percent(branch.score.losses, known),
            branch.elo.value().map_or_else(String::new, |elo| format!("{elo:.0}")).into(),
        ]
    };
    let shown = TableState { rows: moves.len(), ..TableState::default() };
    // The last column is for experts.
    let columns = if full { &columns[..] } else { &columns[..columns.len() - 1] };
    if let Some(TableEvent::RowActivated(row)) = table::show(ui, columns, shown, cells) {
        view.commands.extend(moves.get(row).map(|branch| Command::Play(PlayCommand::Move(branch.mv))));
    }
}
