//! Puzzles: the choice of them, the state of the one on the board, and the user's progress.

use eframe::egui::{ComboBox, DragValue, ProgressBar, RichText, TextEdit, Ui};
use heirloom_app::paths;

use super::WindowView;
use super::suite::limit;
use crate::dialogs::{Dialog, FileDialog};
use crate::model::command::{Command, PuzzleCommand};
use crate::model::players::title;
use crate::model::puzzles::{CurrentPuzzle, MakingProgress, PuzzleFilter, PuzzleState};
use crate::model::suite::Limit;
use crate::texts::Language;
use crate::widgets::graph::judged;
use crate::widgets::help;

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    choices(ui, view);
    making(ui, view);
    ui.separator();
    // Above what grows, so that no button moves.
    let open = model.puzzles().current.as_ref().is_some_and(|trial| !trial.is_over());
    ui.horizontal_wrapped(|ui| {
        let mut button = |on: bool, text: &str, explanation: &str, command: PuzzleCommand| {
            let button = ui.add_enabled(on, eframe::egui::Button::new(text));
            if help::explained(button, explanation).clicked() {
                view.commands.push(Command::Puzzle(command));
            }
        };
        button(open, texts.puzzle_hint(), texts.help_puzzle_hint(), PuzzleCommand::Hint);
        button(open, texts.puzzle_solution(), texts.help_puzzle_solution(), PuzzleCommand::Solution);
        button(
            model.puzzles().waiting() > 0,
            texts.next_puzzle(),
            texts.help_next_puzzle(),
            PuzzleCommand::Next,
        );
    });
    if let Some(trial) = &model.puzzles().current {
        on_board(ui, texts, trial);
    } else if model.puzzles().path.is_none() {
        ui.label(RichText::new(texts.puzzles_explained()).weak());
    }
    ui.separator();
    let (solved, tried) = model.puzzles().score;
    if tried > 0 {
        ui.label(RichText::new(texts.puzzles_today(solved, tried)).strong());
    }
    let (solved, tried) = model.puzzles().progress.solved();
    let rating = model.puzzles().progress.rating;
    ui.label(texts.puzzles_ever(solved, tried, rating.rating, 2.0 * rating.deviation));
}

/// The engine that makes puzzles, and its limit.
struct Maker {
    engine: String,
    limit: Limit,
}

impl Default for Maker {
    fn default() -> Maker {
        Maker { engine: "heirloom".into(), limit: Limit::Nodes(heirloom_workshop::review::NODES) }
    }
}

/// Draws the making of puzzles from games.
fn making(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    let making = &model.puzzles().making;
    ui.horizontal_wrapped(|ui| {
        if let Some(MakingProgress { share, found, pace }) = making.stage() {
            if ui.button(texts.stop()).clicked() {
                view.commands.push(Command::Puzzle(PuzzleCommand::StopMaking));
            }
            ui.add(ProgressBar::new(share).desired_width(120.0).text(format!("{:.0} %", 100.0 * share)));
            ui.label(texts.puzzles_found(found, pace));
            return;
        }
        let Some(games) = &making.games else {
            if help::explained(ui.button(texts.make_puzzles()), texts.help_make_puzzles()).clicked() {
                *view.dialog = Some(Dialog::File(FileDialog::puzzle_games(model)));
            }
            if let Some((file, count)) = &making.made {
                ui.label(texts.puzzles_made(file, *count));
                if help::explained(ui.button(texts.solve_made()), texts.help_solve_made()).clicked() {
                    let open = PuzzleCommand::Open(file.clone(), PuzzleFilter::default());
                    view.commands.push(Command::Puzzle(open));
                }
            }
            return;
        };
        ui.label(RichText::new(texts.puzzles_from(games)).strong());
        let maker = view.state.get::<Maker>();
        ComboBox::from_label(texts.engine()).selected_text(title(&maker.engine)).show_ui(ui, |ui| {
            for name in model.roster().names() {
                let title = title(&name).to_owned();
                ui.selectable_value(&mut maker.engine, name, title);
            }
        });
        limit(ui, texts, &mut maker.limit);
        if help::explained(ui.button(texts.save_puzzles()), texts.help_save_puzzles()).clicked() {
            let file = FileDialog::made_puzzles(games.clone(), maker.engine.clone(), maker.limit, model);
            *view.dialog = Some(Dialog::File(file));
        }
        if ui.button(texts.cancel()).clicked() {
            view.commands.push(Command::Puzzle(PuzzleCommand::Games(None)));
        }
    });
}

/// Draws the choice of puzzles.
fn choices(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    ui.horizontal_wrapped(|ui| {
        let choice = view.state.get::<PuzzleFilter>();
        if ui.button(texts.open_puzzles()).clicked() {
            *view.dialog = Some(Dialog::File(FileDialog::puzzles(model)));
        }
        if model.puzzles().path.is_none()
            && model.puzzles().reading().is_none()
            && let Some(path) = paths::included(paths::PUZZLES)
            && help::explained(ui.button(texts.included_puzzles()), texts.help_included_puzzles()).clicked()
        {
            view.commands.push(Command::Puzzle(PuzzleCommand::Open(path, choice.clone())));
        }
        if let Some(path) = &model.puzzles().path {
            ui.label(RichText::new(path.file_name().unwrap_or_default().to_string_lossy()).strong());
        }
        if let Some(progress) = model.puzzles().reading() {
            if ui.button(texts.stop()).clicked() {
                view.commands.push(Command::Puzzle(PuzzleCommand::Stop));
            }
            ui.add(ProgressBar::new(progress.share().unwrap_or_default()).desired_width(120.0));
            return;
        }
        let label = ui.label(texts.rating_from());
        ui.add(DragValue::new(&mut choice.least).range(0..=4000)).labelled_by(label.id);
        let label = ui.label(texts.rating_to());
        ui.add(DragValue::new(&mut choice.most).range(0..=4000)).labelled_by(label.id);
        let label = help::explained(ui.label(texts.theme()), texts.help_theme());
        ui.add(TextEdit::singleline(&mut choice.theme).desired_width(110.0)).labelled_by(label.id);
        if let Some(path) = &model.puzzles().path
            && help::explained(ui.button(texts.choose_puzzles()), texts.help_choose_puzzles()).clicked()
        {
            view.commands.push(Command::Puzzle(PuzzleCommand::Open(path.clone(), choice.clone())));
        }
    });
}

/// Draws the state of the puzzle on the board.
fn on_board(ui: &mut Ui, texts: Language, trial: &CurrentPuzzle) {
    use heirloom_app::review::judgement::Judgement;
    let puzzle = trial.puzzle();
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(texts.puzzle_number(&puzzle.id)).strong());
        ui.label(texts.puzzle_task(trial.solver()));
    });
    let dark = ui.visuals().dark_mode;
    let words = RichText::new(texts.puzzle_state(trial.state, trial.failed)).heading();
    ui.label(match trial.state {
        PuzzleState::Wrong => words.color(judged(dark, Judgement::Blunder)),
        PuzzleState::Solved if !trial.failed => words.color(ui.visuals().hyperlink_color),
        _ => words,
    });
    if trial.is_over() {
        // Before the end they would reveal too much.
        ui.label(texts.puzzle_facts(puzzle.rating, trial.change));
        ui.label(RichText::new(puzzle.themes.join(", ")).weak());
        if !puzzle.url.is_empty() {
            ui.hyperlink(&puzzle.url);
        }
    }
}
