//! Texts of the window with what is known of the position: tablebases, library, games, notes.

use heirloom_chess::Color;
use heirloom_tablebase::TableResult;

use super::{Language, texts};

texts! {
    position: "Position", "Stellung";
    window_position: "What is known about the position on the board without a search: endgame tablebases with the result of each move, the opening book, the listed games, and notes. Click a move to play it.", "Was über die Stellung auf dem Brett ohne Suche bekannt ist: Endspieldatenbanken mit dem Ergebnis jedes Zuges, Eröffnungsbuch, aufgelistete Partien und Anmerkungen. Ein Klick auf einen Zug führt ihn aus.";
    tablebase: "Endgame tablebases", "Endspieldatenbanken";
    no_tables: "With Syzygy tablebases, the result of each move in an endgame is known. Choose the folder with their files (*.rtbw, *.rtbz); the engine uses them, too.", "Mit Syzygy-Endspieldatenbanken ist im Endspiel das Ergebnis jedes Zuges bekannt. Wählen Sie den Ordner mit ihren Dateien (*.rtbw, *.rtbz); auch die Engine nutzt sie dann.";
    choose_tables: "Choose folder…", "Ordner wählen …";
    tablebase_folder: "Folder of the tablebases", "Ordner der Endspieldatenbanken";
    tables_are_read: "Reading the tablebases…", "Die Endspieldatenbanken werden gelesen …";
    not_in_tables(most: usize, here: u32): "The tablebases cover endgames with up to {most} pieces; this position has {here}, or it is not among them.", "Die Endspieldatenbanken enthalten Endspiele mit bis zu {most} Steinen; diese Stellung hat {here} oder fehlt darin.";
    no_games_listed: "List the games of a file to see how they continued from this position.", "Listen Sie die Partien einer Datei auf, um zu sehen, wie es in dieser Stellung weiterging.";
    games_are_counted: "Counting the games…", "Die Partien werden gezählt …";
    results_of_games(win: u32, draw: u32, loss: u32): "White won {win}%, draws {draw}%, Black won {loss}%", "Weiß gewann {win}\u{a0}%, Remis {draw}\u{a0}%, Schwarz gewann {loss}\u{a0}%";
    open_book: "Open book…", "Buch öffnen …";
    help_open_book: "Open an opening library or another book", "Eine Eröffnungsbibliothek oder ein anderes Buch öffnen";
    notes: "Notes", "Anmerkungen";
    no_notes: "No notes on this position yet.", "Noch keine Anmerkungen zu dieser Stellung.";
    table_draw: "Draw", "Remis";
    table_draw_by_rule(winner: &str): "Draw by the fifty-move rule ({winner} otherwise)", "Remis nach der 50-Züge-Regel (sonst: {winner})";
    with_dtz(result: &str, dtz: u32): "{result} (DTZ {dtz})", "{result} (DTZ {dtz})";
}

impl Language {
    /// Returns a result of the side to move, with its distance to the next capture or pawn move in plies.
    pub fn table_result(self, result: TableResult, dtz: Option<i32>, turn: Color) -> String {
        let wins = |color| self.side_wins(color);
        let text = match result {
            TableResult::Win => wins(turn).to_owned(),
            TableResult::Loss => wins(!turn).to_owned(),
            TableResult::Draw => return self.table_draw().to_owned(),
            TableResult::CursedWin => self.table_draw_by_rule(wins(turn)),
            TableResult::BlessedLoss => self.table_draw_by_rule(wins(!turn)),
        };
        dtz.map_or_else(|| text.clone(), |dtz| self.with_dtz(&text, dtz.unsigned_abs()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_name_the_winner() {
        let say = |result, dtz| Language::English.table_result(result, dtz, Color::Black);
        assert_eq!(say(TableResult::Win, Some(12)), "Black wins (DTZ 12)");
        assert_eq!(say(TableResult::Loss, Some(-3)), "White wins (DTZ 3)");
        assert_eq!(say(TableResult::Draw, Some(0)), "Draw");
        assert_eq!(say(TableResult::CursedWin, None), "Draw by the fifty-move rule (Black wins otherwise)");
    }
}
