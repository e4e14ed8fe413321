//! The words of messages, endings and squares: texts with something in them.

use heirloom_chess::line::{DrawReason, Outcome};
use heirloom_chess::notation::san::SanError;
use heirloom_chess::{Color, Piece, PieceType, Square};
use heirloom_picture::Theme;

use super::Language;
use crate::model::ending::Ending;
use crate::model::notice::Notice;

impl Language {
    /// The text in the language, of two.
    fn either(self, english: String, german: String) -> String {
        match self {
            Language::English => english,
            Language::German => german,
        }
    }

    /// The name of a color.
    pub fn color(self, color: Color) -> &'static str {
        if color == Color::White { self.white() } else { self.black() }
    }

    /// The name of a piece type.
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

    /// The name of a board's colors.
    pub fn board_theme(self, theme: Theme) -> &'static str {
        match theme {
            Theme::Wood => self.board_wood(),
            Theme::Green => self.board_green(),
            Theme::Blue => self.board_blue(),
            Theme::Slate => self.board_slate(),
            Theme::Paper => self.board_paper(),
        }
    }

    /// A square and what stands on it, as a screen reader says it.
    pub fn square(self, square: Square, piece: Option<Piece>) -> String {
        match piece {
            None => format!("{square}, {}", self.empty()),
            Some(piece) => format!("{square}, {}", self.piece(piece)),
        }
    }

    /// How a game ended.
    pub fn ending(self, ending: Ending) -> String {
        let name = |color| self.color(color);
        match ending {
            Ending::Rules(Outcome::Checkmate { winner }) => {
                self.either(format!("{} mates", name(winner)), format!("{} setzt matt", name(winner)))
            }
            Ending::Rules(Outcome::Draw(reason)) => {
                let (english, german) = match reason {
                    DrawReason::Stalemate => ("stalemate", "Patt"),
                    DrawReason::ThreefoldRepetition => ("threefold repetition", "dreimalige Stellungswiederholung"),
                    DrawReason::FiftyMoves => ("the fifty-move rule", "die Fünfzig-Züge-Regel"),
                    DrawReason::InsufficientMaterial => ("insufficient material", "zu wenig Material"),
                };
                self.either(format!("Draw by {english}"), format!("Remis durch {german}"))
            }
            Ending::Flag { loser, mating: true } => {
                self.either(format!("{} has no time left", name(loser)), format!("{} hat keine Zeit mehr", name(loser)))
            }
            Ending::Flag { loser, mating: false } => self.either(
                format!("{} has no time left, {} cannot mate: draw", name(loser), name(!loser)),
                format!("{} hat keine Zeit mehr, {} kann nicht mattsetzen: remis", name(loser), name(!loser)),
            ),
            Ending::Resigned(loser) => self.either(format!("{} resigns", name(loser)), format!("{} gibt auf", name(loser))),
            Ending::Agreed => self.either("Draw agreed".into(), "Remis vereinbart".into()),
        }
    }

    /// The words of a message.
    pub fn notice(self, notice: &Notice) -> String {
        match notice {
            Notice::Typed(error) => self.either(format!("No move: {error}"), format!("Kein Zug: {}", in_german(error))),
            Notice::NotNow => self.either(
                "Not now: it is not your move, or the game is over".into(),
                "Jetzt nicht: Sie sind nicht am Zug, oder die Partie ist zu Ende".into(),
            ),
            Notice::NothingToTakeBack => self.either(
                "There is no move to take back or repeat here".into(),
                "Hier ist kein Zug zurückzunehmen oder zu wiederholen".into(),
            ),
            Notice::NothingToUndo => self.either("There is nothing to undo".into(), "Es gibt nichts rückgängig zu machen".into()),
            Notice::NobodyThinks => self.either("No engine is thinking".into(), "Kein Programm rechnet".into()),
            Notice::Refused(reason) => self.either(format!("Not possible: {reason}"), format!("Nicht möglich: {reason}")),
            Notice::EngineFailed { name, reason } => self.either(
                format!(
                    "{name} failed: {reason}. The game waits: '{}' tries again, the menu {} has other players",
                    self.move_for_me(),
                    self.menu_mode()
                ),
                format!(
                    "{name} ist ausgefallen: {reason}. Die Partie wartet: '{}' versucht es neu, andere Spieler stehen im Menü {}",
                    self.move_for_me(),
                    self.menu_mode()
                ),
            ),
            Notice::AnalysisFailed { name, reason } => self.either(
                format!("{name} failed: {reason}. The next question starts it anew"),
                format!("{name} ist ausgefallen: {reason}. Die nächste Frage startet es neu"),
            ),
            Notice::EngineSaid(text) => text.clone(),
            Notice::DrawAsked => {
                self.either("The draw is offered together with your move".into(), "Das Remis wird zusammen mit Ihrem Zug angeboten".into())
            }
            Notice::DrawOffered(color) => self.either(
                format!("{} offers a draw: Offer or claim a draw takes it, a move refuses it", self.color(*color)),
                format!("{} bietet Remis: Remis anbieten oder reklamieren nimmt es an, ein Zug lehnt es ab", self.color(*color)),
            ),
            Notice::DrawRefused => self.either("The engine plays on".into(), "Das Programm spielt weiter".into()),
            Notice::Pasted(reason) => {
                self.either(format!("Neither a position nor a game: {reason}"), format!("Weder eine Stellung noch eine Partie: {reason}"))
            }
            Notice::Repaired(how) => self.either(format!("The position was repaired: {how}"), format!("Die Stellung wurde berichtigt: {how}")),
            Notice::Damaged(reason) => self.either(
                format!("The game is damaged and shown up to there: {reason}"),
                format!("Die Partie ist beschädigt und wird bis dorthin gezeigt: {reason}"),
            ),
            Notice::NoFile(path) => self.either(
                format!("There is no file {}; check its name and its folder", path.display()),
                format!("Es gibt keine Datei {}; prüfen Sie Namen und Ordner", path.display()),
            ),
            Notice::NoGame(path, 0) => self.either(
                format!("{} holds no game; choose a PGN file", path.display()),
                format!("{} enthält keine Partie; wählen Sie eine PGN-Datei", path.display()),
            ),
            Notice::NoGame(path, index) => self.either(
                format!("{} holds no game number {}", path.display(), index + 1),
                format!("{} enthält keine Partie Nummer {}", path.display(), index + 1),
            ),
            Notice::File(path, reason) => format!("{}: {reason}", path.display()),
            Notice::Library(reason) => self.either(format!("Opening library: {reason}"), format!("Eröffnungsbibliothek: {reason}")),
            Notice::LibraryWithoutFile => self.either(
                "The library of the program cannot be changed; copy it to a file of your own first".into(),
                "Die Bibliothek des Programms ist nicht zu ändern; kopieren Sie sie zuerst in eine eigene Datei".into(),
            ),
            Notice::BookIsFixed => self.either(
                "A Polyglot book cannot be changed here; copy it to a library first".into(),
                "Ein Polyglot-Buch ist hier nicht zu ändern; kopieren Sie es zuerst in eine Bibliothek".into(),
            ),
            Notice::NotInLibrary => self.either(
                "The library does not know this position; go to one that it knows and learn from there".into(),
                "Die Bibliothek kennt diese Stellung nicht; gehen Sie zu einer bekannten und lernen Sie von dort".into(),
            ),
            Notice::TwoEngines => self.either(
                "Choose two engines at least for a match".into(),
                "Wählen Sie mindestens zwei Programme für einen Wettkampf".into(),
            ),
            Notice::NoPositions => {
                self.either("Open a suite with positions first".into(), "Öffnen Sie zuerst eine Datei mit Teststellungen".into())
            }
            Notice::WrongPositions(first, 1) => self.either(format!("Left out: {first}"), format!("Ausgelassen: {first}")),
            Notice::WrongPositions(first, lines) => {
                self.either(format!("{lines} lines are left out; {first}"), format!("{lines} Zeilen sind ausgelassen; {first}"))
            }
            Notice::NothingToReview => self.either(
                "There is nothing to review: the game has no moves".into(),
                "Es gibt nichts auszuwerten: die Partie hat keine Züge".into(),
            ),
            Notice::NoReview => self.either(
                "There is no review of this game; start one first".into(),
                "Diese Partie ist nicht ausgewertet; beginnen Sie zuerst eine Auswertung".into(),
            ),
            Notice::NoMistake => self.either(
                "There is no further bad move that is known; a review finds them".into(),
                "Ein weiterer schlechter Zug ist nicht bekannt; eine Auswertung findet sie".into(),
            ),
            Notice::NoPuzzle => self.either(
                "There is no puzzle left; open another file, or take other ratings and themes".into(),
                "Es ist keine Aufgabe mehr da; öffnen Sie eine andere Datei, oder nehmen Sie andere Wertungen und Themen".into(),
            ),
            Notice::Progress(reason) => {
                self.either(format!("Your progress is not kept: {reason}"), format!("Ihr Fortschritt wird nicht behalten: {reason}"))
            }
            Notice::SettingsBroken { reason, kept: Some(kept) } => self.either(
                format!("Not all settings of the desk could be read ({reason}); the file is kept as {}", kept.display()),
                format!("Nicht alle Einstellungen der Oberfläche waren lesbar ({reason}); die Datei liegt jetzt unter {}", kept.display()),
            ),
            Notice::SettingsBroken { reason, kept: None } => self.either(
                format!("Not all settings of the desk could be read ({reason}); they are not kept, for the file cannot be renamed"),
                format!("Nicht alle Einstellungen der Oberfläche waren lesbar ({reason}); sie werden nicht behalten, denn die Datei ist nicht umzubenennen"),
            ),
            Notice::Serving => self.either(
                "Another program leads this game: moves are made there".into(),
                "Ein anderes Programm führt diese Partie: gezogen wird dort".into(),
            ),
            Notice::NoConfiguration => self.either(
                "There is no file for the configuration, as HEIRLOOM_CONFIG is empty; name one there".into(),
                "Es gibt keine Datei für die Einstellungen, denn HEIRLOOM_CONFIG ist leer; nennen Sie dort eine".into(),
            ),
            Notice::NotYet => {
                self.either("One moment: a program is being asked".into(), "Einen Augenblick: ein Programm wird gefragt".into())
            }
            Notice::Recovered => self.either("The game of last time is back".into(), "Die Partie vom letzten Mal ist wieder da".into()),
            Notice::NotKept(folder, reason) => self.either(
                format!("The game would not survive a crash, {} cannot be written: {reason}. Save it from time to time", folder.display()),
                format!(
                    "Einen Absturz würde die Partie nicht überstehen, {} ist nicht zu beschreiben: {reason}. Speichern Sie sie ab und zu",
                    folder.display()
                ),
            ),
            Notice::NoEarlierGames => self.either(
                "Here will be the games that make room for others without having been saved; there are none so far".into(),
                "Hier stehen Partien, die ungespeichert anderen Platz machen; bis jetzt gibt es keine".into(),
            ),
            Notice::NotIncluded(name) => self.either(
                format!("{name}, which comes with the program, is missing; install the program again"),
                format!("{name} gehört zum Programm, fehlt aber; installieren Sie das Programm neu"),
            ),
            Notice::TriedOut => self.either(
                "The game is over and stays as it is; you try moves on a copy".into(),
                "Die Partie ist zu Ende und bleibt, wie sie ist; Sie probieren Züge an einer Kopie".into(),
            ),
            Notice::Shelved(path) => self.either(
                format!("The game before was not saved; it is kept in {}", path.display()),
                format!("Die Partie davor war nicht gespeichert; sie liegt in {}", path.display()),
            ),
            Notice::NoSound => self.either(
                "No program for sounds is there; install pw-play, paplay or aplay to hear the pieces".into(),
                "Es gibt kein Programm für Klänge; mit pw-play, paplay oder aplay sind die Figuren zu hören".into(),
            ),
            Notice::Saved(path) => self.either(format!("Saved in {}", path.display()), format!("Gespeichert in {}", path.display())),
        }
    }
}

