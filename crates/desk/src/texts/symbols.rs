//! The symbols of moves (NAGs): their signs and names.

use heirloom_chess::game::Nag;

use super::{Language, texts};

texts! {
    symbols: "Symbols", "Symbole";
    symbols_of_moves: "Move", "Zug";
    symbols_of_positions: "Position", "Stellung";
    other_symbols: "Other", "Weitere";
    no_symbols: "Remove all symbols", "Alle Symbole entfernen";
    words_before: "Comment before the move", "Kommentar vor dem Zug";
    words_after: "Comment after the move", "Kommentar nach dem Zug";
    move_badge: "Show the symbol of the last move on the board", "Symbol des letzten Zuges auf dem Brett zeigen";

    nag_good: "Good move", "Guter Zug";
    nag_mistake: "Mistake", "Fehler";
    nag_excellent: "Excellent move", "Ausgezeichneter Zug";
    nag_blunder: "Blunder", "Grober Fehler";
    nag_interesting: "Interesting move", "Interessanter Zug";
    nag_dubious: "Dubious move", "Zweifelhafter Zug";
    nag_only: "Only move", "Einziger Zug";
    nag_equal: "Equal", "Ausgeglichen";
    nag_unclear: "Unclear", "Unklar";
    nag_white_slightly: "White is slightly better", "Weiß steht etwas besser";
    nag_black_slightly: "Black is slightly better", "Schwarz steht etwas besser";
    nag_white_better: "White is better", "Weiß steht besser";
    nag_black_better: "Black is better", "Schwarz steht besser";
    nag_white_wins: "White is winning", "Weiß steht auf Gewinn";
    nag_black_wins: "Black is winning", "Schwarz steht auf Gewinn";
    nag_zugzwang: "Zugzwang", "Zugzwang";
    nag_space: "Space advantage", "Raumvorteil";
    nag_development: "Lead in development", "Entwicklungsvorsprung";
    nag_initiative: "Initiative", "Initiative";
    nag_attack: "Attack", "Angriff";
    nag_compensation: "Compensation for the material", "Kompensation für das Material";
    nag_counterplay: "Counterplay", "Gegenspiel";
    nag_time: "Time trouble", "Zeitnot";
    nag_idea: "With the idea", "Mit der Idee";
    nag_better: "Better is", "Besser ist";
    nag_novelty: "Novelty", "Neuerung";
}

/// A sign and the text that names it.
type Known = (&'static str, fn(Language) -> &'static str);

/// Returns the sign and the name of a symbol.
fn known(nag: Nag) -> Option<Known> {
    let found: Known = match nag.0 {
        1 => ("!", Language::nag_good),
        2 => ("?", Language::nag_mistake),
        3 => ("!!", Language::nag_excellent),
        4 => ("??", Language::nag_blunder),
        5 => ("!?", Language::nag_interesting),
        6 => ("?!", Language::nag_dubious),
        7 | 8 => ("□", Language::nag_only),
        10..=12 => ("=", Language::nag_equal),
        13 => ("∞", Language::nag_unclear),
        14 => ("⩲", Language::nag_white_slightly),
        15 => ("⩱", Language::nag_black_slightly),
        16 => ("±", Language::nag_white_better),
        17 => ("∓", Language::nag_black_better),
        18 | 20 => ("+−", Language::nag_white_wins),
        19 | 21 => ("−+", Language::nag_black_wins),
        22 | 23 => ("⨀", Language::nag_zugzwang),
        24..=29 => ("○", Language::nag_space),
        30..=35 => ("⟳", Language::nag_development),
        36..=39 => ("↑", Language::nag_initiative),
        40 | 41 => ("→", Language::nag_attack),
        42..=47 => ("=∞", Language::nag_compensation),
        130..=135 => ("⇆", Language::nag_counterplay),
        136..=139 => ("⊕", Language::nag_time),
        140 => ("∆", Language::nag_idea),
        142 => ("⌓", Language::nag_better),
        146 => ("N", Language::nag_novelty),
        _ => return None,
    };
    Some(found)
}

/// Returns the sign of a symbol, if there is a usual one.
pub fn sign(nag: Nag) -> Option<&'static str> {
    known(nag).map(|(sign, _)| sign).or_else(|| nag.symbol())
}

impl Language {
    /// Returns the name of a symbol: `Novelty`.
    pub fn nag(self, nag: Nag) -> String {
        known(nag).map_or_else(|| nag.to_string(), |(_, name)| name(self).to_owned())
    }
}
