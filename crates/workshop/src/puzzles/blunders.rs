//! Blunders in annotated games: moves after which the opponent is suddenly winning.

use heirloom_app::review::accuracy::chances;
use heirloom_app::review::annotate::score_in;
use heirloom_chess::game::{Game, Nag};
use heirloom_chess::{Color, Line, Move};
use heirloom_engine::Score;

/// A blunder.
#[derive(Clone, Debug)]
pub struct Blunder {
    /// The game before the move.
    pub before: Line,
    /// The move.
    pub mv: Move,
}

/// A move that loses at least this much of the expected result is a blunder, as on lichess.
const BLUNDER: f64 = 0.3;
/// Expected result from which a side is winning: about two pawns.
pub const WINNING: f64 = 0.35;

/// Returns the expected result for a score, from -1 (loss) to 1 (win), by lichess's formula.
pub fn chance(score: Score) -> f64 {
    match score {
        Score::Cp(cp) => chances(cp),
        Score::Mate(moves) if moves > 0 => 1.0,
        Score::Mate(_) => -1.0,
    }
}

/// Returns true if the game is annotated, and its blunders.
pub fn blunders(game: &Game) -> (bool, Vec<Blunder>) {
    let (mut line, mut last, mut found, mut annotated) =
        (Line::new(game.start().clone()), None, Vec::new(), false);
    for node in game.main_line() {
        let Some(mv) = game.mv(node) else { break };
        let mover = line.position().turn();
        let for_mover = |score: Score| chance(if mover == Color::White { score } else { score.flipped() });
        let score = game.comments(node).iter().find_map(|comment| score_in(comment));
        let marked = game.nags(node).iter().any(|nag| matches!(nag, Nag(2 | 4)));
        annotated |= marked || score.is_some();
        let lost = last.zip(score).map_or(0.0, |(before, after)| for_mover(before) - for_mover(after));
        let wins = score.is_none_or(|score| -for_mover(score) >= WINNING);
        let before = line.clone();
        if line.push(mv).is_err() {
            break;
        }
        if (lost >= BLUNDER || marked) && wins && line.position().has_legal_move() {
            found.push(Blunder { before, mv });
        }
        last = score;
    }
    (annotated, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::pgn;

    #[test]
    fn scores_are_read_from_comments() {
        assert_eq!(score_in("[%eval 0.35]"), Some(Score::Cp(35)));
        assert_eq!(score_in("a remark [%eval #-4,22] [%clk 0:01:00]"), Some(Score::Mate(-4)));
        assert_eq!([score_in("[%eval]"), score_in("[%eval x]"), score_in("0.35")], [None; 3]);
    }

    #[test]
    fn blunders_are_found_by_scores_and_marks() {
        let moves = |text: &str| {
            let (annotated, found) = blunders(&pgn::parse(text).unwrap().unwrap());
            (annotated, found.iter().map(|blunder| format!("{:?}", blunder.mv)).collect::<Vec<_>>())
        };
        let fool = "1. f3 {[%eval -0.6]} e5 {[%eval -0.5]} 2. g4 {[%eval #-1]} Qh4# *";
        assert_eq!(moves(fool), (true, vec!["g2g4".to_owned()]));
        assert_eq!(moves("1. f3 e5 2. g4?? Qh4# *"), (true, vec!["g2g4".to_owned()]));
        assert_eq!(moves("1. e4 e5 *"), (false, vec![]));
        assert_eq!(
            moves("1. e4 {[%eval 0.3]} e5? {[%eval 0.5]} *").1,
            Vec::<String>::new(),
            "nothing is won yet"
        );
    }
}
