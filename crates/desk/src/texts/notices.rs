//! The texts of messages, endings and squares.

use heirloom_chess::line::{DrawReason, Outcome};
use heirloom_chess::notation::san::SanError;
use heirloom_chess::{Color, Piece, PieceType, Square};

use super::{FileError, Language, phrases, translated};
use crate::model::ending::Ending;
use crate::model::notice::Notice;
use crate::model::players::{Player, person};

impl Language {
    /// Returns the name of a color.
    pub fn color(self, color: Color) -> &'static str {
        if color == Color::White { self.white() } else { self.black() }
    }

    /// Returns the name of a piece type.
    pub fn piece_type(self, piece_type: PieceType) -> &'static str {
        match piece_type {
            PieceType::King => self.king(),
            PieceType::Queen => self.queen(),
            PieceType::Rook => self.rook(),
            PieceType::Bishop => self.bishop(),
            PieceType::Knight => self.knight(),
            PieceType::Pawn => self.pawn(),
        }
    }

    /// Returns a square with its piece, for screen readers.
    pub fn square(self, square: Square, piece: Option<Piece>) -> String {
        match piece {
            None => format!("{square}, {}", self.empty()),
            Some(piece) => format!("{square}, {}", self.piece(piece)),
        }
    }

    /// Returns how a game ended.
    pub fn ending(self, ending: Ending) -> String {
        let name = |color| self.color(color);
        phrases! { self, ending;
            Ending::Rules(Outcome::Checkmate { winner }) => "{} wins by checkmate", "{} gewinnt durch Matt", name(winner);
            Ending::Rules(Outcome::Draw(DrawReason::Stalemate)) => "Draw by stalemate", "Remis durch Patt";
            Ending::Rules(Outcome::Draw(DrawReason::ThreefoldRepetition)) => "Draw by threefold repetition", "Remis durch dreimalige Stellungswiederholung";
            Ending::Rules(Outcome::Draw(DrawReason::FiftyMoves)) => "Draw by the fifty-move rule", "Remis durch die 50-Züge-Regel";
            Ending::Rules(Outcome::Draw(DrawReason::InsufficientMaterial)) => "Draw by insufficient material", "Remis durch ungenügendes Material";
            Ending::Flag { loser, mating: true } => "{} loses on time", "{} verliert durch Zeitüberschreitung", name(loser);
            Ending::Flag { loser, mating: false } => "Draw: {} ran out of time, but {} cannot checkmate", "Remis: {} hat die Zeit überschritten, aber {} kann nicht matt setzen", name(loser), name(!loser);
            Ending::Resigned(loser) => "{} resigns", "{} gibt auf", name(loser);
            Ending::Agreed => "Draw by agreement", "Remis durch Vereinbarung";
        }
    }

    /// Returns how a game ended, for the people who played it: who plays an engine is addressed.
    pub fn ending_for(self, ending: Ending, players: &[Player; 2]) -> String {
        match ending {
            Ending::Resigned(loser) if person(players) == Some(loser) => self.you_resigned().to_owned(),
            ending => self.ending(ending),
        }
    }

    /// Returns the text of a message.
    pub fn notice(self, notice: &Notice) -> String {
        phrases! { self, notice;
            Notice::Typed(error) => "{}", "{}", self.san_error(error);
            Notice::SecondDesk => "Heirloom is already open; this window keeps its game separately", "Heirloom ist bereits geöffnet; dieses Fenster sichert seine Partie getrennt";
            Notice::Said(text) => "{text}", "{text}";
            Notice::NoLine => "No engine has found a line for this position yet", "Noch keine Engine hat eine Variante zu dieser Stellung gefunden";
            Notice::NotNow => "Not possible now: it is not your move, or the game is over", "Jetzt nicht möglich: Sie sind nicht am Zug, oder die Partie ist beendet";
            Notice::NothingToTakeBack => "No move to take back or redo", "Kein Zug zum Zurücknehmen oder Wiederholen vorhanden";
            Notice::NothingToUndo => "Nothing to undo", "Nichts rückgängig zu machen";
            Notice::NobodyThinks => "No engine is thinking", "Keine Engine rechnet";
            Notice::Refused(reason) => "Not possible: {reason}", "Nicht möglich: {reason}";
            Notice::EngineFailed { name, reason } => "{name} failed: {reason}. The game is paused: use '{}' to try again, or choose another player in the {} menu", "{name} ist ausgefallen: {reason}. Die Partie ist angehalten: „{}“ versucht es erneut, andere Spieler wählen Sie im Menü {}", self.move_for_me(), self.menu_mode();
            Notice::AnalysisFailed { name, reason } => "{name} failed: {reason}. It will be restarted when it is next needed", "{name} ist ausgefallen: {reason}. Bei Bedarf wird die Engine neu gestartet";
            Notice::EngineSaid(text) => "{text}", "{text}";
            Notice::DrawAsked => "The draw will be offered with your next move", "Remis wird mit Ihrem nächsten Zug angeboten";
            Notice::DrawOffered(color) => "{} offers a draw: use '{}' to accept, or make a move to decline", "{} bietet Remis an: „{}“ nimmt an, ein Zug lehnt ab", self.color(*color), self.draw();
            Notice::DrawRefused => "The engine declines the draw offer", "Die Engine lehnt das Remisangebot ab";
            Notice::Pasted(reason) => "Not a position or a game: {reason}", "Weder eine Stellung noch eine Partie: {reason}";
            Notice::Repaired(remarks) => "The position was corrected: {}", "Die Stellung wurde korrigiert: {}", remarks.iter().map(|remark| self.fen_remark(remark)).collect::<Vec<_>>().join("; ");
            Notice::Damaged(reason) => "The game contains an error; only the moves before it are shown: {reason}", "Die Partie enthält einen Fehler; gezeigt werden nur die Züge davor: {reason}";
            Notice::NoFile(path) => "File not found: {}", "Datei nicht gefunden: {}", path.display();
            Notice::NoGame(path, 0) => "{} contains no games; choose a PGN file", "{} enthält keine Partien; wählen Sie eine PGN-Datei", path.display();
            Notice::NoGame(path, index) => "{} has no game {}", "{} enthält keine Partie Nr. {}", path.display(), index + 1;
            Notice::Exists(path) => "{}", "{}", self.file_error(&FileError::Exists(path.clone()));
            Notice::File(path, reason) => "{}: {reason}", "{}: {reason}", path.display();
            Notice::Library(reason) => "Opening book: {reason}", "Eröffnungsbuch: {reason}";
            Notice::LibraryWithoutFile => "The built-in library is read-only; copy it to a file first", "Die mitgelieferte Bibliothek ist schreibgeschützt; kopieren Sie sie zuerst in eine Datei";
            Notice::BookIsFixed => "Polyglot books are read-only; copy the book to a library first", "Polyglot-Bücher sind schreibgeschützt; kopieren Sie das Buch zuerst in eine Bibliothek";
            Notice::NotInLibrary => "This position is not in the library; go to one that is and start recording there", "Diese Stellung ist nicht in der Bibliothek; beginnen Sie die Aufnahme in einer Stellung, die sie enthält";
            Notice::TwoEngines => "Choose at least two engines for a match", "Wählen Sie mindestens zwei Engines für einen Wettkampf";
            Notice::NoPositions => "Open a test suite first", "Öffnen Sie zuerst eine Testsuite";
            Notice::WrongPositions(first, 1) => "Skipped: {first}", "Übersprungen: {first}";
            Notice::WrongPositions(first, lines) => "{lines} lines skipped; the first: {first}", "{lines} Zeilen übersprungen; die erste: {first}";
            Notice::NothingToReview => "Nothing to review: the game has no moves", "Nichts auszuwerten: Die Partie hat keine Züge";
            Notice::NoReview => "This game has not been reviewed; start a review first", "Diese Partie ist noch nicht ausgewertet; starten Sie zuerst eine Auswertung";
            Notice::NoWalk => "Start the walk through the mistakes first", "Starten Sie zuerst „Fehler durchgehen“";
            Notice::NoMistake => "No more mistakes are known; a review of the game would find them", "Keine weiteren Fehler bekannt; eine Auswertung der Partie würde sie finden";
            Notice::NoPuzzle => "No puzzles left; open another file, or choose other ratings or themes", "Keine Aufgaben mehr; öffnen Sie eine andere Datei, oder wählen Sie andere Wertungen oder Themen";
            Notice::NoPuzzlesMade(games) => "No puzzles found; games searched: {games}", "Keine Aufgaben gefunden; durchsuchte Partien: {games}";
            Notice::Progress(reason) => "Your puzzle progress is not saved: {reason}", "Ihr Fortschritt bei den Aufgaben wird nicht gespeichert: {reason}";
            Notice::NothingHangs => "{}", "{}", self.nothing_hangs();
            Notice::NoThreat => "{}", "{}", self.no_threat();
            Notice::NoLookBack => "{}", "{}", self.no_look_back();
            Notice::OwnRating(reason) => "Your games and rating are not saved: {reason}", "Ihre Partien und Ihre Wertung werden nicht gespeichert: {reason}";
            Notice::SettingsBroken { reason, kept: Some(kept) } => "Some settings could not be read ({reason}); the old file was kept as {}", "Einige Einstellungen waren nicht lesbar ({reason}); die alte Datei heißt jetzt {}", kept.display();
            Notice::SettingsBroken { reason, kept: None } => "Some settings could not be read ({reason}); changes are not saved because the file cannot be renamed", "Einige Einstellungen waren nicht lesbar ({reason}); Änderungen werden nicht gespeichert, weil sich die Datei nicht umbenennen lässt";
            Notice::Serving => "Another program controls this game; make your moves there", "Ein anderes Programm steuert diese Partie; ziehen Sie dort";
            Notice::NoConfiguration => "There is no configuration file because HEIRLOOM_CONFIG is empty; set it to a file name", "Es gibt keine Konfigurationsdatei, weil HEIRLOOM_CONFIG leer ist; geben Sie dort einen Dateinamen an";
            Notice::NotYet => "Please wait until the engine has answered", "Bitte warten Sie, bis die Engine geantwortet hat";
            Notice::Recovered => "Your last game was restored", "Ihre letzte Partie wurde wiederhergestellt";
            Notice::NotKept(folder, reason) => "The game is not backed up because {} is not writable: {reason}. Save it from time to time", "Die Partie wird nicht gesichert, weil {} nicht beschreibbar ist: {reason}. Speichern Sie sie von Zeit zu Zeit", folder.display();
            Notice::NoEarlierGames => "No earlier games yet; games that are replaced without being saved will be listed here", "Noch keine früheren Partien; hier erscheinen Partien, die ungespeichert ersetzt wurden";
            Notice::NotIncluded(name) => "{name} comes with the program but is missing; reinstall the program", "{name} gehört zum Programm, fehlt aber; installieren Sie das Programm neu";
            Notice::TagChanged(path) => "The tag was changed in {}", "Das Tag wurde in {} geändert", path.display();
            Notice::GameDeleted(path) => "The game was deleted from {}", "Die Partie wurde aus {} gelöscht", path.display();
            Notice::Interrupted => "The game in the other tab is paused; '{}' resumes it", "Die Partie im anderen Tab ist angehalten; „{}“ setzt sie fort", self.continue_game();
            Notice::TriedOut => "The game is over; your moves are played on a copy", "Die Partie ist beendet; Ihre Züge werden auf einer Kopie ausgeführt";
            Notice::Shelved(_) => "The previous game is kept under Game, Earlier games", "Die vorige Partie liegt unter „Partie, Frühere Partien“";
            Notice::NoSound => "No sound player found; install pw-play, paplay or aplay to hear move sounds", "Kein Programm für die Tonausgabe gefunden; installieren Sie pw-play, paplay oder aplay, um Zuggeräusche zu hören";
            Notice::Saved(path) => "Saved to {}", "Gespeichert in {}", path.display();
            Notice::Inserted { plies: 0, .. } => "The line is now the main line", "Die Variante ist jetzt die Hauptvariante";
            Notice::Inserted { plies: 1 | 2, main: false } => "1 move inserted as a variation", "1 Zug als Variante eingefügt";
            Notice::Inserted { plies, main: false } => "{} moves inserted as a variation", "{} Züge als Variante eingefügt", plies.div_ceil(2);
            Notice::Inserted { plies: 1 | 2, main: true } => "1 move inserted into the main line", "1 Zug in die Hauptvariante eingefügt";
            Notice::Inserted { plies, main: true } => "{} moves inserted into the main line", "{} Züge in die Hauptvariante eingefügt", plies.div_ceil(2);
            Notice::Annotated { comments: 0, .. } => "Evaluations written into the game; there are no bad moves to comment on", "Bewertungen in die Partie eingetragen; es gibt keine schlechten Züge zu kommentieren";
            Notice::Annotated { comments: 1, .. } => "1 comment and 1 symbol written into the game", "1 Kommentar und 1 Symbol in die Partie eingetragen";
            Notice::Annotated { comments, symbols } => "{comments} comments and {symbols} symbols written into the game", "{comments} Kommentare und {symbols} Symbole in die Partie eingetragen";
            Notice::AnnotatedAlready => "The game already has all comments and symbols of this review", "Die Partie enthält schon alle Kommentare und Symbole dieser Auswertung";
            Notice::ReviewDiscarded => "The review was discarded", "Die Auswertung wurde verworfen";
        }
    }

    /// Returns why a typed move is not legal.
    fn san_error(self, error: &SanError) -> String {
        let written = |text: &str| self.with_letters(text);
        translated! { self, error;
            SanError::Empty => "kein Zug eingegeben; erwartet wird ein Zug wie Sf3, exd5, O-O oder e8=D";
            SanError::NullMove => "ein Nullzug ist im Schach nicht erlaubt";
            SanError::NotAMove(text) => "„{}“ ist kein Zug; erwartet wird ein Zug wie Sf3, exd5, O-O oder e8=D", written(text);
            SanError::Illegal { text, turn } => "{} ist kein legaler Zug für {}", written(text), self.color(*turn);
            SanError::LeavesKingInCheck(text) => "nach {} steht der eigene König im Schach", written(text);
            SanError::CastlingIllegal(text) => "{text}: die Rochade auf dieser Seite ist jetzt nicht möglich";
            SanError::Ambiguous { text, candidates } => "{} ist mehrdeutig: {}", written(text), candidates.iter().map(|(_, name)| written(name)).collect::<Vec<_>>().join(", ");
            SanError::PromotionMissing(text) => "{}: geben Sie die Umwandlungsfigur an, wie in e8=D", written(text);
            SanError::PromotionImpossible(text) => "{}: nur ein Bauer, der die letzte Reihe erreicht, wird umgewandelt", written(text);
        }
    }
}
