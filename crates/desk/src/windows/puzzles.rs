//! Puzzles: the choice of them, the state of the one on the board, and the user's progress.

use eframe::egui::{DragValue, ProgressBar, RichText, Ui};
use heirloom_app::paths;
use heirloom_app::puzzle::glicko::Rating;

use super::{WindowView, empty};
use crate::dialogs::{Dialog, FileDialog};
use crate::model::command::{Command, PuzzleCommand};
use crate::model::notice::Notice;
use crate::model::puzzles::{CurrentPuzzle, MakingProgress, PuzzleFilter, PuzzleState};
use crate::model::suite::Limit;
use crate::texts::{Language, file_name};
use crate::theme::palette;
use crate::widgets::icons::Icon;
use crate::widgets::{choices, fields, help};

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    if is_empty(view) {
        return offer(ui, view);
    }
    choices(ui, view);
    ui.separator();
    // Above what grows, so that no button moves.
    let open = model.puzzles.current.as_ref().is_some_and(|trial| !trial.is_over());
    fields::rows(ui, |ui| {
        let mut button = |on: bool, text: &str, explanation: &str, command: PuzzleCommand| {
            let button = ui.add_enabled(on, eframe::egui::Button::new(text));
            if help::explained(button, explanation).clicked() {
                view.commands.push(Command::Puzzle(command));
            }
        };
        button(open, texts.puzzle_hint(), texts.help_puzzle_hint(), PuzzleCommand::Hint);
        button(open, texts.puzzle_solution(), texts.help_puzzle_solution(), PuzzleCommand::Solution);
        let follows = model.puzzles.waiting() > 0;
        button(follows, texts.next_puzzle(), texts.help_next_puzzle(), PuzzleCommand::Next);
    });
    if let Some(trial) = &model.puzzles.current {
        on_board(ui, texts, trial, model.puzzles.progress.rating);
    }
    ui.separator();
    let (solved, tried) = model.puzzles.score;
    if tried > 0 {
        ui.strong(texts.puzzles_today(solved, tried));
    }
    let (solved, tried) = model.puzzles.progress.solved();
    let rating = model.puzzles.progress.rating;
    ui.label(texts.puzzles_ever(solved, tried, rating.rating, 2.0 * rating.deviation));
    ui.separator();
    making(ui, view);
}

/// Returns true if there are no puzzles, and none are being made.
fn is_empty(view: &WindowView<'_>) -> bool {
    let puzzles = &view.model.puzzles;
    let (is_making, has_made) = (puzzles.making.stage().is_some(), puzzles.making.made.is_some());
    let has_some = puzzles.path.is_some() || puzzles.reading().is_some() || puzzles.current.is_some();
    !has_some && !is_making && !has_made
}

