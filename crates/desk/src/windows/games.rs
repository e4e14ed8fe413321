//! The games of a file: sorted by any column, searched by words, position and material, and shown on the
//! board.

use eframe::egui::{ProgressBar, TextEdit, Ui};
use heirloom_app::paths;

use super::{WindowView, empty};
use crate::dialogs::{Dialog, FileDialog};
use crate::model::command::{Command, GamesCommand};
use crate::model::games::{GameColumn, Query, material, pawn_structure, pieces};
use crate::model::notice::Notice;
use crate::widgets::icons::Icon;
use crate::widgets::table::{self, TableEvent, TableState};
use crate::widgets::{fields, help};

/// The material as typed.
#[derive(Default)]
struct Typed(String);

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    if view.model.games.path.is_none() {
        return offer(ui, view);
    }
    file(ui, view);
    query(ui, view);
    let (texts, games) = (view.texts(), &view.model.games);
    // Experts also want to know where, in which round, and with which opening.
    let expert = [GameColumn::Site, GameColumn::Round, GameColumn::Eco];
    let listed = GameColumn::ALL.into_iter().filter(|column| view.is_full() || !expert.contains(column));
    let listed: Vec<GameColumn> = listed.collect();
    let columns = listed.iter().map(|&column| match column {
        GameColumn::White | GameColumn::Black | GameColumn::Event => {
            table::Column::words(texts.games_column(column), 110.0)
        }
        GameColumn::Site => table::Column::words(texts.games_column(column), 70.0),
        GameColumn::Date => {
            table::Column { grows: 0.0, ..table::Column::words(texts.games_column(column), 86.0) }
        }
        GameColumn::Result => {
            table::Column { grows: 0.0, ..table::Column::words(texts.games_column(column), 76.0) }
        }
        GameColumn::Eco | GameColumn::Round => {
            table::Column { grows: 0.0, ..table::Column::words(texts.games_column(column), 62.0) }
        }
        _ => table::Column::figures(texts.games_column(column), 58.0),
    });
    let columns: Vec<table::Column> = columns.collect();
    let sorted = listed
        .iter()
        .position(|column| *column == games.order.column)
        .map(|column| (column, games.order.descending));
    // The game that was shown last is usually where it was clicked; looking for it in a million rows takes
    // too long.
    let near = games.rows.iter().take(5000).position(|row| Some(*row) == games.shown);
    let shown = TableState { sorted, marked: near, rows: games.rows.len(), reveal: false };
    let cells = |row: usize| {
        let entry = games.rows.get(row).and_then(|&number| Some((number, games.index.get(number as usize)?)));
        entry.map_or_else(Vec::new, |(number, entry)| {
            listed.iter().map(|column| column.text(&games.index, number, entry)).collect()
        })
    };
    let mut chosen = None;
    let mut menu = |ui: &mut Ui, row: usize| {
        let Some(&number) = games.rows.get(row) else { return };
        let choices = [
            (texts.open_game(), Some(GamesCommand::Show(number))),
            (texts.open_in_tab(), Some(GamesCommand::ShowInTab(number))),
            (texts.copy_pgn(), Some(GamesCommand::Copy(number))),
            (texts.copy_game_to(), None),
            (texts.delete_game(), Some(GamesCommand::Delete(number))),
        ];
        for (text, command) in choices {
            if ui.button(text).clicked() {
                chosen = Some((number, command));
                ui.close();
            }
        }
    };
    let touched = table::show_with_menu(ui, &columns, shown, cells, Some(&mut menu));
    match chosen {
        Some((_, Some(command))) => view.commands.push(Command::Games(command)),
        Some((number, None)) => {
            *view.dialog = Some(Dialog::File(FileDialog::copied_game(number, view.model)))
        }
        None => {}
    }
    match touched {
        Some(TableEvent::HeaderClicked(column)) => {
            view.commands.push(Command::Games(GamesCommand::Sort(listed[column])))
        }
        Some(TableEvent::RowActivated(row)) => view
            .commands
            .extend(games.rows.get(row).map(|&number| Command::Games(GamesCommand::Show(number)))),
        Some(TableEvent::RowMiddleClicked(row)) => view
            .commands
            .extend(games.rows.get(row).map(|&number| Command::Games(GamesCommand::ShowInTab(number)))),
        Some(TableEvent::RowClicked(_)) => {}
        None => {}
    }
}

/// Offers the included games and those of a file while no games are listed.
pub fn offer(ui: &mut Ui, view: &mut WindowView<'_>) {
    let texts = view.texts();
    let steps =
        [(texts.master_games(), texts.help_master_games()), (texts.list_games(), texts.help_list_games())];
    match empty::show(ui, Icon::Folder, texts.games_explained(), &steps) {
        Some(0) => view.commands.push(match paths::included(paths::MASTER_GAMES) {
            Some(path) => Command::Games(GamesCommand::ListInFront(path)),
            None => Command::Notify(Notice::NotIncluded(paths::MASTER_GAMES)),
        }),
        Some(_) => *view.dialog = Some(Dialog::File(FileDialog::games(view.model))),
        None => {}
    }
}

/// Draws the file, the number of games, and the progress of reading.
fn file(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, games) = (view.texts(), &view.model.games);
    fields::rows(ui, |ui| {
        if help::button(ui, texts.list_games(), texts.help_list_games()) {
            *view.dialog = Some(Dialog::File(FileDialog::games(view.model)));
        }
        if let Some(path) = &games.path {
            ui.strong(texts.file_title(&view.model.play, path)).on_hover_text(path.display().to_string());
            ui.label(texts.of_games(games.rows.len(), games.index.len()));
            if games.incomplete {
                ui.colored_label(ui.visuals().warn_fg_color, texts.list_incomplete());
            }
        }
        if let Some(progress) = games.progress() {
            ui.add(ProgressBar::new(progress.share().unwrap_or_default()).desired_width(90.0));
            if ui.button(texts.stop()).clicked() {
                view.commands.push(Command::Games(GamesCommand::Stop));
            }
        }
    });
}

/// Draws the criteria of the search.
fn query(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    let mut query = model.games.query.clone();
    fields::rows(ui, |ui| {
        let label = ui.label(texts.search_words());
        let words = TextEdit::singleline(&mut query.words).desired_width(150.0).hint_text("white:tal eco:b8");
        help::explained(ui.add(words).labelled_by(label.id), texts.help_search_words());
        let mut here = query.position.is_some();
        if help::explained(ui.checkbox(&mut here, texts.search_position()), texts.help_search_position())
            .changed()
        {
            query.position = here.then(|| Box::new(model.record().position().clone()));
        }
        let typed = view.state.get::<Typed>();
        let label = ui.label(texts.search_material());
        let field = ui
            .add(TextEdit::singleline(&mut typed.0).desired_width(90.0).hint_text("KRPKR"))
            .labelled_by(label.id);
        if help::explained(field, texts.help_search_material()).changed()
            && (typed.0.trim().is_empty() || pieces(typed.0.trim()).is_ok())
        {
            query.material.clone_from(&typed.0);
        }
        if ui.button(texts.of_the_board()).clicked() {
            typed.0 = material(model.record().position());
            query.material.clone_from(&typed.0);
        }
        if help::button(ui, texts.pawns_of_the_board(), texts.help_pawns_of_the_board()) {
            typed.0 = pawn_structure(model.record().position());
            query.material.clone_from(&typed.0);
        }
        if !query.is_empty() && ui.button(texts.all_games()).clicked() {
            typed.0.clear();
            query = Query::default();
        }
    });
    if query != model.games.query {
        view.commands.push(Command::Games(GamesCommand::Find(query)));
    }
}
