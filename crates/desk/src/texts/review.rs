//! Texts of the review and of the evaluation graph; the reasons of bad moves in German.

use heirloom_app::review::judgement::Judgement;
use heirloom_app::review::refutation::{self, Reason, Tactic, Trade, numbered};
use heirloom_app::review::{Review, phase::Phase};
use heirloom_chess::{Move, PieceType, Position};

use super::{Language, texts};

texts! {
    review: "Game review", "Partieauswertung";
    review_game: "Review game", "Partie auswerten";
    help_review_game: "Let an engine judge every move, and show mistakes, accuracy and the evaluation graph", "Jeden Zug von einer Engine beurteilen lassen; zeigt Fehler, Genauigkeit und Bewertungsverlauf";
    next_mistake: "Next mistake", "Nächster Fehler";
    help_next_mistake: "Go to the next mistake of the game", "Zum nächsten Fehler der Partie gehen";
    previous_mistake: "Previous mistake", "Voriger Fehler";
    help_previous_mistake: "Go to the previous mistake of the game", "Zum vorigen Fehler der Partie gehen";
    annotate_game: "Annotate game", "Partie kommentieren";
    help_annotate_game: "Add symbols, evaluations, better lines and comments to the game; 'Undo change' removes them", "Zeichen, Bewertungen, bessere Varianten und Kommentare in die Partie eintragen; „Änderung rückgängig machen“ entfernt sie";
    save_report: "Save report…", "Bericht speichern …";
    help_save_report: "Save the review as a web page (in English) with graph, turning points and all moves", "Die Auswertung als Webseite (auf Englisch) speichern, mit Bewertungsverlauf, Wendepunkten und allen Zügen";
    close_review: "Discard review", "Auswertung verwerfen";
    help_close_review: "Forget this review; the message that follows can undo it", "Diese Auswertung vergessen; die Meldung danach kann es rückgängig machen";
    review_explained: "Let an engine examine every position of the game and judge the moves", "Lassen Sie eine Engine jede Stellung der Partie untersuchen und die Züge beurteilen";
    reviewing: "First pass", "Erster Durchgang";
    reviewed_by(engine: &str): "Reviewed by {engine}", "Ausgewertet von {engine}";
    judgement_withdrawn: "Withdrawn after a deeper look: not a bad move", "Nach genauerer Prüfung zurückgenommen: kein schlechter Zug";
    reason_withdrawn: "A reason was withdrawn after a deeper look.", "Ein Grund wurde nach genauerer Prüfung zurückgenommen.";
    accuracy: "Accuracy", "Genauigkeit";
    average_loss: "Average loss (centipawns)", "Mittlerer Verlust (Centipawns)";
    inaccuracies: "Inaccuracies ?!", "Ungenauigkeiten ?!";
    mistakes: "Mistakes ?", "Fehler ?";
    blunders: "Blunders ??", "Grobe Fehler ??";
    better_move: "Better", "Besser";
    graph: "Evaluation graph", "Bewertungsverlauf";
    course_of_game: "Course of the game", "Verlauf der Partie";
    graph_explained: "Analyze or review the game to see its evaluations here; click the graph to go to a move", "Analysieren Sie die Partie oder werten Sie sie aus, um den Verlauf zu sehen; ein Klick führt zum Zug";
    evaluation_bar: "Evaluation bar", "Bewertungsbalken";
}

impl Language {
    /// Returns the word for a bad move.
    pub fn judgement(self, judgement: Judgement) -> &'static str {
        match (self, judgement) {
            (Language::English, Judgement::Inaccuracy) => "Inaccuracy",
            (Language::English, Judgement::Mistake) => "Mistake",
            (Language::English, Judgement::Blunder) => "Blunder",
            (Language::German, Judgement::Inaccuracy) => "Ungenauigkeit",
            (Language::German, Judgement::Mistake) => "Fehler",
            (Language::German, Judgement::Blunder) => "Grober Fehler",
        }
    }

    /// Returns the name of a phase of the game.
    pub fn phase(self, phase: Phase) -> &'static str {
        match (self, phase) {
            (Language::English, Phase::Opening) => "Opening",
            (Language::English, Phase::Middlegame) => "Middlegame",
            (Language::English, Phase::Endgame) => "Endgame",
            (Language::German, Phase::Opening) => "Eröffnung",
            (Language::German, Phase::Middlegame) => "Mittelspiel",
            (Language::German, Phase::Endgame) => "Endspiel",
        }
    }

    /// Returns the comment on a judged move; none for other moves.
    pub fn review_words(self, review: &Review, ply: usize) -> Option<String> {
        if self == Language::English {
            return review.words(ply);
        }
        let reviewed = review.moves.get(ply)?;
        let before = &review.positions[ply];
        let mut sentences = vec![format!("{}.", self.judgement(reviewed.judgement()?))];
        sentences.extend(reviewed.reasons.iter().map(|reason| in_german(reason, before, reviewed.mv)));
        if let Some(&best) = review.better(ply).and_then(<[Move]>::first) {
            sentences.push(format!("Am besten war {}.", self.san(before, best)));
        }
        Some(sentences.join(" "))
    }

    /// Returns why a move is bad.
    pub fn reason(self, reason: &Reason, before: &Position, mv: Move) -> String {
        match self {
            Language::English => refutation::say(reason, before, mv),
            Language::German => in_german(reason, before, mv),
        }
    }
}

