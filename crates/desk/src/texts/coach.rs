//! Texts of the coach, the look back at a game, and the user's rating.

use heirloom_app::coach::help::{Help, HelpCount};
use heirloom_app::played::{ListedGame, PlayedGames};

use super::{Language, phrases, texts};

texts! {
    // The coach.
    coach: "Coach", "Trainer";
    help_coach: "Warn before a move that loses much is played, in games against an engine", "In Partien gegen eine Engine warnen, bevor ein Zug mit großem Verlust ausgeführt wird";
    coach_warns_from: "Warn of losses from", "Warnen bei Verlust ab";
    centipawns(loss: u16): "{loss} centipawns", "{loss} Zentibauern";
    take_it_back: "Take it back", "Zurücknehmen";
    help_take_it_back: "Look for another move; the warning is counted", "Einen anderen Zug suchen; die Warnung wird gezählt";
    play_it_anyway: "Play it anyway", "Trotzdem ziehen";
    help_play_it_anyway: "Play the move in spite of the warning", "Den Zug trotz der Warnung ausführen";
    loses_about(mv: &str, pawns: &str): "{mv} loses about {pawns} pawns", "{mv} verliert etwa {pawns} Bauern";
    loses_to(mv: &str, pawns: &str, reply: &str): "{mv} loses about {pawns} pawns to {reply}", "{mv} verliert etwa {pawns} Bauern wegen {reply}";
    show_threat: "Show threat", "Drohung zeigen";
    help_show_threat: "Show what the opponent would play if you passed", "Zeigen, was der Gegner spielen würde, wenn Sie aussetzten";
    mark_hanging: "Mark hanging pieces", "Hängende Figuren markieren";
    help_mark_hanging: "Mark the pieces that can be won by a capture: yours in red, the opponent's in green", "Die Figuren markieren, die sich durch Schlagen gewinnen lassen: Ihre rot, die des Gegners grün";
    nothing_hangs: "No piece can be won by a capture", "Keine Figur lässt sich durch Schlagen gewinnen";
    no_threat: "No threat to show: the king is in check, or the game is over", "Keine Drohung zu zeigen: Der König steht im Schach, oder die Partie ist beendet";
    help_given(all: &str): "Help: {all}", "Hilfen: {all}";

    // The look back.
    look_back: "Look back", "Rückblick";
    help_look_back: "Review the game, and show what the opponent believed", "Die Partie auswerten und zeigen, was der Gegner glaubte";
    no_look_back: "A look back shows what a level or a character believed; the opponent is neither", "Ein Rückblick zeigt, was eine Spielstärke oder ein Charakter glaubte; der Gegner ist keins von beiden";
    true_evaluation: "evaluation", "Bewertung";
    believed_by(name: &str): "what {name} believed", "was {name} glaubte";
    believed(score: &str): "believed {score}", "geglaubt {score}";
    again_from_here: "Again from here", "Noch einmal von hier";
    help_again_from_here: "Start a new game from this position against the same opponent, with the same colors", "Von dieser Stellung aus eine neue Partie gegen denselben Gegner beginnen, mit denselben Farben";

    // The rating.
    rated: "rated", "gewertet";
    coach_is_on: "coach on", "mit Trainer";
    not_rated: "not rated", "nicht gewertet";
    not_rated_with_help: "not rated: help was used", "nicht gewertet: Hilfe benutzt";
    your_rating(rating: f64, error: f64): "Your rating: {rating:.0} ± {error:.0}", "Ihre Wertung: {rating:.0} ± {error:.0}";
    rating_change(change: f64): "({change:+.0})", "({change:+.0})";
    adaptive(elo: u32): "Adaptive ({elo} Elo)", "Adaptiv ({elo} Elo)";
    help_adaptive: "Play at the strength against which you are expected to score 50%, by your rated games", "Gegen die Spielstärke spielen, gegen die nach Ihren gewerteten Partien 50 % zu erwarten sind";
    latest_games: "Latest games", "Letzte Partien";
}

impl Language {
    /// Returns a warning of a move that loses this many centipawns to a reply.
    pub fn coach_warns(self, mv: &str, reply: Option<&str>, centipawns: i32) -> String {
        let pawns = self.decimal(f64::from(centipawns) / 100.0, 1);
        reply.map_or_else(|| self.loses_about(mv, &pawns), |reply| self.loses_to(mv, &pawns, reply))
    }

    /// Returns the user's rating with its error and the number of rated games.
    pub fn rating_and_games(self, games: &PlayedGames) -> String {
        let rating = self.your_rating(games.rating.rating, 2.0 * games.rating.deviation);
        phrases! { self, games.rated();
            1 => "{rating}, 1 game", "{rating}, 1 Partie";
            count => "{rating}, {count} games", "{rating}, {count} Partien";
        }
    }

    /// Returns the user's rating after a game, with its change; none for a game that is not rated.
    pub fn rating_now(self, games: &PlayedGames, change: Option<f64>) -> String {
        let rating = self.your_rating(games.rating.rating, 2.0 * games.rating.deviation);
        let change = change.map_or_else(
            || format!(", {}", self.not_rated_with_help()),
            |change| format!(" {}", self.rating_change(change)),
        );
        format!("{rating}{change}")
    }

    /// Returns a game of the list in words: date, opponent, result, and the rating after it.
    pub fn listed_game(self, listed: &ListedGame) -> String {
        let ListedGame { game, date, rating } = listed;
        let result = phrases! { self, (game.score * 2.0) as u8;
            2 => "won", "gewonnen";
            1 => "draw", "remis";
            _ => "lost", "verloren";
        };
        let rated = if game.help.is_empty() { format!("{rating:.0}") } else { self.not_rated().to_owned() };
        format!("{date}  {} ({}): {result}, {rated}", game.opponent, game.elo)
    }

    /// Returns the help that was given in a game.
    pub fn help_in_game(self, help: &HelpCount) -> String {
        let all: Vec<String> = help.all().map(|(kind, count)| self.help_count(kind, count)).collect();
        self.help_given(&all.join(", "))
    }

    fn help_count(self, kind: Help, count: u32) -> String {
        phrases! { self, (kind, count);
            (Help::Warning, 1) => "1 warning", "1 Warnung";
            (Help::Warning, count) => "{count} warnings", "{count} Warnungen";
            (Help::Hint, 1) => "1 hint", "1 Zugvorschlag";
            (Help::Hint, count) => "{count} hints", "{count} Zugvorschläge";
            (Help::Threat, 1) => "1 threat shown", "1 Drohung gezeigt";
            (Help::Threat, count) => "{count} threats shown", "{count} Drohungen gezeigt";
            (Help::Hanging, 1) => "hanging pieces marked once", "einmal hängende Figuren markiert";
            (Help::Hanging, count) => "hanging pieces marked {count} times", "{count}-mal hängende Figuren markiert";
            (Help::TakeBack, 1) => "1 takeback", "1 Zurücknahme";
            (Help::TakeBack, count) => "{count} takebacks", "{count} Zurücknahmen";
            (Help::Analysis, 1) => "1 analyzed move", "1 analysierter Zug";
            (Help::Analysis, count) => "{count} analyzed moves", "{count} analysierte Züge";
            (Help::Change, _) => "game continued from a position or changed", "Partie von einer Stellung fortgesetzt oder geändert";
        }
    }
}
