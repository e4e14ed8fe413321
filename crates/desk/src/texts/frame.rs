//! Texts of menus, toolbar and dialogs.

use super::{Language, texts};

texts! {
    // Menus.
    menu_game: "Game", "Partie";
    menu_mode: "Mode", "Modus";
    menu_move: "Move", "Zug";
    menu_options: "Options", "Optionen";
    menu_windows: "Windows", "Fenster";
    menu_help: "Help", "Hilfe";
    new_game: "New game…", "Neue Partie …";
    open: "Open…", "Öffnen …";
    copy_details: "Copy build details", "Programmangaben kopieren";
    master_games: "Master games", "Meisterpartien";
    endgames: "Basic endgames", "Grundlegende Endspiele";
    earlier_games: "Earlier games", "Frühere Partien";
    open_it: "Open game", "Partie öffnen";
    save: "Save", "Speichern";
    save_as: "Save as…", "Speichern unter …";
    paste: "Paste position or game", "Stellung oder Partie einfügen";
    copy_fen: "Copy position (FEN)", "Stellung kopieren (FEN)";
    copy_pgn: "Copy game (PGN)", "Partie kopieren (PGN)";
    set_up: "Set up position…", "Stellung eingeben …";
    resign: "Resign", "Aufgeben";
    draw: "Offer or claim draw", "Remis anbieten oder reklamieren";
    quit: "Quit", "Beenden";
    step_by_step: "Step by step", "Schritt für Schritt";
    ponder: "Think on opponent's time (ponder)", "Gegnerzeit nutzen (Ponder)";
    reset_clocks: "Reset clocks", "Uhren zurücksetzen";
    set_level: "Set time…", "Bedenkzeit einstellen …";
    pace: "Replay with delay", "Abspielen mit Verzögerung";
    analyse: "Analyze", "Analysieren";
    lines: "Lines", "Varianten";
    move_now: "Move now", "Sofort ziehen";
    move_for_me: "Let the computer move", "Computer ziehen lassen";
    abort: "Stop thinking without moving", "Berechnung abbrechen";
    hint: "Hint", "Zugvorschlag";
    take_back: "Take back move", "Zug zurücknehmen";
    redo: "Redo", "Wiederholen";
    play_from_here: "Play from here", "Von hier weiterspielen";
    replay: "Replay game", "Partie abspielen";
    first: "Go to start", "Zum Anfang";
    back: "Previous move", "Voriger Zug";
    forward: "Next move", "Nächster Zug";
    last: "Go to end", "Zum Ende";
    undo: "Undo", "Rückgängig";
    flip: "Flip board", "Brett drehen";
    language: "Language", "Sprache";
    appearance: "Appearance", "Erscheinungsbild";
    light: "Light", "Hell";
    dark: "Dark", "Dunkel";
    board_colors: "Board colors", "Brettfarben";
    show_legal_moves: "Show legal moves", "Legale Züge anzeigen";
    mark_check: "Highlight king in check", "König im Schach hervorheben";
    animation: "Animate pieces", "Figuren animieren";
    sound: "Move sounds", "Zuggeräusche";
    coordinates: "Show coordinates", "Koordinaten anzeigen";
    board_wood: "Wood", "Holz";
    board_green: "Green", "Grün";
    board_blue: "Blue", "Blau";
    board_slate: "Slate", "Schiefer";
    board_paper: "Paper", "Papier";
    reset_layout: "Default layout", "Standardlayout";
    analysis_layout: "Analysis layout", "Analyselayout";
    search_layout: "Search layout", "Suchlayout";
    about: "About Heirloom", "Über Heirloom";
    keys: "Keyboard shortcuts", "Tastenkürzel";

    // Files.
    folder_above: "Parent folder", "Übergeordneter Ordner";
    file_name: "File", "Datei";
    dismiss: "Close message", "Meldung schließen";
}
