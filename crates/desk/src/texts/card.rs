//! Texts of the report card, of closer looks at single moves, and of the walk through the mistakes.

use heirloom_app::review::Reviewed;
use heirloom_app::review::grade::Grade;
use heirloom_app::review::rating::RatingEstimate;
use heirloom_app::review::refutation::{Change, Fact, Theme};
use heirloom_app::review::study::{Difficulty, EraOpinion, Sight, Visibility};
use heirloom_app::roster::BuiltIn;
use heirloom_app::words::grouped;
use heirloom_chess::{Color, Position};

use super::{Language, texts};

texts! {
    report_card: "Report card", "Auswertung";
    estimated_rating: "Estimated rating", "Geschätzte Wertungszahl";
    help_estimated_rating: "From the winning chances that the moves of this game lost; two out of three players are within the margin of error", "Aus den Gewinnchancen, die die Züge dieser Partie vergaben; zwei von drei Spielern liegen innerhalb der Fehlergrenzen";
    only_moves_played: "Only moves", "Einzige Züge";
    help_only_moves: "The best move, where every other move is at least a mistake", "Der beste Zug, wo jeder andere mindestens ein Fehler ist";
    best_moves: "Best moves", "Beste Züge";
    good_moves: "Good moves", "Gute Züge";
    missed_wins: "Missed wins", "Vergebene Gewinne";
    help_missed_wins: "Bad moves after which a won game was no longer won", "Schlechte Züge, nach denen eine gewonnene Partie nicht mehr gewonnen war";
    by_phase(phase: &str): "Average loss: {phase}", "Mittlerer Verlust: {phase}";
    seconds_per_move: "Seconds per move", "Sekunden pro Zug";
    seconds_per_bad_move: "Seconds per bad move", "Sekunden pro schlechtem Zug";
    key_moments: "Key moments", "Schlüsselmomente";
    bad_moves: "Bad moves", "Schlechte Züge";
    refining: "Refining", "Verfeinerung";
    go_to_move(mv: &str): "Go to {mv}", "Zu {mv} gehen";
    play_line(line: &str): "Play {line}", "{line} spielen";
    help_play_line: "Insert this line into the game and go there; 'Undo' removes it", "Diese Variante in die Partie einfügen und dorthin gehen; „Rückgängig“ entfernt sie";
    refutation_line: "Refutation", "Widerlegung";
    five_eras: "Five eras", "Fünf Epochen";
    help_five_eras(nodes: &str): "What the historical engines play here after {nodes} positions each", "Was die historischen Engines hier nach je {nodes} Stellungen spielen";
    walk: "Walk through mistakes", "Fehler durchgehen";
    help_walk: "Find better moves yourself, mistake by mistake; the same key goes to the next one", "Selbst bessere Züge finden, Fehler für Fehler; dieselbe Taste geht zum nächsten";
    show_better: "Show better move", "Besseren Zug zeigen";
    help_show_better: "Show the better move, why it is better, and what refutes the move of the game", "Den besseren Zug zeigen, warum er besser ist und was den Partiezug widerlegt";
    next_moment: "Next moment", "Nächster Moment";
    finish_walk: "Finish", "Fertig";
    end_walk: "End the walk", "Durchgehen beenden";
    help_end_walk: "Return to the report card", "Zur Auswertung zurückkehren";
    moment(number: usize, count: usize): "Moment {number} of {count}", "Moment {number} von {count}";
    what_would_you_play(mv: &str): "What would you play instead of {mv}?", "Was würden Sie statt {mv} spielen?";
    walk_explained: "Make a move on the board, or type it; it is not added to the game.", "Ziehen Sie auf dem Brett oder tippen Sie den Zug; er kommt nicht in die Partie.";
    judging_move(mv: &str): "{mv} is being judged", "{mv} wird beurteilt";
    best_try(mv: &str): "{mv} is the best move", "{mv} ist der beste Zug";
    good_try(mv: &str): "{mv} is as good as the best move", "{mv} ist so gut wie der beste Zug";
    bad_try(mv: &str, from: f64, to: f64): "{mv} lowers the winning chances from {from:.0}% to {to:.0}%; try another move", "{mv} senkt die Gewinnchancen von {from:.0} % auf {to:.0} %; versuchen Sie einen anderen Zug";
    answered_by: "Answer", "Antwort";
}

