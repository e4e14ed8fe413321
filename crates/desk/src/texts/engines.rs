//! Texts of the engine manager and of the settings.

use heirloom_app::programs::ProgramInfo;
use heirloom_engine::OptionKind;
use heirloom_protocol::Protocol;

use super::{Language, texts, translated};

texts! {
    engines: "Engines", "Engines";
    manage_engines: "Engines…", "Engines …";
    help_engines: "Add, test and remove other chess engines", "Andere Schachengines hinzufügen, testen und entfernen";
    no_programs: "No engines added yet", "Noch keine Engines hinzugefügt";
    add_program: "Add engine…", "Engine hinzufügen …";
    program_name: "Name", "Name";
    program_file: "Program", "Programmdatei";
    program_arguments: "Arguments", "Argumente";
    program_folder: "Working folder", "Arbeitsordner";
    program_protocol: "Protocol", "Protokoll";
    find_out: "detect", "automatisch erkennen";
    test: "Test", "Testen";
    remember: "Save engine", "Engine speichern";
    forget: "Remove engine", "Engine entfernen";
    // Test runs.
    suite: "Test suite", "Testsuite";
    open_suite: "Open test suite…", "Testsuite öffnen …";
    help_open_suite: "Open a file of positions (EPD or PGN) with known best moves", "Eine Datei mit Stellungen (EPD oder PGN) öffnen, deren beste Züge bekannt sind";
    suite_explained: "Let an engine solve positions with known best moves, and see how many it finds and how fast", "Lassen Sie eine Engine Stellungen mit bekannten besten Zügen lösen und sehen Sie, wie viele sie wie schnell findet";
    engine: "Engine", "Engine";
    run_suite: "Run", "Starten";
    help_run_suite: "Let the engine solve all positions, one after another", "Engine alle Stellungen nacheinander lösen lassen";
    run_date: "Date", "Datum";
    run_settings: "Settings", "Einstellungen";
    points: "Points", "Punkte";
    difference: "Difference", "Unterschied";
    help_difference: "Positions newly solved and newly failed compared with the previous run", "Neu gelöste und neu verfehlte Stellungen gegenüber dem vorigen Lauf";
    newly_solved: "Newly solved", "Neu gelöst";
    newly_failed: "Newly failed", "Neu verfehlt";
    position_name: "Position", "Stellung";
    expected: "Solution", "Lösung";
    played: "Played", "Gespielt";
    solved: "Solved", "Gelöst";
    found_after: "Found after", "Gefunden nach";
    yes: "yes", "ja";
    no: "no", "nein";
    failed: "failed", "Fehler";

    // Matches.
    matches: "Engine match", "Engine-Wettkampf";
    matches_explained: "Choose engines above and let them play each other; games and standings appear here", "Wählen Sie oben Engines und lassen Sie sie gegeneinander spielen; Partien und Tabelle erscheinen hier";
    match_plan: "Setup", "Vorgaben";
    gauntlet: "Gauntlet", "Gauntlet";
    help_gauntlet: "Only the first engine plays all others; they do not play each other", "Nur die erste Engine spielt gegen alle anderen; diese spielen nicht gegeneinander";
    games_at_once: "Games at once", "Gleichzeitige Partien";
    help_games_at_once: "The number of games played at the same time; each needs a processor core", "Anzahl der gleichzeitig gespielten Partien; jede braucht einen Prozessorkern";
    adjudicate: "End decided games", "Entschiedene Partien beenden";
    help_adjudicate: "End a game when both engines see one side six pawns ahead for three moves or, from move 40 on, an equal position for eight moves", "Eine Partie beenden, wenn beide Engines drei Züge lang eine Seite mit sechs Bauern im Vorteil sehen oder ab dem 40. Zug acht Züge lang Ausgleich";
    tablebases_folder: "Tablebases", "Endspieldatenbanken";
    help_tablebases_folder: "Folder with Syzygy tablebases: games end as soon as these know the result", "Ordner mit Syzygy-Endspieldatenbanken: Partien enden, sobald diese das Ergebnis kennen";
    resume_match(played: usize, games: usize): "Resume match ({played} of {games} games)", "Wettkampf fortsetzen ({played} von {games} Partien)";
    help_resume_match: "Play the rest of the match that was interrupted", "Den Rest des unterbrochenen Wettkampfs spielen";
    games_each: "Games per pairing", "Partien pro Paarung";
    time_control: "Time control", "Bedenkzeit";
    help_time_control: "Such as 10+0.1 (seconds and increment), 40/60, st=0.5, depth=6 or nodes=1000", "Etwa 10+0.1 (Sekunden und Zuschlag), 40/60, st=0.5, depth=6 oder nodes=1000";
    openings_file: "Openings", "Eröffnungen";
    games_file: "Append games to", "Partien anhängen an";
    earlier_matches: "Earlier matches", "Frühere Wettkämpfe";
    help_earlier_matches: "List the games of matches without a file of their own", "Partien der Wettkämpfe ohne eigene Datei auflisten";
    start_match: "Start match", "Wettkampf starten";
    help_start_match: "Let the chosen engines play each other, each opening with both colors", "Gewählte Engines gegeneinander spielen lassen, jede Eröffnung mit beiden Farben";
    finish_match: "Stop after this game", "Nach dieser Partie beenden";
    help_finish_match: "Finish the current game and start no more", "Laufende Partie zu Ende spielen und keine weitere beginnen";
    help_abandon_match: "Stop the match at once; the current game does not count", "Wettkampf sofort beenden; die laufende Partie zählt nicht";
    match_played: "All games played", "Alle Partien gespielt";
    match_interrupted: "Stopped early", "Vorzeitig beendet";
    wins: "Wins", "Siege";
    losses: "Losses", "Niederlagen";
    ending_column: "Termination", "Ende";

    close: "Close", "Schließen";
    settings: "Settings", "Einstellungen";
    open_settings: "Settings…", "Einstellungen …";
    help_settings: "Change the language, colors and engine options", "Sprache, Farben und Engine-Optionen ändern";
    discard: "Discard", "Verwerfen";
    unsaved_changes: "Save or discard your changes first.", "Speichern oder verwerfen Sie zuerst Ihre Änderungen.";
    settings_of: "Section", "Bereich";
    running_engine: "Running engine:", "Laufende Engine:";
    help_running_engine: "What can be asked of the engine while it is running", "Was sich von der Engine verlangen lässt, solange sie läuft";
    strength_is_chosen: "Choose an opponent's strength for each game, under New game.", "Die Spielstärke eines Gegners wählen Sie für jede Partie unter „Neue Partie“.";
    your_name: "Your name", "Ihr Name";
    help_your_name: "Recorded in the games you play", "Wird in Ihren Partien eingetragen";
    the_desk: "General", "Allgemein";
    by_default: "default:", "Standard:";
    default_again: "reset to default", "auf Standard zurücksetzen";
    option_fault(name: &str, value: &str, expected: &str): "invalid value '{value}' for {name}: expected {expected}", "ungültiger Wert „{value}“ für {name}: erwartet wird {expected}";
    solved_of(solved: usize, tried: usize, all: usize): "{solved} of {tried} solved ({all} positions)", "{solved} von {tried} gelöst ({all} Stellungen)";
    past_runs(count: usize): "Finished runs of this suite ({count})", "Beendete Läufe dieser Suite ({count})";
    program_facts(protocol: &str, options: usize, first_move: &str): ": {protocol}; options: {options}; first move: {first_move}", ": {protocol}; Optionen: {options}; erster Zug: {first_move}";
}

