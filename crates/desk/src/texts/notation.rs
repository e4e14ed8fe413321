//! Texts of the move list: its forms, what it shows, folding, symbols, arrows and times.

use std::time::Duration;

use heirloom_picture::MarkColor;

use super::{Language, texts};

texts! {
    // The forms of the move list.
    notation_table: "Table", "Tabelle";
    help_notation_table: "Show the moves in two columns, with variations between the rows", "Züge in zwei Spalten zeigen, mit Varianten zwischen den Zeilen";
    notation_paragraph: "Text", "Fließtext";
    help_notation_paragraph: "Show the moves as running text, with variations in brackets", "Züge als Fließtext zeigen, mit Varianten in Klammern";
    notation_tree: "Tree", "Baum";
    help_notation_tree: "Show each variation on lines of its own, indented by level", "Jede Variante in eigenen Zeilen zeigen, nach Ebenen eingerückt";
    notation_view: "View", "Ansicht";
    help_notation_view: "Choose what is shown with the moves, and fold variations", "Festlegen, was bei den Zügen steht, und Varianten einklappen";
    move_values: "Evaluations", "Bewertungen";
    help_move_values: "Show the evaluation stored with each move", "Gespeicherte Bewertung bei jedem Zug anzeigen";
    move_times: "Time used", "Verbrauchte Zeit";
    help_move_times: "Show how long each move took", "Bei jedem Zug die verbrauchte Zeit anzeigen";
    move_clocks: "Time left", "Restzeit";
    help_move_clocks: "Show the time left on the clock after each move", "Nach jedem Zug die Restzeit auf der Uhr anzeigen";

    // Folding.
    fold_variation: "Fold variation", "Variante einklappen";
    unfold_variation: "Unfold variation", "Variante ausklappen";
    unfold_all: "Unfold all variations", "Alle Varianten ausklappen";
    help_unfold_all: "Show all variations in full", "Alle Varianten vollständig zeigen";
    fold_to_one: "Only one level of variations", "Nur eine Variantenebene";
    help_fold_to_one: "Fold variations inside variations to their first move", "Varianten innerhalb von Varianten auf ihren ersten Zug einklappen";
    fold_all: "Fold all variations", "Alle Varianten einklappen";
    help_fold_all: "Show only the first move of each variation", "Von jeder Variante nur den ersten Zug zeigen";

    // The time graph.
    times_of_game: "Time used for each move", "Zeitverbrauch pro Zug";
    time_used(time: &str): "{time} used", "{time} verbraucht";
    time_left(time: &str): "{time} left", "{time} übrig";

    // Arrows and circles.
    mark_green: "Green", "Grün";
    mark_red: "Red (Shift)", "Rot (Umschalt)";
    mark_blue: "Blue (Alt)", "Blau (Alt)";
    mark_yellow: "Yellow (Shift+Alt)", "Gelb (Umschalt+Alt)";
}

/// Formats a time as on a clock: `0:07`, `1:20:03`.
pub fn clock_time(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

impl Language {
    /// Returns the color of an arrow or a circle, and the keys that choose it.
    pub fn mark_color(self, color: MarkColor) -> &'static str {
        match color {
            MarkColor::Green => self.mark_green(),
            MarkColor::Red => self.mark_red(),
            MarkColor::Yellow => self.mark_yellow(),
            MarkColor::Blue => self.mark_blue(),
        }
    }
}
