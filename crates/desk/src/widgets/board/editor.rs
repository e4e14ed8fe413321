//! A board on which pieces can be put anywhere.

use eframe::egui::{PointerButton, Rect, Role, Sense, Ui, Vec2};
use heirloom_chess::{Board, Color, Piece, PieceType, Square};

use super::{Squares, paint, pointer};
use crate::settings::Settings;
use crate::widgets;
use crate::widgets::pieces::Pieces;

/// The piece in hand.
#[derive(Default, Debug)]
pub struct Editor {
    /// The piece that a click puts down; none removes pieces.
    pub hand: Option<Piece>,
    dragged: Option<Square>,
}

impl Editor {
    /// Draws the board.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        board: &mut Board,
        side: f32,
        pieces: &mut Pieces,
        settings: &Settings,
    ) {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
        let squares = Squares::new(rect, false, settings.frame);
        paint::ground(ui.painter(), &squares, settings);
        let pixels = squares.pixels(ui);
        let before = board.clone();
        for square in Square::ALL {
            self.square(ui, board, square, &squares, settings);
        }
        for square in before.occupied() {
            if let Some(piece) = before.piece_at(square).filter(|_| self.dragged != Some(square)) {
                paint::draw(ui, pieces, piece, squares.rect(square), pixels, 1.0);
            }
        }
        if let (Some(piece), Some(place)) = (self.dragged.and_then(|from| board.piece_at(from)), pointer(ui))
        {
            let rect = Rect::from_center_size(place, Vec2::splat(squares.side()));
            paint::draw(ui, pieces, piece, rect, pixels, 1.0);
        }
    }

    fn square(&mut self, ui: &Ui, board: &mut Board, square: Square, squares: &Squares, settings: &Settings) {
        let id = ui.scope_id().with(("set up", square.index()));
        let response = ui.interact(squares.rect(square), id, Sense::click_and_drag());
        let label = settings.language.square(square, board.piece_at(square));
        widgets::named(&response, Role::Button, label);
        if response.clicked() {
            // A second click removes the piece that the first one put down.
            board.set(square, self.hand.filter(|_| board.piece_at(square) != self.hand));
        }
        if response.clicked_by(PointerButton::Secondary) {
            board.set(square, None);
        }
        if response.drag_started_by(PointerButton::Primary) && board.piece_at(square).is_some() {
            self.dragged = Some(square);
        }
        if response.drag_stopped()
            && let Some(from) = self.dragged.take()
        {
            let piece = board.piece_at(from);
            board.set(from, None);
            // Off the board it is removed.
            if let Some(to) = pointer(ui).and_then(|place| squares.at(place)) {
                board.set(to, piece);
            }
        }
    }
}

/// Draws the pieces to choose from, and an empty hand.
pub fn stock(ui: &mut Ui, hand: &mut Option<Piece>, side: f32, pieces: &mut Pieces, settings: &Settings) {
    let texts = settings.language;
    for color in Color::ALL {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for piece in PieceType::ALL.map(|piece_type| Piece::new(color, piece_type)) {
                let label = texts.piece(piece);
                let (rect, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::click());
                widgets::named(&response, Role::Button, label);
                paint::choice(ui, rect, piece, pieces, *hand == Some(piece) || response.hovered());
                if response.clicked() {
                    *hand = Some(piece);
                }
            }
        });
    }
    ui.selectable_value(hand, None, texts.take_away());
}
