//! What is known of the position on the board without a search: endgame tablebases, the opening library, the
//! listed games, and the notes on it.

use eframe::egui::{CollapsingHeader, Grid, RichText, Role, ScrollArea, Ui};
use heirloom_app::paths;
use heirloom_chess::Move;
use heirloom_engine::Wdl;
use heirloom_tablebase::{RankedMove, TableResult};

use super::WindowView;
use crate::dialogs::{Annotation, Dialog, FileDialog};
use crate::model::command::{Command, GamesCommand, PlayCommand};
use crate::model::figures::divide;
use crate::model::insight::Attention;
use crate::model::notice::Notice;
use crate::model::tablebase::{TableAnswer, Tables};
use crate::widgets::{self, chances, fields};

/// The number of moves of the book and of the listed games that are shown.
const BRANCHES: usize = 12;
/// The width of the bar of results.
const RESULTS: f32 = 150.0;

/// Draws a part of the window.
type Part = fn(&mut Ui, &mut WindowView<'_>);

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let texts = view.texts();
    let parts: [(&str, Part); 4] = [
        (texts.tablebase(), tablebase),
        (texts.library(), library),
        (texts.games(), games),
        (texts.notes(), notes),
    ];
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        for (title, part) in parts {
            let title = RichText::new(title).strong();
            CollapsingHeader::new(title).default_open(true).show(ui, |ui| part(ui, view));
        }
    });
}

/// Draws a move that can be played by a click.
fn playable(ui: &mut Ui, view: &mut WindowView<'_>, mv: Move) {
    let (texts, position) = (view.texts(), view.model.record().position());
    let name = texts.san(position, mv);
    let button = ui.link(RichText::new(view.settings.moves(&name)).strong());
    widgets::named(&button, Role::Link, &name);
    if button.on_hover_text(texts.play_this()).clicked() {
        view.commands.push(Command::Play(PlayCommand::Move(mv)));
    }
}

/// Draws what the tablebases know.
fn tablebase(ui: &mut Ui, view: &mut WindowView<'_>) {
    view.state.get::<Attention>().tablebase = true;
    let (model, texts) = (view.model, view.texts());
    let (tables, line) = (&model.tablebase, model.record().line());
    match &tables.tables {
        Tables::Unknown => _ = ui.weak(texts.tables_are_read()),
        Tables::None => {
            ui.weak(texts.no_tables());
            choose(ui, view);
        }
        Tables::Broken(reason) => {
            ui.colored_label(ui.visuals().warn_fg_color, reason);
            choose(ui, view);
        }
        Tables::UpTo(pieces) => match tables.answer(line) {
            None => _ = ui.weak(texts.tables_are_read()),
            Some(TableAnswer::Missing) => {
                let here = line.position().occupied().count();
                ui.weak(texts.not_in_tables(*pieces, here));
            }
            Some(TableAnswer::Moves(moves)) => endgame(ui, view, moves),
        },
    }
}

fn choose(ui: &mut Ui, view: &mut WindowView<'_>) {
    if ui.button(view.texts().choose_tables()).clicked() {
        *view.dialog = Some(Dialog::File(FileDialog::tablebases(view.model)));
    }
}

/// Draws the result of the position, and that of each move.
fn endgame(ui: &mut Ui, view: &mut WindowView<'_>, moves: &[RankedMove]) {
    let (texts, turn) = (view.texts(), view.model.record().position().turn());
    if let Some(best) = moves.first() {
        ui.label(RichText::new(texts.table_result(best.wdl, best.dtz, turn)).size(18.0).strong());
    }
    Grid::new("tablebase").num_columns(3).striped(true).spacing([14.0, 3.0]).show(ui, |ui| {
        for title in [texts.move_column(), texts.result(), "DTZ"] {
            ui.weak(title);
        }
        ui.end_row();
        for known in moves {
            playable(ui, view, known.mv);
            let words = texts.table_result(known.wdl, None, turn);
            let is_best = moves.first().is_some_and(|best| best.wdl == known.wdl);
            ui.label(if is_best { RichText::new(words) } else { RichText::new(words).weak() });
            let dtz = known.dtz.filter(|_| known.wdl != TableResult::Draw);
            ui.label(dtz.map_or_else(String::new, |dtz| dtz.abs().to_string()));
            ui.end_row();
        }
    });
}

