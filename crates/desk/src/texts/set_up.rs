//! Texts of positions that are set up: what they need, and what is wrong with them.

use heirloom_chess::notation::fen::{FenError, FenRepair};
use heirloom_chess::{Color, Piece, SetupError};

use super::{Language, texts, translated};

texts! {
    take_away: "Remove piece", "Figur entfernen";
    empty_board: "Clear board", "Brett leeren";
    move_number: "move number", "Zugnummer";
    plies_without_progress: "halfmove clock", "Halbzüge (50-Züge-Regel)";
    legal_position: "The position is legal", "Die Stellung ist legal";
    take_position: "Use position", "Stellung übernehmen";
    white_piece(name: &str): "white {name}", "{name} weiß";
    black_piece(name: &str): "black {name}", "{name} schwarz";
}

impl Language {
    /// Returns a piece with its color, for screen readers.
    pub fn piece(self, piece: Piece) -> String {
        let name = self.piece_type(piece.piece_type());
        if piece.color() == Color::White { self.white_piece(name) } else { self.black_piece(name) }
    }

    /// Returns what is wrong with a position.
    pub fn setup_error(self, error: SetupError) -> String {
        let name = |color| self.color(color);
        translated! { self, error;
            SetupError::KingMissing(color) => "{} hat keinen König; jede Seite braucht genau einen", name(color);
            SetupError::ManyKings(color) => "{} hat mehr als einen König; jede Seite braucht genau einen", name(color);
            SetupError::ManyPawns(color) => "{} hat mehr als 8 Bauern; entfernen Sie die überzähligen", name(color);
            SetupError::PawnOnLastRank(square) => "Auf {square} steht ein Bauer; Bauern dürfen nur auf den Reihen 2 bis 7 stehen";
            SetupError::OpponentInCheck(color) => "{} steht im Schach, obwohl {} am Zug ist; ändern Sie die Seite am Zug oder die Figuren", name(color), name(!color);
            SetupError::CastlingRook(square) => "Auf {square} steht kein Turm für die Rochade; entfernen Sie dieses Rochaderecht";
            SetupError::CastlingKing(color) => "{}: Der König steht nicht auf der Grundreihe zwischen seinen Türmen; entfernen Sie seine Rochaderechte", name(color);
            SetupError::CastlingTwice(color) => "{} hat zwei Rochaderechte auf derselben Seite des Königs; behalten Sie nur eines", name(color);
            SetupError::EnPassant(square) => "Über {square} kann kein Bauer gezogen sein; geben Sie bei en passant „-“ ein";
        }
    }

    /// Returns why a text is not a FEN.
    pub fn unreadable_fen(self, error: &FenError) -> String {
        let reason = translated! { self, error;
            FenError::Empty => "der Text ist leer";
            FenError::Missing(_) => "die Seite am Zug fehlt (w oder b)";
            FenError::TrailingText(text) => "sie hat mehr als sechs Felder: „{}“", shortened(text);
            FenError::RankCount(1) => "erwartet wird ein Brett mit 8 Reihen, getrennt durch /";
            FenError::RankCount(count) => "das Brett hat {count} Reihen statt 8, getrennt durch /";
            FenError::FileCount(rank) => "Reihe {rank} hat nicht 8 Felder";
            FenError::PieceLetter(letter, rank) => "Reihe {rank} enthält „{letter}“; erlaubt sind pnbrqkPNBRQK und 1-8";
            FenError::Turn(text) => "die Seite am Zug ist „{}“; erwartet wird w oder b", shortened(text);
            FenError::Castling(text) => "die Rochaderechte sind „{}“; erwartet wird - oder Buchstaben aus KQkq oder A-H und a-h", shortened(text);
            FenError::CastlingRookMissing(letter) => "zum Rochaderecht {letter} fehlen König oder Turm auf der Grundreihe";
            FenError::EnPassant(text) => "das En-passant-Feld ist „{}“; erwartet wird - oder ein Feld wie e3", shortened(text);
            FenError::HalfmoveClock(text) => "der Halbzugzähler ist „{}“; erwartet wird eine Zahl", shortened(text);
            FenError::FullmoveNumber(text) => "die Zugnummer ist „{}“; erwartet wird eine Zahl", shortened(text);
            FenError::Setup(error) => "{}", self.setup_error(*error);
        };
        match (self, error) {
            (Language::English, _) | (_, FenError::Setup(_)) => reason,
            (Language::German, _) => format!("Keine gültige FEN: {reason}"),
        }
    }

    /// Returns what was changed in a FEN to make it a position.
    pub fn fen_remark(self, remark: &FenRepair) -> String {
        translated! { self, remark;
            FenRepair::Castling(letters) => "Rochaderecht {letters} entfernt, König oder Turm stehen nicht auf ihren Feldern";
            FenRepair::EnPassant(square) => "en passant {square} entfernt, über dieses Feld kann kein Bauer gezogen sein";
            FenRepair::EnPassantPawn(square) => "en passant: auf {square} steht der Bauer selbst, das Feld hinter ihm gilt";
            FenRepair::Counter(text) => "Zähler „{text}“ entfernt, er ist keine Zahl";
            FenRepair::TrailingText(text) => "„{text}“ nach dem sechsten Feld entfernt";
            FenRepair::Form => "die Felder haben eine ungewöhnliche Form";
        }
    }
}

/// Returns the first characters of a text.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
