//! The analysis of a position: what is analyzed and how, then each engine with its value and its lines.

mod block;
mod lines;
mod moves;

use eframe::egui::{
    Button, ComboBox, DragValue, Label, Response, RichText, Role, ScrollArea, Ui, WidgetInfo,
};
use heirloom_chess::{Color, Position};
use heirloom_engine::{Info, Score};

use super::WindowView;
use crate::model::command::{AnalysisCommand, Command, EnginesCommand, PlayCommand, Step};
use crate::model::players::title;
use crate::texts::Language;
use crate::widgets::lists::closing;
use crate::widgets::{board, fields, help};

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (model, texts) = (view.model, view.texts());
    if let Some(serving) = &model.serving {
        // Another program decides what is searched.
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| block::served(ui, view, &serving.seat));
        return;
    }
    fields::rows(ui, |ui| how(ui, view));
    ui.separator();
    let line = model.analysis.line.as_ref();
    let position = line.map_or(model.record().position(), |line| line.position());
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        // The bar may lie over the right edge.
        ui.set_max_width(ui.available_width() - 10.0);
        if line.is_none() {
            ui.weak(texts.analysis_explained());
        }
        notes(ui, view, position);
        let engines: Vec<String> = model.analysis.engines().map(str::to_owned).collect();
        for (index, engine) in engines.iter().enumerate() {
            if index > 0 {
                ui.separator();
            }
            block::show(ui, view, engine, line.map(|line| line.position()));
        }
        if model.analysis.on {
            legend(ui, view);
        }
    });
}

/// Explains the colors of the arrows on the board.
fn legend(ui: &mut Ui, view: &WindowView<'_>) {
    let texts = view.texts();
    let mut shown = vec![
        (board::arrows::LINE, texts.arrows_of_lines(), texts.help_arrows_of_lines()),
        (board::arrows::NEXT, texts.arrow_of_game(), texts.help_arrow_of_game()),
    ];
    if view.model.analysis.threat {
        shown.push((board::paint::THREAT, texts.arrow_of_threat(), texts.help_arrow_of_threat()));
    }
    ui.horizontal_wrapped(|ui| {
        for (color, name, explanation) in shown {
            board::arrows::sample(ui, color);
            help::explained(ui.add(Label::new(RichText::new(name).weak()).extend()), explanation);
            ui.add_space(4.0);
        }
    });
}

/// Draws what is analyzed, if it is not just the position on the board.
fn notes(ui: &mut Ui, view: &mut WindowView<'_>, position: &Position) {
    let (model, texts) = (view.model, view.texts());
    let (analysis, record) = (&model.analysis, model.record());
    if let Some(held) = analysis.held.as_ref().filter(|held| held.line != *record.line()) {
        fields::rows(ui, |ui| match held.node(record) {
            Some(node) => {
                let before = record.game().parent(node).and_then(|node| record.game().position(node).ok());
                let mv = before.as_ref().zip(record.game().mv(node));
                ui.colored_label(ui.visuals().warn_fg_color, texts.held_at(&texts.place_after(mv)));
                if ui.button(texts.go_there()).clicked() {
                    view.commands.push(Command::Play(PlayCommand::Go(Step::To(node))));
                }
            }
            None => _ = ui.colored_label(ui.visuals().warn_fg_color, texts.held_elsewhere()),
        });
    }
    let is_held = analysis.held.is_some();
    if analysis.threat && !is_held && analysis.line.as_ref() != Some(record.line()) {
        let words = texts.if_it_were_to_move(texts.color(position.turn()));
        ui.colored_label(ui.visuals().warn_fg_color, words);
    }
    if let Some(only) = &analysis.only {
        let shown = |&mv| view.settings.moves(&texts.san(position, mv));
        let moves: Vec<String> = only.moves.iter().map(shown).collect();
        fields::rows(ui, |ui| {
            ui.colored_label(ui.visuals().warn_fg_color, texts.only_moves(&moves.join(", ")));
            if ui.button(texts.all_moves()).clicked() {
                view.commands.push(Command::Analysis(AnalysisCommand::Only(Vec::new())));
            }
        });
    }
}

/// Draws the choice of what is analyzed, of the number of lines, and of further engines.
fn how(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, model) = (view.texts(), view.model);
    let analysis = &model.analysis;
    let mut switches = [
        (analysis.on, texts.analyse(), texts.help_analyse(), AnalysisCommand::Switch(!analysis.on)),
        (
            analysis.held.is_some(),
            texts.hold_position(),
            texts.help_hold_position(),
            AnalysisCommand::Hold(analysis.held.is_none()),
        ),
        (analysis.threat, texts.threat(), texts.help_threat(), AnalysisCommand::Threat(!analysis.threat)),
    ]
    .into_iter();
    let mut switch = |ui: &mut Ui, view: &mut WindowView<'_>| {
        let Some((on, text, explanation, command)) = switches.next() else { return };
        let button = Button::selectable(on, text).frame_when_inactive(true);
        if help::explained(ui.add(button), explanation).clicked() {
            view.commands.push(Command::Analysis(command));
        }
    };
    switch(ui, view);
    let mut count = analysis.lines;
    let label = ui.label(texts.lines());
    if fields::number(ui, DragValue::new(&mut count).range(1..=20)).labelled_by(label.id).changed() {
        view.commands.push(Command::Analysis(AnalysisCommand::Lines(count)));
    }
    switch(ui, view);
    switch(ui, view);
    moves::menu(ui, view);
    add(ui, view);
}

