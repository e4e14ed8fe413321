//! Texts of the analysis: values, figures of a search, and what can be done with its lines.

use heirloom_chess::{Color, Position};
use heirloom_engine::Score;

use super::{Language, phrases, texts};

/// A larger score in centipawns is a win by a tablebase, as engines report it.
const LARGEST_EVALUATION: i32 = 19_500;

texts! {
    white_view: "White's view", "aus Sicht von Weiß";
    help_value: "The score of the best line in pawns: + is good for White, − for Black", "Bewertung der besten Variante in Bauern: + ist gut für Weiß, − für Schwarz";
    help_bound: "The search has found that the score is at least (≥) or at most (≤) this; the full lines follow", "Die Suche hat gefunden, dass die Bewertung mindestens (≥) oder höchstens (≤) so hoch ist; die vollen Varianten folgen";
    hold_position: "Lock position", "Stellung festhalten";
    help_hold_position: "Keep the engines on this position while you look at others", "Die Engines bei dieser Stellung lassen, während Sie andere ansehen";
    go_there: "Go there", "Dorthin";
    held_at(place: &str): "The engines stay at {place}.", "Die Engines bleiben bei: {place}";
    held_elsewhere: "The engines stay at a position of another game.", "Die Engines bleiben bei einer Stellung aus einer anderen Partie.";
    add_engine: "Add engine", "Engine hinzufügen";
    help_add_engine: "Let another engine analyze the same position", "Eine weitere Engine dieselbe Stellung analysieren lassen";
    found_here: "On this machine", "Auf diesem Rechner";
    add_found(name: &str): "Add {name}", "{name} hinzufügen";
    help_found: "Remember this engine; it is not started yet", "Diese Engine merken; gestartet wird sie noch nicht";
    remove_engine(name: &str): "Remove {name}", "{name} entfernen";
    fold_engine(name: &str): "Lines of {name}", "Varianten von {name}";
    searched_moves: "Only some moves", "Nur einige Züge";
    help_searched_moves: "Choose the moves that the engines search", "Die Züge wählen, die die Engines durchsuchen";
    all_moves: "All moves", "Alle Züge";
    only_moves(moves: &str): "Only these moves are searched: {moves}", "Nur diese Züge werden durchsucht: {moves}";
    only_move(mv: &str): "Search only {mv}", "Nur {mv} durchsuchen";
    leave_out(mv: &str): "Leave out {mv}", "{mv} auslassen";
    insert_move: "Insert move", "Zug einfügen";
    insert_line: "Insert line", "Variante einfügen";
    insert_main_line: "Insert as main line", "Als Hauptvariante einfügen";
    insert_best_move: "Insert best move", "Besten Zug einfügen";
    help_insert_best_move: "Put the engine's best move into the game as a variation", "Den besten Zug der Engine als Variante in die Partie einfügen";
    insert_best_line: "Insert best line", "Beste Variante einfügen";
    help_insert_best_line: "Put the engine's best line into the game as a variation", "Die beste Variante der Engine in die Partie einfügen";
    copy_line: "Copy line", "Variante kopieren";
    help_line: "Menu of the line: insert it, copy it, search only this move", "Menü der Variante: einfügen, kopieren, nur diesen Zug durchsuchen";
    unfold_line: "Show the whole line", "Ganze Variante zeigen";
    fold_line: "Show less of the line", "Variante kürzen";
    arrows_of_lines: "Lines", "Varianten";
    help_arrows_of_lines: "Arrows of this color are the first moves of the engine's lines; the best is the widest", "Pfeile dieser Farbe sind die ersten Züge der Varianten; der beste ist am breitesten";
    arrow_of_game: "Played next", "Partiezug";
    help_arrow_of_game: "The arrow of this color is the move that was played next in the game", "Der Pfeil dieser Farbe ist der Zug, der in der Partie als Nächstes gespielt wurde";
    arrow_of_threat: "Threatened move", "Drohender Zug";
    help_arrow_of_threat: "The arrow of this color is what the opponent would play", "Der Pfeil dieser Farbe ist der Zug, den der Gegner spielen würde";
    nothing_found_yet: "The engine has reported no line yet.", "Die Engine hat noch keine Variante gemeldet.";
    tile_depth(depth: u32): "depth {depth}", "Tiefe {depth}";
    tile_nodes(count: &str): "{count} nodes", "{count} Knoten";
    tile_speed(count: &str): "{count} nodes/s", "{count} Knoten/s";
    tile_hash(percent: u32): "hash {percent}%", "Hash {percent}\u{a0}%";
    tile_tablebase(count: &str): "{count} tablebase hits", "{count} Tablebase-Treffer";
    help_tile_depth: "The depth of the search in plies, and the length of its longest line", "Suchtiefe in Halbzügen und Länge der längsten Variante";
    help_tile_speed: "Positions searched per second", "Durchsuchte Stellungen pro Sekunde";
    help_tile_nodes: "Positions searched", "Durchsuchte Stellungen";
    help_tile_hash: "How full the hash table is; give the engine more memory in the settings if it is full early", "Füllstand der Hashtabelle; ist sie früh voll, geben Sie der Engine in den Einstellungen mehr Speicher";
    help_tile_tablebase: "Positions found in endgame tablebases", "Stellungen, die in Endspieldatenbanken gefunden wurden";
    chances(win: u32, draw: u32, loss: u32): "White wins {win}%, draw {draw}%, Black wins {loss}%", "Weiß gewinnt {win}\u{a0}%, Remis {draw}\u{a0}%, Schwarz gewinnt {loss}\u{a0}%";
    line_named(number: usize, value: &str): "Line {number}: {value}", "Variante {number}: {value}";
}

