//! The dialog that sets up a position; only a legal one can be taken over.

use eframe::egui::{Checkbox, DragValue, Role, TextEdit, Ui, WidgetInfo};
use heirloom_chess::notation::fen;
use heirloom_chess::{Color, PieceType, Position, Setup, Square};

use super::{DialogView, answered, main_button};
use crate::model::command::{Command, FileCommand};
use crate::texts::Language;
use crate::widgets;
use crate::widgets::board::{Editor, stock};
use crate::widgets::fields;

/// The side of the board, in points: small enough for a screen of 800x600.
const SIDE: f32 = 300.0;

/// The position as entered.
pub struct SetUp {
    setup: Setup,
    editor: Editor,
    /// Its FEN, as typed.
    text: String,
    /// Why that cannot be read.
    unreadable: Option<String>,
}

impl SetUp {
    /// Starts with a position.
    pub fn of(position: &Position) -> SetUp {
        SetUp { setup: position.setup(), editor: Editor::default(), text: position.fen(), unreadable: None }
    }

    /// Draws the dialog; returns false when it is done.
    pub fn show(&mut self, ui: &mut Ui, view: &mut DialogView<'_>) -> bool {
        let texts = view.texts();
        let before = self.setup.clone();
        ui.horizontal_top(|ui| {
            self.editor.show(ui, &mut self.setup.board, SIDE, view.pieces, view.settings);
            ui.vertical(|ui| {
                stock(ui, &mut self.editor.hand, 30.0, view.pieces, view.settings);
                self.details(ui, texts);
            });
        });
        if self.setup != before {
            self.keep_true();
            (self.text, self.unreadable) = (fen::write(&self.setup, false), None);
        }
        self.typed(ui, texts);
        let position = self.setup.position();
        match (&self.unreadable, &position) {
            (Some(reason), _) => ui.colored_label(ui.visuals().warn_fg_color, reason),
            (None, Err(error)) => ui.colored_label(ui.visuals().warn_fg_color, texts.setup_error(*error)),
            (None, Ok(_)) => ui.label(texts.legal_position()),
        };
        let is_ready = self.unreadable.is_none() && position.is_ok();
        let answer = answered(ui, texts, |ui| main_button(ui, is_ready, texts.take_position()));
        if let (Some(true), Ok(position)) = (answer, position) {
            view.commands.push(Command::File(FileCommand::SetUp(Box::new(position))));
        }
        answer.is_none()
    }

    /// Draws the side to move, castling rights, counters, and usual boards.
    fn details(&mut self, ui: &mut Ui, texts: Language) {
        fields::row(ui, |ui| {
            ui.label(texts.to_move());
            for color in Color::ALL {
                ui.radio_value(&mut self.setup.turn, color, texts.color(color));
            }
        });
        for color in Color::ALL {
            fields::row(ui, |ui| {
                ui.label(format!("{} {}", texts.castling(), texts.color(color)));
                for (king_side, name) in [(true, "O-O"), (false, "O-O-O")] {
                    let rook = self.castling_rook(color, king_side);
                    let mut may = rook.is_some_and(|rook| self.may_castle(rook));
                    let label = format!("{name} {}", texts.color(color));
                    let response = ui.add_enabled(rook.is_some(), Checkbox::new(&mut may, name));
                    let info = || WidgetInfo::selected(Role::CheckBox, rook.is_some(), may, &label);
                    response.widget_info(info);
                    if let Some(rook) = rook.filter(|_| response.changed()) {
                        let rooks = self.setup.castling_rooks;
                        self.setup.castling_rooks =
                            if may { rooks | rook.into() } else { rooks.without(rook.into()) };
                    }
                }
            });
        }
        fields::row(ui, |ui| {
            let number = fields::number(ui, DragValue::new(&mut self.setup.fullmove_number).range(1..=999));
            let label = ui.label(texts.move_number());
            number.labelled_by(label.id);
            let clock = fields::number(ui, DragValue::new(&mut self.setup.halfmove_clock).range(0..=100));
            let label = ui.label(texts.plies_without_progress());
            clock.labelled_by(label.id);
        });
        fields::row(ui, |ui| {
            if ui.button(texts.empty_board()).clicked() {
                self.setup = Setup::empty();
            }
            if ui.button(texts.usual_start()).clicked() {
                self.setup = Position::startpos().setup();
            }
        });
    }

    /// Returns the rook that would castle: the outermost on that side of the king, both on their back rank.
    fn castling_rook(&self, color: Color, king_side: bool) -> Option<Square> {
        let king = self.setup.board.pieces(color, PieceType::King).first()?;
        let home = heirloom_chess::Rank::First.relative_to(color);
        let on_side = |rook: &Square| rook.rank() == home && (rook.file() > king.file()) == king_side;
        // They come from the a-file to the h-file.
        let mut rooks = self.setup.board.pieces(color, PieceType::Rook).into_iter().filter(on_side);
        let found = if king_side { rooks.last() } else { rooks.next() };
        found.filter(|_| king.rank() == home)
    }

    fn may_castle(&self, rook: Square) -> bool {
        (self.setup.castling_rooks & rook.into()).any()
    }

    /// Removes castling rights that the pieces no longer allow.
    fn keep_true(&mut self) {
        let mut rooks = heirloom_chess::Bitboard::EMPTY;
        for color in Color::ALL {
            let both = [true, false].map(|king_side| self.castling_rook(color, king_side));
            both.into_iter()
                .flatten()
                .filter(|&rook| self.may_castle(rook))
                .for_each(|rook| rooks |= rook.into());
        }
        self.setup.castling_rooks = rooks;
        self.setup.en_passant = None;
    }

    /// Draws the field for FEN.
    fn typed(&mut self, ui: &mut Ui, texts: Language) {
        let field = ui.add(TextEdit::singleline(&mut self.text).desired_width(f32::INFINITY));
        widgets::named(&field, Role::TextInput, "FEN");
        if field.changed() {
            match fen::parse(self.text.trim()) {
                Ok(setup) => (self.setup, self.unreadable) = (setup, None),
                Err(error) => self.unreadable = Some(texts.unreadable_fen(&error)),
            }
        }
    }
}
