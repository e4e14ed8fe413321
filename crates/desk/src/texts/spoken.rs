//! Texts that are heard rather than read: moves in words, positions, clocks and evaluations.

use heirloom_chess::{Color, PieceType, Position};
use heirloom_engine::Score;

use super::{Language, minutes, phrases, texts};
use crate::model::clocks::Clocks;
use web_time::Instant;

texts! {
    say_evaluation: "Report evaluation", "Bewertung ansagen";
    help_say_evaluation: "Say who is better, by how much, and the best move, as far as an analysis has found them", "Ansagen, wer besser steht, um wie viel, und den besten Zug, soweit eine Analyse das ergeben hat";
    say_clocks: "Report clocks", "Uhren ansagen";
    help_say_clocks: "Say how much time both players have left", "Ansagen, wie viel Zeit beide Spieler noch haben";
    say_position: "Read position aloud", "Stellung ansagen";
    help_say_position: "Say who is to move, and where the pieces are", "Ansagen, wer am Zug ist und wo die Figuren stehen";
    no_evaluation: "No evaluation yet; start the analysis", "Noch keine Bewertung; starten Sie die Analyse";
    no_clock: "There is no clock", "Es läuft keine Uhr";
    castles_short: "castles short", "kurze Rochade";
    castles_long: "castles long", "lange Rochade";
    takes: "takes", "schlägt";
    becomes(piece: &str): "becomes {piece}", "wird {piece}";
    check: "check", "Schach";
    checkmate: "checkmate", "matt";
}

impl Language {
    /// Returns a move in words, from its SAN: `Nxf3+` is "knight takes f3, check".
    pub fn spoken(self, san: &str) -> String {
        let (moved, end) = match san.trim_end_matches(['!', '?']) {
            mates if mates.ends_with('#') => (mates, Some(self.checkmate())),
            checks if checks.ends_with('+') => (checks, Some(self.check())),
            quiet => (quiet, None),
        };
        let moved = moved.trim_end_matches(['#', '+']);
        let (moved, promotion) = moved.split_once('=').map_or((moved, None), |(moved, to)| (moved, Some(to)));
        let mut words: Vec<String> = Vec::new();
        match moved {
            "O-O" => words.push(self.castles_short().into()),
            "O-O-O" => words.push(self.castles_long().into()),
            _ => {
                let piece = moved.chars().next().and_then(piece);
                words.extend(piece.map(|piece| capital(self.piece_type(piece))));
                let rest = if piece.is_some() { &moved[1..] } else { moved };
                let (from, to) = rest.split_at(rest.len().saturating_sub(2));
                words.extend(
                    Some(from.trim_end_matches('x')).filter(|from| !from.is_empty()).map(str::to_owned),
                );
                words.extend(from.ends_with('x').then(|| self.takes().to_owned()));
                words.push(to.to_owned());
            }
        }
        let promotion = promotion.and_then(|to| to.chars().next()).and_then(piece);
        let promotion = promotion.map(|piece| self.becomes(self.piece_type(piece)));
        let rest = promotion.into_iter().chain(end.map(str::to_owned));
        std::iter::once(words.join(" ")).chain(rest).collect::<Vec<_>>().join(", ")
    }

    /// Returns how much time a player has left, when it is a set time.
    pub fn spoken_time(self, player: &str, seconds: u64) -> String {
        phrases! { self, seconds;
            60 => "{player}: one minute left", "{player}: noch eine Minute";
            61.. => "{player}: {} minutes left", "{player}: noch {} Minuten", seconds / 60;
            _ => "{player}: {seconds} seconds left", "{player}: noch {seconds} Sekunden";
        }
    }

    /// Returns the time that both players have left.
    pub fn spoken_clocks(self, clocks: &Clocks, now: Instant) -> String {
        let left = Color::ALL.map(|color| Some((self.color(color), minutes(clocks.left(color, now)?))));
        match left {
            [Some((white, one)), Some((black, other))] => format!("{white} {one}, {black} {other}"),
            _ => self.no_clock().to_owned(),
        }
    }