/// Offers the included puzzles, those of a file, and the making of new ones.
fn offer(ui: &mut Ui, view: &mut WindowView<'_>) {
    let texts = view.texts();
    let steps = [
        (texts.included_puzzles(), texts.help_included_puzzles()),
        (texts.open_puzzles(), texts.help_open_puzzles()),
        (texts.make_puzzles(), texts.help_make_puzzles()),
    ];
    match empty::show(ui, Icon::Puzzle, texts.puzzles_explained(), &steps) {
        Some(0) => view.commands.push(match paths::included(paths::PUZZLES) {
            Some(path) => Command::Puzzle(PuzzleCommand::Open(path, PuzzleFilter::default())),
            None => Command::Notify(Notice::NotIncluded(paths::PUZZLES)),
        }),
        Some(1) => *view.dialog = Some(Dialog::File(FileDialog::puzzles(view.model))),
        Some(_) => make(view),
        None => {}
    }
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

/// Asks for games to make puzzles from, and for the file of the puzzles.
fn make(view: &mut WindowView<'_>) {
    let maker = view.state.get::<Maker>();
    let file = FileDialog::puzzle_games(maker.engine.clone(), maker.limit, view.model);
    *view.dialog = Some(Dialog::File(file));
}

/// Draws the making of puzzles from games.
fn making(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    let making = &model.puzzles.making;
    fields::rows(ui, |ui| {
        if let Some(MakingProgress { share, found, pace }) = making.stage() {
            if ui.button(texts.stop()).clicked() {
                view.commands.push(Command::Puzzle(PuzzleCommand::StopMaking));
            }
            ui.add(ProgressBar::new(share).desired_width(120.0).text(texts.percentage(share, 0)));
            ui.label(texts.puzzles_progress(found, pace));
            return;
        }
        if help::button(ui, texts.make_puzzles(), texts.help_make_puzzles()) {
            make(view);
        }
        let maker = view.state.get::<Maker>();
        choices::engine(ui, texts.engine(), &mut maker.engine, model.roster().names());
        choices::limit(ui, texts, &mut maker.limit);
        if let Some((file, count)) = &making.made {
            ui.label(texts.puzzles_made(&file_name(file), *count));
            if help::button(ui, texts.solve_made(), texts.help_solve_made()) {
                let open = PuzzleCommand::Open(file.clone(), PuzzleFilter::default());
                view.commands.push(Command::Puzzle(open));
            }
        }
    });
}

/// Draws the choice of puzzles.
fn choices(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    fields::rows(ui, |ui| {
        let choice = view.state.get::<PuzzleFilter>();
        if help::button(ui, texts.open_puzzles(), texts.help_open_puzzles()) {
            *view.dialog = Some(Dialog::File(FileDialog::puzzles(model)));
        }
        if model.puzzles.path.is_none()
            && model.puzzles.reading().is_none()
            && let Some(path) = paths::included(paths::PUZZLES)
            && help::button(ui, texts.included_puzzles(), texts.help_included_puzzles())
        {
            view.commands.push(Command::Puzzle(PuzzleCommand::Open(path, choice.clone())));
        }
        if let Some(path) = &model.puzzles.path {
            ui.strong(file_name(path));
        }
        if let Some(progress) = model.puzzles.reading() {
            if ui.button(texts.stop()).clicked() {
                view.commands.push(Command::Puzzle(PuzzleCommand::Stop));
            }
            ui.add(ProgressBar::new(progress.share().unwrap_or_default()).desired_width(120.0));
            return;
        }
        let label = ui.label(texts.rating_from());
        fields::number(ui, DragValue::new(&mut choice.least).range(0..=4000)).labelled_by(label.id);
        let label = ui.label(texts.rating_to());
        fields::number(ui, DragValue::new(&mut choice.most).range(0..=4000)).labelled_by(label.id);
        theme(ui, texts, &mut choice.theme);
        if let Some(path) = &model.puzzles.path
            && help::button(ui, texts.choose_puzzles(), texts.help_choose_puzzles())
        {
            view.commands.push(Command::Puzzle(PuzzleCommand::Open(path.clone(), choice.clone())));
        }
    });
}

/// Draws the choice of a theme; `chosen` is its identifier, empty for all themes.
fn theme(ui: &mut Ui, texts: Language, chosen: &mut String) {
    let name = if chosen.is_empty() { texts.all_themes().into() } else { texts.theme_name(chosen) };
    let list = choices::list(ui, texts.theme(), &name, |ui| {
        ui.selectable_value(chosen, String::new(), texts.all_themes());
        for (id, name) in texts.themes() {
            ui.selectable_value(chosen, id.to_owned(), name);
        }
    });
    help::explained(list, texts.help_theme());
}

/// Draws the state of the puzzle on the board.
fn on_board(ui: &mut Ui, texts: Language, trial: &CurrentPuzzle, rating: Rating) {
    use heirloom_app::review::judgement::Judgement;
    let puzzle = trial.puzzle();
    fields::rows(ui, |ui| {
        ui.strong(texts.puzzle_number(&puzzle.id));
        ui.label(texts.puzzle_task(texts.color(trial.solver())));
    });
    let palette = palette(ui);
    let words = RichText::new(texts.puzzle_state(trial.state, trial.failed)).heading();
    ui.label(match trial.state {
        PuzzleState::Wrong => words.color(palette.judged(Judgement::Blunder)),
        PuzzleState::Solved if !trial.failed => words.color(ui.visuals().hyperlink_color),
        _ => words,
    });
    if trial.is_over() {
        // Before the end they would reveal too much.
        ui.label(texts.puzzle_facts(puzzle.rating, rating, trial.change));
        let themes: Vec<_> = puzzle.themes.iter().map(|id| texts.theme_name(id)).collect();
        ui.weak(themes.join(", "));
        if !puzzle.url.is_empty() {
            ui.hyperlink(&puzzle.url);
        }
    }
}