fn in_german(reason: &Reason, before: &Position, mv: Move) -> String {
    let mut after = before.clone();
    // A move that is not legal leaves the position as it is, and no line fits it.
    let _ = after.try_play(mv);
    match reason {
        Reason::Stalemates => "Setzt patt.".to_owned(),
        Reason::LeavesTooLittle => "Danach reicht das Material nicht mehr zum Matt.".to_owned(),
        Reason::Repeats => {
            "Führt zur dreimaligen Stellungswiederholung; der Gegner kann Remis reklamieren.".to_owned()
        }
        Reason::AllowsMate { moves, back_rank, line } => {
            let rank = if *back_rank { " auf der Grundreihe" } else { "" };
            format!("Erlaubt Matt in {moves}{rank}{}.", in_parentheses(&after, line))
        }
        Reason::MissesMate { moves, line } => {
            let plies = (2 * *moves as usize).saturating_sub(1).min(line.len());
            format!("Verpasst Matt in {moves}{}.", in_parentheses(before, &line[..plies]))
        }
        Reason::AllowsPromotion { line } => {
            format!("Erlaubt eine Umwandlung{}.", in_parentheses(&after, line))
        }
        Reason::MissesPromotion { line } => {
            format!("Verpasst eine Umwandlung{}.", in_parentheses(before, line))
        }
        Reason::Loses { trade, tactic, line } => {
            let (trade, line) = (traded(trade), in_parentheses(&after, line));
            match tactic {
                Some(Tactic::Hanging(piece, square)) => {
                    format!(
                        "Verliert {trade}: {} auf {square} kann geschlagen werden{line}.",
                        nominative(*piece)
                    )
                }
                Some(tactic) => format!("Verliert {trade} durch {}{line}.", means(tactic)),
                None => format!("Verliert {trade}{line}."),
            }
        }
        Reason::MissesGain { trade, tactic, line } => {
            let (trade, line) = (traded(trade), in_parentheses(before, line));
            match tactic {
                Some(Tactic::Hanging(piece, square)) => {
                    format!(
                        "Lässt sich {trade} entgehen: {} auf {square} konnte geschlagen werden{line}.",
                        nominative(*piece)
                    )
                }
                Some(tactic) => {
                    format!("Verpasst {}, {} {trade} gewinnt{line}.", means(tactic), which(tactic))
                }
                None => format!("Lässt sich {trade} entgehen{line}."),
            }
        }
        Reason::Worsens { changes, line, better } => {
            let changes: Vec<String> =
                changes.iter().map(|change| Language::change_in_german(change, before.turn())).collect();
            let played: Vec<Move> = std::iter::once(mv).chain(line.iter().copied()).collect();
            let moves = |line: &[Move]| Language::German.with_letters(&numbered(before, line));
            format!("{} nach {}, verglichen mit {}.", changes.join("; "), moves(&played), moves(better))
        }
    }
}

/// Returns a line with move numbers in parentheses; empty for an empty line.
fn in_parentheses(start: &Position, line: &[Move]) -> String {
    let text = numbered(start, line);
    if text.is_empty() { text } else { format!(" ({})", Language::German.with_letters(&text)) }
}

/// Returns the means, in the accusative.
fn means(tactic: &Tactic) -> String {
    match tactic {
        Tactic::Hanging(piece, square) => format!("das Schlagen {} auf {square}", genitive(*piece)),
        Tactic::Fork(piece, square, [first, second]) => {
            format!(
                "eine Gabel {} auf {square} gegen {} und {}",
                genitive(*piece),
                name(*first),
                name(*second)
            )
        }
        Tactic::Pin(piece, square) => format!("eine Fesselung {} auf {square}", genitive(*piece)),
        Tactic::Skewer(front, behind) => format!("einen Spieß gegen {} und {}", name(*front), name(*behind)),
        Tactic::Discovered(piece) => format!("einen Abzugsangriff {}", genitive(*piece)),
    }
}

