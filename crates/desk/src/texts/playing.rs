//! Texts of the board, the journal, the clocks and what else belongs to a game.

use super::{Language, minutes, phrases, texts};
use crate::model::level::Level;

texts! {
    // Windows.
    board: "Board", "Brett";
    journal: "Move list", "Zugliste";
    clocks: "Clocks", "Uhren";
    status: "Status", "Status";
    analysis: "Analysis", "Analyse";
    watchdog: "Search progress", "Suchfortschritt";
    game_data: "Game data", "Partiedaten";

    // Players and levels.
    white: "White", "Weiß";
    black: "Black", "Schwarz";
    human: "Human", "Mensch";
    players: "Players", "Spieler";
    level: "Time", "Bedenkzeit";
    start: "Start", "Starten";
    cancel: "Cancel", "Abbrechen";
    level_moves_in: "Moves in a given time", "Züge in vorgegebener Zeit";
    level_increment: "Base time and increment", "Bedenkzeit mit Zuschlag";
    level_per_move: "Seconds per move", "Sekunden pro Zug";
    level_depth: "Depth in plies", "Tiefe in Halbzügen";
    level_nodes: "Nodes per move", "Knoten pro Zug";
    level_equal: "Equal time", "Gleiche Zeit";
    level_unlimited: "Unlimited", "Unbegrenzt";
    no_figures: "no settings", "keine Einstellungen";
    level_mate: "Mate search", "Mattsuche";
    mate_in(moves: u32): "Mate in {moves}", "Matt in {moves}";
    per_move: "per move", "pro Zug";
    seconds_added: "seconds added per move", "Sekunden Zuschlag pro Zug";
    moves: "moves", "Züge";
    minutes: "minutes", "Minuten";
    seconds: "seconds", "Sekunden";
    plies: "plies", "Halbzüge";
    nodes: "nodes", "Knoten";
    start_position: "Start position", "Ausgangsstellung";
    usual_start: "Standard", "Standard";
    chess960_number: "Chess960 number", "Schach960-Nr.";
    random: "Random", "Zufällig";
    current_position: "Current position", "Aktuelle Stellung";

    // How a game is left and ends.
    really_resign: "Do you want to resign?", "Möchten Sie aufgeben?";
    game_is_played: "Game in progress", "Laufende Partie";
    really_leave: "A game is in progress; its clocks are stopped. Resign it, or keep it for later?", "Eine Partie läuft noch; die Uhren sind angehalten. Aufgeben oder für später behalten?";
    resign_and_leave: "Resign and leave", "Aufgeben";
    help_resign_and_leave: "Resign the game, then show the other one", "Partie aufgeben und dann die andere zeigen";
    keep_and_leave: "Keep for later", "Für später behalten";
    help_keep_and_leave: "Keep the game under Earlier games, then show the other one", "Partie unter „Frühere Partien“ ablegen und dann die andere zeigen";
    help_stay: "Continue the game", "Partie fortsetzen";
    rematch: "Rematch", "Revanche";
    help_rematch: "Play again with colors exchanged", "Noch einmal mit vertauschten Farben spielen";
    continue_game: "Continue", "Fortsetzen";
    help_continue: "Continue the game with the times left on the clocks", "Partie mit den verbliebenen Bedenkzeiten fortsetzen";

    // Where there is no game yet.
    you_play: "You play", "Sie spielen";
    more_choices: "More options…", "Weitere Optionen …";
    analyse_position: "Analyze this position", "Stellung analysieren";
    stop_analysis: "Stop analysis", "Analyse beenden";
    how_to_begin: "Move the pieces on the board to enter the moves of both sides.", "Ziehen Sie auf dem Brett, um die Züge beider Seiten einzugeben.";
    analysis_explained: "Click Analyze to let an engine analyze the position on the board.", "„Analysieren“ startet die Engine-Analyse der Stellung auf dem Brett.";
    analysing_engine: "Analysis engine", "Analyse-Engine";
    help_analysing_engine: "Choose the analysis engine", "Analyse-Engine wählen";
    threat: "Threat", "Drohung";
    help_threat: "Analyze the position as if the other side were to move", "Stellung analysieren, als wäre die andere Seite am Zug";
    comparison: "Comparison engine", "Vergleichs-Engine";
    exchange: "Swap colors", "Farben tauschen";
    limit_to_elo: "Limit strength to Elo", "Spielstärke begrenzen auf Elo";
    help_limit_to_elo: "Limit the strength of this opponent; hints, analysis and reviews always use full strength", "Spielstärke dieses Gegners begrenzen; Zugvorschläge, Analysen und Auswertungen nutzen immer die volle Stärke";

    // Status.
    waits: "Waiting", "Wartet";
    game_is_over: "The game is over", "Die Partie ist beendet";
    you_resigned: "You resigned", "Sie haben aufgegeben";
    to_move: "To move", "Am Zug";
    stage: "Game", "Partie";
    stage_free: "free play", "freies Ziehen";
    stage_playing: "in progress", "läuft";
    castling: "Castling", "Rochade";
    fifty: "Fifty-move count", "50-Züge-Zähler";
    repetitions: "Repetitions", "Wiederholungen";
    opening: "Opening", "Eröffnung";
    value: "Score", "Bewertung";
    depth: "Depth", "Tiefe";
    line: "Line", "Variante";
    time: "Time", "Zeit";
    hash: "Hash", "Hash";
    last_move: "Last move", "Letzter Zug";
    none: "none", "–";
    used: "used", "verbraucht";
    left: "left", "übrig";
    clock_lead: "Time lead", "Zeitvorsprung";
    reset: "Reset", "Zurücksetzen";

    // Board.
    mark_square: "Mark square", "Feld markieren";
    remove_marks: "Clear all marks", "Alle Markierungen entfernen";
    promote_to: "Promote to", "Umwandeln in";
    typed_move: "Type a move", "Zug eingeben";
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
    annotate: "Annotate move…", "Zug kommentieren …";
    variation_before: "Previous variation", "Vorige Variante";
    variation_after: "Next variation", "Nächste Variante";
    long_notation: "Long notation", "Lange Notation";
    help_long_notation: "Use long notation, which shows the square each move starts from", "Lange Notation verwenden, die auch das Ausgangsfeld jedes Zuges zeigt";
    if_it_were_to_move(side: &str): "If {side} were to move:", "Wenn {side} am Zug wäre:";
    journal_figures: "Record search data", "Suchdaten aufzeichnen";
    help_journal_figures: "Show the engine's score, depth, time and nodes next to its moves, and keep RDChess's figures of each move that is played", "Bewertung, Tiefe, Zeit und Knoten der Engine neben ihren Zügen anzeigen und zu jedem gespielten Zug die Angaben von RDChess festhalten";
}

