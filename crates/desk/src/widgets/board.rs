//! A board that moves are entered on: by dragging, by two clicks, or by keys.

mod animation;
pub mod arrows;
pub mod badge;
pub mod colors;
mod editor;
mod marks;
mod options;
pub mod paint;
mod squares;

use eframe::egui::{
    Button, EventFilter, Id, Key, Modifiers, PointerButton, Pos2, Response, Role, Sense, Ui, Vec2,
};
use heirloom_chess::game::Nag;
use heirloom_chess::{Color, File, Move, MoveKind, PieceType, Position, Square};
use heirloom_picture::{MarkColor, Marks};

use super::context;
use super::pieces::Pieces;
use crate::settings::Settings;
use crate::widgets;
use animation::PieceAnimation;
pub use arrows::MoveArrow;
pub use editor::{Editor, stock};
use marks::{Drawing, chosen_color};
pub use options::options;
pub use squares::Squares;

/// The pieces that a pawn may become, in the order of the choice.
const PROMOTIONS: [PieceType; 4] = [PieceType::Queen, PieceType::Knight, PieceType::Rook, PieceType::Bishop];

/// What a board shows.
pub struct BoardContent<'a> {
    /// The position.
    pub position: &'a Position,
    /// Whether Black is at the bottom.
    pub flipped: bool,
    /// The move that led to the position.
    pub last_move: Option<Move>,
    /// Moves drawn as arrows, the most important first.
    pub arrows: Vec<MoveArrow>,
    /// The symbol of the last move, shown as a badge.
    pub badge: Option<Nag>,
    /// The arrows and circles of the move on the board.
    pub marks: Marks,
    /// Whether arrows and circles that are drawn are kept with the move.
    pub keeps_marks: bool,
    /// The move that the other side threatens.
    pub threat: Option<Move>,
    /// Whether moves can be entered.
    pub open: bool,
    /// The side whose premoves can be entered.
    pub in_advance: Option<Color>,
    /// The premove.
    pub premove: Option<(Square, Square)>,
}

/// What was entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardInput {
    /// A legal move.
    Move(Move),
    /// A premove, or none to drop it.
    Premove(Option<(Square, Square)>),
    /// An arrow, or a circle on one square, to be kept with the move.
    Mark((Square, Square), MarkColor),
    /// All arrows and circles of the move are to go.
    ClearMarks,
}

/// What is half entered, and what the user has drawn.
#[derive(Default, Debug)]
pub struct BoardView {
    /// The square that is selected.
    pub chosen: Option<Square>,
    /// The square that the keys are on.
    pub cursor: Option<Square>,
    /// The square that the keys were on last.
    last_cursor: Option<Square>,
    /// A promotion that waits for its piece.
    pub promotion: Option<(Square, Square)>,
    dragged: Option<Square>,
    /// Arrows and circles that are not kept with a move.
    pub drawn: Marks,
    drawing: Option<Drawing>,
    /// The square whose menu is open.
    menu_square: Option<Square>,
    animation: Option<PieceAnimation>,
    /// Whether the last move was dropped on its square, so that it need not glide there.
    dropped: bool,
    /// Whether the board takes the keyboard with the next frame.
    takes_focus: bool,
    /// The position that this belongs to.
    key: u64,
}

impl BoardView {
    /// Returns true if something is half entered, or drawn without being kept.
    pub fn is_half_entered(&self) -> bool {
        self.chosen.is_some() || self.promotion.is_some() || !self.drawn.is_empty()
    }

    /// Drops what is half entered, and the drawings.
    pub fn escape(&mut self) {
        *self = BoardView {
            cursor: self.cursor,
            last_cursor: self.last_cursor,
            key: self.key,
            ..BoardView::default()
        };
    }

    /// Gives the keyboard to the board: to the square where it was last, or to the king of the side to move.
    pub fn focus(&mut self) {
        self.takes_focus = true;
    }

