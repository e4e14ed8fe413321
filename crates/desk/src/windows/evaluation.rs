//! The static evaluation of the position on the board by piece and by term, for any of our engines.

use eframe::egui::{Align2, Color32, FontId, Grid, Rect, RichText, Role, ScrollArea, Sense, Ui, Vec2};
use heirloom_chess::Position;
use heirloom_engine::{Explanation, ExplanationRow, Score};

use super::{WindowView, pawns};
use crate::model::command::{Command, InsightCommand};
use crate::model::insight::Attention;
use crate::texts::Language;
use crate::widgets;
use crate::widgets::board::{Squares, paint};
use crate::widgets::pieces::Pieces;
use crate::widgets::{choices, fields, figures};

/// The pieces of the small board, which have a size of their own.
#[derive(Default)]
struct SmallPieces(Pieces);

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    view.state.get::<Attention>().evaluation = true;
    choice(ui, view);
    ui.separator();
    let texts = view.texts();
    let Some(answer) = &view.model.insight.evaluation.answer else {
        ui.weak(texts.not_answered_yet());
        return;
    };
    let explanation = match &answer.explanation {
        Ok(explanation) => explanation,
        Err(reason) => {
            ui.colored_label(ui.visuals().warn_fg_color, reason);
            return;
        }
    };
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        let score = match explanation.score {
            Score::Cp(centipawns) => figures::pawns(centipawns),
            mate => mate.to_string(),
        };
        ui.horizontal(|ui| {
            ui.label(texts.value_for_white());
            ui.label(RichText::new(score).monospace().strong());
        });
        board(ui, view, &answer.position, explanation);
        terms(ui, texts, &explanation.rows, view.is_full());
        if view.is_full() {
            pawns::show(ui, texts, &answer.position);
        }
    });
}

/// Draws the choice of the engine, and of its evaluation.
fn choice(ui: &mut Ui, view: &mut WindowView<'_>) {
    let (model, texts) = (view.model, view.texts());
    let explainer = &model.insight.evaluation;
    let (mut engine, mut kind) = (explainer.engine.clone(), explainer.kind.clone());
    fields::rows(ui, |ui| {
        choices::engine(ui, texts.explaining_engine(), &mut engine, model.explainers());
        let kinds = explainer.answer.as_ref().map_or(&[][..], |answer| answer.kinds.as_slice());
        if let Some(first) = kinds.first() {
            let shown = kind.clone().unwrap_or_else(|| first.clone());
            choices::list(ui, texts.evaluation_kind(), &shown, |ui| {
                for name in kinds {
                    if ui.selectable_label(*name == shown, name).clicked() {
                        kind = Some(name.clone());
                    }
                }
            });
        }
    });
    if engine != explainer.engine {
        kind = None;
    }
    if engine != explainer.engine || kind != explainer.kind {
        view.commands.push(Command::Insight(InsightCommand::Explain { engine, kind }));
    }
}

/// Draws a small board with the value of each piece.
fn board(ui: &mut Ui, view: &mut WindowView<'_>, position: &Position, explanation: &Explanation) {
    let texts = view.texts();
    // The whole board can be seen without scrolling.
    let side = ui.available_width().min(ui.clip_rect().height() - 8.0).clamp(200.0, 380.0);
    let (outer, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    let squares = Squares::new(outer, view.model.play.is_flipped(), false);
    paint::squares(ui.painter(), &squares, view.settings);
    let pixels = squares.pixels(ui);
    let pieces = &mut view.state.get::<SmallPieces>().0;
    pieces.follow(view.settings);
    for square in position.occupied() {
        let Some(piece) = position.piece_at(square) else { continue };
        let rect = squares.rect(square);
        paint::draw(ui, pieces, piece, rect, pixels, 1.0);
        let Some((_, value)) = explanation.squares.iter().find(|(known, _)| *known == square) else {
            continue;
        };
        let words = format!("{}: {}", texts.square(square, Some(piece)), figures::pawns(*value));
        let response = ui.interact(rect, ui.scope_id().with(("worth", square.index())), Sense::hover());
        widgets::named(&response, Role::Label, &words);
        response.on_hover_text(&words);
        worth(ui, rect, *value);
    }
}

/// Draws a value at the lower edge of a square, on a ground that makes it readable.
fn worth(ui: &Ui, rect: Rect, value: i32) {
    let ground =
        Rect::from_min_max(rect.left_bottom() - Vec2::new(0.0, rect.height() * 0.32), rect.right_bottom());
    let color = if value < 0 { Color32::from_rgb(120, 30, 30) } else { Color32::from_rgb(25, 80, 40) };
    ui.painter().rect_filled(ground, 2.0, color.gamma_multiply(0.85));
    let font = FontId::proportional((rect.height() * 0.27).clamp(7.0, 12.0));
    ui.painter().text(ground.center(), Align2::CENTER_CENTER, figures::pawns(value), font, Color32::WHITE);
}

/// Draws the difference of each term in the middlegame and in the endgame.
fn sums(ui: &mut Ui, texts: Language, rows: &[ExplanationRow]) {
    Grid::new("sums").striped(true).show(ui, |ui| {
        figures::heads(ui, &[texts.evaluation_term(), texts.middlegame(), texts.endgame()]);
        for ExplanationRow { term, white, black } in rows {
            ui.label(term);
            for value in [white.0 - black.0, white.1 - black.1] {
                figures::right(ui, &figures::pawns(value), 6);
            }
            ui.end_row();
        }
    });
}

/// Draws the terms of both sides, in the middlegame and in the endgame.
fn terms(ui: &mut Ui, texts: Language, rows: &[ExplanationRow], full: bool) {
    ui.add_space(8.0);
    if !full {
        return sums(ui, texts, rows);
    }
    Grid::new("terms").striped(true).show(ui, |ui| {
        let (term, sum) = (texts.evaluation_term(), texts.term_sum());
        figures::heads(ui, &[term, texts.white(), "", texts.black(), "", sum, ""]);
        ui.label("");
        for _ in 0..3 {
            ui.label(RichText::new(texts.middlegame()).small().weak());
            ui.label(RichText::new(texts.endgame()).small().weak());
        }
        ui.end_row();
        for ExplanationRow { term, white, black } in rows {
            ui.label(term);
            for value in [white.0, white.1, black.0, black.1, white.0 - black.0, white.1 - black.1] {
                figures::right(ui, &figures::pawns(value), 6);
            }
            ui.end_row();
        }
    });
}
