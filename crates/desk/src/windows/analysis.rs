//! The analysis of the position on the board: several lines of an engine with their scores.

use eframe::egui::{
    Button, Color32, ComboBox, Frame, Margin, Response, RichText, Role, ScrollArea, Ui, WidgetInfo,
};
use heirloom_chess::{Color, Position};
use heirloom_engine::{Info, Score};

use super::WindowView;
use crate::model::command::{AnalysisCommand, Command};
use crate::model::players::{Seat, title};
use crate::widgets::pieces::Pieces;
use crate::widgets::{help, small_board};

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (model, texts) = (view.model, view.texts());
    ui.horizontal_wrapped(|ui| how(ui, view));
    ui.separator();
    let (Some(seat), Some(line)) = (&model.analysis.seat, &model.analysis.line) else {
        ui.weak(texts.analysis_explained());
        return;
    };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if line != model.record().line() && model.analysis.threat {
            ui.colored_label(
                ui.visuals().warn_fg_color,
                texts.if_it_were_to_move(texts.color(line.position().turn())),
            );
        }
        lines(ui, view, seat, line.position());
        if let Some(rival) = &model.analysis.rival_seat {
            ui.separator();
            lines(ui, view, rival, line.position());
        }
    });
}

/// Draws the choice of the engines, the number of lines, and the threat.
fn how(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (texts, analysis, names) = (view.texts(), &view.model.analysis, view.model.roster().names());
    let button = ui.add(Button::selectable(analysis.on, texts.analyse()).frame_when_inactive(true));
    if help::explained(button, texts.help_analyse()).clicked() {
        view.commands.push(Command::Analysis(AnalysisCommand::Switch(!analysis.on)));
    }
    let mut engine = analysis.engine.clone();
    let list = ComboBox::from_id_salt("engine").selected_text(title(&engine)).show_ui(ui, |ui| {
        for name in &names {
            ui.selectable_value(&mut engine, name.clone(), title(name));
        }
    });
    named(&list.response, texts.analysing_engine(), title(&engine));
    help::explained(list.response, texts.help_analysing_engine());
    let mut count = analysis.lines;
    let label = ui.label(texts.lines());
    let changed =
        ui.add(eframe::egui::DragValue::new(&mut count).range(1..=20)).labelled_by(label.id).changed();
    let threat = Button::selectable(analysis.threat, texts.threat()).frame_when_inactive(true);
    if help::explained(ui.add(threat), texts.help_threat()).clicked() {
        view.commands.push(Command::Analysis(AnalysisCommand::Threat(!analysis.threat)));
    }
    let mut rival = analysis.rival.clone();
    let shown = rival.as_ref().map_or(texts.no_comparison(), |name| title(name)).to_owned();
    let list = ComboBox::from_id_salt("rival").selected_text(&shown).show_ui(ui, |ui| {
        ui.selectable_value(&mut rival, None, texts.no_comparison());
        for name in &names {
            ui.selectable_value(&mut rival, Some(name.clone()), title(name));
        }
    });
    named(&list.response, texts.comparison(), &shown);
    help::explained(list.response, texts.help_comparison());
    let changes = [
        (engine != analysis.engine).then_some(AnalysisCommand::Engine(engine)),
        (rival != analysis.rival).then_some(AnalysisCommand::Rival(rival)),
        changed.then_some(AnalysisCommand::Lines(count)),
    ];
    view.commands.extend(changes.into_iter().flatten().map(Command::Analysis));
}

/// Names a list for screen readers.
fn named(response: &Response, name: &str, chosen: &str) {
    response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, format!("{name}: {chosen}")));
}

/// Draws what an engine has found: its name if there are two, its progress, and its lines.
fn lines(ui: &mut Ui, view: &mut WindowView<'_>, seat: &Seat, position: &Position) {
    ui.horizontal_wrapped(|ui| {
        if view.model.analysis.rival_seat.is_some() {
            ui.strong(seat.name.as_deref().unwrap_or(title(&seat.id)));
        }
        ui.label(figures(seat.progress.totals()));
        if let Some(info) = seat.progress.bound() {
            ui.weak(bounded(info, position.turn()));
        }
    });
    for info in seat.progress.ranked() {
        ui.horizontal_wrapped(|ui| {
            value(ui, info, position.turn());
            ui.label(RichText::new(format!("{:>2}", info.depth.unwrap_or_default())).monospace().weak());
            let moves = ui.label(view.texts().line_of_moves(position, &info.pv));
            preview(moves, view, position, info);
        });
    }
}

/// Draws a score on the color of the side that it is good for.
fn value(ui: &mut Ui, info: &Info, turn: Color) {
    let text = bounded(info, turn);
    let for_black = info.score.is_some_and(|score| score.for_white(turn).centipawns() < 0);
    let (fill, ink) = if for_black {
        (Color32::from_gray(20), Color32::from_gray(235))
    } else {
        (Color32::from_gray(240), Color32::from_gray(20))
    };
    let frame = Frame::new()
        .fill(fill)
        .stroke(ui.visuals().window_stroke)
        .corner_radius(4)
        .inner_margin(Margin::symmetric(5, 0));
    frame.show(ui, |ui| ui.label(RichText::new(format!("{text:>6}")).monospace().strong().color(ink)));
}

/// The pieces of the board that shows the end of a line.
#[derive(Default)]
struct Previewed(Pieces);

/// Shows the position at the end of a line while the pointer is on it.
fn preview(line: Response, view: &mut WindowView<'_>, position: &Position, info: &Info) {
    line.on_hover_ui(|ui| {
        let (mut position, mut last) = (position.clone(), None);
        for &mv in &info.pv {
            if position.try_play(mv).is_err() {
                break;
            }
            last = Some(mv);
        }
        small_board::show(ui, &position, last, 200.0, &mut view.state.get::<Previewed>().0, view.settings);
    });
}

/// Returns a score from White's point of view, in pawns or as moves to mate.
pub fn written(score: Score, turn: Color) -> String {
    score.for_white(turn).to_string()
}

/// Returns the score of a line from White's point of view, with a sign if it is a bound.
fn bounded(info: &Info, turn: Color) -> String {
    let score = info.score.map(|score| written(score, turn)).unwrap_or_default();
    format!("{}{score}", info.bound.for_white(turn).sign())
}

/// Returns depth, nodes and speed.
pub fn figures(totals: &Info) -> String {
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
        parts.push(format!("hash {}.{} %", hash / 10, hash % 10));
    }
    parts.join("   ")
}
