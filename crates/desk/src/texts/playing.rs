//! Texts of the board, the journal, the clocks and what else belongs to a game.

use std::time::Duration;

use heirloom_chess::Color;

use super::{Language, texts};
use crate::model::level::Level;

texts! {
    // Windows.
    board: "Board", "Brett";
    journal: "Journal", "Zugliste";
    clocks: "Clocks", "Uhren";
    status: "Status", "Status";
    analysis: "Analysis", "Analyse";
    watchdog: "Watchdog", "Beobachter";
    game_data: "Game data", "Partiedaten";

    // Players and levels.
    white: "White", "Weiß";
    black: "Black", "Schwarz";
    human: "Human", "Mensch";
    players: "Players", "Spieler";
    level: "Level", "Spielstufe";
    start: "Start", "Los";
    cancel: "Cancel", "Abbrechen";
    level_moves_in: "Moves in minutes", "Züge in Minuten";
    level_increment: "Base and increment", "Grundzeit und Zuschlag";
    level_per_move: "Seconds a move", "Sekunden pro Zug";
    level_depth: "Depth in plies", "Tiefe in Halbzügen";
    level_nodes: "Nodes a move", "Knoten pro Zug";
    level_equal: "Equal time", "Gleiche Zeit";
    level_unlimited: "Unlimited", "Unbegrenzt";
    no_figures: "nothing more to set", "nichts weiter einzustellen";
    level_mate: "Mate search", "Mattsuche";
    moves: "moves", "Züge";
    minutes: "minutes", "Minuten";
    seconds: "seconds", "Sekunden";
    plies: "plies", "Halbzüge";
    nodes: "nodes", "Knoten";
    start_position: "Start position", "Ausgangsstellung";
    usual_start: "Usual", "Übliche";
    chess960_number: "Chess960, number", "Schach960, Nummer";
    random: "Random", "Zufällig";
    current_position: "Position on the board", "Stellung auf dem Brett";

    // How a game is left and ends.
    really_resign: "Do you give the game up?", "Geben Sie die Partie auf?";
    game_is_played: "A game is being played", "Eine Partie läuft";
    really_leave: "What becomes of it? Its clocks wait.", "Was wird aus ihr? Ihre Uhren warten.";
    resign_and_leave: "Resign it", "Aufgeben";
    help_resign_and_leave: "Gives the game up, then shows the other one", "Gibt die Partie auf und zeigt dann die andere";
    keep_and_leave: "Keep it unfinished", "Unbeendet behalten";
    help_keep_and_leave: "Puts the game among the earlier games, then shows the other one", "Legt die Partie zu den früheren und zeigt dann die andere";
    help_stay: "Goes on with the game", "Setzt die Partie fort";
    rematch: "Rematch", "Revanche";
    help_rematch: "The same players exchange colors and play again", "Dieselben Spieler tauschen die Farben und spielen noch einmal";
    continue_game: "Continue", "Fortsetzen";
    help_continue: "Goes on with the game: the clocks run on from where they were", "Setzt die Partie fort: Die Uhren laufen weiter, wo sie waren";

    // Where there is no game yet.
    play_against: "Play against", "Spielen gegen";
    help_play_against: "Begins a game against this program at once", "Beginnt sofort eine Partie gegen dieses Programm";
    you_play: "You play", "Sie spielen";
    more_choices: "More choices…", "Mehr Auswahl…";
    look_at_games: "Look at games and positions", "Partien und Stellungen ansehen";
    analyse_position: "Analyse this position", "Diese Stellung analysieren";
    stop_analysis: "Stop analysing", "Analyse beenden";
    how_to_begin: "Or make a move on the board: for both sides, until a game begins.", "Oder ziehen Sie auf dem Brett: für beide Seiten, bis eine Partie beginnt.";
    analysis_explained: "An engine says what it thinks of the position on the board, move by move.", "Ein Programm sagt, was es von der Stellung auf dem Brett hält, Zug um Zug.";
    analysing_engine: "Engine that analyses", "Programm, das analysiert";
    help_analysing_engine: "Chooses who analyses", "Wählt aus, wer analysiert";
    threat: "Threat", "Drohung";
    help_threat: "Looks at the position as if the other side were to move", "Untersucht die Stellung, als wäre die andere Seite am Zug";
    comparison: "Engine for comparison", "Programm zum Vergleich";
    no_comparison: "no comparison", "kein Vergleich";
    help_comparison: "Lets another engine analyse the same beside it", "Lässt ein zweites Programm dasselbe daneben analysieren";
    exchange: "Exchange colors", "Farben tauschen";
    limit_to_elo: "limited to an Elo", "auf eine Elo begrenzt";
    help_limit_to_elo: "Limits this opponent to an Elo; hints, analyses and reviews stay as strong as they can be", "Begrenzt diesen Gegner auf eine Elo; Zugvorschläge, Analysen und Auswertungen bleiben so stark wie möglich";

    // Status.
    waits: "Waits", "Wartet";
    to_move: "To move", "Am Zug";
    stage: "Game", "Partie";
    stage_free: "free moves", "freie Züge";
    stage_playing: "being played", "läuft";
    stage_over: "over", "beendet";
    castling: "Castling", "Rochade";
    fifty: "Moves without progress", "Züge ohne Fortschritt";
    repetitions: "Occurrences", "Vorkommen";
    opening: "Opening", "Eröffnung";
    value: "Value", "Bewertung";
    depth: "Depth", "Tiefe";
    line: "Line", "Variante";
    speed: "Speed", "Tempo";
    time: "Time", "Zeit";
    hash: "Hash", "Hash";
    last_move: "Last move", "Letzter Zug";
    none: "none", "keine";
    used: "used", "verbraucht";
    left: "left", "übrig";
    clock_lead: "Ahead of the opponent", "Vorsprung vor dem Gegner";
    reset: "Reset", "Zurücksetzen";

    // Board.
    mark_square: "Mark this square", "Dieses Feld markieren";
    remove_marks: "Remove all marks", "Alle Markierungen entfernen";
    promote_to: "Promote to", "Umwandeln in";
    typed_move: "Type a move", "Zug eintippen";
    king: "king", "König";
    queen: "queen", "Dame";
    rook: "rook", "Turm";
    bishop: "bishop", "Läufer";
    knight: "knight", "Springer";
    pawn: "pawn", "Bauer";
    empty: "empty", "leer";

    // Journal.
    delete_from_here: "Delete from here", "Ab hier löschen";
    promote_variation: "Promote variation", "Variante aufwerten";
    make_main_line: "Make main line", "Zur Hauptvariante machen";
    comment: "Comment", "Kommentar";
    annotate: "Annotate the move…", "Zug kommentieren…";
    variation_before: "Variation before", "Variante davor";
    variation_after: "Variation after", "Variante danach";
    long_notation: "e2-e4", "e2-e4";
    help_long_notation: "Long notation: each move with the square it comes from", "Lange Notation: jeder Zug mit dem Feld, von dem er kommt";
    journal_figures: "Figures", "Zahlen";
    help_journal_figures: "Shows what engines have found beside their moves: value, depth, time, nodes", "Zeigt neben den Zügen, was Programme gefunden haben: Wert, Tiefe, Zeit, Knoten";
}

