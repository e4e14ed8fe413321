//! An engine of the analysis: its name, the value of the position, how far it is, and its lines.

use eframe::egui::collapsing_header::CollapsingState;
use eframe::egui::{FontId, Response, RichText, Role, Sense, StrokeKind, Ui, Vec2};
use heirloom_chess::Position;
use heirloom_engine::{Info, Score};

use super::{bounded, engine, lines, remove};
use crate::model::insight::Attention;
use crate::model::players::{Seat, title};
use crate::model::tablebase::TableAnswer;
use crate::texts::{Language, is_tablebase_win};
use crate::widgets::icons::{self, Icon};
use crate::widgets::{self, chances, help};
use crate::windows::WindowView;

/// The size of the value of the position.
const VALUE: f32 = 26.0;
/// The size of the text of a tile.
const TILE: f32 = 12.5;
/// The space around it.
const MARGIN: Vec2 = Vec2::new(6.0, 2.0);

/// Draws an engine.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>, id: &str, position: Option<&Position>) {
    let analysis = &view.model.analysis;
    let seat = analysis.seat_of(id);
    let can_go = !analysis.others.is_empty();
    let state = CollapsingState::load_with_default_open(ui.ctx(), ui.scope_id().with(("block", id)), true);
    let is_open = state.is_open();
    let header = state.show_header(ui, |ui| {
        engine(ui, view, id);
        // The name an engine gives itself has its version.
        if let Some(name) = seat.and_then(|seat| seat.name.as_deref()).filter(|name| *name != title(id)) {
            ui.weak(name);
        }
        if !is_open && let Some((seat, position)) = seat.zip(position) {
            ui.strong(value(view, seat, position));
        }
        let name = view.texts().remove_engine(title(id));
        if can_go && icons::button(ui, Icon::Cross, &name, 12.0).on_hover_text(&name).clicked() {
            remove(view, id);
        }
    });
    let (toggle, ..) = header.body_unindented(|ui| {
        let Some((seat, position)) = seat.zip(position) else { return };
        overview(ui, view, seat, position);
        lines::show(ui, view, seat, position);
    });
    widgets::named(&toggle, Role::DisclosureTriangle, view.texts().fold_engine(title(id)));
}

/// Draws the engine that another program uses, with what it thinks.
pub fn served(ui: &mut Ui, view: &mut WindowView<'_>, seat: &Seat) {
    let texts = view.texts();
    ui.strong(title(&seat.id));
    ui.label(texts.served_by_program());
    match &seat.report.root {
        None => _ = ui.label(texts.served_waits()),
        Some(position) => {
            overview(ui, view, seat, position);
            lines::show(ui, view, seat, position);
        }
    }
}

/// Returns the value of the position in words, with the sign of a bound if nothing else is known.
fn value(view: &mut WindowView<'_>, seat: &Seat, position: &Position) -> String {
    let (texts, turn) = (view.texts(), position.turn());
    let best = seat.progress.ranked().first().and_then(|best| best.score);
    let Some(score) = seat.progress.score().or(best) else {
        return seat.progress.value().map_or_else(
            || "–".to_owned(),
            |value| {
                let sign = value.bound.for_white(turn).sign();
                format!("{sign}{}", texts.score(value.score.for_white(turn)))
            },
        );
    };
    if is_tablebase_win(score) {
        view.state.get::<Attention>().tablebase = true;
    }
    let known = by_tablebase(view, score, position);
    known.unwrap_or_else(|| texts.score_in_words(score.for_white(turn)))
}

/// Returns a win in words, with its distance, if the tablebases know it.
fn by_tablebase(view: &WindowView<'_>, score: Score, position: &Position) -> Option<String> {
    let model = view.model;
    match model.tablebase.answer(model.analysis.line.as_ref()?)? {
        TableAnswer::Moves(moves) if is_tablebase_win(score) => {
            let best = moves.first()?;
            Some(view.texts().table_result(best.wdl, best.dtz, position.turn()))
        }
        _ => None,
    }
}

/// Draws the value of the position, the figures of the search, and the chances.
fn overview(ui: &mut Ui, view: &mut WindowView<'_>, seat: &Seat, position: &Position) {
    let (texts, turn) = (view.texts(), position.turn());
    let value = value(view, seat, position);
    ui.horizontal_wrapped(|ui| {
        help::explained(ui.label(RichText::new(value).size(VALUE).strong()), texts.help_value());
        ui.weak(texts.white_view());
        // The latest full lines stay while the search has only a bound.
        if let Some(info) = seat.progress.bound() {
            help::explained(ui.weak(bounded(texts, info, turn)), texts.help_bound());
        }
        tiles(ui, texts, seat.progress.totals(), view.is_full());
    });
    if let Some(wdl) = seat.progress.exact().and_then(|exact| exact.wdl) {
        let wdl = wdl.for_white(turn);
        let [win, draw, loss] = chances::percent(wdl);
        chances::show(ui, wdl, &texts.chances(win, draw, loss));
    }
}

/// Draws the depth and, if `full`, speed and other figures, each in a tile.
fn tiles(ui: &mut Ui, texts: Language, totals: &Info, full: bool) {
    let count = |number| texts.large_number(number);
    let tablebase = totals.tbhits.filter(|hits| *hits > 0);
    let tiles = [
        totals.depth.map(|depth| (texts.tile_depth(depth), texts.help_tile_depth())),
        totals.speed().map(|speed| (texts.tile_speed(&count(speed)), texts.help_tile_speed())),
        totals.nodes.map(|nodes| (texts.tile_nodes(&count(nodes)), texts.help_tile_nodes())),
        totals.hashfull.map(|hash| (texts.tile_hash((hash + 5) / 10), texts.help_tile_hash())),
        tablebase.map(|hits| (texts.tile_tablebase(&count(hits)), texts.help_tile_tablebase())),
    ];
    let shown = if full { tiles.len() } else { 1 };
    for (text, explanation) in tiles.into_iter().take(shown).flatten() {
        help::explained(tile(ui, &text), explanation);
    }
}

/// Draws a text in a tile.
fn tile(ui: &mut Ui, text: &str) -> Response {
    let font = FontId::proportional(TILE);
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, ui.visuals().text_color());
    let (rect, response) = ui.allocate_exact_size(galley.size() + 2.0 * MARGIN, Sense::hover());
    widgets::named(&response, Role::Label, text);
    if ui.is_rect_visible(rect) {
        let visuals = ui.visuals();
        let stroke = visuals.widgets.noninteractive.bg_stroke;
        ui.painter().rect(rect, 4.0, visuals.faint_bg_color, stroke, StrokeKind::Inside);
        ui.painter().galley(rect.min + MARGIN, galley, visuals.text_color());
    }
    response
}
