//! A test run: the positions of a suite, what the engine found, and how many were solved.

use std::borrow::Cow;
use std::time::Duration;

use eframe::egui::{CollapsingHeader, ComboBox, DragValue, Grid, ProgressBar, RichText, ScrollArea, Ui};

use super::WindowView;
use crate::dialogs::{Dialog, FileDialog};
use crate::model::command::{Command, SuiteCommand};
use crate::model::players::title;
use crate::model::suite::{Limit, PastRun};
use crate::texts::Language;
use crate::widgets::help;
use crate::widgets::table::{self, Column, TableEvent, TableState};

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
    choices(ui, view);
    let (texts, test) = (view.texts(), view.model.test_run());
    let (solved, tried) = test.solved();
    if tried > 0 {
        ui.horizontal_wrapped(|ui| {
            let share = solved as f32 / tried as f32;
            ui.label(RichText::new(texts.solved_of(solved, tried, test.suite.tasks.len())).strong());
            ui.add(ProgressBar::new(share).desired_width(120.0).text(format!("{:.1} %", 100.0 * share)));
        });
    }
    if test.path.is_none() {
        ui.label(RichText::new(texts.suite_explained()).weak());
        return;
    }
    past_runs(ui, texts, &test.past);
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
            texts.solution_of(&task.goal, &task.position).into(),
        ];
        if let Some(answer) = test.answers.get(row).and_then(Option::as_ref) {
            let played = answer.best.map_or_else(String::new, |mv| texts.san(&task.position, mv));
            let solved = if answer.fault.is_some() {
                texts.failed()
            } else if answer.solved {
                texts.yes()
            } else {
                texts.no()
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
    if let Some(TableEvent::RowActivated(row)) = table::show(ui, &columns, shown, cells) {
        view.commands.push(Command::Suite(SuiteCommand::Show(row)));
    }
}

/// Draws the finished runs, and what the latest has solved and failed that the one before has not.
fn past_runs(ui: &mut Ui, texts: Language, runs: &[PastRun]) {
    let Some(latest) = runs.first() else { return };
    CollapsingHeader::new(texts.past_runs(runs.len())).id_salt("past runs").default_open(true).show(
        ui,
        |ui| {
            let most = (ui.available_height() * 0.3).max(60.0);
            ScrollArea::vertical().max_height(most).auto_shrink([false, true]).show(ui, |ui| {
                Grid::new("past runs").striped(true).spacing([16.0, 4.0]).show(ui, |ui| {
                    for title in [
                        texts.run_date(),
                        texts.engine(),
                        texts.run_settings(),
                        texts.solved(),
                        texts.points(),
                    ] {
                        ui.strong(title);
                    }
                    help::explained(ui.strong(texts.difference()), texts.help_difference());
                    ui.end_row();
                    for run in runs {
                        ui.label(texts.run_date_of(&run.date));
                        ui.label(&run.engine);
                        ui.label(&run.settings);
                        ui.label(format!("{} / {}", run.solved, run.positions));
                        let (points, most) = run.points;
                        ui.label(if most > 0 { format!("{points} / {most}") } else { "–".to_owned() });
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
        },
    );
}

/// Draws the suite, the engine and the limit.
fn choices(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    ui.horizontal_wrapped(|ui| {
        if ui.button(texts.open_suite()).clicked() {
            *view.dialog = Some(Dialog::File(FileDialog::suite(model)));
        }
        if let Some(path) = &model.test_run().path {
            ui.label(RichText::new(path.file_name().unwrap_or_default().to_string_lossy()).strong());
        }
        let chosen = view.state.get::<Chosen>();
        ComboBox::from_label(texts.engine()).selected_text(title(&chosen.engine)).show_ui(ui, |ui| {
            for name in model.roster().names() {
                let title = title(&name).to_owned();
                ui.selectable_value(&mut chosen.engine, name, title);
            }
        });
        limit(ui, texts, &mut chosen.limit);
        if model.test_run().is_running() {
            if ui.button(texts.stop()).clicked() {
                view.commands.push(Command::Suite(SuiteCommand::Stop));
            }
            ui.spinner();
        } else if help::explained(ui.button(texts.run_suite()), texts.help_run_suite()).clicked() {
            view.commands.push(Command::Suite(SuiteCommand::Run(chosen.engine.clone(), chosen.limit)));
        }
    });
}

/// Draws the choice of the limit for each position.
pub fn limit(ui: &mut Ui, texts: Language, limit: &mut Limit) {
    let name = |limit: &Limit| match limit {
        Limit::Time(_) => texts.level_per_move(),
        Limit::Depth(_) => texts.level_depth(),
        Limit::Nodes(_) => texts.level_nodes(),
    };
    let combo = ComboBox::from_id_salt("limit").selected_text(name(limit)).show_ui(ui, |ui| {
        for kind in [Limit::Time(Duration::from_secs(1)), Limit::Depth(8), Limit::Nodes(100_000)] {
            let same = std::mem::discriminant(&kind) == std::mem::discriminant(limit);
            if ui.selectable_label(same, name(&kind)).clicked() && !same {
                *limit = kind;
            }
        }
    });
    let kind = combo.response.on_hover_text(texts.level());
    kind.widget_info(|| eframe::egui::WidgetInfo::labeled(eframe::egui::Role::ComboBox, true, name(limit)));
    let id = kind.id;
    match limit {
        Limit::Time(time) => {
            let mut seconds = time.as_secs_f64();
            if ui.add(DragValue::new(&mut seconds).range(0.01..=3600.0)).labelled_by(id).changed() {
                *time = Duration::from_secs_f64(seconds);
            }
        }
        Limit::Depth(plies) => _ = ui.add(DragValue::new(plies).range(1..=100)).labelled_by(id),
        Limit::Nodes(nodes) => {
            _ = ui.add(DragValue::new(nodes).range(1..=10_000_000_000_u64)).labelled_by(id)
        }
    }
}
