//! Texts about how the desk looks.

use heirloom_picture::{PieceSet, Theme};

use super::{Language, texts};
use crate::settings::Appearance;

texts! {
    // The bars of the players.
    thinks: "thinking…", "rechnet …";
    captured: "Material advantage", "Materialvorteil";

    // The toolbar.
    tool_review: "Review", "Auswerten";
    tool_take_back: "Take back", "Zurücknehmen";
    tool_move_for_me: "Computer move", "Computerzug";
    tool_abort: "Stop", "Abbrechen";
    tool_flip: "Flip board", "Brett drehen";

    // Settings.
    frame: "Frame around the board", "Rahmen um das Brett";
    general: "General", "Allgemein";
    of_files: "Files", "Dateien";
    the_pieces: "Pieces and moves", "Figuren und Züge";
    like_system: "Like the system", "Wie das System";
    zoom: "Zoom", "Zoom";
    zoom_in: "Zoom in", "Vergrößern";
    zoom_out: "Zoom out", "Verkleinern";
    zoom_reset: "Actual size", "Originalgröße";
    distinct_colors: "Colors for color blindness", "Farben bei Farbenblindheit";
    help_distinct_colors: "Show good in blue, and bad in yellow, orange and purple instead of green and red", "Gutes in Blau und Schlechtes in Gelb, Orange und Violett zeigen statt in Grün und Rot";
    help_zoom_in: "Make everything larger, up to 300%", "Alles größer darstellen, bis 300\u{a0}%";
    help_zoom_out: "Make everything smaller, down to 75%", "Alles kleiner darstellen, bis 75\u{a0}%";
    help_zoom_reset: "Set the zoom to 100%", "Den Zoom auf 100\u{a0}% setzen";
    percent(number: u16): "{number}%", "{number}\u{a0}%";
    own_colors: "Custom colors", "Eigene Farben";
    light_squares: "Light squares", "Helle Felder";
    dark_squares: "Dark squares", "Dunkle Felder";
    piece_set: "Piece set", "Figurensatz";
    colored_pieces: "Custom colors for the pieces", "Eigene Farben für die Figuren";
    white_pieces: "White pieces", "Weiße Figuren";
    black_pieces: "Black pieces", "Schwarze Figuren";
    figurines: "Figurines instead of letters in moves", "Figurinen statt Buchstaben in Zügen";

    // Empty windows.
    tree_explained: "The moves that were played from this position in the listed games, with their results.", "Die Züge, die in den aufgelisteten Partien aus dieser Stellung gespielt wurden, mit ihren Ergebnissen.";

    // Boards and pieces.
    board_walnut: "Walnut", "Nussbaum";
    board_sea: "Sea", "Meer";
    board_rose: "Rose", "Rosé";
    board_lilac: "Lilac", "Flieder";
    board_olive: "Olive", "Olive";
    pieces_classic: "Classic", "Klassisch";
    pieces_flat: "Flat", "Flach";
    pieces_minimal: "Minimal", "Schlicht";
    pieces_figurine: "Figurines", "Figurinen";
    pieces_letters: "Letters", "Buchstaben";
}

impl Language {
    /// Returns a share (from 0 to 1) in percent with this many decimals.
    pub fn percentage(self, share: impl Into<f64>, decimals: usize) -> String {
        let number = self.decimal(100.0 * share.into(), decimals);
        match self {
            Language::English => format!("{number}%"),
            Language::German => format!("{number}\u{a0}%"),
        }
    }

    /// Returns a number with this many decimals.
    pub fn decimal(self, number: f64, decimals: usize) -> String {
        let text = format!("{number:.decimals$}");
        if self == Language::German { text.replace('.', ",") } else { text }
    }

    /// Returns the name of an appearance.
    pub fn appearance_name(self, appearance: Appearance) -> &'static str {
        match appearance {
            Appearance::Light => self.light(),
            Appearance::Dark => self.dark(),
            Appearance::System => self.like_system(),
        }
    }

    /// Returns the name of a theme of the board.
    pub fn board_theme(self, theme: Theme) -> &'static str {
        match theme {
            Theme::Wood => self.board_wood(),
            Theme::Green => self.board_green(),
            Theme::Blue => self.board_blue(),
            Theme::Slate => self.board_slate(),
            Theme::Paper => self.board_paper(),
            Theme::Walnut => self.board_walnut(),
            Theme::Sea => self.board_sea(),
            Theme::Rose => self.board_rose(),
            Theme::Lilac => self.board_lilac(),
            Theme::Olive => self.board_olive(),
        }
    }

    /// Returns the name of a set of pieces.
    pub fn piece_set_name(self, set: PieceSet) -> &'static str {
        match set {
            PieceSet::Classic => self.pieces_classic(),
            PieceSet::Flat => self.pieces_flat(),
            PieceSet::Minimal => self.pieces_minimal(),
            PieceSet::Figurine => self.pieces_figurine(),
            PieceSet::Letters => self.pieces_letters(),
        }
    }
}
