//! Import of games from PGN, with the engines' scores from the comments.

use heirloom_chess::game::GameResult;
use heirloom_chess::{self as chess, Color};

use super::game::{MAX_SCORE, ScoredMove, StoredEnd, StoredGame};

/// Converts a PGN game: main line, result, and the score in the comment after each move. None if the result
/// is unknown.
///
/// A comment begins with the score as match programs write it (`+0.35/12 0.04s`, `-M5/20`), from the mover's
/// point of view. The words `raw +35` anywhere in it, in centipawns from the same point of view, take
/// precedence: Heirloom sends them for each move if requested. Moves with neither have no score, such as book
/// moves.
pub fn game(game: &chess::game::Game) -> Option<StoredGame> {
    if matches!(game.result(), GameResult::Unknown | GameResult::BothLose) {
        return None;
    }
    let mut turn = game.start().turn();
    let mut plies = Vec::with_capacity(game.move_count());
    for id in game.main_line() {
        let Some(mv) = game.mv(id) else { continue };
        let score = game.comments(id).iter().find_map(|comment| score(comment));
        let sign = if turn == Color::White { 1 } else { -1 };
        plies.push(ScoredMove { mv, score: score.map(|score| score * sign) });
        turn = !turn;
    }
    Some(StoredGame {
        start: game.start().clone(),
        plies,
        result: game.result(),
        ending: StoredEnd::Elsewhere,
    })
}

/// Returns the score in a comment, in centipawns from the mover's point of view.
fn score(comment: &str) -> Option<i16> {
    let mut words = comment.split_whitespace();
    let first = words.next()?;
    let mut all = std::iter::once(first).chain(words);
    if all.any(|word| word == "raw")
        && let Some(raw) = all.next().and_then(|word| word.trim_end_matches(',').parse::<i32>().ok())
    {
        return Some(clamped(raw));
    }
    let (score, depth) = first.split_once('/')?;
    depth.trim_end_matches(',').parse::<u32>().ok()?;
    if let Some(mate) = score.trim_start_matches(['+', '-']).strip_prefix('M') {
        mate.parse::<u32>().ok()?;
        return Some(if score.starts_with('-') { -MAX_SCORE } else { MAX_SCORE });
    }
    let pawns = score.parse::<f64>().ok().filter(|pawns| pawns.is_finite())?;
    Some(clamped((pawns * 100.0).round() as i32))
}

fn clamped(centipawns: i32) -> i16 {
    centipawns.clamp(-i32::from(MAX_SCORE), i32::from(MAX_SCORE)) as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::pgn::Reader;

    #[test]
    fn scores_of_match_programs_are_understood() {
        for (comment, expected) in [
            ("+0.35/12 0.040s, n=1234", Some(35)),
            ("-1.07/10, 0.087s", Some(-107)),
            ("0.00/30 0.1s", Some(0)),
            ("+M5/20 0.01s", Some(MAX_SCORE)),
            ("-M12/20 0.01s", Some(-MAX_SCORE)),
            ("+0.35/12 0.040s, info string pgncomment raw -41", Some(-41)),
            ("+0.35/12 0.040s, raw +41, x", Some(41)),
            ("+0.35/12 raw milk", Some(35)),
            ("+999999.0/3", Some(MAX_SCORE)),
            ("NaN/3", None),
            ("book", None),
            ("+0.35", None),
            ("24/7 chess", Some(2400)),
            ("a/b", None),
            ("", None),
        ] {
            assert_eq!(score(comment), expected, "{comment}");
        }
    }

    #[test]
    fn games_come_with_scores_from_white() {
        let pgn = "[FEN \"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1\"]\n\
                   [SetUp \"1\"]\n\n1... e5 {-0.50/9 0.1s} 2. Nxe5 {+M7/9 0.1s} d6 1-0\n";
        let read = Reader::new(pgn.as_bytes()).games().next().unwrap().unwrap();
        let game = game(&read).unwrap();
        assert_eq!(
            game.plies.iter().map(|ply| ply.score).collect::<Vec<_>>(),
            [Some(50), Some(MAX_SCORE), None]
        );
        assert_eq!((game.result, game.start.turn()), (GameResult::WhiteWins, Color::Black));
        let unfinished = Reader::new("1. e4 *".as_bytes()).games().next().unwrap().unwrap();
        assert_eq!(super::game(&unfinished), None);
    }
}
