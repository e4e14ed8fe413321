//! The texts of messages, endings and squares.

use heirloom_chess::line::{DrawReason, Outcome};
use heirloom_chess::notation::san::SanError;
use heirloom_chess::{Color, Piece, PieceType, Square};
use heirloom_picture::Theme;

use super::{FileError, Language};
use crate::model::ending::Ending;
use crate::model::notice::Notice;

impl Language {
    /// Returns the text in this language.
    fn either(self, english: String, german: String) -> String {
        match self {
            Language::English => english,
            Language::German => german,
        }
    }

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

    /// Returns the name of a board's colors.
    pub fn board_theme(self, theme: Theme) -> &'static str {
        match theme {
            Theme::Wood => self.board_wood(),
            Theme::Green => self.board_green(),
            Theme::Blue => self.board_blue(),
            Theme::Slate => self.board_slate(),
            Theme::Paper => self.board_paper(),
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
        match ending {
            Ending::Rules(Outcome::Checkmate { winner }) => self.either(
                format!("{} wins by checkmate", name(winner)),
                format!("{} gewinnt durch Matt", name(winner)),
            ),
            Ending::Rules(Outcome::Draw(reason)) => {
                let (english, german) = match reason {
                    DrawReason::Stalemate => ("stalemate", "Patt"),
                    DrawReason::ThreefoldRepetition => {
                        ("threefold repetition", "dreimalige Stellungswiederholung")
                    }
                    DrawReason::FiftyMoves => ("the fifty-move rule", "die 50-Züge-Regel"),
                    DrawReason::InsufficientMaterial => ("insufficient material", "ungenügendes Material"),
                };
                self.either(format!("Draw by {english}"), format!("Remis durch {german}"))
            }
            Ending::Flag { loser, mating: true } => self.either(
                format!("{} loses on time", name(loser)),
                format!("{} verliert durch Zeitüberschreitung", name(loser)),
            ),
            Ending::Flag { loser, mating: false } => self.either(
                format!("Draw: {} ran out of time, but {} cannot checkmate", name(loser), name(!loser)),
                format!(
                    "Remis: {} hat die Zeit überschritten, aber {} kann nicht matt setzen",
                    name(loser),
                    name(!loser)
                ),
            ),
            Ending::Resigned(loser) => {
                self.either(format!("{} resigns", name(loser)), format!("{} gibt auf", name(loser)))
            }
            Ending::Agreed => self.either("Draw by agreement".into(), "Remis durch Vereinbarung".into()),
        }
    }

