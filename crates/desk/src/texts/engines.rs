//! Texts of the engine manager and of the settings.

use heirloom_app::programs::ProgramInfo;
use heirloom_engine::OptionKind;
use heirloom_protocol::Protocol;

use super::{Language, texts};

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
    suite_explained: "Open a test suite: a file of positions (EPD or PGN) with known best moves", "Öffnen Sie eine Testsuite: eine Datei mit Stellungen (EPD oder PGN), deren beste Züge bekannt sind";
    engine: "Engine", "Engine";
    run_suite: "Run", "Starten";
    help_run_suite: "Let the engine solve all positions, one after another", "Engine alle Stellungen nacheinander lösen lassen";
    run_date: "Date", "Datum";
    run_settings: "Settings", "Einstellungen";
    points: "Points", "Punkte";
    difference: "Difference", "Unterschied";
    help_difference: "Positions solved and failed that the run before failed and solved", "Neu gelöste und neu verfehlte Stellungen gegenüber dem vorigen Lauf";
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
    match_plan: "Setup", "Vorgaben";
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
    losses: "Losses", "Verluste";
    ending_column: "Termination", "Ende";

    close: "Close", "Schließen";
    settings: "Settings", "Einstellungen";
    open_settings: "Settings…", "Einstellungen …";
    help_settings: "Change the language, colors and engine options", "Sprache, Farben und Engine-Optionen ändern";
    discard: "Discard", "Verwerfen";
    unsaved_changes: "Save or discard your changes first.", "Speichern oder verwerfen Sie zuerst Ihre Änderungen.";
    settings_of: "Section", "Bereich";
    strength_is_chosen: "Choose an opponent's strength for each game, under New game.", "Die Spielstärke eines Gegners wählen Sie für jede Partie unter „Neue Partie“.";
    your_name: "Your name", "Ihr Name";
    help_your_name: "Recorded in the games you play", "Wird in Ihren Partien eingetragen";
    the_desk: "General", "Allgemein";
    by_default: "default:", "Standard:";
    default_again: "reset to default", "auf Standard zurücksetzen";
}

impl Language {
    /// Returns the values an option can have.
    pub fn expects(self, kind: &OptionKind) -> String {
        match (self, kind) {
            (Language::English, kind) => kind.to_string(),
            (Language::German, OptionKind::Check { .. }) => "true oder false".into(),
            (Language::German, OptionKind::Spin { min, max, .. }) => {
                format!("eine ganze Zahl von {min} bis {max}")
            }
            (Language::German, OptionKind::Combo { choices, .. }) => {
                format!("einer der Werte {}", choices.join(", "))
            }
            (Language::German, OptionKind::Text { .. }) => "Text".into(),
            (Language::German, OptionKind::Button) => "kein Wert".into(),
        }
    }

    /// Returns why a value does not fit its option.
    pub fn option_fault(self, name: &str, value: &str, kind: &OptionKind) -> String {
        let expected = self.expects(kind);
        match self {
            Language::English => format!("invalid value '{value}' for {name}: expected {expected}"),
            Language::German => format!("ungültiger Wert „{value}“ für {name}: erwartet wird {expected}"),
        }
    }

    /// Returns how many positions were solved, were tried, and are in the suite.
    pub fn solved_of(self, solved: usize, tried: usize, all: usize) -> String {
        match self {
            Language::English => format!("{solved} of {tried} solved ({all} positions)"),
            Language::German => format!("{solved} von {tried} gelöst ({all} Stellungen)"),
        }
    }

    /// Returns the title of the list of finished runs of a suite.
    pub fn past_runs(self, count: usize) -> String {
        match self {
            Language::English => format!("Finished runs of this suite ({count})"),
            Language::German => format!("Beendete Läufe dieser Suite ({count})"),
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
        let (name, options) = (&examined.name, examined.options.len());
        let author =
            if examined.author.is_empty() { String::new() } else { format!(", {}", examined.author) };
        match self {
            Language::English => {
                format!("{name}{author}: {protocol}, {options} options; first move {first_move}")
            }
            Language::German => {
                format!("{name}{author}: {protocol}, {options} Optionen; erster Zug {first_move}")
            }
        }
    }
}
