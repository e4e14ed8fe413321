//! The pages of help: how to begin, what each window shows, what the keys on the board do.

use super::{Language, texts};
use crate::windows::Window;

texts! {
    help: "Help", "Hilfe";
    open_help: "Help…", "Hilfe…";
    help_help: "Says how to begin and what each window shows", "Sagt, wie man beginnt und was jedes Fenster zeigt";
    help_begin: "How to begin", "Wie man beginnt";
    help_windows: "The windows", "Die Fenster";
    help_reset_layout: "Brings the windows back to where they were at first", "Bringt die Fenster dahin zurück, wo sie am Anfang waren";
    help_analysis_layout: "Arranges the windows for analysis: board, lines, graph and moves", "Ordnet die Fenster für die Analyse: Brett, Varianten, Verlauf und Züge";
    on_the_board: "On the board", "Auf dem Brett";
    key_arrows: "Go from square to square", "Gehen von Feld zu Feld";
    key_choose: "Chooses the square: first the piece, then where it goes", "Wählt das Feld: zuerst die Figur, dann wohin sie zieht";
    key_escape: "Drops a half-entered move, an arrow or a premove, and closes a dialog", "Verwirft einen halb eingegebenen Zug, einen Pfeil oder Vorauszug und schließt einen Dialog";
    key_tab: "Goes to the next button, field or square", "Geht zum nächsten Knopf, Feld oder Brettfeld";
    key_paste: "Shows the position (FEN) or the game (PGN) of the clipboard", "Zeigt die Stellung (FEN) oder die Partie (PGN) der Zwischenablage";
    key_drag: "Right button: marks a square, or draws an arrow; a click without moving opens the menu", "Rechte Taste: markiert ein Feld oder zeichnet einen Pfeil; ein Klick ohne Bewegung öffnet das Menü";
    arrow_keys: "Arrow keys", "Pfeiltasten";
    mouse: "Mouse", "Maus";
    about_program: "A chess program with a family tree: an engine of today, five historical programs rebuilt from their authors' own descriptions, and this desk to play, analyse, keep games and look inside a search while it runs.", "Ein Schachprogramm mit Stammbaum: ein Programm von heute, fünf historische, nach den Beschreibungen ihrer Autoren wieder aufgebaut, und diese Oberfläche zum Spielen, Analysieren, Sammeln von Partien und zum Hineinschauen in eine laufende Suche.";
    about_ancestors: "The five: FirstChess, Roce, Rajah, RDChess and rofChade 1. All of them play: Game, New game.", "Die fünf: FirstChess, Roce, Rajah, RDChess und rofChade 1. Alle spielen: Partie, Neue Partie.";
    about_licence: "Free software under the GNU General Public License, version 3 or later; it comes without any warranty.", "Freie Software unter der GNU General Public License, Version 3 oder später; ohne jede Gewährleistung.";
    version: "Version", "Version";
}

