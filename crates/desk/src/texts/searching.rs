//! Texts of the windows that look inside a search.

use heirloom_engine::insight::{Exit, OrderReason};

use super::{Language, texts};

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
    latest_search: "the latest", "die letzte";
    values_of_mover: "values for the side to move", "Werte für die Seite am Zug";
    nobody_searched: "Nobody has searched yet: start a game or an analysis", "Noch hat niemand gerechnet: eine Partie oder eine Analyse beginnen";
    counted_later: "This search began before anybody looked inside; the next one is counted", "Diese Suche begann, bevor jemand zusah; ab der nächsten wird gezählt";
    tells_nothing: "This engine tells nothing of that", "Dieses Programm sagt darüber nichts";
    node_share: "Share", "Anteil";
    move_place: "Place", "Platz";
    a_move: "Move", "Zug";
    looked_up: "Looked up", "Nachgesehen";

    // Watchdog.
    alpha: "Alpha", "Alpha";
    best_value: "Best", "Best";
    beta: "Beta", "Beta";
    iteration: "Iteration", "Iteration";
    time_until: "Time", "Zeit";
    help_iterations: "Each search of the root: its depth, the window, the best value, time and nodes since the search began, the main line", "Jede Suche der Wurzel: Tiefe, Fenster, bester Wert, Zeit und Knoten seit Beginn, Hauptvariante";

    // Root moves.
    sort_root_moves: "Sort by", "Sortieren nach";
    by_place: "order of search", "Suchreihenfolge";
    by_effort: "effort", "Aufwand";
    by_value: "value", "Wert";

    // Statistics.
    technique: "Node left by", "Knoten verlassen durch";
    cutoffs: "Cutoffs", "Schnitte";
    by_first_move: "by the first move", "durch den ersten Zug";
    ply: "Ply", "Halbzug";
    branching: "Growth", "Wachstum";
    thread_number: "Thread", "Thread";
    remarks: "In the engine's own words", "In den Worten des Programms";

    // Hash table.
    hash_fill: "Fill", "Füllung";
    hash_hits: "Hits", "Treffer";
    cutoffs_in_search: "Cutoffs in the search", "Schnitte in der Suche";
    cutoffs_in_quiescence: "Cutoffs in quiescence", "Schnitte in der Ruhesuche";
    entry_age: "Age in searches", "Alter in Suchen";
    this_search: "this search", "diese Suche";
    king_pawn_hash: "King-pawn hash table", "König-Bauern-Hashtabelle";

    // Evaluation.
    explaining_engine: "Engine", "Programm";
    evaluation_kind: "Kind", "Art";
    evaluation_term: "Term", "Term";
    middlegame: "middlegame", "Mittelspiel";
    endgame: "endgame", "Endspiel";
    term_sum: "Sum", "Summe";
    value_for_white: "Value for White", "Wert für Weiß";
    not_answered_yet: "…", "…";

    // Move order.
    moves_generated: "Generated", "Erzeugt";
    moves_searched: "Searched", "Gesucht";
    order_reasons: "Reason", "Grund";

    // Protocol log.
    log_filter: "Filter", "Filter";
    all_lines: "all", "alle";
    lines_sent: "sent", "gesendet";
    lines_received: "received", "empfangen";
    clear_log: "Clear", "Leeren";
    keep_log: "Write along", "Mitschreiben";
    help_keep_log: "Appends each line to the file as it is said", "Hängt jede Zeile an die Datei an, sobald sie fällt";
    help_save_log: "Writes all lines into the file", "Schreibt alle Zeilen in die Datei";
    nothing_said: "No other program has been talked to yet", "Noch wurde mit keinem anderen Programm gesprochen";
}

impl Language {
    /// How a node was left.
    pub fn exit(self, exit: Exit) -> &'static str {
        if self == Language::English {
            return exit.name();
        }
        match exit {
            Exit::Draw => "Remis",
            Exit::TooDeep => "längste Variante",
            Exit::MateDistance => "Mattdistanz",
            Exit::Repetition => "drohende Wiederholung",
            Exit::Table => "Hashtabelle",
            Exit::Tablebase => "Endspieltabelle",
            Exit::ReverseFutility => "Reverse Futility",
            Exit::Razoring => "Razoring",
            Exit::NullMove => "Nullzug",
            Exit::ProbCut => "ProbCut",
            Exit::MultiCut => "Multi-Cut",
            Exit::FirstMove => "erster Zug",
            Exit::SecondMove => "zweiter Zug",
            Exit::LaterMove => "späterer Zug",
            Exit::NoCutoff => "kein Schnitt",
            Exit::NoMove => "Matt oder Patt",
            Exit::QuietTable => "Ruhesuche: Hashtabelle",
            Exit::StandPat => "Ruhesuche: Stand pat",
            Exit::QuietMove => "Ruhesuche: Zug",
            Exit::QuietNoCutoff => "Ruhesuche: kein Schnitt",
        }
    }

    /// Why a move stands where it does.
    pub fn order_reason(self, reason: OrderReason) -> String {
        match (self, reason) {
            (Language::English, reason) => reason.to_string(),
            (Language::German, OrderReason::TableMove) => "Zug der Hashtabelle".into(),
            (Language::German, OrderReason::Killer) => "Killerzug".into(),
            (Language::German, OrderReason::GoodCapture(value)) => format!("guter Schlagzug {value:+}"),
            (Language::German, OrderReason::History(value)) => format!("History {value:+}"),
            (Language::German, OrderReason::Rescue) => "bedrohte Figur in Sicherheit".into(),
            (Language::German, OrderReason::SafeSquare) => "sicheres Feld".into(),
            (Language::German, OrderReason::PawnMove) => "Bauernzug".into(),
            (Language::German, OrderReason::Quiet) => "stiller Zug".into(),
            (Language::German, OrderReason::BadCapture(value)) => format!("schlechter Schlagzug {value:+}"),
        }
    }

    /// The iteration at work: its depth, the move and its number.
    pub fn at_work(self, depth: u32, mv: &str, number: u32, all: u32) -> String {
        match self {
            Language::English => format!("depth {depth}: {mv}, {number} of {all}"),
            Language::German => format!("Tiefe {depth}: {mv}, {number} von {all}"),
        }
    }

    /// An age in searches.
    pub fn searches_ago(self, age: usize) -> String {
        match (self, age) {
            (_, 0) => self.this_search().into(),
            (Language::English, 1) => "1 search ago".into(),
            (Language::English, _) => format!("{age} searches ago"),
            (Language::German, 1) => "vor 1 Suche".into(),
            (Language::German, _) => format!("vor {age} Suchen"),
        }
    }
}