impl Language {
    /// Returns the text for an interrupted game: the opponent, and the move number.
    pub fn interrupted(self, opponent: Option<&str>, number: u16) -> String {
        phrases! { self, opponent;
            Some(name) => "Game against {name}, move {number}", "Partie gegen {name}, Zug {number}";
            None => "Interrupted game, move {number}", "Unterbrochene Partie, Zug {number}";
        }
    }

    /// Returns a level with its numbers.
    pub fn level_in_words(self, level: Level) -> String {
        match level {
            Level::MovesIn { moves, time } => format!("{moves} {} in {}", self.moves(), minutes(time)),
            Level::Increment { base, increment } if increment.is_zero() => minutes(base),
            Level::Increment { base, increment } => {
                format!("{} + {} s", minutes(base), increment.as_secs_f64())
            }
            Level::PerMove(time) => format!("{} s {}", time.as_secs_f64(), self.per_move()),
            Level::Depth(plies) => format!("{} {plies}", self.depth()),
            Level::Nodes(nodes) => format!("{nodes} {} {}", self.nodes(), self.per_move()),
            Level::Equal => self.level_equal().to_owned(),
            Level::Unlimited => self.level_unlimited().to_owned(),
            Level::Mate(moves) => self.mate_in(moves),
        }
    }
}
