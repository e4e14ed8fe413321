//! Pictures of single positions.

use heirloom_chess::{File, Move, MoveKind, Piece, Position, Square};

use crate::drawing::Drawing;
use crate::raster::Pixels;
use crate::{Look, MarkColor, Marks, PictureError};

/// A picture of a position: the pieces, the marks and the look.
#[derive(Clone, Debug)]
pub struct Diagram {
    position: Position,
    look: Look,
    last_move: Option<Move>,
    check: bool,
    marks: Marks,
}

impl Diagram {
    /// Creates a diagram with [`Look::default`], a glow around a king in check and no other marks.
    pub fn new(position: &Position) -> Diagram {
        Diagram {
            position: position.clone(),
            look: Look::default(),
            last_move: None,
            check: true,
            marks: Marks::default(),
        }
    }

    /// Sets all properties of the look at once.
    pub fn look(mut self, look: Look) -> Diagram {
        self.look = look;
        self
    }

    /// Sets whether Black is at the bottom.
    pub fn flipped(mut self, flipped: bool) -> Diagram {
        self.look.flipped = flipped;
        self
    }

    /// Sets the side length of the picture in pixels; see [`Look::size`].
    pub fn size(mut self, size: u32) -> Diagram {
        self.look.size = size;
        self
    }

    /// Sets the move that led to the position, whose squares are tinted.
    pub fn last_move(mut self, mv: Move) -> Diagram {
        self.last_move = Some(mv);
        self
    }

    /// Sets whether the king of the side to move glows when it is in check.
    pub fn check(mut self, check: bool) -> Diagram {
        self.check = check;
        self
    }

    /// Adds an arrow.
    pub fn arrow(mut self, from: Square, to: Square, paint: MarkColor) -> Diagram {
        self.marks.arrows.push((from, to, paint));
        self
    }

    /// Adds a circle.
    pub fn mark(mut self, square: Square, paint: MarkColor) -> Diagram {
        self.marks.circles.push((square, paint));
        self
    }

    /// Adds arrows and circles.
    pub fn marks(mut self, marks: Marks) -> Diagram {
        self.marks.extend(marks);
        self
    }

    /// Returns the picture as a single-line SVG document. It is self-contained, and its ids are unique to it.
    pub fn svg(&self) -> String {
        let (position, marks) = (&self.position, &self.marks);
        let fen = position.fen();
        let content = format!("{fen} {:?} {} {marks:?}", self.last_move, self.check);
        let title = format!("Chess position, {} to move: {fen}", position.turn());
        let mut drawing = Drawing::new(&self.look, &content, &title);
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

    /// Returns the side length of the picture in pixels, and red, green and blue of each pixel row by row.
    /// Fails as [`Diagram::png`] does.
    pub fn pixels(&self) -> Result<(u32, Vec<[u8; 3]>), PictureError> {
        let pixels = Pixels::of_svg(&self.svg())?;
        Ok((pixels.size, pixels.colors))
    }

    /// Returns the picture as a PNG file. Fails if there is not enough memory; no other errors are known.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        Pixels::of_svg(&self.svg())?.png()
    }
}

/// Returns all pieces with their squares.
pub(crate) fn pieces(position: &Position) -> impl Iterator<Item = (Square, Piece)> + '_ {
    Square::ALL.into_iter().filter_map(|square| Some((square, position.piece_at(square)?)))
}

/// Returns the visible origin and target squares of a move; castling ends on the king's target square.
pub(crate) fn squares_of(mv: Move) -> [Square; 2] {
    match mv.kind() {
        MoveKind::Castling => [mv.from(), castled(mv).0],
        _ => [mv.from(), mv.to()],
    }
}

/// Returns the squares of king and rook after castling.
pub(crate) fn castled(mv: Move) -> (Square, Square) {
    let (king, rook) = if mv.to() > mv.from() { (File::G, File::F) } else { (File::C, File::D) };
    (Square::new(king, mv.from().rank()), Square::new(rook, mv.from().rank()))
}

/// Returns the square of a king in check.
pub(crate) fn checked_king(position: &Position) -> Option<Square> {
    position.in_check().then(|| position.king(position.turn()))
}

#[cfg(test)]
mod tests;
