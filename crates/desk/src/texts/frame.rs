//! Texts of menus, tool bar and dialogs.

use super::{Language, texts};

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
    master_games: "Master games", "Meisterpartien";
    endgames: "Basic endgames", "Grundlegende Endspiele";
    earlier_games: "Earlier games", "Frühere Partien";
    open_it: "Open it", "Öffnen";
    save: "Save", "Speichern";
    save_as: "Save as…", "Speichern unter…";
    paste: "Paste position or game", "Stellung oder Partie einfügen";
    copy_fen: "Copy position (FEN)", "Stellung kopieren (FEN)";
    copy_pgn: "Copy game (PGN)", "Partie kopieren (PGN)";
    set_up: "Set up position…", "Stellung aufbauen…";
    resign: "Resign", "Aufgeben";
    draw: "Offer or claim a draw", "Remis anbieten oder reklamieren";
    quit: "Quit", "Beenden";
    step_by_step: "Step by step", "Schritt für Schritt";
    ponder: "Think in the opponent's time", "In der Zeit des Gegners rechnen";
    reset_clocks: "Reset the clocks", "Uhren zurückstellen";
    set_level: "Set level", "Spielstufe einstellen";
    pace: "Replay with a pause of", "Abspielen mit Pausen von";
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
    show_legal_moves: "Show legal moves", "Mögliche Züge zeigen";
    mark_check: "Mark the king in check", "König im Schach markieren";
    animation: "Pieces glide", "Figuren gleiten";
    sound: "Pieces knock", "Figuren klopfen";
    coordinates: "Coordinates", "Koordinaten";
    board_wood: "Wood", "Holz";
    board_green: "Green", "Grün";
    board_blue: "Blue", "Blau";
    board_slate: "Slate", "Schiefer";
    board_paper: "Paper", "Papier";
    reset_layout: "Default layout", "Standardanordnung";
    analysis_layout: "Analysis layout", "Analyseanordnung";
    search_layout: "Search layout", "Suchanordnung";
    about: "About Heirloom", "Über Heirloom";
    keys: "Keys", "Tastenbelegung";

    // Files.
    folder_above: "Folder above", "Übergeordneter Ordner";
    file_name: "File", "Datei";
    dismiss: "Close message", "Meldung schließen";
}
