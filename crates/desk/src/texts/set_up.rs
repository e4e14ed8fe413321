//! Words for positions that are put together: what they need, and what is wrong with them.

use heirloom_chess::notation::fen::FenError;
use heirloom_chess::{Color, Piece, SetupError};

use super::{Language, texts};

texts! {
    take_away: "Remove piece", "Figur entfernen";
    empty_board: "Clear board", "Brett leeren";
    move_number: "move number", "Zugnummer";
    plies_without_progress: "halfmove clock", "Halbzüge (50-Züge-Regel)";
    legal_position: "The position is legal", "Die Stellung ist legal";
    take_position: "Use position", "Stellung übernehmen";
}

impl Language {
    /// A piece with its color, as a screen reader says it.
    pub fn piece(self, piece: Piece) -> String {
        let name = self.piece_type(piece.piece_type());
        match (self, piece.color()) {
            (Language::English, Color::White) => format!("white {name}"),
            (Language::English, Color::Black) => format!("black {name}"),
            (Language::German, Color::White) => format!("{name} weiß"),
            (Language::German, Color::Black) => format!("{name} schwarz"),
        }
    }

    /// What is wrong with a position.
    pub fn setup_error(self, error: SetupError) -> String {
        if self == Language::English {
            return error.to_string();
        }
        let name = |color| self.color(color);
        match error {
            SetupError::KingMissing(color) => format!("{} hat keinen König; jede Seite braucht genau einen", name(color)),
            SetupError::ManyKings(color) => format!("{} hat mehr als einen König; jede Seite braucht genau einen", name(color)),
            SetupError::ManyPawns(color) => format!("{} hat mehr als 8 Bauern; entfernen Sie die überzähligen", name(color)),
            SetupError::PawnOnLastRank(square) => format!("Auf {square} steht ein Bauer; Bauern dürfen nur auf den Reihen 2 bis 7 stehen"),
            SetupError::OpponentInCheck(color) => {
                format!("{} steht im Schach, obwohl {} am Zug ist; ändern Sie die Seite am Zug oder die Figuren", name(color), name(!color))
            }
            SetupError::CastlingRook(square) => format!("Auf {square} steht kein Turm für die Rochade; entfernen Sie dieses Rochaderecht"),
            SetupError::CastlingKing(color) => {
                format!(
                    "Der König von {} steht nicht auf der Grundreihe zwischen seinen Türmen; entfernen Sie seine Rochaderechte",
                    name(color)
                )
            }
            SetupError::CastlingTwice(color) => {
                format!("{} hat zwei Rochaderechte auf derselben Seite des Königs; behalten Sie nur eines", name(color))
            }
            SetupError::EnPassant(square) => format!("Über {square} kann kein Bauer gezogen sein; geben Sie für en passant - ein"),
        }
    }

    /// Why a text is no FEN.
    pub fn unreadable_fen(self, error: &FenError) -> String {
        match (self, error) {
            (_, FenError::Setup(error)) => self.setup_error(*error),
            (Language::English, error) => error.to_string(),
            (Language::German, FenError::Empty) => "Der Text ist leer".into(),
            (Language::German, error) => format!("Keine gültige FEN: {error}"),
        }
    }
}
