//! The picture of one position.

use heirloom_chess::{File, Move, MoveKind, Piece, Position, Square};

use crate::drawing::Drawing;
use crate::raster::Pixels;
use crate::{Look, Marks, Paint, PictureError, Theme};

/// A position as a picture: what is on the board, what is marked on it, and how it looks.
#[derive(Clone, Debug)]
pub struct Board {
    position: Position,
    look: Look,
    last_move: Option<Move>,
    check: bool,
    marks: Marks,
}

impl Board {
    /// A board that looks as [`Look::default`], with a glow around a king in check and nothing else marked.
    pub fn new(position: &Position) -> Board {
        Board {
            position: position.clone(),
            look: Look::default(),
            last_move: None,
            check: true,
            marks: Marks::default(),
        }
    }

    /// Everything about how it looks at once.
    pub fn look(mut self, look: Look) -> Board {
        self.look = look;
        self
    }

    /// Is Black below?
    pub fn flipped(mut self, flipped: bool) -> Board {
        self.look.flipped = flipped;
        self
    }

    /// Pixels a side of the picture: see [`Look::size`].
    pub fn size(mut self, size: u32) -> Board {
        self.look.size = size;
        self
    }

    /// Do letters and digits stand around the board?
    pub fn coordinates(mut self, coordinates: bool) -> Board {
        self.look.coordinates = coordinates;
        self
    }

    /// The colors.
    pub fn theme(mut self, theme: Theme) -> Board {
        self.look.theme = theme;
        self
    }

    /// The move that led to the position: its squares are tinted.
    pub fn last_move(mut self, mv: Move) -> Board {
        self.last_move = Some(mv);
        self
    }

    /// Does the king of the side to move glow if it is in check?
    pub fn check(mut self, check: bool) -> Board {
        self.check = check;
        self
    }

    /// Adds an arrow.
    pub fn arrow(mut self, from: Square, to: Square, paint: Paint) -> Board {
        self.marks.arrows.push((from, to, paint));
        self
    }

    /// Adds a circle.
    pub fn mark(mut self, square: Square, paint: Paint) -> Board {
        self.marks.circles.push((square, paint));
        self
    }

    /// Adds arrows and circles.
    pub fn marks(mut self, marks: Marks) -> Board {
        self.marks.extend(marks);
        self
    }

    /// The picture as a document of SVG in one line. It needs nothing else, and its ids are those of no other picture.
    pub fn svg(&self) -> String {
        let (position, marks) = (&self.position, &self.marks);
        let fen = position.fen();
        let content = format!("{fen} {:?} {} {marks:?}", self.last_move, self.check);
        let mut drawing = Drawing::new(
            &self.look,
            &content,
            &format!("Chess position, {} to move: {fen}", position.turn()),
        );
        drawing.define(pieces(position).map(|(_, piece)| piece));
        drawing.board();
        for square in self.last_move.into_iter().flat_map(squares_of) {
            drawing.tint(&drawing.at(square), "");
        }
        if let Some(square) = checked_king(position).filter(|_| self.check) {
            drawing.glow(&drawing.at(square), "");
        }
        for &(square, paint) in &marks.circles {
            drawing.circle(square, paint);
        }
        for (square, piece) in pieces(position) {
            drawing.piece(piece, &drawing.at(square), "");
        }
        for &(from, to, paint) in &marks.arrows {
            drawing.arrow(from, to, paint);
        }
        drawing.finish()
    }

    /// The picture as a file of PNG.
    ///
    /// # Errors
    /// A lack of memory; nothing else that is known.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        Pixels::of_svg(&self.svg())?.png()
    }
}

/// All pieces and where they stand.
pub(crate) fn pieces(position: &Position) -> impl Iterator<Item = (Square, Piece)> + '_ {
    Square::ALL.into_iter().filter_map(|square| Some((square, position.piece_at(square)?)))
}

/// Where a move begins and ends for the eye; castling ends where the king arrives.
pub(crate) fn squares_of(mv: Move) -> [Square; 2] {
    match mv.kind() {
        MoveKind::Castling => [mv.from(), castled(mv).0],
        _ => [mv.from(), mv.to()],
    }
}

/// Where king and rook stand after castling.
pub(crate) fn castled(mv: Move) -> (Square, Square) {
    let (king, rook) = if mv.to() > mv.from() { (File::G, File::F) } else { (File::C, File::D) };
    (Square::new(king, mv.from().rank()), Square::new(rook, mv.from().rank()))
}

/// Where a king glows.
pub(crate) fn checked_king(position: &Position) -> Option<Square> {
    position.in_check().then(|| position.king(position.turn()))
}

#[cfg(test)]
mod tests;
