//! Texts of the windows that look inside a search.

use heirloom_engine::insight::{Exit, OrderReason};

use super::{Language, phrases, texts, translated};

texts! {
    // Windows.
    root_moves: "Root moves", "Wurzelzüge";
    statistics: "Search statistics", "Suchstatistik";
    hash_table: "Hash table", "Hashtabelle";
    evaluation: "Evaluation", "Bewertungsfunktion";
    move_order: "Move order", "Zugreihenfolge";
    protocol_log: "Protocol log", "Protokoll";

    // All of them.
    whose_search: "Search", "Suche";
    latest_search: "latest", "letzte";
    values_of_mover: "scores for the side to move", "Bewertung aus Sicht der Seite am Zug";
    nobody_searched: "No search yet; start a game or an analysis", "Noch keine Suche; beginnen Sie eine Partie oder eine Analyse";
    counted_later: "This search started without statistics; they begin with the next search", "Diese Suche begann ohne Statistik; sie beginnt mit der nächsten Suche";
    tells_nothing: "This engine does not provide this data", "Diese Engine liefert dazu keine Daten";
    node_share: "Share", "Anteil";
    move_place: "Rank", "Rang";
    a_move: "Move", "Zug";
    looked_up: "Probes", "Abfragen";

    // Watchdog.
    alpha: "Alpha", "Alpha";
    best_value: "Score", "Bewertung";
    beta: "Beta", "Beta";
    time_until: "Time", "Zeit";
    help_iterations: "Each search from the root: depth, aspiration window, score, time and nodes since the search began, principal variation", "Jede Suche ab der Wurzel: Tiefe, Suchfenster, Bewertung, Zeit und Knoten seit Beginn der Suche, Hauptvariante";

    // Root moves.
    sort_root_moves: "Sort by", "Sortieren nach";
    by_place: "search order", "Suchreihenfolge";
    by_effort: "effort", "Aufwand";
    by_value: "score", "Bewertung";

    // Statistics.
    technique: "Node ended by", "Knoten beendet durch";
    cutoffs: "Cutoffs", "Cutoffs";
    by_first_move: "on the first move", "beim ersten Zug";
    ply: "Ply", "Halbzug";
    branching: "Branching", "Verzweigung";
    thread_number: "Thread", "Thread";
    remarks: "Engine messages", "Meldungen der Engine";

    // Hash table.
    hash_fill: "Usage", "Füllstand";
    hash_hits: "Hits", "Treffer";
    cutoffs_in_search: "Cutoffs in the main search", "Cutoffs in der Hauptsuche";
    cutoffs_in_quiescence: "Cutoffs in quiescence search", "Cutoffs in der Ruhesuche";
    entry_age: "Age of entries", "Alter der Einträge";
    king_pawn_hash: "King-pawn hash table", "König-Bauern-Hashtabelle";

    // Evaluation.
    explaining_engine: "Engine", "Engine";
    evaluation_kind: "Type", "Art";
    evaluation_term: "Term", "Term";
    middlegame: "middlegame", "Mittelspiel";
    endgame: "endgame", "Endspiel";
    term_sum: "Total", "Gesamt";
    value_for_white: "Evaluation for White", "Bewertung für Weiß";
    not_answered_yet: "…", "…";

    // Move order.
    moves_generated: "Generated", "Erzeugt";
    moves_searched: "Searched", "Durchsucht";
    order_reasons: "Reason", "Grund";

    // Protocol log.
    log_filter: "Filter", "Filter";
    all_lines: "all", "alle";
    lines_sent: "sent", "gesendet";
    lines_received: "received", "empfangen";
    clear_log: "Clear", "Leeren";
    keep_log: "Log to file", "In Datei mitschreiben";
    help_keep_log: "Append each line to the file as it arrives", "Jede Zeile sofort an die Datei anhängen";
    help_save_log: "Write all lines to the file", "Alle Zeilen in die Datei schreiben";
    at_work(depth: u32, mv: &str, number: u32, all: u32): "Depth {depth}: {mv}, move {number} of {all}", "Tiefe {depth}: {mv}, Zug {number} von {all}";
    nothing_said: "No communication with other programs yet", "Noch keine Kommunikation mit anderen Programmen";
}

impl Language {
    /// Returns how a node ended.
    pub fn exit(self, exit: Exit) -> &'static str {
        if self == Language::English {
            return exit.name();
        }
        match exit {
            Exit::Draw => "Remis",
            Exit::TooDeep => "maximale Tiefe",
            Exit::MateDistance => "Mattdistanz",
            Exit::Repetition => "bevorstehende Wiederholung",
            Exit::Table => "Hashtabelle",
            Exit::Tablebase => "Endspieldatenbank",
            Exit::ReverseFutility => "Reverse Futility",
            Exit::Razoring => "Razoring",
            Exit::NullMove => "Nullzug",
            Exit::ProbCut => "ProbCut",
            Exit::MultiCut => "Multi-Cut",
            Exit::FirstMove => "erster Zug",
            Exit::SecondMove => "zweiter Zug",
            Exit::LaterMove => "späterer Zug",
            Exit::NoCutoff => "kein Cutoff",
            Exit::NoMove => "Matt oder Patt",
            Exit::QuietTable => "Ruhesuche: Hashtabelle",
            Exit::StandPat => "Ruhesuche: Stand pat",
            Exit::QuietMove => "Ruhesuche: Zug",
            Exit::QuietNoCutoff => "Ruhesuche: kein Cutoff",
        }
    }

    /// Returns the reason for a move's place.
    pub fn order_reason(self, reason: OrderReason) -> String {
        translated! { self, reason;
            OrderReason::TableMove => "Zug aus der Hashtabelle";
            OrderReason::Killer => "Killerzug";
            OrderReason::GoodCapture(value) => "guter Schlagzug {value:+}";
            OrderReason::History(value) => "History {value:+}";
            OrderReason::Rescue => "bedrohte Figur in Sicherheit";
            OrderReason::SafeSquare => "sicheres Feld";
            OrderReason::PawnMove => "Bauernzug";
            OrderReason::Quiet => "stiller Zug";
            OrderReason::BadCapture(value) => "schlechter Schlagzug {value:+}";
        }
    }

    /// Returns an age in searches.
    pub fn searches_ago(self, age: usize) -> String {
        phrases! { self, age;
            0 => "this search", "diese Suche";
            1 => "1 search ago", "vor einer Suche";
            _ => "{age} searches ago", "vor {age} Suchen";
        }
    }
}
