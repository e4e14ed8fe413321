//! What menus, tools and keys do, in a sentence each: tooltips and the status bar show it.

use super::{Language, texts};

texts! {
    help_new_game: "Start a new game with the players, time control and start position of your choice", "Neue Partie beginnen: Spieler, Bedenkzeit und Ausgangsstellung wählen";
    help_open: "Open a file of games", "Datei mit Partien öffnen";
    help_master_games: "List the 3,000 master games that come with the program", "Die 3000 mitgelieferten Meisterpartien auflisten";
    help_endgames: "List 40 basic endgames with result and idea", "40 grundlegende Endspiele mit Ergebnis und Idee auflisten";
    help_earlier_games: "List games that you left without saving, the newest first", "Partien auflisten, die Sie nicht gespeichert haben, die neuesten zuerst";
    help_save: "Save the game to its file", "Partie in ihrer Datei speichern";
    help_save_as: "Save the game to a file; an existing file is appended to", "Partie in einer Datei speichern; an eine vorhandene Datei wird sie angehängt";
    help_copy_fen: "Copy the position on the board as FEN", "Stellung auf dem Brett als FEN kopieren";
    help_copy_pgn: "Copy the game as PGN", "Partie als PGN kopieren";
    help_paste: "Load a position (FEN) or game (PGN) from the clipboard", "Stellung (FEN) oder Partie (PGN) aus der Zwischenablage laden";
    help_set_up: "Set up a position and check that it is legal", "Stellung von Hand aufbauen und auf Fehler prüfen";
    help_level: "Set how long the players may think from now on", "Festlegen, wie lange die Spieler ab jetzt denken dürfen";
    help_step_by_step: "Let engines move only on your command", "Engines nur auf Ihren Befehl ziehen lassen";
    help_ponder: "Let engines think about the expected move while the opponent thinks", "Engines während der Gegnerzeit über den erwarteten Zug nachdenken lassen";
    help_reset_clocks: "Reset both clocks to their initial time", "Beide Uhren auf die Anfangszeit zurücksetzen";
    help_resign: "Resign the current game", "Die laufende Partie aufgeben";
    help_draw: "Offer a draw, or claim one where the rules allow it", "Remis anbieten oder, wo die Regeln es erlauben, reklamieren";
    help_quit: "Quit the program; the game is kept", "Programm beenden; die Partie bleibt erhalten";
    help_analyse: "Let an engine analyze the position on the board until you stop it", "Stellung auf dem Brett fortlaufend von einer Engine analysieren lassen";
    help_play_from_here: "Continue playing from the position on the board", "Von der Stellung auf dem Brett aus weiterspielen";
    help_replay: "Replay the moves of the game one by one", "Züge der Partie nacheinander abspielen";
    help_move_for_me: "Let the computer make one move for the side to move", "Den Computer einen Zug für die Seite am Zug ausführen lassen";
    help_move_now: "Make the computer play the best move it has found so far", "Den Computer seinen bisher besten Zug spielen lassen";
    help_abort: "Stop the computer's thinking without making a move", "Berechnung des Computers abbrechen, ohne zu ziehen";
    help_hint: "Let an engine at full strength suggest a move", "Einen Zug von einer Engine mit voller Stärke vorschlagen lassen";
    help_take_back: "Take back the last move and the computer's reply", "Letzten Zug und die Antwort des Computers zurücknehmen";
    help_redo: "Redo what was undone, or replay moves that were taken back; Ctrl+Y does the same", "Rückgängig Gemachtes wiederholen oder zurückgenommene Züge wieder ausführen; ebenso Strg+Y";
    help_undo: "Undo the last change to the game; during a game, take back the last move", "Letzte Änderung der Partie rückgängig machen; während einer Partie den letzten Zug zurücknehmen";
    help_annotate: "Add a comment and symbols to the current move", "Aktuellen Zug mit Kommentar und Symbolen versehen";
    help_promote: "Move the current variation up one level", "Aktuelle Variante um eine Stufe aufwerten";
    help_delete: "Delete the current move and everything after it", "Aktuellen Zug und alles danach löschen";
    help_variation_before: "Go to the previous variation of this move", "Zur vorigen Variante dieses Zuges gehen";
    help_variation_after: "Go to the next variation of this move", "Zur nächsten Variante dieses Zuges gehen";
    help_first: "Go to the start of the game", "Zum Anfang der Partie gehen";
    help_back: "Go back one move", "Einen Zug zurückgehen";
    help_forward: "Go forward one move", "Einen Zug vorgehen";
    help_last: "Go to the end of the line", "Zum Ende der Variante gehen";
    help_flip: "View the board from the other side", "Brett von der anderen Seite zeigen";
    help_search_layout: "Arrange the windows that show the search side by side", "Fenster zur Suche nebeneinander anordnen";
    help_keys: "List the keyboard shortcuts", "Tastenkürzel auflisten";
    help_about: "Show version and license", "Version und Lizenz anzeigen";
}
