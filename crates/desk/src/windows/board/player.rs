//! The bar of a player, above or below the board: whether it is to move, name, captured pieces, result and
//! clock.

use eframe::egui::{
    Align, Align2, FontId, Label, Layout, Rect, RichText, Role, Sense, Stroke, Ui, UiBuilder, Vec2, pos2,
    vec2,
};
use heirloom_chess::game::GameResult;
use heirloom_chess::{Color, Piece, PieceType};

use super::super::graph::Times;
use super::super::{WindowView, clocks};
use crate::model::Stage;
use crate::model::names::{elo_tag, tag};
use crate::texts::clock_time;
use crate::theme::{LINE, ROUND, bold, bold_family, palette, size};
use crate::widgets;
use crate::widgets::board::colors::BoardColors;
use crate::widgets::board::paint;

/// The height of a bar, in points.
pub const HEIGHT: f32 = 34.0;

/// The space between a bar and the board.
pub const GAP: f32 = 4.0;

/// The side of a captured piece.
const CAPTURED: f32 = 18.0;

/// The distance between captured pieces, which overlap like cards.
const STEP: f32 = CAPTURED * 0.6;

/// The space before captured pieces and after them.
const GAPS: f32 = 16.0;

/// The least width for the name.
const NAME: f32 = 90.0;

/// Draws the bar in a rectangle; `more` draws what is added before the clock.
pub fn show(
    ui: &mut Ui,
    view: &mut WindowView<'_>,
    color: Color,
    rect: Rect,
    more: impl FnOnce(&mut Ui, &mut WindowView<'_>),
) {
    let (model, texts, palette) = (view.model, view.texts(), palette(ui));
    let is_over = matches!(model.play.stage(), Stage::Over(_)) || model.record().is_decided_here();
    let to_move = model.record().position().turn() == color && !is_over;
    let fill = if to_move { palette.selection } else { palette.stripe };
    ui.painter().rect_filled(rect, ROUND, fill);
    if to_move {
        let mark = Rect::from_min_size(rect.min, vec2(4.0, rect.height()));
        ui.painter().rect_filled(mark, ROUND, palette.accent);
    }
    let inner = rect.shrink2(vec2(8.0, 2.0));
    let layout = Layout::left_to_right(Align::Center);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(inner).layout(layout).id_salt(("player", color)));
    ui.set_clip_rect(rect.intersect(ui.clip_rect()));
    ui.spacing_mut().item_spacing.x = 6.0;
    let state = match (is_over, to_move) {
        (true, _) => texts.game_is_over(),
        (false, true) => texts.to_move(),
        (false, false) => texts.waits(),
    };
    sign(&mut ui, view, color, state);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        clock(ui, view, color);
        more(ui, view);
        score(ui, view, color);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| names(ui, view, color));
    });
}

/// Draws a pawn in the color of the player.
fn sign(ui: &mut Ui, view: &mut WindowView<'_>, color: Color, state: &str) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(22.0), Sense::hover());
    widgets::named(&response, Role::Image, state);
    // On a square of the board, pieces of both colors can be seen.
    ui.painter().rect_filled(rect, 4.0, BoardColors::of(view.settings).dark);
    let pixels = (rect.width() * ui.pixels_per_point()).round() as u32;
    paint::draw(ui, view.pieces, Piece::new(color, PieceType::Pawn), rect, pixels, 1.0);
    response.on_hover_text(format!("{}: {state}", view.texts().color(color)));
}

/// Draws the name with Elo and captured pieces, as far as there is room.
fn names(ui: &mut Ui, view: &mut WindowView<'_>, color: Color) {
    let (model, texts) = (view.model, view.texts());
    let name = model.record().game().tags().get(tag(color));
    let name = name.filter(|name| !matches!(*name, "" | "?")).unwrap_or(texts.color(color));
    let elo = model.record().game().tags().get(elo_tag(color)).and_then(|elo| elo.parse().ok());
    let elo = elo.filter(|elo: &u32| *elo > 0);
    let thinks = model.play.thinking() == Some(color);
    let (captured, lead) = balance(view, color);
    let taken_room = if captured.is_empty() { 0.0 } else { taken_width(captured.len()) + GAPS };
    let behind = taken_room + if lead > 0 { 34.0 } else { 0.0 };
    let room = ui.available_width();
    let shows_captured = room - behind >= NAME;
    let text_room = if shows_captured { room - behind } else { room };
    ui.scope(|ui| {
        ui.set_max_width(text_room);
        let mut words = RichText::new(name).family(bold_family()).size(size::TEXT + 0.5);
        words = words.color(palette(ui).strong);
        ui.add(Label::new(words).truncate());
        if let Some(elo) = elo {
            ui.add(Label::new(RichText::new(format!("{} {elo}", texts.column_elo())).weak()).truncate());
        }
        if thinks {
            ui.add(Label::new(RichText::new(texts.thinks()).weak().italics()).truncate());
        }
    });
    if shows_captured {
        taken(ui, view, &captured, lead);
    }
}

