//! The games of a file: sorted by any column, searched by words, position and material, and shown on the
//! board.

use std::path::PathBuf;

use eframe::egui::{ProgressBar, TextEdit, Ui};
use heirloom_app::paths;

use super::{WindowView, empty};
use crate::dialogs::{Dialog, FileDialog};
use crate::model::command::{Command, GamesCommand};
use crate::model::games::{GameColumn, Games, Query, material, pawn_structure, pieces};
use crate::model::notice::Notice;
use crate::texts::Language;
use crate::widgets::icons::Icon;
use crate::widgets::table::{self, CellField, TableEvent, TableState};
use crate::widgets::{fields, help};

/// The material as typed.
#[derive(Default)]
struct Typed(String);

/// The cell that is being edited.
#[derive(Default)]
struct Editing(Option<Cell>);

struct Cell {
    /// The game, by its number in the file.
    game: u32,
    column: GameColumn,
    text: String,
    /// Whether the field has not been drawn yet.
    begins: bool,
}

impl Cell {
    fn of(games: &Games, game: u32, column: GameColumn) -> Option<Cell> {
        let entry = games.index.get(game as usize)?;
        let text = column.text(&games.index, game, entry).into_owned();
        Some(Cell { game, column, text, begins: true })
    }
}

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    if view.model.games.path.is_none() {
        return offer(ui, view);
    }
    file(ui, view);
    query(ui, view);
    list(ui, view);
}

/// Returns the columns that are listed.
fn listed(view: &WindowView<'_>) -> Vec<GameColumn> {
    // Experts also want to know where, in which round, and with which opening.
    let expert = [GameColumn::Site, GameColumn::Round, GameColumn::Eco];
    GameColumn::ALL.into_iter().filter(|column| view.is_full() || !expert.contains(column)).collect()
}

fn layout(texts: Language, column: GameColumn) -> table::Column {
    let title = texts.games_column(column);
    let fixed = |width| table::Column { grows: 0.0, ..table::Column::words(title, width) };
    match column {
        GameColumn::White | GameColumn::Black | GameColumn::Event => table::Column::words(title, 110.0),
        GameColumn::Site => table::Column::words(title, 70.0),
        GameColumn::Date => fixed(86.0),
        GameColumn::Result => fixed(76.0),
        GameColumn::Eco | GameColumn::Round => fixed(62.0),
        _ => table::Column::figures(title, 58.0),
    }
}

/// Draws the list.
fn list(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model, listed) = (view.texts(), view.model, listed(view));
    let games = &model.games;
    let columns: Vec<table::Column> = listed.iter().map(|&column| layout(texts, column)).collect();
    let by = |column: &GameColumn| *column == games.order.column;
    let sorted = listed.iter().position(by).map(|column| (column, games.order.descending));
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
    let mut editing = std::mem::take(&mut view.state.get::<Editing>().0);
    let mut chosen = None;
    let mut menu = |ui: &mut Ui, row: usize| {
        if let Some(&number) = games.rows.get(row) {
            chosen = self::menu(ui, texts, number).or(chosen.take());
        }
    };
    let field = editing.as_mut().and_then(|cell| {
        let row = games.rows.iter().position(|number| *number == cell.game)?;
        let column = listed.iter().position(|column| *column == cell.column)?;
        let begins = std::mem::take(&mut cell.begins);
        Some(CellField { row, column, text: &mut cell.text, begins })
    });
    let touched = table::show_with_menu(ui, &columns, shown, cells, Some(&mut menu), field);
    let column = table::clicked_column(ui).and_then(|column| listed.get(column).copied());
    match chosen {
        Some(Chosen::Command(command)) => view.commands.push(Command::Games(command)),
        Some(Chosen::CopyTo(number)) => {
            *view.dialog = Some(Dialog::File(FileDialog::copied_game(number, model)));
        }
        Some(Chosen::Edit(number, column)) => editing = Cell::of(games, number, column),
        None => {}
    }
    let number = |row: usize| games.rows.get(row).copied();
    match touched {
        Some(TableEvent::HeaderClicked(column)) => {
            view.commands.push(Command::Games(GamesCommand::Sort(listed[column])));
        }
        // The game on the board is open already: its cells are edited.
        Some(TableEvent::RowActivated(row)) if near == Some(row) && column.is_some_and(is_edited) => {
            editing = number(row).zip(column).and_then(|(number, column)| Cell::of(games, number, column));
        }
        Some(TableEvent::RowActivated(row)) => {
            view.commands.extend(number(row).map(|number| Command::Games(GamesCommand::Show(number))));
        }
        Some(TableEvent::RowMiddleClicked(row)) => {
            view.commands.extend(number(row).map(|number| Command::Games(GamesCommand::ShowInTab(number))));
        }
        Some(TableEvent::CellEntered) => {
            view.commands.extend(editing.take().and_then(|cell| entered(games, cell)).map(Command::Games));
        }
        Some(TableEvent::CellLeft) => editing = None,
        Some(TableEvent::RowClicked(_)) | None => {}
    }
    view.state.get::<Editing>().0 = editing;
}