impl Language {
    /// Returns the name of a kind of good moves, in the plural.
    pub fn grades(self, grade: Grade) -> &'static str {
        match grade {
            Grade::Only => self.only_moves_played(),
            Grade::Best => self.best_moves(),
            Grade::Good => self.good_moves(),
        }
    }

    /// Returns how good a move is.
    pub fn grade(self, grade: Grade) -> &'static str {
        match (self, grade) {
            (Language::English, Grade::Only) => "The only good move",
            (Language::English, Grade::Best) => "The best move",
            (Language::English, Grade::Good) => "A good move",
            (Language::German, Grade::Only) => "Der einzige gute Zug",
            (Language::German, Grade::Best) => "Der beste Zug",
            (Language::German, Grade::Good) => "Ein guter Zug",
        }
    }

    /// Returns an estimated rating with its error.
    pub fn rating_estimate(self, estimate: RatingEstimate) -> String {
        format!("{} ± {}", estimate.rating, estimate.error)
    }

    /// Returns how hard a mistake was to see.
    pub fn visibility(self, seen: &Visibility) -> String {
        if self == Language::English {
            return heirloom_app::review::said::visibility(seen);
        }
        let head = match seen.easier().difficulty() {
            Difficulty::Easy => "Leicht zu sehen",
            Difficulty::Moderate => "Mit etwas Rechnen zu sehen",
            Difficulty::Hard => "Schwer zu sehen",
            Difficulty::VeryHard => "Sehr schwer zu sehen",
        };
        let clause = |what: &str, sight: Sight| match sight {
            Sight::From(depth, nodes) => {
                format!("{what} zeigt sich ab Tiefe {depth} ({} Knoten)", grouped(nodes, '.'))
            }
            Sight::NotBy(depth, nodes) => {
                format!("{what} braucht mehr als Tiefe {depth} ({} Knoten)", grouped(nodes, '.'))
            }
        };
        // The easier clause first.
        if seen.is_better_easier() {
            let clauses =
                (clause("Ein besserer Zug", seen.better), clause("die Widerlegung", seen.refutation));
            format!("{head}: {}; {}.", clauses.0, clauses.1)
        } else {
            let clauses =
                (clause("Die Widerlegung", seen.refutation), clause("ein besserer Zug", seen.better));
            format!("{head}: {}; {}.", clauses.0, clauses.1)
        }
    }

    /// Returns what an ancestor would have played.
    pub fn era(self, opinion: &EraOpinion, before: &Position, reviewed: &Reviewed) -> String {
        let choice = self.san(before, opinion.choice);
        match (self, opinion.sees) {
            (Language::English, Sight::From(depth, _)) => {
                format!("{choice}, the better move, from depth {depth} on")
            }
            (Language::German, Sight::From(depth, _)) => {
                format!("{choice}, der bessere Zug, ab Tiefe {depth}")
            }
            (Language::English, _) if opinion.choice == reviewed.mv => format!("{choice}, as in the game"),
            (Language::German, _) if opinion.choice == reviewed.mv => format!("{choice}, wie in der Partie"),
            (Language::English, _) => format!("{choice}, another move"),
            (Language::German, _) => format!("{choice}, ein anderer Zug"),
        }
    }

    /// Returns the name and the year of an ancestor.
    pub fn era_engine(self, opinion: &EraOpinion) -> String {
        let built_in = BuiltIn::find(opinion.ancestor);
        let name = built_in.map_or(opinion.ancestor, BuiltIn::name);
        built_in.and_then(BuiltIn::year).map_or_else(|| name.to_owned(), |year| format!("{name} ({year})"))
    }

    /// Returns what has become worse, as a German clause.
    pub(super) fn change_in_german(change: &Change, mover: Color) -> String {
        let Change { theme, own, fact, .. } = *change;
        let white = (mover == Color::White) == own;
        let (king, plural) = if white {
            ("der weiße König", "die weißen")
        } else {
            ("der schwarze König", "die schwarzen")
        };
        let more = |worse: &'static str, better: &'static str| if own { worse } else { better };
        let clause = match theme {
            Theme::KingSafety => format!("{king} steht {}", more("unsicherer", "sicherer")),
            Theme::KingPlace => format!("{king} steht {}", more("schlechter", "besser")),
            Theme::PassedPawns => format!("{plural} Freibauern sind {} wert", more("weniger", "mehr")),
            Theme::PawnStructure => format!("{plural} Bauern sind {}", more("schwächer", "stärker")),
            Theme::Activity => format!("{plural} Figuren stehen {}", more("weniger aktiv", "aktiver")),
            Theme::Threats => format!("{plural} Drohungen sind {}", more("schwächer", "stärker")),
            Theme::BishopPair => {
                let pair = if white { "das weiße" } else { "das schwarze" };
                format!("{pair} Läuferpaar {}", more("ist weg", "bleibt"))
            }
        };
        let fact = fact.map_or_else(String::new, |fact| format!(" ({})", fact_in_german(change, fact)));
        format!("{clause}{fact}")
    }
}

/// Returns what the board shows of a change: `mit dem Isolani auf d4`.
fn fact_in_german(change: &Change, fact: Fact) -> String {
    let has = if change.has_fact() { "mit" } else { "ohne" };
    let (a, the) = if change.has_fact() { ("einem", "dem") } else { ("einen", "den") };
    match fact {
        Fact::Uncastled => "noch in der Mitte".to_owned(),
        Fact::BareFile(file) => format!("ohne Bauern auf der {}-Linie", file.letter()),
        Fact::KingOn(here, there) => format!("auf {here} statt auf {there}"),
        Fact::Passed(square) => format!("{has} {the} Freibauern auf {square}"),
        Fact::Isolated(square) => format!("{has} {the} Isolani auf {square}"),
        Fact::Doubled(file) => format!("{has} Doppelbauern auf der {}-Linie", file.letter()),
        Fact::Outpost(piece, square) => {
            format!("{has} {the} Vorposten {} auf {square}", super::reasons::genitive(piece))
        }
        Fact::OpenFile(file) => format!("{has} {a} Turm auf der offenen {}-Linie", file.letter()),
        Fact::Seventh => format!("{has} {a} Turm auf der siebten Reihe"),
        Fact::Shut(piece, square, count) => {
            let name = Language::German.piece_type(piece);
            let squares = match count {
                0 => "kein sicheres Feld".to_owned(),
                1 => "nur ein sicheres Feld".to_owned(),
                _ => format!("nur {count} sichere Felder"),
            };
            format!("mit einem {name} auf {square}, der {squares} hat")
        }
    }
}