impl Language {
    /// Says that the analysis is about a threat.
    pub fn if_it_were_to_move(self, color: Color) -> String {
        match self {
            Language::English => format!("If {} were to move:", self.color(color)),
            Language::German => format!("Wenn {} am Zug wäre:", self.color(color)),
        }
    }

    /// A game that was interrupted: against whom, and at which move.
    pub fn interrupted(self, opponent: Option<&str>, number: u16) -> String {
        match (self, opponent) {
            (Language::English, Some(name)) => format!("Game against {name}, move {number}"),
            (Language::English, None) => format!("Interrupted game, move {number}"),
            (Language::German, Some(name)) => format!("Partie gegen {name}, Zug {number}"),
            (Language::German, None) => format!("Unterbrochene Partie, Zug {number}"),
        }
    }

    /// A level with its figures.
    pub fn level_in_words(self, level: Level) -> String {
        let clock = |time: Duration| format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
        let each = match self {
            Language::English => "a move",
            Language::German => "pro Zug",
        };
        match level {
            Level::MovesIn { moves, time } => format!("{moves} {} in {}", self.moves(), clock(time)),
            Level::Increment { base, increment } if increment.is_zero() => clock(base),
            Level::Increment { base, increment } => format!("{} + {} s", clock(base), increment.as_secs_f64()),
            Level::PerMove(time) => format!("{} s {each}", time.as_secs_f64()),
            Level::Depth(plies) => format!("{plies} {}", self.plies()),
            Level::Nodes(nodes) => format!("{nodes} {} {each}", self.nodes()),
            Level::Equal => self.level_equal().to_owned(),
            Level::Unlimited => self.level_unlimited().to_owned(),
            Level::Mate(moves) => format!("{} {moves}", self.level_mate()),
        }
    }
}
