//! A test run: the positions of a suite, what the engine found, and how many were solved.

use std::borrow::Cow;
use std::time::Duration;

use eframe::egui::{CollapsingHeader, Grid, ProgressBar, ScrollArea, Ui};

use super::{WindowView, empty};
use crate::dialogs::{Dialog, FileDialog};
use crate::model::command::{Command, SuiteCommand};
use crate::model::suite::{Limit, PastRun};
use crate::texts::{Language, file_name};
use crate::widgets::icons::Icon;
use crate::widgets::table::{self, Column, TableEvent, TableState};
use crate::widgets::{choices, fields, help};

/// The number of columns that interest every user.
const BASIC: usize = 5;

/// The choices for the next run.
struct Chosen {
    engine: String,
    limit: Limit,
}

impl Default for Chosen {
    fn default() -> Chosen {
        Chosen { engine: "heirloom".into(), limit: Limit::Time(Duration::from_secs(1)) }
    }
}

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, test) = (view.texts(), &view.model.test_run);
    if test.path.is_none() {
        let steps = [(texts.open_suite(), texts.help_open_suite())];
        if empty::show(ui, Icon::Tick, texts.suite_explained(), &steps).is_some() {
            *view.dialog = Some(Dialog::File(FileDialog::suite(view.model)));
        }
        return;
    }
    choices(ui, view);
    let (solved, tried) = test.solved();
    if tried > 0 {
        fields::rows(ui, |ui| {
            let share = solved as f32 / tried as f32;
            ui.strong(texts.solved_of(solved, tried, test.suite.tasks.len()));
            ui.add(ProgressBar::new(share).desired_width(120.0).text(texts.percentage(share, 1)));
        });
    }
    let full = view.is_full();
    past_runs(ui, texts, &test.past, full);
    let columns = [
        Column::figures(texts.column_number(), 40.0),
        Column::words(texts.position_name(), 120.0),
        Column::words(texts.expected(), 80.0),
        Column { grows: 0.0, ..Column::words(texts.played(), 70.0) },
        Column { grows: 0.0, ..Column::words(texts.solved(), 60.0) },
        Column::figures(texts.depth(), 50.0),
        Column::figures(texts.found_after(), 80.0),
        Column::figures(texts.value(), 70.0),
    ];
    let cells = |row: usize| -> Vec<Cow<'_, str>> {
        let Some(task) = test.suite.tasks.get(row) else { return Vec::new() };
        let mut cells = vec![
            (row + 1).to_string().into(),
            task.id.as_str().into(),
            view.settings.moves_in(&texts.solution_of(&task.goal, &task.position)).into(),
        ];
        if let Some(answer) = test.answers.get(row).and_then(Option::as_ref) {
            let played = answer
                .best
                .map_or_else(String::new, |mv| view.settings.moves(&texts.san(&task.position, mv)));
            let solved = match answer.fault {
                Some(_) => texts.failed(),
                None if answer.solved => texts.yes(),
                None => texts.no(),
            };
            let found =
                answer.found.map_or_else(String::new, |moment| format!("{:.2} s", moment.time.as_secs_f64()));
            let depth = answer.depth.map_or_else(String::new, |depth| depth.to_string());
            let score = answer.score.map_or_else(String::new, |score| score.to_string());
            cells.extend([played.into(), Cow::Borrowed(solved), depth.into(), found.into(), score.into()]);
        }
        cells
    };
    let shown = TableState { rows: test.suite.tasks.len(), ..TableState::default() };
    // The last columns are for experts.
    let columns = if full { &columns[..] } else { &columns[..BASIC] };
    let cells = |row| cells(row).into_iter().take(columns.len()).collect();
    if let Some(TableEvent::RowActivated(row)) = table::show(ui, columns, shown, cells) {
        view.commands.push(Command::Suite(SuiteCommand::Show(row)));
    }
}

/// Draws the finished runs, and what the latest has solved and failed that the one before has not.
fn past_runs(ui: &mut Ui, texts: Language, runs: &[PastRun], full: bool) {
    let Some(latest) = runs.first() else { return };
    let header = CollapsingHeader::new(texts.past_runs(runs.len())).id_salt("past runs");
    header.default_open(true).show(ui, |ui| {
        let most = (ui.available_height() * 0.3).max(60.0);
        ScrollArea::vertical().max_height(most).auto_shrink([false, true]).show(ui, |ui| {
            Grid::new("past runs").striped(true).spacing([16.0, 4.0]).show(ui, |ui| {
                ui.strong(texts.run_date());
                ui.strong(texts.engine());
                if full {
                    ui.strong(texts.run_settings());
                }
                ui.strong(texts.solved());
                if full {
                    ui.strong(texts.points());
                }
                help::explained(ui.strong(texts.difference()), texts.help_difference());
                ui.end_row();
                for run in runs {
                    ui.label(texts.run_date_of(&run.date));
                    ui.label(&run.engine);
                    if full {
                        ui.label(&run.settings);
                    }
                    ui.label(format!("{} / {}", run.solved, run.positions));
                    let (points, most) = run.points;
                    if full {
                        ui.label(if most > 0 { format!("{points} / {most}") } else { "–".to_owned() });
                    }
                    ui.label(format!("+{} −{}", run.gained.len(), run.lost.len()));
                    ui.end_row();
                }
            });
            for (title, names) in
                [(texts.newly_solved(), &latest.gained), (texts.newly_failed(), &latest.lost)]
            {
                if !names.is_empty() {
                    ui.label(format!("{title}: {}", names.join(", ")));
                }
            }
        });
    });
}

/// Draws the suite, the engine and the limit.
fn choices(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    fields::rows(ui, |ui| {
        if help::button(ui, texts.open_suite(), texts.help_open_suite()) {
            *view.dialog = Some(Dialog::File(FileDialog::suite(model)));
        }
        if let Some(path) = &model.test_run.path {
            ui.strong(file_name(path));
        }
        let chosen = view.state.get::<Chosen>();
        choices::engine(ui, texts.engine(), &mut chosen.engine, model.roster().names());
        choices::limit(ui, texts, &mut chosen.limit);
        if model.test_run.is_running() {
            if ui.button(texts.stop()).clicked() {
                view.commands.push(Command::Suite(SuiteCommand::Stop));
            }
            ui.spinner();
        } else if help::button(ui, texts.run_suite(), texts.help_run_suite()) {
            view.commands.push(Command::Suite(SuiteCommand::Run(chosen.engine.clone(), chosen.limit)));
        }
    });
}
