//! Texts of positions that are set up: what they need, and what is wrong with them.

use heirloom_chess::notation::fen::{FenError, FenRepair};
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
    /// Returns a piece with its color, for screen readers.
    pub fn piece(self, piece: Piece) -> String {
        let name = self.piece_type(piece.piece_type());
        match (self, piece.color()) {
            (Language::English, Color::White) => format!("white {name}"),
            (Language::English, Color::Black) => format!("black {name}"),
            (Language::German, Color::White) => format!("{name} weiß"),
            (Language::German, Color::Black) => format!("{name} schwarz"),
        }
    }

    /// Returns what is wrong with a position.
    pub fn setup_error(self, error: SetupError) -> String {
        if self == Language::English {
            return error.to_string();
        }
        let name = |color| self.color(color);
        match error {
            SetupError::KingMissing(color) => {
                format!("{} hat keinen König; jede Seite braucht genau einen", name(color))
            }
            SetupError::ManyKings(color) => {
                format!("{} hat mehr als einen König; jede Seite braucht genau einen", name(color))
            }
            SetupError::ManyPawns(color) => {
                format!("{} hat mehr als 8 Bauern; entfernen Sie die überzähligen", name(color))
            }
            SetupError::PawnOnLastRank(square) => {
                format!("Auf {square} steht ein Bauer; Bauern dürfen nur auf den Reihen 2 bis 7 stehen")
            }
            SetupError::OpponentInCheck(color) => {
                format!(
                    "{} steht im Schach, obwohl {} am Zug ist; ändern Sie die Seite am Zug oder die Figuren",
                    name(color),
                    name(!color)
                )
            }
            SetupError::CastlingRook(square) => {
                format!("Auf {square} steht kein Turm für die Rochade; entfernen Sie dieses Rochaderecht")
            }
            SetupError::CastlingKing(color) => {
                format!(
                    "Der König von {} steht nicht auf der Grundreihe zwischen seinen Türmen; entfernen Sie seine Rochaderechte",
                    name(color)
                )
            }
            SetupError::CastlingTwice(color) => {
                format!(
                    "{} hat zwei Rochaderechte auf derselben Seite des Königs; behalten Sie nur eines",
                    name(color)
                )
            }
            SetupError::EnPassant(square) => {
                format!("Über {square} kann kein Bauer gezogen sein; geben Sie bei en passant „-“ ein")
            }
        }
    }

    /// Returns why a text is not a FEN.
    pub fn unreadable_fen(self, error: &FenError) -> String {
        match (self, error) {
            (_, FenError::Setup(error)) => self.setup_error(*error),
            (Language::English, error) => error.to_string(),
            (Language::German, error) => format!("Keine gültige FEN: {}", in_german(error)),
        }
    }

    /// Returns what was changed in a FEN to make it a position.
    pub fn fen_remark(self, remark: &FenRepair) -> String {
        match (self, remark) {
            (Language::English, remark) => remark.to_string(),
            (Language::German, FenRepair::Castling(letters)) => {
                format!("Rochaderecht {letters} entfernt, König oder Turm stehen nicht auf ihren Feldern")
            }
            (Language::German, FenRepair::EnPassant(square)) => {
                format!("en passant {square} entfernt, über dieses Feld kann kein Bauer gezogen sein")
            }
            (Language::German, FenRepair::EnPassantPawn(square)) => {
                format!("en passant: auf {square} steht der Bauer selbst, das Feld hinter ihm gilt")
            }
            (Language::German, FenRepair::Counter(text)) => {
                format!("Zähler „{text}“ entfernt, er ist keine Zahl")
            }
            (Language::German, FenRepair::TrailingText(text)) => {
                format!("„{text}“ nach dem sechsten Feld entfernt")
            }
            (Language::German, FenRepair::Form) => "die Felder haben eine ungewöhnliche Form".into(),
        }
    }
}

/// Returns why a text is not a FEN, apart from what is wrong with the position.
fn in_german(error: &FenError) -> String {
    match error {
        FenError::Empty => "der Text ist leer".into(),
        FenError::Missing(_) => "die Seite am Zug fehlt (w oder b)".into(),
        FenError::TrailingText(text) => format!("sie hat mehr als sechs Felder: „{}“", shortened(text)),
        FenError::RankCount(1) => "erwartet wird ein Brett mit 8 Reihen, getrennt durch /".into(),
        FenError::RankCount(count) => format!("das Brett hat {count} Reihen statt 8, getrennt durch /"),
        FenError::FileCount(rank) => format!("Reihe {rank} hat nicht 8 Felder"),
        FenError::PieceLetter(letter, rank) => {
            format!("Reihe {rank} enthält „{letter}“; erlaubt sind pnbrqkPNBRQK und 1-8")
        }
        FenError::Turn(text) => format!("die Seite am Zug ist „{}“; erwartet wird w oder b", shortened(text)),
        FenError::Castling(text) => {
            format!(
                "die Rochaderechte sind „{}“; erwartet wird - oder Buchstaben aus KQkq oder A-H und a-h",
                shortened(text)
            )
        }
        FenError::CastlingRookMissing(letter) => {
            format!("zum Rochaderecht {letter} fehlen König oder Turm auf der Grundreihe")
        }
        FenError::EnPassant(text) => {
            format!("das En-passant-Feld ist „{}“; erwartet wird - oder ein Feld wie e3", shortened(text))
        }
        FenError::HalfmoveClock(text) => {
            format!("der Halbzugzähler ist „{}“; erwartet wird eine Zahl", shortened(text))
        }
        FenError::FullmoveNumber(text) => {
            format!("die Zugnummer ist „{}“; erwartet wird eine Zahl", shortened(text))
        }
        FenError::Setup(error) => Language::German.setup_error(*error),
    }
}

/// Returns the first characters of a text.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