    /// Draws the board in the available space; returns what was entered. `menu` draws the menu of the board.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        shown: &BoardContent<'_>,
        pieces: &mut Pieces,
        settings: &Settings,
        menu: impl FnOnce(&mut Ui),
    ) -> Option<BoardInput> {
        if self.key != shown.position.key() {
            self.follow(ui, shown, settings);
        }
        let side = ui.available_size().min_elem().max(80.0);
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
        let squares = Squares::new(rect, shown.flipped, settings.frame);
        let (mut entered, mut menu_square) = (None, None);
        for square in Square::ALL {
            let response = self.square(ui, &squares, square, shown, settings);
            entered = entered.or_else(|| self.touched(ui, &response, square, &squares, shown));
            if response.secondary_clicked() {
                let color = chosen_color(ui);
                self.menu_square = (color == MarkColor::default()).then_some(square);
                if self.menu_square.is_none() {
                    entered = self.draw((square, square), color, shown).or(entered);
                }
            }
            if self.menu_square == Some(square) {
                menu_square = Some((square, response));
            }
        }
        if let Some((square, response)) = menu_square {
            entered = self.menu(&response, square, shown, settings, menu).or(entered);
        }
        if std::mem::take(&mut self.takes_focus) {
            let king = shown.position.king(shown.position.turn());
            let square = self.last_cursor.unwrap_or(king);
            ui.memory_mut(|memory| memory.request_focus(square_id(ui, square)));
        }
        self.keys(ui, shown);
        paint::board(ui, &squares, shown, self, pieces, settings);
        entered.or_else(|| self.choose_promotion(ui, &squares, shown, pieces, settings))
    }

    /// Takes over another position: a selected square stays if it can, and the last move glides to its place.
    fn follow(&mut self, ui: &Ui, shown: &BoardContent<'_>, settings: &Settings) {
        let before = std::mem::take(self);
        let stays = |square: &Square| {
            shown.position.piece_at(*square).is_some_and(|piece| piece.color() == shown.position.turn())
        };
        (self.chosen, self.dragged) = (before.chosen.filter(stays), before.dragged.filter(stays));
        (self.cursor, self.last_cursor) = (before.cursor, before.last_cursor);
        (self.takes_focus, self.key) = (before.takes_focus, shown.position.key());
        let first = before.key == 0;
        if let Some(mv) = shown
            .last_move
            .filter(|_| settings.animation && !settings.reduced_motion && !first && !before.dropped)
        {
            self.animation = Some(PieceAnimation::begin(ui, mv));
        }
    }

    /// Draws the menu of a square: its marks, then what the window adds.
    fn menu(
        &mut self,
        response: &Response,
        square: Square,
        shown: &BoardContent<'_>,
        settings: &Settings,
        more: impl FnOnce(&mut Ui),
    ) -> Option<BoardInput> {
        let (texts, mut entered) = (settings.language, None);
        context::of(response, |ui| {
            ui.menu_button(texts.mark_square(), |ui| {
                for color in MarkColor::ALL {
                    if ui.button(texts.mark_color(color)).clicked() {
                        entered = self.draw((square, square), color, shown);
                        ui.close();
                    }
                }
            });
            let any = !self.drawn.is_empty() || !shown.marks.is_empty();
            if ui.add_enabled(any, Button::new(texts.remove_marks())).clicked() {
                self.drawn = Marks::default();
                entered = (shown.keeps_marks && !shown.marks.is_empty()).then_some(BoardInput::ClearMarks);
                ui.close();
            }
            ui.separator();
            more(ui);
        });
        entered
    }

    fn square(
        &self,
        ui: &Ui,
        squares: &Squares,
        square: Square,
        shown: &BoardContent<'_>,
        settings: &Settings,
    ) -> Response {
        let id = ui.scope_id().with(("square", square.index()));
        let response = ui.interact(squares.rect(square), id, Sense::click_and_drag());
        let label = settings.language.square(square, shown.position.piece_at(square));
        widgets::named(&response, Role::Button, label);
        response
    }

    /// Handles a touch of a square.
    fn touched(
        &mut self,
        ui: &Ui,
        response: &Response,
        square: Square,
        squares: &Squares,
        shown: &BoardContent<'_>,
    ) -> Option<BoardInput> {
        if response.drag_started_by(PointerButton::Secondary) {
            self.drawing = Some((square, chosen_color(ui)));
        }
        if response.drag_stopped_by(PointerButton::Secondary)
            && let (Some((from, color)), Some(to)) =
                (self.drawing.take(), pointer(ui).and_then(|place| squares.at(place)))
        {
            return self.draw((from, to), color, shown);
        }
        if response.clicked() && self.chosen.is_none() && !self.is_own(square, shown) {
            self.drawn = Marks::default();
            if shown.keeps_marks && !shown.marks.is_empty() {
                return Some(BoardInput::ClearMarks);
            }
        }
        if !(shown.open || shown.in_advance.is_some()) || self.promotion.is_some() {
            return None;
        }
        if response.drag_started_by(PointerButton::Primary) && self.is_own(square, shown) {
            (self.dragged, self.chosen) = (Some(square), Some(square));
        }
        if response.drag_stopped_by(PointerButton::Primary)
            && let Some(from) = self.dragged.take()
        {
            let to = pointer(ui).and_then(|place| squares.at(place))?;
            if to == from {
                return None;
            }
            self.chosen = None;
            let entered = self.enter(from, to, shown);
            self.dropped = matches!(entered, Some(BoardInput::Move(_)));
            return entered;
        }
        if response.clicked() {
            self.drawn = Marks::default();
            return self.pick(square, shown);
        }
        None
    }

    /// Handles a square that was chosen by click or key.
    fn pick(&mut self, square: Square, shown: &BoardContent<'_>) -> Option<BoardInput> {
        match self.chosen.take() {
            Some(from) if from == square => None,
            Some(from) if !self.is_own(square, shown) || is_castling(shown.position, from, square) => {
                self.enter(from, square, shown)
            }
            None if shown.premove.is_some() => Some(BoardInput::Premove(None)),
            _ => {
                self.chosen = Some(square).filter(|&square| self.is_own(square, shown));
                None
            }
        }
    }

    fn is_own(&self, square: Square, shown: &BoardContent<'_>) -> bool {
        shown
            .position
            .piece_at(square)
            .is_some_and(|piece| piece.color() == shown.in_advance.unwrap_or(shown.position.turn()))
    }

    /// Returns the legal move between two squares; a promotion first asks for the piece.
    fn enter(&mut self, from: Square, to: Square, shown: &BoardContent<'_>) -> Option<BoardInput> {
        if shown.in_advance.is_some() {
            return Some(BoardInput::Premove(Some((from, to))));
        }
        let moves: Vec<Move> = between(shown.position, from, to);
        if moves.len() > 1 {
            self.promotion = Some((from, to));
            return None;
        }
        moves.first().copied().map(BoardInput::Move)
    }

    /// Draws an arrow or a circle, which the game keeps if it is to.
    fn draw(
        &mut self,
        (from, to): (Square, Square),
        color: MarkColor,
        shown: &BoardContent<'_>,
    ) -> Option<BoardInput> {
        if shown.keeps_marks {
            return Some(BoardInput::Mark((from, to), color));
        }
        self.drawn.toggle(from, to, color);
        None
    }

    /// Returns the arrow or circle that is being drawn, and the square it leads to.
    fn being_drawn(&self, ui: &Ui, squares: &Squares) -> Option<(Drawing, Square)> {
        Some((self.drawing?, pointer(ui).and_then(|place| squares.at(place))?))
    }

    /// Handles the keys of the focused board: arrow keys move, Enter and Space click.
    fn keys(&mut self, ui: &Ui, shown: &BoardContent<'_>) {
        let Some(focused) = Square::ALL
            .into_iter()
            .find(|square| ui.memory(|memory| memory.has_focus(square_id(ui, *square))))
        else {
            self.cursor = None;
            return;
        };
        // Otherwise arrow keys would move the focus away.
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(square_id(ui, focused), filter));
        (self.cursor, self.last_cursor) = (Some(focused), Some(focused));
        let turn = if shown.flipped { -1 } else { 1 };
        let (file, rank) = (focused.file().index() as i32, focused.rank().index() as i32);
        let steps = [
            (Key::ArrowLeft, -turn, 0),
            (Key::ArrowRight, turn, 0),
            (Key::ArrowUp, 0, turn),
            (Key::ArrowDown, 0, -turn),
        ];
        for (key, across, up) in steps {
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                let (file, rank) = ((file + across).clamp(0, 7), (rank + up).clamp(0, 7));
                let next = Square::from_index((rank * 8 + file) as usize);
                ui.memory_mut(|memory| memory.request_focus(square_id(ui, next)));
            }
        }
    }

    /// Draws the pieces that a pawn may become, one below the other.
    fn choose_promotion(
        &mut self,
        ui: &mut Ui,
        squares: &Squares,
        shown: &BoardContent<'_>,
        pieces: &mut Pieces,
        settings: &Settings,
    ) -> Option<BoardInput> {
        let (from, to) = self.promotion?;
        let turn = shown.position.turn();
        let into_board = if turn == Color::White { -8 } else { 8 };
        let mut entered = None;
        for (index, piece_type) in PROMOTIONS.into_iter().enumerate() {
            let square = Square::from_index((to.index() as i32 + into_board * index as i32) as usize);
            let piece = heirloom_chess::Piece::new(turn, piece_type);
            let label =
                format!("{} {}", settings.language.promote_to(), settings.language.piece_type(piece_type));
            let response =
                ui.interact(squares.rect(square), ui.scope_id().with(("promotion", index)), Sense::click());
            widgets::named(&response, Role::Button, label);
            paint::choice(ui, squares.rect(square), piece, pieces, response.hovered());
            if response.clicked() {
                let moves = between(shown.position, from, to);
                entered = moves.into_iter().find(|mv| mv.promotion_piece() == Some(piece_type));
                self.promotion = None;
            }
        }
        entered.map(BoardInput::Move)
    }

    /// Draws the piece that is being dragged.
    fn carried(&self, ui: &Ui) -> Option<(Square, Pos2)> {
        Some((self.dragged?, pointer(ui)?))
    }
}

fn square_id(ui: &Ui, square: Square) -> Id {
    ui.scope_id().with(("square", square.index()))
}

fn pointer(ui: &Ui) -> Option<Pos2> {
    ui.input(|input| input.pointer.interact_pos())
}

/// Returns the legal moves from one square to another. Castling is entered as a move of the king, or onto its
/// rook.
fn between(position: &Position, from: Square, to: Square) -> Vec<Move> {
    let aims = |mv: &Move| mv.to() == to || !position.is_chess960() && target(*mv) == to;
    position.legal_moves().iter().copied().filter(|mv| mv.from() == from && aims(mv)).collect()
}

fn is_castling_move(mv: Move) -> bool {
    mv.kind() == MoveKind::Castling
}

/// Returns the square that the moving piece comes to; for castling, that of the king.
fn target(mv: Move) -> Square {
    if !is_castling_move(mv) {
        return mv.to();
    }
    let king_side = mv.to().file() > mv.from().file();
    Square::new(if king_side { File::G } else { File::C }, mv.from().rank())
}

fn is_castling(position: &Position, from: Square, to: Square) -> bool {
    between(position, from, to).iter().any(|&mv| is_castling_move(mv))
}