/// Draws the moves of the library.
fn library(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (model, texts) = (view.model, view.texts());
    let position = model.record().position();
    let known = model.library.known(position);
    if known.is_empty() {
        ui.weak(texts.not_in_library());
        if ui.button(texts.open_book()).clicked() {
            *view.dialog = Some(Dialog::File(FileDialog::library(model)));
        }
        return;
    }
    Grid::new("library").num_columns(3).striped(true).spacing([14.0, 3.0]).show(ui, |ui| {
        for known in known.iter().take(BRANCHES) {
            playable(ui, view, known.mv);
            ui.label(texts.percentage(known.share, 0));
            ui.label(RichText::new(&known.note).italics());
            ui.end_row();
        }
    });
    let note = model.library.note(position);
    if !note.is_empty() {
        ui.label(RichText::new(note).italics());
    }
}

/// Draws the moves of the listed games.
fn games(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (model, texts) = (view.model, view.texts());
    let explorer = &model.games.explorer;
    if model.games.path.is_none() {
        ui.weak(texts.no_games_listed());
        fields::rows(ui, |ui| {
            if ui.button(texts.list_games()).clicked() {
                *view.dialog = Some(Dialog::File(FileDialog::games(model)));
            }
            if ui.button(texts.master_games()).clicked() {
                match paths::included(paths::MASTER_GAMES) {
                    Some(path) => view.commands.extend([
                        Command::Games(GamesCommand::List(path)),
                        Command::Games(GamesCommand::Explore(true)),
                    ]),
                    None => view.commands.push(Command::Notify(Notice::NotIncluded(paths::MASTER_GAMES))),
                }
            }
        });
        return;
    }
    if !explorer.on {
        if ui.button(texts.count_moves()).on_hover_text(texts.help_count_moves()).clicked() {
            view.commands.push(Command::Games(GamesCommand::Explore(true)));
        }
        return;
    }
    let Some((score, moves)) = &explorer.known else {
        ui.weak(texts.games_are_counted());
        return;
    };
    ui.label(texts.games_here(score.games()));
    Grid::new("games").num_columns(3).spacing([14.0, 3.0]).show(ui, |ui| {
        for branch in moves.iter().take(BRANCHES) {
            playable(ui, view, branch.mv);
            ui.label(branch.score.games().to_string());
            let known = branch.score.games() - branch.score.unknown;
            if known > 0 {
                let permille = |part: u64| (part * 1000 / known) as u16;
                let (win, loss) = (permille(branch.score.wins), permille(branch.score.losses));
                let wdl = Wdl { win, draw: 1000 - win - loss, loss };
                let [win, draw, loss] = chances::percent(wdl);
                ui.scope(|ui| {
                    ui.set_max_width(RESULTS);
                    chances::show(ui, wdl, &texts.results_of_games(win, draw, loss));
                });
            }
            ui.end_row();
        }
    });
}

/// Draws the comments on the move that led to the position.
fn notes(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (record, texts) = (view.model.record(), view.texts());
    let mut is_empty = true;
    for comment in record.game().comments(record.node()) {
        let (_, words) = divide(comment);
        if !words.is_empty() {
            ui.label(words);
            is_empty = false;
        }
    }
    if is_empty {
        ui.weak(texts.no_notes());
    }
    if ui.button(texts.annotate()).clicked() {
        *view.dialog = Some(Dialog::Annotation(Annotation::of(record.game(), record.node(), texts)));
    }
}
