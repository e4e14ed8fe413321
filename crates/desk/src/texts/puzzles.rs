//! Texts of puzzles.

use std::time::Duration;

use heirloom_app::puzzle::glicko::Rating;
use heirloom_chess::PieceType;

use super::reasons::nominative;
use super::{Language, minutes, phrases, texts};
use crate::model::puzzles::PuzzleState;

texts! {
    puzzles: "Puzzles", "Aufgaben";
    included_puzzles: "Included puzzles", "Mitgelieferte Aufgaben";
    help_included_puzzles: "Start with the 3,000 puzzles that come with the program", "Mit den 3000 mitgelieferten Aufgaben beginnen";
    open_puzzles: "Open puzzles…", "Aufgaben öffnen …";
    help_open_puzzles: "Open a file of puzzles: CSV as published by Lichess or written by heirloom puzzle make", "Eine Datei mit Aufgaben öffnen: CSV, wie sie Lichess veröffentlicht oder heirloom puzzle make schreibt";
    puzzles_explained: "Find the best move in positions from games; your rating follows your results", "Finden Sie den besten Zug in Stellungen aus Partien; Ihre Wertung richtet sich nach Ihren Ergebnissen";
    rating_from: "Rating from", "Wertung von";
    rating_to: "to", "bis";
    theme: "Theme", "Thema";
    all_themes: "All themes", "Alle Themen";
    help_theme: "Only puzzles of this theme, such as forks or endgames", "Nur Aufgaben mit diesem Thema, etwa Gabeln oder Endspiele";
    choose_puzzles: "Load puzzles", "Aufgaben laden";
    help_choose_puzzles: "Load puzzles of this rating and theme that you have not tried yet", "Aufgaben dieser Wertung und dieses Themas laden, die Sie noch nicht versucht haben";
    make_puzzles: "Make puzzles from games…", "Aufgaben aus Partien erstellen …";
    help_make_puzzles: "Choose a PGN file and a name for the new puzzles; the engine then searches the games for blunders with one clearly best answer, and first reviews those without evaluations", "Eine PGN-Datei und einen Namen für die neuen Aufgaben wählen; die Engine durchsucht dann die Partien nach groben Fehlern mit genau einer besten Antwort und wertet Partien ohne Bewertungen zuerst aus";
    save_puzzles: "Save new puzzles as…", "Neue Aufgaben speichern unter …";
    solve_made: "Solve these puzzles", "Diese Aufgaben lösen";
    help_solve_made: "Show the first of the new puzzles on the board", "Die erste der neuen Aufgaben auf dem Brett zeigen";
    puzzle_hint: "Hint", "Tipp";
    help_puzzle_hint: "Show which piece moves, and on the second click where to; the puzzle then counts as not solved", "Die ziehende Figur zeigen, beim zweiten Klick auch das Zielfeld; die Aufgabe zählt dann als nicht gelöst";
    puzzle_solution: "Show solution", "Lösung zeigen";
    help_puzzle_solution: "Show the solution in the move list; the puzzle then counts as not solved", "Lösung in der Zugliste zeigen; die Aufgabe zählt dann als nicht gelöst";
    next_puzzle: "Next puzzle", "Nächste Aufgabe";
    help_next_puzzle: "Show the next puzzle on the board", "Nächste Aufgabe auf dem Brett zeigen";
    puzzles_found(found: u64): "Puzzles: {found}", "Aufgaben: {found}";
    puzzles_pace(rate: f64, left: String): "; {rate:.1} games/min, {left} left", "; {rate:.1} Partien/min, noch {left}";
    puzzles_made(file: &str, count: usize): "New puzzles in {file}: {count}", "Neue Aufgaben in {file}: {count}";
    puzzle_number(id: &str): "Puzzle {id}", "Aufgabe {id}";
    puzzle_task(solver: &str): "Find the best move for {solver}", "Finden Sie den besten Zug für {solver}";
    puzzle_rating(rating: f64): "Puzzle rating {rating:.0}", "Wertung der Aufgabe {rating:.0}";
    rating_after(rating: f64, change: f64): "; your rating {rating:.0} ({change:+.0})", "; Ihre Wertung {rating:.0} ({change:+.0})";
    rating_so_far(rating: f64, error: f64): "; your rating so far: {rating:.0} ± {error:.0}", "; Ihre Wertung bisher: {rating:.0} ± {error:.0}";
    puzzles_today(solved: u32, tried: u32): "{solved} of {tried} solved this session", "{solved} von {tried} seit Programmstart gelöst";
    puzzles_ever(solved: usize, tried: usize, rating: f64, error: f64): "{solved} of {tried} solved in total; your rating: {rating:.0} ± {error:.0}", "insgesamt {solved} von {tried} gelöst; Ihre Wertung: {rating:.0} ± {error:.0}";
}

impl Language {
    /// Returns how many puzzles were found so far, the games per minute, and the time left.
    pub fn puzzles_progress(self, found: u64, pace: Option<(f64, Duration)>) -> String {
        let pace = pace.map(|(rate, left)| self.puzzles_pace(rate, minutes(left)));
        self.puzzles_found(found) + &pace.unwrap_or_default()
    }

    /// Returns a piece as the subject of a sentence.
    fn subject(self, piece: PieceType) -> String {
        match self {
            Language::English => format!("The {}", self.piece_type(piece)),
            Language::German => nominative(piece),
        }
    }

    /// Returns the state of the attempt.
    pub fn puzzle_state(self, state: PuzzleState, failed: bool) -> String {
        phrases! { self, (state, failed);
            (PuzzleState::Open, _) => "Your move", "Sie sind am Zug";
            (PuzzleState::Right, _) => "Right; find the next move", "Richtig; finden Sie den nächsten Zug";
            (PuzzleState::Wrong, _) => "Wrong move; try again", "Falscher Zug; versuchen Sie es noch einmal";
            (PuzzleState::Hinted(piece, square), _) => "{} on {square} moves", "{} auf {square} zieht", self.subject(piece);
            (PuzzleState::Solved, true) => "Solved, but not on the first try", "Gelöst, aber nicht beim ersten Versuch";
            (PuzzleState::Solved, false) => "Solved", "Gelöst";
            (PuzzleState::Shown, _) => "The solution is in the move list", "Die Lösung steht in der Zugliste";
        }
    }

    /// Returns the rating of the puzzle, and the user's rating with its change.
    pub fn puzzle_facts(self, puzzle: f64, user: Rating, change: Option<f64>) -> String {
        let after = change.map(|change| {
            if user.is_provisional() {
                // The first changes are jumps.
                self.rating_so_far(user.rating, 2.0 * user.deviation)
            } else {
                self.rating_after(user.rating, change)
            }
        });
        self.puzzle_rating(puzzle) + &after.unwrap_or_default()
    }
}
