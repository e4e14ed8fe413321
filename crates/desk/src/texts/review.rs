//! Texts of the review and of the evaluation graph.

use heirloom_app::review::judgement::Judgement;
use heirloom_app::review::refutation::{self, Reason};
use heirloom_app::review::{Review, phase::Phase};
use heirloom_chess::{Move, Position};

use super::reasons::in_german;
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
    help_annotate_game: "Add symbols, evaluations, better lines and comments to the game; 'Undo' removes them", "Symbole, Bewertungen, bessere Varianten und Kommentare in die Partie eintragen; „Rückgängig“ entfernt sie";
    save_report: "Save report…", "Bericht speichern …";
    help_save_report: "Save the review as a web page (in English) with graph, turning points and all moves", "Die Auswertung als Webseite (auf Englisch) speichern, mit Bewertungsverlauf, Wendepunkten und allen Zügen";
    close_review: "Discard review", "Auswertung verwerfen";
    help_close_review: "Discard this review; the message that follows lets you undo this", "Diese Auswertung verwerfen; über die Meldung danach lässt sich das rückgängig machen";
    review_explained: "Let an engine examine every position of the game and judge the moves", "Lassen Sie eine Engine jede Stellung der Partie untersuchen und die Züge beurteilen";
    reviewing: "First pass", "Erster Durchgang";
    reviewed_by(engine: &str): "Reviewed by {engine}", "Ausgewertet von {engine}";
    judgement_withdrawn: "Withdrawn after a deeper look: not a bad move", "Nach genauerer Prüfung zurückgenommen: kein schlechter Zug";
    reason_withdrawn: "A reason was withdrawn after a deeper look.", "Eine Begründung wurde nach genauerer Prüfung zurückgenommen.";
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
