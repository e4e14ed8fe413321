//! Texts of puzzles.

use heirloom_chess::Color;

use super::{Language, texts};
use crate::model::puzzles::State;

texts! {
    puzzles: "Puzzles", "Aufgaben";
    included_puzzles: "Included puzzles", "Mitgelieferte Aufgaben";
    help_included_puzzles: "Starts with the 3,000 puzzles that come with the program", "Beginnt mit den 3000 Aufgaben, die zum Programm gehören";
    open_puzzles: "Open puzzles…", "Aufgaben öffnen…";
    puzzles_explained: "Choose a file of puzzles: CSV as lichess publishes it, or as heirloom puzzle make writes it", "Wählen Sie eine Datei mit Aufgaben: CSV, wie lichess sie veröffentlicht oder heirloom puzzle make sie schreibt";
    rating_from: "Rating from", "Wertung von";
    rating_to: "to", "bis";
    theme: "Theme", "Thema";
    help_theme: "A word such as fork, pin, endgame or mateIn2; empty for all", "Ein Wort wie fork, pin, endgame oder mateIn2; leer für alle";
    choose_puzzles: "Take these", "Diese nehmen";
    help_choose_puzzles: "Takes puzzles of this rating and theme from the file, as far as they were never tried", "Nimmt Aufgaben dieser Wertung und dieses Themas aus der Datei, soweit sie noch nie versucht wurden";
    puzzle_hint: "Give a hint", "Tipp geben";
    help_puzzle_hint: "Says which piece moves, and asked again, where to; the puzzle counts as not solved", "Sagt, welche Figur zieht, und noch einmal gefragt, wohin; die Aufgabe zählt als nicht gelöst";
    puzzle_solution: "Show the solution", "Lösung zeigen";
    help_puzzle_solution: "Shows the solution in the journal; the puzzle counts as not solved", "Zeigt die Lösung in der Zugliste; die Aufgabe zählt als nicht gelöst";
    next_puzzle: "Next puzzle", "Nächste Aufgabe";
    help_next_puzzle: "Puts the next puzzle on the board", "Stellt die nächste Aufgabe auf das Brett";
}

impl Language {
    /// Which puzzle it is.
    pub fn puzzle_number(self, id: &str) -> String {
        match self {
            Language::English => format!("Puzzle {id}"),
            Language::German => format!("Aufgabe {id}"),
        }
    }

    /// What is to be done.
    pub fn puzzle_task(self, solver: Color) -> String {
        match self {
            Language::English => format!("Find the best move for {}", self.color(solver)),
            Language::German => format!("Finden Sie den besten Zug für {}", self.color(solver)),
        }
    }

    /// How it stands.
    pub fn puzzle_state(self, state: State, failed: bool) -> String {
        match (self, state) {
            (Language::English, State::Open) => "Your move".into(),
            (Language::German, State::Open) => "Sie sind am Zug".into(),
            (Language::English, State::Wrong) => "That is not it; try again".into(),
            (Language::German, State::Wrong) => "Das ist es nicht; versuchen Sie es noch einmal".into(),
            (Language::English, State::Hinted(piece, square)) => format!("The {} on {square} moves", self.piece_type(piece)),
            (Language::German, State::Hinted(piece, square)) => format!("Es zieht: {} auf {square}", self.piece_type(piece)),
            (Language::English, State::Solved) if failed => "Solved, though not at the first try".into(),
            (Language::German, State::Solved) if failed => "Gelöst, aber nicht beim ersten Versuch".into(),
            (Language::English, State::Solved) => "Solved".into(),
            (Language::German, State::Solved) => "Gelöst".into(),
            (Language::English, State::Shown) => "The solution stands in the journal".into(),
            (Language::German, State::Shown) => "Die Lösung steht in der Zugliste".into(),
        }
    }

    /// How hard it is, and how the rating changed by it.
    pub fn puzzle_facts(self, rating: f64, change: Option<f64>) -> String {
        let change = change.map_or_else(String::new, |change| match self {
            Language::English => format!("; your rating changes by {change:+.0}"),
            Language::German => format!("; Ihre Wertung ändert sich um {change:+.0}"),
        });
        match self {
            Language::English => format!("Rated {rating:.0}{change}"),
            Language::German => format!("Wertung {rating:.0}{change}"),
        }
    }

    /// The score since the start of the program.
    pub fn puzzles_today(self, solved: u32, tried: u32) -> String {
        match self {
            Language::English => format!("{solved} of {tried} solved now"),
            Language::German => format!("jetzt {solved} von {tried} gelöst"),
        }
    }

    /// The score since ever, and the rating.
    pub fn puzzles_ever(self, solved: usize, tried: usize, rating: f64, error: f64) -> String {
        match self {
            Language::English => format!("{solved} of {tried} solved in all; your rating: {rating:.0} ± {error:.0}"),
            Language::German => format!("insgesamt {solved} von {tried} gelöst; Ihre Wertung: {rating:.0} ± {error:.0}"),
        }
    }
}
