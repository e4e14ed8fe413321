//! The opening library: the moves of the position on the board with their notes, and where they lead.

use eframe::egui::{
    Checkbox, Grid, Id, Key, Label, Response, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo,
    collapsing_header::CollapsingState,
};
use heirloom_book::KnownMove;
use heirloom_chess::{Move, Position};

use super::{WindowView, empty};
use crate::dialogs::{Dialog, FileDialog};
use crate::model::Model;
use crate::model::command::{Command, LibraryCommand, PlayCommand, Step};
use crate::texts::file_name;
use crate::widgets::icons::Icon;
use crate::widgets::{self, context, fields, help};

/// The notes as typed.
#[derive(Default)]
struct Typed {
    /// The position whose note is being typed.
    key: u64,
    note: String,
    answer: String,
}

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    head(ui, view);
    ui.separator();
    question(ui, view);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        note(ui, view);
        let position = view.model.record().position().clone();
        let library = &view.model.library;
        if library.known(&position).is_empty() && library.continuations(&position).is_empty() {
            return offer(ui, view);
        }
        moves(ui, view, &position);
        ui.separator();
        branches(ui, view, &position, &mut Vec::new());
    });
}

/// Offers what can be done where the library has no moves.
fn offer(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    let open = (texts.open_book(), texts.help_open_book());
    let first = (texts.first(), texts.help_first());
    let is_first = model.record().line().moves().is_empty();
    let steps = if is_first { vec![open] } else { vec![first, open] };
    match empty::show(ui, Icon::Book, texts.not_in_library(), &steps) {
        Some(0) if !is_first => view.commands.push(Command::Play(PlayCommand::Go(Step::First))),
        Some(_) => *view.dialog = Some(Dialog::File(FileDialog::library(model))),
        None => {}
    }
}

fn send(view: &mut WindowView<'_>, command: LibraryCommand) {
    view.commands.push(Command::Library(command));
}

/// Draws the file, its size, and the learning mode.
fn head(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, library) = (view.texts(), &view.model.library);
    fields::rows(ui, |ui| {
        let name = library.path.as_deref().map_or(texts.library_builtin().into(), file_name);
        ui.strong(name);
        ui.menu_button(texts.file_name(), |ui| {
            for (text, dialog) in [
                (texts.open(), FileDialog::library as fn(&Model) -> FileDialog),
                (texts.library_begin(), FileDialog::new_library),
                (texts.library_copy(), FileDialog::copied_library),
            ] {
                if ui.button(text).clicked() {
                    *view.dialog = Some(Dialog::File(dialog(view.model)));
                    ui.close();
                }
            }
        });
        let (text, help) = if library.learning {
            (texts.stop_learning(), texts.help_stop_learning())
        } else {
            (texts.learn(), texts.help_learn())
        };
        if help::explained(ui.selectable_label(library.learning, text), help).clicked() {
            view.commands.push(Command::Library(LibraryCommand::Learn(!library.learning)));
        }
        if library.progress().is_some() {
            ui.spinner();
        }
    });
    fields::rows(ui, |ui| {
        ui.weak(format!("{}: {}", texts.library_state(), texts.in_library(&view.model.library.state)));
        if view.is_full() {
            ui.weak(texts.library_extent(&view.model.library.extent));
        }
    });
    let mut plays = view.model.play.plays_from_library();
    if help::explained(ui.checkbox(&mut plays, texts.use_library()), texts.help_use_library()).changed() {
        view.commands.push(Command::Play(PlayCommand::UseLibrary(plays)));
    }
    if let Some((before, mv)) = view.model.library.recorded.last() {
        fields::rows(ui, |ui| {
            let count = view.model.library.recorded.len();
            let mv = view.settings.moves(&texts.numbered(before, *mv));
            ui.label(texts.recorded(count, &mv));
            if help::button(ui, texts.undo_recorded(), texts.help_undo_recorded()) {
                send(view, LibraryCommand::UndoRecorded);
            }
        });
    }
}

/// Asks for a note on a position that was added.
fn question(ui: &mut Ui, view: &mut WindowView<'_>) {
    if view.model.library.asking.is_none() {
        return;
    }
    let texts = view.texts();
    fields::rows(ui, |ui| {
        let typed = view.state.get::<Typed>();
        let label = ui.strong(texts.new_position());
        let field =
            ui.add(TextEdit::singleline(&mut typed.answer).desired_width(200.0)).labelled_by(label.id);
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if ui.button(texts.note_it()).clicked() || entered {
            let note = std::mem::take(&mut typed.answer);
            send(view, LibraryCommand::Note(note));
        }
    });
}

/// Draws the note on the position.
fn note(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, position) = (view.texts(), view.model.record().position());
    let noted = view.model.library.note(position).to_owned();
    if !view.model.library.is_library() {
        return;
    }
    let key = position.key();
    fields::row(ui, |ui| {
        let typed = view.state.get::<Typed>();
        if typed.key != key {
            (typed.key, typed.note) = (key, noted.clone());
        }
        let label = ui.label(texts.note());
        let field =
            ui.add(TextEdit::singleline(&mut typed.note).desired_width(f32::INFINITY)).labelled_by(label.id);
        if field.lost_focus() && typed.note.trim() != noted {
            let note = typed.note.clone();
            send(view, LibraryCommand::Annotate(None, note));
        }
    });
}

