//! Texts of the engine manager and of the settings.

use heirloom_app::programs::{Examined, Protocol};
use heirloom_engine::OptionKind;

use super::{Language, texts};

texts! {
    engines: "Engines", "Programme";
    manage_engines: "Engines…", "Programme…";
    help_engines: "Adds other chess programs, and tests and removes them", "Fügt andere Schachprogramme hinzu, prüft und entfernt sie";
    no_programs: "No other program is remembered yet", "Noch ist kein anderes Programm bekannt";
    add_program: "Add a program…", "Programm hinzufügen…";
    program_name: "Name", "Name";
    program_file: "Program", "Programm";
    program_arguments: "Arguments", "Argumente";
    program_folder: "Start in folder", "Start im Ordner";
    program_protocol: "Protocol", "Protokoll";
    find_out: "find out", "herausfinden";
    test: "Test", "Prüfen";
    remember: "Remember", "Merken";
    forget: "Forget", "Vergessen";
    // Test runs.
    suite: "Test run", "Testlauf";
    open_suite: "Open suite…", "Testsammlung öffnen…";
    suite_explained: "Choose a suite: a file of positions (EPD or PGN) whose best moves are known", "Wählen Sie eine Testsammlung: eine Datei mit Stellungen (EPD oder PGN), deren beste Züge bekannt sind";
    engine: "Engine", "Programm";
    run_suite: "Run", "Starten";
    help_run_suite: "Lets the engine solve all positions, one after the other", "Lässt das Programm alle Stellungen lösen, eine nach der anderen";
    position_name: "Position", "Stellung";
    expected: "Solution", "Lösung";
    played: "Played", "Gespielt";
    solved: "Solved", "Gelöst";
    found_after: "Found after", "Gefunden nach";
    yes: "yes", "ja";
    no: "no", "nein";
    failed: "failed", "ausgefallen";

    // Matches.
    matches: "Engine match", "Wettkampf";
    match_plan: "Plan", "Plan";
    games_each: "Games between each two", "Partien zwischen je zweien";
    time_control: "Time control", "Bedenkzeit";
    help_time_control: "10+0.1 (seconds and increment), 40/60, st=0.5, depth=6 or nodes=1000", "10+0.1 (Sekunden und Zuschlag), 40/60, st=0.5, depth=6 oder nodes=1000";
    openings_file: "Openings", "Eröffnungen";
    games_file: "Add games to", "Partien anfügen an";
    earlier_matches: "Earlier matches", "Frühere Wettkämpfe";
    help_earlier_matches: "Lists the games of matches that named no file of their own", "Listet die Partien der Wettkämpfe, die keine eigene Datei genannt haben";
    start_match: "Start match", "Wettkampf starten";
    help_start_match: "Lets the chosen engines play each other, each opening with both colors", "Lässt die gewählten Programme gegeneinander spielen, jede Eröffnung mit beiden Farben";
    finish_match: "Finish this game, then stop", "Diese Partie beenden, dann aufhören";
    help_finish_match: "No new game begins", "Es beginnt keine neue Partie";
    help_abandon_match: "Ends the match at once; the game that runs does not count", "Beendet den Wettkampf sofort; die laufende Partie zählt nicht";
    match_played: "All games were played", "Alle Partien sind gespielt";
    match_interrupted: "Ended early", "Vorzeitig beendet";
    wins: "Wins", "Siege";
    losses: "Losses", "Verluste";
    ending_column: "End", "Ende";

    close: "Close", "Schließen";
    settings: "Settings", "Einstellungen";
    open_settings: "Settings…", "Einstellungen…";
    help_settings: "Language, colors, and the options of every engine", "Sprache, Farben und die Optionen jedes Programms";
    discard: "Discard", "Verwerfen";
    unsaved_changes: "There are changes: save or discard them first.", "Es gibt Änderungen: Speichern oder verwerfen Sie sie zuerst.";
    settings_of: "settings", "Einstellungen";
    strength_is_chosen: "How strong an opponent is you choose for each game, under New game.", "Wie stark ein Gegner ist, wählen Sie für jede Partie, unter Neue Partie.";
    your_name: "Your name", "Ihr Name";
    help_your_name: "Written into the games that you play", "Steht in den Partien, die Sie spielen";
    the_desk: "Desk", "Oberfläche";
    by_default: "by default", "voreingestellt";
    default_again: "default value", "Voreinstellung";
}

impl Language {
    /// What an option may be set to.
    pub fn expects(self, kind: &OptionKind) -> String {
        match (self, kind) {
            (Language::English, kind) => kind.to_string(),
            (Language::German, OptionKind::Check { .. }) => "true oder false".into(),
            (Language::German, OptionKind::Spin { min, max, .. }) => format!("eine ganze Zahl von {min} bis {max}"),
            (Language::German, OptionKind::Combo { choices, .. }) => format!("eines von {}", choices.join(", ")),
            (Language::German, OptionKind::Text { .. }) => "Text".into(),
            (Language::German, OptionKind::Button) => "kein Wert".into(),
        }
    }

    /// A value that does not fit its option.
    pub fn option_fault(self, name: &str, value: &str, kind: &OptionKind) -> String {
        let expected = self.expects(kind);
        match self {
            Language::English => format!("{name} cannot be '{value}': expected {expected}"),
            Language::German => format!("{name} kann nicht „{value}“ sein: erwartet wird {expected}"),
        }
    }

    /// How many positions were solved, of how many that were tried, of how many there are.
    pub fn solved_of(self, solved: usize, tried: usize, all: usize) -> String {
        match self {
            Language::English => format!("{solved} of {tried} solved; {all} positions"),
            Language::German => format!("{solved} von {tried} gelöst; {all} Stellungen"),
        }
    }

    /// What a program has said and shown.
    pub fn examined(self, examined: &Examined, first_move: &str) -> String {
        let protocol = match examined.protocol {
            Protocol::Uci => "UCI",
            Protocol::XBoard => "XBoard",
        };
        let (name, options) = (&examined.name, examined.options.len());
        let author = if examined.author.is_empty() { String::new() } else { format!(", {}", examined.author) };
        match self {
            Language::English => format!("{name}{author}: {protocol}, {options} options; plays {first_move} at the start"),
            Language::German => format!("{name}{author}: {protocol}, {options} Optionen; spielt {first_move} am Anfang"),
        }
    }
}
