//! The coach: whether a move loses much, before it is played, by a short search at full strength.

pub mod help;

use std::ops::ControlFlow;
use std::time::Duration;

use heirloom_chess::notation::san;
use heirloom_chess::{Line, Move, Position};
use heirloom_engine::{EngineError, Limits, Score, SearchRequest, Session};

use crate::review::accuracy;

/// The losses at which the coach can warn, in centipawns.
pub const STEPS: [u16; 6] = [50, 100, 150, 200, 300, 500];

/// The loss at which it usually warns, in centipawns.
pub const USUAL: u16 = 150;

/// The time for each of its two searches, and the nodes after which one ends earlier.
const TIME: Duration = Duration::from_millis(120);
const NODES: u64 = 60_000;

/// What a move loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Loss {
    /// The loss against the best move, in centipawns.
    pub centipawns: i32,
    /// The best reply, if there is one.
    pub reply: Option<Move>,
}

impl Loss {
    /// Returns the reply in SAN after this move, if there is one.
    pub fn reply_san(&self, position: &Position, mv: Move) -> Option<String> {
        let mut after = position.clone();
        after.try_play(mv).ok()?;
        self.reply.filter(|&reply| after.is_legal(reply)).map(|reply| san::format(&after, reply))
    }
}

/// Returns what a legal move loses against the best one if that is at least `least` centipawns. Scores are
/// limited as in reviews, so there is no warning while a game stays won, or is lost anyway. Fails if the
/// engine does.
///
/// The session must be at full strength. The answer takes a quarter of a second at most.
pub fn examine(
    session: &mut Session,
    line: &Line,
    mv: Move,
    least: u16,
) -> Result<Option<Loss>, EngineError> {
    let turn = line.position().turn();
    let Some((best, before, _)) = search(session, line, Vec::new())? else { return Ok(None) };
    if best == mv {
        return Ok(None);
    }
    let Some((_, after, reply)) = search(session, line, vec![mv])? else { return Ok(None) };
    let loss = accuracy::loss(turn, before.for_white(turn), after.for_white(turn));
    Ok((loss >= i32::from(least)).then_some(Loss { centipawns: loss, reply }))
}

/// Returns the best of these moves, or of all, with its score from the view of the side to move, and the
/// reply to it.
fn search(
    session: &mut Session,
    line: &Line,
    only: Vec<Move>,
) -> Result<Option<(Move, Score, Option<Move>)>, EngineError> {
    let limits = Limits { search_moves: only, move_time: Some(TIME), ..Limits::nodes(NODES) };
    let reply = SearchRequest::new(&limits).ask(session, line, |_| ControlFlow::Continue(()))?;
    let found = reply.outcome?.best.zip(reply.progress.score());
    Ok(found.map(|(best, score)| (best, score, reply.progress.reply_to(best))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::refutation::hanging;
    use crate::roster::BuiltIn;
    use heirloom_chess::Square;

    fn asked(fen: &str, mv: &str) -> Option<Loss> {
        let line = Line::new(Position::from_fen(fen).unwrap());
        let mv = san::parse(line.position(), mv).unwrap();
        let mut session = Session::start(BuiltIn::Flagship.create().unwrap()).unwrap();
        examine(&mut session, &line, mv, USUAL).unwrap()
    }

    #[test]
    fn a_move_that_loses_a_queen_is_noticed() {
        let fen = "rnbqkb1r/ppp2ppp/4pn2/3p4/3P4/3Q4/PPP1PPPP/RNB1KBNR w KQkq - 0 1";
        let loss = asked(fen, "Qxh7").expect("a loss");
        assert!(loss.centipawns > 300 && loss.reply.is_some_and(|mv| mv.to() == Square::H7), "{loss:?}");
        let position = Position::from_fen(fen).unwrap();
        let mv = san::parse(&position, "Qxh7").unwrap();
        assert!(loss.reply_san(&position, mv).is_some_and(|reply| reply.ends_with("xh7")));
        assert_eq!(asked(fen, "Nf3"), None);
    }

    #[test]
    fn slower_ways_to_win_are_not() {
        // Both rooks are more than enough, with or without a pawn.
        let fen = "7k/8/6K1/8/8/8/8/RR6 w - - 0 1";
        assert_eq!(asked(fen, "Ra8#"), None);
        assert_eq!(asked(fen, "Ra2"), None);
    }

    #[test]
    fn hanging_pieces_of_both_sides_are_found() {
        // White's knight on e5 and Black's rook on a2 can be taken for nothing.
        let position = Position::from_fen("4k3/8/3p4/4N3/8/2N5/r7/4K3 w - - 0 1").unwrap();
        assert_eq!(hanging(&position), [Square::A2, Square::E5]);
        let quiet = Position::startpos();
        assert!(hanging(&quiet).is_empty());
        // A pawn that can be taken en passant is on its own square.
        let passed = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").unwrap();
        assert!(hanging(&passed).contains(&Square::D5));
    }
}
