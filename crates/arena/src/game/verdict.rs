//! Engines that end a game instead of moving: resignations, and claims checked against the rules.

use heirloom_chess::game::GameResult;
use heirloom_chess::{Color, DrawReason, Line, Outcome};
use heirloom_engine::EngineError;

use super::GameEnd;

/// Returns the ending when a side did not move but failed, resigned, or claimed a result.
pub(super) fn ending_without_move(color: Color, error: EngineError, line: &Line) -> GameEnd {
    match error {
        EngineError::Resigns { .. } => GameEnd::Resigned(color),
        EngineError::Claims { result, .. } if result.winner() == Some(!color) => GameEnd::Resigned(color),
        EngineError::Claims { result, .. } if let Some(outcome) = confirmed(result, line) => {
            GameEnd::Rules(outcome)
        }
        _ => GameEnd::Failure(color, error),
    }
}

/// Returns the outcome that confirms a claimed result, if any: the game is over with that result, or the side
/// to move has a move that allows a draw claim.
fn confirmed(result: GameResult, line: &Line) -> Option<Outcome> {
    let over = line.outcome().filter(|&outcome| GameResult::from(outcome) == result);
    let next = || {
        let moves = line.position().legal_moves();
        moves.iter().find_map(|&mv| {
            let mut after = line.clone();
            after.push(mv).ok()?;
            after.outcome().filter(|outcome| {
                matches!(outcome, Outcome::Draw(DrawReason::ThreefoldRepetition | DrawReason::FiftyMoves))
            })
        })
    };
    over.or_else(|| if result == GameResult::Draw { next() } else { None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::Position;
    use heirloom_chess::notation::uci;

    fn line(fen: &str, moves: &str) -> Line {
        let start = if fen.is_empty() { Position::startpos() } else { Position::from_fen(fen).unwrap() };
        uci::parse_line(start, moves).unwrap()
    }

    /// Returns the termination and result after a claim by White.
    fn claimed(result: GameResult, line: &Line) -> (&'static str, GameResult) {
        let claim = EngineError::Claims { name: "toy".into(), result, said: result.as_str().into() };
        let ending = ending_without_move(Color::White, claim, line);
        (ending.termination(), ending.result())
    }

    #[test]
    fn claims_count_where_the_rules_confirm_them() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
        let shuffle = "g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8";
        assert_eq!(
            claimed(GameResult::Draw, &line(start, &format!("{shuffle} f3g1"))),
            ("normal", GameResult::Draw)
        );
        // The repeating move need not be played.
        assert_eq!(claimed(GameResult::Draw, &line(start, shuffle)), ("normal", GameResult::Draw));
        assert_eq!(
            claimed(GameResult::Draw, &line(start, "g8f6 g1f3 f6g8")),
            ("rules infraction", GameResult::BlackWins)
        );
        let fifty = line("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "");
        assert_eq!(claimed(GameResult::Draw, &fifty), ("normal", GameResult::Draw));
        let mated = line("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "");
        assert_eq!(claimed(GameResult::WhiteWins, &mated), ("normal", GameResult::WhiteWins));
    }

    #[test]
    fn false_claims_lose_and_who_claims_the_loss_gives_up() {
        for result in [GameResult::Draw, GameResult::WhiteWins, GameResult::Unknown] {
            assert_eq!(claimed(result, &Line::default()), ("rules infraction", GameResult::BlackWins));
        }
        assert_eq!(claimed(GameResult::BlackWins, &Line::default()), ("normal", GameResult::BlackWins));
        let resigned =
            ending_without_move(Color::Black, EngineError::Resigns { name: "toy".into() }, &Line::default());
        assert_eq!((resigned.to_string().as_str(), resigned.fault()), ("Black resigns", None));
    }
}
