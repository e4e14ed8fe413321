//! The table of texts: the name, English, German.

use super::Language;

/// Makes a method of each line.
macro_rules! texts {
    ($($name:ident: $english:literal, $german:literal;)*) => {
        impl Language {
            $(
                #[doc = $english]
                pub fn $name(self) -> &'static str {
                    match self {
                        Language::English => $english,
                        Language::German => $german,
                    }
                }
            )*
        }
    };
}

texts! {
    // Menus.
    menu_game: "Game", "Partie";
    menu_mode: "Mode", "Modus";
    menu_move: "Move", "Zug";
    menu_options: "Options", "Optionen";
    menu_windows: "Windows", "Fenster";
    menu_help: "Help", "Hilfe";
    new_game: "New game…", "Neue Partie…";
    open: "Open…", "Öffnen…";
    save: "Save", "Speichern";
    save_as: "Save as…", "Speichern unter…";
    paste: "Paste position or game", "Stellung oder Partie einfügen";
    copy_fen: "Copy position (FEN)", "Stellung kopieren (FEN)";
    copy_pgn: "Copy game (PGN)", "Partie kopieren (PGN)";
    set_up: "Set up position…", "Stellung aufbauen…";
    resign: "Resign", "Aufgeben";
    draw: "Offer or claim a draw", "Remis anbieten oder reklamieren";
    quit: "Quit", "Beenden";
    continuous: "Engines answer at once", "Programme antworten sofort";
    analyse: "Analyse", "Analysieren";
    lines: "Lines", "Varianten";
    move_now: "Move now", "Jetzt ziehen";
    move_for_me: "Let the computer move", "Computer ziehen lassen";
    abort: "Stop thinking, do not move", "Rechnen abbrechen, nicht ziehen";
    hint: "Hint", "Zugvorschlag";
    take_back: "Take back", "Zurücknehmen";
    redo: "Redo", "Wiederholen";
    play_from_here: "Play from here", "Von hier weiterspielen";
    replay: "Replay the game", "Partie abspielen";
    first: "To the start", "Zum Anfang";
    back: "One move back", "Ein Zug zurück";
    forward: "One move on", "Ein Zug vor";
    last: "To the end", "Zum Ende";
    undo: "Undo change", "Änderung rückgängig machen";
    flip: "Turn the board", "Brett drehen";
    language: "Language", "Sprache";
    appearance: "Appearance", "Darstellung";
    light: "Light", "Hell";
    dark: "Dark", "Dunkel";
    board_colors: "Board colors", "Brettfarben";
    coordinates: "Coordinates", "Koordinaten";
    reset_layout: "Default layout", "Standardanordnung";
    analysis_layout: "Analysis layout", "Analyseanordnung";
    about: "About Heirloom", "Über Heirloom";
    keys: "Keys", "Tastenbelegung";

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

    // Status.
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
    reset: "Reset", "Zurücksetzen";

    // Board.
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

    // Files.
    file_name: "File", "Datei";
    dismiss: "Close message", "Meldung schließen";
}
