//! What a level or a character believed of the moves that it chose, computed again after the game.

use heirloom_chess::{Color, Line};
use heirloom_engine::Score;
use heirloom_flagship::people::Looker;

/// The size of the table for looking at moves, in MiB.
const TABLE: usize = 4;

/// Computes what a level of this Elo believed of each of its moves, and passes on the index of each move with
/// the score from White's view, until `found` returns false. Fails if there is not enough memory, or the net
/// is invalid.
pub fn of_moves(
    line: &Line,
    side: Color,
    elo: u32,
    mut found: impl FnMut(usize, Score) -> bool,
) -> Result<(), String> {
    let mut looker = Looker::new(TABLE).map_err(|error| error.to_string())?;
    let mut before = Line::new(line.start().clone());
    for (index, &mv) in line.moves().iter().enumerate() {
        if before.position().turn() == side
            && let Some(score) = looker.believed(&before, mv, i64::from(elo))?
            && !found(index, score.for_white(side))
        {
            break;
        }
        before.push(mv).map_err(|error| error.to_string())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::Position;
    use heirloom_chess::notation::uci;

    #[test]
    fn the_moves_of_one_side_have_beliefs_from_whites_view() {
        // Black leaves a queen to a pawn.
        let line = uci::parse_line(Position::startpos(), "e2e4 d7d5 g1f3 d8d6 b1c3 d6f4 a2a3").unwrap();
        let mut beliefs = Vec::new();
        of_moves(&line, Color::Black, 1200, |index, score| {
            beliefs.push((index, score.centipawns()));
            true
        })
        .unwrap();
        assert_eq!(beliefs.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [1, 3, 5]);
        let mut first = 0;
        of_moves(&line, Color::White, 600, |index, _| {
            first += 1;
            index > 0
        })
        .unwrap();
        assert_eq!(first, 1);
    }
}