/// Draws the moves of the position, which can be changed.
fn moves(ui: &mut Ui, view: &mut WindowView<'_>, position: &Position) {
    let (texts, library) = (view.texts(), &view.model.library);
    let known = library.known(position);
    if known.is_empty() {
        return;
    }
    let results = view.model.games.explorer.known.as_ref().filter(|_| view.model.games.explorer.on);
    Grid::new("moves").num_columns(5).striped(true).spacing([12.0, 4.0]).show(ui, |ui| {
        let full = view.is_full();
        for title in [texts.move_column(), texts.active(), texts.share(), texts.games(), texts.note()] {
            if full || ![texts.share(), texts.games()].contains(&title) {
                ui.add(Label::new(RichText::new(title).weak()).truncate());
            }
        }
        ui.end_row();
        for known in &known {
            let name = texts.san(position, known.mv);
            let shown = RichText::new(view.settings.moves(&name)).strong();
            let button = ui.selectable_label(false, shown);
            widgets::named(&button, Role::Button, &name);
            let button = help::explained(button, texts.help_library_move());
            if button.double_clicked() || is_entered(ui, &button) {
                view.commands.push(Command::Play(PlayCommand::Move(known.mv)));
            }
            context::of(&button, |ui| menu(ui, view, known));
            let mut active = known.active;
            let tick = ui.add_enabled(view.model.library.is_library(), Checkbox::without_text(&mut active));
            let label = format!("{name}, {}", texts.active());
            tick.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, known.active, &label));
            if tick.changed() {
                send(view, LibraryCommand::Activate(known.mv, active));
            }
            if full {
                ui.label(texts.percentage(known.share, 0));
                let branch = results.and_then(|(_, moves)| moves.iter().find(|branch| branch.mv == known.mv));
                ui.label(branch.map_or_else(String::new, |branch| {
                    let score = branch.score.percent().map(|percent| texts.percentage(percent / 100.0, 0));
                    format!("{} {}", branch.score.games(), score.unwrap_or_default())
                }));
            }
            ui.label(&known.note);
            ui.end_row();
        }
    });
}

/// Draws the menu of a move.
fn menu(ui: &mut Ui, view: &mut WindowView<'_>, known: &KnownMove) {
    let texts = view.texts();
    if ui.button(texts.play_this()).clicked() {
        view.commands.push(Command::Play(PlayCommand::Move(known.mv)));
        ui.close();
    }
    if !view.model.library.is_library() {
        return;
    }
    let mut note = ui.data(|data| data.get_temp(note_id(known.mv))).unwrap_or_else(|| known.note.clone());
    let label = ui.label(texts.note());
    let field = ui.text_edit_singleline(&mut note).labelled_by(label.id);
    if field.lost_focus() && note != known.note {
        send(view, LibraryCommand::Annotate(Some(known.mv), note.clone()));
    }
    ui.data_mut(|data| data.insert_temp(note_id(known.mv), note));
    if ui.button(texts.forget_move()).clicked() {
        send(view, LibraryCommand::Forget(known.mv));
        ui.close();
    }
}

/// Returns true if Enter was pressed on a row.
fn is_entered(ui: &Ui, row: &Response) -> bool {
    row.has_focus() && ui.input(|input| input.key_pressed(Key::Enter))
}

fn note_id(mv: Move) -> Id {
    Id::unique(("library note", mv.bits()))
}

/// Draws where the moves lead, as a tree that can be opened.
fn branches(ui: &mut Ui, view: &mut WindowView<'_>, position: &Position, way: &mut Vec<Move>) {
    let library = &view.model.library;
    let known = library.known(position).into_iter().map(|known| (known.mv, known.active, known.note));
    let continuations = library.continuations(position).into_iter().map(|mv| (mv, false, String::new()));
    let moves: Vec<(Move, bool, String)> = known.chain(continuations).collect();
    for (mv, active, note) in moves {
        let name = view.texts().numbered(position, mv);
        let mut after = position.clone();
        if after.try_play(mv).is_err() {
            continue;
        }
        way.push(mv);
        let text = RichText::new(view.settings.moves(&name));
        let text = if active { text.strong() } else { text.weak() };
        let row = |ui: &mut Ui, view: &mut WindowView<'_>, way: &[Move]| {
            let button = ui.selectable_label(false, text);
            widgets::named(&button, Role::Button, &name);
            if button.double_clicked() || is_entered(ui, &button) {
                view.commands.extend(way.iter().map(|&mv| Command::Play(PlayCommand::Move(mv))));
            }
            ui.label(RichText::new(note).weak().italics());
        };
        let leads_on = !view.model.library.known(&after).is_empty();
        if leads_on {
            let id = ui.scope_id().with(("branch", mv.bits()));
            let state = CollapsingState::load_with_default_open(ui.ctx(), id, false);
            let header = state.show_header(ui, |ui| row(ui, view, way));
            header.body(|ui| branches(ui, view, &after, way));
        } else {
            fields::row(ui, |ui| {
                ui.add_space(ui.spacing().indent);
                row(ui, view, way);
            });
        }
        way.pop();
    }
}