/// Returns the pieces that a side has more of than the other, as pieces of the other side, and the value of
/// its lead in pawns.
fn balance(view: &WindowView<'_>, color: Color) -> (Vec<Piece>, i32) {
    let position = view.model.record().position();
    let count = |color, kind| position.pieces(color, kind).count() as i32;
    let (mut captured, mut lead) = (Vec::new(), 0);
    for (kind, value) in VALUES {
        let more = count(color, kind) - count(!color, kind);
        lead += more * value;
        captured.extend((0..more).map(|_| Piece::new(!color, kind)));
    }
    (captured, lead)
}

/// What pieces are worth in pawns.
const VALUES: [(PieceType, i32); 5] = [
    (PieceType::Queen, 9),
    (PieceType::Rook, 5),
    (PieceType::Bishop, 3),
    (PieceType::Knight, 3),
    (PieceType::Pawn, 1),
];

/// Returns the width of a number of captured pieces.
fn taken_width(count: usize) -> f32 {
    STEP * count as f32 + (CAPTURED - STEP)
}

/// Draws captured pieces.
fn taken(ui: &mut Ui, view: &mut WindowView<'_>, captured: &[Piece], lead: i32) {
    if captured.is_empty() {
        return;
    }
    let texts = view.texts();
    let size = vec2(taken_width(captured.len()), CAPTURED);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let names: Vec<String> = captured.iter().map(|piece| texts.piece(*piece)).collect();
    let words = format!("{}: {}", texts.captured(), names.join(", "));
    widgets::named(&response, Role::Image, &words);
    ui.painter().rect_filled(rect.expand2(vec2(1.0, 2.0)), 4.0, BoardColors::of(view.settings).dark);
    let pixels = (CAPTURED * ui.pixels_per_point()).round() as u32;
    for (index, piece) in captured.iter().enumerate() {
        let place =
            Rect::from_min_size(pos2(rect.left() + STEP * index as f32, rect.top()), Vec2::splat(CAPTURED));
        paint::draw(ui, view.pieces, *piece, place, pixels, 1.0);
    }
    response.on_hover_text(words);
    if lead > 0 {
        ui.label(RichText::new(format!("+{lead}")).size(size::SMALL).color(palette(ui).text));
    }
}

/// Draws the points of a player in a game that is over.
fn score(ui: &mut Ui, view: &WindowView<'_>, color: Color) {
    let points = match (view.model.record().game().result(), color) {
        (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => "1",
        (GameResult::WhiteWins | GameResult::BlackWins | GameResult::BothLose, _) => "0",
        (GameResult::Draw, _) => "½",
        _ => return,
    };
    ui.label(bold(points).size(size::HEADING - 2.0)).on_hover_text(view.texts().result());
}

/// Draws the clock of a game that is played on time, or what the clock showed in a game that was opened.
fn clock(ui: &mut Ui, view: &mut WindowView<'_>, color: Color) {
    let (model, clocks) = (view.model, view.model.play.clocks());
    let is_played = model.play.stage() != Stage::Free;
    let face = if is_played {
        clocks.left(color, view.now).map(|_| clocks::face(view, color))
    } else {
        view.state.get::<Times>().left(model, color).map(clock_time)
    };
    let Some(face) = face else { return };
    let palette = palette(ui);
    let runs = is_played && clocks.running() == Some(color);
    let font = FontId::monospace(size::HEADING - 1.0);
    let galley = ui.painter().layout_no_wrap(face.clone(), font.clone(), palette.strong);
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x + 16.0, HEIGHT - 8.0), Sense::hover());
    widgets::named(&response, Role::Label, &face);
    let edge = if runs { palette.accent } else { palette.edge };
    let stroke = Stroke::new(if runs { 2.0 } else { LINE }, edge);
    ui.painter().rect(rect, ROUND, palette.field, stroke, eframe::egui::StrokeKind::Inside);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, face, font, palette.strong);
}
