//! Evaluates every position of a game, last one first, so that the engine's hash table holds later positions
//! when it gets to earlier ones.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use heirloom_chess::{Color, DrawReason, Line, Outcome};
use heirloom_engine::{EngineError, Limits, Score, SearchRequest, Session};

use super::Evaluation;

/// Returns the evaluation of a finished game, which needs no engine: 0 for a draw, none for checkmate, since
/// the side to move has lost.
pub fn known(line: &Line) -> Option<Option<Evaluation>> {
    match line.outcome()? {
        Outcome::Checkmate { .. } => Some(None),
        Outcome::Draw(DrawReason::Stalemate | DrawReason::InsufficientMaterial) => {
            Some(Some(Evaluation::of_score(Score::Cp(0))))
        }
        // Players may continue.
        Outcome::Draw(DrawReason::ThreefoldRepetition | DrawReason::FiftyMoves) => None,
    }
}

/// Evaluates the positions of a game that are `wanted`, by plies played, from last to first, as a single game
/// for the engine. Returns false if `stop` was set before the end. Fails if the engine fails; the session
/// cannot be used afterward.
pub fn walk(
    session: &mut Session,
    game: &Line,
    wanted: impl Fn(usize) -> bool,
    limits: &Limits,
    stop: &AtomicBool,
    found: &mut dyn FnMut(usize, Evaluation),
) -> Result<bool, EngineError> {
    session.new_game()?;
    let mut line = game.clone();
    for plies in (0..=game.moves().len()).rev() {
        if wanted(plies) && known(&line).is_none() {
            match evaluate(session, &line, limits, stop)? {
                Some(evaluation) => found(plies, evaluation),
                None => return Ok(false),
            }
        }
        line.pop();
    }
    Ok(true)
}

/// Evaluates the position at the end of a line; returns `None` if `stop` was set before the answer. Fails if
/// the engine fails or reports no score.
pub fn evaluate(
    session: &mut Session,
    line: &Line,
    limits: &Limits,
    stop: &AtomicBool,
) -> Result<Option<Evaluation>, EngineError> {
    let answered = SearchRequest::new(limits).stop(stop).ask(session, line, |_| ControlFlow::Continue(()))?;
    if answered.interrupted {
        return Ok(None);
    }
    answered.outcome?;
    let progress = answered.progress;
    let value = progress.value().ok_or(EngineError::Unsupported("scores, which a review needs"))?;
    let score = if line.position().turn() == Color::White { value.score } else { value.score.flipped() };
    let totals = progress.totals();
    Ok(Some(Evaluation {
        score,
        depth: value.depth.or(totals.depth),
        selective_depth: value.selective_depth,
        nodes: totals.nodes,
        line: progress.leading().to_vec(),
    }))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;
    use heirloom_chess::Position;
    use heirloom_chess::notation::uci;
    use heirloom_engine::{BestMove, Bound, Info};
    use heirloom_testing::Scripted;

    /// Returns an engine that reports the number of plies played as the score for the side to move.
    fn counter() -> Scripted {
        Scripted::with(|search| {
            let plies = search.line.moves().len();
            let best = search.first_move();
            let pv: Vec<_> = best.into_iter().collect();
            let score = Some(Score::Cp(i32::try_from(plies).unwrap()));
            let exact = Info { depth: Some(3), score, nodes: Some(9), pv, ..Info::default() };
            search.report(exact.clone());
            let (score, bound) = (Some(Score::Cp(-999)), Bound::Upper);
            search.report(Info { depth: Some(4), score, bound, nodes: Some(11), ..exact });
            Ok(BestMove { best, ..BestMove::default() })
        })
    }

    fn line(moves: &str) -> Line {
        uci::parse_line(Position::startpos(), moves).unwrap()
    }

    #[test]
    fn later_positions_come_first_with_scores_for_white() {
        let engine = counter();
        let calls = engine.calls();
        let mut session = Session::start(engine.boxed()).unwrap();
        let mut found = Vec::new();
        let mut note =
            |plies, evaluation: Evaluation| found.push((plies, evaluation.score, evaluation.nodes));
        let stop = AtomicBool::new(false);
        let (game, limits) = (line("e2e4 e7e5 g1f3"), Limits::nodes(1));
        assert!(walk(&mut session, &game, |plies| plies != 2, &limits, &stop, &mut note).unwrap());
        let plies: Vec<usize> = calls.lines().iter().map(|line| line.moves().len()).collect();
        assert_eq!(plies, [3, 1, 0]);
        assert_eq!(
            found,
            [(3, Score::Cp(-3), Some(11)), (1, Score::Cp(-1), Some(11)), (0, Score::Cp(0), Some(11))]
        );
        stop.store(true, Ordering::Relaxed);
        assert!(!walk(&mut session, &game, |_| true, &limits, &stop, &mut |_, _| {}).unwrap());
    }

    #[test]
    fn mates_and_stalemates_need_no_engine() {
        let mate = line("f2f3 e7e5 g2g4 d8h4");
        assert_eq!(known(&mate), Some(None));
        let stalemate =
            Line::new(heirloom_chess::Position::from_fen("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1").unwrap());
        assert_eq!(known(&stalemate).flatten().map(|evaluation| evaluation.score), Some(Score::Cp(0)));
        assert_eq!(known(&line("e2e4")), None);
    }
}