impl Language {
    /// Returns a score from White's point of view: `+0.23`, `−1.40`, `0.00`, `#5`, `#−5`, or the result that
    /// a tablebase knows.
    pub fn score(self, score: Score) -> String {
        result(score).map_or_else(|| number(score, 2), str::to_owned)
    }

    /// Returns a score from White's point of view in few characters: `+0.2`.
    pub fn short_score(self, score: Score) -> String {
        result(score).map_or_else(|| number(score, 1), str::to_owned)
    }

    /// Returns a score from White's point of view where there is room for words.
    pub fn score_in_words(self, score: Score) -> String {
        match score {
            Score::Cp(centipawns) if is_tablebase_win(score) => {
                self.side_wins(if centipawns > 0 { Color::White } else { Color::Black }).to_owned()
            }
            score => self.score(score),
        }
    }

    /// Returns that a side wins.
    pub fn side_wins(self, color: Color) -> &'static str {
        match (self, color) {
            (Language::English, Color::White) => "White wins",
            (Language::English, Color::Black) => "Black wins",
            (Language::German, Color::White) => "Weiß gewinnt",
            (Language::German, Color::Black) => "Schwarz gewinnt",
        }
    }

    /// Returns a large number in words: `1.2 million`.
    pub fn large_number(self, number: u64) -> String {
        let scaled = |unit: u64| self.decimal(number as f64 / unit as f64, 1);
        phrases! { self, number;
            0..1_000 => "{number}", "{number}";
            1_000..999_500 => "{} thousand", "{} Tsd.", (number + 500) / 1_000;
            999_500..999_950_000 => "{} million", "{} Mio.", scaled(1_000_000);
            _ => "{} billion", "{} Mrd.", scaled(1_000_000_000);
        }
    }

    /// Returns a place in a game: `the start position` or `the position after 12. Nf3`.
    pub fn place_after(self, mv: Option<(&Position, heirloom_chess::Move)>) -> String {
        let mv = mv.map(|(before, mv)| self.numbered(before, mv));
        phrases! { self, mv;
            Some(mv) => "the position after {mv}", "Stellung nach {mv}";
            None => "the start position", "Ausgangsstellung";
        }
    }
}

/// Returns true if an engine has the result from a tablebase, rather than an evaluation.
pub fn is_tablebase_win(score: Score) -> bool {
    matches!(score, Score::Cp(centipawns) if centipawns.abs() > LARGEST_EVALUATION)
}

/// Returns the result that a tablebase knows, if the score is one.
fn result(score: Score) -> Option<&'static str> {
    is_tablebase_win(score).then_some(if score.centipawns() > 0 { "1–0" } else { "0–1" })
}

/// Returns a score as a number, from any point of view.
pub fn score_text(score: Score) -> String {
    number(score, 2)
}

fn number(score: Score, digits: usize) -> String {
    let centipawns = match score {
        Score::Mate(moves) if moves < 0 => return format!("#−{}", moves.unsigned_abs()),
        Score::Mate(moves) => return format!("#{moves}"),
        Score::Cp(centipawns) => centipawns,
    };
    let text = format!("{:.digits$}", f64::from(centipawns.unsigned_abs()) / 100.0);
    // What is rounded to zero has no sign.
    let is_zero = text.chars().all(|letter| matches!(letter, '0' | '.'));
    let sign = match centipawns {
        _ if is_zero => "",
        1.. => "+",
        _ => "−",
    };
    format!("{sign}{text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_one_way() {
        let texts = Language::English;
        let cp = Score::Cp;
        let shown =
            [cp(23), cp(-140), cp(0), cp(-4), Score::Mate(5), Score::Mate(-5), cp(19_987), cp(-20_000)];
        let words = ["+0.23", "−1.40", "0.00", "−0.04", "#5", "#−5", "1–0", "0–1"];
        assert_eq!(shown.map(|score| texts.score(score)), words);
        assert_eq!(
            [-4, 4, -6, 140].map(|value| texts.short_score(cp(value))),
            ["0.0", "0.0", "−0.1", "+1.4"]
        );
        assert_eq!(Language::German.score_in_words(cp(-20_000)), "Schwarz gewinnt");
    }

    #[test]
    fn large_numbers_are_words() {
        let numbers = [950, 12_345, 999_499, 999_600, 1_240_000, 3_400_000_000];
        let english = ["950", "12 thousand", "999 thousand", "1.0 million", "1.2 million", "3.4 billion"];
        assert_eq!(numbers.map(|number| Language::English.large_number(number)), english);
        assert_eq!(Language::German.large_number(1_240_000), "1,2 Mio.");
    }
}