impl Language {
    /// Returns the values an option can have.
    pub fn expects(self, kind: &OptionKind) -> String {
        translated! { self, kind;
            OptionKind::Check { .. } => "true oder false";
            OptionKind::Spin { min, max, .. } => "eine ganze Zahl von {min} bis {max}";
            OptionKind::Combo { choices, .. } => "einer der Werte {}", choices.join(", ");
            OptionKind::Text { .. } => "Text";
            OptionKind::Button => "kein Wert";
        }
    }

    /// Returns the date and time of a run, from `2026-11-29T17:52:55+01:00`.
    pub fn run_date_of(self, date: &str) -> String {
        let form = if self == Language::German { "%d.%m.%Y %H:%M" } else { "%Y-%m-%d %H:%M" };
        let read = date.get(..19).and_then(|date| date.parse::<jiff::civil::DateTime>().ok());
        read.map_or_else(|| date.to_owned(), |date| date.strftime(form).to_string())
    }

    /// Returns what was found out about a program.
    pub fn examined(self, examined: &ProgramInfo, first_move: &str) -> String {
        let protocol = match examined.protocol {
            Protocol::Uci => "UCI",
            Protocol::XBoard => "XBoard",
        };
        let comma = if examined.author.is_empty() { "" } else { ", " };
        let facts = self.program_facts(protocol, examined.options.len(), first_move);
        format!("{}{comma}{}{facts}", examined.name, examined.author)
    }
}
