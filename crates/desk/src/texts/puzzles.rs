//! Texts of puzzles.

use std::path::Path;
use std::time::Duration;

use heirloom_chess::Color;

use super::review::nominative;
use super::{Language, texts};
use crate::model::puzzles::PuzzleState;

texts! {
    puzzles: "Puzzles", "Aufgaben";
    included_puzzles: "Included puzzles", "Mitgelieferte Aufgaben";
    help_included_puzzles: "Start with the 3,000 puzzles that come with the program", "Mit den 3000 mitgelieferten Aufgaben beginnen";
    open_puzzles: "Open puzzles…", "Aufgaben öffnen …";
    puzzles_explained: "Open a file of puzzles: CSV as published by Lichess or written by heirloom puzzle make", "Öffnen Sie eine Datei mit Aufgaben: CSV, wie sie Lichess veröffentlicht oder heirloom puzzle make schreibt";
    rating_from: "Rating from", "Wertung von";
    rating_to: "to", "bis";
    theme: "Theme", "Thema";
    help_theme: "A theme such as fork, pin, endgame or mateIn2; leave empty for all", "Ein Thema wie fork, pin, endgame oder mateIn2; leer für alle";
    choose_puzzles: "Load puzzles", "Aufgaben laden";
    help_choose_puzzles: "Load puzzles of this rating and theme that you have not tried yet", "Aufgaben dieser Wertung und dieses Themas laden, die Sie noch nicht versucht haben";
    make_puzzles: "Make puzzles from games…", "Aufgaben aus Partien erstellen …";
    help_make_puzzles: "Let an engine search the games of a PGN file for blunders with one clearly best answer; games without evaluations are reviewed first", "Die Partien einer PGN-Datei von einer Engine nach groben Fehlern mit genau einer besten Antwort durchsuchen lassen; Partien ohne Bewertungen werden zuerst ausgewertet";
    save_puzzles: "Search and save as…", "Suchen und speichern unter …";
    help_save_puzzles: "Choose the new file for the puzzles and start the search", "Die neue Datei für die Aufgaben wählen und die Suche starten";
    solve_made: "Solve these puzzles", "Diese Aufgaben lösen";
    help_solve_made: "Show the first of the new puzzles on the board", "Die erste der neuen Aufgaben auf dem Brett zeigen";
    puzzle_hint: "Give hint", "Tipp geben";
    help_puzzle_hint: "Show which piece moves, and on the second click where to; the puzzle then counts as not solved", "Die ziehende Figur zeigen, beim zweiten Klick auch das Zielfeld; die Aufgabe zählt dann als nicht gelöst";
    puzzle_solution: "Show solution", "Lösung zeigen";
    help_puzzle_solution: "Show the solution in the move list; the puzzle then counts as not solved", "Lösung in der Zugliste zeigen; die Aufgabe zählt dann als nicht gelöst";
    next_puzzle: "Next puzzle", "Nächste Aufgabe";
    help_next_puzzle: "Show the next puzzle on the board", "Nächste Aufgabe auf dem Brett zeigen";
}

impl Language {
    /// Returns which games puzzles are made from.
    pub fn puzzles_from(self, games: &Path) -> String {
        let name = games.file_name().unwrap_or_default().to_string_lossy();
        match self {
            Language::English => format!("Puzzles from {name}:"),
            Language::German => format!("Aufgaben aus {name}:"),
        }
    }

    /// Returns how many puzzles were found so far, the games per minute, and the time left.
    pub fn puzzles_found(self, found: u64, pace: Option<(f64, Duration)>) -> String {
        let pace = pace.map_or_else(String::new, |(rate, left)| {
            let left = format!("{}:{:02}", left.as_secs() / 60, left.as_secs() % 60);
            match self {
                Language::English => format!("; {rate:.1} games/min, {left} left"),
                Language::German => format!("; {rate:.1} Partien/min, noch {left}"),
            }
        });
        match self {
            Language::English => format!("Puzzles: {found}{pace}"),
            Language::German => format!("Aufgaben: {found}{pace}"),
        }
    }

    /// Returns what was made.
    pub fn puzzles_made(self, file: &Path, count: usize) -> String {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        match self {
            Language::English => format!("New puzzles in {name}: {count}"),
            Language::German => format!("Neue Aufgaben in {name}: {count}"),
        }
    }

    /// Returns the number of a puzzle.
    pub fn puzzle_number(self, id: &str) -> String {
        match self {
            Language::English => format!("Puzzle {id}"),
            Language::German => format!("Aufgabe {id}"),
        }
    }

    /// Returns the task.
    pub fn puzzle_task(self, solver: Color) -> String {
        match self {
            Language::English => format!("Find the best move for {}", self.color(solver)),
            Language::German => format!("Finden Sie den besten Zug für {}", self.color(solver)),
        }
    }

    /// Returns the state of the attempt.
    pub fn puzzle_state(self, state: PuzzleState, failed: bool) -> String {
        match (self, state) {
            (Language::English, PuzzleState::Open) => "Your move".into(),
            (Language::German, PuzzleState::Open) => "Sie sind am Zug".into(),
            (Language::English, PuzzleState::Wrong) => "Wrong move; try again".into(),
            (Language::German, PuzzleState::Wrong) => "Falscher Zug; versuchen Sie es noch einmal".into(),
            (Language::English, PuzzleState::Hinted(piece, square)) => {
                format!("The {} on {square} moves", self.piece_type(piece))
            }
            (Language::German, PuzzleState::Hinted(piece, square)) => {
                format!("{} auf {square} zieht", nominative(piece))
            }
            (Language::English, PuzzleState::Solved) if failed => "Solved, but not on the first try".into(),
            (Language::German, PuzzleState::Solved) if failed => {
                "Gelöst, aber nicht beim ersten Versuch".into()
            }
            (Language::English, PuzzleState::Solved) => "Solved".into(),
            (Language::German, PuzzleState::Solved) => "Gelöst".into(),
            (Language::English, PuzzleState::Shown) => "The solution is in the move list".into(),
            (Language::German, PuzzleState::Shown) => "Die Lösung steht in der Zugliste".into(),
        }
    }

    /// Returns the rating of the puzzle, and the change of the user's rating.
    pub fn puzzle_facts(self, rating: f64, change: Option<f64>) -> String {
        let change = change.map_or_else(String::new, |change| match self {
            Language::English => format!("; your rating: {change:+.0}"),
            Language::German => format!("; Ihre Wertung: {change:+.0}"),
        });
        match self {
            Language::English => format!("Puzzle rating {rating:.0}{change}"),
            Language::German => format!("Wertung der Aufgabe {rating:.0}{change}"),
        }
    }

    /// Returns the score since the start of the program.
    pub fn puzzles_today(self, solved: u32, tried: u32) -> String {
        match self {
            Language::English => format!("{solved} of {tried} solved this session"),
            Language::German => format!("{solved} von {tried} seit Programmstart gelöst"),
        }
    }

    /// Returns the score of all time, and the rating.
    pub fn puzzles_ever(self, solved: usize, tried: usize, rating: f64, error: f64) -> String {
        match self {
            Language::English => {
                format!("{solved} of {tried} solved in total; your rating: {rating:.0} ± {error:.0}")
            }
            Language::German => {
                format!("insgesamt {solved} von {tried} gelöst; Ihre Wertung: {rating:.0} ± {error:.0}")
            }
        }
    }
}