/// Returns the relative pronoun for the means.
fn which(tactic: &Tactic) -> &'static str {
    match tactic {
        Tactic::Hanging(..) => "das",
        Tactic::Fork(..) | Tactic::Pin(..) => "die",
        Tactic::Skewer(..) | Tactic::Discovered(..) => "der",
    }
}

fn name(piece: PieceType) -> &'static str {
    Language::German.piece_type(piece)
}

/// Returns the means as the subject of a sentence.
pub(super) fn nominative(piece: PieceType) -> String {
    format!("{} {}", if piece == PieceType::Queen { "Die" } else { "Der" }, name(piece))
}

fn genitive(piece: PieceType) -> &'static str {
    match piece {
        PieceType::King => "des Königs",
        PieceType::Queen => "der Dame",
        PieceType::Rook => "des Turms",
        PieceType::Bishop => "des Läufers",
        PieceType::Knight => "des Springers",
        PieceType::Pawn => "des Bauern",
    }
}

/// Returns the captured material, in the accusative.
fn traded(trade: &Trade) -> String {
    let minor = |piece: PieceType| matches!(piece, PieceType::Knight | PieceType::Bishop);
    match (&trade.lost[..], &trade.won[..]) {
        ([PieceType::Rook], &[piece]) if minor(piece) => "die Qualität".to_owned(),
        (lost, []) => listed(lost),
        (lost, won) => format!("{} für {}", listed(lost), listed(won)),
    }
}

/// `einen Turm und zwei Bauern`.
fn listed(pieces: &[PieceType]) -> String {
    let parts: Vec<String> = pieces
        .chunk_by(|one, other| one == other)
        .map(|same| {
            let plural = match same[0] {
                PieceType::King => "Könige",
                PieceType::Queen => "Damen",
                PieceType::Rook => "Türme",
                PieceType::Bishop => "Läufer",
                PieceType::Knight => "Springer",
                PieceType::Pawn => "Bauern",
            };
            match (same.len(), same[0]) {
                (1, PieceType::Queen) => "eine Dame".to_owned(),
                (1, PieceType::Pawn) => "einen Bauern".to_owned(),
                (1, piece) => format!("einen {}", name(piece)),
                (2, _) => format!("zwei {plural}"),
                (3, _) => format!("drei {plural}"),
                (count, _) => format!("{count} {plural}"),
            }
        })
        .collect();
    match parts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} und {last}", others.join(", ")),
        None => "nichts".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::Square;
    use heirloom_chess::notation::uci;

    #[test]
    fn reasons_are_german_sentences() {
        let before = Position::startpos();
        let line = |text: &str| vec![uci::parse(&before, text).unwrap()];
        let say = |reason: &Reason| Language::German.reason(reason, &before, line("a2a3")[0]);
        let trade = Trade {
            lost: vec![PieceType::Queen, PieceType::Pawn, PieceType::Pawn],
            won: vec![PieceType::Pawn],
        };
        let tactic = Some(Tactic::Fork(PieceType::Pawn, Square::E5, [PieceType::King, PieceType::Queen]));
        assert_eq!(
            say(&Reason::Loses { trade: trade.clone(), tactic, line: Vec::new() }),
            "Verliert eine Dame und zwei Bauern für einen Bauern durch eine Gabel des Bauern auf e5 gegen König und Dame."
        );
        let hanging = Some(Tactic::Hanging(PieceType::Queen, Square::D4));
        let missed = Reason::MissesGain {
            trade: Trade { lost: trade.lost, won: Vec::new() },
            tactic: hanging,
            line: line("e2e4"),
        };
        assert_eq!(
            say(&missed),
            "Lässt sich eine Dame und zwei Bauern entgehen: Die Dame auf d4 konnte geschlagen werden (1. e4)."
        );
        let mate = Reason::AllowsMate { moves: 2, back_rank: true, line: Vec::new() };
        assert_eq!(say(&mate), "Erlaubt Matt in 2 auf der Grundreihe.");
        let skewer = Some(Tactic::Skewer(PieceType::King, PieceType::Rook));
        let rook = Trade { lost: vec![PieceType::Rook], won: Vec::new() };
        let missed = Reason::MissesGain { trade: rook, tactic: skewer, line: Vec::new() };
        assert_eq!(say(&missed), "Verpasst einen Spieß gegen König und Turm, der einen Turm gewinnt.");
        let exchange = Trade { lost: vec![PieceType::Rook], won: vec![PieceType::Knight] };
        assert_eq!(
            say(&Reason::Loses { trade: exchange, tactic: None, line: Vec::new() }),
            "Verliert die Qualität."
        );
    }
}