/// Why what was typed is no move.
fn in_german(error: &SanError) -> String {
    let written = |text: &str| Language::German.with_letters(text);
    match error {
        SanError::Empty => "es steht kein Zug da; geben Sie einen ein wie Sf3, exd5, O-O oder e8=D".into(),
        SanError::NullMove => "aussetzen darf im Schach niemand".into(),
        SanError::NotAMove(text) => format!("„{}“ ist keiner; geben Sie einen ein wie Sf3, exd5, O-O oder e8=D", written(text)),
        SanError::Illegal { text, turn } => format!("{} darf {} nicht ziehen", written(text), Language::German.color(*turn)),
        SanError::LeavesKingInCheck(text) => format!("nach {} stünde der eigene König im Schach", written(text)),
        SanError::CastlingIllegal(text) => format!("{text}: der König darf zu dieser Seite jetzt nicht rochieren"),
        SanError::Ambiguous { text, candidates } => {
            let names: Vec<String> = candidates.iter().map(|(_, name)| written(name)).collect();
            format!("{} ist mehrdeutig: {}", written(text), names.join(", "))
        }
        SanError::PromotionMissing(text) => format!("{}: hängen Sie an, was der Bauer wird, wie in e8=D", written(text)),
        SanError::PromotionImpossible(text) => format!("{}: nur ein Bauer auf der letzten Reihe wird umgewandelt", written(text)),
    }
}