impl Language {
    /// How to begin: what one wants to do, and how.
    pub fn first_steps(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Language::English => &[
                (
                    "Play",
                    "Game, New game (Ctrl+N): choose who plays White and Black, how strong an engine is and how long they may think, then Start. Drag the pieces, click on both squares, or type the move below the board.",
                ),
                (
                    "Play against RDChess",
                    "The same, with rdchess as one of the players. Window Statistics and its neighbours then show its search at work.",
                ),
                ("Take back, get help", "Take back and Hint are in the tool bar; Let the computer move plays one move for you."),
                (
                    "Analyse",
                    "Put a position or a game on the board (open a file, paste a FEN or PGN, or set it up), then switch on Analyse (Ctrl+A). Windows, Analysis layout makes room for it.",
                ),
                (
                    "Review a game",
                    "Mode, Review the game: an engine judges every move. Page Down leads from mistake to mistake; Write into the game keeps the result.",
                ),
                ("Solve puzzles", "Windows, Puzzles: open a file of lichess, and answer on the board."),
                (
                    "Keep games",
                    "Save (Ctrl+S) adds the game to a PGN file. List games (Ctrl+Shift+O) shows all games of a file; they can be sorted and searched. A game that was not saved comes back after the next start, or is under Earlier games if another one took its place.",
                ),
                ("Add engines", "Options, Engines: any program that speaks UCI or XBoard's protocol plays and analyses here like our own."),
                (
                    "Arrange the windows",
                    "Drag tabs to where you want them; the menu Windows opens and closes them. The desk remembers it all. Default layout brings back how it was.",
                ),
                (
                    "As an engine",
                    "Started by another program as heirloom-desk uci or heirloom-desk xboard, the desk is an engine whose windows show what it thinks.",
                ),
            ],
            Language::German => &[
                (
                    "Spielen",
                    "Partie, Neue Partie (Strg+N): wählen Sie, wer Weiß und Schwarz spielt, wie stark ein Programm ist und wie lange gedacht werden darf, dann Los. Ziehen Sie die Figuren, klicken Sie auf beide Felder, oder tippen Sie den Zug unter dem Brett ein.",
                ),
                (
                    "Gegen RDChess spielen",
                    "Ebenso, mit rdchess als einem der Spieler. Das Fenster Suchstatistik und seine Nachbarn zeigen dann seine Suche bei der Arbeit.",
                ),
                (
                    "Zurücknehmen, Hilfe holen",
                    "Zurücknehmen und Zugvorschlag stehen in der Werkzeugleiste; Computer ziehen lassen macht einen Zug für Sie.",
                ),
                (
                    "Analysieren",
                    "Bringen Sie eine Stellung oder Partie aufs Brett (Datei öffnen, FEN oder PGN einfügen oder aufbauen), dann schalten Sie Analysieren ein (Strg+A). Fenster, Analyseanordnung schafft Platz dafür.",
                ),
                (
                    "Eine Partie auswerten",
                    "Modus, Partie auswerten: ein Programm beurteilt jeden Zug. Bild ab führt von Fehler zu Fehler; In die Partie schreiben behält das Ergebnis.",
                ),
                ("Aufgaben lösen", "Fenster, Aufgaben: öffnen Sie eine Datei von lichess, und antworten Sie auf dem Brett."),
                (
                    "Partien sammeln",
                    "Speichern (Strg+S) fügt die Partie einer PGN-Datei an. Partien auflisten (Strg+Umschalt+O) zeigt alle Partien einer Datei; sie lassen sich sortieren und durchsuchen. Eine nicht gespeicherte Partie ist nach dem nächsten Start wieder da, oder unter Frühere Partien, wenn eine andere ihren Platz bekam.",
                ),
                (
                    "Programme hinzufügen",
                    "Optionen, Programme: jedes Programm, das UCI oder XBoard spricht, spielt und analysiert hier wie die eigenen.",
                ),
                (
                    "Fenster anordnen",
                    "Ziehen Sie Reiter dahin, wo Sie sie haben wollen; das Menü Fenster öffnet und schließt sie. Alles wird behalten. Standardanordnung bringt den Anfang zurück.",
                ),
                (
                    "Als Schachprogramm",
                    "Von einem anderen Programm als heirloom-desk uci oder heirloom-desk xboard gestartet, ist die Oberfläche ein Schachprogramm, dessen Fenster zeigen, was es denkt.",
                ),
            ],
        }
    }

    /// What a window shows.
    pub fn window_help(self, window: Window) -> &'static str {
        let [english, german] = window_help(window);
        match self {
            Language::English => english,
            Language::German => german,
        }
    }
}