    /// Returns the text of a message.
    #[expect(clippy::too_many_lines, reason = "a table of messages")]
    pub fn notice(self, notice: &Notice) -> String {
        match notice {
            Notice::Typed(error) => self.either(format!("Invalid move: {error}"), format!("Ungültiger Zug: {}", in_german(error))),
            Notice::NotNow => self.either(
                "Not possible now: it is not your move, or the game is over".into(),
                "Jetzt nicht möglich: Sie sind nicht am Zug, oder die Partie ist beendet".into(),
            ),
            Notice::NothingToTakeBack => self.either(
                "No move to take back or redo".into(),
                "Kein Zug zum Zurücknehmen oder Wiederholen vorhanden".into(),
            ),
            Notice::NothingToUndo => self.either("Nothing to undo".into(), "Nichts rückgängig zu machen".into()),
            Notice::NobodyThinks => self.either("No engine is thinking".into(), "Keine Engine rechnet".into()),
            Notice::Refused(reason) => self.either(format!("Not possible: {reason}"), format!("Nicht möglich: {reason}")),
            Notice::EngineFailed { name, reason } => self.either(
                format!(
                    "{name} failed: {reason}. The game is paused: use '{}' to try again, or choose another player in the {} menu",
                    self.move_for_me(),
                    self.menu_mode()
                ),
                format!(
                    "{name} ist ausgefallen: {reason}. Die Partie ist angehalten: „{}“ versucht es erneut, andere Spieler wählen Sie im Menü {}",
                    self.move_for_me(),
                    self.menu_mode()
                ),
            ),
            Notice::AnalysisFailed { name, reason } => self.either(
                format!("{name} failed: {reason}. It will be restarted when it is next needed"),
                format!("{name} ist ausgefallen: {reason}. Bei Bedarf wird die Engine neu gestartet"),
            ),
            Notice::EngineSaid(text) => text.clone(),
            Notice::DrawAsked => {
                self.either("The draw will be offered with your next move".into(), "Remis wird mit Ihrem nächsten Zug angeboten".into())
            }
            Notice::DrawOffered(color) => self.either(
                format!("{} offers a draw: use '{}' to accept, or make a move to decline", self.color(*color), self.draw()),
                format!("{} bietet Remis an: „{}“ nimmt an, ein Zug lehnt ab", self.color(*color), self.draw()),
            ),
            Notice::DrawRefused => self.either("The engine declines the draw offer".into(), "Die Engine lehnt das Remisangebot ab".into()),
            Notice::Pasted(reason) => {
                self.either(format!("Not a position or a game: {reason}"), format!("Weder eine Stellung noch eine Partie: {reason}"))
            }
            Notice::Repaired(remarks) => {
                let how = remarks.iter().map(|remark| self.fen_remark(remark)).collect::<Vec<_>>().join("; ");
                self.either(format!("The position was corrected: {how}"), format!("Die Stellung wurde korrigiert: {how}"))
            }
            Notice::Damaged(reason) => self.either(
                format!("The game is shown only up to an error: {reason}"),
                format!("Die Partie wird nur bis zu einem Fehler gezeigt: {reason}"),
            ),
            Notice::NoFile(path) => self.either(
                format!("File not found: {}", path.display()),
                format!("Datei nicht gefunden: {}", path.display()),
            ),
            Notice::NoGame(path, 0) => self.either(
                format!("{} contains no games; choose a PGN file", path.display()),
                format!("{} enthält keine Partien; wählen Sie eine PGN-Datei", path.display()),
            ),
            Notice::NoGame(path, index) => self.either(
                format!("{} has no game {}", path.display(), index + 1),
                format!("{} enthält keine Partie Nr. {}", path.display(), index + 1),
            ),
            Notice::Exists(path) => self.file_error(&FileError::Exists(path.clone())),
            Notice::File(path, reason) => format!("{}: {reason}", path.display()),
            Notice::Library(reason) => self.either(format!("Opening book: {reason}"), format!("Eröffnungsbuch: {reason}")),
            Notice::LibraryWithoutFile => self.either(
                "The built-in library is read-only; copy it to a file first".into(),
                "Die mitgelieferte Bibliothek ist schreibgeschützt; kopieren Sie sie zuerst in eine Datei".into(),
            ),
            Notice::BookIsFixed => self.either(
                "Polyglot books are read-only; copy the book to a library first".into(),
                "Polyglot-Bücher sind schreibgeschützt; kopieren Sie das Buch zuerst in eine Bibliothek".into(),
            ),
            Notice::NotInLibrary => self.either(
                "This position is not in the library; go to one that is and start learning there".into(),
                "Diese Stellung ist nicht in der Bibliothek; beginnen Sie das Lernen in einer Stellung, die sie enthält".into(),
            ),
            Notice::TwoEngines => self.either(
                "Choose at least two engines for a match".into(),
                "Wählen Sie mindestens zwei Engines für einen Wettkampf".into(),
            ),
            Notice::NoPositions => {
                self.either("Open a test suite first".into(), "Öffnen Sie zuerst eine Testsuite".into())
            }
            Notice::WrongPositions(first, 1) => self.either(format!("Skipped: {first}"), format!("Übersprungen: {first}")),
            Notice::WrongPositions(first, lines) => {
                self.either(format!("{lines} lines skipped; the first: {first}"), format!("{lines} Zeilen übersprungen; die erste: {first}"))
            }
            Notice::NothingToReview => self.either(
                "Nothing to review: the game has no moves".into(),
                "Nichts auszuwerten: Die Partie hat keine Züge".into(),
            ),
            Notice::NoReview => self.either(
                "This game has not been reviewed; start a review first".into(),
                "Diese Partie ist noch nicht ausgewertet; starten Sie zuerst eine Auswertung".into(),
            ),
            Notice::NoMistake => self.either(
                "No more mistakes are known; a review of the game would find them".into(),
                "Keine weiteren Fehler bekannt; eine Auswertung der Partie würde sie finden".into(),
            ),
            Notice::NoPuzzle => self.either(
                "No puzzles left; open another file, or choose other ratings or themes".into(),
                "Keine Aufgaben mehr; öffnen Sie eine andere Datei, oder wählen Sie andere Wertungen oder Themen".into(),
            ),
            Notice::NoPuzzlesMade(games) => self.either(
                format!("No puzzles found; games searched: {games}"),
                format!("Keine Aufgaben gefunden; durchsuchte Partien: {games}"),
            ),
            Notice::Progress(reason) => self.either(
                format!("Your puzzle progress is not saved: {reason}"),
                format!("Ihr Fortschritt bei den Aufgaben wird nicht gespeichert: {reason}"),
            ),
            Notice::SettingsBroken { reason, kept: Some(kept) } => self.either(
                format!("Some settings could not be read ({reason}); the old file was kept as {}", kept.display()),
                format!("Einige Einstellungen waren nicht lesbar ({reason}); die alte Datei heißt jetzt {}", kept.display()),
            ),
            Notice::SettingsBroken { reason, kept: None } => self.either(
                format!("Some settings could not be read ({reason}); changes are not saved because the file cannot be renamed"),
                format!("Einige Einstellungen waren nicht lesbar ({reason}); Änderungen werden nicht gespeichert, weil sich die Datei nicht umbenennen lässt"),
            ),
            Notice::Serving => self.either(
                "Another program controls this game; make your moves there".into(),
                "Ein anderes Programm steuert diese Partie; ziehen Sie dort".into(),
            ),
            Notice::NoConfiguration => self.either(
                "There is no configuration file because HEIRLOOM_CONFIG is empty; set it to a file name".into(),
                "Es gibt keine Konfigurationsdatei, weil HEIRLOOM_CONFIG leer ist; geben Sie dort einen Dateinamen an".into(),
            ),
            Notice::NotYet => self.either(
                "Please wait until the engine has answered".into(),
                "Bitte warten Sie, bis die Engine geantwortet hat".into(),
            ),
            Notice::Recovered => self.either("Your last game was restored".into(), "Ihre letzte Partie wurde wiederhergestellt".into()),
            Notice::NotKept(folder, reason) => self.either(
                format!("The game is not backed up because {} is not writable: {reason}. Save it from time to time", folder.display()),
                format!(
                    "Die Partie wird nicht gesichert, weil {} nicht beschreibbar ist: {reason}. Speichern Sie sie von Zeit zu Zeit",
                    folder.display()
                ),
            ),
            Notice::NoEarlierGames => self.either(
                "No earlier games yet; games that are replaced without being saved will be listed here".into(),
                "Noch keine früheren Partien; hier erscheinen Partien, die ungespeichert ersetzt wurden".into(),
            ),
            Notice::NotIncluded(name) => self.either(
                format!("{name} comes with the program but is missing; reinstall the program"),
                format!("{name} gehört zum Programm, fehlt aber; installieren Sie das Programm neu"),
            ),
            Notice::TriedOut => self.either(
                "The game is over; your moves are played on a copy".into(),
                "Die Partie ist beendet; Ihre Züge werden auf einer Kopie ausgeführt".into(),
            ),
            Notice::Shelved(_) => self.either(
                "The previous game is kept under Game, Earlier games".into(),
                "Die vorige Partie liegt unter „Partie, Frühere Partien“".into(),
            ),
            Notice::NoSound => self.either(
                "No sound player found; install pw-play, paplay or aplay to hear move sounds".into(),
                "Kein Programm für die Tonausgabe gefunden; installieren Sie pw-play, paplay oder aplay, um Zuggeräusche zu hören".into(),
            ),
            Notice::Saved(path) => self.either(format!("Saved to {}", path.display()), format!("Gespeichert in {}", path.display())),
        }
    }
}

