//! What menus, tools and keys do, in a sentence each: tooltips and the status bar show it.

use super::{Language, texts};

texts! {
    help_new_game: "Starts a new game: players, level and start position can be chosen", "Beginnt eine neue Partie: Spieler, Spielstufe und Ausgangsstellung sind wählbar";
    help_open: "Opens a game of a file", "Öffnet eine Partie aus einer Datei";
    help_master_games: "Lists 3,000 games of masters that come with the program", "Listet 3000 Meisterpartien, die zum Programm gehören";
    help_endgames: "Lists 40 basic endgames with their result and idea", "Listet 40 grundlegende Endspiele mit Ergebnis und Idee";
    help_earlier_games: "Lists the games that made room for others without having been saved", "Listet die Partien, die ungespeichert anderen Platz gemacht haben";
    help_save: "Saves the game in its file", "Speichert die Partie in ihrer Datei";
    help_save_as: "Saves the game in a file; one that exists gets it at its end", "Speichert die Partie in einer Datei; eine bestehende bekommt sie angehängt";
    help_copy_fen: "Copies the position on the board as FEN", "Kopiert die Stellung auf dem Brett als FEN";
    help_copy_pgn: "Copies the game as PGN", "Kopiert die Partie als PGN";
    help_paste: "Shows the position (FEN) or the game (PGN) of the clipboard", "Zeigt die Stellung (FEN) oder die Partie (PGN) der Zwischenablage";
    help_set_up: "Puts a position together by hand, and says what is wrong with it", "Baut eine Stellung von Hand auf und sagt, was an ihr nicht stimmt";
    help_level: "Sets how much the players may think from now on", "Stellt ein, wie lange die Spieler von nun an denken dürfen";
    help_step_by_step: "Engines move only when they are told to", "Programme ziehen nur, wenn man es ihnen sagt";
    help_ponder: "Engines think about the move that they expect while a person thinks", "Programme denken über den erwarteten Zug nach, während ein Mensch nachdenkt";
    help_reset_clocks: "Sets both clocks back to their start", "Stellt beide Uhren auf ihren Anfang zurück";
    help_resign: "Gives the game up", "Gibt die Partie auf";
    help_draw: "Offers a draw, or claims it where the rules give one", "Bietet Remis an oder reklamiert es, wo die Regeln es geben";
    help_quit: "Ends the program; the game is kept", "Beendet das Programm; die Partie bleibt erhalten";
    help_analyse: "Lets an engine look at the position on the board without end", "Lässt ein Programm die Stellung auf dem Brett ohne Ende untersuchen";
    help_play_from_here: "Goes on playing from the position on the board", "Spielt von der Stellung auf dem Brett an weiter";
    help_replay: "Plays the moves of the game one after the other", "Spielt die Züge der Partie nacheinander ab";
    help_move_for_me: "The computer makes one move, whoever is to move", "Der Computer macht einen Zug, wer immer am Zug ist";
    help_move_now: "The computer plays what it has found so far", "Der Computer spielt, was er bis jetzt gefunden hat";
    help_abort: "The computer stops thinking and plays nothing", "Der Computer bricht das Rechnen ab und zieht nicht";
    help_hint: "Shows what an engine would play", "Zeigt, was ein Programm spielen würde";
    help_take_back: "Takes the last move back, and the computer's answer with it", "Nimmt den letzten Zug zurück, und die Antwort des Computers mit ihm";
    help_redo: "Plays again what was taken back", "Spielt wieder, was zurückgenommen wurde";
    help_undo: "Undoes the last change of the game's text", "Macht die letzte Änderung am Text der Partie rückgängig";
    help_annotate: "Writes words and marks beside the last move on the board", "Schreibt Worte und Zeichen neben den letzten Zug auf dem Brett";
    help_promote: "Makes the variation on the board one step more important", "Macht die Variante auf dem Brett um eine Stufe wichtiger";
    help_delete: "Deletes the last move on the board and all that follows it", "Löscht den letzten Zug auf dem Brett und alles, was ihm folgt";
    help_variation_before: "Goes to the variation before this one, of the same move", "Geht zur Variante davor, für denselben Zug";
    help_variation_after: "Goes to the variation after this one, of the same move", "Geht zur Variante danach, für denselben Zug";
    help_first: "Goes to the start of the game", "Geht zum Anfang der Partie";
    help_back: "Goes one move back", "Geht einen Zug zurück";
    help_forward: "Goes one move on", "Geht einen Zug vor";
    help_last: "Goes to the end of the line", "Geht zum Ende der Variante";
    help_flip: "Turns the board around", "Dreht das Brett um";
    help_search_layout: "Shows the windows that look inside a search, side by side", "Zeigt die Fenster, die in eine Suche schauen, nebeneinander";
    help_keys: "Shows what the keys do", "Zeigt, was die Tasten tun";
    help_about: "Says what this program is", "Sagt, was dieses Programm ist";
}