fn window_help(window: Window) -> [&'static str; 2] {
    match window {
        Window::Board => [
            "The board with both players and their clocks. Moves are dragged, clicked or typed; the right button draws marks and arrows and opens the menu of the board.",
            "Das Brett mit beiden Spielern und ihren Uhren. Züge werden gezogen, geklickt oder getippt; die rechte Taste zeichnet Markierungen und Pfeile und öffnet das Menü des Bretts.",
        ],
        Window::Journal => [
            "The moves with variations, comments and marks. A click leads to the move; the right button promotes and deletes variations. Bad moves are colored.",
            "Die Züge mit Varianten, Kommentaren und Zeichen. Ein Klick führt zum Zug; die rechte Taste wertet Varianten auf und löscht sie. Schlechte Züge sind farbig.",
        ],
        Window::Clocks => ["What each player has left and has used.", "Was jeder Spieler übrig und verbraucht hat."],
        Window::Status => [
            "The state of the game in words: who is to move, castling rights, repetitions, moves without progress, level.",
            "Der Stand der Partie in Worten: wer am Zug ist, Rochaderechte, Wiederholungen, Züge ohne Fortschritt, Spielstufe.",
        ],
        Window::Analysis => [
            "What an engine thinks of the position on the board: its best lines with their values, as many as you like.",
            "Was ein Programm von der Stellung auf dem Brett hält: seine besten Varianten mit ihren Werten, so viele Sie wollen.",
        ],
        Window::Graph => [
            "The evaluation over the whole game, from analysis, review or the file. A click leads to the move.",
            "Die Bewertung über die ganze Partie, aus Analyse, Auswertung oder Datei. Ein Klick führt zum Zug.",
        ],
        Window::Review => [
            "Lets an engine judge all moves: accuracy and average loss of both sides, mistakes, why they are mistakes, and what was better.",
            "Lässt ein Programm alle Züge beurteilen: Genauigkeit und mittlerer Verlust beider Seiten, Fehler, warum es welche sind und was besser war.",
        ],
        Window::Watchdog => [
            "A search at a glance: its iterations with window, value, time, nodes and line.",
            "Eine Suche auf einen Blick: ihre Iterationen mit Fenster, Wert, Zeit, Knoten und Variante.",
        ],
        Window::RootMoves => [
            "The moves of the searched position with the effort that each has cost.",
            "Die Züge der durchsuchten Stellung mit dem Aufwand, den jeder gekostet hat.",
        ],
        Window::Statistics => [
            "How nodes of the search were left: cutoffs by technique, growth from ply to ply, threads.",
            "Wie Knoten der Suche verlassen wurden: Schnitte nach Technik, Wachstum von Halbzug zu Halbzug, Threads.",
        ],
        Window::HashTable => [
            "The hash tables: fill, hits, cutoffs, ages; with RDChess the king-pawn table, too.",
            "Die Hashtabellen: Füllung, Treffer, Schnitte, Alter; bei RDChess auch die König-Bauern-Tabelle.",
        ],
        Window::Evaluation => [
            "The evaluation of the position on the board without a search, by terms and squares.",
            "Die Bewertung der Stellung auf dem Brett ohne Suche, nach Bestandteilen und Feldern.",
        ],
        Window::MoveOrder => [
            "The moves as they are generated and in the order of search, with the reason for their place.",
            "Die Züge, wie sie erzeugt und in welcher Reihenfolge sie durchsucht werden, mit dem Grund für ihren Platz.",
        ],
        Window::ProtocolLog => [
            "What is said to other programs and by them; it can be saved.",
            "Was anderen Programmen gesagt wird und was sie sagen; es lässt sich speichern.",
        ],
        Window::Games => [
            "The games of a PGN file: sorted, searched by tags, position and material. A click shows a game.",
            "Die Partien einer PGN-Datei: sortiert, durchsucht nach Angaben, Stellung und Material. Ein Klick zeigt eine Partie.",
        ],
        Window::OpeningTree => [
            "What was played from the position on the board in the listed games, and with what result.",
            "Was in den aufgelisteten Partien von der Stellung auf dem Brett aus gespielt wurde und mit welchem Ergebnis.",
        ],
        Window::Library => [
            "Books and the library that learns: moves with statistics and notes. A double click plays a move.",
            "Bücher und die lernende Bibliothek: Züge mit Statistik und Anmerkungen. Ein Doppelklick spielt einen Zug.",
        ],
        Window::Suite => [
            "Puts the positions of a suite (EPD or PGN) to an engine and says which it solves.",
            "Legt einem Programm die Stellungen einer Testsammlung (EPD oder PGN) vor und sagt, welche es löst.",
        ],
        Window::Matches => [
            "Matches between engines with live boards, ratings and SPRT.",
            "Wettkämpfe zwischen Programmen mit laufenden Brettern, Wertungen und SPRT.",
        ],
        Window::Puzzles => [
            "Positions with one right move after another: hint, solution, and a rating that follows you.",
            "Stellungen mit einem richtigen Zug nach dem anderen: Tipp, Lösung und eine Wertung, die Ihnen folgt.",
        ],
    }
}