/// Returns why a typed move is not legal.
fn in_german(error: &SanError) -> String {
    let written = |text: &str| Language::German.with_letters(text);
    match error {
        SanError::Empty => "kein Zug eingegeben; erwartet wird ein Zug wie Sf3, exd5, O-O oder e8=D".into(),
        SanError::NullMove => "ein Nullzug ist im Schach nicht erlaubt".into(),
        SanError::NotAMove(text) => {
            format!("„{}“ ist kein Zug; erwartet wird ein Zug wie Sf3, exd5, O-O oder e8=D", written(text))
        }
        SanError::Illegal { text, turn } => {
            format!("{} ist kein legaler Zug für {}", written(text), Language::German.color(*turn))
        }
        SanError::LeavesKingInCheck(text) => {
            format!("nach {} steht der eigene König im Schach", written(text))
        }
        SanError::CastlingIllegal(text) => {
            format!("{text}: die Rochade auf dieser Seite ist jetzt nicht möglich")
        }
        SanError::Ambiguous { text, candidates } => {
            let names: Vec<String> = candidates.iter().map(|(_, name)| written(name)).collect();
            format!("{} ist mehrdeutig: {}", written(text), names.join(", "))
        }
        SanError::PromotionMissing(text) => {
            format!("{}: geben Sie die Umwandlungsfigur an, wie in e8=D", written(text))
        }
        SanError::PromotionImpossible(text) => {
            format!("{}: nur ein Bauer, der die letzte Reihe erreicht, wird umgewandelt", written(text))
        }
    }
}