    /// Returns who is better by a score for White.
    pub fn spoken_score(self, score: Score) -> String {
        let side = |good: bool| self.color(if good { Color::White } else { Color::Black });
        let pawns = |value: i32| self.decimal(f64::from(value.abs()) / 100.0, 1);
        phrases! { self, score;
            Score::Mate(moves @ (-1 | 1)) => "{} mates in 1", "{} setzt in 1 Zug matt", side(moves > 0);
            Score::Mate(moves) => "{} mates in {}", "{} setzt in {} Zügen matt", side(moves > 0), moves.unsigned_abs();
            Score::Cp(-10..=10) => "Equal", "Ausgeglichen";
            Score::Cp(value) => "{} is better by {}", "{} steht um {} besser", side(value > 0), pawns(value);
        }
    }

    /// Returns the side to move and the squares of all pieces.
    pub fn spoken_position(self, position: &Position) -> String {
        const TYPES: [PieceType; 6] = [
            PieceType::King,
            PieceType::Queen,
            PieceType::Rook,
            PieceType::Bishop,
            PieceType::Knight,
            PieceType::Pawn,
        ];
        let side = |color: Color| {
            let pieces = TYPES.into_iter().filter_map(|piece| {
                let squares: Vec<String> =
                    position.pieces(color, piece).into_iter().map(|square| square.to_string()).collect();
                (!squares.is_empty()).then(|| format!("{} {}", self.piece_type(piece), squares.join(" ")))
            });
            format!("{}: {}", self.color(color), pieces.collect::<Vec<_>>().join(", "))
        };
        let turn = format!("{}: {}", self.to_move(), self.color(position.turn()));
        format!("{turn}. {}. {}", side(Color::White), side(Color::Black))
    }
}

fn piece(letter: char) -> Option<PieceType> {
    Some(match letter {
        'K' => PieceType::King,
        'Q' => PieceType::Queen,
        'R' => PieceType::Rook,
        'B' => PieceType::Bishop,
        'N' => PieceType::Knight,
        _ => return None,
    })
}

/// Returns a text that begins with a capital letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_spoken_in_words() {
        for (san, english, german) in [
            ("e4", "e4", "e4"),
            ("exd5", "e takes d5", "e schlägt d5"),
            ("Nf3", "Knight f3", "Springer f3"),
            ("Nbd2", "Knight b d2", "Springer b d2"),
            ("R1xa3+", "Rook 1 takes a3, check", "Turm 1 schlägt a3, Schach"),
            ("O-O-O+", "castles long, check", "lange Rochade, Schach"),
            ("O-O", "castles short", "kurze Rochade"),
            ("exd8=Q#", "e takes d8, becomes queen, checkmate", "e schlägt d8, wird Dame, matt"),
            ("Qh4#?!", "Queen h4, checkmate", "Dame h4, matt"),
        ] {
            assert_eq!(Language::English.spoken(san), english);
            assert_eq!(Language::German.spoken(san), german);
        }
    }

    #[test]
    fn positions_and_scores_are_spoken() {
        let position = Position::from_fen("4k3/8/8/8/8/8/PP6/4K2R b K - 0 1").unwrap();
        assert_eq!(
            Language::English.spoken_position(&position),
            "To move: Black. White: king e1, rook h1, pawn a2 b2. Black: king e8"
        );
        assert_eq!(Language::English.spoken_score(Score::Cp(-130)), "Black is better by 1.3");
        assert_eq!(Language::German.spoken_score(Score::Mate(3)), "Weiß setzt in 3 Zügen matt");
        assert_eq!(Language::German.spoken_score(Score::Mate(-1)), "Schwarz setzt in 1 Zug matt");
        assert_eq!(Language::German.spoken_score(Score::Cp(130)), "Weiß steht um 1,3 besser");
        assert_eq!(Language::English.spoken_score(Score::Cp(3)), "Equal");
        assert_eq!(Language::English.spoken_time("White", 60), "White: one minute left");
        assert_eq!(Language::German.spoken_time("Weiß", 300), "Weiß: noch 5 Minuten");
    }
}