/// Draws the choice of an engine in place of this one.
fn engine(ui: &mut Ui, view: &mut WindowView<'_>, engine: &str) {
    let (texts, analysis) = (view.texts(), &view.model.analysis);
    let is_first = engine == analysis.engine;
    let (name, explanation) = if is_first {
        (texts.analysing_engine(), texts.help_analysing_engine())
    } else {
        (texts.comparison(), texts.help_add_engine())
    };
    let mut chosen = engine.to_owned();
    let list = ComboBox::from_id_salt(("engine", engine)).selected_text(title(engine)).show_ui(
        ui,
        closing(|ui| {
            for other in view.model.roster().names() {
                let is_free = other == engine || !analysis.engines().any(|engine| *engine == other);
                if is_free {
                    ui.selectable_value(&mut chosen, other.clone(), title(&other));
                }
            }
        }),
    );
    named(&list.response, name, title(engine));
    help::explained(list.response, explanation);
    if chosen == engine {
        return;
    }
    let command = if is_first {
        AnalysisCommand::Engine(chosen)
    } else {
        let others = analysis.others.iter();
        AnalysisCommand::Others(
            others.map(|other| if other == engine { &chosen } else { other }).cloned().collect(),
        )
    };
    view.commands.push(Command::Analysis(command));
}

/// Draws the menu of the engines that can analyze as well.
fn add(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, analysis) = (view.texts(), &view.model.analysis);
    let menu = ui.menu_button(texts.add_engine(), |ui| {
        for name in view.model.roster().names() {
            if !analysis.engines().any(|engine| *engine == name) && ui.button(title(&name)).clicked() {
                let others = analysis.others.iter().cloned().chain([name]).collect();
                view.commands.push(Command::Analysis(AnalysisCommand::Others(others)));
                ui.close();
            }
        }
        found(ui, view);
    });
    help::explained(menu.response, texts.help_add_engine());
}

/// Draws the engines that are installed on this machine. They are looked for when the menu is opened.
fn found(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, engines) = (view.texts(), &view.model.engines);
    let Some(found) = &engines.found else {
        view.commands.push(Command::Engines(EnginesCommand::Find));
        return;
    };
    if found.is_empty() {
        return;
    }
    ui.separator();
    ui.weak(texts.found_here());
    for program in found {
        if ui.button(&program.name).on_hover_text(&program.command).clicked() {
            view.commands.push(Command::Engines(EnginesCommand::Analyze(Box::new(program.clone()))));
            ui.close();
        }
    }
}

/// Lets an engine go.
fn remove(view: &mut WindowView<'_>, engine: &str) {
    let analysis = &view.model.analysis;
    let mut others = analysis.others.clone();
    let commands = if engine == analysis.engine {
        let first = others.remove(0);
        vec![AnalysisCommand::Others(others), AnalysisCommand::Engine(first)]
    } else {
        others.retain(|other| *other != engine);
        vec![AnalysisCommand::Others(others)]
    };
    view.commands.extend(commands.into_iter().map(Command::Analysis));
}

/// Names a list for screen readers.
fn named(response: &Response, name: &str, chosen: &str) {
    response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("{name}: {chosen}")));
}

/// Returns a score of the side to move, from White's point of view.
pub fn written(texts: Language, score: Score, turn: Color) -> String {
    texts.score(score.for_white(turn))
}

/// Returns the score of a line from White's point of view, with a sign if it is a bound.
fn bounded(texts: Language, info: &Info, turn: Color) -> String {
    let score = info.score.map(|score| written(texts, score, turn)).unwrap_or_default();
    format!("{}{score}", info.bound.for_white(turn).sign())
}

/// Returns depth, nodes and speed.
pub fn figures(texts: Language, totals: &Info) -> String {
    let mut parts = Vec::new();
    if let Some(depth) = totals.depth {
        parts.push(format!("{depth}/{}", totals.selective_depth.unwrap_or(depth)));
    }
    if let Some(nodes) = totals.nodes {
        parts.push(format!("{} kN", nodes / 1000));
    }
    if let Some(nps) = totals.nps {
        parts.push(format!("{} kN/s", nps / 1000));
    }
    if let Some(hash) = totals.hashfull {
        parts.push(format!("hash {}", texts.percentage(hash as f32 / 1000.0, 1)));
    }
    parts.join("   ")
}