/// What is chosen in the menu of a game.
enum Chosen {
    Command(GamesCommand),
    CopyTo(u32),
    Edit(u32, GameColumn),
}

/// Returns true if a column can be edited in the list. A result belongs to the moves, too.
fn is_edited(column: GameColumn) -> bool {
    column.tag().is_some() && column != GameColumn::Result
}

/// Returns the command for a text that was entered, if it is another one.
fn entered(games: &Games, cell: Cell) -> Option<GamesCommand> {
    let before = Cell::of(games, cell.game, cell.column)?.text;
    let text = cell.text.trim().to_owned();
    let tag = cell.column.tag().filter(|_| text != before)?;
    Some(GamesCommand::SetTag(cell.game, tag, text))
}

/// Draws the menu of a game.
fn menu(ui: &mut Ui, texts: Language, number: u32) -> Option<Chosen> {
    let mut chosen = None;
    for (text, choice) in [
        (texts.open_game(), Chosen::Command(GamesCommand::Show(number))),
        (texts.open_in_tab(), Chosen::Command(GamesCommand::ShowInTab(number))),
        (texts.copy_pgn(), Chosen::Command(GamesCommand::Copy(number))),
        (texts.copy_game_to(), Chosen::CopyTo(number)),
        (texts.delete_game(), Chosen::Command(GamesCommand::Delete(number))),
    ] {
        if ui.button(text).clicked() {
            chosen = Some(choice);
            ui.close();
        }
    }
    ui.menu_button(texts.edit_tag(), |ui| {
        for column in GameColumn::ALL.into_iter().filter(|column| is_edited(*column)) {
            if ui.button(texts.tag_of(column)).clicked() {
                chosen = Some(Chosen::Edit(number, column));
                ui.close();
            }
        }
    });
    chosen
}

/// Offers the included games and those of a file while no games are listed.
pub fn offer(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, earlier) = (view.texts(), view.model.games.earlier.as_ref());
    let again = earlier.map(|path| texts.list_again(&texts.file_title(&view.model.play, path)));
    let mut steps = vec![
        (texts.master_games(), texts.help_master_games()),
        (texts.list_games(), texts.help_list_games()),
    ];
    if let Some(again) = &again {
        steps.insert(0, (again, texts.help_list_again()));
    }
    let listed = |path: Option<PathBuf>| match path {
        Some(path) => Command::Games(GamesCommand::ListInFront(path)),
        None => Command::Notify(Notice::NotIncluded(paths::MASTER_GAMES)),
    };
    match empty::show(ui, Icon::Folder, texts.games_explained(), &steps) {
        Some(0) if earlier.is_some() => view.commands.push(listed(earlier.cloned())),
        Some(step) if step + 2 == steps.len() => {
            view.commands.push(listed(paths::included(paths::MASTER_GAMES)));
        }
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
    });
    fields::rows(ui, |ui| {
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
